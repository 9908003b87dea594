"""Many rows in one statement. SQLite lets go of the interpreter at every step of a statement, so that a busy server
waits for each row anew; rows that come as one JSON text are one step, and so is a commit's whole work: it goes into a
view whose trigger puts the rows of every table where they belong."""

from __future__ import annotations

from functools import cache
from operator import itemgetter
from typing import TYPE_CHECKING, Any, cast

import msgspec
from sqlalchemy import LargeBinary, insert, update
from sqlalchemy.dialects import postgresql

from croupier.errors import HouseError
from croupier.house.storage import schema

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Mapping, Sequence

    from sqlalchemy import Connection, Executable, Table

    Rows = Sequence[Sequence[Any]]
    """Values in the order of a table's columns, without an id that counts by itself."""

USUAL = (schema.records, schema.tails, schema.postings, schema.answers, schema.rounds, schema.played, schema.snapshots)
"""What commands at a table fill."""
_IS_USUAL = frozenset(USUAL)


_WITH_BYTES = (schema.records, schema.answers, schema.snapshots)
"""Of these the last column is bytes, which JSON does not have: they come beside it, one after the other, and a row says
where its own begin and how many they are."""
_WORK = f"INSERT INTO work VALUES ({', '.join('?' * (len(USUAL) + len(_WITH_BYTES) + 1))})"  # noqa: S608
RENEWED = (schema.answers, schema.snapshots, schema.tails, schema.owners, schema.servers, schema.drafts, schema.judged)
"""Tables where a row takes the place of the one with its key."""


def put(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows of one shape; an answer to a key that was forgotten replaces the old one, as a snapshot does."""
    if connection.dialect.name != "sqlite":
        connection.execute(_renew(table) if table in RENEWED else insert(table), list(rows))
        return
    values = [[_plain(value) for value in row.values()] for row in rows]
    _driver(connection).execute(_inserting(table, tuple(rows[0])), (_text(values),))


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


def is_usual(table: Table) -> bool:
    """Whether commands at a table fill it."""
    return table in _IS_USUAL


def work(rows: Mapping[Table, Rows]) -> tuple[str, list[str | bytes | None]]:
    """All rows of a commit as one statement of SQLite, and its parameters."""
    values: list[str | bytes | None] = []
    for table in USUAL:
        several = rows[table]
        values.append(_text(_placed(several) if table in _WITH_BYTES else several) if several else None)
    values += [b"".join([row[-1] for row in rows[table]]) for table in _WITH_BYTES]
    values.append(_text(sorted(_changes(rows[schema.postings]).items())))
    return _WORK, values


def _placed(rows: Rows) -> Rows:
    """Rows with the place and the number of their bytes, counted from 1, for the bytes themselves."""
    found, start = [], 1
    for row in rows:
        size = len(row[-1])
        found.append((*row[:-1], start, size))
        start += size
    return found


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
    """A table's columns in the order of the values in a row."""
    return tuple(column.name for column in table.columns if column is not table.autoincrement_column)


@cache
def values_of(table: Table) -> Callable[[Mapping[str, Any]], Sequence[Any]]:
    """What gives the values of a row in that order."""
    return itemgetter(*columns(table))


def prepare(connection: sqlite3.Connection) -> None:
    """Give a connection the view that takes a commit's work."""
    names = [*(table.name for table in USUAL), *(f"{table.name}_bytes" for table in _WITH_BYTES), "changes"]
    steps = [_inserting(t, columns(t), beside=t in _WITH_BYTES).replace("?", f"NEW.{t.name}") for t in USUAL]
    steps += [text.replace("?", "NEW.changes") for text in (_BEGIN, _ADD)]
    connection.execute(f"CREATE TEMP VIEW work AS SELECT {', '.join(f'0 AS {name}' for name in names)}")
    connection.execute(f"CREATE TEMP TRIGGER stored INSTEAD OF INSERT ON work BEGIN {'; '.join(steps)}; END")


def _driver(connection: Connection) -> sqlite3.Connection:
    """The connection itself: a result that nobody reads needs no more."""
    return cast("sqlite3.Connection", connection.connection.driver_connection)


def _text(values: object) -> str:
    text = msgspec.json.encode(values).decode()
    if "\\u0000" in text and _has_nul(values):  # which would cut the text there: PostgreSQL refuses it too
        raise HouseError("nothing like this is stored here", fault="conflict")
    return text


def _has_nul(value: object) -> bool:
    return "\0" in value if isinstance(value, str) else isinstance(value, list | tuple) and any(map(_has_nul, value))


def _plain(value: object) -> object:
    return value.decode() if isinstance(value, bytes) else value


@cache
def _inserting(table: Table, names: tuple[str, ...], *, beside: bool = False) -> str:
    """What inserts rows that come as one JSON text, the bytes of their last column `beside` it."""
    parts = [f"json_extract(value, '$[{place}]')" for place in range(len(names) + beside)]
    if beside:
        parts[-2:] = [f"substr(?_bytes, {', '.join(parts[-2:])})"]
    blobs = [isinstance(table.c[name].type, LargeBinary) and not beside for name in names]
    parts = [f"CAST({part} AS BLOB)" if blob else part for part, blob in zip(parts, blobs, strict=True)]
    verb = "INSERT OR REPLACE" if table in RENEWED else "INSERT"
    into = ", ".join(f'"{name}"' for name in names)
    sorted_ = "" if table is schema.records else " ORDER BY key"  # a record's number says where it stands
    return f"{verb} INTO {table.name} ({into}) SELECT {', '.join(parts)} FROM json_each(?){sorted_}"  # noqa: S608


_PAIRS = "SELECT json_extract(value, '$[0]') AS account, json_extract(value, '$[1]') AS change FROM json_each(?)"
_BEGIN = f"INSERT INTO balances (account, cents) SELECT account, 0 FROM ({_PAIRS}) WHERE account NOT IN (SELECT account FROM balances)"  # noqa: S608, E501
_ADD = f"UPDATE balances SET cents = cents + new.change FROM ({_PAIRS}) AS new WHERE balances.account = new.account"  # noqa: S608


def _renew(table: Table) -> Executable:
    statement = postgresql.insert(table)
    new = {column.name: statement.excluded[column.name] for column in table.columns if not column.primary_key}
    return statement.on_conflict_do_update(index_elements=list(table.primary_key.columns), set_=new)
