"""Seven cards set into two hands against the dealer's, which lie open: how many of the two are won, and what the dealer
holds.

The dealer's hands are set by the house way itself. The look asks it hand by hand and tries all 21 settings; the program
has a table of the classes of seven cards, each with the house way's setting and the settings that no other beats.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from croupier.kit.bulk import compiled, rank_hash, rank_sets
from croupier.kit.cards import CARDS, JOKER, write
from croupier.kit.money import dollars
from croupier.odds.facts.classes import keys_of
from croupier.odds.pai_gow import hands as folding
from croupier.odds.pai_gow.settings import SettingTable
from croupier.odds.pai_gow.ways import picks
from croupier.odds.rounds.weighted import ANTE
from croupier.odds.sampling.play import FIRST, OPTIMAL
from croupier.odds.sampling.rounds import RoundLook
from croupier.odds.sampling.sides import titles

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from croupier.game import Setting
    from croupier.kit.rankings import Ranking
    from croupier.odds.pai_gow.ways import Way
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
        """The dealer's seven by title, how many hands are won, and giving up."""
        return titles(self.ranking, 7)[0] * 3 + 1

    @property
    def ranking(self) -> Ranking:
        """The game's."""
        assert self.rules.ranking is not None
        return self.rules.ranking

    @property
    def option(self) -> str | None:
        """What is always said; None where the cards decide."""
        if self.strategy == OPTIMAL:
            return None
        return (
            self.rules.game.streets[0].options[0].id
            if self.strategy == FIRST
            else self.strategy.removeprefix("always-")
        )

    @property
    def gives_up(self) -> bool:
        """Whether what is always said is to give up."""
        return any(option.id == self.option and option.folds for option in self.rules.game.streets[0].options)

    def classes(self, dealt: Dealt, seat: int) -> Classes:
        """Set the dealer's hands, then the player's."""
        if self.gives_up:
            return np.full(len(dealt), self.size - 1)
        theirs = self.layout.at(dealt, "dealer")
        title = titles(self.ranking, 7)[1][compiled(self.ranking, 7).rank(theirs)]
        dealer = self._house(theirs)
        mine = self.layout.hands(dealt, seat)
        if self.option is None:
            won = self._best(mine, dealer)[1]
        else:
            house = self._house(mine)
            won = (house[0] > dealer[0]).astype(np.int64) + (house[1] > dealer[1])
        found: Classes = title * 3 + won
        return found

    def nets(self, _which: int, row: Dealt, seat: int) -> Mapping[str, int]:
        """The row, settled."""
        mine, theirs = self.layout.hands(row[None], seat), self.layout.at(row[None], "dealer")
        decision: object = self.option
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
            highs = compiled(self.ranking).rank(np.array([high for high, _ in ways], np.uint8)).tolist()
            lows = _low(np.array([low for _, low in ways], np.uint8)).tolist()
            self._ways.update(zip(keys[new].tolist(), zip(highs, lows, strict=True), strict=True))
        high, low = np.array([self._ways[key] for key in keys.tolist()], np.int64)[where].T
        return high, low

    def _way(self, hand: list[int]) -> Setting:
        found: Setting = self.rules.chosen["house-way"].set(self.ranking, tuple(CARDS[card] for card in hand))
        return found

    def _best(self, mine: Dealt, dealer: tuple[Classes, Classes]) -> tuple[Classes, Classes]:
        """The place of the legal setting that wins most hands, and how many."""
        ranking = self.ranking
        bulk = compiled(ranking)
        best = np.full(len(mine), -1)
        which = np.zeros(len(mine), np.int64)
        for place, front in enumerate(_LOWS):
            ours = bulk.rank(np.ascontiguousarray(mine[:, _HIGHS[place]])).astype(np.int64)
            two = _low(mine[:, list(front)])
            won = (ours > dealer[0]).astype(np.int64) + (two > dealer[1])
            won[_as_two(ranking)[ours] < two] = -1
            better = won > best
            best[better], which[better] = won[better], place
        return which, best


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


# Classes of seven cards ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sevens:
    """The classes of seven cards (see `odds.pai_gow.hands`) with one hand of each, and where a kernel finds the class
    of a hand: `loose` by its place among the ranks, and for a hand with five of a suit, the joker counting, `others` at
    `masks` of that suit's ranks and the ranks of the other cards (13 is none)."""

    hands: Dealt
    loose: Classes
    masks: Classes
    others: Classes


@cache
def sevens() -> Sevens:
    """Of the whole deck."""
    deck = folding.FULL
    sets = folding.multisets(deck)
    flushes = folding.flushes(deck, sets)
    _, _, room, places = rank_hash(7)
    loose = np.zeros(room, np.int64)
    counts = (rank_sets(7)[:, :, None] == np.arange(14)).sum(axis=1)
    loose[places] = _matched(sets.counts, counts)
    row = (flushes.joker << 13 | flushes.suited).astype(np.int64)
    known, where = np.unique(row, return_inverse=True)
    masks = np.zeros(1 << 14, np.int64)
    masks[known] = np.arange(len(known)) * 14 * 14
    others = np.zeros(len(known) * 14 * 14, np.int64)
    beside = [[rank for rank in range(13) for _ in range(count[rank])] for count in flushes.other_counts.tolist()]
    pairs = np.array([(*held, 13, 13)[:2] for held in beside], np.int64)
    others[where * 196 + pairs[:, 0] * 14 + pairs[:, 1]] = len(sets.counts) + np.arange(len(row))
    hands = np.concatenate([folding.loose_hands(deck, sets), folding.flush_hands(deck, flushes)])
    return Sevens(hands, loose, masks, others)


def _matched(known: NDArray[np.int8], asked: Classes) -> Classes:
    """Where each row stands among the known ones."""
    powers = 8 ** np.arange(14, dtype=np.int64)
    names = known.astype(np.int64) @ powers
    order = np.argsort(names)
    found: Classes = order[np.searchsorted(names[order], asked @ powers)]
    return found


@dataclass(frozen=True)
class Settings:
    """For every class the house way's high and low hand, and (`starts`) the settings that no other is as good as."""

    house_high: Classes
    house_low: Classes
    starts: Classes
    highs: Classes
    lows: Classes


def settings_of(ranking: Ranking, way: Way) -> Settings:
    """Set every class."""
    hands = sevens().hands
    setter = folding.Setter(ranking)
    starts, highs, lows = folding.distinct(setter.settings(hands))
    none = np.zeros(len(highs), np.int64)
    worths = setter.bulk.worths
    table = SettingTable(
        folding.FULL, worths, hands, none, none.astype(np.bool_), starts, highs, lows, none, none
    )  # fmt: skip
    chosen = picks(table, ranking, way)
    owner = np.repeat(np.arange(len(hands)), np.diff(starts))
    keep = _unbeaten(owner, lows)
    kept = np.concatenate([[0], np.cumsum(np.bincount(owner[keep], minlength=len(hands)))])
    return Settings(
        highs[chosen].astype(np.int64), lows[chosen].astype(np.int64), kept,
        highs[keep].astype(np.int64), lows[keep].astype(np.int64),
    )  # fmt: skip


def _unbeaten(owner: Classes, lows: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which settings, in order of the high hand, have a low hand higher than any that follows in their class."""
    back = (owner[-1] - owner[::-1]) << 8 | lows[::-1]  # a class further on is higher than all of the last
    before = np.concatenate([[-1], np.maximum.accumulate(back)[:-1]])
    keep: NDArray[np.bool_] = (back > before)[::-1]
    return keep
