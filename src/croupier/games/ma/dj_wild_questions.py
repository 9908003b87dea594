"""Massachusetts DJ Wild: which rounds raise the questions that its readings answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game import ask
from croupier.games.wild_hands import any_hand, either, held, one_rank, one_suit

if TYPE_CHECKING:
    from croupier.game import Settled

RANKED = ("ante", "match-play", "blind", "raise", "trips", "bad-beat")
LINK = "multi-game-link"


def link_with_a_deuce(at: Settled) -> bool:
    """Whether a deuce is a Multi Game Link bettor's or a replacement card: what one does not need is the next
    card's."""
    hands = [seat.cards for seat in at.played.seats.values() if LINK in seat.stakes]
    return any(card.rank == 2 for cards in (*hands, at.played.cards_at("replacement")) for card in cards)


QUESTIONS = (
    ask("rankings", *RANKED, when=either(one_rank)),
    ask("rankings", "cover-all", when=any_hand(one_rank)),
    ask("flush-wild", *RANKED, when=either(one_suit)),
    ask("natural", "trips", when=lambda at: held(at.seat.cards).wilds > 0),
    # a wager that loses is as lost when it is forfeited
    ask("fold", "trips", LINK, "cover-all", results=("win", "push", "forfeit"), when=lambda at: at.folded),
    ask("cover-all-rows", "cover-all"),
    ask("progressive-deuces", LINK, when=link_with_a_deuce),
    ask("progressive-stake", LINK, results=("win",)),
    ask("settlement-order", LINK, results=("win",), when=lambda at: len(at.played.seats) > 1),
)
