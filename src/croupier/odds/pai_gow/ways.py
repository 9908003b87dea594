"""House ways in bulk: a declared list of rules applied to every class of a pai gow table at once.

The words of a rule are those of `croupier.kit.house_rules`, asked about all classes together; the table already holds
every legal setting, so that a rule has only to say which classes it fits and which low hand it wants.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import numpy as np

from croupier.kit import house_rules
from croupier.kit.bulk import JOKER
from croupier.kit.house_rules import COMPLETE, FRONTS, Rule, Shape, kept_category
from croupier.odds.pai_gow.hands import LOWS, low_hand

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from croupier.kit.house_rules import Fronts, Low
    from croupier.kit.rankings import Ranking
    from croupier.odds.pai_gow.settings import SettingTable

    Flags = NDArray[np.bool_]
    Numbers = NDArray[np.int64]

__all__ = ["HANDS", "NONE", "Found", "Rule", "Shapes", "front_of", "picks", "shapes_of"]

HANDS = tuple(house_rules.HANDS)
NONE = -1


class Way(Protocol):
    """A list of rules."""

    @property
    def rules(self) -> Sequence[Rule]:
        """The first that fits decides."""


class Fronted(Protocol):
    """A rule's front, and the fronts for which a category gives way."""

    @property
    def front(self) -> str:
        """What it puts in the low hand."""

    @property
    def yields(self) -> Mapping[str, Fronts]:
        """By category."""


class Shapes(Shape["Numbers"]):
    """Each class as a rule sees it."""

    __slots__ = ()

    @property
    def singles(self) -> Numbers:
        """The ranks held once, a row for each class."""
        return np.column_stack(self.alone)


def _first(held: Flags, count: int) -> Numbers:
    """The highest ranks held, highest first, as columns."""
    left = np.where(held, np.arange(2, 15), 0)
    return np.sort(left, axis=1)[:, ::-1][:, :count]


def shapes_of(hands: NDArray[np.uint8]) -> Shapes:
    """Every hand as a rule sees it: which kind it is, its own rank, and what lies beside."""
    ranks = np.where(hands == JOKER, 12, hands >> 2)
    held = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    number = {count: (held == count).sum(axis=1) for count in range(1, 6)}
    kinds = {
        "five-aces": (number[5] > 0, 5),
        "four-of-a-kind": (number[4] > 0, 4),
        "two-sets": (number[3] == 2, 3),
        "full-house": ((number[3] > 0) & (number[2] > 0), 3),
        "set": (number[3] > 0, 3),
        "three-pairs": (number[2] == 3, 2),
        "two-pairs": (number[2] == 2, 2),
        "pair": (number[2] == 1, 2),
        "no-pair": (number[1] == 7, 1),
    }
    when = [fits for fits, _ in kinds.values()]
    hand = np.select(when, [HANDS.index(kind) for kind in kinds])
    rank = np.select(when, [_first(held == count, 1)[:, 0] for _, count in kinds.values()])
    beside = _first((held >= 2) & (np.arange(2, 15) != rank[:, None]), 1)[:, 0]
    paired = _first(held == 2, 3)
    lowest = paired[np.arange(len(hands)), np.maximum(number[2] - 1, 0)]
    return Shapes(hand, rank, beside, number[2], paired[:, 0], lowest, list(_first(held == 1, 7).T))


class Found:
    """The settings of every class by low hand, then high hand, and the best that leave a complete hand behind.

    A setting is `low << 16 | high`, or -1 for none.
    """

    def __init__(self, table: SettingTable, ranking: Ranking) -> None:
        self.table = table
        self.owner = np.repeat(np.arange(len(table.hands)), np.diff(table.starts))
        self.codes = table.lows.astype(np.int64) << 16 | table.highs
        whole = self.owner << 32 | self.codes
        self.order = np.argsort(whole)
        self.sorted = whole[self.order]
        names = ranking.names()
        category = np.array([names[hand.category] for hand in table.worths])
        self.by_category = [self._best((category == name)[table.highs]) for name in COMPLETE]
        self._is_complete = np.isin(category, COMPLETE)[table.highs]
        self.complete = np.maximum.reduce(self.by_category)

    def _best(self, among: Flags) -> Numbers:
        return np.maximum.reduceat(np.where(among, self.codes, NONE), self.table.starts[:-1])

    def complete_with_low(self, low: Numbers) -> Numbers:
        """The best setting of each class with this low hand and a complete hand behind."""
        return self._best(self._is_complete & (self.table.lows == low[self.owner]))

    def with_low(self, classes: Numbers, low: Numbers) -> Numbers:
        """The best setting of some classes with these low hands."""
        place = np.maximum(np.searchsorted(self.sorted, classes << 32 | (low + 1) << 16) - 1, 0)
        fits = (self.sorted[place] >> 16 == (classes << 16 | low)) & (low >= 0)
        return np.where(fits, self.sorted[place] & 0xFFFFFFFF, NONE)

    def places(self, settings: Numbers) -> Numbers:
        """Where the chosen setting of each class stands in the table."""
        wanted = np.arange(len(settings)) << 32 | settings
        place: Numbers = self.order[np.searchsorted(self.sorted, wanted)]
        return place


_LOW = np.array([[NONE if 0 in {a, b} else low_hand(a - 2, b - 2) for b in range(15)] for a in range(15)])
_CARDS: dict[int, Low | None] = {NONE: None} | {
    low_hand(a - 2, b - 2): (int(a == b), a, b) for a in range(2, 15) for b in range(2, a + 1)
}
assert len(_CARDS) == LOWS + 1


def _best_category(rule: Fronted, found: Found, at: Numbers) -> Numbers:
    """Asked once for each combination of fronts that the best settings of the categories have."""
    best = np.stack([settings[at] for settings in found.by_category])
    lows = np.where(best >= 0, best >> 16, NONE)
    together = np.ravel_multi_index(tuple(lows + 1), (LOWS + 1,) * len(COMPLETE))
    _, first, which = np.unique(together, return_index=True, return_inverse=True)
    kept = [kept_category(rule.yields, [_CARDS[low] for low in lows[:, place].tolist()]) for place in first]
    category = np.array([NONE if each is None else each for each in kept], np.int64)[which]
    return np.where(category >= 0, best[category, np.arange(len(at))], NONE)


def front_of(rule: Fronted, seen: Shapes, found: Found, at: Numbers) -> Numbers:
    """What a rule makes of some classes."""
    if rule.front in FRONTS:
        first, second = FRONTS[rule.front](seen)
        return found.with_low(at, _LOW[first[at], second[at]])
    whole: Numbers = found.complete[at]
    if rule.front == "best-category":
        return _best_category(rule, found, at)
    if rule.front == "two-of-it-or-best-complete":
        split = found.complete_with_low(_LOW[seen.rank, seen.rank])[at]
        return np.where(split >= 0, split, whole)
    return whole


def picks(table: SettingTable, ranking: Ranking, way: Way) -> Numbers:
    """The setting of each class that a declared house way chooses, as a place among the table's settings."""
    seen = shapes_of(table.hands)
    found = Found(table, ranking)
    chosen = np.full(len(table.hands), NONE)
    for rule in way.rules:
        fits = (seen.hand == HANDS.index(rule.hand)) & (chosen == NONE) & rule.fits(seen)
        if rule.complete is not None:
            fits &= (found.complete >= 0) == rule.complete
        at = np.flatnonzero(fits)
        made = front_of(rule, seen, found, at)
        if rule.beats_complete:
            made = np.where(made >> 16 > found.complete[at] >> 16, made, NONE)
        chosen[at] = made
    if (chosen == NONE).any():
        raise ValueError("the house way has no setting for some hands")
    return found.places(chosen)
