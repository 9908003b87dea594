"""Readers of the house: a table is served and played at, every page is made, coach and school know the game."""

from __future__ import annotations

import asyncio
import random
import tempfile
import tomllib
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from croupier.game.template import new_submission
from croupier.house.house import House
from croupier.house.people.roles import Person
from croupier.house.screens.coach.wording import counted
from croupier.house.screens.dealer.school import School
from croupier.house.storage.table_settings import Settings
from croupier.house.tables.automatic.bots import Bots
from croupier.table import Actor, BuyIn, Crowd, Sit
from croupier.testing.by_the_book import every_wager
from croupier.testing.missing import expect
from croupier.web.app import create

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from croupier.game import Game
    from croupier.house.tables.keeping.keeper import Keeper

PATIENCE = 60.0
"""Seconds for a round."""
TABLE = "checked"
CHIPS = 1_000_00
"""Of a thousand dollars that a guest is given."""


def browser(game: Game) -> None:
    """A round is played at a table that is served, and whatever a page asks for is there."""
    asyncio.run(_browsed(game))


def coach(game: Game) -> None:
    """What the coach and practice say of the game is there, in words."""
    asyncio.run(_asked(game, f"/api/how-to-play/prices?game={game.id}&edition={game.edition}", "/api/practice"))
    if game.streets:
        expect(bool(counted(every_wager(game), {})), "the coach has no words for what it counts")


def school(game: Game) -> None:
    """A learner can deal it by hand, and has something that goes wrong to answer."""
    asyncio.run(_taught(game))


async def _browsed(game: Game) -> None:
    async with _house(game) as (house, client):
        for path in (f"/tables/{TABLE}", f"/api/tables/{TABLE}/felt", f"/api/tables/{TABLE}/rules", *_pages(game)):
            await _ask(client, path)
        expect(house.keeper(TABLE).table.rounds > 0, "no round was played")


def _pages(game: Game) -> tuple[str, ...]:
    about = f"game={game.id}&edition={game.edition}"
    return ("/", "/api/floor", f"/how-to-play?{about}", f"/api/how-to-play?{about}", "/api/lab", "/lab", "/practice")


async def _asked(game: Game, *paths: str) -> None:
    async with _house(game, rounds=0) as (_, client):
        for path in paths:
            await _ask(client, path)


async def _ask(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path)
    expect(answer.status_code == httpx.codes.OK, f"{path} answers {answer.status_code}: {answer.text[:300]}")


@asynccontextmanager
async def _house(game: Game, *, rounds: int = 1) -> AsyncIterator[tuple[House, httpx.AsyncClient]]:
    """A house with one table where so many rounds were played, and a guest who asks."""
    with tempfile.TemporaryDirectory() as folder:
        house = House.at(Path(folder) / "house.db", Path(folder) / "house.key")
        await house.start()
        try:
            submission = {**tomllib.loads(new_submission(game)), **_chosen(game)}
            settings = Settings(submission=submission, quick=True, pace=0.0, betting_seconds=0.5)
            keeper = await house.open(TABLE, game.name, game.id, game.edition, settings)
            if rounds:
                await _played(house, keeper, rounds)
            app = create(house, guests=True)
            transport = httpx.ASGITransport(app=app)
            async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1", timeout=PATIENCE) as client:
                await client.post("/api/guest", json={"name": "Ann"})
                yield house, client
        finally:
            await house.stop()


def _chosen(game: Game) -> dict[str, object]:
    return {w.key: w.tables[0].id for w in game.wagers if w.key and w.tables}


async def _played(house: House, keeper: Keeper, rounds: int) -> None:
    """One player sits down and plays by chance, at a table that deals by itself."""
    crowd, player = Crowd(random.Random(1), 1), Actor("player", "Bob")  # noqa: S311 - the same wagers every time
    await house.welcome(player.name)
    await keeper.ask(Sit(player=player.name, seat=1), player)
    await keeper.ask(BuyIn(player=player.name, amount=CHIPS), player)
    async with asyncio.timeout(PATIENCE):
        while (now := keeper.table).rounds < rounds or now.play is not None:
            expect(keeper.broken is None, f"the table stopped: {keeper.broken}")
            answers = [one for one in (crowd.decide(now),) if one is not None]
            if now.phase == "betting" and not now.layout:
                answers = [one for one in crowd.wager(now) if not isinstance(one[0], BuyIn)]
            for command, _ in answers:
                await keeper.ask(command, player)
            await asyncio.sleep(0.02)


async def _taught(game: Game) -> None:
    async with _house(game, rounds=0) as (house, _):
        company = Bots(house, haste=0.0)
        learner = Person("Lea", frozenset({("dealer", "")}))
        opened = await School(house, company).open(learner, game.id, game.edition)
        try:
            expect(
                opened.table.due is not None or opened.table.phase == "betting", "the school's table waits for nothing"
            )
        finally:
            await company.stop()
