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

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Iterator

    from fastapi import FastAPI
    from websockets.http11 import Request

GRACE = 3
"""Seconds that open connections have to close."""
WIRE = "croupier.wire"
"""Where an app finds the `Wire` in its scope."""
SELDOM = (50_000, 20, 100)
"""When the collector looks for cycles: hardly anything here is one, and a look at everything takes a while."""
SWITCH = 0.0005
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
    """

    read: Callable[[bytes], None] | None = None
    drained: Callable[[], None] | None = None

    def handle_connect(self, event: Request) -> None:
        """The app finds the wire in its scope."""
        super().handle_connect(event)
        if self.response.status_code == HTTPStatus.SWITCHING_PROTOCOLS:
            self.scope["extensions"][WIRE] = self  # type: ignore[assignment]

    def send_receive_event_to_app(self) -> None:
        """A message is whole."""
        if self.read is None:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        if self.curr_msg_data_type == "text":
            try:
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
        frames = bytearray()
        for text in texts:
            size = len(text)
            if size < 126:
                frames += b"\x81%c" % size
            elif size < 1 << 16:
                frames += b"\x81\x7e" + size.to_bytes(2, "big")
            else:
                frames += b"\x81\x7f" + size.to_bytes(8, "big")
            frames += text
        self.transport.write(frames)


class _Quiet(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Server:
    """Runs an app until it is stopped."""

    def __init__(self, app: FastAPI) -> None:
        config = uvicorn.Config(
            app, log_config=None, log_level="warning", access_log=False, proxy_headers=False, ws=Wire,
            ws_max_size=64 * 1024,
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
