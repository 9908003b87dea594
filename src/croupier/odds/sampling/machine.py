"""The kernel of the processor: a program over a block of rounds at a time, step by step, a column for each register."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from croupier.kit.kernels import kernel
from croupier.odds.sampling.deal import BLOCK, deal_block, key_array

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.odds.sampling.program import Program

    Counted = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int32]]


def run(program: Program, seed: int, first: int, rounds: int, *, codes: bool = False) -> Counted:
    """Play rounds: how often every number was met and in which round and seat first (-1: never), tally after tally;
    with `codes` the numbers themselves, by tally, seat and round."""
    starts = np.concatenate([[0], np.cumsum(program.sizes)]).astype(np.int64)
    counts, firsts = np.zeros(int(starts[-1]), np.int64), np.full(int(starts[-1]), -1, np.int64)
    kept = np.zeros((len(program.sizes) * program.seats, rounds if codes else 0), np.int32)
    _run(
        key_array(seed), np.uint64(first), rounds, program.deck, program.words, program.width, program.rows,
        program.registers, program.steps, program.cards, program.tables, program.keys, program.options, starts,
        program.seats, counts, firsts, kept, BLOCK,
    )  # fmt: skip
    return counts, firsts, kept


@kernel
def _run(  # type: ignore[no-untyped-def]  # noqa: ANN202, C901, PLR0912, PLR0915
    key, first, rounds, deck, words, width, rows, registers, steps, cards, tables, keys, options, starts, seats,  # noqa: ANN001
    counts, firsts, kept, most,  # noqa: ANN001
):  # fmt: skip
    shoe = deck.copy()
    block, sums = np.empty((4, most), np.uint64), np.empty(most, np.uint64)
    places = np.empty((width, most), np.uint16)
    dealt, sets = np.empty((rows, most), np.uint8), np.empty((8, most), np.uint8)
    held = np.empty((registers, most), np.int32)
    done = np.int64(0)
    while done < rounds:
        size = min(most, rounds - done)
        now = first + np.uint64(done)
        deal_block(key, now, deck, words, block[:, :size], places[:, :size], shoe, dealt[:width, :size])
        for s in range(len(steps)):
            step = steps[s]
            kind, out = step[0], held[step[1] if step[0] != 10 and step[0] != 15 else 0, :size]
            if kind == 0:
                out[:] = step[2]
            elif kind == 1:
                _sum(dealt, cards, step[2], step[3], keys[step[4] :], sums[:size])
                _hash(sums[:size], tables[step[5] :], step[6], np.int32(step[7]), np.uint64(step[8]), out)
            elif kind == 2:
                _sum(dealt, cards, step[2], step[3], keys[step[4] :], sums[:size])
                _best(
                    dealt, cards, step[2], step[3], sums[:size], tables[step[5] :], step[6], tables[step[7] :],
                    tables[step[8] :], np.uint64(step[9]), out,
                )  # fmt: skip
            elif kind == 3:
                _sorted(dealt, cards, step[2], step[3], tables[step[4] :], step[9] > 0, sets[:, :size])
                _place(sets, step[3], tables[step[5] :], step[7], out)
                if step[8] >= 0:
                    _scaled(held[step[8], :size], np.int32(step[6]), out)
            elif kind == 4:
                _add(held[step[2], :size], tables[step[3] :], out)
            elif kind == 5:
                _versus(
                    held[step[2], :size], held[step[3], :size], tables[step[4] :], tables[step[5] :],
                    np.int32(step[6]), out,
                )  # fmt: skip
            elif kind == 6:
                for i in range(step[2], step[2] + step[3]):
                    _points(dealt[cards[i], :size], tables[step[4] :], out)
            elif kind == 7:
                _scaled(held[step[2], :size], np.int32(step[3]), out)
                out += np.int32(step[4])
            elif kind == 8:
                _decide(
                    out, held[step[2], :size], held[step[3], :size], tables[step[4] :], tables[step[5] :],
                    np.int32(step[6]), options,
                )  # fmt: skip
            elif kind == 9:
                _most(held[step[2], :size], out)
            elif kind == 10:
                _replace(dealt, size, step[1], cards[step[2] : step[2] + step[3]], step[4], step[5], tables[step[6] :])
            elif kind == 11:
                _rare(
                    dealt, held[step[2], :size], step[3], cards, step[4], step[5],
                    tables[step[6] : step[6] + step[7]], tables[step[8] :], out,
                )  # fmt: skip
            elif kind == 12:
                _sum(dealt, cards, step[2], step[3], keys[step[4] :], sums[:size])
                _seven(
                    dealt, cards, step[2], step[3], sums[:size], tables[step[5] :], step[6], tables[step[7] :],
                    tables[step[8] :], tables[step[9] :], out,
                )  # fmt: skip
            elif kind == 13:
                _against(
                    held[step[2], :size], held[step[3], :size], held[step[4], :size], tables[step[5] :],
                    tables[step[6] :], tables[step[7] :], out,
                )  # fmt: skip
            elif kind == 14:
                at = starts[step[2]]
                _tally(out, counts[at:], firsts[at:], np.int64(now), seats, step[3])
                if len(kept[0]):
                    kept[step[2] * seats + step[3], done : done + size] = out
            elif kind == 15:
                _give(dealt[step[2], :size], held[step[3], :size], tables[step[4] :], dealt[step[1], :size])
        done += size


@kernel
def _give(card, source, table, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for n in range(len(out)):
        out[n] = card[n] if table[source[n]] else np.uint8(63)


@kernel
def _sum(dealt, cards, start, count, keys, sums):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    sums[:] = np.uint64(0)
    for i in range(start, start + count):
        _one(dealt[cards[i]], keys, sums)


@kernel
def _one(column, keys, sums):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for n in range(len(sums)):
        sums[n] += keys[column[n]]


@kernel
def _hash(sums, rows, width, room, full, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    mask = (np.int64(1) << width) - 1
    high, suits, half = np.uint64(0x8888), np.uint64(0xFFFF), np.uint64(32)
    for n in range(len(out)):
        total = np.int64(sums[n] & np.uint64(0xFFFFFFFF))
        joined = ((((sums[n] >> half) & suits) + full) & high) != np.uint64(0)
        face = (((sums[n] >> np.uint64(48)) + full) & high) != np.uint64(0)
        out[n] = np.int32(rows[total >> width] + (total & mask)) + (np.int32(joined) + np.int32(face)) * room


@kernel
def _best(dealt, cards, start, count, sums, rows, width, table, flushes, full, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    mask = (np.int64(1) << width) - 1
    high, suits, half = np.uint64(0x8888), np.uint64(0xFFFF), np.uint64(32)
    for n in range(len(out)):
        total = np.int64(sums[n] & np.uint64(0xFFFFFFFF))
        worth = table[rows[total >> width] + (total & mask)]
        joined = (((sums[n] >> half) & suits) + full) & high
        if joined != np.uint64(0):
            suit = 0
            while not joined & np.uint64(8):
                joined >>= np.uint64(4)
                suit += 1
            ranks = 0
            for i in range(start, start + count):
                card = dealt[cards[i], n]
                if card == 52:
                    ranks |= 1 << 13
                elif card & 3 == suit:
                    ranks |= 1 << (card >> 2)
            worth = max(worth, flushes[ranks])
        out[n] = worth


@kernel
def _sorted(dealt, cards, start, count, kinds, whole, sets):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """The cards by their kinds, in order: a network of exchanges over columns."""
    for i in range(count):
        _kinds(dealt[cards[start + i]], kinds, whole, sets[i])
    for turn in range(count):
        for i in range(turn & 1, count - 1, 2):
            _exchange(sets[i], sets[i + 1])


@kernel
def _kinds(column, kinds, whole, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """In a `whole` deck every card is its own kind."""
    if whole:
        for n in range(len(out)):
            out[n] = column[n]
        return
    for n in range(len(out)):
        out[n] = kinds[column[n]]


@kernel
def _exchange(one, other):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for n in range(len(one)):
        a, b = one[n], other[n]
        one[n], other[n] = min(a, b), max(a, b)


@kernel
def _place(sets, count, choose, again, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Sets that may hold a card twice are counted as sets of cards one higher each."""
    out[:] = np.int32(0)
    for i in range(count):
        _chosen(sets[i], choose[64 * (i + 1) + again * i :], out)


@kernel
def _chosen(column, choose, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for n in range(len(out)):
        out[n] += choose[column[n]]


@kernel
def _scaled(source, times, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for n in range(len(out)):
        out[n] += source[n] * times


@kernel
def _add(source, table, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for n in range(len(out)):
        out[n] += table[source[n]]


@kernel
def _versus(one, other, ones, others, times, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for n in range(len(out)):
        a, b = ones[one[n]], others[other[n]]
        out[n] += (np.int32(1) + np.int32(a > b) - np.int32(a < b)) * times


@kernel
def _points(column, table, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for n in range(len(out)):
        out[n] += table[column[n]]


@kernel
def _decide(path, end, state, bases, onward, count, options):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for n in range(len(path)):
        if end[n] < 0:
            at = path[n]
            leads = onward[at * count + np.int32(options[np.int64(bases[at]) + np.int64(state[n])])]
            if leads < 0:
                end[n] = -1 - leads
            else:
                path[n] = leads


@kernel
def _most(source, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for n in range(len(out)):
        out[n] = max(out[n], source[n])


@kernel
def _replace(dealt, size, to, every, count, spare, kind):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Seats draw in turn, card by card; a joker drawn as a replacement is drawn again."""
    before = len(every) - count
    for n in range(size):
        at = spare
        for i in range(len(every)):
            card = dealt[every[i], n]
            if kind[card]:
                if dealt[at, n] == 52:
                    at += 1
                card = dealt[at, n]
                at += 1
            if i >= before:
                dealt[to + i - before, n] = card


@kernel
def _rare(dealt, worth, least, cards, start, count, known, marks, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Seven cards as a number of six bits each, in order; the known ones are looked through by halves."""
    held = np.empty(count, np.int64)
    for n in range(len(out)):
        if worth[n] < least:
            continue
        for i in range(count):
            card = np.int64(dealt[cards[start + i], n])
            j = i
            while j > 0 and held[j - 1] > card:
                held[j] = held[j - 1]
                j -= 1
            held[j] = card
        name = np.int64(0)
        for i in range(count):
            ways = np.int64(1)
            for k in range(i + 1):
                ways = ways * (held[i] - k) // (k + 1)
            name += ways
        low, high = 0, len(known)
        while low < high:
            middle = (low + high) // 2
            if known[middle] < name:
                low = middle + 1
            else:
                high = middle
        if low < len(known) and known[low] == name:
            out[n] = marks[low]


@kernel
def _seven(dealt, cards, start, count, sums, rows, width, loose, masks, others, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """By ranks alone, or by the ranks of a suit of five or more (the joker counting) and those of the other cards."""
    mask = (np.int64(1) << width) - 1
    high, suits, half = np.uint64(0x8888), np.uint64(0xFFFF), np.uint64(32)
    for n in range(len(out)):
        joined = (((sums[n] >> half) & suits) + np.uint64(0x3333)) & high
        if joined == np.uint64(0):
            total = np.int64(sums[n] & np.uint64(0xFFFFFFFF))
            out[n] = loose[rows[total >> width] + (total & mask)]
            continue
        suit = 0
        while not joined & np.uint64(8):
            joined >>= np.uint64(4)
            suit += 1
        ranks, joker = 0, 0
        one = other = np.int64(13)
        for i in range(start, start + count):
            card = np.int64(dealt[cards[i], n])
            if card == 52:
                joker = 1
            elif card & 3 == suit:
                ranks |= 1 << int(card >> 2)
            elif one == 13:
                one = card >> 2
            else:
                other = card >> 2
        if one > other:
            one, other = other, one
        out[n] = others[masks[joker << 13 | ranks] + one * 14 + other]


@kernel
def _against(own, their_high, their_low, starts, highs, lows, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for n in range(len(out)):
        best = np.int32(0)
        for i in range(starts[own[n]], starts[own[n] + 1]):
            won = np.int32(highs[i] > their_high[n]) + np.int32(lows[i] > their_low[n])
            best = max(best, won)
        out[n] = best


@kernel
def _tally(codes, counts, firsts, now, seats, seat):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for n in range(len(codes)):
        code = codes[n]
        counts[code] += 1
        met = (now + n) * seats + seat
        if counts[code] == 1 or met < firsts[code]:
            firsts[code] = met
