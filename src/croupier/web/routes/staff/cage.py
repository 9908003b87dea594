"""Deposits and withdrawals at the cage."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.house.desk.payloads import CageMove  # noqa: TC001 - FastAPI reads it
from croupier.house.desk.requests.cage import move
from croupier.web.http.sessions import IdempotencyKey, Token, signed_in
from croupier.web.routes.staff import bodies  # noqa: TC001 - FastAPI reads it

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk


def routes(app: FastAPI, desk: Desk) -> None:
    """Their routes."""

    @app.post("/api/people/{name}/deposit")
    async def deposit(name: str, body: bodies.CentsBody, key: IdempotencyKey = "", token: Token = None) -> CageMove:
        """Put cents into a player's wallet; the same key with the same amount gets the same answer. What is above your
        limit waits for a second person."""
        return await move(desk, await signed_in(desk, token), "deposit", name, body.amount, key)

    @app.post("/api/people/{name}/withdrawal")
    async def withdrawal(name: str, body: bodies.CentsBody, key: IdempotencyKey = "", token: Token = None) -> CageMove:
        """Pay cents out of a player's wallet; no more than is in it. What is above your limit waits for a second
        person."""
        return await move(desk, await signed_in(desk, token), "withdrawal", name, body.amount, key)
