"""An independent evaluator: plain five-card hands by counting, wild cards by trying every card they could be.

It shares nothing with the rankings it checks: no forms, no tables. Compiled only because there are hundreds of
millions of substitutions to try.
"""

from __future__ import annotations

import numba
import numpy as np

HIGH, PAIR, TWO_PAIRS, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, FIVE, ROYAL, FIVE_WILDS = range(12)


@numba.njit(cache=True)
def plain(ranks, suits, wheel_second):
    """Five cards at face value: category, then ranks by how often they are held, packed into one number."""
    held = np.int64(0)  # four bits a rank, counting
    flush = suits[0] < 4
    for i in range(5):
        held += np.int64(1) << (4 * ranks[i])
        flush &= suits[i] == suits[0]
    value = 0
    most = distinct = 0
    top, low = 0, 15
    for times in range(5, 0, -1):
        for rank in range(14, 1, -1):
            if held >> (4 * rank) & 15 == times:
                value = value * 15 + rank
                most = max(most, times)
                distinct += 1
                top, low = max(top, rank), min(low, rank)
    for _ in range(5 - distinct):
        value *= 15
    straight = 0
    if distinct == 5 and top - low == 4:
        straight = 2 * top
    elif distinct == 5 and held >> 8 & 0xFFFF == 0x1111 and top == 14:
        straight = 27 if wheel_second else 10
    category = HIGH
    if straight and flush:
        category = ROYAL if straight == 28 else STRAIGHT_FLUSH
    elif most == 5:
        category = FIVE
    elif most == 4:
        category = QUADS
    elif most == 3 and distinct == 2:
        category = FULL_HOUSE
    elif flush and distinct == 5:  # one suit holds no rank twice
        category = FLUSH
    elif straight:
        category = STRAIGHT
    elif most == 3:
        category = TRIPS
    elif distinct == 3:
        category = TWO_PAIRS
    elif distinct == 4:
        category = PAIR
    if category in (STRAIGHT, STRAIGHT_FLUSH, ROYAL):
        value = straight
    return category * 15**6 + value


@numba.njit(cache=True)
def suits_in_order(hands):
    """Each hand with its suits called clubs, diamonds, hearts, spades as they come: worth the same, for no suit is
    above another, and far fewer to evaluate."""
    out = hands.copy()
    for n in range(len(hands)):
        called = [-1, -1, -1, -1]
        seen = 0
        for i in range(5):
            card = hands[n, i]
            if card == 52:
                continue
            if called[card & 3] < 0:
                called[card & 3] = seen
                seen += 1
            out[n, i] = (card & 0xFC) | called[card & 3]
    return out


@numba.njit(cache=True)
def _faces(hand):
    ranks = np.zeros(5, np.int64)
    suits = np.zeros(5, np.int64)
    for i in range(5):
        ranks[i] = (hand[i] >> 2) + 2
        suits[i] = hand[i] & 3
    return ranks, suits


@numba.njit(cache=True)
def deuces_and_joker_wild(hands, out):
    """The best of every substitution; all five wild cards are their own hand."""
    for n in range(len(hands)):
        wild = [i for i in range(5) if hands[n, i] == 52 or hands[n, i] < 4]
        if len(wild) == 5:
            out[n] = FIVE_WILDS * 15**6
            continue
        ranks, suits = _faces(hands[n])
        best = np.int64(-1)
        tried = np.zeros(4, np.int64)
        while True:
            for place, i in enumerate(wild):
                ranks[i], suits[i] = (tried[place] >> 2) + 2, tried[place] & 3
            best = max(best, plain(ranks, suits, False))
            place = len(wild) - 1  # the next substitution; order among the wild cards does not matter
            while place >= 0 and tried[place] == 51:
                place -= 1
            if place < 0:
                break
            tried[place] += 1
            for later in range(place + 1, len(wild)):
                tried[later] = tried[place]
        out[n] = best


@numba.njit(cache=True)
def semi_wild_joker(hands, out):
    """The joker is an ace of no suit, or any card that completes a straight, a flush or better of the two."""
    for n in range(len(hands)):
        ranks, suits = _faces(hands[n])
        joker = -1
        for i in range(5):
            if hands[n, i] == 52:
                joker = i
        if joker < 0:
            out[n] = plain(ranks, suits, True)
            continue
        ranks[joker], suits[joker] = 14, 4
        best = plain(ranks, suits, True)
        if best // 15**6 == FIVE:
            best = FIVE_WILDS * 15**6  # five aces stand above everything
        for card in range(52):
            ranks[joker], suits[joker] = (card >> 2) + 2, card & 3
            tried = plain(ranks, suits, True)
            if tried // 15**6 in (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL):
                best = max(best, tried)
        out[n] = best


@numba.njit(cache=True)
def no_wild_cards(hands, out):
    """Face value alone."""
    for n in range(len(hands)):
        ranks, suits = _faces(hands[n])
        out[n] = plain(ranks, suits, False)
