"""Rounds by chance from the same declaration: dealt in bulk, decided by a plan, and told by the columns of features.

It shares the evaluation of features and the plan with the solver, and none of the counting.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from croupier.errors import IllegalAction
from croupier.odds.solver.columns import Bench
from croupier.odds.solver.pays import ends
from croupier.odds.solver.shape import refused

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.odds.solver.pays import Path
    from croupier.odds.solver.shape import Shape
    from croupier.odds.solver.solve import Solved

CHUNK = 100_000


def dealt(shape: Shape, rounds: int, chance: np.random.Generator) -> NDArray[np.uint8]:
    """So many deals, one to a row, the cards in the order of the shape's draws."""
    deck = np.array(shape.rules.game.deck.all(), np.uint8)
    order = np.argpartition(chance.random((rounds, len(deck))), len(shape.draws) - 1, axis=1)[:, : len(shape.draws)]
    laid: NDArray[np.uint8] = np.array(shape.of_card, np.int64)[deck[order]].astype(np.uint8)
    return chance.permuted(laid, axis=1)


def sample(solved: Solved, rounds: int, seed: int) -> dict[tuple[Path, int], int]:
    """How many of so many rounds come down each path to each tuple, as in `Solved.outcomes`."""
    if rounds < 1:
        raise IllegalAction(f"{rounds} rounds are none: one or more", field="--rounds")
    if solved.pays.counted.shape.drawn:
        raise refused(solved.rules, "cards that a rule gives are sampled plainly")
    chance = np.random.default_rng(seed)
    found: Counter[tuple[Path, int]] = Counter()
    for start in range(0, rounds, CHUNK):
        _play(solved, dealt(solved.pays.counted.shape, min(CHUNK, rounds - start), chance), found)
    return dict(found)


def _play(solved: Solved, deals: NDArray[np.uint8], found: Counter[tuple[Path, int]]) -> None:
    counted = solved.pays.counted
    shape, streets = counted.shape, solved.rules.game.streets
    bench = Bench({at: deals[:, shape.columns_of(at)] for at in shape.sizes()}, single=max(shape.held) == 1)
    numbers = counted.tuples.numbers(bench)

    def end(path: Path, rows: NDArray[np.int64]) -> None:
        for number, count in enumerate(np.bincount(numbers[rows])):
            if count:
                found[path, number] += int(count)

    def follow(path: Path, rows: NDArray[np.int64]) -> None:
        _, said = solved.plan.worths(path, deals[rows, : shape.asks[len(path)]])
        for place, option in enumerate(streets[len(path)].options):
            going = rows[said == place]
            if len(going):
                (end if ends(solved.rules, len(path), option) else follow)((*path, option.id), going)

    (follow if streets else end)((), np.arange(len(deals)))
