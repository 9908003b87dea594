"""Cards for sampled rounds: every round has words of its own, made from the seed and the round's number.

So a round is the same wherever and in whatever order it is dealt. Several cards come out of one word of 32 bits: it is
multiplied by the number of cards left, what is carried out is the place of the card, and what stays is the word for the
next (Brackett-Rozinsky and Lemire 2024). Words that would favour some cards are thrown away, so every deal is as likely
as any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from croupier.kit.kernels import kernel
from croupier.odds.sampling.philox import key_of, philox

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Dealt = NDArray[np.uint8]

BLOCK = 1024
"""Rounds that a kernel has in hand at a time, a column for each card; it changes no result."""
_MOST = 1 << 24
"""The ways that the cards of one word may fall: more, and words would often be thrown away."""
_WORD = 1 << 32


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


@cache
def words_of(cards: int, width: int) -> tuple[tuple[int, int, int], ...]:
    """The words of a round of `width` out of so many cards: the first card of each, how many come out of it, and below
    what a word is thrown away."""
    found, first = [], 0
    while first < width:
        count = 1
        while first + count < width and prod(range(cards - first - count, cards - first + 1)) <= _MOST:
            count += 1
        found.append((first, count, _WORD % prod(range(cards - first - count + 1, cards - first + 1))))
        first += count
    return tuple(found)


def deal(seed: int, first: int, rounds: int, deck: Dealt, width: int) -> Dealt:
    """So many rounds from a full deck each, the one numbered `first` first."""
    out = np.empty((width, rounds), np.uint8)
    _deal_all(key_array(seed), np.uint64(first), deck, words_array(len(deck), width), out)
    return np.ascontiguousarray(out.T)


def deal_plainly(seed: int, number: int, deck: Dealt, width: int) -> list[int]:
    """One round as anybody would write it down: what the kernels must agree with."""
    shoe, out = deck.tolist(), []
    for word, (first, count, least) in enumerate(words_of(len(deck), width)):
        asked, places = 0, list[int]()
        while not places:
            counter = (word // 4, asked, number & 0xFFFFFFFF, number >> 32)
            left = philox(counter, key_of(seed))[word % 4]
            for card in range(first, first + count):
                place, left = divmod(left * (len(shoe) - card), _WORD)
                places.append(card + place)
            if left < least:
                places, asked = [], asked + 1
        for card, place in zip(range(first, first + count), places, strict=True):
            shoe[card], shoe[place] = shoe[place], shoe[card]
            out.append(shoe[card])
    return out


def key_array(seed: int) -> NDArray[np.uint64]:
    """The key of a seed."""
    return np.array(key_of(seed), np.uint64)


def words_array(cards: int, width: int) -> NDArray[np.int64]:
    """`words_of` for a kernel."""
    return np.array(words_of(cards, width), np.int64).reshape(-1, 3)


@kernel
def _words(first, block, asked, key, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """One block of four words for each of the rounds from the first on."""
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    for n in range(out.shape[1]):
        number = first + np.uint64(n)
        a, b, c, d = np.uint64(block), np.uint64(asked), number & low, number >> half
        x, y = key[0], key[1]
        for _ in range(10):
            p, q = np.uint64(0xD2511F53) * a, np.uint64(0xCD9E8D57) * c
            a, b, c, d = (q >> half) ^ b ^ x, q & low, (p >> half) ^ d ^ y, p & low
            x, y = (x + np.uint64(0x9E3779B9)) & low, (y + np.uint64(0xBB67AE85)) & low
        out[0, n], out[1, n], out[2, n], out[3, n] = a, b, c, d


@kernel
def _places(word, left, card, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """The place of the next card, out of so many left."""
    low, half = np.uint64(0xFFFFFFFF), np.uint64(32)
    for n in range(len(out)):
        carried = word[n] * left
        out[n] = np.uint16(carried >> half) + card
        word[n] = carried & low


@kernel
def _again(first, n, word, key, left, start, count, least, places):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """The places of a round whose word was thrown away."""
    one = np.empty((4, 1), np.uint64)
    asked = 1
    while True:
        _words(first + np.uint64(n), word // 4, asked, key, one)
        rest = one[word % 4, 0]
        for i in range(count):
            rest *= np.uint64(left - i)
            places[start + i, n] = np.uint16(rest >> np.uint64(32)) + np.uint16(start + i)
            rest &= np.uint64(0xFFFFFFFF)
        if rest >= np.uint64(least):
            return
        asked += 1


@kernel
def deal_block(key, first, deck, words, block, places, shoe, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """The rounds from the first on: a row of `out` for each card. The shoe is left as it was found."""
    size = len(deck)
    for word in range(len(words)):
        start, count, least = words[word, 0], words[word, 1], np.uint64(words[word, 2])
        if word % 4 == 0:
            _words(first, word // 4, 0, key, block)
        rest = block[word % 4]
        for i in range(start, start + count):
            _places(rest, np.uint64(size - i), np.uint16(i), places[i])
        for n in range(len(rest)):
            if rest[n] < least:
                _again(first, n, word, key, size - start, start, count, least, places)
    width = len(out)
    for n in range(out.shape[1]):
        for i in range(width):
            j = places[i, n]
            card = shoe[j]
            shoe[j] = shoe[i]
            shoe[i] = card
            out[i, n] = card
        for i in range(width - 1, -1, -1):
            j = places[i, n]
            card = shoe[j]
            shoe[j] = shoe[i]
            shoe[i] = card


@kernel
def _deal_all(key, first, deck, words, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    shoe = deck.copy()
    done = 0
    while done < out.shape[1]:
        size = min(1024, out.shape[1] - done)
        block = np.empty((4, size), np.uint64)
        places = np.empty((len(out), size), np.uint16)
        part = np.empty((len(out), size), np.uint8)
        deal_block(key, first + np.uint64(done), deck, words, block, places, shoe, part)
        out[:, done : done + size] = part
        done += size
