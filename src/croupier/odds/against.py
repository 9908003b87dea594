"""Facts for five cards against the dealer's five: for every class of player hand, how many dealer hands from the rest
of the deck fall into each category, and how many of the player's own category are lower, equal and higher.

No walk over pairs of hands. The dealer hands that avoid a player's five cards are counted by inclusion and exclusion:
all hands, less those with one of the five, plus those with two, and so on. For every set of up to four cards the worths
of the hands that hold it lie in rising order, so each count is a look-up or a binary search.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Any

import numba
import numpy as np

from croupier.kit.bulk import all_hands, compiled
from croupier.odds.classes import keys_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from croupier.kit.rankings import Ranking

_jit: Any = numba.njit(cache=True, nogil=True)


@dataclass(frozen=True, slots=True)
class Against:
    """One row per class of player hand.

    `hands` is one hand of the class and `weights` how many the class has. `dealer[i, c]` counts the dealer hands of
    category c + 1; `lower` and `equal` count those of the player's own category that rank below and the same.
    `examples` are pairs of hands, player's then dealer's, one for each combination of categories, natural or not, and
    outcome that can occur: `outcomes` lists them as (hand, natural, dealer, versus).
    """

    cards: NDArray[np.uint8]
    hands: NDArray[np.uint8]
    weights: NDArray[np.int64]
    categories: NDArray[np.uint8]
    natural: NDArray[np.bool_]
    dealer: NDArray[np.int32]
    lower: NDArray[np.int32]
    equal: NDArray[np.int32]
    outcomes: NDArray[np.int8]
    examples: NDArray[np.uint8]

    def to_arrays(self) -> dict[str, NDArray[Any]]:
        """The facts as plain arrays, for an archive."""
        return {name: getattr(self, name) for name in self.__slots__}

    @classmethod
    def from_arrays(cls, arrays: Mapping[str, NDArray[Any]]) -> Against:
        """The inverse of `to_arrays`."""
        return cls(**{name: arrays[name] for name in cls.__slots__})

    @property
    def dealer_hands(self) -> int:
        """How many hands the dealer can hold against any one of the player's."""
        return comb(len(self.cards) - 5, 5)


def against(ranking: Ranking, cards: Sequence[int] = range(53)) -> Against:
    """Count. `cards` are the cards in play, all 53 unless a smaller deck is to be proved."""
    held = np.array(list(cards), np.uint8)
    places = all_hands(len(held), 5)
    every = held[places]
    bulk = compiled(ranking)
    worths = bulk.rank(every)
    of_worth = bulk.categories()
    count = len(ranking.categories)
    starts = np.searchsorted(of_worth, np.arange(1, count + 2)).astype(np.int64)
    _, first, weights = np.unique(keys_of(every), return_index=True, return_counts=True)
    dealer, lower, equal = (counts.astype(np.int32) for counts in _count(places, worths, first, starts, len(held)))
    hands, natural = np.ascontiguousarray(every[first]), bulk.is_natural(every[first])
    categories = of_worth[worths[first]].astype(np.uint8)
    outcomes, examples = _examples(every, worths, of_worth, first, categories, natural, dealer, lower, equal)
    return Against(held, hands, weights.astype(np.int64), categories, natural, dealer, lower, equal, outcomes, examples)


def _count(
    places: NDArray[np.uint8],
    worths: NDArray[np.uint16],
    first: NDArray[np.int64],
    starts: NDArray[np.int64],
    deck: int,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    top = int(starts[-1])
    order = np.argsort(worths, kind="stable")
    ones = np.zeros((deck, top + 1), np.int32)
    twos = np.zeros((comb(deck, 2), top + 1), np.int32)
    threes = np.zeros((comb(deck, 3), comb(deck - 3, 2)), np.uint16)
    fours = np.zeros((comb(deck, 4), deck - 4), np.uint16)
    binomials = np.array([[comb(n, k) for k in range(6)] for n in range(deck + 1)], np.int64)
    _spread(places, worths, order, binomials, ones, twos, threes, fours)
    np.cumsum(ones, axis=1, out=ones)
    np.cumsum(twos, axis=1, out=twos)
    none = np.zeros(top + 1, np.int64)
    none[1:] = np.cumsum(np.bincount(worths, minlength=top))
    classes = len(first)
    dealer = np.zeros((classes, len(starts) - 1), np.int64)
    lower, equal = np.zeros(classes, np.int64), np.zeros(classes, np.int64)
    _avoid(places[first], worths[first], starts, binomials, none, ones, twos, threes, fours, dealer, lower, equal)
    return dealer, lower, equal


@_jit
def _spread(places, worths, order, binomials, ones, twos, threes, fours):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Note each hand, in rising order of worth, under every set of one to four of its cards. A count at place w + 1
    is of worth w, so that the running sum at w counts the worths below w."""
    filled3 = np.zeros(len(threes), np.int32)
    filled4 = np.zeros(len(fours), np.int32)
    for n in order:
        hand, worth = places[n], worths[n]
        for i in range(5):
            ones[hand[i], worth + 1] += 1
            for j in range(i):
                pair = binomials[hand[i], 2] + hand[j]
                twos[pair, worth + 1] += 1
                for k in range(j):
                    three = binomials[hand[i], 3] + binomials[hand[j], 2] + hand[k]
                    threes[three, filled3[three]] = worth
                    filled3[three] += 1
                    for m in range(k):
                        four = binomials[hand[i], 4] + binomials[hand[j], 3] + binomials[hand[k], 2] + hand[m]
                        fours[four, filled4[four]] = worth
                        filled4[four] += 1


@_jit
def _below(row, worth):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """How many of a rising row are less than `worth`."""
    low, high = 0, len(row)
    while low < high:
        middle = (low + high) >> 1
        if row[middle] < worth:
            low = middle + 1
        else:
            high = middle
    return low


@_jit
def _avoiding(hand, own, worth, binomials, none, ones, twos, threes, fours):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """How many hands worth less than `worth` hold none of these five cards."""
    total = none[worth]
    for i in range(5):
        total -= ones[hand[i], worth]
        for j in range(i):
            total += twos[binomials[hand[i], 2] + hand[j], worth]
            for k in range(j):
                total -= _below(threes[binomials[hand[i], 3] + binomials[hand[j], 2] + hand[k]], worth)
                for m in range(k):
                    four = binomials[hand[i], 4] + binomials[hand[j], 3] + binomials[hand[k], 2] + hand[m]
                    total += _below(fours[four], worth)
    return total - (1 if own < worth else 0)


@_jit
def _avoid(hands, worths, starts, binomials, none, ones, twos, threes, fours, dealer, lower, equal):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for n in range(len(hands)):
        hand, own = hands[n], np.int64(worths[n])
        before = np.int64(0)
        for c in range(len(starts) - 1):
            upto = _avoiding(hand, own, starts[c + 1], binomials, none, ones, twos, threes, fours)
            dealer[n, c] = upto - before
            if starts[c] <= own < starts[c + 1]:
                below = _avoiding(hand, own, own, binomials, none, ones, twos, threes, fours)
                lower[n] = below - before
                equal[n] = _avoiding(hand, own, own + 1, binomials, none, ones, twos, threes, fours) - below
            before = upto


def _examples(
    every: NDArray[np.uint8],
    worths: NDArray[np.uint16],
    of_worth: NDArray[np.int64],
    first: NDArray[np.int64],
    categories: NDArray[np.uint8],
    natural: NDArray[np.bool_],
    dealer: NDArray[np.int32],
    lower: NDArray[np.int32],
    equal: NDArray[np.int32],
) -> tuple[NDArray[np.int8], NDArray[np.uint8]]:
    """A pair of hands for every outcome that can occur, so that the chapter's own cases can be asked what it pays."""
    of_hand = of_worth[worths]
    groups = {c: np.flatnonzero(of_hand == c) for c in range(1, int(of_worth[-1]) + 1)}
    own = dealer[np.arange(len(first)), categories - 1]
    outcomes: list[tuple[int, int, int, int]] = []
    pairs: list[NDArray[np.uint8]] = []
    for c, fair, d in ((c, f, d) for c in groups for f in (False, True) for d in groups):
        mine = np.flatnonzero((categories == c) & (natural == fair))
        signs = (-1, 0, 1) if c == d else ((c > d) - (c < d),)
        for sign in signs:
            counts = dealer[mine, d - 1]
            if c == d:
                counts = {1: lower[mine], 0: equal[mine], -1: own[mine] - lower[mine] - equal[mine]}[sign]
            able = mine[counts > 0]
            if len(able):
                n = first[able[0]]
                other = _opponent(every, worths, int(n), groups[d], sign)
                outcomes.append((c, int(fair), d, sign))
                pairs.append(np.stack([every[n], every[other]]))
    return np.array(outcomes, np.int8), np.array(pairs, np.uint8)


def _opponent(
    every: NDArray[np.uint8], worths: NDArray[np.uint16], mine: int, group: NDArray[np.int64], sign: int
) -> int:
    """Some hand of the group that shares no card with mine and compares with it so; a few are tried before all."""
    few = group[:: max(1, len(group) // 5_000)]
    for among in (few if sign else np.flatnonzero(worths == worths[mine]), group):
        apart = ~np.isin(every[among], every[mine]).any(axis=1)
        relation = np.sign(np.int64(worths[mine]) - worths[among].astype(np.int64))
        found = among[apart & (relation == sign)]
        if len(found):
            return int(found[0])
    raise LookupError("no such pair of hands")
