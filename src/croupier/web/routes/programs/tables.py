"""A table for programs: what it shows, commands, closed rounds, its journal and its socket (docs/server.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from fastapi import Header, Request, Response, WebSocket
from fastapi.responses import StreamingResponse

from croupier.house.cloth.payloads import TableRules  # noqa: TC001 - FastAPI reads it
from croupier.house.desk.payloads import ClosedRound, TableLine
from croupier.house.tables.keeping.idempotency_keys import Answer
from croupier.house.tables.views.payloads import PlayedRound, View
from croupier.kit.payload import Json  # noqa: TC001 - FastAPI reads it
from croupier.table.commands import AnyCommand
from croupier.web.http.sessions import Token, signed_in
from croupier.web.routes.queries import Search  # noqa: TC001 - FastAPI reads the annotation
from croupier.web.sockets.table_socket import serve_table

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk
    from croupier.web.http.limits.worker_threads import WorkerThreads
    from croupier.web.other_processes import Others
    from croupier.web.sockets.page_socket import Sockets


def routes(app: FastAPI, desk: Desk) -> None:
    """The routes of a table for programs: as it stands, commands, rounds, the journal, the socket."""
    sockets: Sockets = app.state.sockets
    others: Others = app.state.others
    reading: WorkerThreads = app.state.reading
    walking: WorkerThreads = app.state.walking

    @app.get("/api/tables")
    async def tables(request: Request, token: Token = None) -> list[TableLine]:
        """Every open table: game, seats taken, minimum, meter."""
        await signed_in(desk, token)
        return others.tables(desk.lobby(), await others.ask(request, list[TableLine]))

    @app.get("/api/tables/{table}")
    async def table(table: str, token: Token = None) -> Annotated[Response, View]:
        """A table as you see it now."""
        person = await signed_in(desk, token)
        return Response(desk.view_json(person, table), media_type="application/json")

    @app.get("/api/tables/{table}/rules")
    async def rules(table: str, token: Token = None) -> TableRules:
        """What is played here: wagers, paytables, limits, readings, with their provisions."""
        await signed_in(desk, token)
        return desk.rules(table)

    @app.post("/api/tables/{table}/commands")
    async def commands(
        table: str,
        command: Annotated[Json, AnyCommand],
        key: Annotated[str | None, Header(alias="Idempotency-Key")] = None,
        token: Token = None,
    ) -> Annotated[Response, Answer]:
        """Give a command. The same key with the same command gets the same answer."""
        person = await signed_in(desk, token)
        answer = await desk.command(person, table, command, key or "")
        status = 409 if answer.refused else 200
        return Response(msgspec.json.encode(answer), status, media_type="application/json")

    @app.get("/api/rounds")
    async def rounds(query: Search, player: str = "", token: Token = None) -> list[PlayedRound]:
        """Rounds, latest first: your own, or with the permission `history` another player's."""
        person = await signed_in(desk, token)
        return await reading.run(person, desk.history, person, query, player)

    @app.get("/api/tables/{table}/rounds/{number}")
    async def round_(table: str, number: int, token: Token = None) -> ClosedRound:
        """A closed round rebuilt from the journal; your own, or any for those who may see them all."""
        person = await signed_in(desk, token)
        return await reading.run(person, desk.round, person, table, number)

    @app.get("/api/tables/{table}/journal")
    async def journal(table: str, token: Token = None) -> Response:
        """The table's journal, byte for byte."""
        person = await signed_in(desk, token)
        lines = await walking.run(person, desk.journal, person, table)
        return StreamingResponse(walking.download(person, lines), media_type="application/x-ndjson")

    @app.websocket("/api/tables/{table}/socket")
    async def socket(websocket: WebSocket, table: str, after: int = -1, *, together: bool = False) -> None:
        """Records and views as they come; commands the other way. See docs/server.md."""
        person = await sockets.admit(websocket)
        if person is not None:
            await serve_table(sockets, desk, websocket, person, table, after, together=together)
