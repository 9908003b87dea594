"""Heads of every journal, where a change of the journals cannot reach them: those of the tables in the house's journal,
and the signed heads of all journals at a target off this machine.

A table that is rolled back, even consistently, lacks a record whose head stands in the house's journal; a house's
journal that is cut off lacks one whose head was kept elsewhere.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from croupier.errors import CroupierError, HouseError
from croupier.house.journal.events import HeadRecorded
from croupier.house.journal.journal import HOUSE
from croupier.house.storage import schema
from croupier.house.storage.journal_marks import hash_in
from croupier.house.storage.transactions import Transaction
from croupier.journal.record import TABLE, Head
from croupier.table import events as e

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sqlalchemy import Connection

    from croupier.house.house import House
    from croupier.house.journal.head_targets import Target
    from croupier.house.storage.database import Database
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.journal.record import Format

_LOG = logging.getLogger("croupier.house")
EVERY = 60.0
"""Seconds between two times that heads are recorded and sent, unless told otherwise."""
HEADS_DELAY = 1.0
"""Seconds after which a round that began is in the house's journal with its head: all that began meanwhile go there at
once, so that a busy house writes it once a second and not with every round."""
FIRST_RETRY = 1.0
"""Seconds after which heads that could not be sent are sent again; each time twice as long, up to `every`."""
_BACK = 200
_HEAD = b',"head":{'
_BINDING = frozenset({e.RoundBegan, e.OrderOpened})
"""Events with which an order is fixed or opened."""


class Heads:
    """One per house and process. `sent` and `failures` count deliveries to the target, `delivered` is when the last
    one was, by a clock that only runs forward."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.target: Target | None = None
        self.every = EVERY
        self.sent = 0
        self.failures = 0
        self.delivered = time.monotonic()
        self._recorded: dict[str, int] = {}
        self._known: dict[str, int] = {}
        self._task: asyncio.Task[None] | None = None
        self._began: set[str] = set()
        self._woken = asyncio.Event()

    @property
    def age(self) -> float:
        """Seconds since everything was delivered; 0 where nothing is to be."""
        return 0.0 if self.target is None else time.monotonic() - self.delivered

    def start(self, target: Target | None = None, every: float = EVERY) -> None:
        """Record heads from now on, and send them to a target."""
        self.target, self.every = target, every
        self.delivered = time.monotonic()
        self.house.keeping.taken.append(self._watch)
        for keeper in self.house.keepers.values():
            self._watch(keeper)
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Record and send for the last time, as far as that is possible."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
        with suppress(CroupierError):
            await self.record()
            await self.send()

    async def _run(self) -> None:
        retry = FIRST_RETRY
        while True:
            try:
                await self.record()
                delivered = await self.send()
            except CroupierError as error:
                _LOG.warning("heads not recorded", extra={"told": {"why": str(error)}})
                delivered = True
            await self._wait(self.every if delivered else min(retry, self.every))
            retry = FIRST_RETRY if delivered else 2 * retry

    def _watch(self, keeper: Keeper) -> None:
        keeper.after_commit.append(self._hear)

    def _hear(self, keeper: Keeper, events: tuple[e.Event, ...]) -> None:
        """An order that a round fixed, or that was opened, cannot be taken back any more."""
        if not _BINDING.isdisjoint(map(type, events)):
            self._began.add(keeper.id)
            self._woken.set()

    async def _wait(self, seconds: float) -> None:
        """Sleep; the heads of tables where a round began are recorded soon all the same."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._woken.wait(), left)
                await asyncio.sleep(min(HEADS_DELAY, left))
                self._woken.clear()
                began, self._began = self._began, set()
                try:
                    await self.record(began)
                except CroupierError as error:
                    _LOG.warning("heads not recorded", extra={"told": {"why": str(error)}})

    async def record(self, tables: Collection[str] | None = None) -> int:
        """Put the heads of this process's tables that went on into the house's journal, or of these `tables` among
        them; how many did."""
        said = [
            head_of(keeper)
            for keeper in self.house.keepers.values()
            if keeper.broken is None
            and keeper.recent
            and (tables is None or keeper.id in tables)
            and keeper.stored > self._recorded.get(keeper.id, -1)
        ]
        if said:
            await asyncio.wrap_future(self.house.database.submit(Transaction("", self.house.clock(), said=said)))
            self._recorded |= {head.table: head.n for head in said}
        return len(said)

    async def send(self) -> bool:
        """Send the signed heads that are new to the target; whether it has them all now."""
        if self.target is None:
            return True
        try:
            heads = await asyncio.to_thread(self._new)
            if heads:
                await asyncio.to_thread(self.target.send, [head.text() for head in heads])
        except (OSError, HouseError) as error:
            self.failures += 1
            _LOG.error("heads not sent", extra={"told": {"target": str(self.target), "why": str(error)}})
            return False
        self.sent += len(heads)
        self._known |= {head.journal: head.n for head in heads}
        self.delivered = time.monotonic()
        return True

    def _new(self) -> list[Head]:
        return [head for head in signed_heads(self.house.database) if head.n > self._known.get(head.journal, -1)]


def head_of(keeper: Keeper) -> HeadRecorded:
    """The head of what a table has stored."""
    last = keeper.recent[-1]
    return HeadRecorded(table=keeper.id, n=last.n, hash=hash_in(last.line).hex())


def signed_heads(database: Database) -> list[Head]:
    """The last signed head of every journal: the house's, and those of its tables that have one yet."""
    with database.read() as connection:
        return list(read_heads(connection))


def read_heads(connection: Connection) -> Iterator[Head]:
    """The last signed heads of every journal that one connection sees."""
    if (found := _last(connection, HOUSE, "")) is not None:
        yield found
    for table in connection.scalars(select(schema.tables.c.id).order_by(schema.tables.c.id)).all():
        if (found := _last(connection, TABLE, table)) is not None:
            yield found


def _last(connection: Connection, format_: Format, table: str) -> Head | None:
    """Found from the end of the journal; nothing is verified but what is needed to read it."""
    rows = schema.records if table else schema.house_records
    query = select(rows.c.n, rows.c.line).order_by(rows.c.n.desc()).limit(_BACK)
    own = select(rows.c.line).where(rows.c.n == 0)
    if table:
        query, own = (each.where(schema.records.c.table_id == table) for each in (query, own))
    before: int | None = None
    while found := connection.execute(query if before is None else query.where(rows.c.n < before)).all():
        for row in found:
            line = bytes(row.line)
            if _HEAD in line[:60]:
                return _read(format_, bytes(connection.scalar(own) or b""), line, table)
        before = found[-1].n
    return None


def _read(format_: Format, first: bytes, last: bytes, table: str) -> Head:
    try:
        header, line = format_.line(first[:-1]).journal, format_.line(last[:-1])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise HouseError(f"the journal of {table or 'the house'} cannot be read: {error}", fault="storage") from None
    if header is msgspec.UNSET or line.head is msgspec.UNSET:
        raise HouseError(f"the journal of {table or 'the house'} cannot be read", fault="storage")
    head = line.head
    return Head(journal=header.id, n=head.n, hash=head.hash, signature=head.signature, table=table, at=line.at)
