"""The counts behind the pai gow table: players' hands by rank alone, and what their flushes add.

By rank alone, a player's multiset can be dealt in a product of binomials over what the dealer left of each rank, and
wins or loses by comparing two numbers with the dealer's setting. A flush adds settings; how many hands gain by that
depends on the dealer only through the ranks held of the flush's suit and the number held of each rank. So for each low
hand the flush classes enter and leave a table by those ranks as the dealer's high hand rises, and every dealer's
setting reads it once.
"""

from __future__ import annotations

import numpy as np

from croupier.kit.kernels import kernel
from croupier.odds.pai_gow.hands import CARDS, SIDE, SQUARE

NEVER = 65535

# By rank alone -------------------------------------------------------------------------------------------------


@kernel
def choose(of, count):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """How many ways to take `count` of `of` cards; none if either is negative."""
    if count < 0 or count > of:
        return 0
    ways = 1
    for i in range(count):
        ways = ways * (of - i) // (i + 1)
    return ways


@kernel
def _products(dealt, first, counts, suits, jokers, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """For each row of counts the ways to draw it from what `dealt` left, starting at its rank `first`."""
    ways = np.zeros((counts.shape[1], CARDS + 1), np.int64)
    for j in range(counts.shape[1]):
        place = first + j
        held = dealt[place] if place < len(dealt) else 0
        for count in range(CARDS + 1):
            ways[j, count] = choose(suits - held, count)
    if jokers >= 0:
        j = counts.shape[1] - 1
        for count in range(CARDS + 1):
            ways[j, count] = choose(jokers - dealt[len(dealt) - 1], count)
    for i in range(len(counts)):
        product = 1
        for j in range(counts.shape[1]):
            product *= ways[j, counts[i, j]]
        out[i] = product


@kernel
def _same_left(first, second, half):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for rank in range(half):
        if first[rank] != second[rank]:
            return False
    return first[-1] == second[-1]


@kernel
def _scale(values, by, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    for i in range(len(values)):
        out[i] = np.uint16(values[i] * by)


@kernel
def by_rank(begin, end, settings, counts, halves, suits, jokers, reach, wins, losses):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """Players' hands that win and lose against settings `starts[d]` to `starts[d + 1]` of each multiset d."""
    starts, high, low = settings
    left, right, right_starts = halves
    above, best_high, best_low = reach
    lefts = np.zeros(len(left), np.uint16)
    rights = np.zeros(len(right), np.uint16)
    weights = np.zeros(len(counts), np.uint16)
    sizes = np.zeros(len(left), np.int64)
    for i in range(len(left)):
        for j in range(left.shape[1]):
            sizes[i] += left[i, j]
    for d in range(begin, end):
        if d == begin or not _same_left(counts[d - 1], counts[d], left.shape[1] - 1):
            _products(counts[d], 0, left, suits, jokers, lefts)
        _products(counts[d], left.shape[1] - 1, right, suits, -1, rights)
        place = 0
        for i in range(len(left)):
            need = CARDS - sizes[i]
            _scale(rights[right_starts[need] : right_starts[need + 1]], lefts[i], weights[place:])
            place += right_starts[need + 1] - right_starts[need]
        for k in range(starts[d], starts[d + 1]):
            wins[k], losses[k] = _compare(weights, above[low[k]], best_high, best_low, high[k], np.uint16(low[k]))


@kernel
def _compare(weights, above, best_high, best_low, high, low):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """32 bits hold every sum: there are 53,524,680 players' hands."""
    none = np.uint32(0)
    wins = none
    losses = none
    for i in range(len(weights)):
        weight = np.uint32(weights[i])
        wins = np.uint32(wins + (weight if above[i] > high else none))
        losses = np.uint32(losses + (weight if (best_high[i] <= high) & (best_low[i] <= low) else none))
    return wins, losses


# A dealer's class by suit ------------------------------------------------------------------------------------------


@kernel
def _bits(mask):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    bits = 0
    while mask:
        mask &= mask - 1
        bits += 1
    return bits


@kernel
def _deals(counts, taken, suits):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Ways to deal the counts, less one card of each rank taken, from so many suits."""
    ways = 1
    for rank in range(len(counts) - 1):
        ways *= choose(suits, counts[rank] - (taken >> rank & 1))
    return ways


@kernel
def loose_profiles(counts, suits, starts, masks, ways):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """For each multiset: the ranks a suit can hold, with the number of pairs of a flushless hand and such a suit."""
    used = 0
    for d in range(len(counts)):
        joker = counts[d, -1]
        support = 0
        for rank in range(counts.shape[1] - 1):
            if counts[d, rank]:
                support |= 1 << rank
        held = support
        while True:
            if _bits(held) + joker < 5:
                found = _deals(counts[d], held, suits - 1)
                other = support
                while other and found:
                    if _bits(other) + joker >= 5:
                        found -= (suits - 1) * _deals_two(counts[d], held, other, suits)
                    other = (other - 1) & support
                if found:
                    masks[used] = held
                    ways[used] = found * suits
                    used += 1
            if held == 0:
                break
            held = (held - 1) & support
        starts[d + 1] = used
    return used


@kernel
def _deals_two(counts, first, second, suits):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Ways to deal the counts with two suits' ranks given."""
    ways = 1
    for rank in range(len(counts) - 1):
        ways *= choose(suits - 2, counts[rank] - (first >> rank & 1) - (second >> rank & 1))
    return ways


@kernel
def flush_profiles(suited, others, hands, suits, starts, masks, ways):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """The same for each flush class: the flush's own suit, and the suits its other cards can hold."""
    used = starts[0]
    for i in range(len(suited)):
        masks[used] = suited[i]
        ways[used] = hands[i]
        used += 1
        support = 0
        for rank in range(others.shape[1] - 1):
            if others[i, rank]:
                support |= 1 << rank
        held = support
        while True:
            found = suits * (suits - 1) * _deals(others[i], held, suits - 2)
            if found:
                masks[used] = held
                ways[used] = found
                used += 1
            if held == 0:
                break
            held = (held - 1) & support
        starts[i + 1] = used
    return used


# What flushes add --------------------------------------------------------------------------------------------------


@kernel
def _chain(values, alive, heads, following):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Linked lists of the living by value."""
    heads[:] = -1
    for i in range(len(values)):
        if alive[i] and values[i] < len(heads):
            following[i] = heads[values[i]]
            heads[values[i]] = i


@kernel
def _add(table, suited, others, full, step):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Count a flush class in for every set of ranks that a dealer could hold of its suit."""
    free = full & ~suited
    held = free
    while True:
        table[held, others] += step
        if held == 0:
            break
        held = (held - 1) & free


@kernel
def _read(row, joker, left, pairs):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Hands in a row of the table, their other cards drawn from what is left of each rank outside the flush's suit;
    those with a joker only if the dealer has none.
    """
    total = np.int32(0)
    for first in range(13):
        inner = np.int32(0)
        if joker:
            for second in range(first + 1, 14):
                inner = np.int32(inner + np.int32(row[first * SIDE + second]) * left[second])
        else:
            for second in range(SIDE):
                inner = np.int32(inner + np.int32(row[first * SIDE + second]) * left[second])
        total = np.int32(total + inner * left[first])
    for first in range(13 * SIDE, (15 - joker) * SIDE):
        total = np.int32(total + np.int32(row[first]) * pairs[first % SIDE])
    return total


@kernel
def sweep(enter, leave, suited, others, order, high, owner, counts, starts, masks, ways, suits, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """For settings in `order` (of rising high hand) the hands in flush classes with `enter <= high < leave`."""
    width = counts.shape[1] - 1
    full = (1 << width) - 1
    table = np.zeros((1 << width, SQUARE), np.int16)
    alive = leave > enter
    top = high[order[len(order) - 1]] + 1
    entering, leaving = np.empty(top, np.int64), np.empty(top, np.int64)
    next_in, next_out = np.empty(len(enter), np.int64), np.empty(len(enter), np.int64)
    _chain(enter, alive, entering, next_in)
    _chain(leave, alive, leaving, next_out)
    left = np.zeros(SIDE, np.int32)
    pairs = np.zeros(SIDE, np.int32)
    left[13] = left[14] = pairs[13] = 1
    level = 0
    for setting in order:
        while level <= high[setting]:
            i = entering[level]
            while i >= 0:
                _add(table, suited[i], others[i], full, 1)
                i = next_in[i]
            i = leaving[level]
            while i >= 0:
                _add(table, suited[i], others[i], full, -1)
                i = next_out[i]
            level += 1
        dealer = owner[setting]
        total = 0
        for entry in range(starts[dealer], starts[dealer + 1]):
            for rank in range(width):
                left[rank] = suits - 1 - counts[dealer, rank] + (masks[entry] >> rank & 1)
                pairs[rank] = left[rank] * (left[rank] - 1) // 2
            total += ways[entry] * np.int64(_read(table[masks[entry]], counts[dealer, width], left, pairs))
        out[setting] = total
