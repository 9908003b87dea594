"""Several processes on one PostgreSQL: the pages of people at work show the tables of all, and readiness waits."""

from __future__ import annotations

import asyncio
import contextlib
import time

import httpx
import msgspec
import psycopg
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from croupier.house.cluster import postgres_leases
from croupier.house.cluster.postgres_leases import _number
from croupier.table import Sit
from tests.house.floor import ENOUGH, ann, open_table, until
from tests.house.processes import GAMES, Together, two_of


@contextlib.asynccontextmanager
async def two_processes(process):
    """Four tables, kept by two processes; people of every post."""
    async with two_of(process) as (one, two):
        posts = {"Flo": "floorperson", "Sam": "shift-manager", "Eye": "surveillance"}
        for name, role in posts.items():
            one.desk.people.accounts.add(name, None, [(role, "")])
        yield one, two, {name: {"Cookie": f"croupier={one.desk.people.session(name)}"} for name in posts}


async def test_a_school_is_found_whichever_process_keeps_it(process):
    async with process() as one, process() as two:
        one.desk.people.accounts.add("Dee", None, [("dealer", "")])
        cookie = {"Cookie": f"croupier={one.desk.people.session('Dee')}"}
        found = []
        for at in (one, two, one):
            async with httpx.AsyncClient(base_url=at.url, headers=cookie, timeout=ENOUGH) as client:
                answer = await client.post("/api/school", json={"game": "dj-wild"})
                assert answer.status_code == 200, answer.text
                found.append(answer.json()["table"])
        assert len({*found}) == 1


def follow(at, path, cookie):
    return connect(at.url.replace("http", "ws") + path, additional_headers=cookie, proxy=None)


async def heard(socket, holds):
    """The first message that something holds of."""
    async with asyncio.timeout(ENOUGH):
        while True:
            told = msgspec.json.decode(await socket.recv())
            if holds(told):
                return told


async def test_the_floor_shows_and_runs_the_tables_of_every_process(process):
    async with two_processes(process) as (one, two, cookies):
        there = next(iter(two.house.keepers))
        async with (
            follow(two, "/api/floor/socket", cookies["Sam"]),
            follow(one, "/api/floor/socket", cookies["Flo"]) as page,
        ):
            told = await heard(
                page, lambda told: len(told["floor"]["tables"]) == len(GAMES) and len(told["floor"]["at-work"]) == 2
            )
            assert {row["id"] for row in told["floor"]["tables"]} == set(GAMES)
            assert [post["name"] for post in told["floor"]["at-work"]] == ["Sam", "Flo"]
            figures = {figure["words"]: figure["value"] for figure in told["floor"]["figures"]}
            assert figures["Tables open"] == "4"
            await page.send(msgspec.json.encode({"table": there}).decode())
            told = await heard(page, lambda told: told["floor"]["chosen"])
            assert told["floor"]["chosen"]["id"] == there
            await two.house.keeper(there).ask(Sit(player="Ann", seat=1), ann())
            await heard(page, lambda told: [who["name"] for who in told["floor"]["chosen"]["people"]] == ["Ann"])
            async with httpx.AsyncClient(base_url=one.url) as raw:
                fill = {"table": there, "kind": "fill", "amount": 10_000}
                keyed = cookies["Flo"] | {"Idempotency-Key": "one"}
                made = (await raw.post("/api/requests", json=fill, headers=keyed)).json()
                again = await raw.post("/api/requests", json=fill, headers=keyed)  # the key is forwarded too
                assert again.json()["id"] == made["id"]
                await heard(page, lambda told: any(one["game"] for one in told["floor"]["requests"]["waiting"]))
                path = f"/api/requests/{made['id']}/approve"
                denied = await raw.post(path, headers=cookies["Flo"])
                assert (denied.status_code, denied.json()["error"]["message"]) == (
                    403,
                    "whoever asks cannot approve",
                )
                assert (await raw.post(path, headers=cookies["Sam"])).json()["state"] == "approved"
                floor = (await raw.get(f"/api/floor/tables?table={there}", headers=cookies["Flo"])).json()
                assert len(floor["tables"]) == len(GAMES)
                assert floor["chosen"]["inventory"] == "$100,100.00"
        two.house.audit()


async def test_surveillance_shows_the_tables_of_every_process_and_follows_one_to_its_owner(process):
    async with two_processes(process) as (one, two, cookies):
        there = next(iter(two.house.keepers))
        async with httpx.AsyncClient(base_url=one.url) as raw:
            rows = (await raw.get("/api/watch/tables", headers=cookies["Eye"])).json()
            assert [(row["id"], row["live"]) for row in rows] == [(game, True) for game in GAMES]
        async with follow(one, "/api/watch/socket", cookies["Eye"]) as page:
            await heard(page, lambda told: all(row["live"] for row in told["tables"]))
        async with follow(one, f"/api/watch/socket?table={there}", cookies["Eye"]) as page:
            told = await heard(page, lambda told: "live" in told)
            assert told["live"]["table"] == there
            await two.house.keeper(there).ask(Sit(player="Ann", seat=1), ann())
            await heard(page, lambda told: any(line["event"] == "Sat" for line in told.get("lines", ())))
            await two.house.keeping._let_go(list(two.house.keepers.values()))  # to whoever takes it up
            with contextlib.suppress(ConnectionClosed):
                async with asyncio.timeout(ENOUGH):
                    while await page.recv():
                        pass
            assert page.close_code == 1012
        one.desk.people.accounts.withdraw("Eye", "surveillance")


async def test_a_process_is_ready_when_every_table_is_kept(new_postgres, monkeypatch):
    monkeypatch.setattr(postgres_leases, "GONE", 800)
    url = new_postgres()
    process = Together(url)

    async def ready(raw):
        answer = await raw.get("/readyz")
        return answer.status_code, answer.text

    async def powerless(one, raw):
        """A machine went away without a word: its lock stays, and nobody sees its process any more."""
        table = next(iter(one.house.keepers))
        async with await psycopg.AsyncConnection.connect(url, autocommit=True) as dead:
            one.house.keeping._given[table] = time.monotonic() + 1
            await one.house.keeping._let_go([one.house.keeper(table)])
            await one.house.keeping.owners.release(table)
            await dead.execute("select pg_advisory_lock(%s)", [_number(table)])
            await dead.execute("update owners set address = 'http://127.0.0.1:1' where table_id = %s", [table])
            await until(lambda: one.house.keeping.unkept == {table})
            assert (await ready(raw))[0] == 503
        await until(lambda: table in one.house.keepers and not one.house.keeping.unkept)
        assert await ready(raw) == (200, "ok")

    async with process() as one, httpx.AsyncClient(base_url=one.url) as raw:
        for game in GAMES:
            await open_table(one.house, game)
        gate = asyncio.Event()
        load = one.house.keeping._load

        async def slowly(stored):
            await gate.wait()
            await load(stored)

        async with process() as two:
            async with httpx.AsyncClient(base_url=two.url) as other:
                while len(two.house.keepers) < 2:
                    assert await ready(raw) == await ready(other) == (200, "ok")
                for _ in range(20):
                    assert await ready(raw) == await ready(other) == (200, "ok")
                    await asyncio.sleep(0.05)
            lost = sorted(two.house.keepers)
            monkeypatch.setattr(one.house.keeping, "_load", slowly)
        await until(lambda: one.house.keeping.unkept)
        status, why = await ready(raw)
        assert status == 503
        assert why.startswith("not ready: tables that are still being taken up: ")
        assert {*why.rpartition(": ")[2].split(", ")} <= set(lost)
        gate.set()
        await until(lambda: not one.house.keeping.unkept and set(lost) < set(one.house.keepers))
        assert await ready(raw) == (200, "ok")
        await powerless(one, raw)
