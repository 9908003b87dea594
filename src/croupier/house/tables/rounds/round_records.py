"""One round of a journal without the rest: its own records, the shuffles its cards came from, and what opens them.

The records are checked as they are in a whole journal, from the one before them on; the signed head after the round
vouches for those that were not read.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import func, select

from croupier.errors import HouseError, JournalError
from croupier.house.storage import schema
from croupier.house.tables.views.order_secrecy import own_cards_line, withheld
from croupier.journal.gather_round import gather
from croupier.journal.reconstruct import rebuild_gathered
from croupier.journal.record import Line
from croupier.journal.walk import Walk
from croupier.table import events as e

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from sqlalchemy import Connection

    from croupier.house.storage.database import Database
    from croupier.journal.gather_round import Gathered
    from croupier.journal.reconstruct import Rebuilt
    from croupier.journal.record import Record

_LINES = msgspec.json.Decoder(Line)
_SHUFFLED = b'"event":{"event":"shuffled"'
_BACK = 500
"""Records that are looked at together on the way back to a shuffle."""


@dataclass(frozen=True, slots=True)
class RoundSpan:
    """Where a closed round lies: `first` is the record in which it began, `since` the first after the round before it
    was closed, `at` when it was closed."""

    number: int
    since: int
    first: int
    last: int
    at: int


def opening_of(database: Database, table: str) -> e.TableOpened:
    """A table's first event."""
    walk = Walk()
    for _, line in database.lines(table, 0, 1):
        event = walk.step(line).body
        if isinstance(event, e.TableOpened):
            return event
    raise HouseError(f"table {table!r} was never opened", fault="unknown", field="table")


def span_of(database: Database, table: str, number: int) -> RoundSpan | None:
    """Where a round lies; None if it is not closed."""
    with database.read() as connection:
        return _place(connection, table, number)


def _place(connection: Connection, table: str, number: int) -> RoundSpan | None:
    rows = schema.rounds
    found = {
        row.round: row
        for row in connection.execute(
            select(rows).where(rows.c.table_id == table, rows.c.round.in_((number - 1, number)))
        )
    }
    own, before = found.get(number), found.get(number - 1)
    if own is None:
        return None
    return RoundSpan(number, before.last + 1 if before is not None else 0, own.first, own.last, own.at)


def rebuilt(database: Database, table: str, number: int) -> Rebuilt:
    """A closed round; what `journal.reconstruct.rebuild` makes of the whole journal."""
    return rebuild_gathered(gathered(database, table, number))


def gathered(database: Database, table: str, number: int) -> Gathered:
    """What the journal says about a round."""
    with database.read() as connection:
        place = _place(connection, table, number)
        if place is None:  # let the end of the journal say what there is
            first = connection.scalar(select(func.max(schema.rounds.c.last)).where(schema.rounds.c.table_id == table))
            return gather(records(database, table, first or 0), number)
        before = _place(connection, table, number - 1)
    begins = 0 if before is None else min(before.first, _shuffles(database, table, place.since))
    return gather(records(database, table, begins), number, _meters(database, table, begins))


def proof(database: Database, table: str, number: int, mine: Collection[int] = (), *, orders: bool = True) -> bytes:
    """The lines that prove a closed round's cards: the journal's first two, then from the shuffle behind them to the
    opening of its order, or to the round's end while that is secret. Without `orders` those are withheld, and what
    opens the seals of the cards of the seats that are `mine` follows."""
    found = gathered(database, table, number)
    made = [entry.order for entry in found.entries if entry.order is not None and isinstance(entry.event, e.Dealt)]
    ends = [order.opened for order in made if order.opened is not None]
    first = max(2, min(order.record for order in made)) if made else found.entries[0].record.n
    last = max([found.entries[-1].record.n + 1, *ends])
    with database.read():
        lines = [line for _, line in (*database.lines(table, 0, 1), *database.lines(table, first, last))]
    if orders:
        return b"".join(lines)
    return b"".join([*map(withheld, lines), own_cards_line(rebuild_gathered(found), mine)])


def records(database: Database, table: str, first: int = 0, last: int | None = None) -> Iterator[Record]:
    """The header and the opening, then a stretch of records, each one checked."""
    walk = Walk()
    skipped = 0
    try:
        for _, line in database.lines(table, 0, 1 if first > 1 else last):
            yield walk.step(line)
        if first <= 1:
            return
        for n, line in database.lines(table, first - 1, last):
            if n < first:
                skipped = n + 1
                walk.believe(line)
            else:
                yield walk.step(line)
    except JournalError as error:
        if not skipped or error.offset is None:
            raise
        rows = schema.records
        with database.read() as connection:
            passed = connection.scalar(
                select(func.sum(func.length(rows.c.line))).where(rows.c.table_id == table, rows.c.n < skipped)
            )
        raise JournalError(
            error.message, fault=error.fault, record=error.record, offset=error.offset + int(passed or 0)
        ) from error


def _shuffles(database: Database, table: str, since: int) -> int:
    """The earliest of the last shuffles of all packs before a record."""
    packs = int(opening_of(database, table).submission.get("decks", 1))
    found: dict[bytes, int] = {}
    end = since - 1
    while end >= 0 and len(found) < packs:
        begin = max(0, end - _BACK + 1)
        for n, line in sorted(database.lines(table, begin, end), reverse=True):
            if _SHUFFLED in line[:120]:
                found.setdefault(_pack(line), n)
        end = begin - 1
    return min(found.values(), default=0)


def _pack(line: bytes) -> bytes:
    at = line.find(b'"pack":')
    return line[at : line.find(b",", at)]


def _meters(database: Database, table: str, first: int) -> dict[str, int]:
    """The meters before a record."""
    if not first:
        return {}
    found = {name: meter_before(database, table, name, first) for name in opening_of(database, table).meters}
    return {name: cents for name, cents in found.items() if cents is not None}


def meter_before(database: Database, table: str, meter: str, n: int) -> int | None:
    """What a meter showed before a record: from the ledger, or of one that others share from the table's journal, since
    in the ledger its money stands once for all of them. None if it was never touched."""
    opening = opening_of(database, table).meters.get(meter, {})
    if not opening.get("linked"):
        rows = schema.postings
        with database.read() as connection:
            query = select(func.sum(rows.c.cents)).where(
                rows.c.table_id == table, rows.c.account == f"{table}/meter:{meter}", rows.c.n < n
            )
            found = connection.scalar(query)
        return None if found is None else int(found)
    account = f"meter:{meter}"
    mark = f'"{account}"'.encode()
    changes = [
        getattr(_LINES.decode(line).event, "entries", {}).get(account, 0)
        for _, line in database.lines(table, 0, n - 1)
        if mark in line
    ]
    return sum(changes) if changes else None
