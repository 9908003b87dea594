"""Metrics: the numbers move with what happens, name nobody, and are for this machine or the token."""

from __future__ import annotations

import asyncio
import random
import shutil
import threading
from collections import namedtuple

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import event

from croupier.cli.bot import Bot, strategy_of
from croupier.errors import HouseError
from croupier.house.storage import database as storing
from croupier.table import BuyIn, Sit
from croupier.web.http.addresses import Proxies
from croupier.web.http.operations import Operations
from croupier.web.routes.programs import health
from tests.house.floor import a_house, served, until


async def read(at, **headers):
    async with httpx.AsyncClient(base_url=at.url) as raw:
        reply = await raw.get("/metrics", headers=headers)
    assert reply.status_code == 200
    found = {}
    for family in text_string_to_metric_families(reply.text):
        for sample in family.samples:
            found[sample.name, *sorted(sample.labels.values())] = sample.value
    return found, reply.text


async def test_the_numbers_move(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house, served(house) as at:
        before, _ = await read(at)
        assert before["croupier_rounds_total",] == 0
        async with at.guest("Wilhelmina") as client, client.table("dj-wild", keep=False) as table:
            during, _ = await read(at)
            assert during["croupier_sockets",] == 1
            rules = await client.rules("dj-wild")
            bot = Bot(client, table, 1, strategy_of("random", rules, random.Random(1)), rules)
            await bot.sit()
            assert (await table.command(BuyIn(player="Wilhelmina", amount=10**7))).code == "short"
            await bot.play(3)
            assert (await table.command(Sit(player="Somebody else", seat=2))).refused
            with pytest.raises(HouseError, match="not a command"):
                await table.command({"command": "fly"})  # type: ignore[arg-type]
        async with httpx.AsyncClient(base_url=at.url) as raw:
            await raw.post("/api/session", json={"name": "Wilhelmina", "password": "wrong horse"})
        await until(lambda: not at.house.keeper("dj-wild").listeners)
        after, text = await read(at)
        assert after["croupier_rounds_total",] == 3
        assert after["croupier_commands_total", "done", "sit"] == 1
        assert after["croupier_commands_total", "illegal", "sit"] == 1
        assert after["croupier_commands_total", "conflict", "none"] == 1
        assert after["croupier_commands_total", "buy-in", "short"] == 1
        assert after["croupier_commands_total", "done", "place"] >= 3
        given = sum(value for key, value in after.items() if key[0] == "croupier_commands_total")
        assert after["croupier_command_seconds_count",] == given
        assert after["croupier_command_seconds_sum",] > 0
        assert after["croupier_refusals_total", "command", "short"] == 1
        assert after["croupier_refusals_total", "403", "request"] == 1
        assert after["croupier_sign_in_failures_total",] == 1
        assert after["croupier_records_total",] > 20
        assert after["croupier_commits_total",] == after["croupier_commit_seconds_count",] > 0
        assert after["croupier_queue_length",] >= 0
        assert after["croupier_sockets",] == 0
        assert sum(value for key, value in after.items() if key[0] == "croupier_tables") == 1
        assert "Wilhelmina" not in text
        assert "dj-wild" not in text


async def test_who_may_read_them(tmp_path):
    async with a_house(tmp_path / "h.db") as house:

        async def asked(operations, **headers):
            async with served(house, operations=operations) as at, httpx.AsyncClient(base_url=at.url) as raw:
                return (await raw.get("/metrics", headers=headers)).status_code

        assert await asked(Operations()) == 200
        assert await asked(Operations(), **{"X-Forwarded-For": "127.0.0.1"}) == 403  # somebody stands between
        assert await asked(Operations(behind=True)) == 403
        assert await asked(Operations(proxies=Proxies("loopback"))) == 403
        token = Operations(metrics_token="open sesame", behind=True)  # noqa: S106 - of a test
        assert await asked(token) == 403
        assert await asked(token, Authorization="Bearer open sesam") == 403
        assert await asked(token, Authorization="Bearer open sesame", Via="1.1 proxy") == 200


async def test_a_broken_table_is_counted_and_recovers(tmp_path, monkeypatch):
    async with a_house(tmp_path / "h.db", "dj-wild") as house, served(house) as at:
        keeper = house.keeper("dj-wild")
        monkeypatch.setattr(type(keeper), "read", _never)
        keeper.fail(HouseError("a test", fault="storage"))
        assert (await read(at))[0]["croupier_tables_broken",] == 1
        async with httpx.AsyncClient(base_url=at.url) as raw:
            assert "dj-wild" in (await raw.get("/readyz")).text
        monkeypatch.undo()
        await until(lambda: house.keeper("dj-wild").broken is None)
        assert (await read(at))[0]["croupier_tables_broken",] == 0


def _never(_, **__):
    raise HouseError("not now", fault="storage")


async def ready(at):
    async with httpx.AsyncClient(base_url=at.url, headers={"Accept": "application/json"}) as raw:
        reply = await raw.get("/readyz")
        return reply.status_code, reply.json()


async def test_readiness_says_why_not(tmp_path, monkeypatch):
    monkeypatch.setattr(health, "ANSWER_LASTS", 0.0)

    async with a_house(tmp_path / "h.db", "dj-wild") as house, served(house) as at:
        assert await ready(at) == (200, {"ready": True, "why": [], "tables": 1, "set-aside": []})
        with monkeypatch.context() as during:
            during.setattr(storing, "put", _full)
            assert await ready(at) == (
                503,
                {
                    "ready": False,
                    "why": ["the database cannot be written: the database failed: disk I/O error"],
                    "tables": 1,
                    "set-aside": [],
                },
            )
        with monkeypatch.context() as during:
            usage = namedtuple("usage", "free")  # noqa: PYI024 - as of shutil
            during.setattr(shutil, "disk_usage", lambda _: usage(1000))
            assert (await ready(at))[1]["why"] == ["the disk of the database is full"]
        with monkeypatch.context() as during:
            during.setattr(health, "WRITE_TIMEOUT", 0.0)
            assert (await ready(at))[1]["why"] == ["the database does not answer"]
        assert (await ready(at))[0] == 200
        busy = threading.Event()
        with monkeypatch.context() as during:
            during.setattr(health, "WRITE_TIMEOUT", 0.5)
            waiting = [asyncio.get_running_loop().run_in_executor(None, busy.wait) for _ in range(64)]
            try:
                assert (await ready(at))[1]["why"] == ["every thread is busy"]
            finally:
                busy.set()
                await asyncio.gather(*waiting)
        assert (await ready(at))[0] == 200
        await house.drain(1)
        assert (await ready(at))[1]["why"] == ["ending: no new round begins"]


def _full(*_):
    raise OSError("disk I/O error")


def _reads_only(connection, *_):
    """As every connection is that is made after the server's administrator has said so."""
    connection.execute("set default_transaction_read_only = on")
    connection.commit()


async def test_readiness_of_a_database_that_is_read_only(new_postgres, monkeypatch):
    monkeypatch.setattr(health, "ANSWER_LASTS", 0.0)
    async with a_house(new_postgres(), "dj-wild") as house, served(house) as at:
        assert (await ready(at))[0] == 200
        event.listen(house.database.engine, "checkout", _reads_only)
        status, told = await ready(at)
        assert status == 503
        assert "read-only" in told["why"][-1]
