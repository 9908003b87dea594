"""Whether a house's database is whole: every journal's chain, signatures and cards, and the ledger beside them.

All of it is read at one moment, also while a server writes. The first fault is raised as a `JournalError`.
"""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import create_engine, event, func, make_url, select
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import NullPool

from croupier.errors import BadText, JournalError
from croupier.house.audit.check_house import HouseCheck
from croupier.house.audit.rows.check_postings import Links, Postings, fault, never_below_nothing
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.engine import failure
from croupier.journal.card_audit import CardAudit
from croupier.journal.orders import Seen
from croupier.journal.walk import Walk
from croupier.table.events import Event, TableOpened
from croupier.table.in_force import REAL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from sqlalchemy import Connection, Engine

    from croupier.journal.record import Head

    Progress = Callable[[str, int, int], None]
    """Hears what is done, how much of it, and of how much."""

ELSE = ("not a database", "unable to open", "locked", "readonly", "full")
"""What SQLite says when a file is not at fault, or none of ours."""
STEP = 10_000
"""Rows between two words about progress."""


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found whole. `unsigned` are records after the last signed head of their table; `house` are the records
    of the house's own journal, `heads` those kept elsewhere that were met."""

    tables: int
    records: int
    rounds: int
    signatures: int
    unsigned: int
    postings: int
    accounts: int
    keys: tuple[str, ...]
    house: int = 0
    heads: int = 0


def silent(_: str, __: int, ___: int) -> None:
    """Nobody watches."""


def check(url: str | Path, key: str | None = None, progress: Progress = silent, heads: Iterable[Head] = ()) -> Checked:
    """Check a database. `key` is the public key that every journal must be signed with, or have been handed over to or
    from; `heads` were kept elsewhere, and each must be met."""
    with snapshot(url) as connection:
        return check_all(connection, key, progress, heads)


def check_all(connection: Connection, key: str | None, progress: Progress, heads: Iterable[Head] = ()) -> Checked:
    """Check what one connection sees."""
    if not connection.dialect.has_table(connection, "records"):
        raise BadText("is not the database of a house: it has no records", field="db")
    if connection.dialect.name == "sqlite":
        progress("file", 0, 1)
        said = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
        if said != "ok":
            raise JournalError(f"the file is damaged: {said}", fault="storage")
    tables = schema.tables
    named = connection.execute(select(tables.c.id, tables.c.settings).order_by(tables.c.id)).all()
    links = Links(connection)
    rows = schema.records
    of = connection.scalar(select(func.count()).select_from(rows)) or 0
    done = rounds = signatures = unsigned = 0
    house = HouseCheck(connection, key, heads)
    keys: dict[str, None] = dict.fromkeys(house.walk.keys)
    seen = Seen()
    for name, settings in named:
        try:
            booked = Postings(connection, name, links, settings)
            walk = _walk(
                connection,
                booked,
                house,
                progress,
                done,
                of,
                CardAudit(seen, sealed=not booked.settings.school, real=house.rows.money == REAL),
            )
        except JournalError as error:
            raise error.within(f"table {name}") from None
        done += walk.n
        rounds += walk.rounds
        signatures += walk.signatures
        unsigned += walk.unsigned
        keys |= dict.fromkeys(walk.keys)
    if done != of:
        raise fault(f"{of - done} records belong to no table")
    postings, balances = _ledger(connection, progress)
    never_below_nothing(connection)
    links.compare(balances)
    house.end([name for name, _ in named])
    return Checked(
        len(named),
        done,
        rounds,
        signatures,
        unsigned,
        postings,
        len(balances),
        tuple(keys),
        house.walk.n,
        house.kept.met,
    )


# Journals.


def _walk(
    connection: Connection,
    postings: Postings,
    house: HouseCheck,
    progress: Progress,
    before: int,
    of: int,
    audit: CardAudit,
) -> Walk:
    """A table's journal from its first line to its last, and what the books hold of each."""
    rows, table = schema.records, postings.table
    query = select(rows.c.line).where(rows.c.table_id == table).order_by(rows.c.n)
    beside, orders = house.table(table), house.orders(table, postings.settings)
    walk = Walk()
    for row in connection.execute(query, execution_options={"yield_per": 1000}):
        record = walk.step(bytes(row.line))
        audit.hear(record)
        if walk.n == 2 and not (isinstance(record.body, TableOpened) and record.body.table == table):
            raise JournalError("does not open this table", fault="table", record=1, offset=record.offset)
        if isinstance(record.body, Event):
            postings.compare(record.n, record.offset, record.body, record.at)
            house.check_equipment(table, record)
        if orders is not None:
            orders.hear(record)
        beside.hear(walk, record)
        if walk.n % STEP == 0:
            progress("records", before + walk.n, of)
    if walk.n == 0:
        walk.refuse("empty", "is missing: the table has no records")
    postings.end()
    closed = connection.scalar(select(func.count()).where(schema.rounds.c.table_id == table))
    if closed != walk.rounds:
        raise fault(f"the index knows {closed} rounds, and the journal {walk.rounds}")
    house.check_keys(table, walk)
    beside.end(walk)
    return walk


# The ledger.


def _ledger(connection: Connection, progress: Progress) -> tuple[int, dict[str, int]]:
    """Every account's postings against its balance, and all of them against nothing."""
    rows = schema.postings
    progress("postings", 0, 1)
    posted: dict[str, int] = {}
    count = 0
    query = select(rows.c.account, func.sum(rows.c.cents).label("cents"), func.count().label("rows"))
    for row in connection.execute(query.group_by(rows.c.account)):
        posted[row.account] = int(row.cents)
        count += row.rows
    balances = {row.account: row.cents for row in connection.execute(select(schema.balances))}
    for account in sorted(balances.keys() | posted.keys()):
        stands, moved = balances.get(account, 0), posted.get(account, 0)
        if stands != moved:
            raise fault(f"account {account} stands at {stands} cents, and its postings sum to {moved}")
    if total := sum(balances.values()):
        raise fault(f"the accounts sum to {total} cents and not to nothing")
    progress("postings", 1, 1)
    return count, balances


# Reading at one moment.


def reading(url: str | Path) -> Engine:
    """An engine that only reads; an SQLite file is left as it is, whatever its mode."""
    path = sqlite_path(url)
    if path is None:
        return Database(url).engine
    engine = create_engine("sqlite://", creator=lambda: read_only(path), poolclass=NullPool, hide_parameters=True)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    return engine


def read_only(path: Path) -> sqlite3.Connection:
    """A connection to a file that must be there, without transactions of its own making."""
    if not path.is_file():
        raise BadText("there is no such file", field=str(path))
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, isolation_level=None, timeout=30)


@contextmanager
def snapshot(url: str | Path) -> Iterator[Connection]:
    """A connection that sees everything as it was at one moment."""
    engine = reading(url)
    try:
        with engine.connect() as connection:
            if connection.dialect.name != "sqlite":
                connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            yield connection
    except DBAPIError as error:
        raise unreadable(url, error.orig or error) from None
    except (TypeError, ValueError) as error:
        raise JournalError(f"a value of another kind than its column: {error}", fault="storage") from None
    finally:
        engine.dispose()


def unreadable(url: str | Path, error: BaseException) -> JournalError | BadText:
    """A damaged file is broken; what never was one, or cannot be reached, is no input."""
    text = failure(error)
    if sqlite_path(url) is None or any(mark in text for mark in ELSE):
        return BadText(f"cannot be read: {text}", field=shown(url))
    return JournalError(f"the file is damaged: {text}", fault="storage")


def sqlite_path(url: str | Path) -> Path | None:
    """The file of an SQLite database; None for another."""
    text = str(url)
    if "://" not in text:
        return Path(text)
    return Path(text.removeprefix("sqlite:///")) if text.startswith("sqlite") else None


def shown(url: str | Path) -> str:
    """A database's name, without host, account and password."""
    path = sqlite_path(url)
    if path is not None:
        return str(path)
    try:
        found = make_url(str(url))
        return f"{found.get_backend_name()}://\u2026/{found.database or ''}"
    except ArgumentError:
        return "the database"


def of_house(connection: Connection) -> bool:
    """Whether anything at all is stored here."""
    return any(
        connection.dialect.has_table(connection, table.name)
        and connection.execute(select(table).limit(1)).first() is not None
        for table in schema.metadata.sorted_tables
    )
