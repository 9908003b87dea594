"""The decisions of a game as arrays, and what any way of making them is worth, exactly."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from croupier.errors import IllegalAction
from croupier.odds.rounds.weighted import ANTE, studied_ante
from croupier.odds.solver.pays import ends, stakes_at
from croupier.odds.solver.solve import solve
from croupier.odds.strategy.words import PAIR

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from croupier.game import Option, Rules
    from croupier.odds.solver.counted import Counted
    from croupier.odds.solver.solve import Solved
    from croupier.odds.study.study import Study

    Path = tuple[str, ...]
    Policy = Mapping[Path, NDArray[np.int64]]


@dataclass(frozen=True, slots=True)
class Tree:
    """Every state of a game by the decisions that led to it.

    `values[path]` is what every option is worth if all that follows is decided best: cents, summed over the ways to
    deal the rest, for an ante of `ante`. A policy gives the place of the chosen option for every path and state.
    """

    rules: Rules
    counted: Counted
    values: Mapping[Path, NDArray[np.int64]]
    deals: int
    ante: int = ANTE

    @property
    def hands(self) -> tuple[NDArray[np.uint8], ...]:
        """By street, the cards seen in every state."""
        return tuple(level.states for level in self.counted.levels)

    @property
    def weights(self) -> NDArray[np.int64]:
        """How many hands each state of the first street stands for."""
        return self.counted.levels[0].weights

    def unit(self, street: int) -> int:
        """In how many ways the rest can be dealt on a street."""
        return int(self.counted.levels[street].counts[0].sum(dtype=np.int64))

    def place(self, seen: Sequence[int], street: int) -> int:
        """The place of a state on a street, from the cards in the order in which they were seen."""
        shape = self.counted.shape
        cards = np.array([[shape.of_card[card] for card in seen]], np.uint8)
        return int(self.counted.places(street, cards)[0])

    def options(self, path: Path) -> tuple[Option, ...]:
        """What is open after these decisions."""
        return self.rules.game.streets[len(path)].options

    def ends(self, path: Path, option: Option) -> bool:
        """Whether nothing is left to decide after this option."""
        return ends(self.rules, len(path), option)

    def best(self, allowed: Callable[[Path, Option], bool] = lambda _path, _option: True) -> Policy:
        """The best policy among the options allowed; where two are worth the same, the first the chapter lists."""
        found: dict[Path, NDArray[np.int64]] = {}

        def value(path: Path) -> NDArray[np.int64]:
            worths = self.values[path].copy()
            least = np.iinfo(np.int64).min
            for place, option in enumerate(self.options(path)):
                if not self.ends(path, option):
                    worths[:, place] = self.counted.levels[len(path)].back(value((*path, option.id)))
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
            level = self.counted.levels[len(path)]
            made = np.zeros(len(level.keys), np.int64)
            for place, option in enumerate(self.options(path)):
                chosen = policy[path] == place
                if not chosen.any():
                    continue
                if self.ends(path, option):
                    made[chosen] = self.values[path][chosen, place]
                else:
                    made[chosen] = level.back(value((*path, option.id)))[chosen]
            return made

        return Fraction(int(self.weights @ value(())), self.deals * self.ante)

    def reach(self, policy: Policy) -> Mapping[Path, NDArray[np.int64]]:
        """How many ways of dealing lead a policy to every state."""
        found: dict[Path, NDArray[np.int64]] = {}

        def walk(path: Path, mass: NDArray[np.int64]) -> None:
            found[path] = mass
            level = self.counted.levels[len(path)]
            for place, option in enumerate(self.options(path)):
                if self.ends(path, option):
                    continue
                going = np.where(policy[path] == place, mass, 0)
                walk((*path, option.id), level.on(going, len(self.counted.levels[len(path) + 1].keys)))

        walk((), self.weights)
        return found


def grow(rules: Rules) -> Tree:
    """Find or count the facts and lay them out; of a table's limits only a payout limit plays a part."""
    ante = studied_ante(rules)
    rules = replace(rules, limits={})
    if rules.game.study == "two-hands":
        raise _nothing_left_to_chance(rules)
    return _of(solve(rules, stakes=stakes_at(rules, ante)), ante)


def grown(study: Study) -> Tree:
    """The tree of a game that has been solved."""
    if study.solved is None:
        raise _nothing_left_to_chance(study.rules)
    return _of(study.solved, study.ante)


def _of(solved: Solved, ante: int) -> Tree:
    shape, ranking = solved.pays.counted.shape, solved.rules.ranking
    if not shape.asks:
        raise _no_list(solved.rules, "nothing is decided in it")
    if len(set(shape.draws[: shape.asks[-1]])) > 1:
        raise _no_list(solved.rules, "its player sees cards of several places apart")
    if ranking is not None and PAIR not in ranking.names().values():
        raise _no_list(solved.rules, f"{ranking.name} has no pair, and such a list is written in pairs")
    return Tree(solved.rules, solved.pays.counted, solved.plan.values, solved.deals, ante)


def _nothing_left_to_chance(rules: Rules) -> IllegalAction:
    return _no_list(
        rules,
        "once the dealer's cards lie open nothing is left to chance; give --cards and --dealer",
        rules.game.streets[0].cite,
    )


def _no_list(rules: Rules, why: str, cite: object = None) -> IllegalAction:
    return IllegalAction(f"{rules.game.name} has no rule list: {why}", field="game", cite=cite)
