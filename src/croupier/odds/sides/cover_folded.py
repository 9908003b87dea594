"""A wager on the highest hand at a table that the own fold takes with it.

Let Y be how many of the others' hands, the dealer's among them, are of a category or higher. One of them is if Y is not
0, and

    [Y > 0] = Y - r,    where r is 0 unless two of them or more are that high.

How often the own hand is given up, and how often it or one other hand is that high then, is counted exactly. Only r is
sampled, with a fixed seed, and with one player nothing.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING

import numpy as np

from croupier.kit.bulk import compiled
from croupier.kit.kernels import kernel
from croupier.odds.facts import store
from croupier.odds.facts.classes import keys_of
from croupier.odds.rounds.shapes import single_deck

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from croupier.game import Rules
    from croupier.odds.facts.against import Against
    from croupier.odds.sides.cover import Highest

ROUNDS = 4_000_000
SEED = 613
CHUNK = 500_000


@dataclass(frozen=True, slots=True)
class GivenUp:
    """How often each category is the highest at the table while the own hand is kept, the lowest standing for all below
    it too, and how often it is given up: in whole shares of what was counted and drawn. `sums` are those of r, lowest
    category first, and `products` of two of them."""

    players: int
    kept: Mapping[int, int]
    lost: int
    rounds: int
    sums: NDArray[np.int64]
    products: NDArray[np.int64]

    def standard_error(self, nets: Mapping[int, Fraction]) -> float:
        """Of what is lost by giving up, if a highest hand of each category nets so much."""
        steps = [nets[high] - nets[low] for low, high in pairwise(sorted(nets))]
        mean = sum(step * int(r) for step, r in zip(steps, self.sums, strict=True)) / Fraction(self.rounds)
        square = sum(
            one * other * int(self.products[i, j]) for i, one in enumerate(steps) for j, other in enumerate(steps)
        ) / Fraction(self.rounds)
        return sqrt((square - mean**2) / self.rounds)


def given_up(
    rules: Rules, facts: Against, plays: NDArray[np.bool_], found: list[Highest], rounds: int
) -> list[GivenUp]:
    """For each number of players, under a strategy that plays these classes of hands."""
    least = min(found[0].counts) + 1
    told, deals = len(found[0].counts) - 1, int(facts.weights.sum()) * facts.dealer_hands
    sums, products = _kept(rules, facts, plays, least, rounds)
    out = np.flatnonzero(~plays)
    weights, categories = facts.weights[out], facts.categories[out]
    made = []
    for players, counts in ((one.players, one.counts) for one in found):
        scale = rounds if players > 1 else 1
        steps = [int(weights.sum()) * facts.dealer_hands * scale]
        for place in range(told):
            high = categories >= least + place
            own = int(weights[high].sum()) * facts.dealer_hands
            others = facts.dealer[out[~high], least + place - 1 :].sum(axis=1, dtype=np.int64)
            counted = own + players * int(weights[~high] @ others)
            steps.append(counted * scale - int(sums[players - 1, place]) * deals)
        rest = sum(counts.values()) // deals
        lost = {least - 1 + place: here - above for place, (here, above) in enumerate(pairwise([*steps, 0]))}
        kept = {category: count * scale - lost[category] * rest for category, count in counts.items()}
        made.append(GivenUp(players, kept, steps[0] * rest, rounds, sums[players - 1], products[players - 1]))
    return made


# Sampling ------------------------------------------------------------------------------------------------------


def _kept(
    rules: Rules, facts: Against, plays: NDArray[np.bool_], least: int, rounds: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    played = hashlib.sha256(np.packbits(plays).tobytes()).hexdigest()
    cards = single_deck(rules)
    name = store.key("two-high-beside-a-fold", rules.ranking, rules.game.seats, cards, least, rounds, SEED, played)
    kept = store.kept(name, lambda: _draw(rules, facts, plays, least, rounds))
    return kept["sums"], kept["products"]


def _draw(
    rules: Rules, facts: Against, plays: NDArray[np.bool_], least: int, rounds: int
) -> dict[str, NDArray[np.int64]]:
    assert rules.ranking is not None
    bulk, keys = compiled(rules.ranking), keys_of(facts.hands)
    size, seats, told = rules.game.hand_size, rules.game.seats, len(rules.ranking.categories) + 1 - least
    over = np.maximum(bulk.categories() - (least - 1), 0)
    sums, products = np.zeros((seats, told), np.int64), np.zeros((seats, told, told), np.int64)
    tell = store.progress("two high hands beside a fold, by sampling")
    for start in range(0, rounds, CHUNK):
        dealt = np.empty((min(CHUNK, rounds - start), size * (seats + 1)), np.uint8)
        deal_into(SEED + start, np.array(rules.game.deck.cards, np.uint8), dealt)
        given = dealt[~plays[np.searchsorted(keys, keys_of(np.ascontiguousarray(dealt[:, :size])))]]
        high = over[bulk.rank(given.reshape(-1, size))].reshape(len(given), seats + 1)
        _tally(high, sums, products)
        tell(start + len(dealt), rounds)
    return {"sums": sums, "products": products}


def _tally(high: NDArray[np.int64], sums: NDArray[np.int64], products: NDArray[np.int64]) -> None:
    """Add r and its products for every number of players; the own hand, which is not that high itself, comes first."""
    high = high[(high[:, 1:] > 0).sum(axis=1) > 1]
    for players in range(2, high.shape[1]):
        reached = (high[:, 1 : players + 1, None] > np.arange(sums.shape[1])).sum(axis=1)
        r = np.where(high[:, :1] > np.arange(sums.shape[1]), 0, np.maximum(reached - 1, 0)).astype(np.int64)
        sums[players - 1] += r.sum(axis=0)
        products[players - 1] += r.T @ r


@kernel
def deal_into(seed, deck, out):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    """Fill rows with the first cards of a shuffled deck, by a splitmix generator and partial Fisher-Yates."""
    state = np.uint64(seed)
    cards = deck.copy()
    for n in range(len(out)):
        for i in range(out.shape[1]):
            state += np.uint64(0x9E3779B97F4A7C15)
            z = state
            z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            z ^= z >> np.uint64(31)
            j = i + np.int64(((z >> np.uint64(32)) * np.uint64(len(deck) - i)) >> np.uint64(32))
            cards[i], cards[j] = cards[j], cards[i]
            out[n, i] = cards[i]
