"""The three house ways once more, as plain if and else, with a ranking that tries every card for the joker.

Nothing here comes from the book: it is what the book's declared lists of rules are compared with.
Cards are strings (``As``, ``Jk``); ranks are 2 to 14, and the joker counts as an ace wherever ranks are counted.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import NamedTuple

RANKS = "23456789TJQKA"
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]
ACE, KING, JACK, TEN = 14, 13, 11, 10

HIGH_CARD, PAIR, TWO_PAIRS, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH, ROYAL, FIVE_ACES = range(11)
COMPLETE = (STRAIGHT, FLUSH, STRAIGHT_FLUSH, ROYAL)
NAMES = (
    "high-card",
    "pair",
    "two-pairs",
    "three-of-a-kind",
    "straight",
    "flush",
    "full-house",
    "four-of-a-kind",
    "straight-flush",
    "royal-flush",
    "five-aces",
)

# 688a.6(b)(3) and (7): ten to ace, then ace to five, then nine to king, down to two to six
STRAIGHTS = [
    {14, 13, 12, 11, 10},
    {14, 2, 3, 4, 5},
    *({t, t - 1, t - 2, t - 3, t - 4} for t in range(13, 5, -1)),
]

Value = tuple[int, tuple[int, ...]]


def rank(card: str) -> int:
    return ACE if card == "Jk" else RANKS.index(card[0]) + 2


@cache
def _value(ranks: tuple[int, ...], suited: bool) -> Value:
    """Five cards without a joker; ranks from the highest down."""
    groups = sorted(Counter(ranks).items(), key=lambda group: (-group[1], -group[0]))
    ties = tuple(rank for rank, _ in groups)
    shape = tuple(count for _, count in groups)
    place = next((10 - i for i, straight in enumerate(STRAIGHTS) if straight == set(ranks)), 0)
    if shape == (5,):
        return FIVE_ACES, ()
    if suited and place == 10:
        return ROYAL, ()
    if suited and place:
        return STRAIGHT_FLUSH, (place,)
    if shape == (4, 1):
        return QUADS, ties
    if shape == (3, 2):
        return FULL_HOUSE, ties
    if suited:
        return FLUSH, ranks
    if place:
        return STRAIGHT, (place,)
    if shape == (3, 1, 1):
        return TRIPS, ties
    if shape == (2, 2, 1):
        return TWO_PAIRS, ties
    if shape == (2, 1, 1, 1):
        return PAIR, ties
    return HIGH_CARD, ties


@cache
def _with_joker(ranks: tuple[int, ...], suit: str | None) -> Value:
    """Four cards, of that one suit or of several, and the joker: every card is tried for it."""
    best = _value(tuple(sorted([*ranks, ACE], reverse=True)), suited=False)
    for card in DECK:
        if rank(card) in ranks and card[1] == suit:
            continue  # already held
        found = _value(tuple(sorted([*ranks, rank(card)], reverse=True)), card[1] == suit)
        if found[0] in COMPLETE:
            best = max(best, found)
    return best


def value(five: tuple[str, ...]) -> Value:
    """688a.6: the joker is an ace, or any card that completes a straight, flush, straight flush or royal."""
    ranks = tuple(sorted((rank(card) for card in five if card != "Jk"), reverse=True))
    suits = {card[1] for card in five if card != "Jk"}
    if "Jk" in five:
        return _with_joker(ranks, suits.pop() if len(suits) == 1 else None)
    return _value(ranks, len(suits) == 1)


class Way(NamedTuple):
    """A setting, sorted by its front first and its back next."""

    low: tuple[int, int, int]  # pair or not, higher card, lower card
    high: Value
    front: tuple[str, ...]
    back: tuple[str, ...]


def is_legal(low: tuple[int, int, int], high: Value) -> bool:
    category, ties = high
    is_pair, *front = low
    if category > PAIR:
        return True
    if category == PAIR:
        return not is_pair or ties[0] >= front[0]
    return not is_pair and list(ties[:2]) >= front


@cache
def settings(cards: tuple[str, ...]) -> list[Way]:
    ways = []
    for front in combinations(cards, 2):
        back = tuple(card for card in cards if card not in front)
        above, below = sorted((rank(card) for card in front), reverse=True)
        low, high = (int(above == below), above, below), value(back)
        if is_legal(low, high):
            ways.append(Way(low, high, front, back))
    return ways


class Held:
    """Seven cards, counted."""

    def __init__(self, cards: tuple[str, ...]) -> None:
        counts = Counter(rank(card) for card in cards)
        by = {n: sorted((r for r, count in counts.items() if count == n), reverse=True) for n in range(1, 6)}
        self.singles, self.pairs, self.sets, self.quads, self.fives = (by[n] for n in range(1, 6))
        self.beside = (self.pairs + self.sets)[0] if self.pairs or self.sets else 0  # of a quad
        self.ways = settings(cards)
        self.complete = [way for way in self.ways if way.high[0] in COMPLETE]

    def front(self, one: int, two: int) -> Way:
        """A named front with the best back that goes with it."""
        low = (int(one == two), max(one, two), min(one, two))
        return max((way for way in self.ways if way.low == low), key=lambda way: way.high)

    def pair_of(self, rank_: int) -> Way:
        return self.front(rank_, rank_)

    def highest_singles(self) -> Way:
        return self.front(self.singles[0], self.singles[1])


def set_hand(way: str, cards: tuple[str, ...]) -> Way:
    """The setting of the house way of that name."""
    held = Held(cards)
    if held.fives:
        return held.pair_of(KING if KING in held.pairs else ACE)
    if held.quads:
        return {"foxwoods": quads_foxwoods, "mgm": quads_mgm, "flamingo": quads_flamingo}[way](held)
    if len(held.sets) == 2:
        return held.pair_of(held.sets[0])
    if held.sets and held.pairs:
        if way != "foxwoods" and held.pairs == [2] and held.singles == [ACE, KING]:
            return held.front(ACE, KING)
        return held.pair_of(held.pairs[0])
    if len(held.pairs) == 3:
        return held.pair_of(held.pairs[0])
    if held.sets:
        return one_set(held)
    if len(held.pairs) == 2:
        return {"foxwoods": two_foxwoods, "mgm": two_mgm, "flamingo": two_flamingo}[way](held)
    if held.complete:
        return complete_flamingo(held) if way == "flamingo" else complete_foxwoods(held)
    if held.pairs:
        return held.highest_singles()
    return held.front(held.singles[1], held.singles[2])


def one_set(held: Held) -> Way:
    (of,) = held.sets
    if held.complete:
        split = [way for way in held.complete if way.low == (1, of, of)]
        return max(split) if split else max(held.complete)
    if of == ACE:
        return held.front(ACE, held.singles[0])
    return held.highest_singles()


# Four of a kind ------------------------------------------------------------------------------------------------


def quads_foxwoods(held: Held) -> Way:
    (of,) = held.quads
    if held.beside:
        return held.pair_of(held.beside)
    if of >= JACK:
        return held.pair_of(of)
    if of >= 7:
        king_or_ace = KING in held.singles or ACE in held.singles
        return held.highest_singles() if king_or_ace else held.pair_of(of)
    return held.highest_singles()


def quads_mgm(held: Held) -> Way:
    (of,) = held.quads
    if held.beside:
        return held.pair_of(ACE if of == ACE and held.beside != KING else held.beside)
    if of >= JACK:
        return held.pair_of(of)
    if of >= 7:
        return held.highest_singles() if ACE in held.singles else held.pair_of(of)
    return held.highest_singles()


def quads_flamingo(held: Held) -> Way:
    (of,) = held.quads
    if of <= 6:
        return held.pair_of(held.beside) if held.beside else held.highest_singles()
    if of <= TEN:
        if held.beside:
            return held.pair_of(held.beside)
        ace_and_face = held.singles[0] == ACE and JACK <= held.singles[1] <= KING
        return held.highest_singles() if ace_and_face else held.pair_of(of)
    if of <= KING:
        return held.pair_of(held.beside if held.beside >= TEN else of)
    return held.pair_of(held.beside if held.beside >= 7 else of)


# Two pairs -----------------------------------------------------------------------------------------------------


def two_foxwoods(held: Held) -> Way:
    higher, lower = held.pairs
    if higher >= JACK:
        return held.pair_of(lower)
    if higher >= 7:
        return held.highest_singles() if ACE in held.singles else held.pair_of(lower)
    king_or_ace = KING in held.singles or ACE in held.singles
    return held.highest_singles() if king_or_ace else held.pair_of(lower)


def two_mgm(held: Held) -> Way:
    higher, lower = held.pairs
    single_ace = ACE in held.singles
    if higher <= 6:
        return max(held.complete) if held.complete and not single_ace else held.highest_singles()
    if higher <= TEN and single_ace:
        return held.highest_singles()
    if JACK <= higher <= KING and lower <= 6 and single_ace:
        return held.highest_singles()
    return held.pair_of(lower)


def two_flamingo(held: Held) -> Way:
    higher, lower = held.pairs
    single_ace = ACE in held.singles
    if held.complete and not (higher == ACE or lower >= TEN or (higher <= TEN and single_ace)):
        return complete_flamingo(held)
    if higher <= 6 or (higher <= TEN and single_ace):
        return held.highest_singles()
    if JACK <= higher <= KING and lower <= 5 and single_ace:
        return held.highest_singles()
    return held.pair_of(lower)


# Complete hands ------------------------------------------------------------------------------------------------


def complete_foxwoods(held: Held) -> Way:
    best = max(held.complete)
    if held.pairs and TEN <= held.pairs[0] <= KING and held.singles[0] == ACE:
        other = held.highest_singles()
        if other.low > best.low:
            return other
    return best


def complete_flamingo(held: Held) -> Way:
    def best(category: int) -> Way | None:
        return max((way for way in held.complete if way.high[0] == category), default=None)

    royal, straight_flush, flush, straight = (best(c) for c in (ROYAL, STRAIGHT_FLUSH, FLUSH, STRAIGHT))
    if flush and straight:
        higher = straight if straight.low > flush.low else flush
    else:
        higher = flush or straight or max(held.complete)
    king_high = higher.low >= (0, KING, 2)
    ace_and_face = higher.low >= (0, ACE, JACK)
    if royal:
        return higher if king_high and higher.low > royal.low else royal
    if straight_flush:
        return higher if ace_and_face and higher.low > straight_flush.low else straight_flush
    if flush and straight:
        return higher if king_high else flush
    return higher
