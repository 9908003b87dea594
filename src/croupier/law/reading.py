"""Where a text is silent, double or misprinted: the question, the answer we use, and what was rejected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.law.chapter import Cite


@dataclass(frozen=True, slots=True)
class Reading:
    """A question the text leaves open.

    With `choices` it is switchable: the first is the default, and a Rules Submission's ``[readings]`` or
    ``--reading KEY=VALUE`` selects another so that its price can be computed. Without, it is settled.
    """

    key: str
    question: str
    answer: str
    because: str
    cites: tuple[Cite, ...]
    rejected: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        """The value in use unless another is chosen."""
        return self.choices[0]
