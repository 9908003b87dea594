"""A sampling run that can be watched: rounds dealt by chance, and how the mean closes on the exact figure."""

from __future__ import annotations

from math import log10
from time import monotonic
from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction
from croupier.house.lab import MAIN, chosen, subject
from croupier.house.lab_strategy import axis
from croupier.house.lab_words import large, percent, upper

if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import Event

    from croupier.house.lab import Asked, Lab
    from croupier.odds.estimates import Estimate
    from croupier.odds.sampling import Counts, Sampler

    Tell = Callable[[dict[str, Any]], None]

MOST = 10**8
LEAST = 1_000
LONGEST = 600.0
"""Seconds a run may take."""
PER_DECADE = 8
"""Points drawn for each tenfold of rounds."""
OFTEN = 0.2
"""Seconds between two words about how far it is."""
FIRST, LARGEST = 1 << 10, 1 << 19


def rounds_asked(text: str) -> int:
    """How many rounds somebody asks for."""
    bare = text.replace(",", "").strip()
    if not bare.isdecimal() or len(bare) > 12 or not LEAST <= int(bare) <= MOST:
        raise IllegalAction(f"{text[:20]!r} is no number of rounds: {LEAST:,} to {MOST:,}", field="rounds")
    return int(bare)


def run(lab: Lab, asked: Asked, rounds: int, seed: int, tell: Tell, ended: Event) -> None:
    """Sample until done, ended or out of time, and tell of every step."""
    from croupier.odds.sampling import sampler  # noqa: PLC0415 - numpy comes with it

    about = subject(asked)
    side = None if about.is_main else about.wager
    exact = lab.found(asked)
    tell({"axis": _axis(float(exact.worth.net.mean), float(exact.worth.net.variance), rounds), "seed": seed,
          "exact": percent(exact.worth.net.mean), "rounds": f"{rounds:,}"})  # fmt: skip
    seats = asked.players if side is not None and side.looks == "table" else 1
    only = _alone(asked)
    table = sampler(only, seats=seats)
    table.count(seed, 1)  # kernels are compiled before the clock starts
    _steps(table, MAIN if side is None else side.id, rounds, seed, tell, ended)


def _alone(asked: Asked) -> Any:  # noqa: ANN401
    """The rules with the wager asked about and no other side wager."""
    from croupier.odds.design import with_pays  # noqa: PLC0415 - as above

    about = subject(asked)
    keep = {w.key for w in about.game.wagers if w.placed != "optional" or w.id == asked.wager}
    submission = {k: v for k, v in chosen(about.game, asked.wager, asked.table).items() if k in keep}
    rules = about.game.rules(submission, dict(asked.readings))
    return rules if about.wager is None else with_pays(rules, about.wager, dict(asked.pays))


def _steps(table: Sampler, wager: str, rounds: int, seed: int, tell: Tell, ended: Event) -> None:
    stops = _stops(rounds)
    counts: Counts | None = None
    began = told = monotonic()
    size = FIRST
    done = 0
    for stop in stops:
        while done < stop and not ended.is_set() and monotonic() - began < LONGEST:
            start = monotonic()
            more = table.count(seed, min(size, stop - done), done)
            counts = more if counts is None else counts + more
            done += more.rounds
            now = monotonic()
            if now - start < OFTEN / 2:
                size = min(2 * size, LARGEST)
            if now - told > OFTEN:
                told = now
                tell({"progress": _progress(done, rounds, now - began), "share": done / rounds})
        if counts is None or done < stop:
            break
        tell({"point": _point(table.estimate(counts, wager), rounds), "share": done / rounds,
              "progress": _progress(done, rounds, monotonic() - began)})  # fmt: skip
    words = "done" if done == rounds else "stopped" if ended.is_set() else "out of time"
    if counts is not None and done not in stops:
        tell({"point": _point(table.estimate(counts, wager), rounds)})
    tell({"end": words, "progress": f"{upper(words)} after {done:,} rounds", "share": done / rounds})


def _stops(rounds: int) -> list[int]:
    """After how many rounds a point is drawn: evenly on a scale of powers, and at the end."""
    made = [round(10 ** (3 + k / PER_DECADE)) for k in range(5 * PER_DECADE + 1)]
    return [*(stop for stop in made if stop < rounds), rounds]


def _progress(done: int, rounds: int, seconds: float) -> str:
    rate = f", {large(done / seconds)} a second" if seconds > OFTEN else ""
    return f"{done:,} of {rounds:,} rounds{rate}"


def _place(rounds: int, most: int) -> float:
    """Where a number of rounds stands on the axis, from 0 to 1."""
    return round((log10(rounds) - 3) / max(log10(most) - 3, 0.3), 5)


def _point(estimate: Estimate, most: int) -> dict[str, Any]:
    rounds, mean = estimate.net.total, float(estimate.mean)
    low, high = estimate.interval or (mean, mean)
    return {"at": _place(rounds, most), "mean": mean, "low": low, "high": high, "rounds": f"{rounds:,}",
            "value": percent(mean), "interval": f"{percent(low)} to {percent(high)}"}  # fmt: skip


def _axis(mean: float, variance: float, rounds: int) -> dict[str, Any]:
    """The frame: two standard errors of a thousand rounds to either side of the exact mean, but no wider than the
    eye can use."""
    reach = min(2 * (variance / LEAST) ** 0.5, 4.0)
    low, high, ticks = axis(mean - reach, mean + reach, 4)
    step = ticks[1] - ticks[0]
    digits = 0 if step >= 0.01 else 1 if step >= 0.001 else 2
    across = [10**k for k in range(3, 9) if 10**k <= rounds]
    return {
        "low": low, "high": high, "exact": mean,
        "ticks": [{"at": tick, "words": percent(tick, digits)} for tick in ticks],
        "across": [{"at": _place(each, rounds), "words": large(each) if each >= 10**6 else f"{each:,}"}
                   for each in across],
    }  # fmt: skip
