"""One database, SQLite or PostgreSQL, written by one thread that commits many tables' work at once.

What a caller submits is stored whole or not at all, and its future is done only when it is on the disk.
"""

from __future__ import annotations

import asyncio
import contextlib
import queue
import sqlite3
import threading
import time
from concurrent.futures import Future
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, cast

from msgspec.structs import replace
from sqlalchemy import func, select
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as NoneFree

from croupier.errors import HouseError
from croupier.house.storage import batches, schema
from croupier.house.storage.acting_session import in_session
from croupier.house.storage.engine import engine_of, failure, url_of, writing
from croupier.house.storage.submissions import Callback, LoopNotifier, Submission
from croupier.house.storage.transactions import Transaction, follow, is_plain, put, usual

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from pathlib import Path

    from sqlalchemy import Connection, Engine

    from croupier.house.journal.journal import HouseJournal
    from croupier.house.storage.seals import Seals

MOST_AT_ONCE = 256
"""Submissions that one transaction takes at most."""
_UNSTORABLE = (DataError, OverflowError, UnicodeError)
"""Errors for numbers and text that no column can hold."""
CLOSE_TIMEOUT = 5.0
"""Seconds that are left to what is being read when the database is closed."""
LINES_AT_A_TIME = 1000
"""Journal lines that are read at a time."""


class Database:
    """Open with a URL or a path; `migrate` first. With `read_only` the database itself refuses every change."""

    def __init__(self, url: str | Path, *, read_only: bool = False) -> None:
        self.url = url_of(url)
        self.is_sqlite = self.url.startswith("sqlite")
        self.engine = engine_of(self.url, read_only=read_only)
        self._writing = writing(self.engine)
        self._queue: queue.SimpleQueue[Submission | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="database", daemon=True)
        self._started = False
        self._closed = False
        self._opening = threading.Lock()
        self._lent = threading.Condition()
        self._lendings = 0
        self._notifier: LoopNotifier | None = None
        self._ends: dict[str, int] = {}
        self.journal: HouseJournal | None = None
        """Where what work says of itself is recorded; tools and tests of storage alone have none and record nothing."""
        self.seals: Seals | None = None
        """By which rows that open something are known to be the house's own; where there is no journal there are none.
        """
        self.tell: Callable[[str], None] | None = None
        """How other processes on the same SQLite hear, where there are any."""
        self.commits = 0
        self.committed: list[Callable[[int, float], None]] = []

    @property
    def waiting(self) -> int:
        """Submissions that wait for their turn."""
        return self._queue.qsize()

    def migrate(self) -> None:
        """Bring the database's shape up to date; a new one gets all of it."""
        from croupier.house.storage.migrate import upgrade  # noqa: PLC0415 - alembic is slow to import

        try:
            with self._lending():
                upgrade(self.engine)
        except (DBAPIError, OSError) as error:
            raise _as_house_error(error) from None

    # Reading.

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A connection for reading what has been committed."""
        try:
            with self._connected(self.engine) as connection:
                yield connection
        except (DBAPIError, NoneFree, *_UNSTORABLE) as error:
            raise _as_house_error(error) from None

    @contextmanager
    def _connected(self, engine: Engine) -> Iterator[Connection]:
        """A connection that is open no longer than the database."""
        with self._lending(), engine.connect() as connection:
            try:
                yield connection
            finally:
                if self._closed:  # meanwhile: nobody else would close it
                    connection.invalidate()

    @contextmanager
    def _lending(self) -> Iterator[None]:
        """Closing waits for what is done meanwhile."""
        with self._lent:
            self._lendings += 1
        try:
            yield
        finally:
            with self._lent:
                self._lendings -= 1
                self._lent.notify_all()

    def lines(self, table: str, first: int = 0, last: int | None = None) -> Generator[tuple[int, bytes]]:
        """A table's journal lines from one number to another, in order; no connection is held between them."""
        rows = schema.records
        query = select(rows.c.n, rows.c.line).where(rows.c.table_id == table).order_by(rows.c.n).limit(LINES_AT_A_TIME)
        if last is not None:
            query = query.where(rows.c.n <= last)
        while True:
            with self.read() as connection:
                found = connection.execute(query.where(rows.c.n >= first)).all()
            for row in found:
                yield row.n, bytes(row.line)
            if len(found) < LINES_AT_A_TIME:
                return
            first = found[-1].n + 1

    def balance(self, account: str) -> int:
        """What stands on an account."""
        with self.read() as connection:
            found = connection.scalar(select(schema.balances.c.cents).where(schema.balances.c.account == account))
        return found or 0

    # Writing.

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction that writes, beside the work that is submitted: for the start, and for a house that is not
        served."""
        try:
            with self._connected(self._writing) as connection, connection.begin():
                yield connection
        except (DBAPIError, NoneFree, *_UNSTORABLE) as error:
            raise _as_house_error(error) from None

    def submit(self, work: Transaction) -> Future[None]:
        """Store it; the future is done when it is durable, or holds why it was refused."""
        done: Future[None] = Future()
        done.set_running_or_notify_cancel()  # what was submitted is stored whether or not anyone still waits
        self._enqueue(work, lambda error: done.set_result(None) if error is None else done.set_exception(error))
        return done

    def send(self, work: Transaction, then: Callback) -> None:
        """Store it; `then` is called on the running loop, in the order in which things were stored."""
        loop = asyncio.get_running_loop()
        if self._notifier is None or self._notifier.loop is not loop:
            self._notifier = LoopNotifier(loop)
        self._enqueue(work, partial(self._notifier.add, then))

    def _enqueue(self, work: Transaction, then: Callback) -> None:
        if work.said:
            work = replace(work, said=in_session(work.said))
        with self._opening:  # nothing comes after the end, and no thread begins after it
            if self._closed:
                raise HouseError("the database is closed", fault="closed")
            if not self._started:
                self._started = True
                self._thread.start()
            self._queue.put(Submission(work, then))

    def store(self, work: Transaction) -> None:
        """Store it and wait."""
        self.submit(work).result()

    def forget(self, table: str) -> None:
        """Forget where a journal ends: another process may write it from now on."""
        self._ends.pop(table, None)

    def notify(self, channel: str, words: str) -> None:
        """Tell other processes on the same database."""
        if self.tell is not None:
            self.tell(words)
        elif not self.is_sqlite:
            try:
                self._tell_postgres(channel, words)
            except HouseError:  # the connection was cut: what is stored must be heard of
                self._tell_postgres(channel, words)

    def _tell_postgres(self, channel: str, words: str) -> None:
        try:
            with self._connected(self.engine) as connection, connection.begin():
                connection.execute(select(func.pg_notify(channel, words)))
        except (DBAPIError, NoneFree) as error:
            raise _as_house_error(error) from None

    def close(self) -> None:
        """Store what was submitted, and stop; what is being read is read to its end."""
        with self._opening:
            self._closed = True
            if self._started:
                self._queue.put(None)
        if self._started:
            self._thread.join()
        with self._lent:
            self._lent.wait_for(lambda: not self._lendings, CLOSE_TIMEOUT)
        self.engine.dispose()

    def _write(self) -> None:
        while True:
            first = self._queue.get()
            if first is None:
                return
            batch, last = [first], False
            while len(batch) < MOST_AT_ONCE:
                try:
                    more = self._queue.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    last = True
                    break
                batch.append(more)
            for idle in (False, True):
                if part := [submission for submission in batch if submission.work.idle is idle]:
                    self._commit(part)
            if self._notifier is not None:
                self._notifier.notify_loop()
            if last:
                return

    def _commit(self, batch: list[Submission]) -> None:
        """All of a batch in one transaction; if one is at fault, each by itself, so that only that one is refused.

        A commit that failed may have stored all of it, so it is not tried again: nothing is done twice.
        """
        began, committing = time.perf_counter(), False
        try:
            works = [work for submission in batch for work in (submission.work, *submission.work.also)]
            if self._is_one_statement(works):
                ends = follow(works, self._ends)
                statement = batches.work(usual(works)[0])
                committing = True
                with self._at_hand() as driver:
                    driver.execute(*statement)
            else:
                with self._writing.begin() as connection:
                    if self.journal is not None:
                        self.journal.take_turn(connection, works)
                    ends = put(connection, works, self._ends)
                    if self.journal is not None:
                        self.journal.append(connection, works)
                    committing = True
            if self.journal is not None:
                self.journal.committed()
            self._ends |= ends
            self.commits += 1
        except Exception as error:  # noqa: BLE001 - whatever it was, every caller must hear of it
            self._ends.clear()
            undone = not committing or isinstance(error, sqlite3.IntegrityError)  # a statement that broke a rule
            if len(batch) > 1 and undone and not getattr(error, "connection_invalidated", False):
                for submission in batch:
                    self._commit([submission])
                return
            for submission in batch:
                submission.then(_as_house_error(error))
            return
        for submission in batch:
            submission.then(None)
        for hear in self.committed:
            hear(sum(len(submission.work.lines) for submission in batch), time.perf_counter() - began)

    def _is_one_statement(self, works: Sequence[Transaction]) -> bool:
        """Whether SQLite takes it as one statement, which is a transaction by itself: the loop is disturbed once."""
        return self.is_sqlite and all(
            is_plain(work) and not work.said and (not work.lines or work.table in self._ends) for work in works
        )

    @contextmanager
    def _at_hand(self) -> Iterator[sqlite3.Connection]:
        with contextlib.closing(self.engine.raw_connection()) as pooled:
            yield cast("sqlite3.Connection", pooled.driver_connection)


def _as_house_error(error: Exception) -> Exception:
    if isinstance(error, HouseError):
        return error
    if isinstance(error, IntegrityError | sqlite3.IntegrityError) and "never_negative" in str(error):
        return HouseError("there is not enough money on the account", fault="short")
    if isinstance(error, IntegrityError | sqlite3.IntegrityError) and "dealers" in str(error):
        return HouseError("who is to deal here deals at another table now", fault="conflict", field="dealer")
    if isinstance(error, IntegrityError | sqlite3.IntegrityError):
        why = error.orig if isinstance(error, IntegrityError) else error
        return HouseError(f"this is stored already or breaks a rule of the books: {failure(why)}", fault="conflict")
    if isinstance(error, NoneFree):
        return HouseError("every connection to the database is in use; ask again", fault="storage")
    if isinstance(error, _UNSTORABLE):
        return HouseError("nothing like this is stored here", fault="conflict")
    if isinstance(error, DBAPIError):
        return HouseError(f"the database failed: {failure(error.orig)}", fault="storage")
    return HouseError(f"the database failed: {failure(error)}", fault="storage")
