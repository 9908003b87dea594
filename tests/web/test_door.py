"""One server with several processes on an SQLite file: one house to everyone, whatever becomes of a process."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import time
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import httpx
import pytest

from croupier.client import Client
from croupier.games import EDITIONS as BOOK
from croupier.house.cluster.worker_leases import Ended
from croupier.house.house import now
from croupier.house.storage.database import Database
from croupier.table import Sit
from croupier.web.http.metrics import labelled, together
from croupier.web.workers.door import Door, _Part, table_of
from tests.house.floor import ENOUGH, until
from tests.house.make import make_people
from tests.house.serving import Serving, dealt_in, impatient, refused

GAMES = set(BOOK)


@asynccontextmanager
async def two(folder, *more, **given):
    serving = Serving(folder, "--processes", "2", "--pace", "0", "--betting", "0.3", *more, **given)
    try:
        await serving.start()
        yield serving
    finally:
        if serving.process.returncode is None:
            await serving.kill()


async def kept(serving):
    """How many tables and sockets each process has."""
    async with httpx.AsyncClient(base_url=serving.url) as raw:
        text = (await raw.get("/metrics")).text
    tables = re.findall(r'^croupier_tables\{process="(\d)",phase="\w+"\} (\d+)\.0$', text, re.MULTILINE)
    sockets = re.findall(r'^croupier_sockets\{process="(\d)"\} (\d+)\.0$', text, re.MULTILINE)
    told = {process: [0, int(number)] for process, number in sockets}
    for process, number in tables:
        told[process][0] += int(number)
    return told


async def shared(serving):
    """Wait until every table has a keeper, and each process some of them."""

    async def holds():
        return sorted(number for number, _ in (await kept(serving)).values()) == [2, 3]

    await until_async(holds)


async def test_it_is_one_house(tmp_path):
    async with two(tmp_path) as serving:
        await shared(serving)
        async with Client(serving.url, patience=ENOUGH) as client, AsyncExitStack() as open_:
            await client.guest("Ann")
            assert {table.id for table in await client.tables()} == GAMES
            for game in GAMES:  # by one connection, whoever has it at its other end
                assert (await client.rules(game)).game == game
            for game in GAMES:
                at = await open_.enter_async_context(client.table(game))
                assert not (await at.command(Sit(player="Ann", seat=2))).refused
            for tables, sockets in (await kept(serving)).values():
                assert tables == sockets, "every socket is at its keeper"
        assert await serving.end() == 0
        assert serving.said.count("croupier at ") == 1
        assert serving.said.count("/administrator#token=") == 2
        assert serving.said.count("every round is finished.") == 1
        assert "5 tables" in serving.said


async def test_the_tables_of_a_killed_process_go_on_within_five_seconds(tmp_path):
    async with two(tmp_path) as serving:
        await shared(serving)
        took: list[float] = []
        async with Client(serving.url, patience=ENOUGH) as client, AsyncExitStack() as open_:
            await client.guest("Ann")
            at = [await open_.enter_async_context(client.table(game)) for game in sorted(GAMES)]
            while min(took, default=ENOUGH) >= 5 and len(took) < 3:  # the machine may be busy
                victim = serving.parts()[0]
                os.kill(victim, signal.SIGKILL)
                began = time.monotonic()
                if not took:
                    await until(lambda: any(table.connections > 1 for table in at))
                    assert any(table.connections == 1 for table in at), "the others noticed nothing"
                for seat, table in enumerate(at, 1 + len(took)):
                    assert not (await table.command(Sit(player="Ann", seat=seat))).refused
                took.append(time.monotonic() - began)
                await until(partial(_two_but, serving, victim))
                await shared(serving)
            assert min(took) < 5
        assert await serving.end() == 0
        assert "process died" in serving.said
        _let_in(tmp_path, serving.said)


async def test_a_process_that_hangs_is_killed_and_its_tables_go_on(tmp_path):
    async with two(tmp_path, program=impatient("croupier.web.workers.door", 3)) as serving:
        await shared(serving)
        async with Client(serving.url, patience=ENOUGH) as client, AsyncExitStack() as open_:
            await client.guest("Ann")
            at = [await open_.enter_async_context(client.table(game)) for game in sorted(GAMES)]
            victim = serving.parts()[0]
            os.kill(victim, signal.SIGSTOP)
            for seat, table in enumerate(at, 1):
                assert not (await table.command(Sit(player="Ann", seat=seat))).refused
            await until(partial(_two_but, serving, victim))
            await shared(serving)
        assert await serving.end() == 0
        assert "process hangs" in serving.said
        assert serving.said.count("process died") == 1


def _let_in(folder, said):
    """The link for the administrator is good whatever became of the process that made it."""
    token, _ = re.findall(r"/administrator#token=([\w-]+)", said)
    database = Database(folder / "house.db")
    people = make_people(database, now)
    people.accounts.accept(token, "Ada", "correct horse")
    assert people.accounts.has("administrator")
    database.close()


def _two_but(serving, gone):
    return len(set(serving.parts()) - {gone}) == 2


async def until_async(holds):
    async with asyncio.timeout(ENOUGH):
        while not await holds():  # noqa: ASYNC110 - another process tells nobody
            await asyncio.sleep(0.05)


async def test_processes_do_not_outlive_their_door(tmp_path):
    async with two(tmp_path) as serving:
        parts = serving.parts()
        assert len(parts) == 2
        await serving.kill()
        await until(lambda: not any(map(_lives, parts)))
        await serving.start()
        await shared(serving)
        assert await serving.end() == 0


def _lives(pid):
    with suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


async def test_asked_twice_all_of_them_end_at_once(tmp_path):
    async with two(tmp_path, "--decision", "600", "--grace", "600") as serving:
        async with Client(serving.url) as client:
            await client.guest("Ann")
            async with client.table("dj-wild") as table:
                await dealt_in(table, "Ann")
                serving.process.send_signal(signal.SIGINT)
                await asyncio.sleep(0.3)
                assert serving.process.returncode is None, "a round is in play"
                assert await serving.end() == 0
        assert "go on at the next start" in serving.said, serving.said


async def test_a_process_that_takes_no_more_connections_still_had_rounds_to_finish(monkeypatch):
    lasting, ended = socket.socketpair(), SimpleNamespace(join=lambda: None, exitcode=0, close=lambda: None)
    door = Door(cast("Any", None), lasting[0], 0, 1, lambda *_: None)
    door._parts[0] = part = _Part(0, cast("Any", ended), lasting[0], ready=True)
    monkeypatch.setattr(door._lines, "died", lambda _: asyncio.sleep(0))
    door._hear(0, Ended(finished=False))
    lasting[1].close()  # it has ended, and its line is not known to be closed when somebody comes
    part.hand(socket.socket())
    assert not part.takes
    door.end()
    await door._after(part)
    assert door._finished is False


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (("--processes", "2", "--db", "postgresql://nobody@127.0.0.1:1/house"), "with a port of its own"),
        (("--processes", "2", "--key", "."), "cannot be read"),
    ],
)
def test_what_it_refuses(tmp_path, run, monkeypatch, given, why):
    monkeypatch.setenv("CROUPIER_DATA", str(tmp_path))
    code, _, said = run("serve", "--port", "0", *given)
    assert code == 2
    assert why in said


async def test_neither_a_second_server_nor_noise_disturbs_it(tmp_path):
    async with two(tmp_path) as serving:
        told = await asyncio.to_thread(refused, tmp_path, "--port", "0", "--db", str(tmp_path / "house.db"))
        assert "another server holds" in told
        for words in (b"", b"\x16\x03\x01\x02\x00", b"GET", b"\r\n\r\n", b"GET /api/tables/" + b"x" * 9000):
            _, writer = await asyncio.open_connection("127.0.0.1", serving.port)
            writer.write(words)
            await writer.drain()
            writer.close()
        async with httpx.AsyncClient(base_url=serving.url) as raw:
            assert (await raw.get("/healthz")).text == "ok"
        assert len(serving.parts()) == 2
        assert await serving.end() == 0


@pytest.mark.parametrize(
    ("head", "table"),
    [
        (b"GET /api/tables/dj-wild/socket?together=1 HTTP/1.1\r\nHost: a\r\n\r\n", "dj-wild"),
        (b"GET /api/tables/dj-wild HTTP/1.1\r\n", "dj-wild"),
        (b"GET /api/watch/socket?table=T1&after=3 HTTP/1.1\r\n", "T1"),
        (b"GET /api/tables/%C3%A9t%C3%A9/page HTTP/1.1\r\n", "été"),
        (b"GET /api/tables HTTP/1.1\r\n", ""),
        (b"GET / HTTP/1.1\r\nReferer: /api/tables/dj-wild/\r\n", ""),
        (b"\x16\x03\x01\x00\xff\xfe", ""),
        (b"", ""),
    ],
)
def test_the_table_that_a_connection_asks_for(head, table):
    assert table_of(head) == table


def test_metrics_of_several_processes_stand_together():
    text = '# HELP a A.\n# TYPE a counter\na_total{of="x"} 1.0\n# HELP b B.\n# TYPE b gauge\nb 2.0\n'
    assert together([labelled(text, 0), labelled(text, 1)]) == (
        '# HELP a A.\n# TYPE a counter\na_total{process="0",of="x"} 1.0\na_total{process="1",of="x"} 1.0\n'
        '# HELP b B.\n# TYPE b gauge\nb{process="0"} 2.0\nb{process="1"} 2.0\n'
    )
