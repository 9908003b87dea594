"""The door's ends of the lines to its processes: what each says goes to the pit, what the pit answers to whom it
concerns."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from croupier.house.cluster.worker_leases import Asked, WorkerLeases

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from croupier.house.cluster.worker_leases import Letters, Told

MAX_MESSAGE_BYTES = 16 * 1024 * 1024
"""Bytes of what is said at once: where every table of a house is."""
_asked = msgspec.json.Decoder(Asked).decode
_encode = msgspec.json.Encoder().encode


class MessageStream:
    """By the numbers of the processes. `hear` is told of everything that one says, `lost` of one that is gone."""

    def __init__(
        self, hear: Callable[[int, Asked], None] = lambda *_: None, lost: Callable[[int], None] = lambda _: None
    ) -> None:
        self.pit = WorkerLeases()
        self._hear = hear
        self._lost = lost
        self._open: dict[int, tuple[asyncio.StreamWriter, asyncio.Task[None]]] = {}

    async def add(self, process: int, line: socket.socket) -> None:
        """A process that was started; the pit expects it."""
        reader, writer = await asyncio.open_connection(sock=line, limit=MAX_MESSAGE_BYTES)
        self._open[process] = writer, asyncio.create_task(self._read(process, reader))

    async def died(self, process: int) -> None:
        """A process is gone, and nothing of it writes any more: the others learn what is free."""
        writer, reading = self._open.pop(process)
        await reading
        writer.close()
        self._send(self.pit.died(process))

    def tell(self, process: int, fields: Told) -> None:
        """Say something to a process, if it is still there."""
        if process in self._open and not (writer := self._open[process][0]).is_closing():
            writer.write(_encode(fields) + b"\n")

    async def _read(self, process: int, reader: asyncio.StreamReader) -> None:
        with suppress(OSError):
            while line := await reader.readline():
                message = _asked(line)
                self._send(self.pit.hear(process, message))
                self._hear(process, message)
        self._lost(process)

    def _send(self, letters: Letters) -> None:
        for process, letter in letters:
            self.tell(process, letter)
