"""How long a bankroll lasts, and how much of one to wager.

A round is begun only by who can pay its worst loss, so that no decision is ever forced by an empty purse; whoever
cannot is ruined. Between ruin and the goal the chances of every amount are carried from round to round.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, inf
from typing import TYPE_CHECKING

import numpy as np

from croupier.errors import SubmissionError
from croupier.odds.sessions.results import Lattice, check_rounds

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from croupier.odds.rounds.weighted import Spread

MOST_WORK = 6_000_000_000
"""Products that are worked out at most, some ten seconds' worth."""


@dataclass(frozen=True, slots=True)
class Ruin:
    """What becomes of a bankroll in so many rounds. `lasted` are the rounds played before ruin or goal on average."""

    bankroll: Fraction
    rounds: int
    goal: Fraction | None
    ruined: float
    reached: float
    lasted: float


def worst_loss(spread: Spread) -> Fraction:
    """What has to be in the purse before a round is begun."""
    return max(Fraction(0), -min(spread.counts))


def ruin_of(spread: Spread, bankroll: Fraction | int, rounds: int, *, goal: Fraction | int | None = None) -> Ruin:
    """The chance that the bankroll does not last, and that it grows to `goal` first, at which the player stops."""
    check_rounds(rounds)
    lattice, worst = Lattice.of(spread), worst_loss(spread)
    if bankroll < worst:
        raise SubmissionError(
            f"{float(bankroll):g} units are less than a round can lose, {float(worst):g}", field="--bankroll"
        )
    if goal is not None and goal <= bankroll:
        raise SubmissionError(f"{float(goal):g} units are no more than the bankroll", field="--goal")
    purse = Fraction(bankroll)
    needed = ceil((worst - purse) / lattice.step)  # from the bankroll, in steps
    safe = min(
        lattice.reach(rounds)[1], rounds * int(-lattice.values.min())
    )  # from here hardly anybody is ruined in time
    top = max(safe if goal is None else ceil((goal - purse) / lattice.step), 1)
    if rounds * (top - needed) * len(lattice.values) > MOST_WORK:
        fewer = max(1, MOST_WORK // ((top - needed) * len(lattice.values)))
        raise SubmissionError(
            f"{rounds:,} rounds from this bankroll are too many to follow; about {fewer:,} can be", field="--rounds"
        )
    return _followed(lattice, Ruin(purse, rounds, None if goal is None else Fraction(goal), 0, 0, 0), needed, top)


def _followed(lattice: Lattice, asked: Ruin, needed: int, top: int) -> Ruin:
    """Carry the chances of every amount from `needed` up to below `top`, the bankroll at 0, through the rounds."""
    width = top - needed
    here = np.zeros(width)
    here[-needed] = 1.0
    ruined = reached = lasted = 0.0
    for _ in range(asked.rounds):
        playing = float(here.sum())
        if playing < 1e-15:
            break
        lasted += playing
        here, under, over = _moved(here, lattice)
        ruined += under
        reached += over
    return Ruin(asked.bankroll, asked.rounds, asked.goal, ruined, 0.0 if asked.goal is None else reached, lasted)


def _moved(here: NDArray[np.float64], lattice: Lattice) -> tuple[NDArray[np.float64], float, float]:
    """One round: the chances after it, and what left by the bottom and by the top."""
    width = len(here)
    after, under, over = np.zeros(width), 0.0, 0.0
    for value, chance in zip(lattice.values.tolist(), lattice.chances.tolist(), strict=True):
        if value >= 0:
            stay = max(0, width - value)
            after[width - stay :] += chance * here[:stay]
            over += chance * float(here[stay:].sum())
        else:
            gone = min(width, -value)
            after[: width - gone] += chance * here[gone:]
            under += chance * float(here[:gone].sum())
    return after, under, over


@dataclass(frozen=True, slots=True)
class Kelly:
    """The part of a bankroll to wager as one unit for the fastest growth, and that growth a round; nothing without an
    edge."""

    fraction: float
    growth: float


def kelly_of(spread: Spread) -> Kelly:
    """The Kelly fraction of a unit."""
    if spread.mean <= 0:
        return Kelly(0.0, 0.0)
    worst = float(worst_loss(spread))
    if not worst:
        return Kelly(inf, inf)
    nets = np.array([float(net) for net in spread.counts])
    chances = np.array([float(Fraction(count, spread.total)) for count in spread.counts.values()])

    def slope(part: float) -> float:
        return -float((chances * nets / (1 + part * nets)).sum())

    part = _root(slope, 0.0, (1 - 1e-12) / worst)
    return Kelly(part, float((chances * np.log1p(part * nets)).sum()))


def _root(rising: Callable[[float], float], low: float, high: float) -> float:
    """Where a function that is first below and then above nothing crosses."""
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if rising(middle) < 0 else (low, middle)
    return (low + high) / 2
