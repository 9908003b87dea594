"""Wrong guesses, counted by name and by where they come from.

A stranger's guesses slow down the stranger: after five from one address that address waits, and longer each time, while
the owner's own browser, which has signed in before, has a count of its own. Whether anyone has the name makes no
difference. An attempt is counted before it is looked at, so that many at once are no way around it.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import case, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from croupier.errors import HouseError
from croupier.house.people.sign_in_policy import DAY, HOUR
from croupier.house.storage import schema
from croupier.house.storage.transactions import Transaction

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import ColumnElement, Executable

    from croupier.house.storage.database import Database

FAILURES = 5
"""Wrong guesses from one place after which it waits."""
LOCKED = 60_000
"""Milliseconds of the first wait; each further one is twice as long."""
DOUBLED = 4
"""Times that a wait is doubled: sixteen minutes at most."""
MANY = 100
"""Wrong guesses at one name from everywhere within an hour, after which each strange address has one, not five."""
TOO_MANY = "too many wrong passwords; wait a while"
EVERYWHERE = "*"


class Origin(NamedTuple):
    """Where a guess comes from. `device` is the hash of the browser's cookie."""

    address: str = ""
    device: str = ""


class Guesses:
    """The counts. `kind` is what is guessed: a password, or a code."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self.database = database
        self.clock = clock

    def attempt(self, kind: str, name: str, origin: Origin) -> bool:
        """Count an attempt; False if this place has to wait."""
        at, known = self.clock(), self.knows(name, origin.device)
        everywhere = _id(kind, name, EVERYWHERE)
        rows = schema.guesses
        with self.database.read() as connection:
            wide = connection.execute(select(rows).where(rows.c.id == everywhere)).first()
        wary = not known and wide is not None and wide.failures >= MANY and wide.at > at - HOUR
        if wary and kind != "password":  # whoever guesses codes knows the password: a stranger's device waits
            return False
        mine = _id(kind, name, f"device {origin.device}" if known else f"address {origin.address}")
        doing: list[Executable] = [_outlived(at)]
        if not known:
            doing.append(self._counted(everywhere, name, at, each=0, forget=HOUR))
        claim = self._counted(mine, name, at, each=1 if wary else FAILURES, forget=DAY)
        try:
            self.database.store(Transaction("", at, claims=[claim], doing=doing))
        except HouseError as error:
            if error.fault != "denied":
                raise
            return False
        return True

    def locked_until(self, kind: str, name: str, origin: Origin) -> int:
        """When this place may guess again; 0 if it may now."""
        rows, at = schema.guesses, self.clock()
        known = self.knows(name, origin.device)
        mine = _id(kind, name, f"device {origin.device}" if known else f"address {origin.address}")
        with self.database.read() as connection:
            until = connection.scalar(select(rows.c.locked_until).where(rows.c.id == mine)) or 0
        return until if until > at else 0

    def forgiven(self, kind: str, name: str, origin: Origin) -> list[Executable]:
        """What is done when the guess was right."""
        rows = schema.guesses
        places = (f"device {origin.device}", f"address {origin.address}")
        return [delete(rows).where(rows.c.id.in_([_id(kind, name, place) for place in places]))]

    def forgotten(self, name: str) -> Executable:
        """Every count of a name begins anew."""
        return delete(schema.guesses).where(schema.guesses.c.person == _digest(name))

    def knows(self, name: str, device: str) -> bool:
        """Whether a browser has signed in by this name before."""
        rows = schema.devices
        query = select(rows.c.person).where(rows.c.device == device, rows.c.person == name)
        with self.database.read() as connection:
            return connection.scalar(query) is not None if device else False

    def _counted(self, guess: str, name: str, at: int, *, each: int, forget: int) -> Executable:
        """One more, in one statement: nothing is changed where the place has to wait. With `each` of 0 it never has."""
        rows = schema.guesses
        dialect: Any = sqlite if self.database.is_sqlite else postgresql
        failures: ColumnElement[int] = case((rows.c.at <= at - forget, 1), else_=rows.c.failures + 1)
        first = at + LOCKED if each == 1 else 0
        values = {"id": guess, "person": _digest(name), "failures": 1, "locked_until": first, "at": at}
        until: ColumnElement[int] = rows.c.locked_until
        if each:
            times = failures // each
            waits = [(times == n, at + LOCKED * 2 ** (n - 1)) for n in range(1, DOUBLED + 1)]
            until = case((failures % each == 0, case(*waits, else_=at + LOCKED * 2**DOUBLED)), else_=until)
        counted = (
            dialect.insert(rows)
            .values(values)
            .on_conflict_do_update(
                index_elements=[rows.c.id],
                set_={"failures": failures, "locked_until": until, "at": at},
                where=rows.c.locked_until <= at,
            )
        )
        return counted.execution_options(preserve_rowcount=True)  # type: ignore[no-any-return]


def _outlived(at: int) -> Executable:
    return delete(schema.guesses).where(schema.guesses.c.at < at - DAY, schema.guesses.c.locked_until < at)


def _id(kind: str, name: str, place: str) -> str:
    return _digest(f"{kind}\n{name}\n{place}")


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
