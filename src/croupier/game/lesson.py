"""A first round for somebody who has never played, step by step. The chapter decides; these are our words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.law import Cite


@dataclass(frozen=True, slots=True)
class Lesson:
    """One step, with a piece of the cloth as its picture: wagers on their spots and what is said under each, hands and
    what they are called, or what a player may say and what it takes."""

    title: str
    words: str
    cite: Cite
    spots: tuple[tuple[str, str], ...] = ()
    hands: tuple[tuple[str, str], ...] = ()
    answers: tuple[tuple[str, str], ...] = ()
