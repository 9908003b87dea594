"""A short list of rules that sets the pai gow dealer's hands nearly as well as can be, found by a search.

For each kind of hand the list starts with one rule without conditions. Step by step the rule that gains the house most
is put on top, over every kind, every front and every condition in the grid below; then each rule in turn is sought
again where it stands, and one that gains nothing is dropped. All gains are exact, in deals.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from croupier.kit.house_rules import FRONT_WORDS, Rule
from croupier.odds.pai_gow.ways import HANDS, NONE, Found, Shapes, front_of, shapes_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from numpy.typing import NDArray

    from croupier.kit.rankings import Ranking
    from croupier.odds.pai_gow.settings import SettingTable

    Span = tuple[int, int]
    Flags = NDArray[np.bool_]
    Numbers = NDArray[np.int64]

MOST_RULES = 30
_ACE = 14
_ROUNDS = 3


def as_toml(rules: Sequence[Mapping[str, Any]], *, key: str = "house-way") -> str:
    """Rules as an array of tables."""
    return "\n".join(
        f"[[{key}]]\n" + "".join(f"{name} = {_value(value)}\n" for name, value in rule.items()) for rule in rules
    )


def _value(value: object) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_value, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


@dataclass(frozen=True, slots=True)
class Difference:
    """How a house way differs from the best: the share of dealer's hands it sets worse, and what that costs."""

    hands: Fraction
    cost: Fraction


def difference(table: SettingTable, picks: Numbers) -> Difference:
    """What these settings of every class lose against the best."""
    gain = table.losses - table.wins
    less = gain[table.best()] - gain[picks]
    hands = int(table.weights.sum())
    return Difference(
        Fraction(int(table.weights[less > 0].sum()), hands),
        Fraction(int(less.sum()), hands * table.deck.player_hands),
    )


# The grid of conditions ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Axis:
    """What the classes of one kind hold of something, and the spans of it that a condition may name, widest first."""

    values: Numbers
    at: Numbers
    spans: tuple[tuple[int, int], ...]

    @classmethod
    def of(cls, held: Numbers, *, ranges: bool) -> _Axis:
        values, at = np.unique(held, return_inverse=True)
        last = len(values) - 1
        spans = [(low, high) for low in range(last + 1) for high in range(low, last + 1) if values[low] > 0]
        spans = [span for span in spans if ranges or 0 in {span[0], last - span[1]} or values[span[0] - 1] == 0]
        spans = sorted({(0, last), *spans}, key=lambda span: (span[0] - span[1], span))
        return cls(values, at.astype(np.int64), tuple(spans))

    def span(self, place: int) -> Span | None:
        """The ranks of a span, nothing where it asks nothing; its ends reach as far as no other rank is met."""
        low, high = self.spans[place]
        if (low, high) == (0, len(self.values) - 1):
            return None
        ends = int(self.values[low]), int(self.values[high])
        return (2 if low == 0 else ends[0], _ACE if high == len(self.values) - 1 else ends[1])


class _Rule(NamedTuple):
    """A rule as places: the option, whether a complete hand can be left, and a span of each axis."""

    option: int
    complete: bool | None
    spans: tuple[int, ...] = (0, 0, 0, 0)


class _Kind:
    """The classes of one kind of hand and what each front makes of them."""

    def __init__(self, hand: str, table: SettingTable, seen: Shapes, found: Found, always: Collection[str]) -> None:
        self.hand = hand
        at = np.flatnonzero((seen.hand == HANDS.index(hand)) & ~table.ace_high)
        self.axes = (
            _Axis.of(seen.rank[at], ranges=True),
            _Axis.of(seen.beside[at], ranges=False),
            _Axis.of(seen.singles[at, 0] if hand != "no-pair" else np.zeros(len(at), np.int64), ranges=False),
            _Axis.of(seen.singles[at, 1], ranges=False),
        )
        self.complete = found.complete[at] >= 0
        self.size = len(at)
        gain = table.losses - table.wins
        self.options: list[tuple[str, bool]] = []
        self.made: list[Flags] = []
        self.gain: list[Numbers] = []
        for front in sorted(FRONT_WORDS, key=lambda front: front not in always):
            codes = front_of(Rule(hand, front), seen, found, at)
            higher = (codes >> 16 > found.complete[at] >> 16) & self.complete
            for beats in (False, True):
                made = (codes != NONE) & (higher | (not beats))
                if made.any() and (not beats or (made != (codes != NONE) & self.complete).any()):
                    places = found.order[np.searchsorted(found.sorted, (at << 32 | codes)[made])]
                    worth = np.zeros(self.size, np.int64)
                    worth[made] = gain[places]
                    if any((made == m).all() and (worth == g).all() for m, g in zip(self.made, self.gain, strict=True)):
                        continue
                    self.options.append((front, beats))
                    self.made.append(made)
                    self.gain.append(worth)
        self.shape = (2, *(len(axis.values) for axis in self.axes))
        cells = np.ravel_multi_index((self.complete.astype(np.int64), *(axis.at for axis in self.axes)), self.shape)
        self.order = np.argsort(cells, kind="stable")
        self.cells, self.starts = np.unique(cells[self.order], return_index=True)
        defaults = [_Rule(i, None) for i, (front, beats) in enumerate(self.options) if front in always and not beats]
        self.rules = [max(defaults, key=lambda rule: int(self.gain[rule.option].sum()))]

    def _fits(self, rule: _Rule) -> Flags:
        fits = self.made[rule.option].copy()
        if rule.complete is not None:
            fits &= self.complete == rule.complete
        for axis, place in zip(self.axes, rule.spans, strict=True):
            low, high = axis.spans[place]
            fits &= (axis.at >= low) & (axis.at <= high)
        return fits

    def _play(self, rules: Sequence[_Rule]) -> tuple[Numbers, Flags]:
        """What the house gains in each class, and the classes that no rule decides."""
        worth, undecided = np.zeros(self.size, np.int64), np.ones(self.size, np.bool_)
        for rule in rules:
            fits = self._fits(rule) & undecided
            worth[fits] = self.gain[rule.option][fits]
            undecided &= ~fits
        return worth, undecided

    def total(self, rules: Sequence[_Rule]) -> int:
        """What the house gains by a list."""
        return int(self._play(rules)[0].sum())

    def seek(self, rules: Sequence[_Rule], place: int) -> tuple[int, _Rule]:
        """The rule that gains most when put into a list at a place; of equals the widest."""
        reached = self._play(rules[:place])[1]
        below = self._play(rules[place:])[0]
        best = (0, _Rule(0, None))
        for option, (_, beats) in enumerate(self.options):
            more = np.where(reached & self.made[option], self.gain[option] - below, 0)
            sums = np.zeros(int(np.prod(self.shape)), np.int64)
            sums[self.cells] = np.add.reduceat(more[self.order], self.starts)
            grid = sums.reshape(self.shape)
            sides = [(True, grid[1])] if beats else [(None, grid.sum(axis=0)), (True, grid[1]), (False, grid[0])]
            for complete, side in sides:
                found = self._sums(side)
                top = int(found.argmax())
                if int(found.flat[top]) > best[0]:
                    spans = tuple(map(int, np.unravel_index(top, found.shape)))
                    best = (int(found.flat[top]), _Rule(option, complete, spans))
        return best

    def _sums(self, grid: Numbers) -> Numbers:
        """The sum over every span of every axis."""
        for number, axis in enumerate(self.axes):
            low, high = np.array(axis.spans).T
            run = np.cumsum(grid, axis=number)
            first = np.take(run, np.maximum(low - 1, 0), axis=number)
            shape = [1] * grid.ndim
            shape[number] = len(low)
            grid = np.take(run, high, axis=number) - np.where((low > 0).reshape(shape), first, 0)
        return grid

    def polish(self) -> None:
        """Seek each rule again where it stands, and drop those that gain nothing there."""
        for place in range(len(self.rules) - 2, -1, -1):
            rest = self.rules[:place] + self.rules[place + 1 :]
            gain, rule = self.seek(rest, place)
            now = self.total(self.rules) - self.total(rest)
            if max(gain, now) <= 0:
                self.rules = rest
            elif gain > now:
                self.rules[place] = rule

    def told(self) -> list[Rule]:
        """The list in words."""
        return [self._told(rule) for rule in self.rules]

    def _told(self, rule: _Rule) -> Rule:
        front, beats = self.options[rule.option]
        rank, beside, first, second = (axis.span(place) for axis, place in zip(self.axes, rule.spans, strict=True))
        ranges = {key: span for key, span in (("rank", rank), ("beside", beside)) if span}
        singles: tuple[Span, ...] = ()
        if second:
            singles = (first or (2, _ACE), second)
        elif first and first[1] == _ACE:
            ranges["single"] = first
        elif first:
            singles = (first,)
        return Rule(self.hand, front, ranges, singles, rule.complete, beats)


def search(
    table: SettingTable, ranking: Ranking, always: Mapping[str, Collection[str]], *, most: int = MOST_RULES
) -> tuple[Rule, ...]:
    """A list of at most so many rules. `always` names the fronts that every hand of a kind can put forward."""
    seen, found = shapes_of(table.hands), Found(table, ranking)
    held = set(seen.hand[~table.ace_high].tolist())
    kinds = [_Kind(hand, table, seen, found, fronts) for hand, fronts in always.items() if HANDS.index(hand) in held]
    missing = [hand for hand in always if HANDS.index(hand) not in held]
    for _ in range(_ROUNDS):
        before = [list(kind.rules) for kind in kinds]
        _grow(kinds, most - len(missing))
        for kind in kinds:
            kind.polish()
        if [kind.rules for kind in kinds] == before:
            break
    spare = tuple(Rule(hand, min(always[hand])) for hand in missing)
    return (*(rule for kind in kinds for rule in kind.told()), *spare)


def _grow(kinds: Sequence[_Kind], most: int) -> None:
    best = [kind.seek(kind.rules, 0) for kind in kinds]
    while sum(len(kind.rules) for kind in kinds) < most:
        place = max(range(len(kinds)), key=lambda i: best[i][0])
        gain, rule = best[place]
        if gain <= 0:
            return
        kinds[place].rules.insert(0, rule)
        best[place] = kinds[place].seek(kinds[place].rules, 0)
