"""``croupier report``."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.options import JSON
from croupier.errors import BadText, HouseError
from croupier.kit.money import grouped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from croupier.house.books.payloads import MeterReport, TableDay
    from croupier.house.people.periods import Period
    from croupier.house.storage.database import Database
    from croupier.kit.payload import Payload

DB = Annotated[
    str, typer.Option("--db", envvar="CROUPIER_DB", metavar="PATH|URL", help="The house's database; only read.")
]
FIRST = Annotated[str, typer.Option("--from", metavar="DATE", help="The first day, as in 2026-01-31.")]
LAST = Annotated[str, typer.Option("--to", metavar="DATE", help="The last day; without it the first is all.")]
ZONE = Annotated[str, typer.Option("--zone", help="Whose days, as in America/New_York; UTC without.")]
TABLE = Annotated[list[str] | None, typer.Option("--table", help="This table alone. Repeatable.")]
CSV = Annotated[bool, typer.Option("--csv", help="Print CSV.")]

app = typer.Typer(help="Print the books of a house, from its database.", no_args_is_help=True)


@app.command()
def tables(
    db: DB,
    first: FIRST,
    last: LAST = "",
    zone: ZONE = "",
    table: TABLE = None,
    expect: Annotated[
        bool, typer.Option("--expect/--no-expect", help="Count what could be expected, which may take a while.")
    ] = True,
    csv: CSV = False,
    json: JSON = False,
) -> None:
    """Print each table's days: drop, fills, inventory, handle, win and hold, beside the win that could be expected.

    The expectation is exact, for hands played as well as they can be. The interval takes wagers as independent; outside
    is a win that no dependence among them explains.

    Example: croupier report tables --db croupier.db --from 2026-01-01 --to 2026-01-31
    """
    from croupier.cli import show
    from croupier.house.books import reports

    period = _form(first, last, zone, csv=csv, json=json)
    with opened(db) as database:
        only = _tables(database, table)
        if expect:
            with show.waiting("counting"):
                rows = reports.by_table(database, period, only)
        else:
            rows = reports.by_table(database, period, only, expect=False)
    if _printed("tables", rows, csv=csv, json=json):
        return
    show.table(
        ("table", "day", "rounds", "drop", "fills", "credits", "opening", "closing", "handle", "win", "hold"),
        [
            (
                r.table,
                r.day,
                r.rounds,
                *map(grouped, (r.drop, r.fills, r.credits, r.opening, r.closing, r.handle, r.win)),
                _percent(r.hold),
            )
            for r in rows
        ],
        keep=2,
    )
    if expect:
        show.table(
            ("table", "day", "win", "expected", "99% from", "to", "z", ""),
            [
                (
                    r.table,
                    r.day,
                    *map(grouped, (found.win, found.cents, found.low, found.high)),
                    found.z,
                    found.verdict,
                )
                for r in rows
                if (found := r.expected)
            ],
            title="What could be expected of what was wagered",
            keep=2,
        )
    _editions(rows)
    for row in rows:
        for fault in row.faults:
            show.say(f"{row.table} {row.day}: {fault}")


@app.command()
def progressives(
    db: DB,
    first: FIRST,
    last: LAST = "",
    zone: ZONE = "",
    table: TABLE = None,
    records: Annotated[bool, typer.Option("--records", help="With --json, every change and its record.")] = False,
    csv: CSV = False,
    json: JSON = False,
) -> None:
    """Reconcile each progressive meter with its records and its account, day by day and to the part of a cent.

    Example: croupier report progressives --db croupier.db --from 2026-01-01 --to 2026-01-31
    """
    from croupier.cli import show
    from croupier.house.books import reports

    period = _form(first, last, zone, csv=csv, json=json)
    with opened(db) as database:
        rows = reports.by_meter(database, period, _tables(database, table), records=records)
    if _printed("progressives", rows, csv=csv, json=json):
        return
    more = [name for name in ("kept", "linked", "ordered") if any(getattr(row, name) != "0" for row in rows)]
    show.table(
        ("meter", "day", "opening", "fed", "seeded", "paid", *more, "closing", "difference"),
        [_reconciled(row, more) for row in rows],
        keep=2,
    )
    _editions(rows)


@app.command()
def ledger(
    db: DB, first: FIRST, last: LAST = "", zone: ZONE = "", table: TABLE = None, csv: CSV = False, json: JSON = False
) -> None:
    """Print the postings of a period in order; with --json one a line.

    Example: croupier report ledger --db croupier.db --from 2026-01-01 --csv
    """
    import msgspec

    from croupier.house.books import reports
    from croupier.house.books.csv_export import as_csv
    from croupier.journal.record_text import time_of

    period = _form(first, last, zone, csv=csv, json=json)
    with opened(db) as database:
        rows = reports.ledger(database, period, _tables(database, table))
        if csv:
            sys.stdout.writelines(part.replace("\r\n", "\n") for part in as_csv("ledger", rows))
            return
        for r in rows:
            if json:
                print(msgspec.json.encode(r).decode())
            else:
                place = f"{r.table} {r.record}" if r.table else "house"
                print(f"{time_of(r.at)}  {place:<20}  {grouped(r.cents):>14}  {r.what:<12}  {r.account}")


# Reading -----------------------------------------------------------------------------------------------------------


@contextmanager
def opened(db: str) -> Iterator[Database]:
    """A house's database, from which nothing but reading is possible."""
    from sqlalchemy.exc import SQLAlchemyError

    from croupier.house.books.reports import table_rows
    from croupier.house.storage.database import Database

    if "://" not in db and not Path(db).is_file():
        raise BadText("there is no such file", field=db)
    database = Database(db, read_only=True)
    try:
        table_rows(database)
    except (SQLAlchemyError, HouseError) as error:
        database.close()
        why = str(getattr(error, "orig", None) or error).splitlines()[0]
        raise BadText(f"is no database of a house: {why}", field=db) from None
    try:
        yield database
    finally:
        database.close()


def _form(first: str, last: str, zone: str, *, csv: bool, json: bool) -> Period:
    from croupier.house.people.periods import Period

    if csv and json:
        raise BadText("choose one of them", field="--csv and --json")
    try:
        return Period.read(first, last, zone)
    except BadText as error:
        raise BadText(error.message, field=f"--{error.field}") from None


def _tables(database: Database, wanted: list[str] | None) -> list[str] | None:
    from croupier.house.books.reports import table_rows

    if not wanted:
        return None
    known = {row.id for row in table_rows(database)}
    for name in wanted:
        if name not in known:
            raise BadText(f"there is no table {name!r}; {', '.join(sorted(known)) or 'there is none'}", field="--table")
    return wanted


# Telling -----------------------------------------------------------------------------------------------------------


def _printed(what: str, rows: Sequence[Payload], *, csv: bool, json: bool) -> bool:
    from croupier.cli import show
    from croupier.house.books.csv_export import as_csv

    if csv:
        sys.stdout.writelines(part.replace("\r\n", "\n") for part in as_csv(what, rows))
    elif json:
        show.as_json(rows)
    elif not rows:
        show.say("No table has anything to tell of these days.")
    return csv or json or not rows


def _editions(rows: Iterable[TableDay | MeterReport]) -> None:
    """By which law each table was played."""
    from croupier.cli import show

    for line in dict.fromkeys(f"{r.table}: {r.game}, {r.edition}, {r.standing}" for r in rows):
        show.say(line)


def _reconciled(row: MeterReport, more: Sequence[str]) -> list[str]:
    """A meter's day: what opening, wagers, seeds and shares come to is the closing, or the difference says."""
    from fractions import Fraction

    fed = Fraction(row.contributed) + Fraction(row.returned)
    changes = [str(fed), row.seeded, row.paid, *(getattr(row, name) for name in more)]
    off = "none" if row.balanced else f"{row.difference} and {row.ledger_difference} cents"
    opening, closing = (_exact(getattr(row, name), getattr(row, f"{name}_carry")) for name in ("opening", "closing"))
    return [f"{row.table}/{row.meter}", row.day, opening, *(_exact(0, change) for change in changes), closing, off]


def _percent(share: str | None) -> str:
    return "" if share is None else f"{100 * float(share):.2f}%"


def _exact(whole: int, part: str) -> str:
    """Dollars and cents, with what is carried of a cent."""
    from fractions import Fraction

    total = whole + Fraction(part)
    cents = total.numerator // total.denominator if total >= 0 else -(-total.numerator // total.denominator)
    rest = total - cents
    return grouped(cents) + (f" + {rest}¢" if rest > 0 else f" - {-rest}¢" if rest else "")
