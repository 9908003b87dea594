"""What the books know of a table's day: stakes, movements, meters, and the state that a day begins with."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    Shape = tuple[tuple[str, tuple[tuple[str, int], ...]], ...]
    """The wagers of a round: for each hand its player, and cents by wager."""


@dataclass(slots=True)
class Staked:
    """One wager over a day, in cents. `net` is the players'."""

    count: int = 0
    handle: int = 0
    net: int = 0


@dataclass(frozen=True, slots=True)
class Movement:
    """A change of a meter, and the record that tells it. `exact` is what it comes to before parts of a cent are
    carried."""

    n: int
    at: int
    what: str
    cents: int
    exact: Fraction
    carry: Fraction


@dataclass(slots=True)
class MeterDay:
    """A meter over a day."""

    opening: int
    carry: Fraction
    reserve: int
    reserve_carry: Fraction
    movements: list[Movement] = field(default_factory=list)
    reserved: Fraction = Fraction(0)
    closing: int = 0
    closing_carry: Fraction = Fraction(0)
    closing_reserve: int = 0
    closing_reserve_carry: Fraction = Fraction(0)

    def total(self, what: str) -> Fraction:
        """What all movements of a kind come to, exactly."""
        return sum((m.exact for m in self.movements if m.what == what), Fraction(0))

    @property
    def difference(self) -> Fraction:
        """What the movements do not explain: nothing, in sound books."""
        moved = sum((m.exact for m in self.movements), Fraction(0))
        return self.closing + self.closing_carry - self.opening - self.carry - moved

    @property
    def reserve_difference(self) -> Fraction:
        """What the movements of the reserve do not explain."""
        closing = self.closing_reserve + self.closing_reserve_carry
        return closing - self.reserve - self.reserve_carry - self.reserved


@dataclass(slots=True)
class Tally:
    """One day of a table. `first` and `last` are its records; `shapes` tells how often the wagers of a round that were
    not returned came to the same: most rounds are alike, and are reckoned once."""

    day: date
    first: int
    last: int = 0
    opening: int = 0
    closing: int = 0
    drop: int = 0
    fills: int = 0
    credits: int = 0
    cash_outs: int = 0
    rounds: int = 0
    void: int = 0
    returned: int = 0
    fed: int = 0
    shares: int = 0
    by_hand: int = 0
    wagers: dict[str, Staked] = field(default_factory=dict)
    shapes: Counter[Shape] = field(default_factory=Counter)
    meters: dict[str, MeterDay] = field(default_factory=dict)

    @property
    def win(self) -> int:
        """Inventory and drop, less the inventory at the start and what the cage added to it."""
        return self.closing - self.opening + self.drop - self.fills + self.credits

    @property
    def win_by_lines(self) -> int:
        """The win from what was settled: what players lost, less what went to meters, with the shares that meters paid
        and the dollars that the cage paid beside them."""
        return -sum(one.net for one in self.wagers.values()) - self.fed + self.shares + self.by_hand

    @property
    def handle(self) -> int:
        """All that was staked and not returned."""
        return sum(one.handle for one in self.wagers.values())


@dataclass(slots=True)
class State:
    """What the accounts of a table hold where a report begins."""

    inventory: int = 0
    meters: dict[str, int] = field(default_factory=dict)
    reserves: dict[str, int] = field(default_factory=dict)
    carries: dict[str, Fraction] = field(default_factory=dict)
    reserve_carries: dict[str, Fraction] = field(default_factory=dict)
