"""Hands folded by suit: two hands that differ only in the names of the suits are one class.

A class is known by its key: the ranks held in each suit as four 13-bit masks in ascending order, and a bit for the
joker. Keys are `uint64`; hands are `uint8` arrays of shape (hands, cards).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from croupier.kit.bulk import all_hands
from croupier.kit.kernels import kernel

if TYPE_CHECKING:
    from numpy.typing import NDArray


@kernel
def _keys(hands, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    one, wide = np.uint64(1), np.uint64(13)
    for i in range(len(hands)):
        a = b = c = d = joker = np.uint64(0)
        for card in hands[i]:
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
        out[i] = (((joker << wide | d) << wide | c) << wide | b) << wide | a


FEW = 50_000
"""So many hands are keyed sooner than the kernel is loaded."""


def keys_of(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """The key of every hand."""
    if len(hands) <= FEW:
        return _keys_of_few(hands)
    out = np.empty(len(hands), np.uint64)
    _keys(hands, out)
    return out


def _keys_of_few(hands: NDArray[np.uint8]) -> NDArray[np.uint64]:
    held = np.zeros((len(hands), 4), np.uint64)
    joker = np.zeros(len(hands), np.uint64)
    for card in hands.T:
        plain = card < 52
        rank = np.where(plain, np.uint64(1) << (card >> 2).astype(np.uint64), np.uint64(0))
        np.bitwise_or.at(held, (np.arange(len(hands)), card & 3), rank)
        joker |= (~plain).astype(np.uint64)
    held.sort(axis=1)
    for suit in (3, 2, 1, 0):
        joker = joker << np.uint64(13) | held[:, suit]
    return joker


@kernel
def _firsts(hands, suits, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """How many hands the class of each has if it is the first of them, and 0 if not. In the first, the suits stand in
    order: of two, the earlier holds the lowest rank that only one of them has."""
    one = np.uint64(1)
    for n in range(len(hands)):
        held = np.uint64(0)
        for card in hands[n]:
            if card != 52:
                held |= one << np.uint64((card & 3) << 4 | card >> 2)
        ways = alike = 1
        before = held >> np.uint64(suits[0] << 4) & np.uint64(0xFFFF)
        for i in range(1, len(suits)):
            ranks = held >> np.uint64(suits[i] << 4) & np.uint64(0xFFFF)
            differ = before ^ ranks
            if differ == np.uint64(0):
                alike += 1
            elif before & differ & (~differ + one):
                alike = 1
            else:
                ways = 0
            ways = ways * (i + 1) // alike
            before = ranks
        out[n] = ways


def fold(
    hands: NDArray[np.uint8], cards: NDArray[np.uint8]
) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
    """Fold all hands of so many cards from `cards`, listed in order: the keys of the classes (ascending), where the
    first hand of each stands, and how many it has."""
    ranks: dict[int, set[int]] = {}
    for card in cards[cards != 52].tolist():
        ranks.setdefault(card & 3, set()).add(card >> 2)
    if any(held != ranks[min(ranks)] for held in ranks.values()):
        raise ValueError("suits are folded together: each suit in play must have the same ranks")
    ways = np.empty(len(hands), np.uint8)
    _firsts(hands, np.array(sorted(ranks), np.int64), ways)
    first = np.flatnonzero(ways)
    keys = keys_of(hands[first])
    order = np.argsort(keys)
    return keys[order], first[order], ways[first[order]].astype(np.int64)


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
