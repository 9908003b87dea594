"""Sampled figures beside exact ones: how many errors they are apart, and whether results come as often as they
should."""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, exp, lgamma, log, sqrt
from typing import TYPE_CHECKING, Any

from croupier.errors import CroupierError
from croupier.odds.figures.analysis import exact
from croupier.odds.sampling.features import MAIN, rests_on_play
from croupier.odds.sides.forfeits import forfeits
from croupier.odds.study.study import Study, main_of, side_of, solve, table_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from croupier.odds.rounds.weighted import Spread
    from croupier.odds.sampling.estimates import Sampled
    from croupier.odds.sampling.fast import Sampler
    from croupier.odds.sampling.plain import PlainSampler

LEAST = 5
"""Rounds that a result must be expected in to stand for itself in a chi-square; rarer ones are taken together."""


@dataclass(frozen=True, slots=True)
class ChiSquare:
    """How far the results are from what was expected, and how often chance alone would take them as far."""

    statistic: float
    degrees: int
    p: float

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {"statistic": self.statistic, "degrees": self.degrees, "p": self.p}


@dataclass(frozen=True, slots=True)
class Compared:
    """A wager's sampled mean beside the exact one."""

    exact: Fraction
    z: float | None
    chi_square: ChiSquare | None

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        chi = None if self.chi_square is None else self.chi_square.to_json()
        return {"exact": exact(self.exact), "z": self.z, "chi-square": chi}


def exact_of(table: Sampler | PlainSampler) -> dict[str, Spread]:
    """The exact distribution of what one seat nets, by wager, wherever it can be counted. What a fold takes is known
    under the best play alone."""
    rules, optimal = table.rules, table.strategy == "optimal"
    solved = getattr(table, "solved", None)
    try:
        study = Study(rules, solved) if solved is not None and not optimal else solve(rules)
    except CroupierError:
        return {}
    found: dict[str, Spread] = {}
    if MAIN in table.wagers and (optimal or solved is not None):
        found[MAIN] = main_of(study).net
    for name in table.wagers:
        wager = rules.game.wager(name)
        if wager is None:
            continue
        rests = wager.looks == "round" and wager.sees is not None and rests_on_play(rules, wager)
        if not optimal and ((rests and solved is None) or forfeits(rules, wager)):
            continue
        try:
            found[name] = (
                table_of(rules, wager).by[table.seats].net
                if wager.looks == "table"
                else side_of(study, rules, wager).net
            )
        except CroupierError:
            continue
    return found


def compare(sampled: Sampled, known: Mapping[str, Spread]) -> Compared | None:
    """A wager's figures beside the exact ones; None where these are not known. Seats that share cards are not
    independent, so that of several only the mean is compared, by its sampled error."""
    net = known.get(sampled.wager)
    if net is None:
        return None
    alone = sampled.seats == 1
    error = sqrt(float(net.variance) / sampled.rounds) if alone else sampled.standard_error
    apart = float(sampled.mean - net.mean)
    z = None if error is None else apart / error if error else 0.0 if apart == 0 else None
    return Compared(net.mean, z, chi_square(sampled, net) if alone else None)


def chi_square(sampled: Sampled, net: Spread) -> ChiSquare | None:
    """Every result as often as it should come, the rare ones together; None with fewer than two."""
    total = net.total
    seen = sampled.net.counts
    expected: list[float] = []
    found: list[int] = []
    rare, rarely = 0.0, 0
    for result in sorted(set(net.counts) | set(seen)):
        wanted = sampled.rounds * net.counts.get(result, 0) / total
        if wanted >= LEAST:
            expected.append(wanted)
            found.append(seen.get(result, 0))
        else:
            rare += wanted
            rarely += seen.get(result, 0)
    if rare >= LEAST:
        expected.append(rare)
        found.append(rarely)
    elif expected and (rare or rarely):  # too few to stand for themselves: they go to the rarest that can
        place = expected.index(min(expected))
        expected[place] += rare
        found[place] += rarely
    if len(expected) < 2:
        return None
    statistic = sum((count - wanted) ** 2 / wanted for count, wanted in zip(found, expected, strict=True))
    return ChiSquare(statistic, len(expected) - 1, beyond(statistic, len(expected) - 1))


def beyond(statistic: float, degrees: int) -> float:
    """How often a chi-square of so many degrees of freedom is larger than this."""
    half = statistic / 2
    if statistic <= 0:
        return 1.0
    if degrees % 2:
        found = erfc(sqrt(half))
        terms = range(1, (degrees - 1) // 2 + 1)
        return min(1.0, found + sum(exp((n - 0.5) * log(half) - half - lgamma(n + 0.5)) for n in terms))
    return min(1.0, sum(exp(n * log(half) - half - lgamma(n + 1)) for n in range(degrees // 2)))
