"""The app on a socket, without signals of its own: whoever runs it says when it ends."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from contextlib import contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeVar

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import apply_mask  # type: ignore[attr-defined]

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Iterator

    from fastapi import FastAPI
    from websockets.http11 import Request

GRACE = 3
"""Seconds that open connections have to close."""
WIRE = "croupier.wire"
"""Where an app finds the `Wire` in its scope."""
TEXT, BINARY, CONTROL = 0x81, 0x82, frozenset({0x88, 0x89, 0x8A})
"""First bytes of frames: messages that are whole, and close, ping and pong."""
SELDOM = (50_000, 20, 100)
"""When the collector looks for cycles: hardly anything here is one, and a look at everything takes a while."""
SWITCH = 0.002
"""Seconds for which the loop may keep the thread that stores things waiting."""


T = TypeVar("T")


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run on the quickest loop there is: uvloop where it is installed."""
    try:
        from uvloop import new_event_loop  # noqa: PLC0415 - not on every system
    except ModuleNotFoundError:
        return asyncio.run(main)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(main)


class Wire(WebSocketsSansIOProtocol):
    """A websocket whose reader and writer may take it over once it is open, without a queue and a task for each frame.

    `read` gets the bytes of every message; `drained` is called when more may be written after `writable` was not set.
    Whole messages are read here, and whatever else there is by the protocol itself, which ends the connection of
    whoever breaks its rules.
    """

    read: Callable[[bytes], None] | None = None
    drained: Callable[[], None] | None = None
    _came = 0
    _plain = True

    def take(self, read: Callable[[bytes], None], drained: Callable[[], None]) -> None:
        """Take it over."""
        self.read, self.drained = read, drained
        self._plain = self._came == 1  # the request, and nothing of a frame yet
        self._left = bytearray()

    def let_go(self) -> None:
        """Nobody hears any more."""
        self.read = self.drained = None

    def handle_connect(self, event: Request) -> None:
        """The app finds the wire in its scope."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][WIRE] = self  # type: ignore[assignment]

    def data_received(self, data: bytes) -> None:
        """Bytes came."""
        self._came += 1
        if self.read is None or not self._plain:
            super().data_received(data)
            return
        self._left += data
        while self._plain and self.read is not None and (found := _frame(self._left)):
            kind, start, end = found
            frame = bytes(self._left[:end])
            del self._left[:end]
            if kind in {TEXT, BINARY} and not self.close_sent:
                self._message(apply_mask(frame[start:], frame[start - 4 : start]), text=kind == TEXT)
            elif kind in CONTROL:
                super().data_received(frame)
            else:
                self._plain = False
                self._left[:0] = frame
        if self._left and (self.read is None or not self._plain):
            left, self._left = bytes(self._left), bytearray()
            super().data_received(left)

    def send_receive_event_to_app(self) -> None:
        """A message is whole."""
        if self.read is None:
            super().send_receive_event_to_app()
            return
        data, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self._message(data, text=self.curr_msg_data_type == "text")

    def _message(self, data: bytes, *, text: bool) -> None:
        assert self.read is not None
        try:
            if text:
                data.decode()
        except UnicodeDecodeError:
            self.conn.send_close(1007)
            self.handle_parser_exception()
            return
        self.read(data)

    def resume_writing(self) -> None:
        """The other side has read."""
        super().resume_writing()
        if self.drained is not None:
            self.drained()

    def put(self, texts: Iterable[bytes]) -> None:
        """Write texts, a frame each."""
        if self.close_sent or self.transport.is_closing():
            return
        parts: list[bytes] = []
        for text in texts:
            size = len(text)
            if size < 126:
                head = b"\x81%c" % size
            elif size < 1 << 16:
                head = b"\x81\x7e" + size.to_bytes(2, "big")
            else:
                head = b"\x81\x7f" + size.to_bytes(8, "big")
            parts += (head, text)
        self.transport.writelines(parts)


def _frame(data: bytearray) -> tuple[int, int, int] | None:
    """A client's frame that is all there: its first byte, and where what it says begins and ends. The first byte is 0
    for a frame that is not masked or too long to be read here."""
    if len(data) < 2:  # its kind; a bit for the mask, and how long it is
        return None
    size, start = data[1] & 0x7F, 6
    if size == 127 or not data[1] & 0x80:
        return 0, 0, len(data)
    if size == 126:  # the next two bytes say
        size, start = int.from_bytes(data[2:4], "big"), 8
    return (data[0], start, start + size) if len(data) >= start + size else None


class _Quiet(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Server:
    """Runs an app until it is stopped."""

    def __init__(self, app: FastAPI) -> None:
        config = uvicorn.Config(
            app, log_level="warning", access_log=False, ws=Wire, ws_max_size=64 * 1024,
            ws_per_message_deflate=False, timeout_graceful_shutdown=GRACE, server_header=False, date_header=False,
        )  # fmt: skip
        self._server = _Quiet(config)
        self.forced = asyncio.Event()

    @property
    def started(self) -> bool:
        """Whether it takes connections."""
        return self._server.started

    async def run(self, listening: socket.socket) -> None:
        """Serve a socket that listens already; small messages are not held back to be joined."""
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sys.setswitchinterval(SWITCH)
        gc.collect()
        gc.freeze()
        gc.set_threshold(*SELDOM)
        await self._server.serve(sockets=[listening])

    def stop(self) -> None:
        """Take no more connections and close those that are open."""
        self._server.should_exit = True

    def force(self) -> None:
        """Stop without waiting for anyone."""
        self.forced.set()
        self._server.should_exit = self._server.force_exit = True
