"""The app on a socket, without signals of its own: whoever runs it says when it ends."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import uvicorn

from croupier.web.http.connections.connection_choice import BODY, HEAD, TAKES, connection_protocol
from croupier.web.sockets.protocol_choice import socket_protocol

if TYPE_CHECKING:
    from collections.abc import Coroutine, Iterator

    from fastapi import FastAPI

    from croupier.web.http.connections.connection_choice import ConnectionKind
    from croupier.web.sockets.protocol_choice import SocketKind

GRACE = 3
"""Seconds that open connections have to close."""
NOBODY_WAITS = 0.5
"""Seconds that they have when nobody waits any more."""
SELDOM = (50_000, 20, 100)
"""When the collector looks for cycles: hardly anything here is one, and a look at everything takes a while."""
SWITCH = 0.002
"""Seconds for which the loop may keep the thread that stores things waiting."""
FILES = 65_536
"""Files and connections that a process wants to have open at once."""
T = TypeVar("T")


def open_more_files() -> int:
    """Let the process have as many files and connections as the system permits; gives how many. Where systems have no
    such limits it is 0."""
    try:
        import resource  # noqa: PLC0415 - not on every system
    except ModuleNotFoundError:
        return 0
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        return wanted
    return int(soft)


def run(main: Coroutine[Any, Any, T]) -> T:
    """Run a process that serves, on the quickest loop there is: uvloop where it is installed."""
    gc.set_threshold(*SELDOM)
    open_more_files()
    try:
        from uvloop import new_event_loop  # noqa: PLC0415 - not on every system
    except ModuleNotFoundError:
        return asyncio.run(main)
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(main)


class _Quiet(uvicorn.Server):
    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.up = asyncio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.up.set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


class Server:
    """Runs an app until it is stopped. The headers and the body of a request come within so many seconds each, and in
    so many something of an answer is taken. `sockets` and `connections` choose their protocols, else the
    environment does."""

    def __init__(
        self,
        app: FastAPI,
        *,
        head_seconds: float = HEAD,
        body_seconds: float = BODY,
        takes_seconds: float = TAKES,
        sockets: SocketKind | None = None,
        connections: ConnectionKind | None = None,
    ) -> None:
        config = uvicorn.Config(
            app,
            http=connection_protocol(head_seconds, body_seconds, takes_seconds, connections),
            ws=socket_protocol(sockets),
            ws_max_size=64 * 1024,
            ws_per_message_deflate=False,
            log_config=None,
            log_level="warning",
            access_log=False,
            proxy_headers=False,
            server_header=False,
            date_header=False,
            timeout_graceful_shutdown=GRACE,
        )
        self._server = _Quiet(config)
        self.forced = asyncio.Event()
        self._taking: set[asyncio.Task[Any]] = set()

    @property
    def started(self) -> bool:
        """Whether it takes connections."""
        return self._server.started

    async def run(self, listening: socket.socket) -> None:
        """Serve a socket that listens already; small messages are not held back to be joined."""
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sys.setswitchinterval(SWITCH)
        await self._server.serve(sockets=[listening])
        if self.forced.is_set():  # what hangs on the app ends in order all the same
            await self._server.lifespan.shutdown()
            if tasks := self._server.server_state.tasks:
                await asyncio.wait(set(tasks), timeout=NOBODY_WAITS)

    def take(self, came: socket.socket) -> None:
        """Serve a connection that was accepted elsewhere; one that comes early waits until this server is up."""
        came.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        task = asyncio.get_running_loop().create_task(self._connect(came))
        self._taking.add(task)
        task.add_done_callback(self._taken)

    async def _connect(self, came: socket.socket) -> None:
        server = self._server
        try:
            await server.up.wait()
            kind: Any = server.config.http_protocol_class

            def protocol() -> asyncio.Protocol:
                return kind(config=server.config, server_state=server.server_state, app_state=server.lifespan.state)  # type: ignore[no-any-return]

            await asyncio.get_running_loop().connect_accepted_socket(protocol, came)
        except BaseException:
            came.close()
            raise

    def _taken(self, task: asyncio.Task[Any]) -> None:
        self._taking.discard(task)
        if not task.cancelled():
            task.exception()  # whoever came is gone again

    def stop(self) -> None:
        """Take no more connections and close those that are open."""
        self._server.should_exit = True

    def force(self) -> None:
        """Stop without waiting for anyone."""
        self.forced.set()
        self._server.should_exit = self._server.force_exit = True
