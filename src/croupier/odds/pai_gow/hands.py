"""Pai gow hands, folded: the classes of seven cards and the ways to set each of them.

A class is a set of ranks that makes no flush, however its suits fall, or one suit's ranks (five or more of them, a
joker counting) with the ranks of the other cards. All hands of a class have the same settings. Worths are those of
`croupier.kit.bulk`; a low hand is a number too: unequal ranks 0 to 77, then the pairs up to 90, aces. The joker in a
low hand is an ace.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from croupier.kit.bulk import JOKER, compiled
from croupier.kit.hand_forms import ACE
from croupier.kit.kernels import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.kit.rankings import Ranking

CARDS = 7
LOWS = 91
SIDE = 16
SQUARE = 15 * SIDE  # the places for the other cards of a flush class
_FRONTS = np.array(list(combinations(range(CARDS), 2)))
_BACKS = np.array([[card for card in range(CARDS) if card not in front] for front in _FRONTS])


@dataclass(frozen=True, slots=True)
class PaiGowDeck:
    """So many suits (two to four) of some ranks (0 is the deuce, 12 the ace), with or without the joker."""

    ranks: tuple[int, ...] = tuple(range(13))
    suits: int = 4
    joker: bool = True

    @property
    def cards(self) -> int:
        """How many cards there are."""
        return len(self.ranks) * self.suits + self.joker

    @property
    def player_hands(self) -> int:
        """How many hands a player can be dealt beside a dealer's."""
        return comb(self.cards - CARDS, CARDS)

    @property
    def deals(self) -> int:
        """How many ways there are to deal a dealer's and a player's hand."""
        return comb(self.cards, CARDS) * self.player_hands


FULL = PaiGowDeck()


def low_hand(first: int, second: int) -> int:
    """The number of a low hand of two ranks, 0 to 12."""
    high, low = max(first, second), min(first, second)
    return 78 + high if high == low else high * (high - 1) // 2 + low


def low_cards(first: int, second: int) -> int:
    """The number of a low hand of two cards."""
    return low_hand(*(12 if card == JOKER else card >> 2 for card in (first, second)))


@dataclass(frozen=True, slots=True)
class Multisets:
    """Every set of seven ranks: a count per rank, then the joker's, with the number of hands that show it.

    They are listed by what they hold of the lower ranks and the joker (`left`), then by what they hold of the upper
    ranks (`right`, by size), so that a product over ranks is one number of the left times one of the right.
    """

    counts: NDArray[np.int8]
    hands: NDArray[np.int64]
    left: NDArray[np.int8]
    right: NDArray[np.int8]
    right_starts: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Flushes:
    """Every class with a flush: the suit's ranks as a mask, the others' place in the square, and its multiset."""

    suited: NDArray[np.int64]
    joker: NDArray[np.int64]
    others: NDArray[np.int64]
    other_counts: NDArray[np.int8]
    multiset: NDArray[np.int64]
    hands: NDArray[np.int64]


def _counts(ranks: int, suits: int) -> NDArray[np.int8]:
    """Every count per rank up to seven cards in all."""
    grid = np.indices((suits + 1,) * ranks).reshape(ranks, -1).T if ranks else np.zeros((1, 0), np.int64)
    found: NDArray[np.int8] = grid[grid.sum(axis=1) <= CARDS].astype(np.int8)
    return found


def _ways(counts: NDArray[np.int8], of: int) -> NDArray[np.int64]:
    """In how many ways each row of counts can be drawn from `of` cards of every rank."""
    ways: NDArray[np.int64] = np.array([comb(of, count) for count in range(CARDS + 1)])[counts].prod(axis=1)
    return ways


def multisets(deck: PaiGowDeck) -> Multisets:
    """Every set of seven ranks of a deck."""
    half = (len(deck.ranks) + 1) // 2
    plain = _counts(half, deck.suits)
    left = np.concatenate(
        [np.column_stack([plain, np.full(len(plain), joker, np.int8)]) for joker in range(1 + deck.joker)]
    )
    left = left[left.sum(axis=1) <= CARDS]
    right = _counts(len(deck.ranks) - half, deck.suits)
    size = right.sum(axis=1)
    order = np.argsort(size, kind="stable")
    right, size = right[order], size[order]
    starts = np.searchsorted(size, np.arange(CARDS + 2))
    rows = []
    for row in left:
        need = CARDS - int(row.sum())
        beside = right[starts[need] : starts[need + 1]]
        rows.append(np.column_stack([np.tile(row[:half], (len(beside), 1)), beside, np.full(len(beside), row[half])]))
    counts = np.concatenate(rows).astype(np.int8)
    return Multisets(counts, _ways(counts[:, :-1], deck.suits), left, right, starts)


def _names(counts: NDArray[np.int8]) -> NDArray[np.int64]:
    return counts.astype(np.int64) @ 5 ** np.arange(counts.shape[1], dtype=np.int64)


def flushes(deck: PaiGowDeck, sets: Multisets) -> Flushes:
    """Every class of a deck with five cards of one suit, a joker counting."""
    width = len(deck.ranks)
    masks = np.arange(1 << width)
    sizes = (masks[:, None] >> np.arange(width) & 1).sum(axis=1)
    beside: list[list[tuple[int, ...]]] = [
        [()],
        [(a,) for a in range(width)],
        [(a, b) for a in range(width) for b in range(a, width) if a != b or deck.suits > 2],
    ]
    suited, joker, others, counts = [], [], [], []
    for wild in range(1 + deck.joker):
        for size in range(5 - wild, CARDS + 1 - wild):
            for pair in beside[CARDS - wild - size]:
                held = masks[sizes == size]
                row = np.zeros(width + 1, np.int8)
                for rank in pair:
                    row[rank] += 1
                suited.append(held)
                joker.append(np.full(len(held), wild))
                others.append(np.full(len(held), _place(pair, wild)))
                counts.append(np.tile(row, (len(held), 1)))
    suits, jokers, beyond = np.concatenate(suited), np.concatenate(joker), np.concatenate(counts)
    whole = beyond.copy()
    whole[:, :-1] += (suits[:, None] >> np.arange(width) & 1).astype(np.int8)
    whole[:, -1] = jokers
    names = _names(sets.counts)
    order = np.argsort(names)
    found = order[np.searchsorted(names, _names(whole), sorter=order)]
    hands = deck.suits * _ways(beyond, deck.suits - 1)
    return Flushes(suits, jokers, np.concatenate(others), beyond, found, hands)


def _place(others: tuple[int, ...], joker: int) -> int:
    """Two ranks stand above the diagonal, beside a joker below it; one rank in column 13 or 14; a pair, or nothing
    as the pair of 13, in row 13 or 14.
    """
    first, second = (*others, 13, 13)[:2]
    if first == second:
        return (13 + joker) * SIDE + first
    if second == 13:
        return first * SIDE + 13 + joker
    return second * SIDE + first if joker else first * SIDE + second


def loose_hands(deck: PaiGowDeck, sets: Multisets) -> NDArray[np.uint8]:
    """For every multiset a hand without a flush."""
    width = len(deck.ranks)
    places = np.repeat(np.tile(np.arange(width + 1), len(sets.counts)), sets.counts.ravel()).reshape(-1, CARDS)
    ranks = np.array([*deck.ranks, 13])[places]
    return np.where(ranks == 13, JOKER, 4 * ranks + np.arange(CARDS) % deck.suits).astype(np.uint8)


def flush_hands(deck: PaiGowDeck, made: Flushes) -> NDArray[np.uint8]:
    """For every flush class a hand, its flush in the first suit."""
    width = len(deck.ranks)
    bits = made.suited[:, None] >> np.arange(width) & 1
    second, third = made.other_counts[:, :-1] >= 1, made.other_counts[:, :-1] == 2
    held = np.concatenate([bits, second, third, made.joker[:, None]], axis=1).astype(bool)
    ranks = 4 * np.array(deck.ranks)
    cards = np.concatenate([ranks, ranks + 1, ranks + 2, [JOKER]])
    return cards[np.nonzero(held)[1]].reshape(-1, CARDS).astype(np.uint8)


@dataclass(frozen=True, slots=True)
class Settings:
    """The 21 ways to set each hand: what the high hand is worth, the low hand's number, and whether it is legal."""

    high: NDArray[np.uint16]
    low: NDArray[np.uint8]
    legal: NDArray[np.bool_]


class Setter:
    """Sets hands under a ranking."""

    def __init__(self, ranking: Ranking) -> None:
        self.bulk = compiled(ranking)
        self._ranking = ranking

    @cached_property
    def limits(self) -> NDArray[np.uint8]:
        """For every worth the highest low hand that may stand before it; an equal one may."""
        pair = self._ranking["pair"]
        found = []
        for hand in self.bulk.worths:
            if hand.category > pair:
                found.append(LOWS - 1)
            elif hand.category == pair:
                found.append(low_hand(hand.ties[0] - 2, hand.ties[0] - 2))
            else:
                found.append(low_hand(hand.ties[0] - 2, hand.ties[1] - 2))
        return np.array(found, np.uint8)

    @cached_property
    def ace_high(self) -> NDArray[np.bool_]:
        """Whether each worth is an ace high."""
        plain = self._ranking["high-card"]
        return np.array([hand.category == plain and hand.ties[0] == ACE for hand in self.bulk.worths])

    def settings(self, hands: NDArray[np.uint8]) -> Settings:
        """Set every hand in every way."""
        back = np.ascontiguousarray(hands[:, _BACKS].reshape(-1, 5))
        high = self.bulk.rank(back).reshape(-1, len(_FRONTS))
        lows = np.array([[low_cards(4 * a, 4 * b) for b in range(14)] for a in range(14)], np.uint8)
        ranks = hands >> 2
        low = lows[ranks[:, _FRONTS[:, 0]], ranks[:, _FRONTS[:, 1]]]
        return Settings(high, low, low <= self.limits[high])


# What a hand can do ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reach:
    """How far each hand's legal settings reach; high hands are worths plus one, 0 is none.

    `above[low]` is the best high hand behind a low hand above that one; `high` and `low` are the best of each alone.
    """

    above: NDArray[np.uint16]
    high: NDArray[np.uint16]
    low: NDArray[np.uint16]


def reach(ways: Settings) -> Reach:
    """Read the settings of every hand as thresholds."""
    hands = len(ways.high)
    found = Reach(np.zeros((LOWS, hands), np.uint16), np.zeros(hands, np.uint16), np.zeros(hands, np.uint16))
    _reach(ways.high, ways.low, ways.legal, found.above, found.high, found.low)
    return found


@kernel
def _reach(high, low, legal, above, best_high, best_low):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    at = np.zeros(LOWS + 1, np.uint16)
    for i in range(len(high)):
        at[:] = 0
        for way in range(high.shape[1]):
            if legal[i, way]:
                at[low[i, way]] = max(at[low[i, way]], high[i, way] + 1)
                best_low[i] = max(best_low[i], low[i, way])
        best = np.uint16(0)
        for number in range(LOWS - 1, -1, -1):
            above[number, i] = best
            best = max(best, at[number])
        best_high[i] = best


def distinct(ways: Settings) -> tuple[NDArray[np.int64], NDArray[np.uint16], NDArray[np.uint8]]:
    """The distinct legal settings of each hand, in order of the high hand: starts, high hands, low hands."""
    starts = np.zeros(len(ways.high) + 1, np.int64)
    codes = np.empty(int(ways.legal.sum()), np.int64)
    used = _distinct(ways.high, ways.low, ways.legal, starts, codes)
    codes = codes[:used]
    return starts, (codes >> 7).astype(np.uint16), (codes & 127).astype(np.uint8)


@kernel
def _distinct(high, low, legal, starts, codes):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    used = 0
    for i in range(len(high)):
        for way in range(high.shape[1]):
            if not legal[i, way]:
                continue
            code = np.int64(high[i, way]) << 7 | np.int64(low[i, way])
            place = used
            while place > starts[i] and codes[place - 1] > code:
                place -= 1
            if place > starts[i] and codes[place - 1] == code:
                continue
            for later in range(used, place, -1):
                codes[later] = codes[later - 1]
            codes[place] = code
            used += 1
        starts[i + 1] = used
    return used
