"""Which of the house's tables this process keeps: all of them, or its share where several processes serve one house."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from croupier.errors import HouseError
from croupier.house.cluster.ownership import LeaseLost, check_unit, unit_of
from croupier.house.tables.keeping.loading import check_key, stored_tables
from croupier.house.tables.keeping.recovery import LATEST, SOON, Recovery

if TYPE_CHECKING:
    import random
    from collections.abc import AsyncIterator, Callable, Sequence

    from croupier.house.cluster.ownership import Ownership
    from croupier.house.storage.database import Database
    from croupier.house.storage.table_settings import Settings
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.house.tables.keeping.loading import StoredTable
    from croupier.journal.keys import Key

_LOG = logging.getLogger("croupier.house")
GIVEN = 5.0
"""Seconds for which a table that was given up is left for another process to take."""
RETRY_SECONDS = 1.0
"""Seconds after which the tables are looked at again when that failed for a reason that nobody expects."""


class Keepers(Recovery):
    """The tables that this process keeps. `changed` hear whose roles changed elsewhere, `missed` that this may not have
    been heard for a while."""

    def __init__(self, database: Database, key: Key, clock: Callable[[], int], chance: random.Random) -> None:
        super().__init__(database, key, clock, chance)
        self.owners: Ownership | None = None
        self.changed: list[Callable[[str], None]] = []
        self.missed: list[Callable[[], None]] = []
        self.draining = False
        self.unkept: set[str] = set()
        """Open tables that nobody keeps, as far as this process knows."""
        self._given: dict[str, float] = {}
        self._joining: set[str] = set()
        """Links that a table which is being opened here joins."""

    # Beginning and end.

    async def start(self, owners: Ownership | None) -> None:
        """Take up every open table, or, with other processes, those that nobody keeps."""
        await asyncio.to_thread(check_key, self.database, self.key)
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
        for timer in self._timers.values():
            timer.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(keeper.stop() for keeper in self.keepers.values()))
        await asyncio.to_thread(self.database.close)
        if self.owners is not None:
            await self.owners.end()

    async def _stored(self) -> list[StoredTable]:
        """The open tables; one that was opened here while they were read is known all the same."""
        found = await asyncio.to_thread(self._read)
        here = {table: self.known[table] for table in self.keepers}
        self.known = here | {row.id: row.opened for row in found}
        for row in found:
            is_left = row.id in self.keepers or row.id in self.set_aside  # it may have left its links since it was read
            if row.settings is not None and not is_left:
                self.links.expect(row.id, row.settings)
        return found

    def _read(self) -> list[StoredTable]:
        return stored_tables(self.database)

    # Sharing.

    @asynccontextmanager
    async def opening(self, table: str, settings: Settings) -> AsyncIterator[None]:
        """A new table is this process's to open, and nobody takes it up before it is; then others find it here."""
        if table in self.keepers or table in self._opening or table in self.set_aside:
            raise HouseError(f"there is a table {table!r} already", fault="conflict", field="table")
        self._opening.add(table)
        try:
            async with self._owned(table, settings), self._alone(table, settings):
                with self.links.joining(table, settings):
                    yield
        finally:
            self._opening.discard(table)

    @asynccontextmanager
    async def _owned(self, table: str, settings: Settings) -> AsyncIterator[None]:
        if self.owners is None:
            yield
            return
        name = unit_of(table, settings)
        held = name in self.owners.held
        if not held and not await self.owners.take(name, new=True):
            raise HouseError(f"{name} is kept by another process; open the table there", fault="moved", field="links")
        try:
            yield
        except BaseException:
            if not held:
                with suppress(LeaseLost):
                    await self.owners.release(name)
            raise
        await self.owners.own([table])

    @asynccontextmanager
    async def _alone(self, table: str, settings: Settings) -> AsyncIterator[None]:
        """A table that joins links, which nobody else joins meanwhile: the stored tables of a link are all there are,
        and it is owned in one piece with them."""
        links, owners = set(settings.links.values()), self.owners
        for link in sorted(links & self._joining):
            raise _joined(link)
        self._joining |= links
        taken: list[str] = []
        try:
            for link in sorted(links):
                if owners is not None and not await owners.take(f"joining:{link}", new=True):
                    raise _joined(link)
                taken.append(f"joining:{link}")
            if links:
                check_unit(table, settings, await asyncio.to_thread(self._read))
            yield
        finally:
            self._joining -= links
            for name in taken:
                if owners is not None:
                    with suppress(LeaseLost):
                        await owners.release(name)

    async def where(self, table: str) -> str:
        """The address of the process that keeps a table, if it is another one."""
        if self.owners is None or table in self.keepers or table in self.set_aside:
            return ""
        try:
            return self.owners.others.get(table) or await self.owners.where(table)
        except LeaseLost:
            return ""

    async def _connect(self) -> None:
        assert self.owners is not None
        try:
            await self.owners.begin()
            await self._look()
        except LeaseLost as error:
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
            except (LeaseLost, SQLAlchemyError, HouseError) as error:
                _LOG.warning("the tables are let go, for the database does not answer: %s", error)
                self.unkept |= set(self.keepers)
                await self._let_go(list(self.keepers.values()))
                self.set_aside.forget([aside.table for aside in self.set_aside])
                await self.owners.end()
                await asyncio.sleep(wait)
                wait = min(2 * wait, LATEST)
                try:
                    await self.owners.begin()
                except LeaseLost:
                    continue
                for hear in self.missed:
                    hear()
            except Exception:  # noqa: BLE001 - it is logged, and no table is to blame
                _LOG.exception("the tables could not be looked at; they are kept")
                await asyncio.sleep(RETRY_SECONDS)

    def _hear(self, name: str) -> None:
        for hear in self.changed:
            hear(name)

    async def _look(self) -> None:
        """Take what nobody keeps."""
        assert self.owners is not None
        await self.owners.tick()
        units: dict[str, list[StoredTable]] = {}
        found = await self._stored()
        here = {*self.keepers, *self._opening, *(aside.table for aside in self.set_aside)}
        for row in found:
            name = row.unit
            if row.id in self.owners.others:  # it was taken: when that process is gone it is anyone's again
                self._given.pop(name, None)
                self.interrupted.discard(row.id)
            if row.id not in here:
                units.setdefault(name, []).append(row)
        self.unkept = self.owners.gone & {row.id for free in units.values() for row in free}
        for name, free in units.items():
            if self._given.get(name, 0) > time.monotonic():
                continue
            if name in self.owners.held or await self.owners.take(name):
                tables = {row.id for row in free}
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
            units.setdefault(unit_of(keeper.id, keeper.settings), []).append(keeper)
        for name, keepers in units.items():
            if len(self.keepers) - len(keepers) >= share - 1 and all(map(_rests, keepers)):
                self._given[name] = time.monotonic() + GIVEN
                await self._let_go(keepers)
                with_them = self.links.excused(keepers)
                self.set_aside.forget(with_them)
                await self.owners.give(name, [*(keeper.id for keeper in keepers), *with_them])
                return

    async def _let_go(self, keepers: Sequence[Keeper]) -> None:
        """These are another process's from now on; whoever is connected is sent there."""
        for keeper in keepers:
            if self.keepers.get(keeper.id) is keeper:
                del self.keepers[keeper.id]
                self._interrupt(keeper)
            keeper.fail(HouseError(f"table {keeper.id} is kept elsewhere; ask again", fault="moved", field="table"))
        for keeper in keepers:
            await keeper.stop()
            while keeper.waiting:  # noqa: ASYNC110 - what is on its way to the disk tells nobody else
                await asyncio.sleep(SOON)
            self.database.forget(keeper.id)


def _joined(link: str) -> HouseError:
    return HouseError(f"another table joins the link {link}; ask again", fault="busy", field="links")


def _rests(keeper: Keeper) -> bool:
    """Whether nothing is in play; a school's lessons stay where they are."""
    table = keeper.decided
    return not keeper.settings.school and table.play is None and not table.layout and keeper.waiting == 0
