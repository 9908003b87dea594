"""Hands ranked a second, ours beside eval7, phevaluator, treys and pokerkit on the same hands.

    python benchmarks/ranking.py [--quick]

Peers are called one hand at a time from Python, the way they offer it; our bulk tables take an array at once and our
declared ranking takes a hand at a time. Peers know no wild cards, so the wild decks have no peer. A plain C loop over
the same tables (gcc -O3) stands beside our compiled kernel where a C compiler is found.
"""

from __future__ import annotations

import argparse
import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.games.pa.cajun_stud import RANKING as STANDARD
from croupier.games.pa.dj_wild import RANKING as DJ_WILD
from croupier.games.pa.face_up_pai_gow import RANKING as PAI_GOW
from croupier.kit.bulk import Bulk, compiled
from croupier.kit.cards import CARDS

if TYPE_CHECKING:
    from collections.abc import Callable

C_LOOP = r"""
#include <stdint.h>
void rank_all(const uint8_t *hands, long n, int cards, const uint64_t *keys, const int32_t *rows,
              const uint16_t *table, long room, uint64_t full, int width, uint16_t *out) {
    const int64_t mask = ((int64_t)1 << width) - 1;
    for (long i = 0; i < n; i++) {
        uint64_t key = 0;
        for (int j = 0; j < cards; j++) key += keys[hands[i * cards + j]];
        int64_t total = key & 0xFFFFFFFF;
        int joined = ((((key >> 32) & 0xFFFF) + full) & 0x8888) != 0;
        int face = (((key >> 48) + full) & 0x8888) != 0;
        out[i] = table[(joined + face) * room + rows[total >> width] + (total & mask)];
    }
}
"""


def random_hands(deck: int, cards: int, count: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Hands of distinct cards, a fixed seed."""
    rng = np.random.default_rng(2021)
    block = np.argpartition(rng.random((min(count, 500_000), deck)), cards, axis=1)[:, :cards].astype(np.uint8)
    return np.ascontiguousarray(block[rng.integers(0, len(block), count)])


def rate(run: Callable[[], object], hands: int, *, repeat: int = 3) -> float:
    """Hands a second, the best of a few runs after a warm-up."""
    run()
    best = float("inf")
    for _ in range(repeat):
        start = time.perf_counter()
        run()
        best = min(best, time.perf_counter() - start)
    return hands / best


def peers(hands: np.ndarray[Any, np.dtype[np.uint8]]) -> dict[str, tuple[Callable[[], object], int]]:
    """The same hands, each in its peer's own card objects, ranked one by one; and how many (pokerkit takes fewer)."""
    import eval7
    import phevaluator
    import pokerkit
    import treys

    names = [[str(CARDS[card]) for card in hand] for hand in hands]
    eval7_hands = [[eval7.Card(name) for name in hand] for hand in names]
    treys_hands = [[treys.Card.new(name) for name in hand] for hand in names]
    treys_evaluator = treys.Evaluator()
    pokerkit_hands = ["".join(hand) for hand in names[: max(1, len(names) // 50)]]
    size = hands.shape[1]
    best = (
        pokerkit.StandardHighHand if size == 5 else lambda text: pokerkit.StandardHighHand.from_game(text)  # noqa: PLW0108
    )
    return {
        "eval7": (lambda: [eval7.evaluate(hand) for hand in eval7_hands], len(names)),
        "phevaluator": (lambda: [phevaluator.evaluate_cards(*hand) for hand in names], len(names)),
        "treys": (lambda: [treys_evaluator.evaluate([], hand) for hand in treys_hands], len(names)),
        "pokerkit": (lambda: [best(hand) for hand in pokerkit_hands], len(pokerkit_hands)),
    }


def c_loop(bulk: Bulk, hands: np.ndarray[Any, np.dtype[np.uint8]]) -> Callable[[], object] | None:
    """The kernel's own look-ups in C, compiled now; None without a compiler. Its results are compared with ours."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    folder = Path(tempfile.mkdtemp())
    (folder / "loop.c").write_text(C_LOOP)
    subprocess.run(
        [compiler, "-O3", "-march=native", "-shared", "-fPIC", "-o", folder / "loop.so", folder / "loop.c"], check=True
    )
    library = ctypes.CDLL(str(folder / "loop.so"))
    out = np.empty(len(hands), np.uint16)
    table = np.ascontiguousarray(bulk.table)
    full, width = bulk._suits()  # noqa: SLF001

    def run() -> object:
        library.rank_all(
            hands.ctypes.data_as(ctypes.c_void_p),
            ctypes.c_long(len(hands)),
            ctypes.c_int(hands.shape[1]),
            bulk.keys.ctypes.data_as(ctypes.c_void_p),
            bulk.rows.ctypes.data_as(ctypes.c_void_p),
            table.ctypes.data_as(ctypes.c_void_p),
            ctypes.c_long(table.shape[1]),
            ctypes.c_uint64(int(full)),
            ctypes.c_int(int(width)),
            out.ctypes.data_as(ctypes.c_void_p),
        )
        return out

    assert (run() == bulk.rank(hands)).all()
    return run


def report(title: str, rates: dict[str, float]) -> None:
    """A table of rates, each as a ratio to the first."""
    print(f"\n{title}")
    first = next(iter(rates.values()))
    for name, found in rates.items():
        print(f"  {name:<34} {found / 1e6:>10.3f} M/s   {found / first:>8.4f} x")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer hands")
    quick = parser.parse_args().quick
    many, few = (2_000_000, 5_000) if quick else (20_000_000, 50_000)
    print(
        f"python {sys.version.split()[0]}, numpy {np.__version__}; one core; {many:,} hands in bulk, {few:,} one by one"
    )
    for title, ranking, deck, cards in (
        ("five cards of 52", STANDARD, 52, 5),
        ("five cards of 53, deuces and joker wild", DJ_WILD, 53, 5),
        ("seven cards of 52", STANDARD, 52, 7),
        ("seven cards of 53, joker semi-wild", PAI_GOW, 53, 7),
    ):
        bulk = compiled(ranking, cards)
        hands = random_hands(deck, cards, many)
        rates = {"croupier, in bulk": rate(lambda: bulk.rank(hands), many)}  # noqa: B023
        if cards == 5 and (loop := c_loop(bulk, hands)):
            rates["the same look-ups in C, gcc -O3"] = rate(loop, many)
        sample = hands[:few]
        held = [tuple(CARDS[card] for card in hand) for hand in sample]
        single = ranking.rank if cards == 5 else ranking.best
        rates["croupier, declared, one by one"] = rate(lambda: [single(hand) for hand in held], few)  # noqa: B023
        if deck == 52:
            for name, (run, count) in peers(sample).items():
                rates[f"{name}, one by one"] = rate(run, count)
        report(title, rates)


if __name__ == "__main__":
    main()
