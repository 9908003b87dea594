"""Requests between people at work: ask, approve, refuse, withdraw."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Body, Header, Request

from croupier.web.register import Token, signed_in

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk import Desk
    from croupier.web.forward import Others

Key = Annotated[str, Header(alias="Idempotency-Key")]


def routes(app: FastAPI, desk: Desk) -> None:
    """Their routes."""
    requests = desk.requests
    others: Others = app.state.others

    @app.get("/api/requests")
    async def waiting(token: Token = None) -> dict[str, Any]:
        """What waits at your tables, and what was answered last."""
        person = await signed_in(desk, token)
        desk.check_anywhere(person, "ask")
        return await asyncio.to_thread(requests.of, person)

    @app.post("/api/requests")
    async def ask(request: Request, told: Annotated[dict[str, Any], Body()], key: Key = "", token: Token = None) -> Any:  # noqa: ANN401 - JSON
        """Ask for what a second person must approve: a fill or credit (an amount in cents), a meter's new amount, a
        closing; or call the floorperson (in words). The same key with the same request gets the same answer."""
        person = await signed_in(desk, token)
        there = await others.instead(request, str(told.get("table", "")))
        return there or await requests.ask(person, told, key, keyed=True)

    @app.post("/api/requests/{number}/approve")
    async def approve(request: Request, number: int, token: Token = None) -> Any:  # noqa: ANN401 - JSON
        """Carry out what another person asked for; if the table refuses, it still waits."""
        person = await signed_in(desk, token)
        there = await others.instead(request, await asyncio.to_thread(requests.table, number))
        return there or await requests.approve(person, number)

    @app.post("/api/requests/{number}/refuse")
    async def refuse(
        number: int, note: Annotated[str, Body(embed=True)] = "", token: Token = None
    ) -> dict[str, Any]:  # fmt: skip
        """Say no to what another person asked for."""
        return await requests.refuse(await signed_in(desk, token), number, note)

    @app.post("/api/requests/{number}/withdraw")
    async def withdraw(number: int, token: Token = None) -> dict[str, Any]:
        """Take your own request back."""
        return await requests.withdraw(await signed_in(desk, token), number)

    @app.post("/api/requests/{number}/collect")
    async def collect(number: int, token: Token = None) -> dict[str, Any]:
        """The one-time link that you asked for and a second person approved; it is shown once."""
        return await requests.collect(await signed_in(desk, token), number)
