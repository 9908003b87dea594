"""My play: a player's own results, replays, and hands that are shared by a link."""

from __future__ import annotations

import asyncio
from math import ceil
from typing import TYPE_CHECKING, Annotated

from fastapi import HTTPException, Request, Response
from fastapi.responses import StreamingResponse

from croupier.house.books.csv_export import as_csv
from croupier.house.screens.lab.lab import Lab
from croupier.house.screens.player import payloads
from croupier.house.screens.player.play_record import PlayRecord
from croupier.web.http.compression import packed
from croupier.web.http.limits.buckets import Buckets
from croupier.web.http.screens import DONE, Done
from croupier.web.http.sessions import Token, signed_in
from croupier.web.routes.play import bodies  # noqa: TC001 - FastAPI reads it

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk
    from croupier.web.http.limits.bounded_work import BoundedWork
    from croupier.web.http.limits.worker_threads import WorkerThreads

A_MINUTE = 10
"""Links that one person makes in a minute."""


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes; each tells of one's own rounds only."""
    reading: WorkerThreads = app.state.reading
    walking: WorkerThreads = app.state.walking
    work: BoundedWork = app.state.work
    lab: Lab = getattr(app.state, "lab", None) or Lab()  # a house whose lab is closed prices its own games all the same
    book = app.state.play_book = PlayRecord(desk, app.state.coach.counting, lab)
    sharing = Buckets(A_MINUTE / 60, A_MINUTE)

    @app.get("/api/my-play")
    async def results(span: str = "all", token: Token = None) -> payloads.MyPlay:
        """Your results: this session, the last thirty days or all time, by game, with the bankroll line and the best
        and worst hands."""
        person = await signed_in(desk, token)
        return await reading.run(person, book.results, person, token or "", span)

    @app.get("/api/my-play/rounds.csv")
    async def every_round(span: str = "all", token: Token = None) -> Response:
        """Your rounds one by one as CSV, first to last: what you wagered, what it came to, and what the coach found."""
        person = await signed_in(desk, token)
        rows = await asyncio.to_thread(book.rounds, person, token or "", span)
        headers = {"Content-Disposition": f'attachment; filename="my-play-{span}.csv"'}
        lines = (line.encode() for line in as_csv("my-play", rows))
        return StreamingResponse(walking.download(person, lines), media_type="text/csv; charset=utf-8", headers=headers)

    @app.get("/api/my-play/coach")
    async def coach(request: Request, span: str = "all", token: Token = None) -> payloads.MyCoach:
        """What your mistakes cost and your hands by kind. Each time the coach looks at some more of your latest rounds;
        `left` are those that it has not looked at."""
        person = await signed_in(desk, token)
        return await work.run(request, lambda: book.coach(person, token or "", span), slow=True)

    @app.get("/api/my-play/shares")
    async def shared(token: Token = None) -> list[payloads.SharedHand]:
        """The hands that you share."""
        person = await signed_in(desk, token)
        return await reading.run(person, book.shares, person)

    @app.delete("/api/my-play/shares/{share}")
    async def revoke(share: str, token: Token = None) -> Done:
        """Take a link back: nobody sees the hand by it any more."""
        person = await signed_in(desk, token)
        await asyncio.to_thread(book.revoke, person, share)
        return DONE

    @app.get("/api/replays/{table}/{number}")
    async def replay(
        request: Request, table: str, number: int, seat: int = 0, token: Token = None
    ) -> Annotated[Response, payloads.Replay]:
        """Your own closed round step by step, with the cloth after each."""
        person = await signed_in(desk, token)
        return packed(request, await reading.run(person, book.replay, person, table, number, seat))

    @app.post("/api/replays/{table}/{number}/share")
    async def share(
        table: str,
        number: int,
        body: bodies.ShareBody,
        token: Token = None,
    ) -> payloads.ShareAddress:
        """Make a link to your round, for anyone; with your own name if you want it `named`, and nobody else's."""
        person = await signed_in(desk, token)
        if wait := sharing.take(person.name):
            raise HTTPException(
                429, "You have shared much just now. Try again in a minute.", {"Retry-After": str(ceil(wait))}
            )
        made = await asyncio.to_thread(book.share, person, table, number, seat=body.seat, named=body.named)
        return payloads.ShareAddress(f"/shared/{made}")
