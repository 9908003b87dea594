"""58 Pa. Code chapter 688a: which rounds raise the questions that its readings answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game import ask, on_two_boxes
from croupier.kit.cards import JOKER
from croupier.kit.sevens import has_three_of_a_kind

if TYPE_CHECKING:
    from croupier.game import SettledSeat
    from croupier.kit.cards import Card


def may_be_flush(cards: tuple[Card, ...]) -> bool:
    """Whether the joker is among the cards with four of one suit."""
    if JOKER not in cards:
        return False
    suits = [card.suit for card in cards if card != JOKER]
    return any(suits.count(suit) >= 4 for suit in range(4))


def flush_with_joker(at: SettledSeat) -> bool:
    """Whether the joker may be in a flush of the player's or of the dealer's."""
    return may_be_flush(at.seat.cards) or may_be_flush(at.played.places["dealer"])


QUESTIONS = (
    ask("flush-joker", "pai-gow", when=flush_with_joker),
    ask("royal-joker", "pai-gow", "fortune", "progressive", when=flush_with_joker),
    ask("royal-joker", "envy"),
    ask("fortune-trips-straight", "fortune", when=lambda at: has_three_of_a_kind(at.seat.cards)),
    ask("fortune-trips-straight", "envy"),
    ask("fortune-5-quads", "fortune", results=("win",), when=lambda at: at.rules.tables["fortune"].id == "5"),
    ask("meter-and-dollars", "progressive", results=("win",)),
    ask("progressive-6-rate"),  # moves what a meter grows by, and no line that is paid from it as it stands
    ask("envy-last", "envy"),
    ask("envy-boxes", "envy", among=on_two_boxes),
    ask("envy-own-table", "envy"),
    ask("generator-start"),  # voids a round before anything is settled by it
    ask("open-order"),  # who reads an opened order: no line moves
)
