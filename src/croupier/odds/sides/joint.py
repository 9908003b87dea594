"""Main game and a side wager that a fold forfeits, played together for the most.

Both stand at one unit, a progressive at its seed. A hand that is worth giving up for the main game alone is played on
where the side wager would lose more than that saves.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.game import settle_wager
from croupier.odds.figures.analysis import Forfeited
from croupier.odds.rounds.weighted import ANTE, stake_of
from croupier.odds.sides import forfeits
from croupier.odds.sides.forfeits import FirstHands, GivenUp
from croupier.odds.solver.pays import Pays, gives_up, main_wagers, stakes_at
from croupier.odds.solver.plan import folds, plan_of
from croupier.odds.solver.shape import sight_of
from croupier.odds.solver.solve import solve, tells

if TYPE_CHECKING:
    from croupier.game import Rules, Wager
    from croupier.odds.sides.forfeits import Folding
    from croupier.odds.solver.solve import Solved
    from croupier.odds.study.study import Study


def forfeited(study: Study, rules: Rules, wager: Wager[Any], found: Folding | None) -> Forfeited:
    """Find the play that is best for both, and what the wager would expect to net if no fold could take it. `found` is
    what the wager sees of a hand; None where it sees a round."""
    assert study.solved is not None
    rules = replace(rules, limits=MappingProxyType({}))
    if found is None:
        return _whole_rounds(study.solved, rules, wager)
    if isinstance(found, FirstHands):
        side, main = _by_street(study.solved, rules, wager, found)
    else:
        side, main = _by_class(study, rules, wager, found)
    return Forfeited(side, main, if_kept(study, rules, wager, found))


def if_kept(study: Study, rules: Rules, wager: Wager[Any], found: Folding | None) -> Fraction:
    """What the wager would expect to net, per unit, if no fold could take it."""
    if found is None:
        return forfeited(study, rules, wager, None).kept
    return _mean(rules, wager, forfeits.if_kept(found)) / stake_of(rules, wager)


def _beside(solved: Solved, rules: Rules, wager: Wager[Any]) -> Solved:
    """Main game and wager, played for the most of both; counted anew only if the main game does not tell apart what the
    wager looks at."""
    play_for = [*(w.id for w in main_wagers(rules)), wager.id]
    counts = None
    if tells(solved, sight_of(rules, wager)):
        counted = solved.pays.counted
        wagers = (*main_wagers(rules), *(w for w in rules.offered() if wager.id in {w.id, w.of}))
        counts = replace(counted, shape=replace(counted.shape, rules=rules, wagers=wagers))
    return solve(rules, beside=[wager.id], play_for=play_for, counts=counts)


def net_of(rules: Rules, wager: Wager[Any], showdown: object) -> int:
    """What a showdown nets, in cents; a progressive stands at its seed."""
    progression = rules.tables[wager.id].progression
    meter = progression.seeds[0] if progression else None
    return settle_wager(rules, wager, stake_of(rules, wager), showdown, meter)[0].net


def _mean(rules: Rules, wager: Wager[Any], seen: list[tuple[int, Any]]) -> Fraction:
    nets = sum(count * net_of(rules, wager, showdown) for count, showdown in seen)
    return Fraction(nets, sum(count for count, _ in seen))


def _by_street(solved: Solved, rules: Rules, wager: Wager[Any], found: FirstHands) -> tuple[Fraction, Fraction]:
    """Given the first cards the wager nets one sum if the hand is played and another if it is not, so one plan for
    each pair of sums answers for all hands that have it."""
    stake, counted = stake_of(rules, wager), solved.pays.counted
    pays = Pays(rules, counted, stakes_at(rules, stake))
    main = [w.id for w in main_wagers(rules)]
    alone = {path: pays.nets(path, main) for path in pays.paths()}
    orders = counted.levels[0].ends
    sums: dict[tuple[int, int], Counter[int]] = {}
    for sight, hands in found.sights.items():
        pair = net_of(rules, wager, sight.kept), net_of(rules, wager, sight.lost)
        sums.setdefault(pair, Counter()).update(hands)
    side = both = total = 0
    for (kept, lost), hands in sums.items():
        nets = {path: net + (lost if gives_up(rules, path) else kept) for path, net in alone.items()}
        plan = plan_of(pays, nets.__getitem__)
        gone, worth = folds(rules, counted, plan), plan.values[()].max(axis=1)
        for place, count in hands.items():
            total += count * int(orders[place])
            both += count * int(worth[place])
            side += count * (kept * int(orders[place]) + (lost - kept) * int(gone[place]))
    unit = total * stake
    return Fraction(side, unit), Fraction(both - side, unit)


def _whole_rounds(solved: Solved, rules: Rules, wager: Wager[Any]) -> Forfeited:
    both, stake = _beside(solved, rules, wager), stake_of(rules, wager)
    main = both.spread([w.id for w in main_wagers(rules)])
    pays, level = both.pays, both.pays.counted.levels[0]
    on = next(path for path in pays.paths() if not gives_up(rules, path))
    counts = level.ended(level.weights, len(pays.counted.tuples))
    kept = sum(count * net for count, net in zip(counts, pays.nets(on, [wager.id]).tolist(), strict=True))
    return Forfeited(both.spread([wager.id], stake).mean, main.mean, Fraction(kept, sum(counts) * stake))


def _by_class(study: Study, rules: Rules, wager: Wager[Any], found: GivenUp) -> tuple[Fraction, Fraction]:
    """A forfeited wager is worth the least it can be, so only hands that the main game gives up are looked at."""
    assert study.solved is not None
    level, plan = study.solved.pays.counted.levels[0], study.solved.plan
    stake, hands, ends = stake_of(rules, wager), int(level.weights.sum()), int(level.ends[0])
    out = np.array([option.folds for option in rules.game.streets[0].options])
    play, give_up = (plan.values[()][:, which].max(axis=1) for which in (~out, out))
    side = _mean(rules, wager, forfeits.showdowns(study, found))
    main = Fraction(int(level.weights @ plan.values[()].max(axis=1)), ends * hands)
    for classes, sights in found.hands:
        gain = sum(
            (c * (net_of(rules, wager, s.kept) - net_of(rules, wager, s.lost)) for s, c in sights.items()), Fraction(0)
        )
        for place in classes.tolist() if gain else ():
            cost = Fraction(int(give_up[place] - play[place]), ends)
            if gain * ANTE >= cost * stake:
                weight = Fraction(int(level.weights[place]), hands)
                side += weight * gain
                main -= weight * cost
    return side / stake, main / ANTE
