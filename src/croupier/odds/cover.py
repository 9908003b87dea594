"""The highest hand at a table of one to six players and the dealer.

Let X be how many hands are of a category or higher. One of them is if X is not 0, and

    [X > 0] = X - X(X - 1)/2 + g,    where g is 0 unless three hands or more are that high.

How often one hand is, and two hands are, is counted exactly. Only g is sampled, with a fixed seed: three such hands
are rare, so little is left to chance, and with one player nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb, sqrt
from typing import TYPE_CHECKING

import numpy as np

from croupier.game import Played, Seat
from croupier.kit.bulk import compiled
from croupier.kit.cards import CARDS
from croupier.kit.kernels import kernel
from croupier.odds import store
from croupier.odds.shapes import single_deck

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from croupier.game import Rules
    from croupier.odds.against import Against

ROUNDS = 4_000_000
SEED = 205
RARE = Fraction(1, 8)
"""Categories are told apart from the lowest up that fewer hands than this reach."""
CHUNK = 500_000


@dataclass(frozen=True, slots=True)
class Drawn:
    """What was sampled: for each number of players less one, the sum of g of every category told apart, lowest first,
    and of the products of two of them."""

    rounds: int
    sums: NDArray[np.int64]
    products: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Highest:
    """How often each category is the highest of the players' hands and the dealer's: counts by category, where the
    lowest stands for all below it too, in whole shares of what was counted and drawn."""

    players: int
    counts: Mapping[int, int]
    drawn: Drawn

    @property
    def exact(self) -> bool:
        """Whether nothing was left to chance."""
        return self.players < 2

    def standard_error(self, nets: Mapping[int, Fraction]) -> float:
        """Of the expected net, if a highest hand of each category nets so much."""
        order = sorted(nets)
        steps = [nets[high] - nets[low] for low, high in pairwise(order)]
        place, rounds = self.players - 1, self.drawn.rounds
        mean = sum(step * int(g) for step, g in zip(steps, self.drawn.sums[place], strict=True)) / Fraction(rounds)
        square = sum(
            one * other * int(self.drawn.products[place, i, j])
            for i, one in enumerate(steps)
            for j, other in enumerate(steps)
        ) / Fraction(rounds)
        return sqrt((square - mean**2) / rounds)


def highest(rules: Rules, facts: Against, rounds: int = ROUNDS, seed: int = SEED) -> list[Highest]:
    """For each number of players, from the facts of two hands and from what was drawn."""
    least, reached, both = _reached(facts)
    drawn = _kept(rules, least, rounds, seed)
    deals = int(facts.weights.sum()) * facts.dealer_hands
    found = []
    for players in range(1, rules.game.seats + 1):
        hands, scale = players + 1, rounds if players > 1 else 1
        steps = [deals * scale]
        for one, two, g in zip(reached, both, drawn.sums[players - 1].tolist(), strict=True):
            counted = hands * one * facts.dealer_hands - comb(hands, 2) * two
            steps.append(counted * scale + g * deals)
        counts = {least - 1 + place: here - above for place, (here, above) in enumerate(pairwise([*steps, 0]))}
        found.append(Highest(players, counts, drawn))
    return found


def _reached(facts: Against) -> tuple[int, list[int], list[int]]:
    """The lowest category told apart; and from there up, how many hands reach each, and how many pairs of hands do."""
    top = facts.dealer.shape[1]
    total = int(facts.weights.sum())
    one, two = [], []
    for category in range(1, top + 1):
        mine = facts.categories >= category
        one.append(int(facts.weights[mine].sum()))
        two.append(int(facts.weights[mine] @ facts.dealer[mine, category - 1 :].sum(axis=1, dtype=np.int64)))
    least = next(place for place, hands in enumerate(one, 1) if Fraction(hands, total) < RARE)
    return least, one[least - 1 :], two[least - 1 :]


def example(facts: Against, wager: str, players: int, category: int) -> Played:
    """A table whose highest hand is of this category, as far as the wager sees."""
    hand = tuple(CARDS[card] for card in facts.hands[np.argmax(facts.categories == category)])
    seat = Seat(hand, {wager: 1}, (), None, {wager: 1}, None, None)
    return Played(dict.fromkeys(range(1, players + 1), seat), {"dealer": hand}, None)


# Sampling ------------------------------------------------------------------------------------------------------


def _kept(rules: Rules, least: int, rounds: int, seed: int) -> Drawn:
    assert rules.ranking is not None
    game = rules.game
    cards = single_deck(rules)
    name = store.key("three-high", rules.ranking, game.hand_size, game.seats, cards, least, rounds, seed)
    kept = store.kept(name, lambda: _draw(rules, least, rounds, seed))
    return Drawn(rounds, kept["sums"], kept["products"])


def _draw(rules: Rules, least: int, rounds: int, seed: int) -> dict[str, NDArray[np.int64]]:
    assert rules.ranking is not None
    bulk = compiled(rules.ranking)
    size, seats, told = rules.game.hand_size, rules.game.seats, len(rules.ranking.categories) + 1 - least
    over = np.maximum(bulk.categories() - (least - 1), 0)
    sums, products = np.zeros((seats, told), np.int64), np.zeros((seats, told, told), np.int64)
    tell = store.progress("three high hands at a table, by sampling")
    for start in range(0, rounds, CHUNK):
        dealt = np.empty((min(CHUNK, rounds - start), size * (seats + 1)), np.uint8)
        deal_into(seed + start, np.array(rules.game.deck.cards, np.uint8), dealt)
        high = over[bulk.rank(dealt.reshape(-1, size))].reshape(len(dealt), seats + 1)
        _tally(high, sums, products)
        tell(start + len(dealt), rounds)
    return {"sums": sums, "products": products}


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


@kernel
def _tally(high, sums, products):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """Add g and its products for every number of players. `high` is 1 for the lowest category told apart, 0 below."""
    told = sums.shape[1]
    reached = np.zeros(told, np.int64)
    g = np.zeros(told, np.int64)
    for n in range(len(high)):
        reached[:] = 0
        for place in range(high.shape[1]):
            for category in range(high[n, place]):
                reached[category] += 1
            if reached[0] < 3:
                continue
            for i in range(told):
                x = reached[i]
                g[i] = 0 if x < 3 else 1 - x + x * (x - 1) // 2
                sums[place - 1, i] += g[i]
                for j in range(i + 1):
                    products[place - 1, i, j] += g[i] * g[j]
                    if j < i:
                        products[place - 1, j, i] += g[i] * g[j]
