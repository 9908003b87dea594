"""``croupier simulate``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.options import AS_OF, EDITION, GAME, JSON, NO_CACHE, READINGS, SETTINGS, SUBMISSION
from croupier.errors import CroupierError, IllegalAction

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.odds.rounds.weighted import Spread
    from croupier.odds.sampling.campaign import Target
    from croupier.odds.sampling.fast import Sampler
    from croupier.odds.sampling.plain import PlainSampler
    from croupier.odds.sampling.tallies import Tallies

KEPT_EVERY = 10.0
"""Seconds between two checkpoints."""
OFTEN = 0.25
"""Seconds between two looks at the progress."""


def simulate(
    game: GAME,
    rounds: Annotated[
        int | None, typer.Option("--rounds", help="How many rounds to play; with --until at the most.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", help="Play the same rounds again; drawn without it.")] = None,
    seats: Annotated[int, typer.Option("--seats", help="Players at the table, each with every wager.")] = 1,
    strategy: Annotated[
        str, typer.Option("--strategy", metavar="NAME", help="optimal, first, or always- and an option: always-raise.")
    ] = "optimal",
    player: Annotated[
        str | None,
        typer.Option("--player", metavar="MODULE:NAME", help="A player of your own: an object with decide(view)."),
    ] = None,
    plain: Annotated[
        bool,
        typer.Option("--plain", help="Settle every round as at a table: slow, and shares nothing with the counts."),
    ] = False,
    threads: Annotated[
        int | None, typer.Option("--threads", metavar="N", help="Threads; every processor without it.")
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            "--until",
            metavar="[WAGER=]SE",
            help="Play until the standard error of the main game, or of a wager, is this small: 1e-4, trips=1e-3.",
        ),
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option("--checkpoint", metavar="FILE", help="Keep what is counted there, and go on from it."),
    ] = None,
    device: Annotated[str, typer.Option("--device", metavar="cpu|gpu", help="Where the rounds are played.")] = "cpu",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the figures too: .json, .csv or .parquet.")
    ] = None,
    edition: EDITION = None,
    as_of: AS_OF = None,
    submission: SUBMISSION = None,
    settings: SETTINGS = None,
    reading: READINGS = None,
    json: JSON = False,
    no_cache: NO_CACHE = False,  # noqa: ARG001 - its callback does the work
) -> None:
    """Play many rounds by chance: mean, standard error and 99% interval of every wager, beside the exact figures.

    With a submission, the wagers it offers; without, every wager the chapter prints, on its first paytable. The same
    seed gives the same rounds, on any number of threads. Ctrl-C ends the run and prints what it has. With --plain every
    round is dealt, decided and settled by itself, thousands a second: the independent check of the exact figures and of
    the fast sampler.

    Example: croupier simulate cajun-stud --rounds 1000000 --seed 1
    """
    import secrets

    from croupier.cli import show
    from croupier.cli import simulated as told
    from croupier.cli.deal import house_choice
    from croupier.cli.options import rules_from

    _check(rounds, seed, threads, until, checkpoint, device, plain=plain)
    told.check_file(out)
    rules = rules_from(game, edition, submission, settings, reading, as_of=as_of, default=house_choice)
    with show.waiting(f"preparing {rules.game.name}"):
        table = _table(rules, seats, strategy, player, plain=plain)
    target = _target(until, table)
    before = _before(table, checkpoint, seed)
    chosen = before.seed if before is not None else secrets.randbits(32) if seed is None else seed
    source = _source(table, chosen, device, threads)
    counts, seconds, fresh = _play(table, chosen, rounds, target, source, before, checkpoint)
    if counts is None:
        print("Stopped before anything was counted.")
        raise typer.Exit(130)
    with show.waiting("settling"):
        found = table.estimates(counts) if _kind(table) == "fast" else told.plainly(table, counts)
    with show.waiting("comparing with the exact figures"):
        known = _exact(table)
    report = told.Report(
        table, counts.rounds, found, known, chosen, round(fresh / seconds) if seconds else 0, device
    )  # fmt: skip
    if out is not None:
        told.write(report, out)
    if json:
        show.as_json(report.to_json())
    else:
        told.show_report(report)
    if target is None and rounds is not None and counts.rounds < rounds:
        raise typer.Exit(130)


def _check(
    rounds: int | None, seed: int | None, threads: int | None, until: str | None, checkpoint: Path | None, device: str,
    *, plain: bool,
) -> None:  # fmt: skip
    from croupier.odds.sampling.philox import key_of

    if rounds is None and until is None:
        raise IllegalAction("say how many rounds, or --until which error", field="--rounds")
    if rounds is not None and rounds < 1:
        raise IllegalAction(f"{rounds} is no number of rounds: 1 or more", field="--rounds")
    if threads is not None and threads < 1:
        raise IllegalAction(f"{threads} is no number of threads: 1 or more", field="--threads")
    if device not in {"cpu", "gpu"}:
        raise IllegalAction(f"{device!r} is neither cpu nor gpu", field="--device")
    if plain and checkpoint is not None:
        raise IllegalAction("a plain run is not kept: leave out --plain or --checkpoint", field="--checkpoint")
    if plain and device == "gpu":
        raise IllegalAction("plain rounds are played by the processor: leave out --plain or --device", field="--device")
    if seed is not None:
        key_of(seed)


def _table(rules: Any, seats: int, strategy: str, player: str | None, *, plain: bool) -> Any:  # noqa: ANN401
    """The sampler; a player of one's own who cannot be compiled plays plainly."""
    from croupier.cli import show
    from croupier.odds.sampling.fast import sampler
    from croupier.odds.sampling.plain import plain_sampler
    from croupier.odds.sampling.player import load

    if player is None:
        make: Any = plain_sampler if plain else sampler
        return make(rules, seats=seats, strategy=strategy)
    if strategy != "optimal":
        raise IllegalAction("a player decides by himself: leave out --strategy or --player", field="--strategy")
    own = load(player)
    if not plain:
        try:
            return sampler(rules, seats=seats, player=own)
        except CroupierError as error:
            if getattr(error, "field", None) not in {"--player", "game"}:
                raise
            show.errors().print(f"not compiled, played plainly: {error}")
    return plain_sampler(rules, seats=seats, player=own)


def _target(until: str | None, table: Any) -> Target | None:  # noqa: ANN401 - either sampler
    from croupier.odds.sampling.campaign import Target

    if until is None:
        return None
    wager, equals, text = until.rpartition("=")
    try:
        error = float(text)
    except ValueError:
        error = 0.0
    known = list(table.wagers)
    if not 0 < error < 1e9:
        raise IllegalAction(f"{text!r} is no standard error: a number above 0, as in 1e-4", field="--until")
    if equals and wager not in known:
        raise IllegalAction(f"{wager!r} is no wager here; {', '.join(known)}", field="--until")
    return Target(wager or known[0], error)


def _before(table: Any, checkpoint: Path | None, seed: int | None) -> Tallies | None:  # noqa: ANN401 - as above
    from croupier.odds.sampling import campaign

    return None if checkpoint is None else campaign.load(checkpoint, table, seed)


def _source(table: Any, seed: int, device: str, threads: int | None) -> Any:  # noqa: ANN401 - as above
    from croupier.odds.sampling.campaign import on_threads
    from croupier.odds.sampling.fast import threads_by_default

    if _kind(table) == "plain":
        return None
    if device == "gpu":
        from croupier.odds.sampling.gpu import on_gpu

        return on_gpu(table, seed)
    return on_threads(table, seed, threads or threads_by_default())


def _play(
    table: Any,  # noqa: ANN401 - either sampler
    seed: int,
    rounds: int | None,
    target: Target | None,
    source: Any,  # noqa: ANN401 - where chunks are played
    before: Tallies | None,
    checkpoint: Path | None,
) -> tuple[Any, float, int]:
    """Count with a progress bar on standard error, until done or stopped: what was counted, in how many seconds, and
    how many rounds of it now."""
    from time import monotonic

    from croupier.cli import show
    from croupier.odds.sampling import campaign

    terminal = show.errors()
    counts: Any = None
    began = kept = looked = 0.0
    old = 0 if before is None else before.rounds
    with _bar(terminal) as bar:
        task = bar.add_task("", total=rounds, said="")
        try:
            if _kind(table) == "fast":
                table.play(seed, 0, 1)  # kernels are compiled before the clock starts
            began = kept = looked = monotonic()
            for counts in _steps(table, seed, rounds, target, source, before):
                now = monotonic()
                if checkpoint is not None and now - kept > KEPT_EVERY:
                    campaign.save(checkpoint, table, counts)
                    kept = now
                if now - looked > OFTEN and terminal.is_terminal:
                    looked = now
                    done = counts.rounds - old
                    bar.update(task, completed=counts.rounds, said=_so_far(table, counts, done / (now - began)))
        except KeyboardInterrupt:
            pass
        seconds = monotonic() - began if began else 0.0
    if checkpoint is not None and counts is not None:
        campaign.save(checkpoint, table, counts)
    return counts, seconds, 0 if counts is None else counts.rounds - old


def _bar(terminal: Any) -> Any:  # noqa: ANN401 - rich
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        BarColumn(20),
        TextColumn("{task.completed:,} rounds, {task.fields[said]}"),
        TimeRemainingColumn(),
        console=terminal,
        transient=True,
        disable=not terminal.is_terminal,
    )


def _steps(
    table: Any,  # noqa: ANN401 - either sampler
    seed: int,
    rounds: int | None,
    target: Target | None,
    source: Any,  # noqa: ANN401 - where chunks are played
    before: Tallies | None,
) -> Iterator[Any]:
    from croupier.odds.sampling import campaign

    if _kind(table) == "fast":
        yield from campaign.run(table, seed, rounds=rounds, until=target, source=source, so_far=before)
        return
    so_far: Any = None
    for first, count in campaign.chunks(rounds, 0, 256):
        more = table.count(seed, count, first)
        so_far = more if so_far is None else so_far + more
        yield so_far
        error = None if target is None else table.estimate(so_far, target.wager).standard_error
        if target is not None and error is not None and 0 < error <= target.error:
            return


def _so_far(table: Any, counts: Any, rate: float) -> str:  # noqa: ANN401 - as above
    estimate = table.estimate(counts, table.wagers[0])
    interval = estimate.interval
    running = (
        ""
        if interval is None
        else f", {estimate.wager} {float(estimate.mean):+.5f} ± {interval[1] - float(estimate.mean):.5f}"
    )
    return f"{rate:,.0f} rounds/s{running}"


def _exact(table: Sampler | PlainSampler) -> dict[str, Spread]:
    from croupier.odds.sampling.against_exact import exact_of

    return exact_of(table)


def _kind(table: Sampler | PlainSampler) -> str:
    from croupier.odds.sampling.plain import PlainSampler

    return "plain" if isinstance(table, PlainSampler) else "fast"
