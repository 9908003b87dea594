"""The life of a progressive's meter: how long between hits, how high it stands then, when its wager is worth it.

Every wager feeds the meter; then it may win a share of it, which leaves the rest, or the whole, after which the meter
stands at its seed. Shares of less than the whole do not reseed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, exp, lgamma, log, log1p
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.errors import IllegalAction, SubmissionError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Rules, Wager
    from croupier.odds.figures.analysis import Side

CYCLES = 100_000
"""Hits that are drawn where shares of the meter make its height at a hit a matter of chance."""


@dataclass(frozen=True, slots=True)
class MeterLife:
    """A meter and the wager that feeds it, money in cents. `shares` are the chances of less than the whole, by percent;
    `full` is the chance of the whole, `fixed` what a wager hands over on average whatever the meter shows."""

    seed: int
    stake: int
    feed: Fraction
    shares: Mapping[int, Fraction]
    full: Fraction
    fixed: Fraction

    @property
    def between(self) -> Fraction:
        """Wagers from one hit of the whole to the next, on average."""
        return 1 / self.full

    @property
    def taken(self) -> Fraction:
        """The part of the meter that shares take with one wager, on average."""
        return sum((chance * percent / 100 for percent, chance in self.shares.items()), Fraction(0))

    @property
    def at_hit(self) -> Fraction:
        """The height of the meter at which its whole is won, on average."""
        return self.full * (self.seed + self.feed / self.full) / (self.full + self.taken)

    @property
    def break_even(self) -> Fraction:
        """The height from which the wager alone favours the player."""
        return (self.stake - self.fixed) / (self.full + self.taken)

    def wagers_within(self, part: float) -> int:
        """In how many wagers so large a part of all hits has come."""
        return ceil(log1p(-part) / log1p(-float(self.full)))

    def hits(self, wagers: int) -> float:
        """How often the whole is won in so many wagers, on average."""
        return float(self.full * wagers)

    def most_hits(self, wagers: int, confidence: float = 0.99) -> int:
        """The least number of hits that is exceeded in no more than the rest of cases."""
        mean = self.hits(wagers)
        far = min(wagers, ceil(mean + 20 * (mean + 20) ** 0.5))
        return int(np.searchsorted(np.cumsum(self._hits(wagers, far)), confidence))

    def _hits(self, wagers: int, most: int) -> np.ndarray[Any, np.dtype[np.float64]]:
        """The binomial chances of 0, 1, ... hits up to so many."""
        chance = float(self.full)
        numbers = range(min(most, wagers) + 1)
        logs = (
            lgamma(wagers + 1)
            - lgamma(n + 1)
            - lgamma(wagers - n + 1)
            + n * log(chance)
            + (wagers - n) * log1p(-chance)
            for n in numbers
        )
        return np.exp(np.fromiter(logs, np.float64, len(numbers)))

    def favourable(self, seed: int = 1) -> float:
        """In how large a part of all wagers the meter stands at the break-even or above."""
        rest = ceil((self.break_even - self.seed) / self.feed) if self.feed else 0
        if not self.shares:
            if rest <= 0:
                return 1.0 if self.seed >= self.break_even else 0.0
            return exp((rest - 1) * log1p(-float(self.full)))
        heights = self.drawn(seed)
        return float((heights >= float(self.break_even)).mean())

    def drawn(self, seed: int = 1, cycles: int = CYCLES) -> np.ndarray[Any, np.dtype[np.float64]]:
        """The heights of the meter at so many hits, drawn. A hit is as likely at every wager, so these are also the
        heights that a wager meets."""
        generator = np.random.Generator(np.random.Philox(seed))
        percents = np.array([*self.shares, 100])
        chances = np.array([float(chance) for chance in (*self.shares.values(), self.full)])
        event = float(chances.sum())
        meter, found = np.full(cycles, float(self.seed)), np.empty(cycles)
        open_, feed = np.arange(cycles), float(self.feed)
        while len(open_):
            meter[open_] += feed * generator.geometric(event, len(open_))
            which = percents[generator.choice(len(percents), size=len(open_), p=chances / event)]
            over = which == 100
            found[open_[over]] = meter[open_[over]]
            meter[open_] *= 1 - which / 100
            open_ = open_[~over]
        return found


def life_of(rules: Rules, wager: Wager[Any], side: Side) -> MeterLife:
    """The life of the meter behind a priced progressive, fed at the rate that is stated."""
    table = rules.tables[wager.id]
    progression = table.progression
    if progression is None:
        raise IllegalAction(f"the {wager.name} feeds no meter", field="--wager", cite=wager.cite)
    chosen = rules.chosen.get("contribution")
    rate = chosen if chosen is not None else None if progression.rate is None else Fraction(progression.rate, 100)
    if rate is None:
        raise SubmissionError(
            "the chapter states no rate for this meter; say it with --set contribution=0.25",
            field="contribution",
            cite=table.cite,
        )
    total, stake = sum(row.count for row in side.rows), progression.wagers[0]
    keys = {label: key for key, label in table.labels.items()}
    shares: dict[int, Fraction] = {}
    full = fixed = Fraction(0)
    for row in side.rows:
        pay = table.rows.get(keys.get(row.label, ""))
        if pay is None or row.net < 0:
            continue
        chance = Fraction(row.count, total)
        if pay.percent == 100:
            full += chance
        elif pay.percent:
            shares[pay.percent] = shares.get(pay.percent, Fraction(0)) + chance
        fixed += chance * ((row.net + 1) * stake - Fraction(pay.percent, 100) * progression.seeds[0])
    if not full:
        raise IllegalAction(
            f"no hand of paytable {table.id} wins the whole of the meter", field="--wager", cite=table.cite
        )
    return MeterLife(progression.seeds[0], stake, rate * stake, shares, full, fixed)
