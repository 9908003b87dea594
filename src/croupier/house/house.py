"""The house: its database, its key, and the keepers of its tables."""

from __future__ import annotations

import asyncio
import time
import tomllib
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from croupier.errors import CroupierError, HouseError
from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house import ledger, schema
from croupier.house.database import Database, Work
from croupier.house.keeper import Keeper, Settings
from croupier.journal.keys import Key
from croupier.table import open_table

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SOON, LATEST = 0.05, 5.0
"""Seconds between attempts to take a table up again: at first, and at most."""
PLAY_MONEY = 100_000
"""What a new player of a play money house finds in the wallet: a thousand dollars."""

DEMO = (
    ("dj-wild", "pa-2021", "DJ Wild"),
    ("cajun-stud", "pa-2019", "Cajun Stud"),
    ("raise-it-up", "pa-2019", "Raise It Up"),
    ("over-under", "pa-2019-proposed", "Over/Under"),
    ("face-up-pai-gow", "pa-2019-proposed", "Face Up Pai Gow"),
)
"""The demo floor: one table of each game."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class House:
    """Everything one server process holds. `start` before anything else, `stop` at the end."""

    def __init__(self, database: Database, key: Key, *, clock: Callable[[], int] = now) -> None:
        self.database = database
        self.key = key
        self.clock = clock
        self.keepers: dict[str, Keeper] = {}
        self.running = False
        self._mending: set[asyncio.Task[None]] = set()

    @classmethod
    def at(cls, url: str | Path, key: Path) -> House:
        """A house on a database, with the signing key of a file that is made if there is none."""
        return cls(Database(url), Key.load(key) if key.exists() else _made(key))

    async def start(self) -> None:
        """Bring the database up to date and every open table back to where it stood."""
        await asyncio.to_thread(self.database.migrate)
        rows = schema.tables
        with self.database.read() as connection:
            found = connection.execute(select(rows).where(rows.c.closed.is_(None)).order_by(rows.c.opened)).all()
        for row in found:
            settings = msgspec.json.decode(row.settings, type=Settings)
            rules = open_game(row.game, row.edition).rules(settings.submission, settings.readings)
            keeper = Keeper(self.database, self.key, row.id, row.name, settings, rules, self.clock)
            keeper.load()
            self._take(keeper)
        self.running = True

    def _take(self, keeper: Keeper) -> None:
        self.keepers[keeper.id] = keeper
        keeper.leaving.append(self._mend_soon)
        keeper.start()

    def _mend_soon(self, broken: Keeper) -> None:
        task = asyncio.get_running_loop().create_task(self._mend(broken))
        self._mending.add(task)
        task.add_done_callback(self._mending.discard)

    async def _mend(self, broken: Keeper) -> None:
        """A keeper that stopped is replaced by one that starts from what is stored, as soon as storage lets it."""
        await broken.stop()
        wait = SOON
        while self.running:
            if broken.waiting:
                await asyncio.sleep(SOON)
                continue
            again = Keeper(self.database, self.key, broken.id, broken.name, broken.settings, broken.rules, self.clock)
            try:
                await asyncio.to_thread(again.load)
            except (CroupierError, SQLAlchemyError):
                await asyncio.sleep(wait)
                wait = min(2 * wait, LATEST)
                continue
            again.running.closing = broken.running.closing
            self._take(again)
            return

    async def drain(self, seconds: float) -> bool:
        """Begin no new round and let those in play finish; whether all did. The rest is stored and goes on later."""
        for keeper in self.keepers.values():
            keeper.running.closing = True
        until = time.monotonic() + seconds
        dealt = [keeper for keeper in self.keepers.values() if not keeper.settings.school]  # a lesson can wait
        while any(keeper.decided.play is not None for keeper in dealt):
            if time.monotonic() >= until:
                return False
            await asyncio.sleep(SOON)
        return True

    async def stop(self) -> None:
        """Let go of every table where it stands; all of it is stored."""
        self.running = False
        await asyncio.gather(*self._mending, return_exceptions=True)
        await asyncio.gather(*(keeper.stop() for keeper in self.keepers.values()))
        await asyncio.to_thread(self.database.close)

    def keeper(self, table: str) -> Keeper:
        """The keeper of a table."""
        found = self.keepers.get(table)
        if found is None:
            raise HouseError(f"there is no table {table!r}", fault="unknown", field="table")
        return found

    async def open(self, id_: str, name: str, game: str, edition: str, settings: Settings) -> Keeper:
        """Open a table and let it run."""
        if id_ in self.keepers:
            raise HouseError(f"there is a table {id_!r} already", fault="conflict", field="table")
        if not id_ or len(id_) > 40 or not all(letter.isalnum() or letter == "-" for letter in id_):
            raise HouseError("a table's id is letters, digits and dashes", fault="conflict", field="table")
        chapter = open_game(game, edition)
        rules = chapter.rules(settings.submission, settings.readings)
        keeper = Keeper(self.database, self.key, id_, name, settings, rules, self.clock)
        event, table = open_table(rules, table=id_, at=self.clock(), inventory=settings.inventory,
                                  cards=settings.cards)  # fmt: skip
        first = keeper.open(event, table)
        row = {"id": id_, "name": name, "game": game, "edition": edition, "opened": table.clock, "closed": None,
               "settings": msgspec.json.encode(settings).decode()}  # fmt: skip
        await asyncio.wrap_future(
            self.database.submit(Work(id_, table.clock, before=[(schema.tables, row)], lines=first.lines,
                                      entries=first.entries))
        )  # fmt: skip
        keeper.stored = len(first.lines) - 1
        self._take(keeper)
        return keeper

    async def demo(
        self, *, pace: float = 0.35, betting_seconds: float = 12.0, decision_seconds: float = 25.0, quick: bool = False
    ) -> None:
        """One table of each game with its sample submission, an automatic dealer and play money."""
        for game, edition, name in DEMO:
            if game in self.keepers:
                continue
            submission = tomllib.loads(new_submission(open_game(game, edition)))
            await self.open(game, name, game, edition, Settings(
                submission=submission, pace=pace, betting_seconds=betting_seconds, decision_seconds=decision_seconds,
                quick=quick,
            ))  # fmt: skip

    # Money.

    async def welcome(self, player: str) -> int:
        """A new player of a play money house gets some; what the wallet holds."""
        account = ledger.wallet(player)
        rows = schema.balances
        with self.database.read() as connection:
            known = connection.scalar(select(rows.c.cents).where(rows.c.account == account))
        if known is None:
            entries = ledger.grant(account, PLAY_MONEY, "play-money")
            await asyncio.wrap_future(self.database.submit(Work("", self.clock(), entries=entries)))
            return PLAY_MONEY
        return int(known)

    def audit(self) -> dict[str, int]:
        """The books against themselves: every account's postings against its balance, and all of them against 0."""
        with self.database.read() as connection:
            balances = {row.account: row.cents for row in connection.execute(select(schema.balances))}
            posted: dict[str, int] = {}
            rows = schema.postings
            for row in connection.execute(select(rows.c.account, rows.c.cents)):
                posted[row.account] = posted.get(row.account, 0) + row.cents
        wrong = [account for account in balances | posted if balances.get(account, 0) != posted.get(account, 0)]
        if wrong or sum(balances.values()):
            raise HouseError(f"the books do not balance: {', '.join(sorted(wrong)[:5])}", fault="conflict")
        for keeper in self.keepers.values():
            for account, cents in keeper.table.accounts.items():
                if account != "house" and balances.get(f"{keeper.id}/{account}", 0) != cents:
                    raise HouseError(f"table {keeper.id} and the books differ on {account}", fault="conflict")
        return balances


def _made(path: Path) -> Key:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        key = Key.make()
        key.save(path)
    except OSError as error:
        raise HouseError(f"the signing key {path} cannot be made: {error.strerror}", fault="storage") from None
    return key
