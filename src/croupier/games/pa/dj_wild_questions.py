"""58 Pa. Code chapter 687a: which rounds raise the questions that its readings answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game import BY_THE_CARDS, ask, on_two_boxes, pays_a_share
from croupier.games.wild_hands import (
    ask_of_hands,
    dealer_holds_trips,
    deuce_held,
    four_wilds,
    one_rank,
    one_suit,
    ties_with_wilds,
)
from croupier.kit.sevens import can_be_complete, has_three_of_a_kind

if TYPE_CHECKING:
    from croupier.game import Played, SettledSeat

RANKED = ("ante", "blind", "raise", "trips", "bad-beat")


def prints_or_less(at: SettledSeat) -> bool:
    """Whether the Bad Beat table is the one that ends with three-of-a-kind or less."""
    return "or less" in at.rules.tables["bad-beat"].labels["three-of-a-kind"]


def may_pay_with_the_extra_card(at: SettledSeat) -> bool:
    """Whether five of the hand and the extra card may be three-of-a-kind or better."""
    cards = at.cards("replacement")
    wild = at.rules.readings["progressive-deuces"] == "wild" and deuce_held(at)
    return wild or has_three_of_a_kind(cards) or can_be_complete(cards)


def several(played: Played) -> bool:
    """Whether one seat is settled before another."""
    return len(played.seats) > 1


QUESTIONS = (
    ask_of_hands("five-of-a-kind", one_rank, *RANKED),
    ask_of_hands("wild-suit", one_suit, *RANKED),
    ask_of_hands("best-hand", four_wilds, *RANKED),
    ask_of_hands("flush-wild", one_suit, *RANKED),
    ask("equal-value", *RANKED, results=BY_THE_CARDS, when=ties_with_wilds),
    ask("bad-beat", "bad-beat", results=("win", "lose"), when=lambda at: dealer_holds_trips(at) or prints_or_less(at)),
    ask("or-less", "bad-beat", results=("win", "lose"), when=prints_or_less),
    ask("progressive-deuces", "progressive", results=BY_THE_CARDS, when=deuce_held),
    ask("progressive-deuces", "envy"),
    ask("progressive-stake", "progressive", results=("win",)),
    ask("envy"),  # every Envy Bonus names it
    ask("settlement-order", "progressive", results=("win",), among=several, when=pays_a_share),
    ask("settlement-order", "envy"),
    ask("replacement", "progressive", results=BY_THE_CARDS, when=may_pay_with_the_extra_card),
    ask("replacement", "envy"),
    ask("envy-last", "envy"),
    ask("envy-boxes", "envy", among=on_two_boxes),
    ask("open-order"),  # who reads an opened order: no line moves
)
