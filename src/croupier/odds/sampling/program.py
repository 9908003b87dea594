"""What a kernel does with a round, as plain data: steps over registers, and the tables they look things up in.

A step reads cards (rows of what was dealt) and registers, and writes a register. Nothing in a program knows a rule: the
worths of hands, the strategy, the domains of features and the numbers of rounds are all tables. The same program drives
the kernel of the processor and the one of a GPU.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum, auto
from typing import TYPE_CHECKING

import numpy as np

from croupier.odds.sampling.deal import words_array

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]


class Step(IntEnum):
    """What a step does; its operands are said where `Builder` writes it."""

    PUT = 0
    HASH = auto()
    BEST = auto()
    SET = auto()
    ADD = auto()
    VERSUS = auto()
    POINTS = auto()
    SCALE = auto()
    DECIDE = auto()
    MOST = auto()
    REPLACE = auto()
    RARE = auto()
    SEVEN = auto()
    AGAINST = auto()
    TALLY = auto()
    GIVE = auto()


WIDTH = 12
"""Numbers in a step."""


@dataclass(frozen=True, slots=True)
class Program:
    """Everything a kernel needs. `width` cards are dealt, `rows` is that and the cards that steps make of them."""

    deck: NDArray[np.uint8]
    words: Numbers
    width: int
    rows: int
    registers: int
    steps: Numbers
    cards: Numbers
    tables: NDArray[np.int32]
    keys: NDArray[np.uint64]
    options: NDArray[np.uint8]
    sizes: tuple[int, ...]
    seats: int


@dataclass(slots=True)
class Builder:
    """Writes a program. Tables that are the same are kept once."""

    deck: NDArray[np.uint8]
    width: int
    seats: int
    rows: int = 0
    registers: int = 0
    steps: list[list[int]] = field(default_factory=list)
    cards: list[int] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    notes: dict[tuple[str, int], int] = field(default_factory=dict)
    gives: list[list[int]] = field(default_factory=list)
    _tables: list[NDArray[np.int32]] = field(default_factory=list)
    _keys: list[NDArray[np.uint64]] = field(default_factory=list)
    _options: list[NDArray[np.uint8]] = field(default_factory=list)
    _known: dict[object, int] = field(default_factory=dict)
    _at: dict[str, int] = field(default_factory=lambda: {"tables": 0, "keys": 0, "options": 0})
    _made: dict[object, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rows = self.width

    def program(self) -> Program:
        """What was written."""
        steps = np.zeros((len(self.steps), WIDTH), np.int64)
        for row, step in zip(steps, self.steps, strict=True):
            row[: len(step)] = step
        return Program(
            self.deck,
            words_array(len(self.deck), self.width),
            self.width,
            self.rows,
            max(self.registers, 1),
            steps,
            np.array([*self.cards, 0], np.int64),
            np.concatenate([*self._tables, np.zeros(1, np.int32)]),
            np.concatenate([*self._keys, np.zeros(1, np.uint64)]),
            np.concatenate([*self._options, np.zeros(1, np.uint8)]),
            tuple(self.sizes),
            self.seats,
        )

    def mark(self) -> tuple[int, int, int, int, dict[object, int], dict[tuple[str, int], int]]:
        """Where the writing stands, so that it can go `back` there."""
        return (
            len(self.steps), self.registers, self.rows, len(self.sizes), dict(self._made), dict(self.notes),
        )  # fmt: skip

    def back(self, mark: tuple[int, int, int, int, dict[object, int], dict[tuple[str, int], int]]) -> None:
        """Take back the steps written since; tables may stay."""
        steps, self.registers, self.rows, sizes, self._made, self.notes = mark
        del self.steps[steps:], self.sizes[sizes:]

    # Data ------------------------------------------------------------------------------------------------------

    def table(self, numbers: object) -> int:
        """Where a table of numbers starts."""
        made = np.ascontiguousarray(np.asarray(numbers).ravel(), np.int32)
        return self._kept("tables", self._tables, made)  # type: ignore[arg-type]

    def keys(self, numbers: NDArray[np.uint64]) -> int:
        """Where the keys of cards start."""
        return self._kept("keys", self._keys, numbers)  # type: ignore[arg-type]

    def options(self, places: NDArray[np.uint8]) -> int:
        """Where the options said in every state start."""
        return self._kept("options", self._options, places)  # type: ignore[arg-type]

    def _kept(self, kind: str, parts: list[NDArray[np.generic]], made: NDArray[np.generic]) -> int:
        known = (kind, made.tobytes())
        if known not in self._known:
            self._known[known] = self._at[kind]
            self._at[kind] += len(made)
            parts.append(made)
        return self._known[known]

    def listed(self, cards: Sequence[int]) -> int:
        """Where a list of card rows starts."""
        known = ("cards", tuple(cards))
        if known not in self._known:
            self._known[known] = len(self.cards)
            self.cards += cards
        return self._known[known]

    def register(self, start: int = 0) -> int:
        """A register that begins with a number."""
        self.registers += 1
        self.steps.append([Step.PUT, self.registers - 1, start])
        return self.registers - 1

    # Steps that find something out, once each --------------------------------------------------------------------

    def _once(self, step: Sequence[int], start: int = 0) -> int:
        known = tuple(step)
        if known not in self._made:
            register = self.register(start)
            self._made[known] = register
            self.steps.append([step[0], register, *step[1:]])
        return self._made[known]

    def hash(self, cards: Sequence[int], keys: int, rows: int, width: int, room: int, full: int) -> int:
        """By ranks and suitedness, the place of a hand in the tables of its ranking; with `room` 0 by ranks alone."""
        return self._once([Step.HASH, self.listed(cards), len(cards), keys, rows, width, room, full])

    def best(self, cards: Sequence[int], keys: int, rows: int, width: int, table: int, flushes: int, full: int) -> int:
        """What the best hand of more cards than it needs is worth."""
        return self._once([Step.BEST, self.listed(cards), len(cards), keys, rows, width, table, flushes, full])

    def set(
        self, cards: Sequence[int], kinds: NDArray[np.int64], choose: int, size: int, *, again: bool, before: int = -1
    ) -> int:
        """The place of a set of cards among all of its size, after that of another (`before`)."""
        whole = all(int(kinds[card]) == card for card in set(self.deck.tolist()))
        at = self.table(kinds)
        return self._once([Step.SET, self.listed(cards), len(cards), at, choose, size, int(again), before, int(whole)])

    def points(self, cards: Sequence[int], table: int) -> int:
        """The points of cards together."""
        return self._once([Step.POINTS, self.listed(cards), len(cards), table])

    def most(self, registers: Sequence[int]) -> int:
        """The greatest of some registers."""
        out = self.register(-(1 << 30))
        self.steps += [[Step.MOST, out, each] for each in registers]
        return out

    def rare(self, worth: int, least: int, cards: Sequence[int], known: Sequence[int], marks: Sequence[int]) -> int:
        """The mark of a set of seven cards if it is among the `known` (in order), and worth at least so much."""
        at = self.listed(cards)
        return self._once([Step.RARE, worth, least, at, len(cards), self.table(known), len(known), self.table(marks)])

    def replace(self, seats: Sequence[Sequence[int]], spare: int, kind: int) -> list[int]:
        """The last seat's cards with some replaced from the spare ones; seats before it have drawn theirs."""
        size = len(seats[-1])
        made = list(range(self.rows, self.rows + size))
        self.rows += size
        every = [card for seat in seats for card in seat]
        self.steps.append([Step.REPLACE, made[0], self.listed(every), len(every), size, spare, kind])
        return made

    def give(self, card: int, register: int, table: int) -> int:
        """A card, or none where a table says of a register that it is not given."""
        self.rows += 1
        self.steps.append([Step.GIVE, self.rows - 1, card, register, table])
        return self.rows - 1

    def seven(self, cards: Sequence[int], keys: int, rows: int, width: int, loose: int, masks: int, others: int) -> int:
        """The class of seven cards that are set into two hands."""
        return self._once([Step.SEVEN, self.listed(cards), len(cards), keys, rows, width, loose, masks, others])

    def against(self, own: int, their_high: int, their_low: int, starts: int, highs: int, lows: int) -> int:
        """How many of two hands the best setting of a class wins against two hands."""
        return self._once([Step.AGAINST, own, their_high, their_low, starts, highs, lows])

    # Steps that add to a register --------------------------------------------------------------------------------

    def add(self, to: int, source: int, table: int) -> None:
        """Add what a table says of a register."""
        self.steps.append([Step.ADD, to, source, table])

    def versus(self, to: int, sources: tuple[int, int], tables: tuple[int, int], times: int) -> None:
        """Add so many times 0, 1 or 2: the first is worth less than the second, the same, or more."""
        self.steps.append([Step.VERSUS, to, *sources, *tables, times])

    def scale(self, to: int, source: int, times: int, more: int = 0) -> None:
        """Add a register so many times, and a number."""
        self.steps.append([Step.SCALE, to, source, times, more])

    def decide(self, path: int, end: int, state: int, bases: int, onward: int, options: int) -> None:
        """Where a round that has not ended stands on a path of decisions, say what its strategy says of the state."""
        self.steps.append([Step.DECIDE, path, end, state, bases, onward, options])

    def tally(self, register: int, seat: int, size: int, look: int | None = None) -> int:
        """Count a round under the number in a register; which tally it is."""
        if look is None:
            look = len(self.sizes)
            self.sizes.append(size)
        self.steps.append([Step.TALLY, register, look, seat])
        return look
