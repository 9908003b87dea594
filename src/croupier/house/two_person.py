"""Commands that move the house's money or undo a round whose cards were dealt: no person gives one alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.table import Direct, Report
from croupier.table.occasions import paragraphs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.table import Table
    from croupier.table.commands import Command

ASK = "a second person must approve this: ask for it"

ORDERS: Mapping[str, str] = {
    "fill": "chips come from the cage",
    "credit": "chips go to the cage",
    "close": "the table ends for good",
    "meter": "a meter is money promised to players",
    "set-meter": "a meter is money promised to players",
    "collect-claim": "money goes from a player's wallet to the house",
    "write-off-claim": "the house gives up what a player owes",
}
"""Orders that need a second person, and why."""

UNDOING = frozenset({"void", "void-seat", "forfeit", "return-wager"})
"""Remedies that give wagers back or take them, whatever the cards are worth."""
WAYS_OUT = frozenset({"void", "dead-hand"})
"""Choices by which a player gets out of a hand."""


def needs_second(table: Table, command: Command) -> str:
    """Why a second person must approve a command; empty where one is enough."""
    if isinstance(command, Direct):
        return ORDERS.get(command.order, "")
    if not isinstance(command, Report) or table.play is None or not table.play.dealt:
        return ""
    for found in paragraphs(table, command):
        if not (UNDOING.isdisjoint(found.remedy) and WAYS_OUT.isdisjoint(found.options)):
            return "cards of this round have been dealt, and the remedy undoes a hand"
    return ""
