"""How a table's socket reads and writes: over ASGI as any server offers it, or directly on the connection.

`TableSocket` knows only `SocketTransport`. `AsgiTransport` works with every ASGI server. `DirectProtocol`
(`direct_protocol.py`) leaves out a queue and a task for each frame, at the price of uvicorn's internals.
"""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING, Protocol, cast

from starlette.websockets import WebSocketDisconnect

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from starlette.websockets import WebSocket

DIRECT = "croupier.direct"
"""Where an app finds the transport of its connection in its scope, if the server's protocol is a direct one."""


class SocketTransport(Protocol):
    """A websocket that is open."""

    @property
    def is_writable(self) -> bool:
        """Whether the other side has taken what was written before."""

    def take(self, read: Callable[[bytes], None], drained: Callable[[], None]) -> None:
        """Begin. `read` may be given messages without `WebSocket.receive`; `drained` is called when it is writable
        again."""

    def let_go(self) -> None:
        """End: neither is called any more."""

    def put(self, texts: Iterable[bytes]) -> None:
        """Write texts, a frame each."""

    async def flush(self) -> None:
        """Wait until everything was handed to the server."""

    def pause_reading(self) -> None:
        """Take no more messages for now."""

    def resume_reading(self) -> None:
        """Take messages again."""

    async def readable(self) -> None:
        """Wait until messages are taken."""

    def abort(self) -> None:
        """Drop what is unwritten; the connection goes as soon as the server lets it."""


def transport_of(websocket: WebSocket) -> SocketTransport:
    """The transport of a socket that was accepted."""
    direct = websocket.scope.get("extensions", {}).get(DIRECT)
    return AsgiTransport(websocket) if direct is None else cast("SocketTransport", direct)


class AsgiTransport:
    """Messages by ASGI's own events: a task writes what was put, one message after the other."""

    def __init__(self, websocket: WebSocket) -> None:
        self._websocket = websocket
        self._unwritten: deque[bytes] = deque()
        self._writing: asyncio.Task[None] | None = None
        self._drained: Callable[[], None] | None = None
        self._reading = asyncio.Event()
        self._reading.set()

    @property
    def is_writable(self) -> bool:
        """Whether everything was written."""
        return self._writing is None

    def take(self, _: Callable[[bytes], None], drained: Callable[[], None]) -> None:
        """Begin; all messages come by `WebSocket.receive`."""
        self._drained = drained

    def let_go(self) -> None:
        """End."""
        self._drained = None
        self.abort()

    def put(self, texts: Iterable[bytes]) -> None:
        """Write texts, a frame each."""
        self._unwritten.extend(texts)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())

    async def flush(self) -> None:
        """Wait until everything was sent."""
        if self._writing is not None:
            await asyncio.wait((self._writing,))

    def pause_reading(self) -> None:
        """Take no more messages for now."""
        self._reading.clear()

    def resume_reading(self) -> None:
        """Take messages again."""
        self._reading.set()

    async def readable(self) -> None:
        """Wait until messages are taken."""
        await self._reading.wait()

    def abort(self) -> None:
        """Drop what is unwritten; the server closes the connection when the app returns."""
        self._unwritten.clear()
        if self._writing is not None:
            self._writing.cancel()

    async def _write(self) -> None:
        try:
            with suppress(WebSocketDisconnect, RuntimeError):  # the other side has gone, or the socket is closed
                while self._unwritten:
                    await self._websocket.send_text(self._unwritten.popleft().decode())
        finally:
            self._unwritten.clear()
            self._writing = None
        if self._drained is not None:
            self._drained()
