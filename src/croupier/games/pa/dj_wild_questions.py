"""58 Pa. Code chapter 687a: which rounds raise the questions that its readings answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game import ask
from croupier.games.wild_hands import deuce_held, either, four_wilds, one_rank, one_suit, ties_with_wilds

if TYPE_CHECKING:
    from croupier.game import Settled

RANKED = ("ante", "blind", "raise", "trips", "bad-beat")


def prints_or_less(at: Settled) -> bool:
    """Whether the Bad Beat table is the one that ends with three-of-a-kind or less."""
    return "or less" in at.rules.tables["bad-beat"].labels["three-of-a-kind"]


def several(at: Settled) -> bool:
    """Whether another seat is settled before or after."""
    return len(at.played.seats) > 1


QUESTIONS = (
    ask("five-of-a-kind", *RANKED, when=either(one_rank)),
    ask("wild-suit", *RANKED, when=either(one_suit)),
    ask("best-hand", *RANKED, when=either(four_wilds)),
    ask("flush-wild", *RANKED, when=either(one_suit)),
    ask("equal-value", *RANKED, when=ties_with_wilds),
    ask("bad-beat", "bad-beat", results=("win", "lose")),
    ask("or-less", "bad-beat", results=("win", "lose"), when=prints_or_less),
    ask("progressive-deuces", "progressive", when=deuce_held),
    ask("progressive-deuces", "envy"),
    ask("progressive-stake", "progressive", results=("win",)),
    ask("envy", "envy"),
    ask("settlement-order", "progressive", results=("win",), when=several),
    ask("settlement-order", "envy"),
    ask("replacement", "progressive", when=lambda at: bool(at.played.cards_at("replacement"))),
    ask("replacement", "envy"),
    ask("envy-last", "envy"),
)
