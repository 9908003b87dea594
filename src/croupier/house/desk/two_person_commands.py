"""Commands that move the house's money or undo a round whose cards were dealt: no person gives one alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import NotAllowed
from croupier.table import Direct, Report
from croupier.table import events as e
from croupier.table.occasions import paragraphs

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

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
REORDERING = frozenset({"reshuffle", "out-of-order", "remove-device"})
"""Remedies that may have cards shuffled which are still to be dealt."""
WAYS_OUT = frozenset({"void", "dead-hand"})
"""Choices by which a player gets out of a hand."""


SIGNED = frozenset({"determine", "choose", "rule-claim"})
"""Steps that undo a hand and are not one person's: another counted, asked or refused before."""


def check_undoing(table: Table, events: Iterable[e.Event]) -> None:
    """Refuse a step of one person by which wagers go back whose cards were dealt: a second one approves a report of
    it."""
    play, due = table.play, table.due
    if play is None or not play.dealt or due is None or due.id in SIGNED:
        return
    if any(isinstance(event, e.Voided | e.Unwound) for event in events):
        raise NotAllowed(f"it would undo the round: report it, and {ASK}", field="value")


def needs_second(table: Table, command: Command) -> str:
    """Why a second person must approve a command; empty where one is enough."""
    if isinstance(command, Direct):
        return ORDERS.get(command.order, "")
    if not isinstance(command, Report) or table.play is None or not table.play.dealt:
        return ""
    for found in paragraphs(table, command):
        if not (UNDOING.isdisjoint(found.remedy) and WAYS_OUT.isdisjoint(found.options)):
            return "cards of this round have been dealt, and the remedy undoes a hand"
        if _reorders(table) and not REORDERING.isdisjoint(found.remedy):
            return "cards of this round have been dealt, and those still to come would be others"
    return ""


def _reorders(table: Table) -> bool:
    """Whether a device that fails now has sealed cards that are still to be dealt shuffled anew: whoever was told both
    orders could choose."""
    coming = any(due.id == "deal" for due in table.todo)
    return table.cards == "shuffled" and coming and (table.way == "continuous-shuffler" or table.phase == "shuffling")
