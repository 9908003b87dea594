"""Rows that are sealed anew: after a change of key, and in a house from before there were seals.

Only what the house's journal tells of is; a row that was written past the house stays without, and opens nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, insert, select, update

from croupier.errors import HouseError, JournalError
from croupier.house import schema
from croupier.house.facts import fact
from croupier.house.house_events import HouseEvent
from croupier.house.house_journal import HOUSE, house_lines
from croupier.house.house_settings import SEAL, SETTINGS, HouseSettings
from croupier.house.projections import Projection
from croupier.journal.walk import Walk

if TYPE_CHECKING:
    from sqlalchemy import Connection, Row

    from croupier.house.database import Database
    from croupier.house.seals import Seals


def seal_anew(database: Database, key: str) -> int:
    """Seal the settings, roles and sessions that have no code of the house's key and that its journal, signed with the
    public `key`, tells of; how many."""
    seals = database.seals
    assert seals is not None
    with database.read() as connection:
        strange = _without(connection, seals)
    text = fact(database, SETTINGS)
    text = "" if seals.is_settings(text, fact(database, SEAL)) else text
    if not any(strange) and not text:
        return 0
    with database.transaction() as connection:
        told = _told(connection, key)
        grants, sessions = schema.grants, schema.sessions
        done = 0
        for row in strange[0]:
            if (row.person, row.role, row.table_id) in told.grants:
                this = grants.c.person == row.person, grants.c.role == row.role, grants.c.table_id == row.table_id
                code = seals.grant(row.person, row.role, row.table_id)
                done += connection.execute(update(grants).where(*this).values(seal=code)).rowcount
        for row in strange[1]:
            found = told.sessions.get(row.person, {}).get(row.token)
            if found is not None and (found.level, found.until) == (row.level, row.until):
                code = seals.session(row.token, row.person, made=row.made, until=row.until, level=row.level)
                this = sessions.c.token == row.token, sessions.c.made == row.made, sessions.c.level == row.level
                done += connection.execute(update(sessions).where(*this).values(seal=code)).rowcount
        if text and told.settings is not None and msgspec.json.decode(text, type=HouseSettings) == msgspec.convert(
                told.settings[0], HouseSettings):  # fmt: skip
            facts = schema.house_facts
            connection.execute(delete(facts).where(facts.c.name == SEAL))
            done += connection.execute(insert(facts).values(name=SEAL, value=seals.settings(text))).rowcount
    return done


def _without(connection: Connection, seals: Seals) -> tuple[list[Row[Any]], list[Row[Any]]]:
    """Roles and sessions that are not sealed with this key."""
    grants, sessions = (connection.execute(select(table)).all() for table in (schema.grants, schema.sessions))
    return ([row for row in grants if not seals.is_grant(row)], [row for row in sessions if not seals.is_session(row)])


def _told(connection: Connection, key: str) -> Projection:
    """What the house's journal says, each record checked against the chain and the signatures."""
    walk, rows = Walk(HOUSE), Projection()
    try:
        for line in house_lines(connection):
            record = walk.step(line)
            event: Any = record.body
            if isinstance(event, HouseEvent):
                rows.adopting = adopting = rows.adopting or record.n == 1
                rows.hear(event, record.n, record.at)
                rows.adopting = adopting and record.more
    except JournalError as error:
        raise HouseError(f"the house's journal is broken: {error}", fault="storage", field="db") from None
    if not walk.trusts(key):
        raise HouseError("the house's journal is signed with another key than this", fault="storage", field="key")
    return rows
