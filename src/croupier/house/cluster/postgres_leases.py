"""Who keeps which table where processes share one PostgreSQL, on one machine or on several.

Whoever holds the advisory lock of a table keeps it. The locks belong to one connection: they are gone when the process
is, and a process that loses the connection lets go of its tables at once; one that hangs is made to lose it. Tables
that share a meter share a lock.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import psycopg

from croupier.house.cluster.ownership import LeaseLost, Ownership, is_address
from croupier.house.storage.engine import failure
from croupier.house.storage.seals import Seals

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterable

    from croupier.journal.keys import Key

_LOG = logging.getLogger("croupier.house")
TICK = 0.4
"""Seconds between two looks at who keeps what."""
PROCESS_GONE_AFTER = 2_000
"""Milliseconds after which a process that says nothing counts as gone; its locks may go before that."""
GONE = 5_000
"""Milliseconds after which the tables of such a process count as nobody's, if no other has told that it has them."""
HUNG = 20_000
"""Milliseconds after which a process that says nothing and still holds its locks is made to lose them."""
ANSWER_TIMEOUT = 10.0
"""Seconds within which a busy database answers, or the connection counts as lost. A dead one is noticed sooner."""
CHANNEL = "croupier_people"
_ALIVE = {"connect_timeout": 3, "keepalives": 1, "keepalives_idle": 2, "keepalives_interval": 1, "keepalives_count": 2}
_NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint"


_KEPT = f"""
    select table_id, address, seen is null or seen < {_NOW} - %s, owners.seal from owners
    left join servers using (address) join tables on tables.id = table_id
    where (tables.closed is null or seen > {_NOW} - %s)"""  # noqa: S608 - as above
"""Where tables are found, and whether that process is gone; a closed table is nobody's when its last keeper is."""


class PostgresLeases(Ownership):
    """Locks of the database. Without an `address` the others cannot reach this process. Nobody is asked anything at
    an address that no process with the house's `key` has put there."""

    def __init__(self, url: str, address: str, key: Key) -> None:
        super().__init__(address)
        self._seals = Seals(key)
        self.url = url.replace("postgresql+psycopg://", "postgresql://", 1)
        self._connection: psycopg.AsyncConnection[Any] | None = None

    async def begin(self) -> None:
        """Connect; nothing is held yet."""
        self.held.clear()
        async with _lost():
            connection = await psycopg.AsyncConnection.connect(self.url, autocommit=True, **_ALIVE)  # type: ignore[arg-type]
            await connection.execute("set synchronous_commit to off")  # who keeps what need not outlive the database
            await connection.execute(f"listen {CHANNEL}")
        self._connection = connection
        await self._lives()  # before it has a name: what was last said by this address may be old
        await self._run("select set_config('application_name', %s, false)", [_called(self.address)])

    async def end(self) -> None:
        """Let go of everything, and say so."""
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(psycopg.Error, TimeoutError):
                async with asyncio.timeout(ANSWER_TIMEOUT):
                    await connection.execute("delete from servers where address = %s", [self.address])
            await connection.close()
        self.held.clear()

    async def take(self, name: str, *, new: bool = False) -> bool:
        """Take a lock if nobody has it."""
        del new
        row = await self._one("select pg_try_advisory_lock(%s)", [_number(name)])
        if row[0]:
            self.held.add(name)
        return bool(row[0])

    async def release(self, name: str) -> None:
        """Give a lock back."""
        self.held.discard(name)
        await self._one("select pg_advisory_unlock(%s)", [_number(name)])

    async def own(self, tables: Iterable[str]) -> None:
        """Tell the others where these tables are found."""
        for table in tables:
            await self._run(
                f"insert into owners (table_id, address, since, seal) values (%s, %s, {_NOW}, %s) "  # noqa: S608 - no text of anyone's
                "on conflict (table_id) do update set address = excluded.address, since = excluded.since, "
                "seal = excluded.seal",
                [table, self.address, self._seals.code("owners", table, self.address)],
            )

    async def lost(self, tables: Iterable[str]) -> set[str]:
        """Those of these tables that were not given up by whoever had them last."""
        found = await self._run("select table_id from owners where table_id = any(%s)", [list(tables)])
        return {table for (table,) in await found.fetchall()}

    async def give(self, name: str, tables: Iterable[str]) -> None:
        """Give tables up for another process to take."""
        await self._run("delete from owners where table_id = any(%s)", [list(tables)])
        await self.release(name)

    async def tick(self) -> None:
        """Say that this process lives; learn who else does, and where tables are."""
        await self._lives()
        await self._dismiss()
        found = await self._run(f"select address, seal from servers where seen > {_NOW} - %s", [PROCESS_GONE_AFTER])  # noqa: S608
        alive = {address for address, seal in await found.fetchall() if seal == self._seals.code("servers", address)}
        self.live = max(1, len(alive))
        found = await self._run(f"{_KEPT} and address <> %s", [GONE, PROCESS_GONE_AFTER, self.address])
        rows = await found.fetchall()
        self.others = {table: address for table, address, _, seal in rows if self._is_ours(table, address, seal)}
        self.gone = {table for table, address, gone, seal in rows if gone or not self._is_ours(table, address, seal)}
        self.addresses = {one for one in alive | set(self.others.values()) if is_address(one)} - {self.address}

    async def linger(self) -> None:
        """Count as gone for new tables, and not as one that hangs."""
        await self._lives(ago=PROCESS_GONE_AFTER)

    async def listen(self, hear: Callable[[str], None]) -> None:
        """Wait a tick, and tell of people whose roles changed meanwhile."""
        async with _lost():
            async for notice in self._connected().notifies(timeout=TICK):
                hear(notice.payload)

    async def where(self, table: str) -> str:
        """Where a table was found last, asked anew."""
        found = await self._run(f"{_KEPT} and table_id = %s", [GONE, PROCESS_GONE_AFTER, table])
        row = await found.fetchone()
        if row is None or row[1] == self.address or not self._is_ours(table, row[1], row[3]):
            return ""
        return str(row[1])

    def _is_ours(self, table: str, address: str, seal: str) -> bool:
        """Whether a process of this house said that a table is found there."""
        return is_address(address) and seal == self._seals.code("owners", table, address)

    async def _lives(self, ago: int = 0) -> None:
        await self._run(
            f"insert into servers (address, seen, seal) values (%s, {_NOW} - %s, %s) "  # noqa: S608 - no text of anyone's
            "on conflict (address) do update set seen = excluded.seen, seal = excluded.seal",
            [self.address, ago, self._seals.code("servers", self.address)],
        )

    async def _dismiss(self) -> None:
        """A process that hangs holds its locks as long as its connection stands. What it tries to store when it wakes
        does not follow what others have stored, and is refused."""
        found = await self._run(f"delete from servers where seen < {_NOW} - %s returning address", [HUNG])  # noqa: S608
        for (address,) in await found.fetchall():
            ended = await self._run(
                "select pg_terminate_backend(pid) from pg_stat_activity "
                "where datname = current_database() and application_name = %s and pid <> pg_backend_pid()",
                [_called(address)],
            )
            if await ended.fetchall():
                _LOG.error("process hangs", extra={"told": {"address": address, "seconds": HUNG // 1000}})

    def _connected(self) -> psycopg.AsyncConnection[Any]:
        if self._connection is None:
            raise psycopg.OperationalError("not connected")
        return self._connection

    async def _run(self, statement: str, given: list[object]) -> psycopg.AsyncCursor[Any]:
        async with _lost(), asyncio.timeout(ANSWER_TIMEOUT):
            return await self._connected().execute(statement.encode(), given)

    async def _one(self, statement: str, given: list[object]) -> Any:  # noqa: ANN401 - a row
        return await (await self._run(statement, given)).fetchone()


@asynccontextmanager
async def _lost() -> AsyncIterator[None]:
    try:
        yield
    except (psycopg.Error, TimeoutError) as error:
        raise LeaseLost(failure(error) if isinstance(error, psycopg.Error) else "no answer") from None


def _called(address: str) -> str:
    """What the connection with a process's locks is called at the database."""
    return f"croupier locks {sha256(address.encode()).hexdigest()[:16]}"


def _number(name: str) -> int:
    """The advisory lock of a name: 64 bits of its hash."""
    return int.from_bytes(sha256(b"croupier table " + name.encode()).digest()[:8], "big", signed=True)
