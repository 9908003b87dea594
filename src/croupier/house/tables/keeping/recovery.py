"""Keepers for tables that are stored: loaded, replaced when they fail, and set aside where that does not help.

What is wrong with one table's data stops that table and no other.
"""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from croupier.errors import HouseError
from croupier.house.cluster.ownership import LeaseLost
from croupier.house.people.presence import Presence
from croupier.house.tables.keeping import dealer_posts
from croupier.house.tables.keeping.loading import (
    KnownTable,
    StoredTable,
    database_answers,
    fault_in_words,
    loaded,
    of_database,
    stored_tables,
)
from croupier.house.tables.keeping.quarantine import Quarantine
from croupier.house.tables.keeping.snapshots import check
from croupier.house.tables.money import buy_in_holds
from croupier.house.tables.money.shared_meters import MeterLinks

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Coroutine, Iterator, Sequence

    from croupier.house.storage.database import Database
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.journal.keys import Key
    from croupier.table import events as e

T = TypeVar("T")
_LOG = logging.getLogger("croupier.house")
SOON, LATEST = 0.05, 5.0
"""Seconds between attempts to take a table up again: at first, and at most."""
TOLD = "people at the table were told of"
RECORDED = "stands in the house's journal"
TAKEN = "denied"
"""The fault of a claim that changed no row."""
ATTEMPTS = 3
"""Times that a table may fail at one and the same record before it is set aside."""


def in_play(keeper: Keeper) -> bool:
    """Whether a round is, or was decided upon and is not stored yet; a lesson can wait."""
    return not keeper.settings.school and (keeper.decided.play is not None or keeper.table is not keeper.decided)


class Recovery:
    """The tables of one process. `taken` hear of each; `set_aside` are those that cannot be played."""

    def __init__(self, database: Database, key: Key, clock: Callable[[], int], chance: random.Random) -> None:
        self.database = database
        self.key = key
        self.clock = clock
        self.chance = chance
        self.keepers: dict[str, Keeper] = {}
        self.links = MeterLinks(database)
        self.set_aside = Quarantine(database, clock)
        self.taken: list[Callable[[Keeper], None]] = []
        self.presence = Presence()
        self.running = False
        self.known: dict[str, int] = {}
        """Open tables, whoever keeps them, and when they were opened."""
        self.interrupted: set[str] = set()
        """Tables that this process stopped keeping while a round was in play, and that nobody has taken up since."""
        self._told: dict[str, KnownTable] = {}
        """Of every table that was kept here the last record that people were told of."""
        self._opening: set[str] = set()
        self._paused: dict[str, tuple[float, float]] = {}
        self._failures: dict[str, tuple[int, int]] = {}
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()

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
        aside = self.set_aside.get(table)
        if aside is not None:
            raise aside.refusal()
        if table in self.known:
            raise HouseError(f"table {table} is kept elsewhere; ask again", fault="moved", field="table")
        raise HouseError(f"there is no table {table!r}", fault="unknown", field="table")

    def each(self, tell: Callable[[Keeper], T]) -> list[T]:
        """What is told of every table here; one of which nothing can be told is stopped alone."""
        reports = []
        for keeper in tuple(self.keepers.values()):
            try:
                reports.append(tell(keeper))
            except Exception as error:  # noqa: BLE001 - the others are told of
                _LOG.exception("table %s cannot be shown", keeper.id)
                keeper.fail(HouseError(f"it cannot be shown: {fault_in_words(error)}", fault="stopped"))
        return reports

    def add(self, keeper: Keeper) -> None:
        """A keeper that has its table: let it run."""
        self.known.setdefault(keeper.id, self.clock())
        self.keepers[keeper.id] = keeper
        self.interrupted.discard(keeper.id)
        self.links.join(keeper)
        keeper.presence = self.presence
        keeper.leaving.append(self._failed)
        keeper.after_commit.append(self._closed)
        dealer_posts.resume(self.database, keeper.id, keeper.settings, self.clock())
        keeper.start()
        for hear in self.taken:
            hear(keeper)

    async def _load(self, rows: Sequence[StoredTable]) -> None:
        """Take up tables, each by itself; those that show less of a shared meter than its link has come last."""
        loads = [(row, keeper) for row in rows if (keeper := await self._begun(row)) is not None]
        behind = [keeper for _, keeper in loads if await asyncio.to_thread(self.links.behind, keeper)]
        for row, keeper in sorted(loads, key=lambda load: load[1] in behind):
            await self._take_up(row, keeper)
        begun = [keeper for _, keeper in loads if self.keepers.get(keeper.id) is keeper]
        self._background(self._check([keeper for keeper in begun if keeper.snapshot is not None]))

    async def _loaded(self, row: StoredTable, *, whole: bool = False, instead: Keeper | None = None) -> Keeper | None:
        """A keeper that has read its table, and given back what was held for a buy-in that never came; None for one
        that is set aside, or is not needed any more `instead` of another. An error is the database's."""
        try:
            keeper = await asyncio.to_thread(self._read_in, row, whole=whole)
            if instead is not None and not self._is_needed(instead):  # the money may be held for whoever runs now
                return None
            await asyncio.to_thread(buy_in_holds.release, keeper)
        except Exception as error:
            if of_database(error):
                raise
            self._put_aside(row.id, row.name, error)
            return None
        return keeper

    def _read_in(self, row: StoredTable, *, whole: bool) -> Keeper:
        known = [self._told[row.id]] if row.id in self._told else []
        if self.database.journal is not None and (head := self.database.journal.head(self.database, row.id)):
            known.append(KnownTable(*head, RECORDED))
        return loaded(self.database, self.key, row, self.clock, self.chance, whole=whole, known=known)

    async def _begun(self, row: StoredTable) -> Keeper | None:
        """A keeper for a table that nobody keeps yet: if the database answers, the others need not wait for it."""
        try:
            return await self._loaded(row)
        except Exception as error:
            if not await asyncio.to_thread(database_answers, self.database):
                raise
            self._put_aside(row.id, row.name, error)
            return None

    async def _take_up(self, row: StoredTable, keeper: Keeper) -> None:
        try:
            await self.links.catch_up(keeper)
            self.add(keeper)
        except Exception as error:
            if of_database(error) and not await asyncio.to_thread(database_answers, self.database):
                raise
            self._put_aside(row.id, row.name, error)

    def _closed(self, keeper: Keeper, _: tuple[e.Event, ...]) -> None:
        """A table that closed leaves its links."""
        if not keeper.table.open:
            self.links.leave(keeper)

    # Mending.

    def _failed(self, broken: Keeper) -> None:
        error = broken.broken
        self._told[broken.id] = KnownTable(*broken.last_published, TOLD)
        fault = error.fault if isinstance(error, HouseError) else error and error.code
        if fault == "set-aside":
            return
        if fault != "moved":
            _LOG.error("table failed", extra={"told": {"table": broken.id, "code": fault, "record": broken.stored}})
        self._background(self._mend(broken))

    async def _mend(self, broken: Keeper) -> None:
        """A keeper that stopped is replaced by one that starts from what is stored, as soon as storage lets it."""
        await broken.stop()
        await asyncio.sleep(self._pause(broken.id))
        stuck = self._is_stuck(broken)
        wait = SOON
        while self._is_needed(broken):
            if broken.waiting or broken.id in self._opening:  # before those who lost it come back
                await asyncio.sleep(SOON / 10)
                continue
            if stuck:
                assert broken.broken is not None
                self._put_aside(broken.id, broken.name, broken.broken)
                return
            try:
                await self._replace(broken)
            except Exception:  # noqa: BLE001 - the database's, which comes back
                await asyncio.sleep(wait)
                wait = min(2 * wait, LATEST)
            else:
                return

    async def _replace(self, broken: Keeper) -> None:
        """Nobody else takes it up meanwhile, here or elsewhere."""
        row = StoredTable(broken.id, broken.name, broken.rules.game.id, broken.rules.game.edition, 0, broken.settings)
        self._told[broken.id] = KnownTable(*broken.last_published, TOLD)
        self._opening.add(broken.id)
        broken.waiting += 1
        try:
            again = await self._loaded(row, instead=broken)
        finally:
            broken.waiting -= 1
            self._opening.discard(broken.id)
        if again is not None and self._is_needed(broken):
            again.running.closing, again.running.last = broken.running.closing, broken.running.last
            if _fault(broken) == TAKEN:  # an order to close that is still to be carried out is read anew
                again.running.last = None
            self.add(again)
            _LOG.warning("table taken up again", extra={"told": {"table": again.id, "record": again.stored}})

    def _is_needed(self, broken: Keeper) -> bool:
        return self.running and self.keepers.get(broken.id) is broken

    def _is_stuck(self, broken: Keeper) -> bool:
        """Whether a table has failed again and again where it stands, and not for the database's sake, nor for somebody
        who was first: of two who take the same thing at once one is refused with what the table had decided."""
        if _fault(broken) in {"storage", "closed", "moved", "busy", TAKEN}:
            return False
        record, times = self._failures.get(broken.id, (-1, 0))
        times = times + 1 if record == broken.stored else 1
        self._failures[broken.id] = broken.stored, times
        return times >= ATTEMPTS

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
            except Exception as error:  # noqa: BLE001 - whatever its records hold
                if of_database(error):
                    _LOG.exception("the journal of table %s could not be read to check it", keeper.id)
                else:
                    self._condemn(keeper, error)

    def _condemn(self, keeper: Keeper, error: Exception) -> None:
        """Nothing more is played on a journal that is broken, and nobody but a person takes it up again."""
        now = self.keepers.get(keeper.id)
        if now is not None and now.snapshot is not None:
            self._put_aside(keeper.id, keeper.name, error, retried=False)

    # Setting aside.

    def _put_aside(self, table: str, name: str, error: Exception, *, retried: bool = True) -> None:
        """Stop one table, for what is wrong with it; the tables that share a meter with it go on without it."""
        aside = self.set_aside.put(table, name, error, retried=retried)
        keeper = self.keepers.pop(table, None)
        self.links.excuse(table, keeper)
        if keeper is not None:
            self._interrupt(keeper)
            keeper.fail(aside.refusal())
            self._background(keeper.stop())
        self._retry_later(table)

    def _interrupt(self, keeper: Keeper) -> None:
        if in_play(keeper):
            self.interrupted.add(keeper.id)

    def _retry_later(self, table: str) -> None:
        aside = self.set_aside.get(table)
        if aside is not None and aside.retried and self.running and table not in self._timers:
            wait = self.set_aside.wait(table)
            self._timers[table] = asyncio.get_running_loop().call_later(wait, self._retry, table)

    def _retry(self, table: str) -> None:
        self._timers.pop(table, None)
        if self.running and table in self.set_aside:
            self._background(self._retried(table))

    async def _retried(self, table: str) -> None:
        with suppress(HouseError, SQLAlchemyError, LeaseLost):
            await self.readmit(table)
        self._retry_later(table)

    async def readmit(self, table: str) -> None:
        """Take up a table that was set aside, if its whole journal can be read now; or say what is still wrong."""
        if table not in self.set_aside:
            raise HouseError(f"table {table!r} is not set aside", fault="unknown", field="table")
        if table in self._opening:
            raise HouseError(f"table {table} is being tried", fault="busy", field="table")
        self._opening.add(table)
        try:
            rows = {row.id: row for row in await asyncio.to_thread(stored_tables, self.database)}
            if table not in rows:
                raise HouseError(f"there is no open table {table!r} any more", fault="unknown", field="table")
            keeper = await self._loaded(rows[table], whole=True)
            if keeper is not None:
                await self._take_up(rows[table], keeper)
            aside = self.set_aside.get(table)
            if aside is not None and table not in self.keepers:
                raise HouseError(f"it is still set aside: {aside.why}", fault="set-aside", field="table")
            self.set_aside.readmit(table)
            self._failures.pop(table, None)
        finally:
            self._opening.discard(table)


def _fault(broken: Keeper) -> str:
    return broken.broken.fault if isinstance(broken.broken, HouseError) else ""


def _timed(checking: Iterator[int]) -> float:
    """Seconds that the next piece of work took; 0 when there was none."""
    began = time.monotonic()
    return time.monotonic() - began if next(checking, 0) else 0.0
