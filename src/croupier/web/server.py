"""The app on a socket, without signals of its own: whoever runs it says when it ends."""

from __future__ import annotations

import asyncio
import socket
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import uvicorn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fastapi import FastAPI

GRACE = 3
"""Seconds that open connections have to close."""
SWITCH = 0.0005
"""Seconds for which the loop may keep the thread that stores things waiting."""


class _Quiet(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Server:
    """Runs an app until it is stopped."""

    def __init__(self, app: FastAPI) -> None:
        config = uvicorn.Config(
            app, log_config=None, log_level="warning", access_log=False, proxy_headers=False,
            ws="websockets-sansio", ws_max_size=64 * 1024,
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
        await self._server.serve(sockets=[listening])

    def stop(self) -> None:
        """Take no more connections and close those that are open."""
        self._server.should_exit = True

    def force(self) -> None:
        """Stop without waiting for anyone."""
        self.forced.set()
        self._server.should_exit = self._server.force_exit = True
