"""Reports, history and the regulator's export."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from fastapi import Depends, Query, Response
from fastapi.responses import StreamingResponse

from croupier.house import reports
from croupier.house.as_csv import as_csv
from croupier.house.days import Period
from croupier.house.disputes import dispute
from croupier.house.exports import export
from croupier.house.history import Asked, Result
from croupier.house.permissions import may
from croupier.web.register import Token, signed_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fastapi import FastAPI

    from croupier.house.desk import Desk

_CHUNK = 1 << 16


def _asked(
    before: Annotated[str, Query(max_length=100, description="The cursor of the last row you have.")] = "",
    table: str = "",
    game: str = "",
    first: Annotated[str, Query(alias="from", description="A date, as in 2026-01-31.")] = "",
    last: Annotated[str, Query(alias="to")] = "",
    zone: Annotated[str, Query(description="A time zone, as in America/New_York; UTC without.")] = "",
    round_: Annotated[int | None, Query(alias="round", ge=0, lt=2**31)] = None,
    result: Result | None = None,
    least: Annotated[int, Query(ge=0, lt=2**53, description="Cents won or lost, at least.")] = 0,
) -> Asked:
    return Asked(before, table, game, first, last, zone, round_, result, least)


Search = Annotated[Asked, Depends(_asked)]


def _period(
    first: Annotated[str, Query(alias="from", description="A date, as in 2026-01-31.")],
    last: Annotated[str, Query(alias="to", description="The last day; without it the first is all.")] = "",
    zone: Annotated[str, Query(description="A time zone, as in America/New_York; UTC without.")] = "",
) -> Period:
    return Period.read(first, last, zone)


Days = Annotated[Period, Depends(_period)]
Format = Annotated[str, Query(pattern="^(json|csv)$", description="json or csv.")]


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes."""
    _report_routes(app, desk)
    _table_routes(app, desk)


def _report_routes(app: FastAPI, desk: Desk) -> None:
    database, walking = desk.house.database, app.state.walking

    @app.get("/api/reports/tables")
    async def tables(
        days: Days, table: str = "", expect: bool = True, format: Format = "json", token: Token = None  # noqa: A002
    ) -> Response:  # fmt: skip
        """Each table's days: drop, fills, handle, win, hold, and the win that could be expected."""
        person = await signed_in(desk, token)
        only = await asyncio.to_thread(desk.granted, person, "reports", table)
        rows = await walking.run(person, reports.by_table, database, days, only, expect=expect)
        return _told("tables", rows, format)

    @app.get("/api/reports/progressives")
    async def progressives(
        days: Days, table: str = "", records: bool = False, format: Format = "json", token: Token = None  # noqa: A002
    ) -> Response:  # fmt: skip
        """Each progressive meter's days, reconciled to the part of a cent; with `records` every change of it."""
        person = await signed_in(desk, token)
        only = await asyncio.to_thread(desk.granted, person, "reports", table)
        rows = await walking.run(person, reports.by_meter, database, days, only, records=records)
        return _told("progressives", rows, format)

    @app.get("/api/reports/ledger")
    async def ledger(
        days: Days,
        table: str = "",
        after: Annotated[int, Query(ge=0, lt=2**62, description="The id of the last posting you have.")] = 0,
        format: Format = "json",  # noqa: A002
        token: Token = None,
    ) -> Response:
        """The postings of a period: a page of JSON, or all of them as CSV."""
        person = await signed_in(desk, token)
        only = await asyncio.to_thread(desk.granted, person, "reports", table)
        most = reports.PAGE if format == "json" else None
        rows = reports.ledger(database, days, only, after, most)
        return _told("ledger", rows if format == "csv" else await walking.run(person, list, rows), format)


def _table_routes(app: FastAPI, desk: Desk) -> None:
    database, walking = desk.house.database, app.state.walking

    @app.get("/api/tables/{table}/rounds/{number}/dispute")
    async def disputed(table: str, number: int, whole: bool = False, token: Token = None) -> Response:
        """A round with everything behind it; with `whole` its chain is checked from the first record on."""
        person = await signed_in(desk, token)

        def made() -> dict[str, Any]:
            _, mine = desk.seats_of(person, table, number)
            own = None if may(person.roles(table), "history") else mine
            return dispute(database, table, number, own, whole=whole)

        return Response(
            msgspec.json.encode(await (walking if whole else app.state.reading).run(person, made)),
            media_type="application/json",
        )

    @app.get("/api/tables/{table}/export")
    async def exported(table: str, token: Token = None) -> Response:
        """Everything a regulator needs to check a table, as a zip: the same bytes for the same state."""
        person = await signed_in(desk, token)
        await asyncio.to_thread(desk.known, table)
        desk.check(person, "journal", table)
        file = await walking.run(person, export, database, table)

        def chunks() -> Iterator[bytes]:
            with file:
                while part := file.read(_CHUNK):
                    yield part

        headers = {"Content-Disposition": f'attachment; filename="{table}.zip"'}
        return StreamingResponse(chunks(), media_type="application/zip", headers=headers)


def _told(what: str, rows: Iterable[dict[str, Any]], form: str) -> Response:
    if form == "json":
        return Response(msgspec.json.encode(rows), media_type="application/json")
    headers = {"Content-Disposition": f'attachment; filename="{what}.csv"'}
    return StreamingResponse(as_csv(what, rows), media_type="text/csv; charset=utf-8", headers=headers)
