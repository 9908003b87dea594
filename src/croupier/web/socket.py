"""One socket per person and table: records in order with their numbers, views, answers."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.websockets import WebSocketDisconnect

from croupier.errors import CroupierError, HouseError

if TYPE_CHECKING:
    from fastapi import WebSocket

    from croupier.house.desk import Desk
    from croupier.house.keeper import Keeper
    from croupier.house.people import Person
    from croupier.house.views import Sent

BEHIND = 2000
"""Messages that may wait for a slow reader before it is let go; it resumes where it was."""


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a client sends: a command with its key."""

    command: dict[str, Any]
    key: str


_ASKED = msgspec.json.Decoder(Asked)


class Sockets:
    """Every open socket of this process."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.open: dict[str, set[Socket]] = {}
        desk.people.revoked.append(self.revoke)

    async def serve(self, websocket: WebSocket, person: Person, table: str, after: int) -> None:
        """Hold a socket until either side lets go."""
        try:
            keeper = self.desk.house.keeper(table)
            self.desk.check(person, "watch", table)
        except HouseError as error:
            await websocket.close(4404 if error.fault == "unknown" else 4403, error.message)
            return
        await websocket.accept()
        socket = Socket(websocket, self.desk, keeper, person)
        self.open.setdefault(person.name, set()).add(socket)
        try:
            await socket.run(after)
        finally:
            self.open[person.name].discard(socket)

    def revoke(self, name: str) -> None:
        """Somebody's roles changed: their sockets close now, and sign-in decides anew."""
        for socket in self.open.get(name, set()).copy():
            socket.loop.call_soon_threadsafe(socket.stop, 4401)

    async def close(self) -> None:
        """The server goes down."""
        for sockets in self.open.values():
            for socket in sockets.copy():
                socket.stop(1012)


class Socket:
    """A person at a table."""

    def __init__(self, websocket: WebSocket, desk: Desk, keeper: Keeper, person: Person) -> None:
        self.websocket = websocket
        self.desk = desk
        self.keeper = keeper
        self.person = person
        self.loop = asyncio.get_running_loop()
        self.out: asyncio.Queue[bytes | int] = asyncio.Queue()
        self._viewing = False

    async def run(self, after: int) -> None:
        """Send what was missed, then what comes; hear commands meanwhile."""
        missed: list[bytes] = []
        if after >= 0:
            try:
                missed = self.desk.records(self.keeper, self.person, after)
            except HouseError as error:
                missed = [msgspec.json.encode({"error": {"code": error.fault, "message": error.message}})]
        self.keeper.listeners.add(self._hear)
        writing = asyncio.create_task(self._write())
        try:
            for message in missed:
                self.out.put_nowait(message)
            self._view()
            await self._read()
        except WebSocketDisconnect:
            pass
        finally:
            self.keeper.listeners.discard(self._hear)
            writing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writing

    def stop(self, code: int) -> None:
        """Let go of the client."""
        self.out.put_nowait(code)

    def _hear(self, sent: Sent) -> None:
        if self.out.qsize() > BEHIND:
            self.stop(4408)
            return
        self.out.put_nowait(sent.to(self.person.name))
        if not self._viewing:
            self._viewing = True
            self.loop.call_soon(self._view)

    def _view(self) -> None:
        self._viewing = False
        told = {"view": self.desk.view(self.person, self.keeper.id), "n": self.keeper.stored}
        self.out.put_nowait(msgspec.json.encode(told))

    async def _write(self) -> None:
        while True:
            message = await self.out.get()
            if isinstance(message, int):
                await self.websocket.close(message)
                return
            await self.websocket.send_text(message.decode())

    async def _read(self) -> None:
        while True:
            message = await self.websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            data = message.get("bytes")
            await self._answer(text.encode("utf-8", "replace") if text is not None else data or b"")

    async def _answer(self, data: bytes) -> None:
        key = ""
        try:
            asked = _ASKED.decode(data)
            key = asked.key
            answer: dict[str, Any] = {
                "answer": await self.desk.command(self.person, self.keeper.id, asked.command, asked.key)
            }
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            answer = {"error": {"code": "bad-text", "message": f"not a command: {error}", "key": key}}
        except CroupierError as error:
            code = error.fault if isinstance(error, HouseError) else error.code
            answer = {"error": {"code": code, "message": error.message, "field": error.field, "key": key}}
        self.out.put_nowait(msgspec.json.encode(answer))
