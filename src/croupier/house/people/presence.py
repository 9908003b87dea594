"""Who is here now: people with a page or a socket open, and where. Kept in memory; nobody is here after a restart."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from croupier.house.people import payloads

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from croupier.house.people.roles import Person

WORKING = ("shift-manager", "floorperson", "dealer", "surveillance", "auditor")
"""Posts, the highest first."""
T = TypeVar("T", bound=payloads.AtWork)


class Presence:
    """One per house. `turn` counts comings and goings."""

    def __init__(self) -> None:
        self.turn = 0
        self._here: Counter[tuple[Person, str, str]] = Counter()
        self._at: Counter[tuple[str, str]] = Counter()
        self._was: set[tuple[str, str]] = set()

    @contextmanager
    def at(self, person: Person, page: str, table: str = "") -> Iterator[None]:
        """Someone is here as long as this lasts."""
        key, place = (person, page, table), (person.name, table)
        self._here[key] += 1
        self._at[place] += 1
        if table:
            self._was.add(place)
        self.turn += 1
        try:
            yield
        finally:
            self._here[key] -= 1
            self._at[place] -= 1
            self.turn += 1
            if not self._here[key]:
                del self._here[key]
            if not self._at[place]:
                del self._at[place]

    def is_at(self, name: str, table: str) -> bool:
        """Whether somebody has a page of a table open, on a screen of their own."""
        return (name, table) in self._at

    def has_left(self, name: str, table: str) -> bool:
        """Whether somebody had a page or a socket of a table open, and has none now."""
        return (name, table) in self._was and not self.is_at(name, table)

    def at_work(self) -> list[payloads.AtWork]:
        """People with a working role who are here: name, highest post, page and table, each person once a place."""
        rows = []
        for person, page, table in self._here:
            held = {role for role, _ in person.grants}
            post = next((role for role in WORKING if role in held), None)
            if post is not None:
                rows.append(payloads.AtWork(name=person.name, post=post, page=page, table=table))
        return in_order(rows)


def in_order(rows: Iterable[T]) -> list[T]:
    """The highest posts first."""
    return sorted(rows, key=lambda one: (WORKING.index(one.post), one.name, one.page, one.table))
