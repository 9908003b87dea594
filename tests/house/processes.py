"""Several processes of one house, in this process: on PostgreSQL, or on an SQLite file with the door's lines."""

from __future__ import annotations

import asyncio
import socket
from contextlib import asynccontextmanager
from itertools import count

from croupier.house.cluster.worker_membership import WorkerMembership
from croupier.house.cluster.worker_messages import MessageStream
from croupier.house.storage.database import Database
from croupier.web.app import create
from croupier.web.uvicorn_server import Server
from tests.house.floor import KEY, Served, open_table, until
from tests.house.make import make_house

GAMES = ("dj-wild", "cajun-stud", "raise-it-up", "over-under")


class Together:
    """Call it for one more process."""

    def __init__(self, url):
        self.url = url
        self.lines = MessageStream()
        self._numbers = count()

    @asynccontextmanager
    async def __call__(self, **given):
        listening = socket.create_server(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        house = make_house(Database(self.url), KEY)
        number, place = next(self._numbers), None
        if house.database.is_sqlite:
            ours, its = socket.socketpair()
            self.lines.pit.expect(number)
            await self.lines.add(number, ours)
            place = WorkerMembership(number, its, address, lambda: None)
        await house.start(address, place)
        app = create(house, guests=True, **given)
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
            if place is not None:
                await place.close()
                await self.lines.died(number)


async def shared(*processes):
    """Wait until every table has one owner and both have some."""
    await until(
        lambda: (
            sorted(t for p in processes for t in p.house.keepers) == sorted(GAMES)
            and all(len(p.house.keepers) == len(GAMES) // len(processes) for p in processes)
        )
    )


@asynccontextmanager
async def two_of(process):
    """Two processes that share four tables."""
    async with process() as one:
        for game in GAMES:
            await open_table(one.house, game)
        async with process() as two:
            await shared(one, two)
            yield one, two
