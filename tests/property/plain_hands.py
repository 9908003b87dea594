"""Poker hands ranked the obvious way, from the chapters' words: a rank is a place in a list, a wild card is every card
in turn. Nothing of the package is used."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement, product

RANKS = {letter: rank for rank, letter in enumerate("23456789TJQKA", 2)}
SUITS = "shdc"
DECK = [rank + suit for rank, suit in product(RANKS, SUITS)]
JOKER = "Jk"

HIGH, PAIR, TWO, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH, FIVE, ROYAL, WILDS = range(12)

Card = tuple[int, str]
Value = tuple[int, tuple[int, ...]]
"""What a hand is, and the ranks that break ties."""

EVERY: list[Card] = [(rank, suit) for rank in RANKS.values() for suit in SUITS]
WHEEL = {14, 2, 3, 4, 5}


def read(hand: str) -> list[Card]:
    return [(RANKS[card[0]], card[1]) for card in hand.split()]


def top_of_straight(ranks: set[int], size: int) -> int:
    if len(ranks) != size:
        return 0
    if max(ranks) - min(ranks) == size - 1:
        return max(ranks)
    low = {14, *range(2, size + 1)}
    return size if ranks == low else 0


def five(cards: list[Card]) -> Value:
    """Five cards; five of one rank only wild cards can make."""
    counts = Counter(rank for rank, _ in cards)
    by_count = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    shape, order = [counts[rank] for rank in by_count], tuple(by_count)
    straight = top_of_straight(set(counts), 5)
    flush = len({suit for _, suit in cards}) == 1 and len(counts) == 5
    if flush and straight:
        return (ROYAL, ()) if straight == 14 else (STRAIGHT_FLUSH, (straight,))
    shapes = {(5,): FIVE, (4, 1): QUADS, (3, 2): FULL, (3, 1, 1): TRIPS, (2, 2, 1): TWO, (2, 1, 1, 1): PAIR}
    if tuple(shape) in shapes and shapes[tuple(shape)] >= FULL:
        return shapes[tuple(shape)], order
    if flush:
        return FLUSH, order
    if straight:
        return STRAIGHT, (straight,)
    return shapes.get(tuple(shape), HIGH), order


def best(cards: list[Card]) -> Value:
    """The best five of more cards."""
    return max(five(list(some)) for some in combinations(cards, 5))


def with_wilds(hand: str) -> Value:
    """Five cards of which deuces and the joker are wild."""
    plain = [card for card in read(hand.replace(JOKER, "2s")) if card[0] != 2]
    wild = 5 - len(plain)
    if wild == 5:
        return WILDS, ()
    if wild == 4:
        return (ROYAL, ()) if plain[0][0] >= 10 else (FIVE, (plain[0][0],))
    if wild == 3:
        return _with_three(*plain)
    return max(five([*plain, *some]) for some in combinations_with_replacement(EVERY, wild))


def _with_three(one: Card, other: Card) -> Value:
    """Three wild cards make four of a kind of anything, and better of a pair or of suited neighbours."""
    high, low = max(one[0], other[0]), min(one[0], other[0])
    if high == low:
        return FIVE, (high,)
    found: list[Value] = [(QUADS, (high, low))]
    if one[1] == other[1]:
        tops = [top for top in range(6, 15) if {high, low} <= set(range(top - 4, top + 1))]
        tops += [5] if {high, low} <= WHEEL else []
        found += [(ROYAL, ()) if top == 14 else (STRAIGHT_FLUSH, (top,)) for top in tops]
    return max(found)


def is_natural(hand: str, value: Value) -> bool:
    """Whether the plain faces make the same hand."""
    return JOKER not in hand and five(read(hand))[0] == value[0]


def three(hand: str) -> str:
    """Three cards."""
    cards = read(hand)
    ranks, suited = {rank for rank, _ in cards}, len({suit for _, suit in cards}) == 1
    straight = top_of_straight(ranks, 3)
    if suited and straight:
        return "royal" if straight == 14 else "straight-flush"
    if len(ranks) == 1:
        return "trips"
    if straight:
        return "straight"
    return "flush" if suited else "pair" if len(ranks) == 2 else "nothing"
