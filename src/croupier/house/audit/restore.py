"""A house put back from its backup, where nothing is."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import insert, select, text
from sqlalchemy.exc import DBAPIError

from croupier.errors import BadText, HouseError
from croupier.house.audit.backup import HERE, OPEN, ROWS, SEAL, check_seal, copy_file, made_once, seal_of, sync
from croupier.house.audit.check import (
    check_all,
    of_house,
    shown,
    silent,
    snapshot,
    sqlite_path,
    unreadable,
)
from croupier.house.people.passwords import NONE
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.file_lock import hold

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from croupier.house.audit.check import Checked, Progress


def restore(file: Path, url: str | Path, key: str | None = None, progress: Progress = silent) -> Checked:
    """Put a backup back into a database that holds nothing, once all of it was checked."""
    if not file.is_file():
        raise BadText("there is no such file", field=str(file))
    target = sqlite_path(url)
    if target is None:
        with tempfile.TemporaryDirectory() as folder:
            part = Path(folder) / "backup.db"
            _unsealed(file, part, key, progress)
            return _fill(part, url, key, progress)
    held = hold(target)
    try:
        if target.exists():
            with snapshot(target) as connection:
                _must_be_empty(connection, target)
        with made_once(target) as part:
            checked = _unsealed(file, part, key, progress)
            for beside in ("", "-wal", "-shm"):
                target.with_name(target.name + beside).unlink(missing_ok=True)
            sync(part)
            part.rename(target)
        sync(target.absolute().parent)
    finally:
        os.close(held)
    return checked


def _unsealed(file: Path, part: Path, key: str | None, progress: Progress) -> Checked:
    """A copy of a backup, checked in full, as the database it was made of."""
    from croupier.house.storage.migrate import known, revision  # noqa: PLC0415 - alembic is slow to import

    copy_file(file, part, progress)
    seal = seal_of(part)
    if seal is None:
        raise BadText("is no backup: it has no seal", field=str(file))
    check_seal(part, seal)
    with snapshot(part) as connection:
        found = revision(connection)
        if found not in known():
            raise BadText(f"was made by a newer version, {seal.version}", field=str(file))
        checked = check_all(connection, key, progress)
    with closing(sqlite3.connect(part)) as connection:
        connection.execute(f"DROP TABLE {SEAL}")
        there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        for name in sorted((HERE | OPEN) & there):
            of = " WHERE person NOT IN (SELECT name FROM people WHERE secret = ?)" if name == "sessions" else ""
            connection.execute(f"DELETE FROM {name}{of}", (NONE,) if of else ())  # noqa: S608 - constants
        connection.commit()
    return checked


def _fill(part: Path, url: str | Path, key: str | None, progress: Progress) -> Checked:
    """Every row of a file into an empty database of the other kind, in one transaction, and checked there again."""
    whole = Database(part)
    whole.migrate()
    whole.close()
    target = Database(url)
    try:
        with target.engine.connect() as connection:
            _must_be_empty(connection, url)
        target.migrate()
        tables = schema.metadata.sorted_tables
        with target.engine.begin() as into, snapshot(part) as out:
            _must_be_empty(into, url)
            for number, table in enumerate(tables):
                progress("tables", number, len(tables))
                rows = out.execute(select(table), execution_options={"yield_per": ROWS})
                for several in rows.mappings().partitions():
                    into.execute(insert(table), [dict(row) for row in several])
                column = table.autoincrement_column
                if column is not None and column.autoincrement is True:
                    into.execute(
                        text(
                            f"SELECT setval(pg_get_serial_sequence('{table.name}', '{column.name}'),"  # noqa: S608
                            f" (SELECT coalesce(max({column.name}), 0) + 1 FROM {table.name}), false)"
                        )
                    )
            return check_all(into, key, progress)
    except DBAPIError as error:
        raise unreadable(url, error.orig or error) from None
    finally:
        target.close()


def _must_be_empty(connection: Connection, url: str | Path) -> None:
    if of_house(connection):
        raise HouseError(f"{shown(url)} holds a house already and is left as it is", fault="conflict", field="db")
