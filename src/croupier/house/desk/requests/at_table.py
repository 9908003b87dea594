"""Requests of a table: fills, credits, meters, voids, closings, and calls for the floorperson."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from croupier.errors import CroupierError, HouseError, IllegalAction, NotAllowed
from croupier.house.cloth.felt import exact
from croupier.house.desk.authority import APART, check_claim, check_deals, deals, seated
from croupier.house.desk.dealing import reported
from croupier.house.desk.requests.forms import reason
from croupier.house.desk.requests.kind import Fields, Kind
from croupier.house.journal.events import MeterOrdered
from croupier.house.people.permissions import role_for
from croupier.house.tables.automatic.closing import closing
from croupier.table import Actor, Direct, Report, step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Row

    from croupier.house.desk.requests.forms import RequestForms
    from croupier.house.desk.requests.requests import Requests
    from croupier.house.journal.events import HouseEvent
    from croupier.house.people.directory import Person
    from croupier.house.people.permissions import HouseRole
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.house.tables.keeping.pending_writes import Step
    from croupier.house.tables.keeping.table_writer import Entry
    from croupier.kit.payload import Json
    from croupier.table.commands import Command


class TableKind(Kind):
    """What is asked for at one table that is open."""

    at_table: ClassVar[bool] = True

    async def check(self, requests: Requests, asking: RequestForms, person: Person) -> None:
        """Refuse at a table that is closed or a school's, and whoever sits there."""
        keeper = requests.house.keeper(asking.table)
        if not keeper.table.open:
            raise HouseError("the table is closed", field="table")
        if keeper.settings.school:
            raise HouseError(
                "a school has no floorperson; its table is the learner's alone", fault="conflict", field="table"
            )
        if self.needs_second and seated(keeper, person.name):
            requests.desk.deny(person, f"ask for {asking.kind} at {asking.table}", APART)
        self.check_table(keeper, asking, person)

    def check_table(self, keeper: Keeper, asking: RequestForms, person: Person) -> None:
        """Refuse what this table would."""

    def subjects(self, fields: Fields) -> Sequence[str]:  # noqa: ARG002 - of a table, whoever sits there is kept apart
        """Nobody by name."""
        return []

    async def commit(
        self,
        requests: Requests,
        row: Row[Any],
        person: Person,
        steps: Sequence[Step],
        said: Sequence[HouseEvent] = (),
        entries: Sequence[Entry] = (),
    ) -> None:
        """Store what was approved with the answer, and the house's own `entries` of it, all or nothing."""
        keeper = requests.keeper(row)
        answer = requests.answer(row, "approved", person.name, "carried out")
        await keeper.commit(steps, claims=answer.claims, said=[*said, *answer.said], entries=entries)
        keeper.running.wake()


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


class ReportKind(TableKind):
    """An irregularity whose remedy undoes a hand of which cards were dealt."""

    fields: ClassVar[frozenset[str]] = frozenset({"told"})

    def check_table(self, keeper: Keeper, asking: RequestForms, person: Person) -> None:
        """Refuse a report that the table would."""
        report = _report(asking.told)
        role = _reports_as(keeper, person, report)
        if role is None:
            raise NotAllowed("this is not yours to report")
        if role == "dealer":
            check_deals(keeper, person.name)
        _reporting(keeper, report, Actor(role, person.name))  # type: ignore[arg-type]

    def complete(self, requests: Requests, fields: Fields, table: str) -> Fields:
        """With the round in play and whoever plays at the seat: it is about these and no other."""
        report = fields["told"]
        now = _about(requests.house.keeper(table), int(report.get("seat", 0)))
        for name, value in now.items():
            if report.get(name, value) != value:
                raise HouseError(f"a report is of the {name} now: {value or 'nobody'}", field=f"told.{name}")
        return {"told": {**report, **now}}

    def title(self, fields: Fields) -> str:
        """Which irregularity, of whom, in which round."""
        report = fields["told"]
        seat = f", seat {report['seat']} ({report.get('player') or 'nobody'})" if report.get("seat") else ""
        return f"Report: {report['irregularity'].replace('-', ' ')}{seat}, round {report.get('round', 'unknown')}"

    def words(self, fields: Fields) -> str:
        """What it leads to."""
        note = fields["told"].get("note", "")
        return "Cards of this round were dealt, and the remedy undoes a hand." + (f" {note}" if note else "")

    async def carry_out(self, requests: Requests, row: Row[Any], fields: Fields, person: Person) -> None:
        """Reported by whoever asked, in the round it was asked in; the approver is recorded with the request."""
        keeper, report = requests.keeper(row), _report(fields["told"])
        now = _about(keeper, report.seat)
        if now["round"] != fields["told"].get("round"):
            raise HouseError("the round it was about is over", field="round")
        if now["player"] != fields["told"].get("player"):
            raise HouseError("another person plays at the seat it was about", field="seat")
        role = _reports_as(keeper, requests.desk.people.person(row.by), report)
        if role is None:
            raise HouseError(f"{row.by} may not report here any more", field="by")
        with requests.desk.recording(person, f"approve request {row.id}"):
            steps = [_reporting(keeper, report, Actor(role, row.by))]  # type: ignore[arg-type]
        await self.commit(requests, row, person, steps)


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


def approver(person: Person, row: Row[Any], command: Command) -> Actor:
    """Whoever approves, in the role that gives the order."""
    role = role_for(person.roles(row.table_id), command)
    assert role is not None
    return Actor(role, person.name)  # type: ignore[arg-type]


def _reporting(keeper: Keeper, report: Report, actor: Actor) -> Step:
    """What a report leads to, unless the record disproves it."""
    table = keeper.decided
    check_claim(keeper, table, report)
    return step(table, reported(keeper, table, report), actor, keeper.now())


def _reports_as(keeper: Keeper, person: Person, report: Report) -> HouseRole | None:
    """In which role somebody reports: as the dealer, who deals here now or did when it was asked for."""
    held = person.roles(keeper.id)
    able = held if deals(keeper, person.name) else held - {"dealer"}
    return role_for(able, report) or role_for(held, report)


def _about(keeper: Keeper, seat: int) -> Json:
    """The round in play, and whoever plays at a seat."""
    table = keeper.decided
    if table.play is None:
        raise HouseError("the round it was about is over", field="round")
    return {"round": table.play.number, "player": table.play.players.get(seat) or table.seats.get(seat, "")}


def _report(fields: Json) -> Report:
    try:
        return msgspec.convert({name: fields[name] for name in fields if name not in {"round", "player"}}, Report)
    except msgspec.ValidationError as error:
        raise HouseError(f"not a report: {error}", field="told") from None


AT_TABLE: dict[str, Kind] = {
    "fill": Chips("fill", "Chips from the cage to the table's inventory."),
    "credit": Chips("credit", "Chips from the table's inventory back to the cage."),
    "meter": SetMeter(),
    "report": ReportKind(),
    "close": Close(),
    "call": Call(),
}
"""The kinds that are asked for at a table."""
