"""Massachusetts DJ Wild: which rounds raise the questions that its readings answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game import ask
from croupier.games.wild_hands import any_hand, ask_of_hands, held, one_rank, one_suit

if TYPE_CHECKING:
    from croupier.game import Played

RANKED = ("ante", "match-play", "blind", "raise", "trips", "bad-beat")
LINK = "multi-game-link"


def link_with_a_deuce(played: Played) -> bool:
    """Whether a deuce is a Multi Game Link bettor's or a replacement card: what one does not need is the next
    card's."""
    hands = [seat.cards for seat in played.seats.values() if LINK in seat.stakes]
    return any(card.rank == 2 for cards in (*hands, played.cards_at("replacement")) for card in cards)


QUESTIONS = (
    ask_of_hands("rankings", one_rank, *RANKED),
    ask("rankings", "cover-all", among=any_hand(one_rank)),
    ask_of_hands("flush-wild", one_suit, *RANKED),
    ask("natural", "trips", when=lambda at: held(at.seat.cards).wilds > 0),
    # a wager that loses is as lost when it is forfeited
    ask("fold", "trips", LINK, "cover-all", results=("win", "push", "forfeit"), when=lambda at: at.folded),
    ask("cover-all-rows", "cover-all"),
    ask("progressive-deuces", LINK, among=link_with_a_deuce),
    ask("progressive-stake", LINK, results=("win",)),
    ask("settlement-order", LINK, results=("win",), among=lambda played: len(played.seats) > 1),
)
