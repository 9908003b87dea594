"""Rankings in bulk: look-up tables compiled from a declared `Ranking`, and kernels that read them.

Every card has a 64-bit key: in the low half a number for its rank such that the sum over a hand names the hand's
ranks and nothing else; above it counts per suit, once with wild cards joining every suit and once by face. One sum
over a hand therefore says which ranks it holds and whether it is suited, and two table look-ups give its worth.
Hands of more than five cards take the best of their five-card hands, worked out once per set of ranks.

Cards are `numpy.uint8` arrays of shape (hands, cards); worths are `uint16`, greater is better, equal is equal.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from croupier.errors import IllegalAction
from croupier.kit.bulk_kernels import count_sevens, list_hands, pack, rank_all, rank_best, rank_joined

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.kit.rankings import Hand, Ranking

    Hands = NDArray[np.uint8]
    Worths = NDArray[np.uint16]

JOKER = 52
_HALF = np.uint64(32)
_PLAIN = np.uint64(48)
_LOW = np.uint64(0xFFFFFFFF)
FULL = {3: 0x5555, 5: 0x3333}  # what to add to a nibble so that a full count sets its high bit
_ROOM = {3: 16, 5: 22, 6: 25, 7: 27}  # bits of a rank's key: enough that sums can be told apart
WIDTH = {3: 6, 5: 9, 6: 11, 7: 13}  # bits of a sum that stay below the row number


@dataclass(frozen=True, slots=True)
class Bulk:
    """A ranking of hands of `cards` cards, compiled. Make one with `compiled`."""

    ranking: Ranking
    cards: int
    worths: tuple[Hand, ...]
    keys: NDArray[np.uint64]
    rows: NDArray[np.int32]
    table: NDArray[np.uint16]
    natural: NDArray[np.uint16]
    flushes: NDArray[np.uint16]

    def rank(self, hands: Hands) -> Worths:
        """What each hand is worth, as an index into `worths`."""
        self._check(hands)
        out = np.empty(len(hands), np.uint16)
        if self.cards == self.ranking.size:
            rank_all(hands, self.keys, self.rows, self.table, *self._suits(), out)
        else:
            rank_best(hands, self.keys, self.rows, self.table, self.flushes, *self._suits(), out)
        return out

    def rank_with(self, hands: Hands, boards: Hands) -> Worths:
        """What each hand of a row is worth with the row's board, the best of all of these cards."""
        if self.cards == self.ranking.size or hands.shape[2] + boards.shape[1] != self.cards:
            raise IllegalAction(f"hands and boards of {self.cards} cards together are ranked so", field="hands")
        out = np.empty(hands.shape[:2], np.uint16)
        rank_joined(hands, boards, self.keys, self.rows, self.table, self.flushes, *self._suits(), out)
        return out

    def is_natural(self, hands: Hands) -> NDArray[np.bool_]:
        """Whether each hand is natural (see `Ranking.is_natural`); for hands of the ranking's own size."""
        if self.cards != self.ranking.size:
            raise IllegalAction(f"hands of {self.ranking.size} cards are natural or not, and not of {self.cards}")
        self._check(hands)
        out = np.empty(len(hands), np.uint16)
        rank_all(hands, self.keys, self.rows, self.natural, *self._suits(), out)
        return out.astype(np.bool_)

    def _check(self, hands: Hands) -> None:
        """Refuse what is not cards of this ranking's: a look-up would answer all the same."""
        if hands.ndim != 2 or hands.shape[1] != self.cards or hands.dtype != np.uint8:
            raise IllegalAction(
                f"an array of uint8 of shape (hands, {self.cards}) is wanted, not {hands.dtype} of {hands.shape}",
                field="hands",
            )
        highest = int(hands.max(initial=0))
        if highest > JOKER:
            raise IllegalAction(f"{highest} is no card: 0 to {JOKER} are", field="hands")
        if highest == JOKER and self.ranking.joker == "none":
            raise IllegalAction(f"{self.ranking.name} ranks no joker", field="hands")

    def categories(self) -> NDArray[np.int64]:
        """The category of each worth, to be indexed by what `rank` returns."""
        return np.array([hand.category for hand in self.worths])

    def counts(self, deck: int) -> NDArray[np.int64]:
        """How many of all the hands from the first `deck` cards have each worth. Seven-card hands only."""
        if self.cards != 7:
            raise ValueError("only seven-card hands are counted without listing them")
        out = np.zeros(len(self.worths), np.int64)
        count_sevens(deck, self.keys, self.rows, self.table, self.flushes, *self._suits(), out)
        return out

    def _suits(self) -> tuple[np.uint64, np.int64]:
        size = self.ranking.size
        return np.uint64(FULL[size]), np.int64(WIDTH[self.cards])


def all_hands(deck: int, cards: int) -> Hands:
    """Every hand of so many cards from the first `deck` cards, in lexicographic order."""
    out = np.empty((comb(deck, cards), cards), np.uint8)
    if len(out):
        list_hands(deck, out)
    return out


def compiled(ranking: Ranking, cards: int | None = None) -> Bulk:
    """Compile a ranking; for `cards` above its size, hands are the best of their cards."""
    cards = ranking.size if cards is None else cards
    joker = ranking.joker != "none"
    two_suits = 2 * (ranking.size - joker) <= cards - joker  # then two suits could make a flush, and one is looked at
    if cards not in WIDTH or ranking.size not in FULL or cards < ranking.size or two_suits:
        raise IllegalAction(f"{ranking.name}, of {ranking.size} cards, is not compiled for hands of {cards}")
    key = (ranking, cards)
    if key not in _MADE:
        _MADE[key] = _compile(ranking) if cards == ranking.size else _widen(ranking, cards)
    return _MADE[key]


_MADE: dict[tuple[Ranking, int], Bulk] = {}


# Compiling -----------------------------------------------------------------------------------------------------


@cache
def rank_sets(cards: int) -> NDArray[np.uint8]:
    """Every set of ranks a hand can show: 0 to 12, at most four of each, and 13, at most one joker."""
    made = [
        ranks
        for ranks in combinations_with_replacement(range(14), cards)
        if ranks[-2:] != (13, 13) and all(ranks[i] != ranks[i + 4] for i in range(cards - 4))
    ]
    return np.array(made, np.uint8)


@cache
def rank_hash(cards: int) -> tuple[NDArray[np.uint64], NDArray[np.int32], int, NDArray[np.int32]]:
    """A number per rank whose sums differ, rows that pack the sums, the packed size, and each set's place."""
    ranks = rank_sets(cards)
    rng = np.random.default_rng(cards)
    while True:
        numbers = rng.integers(1, 1 << _ROOM[cards], 14, np.uint64)
        sums = numbers[ranks].sum(axis=1)
        if len(np.unique(sums)) == len(sums):
            break
    width = WIDTH[cards]
    order = np.argsort(sums)
    rows = np.zeros(int(sums.max() >> np.uint64(width)) + 1, np.int32)
    taken = np.zeros(len(sums) * 16 + (1 << width), np.uint8)
    size = pack(sums[order].astype(np.int64), width, rows, taken)
    places = rows[(sums >> np.uint64(width)).astype(np.int64)] + (sums & np.uint64((1 << width) - 1)).astype(np.int32)
    assert len(np.unique(places)) == len(places)
    return numbers, rows, size, places.astype(np.int32)


def _keys(ranking: Ranking, numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    keys = np.zeros(53, np.uint64)
    for card in range(53):
        rank = card >> 2
        wild = card == JOKER or rank + 2 in ranking.wild
        joining = 0x1111 if wild else 1 << (4 * (card & 3))
        face = 0 if card == JOKER else 1 << (4 * (card & 3))
        keys[card] = int(numbers[rank]) | joining << 32 | face << 48
    return keys


def _compile(ranking: Ranking) -> Bulk:
    """Ask the declaration about every set of ranks: unsuited, suited with wild cards, suited by face."""
    size = ranking.size
    numbers, rows, room, places = rank_hash(size)
    faces = [[0 if rank == 13 else int(rank) + 2 for rank in ranks] for ranks in rank_sets(size)]
    if ranking.joker == "none":
        dealt = [0 not in ranks for ranks in faces]
        faces = [ranks for ranks, fair in zip(faces, dealt, strict=True) if fair]
        places = places[dealt]
    loose = [ranking.evaluate(ranks, suited=False) for ranks in faces]
    tight = [
        ranking.evaluate(ranks, suited=True) if _can_be_suited(ranking, ranks) else hand
        for ranks, hand in zip(faces, loose, strict=True)
    ]
    plain = ranking.without_wilds()
    worths = tuple(sorted(set(loose) | set(tight)))
    place = {hand: i for i, hand in enumerate(worths)}
    table = np.zeros((3, room), np.uint16)
    natural = np.zeros((3, room), np.uint16)
    for ranks, spot, hand, suited in zip(faces, places, loose, tight, strict=True):
        joined = suited if ranking.suits == "any" else hand
        table[:, spot] = place[hand], place[joined], place[suited]
        if not ranking.wild.intersection(ranks):
            natural[:, spot] = 0 not in ranks
        elif 0 not in ranks:
            none, all_ = (plain.evaluate(ranks, suited=flag).category for flag in (False, True))
            natural[:, spot] = none == hand.category, none == joined.category, all_ == suited.category
    keys = _keys(ranking, numbers)
    return Bulk(ranking, size, worths, keys, rows, table, natural, np.zeros((2, 1), np.uint16))


def _can_be_suited(ranking: Ranking, ranks: list[int]) -> bool:
    """One suit holds no rank twice, wild cards apart."""
    plain = [rank for rank in ranks if rank and rank not in ranking.wild]
    return len(set(plain)) == len(plain)


def _widen(ranking: Ranking, cards: int) -> Bulk:
    """The best five of more: from the five-card tables, once per set of ranks and once per suited set."""
    five = compiled(ranking)
    if ranking.wild:
        raise IllegalAction("wild ranks are compiled for hands of the ranking's own size only")
    numbers, rows, room, places = rank_hash(cards)
    base = five.keys & _LOW
    by_rank = np.array([base[4 * rank] if rank < 13 else base[JOKER] for rank in range(14)], np.uint64)
    table = np.zeros((1, room), np.uint16)
    table[0, places] = _best_of_ranks(five, by_rank[rank_sets(cards)])
    flushes = _best_of_suited(five, by_rank)
    keys = _keys(ranking, numbers)
    natural = np.zeros((1, 1), np.uint16)
    return Bulk(ranking, cards, five.worths, keys, rows, table, natural, flushes)


def _best_of_ranks(five: Bulk, numbers: NDArray[np.uint64]) -> Worths:
    """The best five of each set of ranks, no flush counted."""
    best = np.zeros(len(numbers), np.uint16)
    columns = list(np.ascontiguousarray(numbers.T))
    for held in combinations(columns, five.cards):
        np.maximum(best, _looked_up(five, 0, np.add.reduce(held)), out=best)
    return best


def _best_of_suited(five: Bulk, by_rank: NDArray[np.uint64]) -> Worths:
    """The best five of each set of suited ranks, without and with the joker."""
    sets = np.arange(1 << 13)
    held = np.bitwise_count(sets)
    sums = sum((sets >> rank & 1).astype(np.uint64) * by_rank[rank] for rank in range(13))
    best = np.zeros((2, len(sets)), np.uint16)
    for joker in range(2):
        exact = held + joker == five.cards
        best[joker, exact] = _looked_up(five, 1, sums[exact] + np.uint64(joker) * by_rank[13])
        for rank in range(13):  # a set is worth at least what it is without any one rank
            more = sets >> rank & 1 == 1
            best[joker, more] = np.maximum(best[joker, more], best[joker, sets[more] ^ 1 << rank])
    np.maximum(best[1], best[0], out=best[1])
    return best


def _looked_up(five: Bulk, row: int, sums: NDArray[np.uint64]) -> Worths:
    """What hands of five are worth whose ranks have these sums."""
    high, low = np.divmod(sums.astype(np.int64), 1 << WIDTH[five.cards])
    worths: Worths = five.table[row, five.rows[high] + low]
    return worths
