"""Where a text is silent, double or misprinted: the question, the answer we use, and what was rejected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from croupier.law.chapter import Cite


Fate = Literal["returned", "lost", "settled", "required-returned"]
"""What becomes of wagers: they go back, are lost, are settled as usual, or of the main game's only those placed before
the deal go back and what a decision added is lost."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """An event of which no text says how often it comes. `per` names one; `wagers` are those it touches ("main",
    "side" for all others, or by id), `usual` what becomes of them and `others` what would by each rejected answer."""

    per: str
    wagers: tuple[str, ...]
    usual: Fate
    others: tuple[Fate, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """A question the text leaves open.

    With `choices` it is switchable: the first is the default, and a Rules Submission's ``[readings]`` or
    ``--reading KEY=VALUE`` selects another so that its price can be computed. Without, it is settled. `occasions` say
    what another answer moves that matters only when something has happened; where it has no choices, `fixed` says what
    in the text forbids each rejected answer. `moves` says what money it moves, and when, where no figure shows it, or
    why it moves none. One of `conduct` alone is asked by no settlement, whatever is chosen.
    """

    key: str
    question: str
    answer: str
    because: str
    cites: tuple[Cite, ...]
    rejected: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    occasions: tuple[Occasion, ...] = ()
    moves: str = ""
    fixed: str = ""
    conduct: bool = False

    @property
    def told(self) -> str:
        """What it moves, and why nobody can choose otherwise."""
        return f"{self.moves} No switch: {self.fixed}".strip() if self.fixed else self.moves

    @property
    def default(self) -> str:
        """The value in use unless another is chosen."""
        return self.choices[0]
