"""The cage: money that a player brings to the house or takes home, at the hands of a shift manager.

The answer is stored with the entries under the key it was asked by, and says who asked: nothing is done twice, and
everything was done by someone.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import select

from croupier.errors import HouseError
from croupier.house import ledger, schema
from croupier.house.house_events import MoneyPosted
from croupier.house.idempotency import answer_row, known, stored_key
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
    if not 0 < amount <= MOST:
        raise HouseError(f"an amount is 1 to {MOST} cents", fault="conflict", field="amount")
    if name == person.name:
        desk.deny(person, f"{kind}: {name}", "nobody handles their own money at the cage")
    stored, body = stored_key(person.name, "", key), sha256(f"{kind}/{name}/{amount}".encode()).hexdigest()
    if done := known(desk.house.database, stored, body):
        return done
    _player(desk, name, kind)
    at = desk.house.clock()
    told = {"kind": kind, "name": name, "amount": amount, "by": person.name, "at": at}
    entries = ledger.grant(ledger.wallet(name), amount if kind == "deposit" else -amount, kind)
    said = MoneyPosted(by=person.name, entries=ledger.moved(entries), what=kind, key=stored)
    try:
        desk.house.database.store(Work("", at, entries=entries, doing=[answer_row(stored, body, told)], said=[said]))
    except HouseError as error:
        if error.fault == "conflict" and (done := known(desk.house.database, stored, body)):  # at the same time
            return done
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
