"""Stakes that are studied, and how nets are distributed: settled rounds, each with how often it comes."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.game import Line, Rules, Wager

ANTE = 200
"""The stake of every studied wager, in cents: even, so that 3 to 2 comes out."""


def studied_ante(rules: Rules) -> int:
    """The ante a game is studied at: with a payout limit, which bites on large wagers alone, the table's maximum."""
    limit = rules.limits.get(rules.game.ante)
    capped = rules.payout_limit is not None
    return limit.maximum if capped and limit is not None and limit.maximum is not None else ANTE


def stake_of(rules: Rules, wager: Wager[Any]) -> int:
    """What is staked on a side wager: the studied unit, or what a progressive takes."""
    progression = rules.tables[wager.id].progression
    return progression.wagers[0] if progression else ANTE


@dataclass(frozen=True, slots=True)
class Spread:
    """How a net result is distributed: exact counts by net, in units of the wager."""

    counts: Mapping[Fraction, int]

    @property
    def total(self) -> int:
        """All rounds counted."""
        return sum(self.counts.values())

    @property
    def mean(self) -> Fraction:
        """The expected net."""
        return Fraction(sum(net * count for net, count in self.counts.items())) / self.total

    @property
    def variance(self) -> Fraction:
        """The variance of the net."""
        squares = Fraction(sum(net * net * count for net, count in self.counts.items())) / self.total
        return squares - self.mean**2

    def chance(self, *, above: Fraction | int) -> Fraction:
        """How often the net is greater than this."""
        return Fraction(sum(count for net, count in self.counts.items() if net > above), self.total)


def spread(settled: Iterable[tuple[int, dict[str, Line]]], wagers: Iterable[str], unit: int = ANTE) -> Spread:
    """The distribution of the net of some wagers together, in units."""
    names = list(wagers)
    counts: Counter[Fraction] = Counter()
    for count, lines in settled:
        counts[Fraction(sum(lines[name].net for name in names if name in lines), unit)] += count
    return Spread(counts)


def staked(settled: Iterable[tuple[int, dict[str, Line]]], wagers: Iterable[str], unit: int = ANTE) -> Fraction:
    """The average amount wagered on some wagers together, in units."""
    names = list(wagers)
    total = amount = 0
    for count, lines in settled:
        total += count
        amount += count * sum(lines[name].stake for name in names if name in lines)
    return Fraction(amount, total * unit)
