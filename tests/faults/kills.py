"""A server under load that is killed in the middle, again and again, and people who ask again when it is back."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import signal
import socket
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

import httpx
import pytest
from sqlalchemy import select

from croupier.client import Client
from croupier.errors import HouseError
from croupier.house.house import House
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.table import BuyIn, CashOut, Sit
from croupier.table.events import MoneyMoved
from croupier.web.app import create
from croupier.web.uvicorn_server import Server
from tests.faults.books import bought, straight
from tests.house.floor import ENOUGH, KEY, a_house, open_table, until
from tests.house.make import PASSWORDS, make_house
from tests.house.serving import Serving

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path

    from croupier.journal import Record

TABLES = ("dj-wild", "over-under")
SOON = 0.12
"""Seconds of load before a kill, at most; one kill in five strikes while the server is starting."""
AWAY = {"closed", "storage", "moved", "busy"}
AGAIN = 12
"""Acknowledged commands that are asked again at the end."""


def serve(url: str, port: int) -> None:
    """A house on a port until it is killed."""
    asyncio.run(_serve(url, port))


async def _serve(url: str, port: int) -> None:
    house = House(Database(url), KEY, passwords=PASSWORDS)  # every process has dice of its own
    await house.start()
    for game in TABLES:
        if game not in house.keepers:
            await open_table(house, game, betting_seconds=0.05, decision_seconds=5.0)
    await Server(create(house, guests=True)).run(socket.create_server(("127.0.0.1", port)))


@dataclass
class Told:
    """What was asked, and what was acknowledged: (table, player, amount) to the key and the record."""

    asked: set[tuple[str, str, int]] = field(default_factory=set)
    done: dict[tuple[str, str, int], tuple[str, int]] = field(default_factory=dict)
    rounds: int = 0
    seated: int = 0


class Killed:
    """A server in a process of its own, forked from one that has everything imported."""

    def __init__(self, url: str | Path) -> None:
        self._url = str(url)
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["__main__", "tests.faults.kills", "croupier.house.storage.migrate"])
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self._port: int = probe.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        self._process = self._context.Process(target=serve, args=(self._url, self._port), daemon=True)
        self._process.start()

    async def ready(self) -> None:
        async with httpx.AsyncClient(base_url=self.url) as client, asyncio.timeout(ENOUGH):
            while True:
                with suppress(httpx.HTTPError):
                    if (await client.get("/readyz")).status_code == 200:
                        return
                assert self._process.is_alive(), f"the server ended by itself: {self._process.exitcode}"
                await asyncio.sleep(0.01)

    def kill(self) -> None:
        assert self._process.is_alive(), f"the server ended by itself: {self._process.exitcode}"
        self._process.kill()
        self._process.join()


async def buy(url: str, name: str, table: str, amounts: count[int], told: Told) -> None:
    """Somebody who buys in, every time for another amount under another key, and cashes out when the money is gone."""
    async with Client(url, patience=ENOUGH) as client:
        await client.guest(name)
        async with client.table(table, keep=False) as at:
            await at.command(Sit(player=name, seat=6), key="sit")
            told.seated += 1
            while True:
                amount = next(amounts)
                what = (table, name, amount)
                told.asked.add(what)
                answer = await at.command(BuyIn(player=name, amount=amount), key=f"buy {amount}")
                if answer.refused:
                    await at.command(CashOut(player=name))
                else:
                    told.done[what] = (f"buy {amount}", answer.n)


async def play(url: str, name: str, table: str, seat: int, told: Told) -> None:
    """Somebody who plays round after round."""
    from croupier.cli.bot import Bot, strategy_of

    async with Client(url, patience=ENOUGH) as client:
        await client.guest(name)
        async with client.table(table, keep=False) as at:
            rules = await client.rules(table)
            strategy = strategy_of("random", rules, random.Random(seat))
            await Bot(client, at, seat, strategy, rules).sit()
            told.seated += 1
            while True:
                try:
                    bot = Bot(client, at, seat, strategy, rules)
                    await bot.play(1)
                    told.rounds += bot.rounds
                    await asyncio.sleep(0 if bot.rounds else 0.05)  # whose money is gone
                    await at.command(Sit(player=name, seat=seat))  # a bot that has played gets up
                except HouseError as error:  # a look into the wallet is not asked again by itself
                    if error.fault not in AWAY:
                        raise
                    await asyncio.sleep(0.05)


async def loaded(url: str, told: Told, strike: Callable[[list[asyncio.Task[None]]], Awaitable[None]]) -> None:
    """People at every table while something strikes; nobody of them may fail."""
    amounts = count(1)
    load = [asyncio.create_task(buy(url, f"Buyer {t}", t, amounts, told)) for t in TABLES]
    load += [asyncio.create_task(play(url, f"Player {t} {n}", t, n, told)) for t in TABLES for n in (1, 2)]
    try:
        await until(lambda: told.seated == len(load) or any(task.done() for task in load))
        await strike(load)
    finally:
        for task in load:
            task.cancel()
        ends = await asyncio.gather(*load, return_exceptions=True)
    faults = [end for end in ends if not isinstance(end, asyncio.CancelledError)]
    assert faults == [], [repr(fault) for fault in faults]


async def busy(told: Told, load: list[asyncio.Task[None]], more: int = 5) -> None:
    """Wait until some more commands were acknowledged."""
    enough = len(told.done) + more
    await until(lambda: len(told.done) >= enough or any(task.done() for task in load))


async def killed(url: str | Path, kills: int, seed: int) -> Told:
    """Load and kills; the house as it is found afterwards is checked cent by cent."""
    chance, told, server = random.Random(seed), Told(), Killed(url)
    kept: list[dict[str, bytes]] = []
    server.start()
    await server.ready()

    async def strike(load: list[asyncio.Task[None]]) -> None:
        for _ in range(kills):
            await busy(told, load)
            await asyncio.sleep(chance.uniform(0, SOON))
            server.kill()
            kept.append(await asyncio.to_thread(_ends, url))
            server.start()
            if chance.random() < 0.2:
                await asyncio.sleep(chance.uniform(0, 2 * SOON))
            else:
                await server.ready()
        await server.ready()
        await busy(told, load)

    try:
        await loaded(server.url, told, strike)
    finally:
        server.kill()
    await check(url, told, kept)
    return told


async def serving(folder: Path, *more: str) -> Serving:
    """The same tables behind `croupier serve`."""
    async with a_house(folder / "house.db", *TABLES, betting_seconds=0.05, decision_seconds=5.0):
        KEY.save(folder / "house.key")
    server = Serving(folder, "--no-demo", "--no-limits", *more)
    await server.start()
    return server


async def several_killed(folder: Path, kills: int, seed: int) -> Told:
    """The same for a server of two processes: now one of them is killed and the other goes on, now the door is."""
    chance, told, url = random.Random(seed), Told(), folder / "house.db"
    kept: list[dict[str, bytes]] = []
    server = await serving(folder, "--processes", "2", "--grace", "0")

    async def strike(load: list[asyncio.Task[None]]) -> None:
        for _ in range(kills):
            await busy(told, load)
            await asyncio.sleep(chance.uniform(0, SOON))
            if chance.random() < 0.3:
                await server.kill()
                kept.append(await asyncio.to_thread(_ends, url))
                await server.start()
            elif parts := server.parts():
                os.kill(chance.choice(parts), signal.SIGKILL)
        await busy(told, load)

    try:
        await loaded(server.url, told, strike)
    finally:
        assert await server.end() == 0
    await check(url, told, kept)
    return told


def _ends(url: str | Path) -> dict[str, bytes]:
    """The last line of every journal as a killed server left it."""
    database = Database(url)
    found = {table: list(database.lines(table))[-1:] for table in TABLES}
    database.close()
    return {f"{table} {n}": line for table, lines in found.items() for n, line in lines}


async def check(url: str | Path, told: Told, kept: list[dict[str, bytes]]) -> None:
    """Nothing acknowledged is lost, nothing is there twice, and every journal went on where it stood."""
    house = make_house(Database(url), KEY)
    await house.start()
    try:
        journals = straight(house)
        for ends in kept:
            for where, line in ends.items():
                table, n = where.rsplit(" ", 1)
                assert journals[table][int(n)].line == line, "a journal did not go on where it stood"
        once(journals, told)
        await _again(house, told)
        assert {t: k.stored for t, k in house.keepers.items()} == {t: len(j) - 1 for t, j in journals.items()}
    finally:
        await house.stop()


def once(journals: dict[str, list[Record]], told: Told) -> None:
    """Every acknowledged buy-in is in its journal once, and none that nobody asked for."""
    found = bought(journals)
    ours = {what: times for what, times in found.items() if what[1].startswith("Buyer")}
    assert set(told.done) <= set(ours) <= told.asked
    assert set(ours.values()) == {1}, "a command was done twice"
    for what, (_, n) in told.done.items():
        record = journals[what[0]][n]
        assert isinstance(record.body, MoneyMoved)
        assert record.body.entries[f"player:{what[1]}"] == what[2]


def _kept(house: House, table: str) -> tuple[list[int], int]:
    """The records that a table's stored answers reach to, and how many keys it knows."""
    rows = schema.answers
    with house.database.read() as connection:
        found = connection.scalars(select(rows.c.n).where(rows.c.table_id == table).order_by(rows.c.n + 0))
        return list(found), len(house.keepers[table]._answers._known)


async def _again(house: House, told: Told) -> None:
    """The last acknowledged commands once more under their keys: the same answers, and nothing happens."""
    from croupier.house.desk.desk import Desk
    from croupier.house.people.roles import Person

    desk = Desk(house)
    for (table, name, amount), (key, n) in list(told.done.items())[-AGAIN:]:
        person = Person(name, frozenset({("player", "")}))
        command = {"command": "buy-in", "player": name, "amount": amount}
        answer = await desk.command(person, table, command, key)
        assert answer.n == n, (table, key, n, answer, _kept(house, table))
        with pytest.raises(HouseError, match="another command"):
            await desk.command(person, table, command | {"amount": amount + 1}, key)
