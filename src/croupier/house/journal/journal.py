"""The house's own journal: records of everything that happens away from the tables, hash-chained and signed like a
table's and stored beside them.

Events are appended in the transaction that stores what they tell of, the last thing before it commits, so that a row
and its record are there together or not at all. Each transaction that appends ends with a signed head. Processes take
turns, from before they change a row: by the advisory lock on PostgreSQL, by the one writer that SQLite allows.
"""

from __future__ import annotations

import threading
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import func, insert, select

from croupier import __version__
from croupier.errors import HouseError, JournalError
from croupier.house.journal.adoption import adopt
from croupier.house.journal.events import AnyHouseEvent, HeadRecorded, HouseBegan, TailsKept
from croupier.house.storage import schema
from croupier.house.storage.journal_marks import JournalMarks, hash_in, missing
from croupier.house.storage.line_buffer import LineBuffer
from croupier.house.storage.seals import Seals
from croupier.journal.record import Format, LineOf
from croupier.journal.walk import Walk
from croupier.journal.writer import Writer

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence

    from sqlalchemy import Connection

    from croupier.house.storage.database import Database
    from croupier.house.storage.transactions import Transaction
    from croupier.journal.keys import Key

APPENDING = 0x63726F7570696573
"""The advisory lock of whoever appends, on PostgreSQL."""
NEAR = 400
"""Records at the end of the journal that a process reads when it begins."""
PLAY = "play"
"""The kind of money of a house that says nothing else when it begins."""


class HouseLine(LineOf[AnyHouseEvent], frozen=True, kw_only=True):
    """A line of the house's journal."""


HOUSE = Format(
    "croupier-house-journal", msgspec.json.Decoder(HouseLine).decode, msgspec.json.Decoder(AnyHouseEvent).decode
)


class HouseJournal:
    """The journal as one process appends to it, signed with the house's key.

    A process remembers where the journal ended and goes on from there, whoever appended meanwhile: what it has read or
    written cannot be taken back or changed behind it.
    """

    def __init__(self, key: Key) -> None:
        self.key = key
        self._known: Walk | None = None
        self._heads: dict[str, tuple[int, bytes]] = {}
        self._coming: tuple[Walk, list[HeadRecorded]] | None = None
        self._reading = threading.RLock()

    def begin(self, database: Database, at: int, money: str = "") -> None:
        """Begin the journal of a house that has none, or make sure that the key is the one it is signed with. From now
        on the database appends what its work says. Without `money` the kind is what the database says."""
        with database.transaction() as connection:
            _lock(connection)
            money = money or _stored_money(connection)
            if not has_records(connection):
                self._create(connection, at, money)
            else:
                _check_money(connection, money)
                self._keep_tails(connection, at)
            self._go_on(connection)
        database.journal = self
        database.seals = Seals(self.key)

    def _create(self, connection: Connection, at: int, money: str) -> None:
        adopted, events = adopt(connection)
        if money != PLAY and adopted:
            words = f"this {money}-money house has lost its journal, and none ever was without: restore a backup"
            raise HouseError(words, fault="storage", field="db")
        lines = LineBuffer()
        writer = Writer.in_memory(self.key, clock=lambda: at, store=lines, format=HOUSE)
        writer.enter([HouseBegan(money=money, version=__version__, adopted=adopted, tails=True), *events], at)
        JournalMarks(self.key).adopt(connection)
        self._store(connection, writer, lines, first=0)

    def _keep_tails(self, connection: Connection, at: int) -> None:
        """Mark the tables of a house that had no marks yet; where it has said that it keeps them, one that lacks its
        own is not believed."""
        if not missing(connection) and connection.scalar(select(schema.tails.c.n).limit(1)) is not None:
            return
        walk = Walk(HOUSE)
        with _as_storage(), closing(house_lines(connection)) as lines:
            if any(_keeps_tails(walk.step(line).body) for line in lines):
                return
        writer, kept = self.resume(connection)
        first = writer.n + 1
        writer.enter([TailsKept(tables=tuple(JournalMarks(self.key).adopt(connection)))], at)
        self._store(connection, writer, kept, first=first)

    def resume(self, connection: Connection) -> tuple[Writer, LineBuffer]:
        """A writer that goes on after the last stored record, which must be a head by this key."""
        lines = LineBuffer()
        return Writer(self._go_on(connection).copy(), self.key, lines), lines

    @staticmethod
    def take_turn(connection: Connection, works: Sequence[Transaction]) -> None:
        """Wait for whoever appends, before anything is changed that these works tell of: rows change in the order of
        their records. Whoever deleted what another process is just storing would not find it."""
        if any(work.said for work in works):
            _lock(connection)

    def append(self, connection: Connection, works: Sequence[Transaction]) -> None:
        """What these works say, one after the other, in their `take_turn`; nothing is read where they say nothing."""
        self._coming = None
        saying = [work for work in works if work.said]
        if not saying:
            return
        writer, lines = self.resume(connection)
        first = writer.n + 1
        for work in saying:
            writer.enter(work.said, work.at)
        self._store(connection, writer, lines, first=first)
        heads = [event for work in saying for event in work.said if isinstance(event, HeadRecorded)]
        self._coming = writer.walk(), heads

    def committed(self) -> None:
        """What was appended last is stored for good."""
        if self._coming is not None:
            with self._reading:
                self._known, heads = self._coming
                self._hear(heads)
            self._coming = None

    def head(self, database: Database, table: str) -> tuple[int, bytes] | None:
        """The number and hash of the last record of a table whose head was recorded, as far as this process has read:
        from shortly before its beginning."""
        with database.read() as connection:
            self._go_on(connection)
        return self._heads.get(table)

    def _go_on(self, connection: Connection) -> Walk:
        """Read what was appended since the last time, and stand at the end."""
        with self._reading, _as_storage():
            if self._known is None:
                walk, heads = _near_end(connection)
            else:
                walk, heads = _since(connection, self._known)
            if walk.signed is None or walk.unsigned:
                raise _unusable("does not end with a signed head")
            if walk.key != self.key.public:
                words = "is signed with another key than this; was a croupier key rotate interrupted?"
                raise _unusable(words, field="key")
            self._known = walk
            self._hear(heads)
            return walk

    def _hear(self, heads: Sequence[HeadRecorded]) -> None:
        for head in heads:
            if head.n >= self._heads.get(head.table, (0, b""))[0]:
                self._heads[head.table] = head.n, bytes.fromhex(head.hash)

    @staticmethod
    def _store(connection: Connection, writer: Writer, lines: LineBuffer, *, first: int) -> None:
        writer.head()
        store(connection, writer, lines, first=first)


def store(connection: Connection, writer: Writer, lines: LineBuffer, *, first: int) -> None:
    """Put what was written where it belongs."""
    writer.commit()
    rows = [{"n": n, "line": line} for n, line in enumerate(lines.take(), first)]
    connection.execute(insert(schema.house_records), rows)


def has_records(connection: Connection) -> bool:
    """Whether the journal has begun."""
    return connection.scalar(select(schema.house_records.c.n).limit(1)) is not None


def house_lines(connection: Connection) -> Generator[bytes]:
    """Every line in order; to be closed where it is not read to its end."""
    query = select(schema.house_records.c.line).order_by(schema.house_records.c.n)
    with connection.execute(query, execution_options={"yield_per": 1000}) as found:
        for row in found:
            yield bytes(row.line)


def _lock(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(APPENDING)))


def _stored_money(connection: Connection) -> str:
    facts = schema.house_facts
    return connection.scalar(select(facts.c.value).where(facts.c.name == "money")) or PLAY


def _check_money(connection: Connection, money: str) -> None:
    """Refuse a house whose stored kind of money is another than it began with: a real-money house that is said to play
    for play money would give it away."""
    walk = Walk(HOUSE)
    with _as_storage(), closing(house_lines(connection)) as lines:
        began = next((body for line in lines if isinstance(body := walk.step(line).body, HouseBegan)), None)
    if began is not None and began.money != money:
        words = f"the house's journal began as that of a {began.money}-money house, and the database says {money}"
        raise HouseError(words, fault="storage", field="money")


def _keeps_tails(body: object) -> bool:
    return isinstance(body, TailsKept) or (isinstance(body, HouseBegan) and body.tails)


def _since(connection: Connection, known: Walk) -> tuple[Walk, list[HeadRecorded]]:
    """Go on from where the journal is known to; the last known record must still lie where it lay."""
    (n, last), *newer = _lines(connection, known.n - 1) or [(-1, b"")]
    if n != known.n - 1 or hash_in(last) != known.before:
        raise _unusable(f"does not hold its record {known.n - 1:,} any more, or holds another: it was changed past us")
    walk = known.copy()
    return walk, _stepped(walk, newer)


def _near_end(connection: Connection) -> tuple[Walk, list[HeadRecorded]]:
    """Read the last records, each held against the one before it; those before them are for `check` to read."""
    walk = Walk(HOUSE)
    rows = schema.house_records
    first = (connection.scalar(select(func.max(rows.c.n))) or 0) - NEAR
    (_, header), *_ = _lines(connection, 0, 0) or [(0, b"")]
    walk.step(header)
    lines = _lines(connection, max(1, first))
    if first > 1:
        walk.believe(lines[0][1])
        lines = lines[1:]
    return walk, _stepped(walk, lines)


def _lines(connection: Connection, first: int, last: int | None = None) -> list[tuple[int, bytes]]:
    rows = schema.house_records
    query = select(rows.c.n, rows.c.line).where(rows.c.n >= first).order_by(rows.c.n)
    if last is not None:
        query = query.where(rows.c.n <= last)
    return [(row.n, bytes(row.line)) for row in connection.execute(query)]


def _stepped(walk: Walk, lines: Sequence[tuple[int, bytes]]) -> list[HeadRecorded]:
    bodies = [walk.step(line).body for _, line in lines]
    return [body for body in bodies if isinstance(body, HeadRecorded)]


@contextmanager
def _as_storage() -> Iterator[None]:
    try:
        yield
    except JournalError as error:
        raise _unusable(f"cannot be gone on with: {error}") from None


def _unusable(why: str, *, field: str = "db") -> HouseError:
    return HouseError(f"the house's journal {why}", fault="storage", field=field)
