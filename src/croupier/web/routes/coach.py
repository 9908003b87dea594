"""The coach."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi import Request  # noqa: TC002 - FastAPI reads it

from croupier.house.coach import Coach
from croupier.house.counting import Counting
from croupier.web.register import Token, signed_in

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk import Desk
    from croupier.web.bounded_work import BoundedWork


def routes(app: FastAPI, desk: Desk) -> None:
    """Their routes."""
    work: BoundedWork = app.state.work
    coach = Coach(desk, Counting(), work.owed)
    app.state.coach = coach

    @app.get("/api/tables/{table}/coach")
    async def advice(table: str, asked: Request, token: Token = None) -> dict[str, Any]:
        """What every action is worth to you now, with your cards and what you see; at your own turn only."""
        person = await signed_in(desk, token)
        work.check(asked)
        return await work.run(asked, coach.advice(person, table, work.address(asked)))

    @app.get("/api/tables/{table}/coach/tally")
    async def tally(table: str, token: Token = None) -> dict[str, Any]:
        """What your mistakes here have cost since you first asked, and your last decision beside the best one."""
        return await coach.tally(await signed_in(desk, token), table)

    @app.delete("/api/tables/{table}/coach/tally")
    async def reset(table: str, token: Token = None) -> dict[str, Any]:
        """Begin your tally anew."""
        return coach.reset(await signed_in(desk, token), table)
