"""Frames cut anywhere, in pieces, with pings between, and against the rules: by both protocols that serve sockets."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from websockets.frames import Frame, Opcode

from croupier.errors import HouseError
from croupier.web.sockets import direct_protocol, protocol_choice
from croupier.web.sockets.direct_protocol import DirectProtocol
from croupier.web.sockets.protocol_choice import STOCK, VARIABLE, socket_protocol
from tests.house.floor import ENOUGH, a_house, served

SIT = b'{"key":"%d","command":{"command":"leave","seat":%d}}'


def framed(data: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True, mask: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=mask)


async def talk(
    at, token: str, sent: list[bytes], answers: int, path: str = "socket", enough: float = ENOUGH
) -> list[bytes]:
    """What comes back, as lines of JSON and the bytes of other frames, until there are enough or the end."""
    reader, writer = await asyncio.open_connection("127.0.0.1", int(at.url.rpartition(":")[2]))
    writer.write(
        b"GET /api/tables/dj-wild/" + path.encode() + b"?together=1 HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
        b"Cookie: croupier=" + token.encode() + b"\r\n\r\n"
    )
    await reader.readuntil(b"\r\n\r\n")
    for part in sent:
        writer.write(part)
        await writer.drain()
        await asyncio.sleep(0.001)
    heard: list[bytes] = []
    try:
        async with asyncio.timeout(enough):
            while sum(b'"key"' in line for line in heard) < answers:
                head = await reader.readexactly(2)
                size = head[1]
                if size >= 126:
                    size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
                data = await reader.readexactly(size)
                heard += data.splitlines() if head[0] == 0x81 else [head[:1] + data]
    except (asyncio.IncompleteReadError, ConnectionResetError):
        heard.append(b"the end")
    writer.close()
    return heard


def keys(heard: list[bytes]) -> list[int]:
    told = [msgspec.json.decode(line) for line in heard if b'"key"' in line]
    return [int((each.get("answer") or each["error"])["key"]) for each in told]


@pytest.fixture(params=["direct", "stock"])
def kind_of_sockets(request, monkeypatch):
    """Which protocol serves sockets."""
    monkeypatch.setenv(VARIABLE, request.param)
    return request.param


both = pytest.mark.usefixtures("kind_of_sockets")


async def going(tmp_path, sent, answers):
    async with a_house(tmp_path / "h.db", "dj-wild") as house, served(house) as at, at.guest("Ann") as client:
        return await talk(at, client.token, sent, answers)


@both
async def test_frames_may_be_cut_anywhere(tmp_path):
    chance = random.Random(4)
    whole = b""
    for n in range(60):
        padding = b" " * chance.choice([0, 60, 120, 126, 127, 128, 300, 9000])
        whole += framed(SIT % (n, 3) + padding, chance.choice([Opcode.TEXT, Opcode.BINARY]))
        if n % 7 == 0:
            whole += framed(b"here?", Opcode.PING)
    parts = []
    while whole:
        size = chance.choice([1, 2, 3, 5, 7, 40, 200, 5000])
        parts.append(whole[:size])
        whole = whole[size:]
    heard = await going(tmp_path, parts, 60)
    assert keys(heard) == list(range(60))
    assert heard.count(b"\x8ahere?") == 9


@both
async def test_a_message_in_pieces_is_one(tmp_path):
    pieces = [
        framed(SIT % (1, 1)),
        framed((SIT % (2, 2))[:9], fin=False),
        framed(b"", Opcode.PING),
        framed((SIT % (2, 2))[9:], Opcode.CONT),
        framed(SIT % (3, 3)),
    ]
    assert keys(await going(tmp_path, pieces, 3)) == [1, 2, 3]


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (framed(b"{}", mask=False), 1002),
        (b"\xc1" + framed(b"{}")[1:], 1002),
        (b"\x83" + framed(b"{}")[1:], 1002),
        (framed(b"\xff\xfe"), 1007),
        (framed(b" " * 70_000)[:14], 1009),
        (framed(b"", Opcode.CLOSE), 0),
    ],
    ids=["not masked", "a reserved bit", "an unknown kind", "no text", "too long", "a close is no breach"],
)
@both
async def test_whoever_breaks_the_rules_is_let_go(tmp_path, wrong, code):
    heard = await going(tmp_path, [framed(SIT % (1, 1)), wrong], 2)
    assert keys(heard) == [1]
    assert heard[-1] == b"the end"
    assert heard[-2][:3] == (b"\x88" + code.to_bytes(2, "big") if code else b"\x88")


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        (Opcode.PING, "socket"),
        (Opcode.PONG, "socket"),
        (Opcode.CONT, "socket"),
        (Opcode.PING, "page"),
        (Opcode.TEXT, "socket"),
        (Opcode.TEXT, "page"),
    ],
)
async def test_whoever_sends_frames_without_end_is_let_go(tmp_path, monkeypatch, kind, path):
    monkeypatch.setattr(direct_protocol, "MESSAGES", 100)
    first = [framed(b"{", fin=False)] if kind == Opcode.CONT else []
    few = direct_protocol.MESSAGES if kind == Opcode.TEXT else direct_protocol.BESIDE
    frames = framed(b"", kind, fin=kind != Opcode.CONT) * int(direct_protocol.BURST_SECONDS * few + 10)

    async with a_house(tmp_path / "h.db", "dj-wild") as house, served(house) as at, at.guest("Ann") as client:
        assert b"the end" in await talk(at, client.token, [*first, frames], 1, path, enough=20)
        assert keys(await talk(at, client.token, [framed(SIT % (1, 1))], 1)) == [1]  # to others nothing happened


def test_whoever_is_let_go_is_read_no_further_than_a_piece():
    read: list[bytes] = []
    one: Any = DirectProtocol.__new__(DirectProtocol)
    one.transport = SimpleNamespace(is_closing=lambda: len(read) == 2)
    one._piece = read.append
    one.data_received(bytes(10 * direct_protocol.READ_PIECE))
    assert [len(piece) for piece in read] == [direct_protocol.READ_PIECE, direct_protocol.READ_PIECE]


# The choice.


def test_the_direct_protocol_fits_the_installed_server():
    assert protocol_choice.misfit() == ""
    assert socket_protocol() is DirectProtocol
    assert socket_protocol("stock") == STOCK


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("TESTED", {"uvicorn": ((0, 1), (0, 2))}, "is not one that it was tested with"),
        ("METHODS", {"handle_ping", "handle_smoke"}, "has no handle_smoke"),
        ("FIELDS", {"conn", "smoke"}, "has no smoke"),
    ],
)
def test_where_it_does_not_fit_uvicorns_own_is_used_and_the_log_says_so(monkeypatch, caplog, name, value, why):
    monkeypatch.setattr(protocol_choice, name, value)
    assert socket_protocol("direct") == STOCK
    assert why in caplog.text


def test_another_word_is_refused(monkeypatch):
    monkeypatch.setenv(VARIABLE, "quick")
    with pytest.raises(HouseError, match="CROUPIER_SOCKETS is direct or stock"):
        socket_protocol()
