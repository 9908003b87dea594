"""Damage to one table's data, as storage, software and people do it: bytes, rows, and sound journals that lie."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import create_engine, delete, insert, select, text, update

from croupier.house.storage import schema
from croupier.house.storage.engine import url_of
from croupier.house.storage.journal_marks import JournalMarks
from croupier.journal.record import BEFORE_ALL, hash_of, signed_text
from tests.house.floor import KEY

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from sqlalchemy import Connection

    from croupier.journal.keys import Key

    Lines = list[bytes]
    Damage = Callable[[Connection, str, random.Random], str]
    """Damages a table, and says how."""

WORTHLESS: tuple[Any, ...] = (
    None,
    "",
    "x",
    "x" * 300,
    "\x00",
    "\u202e",
    -1,
    0,
    1,
    2**31,
    2**63 - 1,
    1.5,
    True,
    [],
    {},
    [[]],
    {"a": 1},
    "As Kd",
)
"""What may stand where something else should."""


def on(url: str, damage: Callable[[Connection], Any]) -> Any:
    """Change a database behind the house's back, without its rules."""
    engine = create_engine(url_of(url))
    try:
        with engine.begin() as connection:
            if engine.dialect.name == "sqlite":
                connection.execute(text("PRAGMA foreign_keys = OFF"))
            return damage(connection)
    finally:
        engine.dispose()


def lines_of(connection: Connection, table: str) -> Lines:
    rows = schema.records
    found = connection.execute(select(rows.c.line).where(rows.c.table_id == table).order_by(rows.c.n))
    return [bytes(line) for (line,) in found]


def put_lines(connection: Connection, table: str, lines: Lines) -> None:
    rows = schema.records
    connection.execute(delete(rows).where(rows.c.table_id == table))
    connection.execute(insert(rows), [{"table_id": table, "n": n, "line": line} for n, line in enumerate(lines)])
    JournalMarks(KEY).mark(connection, table)


def chained(records: list[dict[str, Any]], key: Key = KEY) -> Lines:
    """Records with hashes and signatures that fit, whatever they tell."""
    lines, before, journal = [], BEFORE_ALL, ""
    for n, record in enumerate(records):
        told = {**record, "n": n}
        told.pop("hash", None)
        if "journal" in told:
            told["journal"] = {**told["journal"], "key": key.public}
            journal = told["journal"]["id"]
        if "head" in told:
            told["head"] = {
                "n": n - 1,
                "hash": before.hex(),
                "signature": key.sign(signed_text(journal, n - 1, before.hex())),
            }
        body = msgspec.json.encode(told)[:-1]
        before = hash_of(before, body)
        lines.append(b'%b,"hash":"%b"}\n' % (body, before.hex().encode()))
    return lines


def records_of(lines: Lines) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in lines]


def _paths(told: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every field, however deep."""
    if isinstance(told, dict):
        below = [each for key, value in told.items() for each in _paths(value, (*path, key))]
    elif isinstance(told, list):
        below = [each for key, value in enumerate(told) for each in _paths(value, (*path, key))]
    else:
        below = []
    return [path, *below] if path else below


def changed(told: Any, chance: random.Random) -> str:
    """Put something else into one field, or take it away."""
    path = chance.choice(_paths(told))
    for key in path[:-1]:
        told = told[key]
    if chance.random() < 0.2:
        del told[path[-1]]
        return f"{path} is gone"
    told[path[-1]] = new = chance.choice(WORTHLESS)
    return f"{path} is {new!r}"


# Kinds of damage.


def flip(connection: Connection, table: str, chance: random.Random) -> str:
    lines = lines_of(connection, table)
    n = chance.randrange(len(lines))
    at = chance.randrange(len(lines[n]))
    lines[n] = lines[n][:at] + bytes([lines[n][at] ^ (1 << chance.randrange(8))]) + lines[n][at + 1 :]
    put_lines(connection, table, lines)
    return f"record {n}, byte {at}"


def cut(connection: Connection, table: str, chance: random.Random) -> str:
    rows, lines = schema.records, lines_of(connection, table)
    n = chance.randrange(len(lines))
    own = rows.c.table_id == table
    if chance.random() < 0.5:
        connection.execute(delete(rows).where(own, rows.c.n == n))
        return f"record {n} is gone"
    connection.execute(update(rows).where(own, rows.c.n == n).values(line=lines[n][: chance.randrange(len(lines[n]))]))
    return f"record {n} is cut"


def rewrite(connection: Connection, table: str, chance: random.Random) -> str:
    """A sound journal, signed with the house's key, of which one field is another."""
    records = records_of(lines_of(connection, table))
    n = chance.choice([n for n, record in enumerate(records) if "event" in record])
    said = changed(records[n]["event"], chance)
    put_lines(connection, table, chained(records))
    return f"record {n}, {records[n]['event'].get('event')}: {said}"


def resettle(connection: Connection, table: str, chance: random.Random) -> str:
    rows = schema.tables
    told = msgspec.json.decode(connection.execute(select(rows.c.settings).where(rows.c.id == table)).scalar_one())
    if chance.random() < 0.3:
        settings = chance.choice(["", "{", "null", "[]", "7", '{"pace":"x"}', '{"betting_seconds":1e999}', "\x00"[:0]])
        said = f"settings {settings!r}"
    else:
        said = changed(told, chance)
        settings = msgspec.json.encode(told).decode()
    connection.execute(update(rows).where(rows.c.id == table).values(settings=settings))
    return f"settings: {said}"


def rename(connection: Connection, table: str, chance: random.Random) -> str:
    rows = schema.tables
    field = chance.choice(["game", "edition"])
    value = chance.choice(["", "nothing", "dj-wild", "pa-1850", "x" * 40])
    connection.execute(update(rows).where(rows.c.id == table).values({field: value}))
    return f"{field} {value!r}"


def blur(connection: Connection, table: str, chance: random.Random) -> str:
    """A snapshot that is there and does not fit."""
    rows = schema.snapshots
    state = chance.choice([b"", b"{}", b"null", b"\xff\xfe", b'{"place":{"n":1},"table":{}}', b"[" * 2000])
    connection.execute(delete(rows).where(rows.c.table_id == table))
    connection.execute(insert(rows).values(table_id=table, n=chance.choice([-1, 0, 5, 2**31 - 1]), state=state))
    return f"snapshot {state[:20]!r}"


def answer(connection: Connection, table: str, chance: random.Random) -> str:
    rows = schema.answers
    told = chance.choice([b"", b"{", b"null", b"[1]", b"\xff", b'{"key":7}'])
    connection.execute(insert(rows).values(table_id=table, key=f"k{chance.random()}", n=1, body="", answer=told))
    return f"answer {told!r}"


KINDS: tuple[Damage, ...] = (flip, cut, rewrite, rewrite, rewrite, resettle, resettle, rename, blur, answer)
