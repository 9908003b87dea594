"""``croupier par``."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.options import AS_OF, EDITION, GAME, NO_CACHE, READINGS, SETTINGS, SUBMISSION
from croupier.errors import BadText, CroupierError

if TYPE_CHECKING:
    from datetime import date
    from fractions import Fraction

    from croupier.game import Game


def par(
    game: GAME,
    output: Annotated[
        Path,
        typer.Option("-o", "--output", metavar="FILE", help="Write here: .xlsx, .html, .pdf or .json."),
    ],
    edition: EDITION = None,
    as_of: AS_OF = None,
    submission: SUBMISSION = None,
    settings: SETTINGS = None,
    reading: READINGS = None,
    no_cache: NO_CACHE = False,  # noqa: ARG001 - its callback does the work
) -> None:
    """Write a PAR sheet: every outcome with its exact count, and all that follows from them.

    Without a submission, every wager the chapter prints on its first paytable. An .xlsx has live formulas. The same
    input always gives the same bytes.

    Example: croupier par dj-wild -o dj-wild.xlsx
    """
    from croupier import __version__
    from croupier.cli import show
    from croupier.cli.options import pairs
    from croupier.odds.par.sheet import sheet_of
    from croupier.sheets import layout

    try:
        render = layout(output.suffix)
    except CroupierError as error:
        raise error.within(str(output)) from None
    if not output.parent.is_dir():
        raise BadText(f"there is no folder {output.parent}", field=str(output))
    opened, submitted = _read(game, edition, as_of, submission, settings)
    with show.waiting(f"counting {opened.name}"):
        sheet = sheet_of(opened, submitted, pairs(reading, "--reading"), made_by=f"croupier {__version__}")
        made = render(sheet)
    put(output, made)
    print(f"{output}: PAR sheet of {show.named(opened)}")
    print(f"  {opened.chapter.standing}" + (f"; as of {sheet.rules.day}" if sheet.rules.day else ""))
    print(f"  submission {sheet.sha256}")
    for priced in (*filter(None, (sheet.main,)), *sheet.sides):
        table = f" {priced.paytable}" if priced.paytable else ""
        alone = "" if priced.forfeited is None else ", main game played as if it stood alone"
        print(f"  {priced.name + table}: house edge {_percent(priced.house_edge)}{alone}")
    for whole in sheet.tables:
        for players, priced in whole.by.items():
            seats = f"{players} player{'s' if players > 1 else ''}"
            drawn = f", standard error {_percent(priced.sample.standard_error)}" if priced.sample else ""
            print(f"  {whole.name} {whole.paytable}, {seats}: house edge {_percent(priced.house_edge)}{drawn}")
    for name in sheet.unpriced:
        print(f"  {name}: offered, but not priced on this sheet")


def _read(
    game: str, edition: str | None, as_of: date | None, submission: Path | None, settings: list[str] | None
) -> tuple[Game, dict[str, Any]]:
    """The chapter, and what the house chose under it."""
    from croupier.cli.deal import house_choice
    from croupier.cli.options import dated, game_from, pairs, read_submission

    submitted = read_submission(submission) if submission else None
    opened = game_from(game, edition, as_of, submitted)
    chosen = house_choice(opened) if submitted is None else submitted
    return opened, {**chosen, **pairs(settings, "--set"), **dated(as_of)}


def _percent(share: Fraction | float) -> str:
    return f"{100 * float(share):.4f}%"


def put(path: Path, made: bytes) -> None:
    """Write beside the file and move, so that nobody ever finds half of one."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with beside.open("xb") as file:
            file.write(made)
        beside.replace(path)
    except OSError as error:
        raise BadText(f"cannot be written: {error.strerror}", field=str(path)) from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
