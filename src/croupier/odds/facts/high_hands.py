"""How often several hands of one deck all reach a category: every deal of them counted, none of them walked.

Wild cards are left out: what remains of a hand is a set of plain cards and a number of wild ones. Such a set is of one
of two sorts. Sets of *equal ranks* (three and two, four and one) reach the category whatever their ranks and suits are;
sets of *one suit* (parts of a straight flush) do by their ranks. A deal is some hands of one suit, and beside them
some of equal ranks, which ask nothing of the first but how many cards of each rank these left:

    deals = sum over m and w, and over n, of  suited(m, w, n) * equal(n, j - m, w')

where n tells how many ranks lack one card, two cards and so on (`high_suits`, `high_ranks`). A ranking under which a
hand is of neither sort is refused.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import product
from math import comb, factorial, perm, prod
from typing import TYPE_CHECKING

import numpy as np

from croupier.errors import IllegalAction
from croupier.kit.bulk import all_hands, compiled
from croupier.kit.cards import JOKER
from croupier.odds.facts import high_ranks
from croupier.odds.facts.high_suits import Suited

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from croupier.kit.rankings import Ranking
    from croupier.odds.facts.high_ranks import Parts, Pattern
    from croupier.odds.facts.high_suits import Piece

    Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Grid:
    """The cards in play: every rank in every suit, and the wild cards, which are all alike."""

    ranks: tuple[int, ...]
    suits: tuple[int, ...]
    wild: tuple[int, ...]

    @property
    def plain(self) -> tuple[int, ...]:
        """The cards that are not wild, in order."""
        return tuple(4 * rank + suit for rank in self.ranks for suit in self.suits)

    @property
    def size(self) -> int:
        """How many cards there are."""
        return len(self.ranks) * len(self.suits) + len(self.wild)


def grid_of(ranking: Ranking, cards: Sequence[int]) -> Grid:
    """The cards as ranks, suits and wild ones."""
    wild = tuple(card for card in cards if card == JOKER or card // 4 + 2 in ranking.wild)
    plain = [card for card in cards if card not in wild]
    grid = Grid(tuple(sorted({card // 4 for card in plain})), tuple(sorted({card % 4 for card in plain})), wild)
    if sorted(plain) != sorted(grid.plain):
        raise _refused(ranking, "each suit in play must have the same ranks")
    if ranking.suits != "any" or (ranking.joker == "semi-wild" and len(wild) > 1):
        raise _refused(ranking, "its wild cards are not alike")
    return grid


def _refused(ranking: Ranking, why: str) -> IllegalAction:
    return IllegalAction(f"several hands of {ranking.name} are not counted together: {why}", field="game")


def together(
    ranking: Ranking, cards: Sequence[int], least: int, hands: int, *, progress: Progress | None = None
) -> list[list[int]]:
    """For each category from `least` up: how many ways there are to deal no hand, one, two and so on up to `hands`, in
    order, so that all reach it."""
    grid, size, top = grid_of(ranking, cards), ranking.size, len(ranking.categories)
    tell = progress or (lambda _, __: None)
    sets = plain_sets(ranking, grid, least)
    laid: dict[tuple[Piece, ...], tuple[NDArray[np.int64], list[int]]] = {}
    most = prod(comb(max(grid.size - size * n, size), size) // (n + 1) + 1 for n in range(hands))
    found: list[list[int]] = []
    for category in range(least, top + 1):
        patterns, pieces = sorts(ranking, grid, sets, category)
        suited = Suited(pieces, len(grid.ranks), len(grid.suits), hands, len(grid.wild))
        if pieces not in laid:
            laid[pieces] = suited.tally()
        tell(2 * len(found) + 1, 2 * (top + 1 - least))
        found.append(_deals(patterns, suited, *laid[pieces], most))
        tell(2 * len(found), 2 * (top + 1 - least))
    return found


# The sets of plain cards ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlainSets:
    """Sets of plain cards beside so many wild ones: the category of each, how many cards of a rank it has (the most
    first), and its ranks as bits if it is of one suit, else 0."""

    wild: int
    categories: NDArray[np.int64]
    parts: list[Parts]
    masks: NDArray[np.int64]


def plain_sets(ranking: Ranking, grid: Grid, least: int) -> list[PlainSets]:
    """The sets that reach a category, by how many wild cards are beside them."""
    bulk = compiled(ranking)
    of_worth, plain = bulk.categories(), np.array(grid.plain, np.uint8)
    found = []
    for wild in range(min(ranking.size, len(grid.wild)) + 1):
        held = ranking.size - wild
        sets = plain[all_hands(len(plain), held)] if held else np.empty((1, 0), np.uint8)
        beside = np.tile(np.array(grid.wild[:wild], np.uint8), (len(sets), 1))
        categories = of_worth[bulk.rank(np.concatenate([sets, beside], axis=1))]
        high = np.flatnonzero(categories >= least)
        sets = sets[high]
        ranks = np.searchsorted(grid.ranks, sets >> 2)
        suited = (sets & 3 == sets[:, :1] & 3).all(axis=1) if held else np.zeros(len(sets), np.bool_)
        masks = np.where(suited, (1 << ranks).sum(axis=1), 0)
        parts = [tuple(sorted(Counter(row).values(), reverse=True)) for row in ranks.tolist()]
        found.append(PlainSets(wild, categories[high], parts, masks))
    return found


def sorts(
    ranking: Ranking, grid: Grid, sets: Sequence[PlainSets], category: int
) -> tuple[tuple[Pattern, ...], tuple[Piece, ...]]:
    """The hands that reach a category: the patterns of ranks that always do, each with its wild cards; and the sets of
    one suit besides, as bits with their wild cards."""
    patterns: list[Pattern] = []
    pieces: list[Piece] = []
    for each in sets:
        high = np.flatnonzero(each.categories >= category).tolist()
        often = Counter(each.parts[n] for n in high)
        whole = {parts for parts, many in often.items() if many == _many(parts, len(grid.ranks), len(grid.suits))}
        patterns += [(parts, each.wild) for parts in sorted(whole)]
        masks = Counter(int(each.masks[n]) for n in high if each.parts[n] not in whole)
        if 0 in masks or any(many != len(grid.suits) for many in masks.values()):
            name = ranking.names()[category]
            raise _refused(ranking, f"hands from {name} up are neither of equal ranks nor of one suit")
        pieces += [(mask, each.wild) for mask in sorted(masks)]
    return tuple(patterns), tuple(pieces)


def _many(parts: Parts, ranks: int, suits: int) -> int:
    """How many sets have so many cards of one rank, of another and so on."""
    orders = prod(factorial(often) for often in Counter(parts).values())
    return perm(ranks, len(parts)) * prod(comb(suits, part) for part in parts) // orders


# Adding up -----------------------------------------------------------------------------------------------------


def _deals(
    patterns: Sequence[Pattern], suited: Suited, tally: NDArray[np.int64], alone: Sequence[int], most: int
) -> list[int]:
    """The ways to deal hands of either sort, in order; there are not more than `most` sets of them. `tally` and `alone`
    are of the hands of one suit: fewer than all, and all of them."""
    base = suited.ranks + 1
    able = np.flatnonzero(tally.any(axis=(0, 1)))
    digits = [[n // base**place % base for place in range(suited.suits)] for n in able.tolist()]
    lacks = [(suited.ranks - sum(lacking), *lacking) for lacking in digits]
    weights = tally[:, :, able].reshape(-1, len(able)).T
    hands, wilds = suited.hands, suited.wilds
    ways = high_ranks.beside(patterns, (suited.suits, hands, wilds), lacks, weights, most)
    found = [0] * hands + [sum(count * comb(wilds, w) for w, count in enumerate(alone))]
    for m, w, h, v in product(range(hands), range(wilds + 1), range(hands + 1), range(wilds + 1)):
        if m + h <= hands and w + v <= wilds:
            found[m + h] += ways[m * (wilds + 1) + w][h][v] * comb(wilds, w + v) * comb(w + v, w)
    return [count * factorial(number) for number, count in enumerate(found)]
