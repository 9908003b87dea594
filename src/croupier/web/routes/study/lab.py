"""The lab: its questions and answers. The mathematics is everyone's, so nobody signs in; work is bounded instead."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any, TypeVar

from fastapi import HTTPException, Request, Response, WebSocket
from msgspec.structs import asdict

from croupier import __version__
from croupier.errors import HouseError
from croupier.house.cloth.felt import provision
from croupier.house.cloth.payloads import Provision  # noqa: TC001 - FastAPI reads it
from croupier.house.screens.lab import catalogue as lab_catalogue
from croupier.house.screens.lab import compare as lab_compare
from croupier.house.screens.lab import figure_context, payloads, wager_analysis
from croupier.house.screens.lab import strategy as lab_strategy
from croupier.house.screens.lab.lab import Lab
from croupier.house.screens.lab.query import chosen, read_query, subject
from croupier.web.http.sessions import SESSION_COOKIE
from croupier.web.routes.payloads import LabPage, LabProgress, Visitor
from croupier.web.routes.study import bodies  # noqa: TC001 - FastAPI reads it
from croupier.web.routes.study.sampling_socket import REFUSED, VISITOR, Runs

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk
    from croupier.house.screens.lab.query import LabQuery
    from croupier.web.http.limits.bounded_work import BoundedWork
    from croupier.web.http.operations import Operations

T = TypeVar("T")
SHEET_TYPES = {
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "pdf": "application/pdf",
    "html": "text/html; charset=utf-8",
    "json": "application/json",
}


class LabWork:
    """The bounded work of those who ask about what stands in the address."""

    def __init__(self, bounded: BoundedWork) -> None:
        self.budget, self.address, self._run = bounded.budget, bounded.address, bounded.run

    async def do(self, request: Request, work: Callable[..., T], *given: Any, slow: bool = False) -> T:  # noqa: ANN401
        """`work` on what is asked."""
        query = dict(request.query_params)
        return await self._run(request, lambda: work(*given, read_query(query)), slow=slow)


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes. What is on the bench stands in the address: game, edition, wager, table, players, pays, reading.K."""
    operations: Operations = app.state.operations
    if not operations.lab:
        _closed(app, desk)
        return
    lab, work = Lab(), LabWork(app.state.work)
    app.state.lab = lab
    _offer_routes(app, desk, work)
    _bench_routes(app, lab, work)
    _strategy_routes(app, lab, work)
    _sheet_routes(app, lab, work)
    Runs(lab, work).route(app)


def _closed(app: FastAPI, desk: Desk) -> None:
    """A house without a lab says so."""
    desk.shut = desk.shut | {"lab"}

    @app.api_route("/api/lab{rest:path}", methods=["GET", "POST"], include_in_schema=False)
    async def closed(rest: str) -> None:
        """Refuse every question."""
        del rest
        raise HouseError("the lab of this house is closed", fault="denied", field="lab")

    @app.websocket("/api/lab/sample")
    async def sample(websocket: WebSocket) -> None:
        """Refuse every run."""
        await websocket.accept()
        await websocket.close(REFUSED, "the lab of this house is closed")


def _offer_routes(app: FastAPI, desk: Desk, work: LabWork) -> None:
    @app.get("/api/lab")
    async def offer(request: Request, response: Response) -> LabPage:
        """Every game with its editions, wagers, paytables and readings; and who asks, if somebody is signed in."""
        if VISITOR not in request.cookies:
            response.set_cookie(VISITOR, secrets.token_urlsafe(16), httponly=True, samesite="strict")
        token = request.cookies.get(SESSION_COOKIE)
        person = await asyncio.to_thread(desk.people.of, token) if token else None
        who = None if person is None else Visitor(person.name, desk.pages(person))
        return LabPage(**asdict(await work.do(request, lambda _: lab_catalogue.offer())), person=who)


def _bench_routes(app: FastAPI, lab: Lab, work: LabWork) -> None:
    @app.get("/api/lab/price")
    async def price(request: Request) -> payloads.Bench:
        """House edge, return, hits and variance of a wager, its outcome table, and what was published."""
        return await work.do(request, _kept, lab, "price", wager_analysis.bench)

    @app.get("/api/lab/readings")
    async def readings(request: Request) -> list[payloads.ReadingWorth]:
        """What every other reading would do to the figure shown."""
        return await work.do(request, _kept, lab, "readings", figure_context.readings, slow=True)

    @app.get("/api/lab/prices")
    async def prices(request: Request) -> list[payloads.ReadingPrice]:
        """One table of every reading of the chapter that can be chosen, with each figure that another answer moves."""
        return await work.do(request, lambda query: figure_context.prices(lab, query), slow=True)

    @app.get("/api/lab/find")
    async def find(request: Request, row: str, target: str) -> payloads.PayForTarget:
        """The whole pays around the one that meets a target return (of the main game: a house edge)."""
        return await work.do(request, lambda query: figure_context.find(lab, query, row, target), slow=True)

    @app.get("/api/lab/progress")
    async def progress() -> LabProgress:
        """What is being counted now, if anything takes longer."""
        now = lab.counting
        return LabProgress() if now is None else LabProgress(now[0], f"Counting {now[0]}: {now[1]} of {now[2]}")

    @app.get("/api/lab/provision")
    async def law(request: Request, cite: str) -> Provision:
        """A provision of the chapter on the bench, in our words."""
        return await work.do(request, lambda query: provision(subject(query).printed.game.chapter, cite))


def _strategy_routes(app: FastAPI, lab: Lab, work: LabWork) -> None:
    @app.get("/api/lab/strategy")
    async def strategy(request: Request) -> payloads.Strategy:
        """What each decision is worth by hand, and a short list of rules with its exact cost."""
        return await work.do(request, _kept, lab, "strategy", lab_strategy.strategy, slow=True)

    @app.get("/api/lab/advice")
    async def advice(request: Request) -> payloads.Advice:
        """The exact value of every action with these cards, community cards, dealer's cards and decisions."""
        state = {name: words[:120] for name, words in request.query_params.items()}
        return await work.do(request, lambda query: lab_strategy.advice(lab, query, state))

    @app.get("/api/lab/deal")
    async def deal(request: Request, decisions: str = "") -> payloads.DealtCards:
        """Cards by chance for a decision."""
        return await work.do(request, lambda query: lab_strategy.deal(query, decisions[:120]))


def _sheet_routes(app: FastAPI, lab: Lab, work: LabWork) -> None:
    @app.get("/api/lab/par.{ending}", response_class=Response)
    async def par(request: Request, ending: str) -> Response:
        """The PAR sheet of the table as printed: xlsx, pdf, html or json."""
        if ending not in SHEET_TYPES:
            raise HTTPException(404, f"no such sheet; {', '.join(SHEET_TYPES)}")
        name, made = await work.do(request, _sheet, ending, slow=True)
        return Response(
            made, media_type=SHEET_TYPES[ending], headers={"Content-Disposition": f'attachment; filename="{name}"'}
        )

    @app.post("/api/lab/compare")
    async def compare(request: Request, body: bodies.CompareBody) -> payloads.Comparison:
        """Two submissions side by side, each as TOML or as chosen paytables: differences by wager with their edge."""
        return await work.do(request, lambda _: lab_compare.compare(lab, body.a, body.b), slow=True)


def _kept(lab: Lab, name: str, make: Callable[[Lab, LabQuery], T], query: LabQuery) -> T:
    """An answer that is the same for everyone who asks the same."""
    return lab.keep((name, query), lambda: make(lab, query))  # type: ignore[no-any-return]


def _sheet(ending: str, query: LabQuery) -> tuple[str, bytes]:
    from croupier.odds.par.sheet import sheet_of  # noqa: PLC0415 - numpy comes with it
    from croupier.sheets import layout  # noqa: PLC0415 - as above

    game = subject(query).game
    wager = query.wager if game.wager(query.wager) else game.ante
    table = chosen(game, wager, query.table)
    made = layout(f".{ending}")(sheet_of(game, table, dict(query.readings), made_by=f"croupier {__version__}"))
    return f"{query.game}-{query.edition}-par.{ending}", made
