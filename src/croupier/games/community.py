"""The mechanics of games with community cards. No numbers and no law: chapters bring both."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Played, Rules
    from croupier.kit.rankings import Hand, Ranking


def three_card_straights(a_2_3: str) -> str:
    """Tops of three-card straights, best first; the 3 is ace to three. Reading: a-2-3."""
    return "AKQJT9876543" if a_2_3 == "straight" else "AKQJT987654"


def five_card(ranking: Ranking, played: Played, number: int) -> Hand:
    """The best five cards of a seat's and the community's."""
    cards = played.seats[number].cards + played.places["community"]
    return ranking.rank(cards) if len(cards) == ranking.size else ranking.best(cards)


def show(rules: Rules, played: Played, number: int | None) -> Mapping[str, object] | None:
    """A player's hand for people; there is no dealer's, and none before the community cards are turned."""
    if number is None or not played.cards_at("community") or rules.ranking is None:
        return None
    hand = five_card(rules.ranking, played, number)
    return {"name": rules.ranking.category(hand).name, "text": rules.ranking.text(hand)}
