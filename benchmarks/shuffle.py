"""Shuffles a second, ours beside `random.shuffle` with the operating system's generator and NumPy's permutation.

    python benchmarks/shuffle.py [--quick]

Ours draws a seed and makes the order; on its own line the vault commits to a seed, mixes six players' contributions
into it and makes the order from that; the last line seals one card. Neither of the others can be recomputed from a seed
that was committed to: SystemRandom has none, and NumPy's generator (PCG64) is not made to keep secrets. Its permutation
is compiled code.
"""

from __future__ import annotations

import argparse
import random
import secrets
import time
from typing import TYPE_CHECKING

import numpy as np

from croupier.games import open_game
from croupier.kit.cards import CARDS
from croupier.table.seeds import Context
from croupier.table.shuffle import SEED, permutation, salt, seal
from croupier.table.vault import Vault

if TYPE_CHECKING:
    from collections.abc import Callable

    from croupier.kit.cards import Deck

GAMES = {52: "cajun-stud", 53: "face-up-pai-gow", 312: "over-under"}
WHERE = Context(table="T1", number=1, round=1, pack=0, of="", clock=1_767_225_600_000)
GIVEN = dict.fromkeys(range(1, 7), "ab" * 32)


def seconds(run: Callable[[], object], often: int) -> float:
    """Seconds a call, the best of a few runs."""
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        for _ in range(often):
            run()
        best = min(best, time.perf_counter() - start)
    return best / often


def system(size: int) -> list[int]:
    order = list(range(size))
    random.SystemRandom().shuffle(order)
    return order


def shuffled(vault: Vault, deck: Deck) -> None:
    vault.shuffle("red", deck, WHERE)
    vault.fix("red", GIVEN)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true")
    often = 200 if parser.parse_args().quick else 3000
    rng = np.random.default_rng()
    vault = Vault()
    print(f"{'cards':>5}  {'shuffle':<34} {'us':>8} {'a second':>10}   ours is")
    for size, game in GAMES.items():
        deck = open_game(game).deck
        ours = seconds(lambda size=size: permutation(secrets.token_bytes(SEED), size), often)  # type: ignore[misc]
        rows: dict[str, Callable[[], object]] = {
            "vault: commitment, then cards": lambda deck=deck: shuffled(vault, deck),  # type: ignore[misc]
            "random.SystemRandom().shuffle": lambda size=size: system(size),  # type: ignore[misc]
            "numpy Generator.permutation": lambda size=size: rng.permutation(size),  # type: ignore[misc]
        }
        print(f"{size:>5}  {'croupier permutation':<34} {ours * 1e6:8.1f} {1 / ours:10,.0f}")
        for name, run in rows.items():
            took = seconds(run, often)
            ratio = f"{took / ours:.1f} times as fast" if took > ours else f"{ours / took:.1f} times as slow"
            print(f"{size:>5}  {name:<34} {took * 1e6:8.1f} {1 / took:10,.0f}   {'' if 'vault' in name else ratio}")
    seed = secrets.token_bytes(SEED)
    took = seconds(lambda: seal(salt(seed, 17), CARDS[0]), often)
    print(f"{1:>5}  {'salt and seal':<34} {took * 1e6:8.1f} {1 / took:10,.0f}")


if __name__ == "__main__":
    main()
