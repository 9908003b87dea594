"""A made-up night at a table, for tests, the soak and the benchmark: the journal does not care whether it is legal."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from croupier.journal import Key, Sync, Writer
from croupier.table.events import Dealt, Decided, RoundBegan, RoundClosed, Sat, Settled, WagerPlaced

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.journal import Head
    from croupier.table.events import Event

KEY = Key.throw_away(2019)
START = 1_767_225_600_000
CITE = "58 Pa. Code § 687a.9(c)(1)"


def rounds(seed: int = 1, seats: int = 3) -> Iterator[list[Event]]:
    """The events of one round after another, without end."""
    chance = random.Random(seed)
    number = 0
    first: list[Event] = [Sat(by="player", who=f"Zoë {n}", player=f"p{n}", seat=n) for n in range(1, seats + 1)]
    while True:
        number += 1
        events: list[Event] = first if number == 1 else []
        stakes = {n: 500 * chance.randint(1, 20) for n in range(1, seats + 1)}
        for n, stake in stakes.items():
            moved = {f"player.p{n}": -stake, f"layout.{n}": stake}
            events.append(WagerPlaced(by="player", who=f"Zoë {n}", seat=n, wager="ante", amount=stake, entries=moved))
        wagers = {n: {"ante": stake} for n, stake in stakes.items()}
        names = {n: f"p{n}" for n in stakes}
        events.append(
            RoundBegan(by="dealer", round=number, wagers=wagers, players=names, coupons={}, cite=CITE, pack=1)
        )
        for at, n in enumerate(stakes):
            seals = tuple(chance.randbytes(32).hex() for _ in range(5))
            events.append(Dealt(by="dealer", to=f"seats.{n}", count=5, at=5 * at, cite=CITE, seals=seals))
            events.append(Decided(by="player", who=f"Zoë {n}", seat=n, decision="raise", cite=CITE))
        for n, stake in stakes.items():
            line = {"wager": "ante", "stake": stake, "result": "win", "odds": "1 to 1", "net": stake, "cite": CITE}
            events.append(
                Settled(by="dealer", seat=n, lines=(line,), entries={"inventory": -stake, f"player.p{n}": stake})
            )
        events.append(RoundClosed(by="dealer", round=number))
        yield events


def write(journal: Writer, count: int, *, seed: int = 1) -> None:
    """Append so many rounds, a commit after each; the clock ticks once a record."""
    for events, _ in zip(rounds(seed), range(count), strict=False):
        for event in events:
            journal.append(event, START + journal.n)
        journal.commit()


def in_memory(sync: Sync | None = None) -> Writer:
    return Writer.in_memory(KEY, clock=lambda: START, test=True, sync=sync or Sync())


def night(count: int) -> tuple[bytes, Head]:
    """A journal of so many rounds, and its last head."""
    journal = in_memory()
    write(journal, count)
    head = journal.close()
    return journal.written(), head


def night_of(size: int) -> tuple[bytes, Head]:
    """A journal of at least so many bytes."""
    journal = in_memory()
    for events in rounds():
        for event in events:
            journal.append(event, START + journal.n)
        journal.commit()
        if len(journal.written()) >= size:
            break
    head = journal.close()
    return journal.written(), head
