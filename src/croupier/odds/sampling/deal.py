"""Cards for sampled rounds: every round has random numbers of its own, made from the seed and the round's number.

So a round is the same wherever and in whatever order it is dealt, and counts of parts add up to the count of the whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from croupier.kit.kernels import kernel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Dealt = NDArray[np.uint8]

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_STRIDE = np.uint64(0xD1342543DE82EF95)


@dataclass(frozen=True, slots=True)
class Layout:
    """Which of a round's cards lie where: the seats' hands first, then the other places in turn."""

    seats: int
    hand: int
    places: Mapping[str, slice]

    @property
    def width(self) -> int:
        """How many cards a round takes."""
        ends: list[int] = [place.stop for place in self.places.values()]
        return max([self.seats * self.hand, *ends])

    def hands(self, dealt: Dealt, seat: int) -> Dealt:
        """The hands of a seat, counted from 0."""
        return np.ascontiguousarray(dealt[:, seat * self.hand : (seat + 1) * self.hand])

    def at(self, dealt: Dealt, place: str) -> Dealt:
        """The cards at a place."""
        return np.ascontiguousarray(dealt[:, self.places[place]])

    def with_hand(self, dealt: Dealt, seat: int, place: str, count: int | None = None) -> Dealt:
        """The hands of a seat with the first `count` cards of a place."""
        return np.hstack([self.hands(dealt, seat), self.at(dealt, place)[:, :count]])


def layout(seats: int, hand: int, places: Mapping[str, int]) -> Layout:
    """Lay out so many seats and places of so many cards."""
    start = seats * hand
    found = {}
    for place, count in places.items():
        found[place] = slice(start, start + count)
        start += count
    return Layout(seats, hand, found)


def deal(seed: int, first: int, rounds: int, deck: Dealt, width: int) -> Dealt:
    """So many rounds from a full deck each, the one numbered `first` first."""
    out = np.empty((rounds, width), np.uint8)
    _deal(np.uint64(_mixed(np.uint64(seed & 0xFFFF_FFFF_FFFF_FFFF))), np.uint64(first), deck, out)
    return out


@kernel
def _mixed(number):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """The output function of splitmix64."""
    number = (number ^ (number >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    number = (number ^ (number >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return number ^ (number >> np.uint64(31))


@kernel
def _deal(seed, first, deck, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Partial Fisher-Yates with splitmix64, undone after each round. Draws are uniform: what would favour some cards
    is thrown away and drawn again."""
    shoe = deck.copy()
    width = out.shape[1]
    swaps = np.empty(width, np.int64)
    low = np.uint64(0xFFFFFFFF)
    half = np.uint64(32)
    for n in range(len(out)):
        state = _mixed(seed + (first + np.uint64(n)) * _STRIDE)
        for i in range(width):
            left = np.uint64(len(shoe) - i)
            state += _GOLDEN
            drawn = (_mixed(state) >> half) * left
            if drawn & low < left:
                unfair = (low - left + np.uint64(1)) % left
                while drawn & low < unfair:
                    state += _GOLDEN
                    drawn = (_mixed(state) >> half) * left
            j = i + np.int64(drawn >> half)
            swaps[i] = j
            card = shoe[j]
            shoe[j] = shoe[i]
            shoe[i] = card
            out[n, i] = card
        for i in range(width - 1, -1, -1):
            j = swaps[i]
            card = shoe[j]
            shoe[j] = shoe[i]
            shoe[i] = card
