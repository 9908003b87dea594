"""Tables that are set aside: their data could not be loaded or played on, and they are stopped alone.

Each is logged, counted, recorded in the house's journal and shown to the floor and the administrator. The house tries
it again after a while by itself, unless it has been played on data that turned out to be broken: then a person decides.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from croupier.errors import HouseError
from croupier.house.journal.events import TableReadmitted, TableSetAside
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.keeping.dealer_posts import freeing
from croupier.house.tables.keeping.loading import fault_in_words
from croupier.house.tables.views import payloads

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from sqlalchemy import Executable

    from croupier.house.journal.events import HouseEvent
    from croupier.house.storage.database import Database

_LOG = logging.getLogger("croupier.house")
FIRST, LATEST = 5.0, 600.0
"""Seconds before a table is tried again by itself: at first, and at most."""


class SetAside(msgspec.Struct, frozen=True):
    """A table that is stopped. `why` is for the floor and the administrator; `since` is milliseconds."""

    table: str
    name: str
    why: str
    since: int
    retried: bool = True
    """Whether the house tries it again by itself."""

    def refusal(self) -> HouseError:
        """What everyone hears who asks for it."""
        return HouseError(
            f"table {self.table} is set aside: its data could not be loaded, and the floor knows why",
            fault="set-aside",
            field="table",
        )

    def told(self) -> payloads.SetAsideNotice:
        """The notice for the floor and the administrator."""
        again = "The house tries it again by itself." if self.retried else "It waits until somebody tries it again."
        return payloads.SetAsideNotice(table=self.table, name=self.name, why=self.why, since=self.since, next=again)


class Quarantine:
    """The tables that this process has set aside."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self._database = database
        self._clock = clock
        self._tables: dict[str, SetAside] = {}
        self._waits: dict[str, float] = {}

    def __contains__(self, table: object) -> bool:
        return table in self._tables

    def __iter__(self) -> Iterator[SetAside]:
        return iter(tuple(self._tables.values()))

    def __len__(self) -> int:
        return len(self._tables)

    def get(self, table: str) -> SetAside | None:
        """The notice of a table, if it is set aside."""
        return self._tables.get(table)

    def put(self, table: str, name: str, error: BaseException, *, retried: bool = True) -> SetAside:
        """Set a table aside; one that already is keeps its time, and nothing is said twice."""
        known, why = self._tables.get(table), fault_in_words(error)
        if known is not None and known.why == why:
            return known
        since = self._clock() if known is None else known.since
        made = self._tables[table] = SetAside(table, name, why, since, retried and (known is None or known.retried))
        _LOG.error("table set aside", extra={"told": {"table": table, "why": why}})
        self._record(TableSetAside(table=table, why=why), freeing(table))
        return made

    def readmit(self, table: str) -> None:
        """It was loaded whole."""
        if self._tables.pop(table, None) is not None:
            self._waits.pop(table, None)
            _LOG.warning("table readmitted", extra={"told": {"table": table}})
            self._record(TableReadmitted(table=table))

    def forget(self, tables: Collection[str]) -> None:
        """Another process sees to these from now on."""
        for table in tables:
            self._tables.pop(table, None)
            self._waits.pop(table, None)

    def wait(self, table: str) -> float:
        """Seconds before a table is tried again, longer each time."""
        wait = self._waits[table] = min(max(FIRST, 2 * self._waits.get(table, 0.0)), LATEST)
        return wait

    def _record(self, event: HouseEvent, *doing: Executable) -> None:
        with suppress(HouseError):  # the database is closed: the next start says it again
            self._database.submit(Transaction("", self._clock(), doing=doing, said=[event]))
