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
from croupier.house.cloth.felt import exact
from croupier.house.desk import payloads
from croupier.house.desk.requests.kind import Fields, Kind, Stored
from croupier.house.journal.events import MoneyPosted
from croupier.house.storage import schema
from croupier.house.storage.idempotency import proper_key
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.money import ledger

if TYPE_CHECKING:
    from sqlalchemy import Row

    from croupier.house.desk.desk import Desk
    from croupier.house.desk.requests.approvals import Requests
    from croupier.house.desk.requests.forms import RequestForms
    from croupier.house.people.roles import Person

MAX_CENTS_AT_ONCE = 10**9
"""Cents at once: ten million dollars."""
What = Literal["deposit", "withdrawal"]


async def move(desk: Desk, person: Person, what: What, name: str, amount: int, key: str) -> payloads.CageMove:
    """Put money into a player's wallet or pay it out, once for each key of whoever asks, or ask a second person."""
    desk.check(person, "cage")
    made = await desk.requests.ask(person, {"kind": what, "name": name, "amount": amount}, proper_key(key))
    words = "A second person must approve; it waits." if made.state == "waiting" else "Done."
    return payloads.CageMove(
        kind=what,
        name=name,
        amount=amount,
        by=person.name,
        at=made.at,
        request=made.id,
        state=made.state,
        words=words,
    )


class Wallet(Kind):
    """A deposit or a withdrawal."""

    fields: ClassVar[frozenset[str]] = frozenset({"amount", "name"})
    asks: ClassVar[str] = "cage"
    limited: ClassVar[bool] = True

    def __init__(self, what: What, words: str) -> None:
        self.what = what
        self._words = words

    async def check(self, requests: Requests, asking: RequestForms, person: Person) -> None:  # noqa: ARG002
        """Refuse an amount or a name that there is not."""
        if not 0 < asking.amount <= MAX_CENTS_AT_ONCE:
            raise HouseError(f"an amount is 1 to {MAX_CENTS_AT_ONCE} cents", fault="conflict", field="amount")
        await asyncio.to_thread(_player, requests.desk, asking.name, self.what)

    def title(self, fields: Fields) -> str:
        """With name and amount."""
        return f"{self.what.capitalize()}, {exact(fields['amount'])}, {fields['name']}"

    def words(self, fields: Fields) -> str:
        """Which way the money goes."""
        return self._words.format(fields["name"])

    async def do_alone(self, requests: Requests, person: Person, fields: Fields, stored: Stored) -> None:
        """Within one person's limit."""
        await asyncio.to_thread(self._post, requests, fields, stored, person.name)

    async def carry_out(self, requests: Requests, row: Row[Any], fields: Fields, person: Person) -> None:
        """With a second person."""
        answer = requests.answer(row, "approved", person.name, "carried out")
        await asyncio.to_thread(_player, requests.desk, fields["name"], self.what)
        await asyncio.to_thread(self._post, requests, fields, answer, row.by, person.name)

    def _post(self, requests: Requests, fields: Fields, stored: Stored, by: str, second: str = "") -> None:
        amount = fields["amount"] if self.what == "deposit" else -fields["amount"]
        entries = ledger.grant(ledger.wallet(fields["name"]), amount, self.what)
        said = MoneyPosted(by=by, second=second, entries=ledger.moved(entries), what=self.what)
        requests.house.database.store(
            Transaction("", requests.house.clock(), entries=entries, claims=stored.claims, said=[said, *stored.said])
        )


def _player(desk: Desk, name: str, what: What) -> None:
    """Refuse whoever has no wallet to be filled; what is in one is paid out even when its owner's account is closed."""
    person = desk.people.accounts.person(name)
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
