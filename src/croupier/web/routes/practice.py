"""Practice: for everyone, signed in or not, and also where the lab is closed; work is bounded as the lab's is."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import quote

from fastapi import Body, Request
from fastapi.responses import RedirectResponse

from croupier.errors import BadText
from croupier.house import practice
from croupier.house.practice import Practice
from croupier.house.practice_offer import offer

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import FastAPI

    from croupier.house.desk import Desk
    from croupier.house.practice import Question
    from croupier.web.bounded_work import BoundedWork

Told = Annotated[dict[str, Any], Body()]


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes. What was practised is kept by whoever asks, and comes with each question."""
    work: BoundedWork = app.state.work
    room = Practice(app.state.coach.counting)

    async def read(asked: Request, told: dict[str, Any], table: str) -> Question:
        work.check(asked)
        rules = desk.house.keeper(table).rules if table else None
        return await work.run(asked, lambda: practice.read(told, rules))

    def spent(asked: Request) -> Callable[[float], None]:
        """What is counted for whoever asks first is of their budget, told from the thread that counts."""
        loop, address = asyncio.get_running_loop(), work.address(asked)

        def charge(seconds: float) -> None:
            with suppress(RuntimeError):  # the loop may be gone
                loop.call_soon_threadsafe(work.budget.charge, address, seconds)

        return charge

    @app.get("/api/practice")
    async def games(asked: Request) -> dict[str, Any]:
        """What can be practised, what its decisions depend on, and an empty record."""
        return await work.run(asked, offer)

    @app.post("/api/practice/hand")
    async def hand(asked: Request, told: Told, table: str = "") -> dict[str, Any]:
        """A hand to decide: the one told, one that is due again by the record, or one by chance; `ready` is false while
        a game is being counted. A table that is named lends its own rules."""
        question = await read(asked, told, table)
        drill, _ = room.drill(question, spent(asked))
        if drill is None:
            return {"ready": False, "words": room.words(question)}
        return await work.run(asked, lambda: practice.hand(question, drill))

    @app.post("/api/practice/answer")
    async def answer(asked: Request, told: Told, table: str = "") -> dict[str, Any]:
        """Choose, or nothing to see only: every action's exact value, what the choice cost and why, and the record;
        `ready` is false while a game is being counted."""
        question = await read(asked, told, table)
        if question.sent.hand is None:
            raise BadText("an answer has its hand", field="hand")
        drill, listed = room.drill(question, spent(asked))
        if drill is None:
            return {"ready": False, "words": room.words(question)}
        return await work.run(asked, lambda: practice.answer(question, drill, listed))

    @app.get("/train", include_in_schema=False)
    async def before(asked: Request) -> RedirectResponse:
        """Where practice was found when it was called training."""
        query = asked.url.query
        return RedirectResponse(f"/practice?{quote(query, safe='=&%')}" if query else "/practice", 308)
