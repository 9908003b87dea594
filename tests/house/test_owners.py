"""Several processes on one PostgreSQL: each table has one owner, the others forward, a killed one's tables go on."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import asynccontextmanager

import psycopg
import pytest

from croupier.client import Client
from croupier.errors import HouseError
from croupier.house.database import Database
from croupier.house.house import House
from croupier.table import Sit
from croupier.web.app import create
from croupier.web.server import Server
from tests.house.floor import KEY, Served, ann, open_table, until

GAMES = ("dj-wild", "cajun-stud", "raise-it-up", "over-under")


@asynccontextmanager
async def process(url):
    """A house that shares a database, and its server."""
    listening = socket.create_server(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    house = House(Database(url), KEY)
    await house.start(address)
    app = create(house, guests=True)
    server = Server(app)
    running = asyncio.create_task(server.run(listening))
    await until(lambda: server.started)
    try:
        yield Served(house, app.state.desk, address, app.state.sockets)
    finally:
        server.stop()
        await running
        listening.close()
        await house.stop()


async def shared(*processes):
    """Wait until every table has one owner and both have some."""
    await until(lambda: sorted(t for p in processes for t in p.house.keepers) == sorted(GAMES)
                and all(len(p.house.keepers) == len(GAMES) // len(processes) for p in processes))  # fmt: skip


def test_each_table_has_one_owner_and_the_others_forward_to_it(new_postgres):
    url = new_postgres()

    async def go():
        async with process(url) as one:
            for game in GAMES:
                await open_table(one.house, game)
            async with process(url) as two:
                await shared(one, two)
                there = next(iter(two.house.keepers))
                with pytest.raises(HouseError) as refused:
                    one.house.keeper(there)
                assert refused.value.fault == "moved"
                async with one.guest("Ann") as client:  # asked at one, played at two
                    async with asyncio.timeout(10):  # who keeps what is learnt within half a second
                        while {table["id"] for table in await client.tables()} != set(GAMES):  # noqa: ASYNC110 - the other process tells nobody
                            await asyncio.sleep(0.05)
                    rules = await client.rules(there)
                    assert rules["game"] == there
                    async with client.table(there) as table:
                        answer = await table.command({"command": "sit", "player": "Ann", "seat": 1})
                        assert answer.n > 0
                    assert two.house.keeper(there).table.seats == {1: "Ann"}
                    with pytest.raises(HouseError):
                        await client.rules("no-such-table")
                one.house.audit()
                two.house.audit()
            await until(lambda: len(one.house.keepers) == len(GAMES))
            assert one.house.keeper(there).table.seats == {1: "Ann"}, "what was played there goes on here"
            one.house.audit()

    asyncio.run(go())


def test_a_role_taken_back_at_one_process_closes_the_sockets_of_another(new_postgres):
    url = new_postgres()

    async def go():
        async with process(url) as one, process(url) as two:
            await open_table(one.house, "dj-wild")
            async with two.guest("Ann") as client, client.table("dj-wild") as table:
                await table.command({"command": "sit", "player": "Ann", "seat": 1})
                one.desk.people.dismiss("Ann")
                began = time.monotonic()
                with pytest.raises(HouseError):
                    await _forever(table)
                assert time.monotonic() - began < 5

    asyncio.run(go())


async def _forever(table):
    while True:
        await table.command({"command": "leave", "seat": 1})
        await table.command({"command": "sit", "player": "Ann", "seat": 1})


def test_a_process_that_loses_the_database_lets_go_and_comes_back(new_postgres):
    url = new_postgres()

    async def go():
        async with process(url) as one:
            keeper = await open_table(one.house, "dj-wild")
            await asyncio.to_thread(_cut_connections, url)
            await until(lambda: one.house.keepers.get("dj-wild", keeper) is not keeper)
            again = one.house.keeper("dj-wild")
            await one.house.welcome("Ann")
            answer = await again.ask(Sit(player="Ann", seat=2), ann())
            assert not answer.refused
            with pytest.raises(HouseError) as refused:
                await keeper.ask(Sit(player="Ann", seat=3), ann())
            assert refused.value.fault == "moved"
            one.house.audit()

    asyncio.run(go())


def _cut_connections(url):
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = current_database() and pid <> pg_backend_pid()"
        )


def test_the_tables_of_a_killed_process_are_taken_over_within_five_seconds(new_postgres, tmp_path):
    url = new_postgres()
    key = tmp_path / "house.key"
    ports = [_free(), _free()]
    servers = []
    try:
        for port in ports:
            servers.append(_serve(url, key, port))
            _wait(lambda port=port: _tables(port))
        _wait(lambda: len(_kept(ports[0])) in {2, 3} and len(_kept(ports[1])) in {2, 3})
        lost = _kept(ports[1])
        servers[1].send_signal(signal.SIGKILL)
        servers[1].wait()
        began = time.monotonic()
        _wait(lambda: lost <= _kept(ports[0]))
        assert time.monotonic() - began < 20
        asyncio.run(_sits(f"http://127.0.0.1:{ports[0]}", min(lost)))
    finally:
        for server in servers:
            server.kill()
            server.wait()


async def _sits(url, table):
    async with Client(url) as client:
        await client.guest("Ann")
        async with client.table(table) as found:
            assert (await found.command(Sit(player="Ann", seat=1))).n > 0


def _free():
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return listening.getsockname()[1]


def _serve(url, key, port):
    arguments = ["serve", "--db", url, "--key", str(key), "--port", str(port), "--pace", "0"]
    return subprocess.Popen([sys.executable, "-m", "croupier", *arguments], stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL, env=dict(os.environ))  # fmt: skip


def _tables(port):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/floor", timeout=2) as answer:
            return {table["id"] for table in json.load(answer)["tables"]}
    except OSError:
        return set()


def _kept(port):
    """The tables that a process says it keeps itself."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/floor", headers={"x-croupier-forwarded": "1"})
    try:
        with urllib.request.urlopen(request, timeout=2) as answer:  # noqa: S310 - ours
            return {table["id"] for table in json.load(answer)["tables"]}
    except OSError:
        return set()


def _wait(holds, seconds=25):
    until_ = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until_, "it did not come to it"
        time.sleep(0.05)
