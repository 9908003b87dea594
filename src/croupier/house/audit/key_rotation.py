"""Another signing key for a house that is not being served: in its turn, after a theft, or because the old is lost.

`rotate` hands every journal that goes on over to the new key, in a record that the old one signs. `replace_lost`
cannot: it closes the tables in play, gives everyone their money back, and goes on with the house's journal alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import func, insert, select, update

from croupier.errors import HouseError
from croupier.house.journal.events import (
    HeadRecorded,
    HouseEvent,
    KeyRotated,
    MoneyPosted,
    TableAbandoned,
)
from croupier.house.journal.journal import HOUSE, HouseJournal, has_records, house_lines, store
from croupier.house.storage import batches as rows_of
from croupier.house.storage import schema
from croupier.house.storage.journal_marks import JournalMarks
from croupier.house.storage.line_buffer import LineBuffer
from croupier.house.tables.money import ledger
from croupier.journal.record import LOST
from croupier.journal.replay import fold
from croupier.journal.walk import Walk
from croupier.journal.writer import Writer
from croupier.table.skips import open_wagers

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from sqlalchemy import Connection

    from croupier.house.storage.database import Database
    from croupier.journal.keys import Key
    from croupier.journal.record import Record
    from croupier.table import Table

SERVER_GONE_AFTER = 5_000
"""Milliseconds after which a server on PostgreSQL that says nothing is gone."""


@dataclass(frozen=True, slots=True)
class Changed:
    """What a change of key did: the old and the new public key, and the open tables with what each of them was left
    with: packs whose order the old key has sealed, or cents that went back to wallets."""

    old: str
    new: str
    tables: Mapping[str, int]


def rotate(database: Database, key: Key, new: Key, *, at: int, why: str, by: str = "") -> Changed:
    """Hand over to a new key in one transaction; every journal is read and checked first."""
    HouseJournal(key).begin(database, at)
    with database.transaction() as connection:
        _must_not_be_served(connection)
        tables = {table: _hand_over(connection, table, key, new, why) for table in _open(connection)}
        writer, lines = HouseJournal(key).resume(connection)
        first = writer.n + 1
        writer.enter([KeyRotated(old=key.public, new=new.public, why=why, by=by)], at)
        writer.change_key(new, why)
        store(connection, writer, lines, first=first)
    return Changed(key.public, new.public, tables)


def replace_lost(database: Database, new: Key, *, at: int, why: str, by: str = "") -> Changed:
    """Go on with a new key where the old one is gone. Tables in play cannot go on, since nobody can open the orders of
    their cards: each is closed, chips, wagers and what was held go to the wallets, the rest to the cage."""
    with database.transaction() as connection:
        _must_not_be_served(connection)
        begun = has_records(connection)
    if not begun:
        HouseJournal(new).begin(database, at)
    with database.transaction() as connection:
        walk = _house_walk(connection)
        old = walk.key if begun else ""
        tables: dict[str, int] = {}
        said: list[HouseEvent] = [KeyRotated(old=old, new=new.public, why=f"{LOST}: {why}", by=by)]
        for table in _open(connection):
            event, tables[table] = _abandon(connection, table, at, why)
            said += event
        lines = LineBuffer()
        writer = Writer(walk, new, lines)
        first = writer.n + 1
        if begun:
            writer.change_key(new, LOST)
        writer.enter(said, at)
        writer.head()
        store(connection, writer, lines, first=first)
    return Changed(old, new.public, tables)


def signing_keys(database: Database) -> tuple[str, ...]:
    """The public keys that have signed the house's journal, the last of them now."""
    with database.read() as connection:
        return _house_walk(connection).keys


def _must_not_be_served(connection: Connection) -> None:
    """On PostgreSQL, where no lock of a file says so."""
    if connection.dialect.name != "postgresql":
        return
    now = func.extract("epoch", func.clock_timestamp()) * 1000
    rows = schema.servers
    found = connection.scalar(select(rows.c.address).where(rows.c.seen > now - SERVER_GONE_AFTER).limit(1))
    if found is not None:
        raise HouseError("a server holds the database: stop it first", fault="storage", field="db")


def _open(connection: Connection) -> list[str]:
    rows = schema.tables
    return list(connection.scalars(select(rows.c.id).where(rows.c.closed.is_(None)).order_by(rows.c.id)))


def _house_walk(connection: Connection) -> Walk:
    walk = Walk(HOUSE)
    for line in house_lines(connection):
        walk.step(line)
    return walk


def _records(connection: Connection, table: str, walk: Walk) -> Iterator[Record]:
    rows = schema.records
    query = select(rows.c.line).where(rows.c.table_id == table).order_by(rows.c.n)
    for row in connection.execute(query).all():
        yield walk.step(bytes(row.line))


def _hand_over(connection: Connection, table: str, key: Key, new: Key, why: str) -> int:
    """The number of packs in play whose order is sealed with the old key."""
    walk = Walk()
    state = fold(_records(connection, table, walk))
    if walk.key != key.public:
        raise HouseError(f"table {table} is signed with another key than this", fault="storage", field="key")
    lines = LineBuffer()
    writer = Writer(walk, key, lines)
    writer.change_key(new, why)
    writer.commit()
    rows = [{"table_id": table, "n": n, "line": line} for n, line in enumerate(lines.take(), walk.n)]
    connection.execute(insert(schema.records), rows)
    JournalMarks(new).mark(connection, table)
    return sum(bool(pack.sealed) for pack in state.packs)


# A key that is lost.


def _abandon(connection: Connection, table: str, at: int, why: str) -> tuple[list[HouseEvent], int]:
    """What the house's journal says of a table that ends here, and the cents that went to wallets."""
    walk = Walk()
    state = fold(_records(connection, table, walk))
    entries, paid = _settlement(connection, table, state)
    connection.execute(update(schema.tables).where(schema.tables.c.id == table).values(closed=at))
    said: list[HouseEvent] = [
        HeadRecorded(table=table, n=walk.n - 1, hash=walk.before.hex()),
        TableAbandoned(table=table, why=why),
    ]
    if entries:
        postings = [(table, 0, at, account, cents, "key-lost") for account, cents in entries.items()]
        often = dict.fromkeys(rows_of.USUAL, ()) | {schema.postings: postings}
        rows_of.put_usual(connection, often)
        said.append(MoneyPosted(entries=entries, what="key-lost"))
    return said, paid


def _settlement(connection: Connection, table: str, state: Table) -> tuple[dict[str, int], int]:
    """Entries that empty every account of a table: what is a player's to the wallet, the rest to the cage."""
    mark = f"{table}/"
    rows = connection.execute(select(schema.balances).where(schema.balances.c.cents != 0)).all()
    own = {row.account.removeprefix(mark): row.cents for row in rows if row.account.startswith(mark)}
    owed: dict[str, int] = {}
    for account, cents in own.items():
        kind, _, name = account.partition(":")
        if kind in {"player", "hold"}:
            owed[name] = owed.get(name, 0) + cents
    for name, cents in _wagered(state):
        owed[name] = owed.get(name, 0) + cents
    entries = {mark + account: -cents for account, cents in own.items()}
    entries |= {ledger.wallet(name): cents for name, cents in owed.items() if cents}
    if rest := -sum(entries.values()):
        entries[ledger.CAGE] = rest
    return entries, sum(owed.values())


def _wagered(state: Table) -> Iterator[tuple[str, int]]:
    """Whose wagers are not decided: laid for the next round, or in play."""
    for seat, wagers in state.layout.items():
        yield state.seats[seat], sum(wagers.values())
    if state.play is not None:
        for seat, name in state.play.players.items():
            yield name, sum(open_wagers(state.play, seat).values())
