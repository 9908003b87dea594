"""What to do with a wager on the layout that a fold would forfeit: every action valued with it.

The main game's own values (see `strategy`) leave it out. Here its stake, the ante and the meter are those of the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from croupier.game import settle_wager
from croupier.odds.rounds.weighted import ANTE
from croupier.odds.sides.forfeits import forfeits, given_up, once_replaced
from croupier.odds.solver.pays import Pays, gives_up, main_wagers, stakes_at
from croupier.odds.solver.plan import plan_of
from croupier.odds.solver.solve import solve
from croupier.odds.strategy.advice import Advice, advice_of, lookup, seen_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from croupier.game import Rules, Wager
    from croupier.game.played import Played
    from croupier.odds.rounds.state import State


@dataclass(frozen=True, slots=True)
class Beside:
    """What lies beside the cards: the ante, the side wagers, and what their meters show, in cents."""

    ante: int = ANTE
    stakes: Mapping[str, int] = field(default_factory=dict)
    meters: Mapping[str, int] = field(default_factory=dict)


def at_stake(rules: Rules, stakes: Mapping[str, int]) -> list[Wager[Any]]:
    """Those of the wagers that a fold would forfeit."""
    return [w for w in rules.offered() if w.id in stakes and w.placed not in _PLAYED and forfeits(rules, w)]


_PLAYED = {"required", "by-decision"}
ANTES = 16
"""Antes whose nets are kept."""


def lookup_jointly(rules: Rules) -> Callable[[State, Beside], Advice]:
    """As `strategy.lookup`, with what lies beside the main wagers. Where a fold takes none of it, the values are those
    of the main game alone."""
    alone = lookup(rules)
    rules = replace(rules, limits={})
    ways = {"streets": _streets, "stud": _stud}
    jointly = cache(lambda: ways[rules.game.study](rules))

    def look(state: State, beside: Beside) -> Advice:
        if rules.game.study not in ways or not at_stake(rules, beside.stakes):
            return alone(state)
        return jointly()(state, beside)

    return look


def _net(rules: Rules, wager: Wager[Any], beside: Beside, round_: Played) -> int:
    """What the wager nets in a round, in cents."""
    progression = rules.tables[wager.id].progression
    stake = beside.stakes[wager.id]
    meter = beside.meters.get(wager.id, progression.seed(stake)) if progression else None
    return settle_wager(rules, wager, stake, wager.see(rules, round_, 1), meter)[0].net


def _expected(rules: Rules, wager: Wager[Any], beside: Beside, state: State) -> tuple[Fraction, Fraction]:
    """What a wager on the player's own hand expects to net if it is played on, and if it is given up."""
    kept = lost = Fraction(0)
    for chance, one in once_replaced(rules, wager, state.cards):
        kept += chance * _net(rules, wager, beside, one)
        lost += chance * _net(rules, wager, beside, given_up(rules, one))
    return kept, lost


def _streets(rules: Rules) -> Callable[[State, Beside], Advice]:
    solved = solve(rules)
    main = [w.id for w in main_wagers(rules)]

    @lru_cache(maxsize=ANTES)
    def nets_at(ante: int) -> tuple[Pays, dict[tuple[str, ...], NDArray[np.int64]]]:
        pays = Pays(rules, solved.pays.counted, stakes_at(rules, ante))
        return pays, {path: pays.nets(path, main) for path in pays.paths()}

    def look(state: State, beside: Beside) -> Advice:
        sums = [_expected(rules, wager, beside, state) for wager in at_stake(rules, beside.stakes)]
        kept, lost = (int(sum(each)) for each in zip(*sums, strict=True))
        pays, alone = nets_at(beside.ante)
        plan = plan_of(pays, lambda path: alone[path] + (lost if gives_up(rules, path) else kept))
        return advice_of(replace(solved, pays=pays, plan=plan), state)

    return look


def _stud(rules: Rules) -> Callable[[State, Beside], Advice]:
    solved = solve(rules)
    options = [option.id for option in rules.game.streets[0].options]

    @cache
    def rounds(id_: str) -> list[NDArray[np.int64]]:
        """What a wager on whole rounds nets in every state, if it is played on and if it is given up."""
        counted, wager = solved.pays.counted, rules.game.wager(id_)
        assert wager is not None
        shape = replace(counted.shape, wagers=(*counted.shape.wagers, wager))
        pays = Pays(rules, replace(counted, shape=shape), {**stakes_at(rules, ANTE), wager.id: ANTE})
        return [counted.levels[0].worth(pays.nets((option,), [wager.id])) for option in options]

    def look(state: State, beside: Beside) -> Advice:
        counted = solved.pays.counted
        (place,) = counted.places(0, solved.state(seen_of(state), ()))
        worths = list(solved.worths(seen_of(state)).values())
        for wager in at_stake(rules, beside.stakes):
            if wager.looks == "round":
                share = Fraction(beside.stakes[wager.id], beside.ante * ANTE * counted.ends(0))
                more = [int(each[place]) * share for each in rounds(wager.id)]
            else:
                more = [net / beside.ante for net in _expected(rules, wager, beside, state)]
            worths = [worth + each for worth, each in zip(worths, more, strict=True)]
        best = options[0] if worths[0] >= worths[1] else options[1]
        return Advice(dict(zip(options, worths, strict=True)), best)

    return look
