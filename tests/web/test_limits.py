"""Limits: nobody who plays meets one, whoever goes on is refused with a time, and nothing grows without bound."""

from __future__ import annotations

import asyncio
import random
from contextlib import asynccontextmanager
from itertools import count
from typing import Any

import httpx
import msgspec
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from croupier.cli.bot import Bot, strategy_of
from croupier.errors import BadText
from croupier.web.http.addresses import Proxies
from croupier.web.http.limits import rate_limiter, socket_meter
from croupier.web.http.limits.buckets import Buckets
from croupier.web.http.limits.rate_limiter import Limits
from croupier.web.http.operations import Operations
from tests.house.floor import a_house, served, until
from tests.web.test_table_socket import raw


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_limit_lets_so_many_through_and_gives_them_back():
    clock = Clock()
    buckets = Buckets(2, 10, clock=clock)
    assert [buckets.take("ann") for _ in range(10)] == [0.0] * 10
    assert buckets.take("ann") == pytest.approx(0.5)
    assert buckets.take("bob") == 0
    clock.now += 0.5
    assert buckets.take("ann") == 0
    assert buckets.take("ann", 3) == pytest.approx(1.5)
    clock.now += 1000
    assert buckets.take("ann", 50) == 0  # more than ever fit at once goes when all of it is there
    assert buckets.take("ann") > 0


def test_a_limit_remembers_only_so_many(monkeypatch):
    monkeypatch.setattr("croupier.web.http.limits.buckets.MAX_BUCKETS", 100)
    clock = Clock()
    buckets = Buckets(1, 2, clock=clock)
    for n in range(1000):
        buckets.take(n)
        clock.now += 0.001
    assert len(buckets) <= 100
    clock.now += 10
    buckets.take("ann")
    assert len(buckets) == 1  # those who asked for nothing lately go first


def test_whose_word_is_taken_for_an_address():
    assert Proxies().client("203.0.113.9", "198.51.100.1") == "203.0.113.9"
    near = Proxies("loopback")
    assert near.client("127.0.0.1", "198.51.100.1") == "198.51.100.1"
    assert near.client("::ffff:127.0.0.1", "198.51.100.1") == "198.51.100.1"
    assert near.client("127.0.0.1", "") == "127.0.0.1"
    assert near.client("127.0.0.1", "1.1.1.1, 198.51.100.1") == "198.51.100.1"  # what the client wrote is not believed
    assert near.client("127.0.0.1", "198.51.100.1, rubbish") == "127.0.0.1"
    assert near.client("203.0.113.9", "198.51.100.1") == "203.0.113.9"
    two = Proxies("10.0.0.0/24, 192.0.2.1")
    assert two.client("10.0.0.3", "198.51.100.1, 192.0.2.1") == "198.51.100.1"
    with pytest.raises(BadText, match="neither loopback"):
        Proxies("my-proxy")


def test_settings_say_what_is_wrong_with_them():
    assert Limits.read({"sign-in": 3}).sign_in == 3
    with pytest.raises(BadText, match="none of sign-in, guests"):
        Limits.read({"signin": 3})
    for wrong in (0, -1, 1.5, "3", True):
        with pytest.raises(BadText, match="whole number"):
            Limits.read({"guests": wrong})


@asynccontextmanager
async def limited(folder, operations, *games):
    async with a_house(folder / "h.db", *games) as house, served(house, operations=operations) as at:
        yield at


async def test_too_many_sign_ins_and_guests(tmp_path):
    limits = Operations(limits=Limits(sign_in=3, guests=2), proxies=Proxies("loopback"))
    async with limited(tmp_path, limits) as at, httpx.AsyncClient(base_url=at.url) as raw:
        wrong = {"name": "Ann", "password": "wrong horse"}
        codes = [(await raw.post("/api/session", json=wrong)).status_code for _ in range(4)]
        assert codes == [403, 403, 403, 429]
        refused = await raw.post("/api/session", json=wrong)
        assert 1 <= int(refused.headers["retry-after"]) <= 20
        assert {"message", "field", "cite", "code", "all", "retry"} == refused.json()["error"].keys()
        assert "too many sign-ins; ask again in" in refused.json()["error"]["message"]
        assert refused.headers["x-content-type-options"] == "nosniff"
        other = await raw.post("/api/session", json=wrong, headers={"X-Forwarded-For": "198.51.100.1"})
        assert other.status_code == 403  # another address has its own
        names = [(await raw.post("/api/guest", json={"name": f"G{n}"})).status_code for n in range(3)]
        assert names == [200, 200, 429]
        assert (await raw.get("/healthz")).status_code == 200


async def test_nobody_keeps_a_known_browser_at_the_same_address_from_signing_in(tmp_path):
    limits = Operations(limits=Limits(sign_in=3))
    async with limited(tmp_path, limits) as at, httpx.AsyncClient(base_url=at.url) as known:
        at.desk.people.accounts.add("Bob", "purple owl ladder 9")
        own = {"name": "Bob", "password": "purple owl ladder 9"}
        assert (await known.post("/api/session", json=own)).status_code == 200
        token = known.cookies["croupier-device"]
        async with httpx.AsyncClient(base_url=at.url) as mal:
            for cookie in ("", "", "croupier-device=invented", f"croupier-device={token[:-1]}"):
                wrong = {"name": "Nobody", "password": "wrong horse"}
                code = (await mal.post("/api/session", json=wrong, headers={"Cookie": cookie})).status_code
            assert code == 429
            passkey = await mal.post("/api/session/passkey", json={"challenge": "x", "passkey": {}})
            assert passkey.status_code == 403, "a passkey cannot be guessed, and does not wait"
        assert (await known.post("/api/session", json=own)).status_code == 200
        codes = [(await known.post("/api/session", json=own)).status_code for _ in range(3)]
        assert codes[-1] == 429, "its own limit it has all the same"


async def test_a_guests_cookie_is_no_limit_of_its_own(tmp_path):
    """Whoever wants to is a hundred guests in a minute: each had as many sign-ins as an address has."""
    async with limited(tmp_path, Operations(limits=Limits(sign_in=3))) as at:
        codes = []
        for n in range(3):
            async with httpx.AsyncClient(base_url=at.url) as mal:
                assert (await mal.post("/api/guest", json={"name": f"Guest {n}"})).status_code == 200
                for name in ("Nobody", f"Guest {n}"):
                    wrong = {"name": name, "password": "wrong horse"}
                    codes.append((await mal.post("/api/session", json=wrong)).status_code)
                twice = f"croupier-device={mal.cookies['croupier-device']}; croupier-device=invented"
                mal.cookies.clear()
                told = await mal.post("/api/session", json=wrong, headers={"Cookie": twice})
                codes.append(told.status_code)
        assert codes[:3] == [403, 403, 403]
        assert codes.count(429) == 3, "six are looked at: three with a cookie of ours, and three without"


async def test_an_address_of_the_sixth_version_is_counted_by_its_half(tmp_path):
    limits = Operations(limits=Limits(guests=1), proxies=Proxies("loopback"))
    async with limited(tmp_path, limits) as at, httpx.AsyncClient(base_url=at.url) as raw:
        codes = []
        for n, address in enumerate(("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1")):
            told = await raw.post("/api/guest", json={"name": f"G{n}"}, headers={"X-Forwarded-For": address})
            codes.append(told.status_code)
        assert codes == [200, 429, 200]


async def test_requests_of_a_session_and_of_an_address(tmp_path):
    limits = Operations(limits=Limits(requests=1))
    async with limited(tmp_path, limits) as at, at.guest("Ann") as ann, httpx.AsyncClient(base_url=at.url) as raw:
        asked = [(await raw.get("/healthz")).status_code for _ in range(10)]
        assert set(asked) == {200}
        raw.cookies.set("croupier", ann.token)
        asked = [told.status_code for told in await asyncio.gather(*(raw.get("/api/session") for _ in range(40)))]
        assert asked.count(200) >= 5
        assert asked.count(429) >= 5
        twice = [f"croupier={n}; croupier={ann.token}" for n in range(4)]
        raw.cookies.clear()
        asked = [(await raw.get("/api/session", headers={"Cookie": one})).status_code for one in twice]
        assert 429 in asked, "it is known by the cookie that opens its door"
        forged = [raw.get("/healthz", headers={"Cookie": f"croupier={n}"}) for n in range(120)]
        refused = [told.status_code for told in await asyncio.gather(*forged)].count(429)
        assert refused > 10  # new names for a session do not help


async def _over(socket, page):
    """Commands until the server lets go; what it said."""
    said = []
    command = {"command": "leave", "seat": 6}
    try:
        for n in count():
            await socket.send(msgspec.json.encode({"key": f"k{n}", "command": command}), text=True)
            told: dict[str, dict[str, str]] = {}
            while not told.keys() & {"answer", "error"}:
                told = msgspec.json.decode(await socket.recv())
            said.append(told["answer"] if page else told.get("error") or told["answer"])
    except ConnectionClosed as closed:
        return said, closed.rcvd and closed.rcvd.code


@pytest.mark.parametrize("page", [False, True], ids=["socket", "page"])
async def test_a_socket_that_goes_on_is_told_busy_and_then_let_go(tmp_path, monkeypatch, page):
    monkeypatch.setattr(socket_meter, "GOES_ON", 5)

    limits = Operations(limits=Limits(commands=1))
    async with limited(tmp_path, limits, "dj-wild") as at, at.guest("Ann") as client:
        if page:
            monkeypatch.setattr("tests.web.test_table_socket.connect", _to_page)
        async with raw(at, client) as socket:
            said, code = await _over(socket, page)
        assert code == socket_meter.TRY_LATER
        busy = [told for told in said if told["code"] == "busy"]
        assert len(busy) == 5
        assert len(said) - len(busy) in {3, 4}
        assert all(0 < told["retry"] <= 1 for told in busy)
        assert busy[0]["key"] == f"k{said.index(busy[0])}"
        assert at.house.keeper("dj-wild").broken is None
        async with raw(at, client) as again:  # the next one waits its time
            assert await again.recv()


def _to_page(address, **given):
    from websockets.asyncio.client import connect

    return connect(address.replace("/socket?", "/page?"), **given)


def test_a_frame_of_very_many_commands_is_refused_in_one_word():
    told: list[str] = []
    nobody: Any = None
    gate = rate_limiter.RateLimiter(nobody, Limits(), Proxies(), (told.append,))
    measure = socket_meter.SocketMeter(gate, "Ann", nobody, nobody, page=False)
    assert not measure.over(b"{}\n" * socket_meter.LINES)
    assert len(measure.over(b"\n" * 60_000)) == 1
    assert measure.goes_on  # and it is let go
    assert told == ["commands"]


async def test_too_many_sockets_are_refused_before_they_open(tmp_path):
    limits = Operations(limits=Limits(connects=2))
    async with limited(tmp_path, limits, "dj-wild") as at, at.guest("Ann") as client:
        for _ in range(2):
            async with raw(at, client) as socket:
                await socket.recv()
        with pytest.raises(InvalidStatus) as refused:
            await raw(at, client)
        assert refused.value.response.status_code == 429
        assert refused.value.response.headers["retry-after"]


async def test_so_many_sockets_are_open_at_once(tmp_path):
    """Sockets that were opened slowly and never closed once used up every connection that the process can have."""
    limits = Operations(limits=Limits(sockets=1))
    async with limited(tmp_path, limits, "dj-wild") as at, at.guest("Ann") as client, at.guest("Bob") as other:
        async with raw(at, client) as socket:
            await socket.recv()
            with pytest.raises(InvalidStatus) as refused:
                await raw(at, client)
            assert refused.value.response.status_code == 429
            async with raw(at, other) as another:
                await another.recv()
        await until(lambda: not at.sockets.open)
        async with raw(at, client) as socket:
            await socket.recv()


async def test_nobody_has_sign_ins_begun_without_end(tmp_path):
    """Each beginning is stored, by whoever asks: hundreds a second kept the threads in which sessions are looked up."""
    limits = Operations(limits=Limits(sign_in=1))
    async with limited(tmp_path, limits) as at, httpx.AsyncClient(base_url=at.url) as client:
        for method, path in (("POST", "/api/session/passkey/options"), ("GET", "/api/oidc")):
            came = [(await client.request(method, path)).status_code for _ in range(6)]
            assert 429 not in came[:4], path
        last = [(await client.post("/api/session/passkey/options")).status_code for _ in range(2)]
        assert last == [429, 429]
        shown = await client.post("/api/session/passkey", json={"challenge": "x", "passkey": {}})
        assert shown.status_code != 429, "whoever has begun can go on"


async def test_six_bots_at_full_speed_meet_no_limit(tmp_path):
    """The limits that `croupier serve` has."""
    limits = Operations(limits=Limits())
    async with a_house(tmp_path / "h.db", "dj-wild") as house, served(house, operations=limits) as at:

        async def play(seat):
            async with at.guest(f"Bob {seat}") as client, client.table("dj-wild", keep=False) as table:
                rules = await client.rules("dj-wild")
                bot = Bot(client, table, seat, strategy_of("random", rules, random.Random(seat)), rules)
                await bot.sit()
                await bot.play(5)

        await asyncio.gather(*(play(seat) for seat in range(1, 7)))
        async with httpx.AsyncClient(base_url=at.url) as raw:
            told = (await raw.get("/metrics")).text
        assert 'code="busy"' not in told
        assert 'status="429"' not in told
