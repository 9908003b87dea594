"""The best play of a game with a board, and what comes of it: two walks over all boards (see `boards`)."""

from __future__ import annotations

import hashlib
import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import comb
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.odds.facts import store
from croupier.odds.solver.board_walks import add_up, compare_all, fold_up, follow, left_over, unfold
from croupier.odds.solver.boards import Boards, names_of
from croupier.odds.solver.kept import name_of
from croupier.odds.solver.pays import ends
from croupier.odds.solver.plan import Plan
from croupier.odds.solver.shape import refused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from croupier.odds.solver.boards import Sights
    from croupier.odds.solver.pays import Path, Pays

    Values = NDArray[np.int64]

FEW = 10_000_000_000
"""So many deals are counted sooner than they are found."""
AT_ONCE = 128
"""Boards taken at a time: what they need stays near the processor."""
WORKERS = 4
"""Threads at the most; each has sums of its own."""


@dataclass(frozen=True, slots=True)
class Run:
    """Ways to the end that are one until the last decision: they begin with `path`, which was said up to the `street`
    of the earlier ones at which the sums are kept."""

    path: Path
    street: int
    ways: tuple[Path, ...]


@dataclass(frozen=True)
class Walk:
    """A game laid out for the walks: what every way pays for everything that is told apart."""

    pays: Pays
    boards: Boards
    runs: tuple[Run, ...]
    tables: NDArray[np.int64]

    @classmethod
    def of(cls, pays: Pays, nets: Callable[[Path], Values]) -> Walk:
        """Lay a game out where the ends of each path net so much by tuple."""
        boards, rules = pays.counted, pays.rules
        assert isinstance(boards, Boards)
        streets, runs = rules.game.streets, list[Run]()

        def lay(path: Path) -> None:
            options = streets[len(path)].options
            if len(path) == len(streets) - 1:
                runs.append(Run(path, max(0, len(path) - 1), tuple((*path, o.id) for o in options)))
                return
            for option in options:
                further = (*path, option.id)
                if ends(rules, len(path), option):
                    runs.append(Run(further, len(path), (further,)))
                else:
                    lay(further)

        lay(())
        joint = boards.joint
        tables = [np.where(joint >= 0, np.append(nets(way), 0)[joint], 0) for run in runs for way in run.ways]
        return cls(pays, boards, tuple(runs), np.stack(tables))

    @cached_property
    def starts(self) -> Values:
        """Where each run begins among the ways."""
        return np.cumsum([0, *(len(run.ways) for run in self.runs)])

    @cached_property
    def offsets(self) -> Values:
        """Where the sums of each run begin."""
        sizes = [len(self.boards.early[run.street].cards) * len(self.boards.hands) for run in self.runs]
        return np.cumsum([0, *sizes])

    @cached_property
    def picks(self) -> list[list[tuple[int, ...]]]:
        """For each of the earlier streets, which cards of a board may have been seen by then."""
        board = range(self.boards.sizes[1])
        return [list(combinations(board, seen)) for seen in self.boards.seen_early]

    @cached_property
    def of_runs(self) -> Values:
        """Which of all picks, those of one street after those before, are a run's."""
        edges = np.cumsum([0, *map(len, self.picks)])
        return np.array([[edges[run.street], edges[run.street + 1]] for run in self.runs])

    @cached_property
    def sets(self) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int32], int]:
        """The sets of cards of the player's hands by number, the sign of each, those of the others' hands, and how many
        sets there are."""
        boards, cards = self.boards, len(self.boards.shape.kinds)
        own, _, other = boards.sizes
        mine: list[Values] = []
        theirs: list[Values] = []
        signs: list[int] = []
        room = 0
        for size in range(min(own, other) + 1):
            chosen = list(combinations(range(own), size))
            mine += [room + names_of(boards.hands[:, each]) for each in chosen]
            signs += [(-1) ** size] * len(chosen)
            theirs += [room + names_of(boards.others[:, each]) for each in combinations(range(other), size)]
            room += comb(cards, size)
        sets, others = (np.stack(found, axis=1).astype(np.int32) for found in (mine, theirs))
        return sets, np.array(signs, np.int32), others, room

    @cached_property
    def masks(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """The cards of the player's hands and of the others' as bits."""
        one = np.uint64(1)
        mine, theirs = ((one << held.astype(np.uint64)).sum(axis=1) for held in (self.boards.hands, self.boards.others))
        return mine, theirs

    def laid(self, start: int, stop: int) -> tuple[Any, ...]:
        """Some of the boards with all hands, as the walks take them."""
        cards, board = self.boards.boards.cards[start:stop], self.boards.board.of_each[start:stop]
        return self.compared(cards, board)

    def compared(self, cards: NDArray[np.uint8], board: Values) -> tuple[Any, ...]:
        """Boards and what is told apart of them, with all hands and what these are worth."""
        boards, (own, size, other) = self.boards, self.boards.sizes
        left = len(boards.shape.kinds) - size
        hands, others = (np.empty((len(cards), comb(left, held)), np.int32) for held in (own, other))
        left_over(cards, self.masks[0], hands)
        left_over(cards, self.masks[1], others)
        codes = boards.codes(boards.hands[hands], cards, boards.sides.one)
        theirs = codes if boards.alike else boards.codes(boards.others[others], cards, boards.sides.other)
        mine = boards.worth.of_each[codes] * len(boards.hand.told) + boards.hand.of_each[hands]
        mine = mine * len(boards.board.told) + board[:, None]
        groups = boards.other_worth.of_each[theirs] * len(boards.other_hand.told) + boards.other_hand.of_each[others]
        return boards.alike, codes, theirs, hands, others, mine, groups, boards.joint.shape[1] // 3, *self.sets

    def sums(self, start: int, stop: int) -> tuple[Any, ...]:
        """What else the walks take for some of the boards: weights, pays, and where the sums of each are kept."""
        cards, width = self.boards.boards.cards[start:stop], len(self.boards.hands)
        bases, turns = _places(self.boards.early, self.picks, cards, width)
        weights = self.boards.boards.weights[start:stop]
        return weights, self.tables, self.starts, self.of_runs, bases, turns, self.offsets, self.boards.turned_hands

    def over_all(self, what: str, size: int, step: Callable[[int, int, Values], None]) -> Values:
        """Take all boards, some at a time, in a few threads, each with sums of its own; the sums of all."""
        count, tell = len(self.boards.boards.cards), store.progress(what)
        left: SimpleQueue[int] = SimpleQueue()
        for start in range(0, count, AT_ONCE):
            left.put(start)

        def work(_: int) -> Values:
            out = np.zeros(size, np.int64)
            with suppress(Empty):
                while True:
                    start = left.get_nowait()
                    step(start, min(start + AT_ONCE, count), out)
                    tell(count - left.qsize() * AT_ONCE, count)
            return out

        workers = min(WORKERS, os.cpu_count() or 1)
        with ThreadPoolExecutor(workers) as pool:
            total, *others = pool.map(work, range(workers))
        for other in others:
            total += other
        return total

    # Planning ---------------------------------------------------------------------------------------------------

    def worths(self) -> Values:
        """What every run is worth in every state of its street, summed over the ends, run by run."""

        def step(start: int, stop: int, out: Values) -> None:
            add_up(*self.laid(start, stop), *self.sums(start, stop), out)

        total = self.over_all("the best play on every board", int(self.offsets[-1]), step)
        found = []
        for run, first, last in zip(self.runs, self.offsets, self.offsets[1:], strict=False):
            rows = total[first:last].reshape(-1, len(self.boards.hands)) * self.boards.chains(run.street)
            found.append(self._whole(rows, run.street).reshape(-1))
        return np.concatenate(found)

    def _whole(self, rows: Values, street: int) -> Values:
        """Rows with the boards that differ from those taken in suits alone."""
        found = np.zeros_like(rows)
        for turn, hands in enumerate(self.boards.turned_hands):
            still = self.boards.early[street].still[:, turn]
            found[still] += rows[still][:, hands]
        return found // len(self.boards.turned_hands)

    def back(self, values: Values, street: int) -> Values:
        """What the states of a street are worth if those of the next are worth so much."""
        bases, turns, rows = self._between(street)
        out = np.zeros(rows * values.shape[1], np.int64)
        fold_up(values, self.boards.early[street + 1].weights, bases, turns, self.boards.turned_hands, out)
        return self._whole(out.reshape(rows, -1), street)

    def onward(self, shares: Values, street: int) -> Values:
        """How many ways lead to the states of the next street when so many lead to those of one."""
        bases, turns, _ = self._between(street)
        out = np.zeros((len(self.boards.early[street + 1].cards), shares.shape[1]), np.int64)
        unfold(shares.reshape(-1), bases, turns, self.boards.turned_hands, out)
        return out

    def _between(self, street: int) -> tuple[Values, Values, int]:
        here, next_ = self.boards.early[street : street + 2]
        picks = list(combinations(range(next_.cards.shape[1]), here.cards.shape[1]))
        bases, turns = _places((here,), (picks,), next_.cards, len(self.boards.hands))
        return bases, turns, len(here.cards)


@dataclass(frozen=True, slots=True)
class Walked(Plan):
    """A plan whose last street is decided board by board."""

    walk: Walk

    def worths(self, path: Path, states: NDArray[np.uint8]) -> tuple[Values, Values]:
        """What every option is worth in these states, and the place of the chosen one."""
        boards = self.walk.boards
        if len(path) < len(boards.stages) - 1:
            places = boards.places(len(path), states)
            return self.values[path][places], self.chosen[path][places]
        hands, cards = boards.split(states)
        (run,) = (n for n, run in enumerate(self.walk.runs) if run.path == path)
        tables = self.walk.tables[self.walk.starts[run] : self.walk.starts[run + 1]]
        found = np.empty((len(states), len(tables)), np.int64)
        for start in range(0, len(states), AT_ONCE):
            some = slice(start, start + AT_ONCE)
            laid = self.walk.compared(cards[some], boards.kinds_of(cards[some]))
            counts = np.empty((*laid[1].shape, 3 * laid[7]), np.int32)
            compare_all(*laid[:5], *laid[6:], counts)
            row = np.arange(len(counts))
            place = (laid[3] == hands[some][:, None]).argmax(axis=1)
            pays = tables[:, laid[5][row, place]]
            found[some] = (counts[row, place][None] * pays).sum(axis=2).T
        return found, found.argmax(axis=1)


def played(
    pays: Pays, nets: Callable[[Path], Values], given: object = None
) -> tuple[Walked, Mapping[tuple[Path, int], int]]:
    """The best play where the ends of each path net so much by tuple, and how many deals come down each path to each
    tuple. A strategy of somebody's own is refused: it would be asked about every state."""
    if given is not None:
        raise refused(pays.rules, "a given strategy would be asked about every hand on every board; it can be sampled")
    walk = Walk.of(pays, nets)
    boards = walk.boards

    def count() -> dict[str, NDArray[Any]]:
        worths = walk.worths() if len(boards.stages) > 1 else np.zeros(0, np.int64)
        ends = _followed(walk, _planned(walk, worths))
        return {"worths": worths, "ends": ends, "sizes": np.array([*boards.sizes, *boards.stages], np.int64)}

    if boards.deals < FEW:
        arrays: Mapping[str, NDArray[Any]] = count()
    else:
        laid = [number for run in walk.runs for number in (run.street, len(run.ways))]
        paid = hashlib.sha256(walk.tables.tobytes()).hexdigest()
        arrays = store.kept(store.key("boards", name_of(boards.shape), paid, laid), count, cards=boards.shape.kinds)
    ways = [way for run in walk.runs for way in run.ways]
    outcomes: dict[tuple[Path, int], int] = {}
    for way, own, column in np.argwhere(arrays["ends"]).tolist():
        where = (ways[way], int(boards.joint[own, column]))
        outcomes[where] = outcomes.get(where, 0) + int(arrays["ends"][way, own, column])
    return _planned(walk, arrays["worths"]), outcomes


def _planned(walk: Walk, flat: Values) -> Walked:
    """The plan of the earlier streets, by what every run is worth there."""
    streets, width = walk.pays.rules.game.streets, len(walk.boards.hands)
    values: dict[Path, Values] = {}
    chosen: dict[Path, Values] = {}
    parts = {run.path: flat[a:b] for run, a, b in zip(walk.runs, walk.offsets, walk.offsets[1:], strict=False)}

    def value(path: Path) -> Values:
        found = []
        for option in streets[len(path)].options:
            further = (*path, option.id)
            known = further in parts
            found.append(parts[further].reshape(-1, width) if known else walk.back(value(further), len(path)))
        every = np.stack(found, axis=2)
        values[path] = every.reshape(-1, len(found))
        chosen[path] = values[path].argmax(axis=1)
        best: Values = every.max(axis=2)
        return best

    if len(streets) > 1:
        value(())
    return Walked(values, chosen, walk.boards, walk)


def _followed(walk: Walk, plan: Walked) -> Values:
    """How many deals come down each way to everything that is told apart."""
    boards, rules = walk.boards, walk.pays.rules
    streets = rules.game.streets
    shares: dict[Path, Values] = {}

    def follow_on(path: Path, coming: Values) -> None:
        if len(path) == len(streets) - 1:
            shares[path] = coming
            return
        said = plan.chosen[path].reshape(coming.shape)
        for place, option in enumerate(streets[len(path)].options):
            further, going = (*path, option.id), np.where(said == place, coming, 0)
            if ends(rules, len(path), option) or len(further) == len(streets) - 1:
                shares[further] = going
            else:
                follow_on(further, walk.onward(going, len(path)))

    follow_on((), np.ones((len(boards.early[0].cards), len(boards.hands)), np.int64))
    flat = np.concatenate([(shares[run.path] * boards.chains(run.street)).reshape(-1) for run in walk.runs])

    def step(start: int, stop: int, out: Values) -> None:
        follow(*walk.laid(start, stop), *walk.sums(start, stop), flat, out.reshape(walk.tables.shape))

    total = walk.over_all("what comes of the best play", walk.tables.size, step).reshape(walk.tables.shape)
    if int(total.sum()) != boards.deals:
        raise refused(rules, f"{int(total.sum()):,} deals were counted of {boards.deals:,}")
    return total


def _places(
    early: tuple[Sights, ...], picks: Sequence[Sequence[tuple[int, ...]]], cards: NDArray[np.uint8], width: int
) -> tuple[Values, Values]:
    """For some boards and every pick of their cards, where the row of these begins, and the exchange that leads to
    it."""
    bases, turns = [], []
    for sights, chosen in zip(early, picks, strict=True):
        for pick in chosen:
            names = names_of(cards[:, list(pick)])
            bases.append(sights.row[names] * width)
            turns.append(sights.turn[names])
    return np.stack(bases, axis=1), np.stack(turns, axis=1)
