"""A sampling run that can be watched: rounds dealt by chance, and how the mean closes on the exact figure."""

from __future__ import annotations

from math import log10
from time import monotonic
from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction
from croupier.house.screens.lab import payloads
from croupier.house.screens.lab.numbers import large, percent, upper
from croupier.house.screens.lab.query import MAIN, chosen, subject
from croupier.house.screens.lab.strategy import axis

if TYPE_CHECKING:
    from collections.abc import Callable
    from threading import Event

    from croupier.house.screens.lab.lab import Lab
    from croupier.house.screens.lab.query import LabQuery
    from croupier.odds.sampling.estimates import Sampled
    from croupier.odds.sampling.fast import Sampler
    from croupier.odds.sampling.tallies import Tallies

    Tell = Callable[[payloads.SampleBegins | payloads.SampleStep], None]

MAX_ROUNDS = 10**8
LEAST = 1_000
MAX_RUN_SECONDS = 600.0
"""Seconds a run may take."""
PER_DECADE = 8
"""Points drawn for each tenfold of rounds."""
OFTEN = 0.2
"""Seconds between two words about how far it is."""
FIRST, LARGEST = 1 << 10, 1 << 19


def rounds_asked(text: str) -> int:
    """How many rounds somebody asks for."""
    bare = text.replace(",", "").strip()
    if not bare.isdecimal() or len(bare) > 12 or not LEAST <= int(bare) <= MAX_ROUNDS:
        raise IllegalAction(f"{text[:20]!r} is no number of rounds: {LEAST:,} to {MAX_ROUNDS:,}", field="rounds")
    return int(bare)


def run(lab: Lab, query: LabQuery, rounds: int, seed: int, tell: Tell, ended: Event) -> None:
    """Sample until done, ended or out of time, and tell of every step."""
    from croupier.odds.sampling.fast import sampler  # noqa: PLC0415 - numpy comes with it

    about = subject(query)
    side = None if about.is_main else about.wager
    exact = lab.found(query)
    tell(
        payloads.SampleBegins(
            axis=_axis(float(exact.worth.net.mean), float(exact.worth.net.variance), rounds),
            seed=seed,
            exact=percent(exact.worth.net.mean),
            rounds=f"{rounds:,}",
        )
    )
    seats = query.players if side is not None and side.looks == "table" else 1
    only = _alone(query)
    table = sampler(only, seats=seats)
    table.count(seed, 1)  # kernels are compiled before the clock starts
    _steps(table, MAIN if side is None else side.id, rounds, seed, tell, ended)


def _alone(query: LabQuery) -> Any:  # noqa: ANN401
    """The rules with the wager asked about and no other side wager."""
    from croupier.odds.study.design import with_pays  # noqa: PLC0415 - as above

    about = subject(query)
    keep = {w.key for w in about.game.wagers if w.placed != "optional" or w.id == query.wager}
    submission = {k: v for k, v in chosen(about.game, query.wager, query.table).items() if k in keep}
    rules = about.game.rules(submission, dict(query.readings))
    return rules if about.wager is None else with_pays(rules, about.wager, dict(query.pays))


def _steps(table: Sampler, wager: str, rounds: int, seed: int, tell: Tell, ended: Event) -> None:
    stops = _stops(rounds)
    counts: Tallies | None = None
    began = last_sent = monotonic()
    size = FIRST
    done = 0
    for stop in stops:
        while done < stop and not ended.is_set() and monotonic() - began < MAX_RUN_SECONDS:
            start = monotonic()
            more = table.count(seed, min(size, stop - done), done)
            counts = more if counts is None else counts + more
            done += more.rounds
            now = monotonic()
            if now - start < OFTEN / 2:
                size = min(2 * size, LARGEST)
            if now - last_sent > OFTEN:
                last_sent = now
                tell(payloads.SampleStep(progress=_progress(done, rounds, now - began), share=done / rounds))
        if counts is None or done < stop:
            break
        tell(
            payloads.SampleStep(
                point=_point(table.estimate(counts, wager), rounds),
                share=done / rounds,
                progress=_progress(done, rounds, monotonic() - began),
            )
        )
    words = "done" if done == rounds else "stopped" if ended.is_set() else "out of time"
    if counts is not None and done not in stops:
        tell(payloads.SampleStep(point=_point(table.estimate(counts, wager), rounds)))
    tell(payloads.SampleStep(end=words, progress=f"{upper(words)} after {done:,} rounds", share=done / rounds))


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


def _point(estimate: Sampled, most: int) -> payloads.SamplePoint:
    rounds, mean = estimate.rounds, float(estimate.mean)
    low, high = estimate.interval or (mean, mean)
    return payloads.SamplePoint(
        at=_place(rounds, most),
        mean=mean,
        low=low,
        high=high,
        rounds=f"{rounds:,}",
        value=percent(mean),
        interval=f"{percent(low)} to {percent(high)}",
    )


def _axis(mean: float, variance: float, rounds: int) -> payloads.SampleFrame:
    """The frame: two standard errors of a thousand rounds to either side of the exact mean, but no wider than the
    eye can use."""
    reach = min(2 * (variance / LEAST) ** 0.5, 4.0)
    low, high, ticks = axis(mean - reach, mean + reach, 4)
    step = ticks[1] - ticks[0]
    digits = 0 if step >= 0.01 else 1 if step >= 0.001 else 2
    across = [10**k for k in range(3, 9) if 10**k <= rounds]
    return payloads.SampleFrame(
        low=low,
        high=high,
        exact=mean,
        ticks=[payloads.AxisTick(at=tick, words=percent(tick, digits)) for tick in ticks],
        across=[
            payloads.AxisTick(at=_place(each, rounds), words=large(each) if each >= 10**6 else f"{each:,}")
            for each in across
        ],
    )
