"""Seven cards set into two hands against the dealer's, which lie open: both comparisons, and what the dealer holds.

The dealer's hands are set by the house way itself. It is asked once for each set of ranks, and for each hand that could
make a flush.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from croupier.kit.bulk import compiled
from croupier.kit.cards import CARDS, JOKER, write
from croupier.kit.money import dollars
from croupier.odds.facts.classes import keys_of
from croupier.odds.rounds.weighted import ANTE
from croupier.odds.sampling.play import FIRST, OPTIMAL
from croupier.odds.sampling.rounds import RoundLook
from croupier.odds.sampling.sides import titles

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from croupier.game import Setting
    from croupier.kit.rankings import Ranking
    from croupier.odds.sampling.deal import Dealt

    Classes = NDArray[np.int64]

_LOWS = list(combinations(range(7), 2))
_HIGHS = [[place for place in range(7) if place not in low] for low in _LOWS]


@dataclass(frozen=True)
class TwoHandsLook(RoundLook):
    """Played by `strategy`: the best of the 21 settings against what the dealer shows, or one option always."""

    _ways: dict[int, tuple[int, int]] = field(default_factory=dict, compare=False, repr=False)

    @property
    def size(self) -> int:
        """The dealer's seven by title, two comparisons, and giving up."""
        return titles(self._ranking, 7)[0] * 9 + 1

    @property
    def _ranking(self) -> Ranking:
        assert self.rules.ranking is not None
        return self.rules.ranking

    @property
    def _option(self) -> str | None:
        """What is always said; None where the cards decide."""
        if self.strategy == OPTIMAL:
            return None
        return (
            self.rules.game.streets[0].options[0].id
            if self.strategy == FIRST
            else self.strategy.removeprefix("always-")
        )

    def _gives_up(self) -> bool:
        return any(option.id == self._option and option.folds for option in self.rules.game.streets[0].options)

    def classes(self, dealt: Dealt, seat: int) -> Classes:
        """Set the dealer's hands, then the player's."""
        if self._gives_up():
            return np.full(len(dealt), self.size - 1)
        theirs = self.layout.at(dealt, "dealer")
        title = titles(self._ranking, 7)[1][compiled(self._ranking, 7).rank(theirs)]
        dealer = self._house(theirs)
        mine = self.layout.hands(dealt, seat)
        if self._option is None:
            _, high, low = self._best(mine, dealer)
        else:
            house = self._house(mine)
            high, low = np.sign(house[0] - dealer[0]), np.sign(house[1] - dealer[1])
        found: Classes = title * 9 + (high + 1) * 3 + low + 1
        return found

    def nets(self, _which: int, row: Dealt, seat: int) -> Mapping[str, int]:
        """The row, settled."""
        mine, theirs = self.layout.hands(row[None], seat), self.layout.at(row[None], "dealer")
        decision: object = self._option
        if decision is None:
            which = int(self._best(mine, self._house(theirs))[0][0])
            decision = {"high": _written(mine[0, _HIGHS[which]]), "low": _written(mine[0, list(_LOWS[which])])}
        told = {"cards": _written(mine[0]), "wagers": {self.rules.game.ante: dollars(ANTE)}, "decisions": [decision]}
        return self.netted({"seats": {"1": told}, "dealer": _written(theirs[0])})

    def _house(self, hands: Dealt) -> tuple[Classes, Classes]:
        """The worths of the hands the house way sets: high and low."""
        keys, first, where = np.unique(_folded(hands), return_index=True, return_inverse=True)
        new = [n for n, key in enumerate(keys.tolist()) if key not in self._ways]
        if new:
            ways = [self._way(hand) for hand in hands[first[new]].tolist()]
            highs = compiled(self._ranking).rank(np.array([high for high, _ in ways], np.uint8)).tolist()
            lows = _low(np.array([low for _, low in ways], np.uint8)).tolist()
            self._ways.update(zip(keys[new].tolist(), zip(highs, lows, strict=True), strict=True))
        high, low = np.array([self._ways[key] for key in keys.tolist()], np.int64)[where].T
        return high, low

    def _way(self, hand: list[int]) -> Setting:
        found: Setting = self.rules.chosen["house-way"].set(self._ranking, tuple(CARDS[card] for card in hand))
        return found

    def _best(self, mine: Dealt, dealer: tuple[Classes, Classes]) -> tuple[Classes, Classes, Classes]:
        """The place of the legal setting that wins most hands, and how its two hands compare."""
        ranking = self._ranking
        bulk = compiled(ranking)
        best = np.full(len(mine), -1)
        which, high, low = (np.zeros(len(mine), np.int64) for _ in range(3))
        for place, front in enumerate(_LOWS):
            ours = bulk.rank(np.ascontiguousarray(mine[:, _HIGHS[place]])).astype(np.int64)
            two = _low(mine[:, list(front)])
            above, below = np.sign(ours - dealer[0]), np.sign(two - dealer[1])
            won = np.where(_as_two(ranking)[ours] >= two, (above > 0).astype(np.int64) + (below > 0), -1)
            better = won > best
            best[better], which[better], high[better], low[better] = won[better], place, above[better], below[better]
        return which, high, low


def _written(hand: Dealt) -> str:
    return write(CARDS[card] for card in hand.tolist())


def _low(cards: Dealt) -> Classes:
    """What two cards are worth: a pair over none, then the ranks; the joker is an ace."""
    ranks = np.where(cards == JOKER, 12, cards >> 2).astype(np.int64)
    high, low = ranks.max(axis=1), ranks.min(axis=1)
    found: Classes = (high == low) * 10_000 + high * 100 + low
    return found


@cache
def _as_two(ranking: Ranking) -> Classes:
    """For each worth of five cards, the most that two cards may be worth for the high hand to rank as high."""
    pair = ranking["pair"]
    made = []
    for hand in compiled(ranking).worths:
        if hand.category > pair:
            made.append(1_000_000)
        elif hand.category == pair:
            made.append(10_000 + (hand.ties[0] - 2) * 101)
        else:
            made.append((hand.ties[0] - 2) * 100 + hand.ties[1] - 2)
    return np.array(made)


def _folded(hands: Dealt) -> NDArray[np.uint64]:
    """A number for each hand: of its ranks alone where no five cards can be of one suit."""
    joker = hands == JOKER
    most = np.max([(((hands & 3) == suit) & ~joker).sum(axis=1) for suit in range(4)], axis=0) + joker.any(axis=1)
    ranks = np.zeros(len(hands), np.uint64)
    for place in range(hands.shape[1]):
        ranks += np.uint64(1) << (hands[:, place] >> 2).astype(np.uint64) * np.uint64(4)
    return np.where(most >= 5, keys_of(hands) | np.uint64(1 << 63), ranks)
