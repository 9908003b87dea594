"""The house: its database, its key, and the keepers of its tables."""

from __future__ import annotations

import asyncio
import random
import time
import tomllib
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from croupier.errors import CroupierError, HouseError, NotInForce
from croupier.game import check_complete
from croupier.game.template import new_submission
from croupier.games import games, open_game
from croupier.house.audit.resealing import seal_anew
from croupier.house.cluster.postgres_leases import PostgresLeases
from croupier.house.journal.events import TableAdded
from croupier.house.journal.heads import Heads
from croupier.house.journal.journal import HouseJournal
from croupier.house.journal.known_journals import KnownJournals
from croupier.house.people.house_settings import house_day
from croupier.house.people.passwords import ARGON2
from croupier.house.storage import house_facts, schema
from croupier.house.storage.database import Database
from croupier.house.storage.names import table_id
from croupier.house.storage.table_settings import Settings, timed
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.equipment import at_table, staying
from croupier.house.tables.keeping.keeper import Keeper
from croupier.house.tables.keeping.keepers import Keepers
from croupier.house.tables.keeping.recovery import in_play
from croupier.house.tables.money import ledger, play_money
from croupier.house.tables.money.meter_carryover import claims as taken
from croupier.house.tables.money.meter_carryover import kept_meters
from croupier.journal.keys import Key
from croupier.table import open_table
from croupier.table.equipment import check as check_equipment
from croupier.table.equipment import completed
from croupier.table.in_force import check_day

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import date
    from pathlib import Path

    from sqlalchemy import Executable

    from croupier.game import Rules
    from croupier.house.cluster.worker_membership import WorkerMembership
    from croupier.house.journal.events import HouseEvent
    from croupier.house.people.passwords import Passwords
    from croupier.table import Kept
    from croupier.table.equipment import Item

FINISH_CHECK_SECONDS = 0.05
"""Seconds between two looks at rounds that finish."""
PLAY_MONEY = 100_000
"""What a new player of a play money house finds in the wallet: a thousand dollars."""


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class House:
    """Everything one server process holds. `start` before anything else, `stop` at the end.

    Seeds, cuts and dice come from `chance`, the operating system's generator unless a test gives another; `passwords`
    says how they are hashed.
    """

    def __init__(
        self,
        database: Database,
        key: Key,
        *,
        clock: Callable[[], int] = now,
        money: str = "",
        chance: random.Random | None = None,
        passwords: Passwords = ARGON2,
    ) -> None:
        self.database = database
        self._asked_money = money
        self._money: house_facts.Money | None = None
        self.key = key
        self.clock = clock
        self.chance = chance or random.SystemRandom()
        self.passwords = passwords
        self.journal = HouseJournal(key)
        self.known: KnownJournals | None = None
        """What is kept of the journal beside the key, where that is a file."""
        self.keeping = Keepers(database, key, clock, self.chance)
        self.heads = Heads(self)
        self.draining = False

    @classmethod
    def at(
        cls,
        url: str | Path,
        key: Path,
        *,
        money: str = "",
        chance: random.Random | None = None,
        passwords: Passwords = ARGON2,
    ) -> House:
        """A house on a database, with the signing key of a file that is made if there is none.

        `money` is the kind that a new house plays for: play, unless told, or real. An old one must be of that kind.
        """
        own = Key.load(key) if key.exists() else _made(key)
        house = cls(Database(url), own, money=money, chance=chance, passwords=passwords)
        house.known = KnownJournals(key)
        return house

    @property
    def money(self) -> house_facts.Money:
        """The kind of money that this house plays for, for good."""
        if self._money is None:
            self._money = house_facts.money_of(self.database)
        return self._money

    @property
    def is_real(self) -> bool:
        """Whether it plays for real money, and so gives nothing away."""
        return self.money == "real"

    @property
    def keepers(self) -> dict[str, Keeper]:
        """The keepers of this process, by their tables."""
        return self.keeping.keepers

    @property
    def running(self) -> bool:
        """Whether the house is open."""
        return self.keeping.running

    async def start(self, address: str = "", place: WorkerMembership | None = None) -> None:
        """Bring the database up to date and every open table back to where it stood.

        `address` is where other processes on the same PostgreSQL reach this one; `place` is this process's among those
        of one server on SQLite.
        """
        await asyncio.to_thread(self.database.migrate)
        if self.known is not None:
            await asyncio.to_thread(self.known.check, self.database)
        money = await asyncio.to_thread(house_facts.choose_money, self.database, self.clock(), self._asked_money)
        self._money = money
        await asyncio.to_thread(self.journal.begin, self.database, self.clock(), money)
        await asyncio.to_thread(seal_anew, self.database, self.key.public)
        await asyncio.to_thread(self._remember)
        shared = None if self.database.is_sqlite else PostgresLeases(self.database.url, address, self.key)
        if place is not None:
            self.database.tell = place.tell
        await self.keeping.start(place or shared)

    def is_new(self) -> bool:
        """Whether no table was ever opened here."""
        with self.database.read() as connection:
            return connection.scalar(select(schema.tables.c.id).limit(1)) is None

    async def drain(self, seconds: float) -> bool:
        """Begin no new round and let those in play finish; whether all did. The rest is stored and goes on later."""
        self.draining = self.keeping.draining = True
        until = time.monotonic() + seconds
        while self._in_play():
            if time.monotonic() >= until:
                return False
            await asyncio.sleep(FINISH_CHECK_SECONDS)
        return not self.keeping.interrupted

    def _in_play(self) -> bool:
        """Whether a round is; none begins any more."""
        for keeper in self.keepers.values():
            keeper.running.closing = True
        return any(map(in_play, self.keepers.values()))

    async def stop(self) -> None:
        """Let go of every table where it stands; all of it is stored."""
        await self.heads.stop()
        with suppress(CroupierError):
            await asyncio.to_thread(self._remember)
        await self.keeping.stop()

    def _remember(self) -> None:
        if self.known is not None:
            self.known.remember(self.database)

    def keeper(self, table: str) -> Keeper:
        """The keeper of a table."""
        return self.keeping.get(table)

    async def open(
        self,
        id_: str,
        name: str,
        game: str,
        edition: str,
        settings: Settings,
        *,
        by: str = "",
        second: str = "",
        claims: Sequence[Executable] = (),
        also: Sequence[HouseEvent] = (),
    ) -> Keeper:
        """Open a table and let it run.

        `by` opens it, and `second` approved; `claims` must each change a row at the same time, of which `also` tells.
        """
        table_id(id_)
        opened = open_game(game, edition)
        settings = timed(settings) if opened.streets else settings
        rules = opened.rules(settings.submission, settings.readings)
        day = await asyncio.to_thread(self.day)
        settings = self.of_its_kind(rules, settings, day)
        check_complete(rules)
        keeper = Keeper(self.database, self.key, id_, name, settings, rules, self.clock, self.chance)
        async with self.keeping.opening(id_, settings):
            links = self.keeping.links
            shown = await links.carried(settings)
            kept = await asyncio.to_thread(self._kept, name, rules, settings)
            if kept and by and not second:  # it closed while one person opened another alone
                words = f"its meters go on ({', '.join(one.meter for one in kept)}): two people open it"
                raise HouseError(words, fault="conflict", field="name")
            fitted = await asyncio.to_thread(self.equipment_of, id_, rules, settings)
            event, table = open_table(
                rules,
                table=id_,
                at=self.clock(),
                inventory=settings.inventory,
                cards=settings.cards,
                carried=shown,
                linked=settings.links,
                kept=kept,
                equipment=fitted,
                day=day,
                real=self.is_real,
            )
            links.check(table, settings)
            first = keeper.open(event, table, joined=shown)
            row = {
                "id": id_,
                "name": name,
                "game": game,
                "edition": edition,
                "opened": table.clock,
                "closed": None,
                "settings": msgspec.json.encode(settings).decode(),
            }
            said = TableAdded(
                by=by, second=second, table=id_, name=name, game=game, edition=edition, settings=str(row["settings"])
            )
            mark = keeper.tails.settings_row(id_, game, edition, str(row["settings"]))
            await asyncio.wrap_future(
                self.database.submit(
                    Transaction(
                        id_,
                        table.clock,
                        before=[(schema.tables, row), mark],
                        lines=first.lines,
                        entries=first.entries,
                        rows=first.rows,
                        claims=[*taken(kept), *(staying(id_, fitted or ()) if self.is_real else ()), *claims],
                        said=[said, *also],
                    )
                )
            )
            keeper.stored = len(first.lines) - 1
            self.keeping.add(keeper)
        return keeper

    def _kept(self, name: str, rules: Rules, settings: Settings) -> list[Kept]:
        """The meters that a table goes on with; a school has none of the players'."""
        return [] if settings.school else kept_meters(self.database, name, rules, settings.links)

    def day(self) -> date:
        """The house's day, by its clock and in its time zone: a table that is opened now belongs to it."""
        return house_day(self.database, self.clock())

    def of_its_kind(self, rules: Rules, settings: Settings, day: date) -> Settings:
        """The settings of a table that plays for this house's money; real money is for the law as it stands."""
        if self.is_real:
            try:
                check_day(rules, day)
            except NotInForce as error:
                raise HouseError(error.message, fault="conflict", field=error.field) from None
        if self.is_real and settings.school:
            raise HouseError("lessons are given in a play-money house", fault="conflict", field="game")
        return msgspec.structs.replace(settings, play_money=not self.is_real)

    def equipment_of(self, table: str, rules: Rules, settings: Settings) -> tuple[Item, ...] | None:
        """What stands at a table that is to be opened, held against its chapter. For real money all of it is
        registered; for play money standard pieces complete it, and none means a standard set."""
        held = at_table(self.database, table)
        if self.is_real and not settings.school:
            check_equipment(rules, held)
            return held
        return completed(rules, held) if held else None

    async def demo(
        self, *, pace: float = 0.35, betting_seconds: float = 12.0, decision_seconds: float = 25.0, quick: bool = False
    ) -> None:
        """One table of each game with its sample submission, an automatic dealer and play money."""
        for game in games():
            if game.id in self.keepers:
                continue
            settings = Settings(
                submission=tomllib.loads(new_submission(game)),
                pace=pace,
                betting_seconds=betting_seconds,
                decision_seconds=decision_seconds,
                quick=quick,
            )
            try:
                await self.open(game.id, game.layout.table or game.name, game.id, game.edition, settings)
            except HouseError as error:
                if error.fault not in {"conflict", "moved"}:  # another process was quicker
                    raise

    # Money.

    async def welcome(self, player: str) -> int:
        """A new player of a play-money house gets some, once whoever looks how often; what the wallet holds."""
        known = await asyncio.to_thread(play_money.wallet_of, self.database, player)
        if known is None and not self.is_real:
            await play_money.give(self, player, PLAY_MONEY, "welcome")
            known = await asyncio.to_thread(play_money.wallet_of, self.database, player)
        return known or 0

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
            if keeper.waiting:  # the books may know already what the table does not show yet
                continue
            for account, cents in keeper.table.accounts.items():
                link = keeper.settings.links.get(account.removeprefix("meter:"))
                name = ledger.pool(link) if link else f"{keeper.id}/{account}"
                if account != "house" and keeper.decided.open and balances.get(name, 0) != cents:
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
