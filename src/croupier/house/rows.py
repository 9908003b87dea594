"""Many rows in one statement. SQLite lets go of the interpreter at every step of a statement, so that a busy server
waits for each row anew; rows that come as one JSON text are one step."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, cast

import msgspec
from sqlalchemy import LargeBinary, insert, update
from sqlalchemy.dialects import postgresql

from croupier.house import schema

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from sqlalchemy import Connection, Executable, Table


RENEWED = (schema.answers, schema.snapshots, schema.owners, schema.servers, schema.drafts)
"""Tables where a row takes the place of the one with its key."""


def put(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows of one shape; an answer to a key that was forgotten replaces the old one, as a snapshot does."""
    if connection.dialect.name != "sqlite":
        connection.execute(_renew(table) if table in RENEWED else insert(table), list(rows))
        return
    columns = tuple(rows[0])
    told = [[_plain(value) for value in row.values()] for row in rows]
    _driver(connection).execute(_inserting(table, columns), (_text(told),))


def put_lines(connection: Connection, lines: Sequence[tuple[str, int, bytes]]) -> None:
    """Insert journal lines as (table, number, line)."""
    if connection.dialect.name != "sqlite":
        connection.execute(insert(schema.records), [{"table_id": t, "n": n, "line": line} for t, n, line in lines])
        return
    told = [(table, n, line.decode()) for table, n, line in lines]
    _driver(connection).execute(_inserting(schema.records, ("table_id", "n", "line")), (_text(told),))


def add(connection: Connection, changes: Mapping[str, int]) -> None:
    """Change balances; an account that is not there yet begins with nothing."""
    if connection.dialect.name == "sqlite":
        told = (_text(sorted(changes.items())),)
        if _driver(connection).execute(_ADD, told).rowcount < len(changes):
            _driver(connection).execute(_BEGIN, told)
        return
    rows = schema.balances
    for account, change in sorted(changes.items()):
        statement = update(rows).where(rows.c.account == account).values(cents=rows.c.cents + change)
        if not connection.execute(statement).rowcount:
            connection.execute(insert(rows).values(account=account, cents=change))


def _driver(connection: Connection) -> sqlite3.Connection:
    """The connection itself: a result that nobody reads needs no more."""
    return cast("sqlite3.Connection", connection.connection.driver_connection)


def _text(told: object) -> str:
    return msgspec.json.encode(told).decode()


def _plain(value: object) -> object:
    return value.decode() if isinstance(value, bytes) else value


@cache
def _inserting(table: Table, columns: tuple[str, ...]) -> str:
    parts = [f"json_extract(value, '$[{place}]')" for place in range(len(columns))]
    blobs = [isinstance(table.c[name].type, LargeBinary) for name in columns]
    parts = [f"CAST({part} AS BLOB)" if blob else part for part, blob in zip(parts, blobs, strict=True)]
    verb = "INSERT OR REPLACE" if table in RENEWED else "INSERT"
    names = ", ".join(f'"{name}"' for name in columns)
    return f"{verb} INTO {table.name} ({names}) SELECT {', '.join(parts)} FROM json_each(?) ORDER BY key"  # noqa: S608


_PAIRS = "SELECT json_extract(value, '$[0]') AS account, json_extract(value, '$[1]') AS change FROM json_each(?)"
_ADD = f"UPDATE balances SET cents = cents + new.change FROM ({_PAIRS}) AS new WHERE balances.account = new.account"  # noqa: S608
_BEGIN = f"INSERT INTO balances (account, cents) SELECT account, change FROM ({_PAIRS}) AS new WHERE account NOT IN (SELECT account FROM balances)"  # noqa: S608, E501


def _renew(table: Table) -> Executable:
    statement = postgresql.insert(table)
    new = {column.name: statement.excluded[column.name] for column in table.columns if not column.primary_key}
    return statement.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=new)
