"""Keepers for tables: taken up at the start, replaced when they fail, and shared with other processes of the house."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import asynccontextmanager, suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from croupier.errors import CroupierError, HouseError
from croupier.games import open_game
from croupier.house import schema
from croupier.house.house_events import TableSetAside
from croupier.house.keeper import Keeper
from croupier.house.links import Links
from croupier.house.owners import Lost, unit
from croupier.house.settings import Settings
from croupier.house.snapshots import check
from croupier.house.work import Work
from croupier.journal.replay import IMPOSSIBLE

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence

    from croupier.house.database import Database
    from croupier.house.owners import Owners
    from croupier.journal.keys import Key
    from croupier.table import events as e

    Stored = tuple[Any, Settings]
    """A table's row, and its settings."""

_LOG = logging.getLogger("croupier.house")
SOON, LATEST = 0.05, 5.0
"""Seconds between attempts to take a table up again: at first, and at most."""
GIVEN = 5.0
"""Seconds for which a table that was given up is left for another process to take."""


class Keeping:
    """The tables that this process keeps. `taken` hear of each; `changed` hear whose roles changed elsewhere."""

    def __init__(self, database: Database, key: Key, clock: Callable[[], int]) -> None:
        self.database = database
        self.key = key
        self.clock = clock
        self.keepers: dict[str, Keeper] = {}
        self.links = Links()
        self.condemned: dict[str, HouseError] = {}
        self.owners: Owners | None = None
        self.taken: list[Callable[[Keeper], None]] = []
        self.changed: list[Callable[[str], None]] = []
        self.running = False
        self.draining = False
        self.unkept: set[str] = set()
        """Open tables that nobody keeps, as far as this process knows."""
        self.known: dict[str, int] = {}
        """Open tables, whoever keeps them, and when they were opened."""
        self._opening: set[str] = set()
        self._given: dict[str, float] = {}
        self._paused: dict[str, tuple[float, float]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    # Beginning and end.

    async def start(self, owners: Owners | None) -> None:
        """Take up every open table, or, with other processes, those that nobody keeps."""
        self.running = True
        self.owners = owners
        if owners is None:
            await self._load(await self._stored())
        else:
            await self._connect()
            self._background(self._share())

    async def stop(self) -> None:
        """Let go of every table where it stands; all of it is stored."""
        self.running = False
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(keeper.stop() for keeper in self.keepers.values()))
        await asyncio.to_thread(self.database.close)
        if self.owners is not None:
            await self.owners.end()

    def settled(self) -> bool:
        """Whether nothing is being taken up, mended or checked; where processes share tables that never ends."""
        return not self._tasks

    def _background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # Taking up.

    def get(self, table: str) -> Keeper:
        """The keeper of a table."""
        found = self.keepers.get(table)
        if found is not None:
            return found
        if table in self.known:
            raise HouseError(f"table {table} is kept elsewhere; ask again", fault="moved", field="table")
        raise HouseError(f"there is no table {table!r}", fault="unknown", field="table")

    def add(self, keeper: Keeper) -> None:
        """A keeper that has its table: let it run."""
        self.known.setdefault(keeper.id, self.clock())
        self.keepers[keeper.id] = keeper
        self.links.join(keeper)
        keeper.leaving.append(self._failed)
        keeper.after_commit.append(self._closed)
        keeper.start()
        for hear in self.taken:
            hear(keeper)

    async def _stored(self) -> list[Stored]:
        """The open tables; one that was opened here while they were read is known all the same."""
        found = await asyncio.to_thread(self._read)
        stored = [(row, _settings(row.settings)) for row in found]
        here = {table: self.known[table] for table in self.keepers}
        self.known = here | {row.id: row.opened for row, _ in stored}
        for row, settings in stored:
            if row.id not in self.keepers:  # it may have closed, and left its links, since it was read
                self.links.expect(row.id, settings)
        return stored

    def _read(self) -> Sequence[Any]:
        rows = schema.tables
        with self.database.read() as connection:
            return connection.execute(select(rows).where(rows.c.closed.is_(None)).order_by(rows.c.opened)).all()

    async def _load(self, stored: Sequence[Stored]) -> None:
        for row, settings in stored:
            rules = open_game(row.game, row.edition).rules(settings.submission, settings.readings)
            keeper = Keeper(self.database, self.key, row.id, row.name, settings, rules, self.clock)
            await asyncio.to_thread(keeper.load)
            self.add(keeper)
        begun = [self.keepers[row.id] for row, _ in stored]
        self._background(self._check([keeper for keeper in begun if keeper.snapshot is not None]))

    def _closed(self, keeper: Keeper, _: tuple[e.Event, ...]) -> None:
        """A table that closed leaves its links."""
        if not keeper.table.open:
            self.links.leave(keeper)

    # Mending.

    def _failed(self, broken: Keeper) -> None:
        error = broken.broken
        fault = error.fault if isinstance(error, HouseError) else error and error.code
        if fault != "moved":
            _LOG.error("table failed", extra={"told": {"table": broken.id, "code": fault, "record": broken.stored}})
        self._background(self._mend(broken))

    async def _mend(self, broken: Keeper) -> None:
        """A keeper that stopped is replaced by one that starts from what is stored, as soon as storage lets it."""
        await broken.stop()
        await asyncio.sleep(self._pause(broken.id))
        wait = SOON
        while self.running and broken.id not in self.condemned and self.keepers.get(broken.id) is broken:
            if broken.waiting:  # before those who lost it come back
                await asyncio.sleep(SOON / 10)
                continue
            again = Keeper(self.database, self.key, broken.id, broken.name, broken.settings, broken.rules, self.clock)
            try:
                await asyncio.to_thread(again.load)
            except (CroupierError, SQLAlchemyError):
                await asyncio.sleep(wait)
                wait = min(2 * wait, LATEST)
                continue
            if self.running and self.keepers.get(broken.id) is broken:
                again.running.closing, again.running.last = broken.running.closing, broken.running.last
                self.add(again)
                _LOG.warning("table taken up again", extra={"told": {"table": again.id, "record": again.stored}})
            return

    def _pause(self, table: str) -> float:
        """Nothing for a table that ran well; a table that fails again and again waits longer each time."""
        before, pause = self._paused.get(table, (0.0, 0.0))
        now = time.monotonic()
        pause = min(max(SOON, 2 * pause), LATEST) if now - before < 2 * LATEST else 0.0
        self._paused[table] = (now, pause)
        return pause

    async def _check(self, keepers: Sequence[Keeper]) -> None:
        """Walk every journal that was not read from its beginning, a little at a time; what is broken is stopped."""
        for keeper in keepers:
            assert keeper.snapshot is not None
            checking = check(self.database, keeper.id, keeper.rules, keeper.snapshot)
            try:
                took = await asyncio.to_thread(_timed, checking)
                while self.running and took:
                    await asyncio.sleep(3 * took)  # people at the tables come first
                    took = await asyncio.to_thread(_timed, checking)
            except SQLAlchemyError:
                _LOG.exception("the journal of table %s could not be read to check it", keeper.id)
            except IMPOSSIBLE as error:
                self._condemn(keeper.id, error)

    def _condemn(self, table: str, error: Exception) -> None:
        """Nothing more is played on a journal that is broken."""
        told = HouseError(f"the journal of table {table} is broken, and it is stopped: {error}", fault="storage")
        _LOG.error("%s", told)
        self.condemned[table] = told
        with suppress(HouseError):  # it is closed
            self.database.submit(Work("", self.clock(), said=[TableSetAside(table=table, why=str(error))]))
        if table in self.keepers:
            self.keepers[table].fail(told)

    # Sharing.

    @asynccontextmanager
    async def opening(self, table: str, settings: Settings) -> AsyncIterator[None]:
        """A new table is this process's to open, and nobody takes it up before it is; then others find it here."""
        if table in self.keepers or table in self._opening:
            raise HouseError(f"there is a table {table!r} already", fault="conflict", field="table")
        self._opening.add(table)
        try:
            async with self._owned(table, settings):
                yield
        finally:
            self._opening.discard(table)

    @asynccontextmanager
    async def _owned(self, table: str, settings: Settings) -> AsyncIterator[None]:
        if self.owners is None:
            yield
            return
        name = unit(table, settings)
        held = name in self.owners.held
        if not held and not await self.owners.take(name, new=True):
            raise HouseError(f"{name} is kept by another process; open the table there", fault="moved", field="links")
        try:
            yield
        except BaseException:
            if not held:
                with suppress(Lost):
                    await self.owners.release(name)
            raise
        await self.owners.own([table])

    async def where(self, table: str) -> str:
        """The address of the process that keeps a table, if it is another one."""
        if self.owners is None or table in self.keepers:
            return ""
        try:
            return self.owners.others.get(table) or await self.owners.where(table)
        except Lost:
            return ""

    async def _connect(self) -> None:
        assert self.owners is not None
        try:
            await self.owners.begin()
            await self._look()
        except Lost as error:
            raise HouseError(f"the database failed: {error}", fault="storage") from None

    async def _share(self) -> None:
        """Look again and again who keeps what; a lost connection is the loss of every table."""
        assert self.owners is not None
        wait = SOON
        while self.running:
            try:
                await self.owners.listen(self._hear)
                if self.draining:
                    await self.owners.linger()
                else:
                    await self._look()
                    await self._balance()
                wait = SOON
            except (Lost, SQLAlchemyError, HouseError) as error:
                _LOG.warning("the tables are let go, for the database does not answer: %s", error)
                self.unkept |= set(self.keepers)
                await self._let_go(list(self.keepers.values()))
                await self.owners.end()
                await asyncio.sleep(wait)
                wait = min(2 * wait, LATEST)
                try:
                    await self.owners.begin()
                except Lost:
                    continue

    def _hear(self, name: str) -> None:
        for hear in self.changed:
            hear(name)

    async def _look(self) -> None:
        """Take what nobody keeps."""
        assert self.owners is not None
        await self.owners.tick()
        units: dict[str, list[Stored]] = {}
        stored = await self._stored()
        here = self.keepers.keys() | self.condemned.keys() | self._opening
        for row, settings in stored:
            name = unit(row.id, settings)
            if row.id in self.owners.others:  # it was taken: when that process is gone it is anyone's again
                self._given.pop(name, None)
            if row.id not in here:
                units.setdefault(name, []).append((row, settings))
        self.unkept = self.owners.gone & {row.id for free in units.values() for row, _ in free}
        for name, free in units.items():
            if self._given.get(name, 0) > time.monotonic():
                continue
            if name in self.owners.held or await self.owners.take(name):
                tables = {row.id for row, _ in free}
                self.unkept |= await self.owners.lost(tables)
                await self._load(free)
                await self.owners.own(tables)
                self.unkept -= tables

    async def _balance(self) -> None:
        """Give a table that rests to another process, if this one keeps more than its share."""
        assert self.owners is not None
        share = -(-len(self.known) // self.owners.live)
        if len(self.keepers) <= share:
            return
        units: dict[str, list[Keeper]] = {}
        for keeper in self.keepers.values():
            units.setdefault(unit(keeper.id, keeper.settings), []).append(keeper)
        for name, keepers in units.items():
            if len(self.keepers) - len(keepers) >= share - 1 and all(map(_rests, keepers)):
                self._given[name] = time.monotonic() + GIVEN
                await self._let_go(keepers)
                await self.owners.give(name, [keeper.id for keeper in keepers])
                return

    async def _let_go(self, keepers: Sequence[Keeper]) -> None:
        """These are another process's from now on; whoever is connected is sent there."""
        for keeper in keepers:
            if self.keepers.get(keeper.id) is keeper:
                del self.keepers[keeper.id]
            keeper.fail(HouseError(f"table {keeper.id} is kept elsewhere; ask again", fault="moved", field="table"))
        for keeper in keepers:
            await keeper.stop()
            while keeper.waiting:  # noqa: ASYNC110 - what is on its way to the disk tells nobody else
                await asyncio.sleep(SOON)
            self.database.forget(keeper.id)


@lru_cache(4096)
def _settings(text: str) -> Settings:
    return msgspec.json.decode(text, type=Settings)


def _rests(keeper: Keeper) -> bool:
    """Whether nothing is in play; a school's lessons stay where they are."""
    table = keeper.decided
    return not keeper.settings.school and table.play is None and not table.layout and keeper.waiting == 0


def _timed(checking: Iterator[int]) -> float:
    """Seconds that the next piece of work took; 0 when there was none."""
    began = time.monotonic()
    return time.monotonic() - began if next(checking, 0) else 0.0
