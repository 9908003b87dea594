"""Many rows in one statement. SQLite lets go of the interpreter at every step of a statement, so that a busy server
waits for each row anew; rows that come as one JSON text are one step, and so is a commit's whole work: it goes into a
view whose trigger puts the rows of every table where they belong."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, cast

import msgspec
from sqlalchemy import LargeBinary, insert, update
from sqlalchemy.dialects import postgresql

from croupier.errors import HouseError
from croupier.house import schema

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection, Executable, Table

    Rows = Sequence[Sequence[Any]]
    """Values in the order of a table's columns, without an id that counts by itself."""

USUAL = (schema.records, schema.tails, schema.postings, schema.answers, schema.rounds, schema.played, schema.snapshots)
"""What commands at a table fill."""


_WITH_BYTES = (schema.records, schema.answers, schema.snapshots)
_WORK = f"INSERT INTO work VALUES ({', '.join('?' * (len(USUAL) + 1))})"  # noqa: S608
RENEWED = (schema.answers, schema.snapshots, schema.tails, schema.owners, schema.servers, schema.drafts,
           schema.judged)  # fmt: skip
"""Tables where a row takes the place of the one with its key."""


def put(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows of one shape; an answer to a key that was forgotten replaces the old one, as a snapshot does."""
    if connection.dialect.name != "sqlite":
        connection.execute(_renew(table) if table in RENEWED else insert(table), list(rows))
        return
    told = [[_plain(value) for value in row.values()] for row in rows]
    _driver(connection).execute(_inserting(table, tuple(rows[0])), (_text(told),))


def put_usual(connection: Connection, rows: Mapping[Table, Rows]) -> None:
    """Insert rows of the usual tables and change balances; an account that is not there yet begins with nothing."""
    if not any(rows.values()):
        return
    if connection.dialect.name == "sqlite":
        _driver(connection).execute(*work(rows))
        return
    changes = _changes(rows[schema.postings])
    for table, several in rows.items():
        if several:
            put(connection, table, [dict(zip(columns(table), row, strict=True)) for row in several])
    balances = schema.balances
    for account, change in sorted(changes.items()):
        statement = update(balances).where(balances.c.account == account).values(cents=balances.c.cents + change)
        if not connection.execute(statement).rowcount:
            connection.execute(insert(balances).values(account=account, cents=change))


def work(rows: Mapping[Table, Rows]) -> tuple[str, list[str | None]]:
    """The same as one statement of SQLite, with what it is given."""
    told = [_text(_texts(table, rows[table])) if rows[table] else None for table in USUAL]
    told.append(_text(sorted(_changes(rows[schema.postings]).items())))
    return _WORK, told


def _changes(postings: Rows) -> dict[str, int]:
    """What postings change on each account; no money comes from nowhere."""
    changes: dict[str, int] = {}
    for _, _, _, account, cents, _ in postings:
        changes[account] = changes.get(account, 0) + cents
    if sum(changes.values()):
        raise HouseError("entries that do not sum to nothing")
    return changes


@cache
def columns(table: Table) -> tuple[str, ...]:
    """A table's columns in the order in which rows are told."""
    return tuple(column.name for column in table.columns if column is not table.autoincrement_column)


def prepare(connection: sqlite3.Connection) -> None:
    """Give a connection the view that takes a commit's work."""
    names = [table.name for table in USUAL]
    steps = [_inserting(t, columns(t)).replace("?", f"NEW.{t.name}") for t in USUAL]
    steps += [text.replace("?", "NEW.changes") for text in (_BEGIN, _ADD)]
    connection.execute(f"CREATE TEMP VIEW work AS SELECT {', '.join(f'0 AS {name}' for name in names)}, 0 AS changes")
    connection.execute(f"CREATE TEMP TRIGGER stored INSTEAD OF INSERT ON work BEGIN {'; '.join(steps)}; END")


def _driver(connection: Connection) -> sqlite3.Connection:
    """The connection itself: a result that nobody reads needs no more."""
    return cast("sqlite3.Connection", connection.connection.driver_connection)


def _text(told: object) -> str:
    return msgspec.json.encode(told).decode()


def _texts(table: Table, rows: Rows) -> Rows:
    """Rows with bytes, which JSON does not have, as text; they stand last."""
    if table not in _WITH_BYTES:
        return rows
    return [(*row[:-1], row[-1].decode()) for row in rows]


def _plain(value: object) -> object:
    return value.decode() if isinstance(value, bytes) else value


@cache
def _inserting(table: Table, names: tuple[str, ...]) -> str:
    parts = [f"json_extract(value, '$[{place}]')" for place in range(len(names))]
    blobs = [isinstance(table.c[name].type, LargeBinary) for name in names]
    parts = [f"CAST({part} AS BLOB)" if blob else part for part, blob in zip(parts, blobs, strict=True)]
    verb = "INSERT OR REPLACE" if table in RENEWED else "INSERT"
    into = ", ".join(f'"{name}"' for name in names)
    return f"{verb} INTO {table.name} ({into}) SELECT {', '.join(parts)} FROM json_each(?) ORDER BY key"  # noqa: S608


_PAIRS = "SELECT json_extract(value, '$[0]') AS account, json_extract(value, '$[1]') AS change FROM json_each(?)"
_BEGIN = f"INSERT INTO balances (account, cents) SELECT account, 0 FROM ({_PAIRS}) WHERE account NOT IN (SELECT account FROM balances)"  # noqa: S608, E501
_ADD = f"UPDATE balances SET cents = cents + new.change FROM ({_PAIRS}) AS new WHERE balances.account = new.account"  # noqa: S608


def _renew(table: Table) -> Executable:
    statement = postgresql.insert(table)
    new = {column.name: statement.excluded[column.name] for column in table.columns if not column.primary_key}
    return statement.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=new)
