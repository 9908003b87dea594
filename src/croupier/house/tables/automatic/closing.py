"""How a table closes: wagers go back, everyone gets up with their chips, and the order ends it; all in one piece."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.table import Actor, CashOut, Direct, Leave, TakeBack, step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Executable

    from croupier.house.journal.events import HouseEvent
    from croupier.house.tables.keeping.pending_writes import Step
    from croupier.table import Table
    from croupier.table.commands import Command


@dataclass(frozen=True, slots=True)
class LastSteps:
    """An order to close after the round: who gave it, what is stored with the closing, and what is said of it."""

    actor: Actor
    claims: Sequence[Executable] = ()
    said: Sequence[HouseEvent] = ()


def closing(table: Table, actor: Actor, at: int) -> list[Step]:
    """The steps that close a table between rounds; refused while cards that were played are not opened."""
    commands: list[Command] = [Leave(seat=seat) for seat in sorted(table.seats)]
    chips = [name for name, cents in table.accounts.items() if name.startswith("player:") and cents > 0]
    owed = [table.seats[seat] for seat, wagers in table.layout.items() if wagers]
    names = dict.fromkeys([*(name.removeprefix("player:") for name in chips), *owed])
    commands += [CashOut(player=name) for name in names]
    return _each([*commands, Direct(order="close")], table, actor, at)


def reshuffling(table: Table, actor: Actor, at: int) -> list[Step]:
    """The wagers go back and the cards are ordered reshuffled, so that their order is opened and the table closes.

    Cards that lie spread on an idle table are not reshuffled: they are changed, which opens their order too.
    """
    back: list[Command] = []
    for seat, wagers in sorted(table.layout.items()):
        ante = table.rules.game.ante
        back += [TakeBack(seat=seat, wager=wager) for wager in ([ante] if ante in wagers else wagers)]
    return _each([*back, Direct(order="change-cards" if table.idle else "reshuffle")], table, actor, at)


def _each(commands: list[Command], table: Table, actor: Actor, at: int) -> list[Step]:
    steps: list[Step] = []
    for command in commands:
        steps.append(step(table, command, actor, at))
        table = steps[-1][1]
    return steps
