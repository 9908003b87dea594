"""Sampling runs: a socket that says how far one is, and a visitor has one at a time."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING, Any

import msgspec
from fastapi import HTTPException, WebSocket, WebSocketDisconnect

from croupier.errors import CroupierError
from croupier.house.screens.lab import payloads
from croupier.house.screens.lab import sample as lab_sample
from croupier.house.screens.lab.query import read_query

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from fastapi import FastAPI
    from fastapi.requests import HTTPConnection

    from croupier.house.screens.lab.lab import Lab
    from croupier.web.routes.study.lab import LabWork
RUNS = 2
"""Sampling runs at once; a visitor has one."""


Sampled = payloads.SampleBegins | payloads.SampleStep | payloads.SampleRefused
"""What a sampling run says."""


class Runs:
    """Sampling runs: one for each socket, ended with it. A visitor's second run ends the first."""

    def __init__(self, lab: Lab, work: LabWork) -> None:
        self.lab = lab
        self.work = work
        self.pool = ThreadPoolExecutor(RUNS, "sample")
        self.running: dict[str, Event] = {}

    def route(self, app: FastAPI) -> None:
        """The socket."""
        app.websocket("/api/lab/sample")(self.serve)

    async def serve(self, websocket: WebSocket) -> None:
        """Axis, points and progress as they come, until done; any message from the page ends the run."""
        await websocket.accept()
        try:
            query = await asyncio.to_thread(read_query, dict(websocket.query_params))
            rounds = lab_sample.rounds_asked(websocket.query_params.get("rounds") or "1000000")
            seed = _seed(websocket.query_params.get("seed") or "")
        except CroupierError as error:
            await websocket.send_text(_json(refused(error)))
            await websocket.close(REFUSED)
            return
        who, address = visitor(websocket), self.work.address(websocket)
        try:
            self.work.budget.check(address)
        except HTTPException as error:
            await websocket.send_text(_json(payloads.SampleRefused(payloads.LabFault(error.detail))))
            await websocket.close(BUSY)
            return
        if before := self.running.pop(who, None):
            before.set()
        if len(self.running) >= 2 * RUNS:
            words = "Other runs are under way. Ask again in a moment."
            await websocket.send_text(_json(payloads.SampleRefused(payloads.LabFault(words))))
            await websocket.close(BUSY)
            return
        ended = self.running[who] = Event()
        began = time.perf_counter()
        try:
            await self._watch(websocket, ended, lambda tell: lab_sample.run(self.lab, query, rounds, seed, tell, ended))
        finally:
            ended.set()
            self.work.budget.charge(address, time.perf_counter() - began)
            if self.running.get(who) is ended:
                del self.running[who]

    async def _watch(self, websocket: WebSocket, ended: Event, run: Callable[[Callable[[Any], None]], None]) -> None:
        loop = asyncio.get_running_loop()
        queue: asyncio.Queue[Sampled | None] = asyncio.Queue()

        def tell(message: Sampled | None) -> None:
            with contextlib.suppress(RuntimeError):  # the loop may be gone
                loop.call_soon_threadsafe(queue.put_nowait, message)

        def work() -> None:
            try:
                run(tell)
            except CroupierError as error:
                tell(refused(error))
            finally:
                tell(None)

        listening = asyncio.create_task(_until_told(websocket, ended))
        self.pool.submit(work)
        try:
            async for message in _each(queue):
                await websocket.send_text(_json(message))
            await websocket.close()
        except (WebSocketDisconnect, RuntimeError):
            ended.set()
        finally:
            listening.cancel()


async def _each(queue: asyncio.Queue[Sampled | None]) -> AsyncIterator[Sampled]:
    while (message := await queue.get()) is not None:
        yield message


async def _until_told(websocket: WebSocket, ended: Event) -> None:
    """A message ends the run, and so does going away."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError):
        await websocket.receive_text()
    ended.set()


def _seed(text: str) -> int:
    if not text:
        return secrets.randbits(32)
    if not text.isdecimal() or len(text) > 18:
        raise CroupierError(f"{text[:20]!r} is no seed: a whole number", field="seed")
    return int(text)


VISITOR = "croupier-lab"


REFUSED, BUSY, REPLACED = 4400, 4429, 4409


def visitor(request: HTTPConnection) -> str:
    """Whose work it is: a cookie that says nothing else, or an address."""
    return request.cookies.get(VISITOR, "")[:64] or (request.client.host if request.client else "")


def refused(error: CroupierError) -> payloads.SampleRefused:
    """Why there is no run."""
    return payloads.SampleRefused(payloads.LabFault(error.message, error.field, error.cite))


def _json(step: Sampled) -> str:
    return msgspec.json.encode(step).decode()
