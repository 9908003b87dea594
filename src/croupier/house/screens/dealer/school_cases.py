"""Something goes wrong at a school's table: what may, how it is told, and the remedy by the table's own rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.errors import CroupierError
from croupier.house.desk.dealing import Wrong, made_report
from croupier.house.screens.dealer.irregularities import offered, tried
from croupier.house.screens.dealer.next_step import capital
from croupier.table import Perform, step
from croupier.table.recount import STUB, recorded
from croupier.table.remedies import REMEDIES, remedy

if TYPE_CHECKING:
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.house.tables.keeping.pending_writes import Step
    from croupier.table import Actor, Table

CASES = {
    "wrong-number": "Seat {seat} has {more} cards.",
    "face-up": "The next card in the shoe lies face up.",
    "drawn-in-error": "You have drawn the next card too early; nobody has seen its face.",
    "exposed": "",
    "all-six-exposed": "",
    "exposed-player": "",
    "skipped": "",
    "no-roll": "",
    "dice-fell": "",
    "information": "",
    "wrong-setting": "",
}
"""What may go wrong in a lesson; without words of the school's own the chapter's are told."""
MISDEAL = "misdeal"
_VOID = "; ".join(REMEDIES[word] for word in ("void", "reshuffle"))
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


@dataclass(frozen=True, slots=True)
class Posed:
    """Something that went wrong, and what the learner may say; `right` is one of `options`."""

    id: str
    words: str
    cite: str
    seat: int
    right: str
    options: tuple[str, ...]


def cases(keeper: Keeper) -> list[Posed]:
    """What can go wrong now; nothing is offered as a remedy yet."""
    return [*_posed(keeper), *_misdealt(keeper.table)]


def _posed(keeper: Keeper) -> list[Posed]:
    """Irregularities that can be reported now, as something that happens."""
    table, found = keeper.table, []
    seats = list(table.play.round.seats) if table.play is not None else []
    for one in offered(table):
        if one.id not in CASES:
            continue
        for seat in [*seats[-1:], 0]:
            try:
                tried(keeper, Wrong(one.id, seat=seat))
            except CroupierError:
                continue
            size = min(table.rules.game.hand_size + 1, len(_NUMBERS) - 1)
            words = CASES[one.id].format(seat=seat or 1, more=_NUMBERS[size]) or f"{capital(one.words)}."
            found.append(Posed(one.id, words, str(one.cite), seat, remedy(one), ()))
            break
    return found


def _misdealt(table: Table) -> list[Posed]:
    """A stub that does not add up, where it may be counted."""
    due, stub = table.due, table.conduct.ways[table.way].stub
    if (
        stub is None
        or due is None
        or due.id not in {"count-stub", "stub"}
        or (due.id == "stub" and table.uncounted < 0)
    ):
        return []
    left = table.pack.size - table.pack.at
    words = f"You count {left - 1} cards in the stub where {left} must be left, and the missing one in a player's hand."
    return [Posed(MISDEAL, words, str(stub.wrong), 0, _VOID, ())]


def applied(keeper: Keeper, table: Table, case: Posed, actor: Actor) -> list[Step]:
    """The remedy, by the table's own rules."""
    if case.id != MISDEAL:
        return [made_report(keeper, table, Wrong(case.id, seat=case.seat).report(), actor)]
    left, seat = table.pack.size - table.pack.at, next(iter(table.play.round.seats)) if table.play is not None else 0
    counted = step(table, Perform(step="count-stub", value=left - 1), actor, keeper.now(), staged=True)
    lawful = recorded(counted[1])
    found = {**lawful, STUB: left - 1, f"seats.{seat}": lawful[f"seats.{seat}"] + 1}
    return [counted, step(counted[1], Perform(step="determine", value=found), actor, keeper.now())]
