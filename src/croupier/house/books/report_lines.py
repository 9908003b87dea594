"""The lines of reports: a table's day and a meter's, in the words and numbers of their payloads."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from sqlalchemy import func, select

from croupier.house.books import payloads
from croupier.house.books.expectation import ASSUMED
from croupier.house.cloth.felt import real_cards
from croupier.house.storage import schema
from croupier.house.storage.house_facts import money_of
from croupier.house.tables.rounds.round_records import meter_before, opening_of
from croupier.kit.money import dollars

if TYPE_CHECKING:
    from fractions import Fraction

    from sqlalchemy import Connection, Row

    from croupier.game import Rules
    from croupier.house.books.day_tally import MeterDay, Tally
    from croupier.house.books.expectation import Expected
    from croupier.house.storage.database import Database
    from croupier.kit.payload import Json
    from croupier.table.state import Meter


def held_before(connection: Connection, table: str, account: str, before: int) -> int:
    """What an account held before a line of the books."""
    rows = schema.postings
    own = (rows.c.table_id == table, rows.c.account == f"{table}/{account}")  # a later table may go on with a meter
    query = select(func.sum(rows.c.cents)).where(*own, rows.c.n < before)
    return int(connection.scalar(query) or 0)


def _edition(rules: Rules) -> Json:
    """By which law a table is played, and since when that is in force."""
    chapter = rules.game.chapter
    return {
        "game": rules.game.id,
        "edition": chapter.edition,
        "standing": chapter.standing,
        "effective": chapter.effective.isoformat() if chapter.effective else None,
    }


def table_day(
    database: Database, row: Row[Any], rules: Rules, tally: Tally, found: Expected | None
) -> payloads.TableDay:
    """A table's day beside what could be expected of it."""
    with database.read() as connection:
        held = held_before(connection, row.id, "inventory", tally.last + 1)
    faults = []
    if held != tally.closing:
        faults.append(f"the ledger has an inventory of {dollars(held)}, the records of {dollars(tally.closing)}")
    if tally.win != tally.win_by_lines:
        faults.append(f"won {dollars(tally.win)} by the inventory, {dollars(tally.win_by_lines)} by the lines")
    return payloads.TableDay(
        table=row.id,
        name=row.name,
        **_edition(rules),
        day=tally.day.isoformat(),
        real_cards=real_cards(opening_of(database, row.id).cards),
        records=[tally.first, tally.last],
        rounds=tally.rounds,
        void_rounds=tally.void,
        opening=tally.opening,
        drop=tally.drop,
        fills=tally.fills,
        credits=tally.credits,
        cash_outs=tally.cash_outs,
        closing=tally.closing,
        handle=tally.handle,
        returned=tally.returned,
        to_meters=tally.fed,
        from_meters=tally.shares,
        by_hand=tally.by_hand,
        win=tally.win,
        hold=ratio(tally.win, tally.drop),
        win_of_handle=ratio(tally.win, tally.handle),
        wagers={
            name: payloads.WagerTally(count=one.count, handle=one.handle, players_net=one.net)
            for name, one in sorted(tally.wagers.items())
        },
        balanced=not faults,
        faults=faults,
        money=money_of(database),
        expected=UNSET if found is None else _expected(tally, found),
    )


def _expected(tally: Tally, found: Expected) -> payloads.ExpectedWin:
    """The win of what was priced, beside what it should be near."""
    apart = {name: -tally.wagers[name].net for name in sorted({*found.unpriced, "match-play"} & set(tally.wagers))}
    win = tally.win - sum(apart.values())
    low, high = found.interval()
    widest = found.interval(widest=True)
    z = found.z(win)
    return payloads.ExpectedWin(
        mean=fraction(found.mean),
        cents=rounded(found.mean),
        deviation=rounded(found.deviation()),
        low=rounded(low),
        high=rounded(high),
        widest=[rounded(end) for end in widest],
        confidence=99,
        win=win,
        z=None if z is None else f"{z:.2f}",
        verdict=found.verdict(win),
        parts={
            name: payloads.ExpectedPart(
                count=part.count,
                staked=part.staked,
                expected=fraction(part.expected),
                cents=rounded(part.expected),
            )
            for name, part in sorted(found.parts.items())
        },
        apart=apart,
        assumed=list(ASSUMED),
    )


def meter_day(
    database: Database, table: str, rules: Rules, tally: Tally, name: str, meter: Meter, day: MeterDay, *, records: bool
) -> payloads.MeterReport:
    """A meter's day, reconciled with the ledger."""
    with database.read() as connection:
        reserve = held_before(connection, table, f"reserve:{name}", tally.last + 1)
    held = meter_before(database, table, name, tally.last + 1) or 0
    seen = [m.n for m in day.movements]
    return payloads.MeterReport(
        table=table,
        meter=name,
        wager=meter.wager,
        stake=meter.stake,
        rate=meter.rate,
        day=tally.day.isoformat(),
        records=[min(seen), max(seen)] if seen else [],
        opening=day.opening,
        opening_carry=fraction(day.carry),
        seeded=fraction(day.total("seeded")),
        kept=fraction(day.total("kept")),
        contributed=fraction(day.total("contributed")),
        returned=fraction(day.total("returned")),
        paid=fraction(day.total("paid")),
        linked=fraction(day.total("linked")),
        ordered=fraction(day.total("ordered")),
        closing=day.closing,
        closing_carry=fraction(day.closing_carry),
        difference=fraction(day.difference),
        ledger=held,
        ledger_difference=day.closing - held,
        reserve=payloads.ReserveDay(
            opening=day.reserve,
            contributed=fraction(day.reserved),
            closing=day.closing_reserve,
            closing_carry=fraction(day.closing_reserve_carry),
            difference=fraction(day.reserve_difference),
            ledger=reserve,
        ),
        wins=sum((m.cents < 0) - (m.cents > 0) for m in day.movements if m.what == "paid"),
        balanced=not (day.difference or day.reserve_difference or day.closing - held or day.closing_reserve - reserve),
        money=money_of(database),
        movements=[
            payloads.MeterMovement(
                record=m.n,
                at=m.at,
                what=m.what,
                cents=m.cents,
                exact=fraction(m.exact),
                carry=fraction(m.carry),
            )
            for m in day.movements
        ]
        if records
        else UNSET,
        **_edition(rules),
    )


def fraction(number: Fraction) -> str:
    """An exact number of cents.

    >>> from fractions import Fraction
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
