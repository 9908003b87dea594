"""The house's journal as it was known last, kept in a file beside the signing key.

A house whose journal is gone would begin another, and take over whatever stands in the database. Whoever writes to the
database does not reach this file: a journal that has vanished, was cut off or is another one is noticed at the next
start. An operator who restored an older state on purpose says so (`croupier key accept`).
"""

from __future__ import annotations

import contextlib
import logging
import os
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import make_url, select

from croupier.errors import BadText, HouseError
from croupier.house.journal.journal import HOUSE
from croupier.house.storage import schema

if TYPE_CHECKING:
    from pathlib import Path

    from sqlalchemy import Connection

    from croupier.house.storage.database import Database

_LOG = logging.getLogger("croupier.house")
ACCEPT = "if an older state was put back on purpose, say so: croupier key accept"


class End(msgspec.Struct, frozen=True):
    """Record `n` of a journal, the last that was known, and its hash."""

    journal: str
    n: int
    hash: str


class Accepted(msgspec.Struct, frozen=True):
    """An operator said that what was known of a database no longer is so."""

    at: int
    why: str
    database: str
    before: End


class _Known(msgspec.Struct):
    databases: dict[str, End] = {}
    accepted: list[Accepted] = []


class KnownJournals:
    """What is known of the databases that are served with one key."""

    def __init__(self, key: Path) -> None:
        self.path = key.with_name(f"{key.name}.journals")

    def why_not(self, database: str, connection: Connection) -> str:
        """What is wrong with a database whose journal was known; empty if it goes on where it was."""
        known = self._read().databases.get(database)
        if known is None:
            return ""
        found = end_of(connection)
        if found is None:
            return f"its house's journal is gone, which had {known.n + 1:,} records"
        if found.journal != known.journal:
            return "its house's journal is another than it was"
        if hash_of(connection, known.n) != known.hash:
            return f"record {known.n:,} of its house's journal is not the one that was known, or is gone"
        return ""

    def check(self, database: Database) -> None:
        """Refuse a database whose journal is not the one that was known."""
        with database.read() as connection:
            if not connection.dialect.has_table(connection, schema.house_records.name):
                return
            why = self.why_not(name_of(database.url), connection)
        if why:
            raise HouseError(f"{why}; {ACCEPT}", fault="storage", field="db")

    def remember(self, database: Database) -> None:
        """Keep where the journal ends now. Where the file cannot be written nothing is known, and the log says so."""
        with database.read() as connection:
            found = end_of(connection)
        known = self._read()
        if found is not None and known.databases.get(name_of(database.url)) != found:
            known.databases[name_of(database.url)] = found
            try:
                self._write(known)
            except OSError as error:
                _LOG.warning("journal not remembered", extra={"told": {"file": str(self.path), "why": str(error)}})

    def accept(self, database: Database, *, at: int, why: str) -> End | None:
        """Forget what was known of a database, and keep why; gives what was known."""
        known = self._read()
        before = known.databases.pop(name_of(database.url), None)
        if before is None:
            return None
        known.accepted.append(Accepted(at, why, name_of(database.url), before))
        try:
            self._write(known)
        except OSError as error:
            raise BadText(f"cannot be written: {error.strerror}", field=str(self.path)) from None
        return before

    def _read(self) -> _Known:
        try:
            return msgspec.json.decode(self.path.read_bytes(), type=_Known)
        except FileNotFoundError:
            return _Known()
        except (OSError, msgspec.MsgspecError) as error:
            raise BadText(f"cannot be read: {error}", field=str(self.path)) from None

    def _write(self, known: _Known) -> None:
        part = self.path.with_name(f".{self.path.name}.{os.getpid()}.part")
        try:
            with open(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:  # noqa: PTH123
                out.write(msgspec.json.format(msgspec.json.encode(known), indent=2) + b"\n")
                out.flush()
                os.fsync(out.fileno())
            part.replace(self.path)
        finally:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)


def name_of(url: str) -> str:
    """A database as it is known here: without account and password."""
    found = make_url(url)
    if found.get_backend_name() == "sqlite":
        return os.path.realpath(found.database or "")
    host = found.host or found.query.get("host", "")
    return f"{found.get_backend_name()}://{host}{f':{found.port}' if found.port else ''}/{found.database or ''}"


def end_of(connection: Connection) -> End | None:
    """The last record of the house's journal; None where it has not begun."""
    rows = schema.house_records
    ends = (select(rows.c.line).order_by(order).limit(1) for order in (rows.c.n, rows.c.n.desc()))
    first, last = (connection.scalar(query) for query in ends)
    if first is None or last is None:
        return None
    try:
        header, end = HOUSE.line(bytes(first)[:-1]), HOUSE.line(bytes(last)[:-1])
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return None
    return None if header.journal is msgspec.UNSET else End(header.journal.id, end.n, end.hash)


def hash_of(connection: Connection, n: int) -> str:
    """The hash of a record of the house's journal; empty where there is none that can be read."""
    line = connection.scalar(select(schema.house_records.c.line).where(schema.house_records.c.n == n))
    try:
        return "" if line is None else HOUSE.line(bytes(line)[:-1]).hash
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return ""
