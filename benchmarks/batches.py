"""Commands stored a second on SQLite: our one statement beside plain inserts in a transaction.

    python benchmarks/batches.py [--seconds S]

Batches of 20 commands, each with three lines of a journal, two postings and the answer to its key, while another thread
keeps the interpreter busy as a server's loop does. Both ways store the same rows (a test says so). The ratio is ours
over theirs: above 1 we are quicker.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.house.storage.test_database import grant, made

from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.transactions import Transaction

BATCH = 20


def command(n: int) -> Transaction:
    """What a wager leaves behind."""
    lines = [(3 * n + k - 1, b'{"n":%d,"event":"%s"}\n' % (n, b"x" * 400)) for k in range(3)]
    entries = [(3 * n + 1, "wallet:Ann", -1, "x"), (3 * n + 1, "T1/player:Ann", 1, "x")]
    answer = {"table_id": "T1", "key": f"{n:064x}", "n": n, "body": "b" * 64, "answer": b'{"key":"k","n":2}'}
    return Transaction("T1", n, lines=lines, entries=entries, rows=[(schema.answers, answer)])


def stored(folder: Path, *, plain: bool, seconds: float) -> float:
    """Commands stored a second."""
    database = Database(folder / f"{plain}.db")
    database.migrate()
    for work in (made("T1"), grant("wallet:Ann", 10**9)):
        database.store(work)
    database.store(Transaction("T1", 0, lines=[(1, b"first\n")]))
    if plain:
        database._is_one_statement = lambda works: not works  # type: ignore[method-assign]  # noqa: SLF001
    ending = threading.Event()
    busy = threading.Thread(target=lambda: [sum(range(500)) for _ in iter(ending.is_set, True)])
    busy.start()
    n, began = 1, time.perf_counter()
    while time.perf_counter() - began < seconds:
        for done in [database.submit(command(n + k)) for k in range(BATCH)]:
            done.result()
        n += BATCH
    rate = (n - 1) / (time.perf_counter() - began)
    ending.set()
    busy.join()
    database.close()
    return rate


def main() -> None:
    """Take both in turns, and print the best of each."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--seconds", type=float, default=4.0)
    seconds = asked.parse_args().seconds
    best = {False: 0.0, True: 0.0}
    for turn in range(3):
        for plain in (False, True):
            with tempfile.TemporaryDirectory() as folder:
                best[plain] = max(best[plain], stored(Path(folder), plain=plain, seconds=seconds))
            print(f"turn {turn + 1}, {'plain inserts' if plain else 'one statement'}: best {best[plain]:,.0f} a second")
    print(f"\none statement over plain inserts: {best[False] / best[True]:.2f}x")


if __name__ == "__main__":
    main()
