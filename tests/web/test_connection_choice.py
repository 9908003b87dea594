"""Time-outs lean on uvicorn's internals: they are used with the versions that they fit, and uvicorn's own otherwise."""

from __future__ import annotations

import asyncio
import socket

import httpx
import pytest
from fastapi import FastAPI, Response

from croupier.errors import HouseError
from croupier.web.http.connections import connection_choice
from croupier.web.http.connections.connection_choice import CONNECTIONS, UVICORNS, connection_protocol
from croupier.web.http.connections.timeouts import TimeoutProtocol
from croupier.web.uvicorn_server import Server
from tests.house.floor import until


def test_the_time_outs_fit_the_installed_server():
    assert connection_choice.unfit() == ""
    made = connection_protocol(1, 2, 3)
    assert isinstance(made, type)
    assert issubclass(made, TimeoutProtocol)
    assert (made.head_seconds, made.body_seconds, made.takes_seconds) == (1, 2, 3)
    assert connection_protocol(1, 2, 3, "stock") == UVICORNS


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        ("FITTED", {"uvicorn": ((0, 1), (0, 2))}, "is not one that it was tested with"),
        ("OVERRIDDEN", {"data_received", "smoke_received"}, "has no smoke_received"),
        ("USED_FIELDS", {"cycle", "smoke"}, "has no smoke"),
        ("OF_A_REQUEST", {"more_body", "more_smoke"}, "has no more_smoke"),
    ],
)
def test_where_they_do_not_fit_uvicorns_own_is_used_and_the_log_says_so(monkeypatch, caplog, name, value, why):
    monkeypatch.setattr(connection_choice, name, value)
    assert connection_protocol(1, 2, 3, "timed") == UVICORNS
    assert why in caplog.text


async def test_a_server_without_them_serves(monkeypatch):
    monkeypatch.setenv(CONNECTIONS, "stock")
    app = FastAPI()
    app.get("/")(lambda: Response(b"served"))
    with socket.create_server(("127.0.0.1", 0)) as listening:
        server = Server(app)
        running = asyncio.create_task(server.run(listening))
        await until(lambda: server.started)
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{listening.getsockname()[1]}") as client:
            assert (await client.get("/")).content == b"served"
        server.stop()
        await running


def test_another_word_is_refused(monkeypatch):
    monkeypatch.setenv(CONNECTIONS, "quick")
    with pytest.raises(HouseError, match="CROUPIER_CONNECTIONS is timed or stock"):
        connection_protocol(1, 2, 3)
