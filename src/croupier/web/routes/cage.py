"""Deposits and withdrawals at the cage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Body, Header

from croupier.house.cage import move
from croupier.web.register import Token, signed_in

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk import Desk

Cents = Annotated[int, Body(embed=True, strict=True)]
Key = Annotated[str, Header(alias="Idempotency-Key")]


def routes(app: FastAPI, desk: Desk) -> None:
    """Their routes."""

    @app.post("/api/people/{name}/deposit")
    async def deposit(name: str, amount: Cents, key: Key = "", token: Token = None) -> dict[str, Any]:
        """Put cents into a player's wallet; the same key with the same amount gets the same answer. What is above your
        limit waits for a second person."""
        return await move(desk, await signed_in(desk, token), "deposit", name, amount, key)

    @app.post("/api/people/{name}/withdrawal")
    async def withdrawal(name: str, amount: Cents, key: Key = "", token: Token = None) -> dict[str, Any]:
        """Pay cents out of a player's wallet; no more than is in it. What is above your limit waits for a second
        person."""
        return await move(desk, await signed_in(desk, token), "withdrawal", name, amount, key)
