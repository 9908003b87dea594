"""The ASGI app. Every route names what it needs; what is not allowed is refused and noted."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from fastapi import Body, FastAPI, Header, Request, Response, WebSocket

from croupier.house.desk import Desk
from croupier.house.policy import Policy
from croupier.web import (
    asyncapi,
    books,
    cage,
    coach,
    dealer,
    equipment,
    factors,
    floor,
    health,
    how_to_play,
    lab,
    logs,
    metrics,
    my_play,
    oidc,
    practice,
    refusals,
    requests,
    set_aside,
    shared,
    sign_in,
    static,
    submissions,
    watch,
)
from croupier.web.bounded_work import BoundedWork
from croupier.web.browsers import Browsers
from croupier.web.forward import Forward, Others
from croupier.web.limits import Gate
from croupier.web.operations import Operations
from croupier.web.page_socket import Sockets
from croupier.web.register import Token, register
from croupier.web.register import same_origin as _same_origin
from croupier.web.register import signed_in as _person
from croupier.web.room import Room
from croupier.web.socket import serve
from croupier.web.worker_threads import WorkerThreads

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from starlette.types import ASGIApp, Receive, Scope, Send

    from croupier.house.house import House

HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
LARGEST = 64 * 1024
"""A request's body is no longer."""


def create(
    house: House, *, guests: bool = False, secure: bool = False, local: bool = False,
    operations: Operations = Operations(),  # noqa: B008 - frozen
) -> FastAPI:  # fmt: skip
    """The app of a house. With `guests` anyone may play under a name that is free; `local` is one's own machine, where
    anyone may also take a post: deal, be the floor, watch."""
    own = Policy.of_house(money=getattr(house, "money", "play"), local=local)
    policy = operations.policy or Policy.read(own, operations.second_factor, operations.timeouts)
    desk = Desk(house, local=local, policy=policy)
    sockets = Sockets(desk.people)
    house.keeping.missed.append(sockets.close)  # whoever may still come back is let in again
    others = Others(house, operations.proxies)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        room.start()
        desk.requests.resume()
        yield
        sockets.close()
        await room.stop()
        await others.client.aclose()

    app = FastAPI(title="croupier", docs_url=None, redoc_url=None, openapi_url="/api/openapi.json", lifespan=lifespan)
    app.state.desk, app.state.sockets, app.state.others, app.state.operations = desk, sockets, others, operations
    browsers = Browsers(house.key.secret(b"browsers"))
    app.state.metrics = counted = metrics.Metrics(desk, operations.backups)
    desk.heard.append(logs.command)
    if operations.limits is not None:
        hear = (logs.limit, counted.hear_limit)
        app.add_middleware(Gate, operations.limits, operations.proxies, hear, knows=browsers.knows)
    app.middleware("http")(_guard)
    app.add_middleware(Forward, others=others)
    app.add_middleware(Head)
    app.add_middleware(sign_in.Activity)
    app.add_middleware(logs.Watch, operations.proxies, (logs.request, counted.hear_request))
    app.state.work = BoundedWork(operations)
    app.state.reading, app.state.walking = (
        WorkerThreads("reading"),
        WorkerThreads("walking"),
    )  # rounds, and whole journals
    refusals.routes(app)
    entrance = sign_in.Entrance(desk, operations, secure, browsers)
    app.state.site = lambda request: entrance.site(request).origin
    sign_in.routes(app, entrance, guests=guests)
    factors.routes(app, entrance)
    oidc.routes(app, entrance, operations.issuer)
    _table_routes(app, desk, sockets, others)
    register(app, desk)
    parts = (asyncapi, books, cage, coach, dealer, equipment, floor, health, lab, how_to_play, metrics, my_play,
             practice, requests, set_aside, shared, submissions, watch)  # fmt: skip
    for part in parts:
        part.routes(app, desk)
    room = Room(app, desk, sockets, others, guests=guests)
    app.state.room = room
    static.serve(app)
    return app


async def _guard(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
    """Headers for every answer, a limit for every body, and no change asked for by another site."""
    if int(request.headers.get("content-length") or 0) > LARGEST:
        return refusals.plain(413, "too long", HEADERS)
    if "transfer-encoding" in request.headers:
        return refusals.plain(411, "say how long it is", HEADERS)
    if request.method not in {"GET", "HEAD", "OPTIONS"} and not _same_origin(request):
        return refusals.plain(403, "asked for by another site", HEADERS)
    answer = await go_on(request)
    for name, value in HEADERS.items():
        answer.headers.setdefault(name, value)
    return answer


class Head:
    """HEAD is answered as GET; the server leaves the body out."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask for the whole."""
        head = scope["type"] == "http" and scope["method"] == "HEAD"
        await self.app({**scope, "method": "GET"} if head else scope, receive, send)


def _table_routes(app: FastAPI, desk: Desk, sockets: Sockets, others: Others) -> None:
    reading: WorkerThreads = app.state.reading
    walking: WorkerThreads = app.state.walking

    @app.get("/api/tables")
    async def tables(request: Request, token: Token = None) -> list[dict[str, Any]]:
        """Every open table: game, seats taken, minimum, meter."""
        await _person(desk, token)
        return await others.tables(request, desk.lobby())

    @app.get("/api/tables/{table}")
    async def table(table: str, token: Token = None) -> Response:
        """A table as you see it now."""
        person = await _person(desk, token)
        return Response(desk.told(person, table), media_type="application/json")

    @app.get("/api/tables/{table}/rules")
    async def rules(table: str, token: Token = None) -> dict[str, Any]:
        """What is played here: wagers, paytables, limits, readings, with their provisions."""
        await _person(desk, token)
        return desk.rules(table)

    @app.post("/api/tables/{table}/commands")
    async def commands(
        table: str,
        command: Annotated[dict[str, Any], Body()],
        key: Annotated[str | None, Header(alias="Idempotency-Key")] = None,
        token: Token = None,
    ) -> Response:
        """Give a command. The same key with the same command gets the same answer."""
        person = await _person(desk, token)
        answer = await desk.command(person, table, command, key or "")
        status = 409 if answer.refused else 200
        return Response(msgspec.json.encode(answer), status, media_type="application/json")

    @app.get("/api/rounds")
    async def rounds(asked: books.Search, player: str = "", token: Token = None) -> list[dict[str, Any]]:
        """Rounds, latest first: your own, or with the permission `history` another player's."""
        person = await _person(desk, token)
        return await reading.run(person, desk.history, person, asked, player)

    @app.get("/api/tables/{table}/rounds/{number}")
    async def round_(table: str, number: int, token: Token = None) -> dict[str, Any]:
        """A closed round rebuilt from the journal; your own, or any for those who may see them all."""
        person = await _person(desk, token)
        return await reading.run(person, desk.round, person, table, number)

    @app.get("/api/tables/{table}/journal")
    async def journal(table: str, token: Token = None) -> Response:
        """The table's journal, byte for byte."""
        person = await _person(desk, token)
        data = await walking.run(person, desk.journal, person, table)
        return Response(data, media_type="application/x-ndjson")

    @app.websocket("/api/tables/{table}/socket")
    async def socket(websocket: WebSocket, table: str, after: int = -1, *, together: bool = False) -> None:
        """Records and views as they come; commands the other way. See docs/server.md."""
        person = await sockets.admit(websocket)
        if person is not None:
            await serve(sockets, desk, websocket, person, table, after, together=together)
