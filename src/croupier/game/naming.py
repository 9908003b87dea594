"""`settle`, and the readings that its lines name: a line under another answer to which the money would be another."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.errors import CroupierError
from croupier.game.settle import settle_plainly

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from croupier.game.played import Played
    from croupier.game.rules import Rules
    from croupier.game.settle import Line, Settlement
    from croupier.law import Reading

UNSETTLED = (CroupierError, LookupError, StopIteration)
"""What stands in the way of settling a round that was played under another answer."""


def settle(rules: Rules, played: Played) -> Settlement:
    """Settle a round; every line that another answer to a reading would have moved names it."""
    found = settle_plainly(rules, played)
    lines = {number: list(seat.lines) for number, seat in found.seats.items()}
    for reading, other in rules.others():
        with suppress(*UNSETTLED):
            there = settle_plainly(other, played)
            lines = {n: moved(own, reading, there.seats[n].lines) for n, own in lines.items()}
    return replace(found, seats={n: replace(seat, lines=tuple(lines[n])) for n, seat in found.seats.items()})


def name_readings(rules: Rules, lines: list[Line], again: Callable[[Rules], Iterable[Line]]) -> list[Line]:
    """Some lines of a seat with the readings that move them; `again` settles the same under other rules."""
    for reading, other in rules.others():
        with suppress(*UNSETTLED):
            lines = moved(lines, reading, again(other))
    return lines


def moved(lines: Iterable[Line], reading: Reading, there: Iterable[Line]) -> list[Line]:
    """Lines with the reading added to those that are not `there`, under another answer to it, with the same money."""
    nets = {line.place: line.net for line in there}
    return [line if nets.get(line.place) == line.net else by(line, reading) for line in lines]


def by(line: Line, reading: Reading) -> Line:
    """The line with one more reading that decides it."""
    return line if reading in line.readings else replace(line, readings=(*line.readings, reading))
