"""My play: a player's own results, replays, and hands that are shared by a link."""

from __future__ import annotations

import asyncio
from math import ceil
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import Body, HTTPException, Request, Response

from croupier.house.lab import Lab
from croupier.house.play_book import PlayBook
from croupier.web.limits import Buckets
from croupier.web.packed import packed
from croupier.web.register import Token, signed_in

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk import Desk
    from croupier.web.bounded_work import BoundedWork
    from croupier.web.worker_threads import WorkerThreads

A_MINUTE = 10
"""Links that one person makes in a minute."""


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes; each tells of one's own rounds only."""
    reading: WorkerThreads = app.state.reading
    work: BoundedWork = app.state.work
    lab: Lab = getattr(app.state, "lab", None) or Lab()  # a house whose lab is closed prices its own games all the same
    book = app.state.play_book = PlayBook(desk, app.state.coach.counting, lab)
    sharing = Buckets(A_MINUTE / 60, A_MINUTE)

    @app.get("/api/my-play")
    async def results(span: str = "all", token: Token = None) -> dict[str, Any]:
        """Your results: this session, the last thirty days or all time, by game, with the bankroll line and the best
        and worst hands."""
        person = await signed_in(desk, token)
        return await reading.run(person, book.results, person, token or "", span)

    @app.get("/api/my-play/coach")
    async def coach(asked: Request, span: str = "all", token: Token = None) -> dict[str, Any]:
        """What your mistakes cost and your hands by kind. Each time the coach looks at some more of your latest rounds;
        `left` are those that it has not looked at."""
        person = await signed_in(desk, token)
        return await work.run(asked, lambda: book.coach(person, token or "", span), slow=True)

    @app.get("/api/my-play/shares")
    async def shared(token: Token = None) -> list[dict[str, Any]]:
        """The hands that you share."""
        person = await signed_in(desk, token)
        return await reading.run(person, book.shares, person)

    @app.delete("/api/my-play/shares/{share}")
    async def revoke(share: str, token: Token = None) -> dict[str, Any]:
        """Take a link back: nobody sees the hand by it any more."""
        person = await signed_in(desk, token)
        await asyncio.to_thread(book.revoke, person, share)
        return {}

    @app.get("/api/replays/{table}/{number}")
    async def replay(request: Request, table: str, number: int, seat: int = 0, token: Token = None) -> Response:
        """Your own closed round step by step, with the cloth after each."""
        person = await signed_in(desk, token)
        return packed(request, await reading.run(person, book.replay, person, table, number, seat))

    @app.post("/api/replays/{table}/{number}/share")
    async def share(
        table: str, number: int, seat: Annotated[int, Body()] = 0, *, named: Annotated[bool, Body()] = False,
        token: Token = None,
    ) -> dict[str, Any]:  # fmt: skip
        """Make a link to your round, for anyone; with your own name if you want it `named`, and nobody else's."""
        person = await signed_in(desk, token)
        if wait := sharing.take(person.name):
            raise HTTPException(429, "You have shared much just now. Try again in a minute.",
                                {"Retry-After": str(ceil(wait))})  # fmt: skip
        made = await asyncio.to_thread(book.share, person, table, number, seat=seat, named=named)
        return {"address": f"/shared/{made}"}
