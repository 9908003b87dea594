"""One socket per person and table: records in order with their numbers, views, answers."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.websockets import WebSocketDisconnect

from croupier.errors import CroupierError, HouseError
from croupier.table.skips import asked

if TYPE_CHECKING:
    from fastapi import WebSocket

    from croupier.house.desk import Desk
    from croupier.house.keeper import Keeper
    from croupier.house.people import Person
    from croupier.house.views import Sent

BEHIND = 2000
"""Messages that may wait for a slow reader before it is let go; it resumes where it was."""
PATIENCE = 5.0
"""Seconds that a reader has for what was sent before."""
SOON = 0.1
"""Seconds after which a view follows a change that asks nothing new of anybody."""
FRAME = 32 * 1024
"""Messages are joined to frames of about so many letters, for a client that asks for it."""
AT_ONCE = 16
"""Commands of one socket that may wait for the disk at a time."""
SIGN_IN, DENIED, UNKNOWN, SLOW, RESTART = 4401, 4403, 4404, 4408, 1012
"""Why a socket is closed: after RESTART and SLOW come back and resume."""


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a client sends: a command with its key."""

    command: dict[str, Any]
    key: str


_ASKED = msgspec.json.Decoder(Asked)
_WALLET = b'"buy-in"'


class Sockets:
    """Every open socket of this process."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.open: dict[str, set[Socket]] = {}
        desk.people.revoked.append(self.revoke)

    async def serve(
        self, websocket: WebSocket, person: Person, table: str, after: int, *, together: bool = False
    ) -> None:
        """Hold a socket until either side lets go."""
        await websocket.accept()
        try:
            keeper = self.desk.house.keeper(table)
            self.desk.check(person, "watch", table)
        except HouseError as error:
            await websocket.close(UNKNOWN if error.fault == "unknown" else DENIED, error.message)
            return
        socket = Socket(websocket, self.desk, keeper, person, together=together)
        self.open.setdefault(person.name, set()).add(socket)
        try:
            with self.desk.presence.at(person, "table", table):
                await socket.run(after)
        finally:
            self.open[person.name].discard(socket)
            if not self.open[person.name]:
                del self.open[person.name]

    def revoke(self, name: str) -> None:
        """Somebody's roles changed: their sockets close now, and sign-in decides anew."""
        for socket in self.open.get(name, set()).copy():
            socket.loop.call_soon_threadsafe(socket.stop, SIGN_IN)

    async def close(self) -> None:
        """The server goes down."""
        for sockets in self.open.values():
            for socket in sockets.copy():
                socket.stop(RESTART)


class Socket:
    """A person at a table."""

    def __init__(
        self, websocket: WebSocket, desk: Desk, keeper: Keeper, person: Person, *, together: bool = False
    ) -> None:
        self.websocket = websocket
        self.desk = desk
        self.keeper = keeper
        self.person = person
        self.together = together
        self.loop = asyncio.get_running_loop()
        self.out: deque[bytes] = deque()
        self.closing = 0
        self._news = asyncio.Event()
        self._answering: set[asyncio.Task[None]] = set()
        self._later: asyncio.TimerHandle | None = None
        self._asks: object = None

    async def run(self, after: int) -> None:
        """Send what was missed, then what comes; hear commands meanwhile."""
        if after >= 0:
            try:
                self.out.extend(self.desk.records(self.keeper, self.person, after))
            except HouseError as error:
                self._put({"error": {"code": error.fault, "message": error.message}})
        keeper = self.keeper
        keeper.listeners.add(self._hear)
        keeper.running.resting.add(self._rest)
        keeper.leaving.append(self._left)
        self._view()
        if keeper.broken is not None:
            self.stop(RESTART)
        tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._read())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            keeper.listeners.discard(self._hear)
            keeper.running.resting.discard(self._rest)
            if self._later is not None:
                self._later.cancel()
            keeper.leaving.remove(self._left)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def stop(self, code: int) -> None:
        """Let go of the client when what waits for it is sent."""
        self.closing = self.closing or code
        self._news.set()

    def _left(self, _: Keeper) -> None:
        self.stop(RESTART)

    def _put(self, told: dict[str, Any]) -> None:
        self.out.append(msgspec.json.encode(told) + b"\n")
        self._news.set()

    def _hear(self, sent: Sent) -> None:
        if self.closing:
            return
        if len(self.out) > BEHIND:
            self.out.clear()
            self.stop(SLOW)
            return
        self.out.append(sent.to(self.person.name))
        if not self.together:
            self._news.set()
        elif self._later is None:  # they go with the view that follows, or by themselves a little later
            self._later = self.loop.call_later(SOON, self._view)

    def _rest(self) -> None:
        """The table waits: a view at once when it asks something new of this person, and otherwise soon."""
        table = self.keeper.table
        due, turns = table.due, asked(table)
        asks = (table.rounds, due, turns)
        seats = turns or ((due.seat,) if due is not None else tuple(table.seats))
        if asks != self._asks and any(table.seats.get(seat) == self.person.name for seat in seats):
            self._asks = asks
            self._view()
        elif self._later is None:
            self._later = self.loop.call_later(SOON, self._view)

    def _view(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if self.closing or len(self.out) > BEHIND:
            return
        self._put({"view": self.desk.view(self.person, self.keeper.id), "n": self.keeper.stored})

    async def _write(self) -> None:
        """Everything in order; a reader who takes nothing for too long is let go without ceremony."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self.out:
                text = self._frame()
                async with asyncio.timeout(PATIENCE):
                    await self.websocket.send_text(text)
            if self.closing:
                async with asyncio.timeout(PATIENCE):
                    await self.websocket.close(self.closing)
                return

    def _frame(self) -> str:
        first = self.out.popleft()
        if not self.together:
            return first.decode()
        lines, size = [first], len(first)
        while self.out and size < FRAME:
            lines.append(self.out.popleft())
            size += len(lines[-1])
        return b"".join(lines).decode()

    async def _read(self) -> None:
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                message = await self.websocket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                text = message.get("text")
                data = text.encode("utf-8", "replace") if text is not None else message.get("bytes") or b""
                for line in data.splitlines() if self.together else (data,):
                    await self._begin(line)

    async def _begin(self, data: bytes) -> None:
        """Take a command up in its turn without waiting for the disk; one that touches the wallet has it to itself."""
        alone = _WALLET in data
        while self._answering and (alone or len(self._answering) >= AT_ONCE):
            await asyncio.wait(self._answering, return_when=asyncio.FIRST_COMPLETED)
        task = self.loop.create_task(self._answer(data))
        self._answering.add(task)
        task.add_done_callback(self._answering.discard)
        if alone:
            await asyncio.wait({task})

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
        self._put(answer)
