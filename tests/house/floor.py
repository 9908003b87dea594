"""A house with tables, and a server of it in this process."""

from __future__ import annotations

import asyncio
import socket
import tomllib
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
from msgspec.structs import replace

from croupier.client import Client, Table
from croupier.errors import HouseError
from croupier.game.template import new_submission
from croupier.games import EDITIONS as BOOK
from croupier.games import open_game
from croupier.house.journal.events import MoneyPosted
from croupier.house.people.signing_in.sign_in_throttle import FAILURES
from croupier.house.screens.player.drafts import EMPTY
from croupier.house.screens.player.table_view import table_view
from croupier.house.storage.database import Database
from croupier.house.storage.table_settings import Settings
from croupier.house.storage.transactions import Transaction
from croupier.house.tables import equipment
from croupier.house.tables.automatic.bots import Bots
from croupier.house.tables.money import ledger
from croupier.house.tables.money.play_money import WHAT
from croupier.house.tables.views.visibility import view
from croupier.journal.keys import Key
from croupier.table import Actor
from croupier.table.equipment import standard
from croupier.web.app import create
from croupier.web.uvicorn_server import Server
from tests.house.databases import migrated_sqlite_database
from tests.house.make import make_house

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

    from croupier.house.cloth.results import Results
    from croupier.house.desk.desk import Desk
    from croupier.house.house import House
    from croupier.house.people.sign_in import People
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.table.equipment import Item
    from croupier.web.sockets.page_socket import Sockets

EDITIONS = {game: next(iter(editions)) for game, editions in BOOK.items()}
KEY = Key.throw_away(5)
ENOUGH = 60.0
"""Seconds for whatever must come, however busy the machine is."""
DEALER, FLOOR = Actor("dealer", "Dealer"), Actor("floorperson", "Floor")


def ann(name: str = "Ann") -> Actor:
    return Actor("player", name)


def settings(game: str, *, chosen: Mapping[str, Any] | None = None, **given: Any) -> Settings:
    """A new submission, with what is `chosen` beside it."""
    submission = {**tomllib.loads(new_submission(open_game(game, EDITIONS[game]))), **(chosen or {})}
    usual: dict[str, Any] = {"betting_seconds": 30.0, "decision_seconds": 30.0, "quick": True}
    if not given.get("automatic", True):
        usual["dealer"] = "Dean"
    return Settings(submission=submission, **{**usual, **given})


def equip(house: House, table: str, chosen: Settings, game: str = "dj-wild", edition: str = "") -> tuple[Item, ...]:
    """Register what a table needs, by two people, and put it there."""
    rules = open_game(game, edition or EDITIONS[game]).rules(chosen.submission)
    items = tuple(replace(item, id=f"{table}-{item.id}", approval="601a.10 no. 17") for item in standard(rules))
    for item in items:
        equipment.add(house.database, item, "store", by="Flo", second="Sam", at=house.clock())
        equipment.move(house.database, item.id, kept="", table=table, by="Flo", at=house.clock())
    return items


async def open_table(house: House, game: str = "dj-wild", name: str = "", **given: Any) -> Keeper:
    if house.is_real and open_game(game, EDITIONS[game]).chapter.status != "proposed":
        await asyncio.to_thread(equip, house, name or game, settings(game, **given), game)
    return await house.open(name or game, name or game, game, EDITIONS[game], settings(game, **given))


@asynccontextmanager
async def a_house(url: str | Path, *games: str, **given: Any) -> AsyncIterator[House]:
    """A house on a database, new if there is none; its tables are opened if they are not there yet."""
    if isinstance(url, Path):
        migrated_sqlite_database(url)
    house = make_house(Database(url), KEY)
    await house.start()
    for game in games:
        if game not in house.keepers:
            await open_table(house, game, **given)
    try:
        yield house
    finally:
        await house.stop()


def gift(name: str, cents: int) -> Transaction:
    """Money for a wallet, recorded as any is."""
    entries = ledger.grant(ledger.wallet(name), cents, WHAT)
    return Transaction("", 0, entries=entries, said=[MoneyPosted(entries=ledger.moved(entries), what=WHAT)])


@dataclass(frozen=True)
class Served:
    house: House
    desk: Desk
    url: str
    sockets: Sockets

    def client(self) -> Client:
        return Client(self.url, patience=ENOUGH)

    @asynccontextmanager
    async def guest(self, name: str, money: int = 0) -> AsyncIterator[Client]:
        """A guest with so much more money than everyone gets."""
        async with self.client() as client:
            await client.guest(name)
            if money:
                await asyncio.to_thread(self.house.database.store, gift(name, money))
            yield client

    @asynccontextmanager
    async def signed_in(self, name: str, password: str = "correct horse") -> AsyncIterator[httpx.AsyncClient]:  # noqa: S107
        """HTTP alone, as someone of the register."""
        async with httpx.AsyncClient(base_url=self.url, timeout=60) as client:
            answer = await client.post("/api/session", json={"name": name, "password": password})
            assert answer.status_code == 200, answer.text
            yield client

    @asynccontextmanager
    async def at(self, name: str, table: str, money: int = 0, **given: Any) -> AsyncIterator[Table]:
        """A guest who looks at a table."""
        async with self.guest(name, money) as client, client.table(table, **given) as found:
            yield found


@asynccontextmanager
async def served(house: House, **given: Any) -> AsyncIterator[Served]:
    """A house on the network."""
    app = create(house, guests=True, **given)
    listening = socket.create_server(("127.0.0.1", 0))
    server = Server(app)
    running = asyncio.create_task(server.run(listening))
    await until(lambda: server.started)
    try:
        yield Served(house, app.state.desk, f"http://127.0.0.1:{listening.getsockname()[1]}", app.state.sockets)
    finally:
        server.stop()
        await running
        listening.close()


def guess_wrong(people: People, name: str, times: int = FAILURES) -> None:
    """Wrong passwords, as many as lock a name out."""
    for _ in range(times):
        with suppress(HouseError):
            people.sign_in(name, "a wrong guess")


async def betting(keeper: Keeper) -> None:
    """Wait until wagers are taken."""
    await until(lambda: keeper.table.phase == "betting")


async def within(seconds: float, measure: Callable[[], Awaitable[float]]) -> None:
    """Something takes no longer, once in ten times at least: the machine may be busy with other things."""
    took: list[float] = []
    while min(took, default=seconds) >= seconds and len(took) < 10:
        took.append(await measure())
    assert min(took) < seconds, took


def voice(house: House, keeper: Keeper, found: Results) -> str:
    """What the dealer says on Ann's page."""
    seen = view(keeper.table, keeper.staff, "Ann")
    return str(table_view(keeper, "Ann", seen, found, EMPTY, Bots(house)).voice.words)


async def until(holds: Callable[[], object], seconds: float = ENOUGH) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(seconds):
        while not holds():  # noqa: ASYNC110 - whatever it is, it tells nobody
            await asyncio.sleep(0.005)
