"""Claims of the house: what players owe of rounds that were undone, and how two people of the floor end one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from croupier.errors import HouseError
from croupier.house.cloth.felt import exact
from croupier.house.desk import payloads
from croupier.house.desk.requests.forms import reason
from croupier.house.desk.requests.table_kind import TableKind, approver
from croupier.house.journal.events import MoneyPosted
from croupier.house.tables.money import ledger
from croupier.house.tables.money.buy_in_holds import paid
from croupier.table import Actor, Direct, step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Row

    from croupier.house.desk.requests.approvals import Requests
    from croupier.house.desk.requests.forms import RequestForms
    from croupier.house.desk.requests.kind import Fields, Kind
    from croupier.house.people.roles import Person
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.table import Table

_OF = " of round "
COLLECT = "collect-claim"


def named(player: str, number: int) -> str:
    """A claim by whom it is against and the round it is of: ``Fay of round 3``."""
    return f"{player}{_OF}{number}"


def open_claims(table: Table) -> list[payloads.ClaimLine]:
    """The open claims of a table as the floor's page shows them."""
    return [
        payloads.ClaimLine(
            name=named(one.player, one.round),
            player=one.player,
            round=one.round,
            amount=exact(one.amount),
            cite=one.cite,
        )
        for one in table.claims
    ]


class ClaimKind(TableKind):
    """A claim is collected from the player's wallet, or the house bears it; in whole or in part."""

    fields: ClassVar[frozenset[str]] = frozenset({"amount", "claim", "words"})
    asks: ClassVar[str] = "floor"

    def __init__(self, order: str, title: str, words: str) -> None:
        self.order = order
        self._title = title
        self._words = words

    def check_table(self, keeper: Keeper, asking: RequestForms, person: Person) -> None:
        """Refuse a claim that is not open, more than is owed, and no reason."""
        reason(asking)
        command = self._command(asking.claim, asking.amount)
        step(keeper.decided, command, Actor("floorperson", person.name), keeper.now())
        self._check_wallet(keeper, asking.claim, asking.amount)

    def _check_wallet(self, keeper: Keeper, claim: str, amount: int) -> None:
        held = keeper.database.balance(ledger.wallet(_player(claim)))
        if self.order == COLLECT and held < amount:
            raise HouseError(f"{_player(claim)} has {exact(held)} in the wallet", fault="short", field="amount")

    def title(self, fields: Fields) -> str:
        """With the amount and the claim."""
        return f"{self._title}, {exact(fields['amount'])}, {fields['claim']}"

    def words(self, fields: Fields) -> str:
        """Where the money goes, and the reason."""
        return f"{self._words} Reason: {fields['words']}"

    def subjects(self, fields: Fields) -> Sequence[str]:
        """Whoever owes it."""
        return [_player(fields["claim"])]

    async def carry_out(self, requests: Requests, row: Row[Any], fields: Fields, person: Person) -> None:
        """The order, given by whoever approves; what is collected is set aside before."""
        keeper, command = requests.keeper(row), self._command(fields["claim"], fields["amount"])
        self._check_wallet(keeper, fields["claim"], fields["amount"])
        actor = approver(person, row, command)
        done = step(keeper.decided, command, actor, keeper.now())
        if self.order != COLLECT:
            await self.commit(requests, row, person, [done])
            return
        done, entries = await paid(keeper, command, actor)
        said = MoneyPosted(entries=ledger.moved(entries), what="release")
        await self.commit(requests, row, person, [done], [said], entries)

    def _command(self, claim: str, amount: int) -> Direct:
        player, _, number = claim.rpartition(_OF)
        return Direct(order=self.order, player=player, what=number, amount=amount)


def _player(claim: str) -> str:
    return claim.rpartition(_OF)[0]


OF_CLAIMS: dict[str, Kind] = {
    COLLECT: ClaimKind(COLLECT, "Collect a claim", "The amount goes from the player's wallet to the cage."),
    "write-off-claim": ClaimKind(
        "write-off-claim", "Write off a claim", "The house bears the amount, and the player owes it no more."
    ),
}
"""The kinds that end a claim."""
