"""58 Pa. Code chapter 669a: which rounds raise the questions that its readings answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.game import ask
from croupier.kit.hand_forms import ACE

if TYPE_CHECKING:
    from croupier.game import SettledSeat


def folded(at: SettledSeat) -> bool:
    """Whether the hand was folded."""
    return at.folded


def ace_to_three(at: SettledSeat) -> bool:
    """Whether ace, 2 and 3 are among the player's cards and the community's."""
    return {2, 3, ACE} <= {card.rank for card in at.cards("community")}


QUESTIONS = (
    ask("play-once", "play", when=folded),
    # a wager that loses is as lost when it is forfeited
    ask("fold", "pair-plus", results=("win", "push", "forfeit"), when=folded),
    ask("silent-losses"),  # the case of every silent loss names it
    ask("progressive-hand", "progressive", results=("win", "push", "lose")),
    ask("progressive-hand", "envy"),
    ask("envy"),  # every Envy Bonus names it
    ask("a-2-3", "pair-plus", "progressive", when=ace_to_three),
    ask("a-2-3", "envy"),
    ask("envy-last", "envy"),
    ask("3-to-2"),  # what does not come out in whole cents is no round of the other answer
    ask("open-order"),  # who reads an opened order: no line moves
)
