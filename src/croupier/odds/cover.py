"""The highest hand at a table of one to six players and the dealer, by sampling.

Seven hands of one deck are too many to count through; the deals are drawn with a fixed seed and the figures say so.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numba
import numpy as np

from croupier.game import Played, Seat
from croupier.kit.bulk import compiled
from croupier.kit.cards import CARDS

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.game import Rules, Wager

ROUNDS = 4_000_000
_jit: Any = numba.njit(cache=True, nogil=True)


@_jit
def _deal(seed, deck, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Fill rows with the first cards of a shuffled deck, by a splitmix generator and partial Fisher-Yates."""
    state = np.uint64(seed)
    cards = np.arange(deck).astype(np.uint8)
    for n in range(len(out)):
        for i in range(out.shape[1]):
            state += np.uint64(0x9E3779B97F4A7C15)
            z = state
            z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            z ^= z >> np.uint64(31)
            j = i + np.int64(((z >> np.uint64(32)) * np.uint64(deck - i)) >> np.uint64(32))
            cards[i], cards[j] = cards[j], cards[i]
            out[n, i] = cards[i]


def highest(rules: Rules, rounds: int = ROUNDS, seed: int = 205) -> NDArray[np.int64]:
    """How often each category is the highest of one to six players' hands and the dealer's: [players - 1, category]."""
    assert rules.ranking is not None
    bulk = compiled(rules.ranking)
    categories = bulk.categories()
    counts = np.zeros((rules.game.seats, len(rules.ranking.categories) + 1), np.int64)
    size, most = rules.game.hand_size, rules.game.seats + 1
    chunk = 500_000
    for start in range(0, rounds, chunk):
        dealt = np.empty((min(chunk, rounds - start), size * most), np.uint8)
        _deal(seed + start, len(rules.game.deck), dealt)
        top = np.zeros(len(dealt), np.int64)
        for place in range(most):
            hands = np.ascontiguousarray(dealt[:, size * place : size * (place + 1)])
            top = np.maximum(top, categories[bulk.rank(hands)])
            if place:
                counts[place - 1] += np.bincount(top, minlength=counts.shape[1])
    return counts


def example(rules: Rules, wager: Wager[Any], players: int, category: int) -> Played:
    """A table whose highest hand is of this category, as far as the wager sees."""
    assert rules.ranking is not None
    bulk = compiled(rules.ranking)
    hand = _one_of(bulk, category)
    seat = Seat(hand, {wager.id: 1}, (), None, {wager.id: 1}, None, None)
    return Played(dict.fromkeys(range(1, players + 1), seat), {"dealer": hand}, None)


def _one_of(bulk: Any, category: int) -> tuple[Any, ...]:  # noqa: ANN401
    from croupier.kit.bulk import all_hands  # noqa: PLC0415 - only here

    if category not in _ONE:
        every = all_hands(53, 5)[::997]
        for worth, cards in zip(bulk.categories()[bulk.rank(every)], every, strict=True):
            _ONE.setdefault(int(worth), tuple(CARDS[card] for card in cards))
        _ONE.setdefault(int(bulk.categories()[-1]), tuple(CARDS[card] for card in (0, 1, 2, 3, 52)))
    return _ONE[category]


_ONE: dict[int, tuple[Any, ...]] = {}
