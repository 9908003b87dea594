"""Features of many rounds at once: a column of small numbers for each, and the numbers of whole tuples."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.errors import LawError
from croupier.game.features import Best, Compare, Count, Leads, Natural, Own, Pattern, Reaches, Standing, Sum, cards_of
from croupier.kit.bulk import FULL, compiled
from croupier.kit.cards import CARDS, JOKER
from croupier.kit.worths import FEW, codes_of, every_hand

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from croupier.game.features import At, OfCards

    Column = NDArray[np.int64]
    Lying = Mapping[At, NDArray[np.uint8]]


@dataclass(frozen=True, slots=True)
class Bench:
    """One set of rounds: what lies where, whether each card is there once (`single`), and what has been ranked."""

    lying: Lying
    single: bool = False
    _ranked: dict[object, Column] = field(default_factory=dict)

    def worths(self, best: Best) -> Column:
        """The codes of the best hands."""
        if best not in self._ranked:
            self._ranked[best] = codes_of(best.ranking, self.lying[best.cards], single=self.single)
        return self._ranked[best]

    @property
    def rounds(self) -> int:
        """How many rounds lie here."""
        return len(next(iter(self.lying.values())))


@cache
def domain(feature: OfCards, cards: int) -> tuple[Any, ...]:
    """All values that a feature of so many cards may have; a column holds places in it."""
    if isinstance(feature, Best):
        return every_hand(feature.ranking)
    if isinstance(feature, Standing):
        return tuple(range(len(feature.best.ranking.categories) + 1))
    if isinstance(feature, Leads):
        return tuple(range(15))
    if isinstance(feature, Reaches | Natural):
        return (False, True)
    if isinstance(feature, Compare):
        return (-1, 0, 1)
    if isinstance(feature, Own):
        return tuple(sorted(feature.domain, key=repr))
    return tuple(_range(feature, cards))


def _range(feature: Sum | Count | Pattern, cards: int) -> range:
    if isinstance(feature, Sum):
        points = [worth for _, worth in feature.points]
        lowest, highest = min(0, *points) * cards, max(points) * cards
        return range(lowest, highest + 1) if feature.modulo is None else range(feature.modulo)
    return range(cards + 1 if isinstance(feature, Count) else len(feature.kinds) + 1)


def column(feature: OfCards, bench: Bench) -> Column:
    """The places of a feature's values in its domain."""
    if isinstance(feature, Best):
        return bench.worths(feature)
    if isinstance(feature, Standing | Leads | Reaches):
        return of_worth(feature)[bench.worths(feature.best)]
    if isinstance(feature, Compare):
        if feature.one.ranking != feature.other.ranking:
            raise LawError(f"hands of {feature.one.ranking.name} and {feature.other.ranking.name} are compared")
        versus: Column = np.sign(bench.worths(feature.one) - bench.worths(feature.other)) + 1
        return versus
    held = bench.lying[feature.cards]
    if isinstance(feature, Sum):
        worth = dict(feature.points)
        points = np.zeros(64, np.int64)  # what is no card counts nothing
        points[: len(CARDS)] = [worth.get(card.rank, 0) for card in CARDS]
        total: Column = points[held].sum(axis=1)
        return total % feature.modulo if feature.modulo else total - domain(feature, held.shape[1])[0]
    if isinstance(feature, Count):
        named = np.zeros(64, np.int64)
        named[: len(CARDS)] = [card in feature.named for card in CARDS]
        count: Column = named[held].sum(axis=1)
        return count
    if isinstance(feature, Pattern):
        able, found = _able(feature, held), np.zeros(len(held), np.int64)
        found[able] = _asked(feature, held[able]) if able.any() else 0
        return found
    if isinstance(feature, Natural) and bench.single and len(held) > FEW and feature.ranking.size in FULL:
        return compiled(feature.ranking).is_natural(np.ascontiguousarray(held)).astype(np.int64)
    return _asked(feature, held)


@cache
def of_worth(feature: OfCards) -> Column:
    """For every worth of the ranking, the place of the value of a feature that looks at nothing else."""
    if isinstance(feature, Best):
        return np.arange(len(every_hand(feature.ranking)))
    assert isinstance(feature, Standing | Leads | Reaches)
    hands = every_hand(feature.best.ranking)
    if isinstance(feature, Standing):
        return np.array([hand.category for hand in hands], np.int64)
    if isinstance(feature, Leads):
        return np.array([feature.lead(hand) for hand in hands], np.int64)
    return np.array([hand >= feature.least for hand in hands], np.int64)


def _able(feature: Pattern, held: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Rows that some kind may fit, by suits and by the ranks it names at all; few of many."""
    suits = np.where(held < JOKER, held & 3, 4)
    one = (suits == suits[:, :1]).all(axis=1)
    found = np.zeros(len(held), np.bool_)
    for kind in feature.kinds:
        named = np.array([card.rank in frozenset().union(*kind.ranks) for card in CARDS])
        fits = named[held].all(axis=1)
        if kind.suit is not None:
            fits &= one & (suits[:, 0] == kind.suit)
        found |= fits if kind.suited is None else fits & (one == kind.suited)
    return found


def _asked(feature: OfCards, held: NDArray[np.uint8]) -> Column:
    """Rows of equal cards asked once."""
    places = {value: place for place, value in enumerate(domain(feature, held.shape[1]))}
    rows, back = np.unique(np.sort(held, axis=1), axis=0, return_inverse=True)
    (at,) = cards_of(feature)
    found = [places[feature.of({at: tuple(CARDS[card] for card in row)})] for row in rows.tolist()]
    return np.array(found, np.int64)[back.reshape(-1)]


ROOM = 1 << 20
"""Tuples that there may be where each has a place in a table."""


@dataclass(slots=True)
class Tuples:
    """The tuples of values that have been met, by number; all features of one list."""

    features: tuple[OfCards, ...]
    sizes: Mapping[At, int]
    met: list[int] = field(default_factory=list)
    _numbers: dict[int, int] = field(default_factory=dict)
    _domains: list[tuple[Any, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._numbers = {code: number for number, code in enumerate(self.met)}
        self._domains = [domain(f, max(self.sizes[at] for at in cards_of(f))) for f in self.features]

    def __len__(self) -> int:
        return len(self.met)

    def numbers(self, bench: Bench) -> Column:
        """The number of each round's tuple."""
        code = np.zeros(bench.rounds, np.int64)
        for feature, values in zip(self.features, self._domains, strict=True):
            code = code * len(values) + column(feature, bench)
        room = prod(map(len, self._domains))
        if room > ROOM:
            found, back = np.unique(code, return_inverse=True)
            return np.array([self._number(each) for each in found.tolist()], np.int64)[back.reshape(-1)]
        table = np.zeros(room, np.int64)
        for each in np.flatnonzero(np.bincount(code, minlength=room)).tolist():
            table[each] = self._number(each)
        return table[code]

    def number_of(self, told: Sequence[Any]) -> int:
        """The number of a tuple."""
        code = 0
        for value, values in zip(told, self._domains, strict=True):
            code = code * len(values) + values.index(value)
        return self._number(code)

    def _number(self, code: int) -> int:
        if code not in self._numbers:
            self._numbers[code] = len(self.met)
            self.met.append(code)
        return self._numbers[code]

    def values(self, number: int) -> tuple[Any, ...]:
        """The tuple of a number."""
        code, told = self.met[number], []
        for values in reversed(self._domains):
            code, place = divmod(code, len(values))
            told.append(values[place])
        return tuple(reversed(told))
