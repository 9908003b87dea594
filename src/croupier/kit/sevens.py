"""Seven-card hands that five cards cannot show: long straight flushes and the royal match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.kit.cards import CARDS, JOKER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.kit.cards import Card

_ROYAL = frozenset({10, 11, 12, 13, 14})
_TEN = CARDS[4 * (10 - 2)]
_WINDOWS = [frozenset((rank if rank > 1 else 14) for rank in range(top - 6, top + 1)) for top in range(14, 6, -1)]


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
    ranks = [card.rank or 14 for card in cards]
    return any(ranks.count(rank) >= 3 for rank in set(ranks))


def has_three_pairs(cards: Sequence[Card]) -> bool:
    """Three ranks twice each, the joker counting as an ace."""
    ranks = [card.rank or 14 for card in cards]
    return sum(ranks.count(rank) == 2 for rank in set(ranks)) == 3
