"""How often somebody sets a round back before its cards are dealt: by orders that have the cards shuffled, cut or
changed, by reports, and by taking seats from players who have wagered. Sealed cards are wagered on anew then, so that
one person could keep a table from ever dealing.

It moves no card and no money, and the law lets each of these happen; it does not ask that one person does them without
end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import NotAllowed
from croupier.table import events as e

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

MOST = 5
"""Times that one person sets a table back before a round is played."""
WITHIN = 10 * 60_000
"""Milliseconds after which it counts no more: a table at which nobody plays has its cards changed all the same."""
ORDERS = frozenset({"reshuffle", "recut", "change-cards", "change-dice"})
_STEPS = frozenset({"direct-reshuffle", "recut", "change-dice"})
_BY = frozenset({"dealer", "floorperson", "shift-manager", "surveillance"})


class Setbacks:
    """One table's, since its last round; a process that takes it up begins anew."""

    def __init__(self) -> None:
        self._by: dict[str, list[int]] = {}

    @property
    def any(self) -> bool:
        """Whether anybody did."""
        return bool(self._by)

    def hear(self, events: Iterable[e.Event], at: int) -> None:
        """Count what was stored; a round that was played forgets all."""
        for event in events:
            if isinstance(event, e.RoundClosed):
                self._by.clear()
            elif _sets_back(event):
                self._by.setdefault(event.who, []).append(at)

    def check(self, names: Collection[str], at: int) -> None:
        """Refuse to set a round back once more to whoever did so too often, by any account of theirs."""
        times = sum(at - time < WITHIN for name in names for time in self._by.get(name, ()))
        if times >= MOST:
            words = f"you have set this round back {times} times: another person decides, or a round is played first"
            raise NotAllowed(words, field="order")


def _sets_back(event: e.Event) -> bool:
    if event.by not in _BY or not event.who:
        return False
    if isinstance(event, e.Performed):
        return event.step in _STEPS
    return isinstance(event, e.IrregularityFound | e.Left) or (
        isinstance(event, e.PackChanged) and event.what == "changed"
    )
