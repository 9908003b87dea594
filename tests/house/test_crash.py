"""A real server under load is killed again and again: nothing acknowledged is lost, nothing is done twice."""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import socket
import sys
from collections import Counter
from contextlib import suppress
from io import BytesIO
from itertools import count
from pathlib import Path

import httpx
import pytest

from croupier.cli.bot import Bot, strategy_of
from croupier.client import Client
from croupier.errors import HouseError
from croupier.house.database import Database
from croupier.house.house import House
from croupier.journal.keys import Key
from croupier.journal.reader import records
from croupier.table import BuyIn, CashOut, Sit
from croupier.table.events import MoneyMoved
from tests.house.floor import ENOUGH, until

Asked = Counter[tuple[str, int]]
Done = dict[tuple[str, int], tuple[str, int]]
KILLS = 5
TABLES = ("dj-wild", "raise-it-up", "face-up-pai-gow")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


class Serving:
    """`croupier serve` as a process of its own."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.more = more
        self.said = ""
        self.process: asyncio.subprocess.Process
        self._reading: asyncio.Task[bytes]

    async def start(self) -> None:
        """Until it is ready."""
        self.process = await asyncio.create_subprocess_exec(
            Path(sys.executable).parent / "croupier", "serve", "--port", str(self.port), "--db",
            str(self.folder / "house.db"), "--key", str(self.folder / "house.key"), *self.more,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT, env={**os.environ, "COLUMNS": "200"},
        )  # fmt: skip
        assert self.process.stdout is not None
        self._reading = asyncio.create_task(self.process.stdout.read())  # a full pipe would hold the server up
        async with httpx.AsyncClient(base_url=self.url) as client, asyncio.timeout(ENOUGH):
            while True:
                with suppress(httpx.HTTPError):
                    if (await client.get("/readyz")).status_code == 200:
                        return
                await asyncio.sleep(0.02)

    async def kill(self) -> None:
        self.process.kill()
        await self.process.wait()
        await self._reading

    async def parts(self) -> list[int]:
        """The processes behind its door, which are forked from one that has everything imported."""
        [forking] = await _children(self.process.pid, "-f", "forkserver import main")
        return await _children(forking)

    async def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(ENOUGH):
            await self.process.wait()
            self.said = (await self._reading).decode()
        return int(self.process.returncode or 0)


async def _children(pid: int, *more: str) -> list[int]:
    asked = ["pgrep", "-P", str(pid), *more]
    found, _ = await (await asyncio.create_subprocess_exec(*asked, stdout=asyncio.subprocess.PIPE)).communicate()
    return [int(child) for child in found.split()]


async def buy(url: str, name: str, table: str, amounts, asked: Asked, done: Done, stop: asyncio.Event) -> int:
    """Somebody who buys in, every time for another amount, and cashes out now and then."""
    async with Client(url, patience=ENOUGH) as client:
        await client.guest(name)
        async with client.table(table, keep=False) as at:
            await at.command(Sit(player=name, seat=6))
            while not stop.is_set():
                amount = next(amounts)
                asked[name, amount] += 1
                answer = await at.command(BuyIn(player=name, amount=amount), key=f"buy {amount}")
                if answer.refused:
                    await at.command(CashOut(player=name))
                else:
                    done[name, amount] = (table, answer.n)
            return 0


async def play(url: str, name: str, table: str, seat: int, stop: asyncio.Event) -> int:
    chance = random.Random(seat)
    async with Client(url, patience=ENOUGH) as client:
        await client.guest(name)
        async with client.table(table, keep=False) as at:
            rules = await client.rules(table)
            bot = Bot(client, at, seat, strategy_of("random", rules, chance), rules)
            await bot.sit()
            playing = asyncio.create_task(bot.play(None))
            await asyncio.wait({playing, asyncio.create_task(stop.wait())}, return_when=asyncio.FIRST_COMPLETED)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            if playing.done() and not playing.cancelled() and playing.exception() is not None:
                raise playing.exception()  # type: ignore[misc]
            return bot.rounds


async def busy(done, load):
    """Wait until twenty more commands were acknowledged."""
    enough = len(done) + 20
    await until(lambda: len(done) > enough or any(task.done() for task in load))


def test_kill_nine_of_a_process_or_of_all_under_load(tmp_path):
    """tests/faults kills a server that is one process."""
    asked: Asked = Counter()
    done: Done = {}
    chance = random.Random(3)

    async def go():
        serving = Serving(tmp_path, "--processes", "2", "--pace", "0", "--betting", "0.15", "--decision", "5",
                          "--grace", "1")  # fmt: skip
        await serving.start()
        stop, amounts = asyncio.Event(), count(1)
        load = [asyncio.create_task(buy(serving.url, f"Buyer {t}", t, amounts, asked, done, stop)) for t in TABLES]
        load += [
            asyncio.create_task(play(serving.url, f"Player {t} {n}", t, n, stop)) for t in TABLES for n in (1, 2, 3)
        ]
        for kill in range(KILLS):
            await busy(done, load)
            await asyncio.sleep(chance.uniform(0, 0.5))
            if kill % 2:
                await serving.kill()
                await serving.start()  # benchmarks/server.py --restart measures it
            else:
                os.kill(chance.choice(await serving.parts()), signal.SIGKILL)
        await busy(done, load)
        stop.set()
        played = await asyncio.gather(*load)
        assert await serving.end() == 0
        assert sum(filter(None, played)) > 10

    asyncio.run(go())
    asyncio.run(_check(tmp_path, asked, done))


async def _check(folder, asked, done):
    house = House(Database(folder / "house.db"), Key.load(folder / "house.key"))
    await house.start()
    house.audit()
    await house.stop()  # a round that was in play goes on meanwhile
    database = Database(folder / "house.db")
    bought: Asked = Counter()
    where = {}
    for table, keeper in house.keepers.items():
        data = b"".join(line for _, line in database.lines(table))
        found = list(records(BytesIO(data)))  # the chain holds
        assert [record.n for record in found] == list(range(keeper.stored + 1))
        for record in found:
            if isinstance(record.body, MoneyMoved) and record.body.what == "buy-in":
                key = (record.body.player, record.body.entries[f"player:{record.body.player}"])
                if key in asked:
                    bought[key] += 1
                    where[key] = (table, record.n)
    database.close()
    assert len(done) > KILLS * 20
    for key, place in done.items():
        assert bought[key] == 1, key
        assert where[key] == place
    assert set(bought) <= set(asked)
    assert set(bought.values()) == {1}


def test_the_first_start_and_a_graceful_end(tmp_path):
    """The link for the administrator works once; the end is orderly; the second start has the same floor."""

    async def go():
        serving = Serving(tmp_path, "--no-guests")
        await serving.start()
        async with httpx.AsyncClient(base_url=serving.url) as raw:
            assert (await raw.post("/api/guest", json={"name": "Ann"})).status_code == 403
            assert await serving.end() == 0
        link = re.search(r"/administrator\?token=([\w-]+)", serving.said)
        assert link
        assert "5 tables" in serving.said
        assert "every round is finished" in serving.said
        await serving.start()
        async with httpx.AsyncClient(base_url=serving.url) as raw:
            told = {"token": link[1], "name": "Ada", "password": "correct horse"}
            assert (await raw.post("/api/administrator", json=told)).status_code == 403  # a newer link was printed
        assert await serving.end() == 0
        newer = re.search(r"/administrator\?token=([\w-]+)", serving.said)
        assert newer
        assert newer[1] != link[1]

    asyncio.run(go())


def refused(folder: Path, *arguments: str, env: dict[str, str] | None = None) -> str:
    import subprocess

    done = subprocess.run(
        [Path(sys.executable).parent / "croupier", "serve", *arguments],
        capture_output=True, text=True, check=False, timeout=ENOUGH,
        env={**os.environ, "CROUPIER_DATA": str(folder), **(env or {})},
    )  # fmt: skip
    assert done.returncode == 2, done
    assert done.stderr.count("\n") == 1
    return done.stderr


def test_refusals_to_start_say_why(tmp_path):
    from croupier.house.hold import hold

    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert "in use" in refused(tmp_path, "--port", port)
        assert "in use" in refused(tmp_path, env={"CROUPIER_PORT": port})
        (tmp_path / "c.toml").write_text(f"port = {port}\n", encoding="utf-8")
        assert f"port {port}" in refused(tmp_path, "--config", str(tmp_path / "c.toml"))
    file = hold(tmp_path / "x.db")
    assert "another server holds" in refused(tmp_path, "--port", "0", "--db", str(tmp_path / "x.db"))
    os.close(file)
    assert "database failed" in refused(tmp_path, "--port", "0", "--db", "postgresql://nobody@127.0.0.1:1/x")
    (tmp_path / "junk.db").write_bytes(b"not a database" * 100)
    assert "not a database" in refused(tmp_path, "--port", "0", "--db", str(tmp_path / "junk.db"))
    (tmp_path / "bad.toml").write_text("prot = 1\n", encoding="utf-8")
    assert "none of host, port" in refused(tmp_path, "--config", str(tmp_path / "bad.toml"))


def test_two_do_not_hold_one_file(tmp_path):
    from croupier.house.hold import hold

    first = hold(tmp_path / "x.db")
    with pytest.raises(HouseError, match="another server"):
        hold(tmp_path / "x.db")
    os.close(first)
    os.close(hold(tmp_path / "x.db"))
