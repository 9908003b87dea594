"""Requests between people at work: ask, approve, refuse, withdraw."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

from fastapi import Request, Response  # noqa: TC002 - FastAPI reads it

from croupier.house.desk.payloads import CollectedRequest, RequestLine, RequestsView  # noqa: TC001 - FastAPI reads it
from croupier.house.desk.requests.forms import RequestForms
from croupier.kit.payload import Json  # noqa: TC001 - FastAPI reads it
from croupier.web.http.sessions import IdempotencyKey, Token, signed_in
from croupier.web.routes.staff import bodies  # noqa: TC001 - FastAPI reads it

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk
    from croupier.web.other_processes import Others


def routes(app: FastAPI, desk: Desk) -> None:
    """Their routes. Whatever answers a request of a table is done where the table is kept, one after the other: an
    approval that another answer overtook would stop the table."""
    requests = desk.requests
    others: Others = app.state.others

    @app.get("/api/requests")
    async def waiting(token: Token = None) -> RequestsView:
        """What waits at your tables, and what was answered last."""
        person = await signed_in(desk, token)
        desk.check_anywhere(person, "ask")
        return await asyncio.to_thread(requests.of, person)

    @app.post("/api/requests")
    async def ask(
        request: Request, data: Annotated[Json, RequestForms], key: IdempotencyKey = "", token: Token = None
    ) -> RequestLine | Response:
        """Ask for what a second person must approve: a fill or credit (an amount in cents), a meter's new amount, a
        closing; or call the floorperson (in words). The same key with the same request gets the same answer."""
        person = await signed_in(desk, token)
        there = await others.instead(request, str(data.get("table", "")))
        return there or await requests.ask(person, data, key, keyed=True)

    @app.post("/api/requests/{number}/approve")
    async def approve(request: Request, number: int, token: Token = None) -> RequestLine | Response:
        """Carry out what another person asked for; if the table refuses, it still waits."""
        person = await signed_in(desk, token)
        there = await others.instead(request, await asyncio.to_thread(requests.table, number))
        return there or await requests.approve(person, number)

    @app.post("/api/requests/{number}/refuse")
    async def refuse(
        request: Request, number: int, body: bodies.NoteBody, token: Token = None
    ) -> RequestLine | Response:
        """Say no to what another person asked for."""
        person = await signed_in(desk, token)
        there = await others.instead(request, await asyncio.to_thread(requests.table, number))
        return there or await requests.refuse(person, number, body.note)

    @app.post("/api/requests/{number}/withdraw")
    async def withdraw(request: Request, number: int, token: Token = None) -> RequestLine | Response:
        """Take your own request back."""
        person = await signed_in(desk, token)
        there = await others.instead(request, await asyncio.to_thread(requests.table, number))
        return there or await requests.withdraw(person, number)

    @app.post("/api/requests/{number}/collect")
    async def collect(number: int, token: Token = None) -> CollectedRequest:
        """The one-time link that you asked for and a second person approved; it is shown once."""
        return await requests.collect(await signed_in(desk, token), number)
