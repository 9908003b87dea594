"""The loops of `bulk`, compiled: hands listed, rows packed, worths looked up, sevens counted."""

from __future__ import annotations

import numpy as np

from croupier.kit.kernels import kernel


@kernel
def list_hands(deck, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """Each hand from the one before: the last card that can moves on, and those after it follow."""
    cards = out.shape[1]
    for j in range(cards):
        out[0, j] = j
    for n in range(1, len(out)):
        i = cards - 1
        while out[n - 1, i] == deck - cards + i:
            i -= 1
        for j in range(cards):
            out[n, j] = out[n - 1, j] if j < i else out[n - 1, i] + 1 + j - i


@kernel
def pack(sums, width, rows, taken):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """First fit: give each row of sums the first offset at which its columns are free."""
    free = 0
    top = 0
    start = 0
    while start < len(sums):
        row = sums[start] >> width
        stop = start
        while stop < len(sums) and sums[stop] >> width == row:
            stop += 1
        first = sums[start] & ((1 << width) - 1)
        offset = free - first
        while True:
            fits = True
            for i in range(start, stop):
                if taken[offset + (sums[i] & ((1 << width) - 1))]:
                    fits = False
                    break
            if fits:
                break
            offset += 1
        rows[row] = offset
        for i in range(start, stop):
            spot = offset + (sums[i] & ((1 << width) - 1))
            taken[spot] = 1
            if spot >= top:
                top = spot + 1
        while taken[free]:
            free += 1
        start = stop
    return top


@kernel
def rank_all(hands, keys, rows, table, full, width, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """Worths of hands of the ranking's own size."""
    mask = (np.int64(1) << width) - 1
    high = np.uint64(0x8888)
    suits = np.uint64(0xFFFF)
    for i in range(len(hands)):
        key = np.uint64(0)
        for j in range(hands.shape[1]):
            key += keys[hands[i, j]]
        total = np.int64(key & np.uint64(0xFFFFFFFF))
        joined = ((((key >> np.uint64(32)) & suits) + full) & high) != np.uint64(0)
        face = (((key >> np.uint64(48)) + full) & high) != np.uint64(0)
        out[i] = table[np.int64(joined) + np.int64(face), rows[total >> width] + (total & mask)]


@kernel
def _suited(hands, i, key, full, flushes):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """The best flush of the suit that has five or more cards."""
    joined = (((key >> np.uint64(32)) & np.uint64(0xFFFF)) + full) & np.uint64(0x8888)
    suit = 0
    while not joined & np.uint64(8):
        joined >>= np.uint64(4)
        suit += 1
    ranks = 0
    joker = 0
    for j in range(hands.shape[1]):
        card = hands[i, j]
        if card == 52:
            joker = 1
        elif card & 3 == suit:
            ranks |= 1 << (card >> 2)
    return flushes[joker, ranks]


@kernel
def rank_best(hands, keys, rows, table, flushes, full, width, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """Worths of larger hands: the best of their ranks, or of a suit."""
    mask = (np.int64(1) << width) - 1
    for i in range(len(hands)):
        key = np.uint64(0)
        for j in range(hands.shape[1]):
            key += keys[hands[i, j]]
        total = np.int64(key & np.uint64(0xFFFFFFFF))
        worth = table[0, rows[total >> width] + (total & mask)]
        if ((((key >> np.uint64(32)) & np.uint64(0xFFFF)) + full) & np.uint64(0x8888)) != np.uint64(0):
            worth = max(worth, _suited(hands, i, key, full, flushes))
        out[i] = worth


@kernel
def rank_joined(hands, boards, keys, rows, table, flushes, full, width, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """The same of every hand of a row with the row's board."""
    mask, own = (np.int64(1) << width) - 1, hands.shape[2]
    joined = np.empty((1, own + boards.shape[1]), np.uint8)
    for n in range(len(boards)):
        board = np.uint64(0)
        for j in range(boards.shape[1]):
            joined[0, own + j] = boards[n, j]
            board += keys[boards[n, j]]
        for i in range(hands.shape[1]):
            key = board
            for j in range(own):
                key += keys[hands[n, i, j]]
            total = np.int64(key & np.uint64(0xFFFFFFFF))
            worth = table[0, rows[total >> width] + (total & mask)]
            if ((((key >> np.uint64(32)) & np.uint64(0xFFFF)) + full) & np.uint64(0x8888)) != np.uint64(0):
                for j in range(own):
                    joined[0, j] = hands[n, i, j]
                worth = max(worth, _suited(joined, 0, key, full, flushes))
            out[n, i] = worth


@kernel
def count_sevens(deck, keys, rows, table, flushes, full, width, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """Every hand of seven from the first cards of the deck, counted by worth."""
    mask = (np.int64(1) << width) - 1
    hand = np.zeros((1, 7), np.uint8)
    for a in range(deck - 6):
        for b in range(a + 1, deck - 5):
            ab = keys[a] + keys[b]
            for c in range(b + 1, deck - 4):
                abc = ab + keys[c]
                for d in range(c + 1, deck - 3):
                    abcd = abc + keys[d]
                    for e in range(d + 1, deck - 2):
                        abcde = abcd + keys[e]
                        for f in range(e + 1, deck - 1):
                            six = abcde + keys[f]
                            for g in range(f + 1, deck):
                                key = six + keys[g]
                                total = np.int64(key & np.uint64(0xFFFFFFFF))
                                worth = table[0, rows[total >> width] + (total & mask)]
                                joined = ((key >> np.uint64(32)) & np.uint64(0xFFFF)) + full
                                if (joined & np.uint64(0x8888)) != np.uint64(0):
                                    hand[0, 0], hand[0, 1], hand[0, 2], hand[0, 3] = a, b, c, d
                                    hand[0, 4], hand[0, 5], hand[0, 6] = e, f, g
                                    worth = max(worth, _suited(hand, 0, key, full, flushes))
                                out[worth] += 1
