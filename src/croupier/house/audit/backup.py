"""A whole house in one file, made while it plays, and put back where nothing is.

A backup is an SQLite file whatever the house runs on, with a seal: how many rows each table has and their SHA-256. It
is checked before it gets its name. The key that signs the journals is not in it.
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import closing, contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import select

from croupier import __version__
from croupier.errors import BadText, JournalError
from croupier.house.audit.check import (
    check,
    read_only,
    shown,
    silent,
    snapshot,
    sqlite_path,
    unreadable,
)
from croupier.house.storage import schema
from croupier.house.storage.database import Database

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from croupier.house.audit.check import Checked, Progress

PAGES_AT_A_TIME = 2_000
"""Pages of an SQLite file between two words about progress."""
ROWS = 2_000
SEAL = "backup"
HERE = frozenset({"owners", "servers"})
"""Tables about processes and not about the house: they are not put back."""
OPEN = frozenset({"invitations", "resets", "challenges", "sessions"})
"""What lets somebody in who may have been let out since: nobody is signed in, and no link is open, in a house that was
put back. A guest has no password to come in by again and keeps the session."""


class Seal(msgspec.Struct, frozen=True):
    """What a backup says of itself: for each table its rows and their hash."""

    made: int
    version: str
    tables: dict[str, tuple[int, str]]


def backup(url: str | Path, out: Path, key: str | None = None, progress: Progress = silent) -> Checked:
    """Write everything as it is at one moment to a new file, checked and sealed; on a fault there is no file."""
    if out.exists():
        raise BadText("exists already and is left as it is", field=str(out))
    with made_once(out) as part:
        source = sqlite_path(url)
        if source is not None:
            copy_file(source, part, progress)
        else:
            _copy_rows(url, part, progress)
        checked = check(part, key, progress)
        _write_seal(part)
        _one_file(part)
        sync(part)
        part.rename(out)
    sync(out.absolute().parent)
    return checked


def seal_of(path: Path) -> Seal | None:
    """A backup's seal, if it is one."""
    with _raw(path) as connection:
        if connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (SEAL,)).fetchone() is None:
            return None
        expected = connection.execute(f"SELECT seal, hash FROM {SEAL}").fetchone()  # noqa: S608 - a constant
        if (
            expected is None
            or not all(isinstance(part, bytes) for part in expected)
            or sha256(expected[0]).digest() != expected[1]
        ):
            raise JournalError("the backup's seal was altered", fault="seal")
        return msgspec.json.decode(expected[0], type=Seal)  # as it was written


def check_seal(path: Path, seal: Seal) -> None:
    """Every row of every table is as it was when the backup was made."""
    with _raw(path) as connection:
        found = _hashes(connection)
    for name in sorted(seal.tables.keys() | found.keys()):
        expected, is_ = seal.tables.get(name), found.get(name)
        if expected != is_:
            raise JournalError(f"table {name} of the database is not as it was sealed", fault="seal")


# Copying.


def copy_file(source: Path, part: Path, progress: Progress) -> None:
    """The pages of one moment: the reading transaction holds them while the server goes on writing."""
    with _raw(source) as reader, closing(sqlite3.connect(part)) as writer:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM sqlite_master").fetchone()
        reader.backup(
            writer, pages=PAGES_AT_A_TIME, sleep=0, progress=lambda _, left, of: progress("pages", of - left, of)
        )
        reader.execute("ROLLBACK")
    _one_file(part)


def _copy_rows(url: str | Path, part: Path, progress: Progress) -> None:
    """Every row, read in one transaction that sees one moment."""
    from croupier.house.storage.migrate import known, revision  # noqa: PLC0415 - alembic is slow to import

    made = Database(part)
    made.migrate()
    made.close()
    with snapshot(url) as connection, closing(sqlite3.connect(part)) as writer:
        found = revision(connection)
        if found != known()[0]:
            where = f"has the shape {found or 'of no house'}, and this version works with {known()[0]}"
            raise BadText(f"{where}: start the server once with it", field=shown(url))
        tables = schema.metadata.sorted_tables
        for number, table in enumerate(tables):
            progress("tables", number, len(tables))
            names = ", ".join(f'"{column.name}"' for column in table.columns)
            marks = ", ".join("?" for _ in table.columns)
            into = f"INSERT INTO {table.name} ({names}) VALUES ({marks})"  # noqa: S608 - names of our own
            query = select(table).order_by(*table.primary_key)
            for several in connection.execute(query, execution_options={"yield_per": ROWS}).partitions():
                writer.executemany(into, [tuple(map(_plain, row)) for row in several])
        writer.commit()


def _plain(value: Any) -> Any:  # noqa: ANN401 - a column's
    return bytes(value) if isinstance(value, memoryview) else value


# Seals and files.


def _write_seal(part: Path) -> None:
    with closing(sqlite3.connect(part)) as connection:
        expected = msgspec.json.encode(Seal(time.time_ns() // 1_000_000, __version__, _hashes(connection)))
        connection.execute(f"CREATE TABLE {SEAL} (seal BLOB NOT NULL, hash BLOB NOT NULL)")
        connection.execute(f"INSERT INTO {SEAL} VALUES (?, ?)", (expected, sha256(expected).digest()))  # noqa: S608
        connection.commit()


def _hashes(connection: sqlite3.Connection) -> dict[str, tuple[int, str]]:
    found = {}
    encode = msgspec.msgpack.Encoder().encode
    query = "SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name"
    for name in [name for (name,) in connection.execute(query) if name != SEAL]:
        digest, rows = sha256(), 0
        for row in connection.execute(f'SELECT * FROM "{name}" ORDER BY rowid'):  # noqa: S608 - a table's own name
            digest.update(encode(row))
            rows += 1
        found[name] = (rows, digest.hexdigest())
    return found


@contextmanager
def _raw(path: Path) -> Iterator[sqlite3.Connection]:
    try:
        with closing(read_only(path)) as connection:
            yield connection
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # the second where a damaged schema is quoted
        raise unreadable(path, error) from None


@contextmanager
def made_once(out: Path) -> Iterator[Path]:
    """A new file beside the one that is wanted, readable for its owner alone; it is gone unless it was renamed."""
    part = out.with_name(f".{out.name}.{os.getpid()}.part")
    try:
        os.close(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as error:
        raise BadText(f"cannot be written: {error.strerror}", field=str(out)) from None
    try:
        yield part
    except (sqlite3.OperationalError, OSError) as error:
        raise BadText(f"cannot be written: {error}", field=str(out)) from None
    finally:
        for beside in ("", "-wal", "-shm", "-journal"):
            part.with_name(part.name + beside).unlink(missing_ok=True)


def _one_file(part: Path) -> None:
    """No log beside it."""
    with closing(sqlite3.connect(part)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def sync(path: Path) -> None:
    """Flush a file, or a folder's entries, to the disk."""
    file = os.open(path, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
