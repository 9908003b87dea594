"""The decisions of a game as arrays, and what any way of making them is worth, exactly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from croupier.errors import IllegalAction
from croupier.odds import ladder, points, stud
from croupier.odds.study import ladder_facts, stud_facts
from croupier.odds.weighted import ANTE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from croupier.game import Option, Rules

    Path = tuple[str, ...]
    Policy = Mapping[Path, NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class Tree:
    """Every state of a game by the decisions that led to it.

    `hands[street]` is one hand of each class of cards seen there and `onward[street]` the classes that each further
    card leads to. `values[path]` is what every option is worth if all that follows is decided best: cents, summed over
    the ways to deal the rest, for an ante of 200 cents. `weights` counts the first street's hands, `deals` everything.
    A policy gives the place of the chosen option for every path and class.
    """

    rules: Rules
    hands: tuple[NDArray[np.uint8], ...]
    onward: tuple[NDArray[np.int32], ...]
    weights: NDArray[np.int64]
    values: Mapping[Path, NDArray[np.int64]]
    deals: int

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

        return Fraction(int(self.weights @ value(())), self.deals * ANTE)

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
    """Find or count the facts and lay them out; the limits of a table's wagers play no part."""
    rules = replace(rules, limits={})
    kind = rules.game.study
    if kind == "stud":
        facts = stud_facts(rules)
        plan = stud.plan(rules, facts)
        worths = np.stack([plan.play, plan.give_up], axis=1)
        deals = int(facts.weights.sum()) * facts.dealer_hands
        return Tree(rules, (facts.hands,), (), facts.weights, {(): worths}, deals)
    if kind == "streets":
        steps = ladder_facts(rules)
        hands = tuple(street.classes.hands for street in steps.streets)
        onward = tuple(street.next for street in steps.streets if street.next is not None)
        values = ladder.plan(rules, steps).values
        return Tree(rules, hands, onward, steps.streets[0].classes.weights, values, ladder.deals(steps))
    if kind == "points":
        worth = points.plan(rules)
        firsts = np.array([[4 * (rank - 2)] for rank in sorted(worth)], np.uint8)
        rows = np.array([list(worth[rank].values()) for rank in sorted(worth)], np.int64)
        size = len(rules.game.deck)
        return Tree(rules, (firsts,), (), np.ones(len(firsts), np.int64), {(): rows}, prod((size, size - 1, size - 2)))
    raise IllegalAction(
        f"{rules.game.name} has no rule list: once the dealer's cards lie open nothing is left to chance; "
        "give --cards and --dealer",
        field="game",
        cite=rules.game.streets[0].cite,
    )
