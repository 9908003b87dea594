"""Walks over boards, as kernels: hands put in order, compared, and added up. `boards` says what they are for."""

# mypy: ignore-errors
# ruff: noqa: ANN001, ANN201, ANN202, C901, PLR0912

from __future__ import annotations

import numpy as np

from croupier.kit.kernels import kernel


@kernel
def first_of_kind(sets, turns, first, turn):
    """For every set of cards, all of one size and each at its place, the first that it becomes by an exchange of suits,
    and by which."""
    size = sets.shape[1]
    choose = np.zeros((54, size + 1), np.int64)
    for card in range(54):
        choose[card, 0] = 1
        for k in range(1, size + 1):
            choose[card, k] = choose[card - 1, k - 1] + choose[card - 1, k] if card else 0
    held = np.empty(size, np.int64)
    for n in range(len(sets)):
        least, by = np.int64(n), np.int64(0)
        for t in range(len(turns)):
            for i in range(size):
                card = np.int64(turns[t, sets[n, i]])
                at = i
                while at > 0 and held[at - 1] > card:
                    held[at] = held[at - 1]
                    at -= 1
                held[at] = card
            name = np.int64(0)
            for i in range(size):
                name += choose[held[i], i + 1]
            if t == 0 or name < least:
                least, by = name, np.int64(t)
        first[n] = least
        turn[n] = by


@kernel
def left_over(boards, masks, found):
    """For every board the hands that hold none of its cards."""
    for n in range(len(boards)):
        board = np.uint64(0)
        for card in boards[n]:
            board |= np.uint64(1) << np.uint64(card)
        count = 0
        for hand in range(len(masks)):
            if masks[hand] & board == np.uint64(0):
                found[n, count] = hand
                count += 1


@kernel
def _in_order(codes, order, spare):
    """The places of codes in rising order."""
    counts = np.zeros(257, np.int64)
    for code in codes:
        counts[(code & 255) + 1] += 1
    for i in range(256):
        counts[i + 1] += counts[i]
    for i in range(len(codes)):
        low = codes[i] & 255
        spare[counts[low]] = i
        counts[low] += 1
    counts[:] = 0
    for code in codes:
        counts[(code >> 8) + 1] += 1
    for i in range(256):
        counts[i + 1] += counts[i]
    for i in spare:
        high = codes[i] >> 8
        order[counts[high]] = i
        counts[high] += 1


@kernel
def _compare(
    n, alike, codes, other_codes, hands, others, groups_of, groups, sets, signs, other_sets, scratch, held, counts
):
    """For every hand of one board and every group of the others, how many of these are higher, equal and lower.

    The others are taken up in rising order of worth under every set of their cards. How many of them hold none of a
    hand's cards is told by what they hold of these: one less for every set of an odd number, one more for every other.
    A hand asks before and after those of its worth, and at the end, where all of a group have been taken up (-1)."""
    many, room, width, other_width = codes.shape[1], len(held) // groups, len(signs), other_sets.shape[1]
    mine, theirs, group = codes[n], other_codes[n], groups_of[n]
    order, other_order, spare = scratch[0, :many], scratch[1, : len(theirs)], scratch[2]
    _in_order(mine, order, spare[:many])
    if alike:
        other_order = order
    else:
        _in_order(theirs, other_order, spare[: len(theirs)])
    held[:] = 0
    sizes = np.zeros(groups, np.int64)
    for place in range(len(theirs)):
        sizes[group[place]] += 1
    now = done = 0
    while done < many:
        worth, last = mine[order[done]], done + 1
        while last < many and mine[order[last]] == worth:
            last += 1
        for stage in range(2):
            while now < len(theirs):
                place = other_order[now]
                if theirs[place] > worth or (stage == 0 and theirs[place] == worth):
                    break
                base, other = group[place] * room, others[n, place]
                for k in range(other_width):
                    held[base + other_sets[other, k]] += 1
                now += 1
            for i in range(done, last):
                hand = order[i]
                for g in range(groups):
                    base, found = g * room, 0
                    if held[base] == sizes[g]:
                        found = -1
                    elif held[base]:
                        for k in range(width):
                            found += signs[k] * held[base + sets[hands[n, hand], k]]
                    counts[hand, 3 * g + 2 - stage] = found
        done = last
    for i in range(now, len(theirs)):
        place = other_order[i]
        base, other = group[place] * room, others[n, place]
        for k in range(other_width):
            held[base + other_sets[other, k]] += 1
    for hand in range(many):
        for g in range(groups):
            base, every = g * room, 0
            for k in range(width):
                every += signs[k] * held[base + sets[hands[n, hand], k]]
            equal = every if counts[hand, 3 * g + 1] < 0 else counts[hand, 3 * g + 1]
            lower = every if counts[hand, 3 * g + 2] < 0 else counts[hand, 3 * g + 2]
            counts[hand, 3 * g] = every - equal
            counts[hand, 3 * g + 1] = equal - lower
            counts[hand, 3 * g + 2] = lower


@kernel
def compare_all(alike, codes, other_codes, hands, others, groups_of, groups, sets, signs, other_sets, room, counts):
    """`counts` of every board by itself."""
    scratch = np.empty((3, max(codes.shape[1], other_codes.shape[1])), np.int32)
    held = np.zeros(groups * room, np.int32)
    for n in range(len(codes)):
        _compare(
            n,
            alike,
            codes,
            other_codes,
            hands,
            others,
            groups_of,
            groups,
            sets,
            signs,
            other_sets,
            scratch,
            held,
            counts[n],
        )


@kernel
def add_up(
    alike, codes, other_codes, hands, others, own, groups_of, groups, sets, signs, other_sets, room,
    weights, pays, runs, picks, bases, turns, offsets, turned, out,
):  # fmt: skip
    """What each state of the earlier streets is worth, as far as these boards have a part in it. `runs` are the ways
    that `pays` lists by what they lead to: of those of one run, decided last, the best counts."""
    scratch = np.empty((3, max(codes.shape[1], other_codes.shape[1])), np.int32)
    held = np.zeros(groups * room, np.int32)
    counts = np.empty((codes.shape[1], 3 * groups), np.int32)
    worth = np.empty((len(runs) - 1, codes.shape[1]), np.int64)
    for n in range(len(codes)):
        _compare(
            n,
            alike,
            codes,
            other_codes,
            hands,
            others,
            groups_of,
            groups,
            sets,
            signs,
            other_sets,
            scratch,
            held,
            counts,
        )
        for hand in range(codes.shape[1]):
            mine = own[n, hand]
            for run in range(len(runs) - 1):
                best = np.int64(0)
                for way in range(runs[run], runs[run + 1]):
                    value = np.int64(0)
                    for c in range(3 * groups):
                        value += counts[hand, c] * pays[way, mine, c]
                    if way == runs[run] or value > best:
                        best = value
                worth[run, hand] = best * weights[n]
        for run in range(len(runs) - 1):
            for pick in range(picks[run, 0], picks[run, 1]):
                base, turn = offsets[run] + bases[n, pick], turned[turns[n, pick]]
                for hand in range(codes.shape[1]):
                    out[base + turn[hands[n, hand]]] += worth[run, hand]


@kernel
def follow(
    alike, codes, other_codes, hands, others, own, groups_of, groups, sets, signs, other_sets, room,
    weights, pays, runs, picks, bases, turns, offsets, turned, shares, out,
):  # fmt: skip
    """How many deals come down each way to each tuple. `shares` are how many ways lead a state of the earlier streets
    to each run."""
    scratch = np.empty((3, max(codes.shape[1], other_codes.shape[1])), np.int32)
    held = np.zeros(groups * room, np.int32)
    counts = np.empty((codes.shape[1], 3 * groups), np.int32)
    going = np.empty((len(runs) - 1, codes.shape[1]), np.int64)
    for n in range(len(codes)):
        _compare(
            n,
            alike,
            codes,
            other_codes,
            hands,
            others,
            groups_of,
            groups,
            sets,
            signs,
            other_sets,
            scratch,
            held,
            counts,
        )
        going[:] = 0
        for run in range(len(runs) - 1):
            for pick in range(picks[run, 0], picks[run, 1]):
                base, turn = offsets[run] + bases[n, pick], turned[turns[n, pick]]
                for hand in range(codes.shape[1]):
                    going[run, hand] += shares[base + turn[hands[n, hand]]]
        for hand in range(codes.shape[1]):
            mine = own[n, hand]
            for run in range(len(runs) - 1):
                if going[run, hand] == 0:
                    continue
                chosen, best = runs[run], np.int64(0)
                for way in range(runs[run], runs[run + 1] if runs[run + 1] - runs[run] > 1 else runs[run]):
                    value = np.int64(0)
                    for c in range(3 * groups):
                        value += counts[hand, c] * pays[way, mine, c]
                    if way == runs[run] or value > best:
                        chosen, best = way, value
                some = going[run, hand] * weights[n]
                for c in range(3 * groups):
                    out[chosen, mine, c] += some * counts[hand, c]


@kernel
def fold_up(values, weights, bases, turns, turned, out):
    """Add the values of later states to those from which they come."""
    for row in range(len(values)):
        for pick in range(bases.shape[1]):
            base, turn = bases[row, pick], turned[turns[row, pick]]
            for hand in range(values.shape[1]):
                out[base + turn[hand]] += values[row, hand] * weights[row]


@kernel
def unfold(shares, bases, turns, turned, out):
    """How many ways lead to later states when so many lead to those from which they come."""
    for row in range(len(out)):
        for pick in range(bases.shape[1]):
            base, turn = bases[row, pick], turned[turns[row, pick]]
            for hand in range(out.shape[1]):
                out[row, hand] += shares[base + turn[hand]]
