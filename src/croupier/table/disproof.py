"""Irregularities that the sealed record disproves.

Where the house keeps the order, every card is dealt from it at a step that was due and lies sealed until it is turned:
what would have gone wrong with it is in the record, or did not happen. Devices may fail and players may talk all the
same, and real cards are their dealer's word: such reports stand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.table.state import Table

STANDS = frozenset(
    {
        "shuffler-jam",
        "shoe-jam",
        "out-of-order",
        "remove-device",
        "no-roll",
        "dice-fell",
        "information",
        "insufficient",
    }
)
"""What no record of cards can disprove; that cards run short is checked where it is reported."""


def disproved(table: Table, irregularity: str, seat: int = 0) -> str:
    """What the record shows instead of this irregularity; empty where the report may stand."""
    check = _RECORD.get(irregularity)
    if check is None or table.cards != "shuffled":
        return ""
    return check(table, seat)


def _sealed(table: Table, _: int) -> str:
    left = table.pack.size - table.pack.at
    return f"the record shows no such card: the {left} cards left in the order are sealed, and none lies face up"


def _in_turn(table: Table, _: int) -> str:
    return f"the record shows {table.pack.at} cards dealt, each at a step that was due, and none out of turn"


def _counts(table: Table, seat: int) -> str:
    """Each hand against what was to be dealt to it."""
    play = table.play
    if play is None:
        return "no round is being played"
    size = table.rules.game.hand_size
    coming = {due.to for due in table.todo if due.id == "deal"}
    playing = [n for n in play.round.seats if n not in play.out and (not seat or n == seat)]
    held = {n: len(play.dealt.get(f"seats.{n}", ())) for n in playing}
    if any(count > size or (count < size and f"seats.{n}" not in coming) for n, count in held.items()):
        return ""
    counts = ", ".join(f"seat {n} has {count}" for n, count in held.items())
    return f"the record shows every card where it belongs: {counts} of {size} cards" + (
        ", and the others are still to come" if coming else ""
    )


def _dealers(table: Table, _: int) -> str:
    """The dealer's hand against what was to be dealt to it."""
    held = 0 if table.play is None else len(table.play.dealt.get("dealer", ()))
    coming = any(due.id == "deal" and due.to == "dealer" for due in table.todo)
    return f"the record shows {held} cards dealt to the dealer" + (
        ", and the others are still to come" if coming else (", as many as are due")
    )


def _skipped(table: Table, seat: int) -> str:
    return _counts(table, seat) if table.play is not None and seat in table.play.round.seats else ""


def _unseen(table: Table, _: int) -> str:
    shown = sum(table.play.shown.values()) if table.play is not None else 0
    return f"the record shows no card seen before its turn: {shown} were turned over, each when it was due"


def _start(table: Table, _: int) -> str:
    start = table.play.start if table.play is not None else ""
    return f"the record's own dice give {start.replace('seats.', 'seat ')} as the first position" if start else ""


def _house_way(table: Table, _: int) -> str:
    low = table.play.dealer_low if table.play is not None else ""
    return (
        f"the record shows the dealer's hands set by the house way, {low} as the low hand"
        if low
        else ("the dealer's hands are not set yet")
    )


def _whole(table: Table, _: int) -> str:
    return f"the order that was committed to has {table.pack.size} cards, and the device is the house's own"


def _deck(table: Table, _: int) -> str:
    size = len(table.rules.game.deck)
    return f"the deck is the one the table shuffles itself: {size} cards, each as it should be, and none can be marked"


_RECORD: Mapping[str, Callable[[Table, int], str]] = {
    "face-up": _sealed,
    "two-face-up": _sealed,
    "drawn-in-error": _in_turn,
    "wrong-number": _counts,
    "dealer-number": _dealers,
    "skipped": _skipped,
    "exposed": _unseen,
    "dealer-exposed": _unseen,
    "exposed-dealing": _unseen,
    "exposed-player": _unseen,
    "exposed-after": _unseen,
    "all-six-exposed": _unseen,
    "wrong-total": _start,
    "wrong-setting": _house_way,
    "device-count": _whole,
    "bad-deck": _deck,
}
DISPROVABLE = frozenset(_RECORD)
