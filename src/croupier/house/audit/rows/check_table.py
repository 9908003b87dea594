"""What a database holds beside a table's journal, compared with it record by record: the index of rounds, the results
of every seat, the snapshot that the table starts from, and the heads that stand elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import func, select

from croupier.errors import JournalError
from croupier.house.audit.rows.row_comparison import same_time
from croupier.house.storage import schema
from croupier.house.tables.keeping.snapshots import Snapshot
from croupier.house.tables.rounds.round_index import RoundIndex
from croupier.journal.replay import IMPOSSIBLE, rules_of
from croupier.table import events as e
from croupier.table import evolve, opened

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection

    from croupier.house.journal.kept_heads import KeptHeads
    from croupier.journal.record import Record
    from croupier.journal.walk import Walk
    from croupier.kit.payload import Json
    from croupier.table import Table

ROUNDS_AT_A_TIME = 500
"""Rounds whose rows are read at a time."""
_SNAPSHOTS = msgspec.json.Decoder(Snapshot)


class TableCheck:
    """Hears every record of one table. `heads` are those that the house's journal knows, by their number: the hash, and
    the record that says so. The first row that differs is raised at the end, after what is wrong with the journal
    itself."""

    def __init__(
        self,
        connection: Connection,
        table: str,
        kept: KeptHeads,
        heads: Mapping[int, tuple[str, int]],
        *,
        abandoned: bool,
    ) -> None:
        self.connection = connection
        self.table = table
        self._kept = kept
        self._heads = dict(heads)
        self._closed = abandoned
        self._closed_at: int | None = None
        self._index = RoundIndex(table)
        self._rounds = _Rows(connection, schema.rounds, table)
        self._played = _Rows(connection, schema.played, table)
        self._state: Table | None = None
        self._snapshot = self._stored()
        self._fault: JournalError | None = None

    def _stored(self) -> Snapshot | None:
        """The snapshot that a start would believe; one that cannot be read is not used."""
        rows = schema.snapshots
        if not self.connection.dialect.has_table(self.connection, rows.name):
            return None
        found = self.connection.execute(select(rows).where(rows.c.table_id == self.table)).first()
        if found is None:
            return None
        try:
            return _SNAPSHOTS.decode(bytes(found.state))
        except msgspec.MsgspecError:
            return None

    def hear(self, walk: Walk, record: Record) -> None:
        """One record more; `walk` stands after it."""
        self._kept.hear(walk, record)
        recorded, at = self._heads.pop(record.n, ("", 0))
        if recorded and record.hash != recorded:
            raise JournalError(
                f"is not the record whose head stands in record {at} of the house's journal",
                fault="head-differs",
                record=record.n,
                offset=record.offset,
            )
        event = record.body
        if isinstance(event, e.Event):
            if isinstance(event, e.TableClosed):
                self._closed, self._closed_at = True, record.at
            for table, row in self._index.hear(event, record.n, record.at):
                self._compare(self._rounds if table is schema.rounds else self._played, row)
            if self._snapshot is not None:
                self._follow(event, record)
        if self._snapshot is not None and walk.n == self._snapshot.place.n:
            self._compare_snapshot(walk, record)

    def _compare(self, rows: _Rows, row: Json) -> None:
        found = rows.take(row)
        if self._fault is None and found != row:
            which = f"round {row['round']}" + (f", seat {row['seat']}" if "seat" in row else "")
            differs = sorted(name for name in row if found is None or found[name] != row[name])
            words = f"{rows.name}: {which} is not as the journal has it ({', '.join(differs)})"
            self._fault = JournalError(words, fault="rows")

    def _follow(self, event: e.Event, record: Record) -> None:
        try:
            if isinstance(event, e.TableOpened):
                self._state = opened(rules_of(event), event, record.at)
            elif self._state is not None:
                self._state = evolve(self._state, event, record.at)
        except IMPOSSIBLE as error:
            raise JournalError(
                f"is sound, and yet no table could have come to it: {error}",
                fault="impossible",
                record=record.n,
                offset=record.offset,
            ) from error

    def _compare_snapshot(self, walk: Walk, record: Record) -> None:
        assert self._snapshot is not None
        place, state = self._snapshot.place, self._state
        if place.before != record.hash or state is None or state.bytes() != bytes(self._snapshot.table):
            raise JournalError(
                "is where a snapshot was taken that these records do not lead to",
                fault="snapshot",
                record=walk.n - 1,
                offset=record.offset,
            )
        self._snapshot = self._state = None

    def end(self, walk: Walk) -> None:
        """The journal ends here, and so must everything else."""
        self._kept.end(walk)
        if self._heads:
            n = min(self._heads)
            at = self._heads[n][1]
            says = f"record {at} of the house's journal has the head of record {n}"
            walk.refuse("head-not-reached", f"is missing: the journal ends here, and {says}")
        if self._snapshot is not None:
            walk.refuse("snapshot", f"is missing: a snapshot was taken of record {self._snapshot.place.n - 1}")
        for rows in (self._rounds, self._played):
            if self._fault is None and (left := rows.left()):
                self._fault = JournalError(f"{rows.name}: {left} rows more than the journal has", fault="rows")
        if self._fault is not None:
            raise self._fault
        closed = self.connection.scalar(select(schema.tables.c.closed).where(schema.tables.c.id == self.table))
        if (closed is not None) != self._closed:
            words = "is closed in the database, and not in" if closed is not None else "is open in the database, not in"
            raise JournalError(f"{words} its journal", fault="rows")
        if closed is not None and not same_time(closed, self._closed_at):  # of two, the meters of the later one go on
            raise JournalError("was closed at another time than its journal says", fault="rows")


class _Rows:
    """A table's rows of one kind, some rounds at a time."""

    def __init__(self, connection: Connection, table: Any, id_: str) -> None:  # noqa: ANN401 - a table of the schema
        self.name = table.name
        self._connection = connection
        self._table = table
        self._own = table.c.table_id == id_
        self._page: dict[tuple[int, int], Json] = {}
        self._until = 0
        self._taken = 0

    def take(self, row: Json) -> Json | None:
        """The stored row with the key of this one."""
        number = row["round"]
        if number >= self._until:
            self._until = number + ROUNDS_AT_A_TIME
            column = self._table.c.round
            query = select(self._table).where(self._own, column >= number, column < self._until)
            rows = [dict(found) for found in self._connection.execute(query).mappings()]
            self._page = {(found["round"], found.get("seat", 0)): found for found in rows}
        found = self._page.pop((number, row.get("seat", 0)), None)
        self._taken += found is not None
        return found

    def left(self) -> int:
        """How many rows were not taken."""
        count = self._connection.scalar(select(func.count()).select_from(self._table).where(self._own))
        return (count or 0) - self._taken
