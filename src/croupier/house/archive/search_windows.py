"""Where a search goes on, and what it has looked through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.errors import HouseError
from croupier.house.archive import payloads

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.house.archive.search_terms import SearchTerms
    from croupier.table import events as e

    Describe = Callable[[e.Event, str], str]
    """What a record of a table tells of what is sought; nothing if it only looked so."""


RoundKey = tuple[str, int]


Notes = tuple[payloads.FoundNote, ...]
"""The records for which a round was found."""


class Marks:
    """What was found marked in a run of a table's rounds: a journal only grows, so that nothing is looked for twice."""

    def __init__(self) -> None:
        self.first = self.last = 0
        self.notes: dict[int, Notes] = {}

    def learn(self, rounds: list[int], notes: Mapping[int, Notes]) -> None:
        """A run of rounds without a gap; one that does not touch what is known takes its place."""
        low, high = min(rounds), max(rounds)
        if low > self.last + 1 or high < self.first - 1:
            self.first, self.last, self.notes = low, high, {}
        self.first, self.last = min(low, self.first), max(high, self.last)
        self.notes |= notes


def close_runs(rows: list[Any], gap: int = 400) -> list[list[Any]]:
    """Rounds whose records lie close together, so that one look takes them all."""
    runs: list[list[Any]] = []
    for row in rows:
        if runs and row.first - runs[-1][-1].last <= gap:
            runs[-1].append(row)
        else:
            runs.append([row])
    return runs


def scan_in_words(sought: SearchTerms, looked: int, back: str) -> str:
    """How far a search has looked, for people."""
    if not sought.in_records:
        return "from the index of rounds"
    far = f", back to {back}" if back else ", to the first"
    return f"records of {looked:,} round{'s' if looked != 1 else ''} looked through{far}"


def places_to_go_on(text: str) -> dict[str, int]:
    """Where to go on: the last round of each table that was looked at."""
    try:
        parts = [part.split("~") for part in text.split(",") if part]
        return {table: int(number[:9]) for table, number in parts}
    except ValueError:
        raise HouseError("is no place to go on from", field="after") from None
