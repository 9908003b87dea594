"""Frames that are no commands: random bytes, JSON of any shape, commands with something wrong in them."""

from __future__ import annotations

import asyncio
import random
from collections import Counter, deque
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.house.desk.desk import Desk
from croupier.house.house import now
from croupier.house.people.roles import Person
from croupier.house.people.sign_in_policy import SESSION
from croupier.house.screens.player.host import Host
from croupier.web.sockets import page_feed, table_socket
from croupier.web.sockets.page_socket import Sockets
from tests.faults.books import at_rest
from tests.house.floor import a_house
from tests.house.tables.test_keeper import deciding, seated, wager
from tests.house.tables.test_visibility import cards_in, hidden

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

TABLE = "dj-wild"
LIMIT = 64 * 1024
"""The longest frame that the server takes."""
COMMANDS: tuple[dict[str, Any], ...] = (
    {"command": "perform", "step": "deal", "value": 5, "seat": 1, "cards": "", "seals": ["a"], "salts": ["b"]},
    {"command": "perform", "step": "cut", "value": 5},
    {"command": "sit", "player": "Nora", "seat": 2},
    {"command": "leave", "seat": 1},
    {"command": "buy-in", "player": "Nora", "amount": 500},
    {"command": "cash-out", "player": "Nora"},
    {"command": "place", "seat": 1, "wager": "ante", "amount": 1000, "verbal": False},
    {"command": "place-wagers", "seat": 1, "wagers": {"ante": 1000}, "contribution": ""},
    {"command": "take-back", "seat": 1, "wager": "ante"},
    {"command": "decide", "seat": 1, "decision": "raise", "low": [0, 1]},
    {"command": "report", "irregularity": "face-up", "seat": 1, "note": "x"},
    {"command": "direct", "order": "fill", "amount": 5},
    {"command": "close-the-house"},
)
JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    0.5,
    1e308,
    10**30,
    -(2**63),
    2**64,
    "",
    "\0",
    "é" * 50,
    "\u202e",
    [],
    {},
    [[[[]]]],
    {"a": {"b": [1]}},
    "x" * 3000,
    "Nora",
    "1",
    [1] * 300,
    {"command": "sit"},
    "' OR 1=1 --",
    "../../etc",
    "%s%n",
)
RAW = (
    b"NaN",
    b"Infinity",
    b"-Infinity",
    b"1e999999",
    b"-0",
    b"1" * 400,
    b'"\xff"',
    b'"\\ud800"',
    b"nul",
    b"01",
    b"0x1",
    b'"\x00"',
    b"[1,]",
    b"{}{}",
    b"1 2",
)


def frames(wanted: int, chance: random.Random) -> Iterator[bytes]:
    """So many; about one in five hundred is long."""
    whole = [msgspec.json.encode({"key": "k", "command": command}) for command in COMMANDS]
    for number in range(wanted):
        kind = chance.randrange(8)
        if number % 500 == 499:
            yield _long(chance)
        elif kind == 0:
            yield chance.randbytes(chance.randrange(120))
        elif kind == 1:
            yield msgspec.json.encode(chance.choice(JUNK))
        elif kind == 2:
            frame = chance.choice(whole)
            yield frame[: chance.randrange(len(frame))] + chance.choice((b"", b"}", b"\xff", b"]", b"\n", b"}}"))
        elif kind == 3:
            yield _bent(bytearray(chance.choice(whole)), chance)
        elif kind == 4:
            yield _raw(chance)
        elif kind == 5:
            deep = chance.randrange(1, 2500)
            yield b'{"key":"k","command":' + chance.choice((b"[", b'{"a":')) * deep + b"]" * chance.randrange(deep + 1)
        else:
            yield _spoiled(chance)


def _bent(frame: bytearray, chance: random.Random) -> bytes:
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(frame))
        if chance.random() < 0.5:
            frame[at] ^= 1 << chance.randrange(8)
        else:
            del frame[at : at + chance.randint(1, 4)]
    return bytes(frame)


def _raw(chance: random.Random) -> bytes:
    """A value that is no JSON, or a name that comes twice."""
    command = dict(chance.choice(COMMANDS))
    name = chance.choice(list(command))
    parts = [b'"%b":%b' % (key.encode(), msgspec.json.encode(value)) for key, value in command.items() if key != name]
    parts.append(b'"%b":%b' % (name.encode(), chance.choice(RAW)))
    if chance.random() < 0.3:
        parts.append(parts[0])
    return b'{"key":"k","key":"k","command":{' + b",".join(parts) + b"}}"


def _spoiled(chance: random.Random) -> bytes:
    told: dict[str, Any] = {"key": "k", "command": dict(chance.choice(COMMANDS))}
    if chance.random() < 0.3:
        told["key"] = chance.choice(("", "k" * 65, "\0", "é" * 40))
    target = told if chance.random() < 0.2 else told["command"]
    if chance.random() < 0.3:
        target.pop(chance.choice(list(target)))
    else:
        target[chance.choice((*target, "extra", "seat", "value", "cards", "command"))] = chance.choice(JUNK)
    return msgspec.json.encode(told)


def _long(chance: random.Random) -> bytes:
    size = chance.choice((5_000, 30_000, LIMIT - 100))
    filling = chance.choice((b"x" * size, b" " * size, b"[" * size, b"\\u0041" * (size // 6)))
    return b'{"key":"k","command":{"command":"report","irregularity":"face-up","note":"' + filling + b'"}}'


class FakeWebSocket:
    """A socket without a network: frames come from an iterator, and what is sent is looked at."""

    def __init__(self, coming: Iterator[bytes], look: Any) -> None:
        self._coming = coming
        self._look = look
        self._open = 0
        self._room = asyncio.Event()
        self.sent: deque[bytes] = deque(maxlen=64)
        self.answered = 0
        self.closed = 0
        self.state = SimpleNamespace(since=0, until=now() + SESSION, active=lambda: None)
        self.query_params = {"changes": "true"}
        self.scope: dict[str, Any] = {"extensions": {}}

    async def accept(self) -> None:
        """At once."""

    async def close(self, code: int = 1000, _: str = "") -> None:
        self.closed = code

    async def receive(self) -> dict[str, Any]:
        while self._open >= 32:
            self._room.clear()
            await self._room.wait()
        frame = next(self._coming, None)
        if frame is None:
            while self._open:
                self._room.clear()
                await self._room.wait()
            return {"type": "websocket.disconnect"}
        self._open += 1
        self.sent.append(frame)
        try:
            return {"type": "websocket.receive", "text": frame.decode()}
        except UnicodeDecodeError:
            return {"type": "websocket.receive", "bytes": frame}

    async def send_text(self, text: str) -> None:
        self._look(self, text)

    def answer(self) -> None:
        self._open -= 1
        self.answered += 1
        self._room.set()


async def sent(url: str | Path, wanted: int, seed: int, *, page: bool = False) -> Counter[str]:
    """Frames of someone who sits nowhere, in the middle of a round: how each was answered.

    Every one is, nothing that lies face down is told, and the table, the journal and the ledger stay as they are.
    """
    kinds: Counter[str] = Counter()
    async with a_house(url, TABLE, decision_seconds=3600) as house:
        keeper = house.keeper(TABLE)
        await seated(house, keeper, "Nora")
        await house.welcome("Mal")
        await wager(keeper, "Nora")
        await deciding(keeper)
        await at_rest(house)
        secret = hidden(keeper, "Mal")
        assert len(secret) > 40
        before = (keeper.table.bytes(), keeper.stored, house.audit())

        def look(socket: FakeWebSocket, text: str) -> None:
            told = msgspec.json.decode(text)
            leaked = cards_in(told) & secret
            if leaked:
                leaked = {word for word in leaked if not any(word.encode() in frame for frame in socket.sent)}
            assert not leaked, f"{leaked} told: {text[:200]}"
            if "answer" in told:
                assert told["answer"].get("refused"), f"done: {text[:200]}"
                kinds[told["answer"].get("code") or "refused"] += 1
                socket.answer()
            elif "error" in told:
                kinds[told["error"]["code"]] += 1
                socket.answer()

        desk = Desk(house)
        person = Person("Mal", frozenset({("player", "")}))
        socket: Any = FakeWebSocket(frames(wanted, random.Random(seed)), look)
        sockets = Sockets(desk.people)
        async with asyncio.timeout(60 + wanted / 200):  # one without an answer is waited for in vain
            if page:
                await page_feed.serve_page(sockets, Host(desk, guests=True), socket, person, TABLE)
            else:
                await table_socket.serve_table(sockets, desk, socket, person, TABLE, -1)
        assert socket.answered == wanted
        assert socket.closed == 0
        assert keeper.broken is None
        assert before == (keeper.table.bytes(), keeper.stored, house.audit())
    return kinds
