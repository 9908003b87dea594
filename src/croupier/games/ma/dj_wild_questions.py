"""Massachusetts DJ Wild: which rounds raise the questions that its readings answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game import ask, pays_a_share
from croupier.games.wild_hands import DEUCES, any_hand, ask_of_hands, one_rank, one_suit
from croupier.kit.sevens import can_be_complete, has_three_of_a_kind

if TYPE_CHECKING:
    from croupier.game import Played, SettledSeat

RANKED = ("ante", "match-play", "blind", "raise", "trips", "bad-beat")
LINK = "multi-game-link"


def link_with_a_deuce(played: Played) -> bool:
    """Whether a deuce is a Multi Game Link bettor's or a replacement card: what one does not need is the next
    card's."""
    hands = [seat.cards for seat in played.seats.values() if LINK in seat.stakes]
    return any(not DEUCES.isdisjoint(cards) for cards in (*hands, played.cards_at("replacement")))


def deuce_in_a_plain_hand(at: SettledSeat) -> bool:
    """Whether a deuce is held, and the cards may be three-of-a-kind or better at their face value."""
    cards = at.seat.cards
    return not DEUCES.isdisjoint(cards) and (has_three_of_a_kind(cards) or can_be_complete(cards))


QUESTIONS = (
    ask_of_hands("rankings", one_rank, *RANKED),
    ask("rankings", "cover-all", among=any_hand(one_rank)),
    ask_of_hands("flush-wild", one_suit, *RANKED),
    ask("natural", "trips", when=deuce_in_a_plain_hand),
    # a wager that loses is as lost when it is forfeited
    ask("fold", "trips", LINK, "cover-all", results=("win", "push", "forfeit"), when=lambda at: at.folded),
    ask("cover-all-rows"),  # the case of every hand that has a row names it
    ask("progressive-deuces", LINK, among=link_with_a_deuce),
    ask("progressive-stake", LINK, results=("win",)),
    ask("settlement-order", LINK, results=("win",), when=pays_a_share),
    ask("wrong-stub"),  # decides whether a round is settled
)
