"""Practice: for everyone, signed in or not, and also where the lab is closed; work is bounded as the lab's is."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import quote

from fastapi import Request  # noqa: TC002 - FastAPI reads it
from fastapi.responses import RedirectResponse

from croupier.errors import BadText
from croupier.house.screens.coach.payloads import NotReady
from croupier.house.screens.practice import practice
from croupier.house.screens.practice.catalogue import offer
from croupier.house.screens.practice.payloads import HandToDecide, PracticeAnswer, PracticeOffer  # noqa: TC001 - FastAPI reads it
from croupier.house.screens.practice.practice import Practice, Sent

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk
    from croupier.house.screens.practice.practice import Question
    from croupier.web.http.limits.bounded_work import BoundedWork


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes. What was practised is kept by whoever asks, and comes with each question."""
    work: BoundedWork = app.state.work
    room = Practice(app.state.coach.counting)

    async def read(request: Request, sent: Sent, table: str) -> Question:
        work.check(request)
        rules = desk.house.keeper(table).rules if table else None
        return await work.run(request, lambda: practice.read_question(sent, rules))

    def spent(request: Request) -> Callable[[float], None]:
        """What is counted for whoever asks first is of their budget, told from the thread that counts."""
        loop, address = asyncio.get_running_loop(), work.address(request)

        def charge(seconds: float) -> None:
            with suppress(RuntimeError):  # the loop may be gone
                loop.call_soon_threadsafe(work.budget.charge, address, seconds)

        return charge

    @app.get("/api/practice")
    async def games(request: Request) -> PracticeOffer:
        """What can be practised, what its decisions depend on, and an empty record."""
        return await work.run(request, offer)

    @app.post("/api/practice/hand")
    async def hand(request: Request, sent: Sent, table: str = "") -> HandToDecide | NotReady:
        """A hand to decide: the one told, one that is due again by the record, or one by chance; `ready` is false while
        a game is being counted. A table that is named lends its own rules."""
        question = await read(request, sent, table)
        drill, _ = room.drill(question, spent(request))
        if drill is None:
            return NotReady(ready=False, words=room.words(question))
        return await work.run(request, lambda: practice.hand(question, drill))

    @app.post("/api/practice/answer")
    async def answer(request: Request, sent: Sent, table: str = "") -> PracticeAnswer | NotReady:
        """Choose, or nothing to see only: every action's exact value, what the choice cost and why, and the record;
        `ready` is false while a game is being counted."""
        question = await read(request, sent, table)
        if question.sent.hand is None:
            raise BadText("an answer has its hand", field="hand")
        drill, listed = room.drill(question, spent(request))
        if drill is None:
            return NotReady(ready=False, words=room.words(question))
        return await work.run(request, lambda: practice.answer(question, drill, listed))

    @app.get("/train", include_in_schema=False)
    async def before(request: Request) -> RedirectResponse:
        """Where practice was found when it was called training."""
        query = request.url.query
        return RedirectResponse(f"/practice?{quote(query, safe='=&%')}" if query else "/practice", 308)
