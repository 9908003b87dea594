"""The keeper of one table: its only owner, who takes commands in order.

A command is decided at once against the state in memory, its records are stored with the ledger in one piece, and only
then does anyone hear of it. If storing fails the keeper stops: what is stored is the truth, and a new keeper starts
from there.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import update

from croupier.errors import CroupierError, HouseError, IllegalAction
from croupier.house.journal.events import HouseEvent, TableSettingsChanged
from croupier.house.people.house_settings import house_day
from croupier.house.people.presence import Presence
from croupier.house.storage import schema
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.automatic.autopilot import Autopilot
from croupier.house.tables.keeping import dealer_posts
from croupier.house.tables.keeping.dealer_relief import relieve_now
from croupier.house.tables.keeping.idempotency_keys import Answer, refusal_of
from croupier.house.tables.keeping.table_writer import TableWriter
from croupier.house.tables.money import buy_in_holds
from croupier.house.tables.money.shared_meters import check_wager, meter_orders
from croupier.house.tables.views.sent_views import SentRecord, ViewPiece, Views
from croupier.journal.replay import restore_pack
from croupier.table import BuyIn, Decide, Perform, Place, PlaceWagers, Vault, step
from croupier.table import events as e
from croupier.table.in_force import check_day

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

    from sqlalchemy import Executable

    from croupier.game import Rules
    from croupier.house.journal.events import HouseEvent
    from croupier.house.storage.database import Database
    from croupier.house.storage.table_settings import Settings
    from croupier.house.tables.keeping.pending_writes import PendingWrite, Step
    from croupier.house.tables.keeping.table_writer import Entry
    from croupier.house.tables.money.shared_meters import SharedMeter
    from croupier.journal.keys import Key
    from croupier.table import Actor, Direct, Table
    from croupier.table.commands import Command

_LOG = logging.getLogger("croupier.house")
MAX_ACCOUNT_CENTS = 10**17
"""Cents that any account of a table may hold: both databases count as far, and their sums too."""
MOST_WAITING = 512
"""Commands that may wait for the disk before the table says it is busy."""


class Keeper(TableWriter):
    """The owner of one table. `listeners` see what is published, `after_commit` hear the events, `leaving` that the
    table goes elsewhere."""

    def __init__(
        self,
        database: Database,
        key: Key,
        id_: str,
        name: str,
        settings: Settings,
        rules: Rules,
        clock: Callable[[], int],
        chance: random.Random,
    ) -> None:
        super().__init__(database, key, id_, name, settings, rules, clock, chance)
        self.listeners: set[Callable[[ViewPiece], None]] = set()
        self.leaving: list[Callable[[Keeper], None]] = []
        self.after_commit: list[Callable[[Keeper, tuple[e.Event, ...]], None]] = []
        self.shared: list[SharedMeter] = []
        self.settling = asyncio.Lock()
        """Whoever changes the settings holds it: they are made from those that are stored."""
        self.running = Autopilot(self)
        self.presence = Presence()
        self.views = Views()

    @property
    def deadline(self) -> int:
        """When the betting closes or the player who is asked is late; 0 for no such time."""
        return self.running.deadline

    def start(self) -> None:
        """Let the table run by itself: staff, betting time, decision time."""
        self.running.start()

    async def stop(self) -> None:
        """Let go of the table where it stands."""
        await self.running.stop()

    async def resettle(self, settings: Settings) -> None:
        """Run the table by other settings from now on, and after a restart."""
        changes, said = self.resettled(settings)
        doing = dealer_posts.taking(self.id, settings)
        work = Transaction(self.id, self.now(), claims=changes, doing=doing, said=[said])
        await asyncio.wrap_future(self.database.submit(work))
        self.settings = settings

    def resettled(self, settings: Settings) -> tuple[list[Executable], HouseEvent]:
        """What stores other settings, and what the journal says of it."""
        row, game = schema.tables, self.rules.game
        written = msgspec.json.encode(settings).decode()
        change = update(row).where(row.c.id == self.id).values(settings=written)
        mark = self.tails.resettled(self.id, game.id, game.edition, written)
        return [change, mark], TableSettingsChanged(table=self.id, settings=written)

    def relieved(self, command: Direct, actor: Actor, key: str) -> asyncio.Future[Answer]:
        """The floor's order to relieve the dealer: its record and the settings are stored in one piece."""
        if self.broken is not None:
            raise self.broken
        body = sha256(msgspec.json.encode([command, actor])).hexdigest()
        loop = asyncio.get_running_loop()
        return self._once(key, body, actor.name, lambda: loop.create_task(self._relieve(command, actor, key, body)))

    async def _relieve(self, command: Direct, actor: Actor, key: str, body: str) -> Answer:
        """Whoever is relieved deals here again when the floor says so; of the automatic dealer nothing but this is
        said."""
        async with self.settling:
            return await relieve_now(self, command, actor, key, body)

    # Commands.

    async def ask(self, command: Command, actor: Actor, key: str = "") -> Answer:
        """Decide a command, store what it leads to, and answer when it is safe.

        A key that was used before gets the answer it got then; for another command it is refused.
        """
        return await asyncio.shield(self.submit(command, actor, key))

    def submit(self, command: Command, actor: Actor, key: str = "") -> asyncio.Future[Answer]:
        """Decide a command; the future is done when what it led to is stored."""
        if self.broken is not None:
            raise self.broken
        if not key:
            return self._decide(command, actor)
        body = sha256(msgspec.json.encode([command, actor])).hexdigest()
        return self._once(key, body, actor.name, lambda: self._decide(command, actor, key, body))

    async def do(self, make: Callable[[Table], Sequence[Step]], key: str, body: str, by: str = "") -> Answer:
        """Do steps that are made only when they are done, so that a shuffle is not made twice for one key."""
        return await asyncio.shield(self.submit_steps(make, key, body, by))

    def submit_steps(
        self, make: Callable[[Table], Sequence[Step]], key: str, body: str, by: str = ""
    ) -> asyncio.Future[Answer]:
        """Do such steps; the future is done when they are stored."""
        if self.broken is not None:
            raise self.broken
        return self._once(key, body, by, lambda: self._do(make, key, body))

    def _once(
        self, key: str, body: str, by: str, decide: Callable[[], asyncio.Future[Answer]]
    ) -> asyncio.Future[Answer]:
        known = self._answers.get(key)
        if known is None:
            self._answers.begin(key, body, by)
            try:
                coming = decide()
            except BaseException:
                self._answers.drop(key)
                raise
            self._answers.expect(key, coming)
            return coming
        if known.body != body:
            raise HouseError("this key was used for another command", fault="conflict", field="key")
        if known.coming is not None:
            return known.coming
        assert known.answer is not None
        return at_once(known.answer)

    def _decide(self, command: Command, actor: Actor, key: str = "", body: str = "") -> asyncio.Future[Answer]:
        if self.waiting >= MOST_WAITING:
            raise HouseError("the table is busy; ask again", fault="busy")
        if isinstance(command, BuyIn):
            return asyncio.get_running_loop().create_task(self._buy_in(command, actor, key, body))
        try:
            if isinstance(command, Place | PlaceWagers):
                self._check_in_force()
                for wager in (command.wager,) if isinstance(command, Place) else command.wagers:
                    check_wager(self, wager)
            done = step(self.decided, command, actor, self._at(command, actor))
            self._check([done])
        except CroupierError as error:
            return at_once(refusal_of(error, key))
        return self.store([done, *self.running.follow(done[1])], key, body)

    def _check_in_force(self) -> None:
        """For real money no round begins by an edition that has ceased since the table was opened."""
        if self.settings.play_money or self.rules.game.chapter.ceased is None:
            return
        check_day(self.rules, house_day(self.database, self.now()))

    async def _buy_in(self, command: BuyIn, actor: Actor, key: str, body: str) -> Answer:
        try:
            step(self.decided, command, actor, self.now())
            done = await buy_in_holds.bought(self, command, actor)
        except CroupierError as error:
            if isinstance(error, HouseError) and error.fault != "short":
                raise
            return refusal_of(error, key)
        if self.broken is not None:
            raise self.broken
        return await self.store([done], key, body)

    def _do(self, make: Callable[[Table], Sequence[Step]], key: str, body: str) -> asyncio.Future[Answer]:
        if self.waiting >= MOST_WAITING:
            raise HouseError("the table is busy; ask again", fault="busy")
        try:
            steps = make(self.decided)
            self._check(steps)
        except CroupierError as error:
            if isinstance(error, HouseError) and error.fault != "short":
                raise
            return at_once(refusal_of(error, key))
        return self.store(steps, key, body) if steps else at_once(Answer(key, self.stored))

    def _check(self, steps: Sequence[Step]) -> None:
        """Refuse what a person's command led to and the house could not store or load again."""
        before = self.decided
        for events, table in steps:
            for event in events:
                if isinstance(event, e.Shuffled) and (event.commitment or event.sealed):
                    self._open_seed(event, table)
            if table.accounts is not before.accounts and max(map(abs, table.accounts.values())) > MAX_ACCOUNT_CENTS:
                raise IllegalAction("no such amount is handled here", field="amount")
            before = table

    def _open_seed(self, event: e.Shuffled, table: Table) -> None:
        try:
            restore_pack(Vault(lock=self.lock.seal), table, event.pack, self.lock)
        except Exception as error:
            words = "the house cannot open the seed of this shuffle, or it is not the one committed to"
            raise IllegalAction(words, field="sealed") from error

    def _at(self, command: Command, actor: Actor) -> int:
        """When a command is decided: a word for a player who is late comes when that is so by the table's clock."""
        speaks = isinstance(command, Decide) or (isinstance(command, Perform) and command.step == "choose")
        return self.running.clock.late_now(self.decided) if speaks and actor.role != "player" else self.now()

    async def commit(
        self,
        steps: Sequence[Step],
        *,
        key: str = "",
        body: str = "",
        claims: Sequence[Executable] = (),
        said: Sequence[HouseEvent] = (),
        entries: Sequence[Entry] = (),
    ) -> int:
        """Store what commands led to with the ledger's entries, all or nothing; publish it when it is on the disk.

        Tables that share a meter are told of it in the same piece, in which `claims` must each change a row; `said` is
        what the house's own journal says of it, and `entries` are its own that go with it.
        """
        return (await self.store(steps, key, body, claims, said, entries=entries)).n

    def linked(self, steps: Sequence[Step]) -> Sequence[tuple[TableWriter, Step]]:
        """What the tables that share a meter must store of these steps in the same transaction."""
        return meter_orders(self, steps) if self.shared else []

    def publish(self, written: Sequence[PendingWrite]) -> None:
        """What is on the disk may be seen."""
        self.stored, self.table = written[-1].last, written[-1].steps[-1][1]
        records = [SentRecord(n, line, each.theirs.get(n, ())) for each in written for n, line in each.work.lines]
        self.recent.extend(records)
        piece = ViewPiece(records)
        for listener in tuple(self.listeners):
            try:
                listener(piece)
            except Exception:  # noqa: BLE001 - what is stored is stored: it loses its place and nothing else
                _LOG.exception("a listener at table %s is let go", self.id)
                self.listeners.discard(listener)
        for hear in self.after_commit:
            for each in written:
                for events, _ in each.steps:
                    hear(self, events)
        self.running.wake()
        if old := self._answers.sweep():
            with suppress(HouseError):  # it is closed: the next house forgets them
                self.database.send(Transaction("", self.now(), doing=old, idle=True), lambda _: None)

    def fail(self, error: CroupierError) -> None:
        """Take no more: what is stored is the truth, and whoever is here has to find the table anew."""
        if self.broken is None:
            self.broken = error
            self.running.wake()
            for hear in tuple(self.leaving):
                hear(self)


def at_once(answer: Answer) -> asyncio.Future[Answer]:
    """An answer that is there already."""
    coming: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    coming.set_result(answer)
    return coming
