"""An automatic table on its way: the clock, the keys and the journal behind ``croupier table run``."""

from __future__ import annotations

import random
import signal
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from croupier.cli.books import Books
from croupier.errors import BadText, CroupierError
from croupier.kit.days import begin_of
from croupier.table import Actor, Crowd, Staff, TakeBack, Vault, open_table, play, seeded, step

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from types import FrameType

    from croupier.game import Rules
    from croupier.journal import Key, Writer
    from croupier.table import Table
    from croupier.table.events import Event

START = 1_767_225_600_000
"""When test runs begin: the first of January 2026, in UTC, unless their submission says a day."""
PACE = 1_000
"""Milliseconds between two commands of a test run."""


@dataclass(slots=True)
class Run:
    """A table, its people and its journal. `stopped` is set by Ctrl-C: the round in play is the last one."""

    table: Table
    staff: Staff
    crowd: Crowd
    clock: Callable[[], int]
    journal: Writer | None
    books: Books
    stopped: bool = False
    seconds: float = 0.0
    before: int = field(default=0)

    def rounds(self, count: int) -> Iterator[int]:
        """Play so many rounds, and say how many are played after each."""
        begun = time.perf_counter()
        for played in range(1, count + 1):
            self._follow(play(self.table, self.staff, self.crowd, 1, self.clock))
            if self.journal is not None:
                self.journal.commit()
            self.seconds = time.perf_counter() - begun
            yield played
            if self.stopped:
                return

    def finish(self) -> None:
        """Open every order that is no longer in play, and let the journal be safe."""
        while any(due.id == "open-order" for due in self.table.todo):
            answer = self.staff.answer(self.table) or self.crowd.decide(self.table)
            assert answer is not None
            at = self.clock()
            events, self.table = step(self.table, *answer, at)
            self._note(events, at)
        if self.journal is not None:
            self.journal.close()

    def abandon(self) -> None:
        """Let go of the journal, as a crash would."""
        if self.journal is not None:
            self.journal.abandon()

    def clear(self) -> None:
        """Take back wagers of a betting that was cut short."""
        ante = self.table.rules.game.ante
        for seat in list(self.table.layout) if self.table.play is None else ():
            at = self.clock()
            actor = Actor("player", self.table.seats[seat])
            events, self.table = step(self.table, TakeBack(seat=seat, wager=ante), actor, at)
            self._note(events, at)

    def _follow(self, done: Iterator[tuple[tuple[Event, ...], Table, int]]) -> None:
        for events, self.table, at in done:
            self._note(events, at)

    def _note(self, events: tuple[Event, ...], at: int) -> None:
        self.books.hear(events)
        if self.journal is not None:
            self.journal.enter(events, at)


def begin(
    rules: Rules, *, name: str, seats: int, cards: str, seed: int | None, journal: Path | None, key: Key | None
) -> Run:
    """A new table, its first event in the journal."""
    from croupier import __version__

    clock = _clock(seed, START if rules.day is None else begin_of(rules.day))
    at = clock()
    event, table = open_table(
        rules, table=name, at=at, dealer="Dealer", cards=cards, test=seed is not None, version=__version__
    )
    writer, lock = None, None
    if journal is not None:
        from croupier.journal import GROUPED, Writer
        from croupier.journal.replay import ORDERS

        assert key is not None
        writer = Writer.create(journal, key, clock=lambda: at, test=seed is not None, sync=GROUPED)
        lock = key.lock(test=seed is not None).of(ORDERS, name).seal
    randomness = {} if seed is None else {"randomness": seeded(seed)}
    run = _run(table, Vault(**randomness, lock=lock), seats, seed, clock, writer)
    run._note((event,), at)  # noqa: SLF001 - the table's own first event
    if writer is not None:
        writer.sync()
    return run


def resume(journal: Path, key: Key, *, game: str, seats: int, seed: int | None) -> Run:
    """Go on with a table where its journal leaves it, after a crash or not."""
    from croupier.journal import GROUPED, Writer
    from croupier.journal.replay import replay

    writer = Writer.resume(journal, key, sync=GROUPED)
    try:
        run = _resumed(replay(journal), writer, key, game=game, seats=seats, seed=seed)
        run.clear()
    except CroupierError as error:
        writer.abandon()
        raise error.within(str(journal)) from None
    return run


def _resumed(table: Table, writer: Writer, key: Key, *, game: str, seats: int, seed: int | None) -> Run:
    from croupier.journal.replay import ORDERS, restored

    if table.rules.game.id != game:
        raise BadText(f"is the journal of a table of {table.rules.game.id}, not {game}")
    if not table.open:
        raise BadText("ends with the table closed")
    if table.cards == "entered":
        raise BadText("is of cards entered by a dealer, who is not here to go on")
    test = writer.header.test
    if test != (seed is not None):
        raise BadText("is a test run, which goes on under --seed" if test else "is no test run, and takes no --seed")
    lock = key.lock(test=test).of(ORDERS, table.id)
    for _ in range(writer.n if test else 0):  # nonces of a test run are counted: none is used twice
        lock.seal(b"")
    more = None if seed is None else seed + (writer.n << 64)
    vault = restored(table, lock) if more is None else restored(table, lock, seeded(more))
    run = _run(table, vault, seats, more, _clock(seed, table.clock + PACE), writer)
    run.before = table.rounds
    return run


def _run(
    table: Table, vault: Vault, seats: int, seed: int | None, clock: Callable[[], int], writer: Writer | None
) -> Run:
    chance: random.Random = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - a test run
    books = Books(table.accounts.get("inventory", 0) - _collected(table))
    return Run(table, Staff(vault, chance), Crowd(chance, seats), clock, writer, books)


def _collected(table: Table) -> int:
    """Progressive wagers of a round in play that lie in the inventory already and are yet to be settled."""
    if table.play is None:
        return 0
    held = ((key.partition(":"), stake) for key, (_, stake, _) in table.play.collected.items())
    return sum(stake for (seat, _, wager), stake in held if wager not in table.play.closed.get(int(seat), ()))


def _clock(seed: int | None, first: int) -> Callable[[], int]:
    """Milliseconds since 1970: by the system's clock, never backwards; or a test run's own, one step a command."""
    now = first if seed is not None else 0

    def tick() -> int:
        nonlocal now
        if seed is None:
            now = max(now, time.time_ns() // 1_000_000)
            return now
        now += PACE
        return now - PACE

    return tick


class Interrupted:
    """While it lasts, the first Ctrl-C only marks the run as stopped; the second ends it at once."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._before: Any = None

    def __enter__(self) -> None:
        self._before = signal.signal(signal.SIGINT, self._stop)

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGINT, self._before)

    def _stop(self, _number: int, _frame: FrameType | None) -> None:
        if self._run.stopped:
            raise KeyboardInterrupt
        self._run.stopped = True
