"""The end of the betting, in one piece: nobody can place half a wager between what goes back and the close."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table import Actor, Perform, TakeBack, step

if TYPE_CHECKING:
    from croupier.house.tables.keeping.pending_writes import Step
    from croupier.table import Table
    from croupier.table.commands import Command

BETTING = "no-more-bets"


def close_betting(table: Table, actor: Actor, at: int) -> list[Step]:
    """Wagers of a seat that lacks a required one go back, and the betting is closed."""
    required = {w.id for w in table.rules.offered() if w.placed == "required"}
    commands: list[Command] = [
        TakeBack(seat=seat, wager=wager)
        for seat, own in sorted(table.layout.items())
        if not required <= set(own)
        for wager in own
    ]
    steps: list[Step] = []
    for command in (*commands, Perform(step=BETTING)):
        if isinstance(command, TakeBack) and command.wager not in table.layout.get(command.seat, {}):
            continue  # it went with the required one
        steps.append(step(table, command, actor, at))
        table = steps[-1][1]
    return steps
