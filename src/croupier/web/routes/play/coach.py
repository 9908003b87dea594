"""The coach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fastapi import Request  # noqa: TC002 - FastAPI reads it

from croupier.house.screens.coach.coach import Coach
from croupier.house.screens.coach.counting import Counting
from croupier.house.screens.coach.payloads import CoachAdvice, CoachTally, NotReady, TallyNow  # noqa: TC001 - FastAPI reads it
from croupier.web.http.sessions import Token, signed_in

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk
    from croupier.web.http.limits.bounded_work import BoundedWork


def routes(app: FastAPI, desk: Desk) -> None:
    """Their routes."""
    work: BoundedWork = app.state.work
    coach = Coach(desk, Counting(), work.owed)
    app.state.coach = coach

    @app.get("/api/tables/{table}/coach")
    async def advice(table: str, request: Request, token: Token = None) -> CoachAdvice | NotReady:
        """What every action is worth to you now, with your cards and what you see; at your own turn only."""
        person = await signed_in(desk, token)
        work.check(request)
        return await work.run(request, coach.advice(person, table, work.address(request)))

    @app.get("/api/tables/{table}/coach/tally")
    async def tally(table: str, token: Token = None) -> TallyNow:
        """What your mistakes here have cost since you first asked, and your last decision beside the best one."""
        return await coach.tally(await signed_in(desk, token), table)

    @app.delete("/api/tables/{table}/coach/tally")
    async def reset(table: str, token: Token = None) -> CoachTally:
        """Begin your tally anew."""
        return coach.reset(await signed_in(desk, token), table)
