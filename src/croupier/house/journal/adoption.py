"""What a house that has no journal yet already holds, told as the events that would have led to it.

So the journal of a house that was there before it is complete from its first records on. Only what grows without end
(postings) and what is forgotten in time (refusals) is not told one by one: of these the number and the hash are kept.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from croupier.house.journal.events import (
    HouseEvent,
    Invited,
    PersonAdded,
    PersonDismissed,
    RequestAnswered,
    RequestMade,
    SignedIn,
    TableAdded,
)
from croupier.house.storage import schema

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection, Row, Select

ADOPTED = (
    schema.people,
    schema.grants,
    schema.sessions,
    schema.invitations,
    schema.requests,
    schema.tables,
    schema.refusals,
    schema.postings,
)
NO_PASSWORD = "!"  # noqa: S105 - it is none
"""What stands in place of a password's hash for a guest."""
_encode = msgspec.json.Encoder().encode


def adopt(connection: Connection) -> tuple[dict[str, tuple[int, str]], list[HouseEvent]]:
    """The number and hash of the rows of each table, and the events."""
    counts = {table.name: counted(connection.execute(_rows(table.name))) for table in ADOPTED}
    return {name: found for name, found in counts.items() if found[0]}, [*_people(connection), *_rest(connection)]


def house_postings() -> Select[tuple[int, int, str, int, str]]:
    """The postings of no table's record, in the order of their ids."""
    rows = schema.postings
    columns = rows.c.id, rows.c.at, rows.c.account, rows.c.cents, rows.c.what
    return select(*columns).where(rows.c.n == 0).order_by(rows.c.id)


def counted(rows: Iterable[Row[tuple[object, ...]]]) -> tuple[int, str]:
    """How many rows, and the hash of all of them in their order."""
    digest, count = sha256(), 0
    for row in rows:
        digest.update(_encode(list(row)) + b"\n")
        count += 1
    return count, digest.hexdigest()


def verifier(secret: str) -> str:
    """What the journal knows of a stored password hash; nothing for a guest.

    >>> verifier("!"), len(verifier("$argon2id$..."))
    ('', 64)
    """
    return "" if secret == NO_PASSWORD else sha256(secret.encode()).hexdigest()


def _rows(name: str) -> Select[tuple[object, ...]]:
    if name == "postings":
        return house_postings()
    table = schema.metadata.tables[name]
    return select(table).order_by(*table.primary_key)


def _people(connection: Connection) -> list[HouseEvent]:
    held: dict[str, list[tuple[str, str]]] = {}
    for row in connection.execute(_rows("grants")):
        held.setdefault(row.person, []).append((row.role, row.table_id))
    events: list[HouseEvent] = []
    for row in connection.execute(_rows("people")):
        events.append(
            PersonAdded(
                name=row.name,
                grants=tuple(held.get(row.name, ())),
                guest=row.secret == NO_PASSWORD,
                verifier=verifier(row.secret),
                by=row.made_by,
            )
        )
        if not row.active:
            events.append(PersonDismissed(name=row.name))
    events += [
        SignedIn(name=row.person, how="adopted", session=row.token, level=row.level, until=row.until)
        for row in connection.execute(_rows("sessions"))
    ]
    events += [
        Invited(role=row.role, table=row.table_id, token=row.token, until=row.until, by=row.by)
        for row in connection.execute(_rows("invitations"))
    ]
    return events


def _rest(connection: Connection) -> list[HouseEvent]:
    events: list[HouseEvent] = [
        TableAdded(table=row.id, name=row.name, game=row.game, edition=row.edition, settings=row.settings)
        for row in connection.execute(_rows("tables"))
    ]
    for row in connection.execute(_rows("requests")):
        events.append(RequestMade(number=row.id, table=row.table_id, kind=row.kind, told=row.told, by=row.by))
        if row.state != "waiting" or row.note:
            events.append(RequestAnswered(number=row.id, state=row.state, note=row.note, by=row.answered_by))
    return events
