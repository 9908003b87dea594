"""A wager priced: every outcome with its exact count, and all that follows from the outcomes.

A decimal appears only where no fraction can stand: a standard deviation and the bounds of the hold.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.odds.figures.analysis import ANY, MAIN_ALONE
from croupier.odds.rounds.weighted import Spread

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.law import Cite
    from croupier.odds.figures.analysis import Envied, Forfeited, Sample

ROUNDS = (1_000, 10_000, 100_000, 1_000_000)
CONFIDENCE = (95, 99)
WITHIN = {95: Decimal("1.9599639845400542355"), 99: Decimal("2.5758293035489007610")}
"""Standard deviations to each side that hold so many percent of a normal distribution."""


def root(number: Fraction) -> Decimal:
    """A square root to thirty digits."""
    with localcontext() as context:
        context.prec = 30
        return (Decimal(number.numerator) / Decimal(number.denominator)).sqrt()


@dataclass(frozen=True, slots=True)
class Outcome:
    """One line of an outcome table. Net and staked are in units; `total` is what `count` is out of."""

    label: str
    pays: str
    net: Fraction
    staked: Fraction
    count: int
    total: int

    @property
    def chance(self) -> Fraction:
        """How likely it is."""
        return Fraction(self.count, self.total)

    @property
    def contribution(self) -> Fraction:
        """What it adds to the player's expected net."""
        return self.chance * self.net

    @property
    def square(self) -> Fraction:
        """What it adds to the expected square of the net."""
        return self.chance * self.net**2


@dataclass(frozen=True, slots=True)
class Hold:
    """Where the hold per unit falls over so many rounds, in so many percent of cases, by the normal curve."""

    rounds: int
    confidence: int
    low: Decimal
    high: Decimal


@dataclass(frozen=True, slots=True)
class Meter:
    """A progressive: money in cents, returns per unit wagered. `rate` is None where nobody has stated one; `paid` is
    what players are paid of the long run where part of it is a reserve."""

    stake: int
    seed: int
    rate: Fraction | None
    fixed: Fraction
    at_seed: Fraction
    long_run: Fraction
    break_even: Fraction | None
    envy: Fraction
    paid: Fraction | None = None

    def at(self, dollars: Fraction | int) -> Fraction:
        """The return when the meter shows so many dollars."""
        if not self.seed:
            return self.fixed
        return self.fixed + (self.at_seed - self.fixed) * dollars * 100 / self.seed


@dataclass(frozen=True, slots=True)
class Priced:
    """A wager, or the main game's wagers together, with every outcome. `results` are the ways the main game ends.
    Counts are exact but for what `sample` says, and those of a wager that a fold can take are under the main game's own
    best play (`forfeited` tells of others)."""

    id: str
    name: str
    paytable: str
    cite: Cite
    unit: str
    stake: int
    outcomes: tuple[Outcome, ...]
    results: Mapping[str, Fraction] = field(default_factory=dict)
    meter: Meter | None = None
    sample: Sample | None = None
    forfeited: Forfeited | None = None
    envied: Envied | None = None

    @property
    def strategy(self) -> str:
        """Which play the figures assume."""
        return MAIN_ALONE if self.results or self.forfeited is not None else ANY

    @property
    def spread(self) -> Spread:
        """The distribution of the net."""
        counts: Counter[Fraction] = Counter()
        for outcome in self.outcomes:
            counts[outcome.net] += outcome.count
        return Spread(counts)

    @property
    def chances(self) -> list[tuple[Fraction, Fraction]]:
        """Every net with how likely it is, the best first."""
        counts = self.spread.counts
        return [(net, Fraction(counts[net], self.total)) for net in sorted(counts, reverse=True)]

    @property
    def total(self) -> int:
        """All rounds counted."""
        return sum(outcome.count for outcome in self.outcomes)

    @property
    def mean(self) -> Fraction:
        """The player's expected net per unit."""
        return sum((outcome.contribution for outcome in self.outcomes), Fraction(0))

    @property
    def house_edge(self) -> Fraction:
        """What the house expects to keep of one unit."""
        return -self.mean

    @property
    def average_wager(self) -> Fraction:
        """All that is wagered in an average round, in units."""
        return sum((outcome.chance * outcome.staked for outcome in self.outcomes), Fraction(0))

    @property
    def element_of_risk(self) -> Fraction:
        """What the house expects to keep of all that is wagered."""
        return self.house_edge / self.average_wager

    @property
    def payback(self) -> Fraction:
        """What comes back of all that is wagered."""
        return 1 - self.element_of_risk

    @property
    def hits(self) -> Fraction:
        """How often the player comes out ahead."""
        return self.spread.chance(above=0)

    @property
    def variance(self) -> Fraction:
        """The variance of the net."""
        return sum((outcome.square for outcome in self.outcomes), Fraction(0)) - self.mean**2

    @property
    def deviation(self) -> Decimal:
        """The standard deviation of the net."""
        return root(self.variance)

    @property
    def rarest(self) -> int:
        """In how many rounds the rarest outcome comes once, on average."""
        return round(1 / min(outcome.chance for outcome in self.outcomes))

    def hold(self, rounds: int, confidence: int) -> Hold:
        """The interval of the hold per unit over so many rounds."""
        with localcontext() as context:
            context.prec = 30
            edge = Decimal(self.house_edge.numerator) / Decimal(self.house_edge.denominator)
            reach = WITHIN[confidence] * self.deviation / Decimal(rounds).sqrt()
            return Hold(rounds, confidence, edge - reach, edge + reach)

    @property
    def holds(self) -> tuple[Hold, ...]:
        """The intervals a sheet shows."""
        return tuple(self.hold(rounds, confidence) for rounds in ROUNDS for confidence in CONFIDENCE)


@dataclass(frozen=True, slots=True)
class ByPlayers:
    """A wager that all hands of the table decide together, priced for each number of players."""

    id: str
    name: str
    paytable: str
    cite: Cite
    by: Mapping[int, Priced]

    @property
    def rounds(self) -> int:
        """How many rounds were drawn."""
        return max((priced.sample.rounds for priced in self.by.values() if priced.sample), default=0)
