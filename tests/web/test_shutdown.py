"""The end of a server: in order under load, and at once when asked twice."""

from __future__ import annotations

import asyncio
import json
import signal

import httpx

from croupier.client import Client
from tests.faults.kills import Told, busy, check, loaded, serving
from tests.house.floor import ENOUGH, until
from tests.house.serving import Serving, dealt_in
from tests.support import plain


async def test_an_orderly_end_under_load_loses_nothing(tmp_path):
    told = Told()

    server = await serving(tmp_path, "--grace", "2", "--log", "json")

    async def strike(load):
        for _ in range(3):
            await busy(told, load, 40)
            assert await server.end() == 0
            lines = [json.loads(line) for line in server.said.splitlines() if line.startswith("{")]
            assert [line["what"] for line in lines][-1] == "ended"
            assert "asked to end" in [line["what"] for line in lines]
            assert not [line for line in lines if line["level"] == "error"]
            await server.start()
        await busy(told, load)

    await loaded(server.url, told, strike)
    assert await server.end() == 0
    await check(tmp_path / "house.db", told, [])
    assert len(told.done) > 100


async def test_asked_twice_it_ends_at_once(tmp_path):
    async with asyncio.timeout(2 * ENOUGH):
        serving = Serving(tmp_path, "--pace", "0", "--betting", "0.1", "--decision", "600", "--grace", "600")
        await serving.start()
        async with Client(serving.url) as client, httpx.AsyncClient(base_url=serving.url) as raw:
            await client.guest("Ann")
            async with client.table("dj-wild") as table:
                await dealt_in(table, "Ann")
                cards = plain(table.view.seats[1])["cards"]
                serving.process.send_signal(signal.SIGTERM)
                why = ""
                while "ending" not in why:
                    why = (await raw.get("/readyz")).text
                assert (await raw.get("/healthz")).text == "ok"
                assert serving.process.returncode is None
                assert await serving.end() == 0
                assert "go on at the next start" in serving.said
                again = Serving(tmp_path, "--grace", "0.2")
                again.port, again.url = serving.port, serving.url
                await again.start()
                await until(lambda: table.connections == 2)
                assert (await table.changed()).phase == "deciding"
                assert plain(table.view.seats[1])["cards"] == cards
        assert await again.end() == 0
