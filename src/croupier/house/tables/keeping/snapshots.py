"""Where a table stood after a round, so that a server starts without reading whole journals.

A snapshot is a copy, not the truth: `House` walks the journal it stands for in the background and compares. The one
that is stored is never the latest, so that those who were connected find what they missed after a restart.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import select

from croupier.errors import JournalError
from croupier.house.storage import schema
from croupier.journal.record import Head, Header  # noqa: TC001 - msgspec reads them
from croupier.journal.walk import Walk
from croupier.table import events as e
from croupier.table import evolve, opened
from croupier.table.snapshot import restore

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.game import Rules
    from croupier.house.storage.database import Database
    from croupier.house.storage.journal_marks import JournalMarks
    from croupier.kit.payload import Json
    from croupier.table import Table

EVERY = 200
"""Records between two snapshots, at least; the one stored is this far behind, at least, and seldom twice."""

RECORDS_AT_A_TIME = 200
"""Records that are checked before someone else has a turn."""


class JournalPosition(msgspec.Struct, frozen=True):
    """Where the journal stood: what a `Walk` needs to go on."""

    n: int
    at: int
    before: str
    header: Header
    signed: Head | None
    keys: tuple[str, ...] = ()

    @classmethod
    def of(cls, walk: Walk) -> JournalPosition:
        """Where a walk is, just after a round's signed head."""
        assert walk.header is not None
        return cls(walk.n, walk.at, walk.before.hex(), walk.header, walk.signed, walk.keys)

    def walk(self) -> Walk:
        """A walk that goes on from here; what it counts, it counts from here."""
        walk = Walk()
        walk.n, walk.at, walk.before = self.n, self.at, bytes.fromhex(self.before)
        walk.header, walk.signed, walk.keys = self.header, self.signed, self.keys or (self.header.key,)
        return walk


class Snapshot(msgspec.Struct, frozen=True):
    """A table between rounds, and where its journal stood; `mark` is the house's."""

    place: JournalPosition
    table: msgspec.Raw
    mark: str = ""

    def restored(self, rules: Rules) -> Table:
        """The table itself."""
        return restore(rules, bytes(self.table))


_SNAPSHOT = msgspec.json.Decoder(Snapshot)


class SnapshotTaker:
    """Takes a table's snapshots as it is played."""

    def __init__(self, table: str, tails: JournalMarks) -> None:
        self.table = table
        self._tails = tails
        self._next: Snapshot | None = None
        self._taken = 0

    def begin(self, n: int) -> None:
        """The table was read up to here."""
        self._taken = n

    def look(self, walk: Walk, table: Table) -> list[tuple[Any, Json]]:
        """Called after each round; now and then, a row with the snapshot before the one that is taken now."""
        if walk.n - self._taken < EVERY or table.play is not None:
            return []
        self._taken = walk.n
        place, told = JournalPosition.of(walk), table.bytes()
        mark = self._tails.snapshot(self.table, place, told)
        before, self._next = self._next, Snapshot(place, msgspec.Raw(told), mark)
        if before is None:
            return []
        state = msgspec.json.encode(before)
        return [(schema.snapshots, {"table_id": self.table, "n": before.place.n - 1, "state": state})]


def latest(database: Database, table: str, tails: JournalMarks) -> Snapshot | None:
    """The snapshot that is stored of a table; none, or one that cannot be read or that the house did not take, means
    from the beginning."""
    rows = schema.snapshots
    with database.read() as connection:
        found = connection.scalar(select(rows.c.state).where(rows.c.table_id == table))
    if found is None:
        return None
    try:
        snapshot = _SNAPSHOT.decode(bytes(found))
    except msgspec.MsgspecError:
        return None
    return snapshot if snapshot.mark == tails.snapshot(table, snapshot.place, bytes(snapshot.table)) else None


def check(database: Database, table: str, rules: Rules, snapshot: Snapshot) -> Iterator[int]:
    """Walk the records before a snapshot, some at a time, and refuse it if they do not lead there."""
    walk, state = Walk(), None
    while walk.n < snapshot.place.n:
        first = walk.n
        for _, line in database.lines(table, first, min(first + RECORDS_AT_A_TIME, snapshot.place.n) - 1):
            record = walk.step(line)
            event = record.body
            if isinstance(event, e.TableOpened):
                state = opened(rules, event, record.at)
            elif isinstance(event, e.Event):
                assert state is not None
                state = evolve(state, event, record.at)
        if walk.n == first:
            walk.refuse("missing", "is missing from storage")
        yield walk.n - first
    differs = walk.before.hex() != snapshot.place.before or state is None or state.bytes() != bytes(snapshot.table)
    if differs:
        raise JournalError(
            "is where a snapshot was taken that these records do not lead to",
            fault="snapshot",
            record=walk.n - 1,
            offset=walk.offset,
        )
