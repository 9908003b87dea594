"""Thousands of small games made by chance, each solved by every back end and the slow obvious way; and rounds of ours
by the hundred thousand, paid as they are counted."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from tests.odds.random_games import differs
from tests.odds.test_pays import COUNTED, compare, compare_settings

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = 5_000
EVERY = 500
"""Games between words of progress."""


def soak(minutes: float | None, say: Callable[[str], object], games: int = GAMES) -> list[str]:
    """Lines of the report, one that failed beginning with FAILED."""
    begun, wrong, seed = time.monotonic(), [], 0
    while seed < games and (minutes is None or time.monotonic() - begun < 60 * minutes):
        wrong += differs(seed)
        seed += 1
        if seed % EVERY == 0:
            say(f"{seed} small games")
    rounds = 20 * seed
    for id_, edition in COUNTED:
        try:
            compare(id_, edition, rounds)
        except AssertionError as error:
            wrong.append(f"{id_} {edition}: {error}")
        say(f"{rounds:,} rounds of {id_}")
    compare_settings(rounds // 10)
    failed = [f"FAILED: {line[:300]}" for line in wrong]
    return [
        f"{seed:,} small games by chance: every back end agrees with the listing of all deals",
        f"{rounds:,} rounds of each chapter by chance: paid as they are counted",
        *failed,
    ]
