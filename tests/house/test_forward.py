"""What is forwarded says in whose name, and nobody but a process of the house is believed."""

from __future__ import annotations

import asyncio
from unittest.mock import AsyncMock

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
