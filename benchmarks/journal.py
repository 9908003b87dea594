"""Journal records written and verified a second on one core, beside a plain file and SQLite.

    python benchmarks/journal.py [--rounds N]

The same events for all: rounds of six seats, a commit after each. "Encoded" is msgspec alone, the floor. The plain
file appends the very bytes of the journal, made beforehand: no encoding, hash or signature. SQLite (WAL, synchronous
FULL) inserts the same lines as rows, a transaction after the same rounds as the journal's syncs. All three wait for the
disk after the same rounds, and so the time limit of a group is out of play here. A ratio is our time over theirs: below
1 we are quicker. Each figure is the best of a few runs, taken in turns.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sqlite3
import sys
import tempfile
import time
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.journal.night import KEY, START, rounds

from croupier.journal import Sync, Writer, verify_bytes

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.table.events import Event

GROUP = 32
NEVER = 10**9


def ours(events: list[list[Event]], journal: Writer) -> None:
    for made in events:
        for event in made:
            journal.append(event, START)
        journal.commit()
    journal.close()


def memory(events: list[list[Event]]) -> Writer:
    journal = Writer.in_memory(KEY, clock=lambda: START, test=True)
    ours(events, journal)
    return journal


def on_disk(events: list[list[Event]], folder: Path, group: int) -> None:
    sync = Sync(milliseconds=NEVER, rounds=group)
    ours(events, Writer.create(folder / "journal", KEY, clock=lambda: START, test=True, sync=sync))


def plain(chunks: list[bytes], folder: Path, group: int) -> None:
    fd = os.open(folder / "plain", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
    for at, chunk in enumerate(chunks, 1):
        os.write(fd, chunk)
        if at % group == 0:
            os.fsync(fd)
    os.fsync(fd)
    os.close(fd)


def sqlite(chunks: list[list[tuple[int, bytes]]], folder: Path, group: int) -> None:
    base = sqlite3.connect(folder / "base", isolation_level=None)
    base.execute("pragma journal_mode=wal")
    base.execute("pragma synchronous=full")
    base.execute("create table record (n integer primary key, line blob not null)")
    base.execute("begin")
    for at, rows in enumerate(chunks, 1):
        base.executemany("insert into record values (?, ?)", rows)
        if at % group == 0:
            base.execute("commit")
            base.execute("begin")
    base.execute("commit")
    base.close()


def in_turns(runs: dict[str, Callable[[Path], object]], repeat: int) -> dict[str, float]:
    """Seconds, the best of a few runs each; every run has an empty folder."""
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(repeat):
        for name, run in runs.items():
            folder = Path(tempfile.mkdtemp(dir=Path.cwd()))
            try:
                start = time.perf_counter()
                run(folder)
                best[name] = min(best[name], time.perf_counter() - start)
            finally:
                shutil.rmtree(folder)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=2_000)
    parser.add_argument("--repeat", type=int, default=5)
    told = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    events = list(islice(rounds(seats=6), told.rounds))
    data = memory(events).written()
    lines = data.splitlines(keepends=True)
    chunks: list[list[tuple[int, bytes]]] = [[]]
    for n, line in enumerate(lines):
        chunks[-1].append((n, line))
        if b',"head":' in line and n + 1 < len(lines):
            chunks.append([])
    written = [b"".join(line for _, line in rows) for rows in chunks]
    encode = msgspec.json.Encoder().encode
    count, size = len(lines), len(data) / len(lines)
    print(
        f"python {sys.version.split()[0]}; one core; {count:,} records of {told.rounds:,} rounds, {size:.0f} bytes each"
    )

    floor = in_turns(
        {
            "encoded": lambda _: [encode(event) for made in events for event in made],
            "in memory": lambda _: memory(events),
            "verified": lambda _: verify_bytes(data),
        },
        told.repeat,
    )
    print(f"  {'':<28} {'records/s':>10} {'µs each':>9}")
    for name, seconds in floor.items():
        print(f"  {name:<28} {count / seconds:>10,.0f} {seconds / count * 1e6:>9.2f}")
    for group, few in ((GROUP, told.rounds), (1, min(told.rounds, 500))):
        records = sum(map(len, chunks[:few]))
        took = in_turns(
            {
                "journal": partial(on_disk, events[:few], group=group),
                "plain file": partial(plain, written[:few], group=group),
                "SQLite": partial(sqlite, chunks[:few], group=group),
            },
            told.repeat,
        )
        print(
            f"\n  {'to disk after each round' if group == 1 else f'to disk after {group} rounds':<28} "
            f"{'records/s':>10} {'µs each':>9} {'our time / theirs':>18}"
        )
        for name, seconds in took.items():
            ratio = "" if name == "journal" else f"{took['journal'] / seconds:.2f}"
            print(f"  {name:<28} {records / seconds:>10,.0f} {seconds / records * 1e6:>9.2f} {ratio:>18}")


if __name__ == "__main__":
    main()
