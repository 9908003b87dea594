"""The Rules Submission editor. It needs no sign-in: nothing here touches a table, and nothing is stored; the work is
bounded as the lab's."""

from __future__ import annotations

import asyncio
import time
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any, Literal
from weakref import WeakSet

import msgspec
from fastapi import Request, Response
from msgspec.structs import asdict

from croupier.errors import BadText, HouseError
from croupier.games import open_game
from croupier.house.cloth.felt import provision
from croupier.house.cloth.payloads import Provision  # noqa: TC001 - FastAPI reads it
from croupier.house.screens.submissions import form as house_
from croupier.house.screens.submissions.payloads import CheckedSubmission, PermittedForm, ReadSubmission
from croupier.house.screens.submissions.values import Counting
from croupier.web.http.sessions import Token  # noqa: TC001 - FastAPI reads it
from croupier.web.routes import payloads
from croupier.web.routes.study import bodies  # noqa: TC001 - FastAPI reads it

if TYPE_CHECKING:
    from concurrent.futures import Future

    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk
    from croupier.web.http.limits.bounded_work import BoundedWork

FIGURES_TIMEOUT = 0.8
"""Seconds that a request waits for figures before it says that they are still being counted."""

DRAWING_TYPES = {"svg": "image/svg+xml", "pdf": "application/pdf"}


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes."""
    counting, operations = Counting(), app.state.operations
    work: BoundedWork = app.state.work
    charged: WeakSet[Future[Any]] = WeakSet()

    @app.get("/api/submissions")
    async def editions(token: Token = None) -> payloads.SubmissionChapters:
        """Every chapter that a Rules Submission can be written for, and who asks, if anyone is signed in."""
        person = None if not token else await asyncio.to_thread(desk.people.of, token)
        asks = None if person is None else payloads.Visitor(person.name, desk.pages(person))
        return payloads.SubmissionChapters(house_.editions(), asks)

    @app.get("/api/submissions/{game}/{edition}")
    async def permitted(game: str, edition: str) -> PermittedForm:
        """What a chapter permits: wagers, paytables, choices and readings, each with its provision."""
        return await asyncio.to_thread(house_.permitted, game, edition)

    @app.get("/api/submissions/{game}/{edition}/provision")
    async def law(game: str, edition: str, cite: str) -> Provision:
        """A provision of a chapter in our words."""
        return provision(open_game(game, edition).chapter, cite)

    @app.post("/api/submissions/check")
    async def check(
        request: Request,
        body: bodies.CheckBody,
    ) -> CheckedSubmission:
        """The file that a submission makes, and every choice that the chapter refuses."""
        _plain([body.submission, *body.notes])
        return await work.run(request, lambda: house_.checked(body.submission, body.notes))

    @app.post("/api/submissions/open")
    async def open_(request: Request, body: bodies.TomlBody) -> Annotated[Response, ReadSubmission]:
        """Read a submission's TOML; comments that are not the program's come back as notes."""
        _plain(body.text, "file")
        read = await work.run(request, lambda: house_.read_submission(body.text))
        _plain(read.submission)
        return Response(msgspec.json.encode(read), media_type="application/json")

    @app.post("/api/submissions/{what}.{kind}")
    async def drawing(
        request: Request,
        what: Literal["sign", "layout"],
        kind: Literal["svg", "pdf"],
        body: bodies.DrawingBody,
    ) -> Response:
        """The payout sign or the layout of the table, to scale; only for a submission that is accepted."""
        _plain([body.submission, body.house])
        made = await work.run(
            request, lambda: house_.drawn(body.submission, what, kind, body.house), slow=kind == "pdf"
        )
        return Response(made, media_type=DRAWING_TYPES[kind])

    @app.post("/api/submissions/worth")
    async def worth(request: Request, body: bodies.SubmissionBody) -> payloads.SubmissionWorth:
        """House edge and return of every paytable that could be chosen; `ready` is false while they are counted. It is
        the lab's work, within its budget, and refused where the house has no lab."""
        _plain(body.submission)
        if not operations.lab:
            raise HouseError("the lab of this house is closed", fault="denied", field="lab")
        budget, address = work.budget, work.address(request)
        budget.check(address)
        counted = counting.ask(body.submission)
        if not counted.done() and counted not in charged:
            charged.add(counted)
            began = time.perf_counter()
            counted.add_done_callback(lambda _: budget.charge(address, time.perf_counter() - began))
        coming = asyncio.wrap_future(counted)
        try:
            found = await asyncio.wait_for(asyncio.shield(coming), FIGURES_TIMEOUT)
            return payloads.SubmissionWorth(ready=True, **asdict(found))
        except TimeoutError:
            return payloads.SubmissionWorth(ready=False)


_DEEP = 12


def _plain(data: object, field: str = "", depth: int = 0) -> None:
    """Only what TOML and JSON both hold may be told."""
    if depth > _DEEP:
        raise BadText("is nested too deeply", field=field)
    if isinstance(data, dict):
        for key, value in data.items():
            _plain(key, field, depth + 1)
            _plain(value, f"{field}.{key}" if field else str(key), depth + 1)
    elif isinstance(data, list):
        for value in data:
            _plain(value, field, depth + 1)
    elif isinstance(data, str):
        if any("\ud800" <= letter <= "\udfff" for letter in data):
            raise BadText("is not text", field=field)
    elif isinstance(data, float):
        if not isfinite(data) or data.is_integer():  # a browser would make 1 of 1.0
            raise BadText(f"{data!r} cannot stand in a submission", field=field)
    elif not isinstance(data, int) or abs(data) >= 2**53:
        raise BadText(f"{data!r} cannot stand in a submission", field=field)
