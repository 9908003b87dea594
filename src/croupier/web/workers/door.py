"""The door of a server with several processes on one machine: it hands whoever comes to the process that keeps the
table asked for, and knows who keeps which.

A connection is looked at, not read: the process that gets it reads it from its first byte, so a socket at a table has
nothing between it and its keeper. A process that dies, or is killed because it hangs, is started anew, and its tables
are taken up by the others.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import signal
import socket
from collections import deque
from dataclasses import dataclass, field
from multiprocessing.reduction import DupFd
from typing import TYPE_CHECKING
from urllib.parse import unquote

from croupier.house.cluster.worker_leases import End, Ended, Lives, Ready
from croupier.house.cluster.worker_messages import MessageStream
from croupier.web.forward_to_owner import table_asked
from croupier.web.workers.worker import run_part

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.context import ForkServerProcess

    from croupier.house.cluster.worker_leases import Asked
    from croupier.web.house_process import Run

_LOG = logging.getLogger("croupier")
SILENT = 30.0
"""Seconds after which a connection that says nothing is closed."""
LOOKED_AT = 4096
"""Bytes of a connection that are looked at; the first line of what a page asks for is shorter."""
HUNG = 20
"""Seconds of the door without a sign of life after which a process is killed; the others take its tables up."""
SOON, LATEST = 0.1, 5.0
"""Seconds before a process that died is started anew: at first, and at most."""


@dataclass(eq=False)
class _Part:
    """One of the processes, as the door sees it. Once `ready` it has rounds to finish, though it be `gone` and take no
    more connections."""

    number: int
    process: ForkServerProcess
    connections: socket.socket
    ready: bool = False
    gone: bool = False
    ended: bool = False
    finished: bool = False
    silent: int = 0
    waiting: deque[socket.socket] = field(default_factory=deque)

    @property
    def takes(self) -> bool:
        """Whether connections may be handed to it."""
        return self.ready and not self.gone

    def hand(self, came: socket.socket) -> None:
        """A connection is this process's."""
        self.waiting.append(came)
        self._hand_on()

    def _hand_on(self) -> None:
        loop = asyncio.get_running_loop()
        while self.waiting:
            try:
                socket.send_fds(self.connections, [b"c"], [self.waiting[0].fileno()])
            except BlockingIOError:
                loop.add_writer(self.connections, self._hand_on)
                return
            except OSError:  # it is gone, and so are they: clients come back
                self.close()
                return
            self.waiting.popleft().close()
        loop.remove_writer(self.connections)

    def close(self) -> None:
        self.gone = True
        if self.connections.fileno() != -1:
            asyncio.get_running_loop().remove_writer(self.connections)
        for came in self.waiting:
            came.close()
        self.waiting.clear()
        self.connections.close()


class Door:
    """`count` processes behind one socket that listens. `held` is the lock of the database, which each of them holds;
    `begun` hears of the token for a first administrator when all are ready."""

    def __init__(
        self, run: Run, listening: socket.socket, held: int, count: int, begun: Callable[[int, str], None]
    ) -> None:
        self.run, self.listening, self.held, self.count, self.begun = run, listening, held, count, begun
        self._lines = MessageStream(self._hear, self._lost)
        self._parts: dict[int, _Part] = {}
        self._came: dict[socket.socket, asyncio.TimerHandle] = {}
        self._again: dict[int, float] = {}
        self._turn = 0
        self._token = ""
        self._tables = 0
        self._open = False
        self._ending = False
        self._finished = True
        self._ended = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._code = 0

    async def serve(self) -> tuple[int, bool]:
        """Until every process has ended: an exit code, and whether every round was finished."""
        loop = asyncio.get_running_loop()
        for name in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(name, self.end)
        for number in range(self.count):
            await self._start(number)
        watching = loop.create_task(self._watch())
        await self._ended.wait()
        watching.cancel()
        if self._open:
            loop.remove_reader(self.listening)
        for came in list(self._came):
            self._drop(came)
        return self._code, self._finished

    def end(self) -> None:
        """Ask every process to end, or to end at once; one that has not begun yet has nothing to finish."""
        self._ending = True
        for number, part in self._parts.items():
            if part.ready:
                self._lines.tell(number, End())
            else:
                part.process.kill()
        if not self._parts:
            self._ended.set()

    # Processes.

    async def _start(self, number: int) -> None:
        line, its_line = socket.socketpair()
        connections, its_connections = socket.socketpair()
        connections.setblocking(False)
        first = number == 0 and not self._open  # what it asks an administrator for is said once
        given = (self.run, number, its_line, its_connections, DupFd(self.held), first)
        process = multiprocessing.get_context("forkserver").Process(target=run_part, args=given)
        self._lines.pit.expect(number)
        process.start()
        its_line.close()
        its_connections.close()
        self._parts[number] = _Part(number, process, connections)
        await self._lines.add(number, line)
        if self._ending:
            process.kill()

    def _hear(self, number: int, message: Asked) -> None:
        part = self._parts[number]
        if isinstance(message, Ready):
            self._is_ready(part, message)
        elif isinstance(message, Lives):
            part.silent = 0
        elif isinstance(message, Ended):
            part.ended, part.finished = True, message.finished

    def _is_ready(self, part: _Part, message: Ready) -> None:
        part.ready = True
        self._again.pop(part.number, None)
        self._token = self._token or message.token
        self._tables = max(self._tables, message.tables)
        if not self._open and len(self._parts) == self.count and all(each.ready for each in self._parts.values()):
            self._open = True
            self.listening.setblocking(False)
            asyncio.get_running_loop().add_reader(self.listening, self._accept)
            self.begun(self._tables, self._token)

    async def _watch(self) -> None:
        """A process that hangs is killed. Only seconds in which the door itself ran are counted: all of them may have
        been stopped together."""
        while True:
            await asyncio.sleep(1)
            for part in self._parts.values():
                part.silent += 1
                if part.ready and part.silent == HUNG:
                    _LOG.error("process hangs", extra={"told": {"process": part.number, "seconds": HUNG}})
                    part.process.kill()

    def _lost(self, number: int) -> None:
        """The line of a process is closed: it has ended, as it was asked to or by itself."""
        task = asyncio.get_running_loop().create_task(self._after(self._parts[number]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _after(self, part: _Part) -> None:
        await asyncio.to_thread(part.process.join)
        code = part.process.exitcode or 0
        await self._lines.died(part.number)
        self._finished &= part.finished or not part.ready
        part.close()
        del self._parts[part.number]
        part.process.close()
        if self._ending:
            self._code = self._code or (0 if part.ended else max(0, code))
        elif not self._open:  # it has said why
            self._code = max(1, code)
            self.end()
            self.end()
        else:
            _LOG.error("process died", extra={"told": {"process": part.number, "code": code}})
            wait = self._again[part.number] = min(2 * self._again.get(part.number, SOON / 2), LATEST)
            await asyncio.sleep(wait)
            if not self._ending:
                await self._start(part.number)
                return
        if not self._parts and self._ending:
            self._ended.set()

    # Connections.

    def _accept(self) -> None:
        loop = asyncio.get_running_loop()
        for _ in range(64):
            try:
                came, _ = self.listening.accept()
            except (BlockingIOError, ConnectionAbortedError):
                return
            except OSError as error:  # no more files: those that are open end some time
                _LOG.error("connections cannot be accepted: %s", error.strerror)
                loop.remove_reader(self.listening)
                loop.call_later(SOON, self._accept_again)
                return
            came.setblocking(False)
            self._came[came] = loop.call_later(SILENT, self._drop, came)
            loop.add_reader(came, self._look_at, came)

    def _accept_again(self) -> None:
        if not self._ended.is_set():
            asyncio.get_running_loop().add_reader(self.listening, self._accept)

    def _look_at(self, came: socket.socket) -> None:
        try:
            head = came.recv(LOOKED_AT, socket.MSG_PEEK)
        except BlockingIOError:
            return
        except OSError:
            head = b""
        part = self._for(head) if head else None
        if part is None:
            self._drop(came)
            return
        asyncio.get_running_loop().remove_reader(came)
        self._came.pop(came).cancel()
        part.hand(came)

    def _drop(self, came: socket.socket) -> None:
        asyncio.get_running_loop().remove_reader(came)
        self._came.pop(came).cancel()
        came.close()

    def _for(self, head: bytes) -> _Part | None:
        """The process that keeps the table asked for, or one after the other."""
        keeper = self._parts.get(self._lines.pit.tables.get(table_of(head), -1))
        if keeper is not None and keeper.takes:
            return keeper
        ready = [part for part in self._parts.values() if part.takes]
        self._turn += 1
        return ready[self._turn % len(ready)] if ready else None


def table_of(head: bytes) -> str:
    """The table that the first line of a request asks for.

    >>> table_of(b"GET /api/tables/dj-wild/socket?after=7 HTTP/1.1")
    'dj-wild'
    """
    words = head.split(b"\r\n", 1)[0].decode("latin-1").split(" ")
    path, _, query = words[1].partition("?") if len(words) > 1 else ("", "", "")
    return table_asked(unquote(path), query)
