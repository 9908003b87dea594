"""What is wagered every round: the main game alone, or with side wagers, as one distribution of nets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.odds.figures.analysis import MAIN_ALONE
from croupier.odds.study.study import main_of, solve
from croupier.odds.study.together import together

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.game import Rules
    from croupier.odds.rounds.weighted import Spread


@dataclass(frozen=True, slots=True)
class Portfolio:
    """The wagers of one seat and what they net together, in units of the ante of `ante` cents; `strategy` says how they
    are played."""

    wagers: tuple[str, ...]
    net: Spread
    ante: int
    strategy: str


def portfolio_of(rules: Rules, sides: Sequence[str] = ()) -> Portfolio:
    """The main game under its best play, or with side wagers, each at one unit or at what its meter takes, under the
    play that is best for all of them."""
    if not sides:
        study = solve(rules)
        main = main_of(study)
        return Portfolio((), main.net, study.ante, MAIN_ALONE)
    found = together(rules, sides)
    return Portfolio(tuple(sides), found.spread(), found.ante, found.label)
