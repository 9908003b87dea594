"""Requests of a table: fills, credits, meters, voids, closings, and calls for the floorperson."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from croupier.errors import CroupierError, HouseError, IllegalAction
from croupier.house.cloth.felt import exact
from croupier.house.desk.authority import APART, seated
from croupier.house.desk.requests.forms import reason
from croupier.house.desk.requests.reports import ReportKind
from croupier.house.desk.requests.table_kind import TableKind, approver
from croupier.house.journal.events import MeterOrdered
from croupier.house.tables.automatic.closing import closing
from croupier.table import Actor, Direct, step

if TYPE_CHECKING:
    from sqlalchemy import Row

    from croupier.house.desk.requests.approvals import Requests
    from croupier.house.desk.requests.forms import RequestForms
    from croupier.house.desk.requests.kind import Fields, Kind
    from croupier.house.people.roles import Person
    from croupier.house.tables.keeping.keeper import Keeper


class Chips(TableKind):
    """A fill or a credit: chips between the cage and the table's inventory."""

    fields: ClassVar[frozenset[str]] = frozenset({"amount"})
    limited: ClassVar[bool] = True

    def __init__(self, order: str, words: str) -> None:
        self.order = order
        self._words = words

    def check_table(self, keeper: Keeper, asking: RequestForms, person: Person) -> None:
        """Refuse an amount that the table would."""
        command = Direct(order=self.order, amount=asking.amount)
        step(keeper.decided, command, Actor("floorperson", person.name), keeper.now())

    def title(self, fields: Fields) -> str:
        """With the amount."""
        return f"{self.order.capitalize()}, {exact(fields['amount'])}"

    def words(self, fields: Fields) -> str:  # noqa: ARG002 - the title has the amount
        """Where the chips go."""
        return self._words

    async def carry_out(self, requests: Requests, row: Row[Any], fields: Fields, person: Person) -> None:
        """The order, given by whoever approves."""
        keeper, command = requests.keeper(row), Direct(order=self.order, amount=fields["amount"])
        steps = [step(keeper.decided, command, approver(person, row, command), keeper.now())]
        await self.commit(requests, row, person, steps)


class SetMeter(TableKind):
    """A meter is set to an amount between rounds, at every table that shows it."""

    fields: ClassVar[frozenset[str]] = frozenset({"amount", "meter", "words"})

    def check_table(self, keeper: Keeper, asking: RequestForms, person: Person) -> None:  # noqa: ARG002
        """Refuse a meter that is not there, an amount that it shows, and no reason."""
        reason(asking)
        if asking.meter not in keeper.decided.meters:
            raise IllegalAction(f"this table has no meter {asking.meter!r}", field="meter")
        if asking.amount <= 0:
            raise IllegalAction("a meter shows more than nothing", field="amount")
        if asking.amount == keeper.decided.accounts[f"meter:{asking.meter}"]:
            raise IllegalAction("the meter shows this already", field="amount")

    def title(self, fields: Fields) -> str:
        """With what it will show."""
        return f"Set the meter {fields['meter']} to {exact(fields['amount'])}"

    def words(self, fields: Fields) -> str:
        """The reason, and who bears it."""
        return f"The cage bears the difference, at every table of the link. Reason: {fields['words']}"

    async def carry_out(self, requests: Requests, row: Row[Any], fields: Fields, person: Person) -> None:
        """Fields to every table of the link in one piece; all of them must be between rounds."""
        keeper, account = requests.keeper(row), f"meter:{fields['meter']}"
        for shared in keeper.shared:
            if shared.meter != fields["meter"]:
                continue
            for other in shared.members.values():
                if seated(other, person.name) or seated(other, row.by):
                    requests.desk.deny(person, f"approve request {row.id}", APART)
                if other.decided.play is not None or other.decided.layout:
                    raise HouseError(f"table {other.id} of the link is in a round; approve after it", field="table")
        command = Direct(
            order="set-meter", what=fields["meter"], amount=fields["amount"], second=row.by, note=fields["words"]
        )
        before = keeper.decided.accounts[account]
        steps = [step(keeper.decided, command, approver(person, row, command), keeper.now())]
        said = MeterOrdered(
            by=row.by,
            second=person.name,
            table=keeper.id,
            meter=fields["meter"],
            before=before,
            after=fields["amount"],
            why=fields["words"],
        )
        await self.commit(requests, row, person, steps, [said])


class Close(TableKind):
    """The table ends for good."""

    def title(self, fields: Fields) -> str:  # noqa: ARG002
        """Always the same."""
        return "Close the table"

    def words(self, fields: Fields) -> str:  # noqa: ARG002
        """When, and what becomes of wagers and chips."""
        return "After the round wagers and chips go back to their players and the table ends for good."

    async def carry_out(self, requests: Requests, row: Row[Any], fields: Fields, person: Person) -> None:  # noqa: ARG002
        """Close now, or after the round and a reshuffle of the cards that were played."""
        keeper, actor = requests.keeper(row), approver(person, row, Direct(order="close"))
        if keeper.running.last is not None:
            raise HouseError("the table closes after this round already", field="kind")
        if owed := keeper.decided.claims:
            raise HouseError(
                f"{owed[0].player} owes {exact(owed[0].amount)}: have it collected or written off first",
                fault="conflict",
                field="kind",
            )
        try:
            steps = closing(keeper.decided, actor, keeper.now())
        except CroupierError:
            if not keeper.decided.open:
                raise
            note = "closes after the round, when the cards that were played have been opened"
            await requests.store(requests.answer(row, "closing", actor.name, note))
            requests.end(keeper, row, actor)
            return
        done = requests.answer(row, "approved", actor.name, "the table is closed")
        await keeper.commit(steps, claims=done.claims, said=done.said)
        keeper.running.wake()


class Call(TableKind):
    """The floorperson is called."""

    fields: ClassVar[frozenset[str]] = frozenset({"words"})
    needs_second: ClassVar[bool] = False

    def check_table(self, keeper: Keeper, asking: RequestForms, person: Person) -> None:  # noqa: ARG002
        """Refuse a call without words."""
        if not asking.words.strip():
            raise HouseError("say what the floorperson is needed for", field="words")

    def title(self, fields: Fields) -> str:  # noqa: ARG002
        """Always the same."""
        return "A call for the floorperson"

    def words(self, fields: Fields) -> str:
        """The caller's."""
        return str(fields["words"])

    async def carry_out(self, requests: Requests, row: Row[Any], fields: Fields, person: Person) -> None:  # noqa: ARG002
        """Whoever approves comes."""
        await requests.store(requests.answer(row, "approved", person.name, "on the way"))


AT_TABLE: dict[str, Kind] = {
    "fill": Chips("fill", "Chips from the cage to the table's inventory."),
    "credit": Chips("credit", "Chips from the table's inventory back to the cage."),
    "meter": SetMeter(),
    "report": ReportKind(),
    "close": Close(),
    "call": Call(),
}
"""The kinds that are asked for at a table."""
