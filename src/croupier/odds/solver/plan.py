"""The best decision in every state, worked out from the last street back, and what comes of a plan."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from croupier.odds.solver.pays import ends
from croupier.odds.solver.shape import refused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    from croupier.game import Rules
    from croupier.odds.solver.counted import Counted
    from croupier.odds.solver.pays import Path, Pays


@dataclass(frozen=True, slots=True)
class Plan:
    """For every path to a decision, what each option is worth in each state that is listed (cents, summed over the
    ends), and the place of the chosen one; where two are worth the same, the first that the chapter lists."""

    values: Mapping[Path, NDArray[np.int64]]
    chosen: Mapping[Path, NDArray[np.int64]]
    counted: Counted

    def worths(self, path: Path, states: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """What every option is worth in these states, their cards in the order of the shape's draws, and the place of
        the chosen one."""
        places = self.counted.places(len(path), states)
        return self.values[path][places], self.chosen[path][places]


def plan_of(pays: Pays, nets: Callable[[Path], NDArray[np.int64]], given: Callable[..., str] | None = None) -> Plan:
    """The best play where the ends of each path net so much by tuple; or what a `given` strategy says."""
    rules, levels = pays.rules, pays.counted.levels
    streets = rules.game.streets
    values: dict[Path, NDArray[np.int64]] = {}
    chosen: dict[Path, NDArray[np.int64]] = {}

    def value(path: Path) -> NDArray[np.int64]:
        here = levels[len(path)]
        worth = []
        for option in streets[len(path)].options:
            further = (*path, option.id)
            if ends(rules, len(path), option):
                worth.append(here.worth(nets(further)))
            else:
                worth.append(here.back(value(further)))
        values[path] = np.stack(worth, axis=1)
        chosen[path] = np.argmax(values[path], axis=1) if given is None else _asked(pays, path, given)
        found: NDArray[np.int64] = values[path][np.arange(len(here.keys)), chosen[path]]
        return found

    if streets:
        value(())
    return Plan(values, chosen, pays.counted)


def _asked(pays: Pays, path: Path, given: Callable[..., str]) -> NDArray[np.int64]:
    """What a given strategy says in every state; an option that is not open is refused."""
    shape, level = pays.counted.shape, pays.counted.levels[len(path)]
    street = pays.rules.game.streets[len(path)]
    options = [option.id for option in street.options]
    found = np.zeros(len(level.keys), np.int64)
    for number, state in enumerate(level.states):
        said = given(shape.seen(state.tolist(), len(path)), path)
        if said not in options:
            raise street.closed(said, len(path))
        found[number] = options.index(said)
    return found


def outcomes_of(pays: Pays, plan: Plan, mass: NDArray[np.int64] | None = None) -> dict[tuple[Path, int], int]:
    """How many deals come down each path to each tuple: all, or those of so many hands of each first state."""
    rules, levels, tuples = pays.rules, pays.counted.levels, len(pays.counted.tuples)
    made: dict[tuple[Path, int], int] = {}

    def end(path: Path, counts: list[int]) -> None:
        made.update({(path, number): count for number, count in enumerate(counts) if count})

    def follow(path: Path, mass: NDArray[np.int64]) -> None:
        here = levels[len(path)]
        for place, option in enumerate(rules.game.streets[len(path)].options):
            going = np.where(plan.chosen[path] == place, mass, 0)
            if not going.any():
                continue
            if ends(rules, len(path), option):
                end((*path, option.id), here.ended(going, tuples))
                continue
            follow((*path, option.id), here.on(going, len(levels[len(path) + 1].keys)))

    if rules.game.streets:
        follow((), levels[0].weights if mass is None else mass)
    else:
        end((), levels[0].ended(levels[0].weights, tuples))
    return made


# Giving up -------------------------------------------------------------------------------------------------------


def stays(rules: Rules, plan: Plan) -> NDArray[np.bool_]:
    """Which states of the first decision a plan does not give up there."""
    folds = np.array([option.folds for option in rules.game.streets[0].options])
    return ~folds[plan.chosen[()]]


def folds(rules: Rules, counted: Counted, plan: Plan) -> NDArray[np.int64]:
    """For every state of the first decision, in how many of its ends a plan has given up."""

    def given_up(path: Path) -> NDArray[np.int64]:
        here = counted.levels[len(path)]
        found = np.zeros(len(here.keys), np.int64)
        for place, option in enumerate(rules.game.streets[len(path)].options):
            chosen = plan.chosen[path] == place
            if option.folds:
                found[chosen] = here.ends[chosen]
            elif chosen.any() and not ends(rules, len(path), option):
                found[chosen] = here.back(given_up((*path, option.id)))[chosen]
        return found

    return given_up(())


def kept(
    rules: Rules,
    counted: Counted,
    plan: Plan,
    hands: NDArray[np.uint8],
    cards: NDArray[np.uint8],
    path: Path = (),
) -> NDArray[np.int64]:
    """For each of these hands, in how many orders of the cards to come out of `cards` a plan does not give up."""
    shape, street, size = counted.shape, len(path), hands.shape[1]
    if len(set(shape.draws)) != 1:
        raise refused(rules, "the cards of a hand and those to come are told apart")
    places = counted.places(street, hands)
    orders = prod(len(cards) - held for held in range(size, len(shape.draws)))
    found = np.zeros(len(hands), np.int64)
    for place, option in enumerate(rules.game.streets[street].options):
        chosen = plan.chosen[path][places] == place
        if option.folds or not chosen.any():
            continue
        if ends(rules, street, option):
            found[chosen] = orders
            continue
        going = hands[chosen]
        source, card = np.nonzero(~(going[:, :, None] == cards).any(axis=1))
        wider = np.hstack([going[source], cards[card][:, None]])
        onward = kept(rules, counted, plan, wider, cards, (*path, option.id))
        found[chosen] = onward.reshape(len(going), -1).sum(axis=1)
    return found
