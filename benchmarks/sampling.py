"""Sampled rounds a second of processor time, beside plain C loops compiled now and, for scale, other libraries.

    python benchmarks/sampling.py

The main game alone, so that both do the same work (the best decisions looked up, rounds counted by what decides them);
then with every wager of the chapter. `x` is ours over C. Two threads: rounds a second of all processor time used, over
those of one thread; 0.9 of it is 1.8 times the speed where two cores are free. Memory is what a run of 20 times the
rounds holds more. Other libraries deal and settle what they know (Texas hold'em hands, blackjack), which is other work;
they show the scale.
"""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from croupier.odds.sampling.compiled import FeatureWriter
from croupier.odds.sampling.program import Builder

SOURCE = Path(__file__).with_name("plain_rounds.c")
ROUNDS = 4_000_000
GAMES = ["dj-wild", "cajun-stud", "raise-it-up", "over-under", "face-up-pai-gow"]
TARGETS = {"dj-wild": 1.0, "cajun-stud": 1.0, "face-up-pai-gow": 0.7}
REPEATS = 3


def build(folder: Path) -> Path | None:
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    program = folder / "plain_rounds"
    subprocess.run([compiler, "-O3", "-march=native", "-I", SOURCE.parent, "-o", program, SOURCE], check=True)
    return program


def strategy(table: Any, folder: Path) -> list[str]:
    """What our own strategy says with every set of cards seen, for C to look up; one path of each street, since the
    best decision of these games is the same down all."""
    played = table.looks["round"].played if table.solved is not None else None
    if played is None:
        return []
    writer = FeatureWriter(Builder(table.deck, table.layout.width, 1), table.looks["round"], 0)
    made = [writer.stated(played, street)[1][0] for street in range(len(played.ladder.onward))]
    path = folder / "options"
    path.write_bytes(b"".join(each.astype("uint8").tobytes() for each in made))
    return [str(path)]


def in_c(program: Path | None, game: str, table: Any, folder: Path) -> float | None:
    if program is None or game not in TARGETS:
        return None
    rates = []
    options = strategy(table, folder)
    for _ in range(REPEATS):
        done = subprocess.run([program, game, str(ROUNDS // 4), *options], check=True, capture_output=True, text=True)
        rates.append(float(done.stdout.split()[0]))
    return max(rates)


def rate(table: Any, threads: int, rounds: int = ROUNDS) -> float:
    best = 0.0
    for _ in range(REPEATS):
        start = time.process_time()
        table.count(1, rounds, threads=threads)
        best = max(best, rounds / (time.process_time() - start))
    return best


def every_wager(game: Any) -> Any:
    sides = [w for w in game.wagers if w.placed in {"optional", "always-offered"}]
    return game.rules({w.key: w.tables[0].id for w in sides if w.tables})


def others() -> list[tuple[str, float]]:
    """Whichever of these is installed."""
    found = []
    for name, play in (("pokerkit", _pokerkit), ("open_spiel", _open_spiel), ("rlcard", _rlcard)):
        try:
            round_ = play()
        except ImportError:
            continue
        count, start = 0, time.process_time()
        while time.process_time() - start < 2:
            round_()
            count += 1
        found.append((name, count / (time.process_time() - start)))
    return found


def _pokerkit() -> Any:
    import random

    from pokerkit import Card, Deck, StandardHighHand

    deck = list(Deck.STANDARD)

    def play() -> bool:
        cards = random.sample(deck, 9)
        one, other = (
            StandardHighHand.from_game([repr(c) for c in hole], [repr(c) for c in cards[4:]])
            for hole in (cards[:2], cards[2:4])
        )
        assert isinstance(cards[0], Card)
        return bool(one > other)

    return play


def _open_spiel() -> Any:
    import random

    import pyspiel

    game = pyspiel.load_game("blackjack")

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))

    return play


def _rlcard() -> Any:
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make("blackjack")
    env.set_agents([RandomAgent(num_actions=env.num_actions)])
    return lambda: env.run(is_training=False)


def main() -> None:
    from croupier import open_game
    from croupier.odds.sampling.fast import sampler

    missed = []
    print(f"{'game':<18}{'C':>12}{'main game':>12}{'x':>8}{'all wagers':>12}{'2 threads':>11}")
    with tempfile.TemporaryDirectory() as folder:
        program = build(Path(folder))
        for id_ in GAMES:
            game = open_game(id_)
            alone, whole = sampler(game.rules({})), sampler(every_wager(game))
            for table in (alone, whole):
                table.count(1, 1000)
            plain, ours = in_c(program, id_, alone, Path(folder)), rate(alone, 1)
            two = rate(alone, 2) / ours
            times = None if plain is None else ours / plain
            if times is not None and times < TARGETS[id_]:
                missed.append(f"{id_}: {times:.2f} x of C, {TARGETS[id_]} wanted")
            c, x = ("-", "-") if plain is None or times is None else (f"{plain / 1e6:.2f} M", f"{times:.2f}")
            print(f"{id_:<18}{c:>12}{ours / 1e6:>10.2f} M{x:>8}{rate(whole, 1) / 1e6:>10.2f} M{two:>11.2f}", flush=True)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    alone.count(1, 20 * ROUNDS)
    more = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print(f"memory: {more:.1f} MB more after 20 times the rounds")
    for name, found in others():
        print(f"{name:<18}{found:>12,.0f} rounds a second of its own")
    if missed:
        sys.exit("\n".join(missed))


if __name__ == "__main__":
    main()
