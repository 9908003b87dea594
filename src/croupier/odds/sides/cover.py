"""The highest hand at a table of one to six players and the dealer, counted.

In how many deals some hands of a table all reach a category is counted for any number of them (`facts.high_hands`);
that not all of a table's hands stay below it follows by inclusion and exclusion. What one hand and two hands can be is
known from the main game's facts as well, and both counts must agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from math import comb, prod
from operator import mul
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.game import Played, Seat
from croupier.kit.cards import CARDS
from croupier.odds.facts import store
from croupier.odds.facts.high_hands import together
from croupier.odds.rounds.shapes import ranking_of, single_deck

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from croupier.game import Rules
    from croupier.odds.facts.against import Against


@dataclass(frozen=True, slots=True)
class Highest:
    """How many deals of the players' hands and the dealer's have each category as their highest: counts by category,
    where the lowest stands for all below it too."""

    players: int
    counts: Mapping[int, int]


def highest(rules: Rules, facts: Against, least: int) -> list[Highest]:
    """For each number of players, telling categories apart from `least` up."""
    reached = _kept(rules, least)
    for category, deals in enumerate(reached, least):
        if deals[1:3] != _reached(facts, category):
            raise ArithmeticError(f"hands of category {category} are counted in two ways that differ")
    found = []
    for hands in range(2, rules.game.seats + 2):
        ways = [comb(hands, j) * deals_of(facts, hands, j) * (-1) ** (j + 1) for j in range(hands + 1)]
        steps = [deals_of(facts, hands), *(sum(map(mul, ways[1:], deals[1:])) for deals in reached)]
        counts = {least - 1 + place: here - above for place, (here, above) in enumerate(pairwise([*steps, 0]))}
        found.append(Highest(hands - 1, counts))
    return found


def deals_of(facts: Against, hands: int, first: int = 0) -> int:
    """The ways to deal so many hands in order, the first ones being dealt already."""
    size = facts.hands.shape[1]
    return prod(comb(len(facts.cards) - size * number, size) for number in range(first, hands))


def _reached(facts: Against, category: int) -> list[int]:
    """The hands that reach a category, and the pairs of hands that both do, by the main game's facts."""
    mine = facts.categories >= category
    others = facts.dealer[mine, category - 1 :].sum(axis=1, dtype=np.int64)
    return [int(facts.weights[mine].sum()), int(facts.weights[mine] @ others)]


def _kept(rules: Rules, least: int) -> list[list[int]]:
    ranking, cards, hands = ranking_of(rules), single_deck(rules), rules.game.seats + 1

    def count() -> Mapping[str, NDArray[Any]]:
        tell = store.progress("how often several hands are high together")
        return {"deals": np.array(_written(together(ranking, cards, least, hands, progress=tell)))}

    kept = store.kept(store.key("high-hands", ranking, cards, least, hands), count, cards=cards)
    return [[int(number) for number in row] for row in kept["deals"].tolist()]


def _written(counts: Sequence[Sequence[int]]) -> list[list[str]]:
    """Numbers of more than 64 bits, for an archive."""
    return [[str(number) for number in row] for row in counts]


def example(facts: Against, wager: str, players: int, category: int) -> Played:
    """A table whose highest hand is of this category, as far as the wager sees."""
    hand = tuple(CARDS[card] for card in facts.hands[np.argmax(facts.categories == category)])
    seat = Seat(hand, {wager: 1}, (), None, {wager: 1}, None, None)
    return Played(dict.fromkeys(range(1, players + 1), seat), {"dealer": hand}, None)
