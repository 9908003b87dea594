"""Transactions: what a command leaves behind in the database, and how several are stored in one commit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import func, select

from croupier.errors import HouseError
from croupier.house.storage import batches as rows_of
from croupier.house.storage import schema

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from sqlalchemy import Connection, Executable

    from croupier.house.journal.events import HouseEvent


class Transaction(msgspec.Struct, frozen=True):
    """What one command leaves behind, stored in one piece.

    `lines` are journal lines by number, which go on where the stored ones end; `entries` postings as (number, account,
    cents, what); `rows` whole rows for other tables, `before` those that must stand first; `claims` are statements that
    must change a row each. `said` is what the house's own journal says of it. `also` is what goes with it, here and at
    other tables.
    What is `idle` may be done after what was submitted later.
    """

    table: str
    at: int
    lines: Sequence[tuple[int, bytes]] = ()
    entries: Sequence[tuple[int, str, int, str]] = ()
    before: Sequence[tuple[Any, Mapping[str, Any]]] = ()
    rows: Sequence[tuple[Any, Mapping[str, Any]]] = ()
    doing: Sequence[Executable] = ()
    claims: Sequence[Executable] = ()
    said: Sequence[HouseEvent] = ()
    also: Sequence[Transaction] = ()
    idle: bool = False


def put(connection: Connection, works: Sequence[Transaction], known: Mapping[str, int]) -> dict[str, int]:
    """Everything in its order; gives the number of the last line of every journal that grew.

    What tables write all the time goes together; whatever else a work does is done between what was submitted before
    it and after it. The house's journal tells it in this order, and a row that one work deletes and another inserts
    must stand as the later of the two left it.
    """
    ends: dict[str, int] = {}
    for run in _runs(works):
        ends |= _put(connection, run, {**known, **ends})
    return ends


def _runs(works: Sequence[Transaction]) -> Iterator[list[Transaction]]:
    """Works that may be done together: plain ones that come one after the other, and each of the others by itself."""
    together: list[Transaction] = []
    for work in works:
        if is_plain(work):
            together.append(work)
            continue
        if together:
            yield together
        together = []
        yield [work]
    if together:
        yield together


def is_plain(work: Transaction) -> bool:
    """Whether a work adds lines, entries and rows of the tables that are written all the time, and nothing else."""
    return not (work.claims or work.before or work.doing) and all(rows_of.is_usual(table) for table, _ in work.rows)


def _put(connection: Connection, works: Sequence[Transaction], known: Mapping[str, int]) -> dict[str, int]:
    for work in works:
        for statement in work.claims:
            if connection.execute(statement).rowcount != 1:
                raise HouseError("this was used already", fault="denied")
    unknown = {work.table for work in works if work.lines} - known.keys()
    ends = follow(works, {**known, **{table: _end(connection, table) for table in unknown}})
    _insert(connection, [row for work in works for row in work.before])
    often, other = usual(works)
    rows_of.put_usual(connection, often)
    _insert(connection, other)
    for work in works:
        for statement in work.doing:
            connection.execute(statement)
    return ends


def usual(works: Sequence[Transaction]) -> tuple[dict[Any, list[Any]], list[tuple[Any, Mapping[str, Any]]]]:
    """The rows of the tables that are written all the time, and the rest."""
    often: dict[Any, list[Any]] = {table: [] for table in rows_of.USUAL}
    other = []
    for work in works:
        often[schema.records] += [(work.table, n, line) for n, line in work.lines]
        often[schema.postings] += [(work.table, n, work.at, *entry) for n, *entry in work.entries]
        for table, row in work.rows:
            if table in often:
                often[table].append(rows_of.values_of(table)(row))
            else:
                other.append((table, row))
    often[schema.tails] = list({(row[0], row[1]): row for row in often[schema.tails]}.values())  # the last of each
    return often, other


def follow(works: Sequence[Transaction], known: Mapping[str, int]) -> dict[str, int]:
    """A journal has no gap: after a line that was not stored none is, whatever was submitted meanwhile."""
    ends: dict[str, int] = {}
    for work in works:
        if work.lines:
            first, last, end = work.lines[0][0], work.lines[-1][0], ends.get(work.table, known[work.table])
            if first != end + 1 or last - first + 1 != len(work.lines):
                raise HouseError(f"record {first} of table {work.table} does not follow record {end}", fault="moved")
            ends[work.table] = last
    return ends


def _end(connection: Connection, table: str) -> int:
    found = connection.scalar(select(func.max(schema.records.c.n)).where(schema.records.c.table_id == table))
    return -1 if found is None else found


def _insert(connection: Connection, rows: Sequence[tuple[Any, Mapping[str, Any]]]) -> None:
    by_table: dict[Any, list[Mapping[str, Any]]] = {}
    for table, row in rows:
        by_table.setdefault(table, []).append(row)
    for table, several in by_table.items():
        rows_of.put(connection, table, several)
