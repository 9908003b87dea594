"""A disk that fails at a chosen moment: full or broken, before a commit takes effect or after it has.

The house's own connections to SQLite are of a kind that counts what the writing thread does (every statement and every
commit, which may be one) and lets one of them fail, and all that follow until the disk is mended.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import event

from croupier.errors import HouseError
from croupier.house.desk.desk import Desk
from croupier.house.people.roles import Person
from croupier.house.storage.database import Database
from tests.faults.books import at_rest, bought
from tests.house.floor import ENOUGH, KEY, open_table, until
from tests.house.make import make_house

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.house.house import House
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.house.tables.views.sent_views import ViewPiece

How = Literal["full", "broken", "stored"]
"""Full: nothing more fits. Broken: an error of the disk. Stored: the commit is on the disk, and its answer is lost."""
HOWS: tuple[How, ...] = ("full", "broken", "stored")
SAYS = {"full": "database or disk is full", "broken": "disk I/O error", "stored": "disk I/O error"}
ROUNDS = 3


class Disk:
    """Counts what the writer does, and fails at the given place for as many operations as told."""

    def __init__(self, at: int = -1, how: How = "full", lasting: int = 1) -> None:
        self.at, self.how, self.lasting = at, how, lasting
        self.done: list[str] = []
        self.failed = 0

    def fails(self, what: str) -> bool:
        """Whether this operation does."""
        if threading.current_thread().name != "database":
            return False
        self.done.append(what)
        hits = 0 <= self.at < len(self.done) and self.failed < self.lasting
        if hits and (what == "commit" or self.how != "stored"):
            self.failed += 1
            return True
        return False


def spoil(database: Database, disk: Disk) -> None:
    """Connections of a database whose disk may fail."""

    class Cursor(sqlite3.Cursor):
        def execute(self, sql: str, *given: Any) -> Any:
            alone = sql.startswith("INSERT") and not self.connection.in_transaction  # a transaction by itself
            if disk.fails("commit" if alone else "execute"):
                if alone and disk.how == "stored":
                    super().execute(sql, *given)
                raise sqlite3.OperationalError(SAYS[disk.how])
            return super().execute(sql, *given)

    class Connection(sqlite3.Connection):
        def cursor(self, *_: Any) -> Any:
            return super().cursor(Cursor)

        def execute(self, sql: str, *given: Any) -> Any:
            return self.cursor().execute(sql, *given)

        def commit(self) -> None:
            if disk.fails("commit"):
                if disk.how == "stored":
                    super().commit()
                raise sqlite3.OperationalError(SAYS[disk.how])
            super().commit()

    def connect(_: object, __: object, ___: object, told: dict[str, Any]) -> None:
        told["factory"] = Connection

    event.listen(database.engine, "do_connect", connect)


class Player:
    """Someone who plays a scripted game, asks again under the same key until there is an answer, and notes it."""

    def __init__(self, house: House, name: str, seat: int) -> None:
        self.house, self.name, self.seat = house, name, seat
        self.desk = Desk(house)
        self.person = Person(name, frozenset({("player", "")}))
        self.acknowledged: dict[str, int] = {}
        self.refused: list[HouseError] = []
        self.bought = 0

    async def ask(self, command: str, **told: Any) -> int:
        """The record up to which a command reached."""
        key = f"{self.name} {len(self.acknowledged)}"
        while True:
            try:
                answer = await self.desk.command(self.person, "t", {"command": command, **told}, key)
            except HouseError as error:
                if error.fault not in {"storage", "moved", "busy"}:
                    raise
                self.refused.append(error)
                await asyncio.sleep(0.005)
                continue
            assert not answer.refused, answer
            self.acknowledged[key] = answer.n
            return answer.n

    async def play(self) -> None:
        while True:
            try:
                await self.house.welcome(self.name)
                break
            except HouseError as error:
                if error.fault != "storage":
                    raise
        await self.ask("sit", player=self.name, seat=self.seat)
        for round_ in range(1, ROUNDS + 1):
            await self.ask("buy-in", player=self.name, amount=10_000 + round_)
            self.bought += 10_000 + round_
            await self._until("betting", round_ - 1)
            for wager in ("ante", "blind"):
                await self.ask("place", seat=self.seat, wager=wager, amount=1000)
            await self._asked(round_)
            if self._turn():
                await self.ask("decide", seat=self.seat, decision="raise" if round_ % 2 else "fold")
            await self._until("betting", round_)
        await self.ask("cash-out", player=self.name)

    @property
    def keeper(self) -> Keeper:
        return self.house.keeper("t")

    async def _until(self, phase: str, rounds: int) -> None:
        await until(lambda: self.keeper.table.phase == phase and self.keeper.table.rounds == rounds)

    async def _asked(self, round_: int) -> None:
        """This player has to decide, or the round is over without it."""
        await until(lambda: self._turn() or self.keeper.table.rounds >= round_)

    def _turn(self) -> bool:
        table = self.keeper.table
        return table.due is not None and table.due.id == "decide"


async def scripted(path: Path, disk: Disk) -> list[HouseError]:
    """One player's game on a disk that may fail; what people heard is compared with what is stored at that moment."""
    house = make_house(Database(path), KEY)
    await house.start()
    await open_table(house, "dj-wild", "t")
    await house.stop()
    database = Database(path)
    spoil(database, disk)
    house = make_house(database, KEY)
    await house.start()
    looking = sqlite3.connect(path)
    heard: list[str] = []

    def hear(piece: ViewPiece) -> None:
        for sent in piece.records:
            found = looking.execute("select line from records where table_id = 't' and n = ?", (sent.n,)).fetchone()
            if found is None or found[0] != sent.line:
                heard.append(f"record {sent.n} was told and is not stored")

    take = house.keeping.add

    def taken(keeper: Keeper) -> None:
        keeper.listeners.add(hear)
        take(keeper)

    house.keeping.add = taken  # type: ignore[method-assign]
    house.keeper("t").listeners.add(hear)
    player = Player(house, "Ann", 1)
    try:
        async with asyncio.timeout(2 * ENOUGH):
            await player.play()
            await until(lambda: house.keeper("t").broken is None)
        assert heard == []
        journals = await at_rest(house)
        assert sum(n * amount for (_, _, amount), n in bought(journals).items()) == player.bought
        assert set(bought(journals).values()) == {1}
        assert not house.keeper("t").table.accounts.get("player:Ann", 0)
        with database.read() as connection:
            wrong = connection.exec_driver_sql(
                "select account, cents from balances where account like '%hold:%' and cents <> 0"
            ).all()
        assert wrong == [], "money stays set aside"
        for key, n in player.acknowledged.items():
            assert n < len(journals["t"]), key
    finally:
        looking.close()
        await house.stop()
    return player.refused
