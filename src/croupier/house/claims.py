"""Claims of the house: what players owe of rounds that were undone, and how two people of the floor end one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from croupier.errors import HouseError
from croupier.house import ledger
from croupier.house.asking import reason
from croupier.house.felt import exact
from croupier.house.request_at_table import TableKind, approver
from croupier.table import Actor, Direct, step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Row

    from croupier.house.asking import Asking
    from croupier.house.keeper import Keeper
    from croupier.house.people import Person
    from croupier.house.request_kind import Kind, Told
    from croupier.house.requests import Requests
    from croupier.table import Table

_OF = " of round "


def named(player: str, number: int) -> str:
    """A claim by whom it is against and the round it is of: ``Fay of round 3``."""
    return f"{player}{_OF}{number}"


def open_claims(table: Table) -> list[dict[str, Any]]:
    """The open claims of a table as the floor's page shows them."""
    return [{"name": named(one.player, one.round), "player": one.player, "round": one.round,
             "amount": exact(one.amount), "cite": one.cite} for one in table.claims]  # fmt: skip


class ClaimKind(TableKind):
    """A claim is collected from the player's wallet, or the house bears it; in whole or in part."""

    fields: ClassVar[frozenset[str]] = frozenset({"amount", "claim", "words"})
    asks: ClassVar[str] = "floor"

    def __init__(self, order: str, title: str, words: str) -> None:
        self.order = order
        self._title = title
        self._words = words

    def check_table(self, keeper: Keeper, asking: Asking, person: Person) -> None:
        """Refuse a claim that is not open, more than is owed, and no reason."""
        reason(asking)
        command = self._command(asking.claim, asking.amount)
        step(keeper.decided, command, Actor("floorperson", person.name), keeper.now())
        self._check_wallet(keeper, asking.claim, asking.amount)

    def _check_wallet(self, keeper: Keeper, claim: str, amount: int) -> None:
        held = keeper.database.balance(ledger.wallet(_player(claim)))
        if self.order == "collect-claim" and held < amount:
            raise HouseError(f"{_player(claim)} has {exact(held)} in the wallet", fault="short", field="amount")

    def title(self, told: Told) -> str:
        """With the amount and the claim."""
        return f"{self._title}, {exact(told['amount'])}, {told['claim']}"

    def words(self, told: Told) -> str:
        """Where the money goes, and the reason."""
        return f"{self._words} Reason: {told['words']}"

    def subjects(self, told: Told) -> Sequence[str]:
        """Whoever owes it."""
        return [_player(told["claim"])]

    async def carry_out(self, requests: Requests, row: Row[Any], told: Told, person: Person) -> None:
        """The order, given by whoever approves."""
        keeper, command = requests.keeper(row), self._command(told["claim"], told["amount"])
        self._check_wallet(keeper, told["claim"], told["amount"])
        steps = [step(keeper.decided, command, approver(person, row, command), keeper.now())]
        await self.commit(requests, row, person, steps)

    def _command(self, claim: str, amount: int) -> Direct:
        player, _, number = claim.rpartition(_OF)
        return Direct(order=self.order, player=player, what=number, amount=amount)


def _player(claim: str) -> str:
    return claim.rpartition(_OF)[0]


OF_CLAIMS: dict[str, Kind] = {
    "collect-claim": ClaimKind("collect-claim", "Collect a claim", "The amount goes from the player's wallet to the "
                               "cage."),
    "write-off-claim": ClaimKind("write-off-claim", "Write off a claim", "The house bears the amount, and the player "
                                 "owes it no more."),
}  # fmt: skip
"""The kinds that end a claim."""
