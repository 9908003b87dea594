"""The floor at a glance: every table in a row, what waits for the floorperson, one table in full, who is at work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import asdict, replace
from sqlalchemy import func, select

from croupier.house.cloth.felt import chapter, exact, label, limits, real_cards, signed, status
from croupier.house.desk.floor_orders import orders
from croupier.house.desk.floor_reports import irregularities
from croupier.house.desk.payloads import FloorFigure, LabelText, RequestsView
from croupier.house.desk.payout_validation import for_floor
from croupier.house.desk.requests.claims import open_claims
from croupier.house.people.permissions import ROLES_OF_PAGE, may
from croupier.house.people.presence import in_order
from croupier.house.screens.floor import payloads
from croupier.house.screens.floor.alarms import Alarm, alarms
from croupier.house.screens.floor.next_steps import floor_steps, owed_steps
from croupier.house.storage import schema
from croupier.kit.money import printed

if TYPE_CHECKING:
    from croupier.house.desk.desk import Desk
    from croupier.house.desk.payloads import RequestLine
    from croupier.house.people.roles import Person
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.table import Table

LOW = 5
"""An inventory below this part of what the table opened with is low."""

DAY = 86_400_000

STATES = {
    "opening": "Opening",
    "shuffling": "Shuffling",
    "betting": "Betting",
    "starting": "Starting",
    "dealing": "Dealing",
    "deciding": "Deciding",
    "settling": "Settling",
    "closed": "Closed",
}


def glance(
    desk: Desk, person: Person, chosen: str = "", requests_view: RequestsView | None = None
) -> payloads.FloorView:
    """All that the floor's page shows; cut to the tables where this person is the floor. `asked` are the requests."""
    now = desk.house.clock()

    def rows_of(keeper: Keeper) -> tuple[Keeper, payloads.FloorTable, list[payloads.FloorStep]] | None:
        shown = keeper.table.open or keeper.table.clock > now - DAY // 2
        if keeper.settings.school or not shown or not may(person.roles(keeper.id), "floor"):
            return None
        return keeper, _row(keeper, now), [*floor_steps(keeper, person), *owed_steps(keeper, person)]

    every = [one for one in desk.house.keeping.each(rows_of) if one is not None]
    picked = next((keeper for keeper, _, _ in every if keeper.id == chosen), None)
    tables = [row for _, row, _ in every]
    steps = [step for _, _, steps in every for step in steps]
    requests = requests_view if requests_view is not None else desk.requests.of(person)
    return payloads.FloorView(
        tables=tables,
        set_aside=[
            aside.told() for aside in desk.house.keeping.set_aside if may(person.roles(aside.table), "set-aside")
        ],
        steps=steps,
        requests=requests,
        figures=_figures(tables, steps, requests.waiting),
        at_work=[payloads.AtWorkHere(**asdict(one), here=_name(desk, one.table)) for one in desk.presence.at_work()],
        opens=may(person.roles(), "open-table"),
        chosen=_full(picked, person, now) if picked is not None else None,
    )


def join_floors(here: payloads.FloorView, others: list[payloads.FloorView]) -> payloads.FloorView:
    """The floor of several processes; of a request and of a table speaks the one that keeps the table."""
    if not others:
        return here
    every = [here, *others]
    tables = sorted({row.id: row for view in every for row in view.tables}.values(), key=lambda row: row.name)
    steps = sorted((step for view in every for step in view.steps), key=lambda step: step.since)
    waiting = {one.id: one for view in others for one in view.requests.waiting if one.game}
    answered = {one.id: one for view in others for one in view.requests.answered if one.game}
    requests = RequestsView(
        waiting=[one if one.game else waiting.get(one.id, one) for one in here.requests.waiting],
        answered=[one if one.game else answered.get(one.id, one) for one in here.requests.answered],
    )
    aside = {one.table: one for view in every for one in view.set_aside}
    at_work = {(one.name, one.page, one.table): one for view in every for one in view.at_work}
    return replace(
        here,
        tables=tables,
        set_aside=list(aside.values()),
        steps=steps,
        requests=requests,
        figures=_figures(tables, steps, requests.waiting),
        at_work=in_order(at_work.values()),
        chosen=next((view.chosen for view in every if view.chosen is not None), None),
    )


def turn(desk: Desk) -> object:
    """The same as long as nothing on the floor has changed but requests."""
    keepers = [(k.id, k.stored, k.broken, k.running.staff.held, k.running.last) for k in desk.house.keepers.values()]
    return desk.house.clock() // 60_000, desk.presence.turn, keepers, list(desk.house.keeping.set_aside)


def _figures(
    tables: list[payloads.FloorTable], steps: list[payloads.FloorStep], waiting: list[RequestLine]
) -> list[FloorFigure]:
    waits = sum(step.may for step in steps) + sum(request.may for request in waiting)
    going = [row for row in tables if row.phase != "closed"]
    over = sum(alarm.over for row in going for alarm in row.alarms)
    soon = sum(not alarm.over for row in going for alarm in row.alarms)
    seats = sum(row.seats for row in going)
    return [
        FloorFigure(words="Waits for you", value=str(waits), note=""),
        FloorFigure(words="Tables open", value=str(len(going)), note=""),
        FloorFigure(words="Seats taken", value=str(sum(row.taken for row in going)), note=f"of {seats}"),
        FloorFigure(words="Alarms", value=str(over), note=f"{soon} soon due" if soon else ""),
    ]


def _name(desk: Desk, table: str) -> str:
    keeper = desk.house.keepers.get(table)
    return keeper.name if keeper is not None else ""


def _row(keeper: Keeper, now: int) -> payloads.FloorTable:
    table, rules = keeper.table, keeper.rules
    return payloads.FloorTable(
        id=keeper.id,
        name=keeper.name,
        game=rules.game.id,
        edition=rules.game.edition,
        title=rules.game.name,
        chapter=chapter(rules),
        status=rules.game.chapter.status,
        status_words=status(rules),
        real_cards=real_cards(table.cards),
        state=_state(keeper),
        phase=table.phase,
        round=table.play.number if table.play is not None else table.rounds,
        seats=rules.game.seats,
        taken=len(table.seats),
        limits=limits(rules),
        due=_due(keeper),
        waits=_waits(keeper),
        dealer=_dealer(keeper),
        alarms=[payloads.AlarmLine(id=a.id, words=a.words, cite=a.cite, over=a.over) for a in _alarms(keeper, now)],
    )


def _state(keeper: Keeper) -> str:
    if keeper.broken is not None:
        return "Stopped"
    if keeper.running.last is not None and keeper.table.open:
        return "Closing"
    return STATES[keeper.table.phase]


def _dealer(keeper: Keeper) -> str:
    if keeper.settings.automatic:
        return "automatic dealer"
    return keeper.table.dealer or "no dealer yet"


def _due(keeper: Keeper) -> payloads.DueWords:
    table = keeper.table
    due = table.due
    if keeper.running.staff.held is not None:
        return payloads.DueWords(
            words=keeper.running.staff.held.message, cite=keeper.running.staff.held.cite or "", by="floorperson"
        )
    if not table.open:
        return payloads.DueWords(words="", cite="", by="")
    if due is None:
        words = "closes before the next round" if keeper.running.closing else "wagers are taken"
        return payloads.DueWords(words=words, cite=str(table.conduct.closed), by="players")
    return payloads.DueWords(words=due.words, cite=due.cite, by=" or ".join(due.by).replace("-", " "))


def _waits(keeper: Keeper) -> bool:
    return keeper.table.open and (for_floor(keeper.table.due) or keeper.running.staff.held is not None)


def _alarms(keeper: Keeper, now: int) -> list[Alarm]:
    if keeper.broken is not None:
        return [Alarm("stopped", "The table is being taken up again from what is stored")]
    return alarms(keeper.table, now, low=keeper.settings.inventory // LOW)


# One table.


def _full(keeper: Keeper, person: Person, now: int) -> payloads.ChosenTable:
    table, rules = keeper.table, keeper.rules
    role = next((role for role in ROLES_OF_PAGE["floor"] if role in person.roles(keeper.id)), "floorperson")
    sits, going = person.name in table.seats.values(), table.open and keeper.broken is None
    offered = []
    for wager in rules.offered():
        limit = rules.limits.get(wager.id)
        if limit is not None:
            offered.append(
                payloads.OfferedLimit(
                    wager=label(rules, wager.id),
                    minimum=printed(limit.minimum),
                    maximum=printed(limit.maximum) if limit.maximum is not None else "none",
                    step=printed(limit.step) if limit.step else "",
                )
            )
    return payloads.ChosenTable(
        **asdict(_row(keeper, now)),
        inventory=exact(table.accounts.get("inventory", 0)),
        drop=exact(table.accounts.get("drop", 0)),
        meters=[
            LabelText(
                label=label(rules, meter.wager) + f" {exact(meter.stake)}",
                text=exact(table.accounts.get(f"meter:{name}", 0)),
            )
            for name, meter in table.meters.items()
        ],
        claims=open_claims(table),
        wagers=offered,
        people=_people(table),
        way=table.way.replace("-", " "),
        floor="a person" if keeper.settings.floor == "person" or not keeper.settings.automatic else "automatic",
        why="You sit at this table: another person is its floor." if sits else "",
        orders=orders(table, role, person.name, now) if going else [],
        irregularities=irregularities(table, role, person.name, now) if going else [],
    )


def _people(table: Table) -> list[payloads.SeatedPerson]:
    seated = []
    held = table.play.players if table.play is not None else {}
    for seat in sorted({*table.seats, *held}):
        name = table.seats.get(seat) or held[seat]
        gone = table.play is not None and seat in table.play.gone
        state = "left" if gone else "kept out" if name in table.barred else "plays" if seat in held else "seated"
        seated.append(
            payloads.SeatedPerson(
                seat=seat, name=name, chips=exact(table.accounts.get(f"player:{name}", 0)), state=state
            )
        )
    return seated


def day(desk: Desk, table: str) -> payloads.FloorDay:
    """What was dropped and won at a table since midnight, Coordinated Universal Time."""
    since = desk.house.clock() // DAY * DAY
    rows, played = schema.postings, schema.played
    with desk.house.database.read() as connection:
        drop = connection.scalar(
            select(func.sum(rows.c.cents)).where(rows.c.account == f"{table}/drop", rows.c.at >= since)
        )
        net, rounds = connection.execute(
            select(func.sum(played.c.net), func.count(played.c.round.distinct())).where(
                played.c.table_id == table, played.c.at >= since
            )
        ).one()
    return payloads.FloorDay(drop=exact(int(drop or 0)), win=signed(-int(net or 0)), rounds=int(rounds))
