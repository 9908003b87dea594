"""The floor's socket: the whole floor as one person may see it, again whenever something changed."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.websockets import WebSocketDisconnect

from croupier.errors import HouseError
from croupier.house.glance import glance, turn
from croupier.web.live import DENIED, PATIENCE, SIGN_IN

if TYPE_CHECKING:
    from fastapi import WebSocket

    from croupier.house.desk import Desk
    from croupier.house.people import Person

GAP = 0.25
"""Seconds between two looks at the floor."""
AGAIN = 2.0
"""Seconds after which requests are read again although nobody here changed one."""


class Chosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends: the table it shows in full."""

    table: str


_CHOSEN = msgspec.json.Decoder(Chosen)


class Floors:
    """Every floor page that is open."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.open: set[_Page] = set()
        desk.people.revoked.append(self.revoke)

    async def serve(self, websocket: WebSocket, person: Person | None, *, own: bool) -> None:
        """Hold a page until either side lets go."""
        await websocket.accept()
        if person is None or not own:
            await websocket.close(SIGN_IN if person is None else DENIED)
            return
        try:
            self.desk.check_anywhere(person, "floor")
        except HouseError as error:
            await websocket.close(DENIED, error.message)
            return
        page = _Page(websocket, self.desk, person)
        self.open.add(page)
        try:
            with self.desk.presence.at(person, "floor"):
                await page.run()
        finally:
            self.open.discard(page)

    def revoke(self, name: str) -> None:
        """Somebody's roles changed: sign-in decides anew."""
        for page in self.open.copy():
            if page.person.name == name:
                page.loop.call_soon_threadsafe(page.stop)


class _Page:
    def __init__(self, websocket: WebSocket, desk: Desk, person: Person) -> None:
        self.websocket = websocket
        self.desk = desk
        self.person = person
        self.loop = asyncio.get_running_loop()
        self.chosen = ""
        self._ended = asyncio.Event()
        self._asked: dict[str, Any] = {}
        self._turn: tuple[int, float] = (-1, 0.0)

    async def run(self) -> None:
        tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._read())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def stop(self) -> None:
        self._ended.set()

    async def _write(self) -> None:
        last, seen = b"", None
        while not self._ended.is_set():
            asked = await self._requests()
            now = (turn(self.desk), self.chosen, asked)
            if now != seen:
                seen, told = now, msgspec.json.encode({"floor": glance(self.desk, self.person, self.chosen, asked)})
                if told != last:
                    async with asyncio.timeout(PATIENCE):
                        await self.websocket.send_text(told.decode())
                    last = told
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._ended.wait(), GAP)
        async with asyncio.timeout(PATIENCE):
            await self.websocket.close(SIGN_IN)

    async def _requests(self) -> dict[str, Any]:
        known, at = self._turn
        now = self.loop.time()
        if known != self.desk.requests.turn or now - at > AGAIN:
            self._turn = (self.desk.requests.turn, now)
            self._asked = await asyncio.to_thread(self.desk.requests.of, self.person)
        return self._asked

    async def _read(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, msgspec.MsgspecError, UnicodeDecodeError):
            while True:
                message = await self.websocket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                self.chosen = _CHOSEN.decode(message.get("text") or message.get("bytes") or b"").table
