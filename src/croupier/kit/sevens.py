"""Seven-card hands that five cards cannot show, long straight flushes and the royal match, and what seven cards hold
whichever five are taken."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from croupier.kit.cards import CARDS, JOKER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.kit.cards import Card

_ROYAL = frozenset({10, 11, 12, 13, 14})
_TEN = CARDS[4 * (10 - 2)]
_WINDOWS = [frozenset((rank if rank > 1 else 14) for rank in range(top - 6, top + 1)) for top in range(14, 6, -1)]
_RUNS = [sum(1 << (rank - 2) % 13 for rank in range(top - 4, top + 1)) for top in range(14, 4, -1)]
_RANK = tuple(card.rank or 14 for card in CARDS)
_RANK_BIT = tuple(0 if card == JOKER else 1 << (card >> 2) for card in CARDS)
_JOINS = tuple(0x1111 if card == JOKER else 1 << 4 * (card & 3) for card in CARDS)


def can_be_complete(cards: Sequence[Card]) -> bool:
    """Whether some five of at most seven cards make a straight or a flush, the joker standing for any card."""
    if (sum([_JOINS[card] for card in cards]) + 0x3333) & 0x8888:
        return True
    ranks = 0
    for card in cards:
        ranks |= _RANK_BIT[card]
    return _has_run(ranks, 4 if JOKER in cards else 5)


@cache
def _has_run(ranks: int, held: int) -> bool:
    """Whether so many of some five consecutive ranks are there."""
    return any((ranks & run).bit_count() >= held for run in _RUNS)


def is_seven_card_straight_flush(cards: Sequence[Card]) -> bool:
    """Seven consecutive cards of one suit, ace high or low; the joker may stand for any of them."""
    plain = [card for card in cards if card != JOKER]
    if len({card & 3 for card in plain}) != 1:
        return False
    ranks = {card.rank for card in plain}
    return any(window >= ranks for window in _WINDOWS)


def is_royal_match(cards: Sequence[Card]) -> bool:
    """A royal flush, the joker allowed in it, with a king and queen of one other suit, neither the joker."""
    if min(cards) < _TEN:  # every card is a ten or higher
        return False
    for suit in range(4):
        others = [card for card in cards if card != JOKER and card.suit != suit]
        royal = [card for card in cards if card == JOKER or (card.suit == suit and card.rank in _ROYAL)]
        if len(royal) == 5 and len({c.suit for c in others}) == 1 and {c.rank for c in others} == {12, 13}:
            return True
    return False


def has_three_of_a_kind(cards: Sequence[Card]) -> bool:
    """Three cards of one rank, the joker counting as an ace."""
    return _counts(cards)[0] >= 3


def has_three_pairs(cards: Sequence[Card]) -> bool:
    """Three ranks twice each, the joker counting as an ace."""
    return _counts(cards).count(2) == 3


def by_equal_ranks(cards: Sequence[Card], *, fully_wild: bool) -> str:
    """The best hand that seven cards make by equal ranks alone; the joker is an ace, or if fully wild any card."""
    if fully_wild and JOKER in cards:
        most, next_most, *_ = _counts([card for card in cards if card != JOKER])
        most += 1
    else:
        most, next_most, *_ = _counts(cards)
    if most in {2, 3} and next_most >= 2:
        return "two-pairs" if most == 2 else "full-house"
    return ("high-card", "pair", "three-of-a-kind", "four-of-a-kind", "five-of-a-kind")[most - 1]


def _counts(cards: Sequence[Card]) -> list[int]:
    """How many cards each rank has, the commonest first; the joker counts as an ace."""
    held: dict[int, int] = {}
    for card in cards:
        rank = _RANK[card]
        held[rank] = held.get(rank, 0) + 1
    return sorted(held.values(), reverse=True)
