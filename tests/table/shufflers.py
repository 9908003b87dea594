"""Shuffles for the battery: the table's own, and faulty ones that the battery must find out."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np

from croupier.table.shuffle import SEED, permutation
from tests.table.shuffle_battery import Battery

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.table.shuffle_battery import Orders, Trial, Whole

BATCH = 4000

Shuffler = Callable[[int, int], "Orders"]
"""So many shuffles of so many cards."""


def ours(randomness: Callable[[int], bytes]) -> Shuffler:
    """The shuffle that tables use, each from a seed of its own."""

    def shuffled(count: int, size: int) -> Orders:
        placed = chain.from_iterable(permutation(randomness(SEED), size) for _ in range(count))
        return np.fromiter(placed, np.uint16, count * size).reshape(count, size)

    return shuffled


def swapped(count: int, size: int, partner: Callable[[int], Whole]) -> Orders:
    """Every place from the bottom up swapped with its partner, in all shuffles at once."""
    orders = np.repeat(np.arange(size, dtype=np.uint16)[:, None], count, axis=1)
    shuffle = np.arange(count)
    for place in range(size - 1, -1, -1):
        other = partner(place)
        taken = orders[other, shuffle]
        orders[other, shuffle] = orders[place]
        orders[place] = taken
    return orders.T


def modulo_bias(rng: np.random.Generator) -> Shuffler:
    """Remainders of bytes, none refused."""
    return lambda count, size: swapped(count, size, lambda place: rng.integers(0, 256, count) % (place + 1))


def naive_swap(rng: np.random.Generator) -> Shuffler:
    """Every place swapped with any place, not only with those not yet settled."""
    return lambda count, size: swapped(count, size, lambda _: rng.integers(0, size, count))


def short_seed(rng: np.random.Generator) -> Shuffler:
    """Unbiased swaps, and good words, of a seed of 32 bits: 2^32 orders are all there are."""

    def shuffled(count: int, size: int) -> Orders:
        seeds = rng.integers(0, 1 << 32, count, dtype=np.uint64)

        def partner(place: int) -> Whole:
            words = (seeds << np.uint64(32)) + np.uint64(place * 0x9E3779B97F4A7C15 % (1 << 64))
            for shift, factor in ((30, 0xBF58476D1CE4E5B9), (27, 0x94D049BB133111EB)):  # the finish of SplitMix64
                words = (words ^ (words >> np.uint64(shift))) * np.uint64(factor)
            return ((words ^ (words >> np.uint64(31))) % np.uint64(place + 1)).astype(np.int64)

        return swapped(count, size, partner)

    return shuffled


CONTROLS = {"modulo bias": modulo_bias, "naive swap": naive_swap, "a seed of 32 bits": short_seed}
"""Faulty shuffles that the battery must find out."""


def judging(shuffler: Shuffler, size: int, shuffles: int) -> Iterator[Battery]:
    """The battery after each batch."""
    battery = Battery(size)
    while battery.shuffles < shuffles:
        battery.add(shuffler(min(BATCH, shuffles - battery.shuffles), size))
        yield battery


def judged(shuffler: Shuffler, size: int, shuffles: int) -> list[Trial]:
    *_, battery = judging(shuffler, size, shuffles)
    return battery.trials()
