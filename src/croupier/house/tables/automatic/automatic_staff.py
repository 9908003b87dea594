"""What the staff of an automatic table does by itself, and what the automatic floor does about what it cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import CroupierError, HouseError
from croupier.table import Perform, step
from croupier.table import events as e
from croupier.table.automatic import FILL, FLOORPERSON, lifting

if TYPE_CHECKING:
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.house.tables.keeping.pending_writes import Step
    from croupier.table import Table
    from croupier.table.commands import Command

WATCHED_STEPS = {"deal": 0.25, "turn": 2.0, "reveal": 1.0, "settle": 1.0, "shake": 2.0}
"""Steps that people watch, and what share of its pace a table takes for each: cards are dealt quickly."""
STEPS_AT_A_TIME = 64
"""Steps of the staff that are stored in one piece at most."""
LEAST_FILL = 1_000_000
"""Cents that the automatic floor brings at least: each fill is a record, and a table that opened with one cent would
need one for every cent that is paid."""
EQUIPMENT = "equipment."
"""How the fields of refusals begin that are about a piece of the register."""


class AutomaticStaff:
    """The staff of a table. `held` is the refusal that a person on the floor has to lift."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self.held: CroupierError | None = None

    def steps(self, table: Table) -> tuple[list[Step], float]:
        """What the staff does now, and what share of the pace people want to see the last of it for."""
        keeper = self.keeper
        steps: list[Step] = []
        remedied, at = "", max(keeper.clock(), table.clock)
        while len(steps) < STEPS_AT_A_TIME and (answer := keeper.staff.answer(table)) is not None:
            command, actor = answer
            if actor is not keeper.staff.dealer and self.is_person:
                break
            try:
                done = step(table, command, actor, at)
                remedied, self.held = "", None
            except CroupierError as error:
                if str(error) == remedied:  # it did not help; a fill may have to be brought more than once
                    raise HouseError(f"the staff could not {command}: {error}") from None
                if self.waits_for_people(error):
                    self.held = error
                    break
                remedied = str(error)
                done = step(table, self.remedy(error.field, str(error)), FLOORPERSON, at)
            steps.append(done)
            table = done[1]
            if isinstance(done[0][-1], e.RoundClosed):  # the next shuffle waits until everyone has seen this round
                return steps, bool(keeper.settings.pace)
            if (
                keeper.settings.pace
                and isinstance(command, Perform)
                and command.step in WATCHED_STEPS
                and not _goes_round(table)
            ):
                return steps, WATCHED_STEPS[command.step]
        return steps, 0.0

    def floor_steps(self, table: Table) -> list[Step]:
        """What is for the floor alone, where nobody else is the floor: at a school."""
        due, keeper = table.due, self.keeper
        if due is None or "dealer" in due.by or "floorperson" not in due.by:
            return []
        answer = keeper.staff.answer(table)
        try:
            return [] if answer is None else [step(table, *answer, keeper.now())]
        except CroupierError:  # it waits, and is not tried until something happens
            return []

    @property
    def is_person(self) -> bool:
        """Whether a person is the floor here."""
        return self.keeper.settings.floor == "person"

    def waits_for_people(self, error: CroupierError) -> bool:
        """Whether the table waits for a refusal to be lifted: by the person who is the floor, and where a piece of the
        register is missing by whoever brings one, for the automatic floor has none."""
        return error.field.startswith(EQUIPMENT) or (self.is_person and lifting(error.field) is not None)

    def remedy(self, field: str, refused: str) -> Command:
        """What the floorperson does about a refusal that only the floor can lift."""
        order = lifting(field, max(self.keeper.settings.inventory or FILL, LEAST_FILL))
        if order is None:
            raise HouseError(f"the staff is at a loss: {refused}") from None
        return order


def _goes_round(table: Table) -> bool:
    """Whether cards are dealt one by one and this time around the table is not over: the first card of each hand is
    watched by itself, the others a round at a time, so that hands of seven come no slower than hands of five."""
    due, play = table.due, table.play
    if due is None or play is None or due.id != "deal" or due.to not in play.dealt:
        return False
    return sum(one.id == "deal" for one in table.todo) % len(play.dealt) != 0
