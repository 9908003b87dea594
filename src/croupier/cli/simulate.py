"""``croupier simulate``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.options import AS_OF, EDITION, GAME, JSON, NO_CACHE, READINGS, SETTINGS, SUBMISSION
from croupier.errors import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.odds.figures.estimates import Estimate
    from croupier.odds.sampling.estimates import Sampled
    from croupier.odds.sampling.fast import Sampler
    from croupier.odds.sampling.plain import PlainSampler, Tally
    from croupier.odds.sampling.tallies import Tallies

    AnySampler = Sampler | PlainSampler
    AnyCounts = Tallies | Tally

UPDATES = 0.3
"""Seconds between two looks at the progress, about."""


def simulate(
    game: GAME,
    rounds: Annotated[int, typer.Option("--rounds", help="How many rounds to play.")],
    seed: Annotated[int | None, typer.Option("--seed", help="Play the same rounds again; drawn without it.")] = None,
    seats: Annotated[int, typer.Option("--seats", help="Players at the table, each with every wager.")] = 1,
    strategy: Annotated[
        str, typer.Option("--strategy", metavar="NAME", help="optimal, first, or always- and an option: always-raise.")
    ] = "optimal",
    plain: Annotated[
        bool,
        typer.Option("--plain", help="Settle every round as at a table: slow, and shares nothing with the counts."),
    ] = False,
    edition: EDITION = None,
    as_of: AS_OF = None,
    submission: SUBMISSION = None,
    settings: SETTINGS = None,
    reading: READINGS = None,
    json: JSON = False,
    no_cache: NO_CACHE = False,  # noqa: ARG001 - its callback does the work
) -> None:
    """Play many rounds by chance: mean, standard error and 99% interval of every wager.

    With a submission, the wagers it offers; without, every wager the chapter prints, on its first paytable. The same
    seed gives the same rounds. Ctrl-C ends the run and prints what it has. With --plain every round is dealt, decided
    and settled by itself, thousands a second: the independent check of the exact figures and of the fast sampler.

    Example: croupier simulate cajun-stud --rounds 1000000 --seed 1
    """
    import secrets

    from croupier.cli import show
    from croupier.cli.deal import house_choice
    from croupier.cli.options import rules_from
    from croupier.odds.sampling.fast import sampler
    from croupier.odds.sampling.plain import plain_sampler

    if rounds < 1:
        raise IllegalAction(f"{rounds} is no number of rounds: 1 or more", field="--rounds")
    rules = rules_from(game, edition, submission, settings, reading, as_of=as_of, default=house_choice)
    with show.waiting(f"preparing {rules.game.name}"):
        make: Any = plain_sampler if plain else sampler
        table = make(rules, seats=seats, strategy=strategy)
    chosen = secrets.randbits(32) if seed is None else seed
    counts, seconds = _play(table, chosen, rounds)
    if counts is None:
        print("Stopped before anything was counted.")
        raise typer.Exit(130)
    with show.waiting("settling"):
        found = table.estimates(counts)
    rate = round(counts.rounds / seconds) if seconds else 0
    if json:
        show.as_json(_to_json(table, counts, found, chosen, rate))
    else:
        _print(table, counts, found, chosen, rate)
    if counts.rounds < rounds:
        raise typer.Exit(130)


def _play(table: Any, seed: int, rounds: int) -> tuple[Any, float]:  # noqa: ANN401 - either sampler
    """Count with a progress bar on standard error, until done or stopped; what was counted, and in how many seconds."""
    from time import perf_counter

    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    counts: AnyCounts | None = None
    seconds = 0.0
    bar = Progress(
        BarColumn(20),
        TextColumn("{task.percentage:.0f}% of {task.total:,}, {task.fields[said]}"),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        disable=not Console(stderr=True).is_terminal,
    )
    try:
        table.count(seed, 1)  # kernels are compiled before the clock starts
        start = perf_counter()
        with bar:
            task = bar.add_task("", total=rounds, said="")
            for counts in _steps(table, seed, rounds):
                seconds = perf_counter() - start
                if not bar.disable:
                    bar.update(task, completed=counts.rounds, said=_so_far(table, counts, seconds))
    except KeyboardInterrupt:
        pass
    return counts, seconds


def _steps(table: Any, seed: int, rounds: int) -> Iterator[Any]:  # noqa: ANN401 - either sampler
    """Ever larger steps until one takes about as long as a look at the progress is worth."""
    from time import perf_counter

    step, first = 1 << (8 if _kind(table) == "plain" else 10), 0
    so_far: Any = None
    while first < rounds:
        start = perf_counter()
        more = table.count(seed, min(step, rounds - first), first)
        so_far = more if so_far is None else so_far + more
        first += step
        yield so_far
        if perf_counter() - start < UPDATES:
            step *= 2


def _so_far(table: Any, counts: AnyCounts, seconds: float) -> str:  # noqa: ANN401 - as above
    estimate = table.estimate(counts, "main")
    interval = estimate.interval
    running = (
        "" if interval is None else f", main {float(estimate.mean):+.5f} ± {interval[1] - float(estimate.mean):.5f}"
    )
    return f"{counts.rounds / seconds:,.0f} rounds/s{running}"


def _to_json(
    table: AnySampler, counts: AnyCounts, found: list[Estimate] | list[Sampled], seed: int, rate: int
) -> dict[str, Any]:
    payload: dict[str, Any] = {
        "game": table.rules.game.id,
        "edition": table.rules.game.edition,
        "seed": seed,
        "rounds": counts.rounds,
        "seats": table.seats,
        "strategy": table.strategy,
        "sampler": _kind(table),
        "rounds-per-second": rate,
    }
    for estimate in found:
        if estimate.paytable is None:
            payload["main"] = {"unit": table.rules.game.ante, **estimate.to_json()}
    payload["wagers"] = {e.wager: {e.paytable: e.to_json()} for e in found if e.paytable is not None}
    return payload


def _kind(table: AnySampler) -> str:
    from croupier.odds.sampling.plain import PlainSampler

    return "plain" if isinstance(table, PlainSampler) else "fast"


def _print(table: AnySampler, counts: AnyCounts, found: list[Estimate] | list[Sampled], seed: int, rate: int) -> None:
    from croupier.cli import show

    game = table.rules.game
    how = "sampled plainly, every round settled" if _kind(table) == "plain" else "sampled"
    show.heading(f"{show.named(game)}: {how}, {table.strategy} play")
    seats, rounds = table.seats, counts.rounds
    players = f"{seats} seat{'s' if seats > 1 else ''}"
    show.say(f"{rounds:,} round{'s' if rounds > 1 else ''} of {players}, seed {seed}, {rate:,} rounds a second")
    rows = []
    for e in found:
        wager = game.wager(e.wager)
        name = f"main game, per {game.ante}" if wager is None else wager.name
        low, high = e.interval or (None, None)
        rows.append(
            (
                name,
                e.paytable,
                f"{float(e.mean):+.6f}",
                "" if e.standard_error is None else f"{e.standard_error:.6f}",
                "" if low is None else f"{low:+.6f} to {high:+.6f}",
            )
        )
    show.table(("wager", "paytable", "mean net", "std error", "99% interval"), rows)
