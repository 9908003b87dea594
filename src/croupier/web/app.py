"""The ASGI app. Every route names what it needs; what is not allowed is refused and noted."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from fastapi import FastAPI

from croupier.house.desk.desk import Desk
from croupier.house.people.sign_in_policy import Policy
from croupier.web.forward_to_owner import Forward
from croupier.web.http import logs, metrics, refusals
from croupier.web.http.device_cookies import Browsers
from croupier.web.http.files import static
from croupier.web.http.languages import Speaking, spoken
from croupier.web.http.limits.bounded_work import BoundedWork
from croupier.web.http.limits.hashing import Hashing
from croupier.web.http.limits.rate_limiter import RateLimiter
from croupier.web.http.limits.worker_threads import WorkerThreads
from croupier.web.http.operations import Operations
from croupier.web.http.screens import ScreenRoute, document
from croupier.web.http.security_headers import guard
from croupier.web.http.translation import ResponseTranslation
from croupier.web.other_processes import Others
from croupier.web.routes.play import coach, how_to_play, my_play, shared_hands
from croupier.web.routes.play.player import PlayerRoutes
from croupier.web.routes.programs import asyncapi, health, tables
from croupier.web.routes.signing_in import oidc, second_factors, sign_in
from croupier.web.routes.staff import (
    administrator,
    books,
    cage,
    dealer,
    equipment,
    floor,
    quarantine,
    requests,
    surveillance,
)
from croupier.web.routes.study import lab, practice, submissions
from croupier.web.sockets.page_socket import Sockets

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.types import ASGIApp, Receive, Scope, Send

    from croupier.house.house import House


def create(
    house: House,
    *,
    guests: bool = False,
    secure: bool = False,
    local: bool = False,
    operations: Operations = Operations(),  # noqa: B008 - frozen
) -> FastAPI:
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
    app.router.route_class = ScreenRoute
    app.state.desk, app.state.sockets, app.state.others, app.state.operations = desk, sockets, others, operations
    browsers = Browsers(house.key.secret(b"browsers"))
    app.state.metrics = counted = metrics.Metrics(desk, operations.backups)
    desk.heard.append(logs.command)
    if operations.limits is not None:
        hear = (logs.limit, counted.hear_limit)
        app.add_middleware(RateLimiter, operations.limits, operations.proxies, hear, knows=browsers.knows)
    app.middleware("http")(guard)
    app.add_middleware(ResponseTranslation)
    app.add_middleware(Forward, others=others)
    app.add_middleware(Speaking, pseudo=operations.pseudo)
    app.add_middleware(Head)
    app.add_middleware(sign_in.Activity)
    app.add_middleware(logs.Watch, operations.proxies, (logs.request, counted.hear_request))
    app.state.work = BoundedWork(operations)
    app.state.reading, app.state.walking = (
        WorkerThreads("reading"),
        WorkerThreads("walking"),
    )  # rounds, and whole journals
    refusals.routes(app)
    entrance = sign_in.Entrance(desk, operations, secure, browsers, Hashing(operations.limits))
    app.state.entrance = entrance
    app.state.site = lambda request: entrance.site(request).origin
    sign_in.routes(app, entrance, guests=guests)
    second_factors.routes(app, entrance)
    oidc.routes(app, entrance, operations.issuer)
    parts = (
        tables,
        administrator,
        asyncapi,
        books,
        cage,
        coach,
        dealer,
        equipment,
        floor,
        health,
        lab,
        how_to_play,
        metrics,
        my_play,
        practice,
        quarantine,
        requests,
        shared_hands,
        submissions,
        surveillance,
    )
    for part in parts:
        part.routes(app, desk)
    room = PlayerRoutes(app, desk, sockets, others, guests=guests)
    app.state.room = room
    document(app)
    static.serve_files(app, spoken(pseudo=operations.pseudo))
    return app


class Head:
    """HEAD is answered as GET; the server leaves the body out."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask for the whole."""
        head = scope["type"] == "http" and scope["method"] == "HEAD"
        await self.app({**scope, "method": "GET"} if head else scope, receive, send)
