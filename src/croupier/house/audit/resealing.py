"""Rows that are sealed anew: after a change of key, and in a house from before there were seals.

Only what the house's journal tells of is; a row that was written past the house stays without, and opens nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, insert, select, update

from croupier.errors import HouseError, JournalError
from croupier.house.audit.rows.projections import Projection
from croupier.house.journal.adoption import verifier
from croupier.house.journal.events import HouseEvent
from croupier.house.journal.journal import HOUSE, house_lines
from croupier.house.people.accounts import hashed
from croupier.house.people.house_settings import SEAL, SETTINGS, HouseSettings
from croupier.house.storage import schema
from croupier.house.storage.house_facts import fact
from croupier.house.storage.seals import PARTS
from croupier.journal.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection, Row, Table

    from croupier.house.storage.database import Database
    from croupier.house.storage.seals import Seals


def seal_anew(database: Database, key: str) -> int:
    """Seal the rows that have no code of the house's key and that its journal, signed with the public `key`, tells of;
    how many."""
    seals = database.seals
    assert seals is not None
    with database.read() as connection:
        strange = [
            (table, row)
            for table in _TOLD
            for row in connection.execute(select(table))
            if not seals.fits(table.name, row._asdict())
        ]
    text = fact(database, SETTINGS)
    text = "" if fact(database, SEAL) == seals.code(SETTINGS, text) else text
    if not strange and not text:
        return 0
    with database.transaction() as connection:
        recorded = _journal(connection, key)
        found = [(table, row) for table, row in strange if _TOLD[table](recorded, row)]
        done = sum(_seal(connection, seals, table, row) for table, row in found)
        return done + (_seal_settings(connection, seals, text) if text and _is_settings(recorded, text) else 0)


def _seal(connection: Connection, seals: Seals, table: Table, row: Row[Any]) -> int:
    """Unless it has become another since it was read."""
    mapping = row._asdict()
    this = [table.c[part] == mapping[part] for part in PARTS[table.name]]
    return connection.execute(update(table).where(*this).values(seal=seals.of(table.name, mapping))).rowcount


def _is_settings(recorded: Projection, text: str) -> bool:
    return recorded.settings is not None and (
        msgspec.json.decode(text, type=HouseSettings) == msgspec.convert(recorded.settings[0], HouseSettings)
    )


def _seal_settings(connection: Connection, seals: Seals, text: str) -> int:
    facts = schema.house_facts
    connection.execute(delete(facts).where(facts.c.name == SEAL))
    return connection.execute(insert(facts).values(name=SEAL, value=seals.code(SETTINGS, text))).rowcount


def _journal(connection: Connection, key: str) -> Projection:
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


def _person(recorded: Projection, row: Row[Any]) -> bool:
    return row.name in recorded.people and recorded.people[row.name].verifier == verifier(row.secret)


def _role(recorded: Projection, row: Row[Any]) -> bool:
    return (row.person, row.role, row.table_id) in recorded.grants


def _session(recorded: Projection, row: Row[Any]) -> bool:
    found = recorded.sessions.get(row.person, {}).get(row.token)
    return found is not None and (found.level, found.until) == (row.level, row.until)


def _invitation(recorded: Projection, row: Row[Any]) -> bool:
    found = recorded.invitations.get(row.token)
    return found is not None and found == (row.role, row.table_id, row.by, found.record, found.until and row.until)


def _reset(recorded: Projection, row: Row[Any]) -> bool:
    return recorded.resets.get(row.token) == row.person and recorded.reset_log[row.token].until in {0, row.until}


def _passkey(recorded: Projection, row: Row[Any]) -> bool:
    return (row.person, "passkey", hashed(f"{row.credential} {row.public_key}")) in recorded.factors


def _identity(recorded: Projection, row: Row[Any]) -> bool:
    return (row.issuer, row.subject, row.person) in recorded.identities


def _request(recorded: Projection, row: Row[Any]) -> bool:
    found = recorded.requests.get(row.id)
    return found is not None and (found.table, found.kind, found.told, found.by, found.state, found.answered_by) == (
        row.table_id,
        row.kind,
        row.told,
        row.by,
        row.state,
        row.answered_by,
    )


def _share(recorded: Projection, row: Row[Any]) -> bool:
    found = recorded.shares.get(row.token)
    return found is not None and found[:5] == (row.person, row.table_id, row.round, row.seat, row.named)


_TOLD: dict[Table, Callable[[Projection, Row[Any]], bool]] = {
    schema.people: _person,
    schema.grants: _role,
    schema.sessions: _session,
    schema.invitations: _invitation,
    schema.resets: _reset,
    schema.passkeys: _passkey,
    schema.identities: _identity,
    schema.requests: _request,
    schema.shares: _share,
}
"""Whether the journal tells of a row, by its table."""
