"""A PostgreSQL that restarts and loses connections while a house is at work on it."""

from __future__ import annotations

import asyncio
import random
import subprocess
import time

from sqlalchemy import create_engine, text

from croupier.house.storage.database import Database
from tests.faults.kills import TABLES, Told, busy, check, loaded
from tests.house.databases import postgres_server
from tests.house.floor import KEY, open_table, served, until
from tests.house.make import make_house

AWAY = 0.3
"""Seconds for which a database that was stopped stays away, at most."""


def restart(how: str, away: float) -> None:
    """Stop the server, in order or at once as in a crash, and start it again."""
    server = postgres_server()
    command = [str(server.bin_path / "pg_ctl"), "-D", str(server.pgdata), "-w", "-m", how, "stop"]
    user = {"user": server.system_user} if server.system_user else {}
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True, **user)
    time.sleep(away)
    server.ensure_postgres_running()


def cut(url: str, share: float, chance: random.Random) -> int:
    """End some of the connections that the house has; how many."""
    engine = create_engine(Database(url).url)
    mine = "pg_backend_pid()"
    with engine.connect() as connection:
        asked = f"select pid from pg_stat_activity where datname = current_database() and pid <> {mine}"  # noqa: S608
        found = [pid for (pid,) in connection.execute(text(asked)) if chance.random() < share]
        for pid in found:
            connection.execute(text("select pg_terminate_backend(:pid)"), {"pid": pid})
    engine.dispose()
    return len(found)


async def restarted(url: str, restarts: int, cuts: int, seed: int) -> Told:
    """Load, lost connections and restarts; the house goes on by itself and its books are checked at the end."""
    chance, told = random.Random(seed), Told()
    house = make_house(Database(url), KEY)
    await house.start()
    for game in TABLES:
        await open_table(house, game, betting_seconds=0.05, decision_seconds=5.0)
    struck = 0

    async def strike(load: list[asyncio.Task[None]]) -> None:
        nonlocal struck
        for blow in random.Random(seed).sample([*(["restart"] * restarts), *(["cut"] * cuts)], restarts + cuts):
            await busy(told, load)
            await asyncio.sleep(chance.uniform(0, 0.05))
            if blow == "cut":
                struck += await asyncio.to_thread(cut, url, 0.7, chance)
            else:
                how = chance.choice(("fast", "immediate"))
                await asyncio.to_thread(restart, how, chance.uniform(0, AWAY))
                struck += 1
        await busy(told, load)

    try:
        async with served(house) as at:
            await loaded(at.url, told, strike)
        await until(lambda: all(keeper.broken is None for keeper in house.keepers.values()))
    finally:
        await house.stop()
    assert struck >= restarts + cuts
    await check(url, told, [])
    return told
