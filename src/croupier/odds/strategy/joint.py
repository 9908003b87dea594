"""What to do with a wager on the layout that a fold would forfeit: every action valued with it.

The main game's own values (see `strategy`) leave it out. Here its stake, the ante and the meter are those of the table.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.game import settle_wager
from croupier.odds import ladder, stud
from croupier.odds.classes import keys_of
from croupier.odds.facts import ladder_facts, stud_facts
from croupier.odds.forfeits import forfeits, given_up, once_replaced
from croupier.odds.strategy import Advice, lookup
from croupier.odds.weighted import ANTE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.game import Rules, Wager
    from croupier.game.played import Played
    from croupier.odds.state import State


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
    facts = ladder_facts(rules)
    nets_at = lru_cache(maxsize=ANTES)(lambda ante: ladder.path_nets(rules, facts, ante=ante))

    def look(state: State, beside: Beside) -> Advice:
        sums = [_expected(rules, wager, beside, state) for wager in at_stake(rules, beside.stakes)]
        kept, lost = (int(sum(each)) for each in zip(*sums, strict=True))
        nets = {p: net + (lost if ladder.gives_up(rules, p) else kept) for p, net in nets_at(beside.ante).items()}
        plan = ladder.plan_for(rules, facts, nets)
        path = state.decisions
        place = facts.find(state.cards + state.community)
        unit = beside.ante * int(facts.streets[len(path)].finals[place].sum())
        options = [option.id for option in rules.game.streets[len(path)].options]
        worths = [Fraction(cents, unit) for cents in plan.values[path][place].tolist()]
        return Advice(dict(zip(options, worths, strict=True)), options[int(plan.best[path][place])])

    return look


def _stud(rules: Rules) -> Callable[[State, Beside], Advice]:
    facts = stud_facts(rules)
    keys = keys_of(facts.hands)
    options = [option.id for option in rules.game.streets[0].options]
    main = stud.plan(rules, facts)
    rounds = cache(lambda wager: stud.worths(rules, facts, {wager}))

    def look(state: State, beside: Beside) -> Advice:
        place = np.searchsorted(keys, keys_of(np.array([state.cards], np.uint8))[0])
        worths = [Fraction(int(each[place]), ANTE * facts.dealer_hands) for each in (main.play, main.give_up)]
        for wager in at_stake(rules, beside.stakes):
            if wager.looks == "round":
                share = Fraction(beside.stakes[wager.id], beside.ante * ANTE * facts.dealer_hands)
                more = [int(each[place]) * share for each in rounds(wager.id)]
            else:
                more = [net / beside.ante for net in _expected(rules, wager, beside, state)]
            worths = [worth + each for worth, each in zip(worths, more, strict=True)]
        best = options[0] if worths[0] >= worths[1] else options[1]
        return Advice(dict(zip(options, worths, strict=True)), best)

    return look
