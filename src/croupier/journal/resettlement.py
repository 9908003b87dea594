"""A round's lines as the journal has them beside the same round settled today."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from croupier.table.state import PROCEDURE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from croupier.journal.reconstruct import Rebuilt

    SettledLine = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Difference:
    """A line that is not the same, or that only one side has. `older`: of a kind that the table's own list of steps
    settled otherwise than today's does (Envy Bonuses, and what is paid on replaced cards or from a meter), so that
    nothing is wrong with it."""

    words: str
    older: bool


def compared(rebuilt: Rebuilt) -> tuple[Difference, ...]:
    """Every difference, by seats and their lines; none where the round cannot be settled anew."""
    again = rebuilt.settled_anew()
    if again is None:
        return ()
    found = []
    for number, anew in again.seats.items():
        mine, theirs = _by_key(rebuilt.lines.get(number, ())), _by_key(line.to_json() for line in anew.lines)
        for key in dict.fromkeys((*mine, *theirs)):
            pairs = zip_longest(mine.get(key, ()), theirs.get(key, ()), fillvalue=NOTHING)
            found += [
                _difference(rebuilt, number, key[0], one, other) for one, other in pairs if _told(one) != _told(other)
            ]
    return tuple(found)


NOTHING: Mapping[str, Any] = {}
"""In place of a line that a side has not."""


def _by_key(lines: Iterable[SettledLine]) -> dict[tuple[str, Any, Any], list[SettledLine]]:
    found: dict[tuple[str, Any, Any], list[SettledLine]] = {}
    for line in lines:
        found.setdefault((line["wager"], line.get("from"), line.get("for")), []).append(line)
    return found


def _difference(rebuilt: Rebuilt, number: int, wager: str, one: SettledLine, other: SettledLine) -> Difference:
    procedure = rebuilt.gathered.opening.procedure
    older = procedure < PROCEDURE and wager in _moved(rebuilt)
    had, has = one or "nothing", other or "nothing"
    if older:
        return Difference(f"seat {number}: settled by procedure {procedure} as {had}; by today's it is {has}", older)
    return Difference(f"seat {number}: the journal has {had}, settled anew it is {has}", older)


def _moved(rebuilt: Rebuilt) -> set[str]:
    """What an older list of steps may have settled otherwise."""
    rules = rebuilt.rules
    return {"envy"} | {w.id for w in rules.offered() if w.looks == "replaced" or rules.tables[w.id].progression}


def _told(line: SettledLine) -> dict[str, Any]:
    """What a line says, without the readings that it names: fewer had a name before."""
    return {key: value for key, value in line.items() if key not in {"reading", "readings"}}
