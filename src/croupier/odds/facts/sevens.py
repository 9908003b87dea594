"""Facts of seven-card hands for wagers on what the cards are, however they are set: every hand counted by what a
paytable could ask of it, and how often the dealer's seven and the player's are both ace high.

Each count comes with an example, so that a chapter's own cases can be asked what it pays.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, permutations, product
from math import comb
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from croupier.kit.bulk import FULL, JOKER, WIDTH, compiled, rank_hash, rank_sets
from croupier.kit.cards import CARDS
from croupier.kit.kernels import kernel

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from croupier.kit.bulk import Bulk
    from croupier.kit.rankings import Ranking

    Progress = Callable[[int, int], None]
    Cards = tuple[int, ...]
    PerSuit = tuple[int, ...]

_ACE = 12  # ranks are counted from 0 in this module, as `card >> 2` gives them
_HIGH_CARD = 1
_ROYAL = 0b11111 << 8
_RUNS = [0b1111111 << low for low in range(7)] + [0b111111 | 1 << _ACE]
# Every hand by its signature -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Signatures:
    """One row per signature that occurs, in rising order of the columns as they stand here.

    `categories[i, j]` is the category of the best five under the j-th ranking; `trips` says that some rank is held
    three times or more and `three_pairs` that three ranks are held twice, the joker an ace in both. `counts` says how
    many hands have the signature; `examples` are one of them, the first in the order of its cards.
    """

    categories: NDArray[np.uint8]
    trips: NDArray[np.bool_]
    three_pairs: NDArray[np.bool_]
    straight_flush: NDArray[np.bool_]
    royal_match: NDArray[np.bool_]
    joker: NDArray[np.bool_]
    counts: NDArray[np.int64]
    examples: NDArray[np.uint8]

    @property
    def hands(self) -> int:
        """How many hands were counted."""
        return int(self.counts.sum())


def signatures(
    rankings: Sequence[Ranking], *, deck: int | Sequence[int] = 53, progress: Progress | None = None
) -> Signatures:
    """Visit every seven-card hand. `deck` is how many cards are in play, from the deuces up, or the cards themselves.

    `progress` hears how many hands have been visited, and of how many.
    """
    cards = _in_play(deck)
    bulks = [_best_of_seven(ranking, cards) for ranking in rankings]
    kinds, kind_at = _kinds(bulks)
    suited, suited_at = _suited(bulks)
    stride = 2 * len(suited)
    at = (kind_at * stride).astype(np.int32)
    counts = np.zeros(len(kinds) * stride, np.int64)
    examples = np.zeros((len(counts), 7), np.uint8)
    full, width = np.uint64(FULL[5]), np.int64(WIDTH[7])
    visited, total = 0, comb(len(cards), 7)
    for first in range(len(cards) - 6):
        _visit(first, cards, bulks[0].keys, bulks[0].rows, full, width, at, suited_at, counts, examples)
        visited += comb(len(cards) - first - 1, 6)
        if progress:
            progress(visited, total)
    return _merge(kinds, suited, counts, examples)


def _in_play(deck: int | Sequence[int]) -> NDArray[np.uint8]:
    cards = sorted(range(deck) if isinstance(deck, int) else deck)
    if len(set(cards)) != len(cards) or not set(cards) <= set(range(53)):
        raise ValueError("a deck holds cards 0 to 52, each once")
    return np.array(cards, np.uint8)


def _best_of_seven(ranking: Ranking, cards: NDArray[np.uint8]) -> Bulk:
    if ranking.size != 5:
        raise ValueError(f"{ranking.name} ranks {ranking.size} cards, not five")
    if ranking.joker == "none" and JOKER in cards:
        raise ValueError(f"{ranking.name} knows no joker")
    return compiled(ranking, 7)


def _kinds(bulks: Sequence[Bulk]) -> tuple[NDArray[np.uint8], NDArray[np.int32]]:
    """What ranks alone say (categories, trips, three pairs, joker), each different row once, and the row at every
    place of the packed tables."""
    ranks, (_, _, room, places) = rank_sets(7), rank_hash(7)
    joker = (ranks == 13).any(axis=1)
    as_ace = np.where(ranks == 13, _ACE, ranks)
    held = np.stack([(as_ace == rank).sum(axis=1) for rank in range(13)], axis=1)
    categories = [bulk.categories()[bulk.table[0, places]] for bulk in bulks]
    said = [*categories, (held >= 3).any(axis=1), (held == 2).sum(axis=1) == 3, joker]
    rows, which = np.unique(np.stack(said, axis=1).astype(np.uint8), axis=0, return_inverse=True)
    at = np.zeros(room, np.int32)
    at[places] = which
    return rows, at


def _suited(bulks: Sequence[Bulk]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """What a suit's ranks say (categories, seven in a row, a royal flush and no other card), each different row once,
    and the row of every set of ranks without and with the joker. The first row says nothing."""
    masks, jokers = np.arange(1 << 13), np.arange(2)[:, None]
    held = np.bitwise_count(masks) + jokers
    in_a_row = (held == 7) & np.any([masks & ~run == 0 for run in _RUNS], axis=0)
    royal = (held == 5) & (masks & ~_ROYAL == 0)
    said = np.stack([*(bulk.categories()[bulk.flushes] for bulk in bulks), in_a_row, royal], axis=-1).astype(np.uint8)
    said[held < 5] = 0
    rows, which = np.unique(said.reshape(-1, said.shape[-1]), axis=0, return_inverse=True)
    return rows, which.reshape(held.shape)


@kernel
def _visit(first, cards, keys, rows, full, width, kind_at, suited_at, counts, examples):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Count the hands whose lowest card is the `first`: under the kind of their ranks, moved on by what their suit says
    if five or more cards join it."""
    mask = (np.int64(1) << width) - 1
    size = len(cards)
    deck = keys[cards]
    for b in range(first + 1, size - 5):
        ab = deck[first] + deck[b]
        for c in range(b + 1, size - 4):
            abc = ab + deck[c]
            for d in range(c + 1, size - 3):
                abcd = abc + deck[d]
                for e in range(d + 1, size - 2):
                    abcde = abcd + deck[e]
                    for f in range(e + 1, size - 1):
                        six = abcde + deck[f]
                        for g in range(f + 1, size):
                            key = six + deck[g]
                            total = np.int64(key & np.uint64(0xFFFFFFFF))
                            cell = kind_at[rows[total >> width] + (total & mask)]
                            joined = ((key >> np.uint64(32)) & np.uint64(0xFFFF)) + full
                            flush = (joined & np.uint64(0x8888)) != np.uint64(0)
                            if flush or counts[cell] == 0:
                                hand = (cards[first], cards[b], cards[c], cards[d], cards[e], cards[f], cards[g])
                                if flush:
                                    cell += _of_suit(hand, joined, suited_at)
                                if counts[cell] == 0:
                                    for place in range(7):
                                        examples[cell, place] = hand[place]
                            counts[cell] += 1


@kernel
def _of_suit(hand, joined, suited_at):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Twice the row of the suit that five or more cards join, and one more if the others are a king and queen of one
    suit."""
    suit = 0
    while not (joined >> np.uint64(4 * suit)) & np.uint64(8):
        suit += 1
    ranks = joker = 0
    others = np.uint64(0)
    for card in hand:
        if card == 52:
            joker = 1
        elif card & 3 == suit:
            ranks |= 1 << (card >> 2)
        else:
            others |= np.uint64(1) << np.uint64(card)
    match = 0
    for other in range(4):
        if others == np.uint64(0b10001 << 40 + other):
            match = 1
    return 2 * suited_at[joker, ranks] + match


def _merge(
    kinds: NDArray[np.uint8], suited: NDArray[np.uint8], counts: NDArray[np.int64], examples: NDArray[np.uint8]
) -> Signatures:
    """The cells of the count that say the same, added up."""
    cells = np.flatnonzero(counts)
    kind, rest = np.divmod(cells, 2 * len(suited))
    ranks, suit, match = kinds[kind], suited[rest // 2], rest % 2
    both = np.maximum(ranks[:, :-3], suit[:, :-2])
    said = np.column_stack([both, ranks[:, -3:-1], suit[:, -2], suit[:, -1] & match, ranks[:, -1]])
    found, which = np.unique(said, axis=0, return_inverse=True)
    sums = np.zeros(len(found), np.int64)
    np.add.at(sums, which, counts[cells])
    firsts = [min(examples[cells[which == i]].tolist()) for i in range(len(found))]
    hands = np.array(firsts, np.uint8).reshape(-1, 7)
    trips, three_pairs, in_a_row, royal_match, joker = found[:, -5:].T.astype(np.bool_)
    return Signatures(found[:, :-5].astype(np.uint8), trips, three_pairs, in_a_row, royal_match, joker, sums, hands)


# Ace high on both sides ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AceHighJoint:
    """One row per combination that occurs: whether the dealer's seven are ace high, whether the joker is that ace, and
    whether the player's are ace high. `counts` are ordered pairs of hands; `players` and `dealers` one such pair."""

    dealer: NDArray[np.bool_]
    joker: NDArray[np.bool_]
    player: NDArray[np.bool_]
    counts: NDArray[np.int64]
    players: NDArray[np.uint8]
    dealers: NDArray[np.uint8]

    @property
    def deals(self) -> int:
        """How many pairs of hands were counted."""
        return int(self.counts.sum())


class _Sets(NamedTuple):
    """Sets of so many ranks, as masks, that are ace high unless more than `most` of the cards share one of `suits`.
    Six ranks leave room for the joker."""

    masks: NDArray[np.int64]
    cards: int
    most: int
    suits: list[int]

    def hands(self) -> Iterator[Cards]:
        """Every hand of these."""
        extra = (JOKER,) * (7 - self.cards)
        for mask in self.masks.tolist():
            ranks = [rank for rank in range(13) if mask >> rank & 1]
            for suits in product(self.suits, repeat=self.cards):
                if max(map(suits.count, self.suits)) <= self.most:
                    yield (*(4 * rank + suit for rank, suit in zip(ranks, suits, strict=True)), *extra)


def ace_high_joint(
    ranking: Ranking, *, deck: int | Sequence[int] = 53, progress: Progress | None = None
) -> AceHighJoint:
    """Count all pairs of the player's seven cards and the dealer's. `deck` as for `signatures`, the same suits in every
    rank.

    Suits are worth nothing here but for flushes, so the ways to hold two sets of ranks without sharing a card depend
    only on how many ranks the sets share. `progress` hears how many such numbers are done, and of how many.
    """
    cards = _in_play(deck)
    natural, joker = _rank_sets(ranking, cards)
    suits = len(natural.suits)
    steps = [(ours, theirs, shared) for ours, theirs in ((natural, natural), (natural, joker)) for shared in range(8)]
    sums = [0, 0]
    for done, (ours, theirs, shared) in enumerate(steps):
        sums[done // 8] += _sharing(ours, theirs, shared) * _apart(ours, theirs, shared)
        if progress:
            progress(done + 1, len(steps))
    both_natural, one_joker = sums
    against = comb(len(cards) - 7, 7)
    naturals, jokers = (
        len(sets.masks) * _completions((0,) * suits, sets.cards, sets.most) * against for sets in (natural, joker)
    )
    player_only = naturals + jokers - both_natural - 2 * one_joker
    counts = {
        (False, False, False): comb(len(cards), 7) * against - naturals - jokers - player_only,
        (False, False, True): player_only,
        (True, False, False): naturals - both_natural - one_joker,
        (True, False, True): both_natural + one_joker,
        (True, True, False): jokers - one_joker,
        (True, True, True): one_joker,
    }
    occur = [outcome for outcome, count in counts.items() if count]
    pairs = [_example(ranking, cards.tolist(), natural, joker, *outcome) for outcome in occur]
    dealer, by_joker, player = np.array(occur, np.bool_).T.copy()
    players, dealers = np.array(pairs, np.uint8).swapaxes(0, 1).copy()
    return AceHighJoint(dealer, by_joker, player, np.array([counts[o] for o in occur], np.int64), players, dealers)


def _rank_sets(ranking: Ranking, cards: NDArray[np.uint8]) -> tuple[_Sets, _Sets]:
    """Seven ranks with the ace, and six that the joker joins as the ace."""
    bulk = _best_of_seven(ranking, cards)
    plain = [card for card in cards.tolist() if card != JOKER]
    suits, held = sorted({card & 3 for card in plain}), sorted({card >> 2 for card in plain})
    if len(cards) < 14 or plain != [4 * rank + suit for rank in held for suit in suits]:
        raise ValueError("a deck for two hands has 14 cards or more, and the same suits in every rank")
    ranks, (_, _, _, places) = rank_sets(7), rank_hash(7)
    masks = np.bitwise_or.reduce(1 << ranks.astype(np.int64), axis=1)
    fair = (np.bitwise_count(masks) == 7) & (bulk.categories()[bulk.table[0, places]] == _HIGH_CARD)
    fair &= np.isin(ranks, [*held, 13] if JOKER in cards else held).all(axis=1)
    aces, jokers = masks >> _ACE & 1 == 1, masks >> 13 == 1
    natural, joker = masks[fair & aces & ~jokers], masks[fair & jokers & ~aces] - (1 << 13)
    return _Sets(natural, 7, ranking.size - 1, suits), _Sets(joker, 6, ranking.size - 2, suits)


def _sharing(ours: _Sets, theirs: _Sets, shared: int) -> int:
    """How many pairs of sets have so many ranks in common."""
    return int(np.count_nonzero(np.bitwise_count(ours.masks[:, None] & theirs.masks) == shared))


def _apart(ours: _Sets, theirs: _Sets, shared: int) -> int:
    """In how many ways suits can be given to two sets that share so many ranks, so that no card is in both hands and
    neither has a flush."""
    if shared > min(ours.cards, theirs.cards):
        return 0
    return sum(
        ways
        * _completions(mine, ours.cards - shared, ours.most)
        * _completions(other, theirs.cards - shared, theirs.most)
        for (mine, other), ways in _shared(len(ours.suits), shared).items()
    )


@cache
def _shared(suits: int, ranks: int) -> Mapping[tuple[PerSuit, PerSuit], int]:
    """In how many ways two hands can hold the same ranks and no card in common, by each hand's cards per suit."""
    if not ranks:
        return {((0,) * suits, (0,) * suits): 1}
    found: Counter[tuple[PerSuit, PerSuit]] = Counter()
    for (mine, other), ways in _shared(suits, ranks - 1).items():
        for a, b in permutations(range(suits), 2):
            found[_one_more(mine, a), _one_more(other, b)] += ways
    return found


@cache
def _completions(held: PerSuit, more: int, most: int) -> int:
    """In how many ways so many more ranks can be given suits, none of them held more than `most` times."""
    if max(held) > most:
        return 0
    return sum(_completions(_one_more(held, suit), more - 1, most) for suit in range(len(held))) if more else 1


def _one_more(held: PerSuit, suit: int) -> PerSuit:
    return (*held[:suit], held[suit] + 1, *held[suit + 1 :])


def _example(
    ranking: Ranking, cards: list[int], natural: _Sets, joker: _Sets, dealer: bool, with_joker: bool, player: bool
) -> tuple[Cards, Cards]:
    """The player's hand and the dealer's, for an outcome that occurs. A hand that is ace high is chosen first."""
    if dealer:
        first = (joker if with_joker else natural).hands()
    else:
        first = _any_ace_high(natural, joker) if player else _others(ranking, cards)
    for hand in first:
        rest = [card for card in cards if card not in hand]
        for other in _any_ace_high(natural, joker) if dealer and player else _others(ranking, rest):
            if not set(hand) & set(other):
                return (hand, other) if player and not dealer else (other, hand)
    raise AssertionError("what was counted occurs")


def _any_ace_high(natural: _Sets, joker: _Sets) -> Iterator[Cards]:
    return chain(natural.hands(), joker.hands())


def _others(ranking: Ranking, cards: list[int]) -> Iterator[Cards]:
    """Every hand that is not ace high."""
    for hand in combinations(cards, 7):
        ranks = {_ACE if card == JOKER else card >> 2 for card in hand}
        best = ranking.best(tuple([CARDS[card] for card in hand]))
        if len(ranks) < 7 or _ACE not in ranks or best.category != _HIGH_CARD:
            yield hand
