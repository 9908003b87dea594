"""The decisions of a game as arrays, and what any way of making them is worth, exactly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from croupier.errors import IllegalAction
from croupier.odds import ladder, stud
from croupier.odds.against import Against
from croupier.odds.facts import ladder_facts, points_plan, stud_facts
from croupier.odds.streets import StreetFacts
from croupier.odds.weighted import ANTE, studied_ante

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from croupier.game import Option, Rules
    from croupier.odds.study import Study

    Path = tuple[str, ...]
    Policy = Mapping[Path, NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class Tree:
    """Every state of a game by the decisions that led to it.

    `hands[street]` is one hand of each class of cards seen there and `onward[street]` the classes that each further
    card leads to. `values[path]` is what every option is worth if all that follows is decided best: cents, summed over
    the ways to deal the rest, for an ante of `ante`. `weights` counts the first street's hands, `deals` everything. A
    policy gives the place of the chosen option for every path and class.
    """

    rules: Rules
    hands: tuple[NDArray[np.uint8], ...]
    onward: tuple[NDArray[np.int32], ...]
    weights: NDArray[np.int64]
    values: Mapping[Path, NDArray[np.int64]]
    deals: int
    ante: int = ANTE

    def options(self, path: Path) -> tuple[Option, ...]:
        """What is open after these decisions."""
        return self.rules.game.streets[len(path)].options

    def ends(self, path: Path, option: Option) -> bool:
        """Whether nothing is left to decide after this option."""
        return option.folds or option.done or len(path) == len(self.hands) - 1

    def best(self, allowed: Callable[[Path, Option], bool] = lambda _path, _option: True) -> Policy:
        """The best policy among the options allowed; where two are worth the same, the first the chapter lists."""
        found: dict[Path, NDArray[np.int64]] = {}

        def value(path: Path) -> NDArray[np.int64]:
            worths = self.values[path].copy()
            least = np.iinfo(np.int64).min
            for place, option in enumerate(self.options(path)):
                if not self.ends(path, option):
                    worths[:, place] = value((*path, option.id))[self.onward[len(path)]].sum(axis=1)
                if not allowed(path, option):
                    worths[:, place] = least
            found[path] = np.argmax(worths, axis=1)
            top: NDArray[np.int64] = worths.max(axis=1)
            return top

        value(())
        return found

    def mean(self, policy: Policy) -> Fraction:
        """The expected net of the main wagers under a policy, in antes."""

        def value(path: Path) -> NDArray[np.int64]:
            made = np.zeros(len(self.hands[len(path)]), np.int64)
            for place, option in enumerate(self.options(path)):
                chosen = policy[path] == place
                if not chosen.any():
                    continue
                if self.ends(path, option):
                    made[chosen] = self.values[path][chosen, place]
                else:
                    made[chosen] = value((*path, option.id))[self.onward[len(path)][chosen]].sum(axis=1)
            return made

        return Fraction(int(self.weights @ value(())), self.deals * self.ante)

    def reach(self, policy: Policy) -> Mapping[Path, NDArray[np.int64]]:
        """How many ways of dealing lead a policy to every state."""
        found: dict[Path, NDArray[np.int64]] = {}

        def walk(path: Path, mass: NDArray[np.int64]) -> None:
            found[path] = mass
            for place, option in enumerate(self.options(path)):
                if self.ends(path, option):
                    continue
                onward = np.zeros(len(self.hands[len(path) + 1]), np.int64)
                np.add.at(onward, self.onward[len(path)], np.where(policy[path] == place, mass, 0)[:, None])
                walk((*path, option.id), onward)

        walk((), self.weights)
        return found


def grow(rules: Rules) -> Tree:
    """Find or count the facts and lay them out; of a table's limits only a payout limit plays a part."""
    ante = studied_ante(rules)
    rules = replace(rules, limits={})
    kind = rules.game.study
    if kind == "stud":
        facts = stud_facts(rules)
        return _of_stud(rules, facts, stud.plan(rules, facts))
    if kind == "streets":
        steps = ladder_facts(rules)
        return _of_streets(rules, steps, ladder.plan(rules, steps, ante=ante), ante)
    if kind == "points":
        return _of_points(rules, points_plan(rules))
    raise _nothing_left_to_chance(rules)


def grown(study: Study) -> Tree:
    """The tree of a game that has been solved."""
    rules, facts, plan = study.rules, study.facts, study.plan
    if isinstance(plan, stud.StudPlan):
        assert isinstance(facts, Against)
        return _of_stud(rules, facts, plan)
    if isinstance(plan, ladder.LadderPlan):
        assert isinstance(facts, StreetFacts)
        return _of_streets(rules, facts, plan, study.ante)
    if study.totals is None:
        return _of_points(rules, plan)
    raise _nothing_left_to_chance(rules)


def _of_stud(rules: Rules, facts: Against, plan: stud.StudPlan) -> Tree:
    worths = np.stack([plan.play, plan.give_up], axis=1)
    deals = int(facts.weights.sum()) * facts.dealer_hands
    return Tree(rules, (facts.hands,), (), facts.weights, {(): worths}, deals)


def _of_streets(rules: Rules, steps: StreetFacts, plan: ladder.LadderPlan, ante: int) -> Tree:
    hands = tuple(street.classes.hands for street in steps.streets)
    onward = tuple(street.next for street in steps.streets if street.next is not None)
    return Tree(rules, hands, onward, steps.streets[0].classes.weights, plan.values, ladder.deals(steps), ante)


def _of_points(rules: Rules, worth: Mapping[int, Mapping[str, int]]) -> Tree:
    firsts = np.array([[4 * (rank - 2)] for rank in sorted(worth)], np.uint8)
    rows = np.array([list(worth[rank].values()) for rank in sorted(worth)], np.int64)
    size = len(rules.game.deck)
    return Tree(rules, (firsts,), (), np.ones(len(firsts), np.int64), {(): rows}, prod((size, size - 1, size - 2)))


def _nothing_left_to_chance(rules: Rules) -> IllegalAction:
    return IllegalAction(
        f"{rules.game.name} has no rule list: once the dealer's cards lie open nothing is left to chance; "
        "give --cards and --dealer",
        field="game",
        cite=rules.game.streets[0].cite,
    )
