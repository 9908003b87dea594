"""The socket: resume byte for byte, slow readers, frames that are no commands, and the client that copes."""

from __future__ import annotations

import asyncio
import random

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from croupier.client import Client, Record
from croupier.errors import HouseError
from croupier.house.tables.keeping import table_journal
from croupier.table import BuyIn, Direct, Leave, Place, Sit, TakeBack
from croupier.web.sockets import table_socket as web
from croupier.web.sockets.protocol_choice import VARIABLE
from tests.house.floor import ENOUGH, a_house, ann, betting, served, until

FRAMES = 2000


@pytest.fixture
def one_protocol(url, monkeypatch):
    """Both protocols that serve sockets, one with each database."""
    monkeypatch.setenv(VARIABLE, "stock" if url.startswith("postgres") else "direct")


def raw(at, client, table="dj-wild", **query):
    asked = "&".join(f"{key}={value}" for key, value in query.items())
    address = f"{at.url.replace('http', 'ws')}/api/tables/{table}/socket?{asked}"
    return connect(address, additional_headers={"Cookie": f"croupier={client.token}"}, proxy=None, compression=None)


async def noise(keeper, count):
    """Records, by somebody who changes their mind."""
    for _ in range(count // 2):
        await keeper.ask(Place(seat=6, wager="ante", amount=1000), ann("Nora"))
        await keeper.ask(TakeBack(seat=6, wager="ante"), ann("Nora"))


async def nora(house, keeper):
    await house.welcome("Nora")
    await keeper.ask(Sit(player="Nora", seat=6), ann("Nora"))
    await keeper.ask(BuyIn(player="Nora", amount=5000), ann("Nora"))
    await betting(keeper)


@pytest.mark.usefixtures("one_protocol")
async def test_a_resumed_socket_gets_the_same_bytes(url):
    async with a_house(url, "dj-wild") as house, served(house) as at, at.guest("Ann") as client:
        keeper = house.keeper("dj-wild")
        await nora(house, keeper)
        async with raw(at, client) as first:
            first_view = msgspec.json.decode(await first.recv())
            start = first_view["n"]
            await noise(keeper, 40)
            live: list[bytes] = []
            while len(live) < 40:
                told = await first.recv(decode=False)
                if b'"view"' not in told[:8]:
                    live.append(told)
        for after in (start, start + 1, start + 17, start + 39, start + 40):
            async with raw(at, client, after=after) as again:
                got = [await again.recv(decode=False) for _ in range(start + 40 - after)]
                assert got == live[after - start :]
                assert b'"view"' in (await again.recv(decode=False))[:8]
        async with raw(at, client, after=start, together=1) as again:
            assert (await again.recv(decode=False)).startswith(b"".join(live))
        async with raw(at, client, after=10**6) as ahead:
            assert msgspec.json.decode(await ahead.recv())["error"]["code"] == "conflict"


async def test_whoever_is_too_far_behind_begins_with_a_view(url, monkeypatch):
    monkeypatch.setattr(table_journal, "RECENT", 20)

    async with a_house(url, "dj-wild") as house, served(house) as at, at.guest("Ann") as client:
        keeper = house.keeper("dj-wild")
        await nora(house, keeper)
        await noise(keeper, 40)
        async with raw(at, client, after=0) as socket:
            assert msgspec.json.decode(await socket.recv())["error"]["code"] == "gone"
            assert msgspec.json.decode(await socket.recv())["n"] == keeper.stored
        async with client.table("dj-wild", after=0) as table:
            assert table.n == keeper.stored
            await noise(keeper, 2)
            await until(lambda: table.n == keeper.stored)


@pytest.mark.usefixtures("one_protocol")
async def test_a_slow_reader_is_let_go_and_resumes(url, monkeypatch):
    monkeypatch.setattr(web, "PATIENCE", 0.3)
    monkeypatch.setattr(web, "BEHIND", 100)

    async with a_house(url, "dj-wild") as house, served(house) as at, at.guest("Ann") as client:
        keeper = house.keeper("dj-wild")
        await nora(house, keeper)
        await asyncio.sleep(0.05)
        start = keeper.stored
        reader, writer = await asyncio.open_connection("127.0.0.1", int(at.url.rpartition(":")[2]), limit=1024)
        writer.transport.get_extra_info("socket").setsockopt(1, 8, 4096)  # SO_RCVBUF
        writer.write(
            b"GET /api/tables/dj-wild/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n"
            b"Cookie: croupier=" + client.token.encode() + b"\r\n\r\n"
        )
        await until(lambda: len(keeper.listeners) == 1)
        big = b"x" * 1_000_000  # views this long fill what the network holds
        monkeypatch.setattr(type(at.desk), "view_json", lambda *_: b'{"long":"%b"}' % big)
        async with asyncio.timeout(ENOUGH):
            while keeper.listeners:
                await noise(keeper, 10)
        assert keeper.broken is None
        monkeypatch.undo()
        writer.close()
        async with client.table("dj-wild", after=max(start, keeper.recent[0].n)) as table:
            await until(lambda: table.n == keeper.stored)
        del reader


async def drained(socket):
    while True:
        await asyncio.wait_for(socket.recv(), ENOUGH)


def frames(chance):
    """Random frames: bytes, JSON of any shape, commands with a field wrong, deep nests, huge numbers."""
    good = [
        {"command": {"command": "place", "seat": 6, "wager": "ante", "amount": 1000}, "key": "k"},
        {"command": {"command": "sit", "player": "Nora", "seat": 2}, "key": "k"},
        {"command": {"command": "perform", "step": "cut", "value": 5}, "key": "k"},
        {"command": {"command": "direct", "order": "fill", "amount": 5}, "key": "k"},
        {"command": {"command": "decide", "seat": 6, "decision": "fold"}, "key": "k"},
    ]
    junk: list[object] = [
        None,
        True,
        -1,
        0.5,
        10**30,
        -(2**63),
        "",
        "\0",
        "é" * 50,
        [],
        {},
        [[[[]]]],
        {"a": {"b": [1]}},
        "x" * 3000,
    ]

    def spoiled():
        told = msgspec.json.decode(msgspec.json.encode(chance.choice(good)))
        target = told if chance.random() < 0.4 else told["command"]
        if chance.random() < 0.3 and target:
            target.pop(chance.choice(list(target)))
        else:
            target[chance.choice([*target, "extra", "seat", "value", "cards", "command"])] = chance.choice(junk)
        return msgspec.json.encode(told)

    for _ in range(FRAMES):
        kind = chance.randrange(5)
        if kind == 0:
            yield chance.randbytes(chance.randrange(200))
        elif kind == 1:
            yield msgspec.json.encode(chance.choice(junk))
        elif kind == 2:
            whole = msgspec.json.encode(chance.choice(good))
            yield whole[: chance.randrange(len(whole))] + chance.choice([b"", b"}", b"\xff", b"]", b"\n"])
        elif kind == 3:
            yield b"[" * chance.randrange(1, 3000) + b"{" * chance.randrange(50)
        else:
            yield spoiled()


async def test_malformed_frames_change_nothing(url):
    """Sent by someone who sits nowhere and has no chips: whatever they say, the table stays as it is."""
    async with a_house(url, "dj-wild") as house, served(house) as at, at.guest("Mal") as client:
        keeper = house.keeper("dj-wild")
        await nora(house, keeper)
        await asyncio.sleep(0.05)
        before = (keeper.table.bytes(), keeper.stored, house.database.balance("wallet:Mal"))
        answers = 0
        async with raw(at, client) as socket:
            await socket.recv()
            for frame in frames(random.Random(11)):
                await socket.send(frame, text=False)
                told = msgspec.json.decode(await asyncio.wait_for(socket.recv(), ENOUGH))
                assert "error" in told or told["answer"]["refused"], (frame, told)
                answers += 1
        assert answers == FRAMES
        async with raw(at, client) as socket:  # text that is no UTF-8 breaks the protocol, and only the connection
            await socket.recv()
            await socket.send(b"\xff\xfe", text=True)
            with pytest.raises(ConnectionClosed):
                await drained(socket)
        async with raw(at, client) as socket:
            await socket.recv()
            await socket.send("x" * 70_000)
            with pytest.raises(ConnectionClosed):
                await drained(socket)
        assert before == (keeper.table.bytes(), keeper.stored, house.database.balance("wallet:Mal"))
        assert keeper.broken is None
        house.audit()


@pytest.mark.usefixtures("one_protocol")
async def test_the_client_goes_on_when_a_keeper_is_replaced(url):
    async with (
        a_house(url, "dj-wild") as house,
        served(house) as at,
        at.at("Ann", "dj-wild") as table,
    ):
        assert not (await table.command(Sit(player="Ann", seat=1))).refused
        keeper = house.keeper("dj-wild")
        keeper.fail(HouseError("the disk is full", fault="storage"))
        answer = await asyncio.wait_for(table.command(BuyIn(player="Ann", amount=500)), ENOUGH)
        assert not answer.refused
        assert house.keeper("dj-wild") is not keeper
        assert house.keeper("dj-wild").table.accounts["player:Ann"] == 500
        assert 2 <= table.connections <= 4  # it may come back before the table does
        await table.command(Leave(seat=1))
        numbers = []
        async for message in table:
            if isinstance(message, Record):
                numbers.append(message.n)
                assert message.told()["n"] == message.n
            if message.n == house.keeper("dj-wild").stored:
                break
        assert numbers == list(range(numbers[0], numbers[-1] + 1))


async def test_the_client_says_why_it_cannot_go_on(url):
    async with a_house(url, "dj-wild") as house, served(house) as at, at.guest("Ann") as client:
        with pytest.raises(HouseError) as unknown:
            await client.table("nowhere").__aenter__()
        assert unknown.value.fault == "unknown"
        with pytest.raises(HouseError, match="already"):
            await client.guest("Ann")
        async with client.table("dj-wild") as table:
            with pytest.raises(HouseError) as denied:
                await table.command(Direct(order="reshuffle"))
            assert denied.value.fault == "denied"
            first = await table.command(Sit(player="Ann", seat=1), key="mine")
            assert await table.command(Sit(player="Ann", seat=1), key="mine") == first
            with pytest.raises(HouseError, match="another command"):
                await table.command(Sit(player="Ann", seat=2), key="mine")
    with pytest.raises(HouseError, match="no house answers"):
        await Client(at.url).guest("Bob")
