"""Connections as the house wants them: SQLite in one file, PostgreSQL by URL, each flushed at every commit."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy import create_engine, event
from sqlalchemy.exc import ArgumentError

from croupier.errors import HouseError
from croupier.house.storage import batches as rows_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from pathlib import Path

    from sqlalchemy import Connection, Engine

_WRITES = "croupier_writes"


def url_of(url: str | Path) -> str:
    """A path is a file of SQLite."""
    text = str(url)
    if "://" not in text:
        return f"sqlite:///{text}"
    for prefix in ("postgres://", "postgresql://"):
        if text.startswith(prefix):
            return "postgresql+psycopg://" + text.removeprefix(prefix)
    return text


def engine_of(url: str, *, read_only: bool = False) -> Engine:
    """With `read_only` the database itself refuses every change."""
    if not url.startswith("sqlite"):
        given = {"options": "-c default_transaction_read_only=on"} if read_only else {}
        try:
            engine = create_engine(
                url,
                pool_pre_ping=True,
                pool_size=10,
                hide_parameters=True,
                connect_args={"connect_timeout": 5, **given},
            )
        except (ArgumentError, ValueError, ModuleNotFoundError) as error:
            why = first_line(error) if isinstance(error, ModuleNotFoundError) else "it is no URL"
            raise HouseError(f"no database is known by this URL: {why}", fault="storage") from None
        event.listen(engine, "connect", _flushed)
        return engine
    engine = create_engine(url, hide_parameters=True, connect_args={"timeout": 30, "check_same_thread": False})
    if not read_only:
        event.listen(engine, "do_connect", _own_file)
    event.listen(engine, "connect", _reads_only if read_only else pragmas)
    event.listen(engine, "begin", _begun)
    return engine


def _own_file(_: object, __: object, given: Sequence[Any], ___: object) -> None:
    """A new database file is its owner's alone, whatever the umask; the files that SQLite puts beside it are alike."""
    path = str(given[0]) if given else ""
    if path and path != ":memory:" and not path.startswith("file:"):
        with suppress(OSError):  # it exists, or SQLite says why it cannot be made
            os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))


def writing(engine: Engine) -> Engine:
    """The engine for transactions that write: on SQLite they wait for their turn before they read anything."""
    return engine.execution_options(**{_WRITES: True})


def _begun(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get(_WRITES) else "BEGIN")


def _flushed(connection: Any, _: object) -> None:  # noqa: ANN401 - of any driver
    """A server that does not flush at every commit does so for us: what was told is not lost when it crashes."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
        )
    connection.commit()


def pragmas(connection: sqlite3.Connection, _: object) -> None:
    """WAL with a full flush at every commit: with less, the last commits can be lost when the power goes."""
    connection.isolation_level = None  # transactions begin when we say so
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "busy_timeout=30000",
        "wal_autocheckpoint=10000",
        "cache_size=-32768",
    ):
        connection.execute(f"PRAGMA {pragma}")
    rows_of.prepare(connection)


def _reads_only(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None
    for pragma in ("query_only=ON", "busy_timeout=30000"):
        connection.execute(f"PRAGMA {pragma}")


def first_line(error: object) -> str:
    """What a driver says went wrong, without its background."""
    return (str(error).strip() or type(error).__name__).splitlines()[0]


_KINDS = {
    "08": "the connection is lost",
    "28": "it refuses the house's account",
    "3D": "it has no such database",
    "53": "it has no room",
    "57": "it is shutting down",
}
"""Classes of SQLSTATE whose messages tell of hosts, accounts or databases, or would if they could."""


def failure(error: object) -> str:
    """What a driver says went wrong, without where: no host, account, password or database is named.

    >>> failure(OSError(13, "Permission denied", "/srv/house.db"))
    'Permission denied'
    """
    if isinstance(error, OSError):
        return error.strerror or first_line(error)
    if not hasattr(error, "sqlstate"):
        return first_line(error)
    state = str(error.sqlstate or "")
    if not state:
        return "it cannot be reached"
    diagnosis = getattr(error, "diag", None)
    return _KINDS.get(state[:2]) or getattr(diagnosis, "message_primary", None) or type(error).__name__
