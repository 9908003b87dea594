"""One pai gow dealer's hand: every legal setting of seven cards against all 53,524,680 players' hands.

The table of all classes adds up the hands of a class; here the very suits of the seven cards count.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import TYPE_CHECKING

import numpy as np

from croupier.game import Setting
from croupier.kit.bulk import JOKER
from croupier.odds.pai_gow import hands as folding
from croupier.odds.pai_gow.hands import FULL, low_cards
from croupier.odds.pai_gow.settings import Totals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from croupier.kit.cards import Card
    from croupier.kit.rankings import Ranking
    from croupier.odds.pai_gow.hands import Flushes, PaiGowDeck

    Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Way:
    """One legal setting of seven cards, and what becomes of the player's hands against it."""

    setting: Setting
    totals: Totals


def ways_of(ranking: Ranking, cards: Sequence[Card], *, deck: PaiGowDeck = FULL) -> list[Way]:
    """Every distinct legal setting, best for the house first."""
    setter = folding.Setter(ranking)
    sets = folding.multisets(deck)
    flushes = folding.flushes(deck, sets)
    hands = np.concatenate([folding.loose_hands(deck, sets), folding.flush_hands(deck, flushes)])
    reach = folding.reach(setter.settings(hands))
    held = _held(cards, deck)
    loose, flushed = _loose(sets.counts, held, deck), _flushed(flushes, held, deck)
    plain = len(loose)
    places = np.concatenate([np.arange(plain), np.arange(plain, plain + len(flushed)), flushes.multiset])
    weights = np.concatenate([loose, flushed, -flushed])
    known = weights != 0
    places, weights = places[known], weights[known]
    best_high, best_low, all_hands = reach.high[places], reach.low[places], int(weights.sum())
    settings = _settings(setter, ranking, cards)
    ace_high = bool(setter.ace_high[max(high for high, _ in settings)])
    found = []
    for (high, low), setting in settings.items():
        wins = 0 if ace_high else int(weights[reach.above[low][places] > high + 1].sum())
        losses = 0 if ace_high else int(weights[(best_high <= high + 1) & (best_low <= low)].sum())
        found.append(Way(setting, Totals(wins, all_hands - wins - losses, losses)))
    return sorted(found, key=lambda way: way.totals.wins - way.totals.losses)


def _held(cards: Sequence[Card], deck: PaiGowDeck) -> Numbers:
    """By suit and rank of the deck, what the dealer holds; the joker stands in the last column of the first suit."""
    held = np.zeros((deck.suits, len(deck.ranks) + 1), np.int64)
    for card in map(int, cards):
        if card == JOKER:
            held[0, -1] = 1
        else:
            held[card & 3, deck.ranks.index(card >> 2)] = 1
    return held


def _drawn(counts: NDArray[np.int8], left: Numbers) -> Numbers:
    """In how many ways each row of counts can be drawn from what is left of each rank."""
    ways = np.array([[comb(int(of), count) for count in range(folding.CARDS + 1)] for of in left])
    drawn: Numbers = ways[np.arange(len(left)), counts.astype(np.int64)].prod(axis=1)
    return drawn


def _loose(counts: NDArray[np.int8], held: Numbers, deck: PaiGowDeck) -> Numbers:
    """For each multiset the players' hands, those with a flush among them."""
    left = np.array([deck.suits] * len(deck.ranks) + [int(deck.joker)])
    return _drawn(counts, left - held.sum(axis=0))


def _flushed(flushes: Flushes, held: Numbers, deck: PaiGowDeck) -> Numbers:
    """For each flush class the players' hands, whichever suit the flush is in."""
    total = np.zeros(len(flushes.suited), np.int64)
    free = ~((flushes.joker > 0) & bool(held[0, -1])) & ((flushes.joker == 0) | deck.joker)
    for suit in range(deck.suits):
        mine = int(held[suit, :-1] @ (1 << np.arange(len(deck.ranks))))
        others = deck.suits - 1 - (held.sum(axis=0) - held[suit])[:-1]
        drawn = _drawn(flushes.other_counts[:, :-1], others)
        total += np.where(free & (flushes.suited & mine == 0), drawn, 0)
    return total


def _settings(setter: folding.Setter, ranking: Ranking, cards: Sequence[Card]) -> dict[tuple[int, int], Setting]:
    """The distinct legal settings by the worth of the high hand and the number of the low one."""
    place = {hand: worth for worth, hand in enumerate(setter.bulk.worths)}
    order = sorted(cards, key=lambda card: (-(card.rank or 14), -card))
    found: dict[tuple[int, int], Setting] = {}
    for front in combinations(order, 2):
        high = tuple(card for card in order if card not in front)
        key = (place[ranking.rank(high)], low_cards(*front))
        if key[1] <= setter.limits[key[0]]:
            found.setdefault(key, Setting(high, front))
    return found
