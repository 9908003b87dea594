"""Whether the process answers, and whether it should be sent anyone."""

from __future__ import annotations

import asyncio
import shutil
import time
from typing import TYPE_CHECKING

import msgspec
from fastapi import Request, Response
from fastapi.responses import PlainTextResponse
from sqlalchemy import false, update

from croupier.errors import CroupierError
from croupier.house.storage import schema
from croupier.house.storage.transactions import Transaction
from croupier.web.routes.payloads import ServerReadiness

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk
    from croupier.house.house import House

WRITE_TIMEOUT = 2.0
"""Seconds within which the database takes a write, however little."""
ANSWER_LASTS = 1.0
"""Seconds for which the answer of the database is good."""
ROOM = 32 * 1024 * 1024
"""Bytes that must be free beside an SQLite file."""
_NOTHING = update(schema.balances).where(false()).values(cents=0)


def routes(app: FastAPI, desk: Desk) -> None:
    """``/healthz`` and ``/readyz``."""
    probe = Probe(desk.house)

    @app.get("/healthz", response_class=PlainTextResponse)
    async def health() -> str:
        """The process answers."""
        return "ok"

    @app.get("/readyz", response_class=PlainTextResponse)
    async def ready(request: Request) -> Response:
        """Every table is kept and none has stopped, the database can be written; or why not, in JSON if asked. A table
        that is set aside is named, and does not keep anyone from the others."""
        why = await probe.why()
        status = 503 if why else 200
        aside = sorted(aside.table for aside in desk.house.keeping.set_aside)
        if "json" in request.headers.get("accept", ""):
            readiness = ServerReadiness(ready=not why, why=why, tables=len(desk.house.keepers), set_aside=aside)
            return Response(msgspec.json.encode(readiness), status, media_type="application/json")
        without = f"; tables set aside: {', '.join(aside)}" if aside else ""
        return PlainTextResponse(f"{'not ready: ' + '; '.join(why) if why else 'ok'}{without}", status)


class Probe:
    """Asks no more often than `ANSWER_LASTS`, however often it is asked."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._until = 0.0
        self._why = ""
        self._asking = asyncio.Lock()

    async def why(self) -> list[str]:
        """Every reason not to send anyone here."""
        house = self.house
        why = []
        if not house.running:
            why.append("starting")
        if house.draining:
            why.append("ending: no new round begins")
        stopped = sorted(keeper.id for keeper in house.keepers.values() if keeper.broken is not None)
        if stopped:
            why.append(f"tables that have stopped: {', '.join(stopped)}")
        if house.keeping.unkept:
            why.append(f"tables that are still being taken up: {', '.join(sorted(house.keeping.unkept))}")
        async with self._asking:
            if time.monotonic() >= self._until:
                self._why = await self._write() or await self._think()
                self._until = time.monotonic() + ANSWER_LASTS
        return [*why, self._why] if self._why else why

    async def _think(self) -> str:
        """Whoever signs in is looked up in threads, of which there are only so many."""
        try:
            async with asyncio.timeout(WRITE_TIMEOUT):
                await asyncio.to_thread(time.monotonic)
        except TimeoutError:
            return "every thread is busy"
        return ""

    async def _write(self) -> str:
        """A write that changes nothing goes the way of all others; a full disk would not show in it."""
        database = self.house.database
        try:
            async with asyncio.timeout(WRITE_TIMEOUT):
                await asyncio.wrap_future(database.submit(Transaction("", self.house.clock(), doing=[_NOTHING])))
            path = database.engine.url.database
            if database.is_sqlite and path and shutil.disk_usage(path).free < ROOM:
                return "the disk of the database is full"
        except TimeoutError:
            return "the database does not answer"
        except (CroupierError, OSError) as error:
            return f"the database cannot be written: {error}"
        return ""
