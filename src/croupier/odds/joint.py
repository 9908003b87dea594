"""Main game and a side wager that a fold forfeits, played together for the most.

Both stand at one unit, a progressive at its seed. A hand that is worth giving up for the main game alone is played on
where the side wager would lose more than that saves.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.game import settle_wager
from croupier.kit.money import dollars
from croupier.odds import forfeits, ladder, stud
from croupier.odds.against import Against
from croupier.odds.forfeits import FirstHands, GivenUp
from croupier.odds.shapes import refused
from croupier.odds.streets import StreetFacts
from croupier.odds.weighted import ANTE, lines_of, spread, stake_of

if TYPE_CHECKING:
    from croupier.game import Rules, Wager
    from croupier.odds.forfeits import Folding
    from croupier.odds.study import Study


@dataclass(frozen=True, slots=True)
class Joint:
    """What both expect to net under the play that is best for them together, per unit of each."""

    side: Fraction
    main: Fraction


def joint(study: Study, rules: Rules, wager: Wager[Any], found: Folding | None) -> Joint:
    """Find the play that is best for both. `found` is what the wager sees of a hand; None where it sees a round."""
    rules = replace(rules, limits=MappingProxyType({}))
    if isinstance(found, FirstHands):
        return _by_street(study, rules, wager, found)
    if isinstance(found, GivenUp):
        return _by_class(study, rules, wager, found)
    if isinstance(study.facts, Against):
        return _whole_rounds(study.facts, rules, wager)
    raise refused(rules, f"the {wager.name} is not played jointly with the main game", wager.cite)


def if_kept(study: Study, rules: Rules, wager: Wager[Any], found: Folding | None) -> Fraction:
    """What the wager would expect to net, per unit, if no fold could take it."""
    if found is None:
        assert isinstance(study.facts, Against)
        extra = {wager.id: dollars(ANTE)}
        always = np.ones(len(study.facts.hands), np.bool_)
        return spread(lines_of(rules, stud.rounds(rules, study.facts, always, extra)), [wager.id]).mean
    return _mean(rules, wager, forfeits.if_kept(found)) / stake_of(rules, wager)


def net_of(rules: Rules, wager: Wager[Any], showdown: object) -> int:
    """What a showdown nets, in cents; a progressive stands at its seed."""
    progression = rules.tables[wager.id].progression
    meter = progression.seeds[0] if progression else None
    return settle_wager(rules, wager, stake_of(rules, wager), showdown, meter)[0].net


def _mean(rules: Rules, wager: Wager[Any], seen: list[tuple[int, Any]]) -> Fraction:
    nets = sum(count * net_of(rules, wager, showdown) for count, showdown in seen)
    return Fraction(nets, sum(count for count, _ in seen))


def _by_street(study: Study, rules: Rules, wager: Wager[Any], found: FirstHands) -> Joint:
    """Given the first cards the wager nets one sum if the hand is played and another if it is not, so one plan for
    each pair of sums answers for all hands that have it."""
    facts, stake = study.facts, stake_of(rules, wager)
    assert isinstance(facts, StreetFacts)
    alone = ladder.path_nets(rules, facts, ante=stake)
    orders = facts.streets[0].finals.sum(axis=1)
    sums: dict[tuple[int, int], Counter[int]] = {}
    for sight, hands in found.sights.items():
        pair = net_of(rules, wager, sight.kept), net_of(rules, wager, sight.lost)
        sums.setdefault(pair, Counter()).update(hands)
    side = both = total = 0
    for (kept, lost), hands in sums.items():
        nets = {path: net + (lost if ladder.gives_up(rules, path) else kept) for path, net in alone.items()}
        plan = ladder.plan_for(rules, facts, nets)
        gone, worth = ladder.folds(rules, facts, plan.best), plan.values[()].max(axis=1)
        for place, count in hands.items():
            total += count * int(orders[place])
            both += count * int(worth[place])
            side += count * (kept * int(orders[place]) + (lost - kept) * int(gone[place]))
    unit = total * stake
    return Joint(Fraction(side, unit), Fraction(both - side, unit))


def _whole_rounds(facts: Against, rules: Rules, wager: Wager[Any]) -> Joint:
    plan = stud.plan(rules, facts, beside=wager.id)
    settled = lines_of(rules, stud.rounds(rules, facts, plan.plays, {wager.id: dollars(ANTE)}))
    main = [w.id for w in rules.game.wagers if w.placed in {"required", "by-decision"}]
    return Joint(spread(settled, [wager.id]).mean, spread(settled, main).mean)


def _by_class(study: Study, rules: Rules, wager: Wager[Any], found: GivenUp) -> Joint:
    """A forfeited wager is worth the least it can be, so only hands that the main game gives up are looked at."""
    facts, plan = study.facts, study.plan
    assert isinstance(facts, Against)
    assert isinstance(plan, stud.StudPlan)
    stake, hands = stake_of(rules, wager), int(facts.weights.sum())
    side = _mean(rules, wager, forfeits.showdowns(study, found))
    main = Fraction(int(facts.weights @ np.where(plan.plays, plan.play, plan.give_up)), facts.dealer_hands * hands)
    for classes, sights in found.hands:
        gain = sum(
            (c * (net_of(rules, wager, s.kept) - net_of(rules, wager, s.lost)) for s, c in sights.items()), Fraction(0)
        )
        for place in classes.tolist() if gain else ():
            cost = Fraction(int(plan.give_up[place] - plan.play[place]), facts.dealer_hands)
            if gain * ANTE >= cost * stake:
                weight = Fraction(int(facts.weights[place]), hands)
                side += weight * gain
                main -= weight * cost
    return Joint(side / stake, main / ANTE)
