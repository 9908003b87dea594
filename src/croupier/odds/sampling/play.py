"""What a sampled player says: the names of the strategies, and where options lead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from croupier.errors import IllegalAction

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.game import Rules
    from croupier.game.streets import Street
    from croupier.odds.solver.pays import Path

OPTIMAL = "optimal"
FIRST = "first"


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


def always(street: Street, name: str) -> int:
    """The option of that name; where it is not open, what the table does when the player's time runs out."""
    if name == FIRST:
        return 0
    options = [option.id for option in street.options]
    said = name.removeprefix("always-")
    return options.index(said if said in options else street.late)
