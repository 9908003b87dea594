"""The cage: money that a player brings to the house or takes home, at the hands of a shift manager.

The answer is stored with the entries under the key it was asked by, and says who asked: nothing is done twice, and
everything was done by someone.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from sqlalchemy import insert, select

from croupier.errors import HouseError
from croupier.house import ledger, schema
from croupier.house.work import Work

if TYPE_CHECKING:
    from croupier.house.desk import Desk
    from croupier.house.people import Person

MOST = 10**9
"""Cents at once: ten million dollars."""
Kind = Literal["deposit", "withdrawal"]


def move(desk: Desk, person: Person, kind: Kind, name: str, amount: int, key: str) -> dict[str, Any]:
    """Put money into a player's wallet or pay it out, once for each key of whoever asks."""
    desk.check(person, "cage")
    if not key or len(key) > 64:
        raise HouseError("a key of 1 to 64 letters is needed", fault="conflict", field="key")
    if not 0 < amount <= MOST:
        raise HouseError(f"an amount is 1 to {MOST} cents", fault="conflict", field="amount")
    if name == person.name:
        desk.deny(person, f"{kind}: {name}", "nobody handles their own money at the cage")
    stored = sha256(f"{person.name}/{key}".encode()).hexdigest()
    body = sha256(f"{kind}/{name}/{amount}".encode()).hexdigest()
    if known := _known(desk, stored, body):
        return known
    _player(desk, name, kind)
    at = desk.house.clock()
    told = {"kind": kind, "name": name, "amount": amount, "by": person.name, "at": at}
    row = {"table_id": "", "key": stored, "n": 0, "body": body, "answer": msgspec.json.encode(told)}
    entries = ledger.grant(ledger.wallet(name), amount if kind == "deposit" else -amount, kind)
    try:
        desk.house.database.store(Work("", at, entries=entries, doing=[insert(schema.answers).values(row)]))
    except HouseError as error:
        if error.fault == "conflict" and (known := _known(desk, stored, body)):  # asked twice at the same time
            return known
        raise
    return told


def _player(desk: Desk, name: str, kind: Kind) -> None:
    """Refuse whoever has no wallet to be filled; what is in one is paid out even when its owner's account is closed."""
    person = desk.people.person(name)
    with desk.house.database.read() as connection:
        active = connection.scalar(select(schema.people.c.active).where(schema.people.c.name == name))
    if kind == "deposit" and (not active or not any(role == "player" for role, _ in person.grants)):
        why = "plays here" if active else "has an open account"
        raise HouseError(f"nobody called {name!r} {why}", fault="conflict", field="name")


def _known(desk: Desk, key: str, body: str) -> dict[str, Any] | None:
    rows = schema.answers
    with desk.house.database.read() as connection:
        row = connection.execute(select(rows).where(rows.c.table_id == "", rows.c.key == key)).first()
    if row is None:
        return None
    if row.body != body:
        raise HouseError("this key was used for something else", fault="conflict", field="key")
    found: dict[str, Any] = msgspec.json.decode(row.answer)
    return found
