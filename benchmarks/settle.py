"""Rounds settled a second by ``croupier settle`` from a JSON Lines file on one core, and the start-up of the command.

    python benchmarks/settle.py [--rounds N]

Each line is a different random round with its own game, submission and seats, as the contract tells it, every wager
placed half the time. Beside it: decoding and encoding the same JSON and nothing else (the floor), and
a bare Python start.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.property.test_random_rounds import play, some_submission

from croupier.games import EDITIONS, all_games, open_game

TABLES = 8
"""Submissions a game: a file holds the rounds of a few tables, not of a new one each line."""


def rounds_of(game: str, seats: int | None, count: int) -> list[dict[str, Any]]:
    """Different random rounds, told as the contract tells them, every wager placed half the time."""
    games = all_games() if game == "all games" else [open_game(game)]
    chance = random.Random(2019)
    houses = [(g, some_submission(g, chance)) for g in games for _ in range(TABLES)]
    made = []
    for _ in range(count):
        chosen, submission = chance.choice(houses)
        made.append({**play(chosen.rules(submission), chance, seats).told(), "submission": submission})
    return made


def timed(command: list[str], *, repeat: int = 3) -> float:
    """Seconds of wall clock, the best of a few runs."""
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=10_000)
    count = parser.parse_args().rounds
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    croupier = str(Path(sys.executable).with_name("croupier"))
    print(f"python {sys.version.split()[0]}; one core; {count:,} rounds a file")
    print(f"  {'file':<30} {'rounds/s':>10} {'seats/s':>10} {'JSON alone/s':>13}")
    plays: list[tuple[str, int | None]] = [(game, 1) for game in (*EDITIONS, "all games")]
    for game, seated in (*plays, ("all games", None)):
        name = f"{game}, {'one seat' if seated else '1 to 6 seats'}"
        told = rounds_of(game, seated, count)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "rounds.jsonl"
            file.write_text("".join(json.dumps(entry) + "\n" for entry in told), encoding="utf-8")
            seconds = timed([croupier, "settle", str(file)])
            lines = file.read_bytes().splitlines()
        start = time.perf_counter()
        for line in lines:
            msgspec.json.encode(msgspec.json.decode(line))
        floor = time.perf_counter() - start
        seats = sum(len(entry["seats"]) for entry in told)
        print(f"  {name:<30} {count / seconds:>10,.0f} {seats / seconds:>10,.0f} {count / floor:>13,.0f}")
    bare = timed([sys.executable, "-c", "pass"], repeat=5)
    helped = timed([croupier, "--help"], repeat=5)
    print(f"\n  croupier --help {helped:.3f} s, python -c pass {bare:.3f} s, {helped / bare:.1f} x")


if __name__ == "__main__":
    main()
