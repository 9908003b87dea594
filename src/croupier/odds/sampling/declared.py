"""Whole rounds by what the wagers declare: each feature a column, the columns of a round one number, and the path that
a strategy takes beside it. What a number pays is asked of the chapter's own cases, once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from croupier.game.features import SEAT, cards_of
from croupier.odds.rounds.weighted import ANTE
from croupier.odds.sampling.play import OPTIMAL, always, climb
from croupier.odds.solver.columns import Bench, column, domain
from croupier.odds.solver.pays import main_wagers, settled
from croupier.odds.solver.shape import shape_of
from croupier.odds.solver.solve import solve

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from croupier.game import Rules
    from croupier.odds.sampling.deal import Dealt, Layout
    from croupier.odds.sampling.play import Ladder
    from croupier.odds.solver.shape import Shape
    from croupier.odds.solver.solve import Solved

    Classes = NDArray[np.int64]

MAIN = "main"


@dataclass(frozen=True)
class DeclaredLook:
    """The main game, with the side wagers that look at the whole round."""

    rules: Rules
    layout: Layout
    strategy: str
    beside: tuple[str, ...]

    @cached_property
    def _shape(self) -> Shape:
        main = main_wagers(self.rules)
        wagers = tuple(w for w in self.rules.offered() if w in main or w.id in self.beside)
        return shape_of(self.rules, wagers)

    @cached_property
    def _solved(self) -> Solved:
        return solve(self.rules)

    @cached_property
    def _ladder(self) -> Ladder:
        return climb(self.rules)

    @cached_property
    def _domains(self) -> list[int]:
        sizes = self._shape.sizes()
        return [len(domain(f, max(sizes[at] for at in cards_of(f)))) for f in self._shape.features]

    @property
    def size(self) -> int:
        """Every tuple of values, and every way to the end."""
        return prod(self._domains) * len(self._ladder.ends)

    def classes(self, dealt: Dealt, seat: int) -> Classes:
        """The numbers of the rounds."""
        lying = {at: self._at(dealt, seat, at.places) for at in self._shape.sizes()}
        bench, code = Bench(lying, single=max(self._shape.held) == 1), np.zeros(len(dealt), np.int64)
        for feature, size in zip(self._shape.features, self._domains, strict=True):
            code = code * size + column(feature, bench)
        return code * len(self._ladder.ends) + self._ends(dealt, seat)

    def _at(self, dealt: Dealt, seat: int, places: tuple[str, ...]) -> Dealt:
        parts = [self.layout.hands(dealt, seat) if p == SEAT else self.layout.at(dealt, p) for p in places]
        return np.ascontiguousarray(np.hstack(parts))

    def _ends(self, dealt: Dealt, seat: int) -> Classes:
        """By which way each round is played to its end."""
        paths = np.zeros(len(dealt), np.int64)
        ends = np.full(len(dealt), -1, np.int64)
        for street, onward in enumerate(self._ladder.onward):
            live = np.flatnonzero(ends < 0)
            said = self._said(street, dealt[live], seat, paths[live])
            leads = onward[paths[live], said]
            ends[live[leads < 0]] = -1 - leads[leads < 0]
            paths[live[leads >= 0]] = leads[leads >= 0]
        return np.maximum(ends, 0)

    def _said(self, street: int, dealt: Dealt, seat: int, paths: Classes) -> Classes:
        if self.strategy != OPTIMAL:
            return np.full(len(dealt), always(self.rules.game.streets[street], self.strategy), np.int64)
        shape = self._solved.pays.counted.shape
        seen: dict[int, list[Dealt]] = {}
        for place, count in shape.shown[street].items():
            group = next(g for g, places in enumerate(shape.groups) if place in places)
            seen.setdefault(group, []).append(self._at(dealt, seat, (place,))[:, :count])
        known = {group: list(np.hstack(parts).T) for group, parts in seen.items()}
        drawn = [known[group].pop() for group in shape.draws[: shape.asks[street]]]
        states = np.array(shape.of_card, np.int64)[np.stack(drawn, axis=1)].astype(np.uint8)
        found = np.zeros(len(states), np.int64)
        for number, path in enumerate(self._ladder.paths[street]):
            rows = np.flatnonzero(paths == number)
            if len(rows):
                found[rows] = self._solved.plan.worths(path, states[rows])[1]
        return found

    def folded(self, which: Classes) -> NDArray[np.bool_]:
        """Which numbers are of hands that were given up."""
        streets = self.rules.game.streets
        last = [streets[len(end) - 1].option(end[-1]) for end in self._ladder.ends]
        out: NDArray[np.bool_] = np.array([o is not None and o.folds for o in last])[which % len(self._ladder.ends)]
        return out

    def nets(self, which: int, _row: Dealt, _seat: int) -> Mapping[str, int]:
        """What a number pays."""
        code, end = divmod(which, len(self._ladder.ends))
        values = []
        sizes = self._shape.sizes()
        for feature, size in zip(reversed(self._shape.features), reversed(self._domains), strict=True):
            code, place = divmod(code, size)
            values.append(domain(feature, max(sizes[at] for at in cards_of(feature)))[place])
        stakes = {w.id: ANTE for w in self._shape.wagers if w.placed != "by-decision"}
        path = self._ladder.ends[end] if self._ladder.ends else ()
        lines = settled(self.rules, self._shape, stakes, path, tuple(reversed(values)))
        main = {w.id for w in main_wagers(self.rules)}
        found = {id_: lines[id_].net if id_ in lines else 0 for id_ in self.beside}
        return {MAIN: sum(line.net for line in lines.values() if line.wager in main), **found}
