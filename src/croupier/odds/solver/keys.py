"""The key of a state: the least of its names under all exchanges of suits that change nothing, the cards of a group
sorted."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from croupier.kit.kernels import kernel
from croupier.odds.facts import classes

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.odds.solver.shape import Shape

    States = NDArray[np.uint8]

FEW = 2_000
"""So many states are named sooner than the kernel is loaded."""
SUITS = 24
"""Exchanges of four suits."""
NO_CARD = 63
"""Stands where a rule gave no card."""


def keys_of(shape: Shape, states: States) -> NDArray[np.int64]:
    """The key of each state of so many cards."""
    if (
        len(set(shape.draws[: states.shape[1]])) == 1
        and len(shape.turns) == SUITS
        and max(shape.held) == 1
        and not shape.drawn
    ):
        return classes.keys_of(states).astype(np.int64)
    groups = np.array(shape.draws[: states.shape[1]], np.int64)
    every = turned(shape.turns)
    out = np.zeros((len(every), len(states)) if len(states) <= FEW else len(states), np.int64)
    if len(states) > FEW:
        _keys(np.ascontiguousarray(states), groups, every, out)
        return out
    for card in np.moveaxis(np.sort(every[:, states] | groups << 6, axis=2) & 63, 2, 0):
        out = out << 6 | card
    found: NDArray[np.int64] = out.min(axis=0)
    return found


@cache
def turned(turns: tuple[tuple[int, ...], ...]) -> NDArray[np.uint8]:
    """What every card becomes by each exchange of suits."""
    every = [[card & ~3 | turn[card & 3] if card < 52 else card for card in range(NO_CARD + 1)] for turn in turns]
    return np.array(every, np.uint8)


@kernel
def _keys(states, groups, turned, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    count = states.shape[1]
    row = np.empty(count, np.int64)
    for n in range(len(states)):
        least = np.int64(0x7FFFFFFFFFFFFFFF)
        for t in range(len(turned)):
            for i in range(count):
                card = np.int64(turned[t, states[n, i]])
                j = i
                while j > 0 and groups[j - 1] == groups[i] and row[j - 1] > card:
                    row[j] = row[j - 1]
                    j -= 1
                row[j] = card
            name = np.int64(0)
            for i in range(count):
                name = name << 6 | row[i]
            least = min(least, name)
        out[n] = least
