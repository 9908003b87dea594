"""Players as a load: a socket for each seat, read and written without a library, so that the server has the machine."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable

MONEY = 10**9
"""Cents that everyone has."""
_REQUEST = (
    "GET /api/tables/{table}/socket?together=1 HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
    "Connection: Upgrade\r\nSec-WebSocket-Key: Y3JvdXBpZXIgYmVuY2htYQ==\r\nSec-WebSocket-Version: 13\r\n"
    "Cookie: croupier={token}\r\n\r\n"
)
TEXT, PING, PONG = 0x81, 0x89, 0x8A


class Option(msgspec.Struct):
    id: str


class Due(msgspec.Struct):
    step: str
    seat: int | None
    waiting: list[int]
    options: list[Option]


class Seen(msgspec.Struct):
    phase: str
    round: int
    due: Due | None


class Told(msgspec.Struct):
    view: Seen


class Answer(msgspec.Struct):
    key: str
    refused: str = ""


class Answered(msgspec.Struct):
    answer: Answer


_told = msgspec.json.Decoder(Told).decode
_answered = msgspec.json.Decoder(Answered).decode
_encode = msgspec.json.Encoder().encode


@dataclass
class Load:
    """What the driver measures. `failed` is why a seat was lost."""

    every: float
    waits: list[float] = field(default_factory=list)
    refused: int = 0
    rounds: dict[int, int] = field(default_factory=dict)
    begun: float = 0.0
    seats: int = 0
    open: bool = False
    over: bool = False
    failed: list[str] = field(default_factory=list)


class Wire(asyncio.Protocol):
    """One websocket: whole texts in, whole texts out."""

    def __init__(self, request: str, read: Callable[[bytes], None], lost: Callable[[str], None]) -> None:
        self.request, self.read, self.lost = request, read, lost
        self.came = bytearray()
        self.open = False
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport  # type: ignore[assignment]
        self.transport.write(self.request.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self.lost(repr(exc))

    def data_received(self, data: bytes) -> None:
        self.came += data
        if not self.open:
            head, found, rest = self.came.partition(b"\r\n\r\n")
            if not found:
                return
            if b" 101 " not in head[:16]:
                self.lost(head.decode(errors="replace"))
                return
            self.open, self.came = True, rest
        came, at = self.came, 0
        while len(came) - at >= 2:
            kind, size, start = came[at], came[at + 1], at + 2
            if size >= 126:
                start = at + (4 if size == 126 else 10)
                size = int.from_bytes(came[at + 2 : start], "big")
            if len(came) < start + size:
                break
            at = start + size
            said = bytes(came[start:at])
            if kind == TEXT:
                self.read(said)
            elif kind == PING:
                self.write(said, PONG)
            else:
                self.lost(f"frame {kind:#x}: {said[2:80].decode(errors='replace')}")
        del came[:at]

    def write(self, text: bytes, kind: int = TEXT) -> None:
        """A client's frames are masked; a mask of zeros leaves the text as it is."""
        size = len(text)
        head = bytes((kind, 0x80 | size)) if size < 126 else bytes((kind, 0xFE)) + size.to_bytes(2, "big")
        self.transport.write(head + bytes(4) + text)


class Seat:
    """A player who places the required wagers and decides by chance."""

    def __init__(self, load: Load, table: int, seat: int, stakes: list[str]) -> None:
        self.load, self.table, self.seat, self.stakes = load, table, seat, stakes
        self.chance = random.Random(table * 10 + seat)
        self.sent: dict[int, float] = {}
        self.keys = 0
        self.wagered = -1
        self.next = 0.0
        self.later: asyncio.TimerHandle | None = None
        self.wire: Wire

    async def come(self, port: int, token: str) -> None:
        """Connect, sit down, buy in."""
        request = _REQUEST.format(table=f"T{self.table}", port=port, token=token)
        loop = asyncio.get_running_loop()
        _, self.wire = await loop.create_connection(lambda: Wire(request, self.read, self.lost), "127.0.0.1", port)
        while not self.wire.open and not self.load.failed:  # noqa: ASYNC110 - it takes a moment, once
            await asyncio.sleep(0.001)
        self.load.seats += 1
        name = f"P{self.table} {self.seat}"
        self.ask({"command": "sit", "player": name, "seat": self.seat})
        self.ask({"command": "buy-in", "player": name, "amount": MONEY // 2})

    def lost(self, why: str) -> None:
        """The server closed it: nothing that is measured is worth anything."""
        if not self.load.over:
            self.load.failed.append(f"table {self.table}, seat {self.seat}: {why}")

    def read(self, text: bytes) -> None:
        """Answers, records and views came; of several views the last counts."""
        if self.load.over:
            return
        view = None
        for line in text.split(b"\n"):
            if line.startswith(b'{"answer"'):
                self.answered(line)
            elif line.startswith(b'{"view"'):
                view = line
        if view is not None:
            self.see(_told(view).view)

    def answered(self, line: bytes) -> None:
        told = _answered(line).answer
        began = self.sent.pop(int(told.key), None)
        if began is not None and self.load.open:
            self.load.waits.append(time.perf_counter() - began)
        self.load.refused += bool(told.refused) and self.load.open

    def ask(self, *commands: dict[str, Any]) -> None:
        """Commands that are given together go in one frame, a line each."""
        lines = []
        for command in commands:
            self.keys += 1
            self.sent[self.keys] = time.perf_counter()
            lines.append(_encode({"key": str(self.keys), "command": command}))
        self.wire.write(b"\n".join(lines))

    def see(self, view: Seen) -> None:
        due = view.due
        if self.seat == 1:
            self.load.rounds[self.table] = view.round
        if due is None:
            if view.phase == "betting" and self.wagered != view.round:
                self.bet(view.round)
        elif due.step == "decide" and self.seat in due.waiting:
            if not self.sent:
                options = [o.id for o in due.options if o.id != "set"]
                self.ask({"command": "decide", "seat": self.seat, "decision": self.chance.choice(options)})
        elif due.step == "cut" and due.seat == self.seat:
            self.ask({"command": "perform", "step": "decline-cut"})

    def bet(self, round_: int) -> None:
        now = time.perf_counter()
        if self.load.every and now < self.next:
            if self.later is None:
                self.later = asyncio.get_running_loop().call_later(self.next - now, self.again, round_)
            return
        self.wagered = round_
        if self.load.every:
            self.next = max(self.next, now) + self.load.every
        self.ask(*({"command": "place", "seat": self.seat, "wager": wager, "amount": 1000} for wager in self.stakes))

    def again(self, round_: int) -> None:
        self.later = None
        if self.load.over:
            return
        self.next = min(self.next, time.perf_counter())
        if self.wagered != round_:
            self.bet(round_)
