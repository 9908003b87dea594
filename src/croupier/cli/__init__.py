"""The command line. One file per verb; heavy imports wait until a verb needs them."""

from __future__ import annotations

import os
import sys
import warnings
from typing import Annotated

import typer

from croupier.cli import (
    analyze,
    attack,
    backup,
    bots,
    check,
    deal,
    design,
    drafts,
    equipment,
    export,
    facts,
    figures,
    game,
    games,
    heads,
    hold,
    house_way,
    journal,
    key,
    law,
    meter,
    new,
    par,
    play,
    rank,
    report,
    restore,
    rules,
    serve,
    session,
    settle,
    simulate,
    strategy,
    submission,
    table,
    tables,
    vary,
)
from croupier.errors import CroupierError

app = typer.Typer(
    name="croupier",
    help="Regulated casino table games, written down once: settle, rank and deal them, each amount with its provision.",
    epilog="Start with: croupier games; croupier rules dj-wild; croupier deal over-under",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from croupier import __version__

        print(f"croupier {__version__}")
        raise typer.Exit


@app.callback()
def croupier(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Regulated casino table games, written down once."""


app.command()(games.games)
app.add_typer(game.app, name="game")
app.add_typer(new.app, name="new")
app.command()(rules.rules)
app.command()(rank.rank)
app.command()(settle.settle)
app.command()(analyze.analyze)
app.command()(design.design)
app.command()(vary.vary)
app.command()(drafts.lab)
app.command()(figures.figures)
app.command()(strategy.strategy)
app.command()(par.par)
app.command()(simulate.simulate)
app.command()(attack.attack)
app.command()(session.session)
app.command()(hold.hold)
app.command()(meter.meter)
app.add_typer(facts.app, name="facts")
app.add_typer(submission.app, name="submission")
app.add_typer(house_way.app, name="house-way")
app.add_typer(law.app, name="law")
app.add_typer(journal.app, name="journal")
app.add_typer(table.app, name="table")
app.command()(deal.deal)
app.command()(play.play)
app.command()(serve.serve)
app.command()(backup.backup)
app.command()(restore.restore)
app.command()(check.check)
app.command()(heads.heads)
app.add_typer(key.app, name="key")
app.add_typer(equipment.app, name="equipment")
app.command()(tables.tables)
app.command()(bots.bots)
app.add_typer(report.app, name="report")
app.command()(export.export)


def _warn(message: Warning | str, *_: object, **__: object) -> None:
    print(f"croupier: {message}", file=sys.stderr)


def main() -> None:
    """Run a command; a refusal goes to standard error and exits with 2."""
    warnings.showwarning = _warn
    try:
        app()
    except CroupierError as error:
        for refusal in error.refusals:
            print(f"croupier: {refusal}", file=sys.stderr)
        raise SystemExit(2) from None
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(1) from None
    except OSError as error:
        print(f"croupier: cannot write: {error.strerror}", file=sys.stderr)
        sys.stderr.flush()
        os._exit(2)  # what is still in the buffers has nowhere to go
