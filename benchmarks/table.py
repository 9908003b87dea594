"""Full-procedure rounds of six seats a second on one core, game by game, beside PokerKit.

    python benchmarks/table.py [--rounds N] [--repeat N] [--games GAME ...]

Every round is played by the automatic dealer, floorperson and six players who wager and decide by chance, on the sample
submission with every wager offered: shuffle with its commitment, cut, deal with seals, decisions, reveals, settlement,
rack, opening of the order. "In memory" writes no journal; "journal" writes one that stays in memory; the others write
a file and wait for the disk after each round, or after 32 (a time limit of a group is out of play here). Each figure is
the best of a few runs, taken in turns.

The shares are of the time of a run with a journal in memory. Calls are timed from outside, each second counted once:
"automation" is what staff and players think of (and the shuffle itself apart), "decide" the commands, "evolve" the
state after each event, "settle" the chapter's settlement, "journal" encoding, hashing and signing. The timers cost
some 10% of such a run, which is spread over what calls most.

PokerKit deals and plays single hands of fixed-limit hold'em for six, all automations on: everyone to the showdown, a
player who faces a bet folding half the time, or all folding before the flop. It keeps no procedure, provisions or
journal, and compares six hands of seven cards where we pay four to six wagers a seat; so the ratio, our rounds over its
hands where half fold, is for scale and no more.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
import time
import tomllib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.game.template import new_submission
from croupier.games import EDITIONS, open_game
from croupier.journal import EVERY_COMMIT, Key, Sync, Writer
from croupier.table import Crowd, Staff, Vault, act, automatic, open_table, play, seeded, settling
from croupier.table.events import RoundClosed

if TYPE_CHECKING:
    from collections.abc import Callable

SEATS = 6
GROUP = Sync(milliseconds=10**9, rounds=32)
KEY = Key.throw_away(2019)
START = 1_767_225_600_000
PACE = 1_000
TARGETS = {"in memory": 300, "to disk, grouped": 150}


def clock() -> Callable[[], int]:
    now = START

    def tick() -> int:
        nonlocal now
        now += PACE
        return now

    return tick


def run(game: str, rounds: int, make: Callable[[], Writer] | None) -> int:
    """Play so many rounds; how many events they took."""
    chosen = open_game(game)
    rules = chosen.rules(tomllib.loads(new_submission(chosen)))
    writer = None if make is None else make()
    chance = random.Random(1)
    vault = Vault(seeded(1), None if writer is None else KEY.lock(test=True).seal)
    event, table = open_table(rules, table="T1", at=START, test=True)
    count = 0
    if writer is not None:
        writer.append(event, START)
    after = table
    for events, after, at in play(table, Staff(vault, chance), Crowd(chance, SEATS), rounds, clock()):
        count += len(events)
        if writer is not None:
            writer.enter(events, at)
            if after.play is None and isinstance(events[-1], RoundClosed):
                writer.commit()
    if writer is not None:
        writer.close()
    assert after.rounds == rounds
    assert sum(after.accounts.values()) == 0
    return count


def memory() -> Writer:
    return Writer.in_memory(KEY, clock=lambda: START, test=True)


def file(folder: Path, sync: Sync) -> Writer:
    return Writer.create(folder / "journal", KEY, clock=lambda: START, test=True, sync=sync)


def best(game: str, rounds: int, repeat: int) -> tuple[dict[str, float], int]:
    """Seconds a way, the best of a few runs in turns; and events a run."""
    ways: dict[str, Callable[[Path], Callable[[], Writer] | None]] = {
        "in memory": lambda _: None,
        "journal": lambda _: memory,
        "to disk, grouped": lambda folder: partial(file, folder, GROUP),
        "to disk, each round": lambda folder: partial(file, folder, EVERY_COMMIT),
    }
    found = dict.fromkeys(ways, float("inf"))
    events = 0
    for _ in range(repeat):
        for name, make in ways.items():
            folder = Path(tempfile.mkdtemp(dir=Path.cwd()))
            try:
                start = time.perf_counter()
                events = run(game, rounds, make(folder))
                found[name] = min(found[name], time.perf_counter() - start)
            finally:
                shutil.rmtree(folder)
    return found, events


# Where the time goes.


class Timers:
    """Seconds by kind, each counted for the innermost timed call alone."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._stack: list[str] = []
        self._since = 0.0
        self._undo: list[tuple[Any, str, Any]] = []

    def switch(self, kind: str | None) -> None:
        now = time.perf_counter()
        if self._stack:
            self.seconds[self._stack[-1]] = self.seconds.get(self._stack[-1], 0.0) + now - self._since
        if kind is None:
            self._stack.pop()
        else:
            self._stack.append(kind)
        self._since = time.perf_counter()

    def time(self, owner: Any, name: str, kind: str) -> None:
        plain = getattr(owner, name)

        def timed(*args: Any, **kwargs: Any) -> Any:
            self.switch(kind)
            try:
                return plain(*args, **kwargs)
            finally:
                self.switch(None)

        self._undo.append((owner, name, plain))
        setattr(owner, name, timed)

    def undo(self) -> None:
        for owner, name, plain in reversed(self._undo):
            setattr(owner, name, plain)


def shares(game: str, rounds: int) -> dict[str, float]:
    timers = Timers()
    for owner, name, kind in (
        (automatic, "step", "decide"),
        (act, "evolve", "evolve"),
        (settling, "settle_seat", "settle"),
        (settling, "settle_wager", "settle"),
        (settling, "envy_lines", "settle"),
        (Vault, "shuffle", "shuffle"),
        (Writer, "append", "journal"),
        (Writer, "commit", "journal"),
    ):
        timers.time(owner, name, kind)
    timers.switch("automation")
    try:
        run(game, rounds, memory)
    finally:
        timers.switch(None)
        timers.undo()
    total = sum(timers.seconds.values())
    return {kind: seconds / total for kind, seconds in timers.seconds.items()}


# PokerKit.


FOLDS = {"to the showdown": 0.0, "half fold": 0.5, "all fold": 1.0}


def hand(chance: random.Random, folds: float) -> None:
    """One hand of hold'em for six, to its end."""
    from pokerkit import Automation, FixedLimitTexasHoldem

    state = FixedLimitTexasHoldem.create_state(
        tuple(Automation),
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(1, 2),
        small_bet=2,
        big_bet=4,
        raw_starting_stacks=200,
        player_count=SEATS,
    )
    while state.status:
        if state.can_deal_hole():
            state.deal_hole()
        elif state.can_burn_card():
            state.burn_card()
        elif state.can_deal_board():
            state.deal_board()
        elif state.can_fold() and chance.random() < folds:
            state.fold()
        else:
            state.check_or_call()


def pokerkit(seconds: float, repeat: int) -> dict[str, float]:
    """Hands a second, by how many fold."""
    found = dict.fromkeys(FOLDS, 0.0)
    chance = random.Random(1)
    hand(chance, 0.0)
    for _ in range(repeat):
        for name, folds in FOLDS.items():
            start, count = time.perf_counter(), 0
            while time.perf_counter() - start < seconds:
                hand(chance, folds)
                count += 1
            found[name] = max(found[name], count / (time.perf_counter() - start))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=500)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--games", nargs="*", default=list(EDITIONS))
    told = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    theirs = pokerkit(1.5, told.repeat)
    print(f"python {sys.version.split()[0]}; one core; {told.rounds:,} rounds of {SEATS} seats, best of {told.repeat}")
    kit = ", ".join(f"{rate:,.0f} {name}" for name, rate in theirs.items())
    print(f"PokerKit, hands of {SEATS} players a second: {kit}\n")
    print(
        f"  {'rounds a second':<18} {'events':>7} {'in memory':>10} {'journal':>8} {'grouped':>8} {'each':>7} "
        f"{'in memory / PokerKit':>21}"
    )
    missed = []
    for game in told.games:
        found, events = best(game, told.rounds, told.repeat)
        rate = {name: told.rounds / seconds for name, seconds in found.items()}
        columns = " ".join(f"{rate[name]:>{width},.0f}" for name, width in zip(rate, (10, 8, 8, 7), strict=True))
        print(f"  {game:<18} {events / told.rounds:>7.0f} {columns} {rate['in memory'] / theirs['half fold']:>21.1f}")
        missed += [
            f"{game} {name}: {rate[name]:,.0f} of {least}" for name, least in TARGETS.items() if rate[name] < least
        ]
    print(
        f"\n  targets: {', '.join(f'{least} {name}' for name, least in TARGETS.items())}; "
        f"{'missed by ' + '; '.join(missed) if missed else 'all met'}"
    )
    kinds = ("decide", "evolve", "settle", "journal", "automation", "shuffle")
    print(f"\n  {'share of the time':<18} " + " ".join(f"{kind:>10}" for kind in kinds))
    for game in told.games:
        part = shares(game, min(told.rounds, 300))
        print(f"  {game:<18} " + " ".join(f"{part.get(kind, 0):>10.0%}" for kind in kinds))


if __name__ == "__main__":
    main()
