"""What every end of a round pays, by the chapter's own cases: paths of decisions, and tuples of features."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import numpy as np

from croupier.game import settle_wager
from croupier.game.features import OF_ROUND, FoldedOn, PlayersIn, Said
from croupier.game.settlement import limited
from croupier.game.streets import walk
from croupier.odds.solver.shape import refused, sight_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from croupier.game import Line, Option, Rules, Wager
    from croupier.game.features import Sight
    from croupier.odds.solver.counted import Counted
    from croupier.odds.solver.shape import Shape

Path = tuple[str, ...]
S = TypeVar("S")
ROOM = 2**62
"""Sums stay below this."""


def main_wagers(rules: Rules) -> tuple[Wager[Any], ...]:
    """The wagers of the main game: required, made by decisions, and the second lines of these."""
    main = {w.id for w in rules.offered() if w.placed in {"required", "by-decision"}}
    return tuple(w for w in rules.offered() if w.id in main or w.of in main)


def stakes_at(rules: Rules, ante: int) -> dict[str, int]:
    """The required wagers, at one ante each."""
    return {w.id: ante for w in rules.offered() if w.placed == "required"}


@dataclass(frozen=True, slots=True)
class Pays:
    """What every tuple pays down every path to the end, by the chapter's cases."""

    rules: Rules
    counted: Counted
    stakes: Mapping[str, int]
    _lines: dict[tuple[Path, int], dict[str, Line]] = field(default_factory=dict, compare=False, repr=False)
    _settler: list[Settler] = field(default_factory=list, compare=False, repr=False)

    def paths(self) -> list[Path]:
        """Every way to the end."""
        streets, found = self.rules.game.streets, []

        def follow(path: Path) -> None:
            if len(path) == len(streets):
                found.append(path)
                return
            for option in streets[len(path)].options:
                if ends(self.rules, len(path), option):
                    found.append((*path, option.id))
                else:
                    follow((*path, option.id))

        follow(())
        return found

    def lines(self, path: Path, number: int) -> dict[str, Line]:
        """The lines of one path and tuple."""
        if (path, number) not in self._lines:
            if not self._settler:
                self._settler.append(Settler.of(self.rules, self.counted.shape))
            told = self.counted.tuples.values(number)
            self._lines[path, number] = self._settler[0].lines(self.stakes, path, told)
        return self._lines[path, number]

    def nets(self, path: Path, wagers: Iterable[str]) -> NDArray[np.int64]:
        """What some wagers net together down a path, in cents, by tuple."""
        names = set(wagers)
        found = [
            sum(line.net for name, line in self.lines(path, number).items() if name in names)
            for number in range(len(self.counted.tuples))
        ]
        most = max(map(abs, found), default=0) * self.counted.most
        if most >= ROOM:
            raise refused(self.rules, "its pays are more than can be added up")
        return np.array(found, np.int64)


@dataclass(frozen=True, slots=True)
class Reader(Generic[S]):
    """A sight by where its values stand: among those of the cards, or (`OF_PATH`) in what was said."""

    rules: Rules
    places: tuple[int | type, ...]
    make: Callable[..., S]

    @classmethod
    def of(cls, rules: Rules, shape: Shape, sight: Sight[S]) -> Reader[S]:
        """Look the features up once."""
        at = {feature: place for place, feature in enumerate(shape.features)}
        return cls(rules, tuple(type(f) if isinstance(f, OF_ROUND) else at[f] for f in sight.features), sight.make)

    def showdown(self, path: Path, values: tuple[Any, ...]) -> S:
        """What a wager sees at the end of a path."""
        told: dict[type, Any] = {Said: path, FoldedOn: len(path) if gives_up(self.rules, path) else 0, PlayersIn: 1}
        return self.make(*[values[place] if isinstance(place, int) else told[place] for place in self.places])


@dataclass(frozen=True, slots=True)
class Settler:
    """The wagers of a shape, ready to be settled from the values of its features and from what was said."""

    rules: Rules
    wagers: tuple[tuple[Wager[Any], Reader[Any], int | None], ...]

    @classmethod
    def of(cls, rules: Rules, shape: Shape) -> Settler:
        """Every wager with its reader, and what its meter shows."""
        made = []
        for wager in shape.wagers:
            progression = rules.tables[wager.id].progression
            meter = progression.seeds[0] if progression else None
            made.append((wager, Reader.of(rules, shape, sight_of(rules, wager)), meter))
        return cls(rules, tuple(made))

    def lines(self, stakes: Mapping[str, int], path: Path, values: tuple[Any, ...]) -> dict[str, Line]:
        """One seat's lines."""
        streets = self.rules.game.streets
        laid = walk(streets, stakes.get(self.rules.game.ante, 0), path).on_layout(stakes)
        lines = []
        for wager, reader, meter in self.wagers:
            stake = laid.get(wager.of or wager.id)
            if stake is not None:
                lines.append(settle_wager(self.rules, wager, stake, reader.showdown(path, values), meter)[0])
        return {line.wager: line for line in limited(self.rules, lines)}


def settled(
    rules: Rules, shape: Shape, stakes: Mapping[str, int], path: Path, values: tuple[Any, ...]
) -> dict[str, Line]:
    """One seat's lines from the values of the features and from what was said."""
    return Settler.of(rules, shape).lines(stakes, path, values)


def ends(rules: Rules, street: int, option: Option) -> bool:
    """Whether nothing is asked after an option."""
    return option.folds or option.done or street == len(rules.game.streets) - 1


def gives_up(rules: Rules, path: Path) -> bool:
    """Whether a way to the end is a fold."""
    return bool(path) and walk(rules.game.streets, 0, path).folded is not None
