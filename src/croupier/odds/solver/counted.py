"""What a back end hands over: the states at every decision, and in how many ways each can end."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.odds.solver.keys import keys_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.odds.solver.columns import Tuples
    from croupier.odds.solver.shape import Shape

    Step = tuple[NDArray[np.int32], NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class Level:
    """The states of one decision: the key and the cards of one of each (sorted by key), how many deals it stands for,
    in how many ways it ends in each tuple of `Tuples`, and the steps of one card to the next decision.

    Where `own` is given, a state has one of few tuples of its own and `counts` are of what is still unseen: the tuple
    is `joint[own, column]`, -1 where the two never meet."""

    keys: NDArray[np.int64]
    states: NDArray[np.uint8]
    weights: NDArray[np.int64]
    counts: NDArray[np.int64]
    steps: tuple[Step, ...] = ()
    own: NDArray[np.int64] | None = None
    joint: NDArray[np.int64] | None = field(default=None)

    @property
    def ends(self) -> NDArray[np.int64]:
        """In how many ways each state can end."""
        found: NDArray[np.int64] = self.counts.sum(axis=1)
        return found

    def worth(self, pays: NDArray[np.int64]) -> NDArray[np.int64]:
        """What every state is worth if each tuple pays so much, summed over its ends."""
        if self.own is None or self.joint is None:
            found: NDArray[np.int64] = self.counts @ pays[: self.counts.shape[1]]
            return found
        table = np.where(self.joint >= 0, np.append(pays, 0)[self.joint], 0)
        made = np.zeros(len(self.keys), np.int64)
        for own in range(len(self.joint)):
            here = np.flatnonzero(self.own == own)
            made[here] = _product(self.counts[here], table[own])
        return made

    def ended(self, mass: NDArray[np.int64], tuples: int) -> list[int]:
        """How often each tuple is met when each state stands for so many deals."""
        if self.own is None or self.joint is None:
            return [int(count) for count in _exactly(mass, self.counts)] + [0] * (tuples - self.counts.shape[1])
        found = [0] * tuples
        for own in range(len(self.joint)):
            here = self.own == own
            for column, count in enumerate(_exactly(mass[here], self.counts[here])):
                if count:
                    found[int(self.joint[own, column])] += int(count)
        return found

    def back(self, onward: NDArray[np.int64]) -> NDArray[np.int64]:
        """What every state is worth if those of the next decision are worth so much."""
        for places, ways in reversed(self.steps):
            onward = (onward[places] * ways).sum(axis=1)
        return onward

    def on(self, mass: NDArray[np.int64], states: int) -> NDArray[np.int64]:
        """How many ways lead to each of the next decision's states when so many lead to these."""
        sizes = [*(len(places) for places, _ in self.steps[1:]), states][: len(self.steps)]
        for (places, ways), size in zip(self.steps, sizes, strict=True):
            onward = np.zeros(size, np.int64)
            np.add.at(onward, places, mass[:, None] * ways)
            mass = onward
        return mass


EXACT = 2**53
"""Whole numbers up to here are whole in floating point, where products of arrays are many times as fast."""


def _product(counts: NDArray[Any], pays: NDArray[np.int64]) -> NDArray[np.int64]:
    """A matrix of counts times a vector that fits into 64 bits."""
    if int(counts.max(initial=0)) * int(np.abs(pays).max(initial=0)) * counts.shape[1] < EXACT:
        return (counts.astype(np.float64) @ pays.astype(np.float64)).astype(np.int64)
    found: NDArray[np.int64] = counts.astype(np.int64, copy=False) @ pays
    return found


def _exactly(mass: NDArray[np.int64], counts: NDArray[Any]) -> list[int]:
    """Sums that may be beyond 64 bits: the mass in two halves."""
    if int(mass.sum()) * int(counts.max(initial=0)) < EXACT:
        return [int(count) for count in mass.astype(np.float64) @ counts.astype(np.float64)]
    counts = counts.astype(np.int64, copy=False)
    high, low = mass >> 16, mass & 0xFFFF
    return [(int(a) << 16) + int(b) for a, b in zip((high @ counts).tolist(), (low @ counts).tolist(), strict=True)]


@dataclass(frozen=True, slots=True)
class Counted:
    """A shape, counted; one level for each decision, and a single one where there is none to make."""

    shape: Shape
    tuples: Tuples
    levels: list[Level]

    def places(self, street: int, states: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Where states of a street stand, their cards in the order of the shape's draws."""
        return np.searchsorted(self.levels[street].keys, keys_of(self.shape, states))

    @property
    def most(self) -> int:
        """The most ends that are added up of any state."""
        return max(int(level.ends.max()) for level in self.levels)

    @property
    def unseen(self) -> int:
        """How many hands the other side can hold against any one of the player's; 1 where there is none unseen."""
        return 1 if self.levels[0].own is None else self.ends(0)

    def ends(self, street: int) -> int:
        """In how many ways any state of a street can end."""
        return int(self.levels[street].counts[0].sum(dtype=np.int64))

    @property
    def deals(self) -> int:
        """All deals."""
        first = self.levels[0]
        return sum(w * e for w, e in zip(first.weights.tolist(), first.ends.tolist(), strict=True))
