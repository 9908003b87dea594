"""The back end for one hand against a hand that is not seen, or of which some cards are: no walk over pairs of hands.

The other hands that avoid the player's own cards are counted by inclusion and exclusion, over the sets of cards that
each hand holds. For each tuple of the other hand's own features its hands are taken up in rising order of worth, and
the player's states ask on the way: below their own worth, up to it, and at the end. Where cards of the other hand lie
open, this is done for each set of them, with what the hands that have these hold beside.
"""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.game.features import OWN, Compare, cards_of
from croupier.kit.bulk import all_hands
from croupier.kit.cards import CARDS
from croupier.kit.kernels import kernel
from croupier.odds.facts import store
from croupier.odds.solver import folded
from croupier.odds.solver.columns import Bench, Tuples
from croupier.odds.solver.counted import Counted, Level
from croupier.odds.solver.keys import turned

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


SETS = 50
"""So many sets of cards are counted while one state is listed."""


def work(shape: Shape) -> int:
    """How many states are listed, and what it takes to count the sets of cards of the other hands and of the states."""
    known, other = shape.asks[0], shape.draws[-1]
    size = shape.draws.count(other)
    own = known - list(shape.draws[:known]).count(other)
    states = folded.work(replace(shape, draws=shape.draws[:known]))
    return states + ((comb(len(shape.kinds), size) << size) + (states << own)) // SETS


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
    index = np.zeros(len(CARDS), np.uint8)
    index[kinds] = np.arange(len(kinds))
    shown = np.array([shape.draws[n] == other for n in range(known)])
    rows = np.empty((len(states), int((~shown).sum())), np.uint8)
    up = np.zeros(len(states), np.int64)
    _face_up(index[states], shown, index[turned(shape.turns)[:, kinds]], rows, up)
    counts = _counts(places, group, worth, rows, up, asked, int(shown.sum()), len(others), compared=bool(both))
    return _joined(shape, step, own, own_numbers, others, counts, both)


@kernel
def _face_up(cards, shown, turned, rows, up):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Each state with its suits exchanged so that the other hand's open cards are the first of their kind: the other
    cards in order, and the open ones as one number."""
    held = np.empty(len(shown), np.uint8)
    for n in range(len(cards)):
        least = np.int64(-1)
        for t in range(len(turned)):
            size = 0
            for i in range(len(shown)):
                if shown[i]:
                    size = _insert(held, size, turned[t, cards[n, i]])
            name = np.int64(0)
            for i in range(size):
                name = name << 6 | np.int64(held[i])
            if least >= 0 and name >= least:
                continue
            least, size = name, 0
            for i in range(len(shown)):
                if not shown[i]:
                    size = _insert(rows[n], size, turned[t, cards[n, i]])
            if not len(shown) - size:
                break
        up[n] = least


@kernel
def _insert(held, size, card):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Put a card among so many in order."""
    at = size
    while at > 0 and held[at - 1] > card:
        held[at] = held[at - 1]
        at -= 1
    held[at] = card
    return size + 1


def _counts(
    places: NDArray[np.uint8],
    group: NDArray[np.int64],
    worth: NDArray[np.int64],
    rows: NDArray[np.uint8],
    up: NDArray[np.int64],
    asked: NDArray[np.int64],
    shown: int,
    groups: int,
    *,
    compared: bool,
) -> NDArray[np.int32]:
    """For every state and group, how many hands are higher than its own, equal to it, and lower. `rows` are the cards
    that the player sees, in order, but for those `shown` of the other hand, which `up` names."""
    tell = store.progress("every hand against an unseen one")
    size, deck = places.shape[1] - shown, 1 + max(int(places.max()), int(rows.max(initial=0)))
    choose = np.array([[comb(card, k) for k in range(LARGEST + 1)] for card in range(deck)], np.int64)
    kinds = [_least(comb(max(deck - shown - k, 0), max(size - k, 0))) for k in range(LARGEST + 1)]
    waiting = np.argsort(asked, kind="stable").astype(np.int32)
    names = up[waiting]
    orders = [np.flatnonzero(group == number).astype(np.int32) for number in range(groups)]
    orders = [order[np.argsort(worth[order], kind="stable")] for order in orders]
    found = np.zeros((len(rows), groups * 3), np.int32)

    def take(name: int, number: int) -> None:
        states, order = waiting[names == name] if shown else waiting, orders[number]
        hands, held = np.empty((len(order), size), np.uint8), np.empty(len(order), np.int32)
        some = _without(places, order, np.array([name >> 6 * k & 63 for k in range(shown)], np.uint8), hands, held)
        sets = tuple(np.zeros(comb(deck, k) if k <= size else 1, kind) for k, kind in enumerate(kinds))
        lower, equal, total = (np.zeros(len(states), np.int32) for _ in range(3))
        theirs, mine = worth[held[:some]], asked[states]
        _take(hands[:some], theirs, mine, rows[states], choose, *sets, lower, equal, total, compared)
        found[states, 3 * number] = total - equal
        found[states, 3 * number + 1] = equal - lower
        found[states, 3 * number + 2] = lower

    parts = [(name, number) for name in np.unique(names).tolist() for number in range(groups)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for done, _ in enumerate(pool.map(lambda part: take(*part), parts), 1):
            tell(done, len(parts))
    return found


def _least(most: int) -> type[np.signedinteger[Any]]:
    """The smallest type that counts so far: what is counted should stay near the processor."""
    return next(kind for kind in (np.int8, np.int16, np.int32, np.int64) if most <= np.iinfo(kind).max)


@kernel
def _without(places, order, open_, hands, held):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """The hands that hold all open cards, in this order, without these; how many there are."""
    found = 0
    for n in order:
        kept = met = 0
        for card in places[n]:
            out = False
            for other in open_:
                out = out or card == other
            if out:
                met += 1
            elif kept < hands.shape[1]:
                hands[found, kept] = card
                kept += 1
        if met == len(open_):
            held[found] = n
            found += 1
    return found


@kernel
def _avoiding(n, size, rows, choose, none, ones, twos, threes, fours, fives):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """How many hands taken up hold none of the cards seen: one less for every set of an odd number of them that it
    holds, one more for every other."""
    row, known = rows[n], rows.shape[1]
    found = np.int64(none[0])
    for i in range(known if size > 0 else 0):
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
    hands, worth, asked, rows, choose, none, ones, twos, threes, fours, fives, lower, equal, total, compared,  # noqa: ANN001
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
            lower[done] = _avoiding(done, size, rows, choose, none, ones, twos, threes, fours, fives)
            equal[done] = lower[done]
            done += 1
        first = done
        while compared and done < len(rows) and asked[done] == here:
            lower[done] = _avoiding(done, size, rows, choose, none, ones, twos, threes, fours, fives)
            done += 1
        while now < len(hands) and worth[now] == here:
            _hold(hands[now], choose, none, ones, twos, threes, fours, fives)
            now += 1
        for n in range(first, done):
            equal[n] = _avoiding(n, size, rows, choose, none, ones, twos, threes, fours, fives)
    for n in range(len(rows)):
        total[n] = _avoiding(n, size, rows, choose, none, ones, twos, threes, fours, fives)
        if n >= done and compared:
            lower[n] = total[n]
            equal[n] = total[n]


def _joined(
    shape: Shape,
    step: folded.Grown,
    own: Tuples,
    own_numbers: NDArray[np.int64],
    others: Tuples,
    counts: NDArray[Any],
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
