"""A first round for somebody who has never played, step by step. The chapter decides; these are our words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from croupier.law import Cite


Moment = Literal["wager", "first", "later", "last", "result"]
"""When a step is told at a table: while wagers are put together, at the first decision, at a later one, at the last of
several, after the round."""
Thing = Literal["wagers", "hand", "dealer", "choices"]
"""What it speaks of there: the spots, one's own cards, those on the dealer's side, the buttons."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """One step, with a piece of the cloth as its picture: wagers on their spots and what is said under each, hands and
    what they are called, or what a player may say and what it takes. In a guided hand it is told at a moment, beside
    the thing that it speaks of."""

    title: str
    words: str
    cite: Cite
    when: Moment
    of: Thing
    spots: tuple[tuple[str, str], ...] = ()
    hands: tuple[tuple[str, str], ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
