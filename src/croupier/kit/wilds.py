"""What a hand's wild cards stand for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.kit.hand_forms import ACE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.kit.cards import Card
    from croupier.kit.rankings import Ranking


def stand_for(ranking: Ranking, hand: Sequence[Card]) -> dict[Card, int]:
    """The rank that each wild card shows in the best hand; a hand of nothing but wild cards shows none.

    Card by card the highest rank that leaves the hand what it is: the wild cards after it can still do their part, and
    no choice makes more of a hand than the best.
    """
    wild = [card for card in hand if card.is_joker or card.rank in ranking.wild]
    plain = [card for card in hand if card not in wild]
    if not wild or not plain:
        return {}
    suited = ranking.is_suited(hand)
    ranks = [card.rank for card in hand]
    best = ranking.evaluate(ranks, suited=suited)
    shown = {}
    for card in wild:
        others = list(ranks)
        others.remove(card.rank)
        # A rank that is wild itself would change nothing: it is left when no other will do.
        fits = (r for r in range(ACE, 2, -1) if ranking.evaluate([*others, r], suited=suited) == best)
        shown[card] = next(fits, 2)
        ranks = [*others, shown[card]]
    return shown
