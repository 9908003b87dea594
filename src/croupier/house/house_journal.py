"""The house's own journal: records of everything that happens away from the tables, hash-chained and signed like a
table's and stored beside them.

Events are appended in the transaction that stores what they tell of, the last thing before it commits, so that a row
and its record are there together or not at all. Each transaction that appends ends with a signed head. Processes take
turns: by the advisory lock on PostgreSQL, by the one writer that SQLite allows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import func, insert, select

from croupier import __version__
from croupier.errors import HouseError
from croupier.house import schema
from croupier.house.adoption import adopt
from croupier.house.house_events import AnyHouseEvent, HouseBegan
from croupier.house.seals import Seals
from croupier.house.written import Lines
from croupier.journal.keys import checks
from croupier.journal.record import Format, Head, LineOf, signed_text
from croupier.journal.walk import Walk
from croupier.journal.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from sqlalchemy import Connection

    from croupier.house.database import Database
    from croupier.house.work import Work
    from croupier.journal.keys import Key

APPENDING = 0x63726F7570696573
"""The advisory lock of whoever appends, on PostgreSQL."""
PLAY = "play"
"""The kind of money of a house that says nothing else when it begins."""


class HouseLine(LineOf[AnyHouseEvent], frozen=True, kw_only=True):
    """A line of the house's journal."""


HOUSE = Format("croupier-house-journal", msgspec.json.Decoder(HouseLine).decode,
               msgspec.json.Decoder(AnyHouseEvent).decode)  # fmt: skip


class HouseJournal:
    """The journal as one process appends to it, signed with the house's key."""

    def __init__(self, key: Key) -> None:
        self.key = key

    def begin(self, database: Database, at: int, money: str = PLAY) -> None:
        """Begin the journal of a house that has none, or make sure that the key is the one it is signed with. From now
        on the database appends what its work says."""
        with database.transaction() as connection:
            _lock(connection)
            if not has_records(connection):
                self._create(connection, at, money)
            self.resume(connection)
        database.journal = self
        database.seals = Seals(self.key)

    def _create(self, connection: Connection, at: int, money: str) -> None:
        adopted, events = adopt(connection)
        if money != PLAY and adopted:
            words = f"this {money}-money house has lost its journal, and none ever was without: restore a backup"
            raise HouseError(words, fault="storage", field="db")
        lines = Lines()
        writer = Writer.in_memory(self.key, clock=lambda: at, store=lines, format=HOUSE)
        writer.enter([HouseBegan(money=money, version=__version__, adopted=adopted), *events], at)
        self._store(connection, writer, lines, first=0)

    def resume(self, connection: Connection) -> tuple[Writer, Lines]:
        """A writer that goes on after the last stored record, which must be a head by this key."""
        ends = select(schema.house_records.c.line).order_by(schema.house_records.c.n)
        first, last = (connection.scalar(each.limit(1)) for each in (ends, _backwards(ends)))
        assert first is not None
        assert last is not None
        walk = _walk_to(bytes(first), bytes(last), self.key.public)
        lines = Lines()
        return Writer(walk, self.key, lines), lines

    def append(self, connection: Connection, works: Sequence[Work]) -> None:
        """What these works say, one after the other; nothing is read or locked where they say nothing."""
        saying = [work for work in works if work.said]
        if not saying:
            return
        _lock(connection)
        writer, lines = self.resume(connection)
        first = writer.n + 1
        for work in saying:
            writer.enter(work.said, work.at)
        self._store(connection, writer, lines, first=first)

    @staticmethod
    def _store(connection: Connection, writer: Writer, lines: Lines, *, first: int) -> None:
        writer.head()
        store(connection, writer, lines, first=first)


def store(connection: Connection, writer: Writer, lines: Lines, *, first: int) -> None:
    """Put what was written where it belongs."""
    writer.commit()
    rows = [{"n": n, "line": line} for n, line in enumerate(lines.take(), first)]
    connection.execute(insert(schema.house_records), rows)


def has_records(connection: Connection) -> bool:
    """Whether the journal has begun."""
    return connection.scalar(select(schema.house_records.c.n).limit(1)) is not None


def house_lines(connection: Connection) -> Generator[bytes]:
    """Every line in order; to be closed where it is not read to its end."""
    asked = select(schema.house_records.c.line).order_by(schema.house_records.c.n)
    with connection.execute(asked, execution_options={"yield_per": 1000}) as found:
        for row in found:
            yield bytes(row.line)


def _backwards(ends: Any) -> Any:  # noqa: ANN401 - a select of one column
    return ends.order_by(None).order_by(schema.house_records.c.n.desc())


def _lock(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(APPENDING)))


def _walk_to(first: bytes, last: bytes, key: str) -> Walk:
    """Stand after the last line; what lies between the two is for `check` to read."""
    try:
        header, end = HOUSE.line(first[:-1]), HOUSE.line(last[:-1])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise HouseError(f"the house's journal cannot be read: {error}", fault="storage", field="db") from None
    if header.journal is msgspec.UNSET or end.head is msgspec.UNSET:
        raise HouseError("the house's journal does not end with a signed head", fault="storage", field="db")
    begun, head = header.journal, end.head
    if not checks(key, head.signature, signed_text(begun.id, head.n, head.hash)):
        words = "the house's journal is signed with another key than this"
        raise HouseError(f"{words}; was a croupier key rotate interrupted?", fault="storage", field="key")
    walk = Walk(HOUSE)
    walk.n, walk.at, walk.before = end.n + 1, end.at, bytes.fromhex(end.hash)
    walk.header, walk.keys = begun, (begun.key,) if begun.key == key else (begun.key, key)
    walk.signed = Head(journal=begun.id, n=head.n, hash=head.hash, signature=head.signature)
    return walk
