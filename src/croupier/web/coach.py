"""The coach and the training room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Body, Request

from croupier.house.coach import Coach
from croupier.house.counting import Counting
from croupier.house.training import Training
from croupier.web.register import Token, signed_in

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk import Desk
    from croupier.web.bounded_work import BoundedWork


def routes(app: FastAPI, desk: Desk) -> None:
    """Their routes."""
    work: BoundedWork = app.state.work
    counting = Counting()
    coach, training = Coach(desk, counting, work.owed), Training(counting)
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

    @app.get("/api/train")
    async def games(token: Token = None) -> dict[str, Any]:
        """The games that can be trained, how near a choice may be in each, and a seed."""
        desk.check_anywhere(await signed_in(desk, token), "watch")
        return training.games()

    @app.get("/api/train/{game}")
    async def deal(
        game: str, asked: Request, edition: str = "", seed: int = 0, n: int = 0, near: int = -1, token: Token = None
    ) -> dict[str, Any]:
        """A hand with a near choice; the same for the same seed and number."""
        desk.check_anywhere(await signed_in(desk, token), "watch")
        work.check(asked)
        return await work.run(asked, training.deal(game, seed, n, near, edition))

    @app.post("/api/train/{game}")
    async def answer(
        game: str, told: Annotated[dict[str, Any], Body()], asked: Request, token: Token = None
    ) -> dict[str, Any]:  # fmt: skip
        """Choose: edition, seed, n, near as dealt, choice or low, and the score so far. The answer has every value."""
        desk.check_anywhere(await signed_in(desk, token), "watch")
        work.check(asked)
        return await work.run(asked, training.answer(game, told))
