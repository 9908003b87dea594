"""Every exact figure of every game and paytable beside a thousand million sampled rounds."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from croupier import open_game
from croupier.odds.figures.estimates import Z99
from croupier.odds.sampling.against_exact import compare, exact_of
from croupier.odds.sampling.fast import sampler, threads_by_default
from tests.odds.test_sampling import LINK, TABLES, offering, sides_of

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 1_000_000_000
Z999 = 3.2905267314919255
assert Z999 > Z99


def soak(minutes: float | None, say: Callable[[str], object], *, rounds: int = ROUNDS) -> list[str]:
    """Sample each game once, and ask every paytable what these rounds net. The rounds that minutes leave time for."""
    lines: list[str] = []
    for id_, edition in TABLES:
        game, more = open_game(id_, edition), {"multi-game-link": LINK} if edition == "ma" else None
        first = sampler(offering(game, 0, more))
        start = time.monotonic()
        first.count(18, 1_000_000, threads=threads_by_default())
        took = time.monotonic() - start
        share = None if minutes is None else minutes * 60 / len(TABLES)
        wanted = rounds if share is None else max(1_000_000, min(rounds, int(share / took * 1_000_000)))
        tallies = first.count(18, wanted, threads=threads_by_default())
        compared = outside = 0
        furthest = 0.0
        for place in range(max(len(w.tables) for w in sides_of(game))):
            table = sampler(offering(game, place, more))
            assert table.sizes == first.sizes
            known = exact_of(table)
            for estimate in table.estimates(tallies):
                found = compare(estimate, known)
                if found is None or found.z is None:
                    continue
                compared += 1
                furthest = max(furthest, abs(found.z))
                outside += abs(found.z) > Z999
        line = (
            f"{id_} {edition}: {wanted:,} rounds, {compared} figures compared, {outside} outside the 99.9% interval, "
            f"the furthest {furthest:.2f} standard errors, in {time.monotonic() - start:,.0f} s"
        )
        if outside:
            raise AssertionError(line)
        say(line)
        lines.append(line)
    return lines
