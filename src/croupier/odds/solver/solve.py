"""One solver: deck, course, streets, features and paytables in; value, strategy and the table of outcomes out.

A back end counts in how many ways each state of a decision can end in each tuple of features, and knows no money. Each
tuple is settled once down every path by the chapter's own cases, and the best decision is worked out from the last
street back. A shape that no back end counts in bounded work is refused with what would have to be listed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.errors import IllegalAction
from croupier.game.features import OF_ROUND, FoldedOn, Said
from croupier.odds.figures.rows import check_rows
from croupier.odds.rounds.weighted import ANTE, Spread, stake_of
from croupier.odds.solver import board_play, boards, folded, kept, own, unseen
from croupier.odds.solver.pays import ROOM, Pays, Reader, main_wagers
from croupier.odds.solver.plan import outcomes_of, plan_of
from croupier.odds.solver.shape import check_ranks, refused, shape_of, sight_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from numpy.typing import NDArray

    from croupier.game import Line, Rules, Wager
    from croupier.game.features import Sight
    from croupier.kit.cards import Card
    from croupier.odds.solver.counted import Counted
    from croupier.odds.solver.pays import Path
    from croupier.odds.solver.plan import Plan
    from croupier.odds.solver.shape import Shape

MOST = 400_000_000
"""States that a back end lists before it refuses: some minutes."""
A_SECOND = 2_000_000
"""About how many of them are listed in a second."""


def counted(shape: Shape) -> Counted:
    """Count a shape by the back end that has the least to do."""
    ways = [(folded.work(shape), folded.count)] if len(shape.draws) <= folded.MOST + 1 else []
    ways += [(end.work(shape), end.count) for end in (unseen, boards) if end.fits(shape)]
    work, count = min(ways, key=lambda way: way[0], default=(0, None))
    if count is None or work > MOST:
        least = work or folded.work(shape)
        hours = Fraction(least, A_SECOND * 3600)
        raise refused(
            shape.rules,
            f"about {least:,} states would have to be listed, some {float(hours):,.1f} hours; "
            "`croupier simulate` samples it",
        )
    _check_room(shape)
    check_ranks(shape)
    own.check(shape)
    return count(shape) if count is boards.count else kept.found(shape, count, work)


def _check_room(shape: Shape) -> None:
    """Counts must fit into 64 bits."""
    deals, left = 1, sum(shape.held)
    for number in range(len(shape.draws)):
        missing = sum(place < number for place in shape.drawn)  # cards that a rule may not have given by then
        deals *= prod(left - number + some for some in range(missing + 1))
    if deals >= ROOM:
        raise refused(shape.rules, f"{deals:,} deals are more than can be counted")


@dataclass(frozen=True, slots=True)
class Solved:
    """A game, solved for the wagers of its shape under the play that `label` says. `outcomes` counts the deals by
    path and tuple."""

    rules: Rules
    label: str
    pays: Pays
    plan: Plan
    outcomes: Mapping[tuple[Path, int], int]

    @property
    def deals(self) -> int:
        """All deals."""
        return sum(self.outcomes.values())

    def lines(self) -> list[tuple[int, dict[str, Line]]]:
        """Every outcome with its count and the lines it is settled by."""
        return [(count, self.pays.lines(path, number)) for (path, number), count in self.outcomes.items()]

    def spread(self, wagers: Iterable[str], unit: int = ANTE) -> Spread:
        """The distribution of what some wagers net together, in units."""
        names, counts = set(wagers), Counter[Fraction]()
        for count, lines in self.lines():
            counts[Fraction(sum(line.net for name, line in lines.items() if name in names), unit)] += count
        return Spread(counts)

    def covariance(self, one: str, other: str, unit: int = ANTE) -> Fraction:
        """How the nets of two wagers at one seat move together, in units; a wager's with itself is its variance."""
        both = mine = theirs = 0
        for count, lines in self.lines():
            a, b = (lines[name].net if name in lines else 0 for name in (one, other))
            both += count * a * b
            mine += count * a
            theirs += count * b
        return (Fraction(both, self.deals) - Fraction(mine, self.deals) * Fraction(theirs, self.deals)) / unit**2

    def decided(self, seen: Mapping[str, tuple[Card, ...]], path: Path = ()) -> tuple[dict[str, Fraction], str]:
        """What every option is worth to a player who sees these cards, in units of the ante, and which is taken."""
        unit = self.pays.stakes.get(self.rules.game.ante, ANTE) * self.pays.counted.ends(len(path))
        options = [option.id for option in self.rules.game.streets[len(path)].options]
        (worths,), (chosen,) = self.plan.worths(path, self.state(seen, path))
        told = {option: Fraction(int(worth), unit) for option, worth in zip(options, worths, strict=True)}
        return told, options[int(chosen)]

    def worths(self, seen: Mapping[str, tuple[Card, ...]], path: Path = ()) -> dict[str, Fraction]:
        """What every option is worth, in units of the ante."""
        return self.decided(seen, path)[0]

    def best(self, seen: Mapping[str, tuple[Card, ...]], path: Path = ()) -> str:
        """The decision that the plan takes."""
        return self.decided(seen, path)[1]

    def state(self, seen: Mapping[str, tuple[Card, ...]], path: Path) -> NDArray[np.uint8]:
        """A state by its cards in the order of the shape's draws; cards that cannot be seen there are refused."""
        shape = self.pays.counted.shape
        known = shape.asks[len(path)]
        by_group = {g: [c for place in places for c in seen.get(place, ())] for g, places in enumerate(shape.groups)}
        wanted = Counter(shape.draws[:known])
        if any(len(cards) != wanted[g] for g, cards in by_group.items()):
            raise IllegalAction("these are not the cards that the player sees there", field="cards")
        cards = [shape.of_card[by_group[group].pop()] for group in shape.draws[:known]]
        held = dict(zip(shape.kinds, shape.held, strict=True))
        if any(count > held.get(card, 0) for card, count in Counter(cards).items()):
            raise IllegalAction("a card is given twice or is not in the deck", field="cards")
        return np.array([cards], np.uint8)


def solve(
    rules: Rules,
    *,
    beside: Iterable[str] = (),
    play_for: Iterable[str] | None = None,
    given: Callable[[Mapping[str, tuple[Card, ...]], Path], str] | None = None,
    stakes: Mapping[str, int] | None = None,
    counts: Counted | None = None,
) -> Solved:
    """Solve the main game, with other wagers `beside` it. It is played for the most that the main wagers bring alone,
    for those named in `play_for` together, or by a `given` strategy of what is seen and what was said."""
    rules = replace(rules, limits=MappingProxyType({}))
    main, extra = main_wagers(rules), set(beside)
    if unknown := extra - {w.id for w in rules.offered()}:
        raise refused(rules, f"{', '.join(sorted(unknown))} is not offered")
    wagers = tuple(w for w in rules.offered() if w in main or w.id in extra or w.of in extra)
    for wager in wagers:
        check_rows(rules, wager)
    counts = counts or counted(shape_of(rules, wagers))
    pays = Pays(rules, counts, stakes or {w.id: stake_of(rules, w) for w in wagers if w.placed in _PLACED})
    names = {w.id for w in main} if play_for is None else _with_lines(rules, play_for)
    label = "given" if given else "main-alone" if play_for is None else f"joint: {', '.join(sorted(names))}"
    nets = lambda path: pays.nets(path, names)  # noqa: E731
    if isinstance(counts, boards.Boards):
        return Solved(rules, label, pays, *board_play.played(pays, nets, given))
    plan = plan_of(pays, nets, given)
    return Solved(rules, label, pays, plan, outcomes_of(pays, plan))


_PLACED = ("required", "optional", "always-offered")


def showdowns(
    rules: Rules, wager: Wager[Any], *, whole: bool = False, solved: Solved | None = None
) -> list[tuple[int, Any]]:
    """Every showdown that a wager can meet, and how often: of its own cards, or where decisions have a part in it (or
    `whole` rounds are to be counted) with the main game played as if it stood alone. Where the main game is `solved`
    and tells apart all that the wager looks at, nothing is counted anew."""
    rules = replace(rules, limits=MappingProxyType({}))
    sight, found = sight_of(rules, wager), Counter[Any]()
    decided = whole or any(isinstance(feature, Said | FoldedOn) for feature in sight.features)
    if solved is not None and tells(solved, sight):
        pass
    elif decided:
        solved = solve(rules, beside=[wager.id])
    else:
        solved, counts = None, counted(shape_of(rules, (wager,), decided=False))
        reader = Reader.of(rules, counts.shape, sight)
        for number, count in enumerate(counts.levels[0].ended(counts.levels[0].weights, len(counts.tuples))):
            found[reader.showdown((), counts.tuples.values(number))] += count
    if solved is not None:
        counts = solved.pays.counted
        reader = Reader.of(rules, counts.shape, sight)
        for (path, number), count in solved.outcomes.items():
            found[reader.showdown(path, counts.tuples.values(number))] += count
    return [(count, showdown) for showdown, count in found.items() if count]


def tells(solved: Solved, sight: Sight[Any]) -> bool:
    """Whether a solved game tells apart all that a sight looks at."""
    return {f for f in sight.features if not isinstance(f, OF_ROUND)} <= set(solved.pays.counted.shape.features)


def _with_lines(rules: Rules, wagers: Iterable[str]) -> set[str]:
    names = set(wagers)
    return names | {w.id for w in rules.offered() if w.of in names}
