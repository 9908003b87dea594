"""The analysis of a table: exact value of the main game under optimal play, and of every side wager."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from typing import TYPE_CHECKING, Any

from croupier.kit.money import dollars

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from croupier.odds.rounds.weighted import Spread


def exact(number: Fraction) -> dict[str, str]:
    """An exact number as the contract writes it: the fraction, and a decimal of fifteen significant digits."""
    with localcontext() as context:
        context.prec = 15
        decimal = Decimal(number.numerator) / Decimal(number.denominator)
    return {"fraction": f"{number.numerator}/{number.denominator}", "decimal": format(decimal, "f")}


@dataclass(frozen=True, slots=True)
class Main:
    """The main game in units of the ante, played as well as it can be."""

    unit: str
    net: Spread
    average_wager: Fraction
    outcomes: Mapping[str, Fraction]

    @property
    def house_edge(self) -> Fraction:
        """What the house expects to keep of one ante."""
        return -self.net.mean

    @property
    def element_of_risk(self) -> Fraction:
        """What the house expects to keep of all that is wagered."""
        return self.house_edge / self.average_wager

    def to_json(self) -> dict[str, Any]:
        """In the contract's words."""
        return {
            "unit": self.unit,
            "ev": exact(self.net.mean),
            "house-edge": exact(self.house_edge),
            "average-wager": exact(self.average_wager),
            "element-of-risk": exact(self.element_of_risk),
            "payback": exact(1 - self.element_of_risk),
            "variance": exact(self.net.variance),
            "outcomes": {name: exact(chance) for name, chance in self.outcomes.items()},
            "method": "exact",
            "strategy": MAIN_ALONE,
        }


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a side wager's outcome table: how often, out of how many, and what it nets."""

    label: str
    count: int
    net: Fraction


@dataclass(frozen=True, slots=True)
class Sample:
    """How much of a figure was left to chance: rounds drawn, and the standard error of the expected net."""

    rounds: int
    standard_error: float


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A side wager that a fold takes with it. The expected nets per unit when it is played jointly with the main game
    for the most, the wager's and the `main` game's; and the wager's if no fold could take it."""

    joint: Fraction
    main: Fraction
    kept: Fraction

    def to_json(self) -> dict[str, Any]:
        """In the contract's words."""
        return {
            "return-joint": exact(1 + self.joint),
            "main-ev-joint": exact(self.main),
            "return-unforfeited": exact(1 + self.kept),
        }


@dataclass(frozen=True, slots=True)
class Envied:
    """What other players' hands add to a wager of `stake` cents, the least that qualifies: the chance that one of them
    falls in each row of the Envy column, and by number of other players what that is worth per unit wagered."""

    stake: int
    chances: Mapping[str, Fraction]
    by: Mapping[int, Fraction]

    def to_json(self) -> dict[str, Any]:
        """In the contract's words."""
        return {
            "envy": {str(players): exact(worth) for players, worth in self.by.items()},
            "envy-stake": dollars(self.stake),
        }


MAIN_ALONE = "main-alone"
"""The main game is played as if it stood alone."""
ANY = "any"
"""No decision changes the figure."""


@dataclass(frozen=True, slots=True)
class Side:
    """A side wager on one paytable, per unit wagered. Progressives stand at their seed, without envy; what a fold can
    take is counted under the main game's own best play."""

    net: Spread
    rows: tuple[Row, ...]
    published: str | None = None
    meter: Mapping[str, Fraction] = field(default_factory=dict)
    sample: Sample | None = None
    forfeited: Forfeited | None = None
    envied: Envied | None = None
    alone: bool = False

    @property
    def strategy(self) -> str:
        """Which play the figures assume."""
        return MAIN_ALONE if self.alone or self.forfeited is not None else ANY

    def to_json(self) -> dict[str, Any]:
        """In the contract's words."""
        how: dict[str, Any] = {"method": "exact"}
        if self.sample is not None:
            error = f"{self.sample.standard_error:.3g}"
            how = {"method": "sampled", "rounds": self.sample.rounds, "standard-error": error}
        return {
            "ev": exact(self.net.mean),
            "return": exact(1 + self.net.mean),
            "hit-frequency": exact(self.net.chance(above=0)),
            "variance": exact(self.net.variance),
            "published": self.published,
            **how,
            "strategy": self.strategy,
            **{name: exact(number) for name, number in self.meter.items()},
            **({} if self.forfeited is None else self.forfeited.to_json()),
            **({} if self.envied is None else self.envied.to_json()),
        }


@dataclass(frozen=True, slots=True)
class Players:
    """A wager on the whole table, by the number of players."""

    by: Mapping[int, Side]

    def to_json(self) -> dict[str, Any]:
        """In the contract's words."""
        return {"players": {str(players): side.to_json() for players, side in self.by.items()}}
