"""Strategies simple enough to have a name, to be laid beside the best one."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.kit.cards import RANK_NAMES
from croupier.odds.figures.analysis import exact
from croupier.odds.strategy.rules import rule_list
from croupier.odds.strategy.words import level

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from numpy.typing import NDArray

    from croupier.game import Option
    from croupier.odds.strategy.tree import Path, Policy, Tree


@dataclass(frozen=True, slots=True)
class Named:
    """A strategy, its house edge and what it costs against the best decisions, in antes a round."""

    name: str
    policy: Policy
    house_edge: Fraction
    cost: Fraction

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {"house-edge": exact(self.house_edge), "cost": exact(self.cost)}


def compared(tree: Tree) -> list[Named]:
    """The best decisions first, then the rule list, then every named strategy by what it costs."""
    best = tree.best()
    top = tree.mean(best)
    made = [
        Named(name, policy, -mean, top - mean) for name, policy in named(tree).items() for mean in (tree.mean(policy),)
    ]
    rules = rule_list(tree)
    return [
        Named("optimal", best, -top, top - top),
        Named("rule-list", rules.policy, -rules.mean, rules.cost),
        *sorted(made, key=lambda one: one.cost),
    ]


def named(tree: Tree) -> dict[str, Policy]:
    """Every simple strategy of the game by name."""
    kinds = {"stud": _stud, "streets": _streets, "points": _points}
    return kinds.get(tree.rules.game.study, _plain)(tree)


def _plain(tree: Tree) -> dict[str, Policy]:
    """Each option wherever it is open, and elsewhere what the table does when the player's time runs out."""
    streets = tree.rules.game.streets

    def saying(said: str, path: Path) -> int:
        options = [option.id for option in tree.options(path)]
        return options.index(said if said in options else streets[len(path)].late)

    every = dict.fromkeys(option.id for street in streets for option in street.options)
    return {f"always-{said}": _always(tree, partial(saying, said)) for said in every}


def _by(tree: Tree, choose: Callable[[Path, NDArray[np.uint8]], NDArray[np.int64]]) -> Policy:
    """A policy that looks at the street and the cards alone."""
    return {path: choose(path, tree.hands[len(path)]) for path in tree.values}


def _always(tree: Tree, pick: Callable[[Path], int]) -> Policy:
    return _by(tree, lambda path, hands: np.full(len(hands), pick(path)))


def _split(holds: NDArray[np.bool_], yes: int, no: int) -> NDArray[np.int64]:
    return np.where(holds, yes, no)


def _pairs(rank: int) -> str:
    name = RANK_NAMES[rank - 2]
    return f"pair-of-{name}{'es' if name == 'six' else 's'}-or-better"


def _stud(tree: Tree) -> dict[str, Policy]:
    stay = tree.options(())[0].id
    ranking = tree.rules.ranking
    assert ranking is not None
    made = level(tree.hands[0], ranking)
    lines: dict[str, Policy] = {f"always-{stay}": _always(tree, lambda _: 0)}
    for rank in range(3, 7):
        lines[f"{stay}-{_pairs(rank)}"] = {(): _split(made >= rank - 1, 0, 1)}
    return lines


def _streets(tree: Tree) -> dict[str, Policy]:
    ranking = tree.rules.ranking
    assert ranking is not None
    first = tree.options(())

    def least(path: Path) -> int:
        """The smallest wager open."""
        options = tree.options(path)
        return min((place for place, option in enumerate(options) if option.times), key=lambda p: options[p].times)

    def most(path: Path) -> int:
        options = tree.options(path)
        return max(range(len(options)), key=lambda p: options[p].times)

    def waits(path: Path) -> int:
        """The option that commits the player least: a check, or a fold where there is none to check."""
        options = tree.options(path)
        return min(range(len(options)), key=lambda p: (options[p].times, options[p].folds))

    def last(path: Path) -> bool:
        return len(path) == len(tree.hands) - 1

    small, large = first[least(())].id, first[most(())].id
    lines: dict[str, Policy] = {
        f"always-{small}": _always(tree, least),
        f"always-{large}": _always(tree, most),
        "never-fold": tree.best(lambda _, option: not option.folds),
    }
    check = next((option for option in first if _checks(option)), None)
    if check is None:
        lines[f"{large}-with-a-pair-else-{small}"] = _by(
            tree, lambda path, hands: _split(level(hands, ranking) > 0, most(path), least(path))
        )
        lines[f"{large}-with-a-pair-else-fold"] = _by(
            tree, lambda path, hands: _split(level(hands, ranking) > 0, most(path), waits(path))
        )
        return lines
    end = "the-end"
    lines[f"{check.id}-to-{end}"] = tree.best(lambda path, option: last(path) or _checks(option))

    def played_with(rank: int) -> Policy:
        def choose(path: Path, hands: NDArray[np.uint8]) -> NDArray[np.int64]:
            return _split(last(path) & (level(hands, ranking) >= rank - 1), most(path), waits(path))

        return _by(tree, choose)

    lines[f"{check.id}-to-{end}-play-pair-or-better"] = played_with(2)
    lines[f"{check.id}-to-{end}-play-{_pairs(10)}"] = played_with(10)
    lines[f"{large}-with-a-pair-else-{check.id}"] = _by(
        tree, lambda path, hands: _split(level(hands, ranking) > 0, most(path), waits(path))
    )
    return lines


def _checks(option: Option) -> bool:
    return not (option.folds or option.done or option.times)


def _points(tree: Tree) -> dict[str, Policy]:
    options = tree.options(())
    count = len(tree.hands[0])
    lines: dict[str, Policy] = {
        f"always-{option.id}": {(): np.full(count, place)} for place, option in enumerate(options)
    }
    over, under = (option.id for option in options if option.times)
    places = [place for place, option in enumerate(options) if option.times]
    for rank in (8, 10):
        name = f"{over}-with-{RANK_NAMES[rank - 2]}-or-higher-else-{under}"
        lines[name] = {(): _split((tree.hands[0][:, 0] >> 2) + 2 >= rank, places[0], places[1])}
    return lines
