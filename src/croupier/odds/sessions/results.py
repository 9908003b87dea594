"""The result of many rounds together: how a sum of independent nets is distributed.

The probabilities are worked out on the lattice that all nets lie on. What is kept of it reaches so far that the chance
to fall outside is less than `OUTSIDE`, by Chernoff's bound; inside, the transform of one round is raised to the number
of rounds, which is off by rounding alone. `counted` is the same by plain multiplication of whole numbers.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, gcd, lcm, log
from typing import TYPE_CHECKING

import numpy as np

from croupier.errors import SubmissionError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from croupier.odds.rounds.weighted import Spread

OUTSIDE = 1e-12
"""The most that may be left out at each end."""
MOST_POINTS = 1 << 23
"""The longest lattice that is worked out."""


@dataclass(frozen=True, slots=True)
class Lattice:
    """The nets of one round as whole multiples of a step, each with its chance."""

    step: Fraction
    values: NDArray[np.int64]
    chances: NDArray[np.float64]

    @classmethod
    def of(cls, spread: Spread) -> Lattice:
        """The coarsest lattice that holds every net and nothing."""
        nets = sorted(net for net, count in spread.counts.items() if count)
        under = lcm(*(net.denominator for net in nets))
        step = Fraction(gcd(*(int(net * under) for net in nets)) or 1, under)
        total = spread.total
        chances = [float(Fraction(spread.counts[net], total)) for net in nets]
        return cls(step, np.array([int(net / step) for net in nets], np.int64), np.array(chances))

    def reach(self, rounds: int) -> tuple[int, int]:
        """The lowest and highest sums worth keeping."""
        return -self._highest(rounds, -self.values), self._highest(rounds, self.values)

    def _highest(self, rounds: int, values: NDArray[np.int64]) -> int:
        """No sum is greater than this but with a chance of `OUTSIDE`, or none at all."""
        most = int(values.max())
        if most <= 0:
            return rounds * most
        mean = float(values @ self.chances)
        width = max(most, float(np.sqrt(rounds * (values**2 @ self.chances))))
        tilts = np.geomspace(1e-3, 60, 240) / width
        with np.errstate(over="ignore", under="ignore"):
            grown = np.log(np.exp(np.outer(tilts, values - most)) @ self.chances) + tilts * most
        bound = float(np.min((rounds * grown - log(OUTSIDE)) / tilts))
        return min(rounds * most, max(ceil(bound), ceil(rounds * mean)))


@dataclass(frozen=True, slots=True)
class Result:
    """What so many rounds net, in units: `chances[k]` is the chance of `(first + k) * step`."""

    rounds: int
    step: Fraction
    first: int
    chances: NDArray[np.float64]
    mean: Fraction
    variance: Fraction

    def at_most(self, net: Fraction | int) -> float:
        """The chance to net so much or less."""
        place = floor(Fraction(net) / self.step) - self.first
        return float(self.chances[: max(0, place + 1)].sum())

    def at_least(self, net: Fraction | int) -> float:
        """The chance to net so much or more."""
        place = ceil(Fraction(net) / self.step) - self.first
        return float(self.chances[max(0, place) :].sum())

    @property
    def ahead(self) -> float:
        """The chance to be ahead."""
        return self.at_least(self.step)

    @property
    def even(self) -> float:
        """The chance to have lost and won nothing."""
        return float(self.chances[-self.first]) if 0 <= -self.first < len(self.chances) else 0.0

    def quantile(self, part: float) -> Fraction:
        """The least net that at most so large a part of all sessions exceeds from below: 0.5 is the median."""
        place = int(np.searchsorted(np.cumsum(self.chances), part, side="left"))
        return (self.first + min(place, len(self.chances) - 1)) * self.step

    def band(self, percent: int) -> tuple[Fraction, Fraction]:
        """The nets between which so many percent of sessions end, as many outside on each side."""
        out = (100 - percent) / 200
        return self.quantile(out), self.quantile(1 - out)


def result_of(spread: Spread, rounds: int) -> Result:
    """How the nets of so many independent rounds add up."""
    check_rounds(rounds)
    lattice = Lattice.of(spread)
    low, high = lattice.reach(rounds)
    points = 1 << max(4, (high - low + 1).bit_length())
    if points > MOST_POINTS:
        longest = max(1, int(rounds * MOST_POINTS / points))
        raise SubmissionError(
            f"{rounds:,} rounds would take {points:,} amounts of {float(lattice.step):g} units to list; "
            f"about {longest:,} can be worked out",
            field="--rounds",
        )
    once = np.zeros(points)
    np.add.at(once, lattice.values % points, lattice.chances)
    chances = np.fft.irfft(np.fft.rfft(once) ** rounds, points)
    chances = np.clip(np.roll(chances, -(low % points))[: high - low + 1], 0.0, None)
    chances[chances < 1e-18] = 0.0  # rounding, not chance
    return Result(rounds, lattice.step, low, chances, rounds * spread.mean, rounds * spread.variance)


def counted(spread: Spread, rounds: int) -> Mapping[Fraction, int]:
    """The same in whole numbers out of `spread.total ** rounds`: exact, and slow."""
    check_rounds(rounds)
    found = Counter({Fraction(0): 1})
    for _ in range(rounds):
        more: Counter[Fraction] = Counter()
        for net, count in found.items():
            for other, times in spread.counts.items():
                more[net + other] += count * times
        found = more
    return found


def check_rounds(rounds: int) -> None:
    """Refuse a number of rounds that is none."""
    if rounds < 1:
        raise SubmissionError(f"{rounds} is no number of rounds; at least 1", field="--rounds")
