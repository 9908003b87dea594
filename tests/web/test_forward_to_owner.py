"""What is forwarded says in whose name, and nobody but a process of the house is believed."""

from __future__ import annotations

import asyncio
import time
from unittest.mock import AsyncMock

import httpx
import msgspec
import pytest
from starlette.requests import Request
from starlette.responses import Response

from croupier.errors import HouseError
from croupier.house.storage.database import Database
from croupier.journal.keys import Key
from croupier.language import current_language
from croupier.web.app import create
from croupier.web.forward_to_owner import Forward
from croupier.web.http.addresses import Proxies
from croupier.web.other_processes import ANSWERED, CLIENT, LANGUAGE, MARK, SESSION, SKEW, Others
from tests.house.floor import a_house, until
from tests.house.make import make_house


def asked(others, headers, kind="http", path="/", method="GET"):
    """Who asks, as the app behind it sees; and what is sent instead if nobody is let through."""
    seen, send = [], AsyncMock()

    async def app(scope, receive, send):
        seen.append(scope["client"][0])

    scope = {
        "type": kind,
        "method": method,
        "path": path,
        "query_string": b"",
        "client": ("127.0.0.1", 1),
        "headers": [(key.lower().encode(), value.encode()) for key, value in headers.items()],
        "extensions": {"websocket.http.response": {}},
    }
    asyncio.run(Forward(app, others)(scope, AsyncMock(return_value={"type": "websocket.connect"}), send))
    return seen[0] if seen else send.call_args_list[0].args[0]["status"]


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_in_whose_name_something_is_forwarded(tmp_path, kind, monkeypatch):
    async def made():
        async with a_house(tmp_path / "h.db") as house:
            return Others(house, Proxies("10.0.0.1"))

    others = asyncio.run(made())
    scope = {"client": ("10.0.0.1", 5), "headers": [(b"x-forwarded-for", b"203.0.113.9"), (b"cookie", b"croupier=t")]}
    ours = others.marked(scope, "GET", "/")
    assert "croupier=t" not in str(ours), "whoever is asked and has not the key reads no cookie"
    assert asked(others, ours, kind) == "203.0.113.9"
    assert LANGUAGE not in ours, "English needs no word"
    before = current_language.set("es")
    assert others.marked(scope, "GET", "/")[LANGUAGE] == "es"
    current_language.reset(before)
    assert asked(others, {CLIENT: "203.0.113.9"}, kind) == "127.0.0.1", "nobody claims to have forwarded it"
    for guess in ("1", ours[MARK][:-1], ours[MARK] + "0", "é", ours[MARK].replace(".", ""), f"9{ours[MARK]}"):
        assert asked(others, ours | {MARK: guess}, kind) == 403
    assert asked(others, ours | {CLIENT: "198.51.100.1"}, kind) == 403, "the code is for one client"
    assert asked(others, ours | {SESSION: others.marked(scope, "GET", "/")[SESSION]}, kind) == 403, "and one session"
    assert asked(others, ours, kind, path="/api/floor") == 403, "and for one request"
    if kind == "http":
        assert asked(others, ours, kind, method="POST") == 403
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + SKEW + 2)
    assert asked(others, ours, kind) == 403, "and for a while"


def test_a_process_with_another_key_is_not_believed(tmp_path):
    async def made(name, key):
        house = make_house(Database(tmp_path / name), key)
        await house.start()
        await house.stop()
        return Others(house, Proxies(""))

    ours, theirs = (asyncio.run(made(f"{n}.db", Key.throw_away(n))) for n in (1, 2))
    scope = {"client": ("203.0.113.9", 5), "headers": []}
    assert asked(ours, ours.marked(scope, "GET", "/")) == "203.0.113.9"
    assert asked(ours, theirs.marked(scope, "GET", "/")) == 403


@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_what_is_forwarded_is_asked_in_the_session_of_whoever_asks(tmp_path, kind):
    async with a_house(tmp_path / "h.db") as house:
        others, seen, sent = Others(house, Proxies("")), [], AsyncMock()

        async def app(scope, receive, send):
            seen.append(dict(scope["headers"])[b"cookie"])
            await send({"type": "http.response.start" if kind == "http" else "websocket.accept"})

        asks = {"client": ("203.0.113.9", 5), "headers": [(b"cookie", b"a=1; croupier=t; croupier-device=d")]}
        ours = others.marked(asks, "GET", "/")
        scope = {
            "type": kind,
            "method": "GET",
            "path": "/",
            "query_string": b"",
            "client": ("127.0.0.1", 1),
            "headers": [(k.encode(), v.encode()) for k, v in ours.items()],
        }
        await Forward(app, others)(scope, AsyncMock(), sent)
        shown = dict(sent.call_args.args[0]["headers"])[ANSWERED.encode()].decode()
        assert (seen, others.answers(ours, shown), others.answers(others.marked(asks, "POST", "/"), shown)) == (
            [b"croupier=t"],
            True,
            False,
        )


async def test_an_answer_without_the_houses_key_is_not_believed(tmp_path, monkeypatch):
    """Not on a page that asks every process, nor instead of a table's own."""

    async def there(reader, writer):
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n[]")
        await writer.drain()
        writer.close()

    async with a_house(tmp_path / "h.db") as house, await asyncio.start_server(there, "127.0.0.1", 0) as server:
        others, send = Others(house, Proxies("")), AsyncMock()
        address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        monkeypatch.setattr(house.keeping, "owners", AsyncMock(addresses={address}))
        monkeypatch.setattr(house.keeping, "where", AsyncMock(return_value=address))
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/api/tables/x",
            "query_string": b"",
            "headers": [],
            "client": ("127.0.0.1", 1),
            "scheme": "http",
            "server": ("127.0.0.1", 1),
        }
        request = Request(scope, AsyncMock(return_value={"type": "http.request"}))
        told = await others.ask(request, list[str])
        with pytest.raises(HouseError, match="taken up anew"):
            await others.instead(request, "x")
        await Forward(AsyncMock(), others)(scope, AsyncMock(return_value={"type": "http.request"}), send)
        await others.client.aclose()
        monkeypatch.undo()
        assert (told, send.call_args_list[0].args[0]["status"]) == ([], 503)


async def test_answers_that_nobody_takes_keep_no_question_from_being_forwarded(tmp_path):
    """A hundred of them were all the connections that there were between two processes."""
    came: list[asyncio.StreamWriter] = []

    async def hold(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        came.append(writer)

    async with a_house(tmp_path / "h.db") as house, await asyncio.start_server(hold, "127.0.0.1", 0) as there:
        others = Others(house, Proxies())
        where = f"http://127.0.0.1:{there.sockets[0].getsockname()[1]}/"
        asked = [asyncio.create_task(others.client.get(where)) for _ in range(120)]
        await until(lambda: len(came) == len(asked))
        for task in asked:
            task.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        await others.client.aclose()
        for writer in came:
            writer.close()


@pytest.mark.parametrize("sent", [b"", b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n"], ids=["nothing", "half"])
async def test_a_process_that_goes_before_it_has_answered(tmp_path, sent):
    """Asked again, it is found elsewhere; what was answered by half is not made to look whole."""
    ours: dict[str, Others] = {}

    async def there(reader, writer):
        told = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        mark = next(line.partition(": ")[2] for line in told if line.startswith(MARK))
        shown = ours["others"]._answer(mark).encode()
        writer.write(sent and b"%b%b: %b\r\n\r\nhalf" % (sent, ANSWERED.encode(), shown))
        await writer.drain()
        writer.close()

    async with a_house(tmp_path / "h.db") as house, await asyncio.start_server(there, "127.0.0.1", 0) as server:
        ours["others"] = others = Others(house, Proxies(""))
        forward = Forward(AsyncMock(), others)
        address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        scope = {
            "type": "http",
            "method": "GET",
            "path": "/api/tables/x",
            "query_string": b"",
            "headers": [],
            "client": ("127.0.0.1", 1),
        }
        send = AsyncMock()
        await forward._request(scope, AsyncMock(return_value={"type": "http.request"}), send, address)
        await others.client.aclose()
        begun, *bodies = [call.args[0] for call in send.call_args_list]
    if sent:
        assert begun["status"] == 200
        assert all(body.get("more_body") for body in bodies)
    else:
        told = msgspec.json.decode(bodies[0]["body"])["error"]
        assert (begun["status"], told["code"], told["field"]) == (503, "moved", "table")
        assert told["all"] == [{"message": told["message"], "field": "table", "cite": None}]


async def test_whatever_answers_a_request_is_done_where_its_table_is_kept(tmp_path):
    """A request that was withdrawn at another process while it was approved stopped the table."""
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        app = create(house)
        desk, asked_there = app.state.desk, []
        for name, role in (("Flo", "floorperson"), ("Pit", "floorperson")):
            desk.people.accounts.add(name, None, [(role, "")])
        made = await desk.requests.ask(
            desk.people.accounts.person("Flo"), {"kind": "fill", "table": "dj-wild", "amount": 1000}
        )

        async def instead(request, table):
            asked_there.append((request.url.path.rpartition("/")[2], table))
            return Response(b"{}", media_type="application/json")

        app.state.others.instead = instead
        transport = httpx.ASGITransport(app=app)
        async with httpx.AsyncClient(transport=transport, base_url="http://h") as client:
            for name, answer in (("Flo", "withdraw"), ("Pit", "refuse"), ("Pit", "approve")):
                cookie = {"Cookie": f"croupier={desk.people.session(name)}"}
                reply = await client.post(f"/api/requests/{made.id}/{answer}", headers=cookie)
                assert reply.status_code == 200, reply.text
        assert asked_there == [(answer, "dj-wild") for answer in ("withdraw", "refuse", "approve")]
        assert desk.requests.of(desk.people.accounts.person("Pit")).waiting[0].state == "waiting"
