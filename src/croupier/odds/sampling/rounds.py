"""Whole rounds of the main game, sorted into classes that decide every wager which looks at the round.

A class is found from the dealt cards alone, by ranking them and asking the strategy; what it pays is asked of the
chapter's own cases, once, with the first round that fell into it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Protocol

from croupier.game import describe, settle_plainly
from croupier.kit.bulk import compiled
from croupier.kit.cards import CARDS, write
from croupier.kit.money import dollars
from croupier.odds.rounds.weighted import ANTE
from croupier.odds.study.study import main_wagers

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    import numpy as np
    from numpy.typing import NDArray

    from croupier.game import Rules
    from croupier.kit.rankings import Ranking
    from croupier.odds.sampling.deal import Dealt, Layout

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
    strategy: str
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


@cache
def category_of(ranking: Ranking) -> Classes:
    """The category of each worth."""
    return compiled(ranking).categories()


def _written(hand: Dealt) -> str:
    return write(CARDS[card] for card in hand.tolist())
