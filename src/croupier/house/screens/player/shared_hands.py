"""Shared hands: a link by which anyone sees one round as its player saw it, until the player takes it back.

Of the link only a hash is kept. One that never was, was taken back, or was written past the house is unknown alike.
"""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import delete, func, insert, select

from croupier.errors import HouseError
from croupier.house.journal.events import HandShared, ShareRevoked
from croupier.house.people.accounts import hashed
from croupier.house.storage import schema
from croupier.house.storage.seals import is_ours, ours, sealed
from croupier.house.storage.transactions import Transaction

if TYPE_CHECKING:
    from croupier.house.storage.database import Database
    from croupier.kit.payload import Json

MAX_SHARED = 100
"""Links that one person has at a time."""
MAX_TOKEN_LENGTH = 64
UNKNOWN = "there is no such shared hand, or it was taken back"


class Share(NamedTuple):
    """A link that is open."""

    person: str
    table: str
    round: int
    seat: int
    named: bool


def share(database: Database, person: str, table: str, number: int, seat: int, *, named: bool, at: int) -> str:
    """Make a link for a round that this person played at this seat; gives the token, which is kept nowhere."""
    rows = schema.shares
    with database.read() as connection:
        many = connection.scalar(select(func.count()).select_from(rows).where(rows.c.person == person)) or 0
    if many >= MAX_SHARED:
        raise HouseError(f"you share {MAX_SHARED} hands already; take one back first", fault="conflict", field="round")
    token = secrets.token_urlsafe(24)
    row: Json = {
        "token": hashed(token),
        "person": person,
        "table_id": table,
        "round": number,
        "seat": seat,
        "named": named,
        "made": at,
    }
    event = HandShared(token=row["token"], table=table, round=number, seat=seat, named=named, by=person)
    database.store(Transaction("", at, doing=[insert(rows).values(sealed(database, rows, row))], said=[event]))
    return token


def revoke(database: Database, person: str, id_: str, *, at: int) -> None:
    """Take one's own link back, by what `shared_by` calls it."""
    rows = schema.shares
    found = next((row for row in shared_by(database, person) if row.token == id_), None)
    if found is None:
        raise HouseError(UNKNOWN, fault="unknown", field="share")
    claim = delete(rows).where(rows.c.token == found.token, rows.c.person == person)
    database.store(Transaction("", at, claims=[claim], said=[ShareRevoked(token=found.token, by=person)]))


def shared_by(database: Database, person: str) -> list[Any]:
    """The links of a person as they are stored, latest first."""
    rows = schema.shares
    with database.read() as connection:
        found = connection.execute(select(rows).where(rows.c.person == person).order_by(rows.c.made.desc())).all()
    return ours(database, rows, found)


def shown_by(database: Database, token: str) -> Share:
    """What a link shows."""
    rows, people, played = schema.shares, schema.people, schema.played
    row = None
    if 0 < len(token) <= MAX_TOKEN_LENGTH and token.isascii():
        with database.read() as connection:
            row = connection.execute(select(rows).where(rows.c.token == hashed(token))).first()
            if row is not None:
                here = (played.c.table_id == row.table_id, played.c.round == row.round, played.c.seat == row.seat)
                active = connection.scalar(select(people.c.active).where(people.c.name == row.person))
                theirs = connection.scalar(select(played.c.player).where(*here)) == row.person
                row = row if active and theirs else None
    if row is None or not is_ours(database, rows, row):
        raise HouseError(UNKNOWN, fault="unknown", field="token")
    return Share(row.person, row.table_id, row.round, row.seat, row.named)
