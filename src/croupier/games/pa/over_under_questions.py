"""58 Pa. Code chapter 686a: which rounds raise the questions that its readings answer."""

from __future__ import annotations

from croupier.game import ask

QUESTIONS = (
    ask("wrong-side", "ante", "over", "under", results=("lose", "push")),
    ask("surrender", "ante", results=("forfeit",)),
    ask("wager-made"),  # moves a wager before it is settled
)
