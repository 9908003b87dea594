"""Logs: what an operator needs, and nothing that anyone could cheat with."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import random
import threading
import time
from contextlib import suppress

import httpx
import pytest

from croupier.cli.bot import Bot, strategy_of
from croupier.errors import HouseError
from croupier.house.storage import database as storing
from croupier.table import Actor, Perform, Sit
from croupier.web.http import logs
from tests.house.floor import ENOUGH, a_house, open_table, served, until


@pytest.fixture
def told():
    stream = io.StringIO()
    end = logs.begin("json", stream)
    ended = False

    def lines():
        nonlocal ended
        if not ended:
            end()
            ended = True
        return [json.loads(line) for line in stream.getvalue().splitlines()]

    yield lines
    lines()


async def test_a_played_round_leaves_no_secret(tmp_path, told):
    secrets: set[str] = set()
    cards: set[str] = set()

    async with a_house(tmp_path / "h.db", "dj-wild") as house, served(house) as at:
        at.desk.people.accounts.add("Fred", "correct horse", [("floorperson", "")])
        async with at.guest("Ann") as client, client.table("dj-wild") as table, at.client() as fred:
            secrets.update({client.token, "correct horse", "wrong horse"})
            await fred.sign_in("Fred", "correct horse")
            secrets.add(fred.token)
            with pytest.raises(HouseError):
                await fred.sign_in("Fred", "wrong horse")
            rules = await client.rules("dj-wild")
            bot = Bot(client, table, 1, strategy_of("random", rules, random.Random(1)), rules)
            await bot.sit()
            await bot.play(3)
            assert (await table.command(Sit(player="Ann", seat=9))).refused
            keeper = house.keeper("dj-wild")
            for line in (sent.line for sent in keeper.recent):
                event = json.loads(line).get("event", {})
                secrets.update(filter(None, (event.get("sealed"), event.get("seed"), event.get("order"))))
                secrets.update(event.get("salts", ()))
            seed, order = keeper.vault.opening(str(keeper.table.active))
            secrets.update({seed, keeper.vault._kept[str(keeper.table.active)].seed.hex()})
            cards.add(order)
            turning = Perform(step="turn", cards="As Kd", salts=("salted",))
            keeper.fail(HouseError(f"the staff could not {turning}: it is not due", fault="storage"))
            await until(lambda: house.keeper("dj-wild") is not keeper)
            async with httpx.AsyncClient(base_url=at.url) as raw:
                await raw.get("/administrator?token=not-for-the-log")
                await raw.post("/api/administrator", json={"token": "not-for-the-log"})
            secrets.add("not-for-the-log")
    found = told()
    text = json.dumps(found)
    assert len(secrets) > 10
    for secret in secrets | cards | {"salted", "As Kd"}:
        assert secret not in text
    whats = [line["what"] for line in found]
    assert {"request", "request refused", "command refused", "table failed", "table taken up again"} <= set(whats)
    refused = next(line for line in found if line["what"] == "command refused")
    assert (refused["table"], refused["command"], refused["person"]) == ("dj-wild", "sit", "Ann")
    failed = next(line for line in found if line["what"] == "table failed")
    assert failed["level"] == "error"
    assert failed["code"] == "storage"
    assert all(line["time"].endswith("Z") for line in found)


def test_the_end_of_a_long_trace_says_what_went_wrong(told):
    """One of a request goes through so many layers that it is longer than a line may be."""

    def one(n):
        return [][n] if n == 0 else other(n - 1)

    def other(n):
        return one(n)

    try:
        one(60)
    except IndexError:
        logging.getLogger("croupier").exception("it failed")
    (line,) = told()
    assert len(line["trace"]) <= logs.MAX_LOG_TEXT + 10
    assert line["trace"].startswith("Traceback")
    assert line["trace"].endswith("IndexError: list index out of range")


async def test_a_full_disk_fills_no_log(tmp_path, told, monkeypatch):
    """A table that fails again and again waits longer each time, and goes on by itself when there is room."""
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await until(lambda: keeper.table.phase == "betting" or keeper.stored > 3)
        with monkeypatch.context() as during:
            for way in ("usual", "put"):
                during.setattr(storing, way, _full)
            for _ in range(40):
                with suppress(HouseError):
                    await house.keeper("dj-wild").ask(Sit(player="Ann", seat=1), Actor("player", "Ann"))
                await asyncio.sleep(0.05)
        await until(lambda: house.keeper("dj-wild").broken is None)
        assert not (await house.keeper("dj-wild").ask(Sit(player="Ann", seat=1), Actor("player", "Ann"))).refused
    failed = [line for line in told() if line["what"] == "table failed"]
    assert 2 <= len(failed) <= 10


def _full(*_):
    raise OSError("database or disk is full")


async def test_what_only_reads_is_not_logged(tmp_path, told):
    async with a_house(tmp_path / "h.db") as house, served(house) as at:
        await open_table(house)
        async with httpx.AsyncClient(base_url=at.url) as raw:
            assert (await raw.get("/readyz")).status_code == 200
            assert (await raw.get("/api/tables")).status_code == 401
            assert (await raw.get("/metrics", headers={"Via": "1.1 proxy"})).status_code == 403
            await raw.post("/api/guest", json={"name": "Ann"})
            assert (await raw.post("/api/play-money", headers={"Idempotency-Key": "k"})).status_code == 403
            assert (await raw.delete("/api/session")).status_code == 200
    assert [(line["what"], line.get("path"), line.get("person")) for line in told()] == [
        ("request refused", "/metrics", None),
        ("request", "/api/guest", None),
        ("request refused", "/api/play-money", "Ann"),
        ("request", "/api/session", None),
    ]


def test_a_trace_and_a_line_break_stay_in_their_line():
    stream = io.StringIO()
    end = logs.begin("text", stream)
    logging.getLogger("croupier").info("two\nlines", extra={"told": {"path": "/a\nb", "n": 3, "why": "two words"}})
    try:
        _fail()
    except HouseError:
        logging.getLogger("anyone").exception("it failed")
    end()
    lines = stream.getvalue().splitlines()
    assert lines[0].endswith('info    "two\\nlines" path="/a\\nb" n=3 why="two words"')
    assert "error   it failed" in lines[1]
    assert lines[-1].endswith("could not Perform(…)")
    assert "As" not in stream.getvalue()


def test_a_message_is_made_safe_in_one_look_at_it():
    """What people send stands in messages: of this one every bracket was looked at from every other, for minutes."""
    assert logs.safe("A(" * 300_000) == ("A(" * 300_000)[: logs.MAX_LOG_TEXT]
    assert logs.safe("at x: A(b) or C(d), and (e) f\nnot (this) but D(g)") == "at x: A(…) f\nnot (this) but D(…)"


def _fail():
    raise HouseError(f"could not {Perform(step='turn', cards='As')}")


def test_a_reader_who_stops_reading_stops_nobody(monkeypatch):
    monkeypatch.setattr(logs, "MOST_LINES_WAITING", 10)
    go_on = threading.Event()

    class Stuck(io.StringIO):
        def write(self, text):
            go_on.wait(ENOUGH)
            return super().write(text)

    stream = Stuck()
    end = logs.begin("json", stream)
    for n in range(100):
        logging.getLogger("croupier").info("line %d", n)
    assert not stream.getvalue(), "nobody waited for the reader"
    go_on.set()
    deadline = time.monotonic() + ENOUGH
    while "line 9" not in stream.getvalue() and time.monotonic() < deadline:
        time.sleep(0.01)
    logging.getLogger("croupier").info("the last")
    end()
    said = [json.loads(line)["what"] for line in stream.getvalue().splitlines()]
    assert said[-1] == "the last"
    assert any(what.endswith("lines lost") for what in said)
