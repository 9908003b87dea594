"""Ten million shuffles of each deck size from the operating system's generator, judged; and faulty ones, found out."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import numpy as np

from tests.table.shuffle_battery import DECKS, FAMILY, failed
from tests.table.shufflers import CONTROLS, judged, judging, ours

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.table.shuffle_battery import Battery
    from tests.table.shufflers import Shuffler

SHUFFLES = 10_000_000
OF_CONTROLS = 1_000_000
EVERY = 30.0
"""Seconds between words of progress."""


def soak(
    minutes: float | None,
    say: Callable[[str], object],
    shuffles: int = SHUFFLES,
    of_controls: int = OF_CONTROLS,
    randomness: Callable[[int], bytes] = os.urandom,
) -> list[str]:
    """Lines of the report, one that failed beginning with FAILED. Where `minutes` run out, a line says how far it came.

    True shuffles fail one run in a hundred, which is what 99% means; a second run tells.
    """
    lines: list[str] = []
    for size in DECKS:
        limit = None if minutes is None else 60 * minutes / len(DECKS)
        battery, seconds = _counted(ours(randomness), size, shuffles, limit, say)
        trials = battery.trials()
        least = min(trials, key=lambda trial: trial.chance)
        bad = failed(trials)
        lines += [f"FAILED: {size} cards: {trial.name}: chance {trial.chance:.1e}" for trial in bad]
        cut = "" if battery.shuffles == shuffles else f" of {shuffles:,} (time ran out)"
        lines.append(
            f"{size} cards: {battery.shuffles:,} shuffles{cut} in {seconds:,.0f} s, {len(trials) - len(bad)} of "
            f"{len(trials)} tests passed; least chance {least.chance:.4f} ({least.name}), {0.01 / FAMILY:.6f} allowed"
        )
        say(lines[-1])
    rng = np.random.default_rng(int.from_bytes(randomness(16)))
    for size in DECKS:
        for name, control in CONTROLS.items():
            found = failed(judged(control(rng), size, of_controls))
            told = f"found out by {', '.join(trial.name for trial in found)}" if found else "not found out"
            lines.append(f"{'' if found else 'FAILED: '}{size} cards, {name}, {of_controls:,} shuffles: {told}")
            say(lines[-1])
    return lines


def _counted(
    shuffler: Shuffler, size: int, shuffles: int, limit: float | None, say: Callable[[str], object]
) -> tuple[Battery, float]:
    begun = told = time.monotonic()
    for battery in judging(shuffler, size, shuffles):
        now = time.monotonic()
        if limit is not None and now - begun > limit:
            break
        if now - told > EVERY:
            left = (now - begun) / battery.shuffles * (shuffles - battery.shuffles)
            say(f"{size} cards: {battery.shuffles:,} of {shuffles:,} shuffles, {left / 60:.0f} minutes to go")
            told = now
    return battery, time.monotonic() - begun
