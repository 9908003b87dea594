"""What is forwarded says in whose name, and nobody but a process of the house is believed."""

from __future__ import annotations

import asyncio
from unittest.mock import AsyncMock

import msgspec
import pytest

from croupier.web.addresses import Proxies
from croupier.web.forward import CLIENT, MARK, Forward, Others
from tests.house.floor import a_house


def asked(others, headers, kind="http"):
    """Who asks, as the app behind it sees."""
    seen = []

    async def app(scope, receive, send):
        seen.append(scope["client"][0])

    scope = {"type": kind, "method": "GET", "path": "/", "query_string": b"", "client": ("127.0.0.1", 1),
             "headers": [(key.lower().encode(), value.encode()) for key, value in headers.items()]}  # fmt: skip
    asyncio.run(Forward(app, others)(scope, AsyncMock(), AsyncMock()))
    return seen[0]


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_in_whose_name_something_is_forwarded(tmp_path, kind):
    async def made():
        async with a_house(tmp_path / "h.db") as house:
            return Others(house, Proxies("10.0.0.1"))

    others = asyncio.run(made())
    scope = {"client": ("10.0.0.1", 5), "headers": [(b"x-forwarded-for", b"203.0.113.9"), (b"cookie", b"croupier=t")]}
    ours = others.marked(scope)
    assert ours["Cookie"] == "croupier=t"
    assert asked(others, ours, kind) == "203.0.113.9"
    assert asked(others, {CLIENT: "203.0.113.9"}, kind) == "127.0.0.1"
    for guess in ("", "1", ours[MARK][:-1], ours[MARK] + "0", "é"):
        assert asked(others, ours | {MARK: guess}, kind) == "127.0.0.1"


@pytest.mark.parametrize("sent", [b"", b"HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf"], ids=["nothing", "half"])
def test_a_process_that_goes_before_it_has_answered(tmp_path, sent):
    """Asked again, it is found elsewhere; what was answered by half is not made to look whole."""

    async def there(reader, writer):
        await reader.readline()
        writer.write(sent)
        await writer.drain()
        writer.close()

    async def go():
        async with a_house(tmp_path / "h.db") as house, await asyncio.start_server(there, "127.0.0.1", 0) as server:
            others = Others(house, Proxies(""))
            forward = Forward(AsyncMock(), others)
            address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            scope = {"type": "http", "method": "GET", "path": "/api/tables/x", "query_string": b"", "headers": [],
                     "client": ("127.0.0.1", 1)}  # fmt: skip
            send = AsyncMock()
            await forward._request(scope, AsyncMock(return_value={"type": "http.request"}), send, address)
            await others.client.aclose()
            return [call.args[0] for call in send.call_args_list]

    begun, *bodies = asyncio.run(go())
    if sent:
        assert begun["status"] == 200
        assert all(body.get("more_body") for body in bodies)
    else:
        told = msgspec.json.decode(bodies[0]["body"])["error"]
        assert (begun["status"], told["code"], told["field"]) == (503, "moved", "table")
        assert told["all"] == [{"message": told["message"], "field": "table", "cite": None}]
