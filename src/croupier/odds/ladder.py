"""Decisions street by street while community cards are turned: value and strategy on the facts of `streets`."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.kit.cards import CARDS, write
from croupier.kit.money import dollars
from croupier.odds.classes import keys_of
from croupier.odds.streets import with_each
from croupier.odds.weighted import ANTE, Weighted, seat_lines

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from croupier.game import Option, Rules
    from croupier.odds.streets import StreetFacts

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LadderPlan:
    """For every way to have come to a street, what each option is worth in every class (cents, summed over the orders
    of the cards to come), and the place of the best. Where two are worth the same, the first the chapter lists."""

    values: Mapping[Path, NDArray[np.int64]]
    best: Mapping[Path, NDArray[np.int64]]


def told(
    rules: Rules, facts: StreetFacts, path: Path, group: int, extra: Mapping[str, str], *, ante: int = ANTE
) -> dict[str, Any]:
    """A round of one seat that came down this path and ended in this group."""
    cards = [CARDS[card] for card in facts.groups[group].cards]
    required = {w.id: dollars(ante) for w in rules.game.wagers if w.placed == "required"}
    seat = {"cards": write(cards[: facts.hole]), "wagers": {**required, **extra}, "decisions": list(path)}
    return {"seats": {"1": seat}, "community": write(cards[facts.hole :])}


def _ends(rules: Rules, street: int, option: Option) -> bool:
    return option.folds or option.done or street == len(rules.game.streets) - 1


def gives_up(rules: Rules, path: Path) -> bool:
    """Whether a way to the end is a fold."""
    option = rules.game.streets[len(path) - 1].option(path[-1])
    return option is not None and option.folds


def _nets(rules: Rules, facts: StreetFacts, path: Path, ante: int) -> NDArray[np.int64]:
    """The net of the main wagers down a path, for every group the hand can end in."""
    main = [w.id for w in rules.game.wagers if w.placed in {"required", "by-decision"}]
    nets = []
    for group in range(len(facts.groups)):
        if len(facts.groups[group].cards) != facts.final:  # no hand ends so
            nets.append(0)
            continue
        lines = seat_lines(rules, told(rules, facts, path, group, {}, ante=ante))
        nets.append(sum(line.net for line in lines if line.wager in main))
    return np.array(nets, np.int64)


def path_nets(rules: Rules, facts: StreetFacts, *, ante: int = ANTE) -> dict[Path, NDArray[np.int64]]:
    """The net of the main wagers down every way to the end, for every group the hand can end in."""
    found: dict[Path, NDArray[np.int64]] = {}

    def follow(path: Path) -> None:
        for option in rules.game.streets[len(path)].options:
            further = (*path, option.id)
            if _ends(rules, len(path), option):
                found[further] = _nets(rules, facts, further, ante)
            else:
                follow(further)

    follow(())
    return found


def plan(rules: Rules, facts: StreetFacts, *, ante: int = ANTE) -> LadderPlan:
    """The best decision in every state, worked out from the last street back."""
    return plan_for(rules, facts, path_nets(rules, facts, ante=ante))


def plan_for(rules: Rules, facts: StreetFacts, nets: Mapping[Path, NDArray[np.int64]]) -> LadderPlan:
    """The best decision in every state where the ends of a round net so much."""
    values: dict[Path, NDArray[np.int64]] = {}
    best: dict[Path, NDArray[np.int64]] = {}

    def value(path: Path) -> NDArray[np.int64]:
        street = len(path)
        here = facts.streets[street]
        worth = []
        for option in rules.game.streets[street].options:
            further = (*path, option.id)
            if _ends(rules, street, option):
                worth.append(here.finals @ nets[further])
            else:
                assert here.next is not None
                worth.append(value(further)[here.next].sum(axis=1))
        values[path] = np.stack(worth, axis=1)
        best[path] = np.argmax(values[path], axis=1)
        found: NDArray[np.int64] = values[path].max(axis=1)
        return found

    value(())
    return LadderPlan(values, best)


def folds(rules: Rules, facts: StreetFacts, best: Mapping[Path, NDArray[np.int64]]) -> NDArray[np.int64]:
    """For every class of first hands, in how many orders of the cards to come a strategy gives up."""

    def given_up(path: Path) -> NDArray[np.int64]:
        street = len(path)
        here = facts.streets[street]
        orders = here.finals.sum(axis=1)
        found = np.zeros(len(orders), np.int64)
        for place, option in enumerate(rules.game.streets[street].options):
            chosen = best[path] == place
            if option.folds:
                found[chosen] = orders[chosen]
            elif chosen.any() and not _ends(rules, street, option):
                assert here.next is not None
                found[chosen] = given_up((*path, option.id))[here.next[chosen]].sum(axis=1)
        return found

    return given_up(())


def kept(
    rules: Rules,
    facts: StreetFacts,
    best: Mapping[Path, NDArray[np.int64]],
    hands: NDArray[np.uint8],
    cards: NDArray[np.uint8],
    path: Path = (),
) -> NDArray[np.int64]:
    """For each of these hands, in how many orders of the community cards out of `cards` a strategy does not give up."""
    street = len(path)
    places = facts.streets[street].classes.find(keys_of(hands))
    orders = prod(len(cards) - held for held in range(hands.shape[1], facts.final))
    found = np.zeros(len(hands), np.int64)
    for place, option in enumerate(rules.game.streets[street].options):
        chosen = best[path][places] == place
        if option.folds or not chosen.any():
            continue
        if _ends(rules, street, option):
            found[chosen] = orders
        else:
            onward = kept(rules, facts, best, with_each(hands[chosen], cards), cards, (*path, option.id))
            found[chosen] = onward.reshape(int(chosen.sum()), -1).sum(axis=1)
    return found


def rounds(
    rules: Rules, facts: StreetFacts, best: Mapping[Path, NDArray[np.int64]], *, ante: int = ANTE
) -> list[Weighted]:
    """All deals as weighted rounds under a strategy."""
    made: list[Weighted] = []

    def walk(path: Path, mass: NDArray[np.int64]) -> None:
        street = len(path)
        here = facts.streets[street]
        for place, option in enumerate(rules.game.streets[street].options):
            chosen = np.where(best[path] == place, mass, 0)
            if not chosen.any():
                continue
            further = (*path, option.id)
            if _ends(rules, street, option):
                for group, count in enumerate(chosen @ here.finals):
                    if count:
                        made.append(Weighted(int(count), told(rules, facts, further, group, {}, ante=ante)))
                continue
            assert here.next is not None
            onward = np.zeros(len(facts.streets[street + 1].classes.keys), np.int64)
            np.add.at(onward, here.next, chosen[:, None])
            walk(further, onward)

    walk((), facts.streets[0].classes.weights)
    return made


def deals(facts: StreetFacts) -> int:
    """How many deals there are: hands, and orders of the community cards."""
    first = facts.streets[0]
    left = [len(facts.cards) - facts.hole - place for place in range(facts.final - facts.hole)]
    return int(first.classes.weights.sum()) * prod(left)


def ends(facts: StreetFacts) -> list[int]:
    """How many deals end in each group, whatever is decided."""
    first = facts.streets[0]
    return [int(count) for count in first.classes.weights @ first.finals]
