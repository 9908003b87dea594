"""The back end for community cards and a hand that is not seen: as in Texas hold'em games against a dealer.

Every board, of those that differ in suits alone one, is looked at once: all hands of the player's and of the other side
are ranked on it and put in order, and one walk over both tells for each of the player's how many of the others are
lower, equal and higher. On the last street the best decision is taken on the spot, so its states are never listed. What
they are worth is added up in a row for each earlier sight of the board; boards that were left out come in when a row is
summed over the exchanges of suits that leave its cards as they are.

Unlike the other back ends this one needs the pays: a plan and what comes of it are a walk over all boards each.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.game.features import SEAT, Best, Compare, cards_of
from croupier.kit.bulk import all_hands
from croupier.kit.cards import CARDS
from croupier.kit.worths import codes_with, every_hand
from croupier.odds.solver.board_walks import first_of_kind
from croupier.odds.solver.columns import Bench, Tuples, column, domain, of_worth
from croupier.odds.solver.counted import Counted
from croupier.odds.solver.keys import turned

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from croupier.game.features import At, OfCards
    from croupier.odds.solver.shape import Shape

LARGEST = 3
"""Cards that a hand may have beside the board."""
A_STATE = 8
"""So many hands are ranked and compared while one state is listed."""
ROOM = 1 << 15
"""Tuples that may be told apart."""


@dataclass(frozen=True, slots=True)
class Sides:
    """The features by what they look at: how good the player's best hand is, the player's own cards, the board; and the
    same of the other hand. `one` and `other` are compared."""

    one: Best
    other: Best
    worth: tuple[OfCards, ...]
    hand: tuple[OfCards, ...]
    board: tuple[OfCards, ...]
    other_worth: tuple[OfCards, ...]
    other_hand: tuple[OfCards, ...]


def sides_of(shape: Shape) -> Sides | None:
    """Sort the features; None where one is none of these."""
    own, board, other = _groups(shape) or (-1, -1, -1)
    compared = {(f.one, f.other) for f in shape.features if isinstance(f, Compare)}
    if own < 0 or len(compared) != 1:
        return None
    ((one, two),) = compared
    mine, theirs = (set(shape.within(best.cards)) for best in (one, two))
    if one.ranking != two.ranking or not {own} <= mine <= {own, board} or not {other} <= theirs <= {other, board}:
        return None
    found: dict[str, list[OfCards]] = {}
    for feature in shape.features:
        if isinstance(feature, Compare):
            continue
        best = feature if isinstance(feature, Best) else getattr(feature, "best", None)
        groups = {group for at in cards_of(feature) for group in shape.within(at)}
        kinds = {"worth": best == one, "other_worth": best == two}
        kinds |= {"hand": groups == {own}, "board": groups == {board}, "other_hand": groups == {other}}
        kind = next((kind for kind, fits in kinds.items() if fits), None)
        if kind is None:
            return None
        found.setdefault(kind, []).append(feature)
    parts = ("worth", "hand", "board", "other_worth", "other_hand")
    return Sides(one, two, *(tuple(found.get(part, ())) for part in parts))


def _groups(shape: Shape) -> tuple[int, int, int] | None:
    """The groups of the player's own cards, of the board and of the other hand, where there are these three."""
    if not shape.asks or max(shape.held) != 1 or shape.drawn or len(set(shape.draws)) != len(("own", "board", "other")):
        return None
    known, unknown = shape.draws[: shape.asks[-1]], shape.draws[shape.asks[-1] :]
    own = next((group for group in known if SEAT in shape.groups[group]), None)
    if own is None or len(set(unknown)) != 1 or unknown[0] in known or own not in known:
        return None
    (board,) = set(known) - {own}
    if shape.draws[: shape.asks[0]].count(own) != known.count(own):
        return None
    return own, board, unknown[0]


def count(shape: Shape) -> Boards:
    """Lay out a shape that `fits`; it is counted once the pays are known."""
    sides, groups = sides_of(shape), _groups(shape)
    assert sides is not None
    assert groups is not None
    return Boards(shape, Tuples(shape.features, shape.sizes()), [], sides, groups)


def fits(shape: Shape) -> bool:
    """Whether a shape is the player's cards and a board, seen bit by bit, against a hand that is not seen."""
    sides, groups = sides_of(shape), _groups(shape)
    if sides is None or groups is None:
        return False
    return all(shape.draws.count(group) <= LARGEST for group in (groups[0], groups[2]))


def work(shape: Shape) -> int:
    """How many hands are looked at on all boards, told in states listed."""
    own, board, other = (shape.draws.count(group) for group in _groups(shape) or ())
    left = len(shape.kinds) - board
    boards = comb(len(shape.kinds), board) // max(1, len(shape.turns))
    return 2 * boards * (comb(left, own) + comb(left, other)) // A_STATE


# The lists of cards ---------------------------------------------------------------------------------------------


def names_of(sets: NDArray[Any]) -> NDArray[np.int64]:
    """The place of each set of cards, which stand in order, among all of its size."""
    found = np.zeros(sets.shape[:-1], np.int64)
    for place in range(sets.shape[-1]):
        table = np.array([comb(card, place + 1) for card in range(len(CARDS))], np.int64)
        found += table[sets[..., place]]
    return found


def every_set(cards: int, size: int) -> NDArray[np.uint8]:
    """All sets of so many of the cards, each at its place."""
    sets = all_hands(cards, size)
    return np.ascontiguousarray(sets[np.argsort(names_of(sets))])


@dataclass(frozen=True, slots=True)
class Sights:
    """The parts of a board that are seen at a decision: `row` and `turn` say of every set of cards which it is when
    suits are exchanged, and how; `cards` and `weights` are those of a row, and `still` which exchanges change nothing
    of it."""

    row: NDArray[np.int64]
    turn: NDArray[np.int64]
    cards: NDArray[np.uint8]
    weights: NDArray[np.int64]
    still: NDArray[np.bool_]

    @classmethod
    def of(cls, cards: int, size: int, turns: NDArray[np.uint8]) -> Sights:
        """List them."""
        sets = every_set(cards, size)
        first, turn = np.empty(len(sets), np.int64), np.empty(len(sets), np.int64)
        first_of_kind(sets, turns, first, turn)
        kept, row, weights = np.unique(first, return_inverse=True, return_counts=True)
        again = names_of(np.sort(turns[:, sets[kept]], axis=2))
        return cls(row.reshape(-1), turn, sets[kept], weights, (again == kept).T)


@dataclass(frozen=True)
class Boards(Counted):
    """A shape, ready to be walked. No level of it is listed."""

    sides: Sides
    groups: tuple[int, int, int]

    @cached_property
    def sizes(self) -> tuple[int, int, int]:
        """Cards of the player, the board and the other hand."""
        own, board, other = (self.shape.draws.count(group) for group in self.groups)
        return own, board, other

    @cached_property
    def stages(self) -> tuple[int, ...]:
        """Cards of the board that are seen at each decision."""
        return tuple(known - self.sizes[0] for known in self.shape.asks)

    @cached_property
    def turns(self) -> NDArray[np.uint8]:
        """What every card becomes by each exchange of suits; cards by their place among the kinds."""
        index = np.zeros(len(CARDS), np.uint8)
        index[list(self.shape.kinds)] = np.arange(len(self.shape.kinds))
        found: NDArray[np.uint8] = index[turned(self.shape.turns)[:, list(self.shape.kinds)]]
        return found

    @cached_property
    def hands(self) -> NDArray[np.uint8]:
        """All hands that the player may have."""
        return every_set(len(self.shape.kinds), self.sizes[0])

    @cached_property
    def turned_hands(self) -> NDArray[np.int32]:
        """What every hand becomes by each exchange of suits."""
        return names_of(np.sort(self.turns[:, self.hands], axis=2)).astype(np.int32)

    @cached_property
    def others(self) -> NDArray[np.uint8]:
        """All hands that the other side may have."""
        return every_set(len(self.shape.kinds), self.sizes[2])

    @cached_property
    def boards(self) -> Sights:
        """The whole boards."""
        return Sights.of(len(self.shape.kinds), self.sizes[1], self.turns)

    @cached_property
    def early(self) -> tuple[Sights, ...]:
        """What is seen of the board before the last decision; where there is only one, nothing."""
        return tuple(Sights.of(len(self.shape.kinds), seen, self.turns) for seen in self.stages[:-1] or (0,))

    @cached_property
    def seen_early(self) -> tuple[int, ...]:
        """How many cards that is each time."""
        return self.stages[:-1] or (0,)

    def chains(self, street: int) -> int:
        """In how many ways the cards of a board may come after those seen on a street."""
        steps = [b - a for a, b in pairwise((*self.seen_early[street:], self.sizes[1]))]
        left, found = sum(steps), 1
        for step in steps:
            found *= comb(left, step)
            left -= step
        return found

    def ends(self, street: int) -> int:
        """In how many ways a state of a street can end."""
        own, board, other = self.sizes
        seen = self.stages[street]
        left = len(self.shape.kinds) - own
        chains = 1 if street == len(self.stages) - 1 else self.chains(street)
        return comb(left - seen, board - seen) * chains * comb(left - board, other)

    @property
    def most(self) -> int:
        """The most that is added up of any state, before it is divided by the exchanges of suits."""
        return max(map(self.ends, range(len(self.stages)))) * len(self.turns)

    @property
    def deals(self) -> int:
        """All deals."""
        own, _, _ = self.sizes
        cards = len(self.shape.kinds)
        return comb(cards, own) * comb(cards - own, self.stages[0]) * self.ends(0)

    # States -----------------------------------------------------------------------------------------------------

    def split(self, states: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.uint8]]:
        """The player's hand in these states, and the cards of the board, in order."""
        index = np.zeros(len(CARDS), np.uint8)
        index[list(self.shape.kinds)] = np.arange(len(self.shape.kinds))
        draws = np.array(self.shape.draws[: states.shape[1]])
        own, board = (np.sort(index[states[:, draws == group]], axis=1) for group in self.groups[:2])
        return names_of(own), board

    def places(self, street: int, states: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Where states of an earlier street stand."""
        hands, board = self.split(states)
        sights, names = self.early[street], names_of(board)
        return sights.row[names] * len(self.hands) + self.turned_hands[sights.turn[names], hands]

    def kinds_of(self, boards: NDArray[np.uint8]) -> NDArray[np.int64]:
        """What is told apart of these boards."""
        return self.board.of_each[self.boards.row[names_of(boards)]]

    # Features ---------------------------------------------------------------------------------------------------

    @cached_property
    def worth(self) -> Part:
        """What is told apart of the player's best hand, by its worth."""
        return Part.of(self.sides.worth, {f: of_worth(f) for f in self.sides.worth}, self.shape.sizes(), self.worths)

    @cached_property
    def other_worth(self) -> Part:
        """What is told apart of the other best hand, by its worth."""
        found = {f: of_worth(f) for f in self.sides.other_worth}
        return Part.of(self.sides.other_worth, found, self.shape.sizes(), self.worths)

    @property
    def alike(self) -> bool:
        """Whether both sides' hands are worth the same on a board."""
        own, _, other = self.groups
        mine, theirs = (set(self.shape.within(best.cards)) for best in (self.sides.one, self.sides.other))
        return self.sizes[0] == self.sizes[2] and mine - {own} == theirs - {other}

    @property
    def worths(self) -> int:
        """How many worths there are."""
        return len(every_hand(self.sides.one.ranking))

    def _of_cards(self, features: tuple[OfCards, ...], sets: NDArray[np.uint8]) -> Part:
        held = np.array(self.shape.kinds, np.uint8)[sets]
        bench = Bench({at: held for f in features for at in cards_of(f)}, single=True)
        return Part.of(features, {f: column(f, bench) for f in features}, self.shape.sizes(), len(sets))

    @cached_property
    def hand(self) -> Part:
        """What is told apart of the player's own cards."""
        return self._of_cards(self.sides.hand, self.hands)

    @cached_property
    def other_hand(self) -> Part:
        """What is told apart of the other side's own cards."""
        return self._of_cards(self.sides.other_hand, self.others)

    @cached_property
    def board(self) -> Part:
        """What is told apart of the board."""
        return self._of_cards(self.sides.board, self.boards.cards)

    @cached_property
    def joint(self) -> NDArray[np.int64]:
        """The number of the tuple, for what is told apart of the player's side and of the other and how they compare;
        -1 where these cannot meet."""
        mine = [(w, h, b) for w in self.worth.told for h in self.hand.told for b in self.board.told]
        theirs = [(w, h) for w in self.other_worth.told for h in self.other_hand.told]
        meet = self.worth.meets(self.other_worth)
        sides, order = self.sides, self.shape.features
        found = np.full((len(mine), 3 * len(theirs)), -1, np.int64)
        for one, parts in enumerate(mine):
            of_mine = dict(zip((*sides.worth, *sides.hand, *sides.board), sum(parts, ()), strict=True))
            for other, others in enumerate(theirs):
                told = of_mine | dict(zip((*sides.other_worth, *sides.other_hand), sum(others, ()), strict=True))
                worths = one // (len(self.hand.told) * len(self.board.told)), other // len(self.other_hand.told)
                for versus in np.flatnonzero(meet[worths]).tolist():
                    values = [versus - 1 if isinstance(f, Compare) else told[f] for f in order]
                    found[one, 3 * other + versus] = self.tuples.number_of(values)
        return found

    def codes(self, hands: NDArray[np.uint8], boards: NDArray[np.uint8], best: Best) -> NDArray[np.uint16]:
        """What hands are worth, those of one board a row."""
        kinds = np.array(self.shape.kinds, np.uint8)
        if self.groups[1] in self.shape.within(best.cards):
            return codes_with(best.ranking, kinds[hands], kinds[boards])
        return codes_with(best.ranking, kinds[hands], np.empty((len(boards), 0), np.uint8))


@dataclass(frozen=True, slots=True)
class Part:
    """Features that look at the same thing: what they say together, `told`, and which of these holds for each worth or
    set of cards."""

    told: tuple[tuple[Any, ...], ...]
    of_each: NDArray[np.int64]

    @classmethod
    def of(
        cls, features: tuple[OfCards, ...], columns: dict[OfCards, NDArray[np.int64]], sizes: dict[At, int], count: int
    ) -> Part:
        """From the column of each feature."""
        if not features:
            return cls(((),), np.zeros(count, np.int64))
        rows = np.stack([columns[f] for f in features], axis=1)
        kinds, back = np.unique(rows, axis=0, return_inverse=True)
        values = [domain(f, max(sizes[at] for at in cards_of(f))) for f in features]
        told = tuple(tuple(v[place] for v, place in zip(values, row, strict=True)) for row in kinds.tolist())
        return cls(told, back.reshape(-1))

    def meets(self, other: Part) -> NDArray[np.bool_]:
        """For what is told of worths here and there, whether the one may be lower, equal and higher."""
        found = np.zeros((len(self.told), len(other.told), 3), np.bool_)
        for one in range(len(self.told)):
            mine = np.flatnonzero(self.of_each == one)
            for two in range(len(other.told)):
                theirs = np.flatnonzero(other.of_each == two)
                same = bool(np.intersect1d(mine, theirs, assume_unique=True).size)
                found[one, two] = mine[0] < theirs[-1], same, mine[-1] > theirs[0]
        return found
