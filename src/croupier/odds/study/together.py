"""Wagers played for together: the play that is best for all of them at once, and what each comes to under it.

Wagers that look at no more than the main game does ride on its counts, and so do wagers on the player's own cards:
given those, what they pay depends on the play alone, so the main game is solved once for each thing they can be.
Anything else is counted anew with all wagers, or refused by the solver with the reason.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.errors import IllegalAction
from croupier.game.features import OF_ROUND, OWN, cards_of
from croupier.kit.bulk import all_hands
from croupier.odds.figures.analysis import MAIN_ALONE, exact
from croupier.odds.figures.rows import check_rows
from croupier.odds.rounds.weighted import Spread, stake_of, studied_ante
from croupier.odds.solver.boards import Boards
from croupier.odds.solver.columns import Bench, Tuples
from croupier.odds.solver.pays import Settler, main_wagers, stakes_at
from croupier.odds.solver.plan import outcomes_of, plan_of
from croupier.odds.solver.shape import features_of, sight_of
from croupier.odds.solver.solve import solve, tells

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from croupier.game import Rules, Wager
    from croupier.odds.solver.solve import Solved


@dataclass(frozen=True, slots=True)
class Together:
    """Wagers under the play that is best for all of them: how often they net what, in cents, wager by wager; `ante` is
    the unit."""

    wagers: tuple[str, ...]
    nets: Mapping[tuple[int, ...], int]
    ante: int
    sides: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """Which play it is."""
        return f"joint: {', '.join(self.wagers)}"

    @property
    def strategy(self) -> str:
        """The same for programs: with nothing beside it the main game is played alone."""
        return "joint" if self.sides else MAIN_ALONE

    def spread(self, wagers: Iterable[str] | None = None) -> Spread:
        """The distribution of what some of them, or all, net together, in antes."""
        places = [self.wagers.index(wager) for wager in (self.wagers if wagers is None else wagers)]
        counts: Counter[Fraction] = Counter()
        for nets, count in self.nets.items():
            counts[Fraction(sum(nets[place] for place in places), self.ante)] += count
        return Spread(counts)

    def covariance(self, one: str, other: str) -> Fraction:
        """How two of them move together, in antes; one with itself, its variance."""
        both, mine, theirs = (self.spread(names) for names in ((one, other), (one,), (other,)))
        if one == other:
            return mine.variance
        return (both.variance - mine.variance - theirs.variance) / 2

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        whole, each = self.spread(), {wager: self.spread([wager]) for wager in self.wagers}
        pairs = {(a, b): self.covariance(a, b) for n, a in enumerate(self.wagers) for b in self.wagers[n:]}
        between = {
            a: {b: exact(pairs[(a, b) if (a, b) in pairs else (b, a)]) for b in self.wagers} for a in self.wagers
        }
        return {
            "strategy": self.strategy,
            "ev": exact(whole.mean),
            "variance": exact(whole.variance),
            "wagers": {id_: {"ev": exact(one.mean), "variance": exact(one.variance)} for id_, one in each.items()},
            "covariance": between,
            "method": "exact",
        }


def together(rules: Rules, names: Iterable[str], units: Mapping[str, Fraction] = MappingProxyType({})) -> Together:
    """Solve the main game with the named side wagers, each at its unit or at so many `units`, for the most of all of
    them. The main wagers are always among them, named or not."""
    ante, rules = studied_ante(rules), replace(rules, limits=MappingProxyType({}))
    main = main_wagers(rules)
    sides = _sides(rules, set(names) - {w.id for w in main})
    for wager in sides:
        check_rows(rules, wager)
    laid = {
        w.id: _laid(rules, w, units.get(w.id, Fraction(1))) for w in sides if w.placed != "by-decision" and w.of is None
    }
    if unknown := [name for name in units if name not in laid]:
        raise IllegalAction(f"{', '.join(unknown)} is no side wager: a unit is the ante", field="--stake")
    stakes = {**stakes_at(rules, ante), **laid}
    solved = solve(rules, stakes=stakes_at(rules, ante))
    wagers = (*main, *sides)
    ids = tuple(w.id for w in wagers)
    own = [w for w in sides if not tells(solved, sight_of(rules, w))]
    listed = not isinstance(solved.pays.counted, Boards)
    if listed and all(_on_hand(solved, w) for w in own):
        return Together(ids, _by_hand(solved, wagers, own, stakes), ante, tuple(laid))
    whole = solve(rules, beside=[w.id for w in sides], play_for=ids, stakes=stakes)
    nets: Counter[tuple[int, ...]] = Counter()
    for count, lines in whole.lines():
        nets[tuple(lines[id_].net if id_ in lines else 0 for id_ in ids)] += count
    return Together(ids, nets, ante, tuple(laid))


def _laid(rules: Rules, wager: Wager[Any], units: Fraction) -> int:
    """So many units of a wager in cents; a progressive takes what its table prints and nothing else."""
    stake, progression = units * stake_of(rules, wager), rules.tables[wager.id].progression
    if stake.denominator != 1 or (progression and stake not in progression.wagers):
        raise IllegalAction(f"{units} units of the {wager.name} cannot be staked", field="--stake", cite=wager.cite)
    return int(stake)


def _sides(rules: Rules, names: set[str]) -> list[Wager[Any]]:
    offered = {w.id: w for w in rules.offered()}
    for name in sorted(names - set(offered)):
        raise IllegalAction(f"{name!r} is not offered; {', '.join(offered)}", field="wagers")
    return [w for w in offered.values() if w.id in names or w.of in names]


def _on_hand(solved: Solved, wager: Wager[Any]) -> bool:
    """Whether a wager looks at the player's own cards alone, all of which are seen when the first decision is due."""
    shape, size = solved.pays.counted.shape, solved.rules.game.hand_size
    features = [f for f in sight_of(solved.rules, wager).features if not isinstance(f, OF_ROUND)]
    seen = shape.asks and shape.asks[0] == size and max(shape.held) == 1 and len(set(shape.draws[:size])) == 1
    return bool(seen) and all(at == OWN for feature in features for at in cards_of(feature))


def _by_hand(
    solved: Solved, wagers: Sequence[Wager[Any]], own: Sequence[Wager[Any]], stakes: Mapping[str, int]
) -> Counter[tuple[int, ...]]:
    """The main game solved once for everything that the wagers on the own hand can be."""
    rules, counted = solved.rules, solved.pays.counted
    features = tuple(f for f in features_of(rules, own) if not isinstance(f, OF_ROUND))
    shape = replace(counted.shape, wagers=tuple(wagers), features=(*counted.shape.features, *features))
    settler, found = Settler.of(rules, shape), Counter[tuple[int, ...]]()
    for values, mass in _hands(solved, features):
        fields = {
            path: [
                settler.lines(stakes, path, (*counted.tuples.values(number), *values))
                for number in range(len(counted.tuples))
            ]
            for path in solved.pays.paths()
        }
        sums = {path: np.array([sum(line.net for line in e.values()) for e in ends]) for path, ends in fields.items()}
        plan = plan_of(solved.pays, sums.__getitem__)
        for (path, number), count in outcomes_of(solved.pays, plan, mass).items():
            lines = fields[path][number]
            found[tuple(lines[w.id].net if w.id in lines else 0 for w in wagers)] += count
    return found


def _hands(solved: Solved, features: tuple[Any, ...]) -> list[tuple[tuple[Any, ...], NDArray[np.int64]]]:
    """What the features of the own hand can be, each with how many hands of every state are so."""
    counted, size = solved.pays.counted, solved.rules.game.hand_size
    first = counted.levels[0]
    if not features:
        return [((), first.weights)]
    hands = np.array(counted.shape.kinds, np.uint8)[all_hands(len(counted.shape.kinds), size)]
    tuples = Tuples(features, {OWN: size})
    numbers = tuples.numbers(Bench({OWN: hands}, single=True))
    places = counted.places(0, hands)
    return [
        (tuples.values(number), np.bincount(places[numbers == number], minlength=len(first.keys)))
        for number in range(len(tuples))
    ]
