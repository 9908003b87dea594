"""The back end for one hand against a hand that is not seen, or of which some cards are: no walk over pairs of hands.

The other hands that hold the cards shown and avoid the player's own are counted by inclusion and exclusion, over the
sets of cards that each hand holds. For each tuple of the other hand's own features its hands are taken up in rising
order of worth, and the player's states ask on the way: below their own worth, up to it, and at the end.
"""

from __future__ import annotations

from dataclasses import replace
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.game.features import OWN, Compare, cards_of
from croupier.kit.bulk import all_hands
from croupier.kit.kernels import kernel
from croupier.odds.facts import store
from croupier.odds.solver import folded
from croupier.odds.solver.columns import Bench, Tuples
from croupier.odds.solver.counted import Counted, Level

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.game.features import OfCards
    from croupier.odds.solver.shape import Shape


LARGEST = 5
"""Cards that the other hand may have."""


def _sides(shape: Shape) -> tuple[list[OfCards], list[OfCards], list[Compare]] | None:
    """The features of what is known at the decision, those of the other hand, and the comparisons of both; None where
    some feature is none of these."""
    known, total = shape.asks[0], len(shape.draws)
    mine: list[OfCards] = []
    theirs: list[OfCards] = []
    both: list[Compare] = []
    (other,) = {shape.draws[n] for n in range(known, total)}
    for feature in shape.features:
        groups = [set(shape.within(at)) for at in cards_of(feature)]
        if isinstance(feature, Compare):
            if other in groups[0] or groups[1] != {other} or feature.one.ranking != feature.other.ranking:
                return None
            both.append(feature)
        elif groups[0] == {other}:
            theirs.append(feature)
        elif other in groups[0]:
            return None
        else:
            mine.append(feature)
    return (mine, theirs, both) if len({(f.one, f.other) for f in both}) <= 1 else None


def fits(shape: Shape) -> bool:
    """Whether a shape is one hand, decided on once, against a hand of which something is unseen."""
    if len(shape.asks) != 1 or max(shape.held) != 1 or not 0 < shape.asks[0] < len(shape.draws):
        return False
    if shape.draws.count(shape.draws[-1]) > LARGEST:
        return False
    if len(set(shape.draws[shape.asks[0] :])) != 1 or len(shape.draws[: shape.asks[0]]) > folded.MOST:
        return False
    return _sides(shape) is not None


def work(shape: Shape) -> int:
    """How many sets of cards are counted: those of the other hands, and of the player's states."""
    known, other = shape.asks[0], shape.draws[-1]
    size = shape.draws.count(other)
    own = known - list(shape.draws[:known]).count(other)
    states = folded.work(replace(shape, draws=shape.draws[:known]))
    return (comb(len(shape.kinds), size) << size) + (states << own)


def count(shape: Shape) -> Counted:
    """Count a shape that `fits`."""
    known, other = shape.asks[0], shape.draws[-1]
    sides = _sides(shape)
    assert sides is not None
    mine, theirs, both = sides
    step = folded.grown(shape, known)
    kinds = np.array(shape.kinds, np.uint8)
    size = shape.draws.count(other)
    own = Tuples(tuple(mine), shape.sizes())
    states = step.states
    seen = {at: states[:, shape.columns_of(at, known)] for f in mine for at in cards_of(f)}
    own_numbers = own.numbers(Bench(seen or {OWN: states}, single=True))
    places = all_hands(len(kinds), size)
    lying = {at: kinds[places] for f in (*theirs, *both) for at in cards_of(f)[-1:]}
    bench = Bench(lying or {OWN: places}, single=True)
    others = Tuples(tuple(theirs), shape.sizes())
    group = others.numbers(bench)
    worth = bench.worths(both[0].other) if both else np.zeros(len(places), np.int64)
    if both:
        at = both[0].one.cards
        asked = Bench({at: states[:, shape.columns_of(at, known)]}, single=True).worths(both[0].one)
    else:
        asked = np.full(len(states), -1, np.int64)
    index = np.full(53, -1, np.int64)
    index[kinds] = np.arange(len(kinds))
    cards = index[states]
    order = np.argsort(cards, axis=1)
    shown = np.array([shape.draws[n] == other for n in range(known)])[order]
    up = (shown.astype(np.int64) << np.arange(known)).sum(axis=1)
    rows = np.take_along_axis(cards, order, axis=1)
    counts = _counts(places, group, worth, rows, up, asked, len(others), compared=bool(both))
    return _joined(shape, step, own, own_numbers, others, counts, both)


def _counts(
    places: NDArray[np.uint8],
    group: NDArray[np.int64],
    worth: NDArray[np.int64],
    rows: NDArray[np.int64],
    up: NDArray[np.int64],
    asked: NDArray[np.int64],
    groups: int,
    *,
    compared: bool,
) -> NDArray[np.int64]:
    """For every state and group, how many hands are higher than its own, equal to it, and lower. `rows` are the cards
    that the player sees, in order, and `up` says by its bits which of them are the other hand's."""
    tell = store.progress("every hand against an unseen one")
    size, deck = places.shape[1], 1 + max(int(places.max()), int(rows.max()))
    choose = np.array([[comb(card, k) for k in range(LARGEST + 1)] for card in range(deck)], np.int64)
    held = tuple(np.zeros(comb(deck, k), _least(comb(max(deck - k, 0), max(size - k, 0)))) for k in range(LARGEST + 1))
    waiting = np.argsort(asked, kind="stable")
    asked, rows, up = asked[waiting], rows[waiting], up[waiting]
    found: NDArray[Any] = np.zeros((len(rows), groups * 3), np.int32)
    kept = worth.astype(np.uint16) if int(worth.max(initial=0)) < 1 << 16 else worth
    for number in range(groups):
        mine = np.flatnonzero(group == number)
        mine = mine[np.argsort(kept[mine], kind="stable")]
        for array in held:
            array[:] = 0
        lower, equal, total = (np.zeros(len(rows), np.int32) for _ in range(3))
        _take(places[mine], worth[mine], asked, rows, up, choose, *held, lower, equal, total, compared)
        found[waiting, 3 * number] = total - equal
        found[waiting, 3 * number + 1] = equal - lower
        found[waiting, 3 * number + 2] = lower
        tell(number + 1, groups)
    return found


def _least(most: int) -> type[np.signedinteger[Any]]:
    """The smallest type that counts so far: what is counted should stay near the processor."""
    return next(kind for kind in (np.int8, np.int16, np.int32, np.int64) if most <= np.iinfo(kind).max)


@kernel
def _avoiding(n, size, rows, up, choose, none, ones, twos, threes, fours, fives):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """How many hands taken up hold none of the cards seen: one less for every set of an odd number of them that it
    holds, one more for every other."""
    row, known = rows[n], rows.shape[1]
    if up[n]:
        return _holding(row, up[n], size, choose, ones, twos, threes, fours, fives)
    found = np.int64(none[0])
    for i in range(known):
        a = row[i]
        found -= ones[a]
        for j in range(i if size > 1 else 0):
            b = row[j]
            found += twos[choose[a, 2] + b]
            for k in range(j if size > 2 else 0):
                c = row[k]
                found -= threes[choose[a, 3] + choose[b, 2] + c]
                for m in range(k if size > 3 else 0):
                    d = row[m]
                    found += fours[choose[a, 4] + choose[b, 3] + choose[c, 2] + d]
                    for p in range(m if size > 4 else 0):
                        found -= fives[choose[a, 5] + choose[b, 4] + choose[c, 3] + choose[d, 2] + row[p]]
    return found


@kernel
def _holding(row, shown, size, choose, ones, twos, threes, fours, fives):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """The same of those that hold the cards shown: over the sets of the cards seen that hold these too."""
    least, found = 0, np.int64(0)
    for i in range(len(row)):
        least += shown >> i & 1
    for mask in range(1, 1 << len(row)):
        count = place = 0
        for i in range(len(row)):
            if mask >> i & 1 and count < size + 1:
                count += 1
                if count <= size:
                    place += choose[row[i], count]
        if count > size or mask & shown != shown:
            continue
        held = np.int64(0)
        if count == 1:
            held = np.int64(ones[place])
        elif count == 2:
            held = np.int64(twos[place])
        elif count == 3:
            held = np.int64(threes[place])
        elif count == 4:
            held = np.int64(fours[place])
        else:
            held = np.int64(fives[place])
        found += held if (count - least) & 1 == 0 else -held
    return found


@kernel
def _hold(hand, choose, none, ones, twos, threes, fours, fives):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Take up a hand under every set of its cards."""
    none[0] += 1
    for i in range(len(hand)):
        a = hand[i]
        ones[a] += 1
        for j in range(i):
            b = hand[j]
            twos[choose[a, 2] + b] += 1
            for k in range(j):
                c = hand[k]
                threes[choose[a, 3] + choose[b, 2] + c] += 1
                for m in range(k):
                    d = hand[m]
                    fours[choose[a, 4] + choose[b, 3] + choose[c, 2] + d] += 1
                    for p in range(m):
                        fives[choose[a, 5] + choose[b, 4] + choose[c, 3] + choose[d, 2] + hand[p]] += 1


@kernel
def _take(  # type: ignore[no-untyped-def]  # noqa: ANN202
    hands, worth, asked, rows, up, choose, none, ones, twos, threes, fours, fives, lower, equal, total, compared,  # noqa: ANN001
):  # fmt: skip
    """Take up hands in rising order of worth; states, in the same order, ask before and after those of their worth, and
    all at the end."""
    size = hands.shape[1]
    now = done = 0
    while compared and done < len(rows) and len(hands) and asked[done] < worth[0]:
        done += 1  # below all of them
    while now < len(hands):
        here = worth[now]
        while compared and done < len(rows) and asked[done] < here:
            lower[done] = _avoiding(done, size, rows, up, choose, none, ones, twos, threes, fours, fives)
            equal[done] = lower[done]
            done += 1
        first = done
        while compared and done < len(rows) and asked[done] == here:
            lower[done] = _avoiding(done, size, rows, up, choose, none, ones, twos, threes, fours, fives)
            done += 1
        while now < len(hands) and worth[now] == here:
            _hold(hands[now], choose, none, ones, twos, threes, fours, fives)
            now += 1
        for n in range(first, done):
            equal[n] = _avoiding(n, size, rows, up, choose, none, ones, twos, threes, fours, fives)
    for n in range(len(rows)):
        total[n] = _avoiding(n, size, rows, up, choose, none, ones, twos, threes, fours, fives)
        if n >= done and compared:
            lower[n] = total[n]
            equal[n] = total[n]


def _joined(
    shape: Shape,
    step: folded.Grown,
    own: Tuples,
    own_numbers: NDArray[np.int64],
    others: Tuples,
    counts: NDArray[np.int64],
    both: list[Compare],
) -> Counted:
    """Tuples of all features, from those of the two hands and how they compare."""
    tuples = Tuples(shape.features, shape.sizes())
    joint = np.full((len(own), counts.shape[1]), -1, np.int64)
    known = (*own.features, *others.features)
    order = [len(known) if feature in both else known.index(feature) for feature in shape.features]
    for mine in range(len(own)):
        met = counts[own_numbers == mine].any(axis=0)
        for column in np.flatnonzero(met).tolist():
            theirs, versus = divmod(column, 3)
            told = (*own.values(mine), *others.values(theirs), (-1, 0, 1)[versus])
            joint[mine, column] = tuples.number_of([told[place] for place in order])
    weights = step.weights // folded.orders(shape, shape.asks[0])
    level = Level(step.keys, step.states, weights, counts, (), own_numbers, joint)
    return Counted(shape, tuples, [level])
