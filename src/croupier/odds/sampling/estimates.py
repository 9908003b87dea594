"""What tallies say about one wager: whole numbers, and the mean, error and interval that follow from them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any

from croupier.odds.figures.analysis import exact
from croupier.odds.figures.estimates import Z99
from croupier.odds.rounds.weighted import Spread

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True)
class Sampled:
    """A wager, sampled: `total` is what all seats netted, in cents, `squares` the sum of the squares of what they
    netted together in a round, and `counts` how often a seat netted each amount. Figures are of one seat, in units."""

    wager: str
    paytable: str | None
    unit: int
    seats: int
    rounds: int
    total: int
    squares: int
    counts: Mapping[int, int]

    @property
    def mean(self) -> Fraction:
        """The average net of one seat."""
        return Fraction(self.total, self.rounds * self.unit * self.seats)

    @property
    def net(self) -> Spread:
        """How the net of one seat is distributed."""
        return Spread({Fraction(net, self.unit): count for net, count in self.counts.items()})

    @property
    def standard_error(self) -> float | None:
        """How far the mean may well be off; unknown from one round."""
        if self.rounds < 2:
            return None
        spread = self.rounds * self.squares - self.total**2
        return _root(spread, self.rounds**2 * (self.rounds - 1)) / (self.unit * self.seats)

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
            "rounds": self.rounds,
            "sums": str(self.total),
            "squares": str(self.squares),
            "counts": {str(net): str(count) for net, count in sorted(self.counts.items())},
        }


def _root(of: int, by: int) -> float:
    """The root of a ratio of whole numbers that may be too large for a float."""
    return isqrt((of << 128) // by) / 2.0**64
