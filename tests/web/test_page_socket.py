"""Every socket of a page: who is let in, how it is closed; and the small answers of the server beside them."""

from __future__ import annotations

# ruff: noqa: SIM117 - a house, its server, and then whoever comes
import asyncio
import json
import time
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import pairwise

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from croupier.client import Client
from croupier.errors import HouseError
from croupier.house.people.roles import Person
from croupier.table import Sit
from croupier.web.sockets import page_socket
from tests.house.floor import ENOUGH, a_house, betting, open_table, served, until, within

SOCKETS = {
    "table": ("player", "/api/tables/dj-wild/socket"),
    "page": ("player", "/api/tables/dj-wild/page"),
    "dealing": ("dealer", "/api/tables/dj-wild/dealing"),
    "floor": ("floorperson", "/api/floor/socket"),
    "watch": ("surveillance", "/api/watch/socket?table=dj-wild"),
}


@asynccontextmanager
async def opened(at, role, path, token="", **headers):
    """Somebody in a role with a socket open."""
    people = at.desk.people
    if role and f"a {role}" not in {person.name for person in people.accounts.everyone()}:
        people.accounts.add(f"a {role}", None, [(role, "")])
    cookie = {"Cookie": f"croupier={token or people.session(f'a {role}')}"} if role else {}
    async with connect(
        at.url.replace("http", "ws") + path, additional_headers={**cookie, **headers}, proxy=None
    ) as one:
        yield one


@asynccontextmanager
async def a_house_for(kind, folder):
    """A house with a table that such a socket may be opened at."""
    async with (
        a_house(folder / "h.db", "dj-wild", automatic=kind != "dealing") as house,
        served(house) as at,
    ):
        yield at


async def revoked(at, role, path):
    """Seconds until a page whose role is taken back is closed."""
    async with opened(at, role, path) as page:
        assert await page.recv()
        began = time.monotonic()
        at.desk.people.accounts.withdraw(f"a {role}", role)
        assert await code(page) == 4401
        took = time.monotonic() - began
    at.desk.people.accounts.grant(f"a {role}", role)
    return took


async def code(socket):
    """How it is closed."""
    with suppress(ConnectionClosed):
        async with asyncio.timeout(ENOUGH):
            while await socket.recv():
                pass
    return socket.close_code


@pytest.mark.parametrize("kind", SOCKETS)
async def test_each_is_for_who_may_and_closed_in_time(tmp_path, kind):
    role, path = SOCKETS[kind]

    async with a_house_for(kind, tmp_path) as at:
        async with opened(at, "", path) as stranger:
            assert await code(stranger) == 4401
        async with opened(at, role, path, Origin="https://elsewhere.example") as other_site:
            assert await code(other_site) == 4403
        async with opened(at, "administrator", path) as nobody:
            assert await code(nobody) == 4403
        async with opened(at, role, path, Origin=at.url) as own:
            told = json.loads(await own.recv())
            assert ("purse" in told) == (kind == "page")  # what a player may buy in for comes with the first view
        await within(1, lambda: revoked(at, role, path))
        async with opened(at, role, path) as last:
            assert await last.recv()
            at.sockets.close()
            assert await code(last) == 1012
        async with opened(at, role, path) as failed:
            assert await failed.recv()
            at.desk.house.keeper("dj-wild").fail(HouseError("the disk is gone", fault="storage"))
            if kind not in {"floor", "watch"}:  # those go on with the keeper that takes the table up
                assert await code(failed) == 1012
        await until(lambda: not at.sockets.open)


@pytest.mark.parametrize("kind", SOCKETS)
async def test_each_ends_with_its_session(tmp_path, kind):
    role, path = SOCKETS[kind]

    async with a_house_for(kind, tmp_path) as at:
        people = at.desk.people
        people.accounts.add(f"a {role}", None, [(role, "")])
        here, there = (people.session(f"a {role}") for _ in range(2))
        async with opened(at, role, path, here) as left, opened(at, role, path, there) as other:
            assert await left.recv()
            assert await other.recv()
            await asyncio.to_thread(people.sign_out, here)
            assert await code(left) == 4401
            await (await other.ping())  # another session goes on
            await until(lambda: len(at.sockets.open) == 1)
        async with opened(at, role, path, people.session(f"a {role}", lasting=2_000)) as short:
            assert await code(short) == 4401


@pytest.mark.parametrize("kind", SOCKETS)
async def test_a_role_that_is_taken_back_while_a_socket_is_let_in_counts(tmp_path, monkeypatch, kind):
    role, path = SOCKETS[kind]

    async with a_house_for(kind, tmp_path) as at:
        admit = at.sockets.admit

        async def slowly(websocket):
            person = await admit(websocket)
            await asyncio.to_thread(at.desk.people.accounts.withdraw, f"a {role}", role)
            return person

        with monkeypatch.context() as patch:
            patch.setattr(at.sockets, "admit", slowly)
            async with opened(at, role, path) as late:
                assert await code(late) == 4401
        at.desk.people.accounts.grant(f"a {role}", role)
        async with opened(at, role, path) as again:
            assert await again.recv(), "what was before it counts no more"


async def test_a_server_that_ends_closes_every_socket_with_1012(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild", automatic=False) as house, AsyncExitStack() as left:
        async with served(house) as at:
            pages = [await left.enter_async_context(opened(at, *how)) for how in SOCKETS.values()]
            for page in pages:
                assert await page.recv()
        assert [await code(page) for page in pages] == [1012] * len(SOCKETS)
        assert not at.sockets.open


async def test_a_page_that_reads_nothing_is_let_go(monkeypatch):
    monkeypatch.setattr(page_socket, "PATIENCE", 0.05)

    class Slow:
        async def send_text(self, _: str) -> None:
            await asyncio.Event().wait()

        async def receive(self) -> None:
            await asyncio.Event().wait()

    class Page(page_socket.PageSocket):
        async def news(self) -> list[bytes]:
            return [b"news"]

    async with asyncio.timeout(ENOUGH):
        await Page(Slow(), Person("Ann", frozenset())).run()  # type: ignore[arg-type]


async def test_a_page_hears_the_fault_and_not_the_class_of_the_error(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house, served(house) as at:
        async with opened(at, *SOCKETS["page"]) as page:
            for command, fault in (
                ({"command": "dance"}, "conflict"),
                ({"command": "direct", "order": "admit"}, "denied"),
            ):
                await page.send(json.dumps({"command": command, "key": fault}))
                told = {}
                while "answer" not in told:
                    told = msgspec.json.decode(await page.recv())
                assert (told["answer"]["key"], told["answer"]["code"]) == (fault, fault)


async def test_a_closed_table_is_not_in_the_lobby_and_sells_no_chips(tmp_path):
    flo, sam = Person("Flo", frozenset({("floorperson", "")})), Person("Sam", frozenset({("shift-manager", "")}))

    async with a_house(tmp_path / "h.db", "over-under") as house, served(house) as at, at.guest("Ann") as client:
        keeper = await open_table(house, "dj-wild")
        assert [table.id for table in await client.tables()] == ["over-under", "dj-wild"]
        assert (await client._ask("GET", "/api/tables/dj-wild/purse"))["ways"]
        made = await at.desk.requests.ask(flo, {"table": "dj-wild", "kind": "close"})
        await at.desk.requests.approve(sam, made.id)
        await until(lambda: not keeper.table.open)
        assert [table.id for table in await client.tables()] == ["over-under"]
        purse = await client._ask("GET", "/api/tables/dj-wild/purse")
        assert (purse["ways"], purse["wallet"]) == ([], "$1,000.00")


async def test_head_is_answered_as_get_without_a_body(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house, served(house) as at:
        async with httpx.AsyncClient(base_url=at.url) as raw:
            for path in ("/", "/floor", "/pages/page.css", "/api/floor", "/healthz", "/readyz"):
                head, whole = await raw.head(path), await raw.get(path)
                assert (head.status_code, head.content) == (whole.status_code, b"") == (200, b""), path
                assert head.headers["content-type"] == whole.headers["content-type"]
                assert head.headers["content-length"] == whole.headers["content-length"]
            assert (await raw.head("/roulette")).status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "status", "fault"),
    [
        ("GET", "/api/roulette", 404, "unknown"),
        ("GET", "/api/session", 401, "denied"),
        ("GET", "/api/tables/dj-wild/purse", 401, "denied"),
        ("PATCH", "/api/tables", 405, "unknown"),
        ("GET", "/api/lab/par.doc", 404, "unknown"),
        ("GET", "/api/tables/dj-wild/rounds/one", 422, "bad-text"),
    ],
)
async def test_every_refusal_has_one_shape(tmp_path, method, path, status, fault):
    async with a_house(tmp_path / "h.db", "dj-wild") as house, served(house) as at:
        async with httpx.AsyncClient(base_url=at.url) as raw:
            answer = await raw.request(method, path)
            assert (answer.status_code, list(answer.json())) == (status, ["error"])
            error = answer.json()["error"]
            assert error["code"] == fault
            assert error["message"] == error["all"][0]["message"] != ""
            assert {"field", "cite"} < set(error)
        async with Client(at.url) as client:
            with pytest.raises(HouseError) as refused:
                await client._ask(method, path)
            assert (refused.value.fault, refused.value.message) == (fault, error["message"])


async def test_a_page_of_a_table_stays_while_it_is_played(tmp_path):
    """A view comes with each change, and nothing when nothing changed."""
    async with a_house(tmp_path / "h.db", "dj-wild") as house, served(house) as at, at.guest("Ann") as client:
        async with opened(at, *SOCKETS["page"]) as page, client.table("dj-wild") as table:
            await table.command(Sit(player="Ann", seat=3))
            await betting(house.keeper("dj-wild"))
            views: list[bytes] = []
            with suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    while True:
                        views.append(await page.recv(decode=False))
            assert views
            assert all(one != other for one, other in pairwise(views))
            assert msgspec.json.decode(views[-1])["view"]["phase"] == "betting"


@pytest.mark.parametrize("kind", ["table", "page"])
async def test_whoever_is_let_go_says_no_more_however_slowly_they_read(tmp_path, kind):
    role, path = SOCKETS[kind]
    sit = {"command": {"command": "sit", "player": "a player", "seat": 1}, "key": "sit"}

    async with a_house_for(kind, tmp_path) as at, opened(at, role, path) as client:
        await client.recv()
        (held,) = at.sockets.open
        if kind == "table":
            held.transport.writable.clear()
            held._put({})
        else:
            held.websocket.send_text = lambda _: asyncio.Event().wait()
            await client.send(json.dumps({"command": {}, "key": "x"}))
            await asyncio.sleep(0.05)
        at.desk.people.accounts.withdraw("a player", "player")
        await until(lambda: held.closing)
        await client.send(json.dumps(sit))
        await asyncio.sleep(0.05)
        assert not at.house.keeper("dj-wild").decided.seats
        held.transport.writable.set() if kind == "table" else None
