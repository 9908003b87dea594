"""The cage: money that a player brings to the house or takes home, at the hands of a shift manager.

As far as the house's settings go one shift manager does it alone; more waits for a second person. Either way it is a
request, stored with the entries under the key it was asked by: nothing is done twice, and everything was done by
someone.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from sqlalchemy import select

from croupier.errors import HouseError
from croupier.house import ledger, schema
from croupier.house.felt import exact
from croupier.house.house_events import MoneyPosted
from croupier.house.idempotency import proper_key
from croupier.house.request_kind import Kind, Stored, Told
from croupier.house.work import Work

if TYPE_CHECKING:
    from sqlalchemy import Row

    from croupier.house.asking import Asking
    from croupier.house.desk import Desk
    from croupier.house.people import Person
    from croupier.house.requests import Requests

MOST = 10**9
"""Cents at once: ten million dollars."""
What = Literal["deposit", "withdrawal"]


async def move(desk: Desk, person: Person, what: What, name: str, amount: int, key: str) -> dict[str, Any]:
    """Put money into a player's wallet or pay it out, once for each key of whoever asks, or ask a second person."""
    desk.check(person, "cage")
    made = await desk.requests.ask(person, {"kind": what, "name": name, "amount": amount}, proper_key(key))
    words = "A second person must approve; it waits." if made["state"] == "waiting" else "Done."
    return {"kind": what, "name": name, "amount": amount, "by": person.name, "at": made["at"], "request": made["id"],
            "state": made["state"], "words": words}  # fmt: skip


class Wallet(Kind):
    """A deposit or a withdrawal."""

    fields: ClassVar[frozenset[str]] = frozenset({"amount", "name"})
    asks: ClassVar[str] = "cage"
    limited: ClassVar[bool] = True

    def __init__(self, what: What, words: str) -> None:
        self.what = what
        self._words = words

    async def check(self, requests: Requests, asking: Asking, person: Person) -> None:  # noqa: ARG002
        """Refuse an amount or a name that there is not."""
        if not 0 < asking.amount <= MOST:
            raise HouseError(f"an amount is 1 to {MOST} cents", fault="conflict", field="amount")
        await asyncio.to_thread(_player, requests.desk, asking.name, self.what)

    def title(self, told: Told) -> str:
        """With name and amount."""
        return f"{self.what.capitalize()}, {exact(told['amount'])}, {told['name']}"

    def words(self, told: Told) -> str:
        """Which way the money goes."""
        return self._words.format(told["name"])

    async def do_alone(self, requests: Requests, person: Person, told: Told, stored: Stored) -> None:
        """Within one person's limit."""
        await asyncio.to_thread(self._post, requests, told, stored, person.name)

    async def carry_out(self, requests: Requests, row: Row[Any], told: Told, person: Person) -> None:
        """With a second person."""
        answer = requests.answer(row, "approved", person.name, "carried out")
        await asyncio.to_thread(_player, requests.desk, told["name"], self.what)
        await asyncio.to_thread(self._post, requests, told, answer, row.by, person.name)

    def _post(self, requests: Requests, told: Told, stored: Stored, by: str, second: str = "") -> None:
        amount = told["amount"] if self.what == "deposit" else -told["amount"]
        entries = ledger.grant(ledger.wallet(told["name"]), amount, self.what)
        said = MoneyPosted(by=by, second=second, entries=ledger.moved(entries), what=self.what)
        requests.house.database.store(Work("", requests.house.clock(), entries=entries, claims=stored.claims,
                                           said=[said, *stored.said]))  # fmt: skip


def _player(desk: Desk, name: str, what: What) -> None:
    """Refuse whoever has no wallet to be filled; what is in one is paid out even when its owner's account is closed."""
    person = desk.people.person(name)
    with desk.house.database.read() as connection:
        active = connection.scalar(select(schema.people.c.active).where(schema.people.c.name == name))
    if what == "deposit" and (not active or not any(role == "player" for role, _ in person.grants)):
        why = "plays here" if active else "has an open account"
        raise HouseError(f"nobody called {name!r} {why}", fault="conflict", field="name")


AT_CAGE: dict[str, Kind] = {
    "deposit": Wallet("deposit", "Money that {} brought goes into their wallet."),
    "withdrawal": Wallet("withdrawal", "Money is paid out of the wallet of {}."),
}
"""The kinds that are asked for at the cage."""
