"""Steps of a school's table that are right, taken by the house's own staff where the learner is not asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import asdict

from croupier.errors import CroupierError
from croupier.house.desk.dealing import Pressed, press
from croupier.house.screens.dealer import payloads
from croupier.house.screens.dealer.irregularities import effects
from croupier.table import Actor, Perform, step
from croupier.table.automatic import FILL, FLOORPERSON, lifting
from croupier.table.preparation import overdue

if TYPE_CHECKING:
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.house.tables.keeping.pending_writes import Step
    from croupier.table import Table
    from croupier.table.commands import Command


def readied(keeper: Keeper, table: Table) -> list[Step]:
    """Every step up to the betting, by the house's own staff; nobody is offered the cut. Cards that grew too old
    meanwhile are changed before there are wagers on them."""
    steps: list[Step] = []
    while table.play is None:
        due = table.due
        if due is None:
            if (order := _renewal(keeper, table)) is None:
                return steps
            steps.append(step(table, order, FLOORPERSON, keeper.now()))
            table = steps[-1][1]
            continue
        made = keeper.staff.answer(table)
        if made is None and due.id == "cut":
            made = Perform(step="decline-cut"), keeper.staff.dealer
        if made is None:
            return steps
        try:
            steps.append(step(table, *made, keeper.now()))
        except CroupierError as error:
            steps.append(lifted_by_floor(keeper, table, error))
        table = steps[-1][1]
    return steps


def _renewal(keeper: Keeper, table: Table) -> Command | None:
    """What the floor orders of cards or dice that are too old, while no wagers lie there."""
    if table.phase != "betting" or table.idle or table.layout:
        return None
    return next((lifting(due.id) for due in overdue(table, keeper.now())), None)


def press_right(
    keeper: Keeper, table: Table, pressed: Pressed, actor: Actor, floor: list[payloads.Remedied]
) -> list[Step]:
    """What a step leads to that is right. A school has no floorperson to call: what only the floor can lift is lifted,
    which `floor` hears of, and the step is done if there is still one to do."""
    steps: list[Step] = []
    refusal = ""
    while True:
        try:
            return [*steps, *press(keeper, table, pressed, actor)]
        except CroupierError as error:
            if str(error) == refusal:  # it did not help; a fill may have to be brought more than once
                raise
            refusal = str(error)
            events, after = lifted = lifted_by_floor(keeper, table, error)
            words = f"But {error.refusals[0].message}. The floor sees to it."
            floor.append(payloads.Remedied(**asdict(effects(table, events, after)), words=words, cite=error.cite))
        steps.append(lifted)
        if after.due != table.due:
            return steps
        table = after


def lifted_by_floor(keeper: Keeper, table: Table, error: CroupierError) -> Step:
    """What only the floor can lift, lifted; any other refusal stays one."""
    order = lifting(error.field, keeper.settings.inventory or FILL)
    if order is None:
        raise error
    return step(table, order, FLOORPERSON, keeper.now())
