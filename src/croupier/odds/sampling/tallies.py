"""What was seen in sampled rounds: whole numbers that add up in any order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.errors import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Tallies:
    """For every look at a round, how often a seat met each number, and the first round and seat that did
    (`round * seats + seat`, -1 for none). With several seats at the table their results hang together, so `totals` has
    for every wager the sum of what all seats netted in a round, in cents, and the sum of its squares."""

    seed: int
    rounds: int
    counts: Mapping[str, Counts]
    firsts: Mapping[str, Counts]
    totals: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def __add__(self, other: Tallies) -> Tallies:
        """Both together; they must come from the same table and seed, and from different rounds."""
        if self.counts.keys() != other.counts.keys() or self.seed != other.seed:
            raise IllegalAction("these are tallies of different tables or seeds", field="tallies")
        firsts = {look: _least(first, other.firsts[look]) for look, first in self.firsts.items()}
        totals = {w: (a + other.totals[w][0], b + other.totals[w][1]) for w, (a, b) in self.totals.items()}
        counts = {look: count + other.counts[look] for look, count in self.counts.items()}
        return Tallies(self.seed, self.rounds + other.rounds, counts, firsts, totals)

    @classmethod
    def merge(cls, parts: Iterable[Tallies]) -> Tallies:
        """All together, in any order."""
        found: Tallies | None = None
        for part in parts:
            found = part if found is None else found + part
        if found is None:
            raise IllegalAction("no tallies are nothing to add up", field="tallies")
        return found

    def met(self, look: str) -> list[tuple[int, int, int]]:
        """Every number met, how often, and where first."""
        which = np.flatnonzero(self.counts[look])
        found = which.tolist(), self.counts[look][which].tolist(), self.firsts[look][which].tolist()
        return list(zip(*found, strict=True))

    def to_json(self) -> dict[str, Any]:
        """Everything, so that `from_json` makes it again."""
        return {
            "seed": str(self.seed),
            "rounds": str(self.rounds),
            "looks": {
                look: {"size": len(counts), "met": [[str(n) for n in one] for one in self.met(look)]}
                for look, counts in self.counts.items()
            },
            "totals": {wager: [str(a), str(b)] for wager, (a, b) in self.totals.items()},
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Tallies:
        """Read what `to_json` wrote."""
        counts: dict[str, Counts] = {}
        firsts: dict[str, Counts] = {}
        for look, kept in told["looks"].items():
            met = np.array([[int(n) for n in one] for one in kept["met"]], np.int64).reshape(-1, 3)
            counts[look], firsts[look] = np.zeros(kept["size"], np.int64), np.full(kept["size"], -1, np.int64)
            counts[look][met[:, 0]], firsts[look][met[:, 0]] = met[:, 1], met[:, 2]
        totals = {wager: (int(a), int(b)) for wager, (a, b) in told["totals"].items()}
        return cls(int(told["seed"]), int(told["rounds"]), counts, firsts, totals)


def _least(one: Counts, other: Counts) -> Counts:
    """The smaller where both are known, else the one that is."""
    return np.where(one < 0, other, np.where(other < 0, one, np.minimum(one, other)))
