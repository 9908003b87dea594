"""Several processes on one database: each table has one owner, the others forward, a killed one's tables go on."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import threading
import time
import urllib.request
from concurrent.futures import Future
from typing import Any
from unittest.mock import Mock

import httpx
import psycopg
import pytest

from croupier.client import Client
from croupier.errors import CroupierError, HouseError
from croupier.games import EDITIONS as BOOK
from croupier.house.house import PLAY_MONEY
from croupier.house.tables.keeping.keepers import Keepers
from croupier.journal.keys import Key
from croupier.table import Sit
from croupier.web.other_processes import CLIENT, MARK, code
from croupier.web.sockets.page_socket import RESTART
from tests.house.floor import ENOUGH, ann, open_table, until
from tests.house.processes import GAMES, Together, shared, two_of
from tests.house.serving import PROGRAM, free_port, impatient


async def test_each_table_has_one_owner_and_the_others_forward_to_it(process):
    async with process() as one:
        for game in GAMES:
            await open_table(one.house, game)
        async with process() as two:
            await shared(one, two)
            there = next(iter(two.house.keepers))
            with pytest.raises(HouseError) as refused:
                one.house.keeper(there)
            assert refused.value.fault == "moved"
            async with one.guest("Ann") as client:  # asked at one, played at two
                async with asyncio.timeout(ENOUGH):  # who keeps what is learnt within half a second
                    while {table.id for table in await client.tables()} != set(GAMES):  # noqa: ASYNC110 - the other process tells nobody
                        await asyncio.sleep(0.05)
                for at in (one, two):  # in the same order, whoever is asked
                    async with httpx.AsyncClient(base_url=at.url, cookies={"croupier": client.token}) as raw:
                        lobby = (await raw.get("/api/floor")).json()["tables"]
                        assert [table["id"] for table in lobby] == list(GAMES)
                rules = await client.rules(there)
                assert rules.game == there
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


async def test_chips_at_another_process_are_money_in_hand(process):
    async with two_of(process) as (one, two):
        there, here = next(iter(two.house.keepers)), next(iter(one.house.keepers))
        async with one.guest("Ann") as client, client.table(there) as table:
            await table.command({"command": "sit", "player": "Ann", "seat": 1})
            await table.command({"command": "buy-in", "player": "Ann", "amount": PLAY_MONEY})
            async with httpx.AsyncClient(base_url=one.url, cookies={"croupier": client.token}) as raw:
                purse = (await raw.get(f"/api/tables/{here}/purse")).json()
                assert (purse["elsewhere"], purse["wallet"]) == ([f"{there} $1,000.00"], "$0.00")
                assert not purse["poor"]
                refused = await raw.post("/api/play-money", headers={"Idempotency-Key": "k"})
                assert refused.json()["error"]["message"] == "there is still money in hand"


async def test_a_dealer_finds_the_tables_of_every_process(process):
    async with two_of(process) as (one, two):
        one.desk.people.accounts.add("Dee", None, [("dealer", "")])
        cookie = {"Cookie": f"croupier={one.desk.people.session('Dee')}"}
        async with httpx.AsyncClient(base_url=two.url, headers=cookie) as raw:
            told = (await raw.get("/api/dealer")).json()
        assert sorted(table["id"] for table in told["tables"]) == sorted(GAMES)
        assert len(told["school"]) == len(BOOK)


@pytest.mark.parametrize("how", ["dismiss", "sign out"])
async def test_a_session_that_ends_at_one_process_closes_its_sockets_at_another(process, how):
    async with process() as one, process() as two:
        await open_table(one.house, "dj-wild")
        async with two.guest("Ann") as client, client.table("dj-wild") as table:
            await table.command({"command": "sit", "player": "Ann", "seat": 1})
            people = one.desk.people
            people.accounts.dismiss("Ann") if how == "dismiss" else people.sign_out(client.token)
            with pytest.raises(HouseError):
                async with asyncio.timeout(ENOUGH):
                    await _forever(table)


async def _forever(table):
    while True:
        await table.command({"command": "leave", "seat": 1})
        await table.command({"command": "sit", "player": "Ann", "seat": 1})


async def test_a_process_that_loses_the_database_lets_go_and_comes_back(new_postgres):
    url = new_postgres()
    process = Together(url)

    async with process() as one:
        keeper = await open_table(one.house, "dj-wild")
        await until(lambda: (due := keeper.table.due) and due.id == "view")  # nothing is being stored
        page = Mock()
        one.sockets.open.add(page)
        await asyncio.to_thread(_cut_connections, url)
        await until(lambda: one.house.keepers.get("dj-wild", keeper) is not keeper)
        again = one.house.keeper("dj-wild")
        page.stop.assert_called_with(RESTART)  # whose session was ended meanwhile may not have been heard
        one.sockets.open.discard(page)
        await one.house.welcome("Ann")
        answer = await again.ask(Sit(player="Ann", seat=2), ann())
        assert not answer.refused
        with pytest.raises(HouseError) as refused:
            await keeper.ask(Sit(player="Ann", seat=3), ann())
        assert refused.value.fault == "moved"
        one.house.audit()


def _cut_connections(url):
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = current_database() and pid <> pg_backend_pid()"
        )


def test_the_tables_of_a_killed_process_are_taken_over_within_five_seconds(new_postgres, tmp_path):
    url = new_postgres()
    key = tmp_path / "house.key"
    one, two = free_port(), free_port()
    took: list[float] = []
    staying = _serve(url, key, one)
    try:
        _wait(lambda: _tables(one))
        while min(took, default=60) >= 5 and len(took) < 3:  # the machine may be busy
            killed = _serve(url, key, two)
            try:
                _wait(lambda: _tables(two) and len(_kept(one, key)) in {2, 3} and len(_kept(two, key)) in {2, 3})
                lost = _kept(two, key)
            finally:
                killed.kill()
                killed.wait()
            began = time.monotonic()
            _wait(lambda lost=lost: lost <= _kept(one, key))
            took.append(time.monotonic() - began)
        assert min(took) < 5
        asyncio.run(_sits(f"http://127.0.0.1:{one}", min(lost)))
    finally:
        staying.kill()
        staying.wait()


def test_the_tables_of_a_process_that_hangs_are_taken_over_and_it_comes_back(new_postgres, tmp_path):
    url = new_postgres()
    key = tmp_path / "house.key"
    one, two = free_port(), free_port()
    staying, hangs = _serve(url, key, one, *impatient("croupier.house.cluster.postgres_leases", 3_000)), None
    try:
        _wait(lambda: _tables(one))
        hangs = _serve(url, key, two)
        _wait(lambda: _tables(two) and len(_kept(one, key)) in {2, 3} and len(_kept(two, key)) in {2, 3})
        lost = _kept(two, key)
        hangs.send_signal(signal.SIGSTOP)
        _wait(lambda: len(_kept(one, key)) == 5)
        asyncio.run(_sits(f"http://127.0.0.1:{one}", min(lost)))
        hangs.send_signal(signal.SIGCONT)
        _wait(
            lambda: (
                not _kept(one, key) & _kept(two, key)
                and len(_kept(one, key)) in {2, 3}
                and len(_kept(two, key)) in {2, 3}
            )
        )
        asyncio.run(_sits(f"http://127.0.0.1:{two}", min(_kept(one, key)), "Bob", seat=2))
    finally:
        for process in (staying, hangs):
            if process is not None:
                process.kill()
                process.wait()


async def _sits(url, table, name="Ann", seat=1):
    async with Client(url) as client:
        await client.guest(name)
        async with client.table(table) as found:
            assert (await found.command(Sit(player=name, seat=seat))).n > 0


def _serve(url, key, port, *program):
    arguments = ["serve", "--db", url, "--key", str(key), "--port", str(port), "--pace", "0"]
    return subprocess.Popen(
        [*(program or (PROGRAM,)), *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=dict(os.environ),
    )


def _tables(port):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/floor", timeout=2) as answer:
            return {table["id"] for table in json.load(answer)["tables"]}
    except OSError:
        return set()


def _kept(port, key):
    """The tables that a process says it keeps itself, when another process of the house asks."""
    now, client = int(time.time()), "127.0.0.1"
    told = code(Key.load(key).secret(b"forwarding"), now, "GET", "/api/floor", client)
    headers = {MARK: f"{now}.{told}", CLIENT: client}
    request = urllib.request.Request(f"http://127.0.0.1:{port}/api/floor", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=2) as answer:  # noqa: S310 - ours
            return {table["id"] for table in json.load(answer)["tables"]}
    except OSError:
        return set()


def _wait(holds, seconds=ENOUGH):
    until_ = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until_, "it did not come to it"
        time.sleep(0.05)


async def test_a_table_opened_while_the_others_are_read_stays_here(process, monkeypatch):
    """What was read before it was opened does not count it; it is not given away as one too many."""
    reading, opened = threading.Event(), threading.Event()
    read = Keepers._read

    def slowly(keeping):
        found = read(keeping)
        reading.set()
        assert opened.wait(60)
        return found

    async with process() as one:
        monkeypatch.setattr(Keepers, "_read", slowly)
        await until(reading.is_set)
        keeper = await open_table(one.house, "dj-wild")
        await until(lambda: not keeper.waiting)
        looks = _looks(one.house, monkeypatch)
        monkeypatch.setattr(Keepers, "_read", read)
        opened.set()
        await until(lambda: len(looks) > 2)
        assert one.house.keeper("dj-wild") is keeper
        assert keeper.broken is None


async def test_a_table_that_is_being_opened_is_not_taken_up_besides(process, monkeypatch):
    """Its row stands a moment before its keeper does."""
    async with process() as one:
        submit = one.house.database.submit
        taken: list[Any] = []
        one.house.keeping.taken.append(taken.append)
        looks = _looks(one.house, monkeypatch)

        def slowly(work):
            later: Future[None] = Future()

            async def stored():
                result = await asyncio.wrap_future(submit(work))
                enough = len(looks) + 3
                await until(lambda: len(looks) > enough)
                later.set_result(result)

            slow.append(asyncio.ensure_future(stored()))
            return later

        slow: list[Any] = []
        monkeypatch.setattr(one.house.database, "submit", slowly)
        opening = asyncio.create_task(open_table(one.house, "dj-wild"))
        await until(lambda: slow)
        with pytest.raises(HouseError, match="already"):
            await open_table(one.house, "dj-wild")
        keeper = await opening
        monkeypatch.undo()
        assert taken == [keeper]
        assert one.house.keeper("dj-wild") is keeper


async def test_a_table_that_was_refused_is_open_to_every_process(process):
    async with process() as one, process() as two:
        for _ in range(2):
            with pytest.raises(CroupierError):
                await open_table(one.house, "dj-wild", links={"no-such-meter": "big"})
        assert not one.house.keeping.owners.held
        assert (await open_table(two.house, "dj-wild")).broken is None


def _looks(house, monkeypatch):
    """Grows by one with every look at who keeps what."""
    seen: list[None] = []
    balance = house.keeping._balance

    async def counted():
        await balance()
        seen.append(None)

    monkeypatch.setattr(house.keeping, "_balance", counted)
    return seen


RAISE, LOW, HIGH = "raise-it-up", "progressive-1", "progressive-5"
BOTH = {LOW: "a", HIGH: "b"}


async def _refused_for_good(where, links) -> None:
    """A unit that another process has just let go of counts as its own until everyone has heard so."""
    why = "kept by another process"
    async with asyncio.timeout(ENOUGH):
        while "kept by another process" in why:
            with pytest.raises(HouseError) as refused:
                await open_table(where.house, RAISE, "B", links=links)
            why = str(refused.value)
    assert "the link b is kept in one piece with link:" in why


@pytest.mark.parametrize(("first", "second"), [({HIGH: "b"}, BOTH), (BOTH, {HIGH: "b"})])
async def test_the_tables_of_a_link_are_never_owned_in_two_pieces(process, first, second):
    async with process() as one, process() as two:
        await open_table(one.house, RAISE, "A", links=first)
        for where in (one, two):
            await _refused_for_good(where, second)
        assert not two.house.keeping.owners.held
        assert one.house.keeping.owners.held == {f"link:{min(first.values())}"}
        keeper = one.house.keeper("A")
        assert await open_table(one.house, RAISE, "B", links=first)
        assert all(shared.is_whole() for shared in keeper.shared)
