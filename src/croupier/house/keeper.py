"""The keeper of one table: its only owner, who takes commands in order.

A command is decided at once against the state in memory, its records are stored with the ledger in one piece, and only
then does anyone hear of it. If storing fails the keeper stops: what is stored is the truth, and a new keeper starts
from there.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections import deque
from contextlib import suppress
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import update

from croupier.errors import CroupierError, HouseError, IllegalAction
from croupier.house import dealers, ledger, schema, set_aside
from croupier.house.answers import Answer, Answers
from croupier.house.equipment import left_table
from croupier.house.history import Index
from croupier.house.house_events import HeadRecorded, HouseEvent, TableSettingsChanged
from croupier.house.house_settings import house_day
from croupier.house.links import check_wager, told
from croupier.house.presence import Presence
from croupier.house.running import Running
from croupier.house.snapshots import Camera, latest
from croupier.house.tails import Tails, hash_in
from croupier.house.taken_lines import Lines
from croupier.house.views import Piece, Sent, Views, own, owns
from croupier.house.work import Work
from croupier.house.written import Ready, Written, stored
from croupier.journal.replay import ORDERS, follow, impossible, restore_pack, restored
from croupier.journal.walk import Walk
from croupier.journal.writer import Writer
from croupier.table import BuyIn, Decide, Perform, Place, Staff, Vault, evolve, opened, step
from croupier.table import events as e
from croupier.table.in_force import check_day

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from sqlalchemy import Executable

    from croupier.game import Rules
    from croupier.house.database import Database
    from croupier.house.house_events import HouseEvent
    from croupier.house.links import Shared
    from croupier.house.settings import Settings
    from croupier.house.snapshots import Snapshot
    from croupier.house.written import Step
    from croupier.journal.keys import Key
    from croupier.table import Actor, Direct, Table
    from croupier.table.commands import Command

_LOG = logging.getLogger("croupier.house")
RECENT = 1000
"""Records kept at hand for those who come back."""
LARGEST = 10**17
"""Cents that any account of a table may hold: both databases count as far, and their sums too."""
WAITING = 512
"""Commands that may wait for the disk before the table says it is busy."""


class Keeper:
    """Made by `open` for a new table and `read` for a stored one.

    `table` is what is stored and may be seen; `decided` is ahead of it by what is on its way to the disk. `snapshot` is
    what it was read from, if not from the beginning.
    """

    def __init__(self, database: Database, key: Key, id_: str, name: str, settings: Settings, rules: Rules,
                 clock: Callable[[], int]) -> None:  # fmt: skip
        self.database = database
        self.key = key
        self.id = id_
        self.name = name
        self.settings = settings
        self.rules = rules
        self.clock = clock
        self.lines = Lines()
        self.tails = Tails(key)
        self.lock = key.lock().of(ORDERS, id_)
        self.vault = Vault(lock=self.lock.seal)
        self.staff = Staff(self.vault, random.SystemRandom(), dealer="Dealer", scanner=True)
        self.table: Table
        self.decided: Table
        self.writer: Writer
        self.broken: CroupierError | None = None
        self.stored = -1
        self.waiting = 0
        self.listeners: set[Callable[[Piece], None]] = set()
        self.leaving: list[Callable[[Keeper], None]] = []
        self.recent: deque[Sent] = deque(maxlen=RECENT)
        self.after_commit: list[Callable[[Keeper, tuple[e.Event, ...]], None]] = []
        self.shared: list[Shared] = []
        self.settling = asyncio.Lock()
        """Whoever changes the settings holds it: they are made from those that are stored."""
        self.running = Running(self)
        self.presence = Presence()
        self.views = Views()
        self._next = 0
        self._ready: list[Ready] = []
        self._answers = Answers(id_)
        self._index = Index(id_)
        self._camera = Camera(id_, self.tails)
        self._read_to = (-1, b"")
        self.snapshot: Snapshot | None = None

    @property
    def deadline(self) -> int:
        """When the betting closes or the player who is asked is late; 0 for no such time."""
        return self.running.deadline

    @property
    def told(self) -> tuple[int, bytes]:
        """The number and hash of the last record that people were told of, or that the table was read to."""
        return (self.recent[-1].n, hash_in(self.recent[-1].line)) if self.recent else self._read_to

    # Beginning.

    def open(self, event: e.TableOpened, table: Table, joined: Collection[str] = ()) -> Work:
        """A new table's first records, to be stored; the meters that it `joined` had their money already."""
        self.table = self.decided = table
        self.writer = Writer.in_memory(self.key, clock=lambda: table.clock, test=event.test, store=self.lines)
        self.writer.append(event, table.clock)
        self.writer.commit()
        taken = list(enumerate(self.lines.take()))
        self._next = len(taken)
        self.recent.extend(Sent(n, line) for n, line in taken)
        entries = ledger.postings(self.id, 1, event, self.settings.links, joined)
        return Work(self.id, table.clock, lines=taken, entries=entries, rows=[self._tail(len(taken) - 1)])

    def read(self, *, whole: bool = False) -> None:
        """The table from its last snapshot on, or the `whole` journal; its secrets from the sealed seeds.

        A snapshot is a copy: of one that does not fit nothing is used.
        """
        self.database.forget(self.id)
        snapshot = None if whole else latest(self.database, self.id, self.tails)
        if snapshot is not None:
            try:
                self._read(snapshot)
            except Exception as error:  # noqa: BLE001 - whatever it holds
                _LOG.warning("a snapshot of table %s is of no use: %r", self.id, error)
            else:
                return
        self._read(None)

    def _read(self, snapshot: Snapshot | None) -> None:
        self.vault = self.staff.vault = Vault(lock=self.lock.seal)
        self.recent.clear()
        self._index = Index(self.id)
        walk, table = Walk(), None
        if snapshot is not None:
            walk, table = snapshot.place.walk(), snapshot.restored(self.rules)
            self.vault = self.staff.vault = restored(table, self.lock)
        self.snapshot = snapshot
        end = self.tails.end(self.database, self.id)
        table = self._go_on(walk, table, end[0])
        if table is None:
            raise HouseError("it has no records", fault="unknown", field="table")
        self.tails.check_end(self.id, walk, end)
        if walk.key != self.key.public:
            raise HouseError("it is signed with another key than the house's", field="key")
        self.table = self.decided = table
        self.writer = Writer(walk, self.key, self.lines)
        self.stored = walk.n - 1
        self._next = walk.n
        self._read_to = walk.n - 1, walk.before
        if walk.round_closed:
            self.writer.head()
        self._camera.begin(walk.n)
        self._answers.load(self.database)

    def _go_on(self, walk: Walk, table: Table | None, last: int) -> Table | None:
        self._check_key(walk)
        for _, line in self.database.lines(self.id, walk.n, last):
            record = walk.step(line)
            event = record.body
            if not isinstance(event, e.Event):
                self._check_key(walk)
                self.recent.append(Sent(record.n, line))
                continue
            try:
                before, table = table, self._after(table, event, record.at)
                follow(self.vault, table, event, self.lock)
                self._index.hear(event, record.n, record.at)
                self.recent.append(Sent(record.n, line, own(self.vault, before, table)))
            except Exception as error:
                raise impossible(record, error) from error
        return table

    def _after(self, table: Table | None, event: e.Event, at: int) -> Table:
        if table is not None:
            return evolve(table, event, at)
        assert isinstance(event, e.TableOpened), "it comes before a table was opened"
        if event.table != self.id:
            raise HouseError(f"it opens table {event.table!r}", field="table")
        self._check_opening(event)
        return opened(self.rules, event, at)

    def _check_opening(self, event: e.TableOpened) -> None:
        """A table is run by the game and the submission that it was opened with, and by no others."""
        rules, game = self.rules, self.rules.game
        for what, is_run_by, opened_with in (
            ("game", game.id, event.game), ("edition", game.edition, event.edition),
            ("submission", dict(rules.submission), event.submission),
            ("readings", dict(rules.readings), event.readings),
            ("cards", self.settings.cards, event.cards),
        ):  # fmt: skip
            if is_run_by != opened_with:
                raise HouseError(f"its settings have another {what} than it was opened with", field=what)

    def _check_key(self, walk: Walk) -> None:
        if walk.header is not None and walk.key not in self.key.publics:
            raise HouseError("it is signed with another key than the house's", field="key")

    def start(self) -> None:
        """Let the table run by itself: staff, betting time, decision time."""
        self.running.start()

    async def stop(self) -> None:
        """Let go of the table where it stands."""
        await self.running.stop()

    async def resettle(self, settings: Settings) -> None:
        """Run the table by other settings from now on, and after a restart."""
        changes, said = self._resettled(settings)
        doing = dealers.taking(self.id, settings)
        work = Work(self.id, self.now(), claims=changes, doing=doing, said=[said])
        await asyncio.wrap_future(self.database.submit(work))
        self.settings = settings

    def _resettled(self, settings: Settings) -> tuple[list[Executable], HouseEvent]:
        row, game = schema.tables, self.rules.game
        told = msgspec.json.encode(settings).decode()
        change = update(row).where(row.c.id == self.id).values(settings=told)
        mark = self.tails.resettled(self.id, game.id, game.edition, told)
        return [change, mark], TableSettingsChanged(table=self.id, settings=told)

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
            return await self._relieve_now(command, actor, key, body)

    async def _relieve_now(self, command: Direct, actor: Actor, key: str, body: str) -> Answer:
        if self.broken is not None:
            raise self.broken
        if self.settings.automatic and command.player not in self.settings.relieved:
            raise HouseError("the automatic dealer deals here by now", fault="conflict", field="order")
        automatic = command.player == self.staff.dealer.name
        relieved = {*self.settings.relieved, self.settings.dealer} - {"", command.player}
        settings = replace(self.settings, automatic=automatic, dealer="" if automatic else command.player,
                           relieved=tuple(sorted(relieved)))  # fmt: skip
        if self.settings.automatic:
            await self.resettle(replace(self.settings, relieved=settings.relieved))
            return Answer(key, self.stored)
        try:
            done = step(self.decided, command, actor, self.now())
        except CroupierError as error:
            return _refused(error, key)
        changes, said = self._resettled(settings)
        answer = await self._store([done], key, body, changes, [said], dealers.taking(self.id, settings))
        self.settings = settings
        self.running.relieved()
        return answer

    # Commands.

    async def ask(self, command: Command, actor: Actor, key: str = "") -> Answer:
        """Decide a command, store what it leads to, and answer when it is safe.

        A key that was used before gets the answer it got then; for another command it is refused.
        """
        return await asyncio.shield(self.asked(command, actor, key))

    def asked(self, command: Command, actor: Actor, key: str = "") -> asyncio.Future[Answer]:
        """The same for whoever does not wait: the answer comes when it is safe."""
        if self.broken is not None:
            raise self.broken
        if not key:
            return self._decide(command, actor)
        body = sha256(msgspec.json.encode([command, actor])).hexdigest()
        return self._once(key, body, actor.name, lambda: self._decide(command, actor, key, body))

    async def do(self, make: Callable[[Table], Sequence[Step]], key: str, body: str, by: str = "") -> Answer:
        """The same for steps that are made only when they are done: a shuffle is not made twice for one key."""
        return await asyncio.shield(self.doing(make, key, body, by))

    def doing(
        self, make: Callable[[Table], Sequence[Step]], key: str, body: str, by: str = ""
    ) -> asyncio.Future[Answer]:
        """The same for whoever does not wait."""
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
        if self.waiting >= WAITING:
            raise HouseError("the table is busy; ask again", fault="busy")
        if isinstance(command, BuyIn):
            return asyncio.get_running_loop().create_task(self._buy_in(command, actor, key, body))
        try:
            if isinstance(command, Place):
                self._check_in_force()
                if self.shared:
                    check_wager(self, command.wager)
            done = step(self.decided, command, actor, self._at(command, actor))
            self._check([done])
        except CroupierError as error:
            return at_once(_refused(error, key))
        return self._store([done, *self.running.follow(done[1])], key, body)

    def _check_in_force(self) -> None:
        """For real money no round begins by an edition that has ceased since the table was opened."""
        if self.settings.play_money or self.rules.game.chapter.ceased is None:
            return
        check_day(self.rules, house_day(self.database, self.now()))

    async def _buy_in(self, command: BuyIn, actor: Actor, key: str, body: str) -> Answer:
        try:
            step(self.decided, command, actor, self.now())
            done = await set_aside.bought(self, command, actor)
        except CroupierError as error:
            if isinstance(error, HouseError) and error.fault != "short":
                raise
            return _refused(error, key)
        if self.broken is not None:
            raise self.broken
        return await self._store([done], key, body)

    def _do(self, make: Callable[[Table], Sequence[Step]], key: str, body: str) -> asyncio.Future[Answer]:
        if self.waiting >= WAITING:
            raise HouseError("the table is busy; ask again", fault="busy")
        try:
            steps = make(self.decided)
            self._check(steps)
        except CroupierError as error:
            if isinstance(error, HouseError) and error.fault != "short":
                raise
            return at_once(_refused(error, key))
        return self._store(steps, key, body) if steps else at_once(Answer(key, self.stored))

    def _check(self, steps: Sequence[Step]) -> None:
        """Refuse what a person's command led to and the house could not store or load again."""
        for events, table in steps:
            for event in events:
                if isinstance(event, e.Shuffled) and (event.commitment or event.sealed):
                    self._open_seed(event, table)
                elif getattr(event, "entries", None) and max(map(abs, table.accounts.values())) > LARGEST:
                    raise IllegalAction("no such amount is handled here", field="amount")

    def _open_seed(self, event: e.Shuffled, table: Table) -> None:
        try:
            restore_pack(Vault(lock=self.lock.seal), table, event.pack, self.lock)
        except Exception as error:
            words = "the house cannot open the seed of this shuffle, or it is not the one committed to"
            raise IllegalAction(words, field="sealed") from error

    def _at(self, command: Command, actor: Actor) -> int:
        """When a command is decided: a word for a player who is late comes when that is so by the table's clock."""
        speaks = isinstance(command, Decide) or (isinstance(command, Perform) and command.step == "choose")
        return self.running.late_now(self.decided) if speaks and actor.role != "player" else self.now()

    def now(self) -> int:
        """The time, which at a table never runs backwards whatever the clock does."""
        return max(self.clock(), self.decided.clock)

    async def commit(
        self, steps: Sequence[Step], *, key: str = "", body: str = "", claims: Sequence[Executable] = (),
        said: Sequence[HouseEvent] = (),
    ) -> int:  # fmt: skip
        """Store what commands led to with the ledger's entries, all or nothing; publish it when it is on the disk.

        Tables that share a meter are told of it in the same piece, in which `claims` must each change a row; `said` is
        what the house's own journal says of it.
        """
        return (await self._store(steps, key, body, claims, said)).n

    def _store(
        self, steps: Sequence[Step], key: str = "", body: str = "", claims: Sequence[Executable] = (),
        said: Sequence[HouseEvent] = (), doing: Sequence[Executable] = (),
    ) -> asyncio.Future[Answer]:  # fmt: skip
        """What comes before the loop goes round is stored together, unless it must be a piece by itself."""
        loop = asyncio.get_running_loop()
        others = told(self, steps) if self.shared else []
        if others or claims:
            return self._store_apart(steps, key, body, others, claims, said, doing).coming
        try:
            written = self.write(steps, key, body)
        except CroupierError as error:
            self.fail(error)
            raise
        self.waiting += 1
        ready = Ready([written], key, loop.create_future())
        if not self._ready:
            loop.call_soon(self.flush)
        self._ready.append(ready)
        return ready.coming

    def _store_apart(
        self, steps: Sequence[Step], key: str, body: str, others: Sequence[tuple[Keeper, Step]],
        claims: Sequence[Executable], said: Sequence[HouseEvent], doing: Sequence[Executable],
    ) -> Ready:  # fmt: skip
        keepers = (self, *(other for other, _ in others))
        for keeper in keepers:  # each journal in its order
            keeper.flush()
        try:
            own = self.write(steps, key, body, claims, said, doing)
            written = [own, *(other.write([linked]) for other, linked in others)]
        except CroupierError as error:
            for keeper in keepers:
                keeper.fail(error)
            raise
        for keeper in keepers:
            keeper.waiting += 1
        ready = Ready(written, key, asyncio.get_running_loop().create_future())
        self._send([ready])
        return ready

    def flush(self) -> None:
        """Send what waits for more to the database."""
        ready, self._ready = self._ready, []
        if ready:
            self._send(ready)

    def _send(self, ready: Sequence[Ready]) -> None:
        works = [each.work for one in ready for each in one.written]
        first = works[0] if len(works) == 1 else replace(works[0], also=works[1:])
        try:
            self.database.send(first, lambda error: stored(ready, error))
        except CroupierError as error:
            stored(ready, error)

    def publish(self, written: Sequence[Written]) -> None:
        """What is on the disk may be seen."""
        self.stored, self.table = written[-1].last, written[-1].steps[-1][1]
        records = [Sent(n, line, each.theirs.get(n, ())) for each in written for n, line in each.work.lines]
        self.recent.extend(records)
        piece = Piece(records)
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
                self.database.send(Work("", self.now(), doing=old, idle=True), lambda _: None)

    def write(
        self, steps: Sequence[Step], key: str = "", body: str = "", claims: Sequence[Executable] = (),
        said: Sequence[HouseEvent] = (), doing: Sequence[Executable] = (),
    ) -> Written:  # fmt: skip
        """The records, entries and rows of steps, which the table has taken from now on."""
        entries: list[tuple[int, str, int, str]] = []
        rows: list[tuple[Any, dict[str, Any]]] = []
        theirs: dict[int, Any] = {}
        looks = owns(self.vault, self.decided, steps)
        for number, (events, table) in enumerate(steps):
            for place, event in enumerate(events):
                n = self.writer.append(event, table.clock, more=place + 1 < len(events))
                entries += ledger.postings(self.id, n, event, self.settings.links)
                rows += self._index.hear(event, n, table.clock)
                if hands := looks.get((number, place)):
                    theirs[n] = hands
        if not steps[-1][1].open:
            self.writer.head()
        self.writer.commit()
        taken = list(enumerate(self.lines.take(), self._next))
        self._next += len(taken)
        last = taken[-1][0]
        rows.append(self._tail(last))
        if isinstance(steps[-1][0][-1], e.RoundClosed):
            rows += self._camera.look(self.writer.walk(), steps[-1][1])
        moving, left = left_table(self.decided, steps)
        doing, said = [*doing, *moving], [*said, *left]
        if not steps[-1][1].open:
            said = [*said, HeadRecorded(table=self.id, n=last, hash=self.writer.walk().before.hex())]
            row = schema.tables
            doing += [
                update(row).where(row.c.id == self.id).values(closed=steps[-1][1].clock),
                dealers.freeing(self.id),
            ]
        if key:
            rows.append(self._answers.row(key, last, body))
        self.decided = steps[-1][1]
        work = Work(self.id, self.decided.clock, taken, entries, rows=rows, doing=doing, claims=claims, said=said)
        return Written(self, work, theirs, steps, last)

    def _tail(self, last: int) -> tuple[Any, dict[str, Any]]:
        """The mark of a journal that ends with everything written so far."""
        return self.tails.row(self.id, self.writer.header.id, last, self.writer.before)

    def fail(self, error: CroupierError) -> None:
        """Take no more: what is stored is the truth, and whoever is here has to find the table anew."""
        if self.broken is None:
            self.broken = error
            self.running.wake()
            for hear in tuple(self.leaving):
                hear(self)


def _refused(error: CroupierError, key: str) -> Answer:
    first = error.refusals[0]
    code = error.fault if isinstance(error, HouseError) else error.code
    return Answer(key, -1, first.message, first.field, first.cite or "", code)


def at_once(answer: Answer) -> asyncio.Future[Answer]:
    """An answer that is there already."""
    coming: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    coming.set_result(answer)
    return coming
