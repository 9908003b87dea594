"""House ways in bulk: a declared list of rules applied to every class of a pai gow table at once.

The words of a rule mean what they mean to the dealer who sets one hand at a time; the table already holds every legal
setting, so that a rule has only to say which classes it fits and which low hand it wants.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from croupier.kit.bulk import JOKER
from croupier.odds.pai_gow_hands import LOWS, low_hand

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from croupier.kit.rankings import Ranking
    from croupier.odds.pai_gow import SettingTable

    Span = tuple[int, int]
    Flags = NDArray[np.bool_]
    Numbers = NDArray[np.int64]

_COMPLETE = ("royal-flush", "straight-flush", "flush", "straight")
HANDS = (
    "five-aces", "four-of-a-kind", "two-sets", "full-house", "set", "three-pairs", "two-pairs", "pair", "no-pair",
)  # fmt: skip
NONE = -1
_PAIRS = LOWS - 13


class Rule(Protocol):
    """One rule of a list, read."""

    @property
    def hand(self) -> str:
        """The hand it speaks of."""

    @property
    def front(self) -> str:
        """What it puts in the low hand."""

    @property
    def ranges(self) -> Mapping[str, Span]:
        """By "rank", "beside", "single" and "no-single"."""

    @property
    def singles(self) -> tuple[Span, ...]:
        """Where the highest singles lie."""

    @property
    def complete(self) -> bool | None:
        """Whether a complete hand can be left behind."""

    @property
    def beats_complete(self) -> bool:
        """Whether its front must be higher than the best complete setting's."""

    @property
    def pairs(self) -> int | None:
        """How many pairs there are."""

    @property
    def yields(self) -> Mapping[str, tuple[tuple[Span, ...], ...]]:
        """The fronts for which a category gives way."""


class Way(Protocol):
    """A list of rules."""

    @property
    def rules(self) -> Sequence[Rule]:
        """The first that fits decides."""


@dataclass(frozen=True, slots=True)
class Shapes:
    """Each class as a rule sees it; ranks are 2 to 14, 0 for none, and singles and pairs stand highest first."""

    hand: Numbers
    rank: Numbers
    beside: Numbers
    pairs: Numbers
    singles: Numbers
    paired: Numbers


def _first(held: Flags, count: int) -> Numbers:
    """The highest ranks held, highest first, as columns."""
    left = np.where(held, np.arange(2, 15), 0)
    return np.sort(left, axis=1)[:, ::-1][:, :count]


def shapes_of(hands: NDArray[np.uint8]) -> Shapes:
    """Every hand as a rule sees it: which kind it is, its own rank, and what lies beside."""
    ranks = np.where(hands == JOKER, 12, hands >> 2)
    held = (ranks[:, :, None] == np.arange(13)).sum(axis=1)
    number = {count: (held == count).sum(axis=1) for count in range(1, 6)}
    kinds = [
        (number[5] > 0, 5),
        (number[4] > 0, 4),
        (number[3] == 2, 3),
        ((number[3] > 0) & (number[2] > 0), 3),
        (number[3] > 0, 3),
        (number[2] == 3, 2),
        (number[2] == 2, 2),
        (number[2] == 1, 2),
        (number[1] == 7, 1),
    ]
    when = [fits for fits, _ in kinds]
    hand = np.select(when, list(range(len(HANDS))))
    rank = np.select(when, [_first(held == count, 1)[:, 0] for _, count in kinds])
    beside = _first((held >= 2) & (np.arange(2, 15) != rank[:, None]), 1)[:, 0]
    return Shapes(hand, rank, beside, number[2], _first(held == 1, 7), _first(held == 2, 3))


def _inside(ranks: Numbers, span: Span) -> Flags:
    return (ranks >= span[0]) & (ranks <= span[1])


def _fits(rule: Rule, seen: Shapes) -> Flags:
    """Which classes meet the conditions on ranks."""
    fits: Flags = seen.hand == HANDS.index(rule.hand)
    if rule.pairs is not None:
        fits &= seen.pairs == rule.pairs
    for key, span in rule.ranges.items():
        if key == "rank":
            fits &= _inside(seen.rank, span)
        elif key == "beside":
            fits &= _inside(seen.beside, span)
        else:
            fits &= _inside(seen.singles, span).any(axis=1) == (key == "single")
    for place, span in enumerate(rule.singles):
        fits &= _inside(seen.singles[:, place], span)
    return fits


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
        self.by_category = [self._best((category == name)[table.highs]) for name in _COMPLETE]
        self._is_complete = np.isin(category, _COMPLETE)[table.highs]
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
_HIGHER = np.array([0] * 78 + [14] * 13)
_LOWER = _HIGHER.copy()
for _a in range(13):
    for _b in range(_a):
        _HIGHER[low_hand(_a, _b)], _LOWER[low_hand(_a, _b)] = _a + 2, _b + 2


def _wanted(front: str, seen: Shapes, at: Numbers) -> Numbers:
    """The low hand that a named front makes of some classes, -1 where it can't."""
    rank, beside, singles, paired = seen.rank[at], seen.beside[at], seen.singles[at], seen.paired[at]
    lowest = paired[np.arange(len(at)), np.maximum(seen.pairs[at] - 1, 0)]
    first, second = {
        "two-of-it": (rank, rank),
        "pair-beside": (beside, beside),
        "highest-pair": (paired[:, 0], paired[:, 0]),
        "lowest-pair": (lowest, lowest),
        "two-highest-singles": (singles[:, 0], singles[:, 1]),
        "second-and-third": (singles[:, 1], singles[:, 2]),
        "one-of-it-and-highest-single": (rank, singles[:, 0]),
    }[front]
    low: Numbers = _LOW[first, second]
    return low


def _is_front(low: Numbers, front: tuple[Span, ...]) -> Flags:
    """No spans mean a pair; spans bound the front's cards, highest first (a pair is always better)."""
    fits = np.full(len(low), bool(front))
    for ranks, span in zip((_HIGHER, _LOWER), front, strict=False):
        fits &= _inside(ranks[low], span)
    return fits | (low >= _PAIRS)


def _best_category(rule: Rule, found: Found, at: Numbers) -> Numbers:
    royal, straight_flush, flush, straight = (best[at] for best in found.by_category)
    chosen = np.full(len(at), NONE)
    for name, best in zip(reversed(_COMPLETE), (straight, flush, straight_flush, royal), strict=True):
        less_flush = flush if name != "flush" else np.full(len(at), NONE)
        other = np.where(less_flush >> 16 >= straight >> 16, less_flush, straight)
        fronts = rule.yields.get(f"{'royal' if name == 'royal-flush' else name}-yields-to", ())
        better = np.full(len(at), False)
        for front in fronts:
            better |= _is_front(np.maximum(other >> 16, 0), front)
        kept = np.where(better & (other >> 16 > best >> 16) & (other >= 0), other, best)
        chosen = np.where(best >= 0, kept, chosen)
    return chosen


def front_of(rule: Rule, seen: Shapes, found: Found, at: Numbers) -> Numbers:
    """What a rule makes of some classes."""
    if rule.front == "best-complete":
        whole: Numbers = found.complete[at]
        return whole
    if rule.front == "best-category":
        return _best_category(rule, found, at)
    if rule.front == "two-of-it-or-best-complete":
        split = found.complete_with_low(_LOW[seen.rank, seen.rank])[at]
        return np.where(split >= 0, split, found.complete[at])
    return found.with_low(at, _wanted(rule.front, seen, at))


def picks(table: SettingTable, ranking: Ranking, way: Way) -> Numbers:
    """The setting of each class that a declared house way chooses, as a place among the table's settings."""
    seen = shapes_of(table.hands)
    found = Found(table, ranking)
    chosen = np.full(len(table.hands), NONE)
    for rule in way.rules:
        fits = _fits(rule, seen) & (chosen == NONE)
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
