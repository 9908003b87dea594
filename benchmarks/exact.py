"""Exact figures timed: facts counted and found, `croupier analyze` from process start, peak memory, and a plain C walk.

    python benchmarks/exact.py [--quick] [--all]

Every figure is of a fresh process, the best of a few. The first run of all starts without compiled kernels and without
facts; what it takes longer than later ones is shown as compilation, and a kernel that several games use is compiled for
the first of them. "Counted" and "found" are the facts alone, imports done; "analyze" is the command. Python keeps its
bytecode between runs, as an installed package does. The C walks stand in plain_walks.c and are compiled now (gcc -O3,
one core, like our counts): DJ Wild's is walked for a sample of classes and scaled, Raise It Up's with --quick too. They
count what their game's facts say of the first decision; ours hold every street. Each walk is compared with our counts.
Face Up Pai Gow is analyzed from shipped totals of its main game; --all counts the whole table they come from, twice,
and has no walk.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from croupier.game import Rules

# numpy and croupier are imported by child processes alone: a child's peak memory is never less than its parent's.

KEPT = ("dj-wild", "cajun-stud", "raise-it-up")
COUNTED = (*KEPT, "over-under")
PAI_GOW = "face-up-pai-gow"
TABLE = "pai gow table"
DJ_CLASSES = 150_891
CROUPIER = str(Path(sys.executable).with_name("croupier"))
KILOBYTE = 1 if sys.platform == "darwin" else 1024

# In child processes --------------------------------------------------------------------------------------------


def rules_of(game: str) -> Rules:
    from croupier.games import open_game

    return open_game(game).rules({})


def counting(game: str) -> Callable[[], Any]:
    """What finds a game's facts or counts them."""
    from croupier.odds.solver.pays import main_wagers
    from croupier.odds.solver.shape import shape_of
    from croupier.odds.solver.solve import counted

    rules = rules_of(game)
    return lambda: counted(shape_of(rules, main_wagers(rules)))


def told_facts(game: str) -> None:
    """Print the seconds that the facts take."""
    import numba  # noqa: F401

    count = counting(game)
    start = time.perf_counter()
    count()
    print(json.dumps({"facts": time.perf_counter() - start}))


def told_table() -> None:
    """Print the seconds that the table takes, and each shipped house way after it."""
    from croupier.games.pa.house_way import shipped
    from croupier.odds.pai_gow import settings as pai_gow
    from croupier.odds.pai_gow import ways as pai_gow_ways

    ranking = rules_of(PAI_GOW).ranking
    assert ranking is not None
    start = time.perf_counter()
    table = pai_gow.table(ranking)
    took = {"facts": time.perf_counter() - start}
    for name in ("foxwoods", "mgm", "flamingo"):
        start = time.perf_counter()
        table.totals(pai_gow_ways.picks(table, ranking, shipped(name)))
        took[name] = time.perf_counter() - start
    print(json.dumps(took))


DECLARED = {
    "three-card-poker": 1.0,
    "let-it-ride": 1.0,
    "mississippi-stud": 1.0,
    "baccarat": 1.0,
    "caribbean-stud": 12.0,
    "ultimate-texas-holdem": 15.0,
}
"""The worked examples, and the seconds on two cores that each may take once its kernels are compiled."""


def told_declared(name: str) -> None:
    """Print what solving a worked example takes: the clock's seconds and the processor's."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    import numba  # noqa: F401
    from tests.outside.installed import EXAMPLES, lay_out, on_path

    from croupier import open_game
    from croupier.odds.facts import store
    from croupier.odds.solver.solve import solve

    with on_path(lay_out(Path(tempfile.mkdtemp()), EXAMPLES / name)), store.uncached():
        game = open_game(name)
        rules = game.rules({w.key: w.tables[0].id for w in game.wagers if w.key})
        start, busy = time.perf_counter(), time.process_time()
        solve(rules, beside=[w.id for w in rules.offered() if w.key])
    print(json.dumps({"facts": time.perf_counter() - start, "busy": time.process_time() - busy}))


def sample_hands(step: int, file: str) -> None:
    """Write the hand of every so many-th class of DJ Wild."""
    Path(file).write_bytes(counting("dj-wild")().levels[0].states[::step].tobytes())


def compare(game: str, step: int, file: str) -> None:
    """Refuse unless the plain walk found exactly what our facts say."""
    import numpy as np

    from croupier.kit.bulk import all_hands
    from croupier.odds.solver.keys import keys_of

    walked, counted = np.fromfile(file, np.int64), counting(game)()
    level, told = counted.levels[0], [counted.tuples.values(number) for number in range(len(counted.tuples))]
    if game == "dj-wild":
        ours = np.zeros((len(level.keys), 14), np.int64)
        for own, column in np.argwhere(level.joint >= 0).tolist():
            mine, _, dealer, versus = told[level.joint[own, column]]
            here, counts = level.own == own, level.counts[:, column]
            ours[here, dealer - 1] += counts[here]
            if mine == dealer and versus >= 0:
                ours[here, 13 - versus] += counts[here]
        ours = ours[::step]
    elif game == "over-under":
        totals = np.array([11 if rank == 12 else min(rank + 2, 10) for rank in range(13)])
        ours, ranks = np.zeros((13, 34), np.int64), np.indices((13, 13, 13)).reshape(3, -1)
        for first, weight, counts in zip(level.states[:, 0] >> 2, level.weights, level.counts, strict=True):
            for (total,), count in zip(told, counts, strict=True):
                ours[first, total] += weight * count
        walked, each = np.zeros_like(ours), walked
        np.add.at(walked, (ranks[0], totals[ranks].sum(axis=0)), each)
    else:
        ours = np.zeros((len(level.keys), 10, 13), np.int64)
        for (category, pair), counts in zip(told, level.counts.T, strict=True):
            ours[:, category - 1, max(pair - 2, 0)] += counts
        places = np.searchsorted(level.keys, keys_of(counted.shape, all_hands(52, counted.shape.asks[0])))
        ours, walked = ours[places][::step] // 6, walked.reshape(-1, 10, 13)
        walked[:, 0, 0] = walked[:, 0].sum(axis=1)  # high cards, whose leading rank no wager of theirs looks at
        walked[:, 0, 1:] = 0
    walked = walked.ravel()
    if not np.array_equal(walked, ours.ravel()):
        raise SystemExit(f"{game}: the plain walk and the facts disagree")


# Timing --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Run:
    """A process that has ended: seconds of wall clock, peak memory in bytes, and what it printed."""

    seconds: float
    peak: int
    code: int
    text: str


def run(command: list[str], env: Mapping[str, str]) -> Run:
    """Run to the end; standard error passes through, a refusal (exit 2) is for the caller to see."""
    with tempfile.TemporaryFile() as out:
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=out, env={**os.environ, **env})
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        text = out.read().decode()
    if process.returncode not in {0, 2}:
        raise SystemExit(f"{' '.join(command)} failed with {process.returncode}")
    return Run(seconds, usage.ru_maxrss * KILOBYTE, process.returncode, text)


def child(env: Mapping[str, str], *words: object) -> Run:
    """One of the jobs above, in a process of its own."""
    done = run([sys.executable, __file__, "--child", *map(str, words)], env)
    if done.code:
        raise SystemExit(done.code)
    return done


@dataclass(slots=True)
class Figures:
    """A game's line; seconds and bytes, None where there is nothing to time."""

    compiling: float | None = None
    counted: float | None = None
    found: float | None = None
    cold: float | None = None
    warm: float | None = None
    peak: int = 0
    walked: float | None = None
    scaled: bool = False
    ways: list[float] = field(default_factory=list)


class Bench:
    """A folder with a cache of kernels and the caches of facts."""

    def __init__(self, folder: Path, repeat: int) -> None:
        self.folder = folder
        self.repeat = repeat
        self.filled = self.env(folder / "facts")

    def env(self, facts: Path) -> dict[str, str]:
        kernels = str(self.folder / "kernels")
        return {"CROUPIER_CACHE": str(facts), "NUMBA_CACHE_DIR": kernels, "PYTHONDONTWRITEBYTECODE": ""}

    def empty(self) -> dict[str, str]:
        return self.env(Path(tempfile.mkdtemp(dir=self.folder)))

    def game(self, game: str) -> Figures:
        """Everything but the C walk. Leaves the game's facts in `filled`."""
        analyze = [CROUPIER, "analyze", game, "--json"]
        repeat = range(self.repeat)
        first = run(analyze, self.filled)
        counted = [child(self.empty(), "facts", game) for _ in repeat] if game in COUNTED else []
        cold = [run(analyze, self.empty()) for _ in repeat]
        found = [child(self.filled, "facts", game) for _ in repeat] if game in KEPT else []
        warm = [run(analyze, self.filled) for _ in repeat]
        runs = (first, *counted, *cold, *found, *warm)
        if any(each.code for each in runs):
            raise SystemExit(2)
        return Figures(
            compiling=max(first.seconds - _best(cold), 0.0),
            counted=min(map(_facts, counted), default=None),
            found=min(map(_facts, found), default=None),
            cold=_best(cold),
            warm=_best(warm),
            peak=max(each.peak for each in runs),
        )

    def table(self) -> Figures:
        """The pai gow table with kernels compiled, after a run to compile them, and three house ways."""
        first = child(self.empty(), "table")
        again = child(self.empty(), "table")
        took = json.loads(again.text)
        counted = took.pop("facts")
        compiling = max(_facts(first) - counted, 0.0)
        return Figures(compiling, counted, peak=max(first.peak, again.peak), ways=list(took.values()))

    def walk(self, program: Path, game: str, *, quick: bool) -> tuple[float, bool]:
        """Seconds of the plain walk, and whether they are scaled from a sample; its counts are compared with ours."""
        step, whole, hands, out = 1, 1.0, Path(os.devnull), self.folder / f"{game}.walk"
        if game == "dj-wild":
            step, hands = DJ_CLASSES // (10 if quick else 100) + 1, self.folder / "hands"
            child(self.filled, "hands", step, hands)
            whole = DJ_CLASSES / (hands.stat().st_size // 5)
        elif game == "raise-it-up" and quick:
            step = 10
            whole = 10.0
        with hands.open("rb") as given, out.open("wb") as told:
            start = time.perf_counter()
            subprocess.run([program, game, str(step)], check=True, stdin=given, stdout=told)
            seconds = time.perf_counter() - start
        child(self.filled, "compare", game, step, out)
        return seconds * whole, step > 1


def _best(runs: list[Run]) -> float:
    return min(each.seconds for each in runs)


def _facts(done: Run) -> float:
    return float(json.loads(done.text)["facts"])


def build(folder: Path) -> Path | None:
    """The C walks compiled, or None without a compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    program = folder / "plain_walks"
    source = Path(__file__).with_name("plain_walks.c")
    subprocess.run([compiler, "-O3", "-march=native", "-o", program, source], check=True)
    return program


# Printing ------------------------------------------------------------------------------------------------------


def seconds_of(number: float | None, mark: str = " ") -> str:
    return "-" if number is None else f"{number:,.0f}{mark}" if number >= 1000 else f"{number:.3f}{mark}"


def print_line(game: str, line: Figures) -> None:
    ratio = "-" if line.walked is None or line.counted is None else f"{line.walked / line.counted:,.2f} x"
    print(
        f"{game:<16}{seconds_of(line.compiling):>10}{seconds_of(line.counted):>10}{seconds_of(line.found):>9}"
        f"{seconds_of(line.cold):>10}{seconds_of(line.warm):>10}{line.peak / 1e6:>8.0f} "
        f"{seconds_of(line.walked, '*' if line.scaled else ' '):>11}{ratio:>13}",
        flush=True,
    )


def time_declared() -> None:
    """The worked examples, each in a process of its own and after one that compiles."""
    print(f"{'game':<24}{'seconds':>9}{'processor':>11}{'allowed':>9}{'peak MB':>9}")
    for game, allowed in DECLARED.items():
        child({}, "declared", game)
        done = child({}, "declared", game)
        took = json.loads(done.text)
        print(f"{game:<24}{took['facts']:>9.2f}{took['busy']:>11.2f}{allowed:>9.0f}{done.peak / 1e6:>9.0f}", flush=True)


def print_targets(lines: Mapping[str, Figures]) -> None:
    plain = [line for game, line in lines.items() if game != TABLE]
    cold = sum(line.cold or 0 for line in plain)
    warm = max(line.warm or 0 for line in lines.values())
    asked = [(f"{game}: facts counted, kernels compiled", lines[game].counted or 0.0, 2.0, "s") for game in KEPT]
    asked += [
        ("all but the pai gow main game, analyze without facts", cold, 15.0, "s"),
        ("the same and compilation", cold + sum(line.compiling or 0 for line in plain), 15.0, "s"),
        ("the slowest analyze with facts present", warm, 1.5, "s"),
        ("the greatest peak memory", max(line.peak for line in lines.values()) / 1e6, 2000.0, "MB"),
    ]
    if table := lines.get(TABLE):
        asked += [
            ("the whole pai gow table", table.counted or 0.0, 300.0, "s"),
            ("any further house way", max(table.ways), 2.0, "s"),
        ]
    print(f"\n{'target':<56}{'allowed':>12}{'here':>12}")
    for name, here, allowed, unit in asked:
        wanted, got = (f"{number:,.{2 if unit == 's' else 0}f} {unit}" for number in (allowed, here))
        print(f"{name:<56}{wanted:>12}{got:>12}  {'met' if here <= allowed else 'MISSED'}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one run of each, smaller samples")
    parser.add_argument("--all", action="store_true", help="the Face Up Pai Gow table too: minutes")
    parser.add_argument(
        "--declared", action="store_true", help="the worked examples under examples/games instead, solved without facts"
    )
    parser.add_argument("--child", nargs="+", help=argparse.SUPPRESS)
    given = parser.parse_args()
    match given.child:
        case ["facts", game]:
            return told_facts(game)
        case ["declared", game]:
            return told_declared(game)
        case ["table"]:
            return told_table()
        case ["hands", step, file]:
            return sample_hands(int(step), file)
        case ["compare", game, step, file]:
            return compare(game, int(step), file)
    if given.declared:
        return time_declared()
    with tempfile.TemporaryDirectory() as name:
        bench = Bench(Path(name), 1 if given.quick else 3)
        program = build(bench.folder)
        print(f"python {sys.version.split()[0]}; {os.cpu_count()} cores; seconds, the best of {bench.repeat}")
        print(f"{'':<16}{'':>10} {'facts':^19}{'analyze':>14}{'':>6}{'peak':>8} {'plain C':>11}{'plain C':>12}")
        print(
            f"{'game':<16}{'compiling':>10}{'counted':>10}{'found':>9}{'no facts':>10}{'facts':>10}{'MB':>8} "
            f"{'walk':>11}{'/ counted':>13}"
        )
        lines = {}
        for game in (*COUNTED, PAI_GOW):
            line = lines[game] = bench.game(game)
            if program is not None and game in COUNTED:
                line.walked, line.scaled = bench.walk(program, game, quick=given.quick)
            print_line(game, line)
        if given.all:
            lines[TABLE] = bench.table()
            print_line(TABLE, lines[TABLE])
        print("* scaled from a sample; the counts of every walk equal ours" if program else "no C compiler: no walks")
        print_targets(lines)
    return None


if __name__ == "__main__":
    main()
