"""What commands led to at a table, on its way to the disk: records, ledger entries and rows in one transaction.

Commands that come before the loop goes round are stored together; what tables that share a meter must hear of is stored
in the same transaction.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from sqlalchemy import update

from croupier.errors import CroupierError
from croupier.house.journal.events import HeadRecorded
from croupier.house.storage import schema
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.equipment import left_table
from croupier.house.tables.keeping import dealer_posts
from croupier.house.tables.keeping.pending_writes import PendingWrite, ReadyWrite, settle_writes
from croupier.house.tables.keeping.table_journal import TableJournal
from croupier.house.tables.money import ledger
from croupier.house.tables.views.visibility import owns
from croupier.table import events as e

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from sqlalchemy import Executable

    from croupier.game import Rules
    from croupier.house.journal.events import HouseEvent
    from croupier.house.storage.database import Database
    from croupier.house.storage.table_settings import Settings
    from croupier.house.tables.keeping.idempotency_keys import Answer
    from croupier.house.tables.keeping.pending_writes import Step
    from croupier.journal.keys import Key
    from croupier.kit.payload import Json

    Entry = tuple[int, str, int, str]


class TableWriter(TableJournal, ABC):
    """A table that stores what it decided. `waiting` counts what is on its way; `broken` is why it takes no more."""

    def __init__(
        self,
        database: Database,
        key: Key,
        id_: str,
        name: str,
        settings: Settings,
        rules: Rules,
        clock: Callable[[], int],
        chance: random.Random,
    ) -> None:
        super().__init__(database, key, id_, name, settings, rules, clock, chance)
        self.broken: CroupierError | None = None
        self.waiting = 0
        self._ready: list[ReadyWrite] = []

    @abstractmethod
    def linked(self, steps: Sequence[Step]) -> Sequence[tuple[TableWriter, Step]]:
        """What other tables, which share a meter with this one, must store of these steps in the same transaction."""

    @abstractmethod
    def publish(self, written: Sequence[PendingWrite]) -> None:
        """Let everyone see what is on the disk now."""

    @abstractmethod
    def fail(self, error: CroupierError) -> None:
        """Take no more: what is stored is the truth."""

    def now(self) -> int:
        """The time, which at a table never runs backwards whatever the clock does."""
        return max(self.clock(), self.decided.clock)

    def store(
        self,
        steps: Sequence[Step],
        key: str = "",
        body: str = "",
        claims: Sequence[Executable] = (),
        said: Sequence[HouseEvent] = (),
        doing: Sequence[Executable] = (),
        entries: Sequence[Entry] = (),
    ) -> asyncio.Future[Answer]:
        """What comes before the loop goes round is stored together, unless it must be a piece by itself; `entries` are
        the house's own that go with it."""
        if self.broken is not None:
            raise self.broken
        loop = asyncio.get_running_loop()
        others = self.linked(steps)
        if others or claims:
            return self._store_apart(steps, key, body, others, claims, said, doing, entries).coming
        try:
            written = self.write(steps, key, body)
        except CroupierError as error:
            self.fail(error)
            raise
        self.waiting += 1
        ready = ReadyWrite([written], key, loop.create_future())
        if not self._ready:
            loop.call_soon(self.flush)
        self._ready.append(ready)
        return ready.coming

    def _store_apart(
        self,
        steps: Sequence[Step],
        key: str,
        body: str,
        others: Sequence[tuple[TableWriter, Step]],
        claims: Sequence[Executable],
        said: Sequence[HouseEvent],
        doing: Sequence[Executable],
        entries: Sequence[Entry],
    ) -> ReadyWrite:
        keepers = (self, *(other for other, _ in others))
        for keeper in keepers:  # each journal in its order
            keeper.flush()
        try:
            own = self.write(steps, key, body, claims, said, doing, entries)
            written = [own, *(other.write([linked]) for other, linked in others)]
        except CroupierError as error:
            for keeper in keepers:
                keeper.fail(error)
            raise
        for keeper in keepers:
            keeper.waiting += 1
        ready = ReadyWrite(written, key, asyncio.get_running_loop().create_future())
        self._send([ready])
        return ready

    def flush(self) -> None:
        """Send what waits for more to the database."""
        ready, self._ready = self._ready, []
        if ready:
            self._send(ready)

    def _send(self, ready: Sequence[ReadyWrite]) -> None:
        works = [each.work for one in ready for each in one.written]
        first = works[0] if len(works) == 1 else replace(works[0], also=works[1:])
        try:
            self.database.send(first, lambda error: settle_writes(ready, error))
        except CroupierError as error:
            settle_writes(ready, error)

    def write(
        self,
        steps: Sequence[Step],
        key: str = "",
        body: str = "",
        claims: Sequence[Executable] = (),
        said: Sequence[HouseEvent] = (),
        doing: Sequence[Executable] = (),
        entries: Sequence[Entry] = (),
    ) -> PendingWrite:
        """The records, entries and rows of steps, which the table has taken from now on."""
        posted = list(entries)
        rows: list[tuple[Any, Json]] = []
        theirs: dict[int, Any] = {}
        looks = owns(self.vault, self.decided, steps)
        for number, (events, table) in enumerate(steps):
            for place, event in enumerate(events):
                n = self.writer.append(event, table.clock, more=place + 1 < len(events))
                posted += ledger.postings(self.id, n, event, self.settings.links)
                rows += self._index.hear(event, n, table.clock)
                if hands := looks.get((number, place)):
                    theirs[n] = hands
        if not steps[-1][1].open:
            self.writer.head()
        self.writer.commit()
        taken = list(enumerate(self.lines.take(), self._next))
        self._next += len(taken)
        last = taken[-1][0]
        rows.append(self._tail(last))
        if isinstance(steps[-1][0][-1], e.RoundClosed):
            rows += self._camera.look(self.writer.walk(), steps[-1][1])
        moving, left = left_table(self.decided, steps)
        doing, said = [*doing, *moving], [*said, *left]
        if not steps[-1][1].open:
            said = [*said, HeadRecorded(table=self.id, n=last, hash=self.writer.walk().before.hex())]
            row = schema.tables
            doing += [
                update(row).where(row.c.id == self.id).values(closed=steps[-1][1].clock),
                dealer_posts.freeing(self.id),
            ]
        if key:
            rows.append(self._answers.row(key, last, body))
        self.decided = steps[-1][1]
        work = Transaction(self.id, self.decided.clock, taken, posted, rows=rows, doing=doing, claims=claims, said=said)
        return PendingWrite(self, work, theirs, steps, last)
