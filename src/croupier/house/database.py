"""One database, SQLite or PostgreSQL, written by one thread that commits many tables' work at once.

What a caller submits is stored whole or not at all, and its future is done only when it is on the disk.
"""

from __future__ import annotations

import queue
import threading
from concurrent.futures import Future
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine, event, func, select
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError

from croupier.errors import HouseError
from croupier.house import rows as rows_of
from croupier.house import schema

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Generator, Mapping, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path

    from sqlalchemy import Connection, Engine, Executable

MOST_AT_ONCE = 256
"""Submissions that one transaction takes at most."""


@dataclass(frozen=True, slots=True)
class Work:
    """What one command leaves behind, stored in one piece.

    `lines` are journal lines by number, which go on where the stored ones end; `entries` postings as (number, account,
    cents, what); `rows` whole rows for other tables, `before` those that must stand first; `claims` are statements that
    must change a row each.
    """

    table: str
    at: int
    lines: Sequence[tuple[int, bytes]] = ()
    entries: Sequence[tuple[int, str, int, str]] = ()
    before: Sequence[tuple[Any, Mapping[str, Any]]] = ()
    rows: Sequence[tuple[Any, Mapping[str, Any]]] = ()
    doing: Sequence[Executable] = ()
    claims: Sequence[Executable] = ()


@dataclass(slots=True)
class _Asked:
    work: Work
    done: Future[None] = field(default_factory=Future)


class Database:
    """Open with a URL or a path; `migrate` first."""

    def __init__(self, url: str | Path) -> None:
        self.url = _url(url)
        self.is_sqlite = self.url.startswith("sqlite")
        self.engine = _engine(self.url)
        self._asked: queue.SimpleQueue[_Asked | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="database", daemon=True)
        self._started = False
        self._closed = False
        self._ends: dict[str, int] = {}
        self.commits = 0

    def migrate(self) -> None:
        """Bring the database's shape up to date; a new one gets all of it."""
        from croupier.house.migrate import upgrade  # noqa: PLC0415 - alembic is slow to import

        try:
            upgrade(self.engine)
        except (DBAPIError, OSError) as error:
            raise _told(error) from None

    # Reading.

    def read(self) -> AbstractContextManager[Connection]:
        """A connection for reading what has been committed."""
        return self.engine.connect()

    def lines(self, table: str, first: int = 0, last: int | None = None) -> Generator[tuple[int, bytes]]:
        """A table's journal lines from one number to another, in order."""
        rows = schema.records
        asked = select(rows.c.n, rows.c.line).where(rows.c.table_id == table, rows.c.n >= first).order_by(rows.c.n)
        if last is not None:
            asked = asked.where(rows.c.n <= last)
        with self.read() as connection:
            for row in connection.execution_options(yield_per=1000).execute(asked):
                yield row.n, bytes(row.line)

    def balance(self, account: str) -> int:
        """What stands on an account."""
        with self.read() as connection:
            found = connection.scalar(select(schema.balances.c.cents).where(schema.balances.c.account == account))
        return found or 0

    # Writing.

    def submit(self, work: Work) -> Future[None]:
        """Store it; the future is done when it is durable, or holds why it was refused."""
        if self._closed:
            raise HouseError("the database is closed", fault="closed")
        if not self._started:
            self._started = True
            self._thread.start()
        asked = _Asked(work)
        asked.done.set_running_or_notify_cancel()  # what was submitted is stored whether or not anyone still waits
        self._asked.put(asked)
        return asked.done

    def store(self, work: Work) -> None:
        """Store it and wait."""
        self.submit(work).result()

    def close(self) -> None:
        """Store what was submitted, and stop."""
        self._closed = True
        if self._started:
            self._asked.put(None)
            self._thread.join()
        self.engine.dispose()

    def _write(self) -> None:
        while True:
            first = self._asked.get()
            if first is None:
                return
            batch, last = [first], False
            while len(batch) < MOST_AT_ONCE:
                try:
                    more = self._asked.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    last = True
                    break
                batch.append(more)
            self._commit(batch)
            if last:
                return

    def _commit(self, batch: list[_Asked]) -> None:
        """All of a batch in one transaction; if that fails, each by itself, so that only the guilty one is refused."""
        try:
            with self.engine.begin() as connection:
                ends = _put(connection, [asked.work for asked in batch], self._ends)
            self._ends |= ends
            self.commits += 1
        except Exception as error:  # noqa: BLE001 - whatever it was, every caller must hear of it
            self._ends.clear()
            if len(batch) > 1 and not getattr(error, "connection_invalidated", False):
                for asked in batch:
                    self._commit([asked])
                return
            for asked in batch:  # a connection lost in the middle may have stored it: nothing is done twice
                asked.done.set_exception(_told(error))
            return
        for asked in batch:
            asked.done.set_result(None)


def _put(connection: Connection, works: Sequence[Work], known: Mapping[str, int]) -> dict[str, int]:
    """Everything in its order; gives the number of the last line of every journal that grew."""
    for work in works:
        for statement in work.claims:
            if connection.execute(statement).rowcount != 1:
                raise HouseError("this was used already", fault="denied")
    ends: dict[str, int] = {}
    for work in works:
        if work.lines:
            ends[work.table] = _follow(connection, work, ends.get(work.table, known.get(work.table)))
    _insert(connection, [row for work in works for row in work.before])
    lines = [{"table_id": w.table, "n": n, "line": line} for w in works for n, line in w.lines]
    if lines:
        rows_of.put(connection, schema.records, lines)
    entries = [
        {"table_id": w.table, "n": n, "at": w.at, "account": account, "cents": cents, "what": what}
        for w in works
        for n, account, cents, what in w.entries
    ]
    if entries:
        rows_of.put(connection, schema.postings, entries)
        _balance(connection, entries)
    _insert(connection, [row for work in works for row in work.rows])
    for work in works:
        for statement in work.doing:
            connection.execute(statement)
    return ends


def _follow(connection: Connection, work: Work, end: int | None) -> int:
    """A journal has no gap: after a line that was not stored none is, whatever was submitted meanwhile."""
    if end is None:
        found = connection.scalar(select(func.max(schema.records.c.n)).where(schema.records.c.table_id == work.table))
        end = -1 if found is None else found
    first, last = work.lines[0][0], work.lines[-1][0]
    if first != end + 1 or last - first + 1 != len(work.lines):
        raise HouseError(f"record {first} of table {work.table} does not follow record {end}", fault="moved")
    return last


def _insert(connection: Connection, rows: Sequence[tuple[Any, Mapping[str, Any]]]) -> None:
    by_table: dict[Any, list[Mapping[str, Any]]] = {}
    for table, row in rows:
        by_table.setdefault(table, []).append(row)
    for table, several in by_table.items():
        rows_of.put(connection, table, several)


def _balance(connection: Connection, entries: Sequence[Mapping[str, Any]]) -> None:
    changes: dict[str, int] = {}
    for entry in entries:
        changes[entry["account"]] = changes.get(entry["account"], 0) + entry["cents"]
    if sum(changes.values()):
        raise HouseError("entries that do not sum to nothing")
    rows_of.add(connection, changes)


def _told(error: Exception) -> Exception:
    if isinstance(error, HouseError):
        return error
    if isinstance(error, IntegrityError) and "never_negative" in str(error):
        return HouseError("there is not enough money on the account", fault="short")
    if isinstance(error, IntegrityError):
        return HouseError(f"this is stored already or breaks a rule of the books: {error.orig}", fault="conflict")
    if isinstance(error, DBAPIError):
        return HouseError(f"the database failed: {_first_line(error.orig)}", fault="storage")
    return HouseError(f"the database failed: {_first_line(error)}", fault="storage")


def _first_line(error: object) -> str:
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _url(url: str | Path) -> str:
    text = str(url)
    if "://" not in text:
        return f"sqlite:///{text}"
    for prefix in ("postgres://", "postgresql://"):
        if text.startswith(prefix):
            return "postgresql+psycopg://" + text.removeprefix(prefix)
    return text


def _engine(url: str) -> Engine:
    if not url.startswith("sqlite"):
        try:
            return create_engine(url, pool_pre_ping=True, pool_size=10, connect_args={"connect_timeout": 5})
        except (ArgumentError, ModuleNotFoundError) as error:
            raise HouseError(f"no database is known by this URL: {_first_line(error)}", fault="storage") from None
    engine = create_engine(url, connect_args={"timeout": 30, "check_same_thread": False})
    event.listen(engine, "connect", _pragmas)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def _pragmas(connection: sqlite3.Connection, _: object) -> None:
    """WAL with a full flush at every commit: with less, the last commits can be lost when the power goes."""
    connection.isolation_level = None  # transactions begin when we say so
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=30000",
                   "wal_autocheckpoint=10000"):  # fmt: skip
        connection.execute(f"PRAGMA {pragma}")
