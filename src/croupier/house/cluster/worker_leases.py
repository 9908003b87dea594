"""Who keeps which table where the processes of one server share an SQLite file: known to the door, in memory.

Each of them asks for tables and hears of every change. What a process had is anyone's when it is gone.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_AHEAD = 16
"""A process has no more than the one with fewest and a sixteenth of all, as long as others may want some too."""
WANTED = 2.0
"""Seconds after which a table that was left for another process goes to whoever asks."""


class Here(msgspec.Struct, tag=True, frozen=True):
    """A process is reached at an address."""

    address: str


class Take(msgspec.Struct, tag=True, frozen=True):
    """It wants a unit; `n` is for the answer."""

    n: int
    name: str
    new: bool


class Release(msgspec.Struct, tag=True, frozen=True):
    """It gives a unit back."""

    name: str


class Own(msgspec.Struct, tag=True, frozen=True):
    """It keeps these tables."""

    tables: list[str]


class Give(msgspec.Struct, tag=True, frozen=True):
    """It keeps these tables no more."""

    name: str
    tables: list[str]


class News(msgspec.Struct, tag=True, frozen=True):
    """Somebody's roles changed: for every other process."""

    words: str


class Ready(msgspec.Struct, tag=True, frozen=True):
    """It takes connections and knows of so many tables. `token` are those that let the first administrators in,
    separated by spaces."""

    tables: int
    token: str


class Lives(msgspec.Struct, tag=True, frozen=True):
    """It goes on; said every second."""


class Ended(msgspec.Struct, tag=True, frozen=True):
    """It has ended; whether every round was finished."""

    finished: bool


class Taken(msgspec.Struct, tag=True, frozen=True):
    """Whether it has what it asked for."""

    n: int
    yes: bool


class Shared(msgspec.Struct, tag=True, frozen=True):
    """How things stand, for one process."""

    others: dict[str, str]
    addresses: list[str]
    gone: list[str]
    live: int


class End(msgspec.Struct, tag=True, frozen=True):
    """End; a second one asks to end at once."""


Asked = Here | Take | Release | Own | Give | News | Ready | Lives | Ended
Told = Taken | Shared | News | End
Letters = list[tuple[int, Told]]
"""What is told to which process."""


class WorkerLeases:
    """The processes by their numbers. `tables` says who keeps which."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.tables: dict[str, int] = {}
        self._expected: set[int] = set()
        self._units: dict[str, int] = {}
        self._addresses: dict[int, str] = {}
        self._gone: set[str] = set()
        self._left: dict[str, float] = {}

    def expect(self, process: int) -> None:
        """It was started and will want its share."""
        self._expected.add(process)

    def hear(self, process: int, message: Asked) -> Letters:
        """What is to be told when a process says something."""
        match message:
            case Here(address):
                self._addresses[process] = address
            case Take(n, name, new):
                return [(process, Taken(n, self._take(process, name, new=new)))]
            case Release(name):
                self._release(process, name)
            case Own(tables):
                self.tables |= dict.fromkeys(tables, process)
                self._gone -= set(tables)
            case Give(name, tables):
                self._release(process, name)
                for table in tables:
                    if self.tables.get(table) == process:
                        del self.tables[table]
            case News():
                return [(other, message) for other in self._addresses if other != process]
            case Ready() | Lives() | Ended():
                return []
        return self._everyone()

    def died(self, process: int) -> Letters:
        """A process is gone, and nothing of it writes any more."""
        self._expected.discard(process)
        self._addresses.pop(process, None)
        self._units = {name: whose for name, whose in self._units.items() if whose != process}
        self._gone |= {table for table, whose in self.tables.items() if whose == process}
        self.tables = {table: whose for table, whose in self.tables.items() if whose != process}
        return self._everyone()

    def _take(self, process: int, name: str, *, new: bool) -> bool:
        if name in self._units:
            return self._units[name] == process
        held = dict.fromkeys(self._expected, 0)
        for whose in self._units.values():
            held[whose] += 1
        ahead = held[process] - min(held.values()) > len(self._units) // MOST_AHEAD
        if ahead and not new and self.clock() - self._left.setdefault(name, self.clock()) < WANTED:
            return False
        self._left.pop(name, None)
        self._units[name] = process
        return True

    def _release(self, process: int, name: str) -> None:
        if self._units.get(name) == process:
            del self._units[name]

    def _everyone(self) -> Letters:
        return [(process, self._shared(process)) for process in self._addresses]

    def _shared(self, process: int) -> Shared:
        others = {
            table: self._addresses[whose]
            for table, whose in self.tables.items()
            if whose != process and whose in self._addresses
        }
        addresses = [address for whose, address in self._addresses.items() if whose != process]
        return Shared(others, addresses, sorted(self._gone), len(self._addresses))
