"""Reports, history and the regulator's export."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import msgspec
from fastapi import Query, Response
from fastapi.responses import StreamingResponse

from croupier.house.archive.disputes import dispute
from croupier.house.archive.payloads import Dispute
from croupier.house.books import reports
from croupier.house.books.csv_export import as_csv
from croupier.house.books.exports import export
from croupier.house.books.payloads import MeterReport, Posting, TableDay  # noqa: TC001 - FastAPI reads it
from croupier.house.people.permissions import may
from croupier.web.http.limits.worker_threads import ANSWER_PIECE
from croupier.web.http.sessions import Token, signed_in
from croupier.web.routes.queries import Days  # noqa: TC001 - FastAPI reads it

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk
    from croupier.house.people.roles import Person
    from croupier.kit.payload import Payload
    from croupier.web.http.limits.worker_threads import WorkerThreads

Format = Annotated[str, Query(pattern="^(json|csv)$", description="json or csv.")]


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes."""
    _report_routes(app, desk)
    _table_routes(app, desk)


def _report_routes(app: FastAPI, desk: Desk) -> None:
    database = desk.house.database
    walking: WorkerThreads = app.state.walking

    def answered(person: Person, what: str, rows: Iterable[Payload], form: str) -> Response:
        if form == "json":
            return Response(msgspec.json.encode(rows), media_type="application/json")
        headers = {"Content-Disposition": f'attachment; filename="{what}.csv"'}
        lines = (line.encode() for line in as_csv(what, rows))
        return StreamingResponse(walking.download(person, lines), media_type="text/csv; charset=utf-8", headers=headers)

    @app.get("/api/reports/tables")
    async def tables(
        days: Days,
        table: str = "",
        expect: bool = True,
        format: Format = "json",  # noqa: A002 - the query says so
        token: Token = None,
    ) -> Annotated[Response, list[TableDay]]:
        """Each table's days: drop, fills, handle, win, hold, and the win that could be expected."""
        person = await signed_in(desk, token)
        only = await asyncio.to_thread(desk.granted, person, "reports", table)
        rows = await walking.run(person, reports.by_table, database, days, only, expect=expect)
        return answered(person, "tables", rows, format)

    @app.get("/api/reports/progressives")
    async def progressives(
        days: Days,
        table: str = "",
        records: bool = False,
        format: Format = "json",  # noqa: A002 - the query says so
        token: Token = None,
    ) -> Annotated[Response, list[MeterReport]]:
        """Each progressive meter's days, reconciled to the part of a cent; with `records` every change of it."""
        person = await signed_in(desk, token)
        only = await asyncio.to_thread(desk.granted, person, "reports", table)
        rows = await walking.run(person, reports.by_meter, database, days, only, records=records)
        return answered(person, "progressives", rows, format)

    @app.get("/api/reports/ledger")
    async def ledger(
        days: Days,
        table: str = "",
        after: Annotated[int, Query(ge=0, lt=2**62, description="The id of the last posting you have.")] = 0,
        format: Format = "json",  # noqa: A002
        token: Token = None,
    ) -> Annotated[Response, list[Posting]]:
        """The postings of a period: a page of JSON, or all of them as CSV."""
        person = await signed_in(desk, token)
        only = await asyncio.to_thread(desk.granted, person, "reports", table)
        most = reports.POSTINGS_PER_PAGE if format == "json" else None
        rows = reports.ledger(database, days, only, after, most)
        return answered(person, "ledger", rows if format == "csv" else await walking.run(person, list, rows), format)


def _table_routes(app: FastAPI, desk: Desk) -> None:
    database = desk.house.database
    walking: WorkerThreads = app.state.walking

    @app.get("/api/tables/{table}/rounds/{number}/dispute")
    async def disputed(
        table: str, number: int, whole: bool = False, token: Token = None
    ) -> Annotated[Response, Dispute]:
        """A round with everything behind it; with `whole` its chain is checked from the first record on."""
        person = await signed_in(desk, token)

        def made() -> Dispute:
            _, mine = desk.seats_of(person, table, number)
            own = None if may(person.roles(table), "history") else mine
            return dispute(database, table, number, own, whole=whole, orders=desk.reads_orders(person, table))

        return Response(
            msgspec.json.encode(await (walking if whole else app.state.reading).run(person, made)),
            media_type="application/json",
        )

    @app.get("/api/tables/{table}/export")
    async def exported(table: str, token: Token = None) -> Response:
        """Everything a regulator needs to check a table, as a zip: the same bytes for the same state."""
        person = await signed_in(desk, token)
        await asyncio.to_thread(desk.check_journal, person, table)
        file = await walking.run(person, export, database, table)

        def chunks() -> Iterator[bytes]:
            with file:
                while part := file.read(ANSWER_PIECE):
                    yield part

        headers = {"Content-Disposition": f'attachment; filename="{table}.zip"'}
        return StreamingResponse(walking.download(person, chunks()), media_type="application/zip", headers=headers)
