"""What a sampled player says: the optimal strategy, or a named simple one, as look-ups by class of hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from croupier.errors import IllegalAction
from croupier.odds import ladder, points, stud
from croupier.odds.against import Against
from croupier.odds.classes import keys_of
from croupier.odds.streets import StreetFacts
from croupier.odds.study import solve

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.game import Rules
    from croupier.game.streets import Street
    from croupier.odds.ladder import Path
    from croupier.odds.study import Study

OPTIMAL = "optimal"
FIRST = "first"


@dataclass(frozen=True, slots=True)
class Answers:
    """The place of the option said on a street: `options[path, state]`, where the state of a hand is the place of its
    key among `keys` (ascending), or 0 where nothing is looked at."""

    keys: NDArray[np.uint64]
    options: NDArray[np.int64]

    def said(self, paths: NDArray[np.int64], hands: NDArray[np.uint8]) -> NDArray[np.int64]:
        """What is said with each hand, having come by each path."""
        states = np.searchsorted(self.keys, keys_of(hands)) if len(self.keys) else 0
        found: NDArray[np.int64] = self.options[paths, states]
        return found


@dataclass(frozen=True, slots=True)
class Ladder:
    """Where options lead: `onward[street][path, option]` is the next street's path, or -1 - e at the end numbered e."""

    ends: tuple[Path, ...]
    paths: tuple[tuple[Path, ...], ...]
    onward: tuple[NDArray[np.int64], ...]


def climb(rules: Rules) -> Ladder:
    """Follow every option of every street."""
    streets = rules.game.streets
    ends: list[Path] = []
    paths: list[tuple[Path, ...]] = [((),)]
    onward = []
    for number, street in enumerate(streets):
        leads = np.zeros((len(paths[-1]), len(street.options)), np.int64)
        grown: list[Path] = []
        for place, path in enumerate(paths[-1]):
            for which, option in enumerate(street.options):
                further = (*path, option.id)
                if option.folds or option.done or number == len(streets) - 1:
                    leads[place, which] = -1 - len(ends)
                    ends.append(further)
                else:
                    leads[place, which] = len(grown)
                    grown.append(further)
        onward.append(leads)
        if grown:
            paths.append(tuple(grown))
    return Ladder(tuple(ends), tuple(paths), tuple(onward))


def names(rules: Rules) -> list[str]:
    """The strategies there are: the best, the first option everywhere, and one for every option."""
    options = dict.fromkeys(option.id for street in rules.game.streets for option in street.options)
    return [OPTIMAL, FIRST, *(f"always-{option}" for option in options)]


def check(rules: Rules, name: str) -> None:
    """Refuse a strategy that is not among `names`."""
    if name not in names(rules):
        raise IllegalAction(f"{name!r} is no strategy here; {', '.join(names(rules))}", field="--strategy")


def answers(rules: Rules, name: str) -> list[Answers]:
    """A strategy by its name, street by street."""
    if name == OPTIMAL:
        return _optimal(solve(rules))
    paths = climb(rules).paths
    return [
        Answers(np.zeros(0, np.uint64), np.full((len(paths[number]), 1), _always(street, name)))
        for number, street in enumerate(rules.game.streets)
    ]


def _always(street: Street, name: str) -> int:
    """The option of that name; where it is not open, what the table does when the player's time runs out."""
    if name == FIRST:
        return 0
    options = [option.id for option in street.options]
    said = name.removeprefix("always-")
    return options.index(said if said in options else street.late)


def _optimal(study: Study) -> list[Answers]:
    facts, plan = study.facts, study.plan
    if isinstance(plan, stud.StudPlan):
        assert isinstance(facts, Against)
        return [Answers(keys_of(facts.hands), np.where(plan.plays, 0, 1)[None, :])]
    if isinstance(plan, ladder.LadderPlan):
        assert isinstance(facts, StreetFacts)
        return [
            Answers(street.classes.keys, np.stack([plan.best[path] for path in paths]))
            for street, paths in zip(facts.streets, climb(study.rules).paths, strict=True)
        ]
    return [_by_rank(study)]


def _by_rank(study: Study) -> Answers:
    """One card seen: its rank decides."""
    plan = study.plan
    assert not isinstance(plan, (stud.StudPlan, ladder.LadderPlan))
    (street,) = study.rules.game.streets
    options = [option.id for option in street.options]
    one = np.array([[4 * (rank - 2)] for rank in sorted(plan)], np.uint8)
    said = np.array([options.index(points.best(plan[rank])) for rank in sorted(plan)])
    keys = keys_of(one)
    order = np.argsort(keys)
    return Answers(keys[order], said[order][None, :])
