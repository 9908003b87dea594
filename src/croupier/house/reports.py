"""The house's reports: tables by day beside what could be expected of them, meters reconciled, the ledger.

All of it is made from the stored records, held against the ledger, and reads only: it works on a database alone.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import func, select

from croupier.house import schema
from croupier.house.expectation import ASSUMED, expected
from croupier.house.facts import money_of
from croupier.house.felt import real_cards
from croupier.house.stretch import meter_before, opening_of
from croupier.house.tallies import State, Tally, add_up, told
from croupier.journal.record import Line
from croupier.journal.replay import rules_of
from croupier.kit.money import dollars
from croupier.table import events as e
from croupier.table.money import meters

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from sqlalchemy import Connection, Row

    from croupier.game import Rules
    from croupier.house.database import Database
    from croupier.house.days import Period
    from croupier.house.expectation import Expected
    from croupier.house.tallies import MeterDay
    from croupier.table.state import Meter

_decode = msgspec.json.Decoder(Line).decode
PAGE = 1000
"""Postings of a page of the ledger."""


def by_table(
    database: Database, period: Period, only: Collection[str] | None = None, *, expect: bool = True
) -> list[dict[str, Any]]:
    """Each table's days: drop, fills, inventory, handle, win and hold, and the interval the win should lie in."""
    return [
        _table_day(database, row, rules, tally, expected(rules, tally.shapes) if expect else None)
        for row, rules, _, tallies in _tallied(database, period, only)
        for tally in tallies
    ]


def by_meter(
    database: Database, period: Period, only: Collection[str] | None = None, *, records: bool = False
) -> list[dict[str, Any]]:
    """Each meter's days, reconciled to the part of a cent; with `records` every change and the record that tells it."""
    return [
        {**_meter_day(database, row.id, tally, name, found[name], day, records=records), **_edition(rules)}
        for row, rules, found, tallies in _tallied(database, period, only)
        for tally in tallies
        for name, day in tally.meters.items()
    ]


def ledger(
    database: Database, period: Period, only: Collection[str] | None = None, after: int = 0, most: int | None = None
) -> Iterator[dict[str, Any]]:
    """The postings of a period in order; those after an id, and no more than so many."""
    rows, (begins, ends) = schema.postings, period.bounds
    asked = select(rows).where(rows.c.at >= begins, rows.c.at < ends, rows.c.id > after).order_by(rows.c.id)
    if only is not None:
        asked = asked.where(rows.c.table_id.in_(only))
    if most is not None:
        asked = asked.limit(most)
    money = money_of(database)
    with database.read() as connection, connection.execution_options(yield_per=PAGE).execute(asked) as found:
        for row in found:
            yield {"id": row.id, "at": row.at, "table": row.table_id, "record": row.n, "account": row.account,
               "cents": row.cents, "what": row.what, "money": money}  # fmt: skip


# Reading.


def table_rows(database: Database, only: Collection[str] | None = None) -> list[Row[Any]]:
    """The tables of a house, open and closed, in the order in which they were opened."""
    rows = schema.tables
    asked = select(rows).order_by(rows.c.opened, rows.c.id)
    with database.read() as connection:
        return list(connection.execute(asked if only is None else asked.where(rows.c.id.in_(only))))


def _tallied(
    database: Database, period: Period, only: Collection[str] | None
) -> Iterator[tuple[Row[Any], Rules, Mapping[str, Meter], list[Tally]]]:
    for row in table_rows(database, only):
        rules = rules_of(opening_of(database, row.id))
        found = meters(rules)
        first = _first(database, row.id, period.bounds[0])
        state = _state(database, row.id, first, found) if first else State()
        events = told(database.lines(row.id, first))
        yield row, rules, found, add_up(events, state, rules, found, period)


def _first(database: Database, table: str, begins: int) -> int:
    """The record after the last round that was closed before a time."""
    rows = schema.rounds
    asked = select(func.max(rows.c.last)).where(rows.c.table_id == table, rows.c.at < begins)
    with database.read() as connection:
        last = connection.scalar(asked)
    return 0 if last is None else last + 1


def _state(database: Database, table: str, first: int, found: Mapping[str, Meter]) -> State:
    """What a table's accounts held before a record, from the ledger; and the parts of a cent, from the last record that
    told them."""
    state = State()
    with database.read() as connection:
        state.inventory = _held(connection, table, "inventory", first)
        for name in found:
            state.reserves[name] = _held(connection, table, f"reserve:{name}", first)
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
        asked = select(func.max(rows.c.n)).where(
            rows.c.table_id == table, rows.c.n < n, rows.c.what.in_(("contributed", "voided"))
        )
        with database.read() as connection:
            n = connection.scalar(asked)
        if n is None:
            return
        (line,) = (line for _, line in database.lines(table, n, n))
        event = _decode(line).event
        if isinstance(event, e.Contributed | e.Voided):
            yield event


def _held(connection: Connection, table: str, account: str, before: int) -> int:
    rows = schema.postings
    own = (rows.c.table_id == table, rows.c.account == f"{table}/{account}")  # a later table may go on with a meter
    asked = select(func.sum(rows.c.cents)).where(*own, rows.c.n < before)
    return int(connection.scalar(asked) or 0)


# Telling.


def _edition(rules: Rules) -> dict[str, Any]:
    """By which law a table is played, and since when that is in force."""
    chapter = rules.game.chapter
    return {"game": rules.game.id, "edition": chapter.edition, "standing": chapter.standing,
            "effective": chapter.effective.isoformat() if chapter.effective else None}  # fmt: skip


def _table_day(database: Database, row: Row[Any], rules: Rules, tally: Tally, found: Expected | None) -> dict[str, Any]:
    with database.read() as connection:
        held = _held(connection, row.id, "inventory", tally.last + 1)
    faults = []
    if held != tally.closing:
        faults.append(f"the ledger has an inventory of {dollars(held)}, the records of {dollars(tally.closing)}")
    if tally.win != tally.win_by_lines:
        faults.append(f"won {dollars(tally.win)} by the inventory, {dollars(tally.win_by_lines)} by the lines")
    made = {
        "table": row.id, "name": row.name, **_edition(rules), "day": tally.day.isoformat(),
        "real-cards": real_cards(opening_of(database, row.id).cards),
        "records": [tally.first, tally.last], "rounds": tally.rounds, "void-rounds": tally.void,
        "opening": tally.opening, "drop": tally.drop, "fills": tally.fills, "credits": tally.credits,
        "cash-outs": tally.cash_outs, "closing": tally.closing, "handle": tally.handle, "returned": tally.returned,
        "to-meters": tally.fed, "from-meters": tally.shares, "by-hand": tally.by_hand, "win": tally.win,
        "hold": ratio(tally.win, tally.drop), "win-of-handle": ratio(tally.win, tally.handle),
        "wagers": {name: {"count": one.count, "handle": one.handle, "players-net": one.net}
                   for name, one in sorted(tally.wagers.items())},
        "balanced": not faults, "faults": faults, "money": money_of(database),
    }  # fmt: skip
    return made if found is None else made | {"expected": _expected(tally, found)}


def _expected(tally: Tally, found: Expected) -> dict[str, Any]:
    """The win of what was priced, beside what it should be near."""
    apart = {name: -tally.wagers[name].net for name in sorted({*found.unpriced, "match-play"} & set(tally.wagers))}
    win = tally.win - sum(apart.values())
    low, high = found.interval()
    widest = found.interval(widest=True)
    z = found.z(win)
    return {
        "mean": fraction(found.mean), "cents": rounded(found.mean), "deviation": rounded(found.deviation()),
        "low": rounded(low), "high": rounded(high), "widest": [rounded(end) for end in widest], "confidence": 99,
        "win": win, "z": None if z is None else f"{z:.2f}", "verdict": found.verdict(win),
        "parts": {name: {"count": part.count, "staked": part.staked, "expected": fraction(part.expected),
                         "cents": rounded(part.expected)} for name, part in sorted(found.parts.items())},
        "apart": apart, "assumed": list(ASSUMED),
    }  # fmt: skip


def _meter_day(
    database: Database, table: str, tally: Tally, name: str, meter: Meter, day: MeterDay, *, records: bool
) -> dict[str, Any]:
    with database.read() as connection:
        reserve = _held(connection, table, f"reserve:{name}", tally.last + 1)
    held = meter_before(database, table, name, tally.last + 1) or 0
    seen = [m.n for m in day.movements]
    made: dict[str, Any] = {
        "table": table, "meter": name, "wager": meter.wager, "stake": meter.stake, "rate": meter.rate,
        "day": tally.day.isoformat(), "records": [min(seen), max(seen)] if seen else [],
        "opening": day.opening, "opening-carry": fraction(day.carry),
        "seeded": fraction(day.total("seeded")), "kept": fraction(day.total("kept")),
        "contributed": fraction(day.total("contributed")),
        "returned": fraction(day.total("returned")), "paid": fraction(day.total("paid")),
        "linked": fraction(day.total("linked")), "ordered": fraction(day.total("ordered")), "closing": day.closing,
        "closing-carry": fraction(day.closing_carry), "difference": fraction(day.difference),
        "ledger": held, "ledger-difference": day.closing - held,
        "reserve": {"opening": day.reserve, "contributed": fraction(day.reserved), "closing": day.closing_reserve,
                    "closing-carry": fraction(day.closing_reserve_carry),
                    "difference": fraction(day.reserve_difference), "ledger": reserve},
        "wins": sum((m.cents < 0) - (m.cents > 0) for m in day.movements if m.what == "paid"),
        "balanced": not (day.difference or day.reserve_difference or day.closing - held
                         or day.closing_reserve - reserve),
        "money": money_of(database),
    }  # fmt: skip
    if records:
        made["movements"] = [
            {"record": m.n, "at": m.at, "what": m.what, "cents": m.cents, "exact": fraction(m.exact),
             "carry": fraction(m.carry)} for m in day.movements]  # fmt: skip
    return made


def fraction(number: Fraction) -> str:
    """An exact number of cents.

    >>> fraction(Fraction(28, 5)), fraction(Fraction(3))
    ('28/5', '3')
    """
    return str(number)


def ratio(part: int, whole: int) -> str | None:
    """A share as a decimal of six places; None of nothing.

    >>> ratio(1, 3), ratio(1, 0)
    ('0.333333', None)
    """
    return f"{Decimal(part) / Decimal(whole):.6f}" if whole else None


def rounded(number: Fraction | Decimal) -> int:
    """To the nearest cent, for reading."""
    return round(number)
