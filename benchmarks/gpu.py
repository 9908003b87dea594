"""Rounds on a GPU beside the same rounds on the processor: equal to the last count, and how many a second.

    python benchmarks/gpu.py prepare FOLDER          # plans, and the processor's counts; needs no GPU
    python benchmarks/gpu.py play FOLDER [ROUNDS]    # needs a GPU, NumPy and CuPy, and nothing else that croupier needs

The second part writes what so many rounds (10,000,000,000 without a word) came to into FOLDER/counts, one file a game;

    python benchmarks/gpu.py compare FOLDER          # the exact figures beside these counts
"""

from __future__ import annotations

import dataclasses
import gzip
import json
import pickle
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "src"))

TABLES = [
    ("dj-wild", "pa-2021"),
    ("dj-wild", "ma"),
    ("cajun-stud", "pa-2019"),
    ("raise-it-up", "pa-2019"),
    ("over-under", "pa-2019-proposed"),
    ("face-up-pai-gow", "pa-2019-proposed"),
]
LINK = {
    "wager": "5",
    "seed": "10000",
    "rows": {"royal-flush": "100% of meter", "straight-flush": "10% of meter", "flush": "$20"},
}
SEED = 2026
EQUAL = 20_000_000
"""Rounds that both play."""
WARM = 1_000_000
LAUNCH = 1 << 30


def table_of(id_: str, edition: str) -> Any:
    from croupier import open_game
    from croupier.odds.sampling.fast import sampler

    game = open_game(id_, edition)
    sides = [w for w in game.wagers if w.placed in {"optional", "always-offered"}]
    chosen: dict[str, Any] = {w.key: w.tables[0].id for w in sides if w.tables and w.key}
    return sampler(game.rules({**chosen, **({"multi-game-link": LINK} if edition == "ma" else {})}))


def prepare(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for id_, edition in TABLES:
        table = table_of(id_, edition)
        plan = dataclasses.replace(table.plan, nets={})
        tallies = table.count(SEED, EQUAL, threads=2)
        with gzip.open(folder / f"{id_}.{edition}.gz", "wb", compresslevel=4) as file:
            pickle.dump((plan, tallies.to_json()), file)
        print(id_, edition, f"{EQUAL:,} rounds counted by the processor", flush=True)


def play(folder: Path, rounds: int, seconds: float) -> None:
    import cupy

    from croupier.odds.sampling.gpu import Gpu
    from croupier.odds.sampling.tallies import Tallies

    print(cupy.cuda.runtime.getDeviceProperties(0)["name"].decode(), "CuPy", cupy.__version__)
    made = folder / "counts"
    made.mkdir(exist_ok=True)
    for id_, edition in TABLES:
        with gzip.open(folder / f"{id_}.{edition}.gz", "rb") as file:
            plan, told = pickle.load(file)  # noqa: S301 - our own, made by `prepare`
        wanted = Tallies.from_json(told)
        device = Gpu(plan)
        found = device.play(SEED, 0, wanted.rounds)
        equal = all(
            (found.counts[look] == counts).all() and (found.firsts[look] == wanted.firsts[look]).all()
            for look, counts in wanted.counts.items()
        )
        device.play(SEED, 0, WARM)
        began = time.perf_counter()
        done: Tallies | None = None
        while done is None or (done.rounds < rounds and time.perf_counter() - began < seconds):
            first = 0 if done is None else done.rounds
            part = device.play(SEED, first, min(LAUNCH, rounds - first))
            done = part if done is None else done + part
        took = time.perf_counter() - began
        (made / f"{id_}.{edition}.json").write_text(json.dumps(done.to_json()))
        print(
            f"{id_:16} {edition:18} {'equal' if equal else 'DIFFERENT'} over {wanted.rounds:,} rounds; "
            f"{done.rounds:,} in {took:.1f} s, {done.rounds / took / 1e6:,.0f} M a second",
            flush=True,
        )


def compare(folder: Path) -> None:
    from croupier.odds.sampling.against_exact import compare as beside
    from croupier.odds.sampling.against_exact import exact_of
    from croupier.odds.sampling.tallies import Tallies

    for id_, edition in TABLES:
        table = table_of(id_, edition)
        tallies = Tallies.from_json(json.loads((folder / "counts" / f"{id_}.{edition}.json").read_text()))
        known = exact_of(table)
        for estimate in table.estimates(tallies):
            found = beside(estimate, known)
            error = estimate.standard_error or 0.0
            if found is None or found.z is None:
                print(f"| {id_} {edition} | {estimate.wager} | {float(estimate.mean):+.7f} ± {error:.7f} | | | |")
                continue
            chi = "" if found.chi_square is None else f"{found.chi_square.p:.3f}"
            print(
                f"| {id_} {edition} | {estimate.wager} | {float(estimate.mean):+.7f} ± {error:.7f} | "
                f"{float(found.exact):+.7f} | {found.z:+.2f} | {chi} |"
            )


if __name__ == "__main__":
    what, where = sys.argv[1], Path(sys.argv[2])
    if what == "prepare":
        prepare(where)
    elif what == "play":
        many = int(sys.argv[3]) if len(sys.argv) > 3 else 10_000_000_000
        play(where, many, float(sys.argv[4]) if len(sys.argv) > 4 else 1e9)
    else:
        compare(where)
