"""Hands folded by suit: two hands that differ only in the names of the suits are one class.

A class is known by its key: the ranks held in each suit as four 13-bit masks in ascending order, and a bit for the
joker. Keys are `uint64`; hands are `uint8` arrays of shape (hands, cards).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numba
import numpy as np

from croupier.kit.bulk import all_hands

if TYPE_CHECKING:
    from numpy.typing import NDArray

_jit: Any = numba.njit(cache=True, nogil=True)


@_jit
def key_of(hand):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """The key of one hand."""
    a = b = c = d = joker = np.uint64(0)
    one = np.uint64(1)
    for card in hand:
        rank = one << np.uint64(card >> 2)
        if card == 52:
            joker = one
        elif card & 3 == 0:
            a |= rank
        elif card & 3 == 1:
            b |= rank
        elif card & 3 == 2:
            c |= rank
        else:
            d |= rank
    if a > b:
        a, b = b, a
    if c > d:
        c, d = d, c
    if a > c:
        a, c = c, a
    if b > d:
        b, d = d, b
    if b > c:
        b, c = c, b
    wide = np.uint64(13)
    return (((joker << wide | d) << wide | c) << wide | b) << wide | a


@_jit
def _keys(hands, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for i in range(len(hands)):
        out[i] = key_of(hands[i])


def keys_of(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The key of every hand."""
    out = np.empty(len(hands), np.uint64)
    _keys(hands, out)
    return out


@dataclass(frozen=True, slots=True)
class Classes:
    """Every class of `cards` cards from a deck: its key (ascending), one hand of it, and how many hands it holds."""

    deck: int
    keys: NDArray[np.uint64]
    hands: NDArray[np.uint8]
    weights: NDArray[np.int64]

    def find(self, keys: NDArray[np.uint64]) -> NDArray[np.int64]:
        """The place of each key."""
        return np.searchsorted(self.keys, keys)


def classes(deck: int, cards: int) -> Classes:
    """Fold all hands of so many cards from the first `deck` cards (53 includes the joker)."""
    hands = all_hands(deck, cards)
    keys, first, weights = np.unique(keys_of(hands), return_index=True, return_counts=True)
    return Classes(deck, keys, np.ascontiguousarray(hands[first]), weights.astype(np.int64))
