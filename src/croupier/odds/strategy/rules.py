"""A short list of rules to remember, found by search and priced exactly.

On each street, for each option that is ever best, the largest wager first, the search adds the conditions that gain
most against the options left, more or less carefully, exchanges them while that gains more, and stops where another
line is not worth reading. Where a plainer condition does nearly as well it is taken. The list is then an ordinary
strategy, and its value is computed through the facts like any other.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.kit.kernels import kernel
from croupier.odds.figures.analysis import exact
from croupier.odds.strategy.words import Condition, conditions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from numpy.typing import NDArray

    from croupier.odds.strategy.tree import Path, Policy, Tree

LINES = 5
"""At most so many lines for one street, besides what is done otherwise."""
WORTH_READING = 0.0001
"""What a line must gain, in antes a round."""
PLAINER = 0.00002
"""How much less, in antes a round, a condition may gain that stands earlier in the vocabulary."""
CARE = (0, 1, 4, 16)
"""How much more a wrong decision counts than a right one while a list grows; the best list found is taken."""


@dataclass(frozen=True, slots=True)
class Line:
    """On this street, choose this option if the condition holds; None says otherwise."""

    street: str
    option: str
    condition: str | None

    def __str__(self) -> str:
        return f"{self.option} with {self.condition}" if self.condition else f"otherwise {self.option}"


@dataclass(frozen=True, slots=True)
class RuleList:
    """The rules from the top: on a street the first that holds decides. `cost` is what they lose against the best
    decisions, in antes a round."""

    lines: tuple[Line, ...]
    policy: Policy
    mean: Fraction
    cost: Fraction

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        rows = [{"street": line.street, "option": line.option, "condition": line.condition} for line in self.lines]
        return {"rules": rows, "house-edge": exact(-self.mean), "cost": exact(self.cost)}


@dataclass(frozen=True, slots=True)
class _Street:
    """The states of a street that optimal play comes to, folded by everything the vocabulary can say of them.

    `stakes[group, option]` is what each option brings there; `fold[path]` the group of each class.
    """

    stakes: NDArray[np.int64]
    vocabulary: tuple[Condition, ...]
    fold: Mapping[Path, NDArray[np.int64]]


def rule_list(tree: Tree) -> RuleList:
    """Search every street, and price what is found."""
    best = tree.best()
    reach = tree.reach(best)
    lines: list[Line] = []
    policy: dict[Path, NDArray[np.int64]] = {}
    for number, name in enumerate(street.name for street in tree.rules.game.streets):
        paths = [path for path in tree.values if len(path) == number]
        street = _fold(tree, paths, reach)
        options = tree.options(paths[0])
        order = sorted(range(len(options)), key=lambda place: -options[place].times)
        chosen, found = _search(street, order, tree.deals * tree.ante)
        lines += [Line(name, options[place].id, condition) for place, condition in found]
        policy |= {path: chosen[street.fold[path]] for path in paths}
    mean = tree.mean(policy)
    return RuleList(tuple(lines), policy, mean, tree.mean(best) - mean)


def _fold(tree: Tree, paths: Sequence[Path], reach: Mapping[Path, NDArray[np.int64]]) -> _Street:
    hands = tree.hands[len(paths[0])]
    words = conditions(hands, tree.rules.ranking)
    said = np.packbits(np.stack([word.holds for word in words]), axis=0).T
    padded = np.zeros((len(hands), -(-said.shape[1] // 8) * 8), np.uint8)
    padded[:, : said.shape[1]] = said
    codes = padded.view(np.uint64)
    order = np.lexsort(codes.T)
    steps = (np.diff(codes[order], axis=0) != 0).any(axis=1)
    alike = np.empty(len(hands), np.int64)
    alike[order] = np.concatenate([[0], np.cumsum(steps)])
    first = order[np.concatenate([[True], steps])]
    staked = {path: staked_after(tree, path) for path in paths}
    amounts = sorted(set(staked.values()))
    fold = {path: alike + len(first) * amounts.index(staked[path]) for path in paths}
    stakes = np.zeros((len(first) * len(amounts), tree.values[paths[0]].shape[1]), np.int64)
    for path in paths:
        np.add.at(stakes, fold[path], reach[path][:, None] * tree.values[path])
    vocabulary = [Condition(word.kind, word.text, np.tile(word.holds[first], len(amounts))) for word in words]
    at = np.repeat(amounts, len(first))
    vocabulary += [Condition("staked", f"{amount} antes or more on the layout", at >= amount) for amount in amounts[1:]]
    return _Street(stakes, (*vocabulary, *_joined(vocabulary)), fold)


def staked_after(tree: Tree, path: Path) -> int:
    """How many antes the main wagers come to after these decisions."""
    required = sum(wager.placed == "required" for wager in tree.rules.game.wagers)
    streets = tree.rules.game.streets
    return required + sum(option.times for n, id_ in enumerate(path) if (option := streets[n].option(id_)))


def _joined(vocabulary: Sequence[Condition]) -> list[Condition]:
    """Two conditions of different kinds, where that says something new."""
    seen = {word.holds.tobytes() for word in vocabulary}
    made = []
    for one, other in combinations([word for word in vocabulary if word.kind != "points"], 2):
        holds = one.holds & other.holds
        if one.kind != other.kind and holds.any() and (key := holds.tobytes()) not in seen:
            seen.add(key)
            made.append(Condition("joined", f"{one.text} and {other.text}", holds))
    return made


def _search(street: _Street, order: Sequence[int], unit: int) -> tuple[NDArray[np.int64], list[tuple[int, str | None]]]:
    """The option for every group, and the lines that say so. `order` is that in which options are spoken of."""
    stakes = street.stakes
    ever = set(np.argmax(stakes, axis=1)[stakes.any(axis=1)].tolist())
    used = [place for place in order if place in ever]
    chosen = np.full(len(stakes), used[-1])
    free = np.ones(len(stakes), np.bool_)
    lines: list[tuple[int, str | None]] = []
    for turn, place in enumerate(used[:-1]):
        gains = np.where(free, stakes[:, place] - stakes[:, used[turn + 1 :]].max(axis=1), 0)
        room = (LINES - len(lines)) // (len(used) - 1 - turn)
        for word in _cover(street.vocabulary, gains, unit, room):
            lines.append((place, word.text))
            chosen[free & word.holds] = place
            free &= ~word.holds
    return chosen, [*lines, (used[-1], None)]


def _cover(vocabulary: Sequence[Condition], gains: NDArray[np.int64], unit: int, room: int) -> list[Condition]:
    """A few conditions that together hold where there is most to gain, the plainest first."""
    matters = np.flatnonzero(gains)
    won = gains[matters]
    up = np.maximum(won, 0)
    able = [word for word in vocabulary if up @ word.holds[matters] >= WORTH_READING * unit]
    if not able:
        return []
    holds = np.stack([word.holds[matters] for word in able])
    lists = [_exchanged(holds, won, _greedy(holds, won, care, unit, room), unit) for care in CARE]
    best = max(lists, key=lambda picked: (_total(holds, won, picked), -len(picked)))
    return [able[place] for place in best]


def _greedy(holds: NDArray[np.bool_], won: NDArray[np.int64], care: int, unit: int, room: int) -> list[int]:
    picked: list[int] = []
    while len(picked) < room:
        place, gain = _pick(holds, won, picked, care, unit)
        if gain < WORTH_READING * unit:
            break
        picked.append(place)
    return picked


def _exchanged(holds: NDArray[np.bool_], won: NDArray[np.int64], picked: list[int], unit: int) -> list[int]:
    """Exchange one condition at a time while that gains more; leave out what the others make idle."""
    better = True
    while better:
        better = False
        for at in range(len(picked)):
            others = picked[:at] + picked[at + 1 :]
            place, gain = _pick(holds, won, others, 0, unit)
            if gain > _total(holds, won, picked) - _total(holds, won, others) + PLAINER * unit:
                picked[at], better = place, True
    for place in tuple(picked):
        others = [other for other in picked if other != place]
        if _total(holds, won, picked) - _total(holds, won, others) < WORTH_READING * unit:
            picked = others
    return sorted(picked)


def _pick(holds: NDArray[np.bool_], won: NDArray[np.int64], picked: list[int], care: int, unit: int) -> tuple[int, int]:
    """The plainest condition that scores about as well as any beside those picked, and what it gains. With `care`,
    what is lost where the condition holds wrongly counts so many times more."""
    left = np.where(holds[picked].any(axis=0), 0, won)
    gained, lost = np.zeros(len(holds), np.int64), np.zeros(len(holds), np.int64)
    _score(holds, left, gained, lost)
    scores = gained - care * lost
    place = int(np.argmax(scores >= scores.max() - int(PLAINER * unit)))
    return place, int(gained[place])


@kernel
def _score(holds, left, gained, lost):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
    """For every condition, the sum of what is left where it holds, and of the losses in it."""
    for i in range(len(holds)):
        total = fallen = np.int64(0)
        for j in range(len(left)):
            if holds[i, j]:
                total += left[j]
                fallen -= min(left[j], 0)
        gained[i] = total
        lost[i] = fallen


def _total(holds: NDArray[np.bool_], won: NDArray[np.int64], picked: list[int]) -> int:
    return int(won[holds[picked].any(axis=0)].sum())
