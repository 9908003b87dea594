"""Whole rounds by what the wagers declare: each feature a column, the columns of a round one number, and the path that
a strategy takes beside it. What a number pays is asked of the chapter's own cases, once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.game import Give
from croupier.game.features import SEAT, FoldedOn, Said, cards_of
from croupier.odds.rounds.weighted import stake_of
from croupier.odds.sampling.play import always, climb
from croupier.odds.solver.columns import Bench, column, domain
from croupier.odds.solver.keys import NO_CARD
from croupier.odds.solver.pays import Settler, main_wagers
from croupier.odds.solver.shape import shape_of, sight_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from croupier.game import Rules, Wager
    from croupier.game.features import Drawn, OfCards
    from croupier.odds.sampling.deal import Dealt, Layout
    from croupier.odds.sampling.play import Ladder
    from croupier.odds.solver.shape import Shape
    from croupier.odds.solver.solve import Solved

    Classes = NDArray[np.int64]

MAIN = "main"


@dataclass(frozen=True)
class Played:
    """How a seat plays: what is said in every state, by a plan or (`solved` is None) always the same."""

    rules: Rules
    strategy: str
    solved: Solved | None

    @cached_property
    def ladder(self) -> Ladder:
        """Where options lead."""
        return climb(self.rules)

    @property
    def ends(self) -> int:
        """How many ways to the end there are."""
        return max(1, len(self.ladder.ends))

    @cached_property
    def folds(self) -> NDArray[np.bool_]:
        """Which ways to the end give the hand up."""
        streets = self.rules.game.streets
        last = [streets[len(end) - 1].option(end[-1]) for end in self.ladder.ends]
        return np.array([option is not None and option.folds for option in last] or [False])

    def said(self, street: int, known: Mapping[int, Dealt], paths: Classes) -> Classes:
        """The options said on a street by those who know these cards of each group."""
        count = len(paths)
        if self.solved is None:
            return np.full(count, always(self.rules.game.streets[street], self.strategy), np.int64)
        shape = self.solved.pays.counted.shape
        left = {group: list(cards.T) for group, cards in known.items()}
        drawn = [left[group].pop() for group in shape.draws[: shape.asks[street]]]
        states = np.array(shape.of_card, np.int64)[np.stack(drawn, axis=1)].astype(np.uint8)
        found = np.zeros(count, np.int64)
        for number, path in enumerate(self.ladder.paths[street]):
            rows = np.flatnonzero(paths == number)
            if len(rows):
                found[rows] = self.solved.plan.worths(path, states[rows])[1]
        return found


@dataclass(frozen=True)
class FeatureLook:
    """Wagers that declare what they see. With `played` the way to the end is told apart too."""

    rules: Rules
    layout: Layout
    wagers: tuple[Wager[Any], ...]
    played: Played | None

    @property
    def main(self) -> bool:
        """Whether the main game is among the wagers."""
        return any(wager.placed == "required" for wager in self.wagers)

    @property
    def names(self) -> tuple[str, ...]:
        """The wagers by name, the main game first and as one; second lines are their wager's."""
        main = {w.id for w in main_wagers(self.rules)}
        return (*([MAIN] if self.main else []), *(w.id for w in self.wagers if w.id not in main and w.of is None))

    @cached_property
    def shape(self) -> Shape:
        """What the solver reads of these wagers."""
        return shape_of(self.rules, self.wagers, decided=False)

    @cached_property
    def domains(self) -> list[tuple[Any, ...]]:
        """The values of each feature."""
        sizes = self.shape.sizes()
        return [domain(feature, max(sizes[at] for at in cards_of(feature))) for feature in self.shape.features]

    @property
    def ends(self) -> int:
        """Ways to the end that are told apart."""
        return 1 if self.played is None else self.played.ends

    @property
    def size(self) -> int:
        """Every tuple of values, and every way to the end."""
        return prod(map(len, self.domains)) * self.ends

    @cached_property
    def rules_of(self) -> Mapping[str, Drawn]:
        """The places whose card is given by a rule."""
        course = self.rules.game.course
        return {step.to: step.when for step in course if isinstance(step, Give) and step.when is not None}

    def at(self, dealt: Dealt, seat: int, places: tuple[str, ...]) -> Dealt:
        """The cards at places, taken together; what was not given is no card."""
        return np.ascontiguousarray(np.hstack([self._place(dealt, seat, place) for place in places]))

    def _place(self, dealt: Dealt, seat: int, place: str) -> Dealt:
        if place == SEAT:
            return self.layout.hands(dealt, seat)
        cards, rule = self.layout.at(dealt, place), self.rules_of.get(place)
        if rule is None:
            return cards
        values = np.stack([self._values(feature, dealt, seat) for feature in rule.features], axis=1)
        kinds, back = np.unique(values, axis=0, return_inverse=True)
        named = [self.domain_of(feature) for feature in rule.features]
        given = [tuple(d[v] for d, v in zip(named, kind, strict=True)) in rule.on for kind in kinds.tolist()]
        return np.where(np.array(given)[back.reshape(-1)][:, None], cards, np.uint8(NO_CARD))

    def domain_of(self, feature: OfCards) -> tuple[Any, ...]:
        """The values of a feature, of these wagers or of a rule that gives cards."""
        return domain(feature, max(self.count(at.places) for at in cards_of(feature)))

    def count(self, places: tuple[str, ...]) -> int:
        """How many cards lie at places."""
        lying = [
            self.layout.hand if p == SEAT else self.layout.places[p].stop - self.layout.places[p].start for p in places
        ]
        return sum(lying)

    def _values(self, feature: OfCards, dealt: Dealt, seat: int) -> Classes:
        lying = {at: self.at(dealt, seat, at.places) for at in cards_of(feature)}
        return column(feature, Bench(lying, single=self.single))

    @property
    def single(self) -> bool:
        """Whether each card is there once."""
        return max(self.shape.held) == 1

    def classes(self, dealt: Dealt, seat: int) -> Classes:
        """The numbers of the rounds."""
        lying = {at: self.at(dealt, seat, at.places) for at in self.shape.sizes()}
        bench, code = Bench(lying, single=self.single), np.zeros(len(dealt), np.int64)
        for feature, values in zip(self.shape.features, self.domains, strict=True):
            code = code * len(values) + column(feature, bench)
        return code if self.played is None else code * self.ends + self.ended(dealt, seat)

    def ended(self, dealt: Dealt, seat: int) -> Classes:
        """By which way each round is played to its end."""
        assert self.played is not None
        paths = np.zeros(len(dealt), np.int64)
        ends = np.full(len(dealt), -1, np.int64)
        for street, onward in enumerate(self.played.ladder.onward):
            live = np.flatnonzero(ends < 0)
            known = self._known(self.played.solved, street, dealt[live], seat) if self.played.solved else {}
            said = self.played.said(street, known, paths[live])
            leads = onward[paths[live], said]
            ends[live[leads < 0]] = -1 - leads[leads < 0]
            paths[live[leads >= 0]] = leads[leads >= 0]
        return np.maximum(ends, 0)

    def _known(self, solved: Solved, street: int, dealt: Dealt, seat: int) -> dict[int, Dealt]:
        """What is known on a street, by the groups of the main game."""
        found: dict[int, list[Dealt]] = {}
        for group, place, count in shown(solved.pays.counted.shape, street):
            found.setdefault(group, []).append(self.at(dealt, seat, (place,))[:, :count])
        return {group: np.hstack(parts) for group, parts in found.items()}

    def nets(self, which: int, _row: Dealt, _seat: int) -> Mapping[str, int]:
        """What a number pays."""
        code, end = divmod(which, self.ends)
        values = []
        for known in reversed(self.domains):
            code, place = divmod(code, len(known))
            values.append(known[place])
        path = self.played.ladder.ends[end] if self.played is not None and self.played.ladder.ends else ()
        lines = self._settler.lines(self._stakes, path, tuple(reversed(values)))
        main = {w.id for w in main_wagers(self.rules)}
        owner = {w.id: MAIN if w.id in main else w.of or w.id for w in self.wagers}
        found = dict.fromkeys(self.names, 0)
        for line in lines.values():
            found[owner[line.wager]] += line.net
        return found

    @cached_property
    def _settler(self) -> Settler:
        return Settler.of(self.rules, self.shape)

    @cached_property
    def _stakes(self) -> dict[str, int]:
        return {w.id: stake_of(self.rules, w) for w in self.wagers if w.placed not in {"by-decision", "second-line"}}


def shown(shape: Shape, street: int) -> list[tuple[int, str, int]]:
    """The group, the place and the number of the cards that a player sees on a street."""
    return [
        (next(g for g, places in enumerate(shape.groups) if place in places), place, count)
        for place, count in shape.shown[street].items()
        if count
    ]


def rests_on_play(rules: Rules, wager: Wager[Any]) -> bool:
    """Whether a wager sees what was said."""
    return any(isinstance(feature, Said | FoldedOn) for feature in sight_of(rules, wager).features)
