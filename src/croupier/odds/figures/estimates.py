"""What sampled rounds say about a wager: its mean, and how far that may be off."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.odds.figures.analysis import exact

if TYPE_CHECKING:
    from fractions import Fraction

    from croupier.odds.rounds.weighted import Spread

Z99 = 2.5758293035489004
"""How many standard errors to either side hold 99 in 100."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A wager, sampled: the net of a seat and round in units, averaged over the seats of a round."""

    wager: str
    paytable: str | None
    net: Spread

    @property
    def mean(self) -> Fraction:
        """The average net of one seat."""
        return self.net.mean

    @property
    def standard_error(self) -> float | None:
        """How far the mean may well be off; unknown from one round."""
        rounds = self.net.total
        return float(self.net.variance / (rounds - 1)) ** 0.5 if rounds > 1 else None

    @property
    def interval(self) -> tuple[float, float] | None:
        """Where the true mean lies in 99 cases of 100, if every outcome that matters was seen often enough."""
        error = self.standard_error
        return None if error is None else (float(self.mean) - Z99 * error, float(self.mean) + Z99 * error)

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "mean": exact(self.mean),
            "standard-error": self.standard_error,
            "interval-99": None if self.interval is None else list(self.interval),
            "method": "sampled",
            "rounds": self.net.total,
        }
