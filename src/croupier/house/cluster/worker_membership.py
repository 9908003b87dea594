"""A process's place among those of one server on SQLite: a line to the door, which knows who keeps which table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from croupier.house.cluster.ownership import LeaseLost, Ownership
from croupier.house.cluster.worker_leases import (
    End,
    Ended,
    Give,
    Here,
    Lives,
    News,
    Own,
    Ready,
    Release,
    Shared,
    Take,
    Taken,
    Told,
)
from croupier.house.cluster.worker_messages import MAX_MESSAGE_BYTES

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterable

    from croupier.house.cluster.worker_leases import Asked

TICK = 1.0
"""Seconds between two looks at who keeps what when nothing is heard of a change, and between two signs of life."""
_told = msgspec.json.Decoder(Told).decode
_encode = msgspec.json.Encoder().encode


class WorkerMembership(Ownership):
    """The place of the process with this `number`. `end` is called when the door asks to end, and again to end at once,
    as a door that is gone does."""

    def __init__(self, number: int, line: socket.socket, address: str, end: Callable[[], None]) -> None:
        super().__init__(address)
        self.number = number
        self._line = line
        self._end = end
        self._asked: dict[int, asyncio.Future[bool]] = {}
        self._n = 0
        self._news: list[str] = []
        self._changed = asyncio.Event()
        self._alone = False
        self._loop = asyncio.get_running_loop()
        self._writer: asyncio.StreamWriter | None = None
        self._reading: asyncio.Task[None] | None = None
        self._beat: asyncio.TimerHandle | None = None

    async def begin(self) -> None:
        """Say where this process is; the line is open until it ends."""
        if self._writer is None:
            reader, self._writer = await asyncio.open_connection(sock=self._line, limit=MAX_MESSAGE_BYTES)
            self._reading = asyncio.create_task(self._read(reader))
            self._live()
        self._say(Here(self.address))

    async def end(self) -> None:
        """What was held is free when the process is gone."""
        self.held.clear()

    async def take(self, name: str, *, new: bool = False) -> bool:
        """Take a unit if nobody has it, and nobody else lacks its share; one that is `new` is not shared out."""
        self._n += 1
        answer: asyncio.Future[bool] = self._loop.create_future()
        self._asked[self._n] = answer
        self._say(Take(self._n, name, new))
        yes = await answer
        if yes:
            self.held.add(name)
        return yes

    async def release(self, name: str) -> None:
        """Give a unit back."""
        self.held.discard(name)
        self._say(Release(name))

    async def own(self, tables: Iterable[str]) -> None:
        """Tell the others where these tables are found."""
        self._say(Own(list(tables)))

    async def lost(self, tables: Iterable[str]) -> set[str]:
        """Those of these tables whose process died."""
        return self.gone & set(tables)

    async def give(self, name: str, tables: Iterable[str]) -> None:
        """Give tables up for another process to take."""
        self.held.discard(name)
        self._say(Give(name, list(tables)))

    async def tick(self) -> None:
        """The door hears from the loop itself that this process lives, and tells of every change by itself."""

    async def linger(self) -> None:
        """The door has asked for it."""

    async def listen(self, hear: Callable[[str], None]) -> None:
        """Wait a tick, or until something changed."""
        try:
            async with asyncio.timeout(TICK):
                await self._changed.wait()
        except TimeoutError:
            return
        self._changed.clear()
        news, self._news = self._news, []
        for words in news:
            hear(words)

    async def where(self, table: str) -> str:
        """Where a table is; the door has said so as soon as it knew."""
        return self.others.get(table, "")

    def tell(self, words: str) -> None:
        """Tell every other process of somebody whose roles changed, from whatever thread."""
        self._loop.call_soon_threadsafe(self._say, News(words))

    def ready(self, tables: int, token: str) -> None:
        """Say that this process takes connections, and how many tables the house has."""
        self._say(Ready(tables, token))

    def ended(self, *, finished: bool) -> None:
        """Say that this process has ended."""
        self._say(Ended(finished))

    async def close(self) -> None:
        """Say what is left to say, and close the line."""
        if self._beat is not None:
            self._beat.cancel()
        if self._reading is not None:
            self._reading.cancel()
        if self._writer is not None:
            self._writer.close()

    def _live(self) -> None:
        if not self._alone:
            self._say(Lives())
            self._beat = self._loop.call_later(TICK, self._live)

    def _say(self, message: Asked) -> None:
        if self._writer is None or self._alone:
            raise LeaseLost("the door is gone")
        self._writer.write(_encode(message) + b"\n")

    async def _read(self, reader: asyncio.StreamReader) -> None:
        try:
            while line := await reader.readline():
                self._hear(_told(line))
        except OSError:
            pass
        self._alone = True  # nobody can say any more who keeps what
        for answer in self._asked.values():
            if not answer.done():
                answer.set_exception(LeaseLost("the door is gone"))
        self._end()
        self._end()

    def _hear(self, fields: Told) -> None:
        match fields:
            case Taken(n, yes):
                if not (answer := self._asked.pop(n)).done():
                    answer.set_result(yes)
                return
            case Shared(others, addresses, gone, live):
                self.others, self.addresses = others, set(addresses)
                self.gone, self.live = set(gone), live
            case News(words):
                self._news.append(words)
            case End():
                self._end()
                return
        self._changed.set()
