"""The Rules Submission editor. It needs no sign-in: nothing here touches a table, and nothing is stored; the work is
bounded as the lab's."""

from __future__ import annotations

import asyncio
import time
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any, Literal
from weakref import WeakSet

import msgspec
from fastapi import Body, Request, Response

from croupier.errors import BadText, HouseError
from croupier.games import open_game
from croupier.house import submissions as house_
from croupier.house.felt import provision
from croupier.house.worth import Counting
from croupier.web.register import Token  # noqa: TC001 - FastAPI reads it

if TYPE_CHECKING:
    from concurrent.futures import Future

    from fastapi import FastAPI

    from croupier.house.desk import Desk
    from croupier.web.bounded_work import BoundedWork

PATIENCE = 0.8
"""Seconds that a request waits for figures before it says that they are still being counted."""

TYPES = {"svg": "image/svg+xml", "pdf": "application/pdf"}
Submission = Annotated[dict[str, Any], Body(embed=True, description="A Rules Submission, as its TOML reads.")]


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes."""
    counting, operations = Counting(), app.state.operations
    work: BoundedWork = app.state.work
    charged: WeakSet[Future[Any]] = WeakSet()

    @app.get("/api/submissions")
    async def editions(token: Token = None) -> dict[str, Any]:
        """Every chapter that a Rules Submission can be written for, and who asks, if anyone is signed in."""
        person = None if not token else await asyncio.to_thread(desk.people.of, token)
        asks = None if person is None else {"name": person.name, "pages": desk.pages(person)}
        return {"editions": house_.editions(), "person": asks}

    @app.get("/api/submissions/{game}/{edition}")
    async def permitted(game: str, edition: str) -> dict[str, Any]:
        """What a chapter permits: wagers, paytables, choices and readings, each with its provision."""
        return await asyncio.to_thread(house_.permitted, game, edition)

    @app.get("/api/submissions/{game}/{edition}/provision")
    async def law(game: str, edition: str, cite: str) -> dict[str, Any]:
        """A provision of a chapter in our words."""
        return provision(open_game(game, edition).chapter, cite)

    @app.post("/api/submissions/check")
    async def check(
        request: Request, submission: Submission, notes: Annotated[list[str], Body(max_length=house_.NOTES)] = []  # noqa: B006
    ) -> dict[str, Any]:  # fmt: skip
        """The file that a submission makes, and every choice that the chapter refuses."""
        _plain([submission, *notes])
        return await work.run(request, lambda: house_.checked(submission, notes))

    @app.post("/api/submissions/open")
    async def open_(request: Request, text: Annotated[str, Body(embed=True)]) -> Response:
        """Read a submission's TOML; comments that are not the program's come back as notes."""
        _plain(text, "file")
        read = await work.run(request, lambda: house_.read(text))
        _plain(read["submission"])
        return Response(msgspec.json.encode(read), media_type="application/json")

    @app.post("/api/submissions/{what}.{kind}")
    async def drawing(
        request: Request, what: Literal["sign", "layout"], kind: Literal["svg", "pdf"], submission: Submission,
        house: Annotated[str, Body(max_length=60)] = "",
    ) -> Response:  # fmt: skip
        """The payout sign or the layout of the table, to scale; only for a submission that is accepted."""
        _plain([submission, house])
        made = await work.run(request, lambda: house_.drawn(submission, what, kind, house), slow=kind == "pdf")
        return Response(made, media_type=TYPES[kind])

    @app.post("/api/submissions/worth")
    async def worth(request: Request, submission: Submission) -> dict[str, Any]:
        """House edge and return of every paytable that could be chosen; `ready` is false while they are counted. It is
        the lab's work, within its budget, and refused where the house has no lab."""
        _plain(submission)
        if not operations.lab:
            raise HouseError("the lab of this house is closed", fault="denied", field="lab")
        budget, address = work.budget, work.address(request)
        budget.check(address)
        asked = counting.ask(submission)
        if not asked.done() and asked not in charged:
            charged.add(asked)
            began = time.perf_counter()
            asked.add_done_callback(lambda _: budget.charge(address, time.perf_counter() - began))
        coming = asyncio.wrap_future(asked)
        try:
            return {"ready": True, **await asyncio.wait_for(asyncio.shield(coming), PATIENCE)}
        except TimeoutError:
            return {"ready": False}


_DEEP = 12


def _plain(told: object, field: str = "", depth: int = 0) -> None:
    """Only what TOML and JSON both hold may be told."""
    if depth > _DEEP:
        raise BadText("is nested too deeply", field=field)
    if isinstance(told, dict):
        for key, value in told.items():
            _plain(key, field, depth + 1)
            _plain(value, f"{field}.{key}" if field else str(key), depth + 1)
    elif isinstance(told, list):
        for value in told:
            _plain(value, field, depth + 1)
    elif isinstance(told, str):
        if any("\ud800" <= letter <= "\udfff" for letter in told):
            raise BadText("is not text", field=field)
    elif isinstance(told, float):
        if not isfinite(told) or told.is_integer():  # a browser would make 1 of 1.0
            raise BadText(f"{told!r} cannot stand in a submission", field=field)
    elif not isinstance(told, int) or abs(told) >= 2**53:
        raise BadText(f"{told!r} cannot stand in a submission", field=field)
