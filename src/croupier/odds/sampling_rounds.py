"""Whole rounds of the main game, sorted into classes that decide every wager which looks at the round.

A class is found from the dealt cards alone, by ranking them and asking the strategy; what it pays is asked of the
chapter's own cases, once, with the first round that fell into it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np

from croupier.game import describe, settle_plainly
from croupier.kit.bulk import compiled
from croupier.kit.cards import CARDS, write
from croupier.kit.money import dollars
from croupier.odds import points, stud
from croupier.odds.sampling_play import climb
from croupier.odds.streets import final_class, final_groups
from croupier.odds.study import main_wagers
from croupier.odds.weighted import ANTE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from croupier.game import Rules
    from croupier.kit.rankings import Ranking
    from croupier.odds.sampling_deal import Dealt, Layout
    from croupier.odds.sampling_play import Answers, Ladder

    Classes = NDArray[np.int64]

MAIN = "main"


class Look(Protocol):
    """One way to look at a round from a seat (counted from 0): which class it is, and what the class nets."""

    @property
    def size(self) -> int:
        """How many classes there are."""

    def classes(self, dealt: Dealt, seat: int) -> Classes:
        """The class of each round."""

    def nets(self, which: int, row: Dealt, seat: int) -> Mapping[str, int]:
        """What each wager nets in a class, in cents; `row` is a round of it."""


@dataclass(frozen=True)
class RoundLook:
    """The main game, with the side wagers that look at the whole round."""

    rules: Rules
    layout: Layout
    answers: Sequence[Answers]
    beside: tuple[str, ...]

    @property
    def extra(self) -> dict[str, str]:
        """The side wagers on the layout."""
        return dict.fromkeys(self.beside, dollars(ANTE))

    def netted(self, told: Mapping[str, Any]) -> dict[str, int]:
        """Settle a told round: the main wagers together, and the others one by one."""
        lines = settle_plainly(self.rules, describe(self.rules, told)).seats[1].lines
        main = main_wagers(self.rules.game)
        found = {wager: sum(line.net for line in lines if line.wager == wager) for wager in self.beside}
        return {MAIN: sum(line.net for line in lines if line.wager in main), **found}

    @property
    def options(self) -> list[str]:
        """What may be said on the first street."""
        return [option.id for option in self.rules.game.streets[0].options]

    def folded(self, which: Classes) -> NDArray[np.bool_]:
        """Which classes of rounds the player gave up."""
        (street,) = self.rules.game.streets
        folds = np.array([option.folds for option in street.options])
        found: NDArray[np.bool_] = folds[which % len(folds)]
        return found


class StudLook(RoundLook):
    """Five cards against the dealer's: both categories, natural or not, which is higher, and the decision."""

    @cached_property
    def _count(self) -> int:
        assert self.rules.ranking is not None
        return len(self.rules.ranking.categories) + 1

    @property
    def size(self) -> int:
        """Two categories, natural or not, three outcomes, and what was said."""
        return self._count * 2 * self._count * 3 * len(self.options)

    def classes(self, dealt: Dealt, seat: int) -> Classes:
        """Rank both hands and ask the strategy."""
        assert self.rules.ranking is not None
        bulk = compiled(self.rules.ranking)
        mine = self.layout.hands(dealt, seat)
        ours, theirs = bulk.rank(mine).astype(np.int64), bulk.rank(self.layout.at(dealt, "dealer")).astype(np.int64)
        category = category_of(self.rules.ranking)
        said = self.answers[0].said(np.zeros(len(mine), np.int64), mine)
        kind = (category[ours] * 2 + bulk.is_natural(mine)) * self._count + category[theirs]
        found: Classes = (kind * 3 + np.sign(ours - theirs) + 1) * len(self.options) + said
        return found

    def nets(self, which: int, row: Dealt, seat: int) -> Mapping[str, int]:
        """The row, settled."""
        mine, theirs = self.layout.hands(row[None], seat)[0], self.layout.at(row[None], "dealer")[0]
        said = self.options[which % len(self.options)]
        return self.netted(stud.told(self.rules, mine, theirs, said, self.extra))


class StreetLook(RoundLook):
    """Decisions street by street: all that was said, and the group the hand ended in."""

    @cached_property
    def _ladder(self) -> Ladder:
        return climb(self.rules)

    @cached_property
    def _groups(self) -> int:
        assert self.rules.ranking is not None
        return len(final_groups(self.rules.ranking))

    @property
    def size(self) -> int:
        """Every way to end, in every group."""
        return len(self._ladder.ends) * self._groups

    def classes(self, dealt: Dealt, seat: int) -> Classes:
        """Turn the community cards one by one and ask the strategy before each."""
        path = np.zeros(len(dealt), np.int64)
        end = np.zeros(len(dealt), np.int64)
        live = np.arange(len(dealt))
        for street, (answers, onward) in enumerate(zip(self.answers, self._ladder.onward, strict=True)):
            seen = self.layout.with_hand(dealt[live], seat, "community", street)
            leads = onward[path[live], answers.said(path[live], seen)]
            over = leads < 0
            end[live[over]] = -1 - leads[over]
            path[live] = leads
            live = live[~over]
        return end * self._groups + ended(self.rules, self.layout, dealt, seat)

    def folded(self, which: Classes) -> NDArray[np.bool_]:
        """Which classes of rounds the player gave up."""
        streets = self.rules.game.streets
        last = [streets[len(end) - 1].option(end[-1]) for end in self._ladder.ends]
        found: NDArray[np.bool_] = np.array([option is not None and option.folds for option in last])[
            which // self._groups
        ]
        return found

    def nets(self, which: int, row: Dealt, seat: int) -> Mapping[str, int]:
        """The row, settled."""
        hand, community = self.layout.hands(row[None], seat)[0], self.layout.at(row[None], "community")[0]
        required = {w.id: dollars(ANTE) for w in self.rules.game.wagers if w.placed == "required"}
        said = list(self._ladder.ends[which // self._groups])
        told = {"cards": _written(hand), "wagers": {**required, **self.extra}, "decisions": said}
        return self.netted({"seats": {"1": told}, "community": _written(community)})


class PointsLook(RoundLook):
    """A first card, a decision and two more cards: the decision, and the three ranks in rising order."""

    @property
    def size(self) -> int:
        """Three ranks and what was said."""
        return 13**3 * len(self.options)

    def classes(self, dealt: Dealt, seat: int) -> Classes:
        """Ask the strategy about the first card."""
        hands = self.layout.hands(dealt, seat)
        said = self.answers[0].said(np.zeros(len(hands), np.int64), np.ascontiguousarray(hands[:, :1]))
        low, middle, high = np.sort(hands >> 2, axis=1).astype(np.int64).T
        found: Classes = ((low * 13 + middle) * 13 + high) * len(self.options) + said
        return found

    def nets(self, which: int, row: Dealt, seat: int) -> Mapping[str, int]:
        """The row, settled."""
        cards = tuple(CARDS[card] for card in self.layout.hands(row[None], seat)[0].tolist())
        return self.netted(points.told(self.rules, cards, self.options[which % len(self.options)], self.extra))


def ended(rules: Rules, layout: Layout, dealt: Dealt, seat: int) -> Classes:
    """The group in which each hand ends with all community cards."""
    assert rules.ranking is not None
    hands = layout.with_hand(dealt, seat, "community")
    cards = hands.shape[1]
    found: Classes = _group_of(rules.ranking, cards)[compiled(rules.ranking, cards).rank(hands)]
    return found


@cache
def _group_of(ranking: Ranking, cards: int) -> Classes:
    """The group of each worth."""
    return np.array([final_class(hand, ranking) for hand in compiled(ranking, cards).worths])


@cache
def category_of(ranking: Ranking) -> Classes:
    """The category of each worth."""
    return compiled(ranking).categories()


def _written(hand: Dealt) -> str:
    return write(CARDS[card] for card in hand.tolist())


ROUNDS: dict[str, type[StudLook | StreetLook | PointsLook]] = {
    "stud": StudLook,
    "streets": StreetLook,
    "points": PointsLook,
}
