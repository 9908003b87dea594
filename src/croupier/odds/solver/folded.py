"""The plain back end: every state that a player can come to, card by card, states that differ only in suits as one.

A state is a row of cards in the order of `Shape.draws`. Its key is the least of its names under all exchanges of suits
that change nothing, the cards of a group sorted. It counts any shape; what it costs is known before it begins.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from math import factorial, lcm, prod
from typing import TYPE_CHECKING

import numpy as np

from croupier.game.features import OWN, cards_of
from croupier.odds.facts import store
from croupier.odds.solver.columns import Bench, Tuples, column, domain
from croupier.odds.solver.counted import Counted, Level
from croupier.odds.solver.keys import NO_CARD, keys_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.odds.solver.shape import Shape

    States = NDArray[np.uint8]

CHUNK = 200_000
MOST = 10
"""Cards that a key has room for."""


@dataclass(frozen=True, slots=True)
class Grown:
    """The states of so many cards; `onward[i, j]` is where the j-th kind of card leads, `ways` how many cards do so."""

    keys: NDArray[np.int64]
    states: States
    weights: NDArray[np.int64]
    onward: NDArray[np.int32] | None = None
    ways: NDArray[np.int64] | None = None


def work(shape: Shape) -> int:
    """How many states must be looked at, at the most: about what is listed to take the last card."""
    every, most = 1, 0
    for number, group in enumerate(shape.draws):
        left = len(shape.kinds) - number if max(shape.held) == 1 else len(shape.kinds)
        every = every * max(left, 1) // (list(shape.draws[: number + 1]).count(group))
        most = max(most, every)
    return most // max(1, len(shape.turns)) * (len(shape.draws) if shape.draws else 1)


def leaving(shape: Shape, states: States) -> NDArray[np.int64]:
    """For every state, how many cards of each kind are left."""
    kinds, held = np.array(shape.kinds, np.uint8), np.array(shape.held, np.int64)
    found = np.repeat(held[None, :], len(states), axis=0)
    for card in states.T:
        found -= card[:, None] == kinds[None, :]
    return _by_rule(shape, states, found) if shape.drawn else found


def _by_rule(shape: Shape, states: States, left: NDArray[np.int64]) -> NDArray[np.int64]:
    """The same with a column for no card. A deal in which a card was not given has more cards left than others; each
    state is to have as many ways as any other, so that ways stay as likely as deals."""
    known = states.shape[1]
    rule = shape.drawn.get(known)
    out = left.sum(axis=1)
    every = lcm(*np.unique(out).tolist())
    found = np.hstack([left * (every // out)[:, None], np.zeros((len(states), 1), np.int64)])
    if rule is not None:
        sizes = {at: shape.columns_of(at, known) for feature in rule.features for at in cards_of(feature)}
        bench = Bench({at: states[:, columns] for at, columns in sizes.items()})
        values = [np.array(domain(f, len(sizes[cards_of(f)[0]])), object)[column(f, bench)] for f in rule.features]
        given = np.array([told in rule.on for told in zip(*values, strict=True)])
        found[~given] = 0
        found[~given, -1] = every
    return found


def widened(shape: Shape, states: States, ways: NDArray[np.int64]) -> tuple[States, NDArray[np.int64]]:
    """Every state with each kind of card that is left, in its group, and which state it came from."""
    source, kind = np.nonzero(ways)
    known = states.shape[1]
    wider = np.empty((len(source), known + 1), np.uint8)
    wider[:, :known] = states[source]
    wider[:, known] = np.array([*shape.kinds, NO_CARD], np.uint8)[kind]
    return wider, source


def _grow(shape: Shape, now: Grown) -> tuple[Grown, Grown]:
    """One card more: this step with where it leads, and the next."""
    ways = leaving(shape, now.states)
    wider, source = widened(shape, now.states, ways)
    keys, first, places = np.unique(keys_of(shape, wider), return_index=True, return_inverse=True)
    onward = np.zeros(ways.shape, np.int32)
    onward[np.nonzero(ways)] = places.reshape(-1)
    weights = np.zeros(len(keys), np.int64)
    np.add.at(weights, places.reshape(-1), now.weights[source] * ways[np.nonzero(ways)])
    return Grown(now.keys, now.states, now.weights, onward, ways), Grown(keys, wider[first], weights)


def grown(shape: Shape, cards: int) -> Grown:
    """The states of so many cards."""
    step = NOTHING
    for _ in range(cards):
        _, step = _grow(shape, step)
    return step


def orders(shape: Shape, cards: int) -> int:
    """In how many orders the first cards of a state can have come, which are one deal."""
    first = list(shape.draws[:cards])
    return prod(factorial(first.count(group)) for group in set(first))


NOTHING = Grown(np.zeros(1, np.int64), np.zeros((1, 0), np.uint8), np.ones(1, np.int64))


def count(shape: Shape) -> Counted:
    """Count a shape."""
    cards, tell = len(shape.draws), store.progress("every state of the game")
    step = NOTHING
    steps: list[Grown] = []
    last = max(cards - 1, shape.asks[-1] if shape.asks else 0)
    for number in range(last):
        done, step = _grow(shape, step)
        steps.append(done)
        tell(number + 1, cards)
    tuples = Tuples(shape.features, shape.sizes())
    counts = _ends(shape, step, tuples) if step.states.shape[1] < cards else _here(shape, step, tuples)
    tell(cards, cards)
    wanted = shape.asks or (0,)
    levels: dict[int, Level] = {}
    known = last
    passing: list[Grown] = []
    while True:
        if known in wanted:
            weights = step.weights // orders(shape, wanted[0])
            levels[known] = Level(step.keys, step.states, weights, counts, _steps(passing))
            passing = []
        if not steps or known == wanted[0]:
            break
        step = steps.pop()
        known -= 1
        passing.insert(0, step)
        counts = _back(step, counts)
    if not shape.asks:
        levels[0] = replace(levels[0], counts=levels[0].counts // orders(shape, cards))
    stays = [*(known == later for known, later in pairwise(wanted)), False]
    found = [replace(levels[n], steps=()) if same else levels[n] for n, same in zip(wanted, stays, strict=True)]
    return Counted(shape, tuples, found)


def _steps(passing: list[Grown]) -> tuple[tuple[NDArray[np.int32], NDArray[np.int64]], ...]:
    return tuple((one.onward, one.ways) for one in passing if one.onward is not None and one.ways is not None)


def _bench(shape: Shape, states: States) -> Bench:
    lying = {at: states[:, shape.columns_of(at)] for at in shape.sizes()}
    return Bench(lying or {OWN: states}, single=max(shape.held) == 1)


def _here(shape: Shape, step: Grown, tuples: Tuples) -> NDArray[np.int64]:
    """Each state ends where it stands."""
    numbers = tuples.numbers(_bench(shape, step.states))
    found = np.zeros((len(numbers), len(tuples)), np.int64)
    found[np.arange(len(numbers)), numbers] = 1
    return found


def _ends(shape: Shape, step: Grown, tuples: Tuples) -> NDArray[np.int64]:
    """How each state can end with its last card."""
    size = max(1, CHUNK // len(shape.kinds))
    parts: list[NDArray[np.int64]] = []
    for start in range(0, len(step.states), size):
        states = step.states[start : start + size]
        ways = leaving(shape, states)
        wider, source = widened(shape, states, ways)
        numbers = tuples.numbers(_bench(shape, wider))
        flat = np.zeros(len(states) * len(tuples), np.int64)
        np.add.at(flat, source * len(tuples) + numbers, ways[np.nonzero(ways)])
        parts.append(flat.reshape(len(states), len(tuples)))
    found = np.zeros((len(step.states), len(tuples)), np.int64)
    start = 0
    for part in parts:
        found[start : start + len(part), : part.shape[1]] = part
        start += len(part)
    return found


def _back(step: Grown, later: NDArray[np.int64]) -> NDArray[np.int64]:
    """What follows from one card less."""
    assert step.onward is not None
    assert step.ways is not None
    found = np.zeros((len(step.states), later.shape[1]), np.int64)
    for kind in range(step.onward.shape[1]):
        found += step.ways[:, kind : kind + 1] * later[step.onward[:, kind]]
    return found
