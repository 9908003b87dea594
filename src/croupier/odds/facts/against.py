"""Facts for five cards against the dealer's five: for every class of player hand, how many dealer hands from the rest
of the deck fall into each category, and how many of the player's own category are lower, equal and higher.

No walk over pairs of hands. The dealer hands that avoid a player's five cards are counted by inclusion and exclusion:
all hands, less those with one of the five, plus those with two, and so on. The dealer's hands are taken up in rising
order of worth, each under every set of up to four of its cards, and the player's ask on the way: before and after the
hands of their own worth, and at the end of every category.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.kit.bulk import all_hands, compiled
from croupier.kit.kernels import kernel
from croupier.odds.facts.classes import fold

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from croupier.kit.rankings import Ranking

    Progress = Callable[[int, int], None]


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


def against(ranking: Ranking, cards: Sequence[int] = range(53), *, progress: Progress | None = None) -> Against:
    """Count. `cards` are the cards in play, all 53 unless a smaller deck is to be proved; the suits in play must have
    the same ranks. `progress` hears how many of the dealer's hands are taken up, and of how many."""
    held = np.array(list(cards), np.uint8)
    places = all_hands(len(held), 5)
    every = held[places]
    bulk = compiled(ranking)
    worths = bulk.rank(every)
    of_worth = bulk.categories()
    starts = np.searchsorted(of_worth, np.arange(1, len(ranking.categories) + 2))
    _, first, weights = fold(every, held)
    dealer, lower, equal = _count(places, worths, first, starts, len(held), progress)
    hands, natural = np.ascontiguousarray(every[first]), bulk.is_natural(every[first])
    categories = of_worth[worths[first]].astype(np.uint8)
    outcomes, examples = _examples(every, worths, of_worth, first, categories, natural, dealer, lower, equal)
    return Against(held, hands, weights, categories, natural, dealer, lower, equal, outcomes, examples)


def _count(
    places: NDArray[np.uint8],
    worths: NDArray[np.uint16],
    first: NDArray[np.int64],
    starts: NDArray[np.int64],
    deck: int,
    progress: Progress | None,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32]]:
    order, ends = _by_worth(worths, int(starts[-1]))
    mine, own = places[first], worths[first].astype(np.int64)
    asking, asked = _by_worth(worths[first], int(starts[-1]))
    ones, twos = np.zeros(deck, np.int32), np.zeros(comb(deck, 2), np.int32)
    threes, fours = np.zeros(comb(deck, 3), np.int16), np.zeros(comb(deck, 4), np.int8)
    choose = np.array([[comb(card, k) for k in range(5)] for card in range(deck)], np.int64)
    dealer = np.zeros((len(first), len(starts) - 1), np.int32)
    below, upto, now = (np.zeros(len(first), np.int32) for _ in range(3))
    for category in range(len(starts) - 1):
        before, (low, high) = now, starts[category : category + 2]
        _take_up(low, high, places, order, ends, mine, asking, asked, choose, ones, twos, threes, fours, below, upto)
        now = np.empty_like(before)
        _ask(asking, mine, ends[high], choose, ones, twos, threes, fours, now)
        now -= own < high
        dealer[:, category] = now - before
        in_it = (low <= own) & (own < high)
        upto[in_it] -= below[in_it] + 1
        below[in_it] -= before[in_it]
        if progress:
            progress(int(ends[high]), len(places))
    return dealer, below, upto


def _by_worth(worths: NDArray[np.uint16], top: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The places of hands in rising order of worth, and where the hands of each worth begin."""
    starts = np.zeros(top + 1, np.int64)
    np.cumsum(np.bincount(worths, minlength=top), out=starts[1:])
    return np.argsort(worths, kind="stable"), starts


@kernel
def _ask(which, hands, total, choose, ones, twos, threes, fours, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """How many of the `total` hands taken up hold none of the five cards; one that is all five still counts."""
    for n in which:
        hand = hands[n]
        found = total
        for i in range(5):
            a = hand[i]
            found -= ones[a]
            for j in range(i):
                b = hand[j]
                found += twos[choose[a, 2] + b]
                for k in range(j):
                    c = hand[k]
                    found -= threes[choose[a, 3] + choose[b, 2] + c]
                    for m in range(k):
                        found += fours[choose[a, 4] + choose[b, 3] + choose[c, 2] + hand[m]]
        out[n] = found


@kernel
def _take_up(  # type: ignore[no-untyped-def]  # noqa: ANN202
    low, high, places, order, ends, mine, asking, asked, choose, ones, twos, threes, fours, below, upto,  # noqa: ANN001
):  # fmt: skip
    """Take up the hands worth `low` to `high`. Of the player's, those of the same worth ask before and after."""
    for worth in range(low, high):
        same = asking[asked[worth] : asked[worth + 1]]
        _ask(same, mine, ends[worth], choose, ones, twos, threes, fours, below)
        for n in order[ends[worth] : ends[worth + 1]]:
            hand = places[n]
            for i in range(5):
                a = hand[i]
                ones[a] += 1
                for j in range(i):
                    b = hand[j]
                    twos[choose[a, 2] + b] += 1
                    for k in range(j):
                        c = hand[k]
                        threes[choose[a, 3] + choose[b, 2] + c] += 1
                        for m in range(k):
                            fours[choose[a, 4] + choose[b, 3] + choose[c, 2] + hand[m]] += 1
        _ask(same, mine, ends[worth + 1], choose, ones, twos, threes, fours, upto)


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
    tried = [group[:: max(1, len(group) // few)] for few in (100, 5_000)]
    for among in (*(tried if sign else [np.flatnonzero(worths == worths[mine])]), group):
        apart = ~np.isin(every[among], every[mine]).any(axis=1)
        relation = np.sign(np.int64(worths[mine]) - worths[among].astype(np.int64))
        found = among[apart & (relation == sign)]
        if len(found):
            return int(found[0])
    raise LookupError("no such pair of hands")
