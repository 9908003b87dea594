"""A page's socket: the whole table as one person sees it, again whenever it changes, and commands the other way."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.websockets import WebSocketDisconnect

from croupier.errors import CroupierError, HouseError

if TYPE_CHECKING:
    from fastapi import WebSocket

    from croupier.house.answers import Answer
    from croupier.house.host import Host
    from croupier.house.keeper import Keeper
    from croupier.house.people import Person

SIGN_IN, DENIED, UNKNOWN, RESTART = 4401, 4403, 4404, 1012
CLOSED = {"unknown": UNKNOWN, "moved": RESTART, "storage": RESTART}
"""How a page is closed that could not be opened; a table that is being taken up is worth coming back for."""
PATIENCE = 10.0
"""Seconds that a page has to take what was sent."""


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends: a command with its key."""

    command: dict[str, Any]
    key: str


_ASKED = msgspec.json.Decoder(Asked)


class Live:
    """Every page that is open at a table."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.open: set[Page] = set()
        host.desk.people.revoked.append(self.revoke)

    async def serve(self, websocket: WebSocket, person: Person, table: str, kind: type[Page]) -> None:
        """Hold a page until either side lets go."""
        await websocket.accept()
        try:
            keeper = self.host.house.keeper(table)
            kind.check(self.host, person, keeper)
        except HouseError as error:
            await websocket.close(CLOSED.get(error.fault, DENIED), error.message)
            return
        page = kind(websocket, self.host, keeper, person)
        self.open.add(page)
        try:
            with self.host.desk.presence.at(person, "table", table):
                await page.run()
        finally:
            self.open.discard(page)

    def revoke(self, name: str) -> None:
        """Somebody's roles changed: sign-in decides anew."""
        for page in self.open.copy():
            if page.person.name == name:
                page.loop.call_soon_threadsafe(page.stop, SIGN_IN)

    def close(self) -> None:
        """The server goes down; pages come back when it does."""
        for page in self.open.copy():
            page.stop(RESTART)


class Page:
    """A person's page at a table. What changes while a view is being sent is in the next one."""

    def __init__(self, websocket: WebSocket, host: Host, keeper: Keeper, person: Person) -> None:
        self.websocket = websocket
        self.host = host
        self.keeper = keeper
        self.person = person
        self.loop = asyncio.get_running_loop()
        self.closing = 0
        self._answers: list[bytes] = []
        self._changed = asyncio.Event()
        self._changed.set()

    @classmethod
    def check(cls, host: Host, person: Person, keeper: Keeper) -> None:
        """Refuse whoever may not see this page."""
        host.desk.check(person, "watch", keeper.id)

    def view(self) -> dict[str, Any]:
        """What the page shows now."""
        return self.host.view(self.person, self.keeper.id)

    async def do(self, told: dict[str, Any], key: str) -> Answer:
        """What the page asks for."""
        return await self.host.desk.command(self.person, self.keeper.id, told, key)

    async def run(self) -> None:
        """Send views and answers, hear commands."""
        running = self.keeper.running
        self.keeper.listeners.add(self._hear)
        running.resting.add(self._hear)
        tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._read())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.keeper.listeners.discard(self._hear)
            running.resting.discard(self._hear)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def stop(self, code: int) -> None:
        """Let go of the page."""
        self.closing = self.closing or code
        self._changed.set()

    def _hear(self, *_: object) -> None:
        self._changed.set()

    async def _write(self) -> None:
        last = b""
        while True:
            await self._changed.wait()
            self._changed.clear()
            async with asyncio.timeout(PATIENCE):
                if self.closing:
                    await self.websocket.close(self.closing)
                    return
                answers, self._answers = self._answers, []
                view = msgspec.json.encode({"view": self.view()})
                if view != last:
                    await self.websocket.send_text(view.decode())
                    last = view
                for answer in answers:
                    await self.websocket.send_text(answer.decode())
                if self.keeper.broken is not None:
                    await self.websocket.close(RESTART)
                    return

    async def _read(self) -> None:
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                message = await self.websocket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                text = message.get("text")
                await self._answer(text.encode("utf-8", "replace") if text is not None else message.get("bytes") or b"")

    async def _answer(self, data: bytes) -> None:
        key = ""
        try:
            asked = _ASKED.decode(data)
            key = asked.key
            answer = await self.do(asked.command, asked.key)
            told: dict[str, Any] = {"answer": answer}
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            told = {"answer": {"key": key, "refused": f"not a command: {error}", "code": "bad-text"}}
        except CroupierError as error:
            told = {"answer": {"key": key, "refused": error.message, "field": error.field, "cite": error.cite or "",
                               "code": error.code}}  # fmt: skip
        self._answers.append(msgspec.json.encode(told))
        self._changed.set()
