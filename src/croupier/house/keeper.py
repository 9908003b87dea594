"""The keeper of one table: its only owner, who takes commands in order.

A command is decided at once against the state in memory, its records are stored with the ledger in one piece, and only
then does anyone hear of it. If storing fails the keeper stops: what is stored is the truth, and a new keeper starts
from there.
"""

from __future__ import annotations

import asyncio
import random
from collections import deque
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import select

from croupier.errors import CroupierError, HouseError
from croupier.house import ledger, schema
from croupier.house.database import Work
from croupier.house.views import Own, Sent, own
from croupier.journal.walk import Walk
from croupier.journal.writer import Writer
from croupier.kit.money import cents
from croupier.table import Actor, BuyIn, Decide, Direct, Perform, Staff, Vault, evolve, opened, step
from croupier.table import events as e

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.game import Rules
    from croupier.house.database import Database
    from croupier.journal.keys import Key
    from croupier.table import Table
    from croupier.table.commands import Command

REMEMBERED = 4096
RECENT = 5000
"""Records kept at hand for those who come back."""
WAITING = 512
"""Commands that may wait for the disk before the table says it is busy."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a command: the record up to which it reached, or why it was refused."""

    key: str
    n: int = -1
    refused: str = ""
    field: str = ""
    cite: str = ""
    code: str = ""


class Settings(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a table is run. Seconds of nothing mean that the table does not wait for people."""

    submission: dict[str, Any] = {}
    readings: dict[str, str] = {}
    cards: str = "shuffled"
    automatic: bool = True
    betting_seconds: float = 12.0
    decision_seconds: float = 25.0
    pace: float = 0.0
    inventory: int = 10_000_000
    play_money: bool = True
    coach: bool = True


class Lines:
    """A journal store that keeps what was written until it is taken for the database."""

    def __init__(self) -> None:
        self.taken: list[bytes] = []

    def write(self, data: bytes) -> None:
        """More lines."""
        self.taken += data.splitlines(keepends=True)

    def sync(self) -> None:
        """Nothing to wait for here."""

    def close(self) -> None:
        """Nothing to close."""

    def take(self) -> list[bytes]:
        """What was written since the last time."""
        taken, self.taken = self.taken, []
        return taken


class Keeper:
    """Made by `open` for a new table and `load` for a stored one."""

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
        self.lock = key.lock()
        self.vault = Vault(lock=self.lock.seal)
        self.staff = Staff(self.vault, random.SystemRandom(), dealer="Dealer", scanner=True)
        self.table: Table
        self.writer: Writer
        self.fence: int | None = None
        self.broken: CroupierError | None = None
        self.stored = -1
        self.waiting = 0
        self.listeners: set[Callable[[Sent], None]] = set()
        self.recent: deque[Sent] = deque(maxlen=RECENT)
        self.after_commit: list[Callable[[Keeper, tuple[e.Event, ...]], None]] = []
        self._answers: dict[str, tuple[str, asyncio.Future[Answer]]] = {}
        self._round = _Running(0, {}, {}, {})
        self._turn: object = None
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.deadline = 0

    # Beginning.

    def open(self, event: e.TableOpened, table: Table) -> Work:
        """A new table's first records, to be stored."""
        self.table = table
        self.writer = Writer.in_memory(self.key, clock=self.clock, test=event.test, store=self.lines)
        self.writer.append(event, table.clock)
        self.writer.commit()
        taken = self.lines.take()
        return Work(self.id, table.clock, lines=list(enumerate(taken)),
                    entries=ledger.postings(self.id, 1, event))  # fmt: skip

    def load(self) -> None:
        """The table as its stored records leave it, its secrets from the sealed seeds."""
        walk = Walk()
        table: Table | None = None
        for _, line in self.database.lines(self.id):
            record = walk.step(line)
            event = record.body
            if not isinstance(event, e.Event):
                self._sent(record.n, line, None)
                continue
            if table is None:
                assert isinstance(event, e.TableOpened)
                table = opened(self.rules, event, record.at)
            else:
                table = evolve(table, event, record.at)
            if isinstance(event, e.Shuffled) and event.sealed:
                self.vault.restore(str(event.pack), self.lock.open(event.sealed), table.deck(event.pack))
            self._index(event, record.n, record.at)
            self._sent(record.n, line, own(self.vault, table, event))
        if table is None:
            raise HouseError(f"table {self.id} has no records", fault="unknown")
        self.table = table
        self.writer = Writer(walk, self.key, self.lines)
        self.stored = walk.n - 1
        if walk.round_closed:
            self.writer.head()
        self._answers = self._remembered()
        self._release_holds()

    def _sent(self, n: int, line: bytes, cards: Own | None) -> Sent:
        sent = Sent(n, line, cards)
        self.recent.append(sent)
        return sent

    def _remembered(self) -> dict[str, tuple[str, asyncio.Future[Answer]]]:
        """The last answers given, so that a command asked again after a restart is not done twice."""
        rows = schema.answers
        asked = select(rows).where(rows.c.table_id == self.id).order_by(rows.c.n.desc()).limit(REMEMBERED)
        known: dict[str, tuple[str, asyncio.Future[Answer]]] = {}
        with self.database.read() as connection:
            for row in reversed(connection.execute(asked).all()):
                done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
                done.set_result(msgspec.json.decode(row.answer, type=Answer))
                known[row.key] = (row.body, done)
        return known

    def _release_holds(self) -> None:
        """Money that was set aside for a buy-in which never came goes back to its wallet."""
        rows = schema.balances
        mark = ledger.hold(self.id, "")
        with self.database.read() as connection:
            left = connection.execute(select(rows).where(rows.c.account.startswith(mark), rows.c.cents > 0)).all()
        for row in left:
            player = row.account.removeprefix(mark)
            entries = [(0, row.account, -row.cents, "release"), (0, ledger.wallet(player), row.cents, "release")]
            self.database.store(Work(self.id, self.table.clock, entries=entries))

    # Commands.

    async def ask(self, command: Command, actor: Actor, key: str = "") -> Answer:
        """Decide a command, store what it leads to, and answer when it is safe.

        A key that was used before gets the answer it got then; for another command it is refused.
        """
        if self.broken is not None:
            raise self.broken
        if not key:
            return await self._decide(command, actor)
        body = sha256(msgspec.json.encode([command, actor])).hexdigest()
        known = self._answers.get(key)
        if known is None:
            known = self._answers[key] = (body, asyncio.ensure_future(self._decide(command, actor, key, body)))
            while len(self._answers) > REMEMBERED:
                del self._answers[next(iter(self._answers))]
        elif known[0] != body:
            raise HouseError("this key was used for another command", fault="conflict", field="key")
        return await asyncio.shield(known[1])

    async def _decide(self, command: Command, actor: Actor, key: str = "", body: str = "") -> Answer:
        if self.waiting >= WAITING:
            self._answers.pop(key, None)
            raise HouseError("the table is busy; ask again", fault="busy")
        if isinstance(command, BuyIn):
            try:
                await self._hold(command.player, command.amount)
            except HouseError as error:
                return Answer(key, -1, error.message, "amount", "", error.fault)
        try:
            events, table = step(self.table, command, actor, self.now())
        except CroupierError as error:
            if isinstance(command, BuyIn):
                await self._hold(command.player, -command.amount)
            first = error.refusals[0]
            return Answer(key, -1, first.message, first.field, first.cite or "", error.code)
        n = await self._commit(events, table, key=key, body=body)
        self.wake()
        return Answer(key, n)

    async def _hold(self, player: str, amount: int) -> None:
        """Set money of a wallet aside for this table, so that a buy-in finds it there whatever else happens."""
        if amount > 0 or amount < 0:
            held = ledger.hold(self.id, player)
            entries = [(0, ledger.wallet(player), -amount, "hold"), (0, held, amount, "hold")]
            await asyncio.wrap_future(self.database.submit(Work(self.id, self.now(), entries=entries)))

    def now(self) -> int:
        """The time, which at a table never runs backwards whatever the clock does."""
        return max(self.clock(), self.table.clock)

    async def _commit(self, events: tuple[e.Event, ...], table: Table, *, key: str = "", body: str = "") -> int:
        """Store events with their ledger entries; publish them when they are on the disk."""
        at = table.clock
        first = self.writer.n + 1
        numbers = [self.writer.append(event, at) for event in events]
        self.writer.commit()
        taken = list(enumerate(self.lines.take(), first))
        entries = [entry for n, event in zip(numbers, events, strict=True)
                   for entry in ledger.postings(self.id, n, event)]  # fmt: skip
        rows = [row for n, event in zip(numbers, events, strict=True) for row in self._index(event, n, at)]
        if key:
            answer = msgspec.json.encode(Answer(key, taken[-1][0]))
            rows.append((schema.answers, {"table_id": self.id, "key": key, "n": taken[-1][0], "body": body,
                                          "answer": answer}))  # fmt: skip
        theirs = {n: own(self.vault, table, event) for n, event in zip(numbers, events, strict=True)}
        self.table = table
        self.waiting += 1
        done = self.database.submit(Work(self.id, at, taken, entries, rows, fence=self.fence))
        try:
            await asyncio.wrap_future(done)
        except CroupierError as error:
            self.broken = error
            raise
        finally:
            self.waiting -= 1
        self.stored = max(self.stored, taken[-1][0])
        for n, line in taken:
            sent = self._sent(n, line, theirs.get(n))
            for listener in tuple(self.listeners):
                listener(sent)
        for hear in self.after_commit:
            hear(self, events)
        return taken[-1][0]

    def _index(self, event: e.Event, n: int, at: int) -> list[tuple[Any, dict[str, Any]]]:
        """Rows for history: the round, and what each of its seats staked and took home."""
        if isinstance(event, e.RoundBegan):
            self._round = _Running(n, event.players, {s: sum(w.values()) for s, w in event.wagers.items()}, {})
        elif isinstance(event, e.Decided) and event.stakes:
            self._round.staked[event.seat] += sum(event.stakes.values())
        elif isinstance(event, e.Settled):
            net = sum(_signed(line["net"]) for line in event.lines)
            self._round.nets[event.seat] = self._round.nets.get(event.seat, 0) + net
        elif isinstance(event, e.RoundClosed):
            running = self._round
            row = {"table_id": self.id, "round": event.round, "first": running.first, "last": n, "at": at,
                   "void": event.void}  # fmt: skip
            return [
                (schema.rounds, row),
                *((schema.played, {"table_id": self.id, "round": event.round, "seat": seat, "player": player,
                                   "staked": running.staked[seat], "net": running.nets.get(seat, 0), "at": at})
                  for seat, player in running.players.items()),
            ]  # fmt: skip
        return []

    # The table by itself: staff who perform what is due, and clocks.

    def start(self) -> None:
        """Let the table run: staff, betting time, decision time."""
        self._task = asyncio.get_running_loop().create_task(self._run(), name=f"table {self.id}")

    async def stop(self) -> None:
        """Let go of the table where it stands."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    def wake(self) -> None:
        """Something happened that the table may have to answer."""
        self._woken.set()

    async def _run(self) -> None:
        while self.broken is None and self.table.open:
            self._woken.clear()
            try:
                wait = await self._act()
            except CroupierError as error:
                self.broken = self.broken or error
                return
            if wait != 0:
                try:
                    await asyncio.wait_for(self._woken.wait(), wait)
                except TimeoutError:
                    continue

    async def _act(self) -> float | None:
        """Do what the table itself has to do now; how long to wait then (None: until woken, 0: not at all)."""
        if not self.settings.automatic:
            return self._until_late() or await self._late()
        answer = self.staff.answer(self.table)
        if answer is not None:
            command, actor = answer
            await self._do(command, actor)
            if self.settings.pace and isinstance(command, Perform) and command.step in SEEN:
                await asyncio.sleep(self.settings.pace)
            return 0
        if self.table.phase == "betting":
            return await self._betting()
        return self._until_late() or await self._late()

    async def _betting(self) -> float | None:
        """Close the betting when its time is over, or at once when every seat has wagered and nobody waits."""
        required = {w.id for w in self.rules.offered() if w.placed == "required"}
        ready = [n for n, own in self.table.layout.items() if required <= set(own)]
        if not ready or set(self.table.layout) - set(ready):
            self.deadline = 0
            return None
        if not self.deadline:
            self.deadline = self.now() + int(self.settings.betting_seconds * 1000)
        left = (self.deadline - self.clock()) / 1000
        if left > 0:
            return left
        self.deadline = 0
        await self._do(Perform(step="no-more-bets"), self.staff.dealer)
        return 0

    def _until_late(self) -> float | None:
        """Seconds until the player who has to decide is late; 0 when it is so, None when nobody has to."""
        due = self.table.due
        if due is None or due.id not in {"decide", "cut", "choose"}:
            self.deadline = 0
            return None
        turn = (self.table.rounds, due.id, due.seat, due.street, self.stored)
        if turn != self._turn:
            self._turn = turn
            self.deadline = self.now() + int(self.settings.decision_seconds * 1000)
        return max(0.0, (self.deadline - self.clock()) / 1000)

    async def _late(self) -> float | None:
        """Readings: fold, check, surrender or the house way; a cut is declined, a choice is the first offered."""
        due, play = self.table.due, self.table.play
        if due is None or due.id not in {"decide", "cut", "choose"}:
            return None
        if due.id == "decide":
            assert play is not None
            seat = play.round.undecided(due.street)[0]
            await self._do(Decide(seat=seat, decision=self.rules.game.streets[due.street].late), self.staff.dealer)
        elif due.id == "cut":
            await self._do(Perform(step="decline-cut"), Actor("player", self.table.seats[due.seat]))
        else:
            player = self.table.seats[due.seat]
            await self._do(Perform(step="choose", value=due.options[0]), Actor("player", player))
        return 0

    async def _do(self, command: Command, actor: Actor) -> None:
        answer = await self.ask(command, actor)
        if not answer.refused:
            return
        orders = {"inventory": Direct(order="fill", amount=self.settings.inventory),
                  "change-cards": Direct(order="change-cards"), "change-dice": Direct(order="change-dice")}  # fmt: skip
        order = orders.get(answer.field)
        if order is None:
            raise HouseError(f"the staff could not {command}: {answer.refused}", fault="conflict")
        await self.ask(order, Actor("floorperson", "Floor"))
        if answer.field == "inventory":
            await self.ask(command, actor)


SEEN = frozenset({"deal", "turn", "reveal", "settle", "shake"})
"""Steps that people watch, and that a table with a pace takes its time for."""


class _Running(msgspec.Struct):
    """The round in play, as its index needs it."""

    first: int
    players: dict[int, str]
    staked: dict[int, int]
    nets: dict[int, int]


def _signed(amount: str) -> int:
    """Cents of an amount that may be below nothing."""
    return -cents(amount[1:]) if amount.startswith("-") else cents(amount)
