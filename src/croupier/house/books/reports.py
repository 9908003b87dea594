"""The house's reports: tables by day beside what could be expected of them, meters reconciled, the ledger.

All of it is made from the stored records, held against the ledger, and reads only: it works on a database alone.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import func, select

from croupier.house.books import payloads
from croupier.house.books.day_tally import State, Tally
from croupier.house.books.expectation import expected
from croupier.house.books.report_lines import held_before, meter_day, table_day
from croupier.house.books.tallies import add_up, events_of
from croupier.house.storage import schema
from croupier.house.storage.house_facts import money_of
from croupier.house.tables.rounds.round_records import meter_before, opening_of
from croupier.journal.record import Line
from croupier.journal.replay import rules_of
from croupier.table import events as e
from croupier.table.money import meters

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from sqlalchemy import Row

    from croupier.game import Rules
    from croupier.house.people.periods import Period
    from croupier.house.storage.database import Database
    from croupier.table.state import Meter

_decode = msgspec.json.Decoder(Line).decode

POSTINGS_PER_PAGE = 1000
"""Postings of a page of the ledger."""


def by_table(
    database: Database, period: Period, only: Collection[str] | None = None, *, expect: bool = True
) -> list[payloads.TableDay]:
    """Each table's days: drop, fills, inventory, handle, win and hold, and the interval the win should lie in."""
    return [
        table_day(database, row, rules, tally, expected(rules, tally.shapes) if expect else None)
        for row, rules, _, tallies in _tallied(database, period, only)
        for tally in tallies
    ]


def by_meter(
    database: Database, period: Period, only: Collection[str] | None = None, *, records: bool = False
) -> list[payloads.MeterReport]:
    """Each meter's days, reconciled to the part of a cent; with `records` every change and the record that tells it."""
    return [
        meter_day(database, row.id, rules, tally, name, found[name], day, records=records)
        for row, rules, found, tallies in _tallied(database, period, only)
        for tally in tallies
        for name, day in tally.meters.items()
    ]


def ledger(
    database: Database, period: Period, only: Collection[str] | None = None, after: int = 0, most: int | None = None
) -> Iterator[payloads.Posting]:
    """The postings of a period in order; those after an id, and no more than so many. No connection is held between
    pages: whoever takes them one by one may be slow."""
    rows, (begins, ends) = schema.postings, period.bounds
    query = select(rows).where(rows.c.at >= begins, rows.c.at < ends).order_by(rows.c.id)
    if only is not None:
        query = query.where(rows.c.table_id.in_(only))
    money = money_of(database)
    left = most
    while left is None or left > 0:
        size = POSTINGS_PER_PAGE if left is None else min(POSTINGS_PER_PAGE, left)
        with database.read() as connection:
            found = connection.execute(query.where(rows.c.id > after).limit(size)).all()
        for row in found:
            yield payloads.Posting(
                id=row.id,
                at=row.at,
                table=row.table_id,
                record=row.n,
                account=row.account,
                cents=row.cents,
                what=row.what,
                money=money,
            )
        if len(found) < size:
            return
        after, left = found[-1].id, None if left is None else left - size


def table_rows(database: Database, only: Collection[str] | None = None) -> list[Row[Any]]:
    """The tables of a house, open and closed, in the order in which they were opened."""
    rows = schema.tables
    query = select(rows).order_by(rows.c.opened, rows.c.id)
    with database.read() as connection:
        return list(connection.execute(query if only is None else query.where(rows.c.id.in_(only))))


def _tallied(
    database: Database, period: Period, only: Collection[str] | None
) -> Iterator[tuple[Row[Any], Rules, Mapping[str, Meter], list[Tally]]]:
    for row in table_rows(database, only):
        rules = rules_of(opening_of(database, row.id))
        found = meters(rules)
        first = _first(database, row.id, period.bounds[0])
        state = _state(database, row.id, first, found) if first else State()
        events = events_of(database.lines(row.id, first))
        yield row, rules, found, add_up(events, state, rules, found, period)


def _first(database: Database, table: str, begins: int) -> int:
    """The record after the last round that was closed before a time."""
    rows = schema.rounds
    query = select(func.max(rows.c.last)).where(rows.c.table_id == table, rows.c.at < begins)
    with database.read() as connection:
        last = connection.scalar(query)
    return 0 if last is None else last + 1


def _state(database: Database, table: str, first: int, found: Mapping[str, Meter]) -> State:
    """What a table's accounts held before a record, from the ledger; and the parts of a cent, from the last record that
    told them."""
    state = State()
    with database.read() as connection:
        state.inventory = held_before(connection, table, "inventory", first)
        for name in found:
            state.reserves[name] = held_before(connection, table, f"reserve:{name}", first)
    state.meters = {name: meter_before(database, table, name, first) or 0 for name in found} if first else {}
    wanted = set(found)
    for event in _fed_before(database, table, first) if wanted else ():
        carries = {event.meter: event.carry} if isinstance(event, e.Contributed) else event.carries
        for name in wanted & set(carries):
            own, _, rest = carries[name].partition(" ")
            state.carries[name], state.reserve_carries[name] = Fraction(own), Fraction(rest or "0")
        wanted -= set(carries)
        if not wanted:
            break
    return state


def _fed_before(database: Database, table: str, first: int) -> Iterator[e.Contributed | e.Voided]:
    """What fed meters before a record, the latest first."""
    rows, n = schema.postings, first
    while True:
        query = select(func.max(rows.c.n)).where(
            rows.c.table_id == table, rows.c.n < n, rows.c.what.in_(("contributed", "voided"))
        )
        with database.read() as connection:
            n = connection.scalar(query)
        if n is None:
            return
        (line,) = (line for _, line in database.lines(table, n, n))
        event = _decode(line).event
        if isinstance(event, e.Contributed | e.Voided):
            yield event
