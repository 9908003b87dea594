"""Reports of irregularities whose remedy undoes a hand: two people are behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from croupier.errors import HouseError, NotAllowed
from croupier.house.desk.authority import check_claim, check_deals, deals
from croupier.house.desk.dealing import reported
from croupier.house.desk.requests.table_kind import TableKind
from croupier.house.people.permissions import role_for
from croupier.table import Actor, Report, step

if TYPE_CHECKING:
    from sqlalchemy import Row

    from croupier.house.desk.requests.approvals import Requests
    from croupier.house.desk.requests.forms import RequestForms
    from croupier.house.desk.requests.kind import Fields
    from croupier.house.people.permissions import HouseRole
    from croupier.house.people.roles import Person
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.house.tables.keeping.pending_writes import Step
    from croupier.kit.payload import Json


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
        role = _reports_as(keeper, requests.desk.people.accounts.person(row.by), report)
        if role is None:
            raise HouseError(f"{row.by} may not report here any more", field="by")
        with requests.desk.recording(person, f"approve request {row.id}"):
            steps = [_reporting(keeper, report, Actor(role, row.by))]  # type: ignore[arg-type]
        await self.commit(requests, row, person, steps)


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
