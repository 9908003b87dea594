"""Options that several commands share, and how a game, its submission and readings are read from them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.errors import BadText, NotInForce, SubmissionError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

    from croupier.game import Game, Rules

GAME = Annotated[str, typer.Argument(metavar="GAME", help="A game's id; `croupier games` lists them.")]
EDITION = Annotated[str | None, typer.Option("--edition", help="The edition; the first listed is the default.")]


def _read_as_of(text: str) -> date:
    from croupier.kit.days import read_date

    return read_date(text, "--as-of")


AS_OF = Annotated[
    Any,  # a date or None; typer reads no dates
    typer.Option("--as-of", metavar="DATE", parser=_read_as_of, help="The edition in force on this day (2026-01-31)."),
]
SUBMISSION = Annotated[Path | None, typer.Option("--submission", metavar="FILE", help="A Rules Submission (TOML).")]
SETTINGS = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Override a submission key, as in ante=B. Repeatable."),
]
READINGS = Annotated[
    list[str] | None,
    typer.Option("--reading", metavar="KEY=VALUE", help="Choose another reading. Repeatable."),
]
JSON = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def _uncached(context: typer.Context, wanted: bool) -> bool:
    """Until the command ends, nothing kept is read and nothing written."""
    if wanted:
        from croupier.odds.facts.store import uncached

        context.with_resource(uncached())
    return wanted


NO_CACHE = Annotated[
    bool,
    typer.Option("--no-cache", callback=_uncached, help="Count everything anew; read and write no kept facts."),
]


def read_text(path: Path | str) -> str:
    """A file's text, or standard input for ``-``."""
    try:
        if str(path) == "-":
            if sys.stdin is None:
                raise BadText("is closed", field="standard input")
            stream = getattr(sys.stdin, "buffer", None)
            return sys.stdin.read() if stream is None else stream.read().decode("utf-8-sig")
        return Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadText(f"cannot be read: {error.strerror}", field=str(path)) from None
    except UnicodeDecodeError:
        raise BadText("is not text in UTF-8", field=str(path)) from None


def read_submission(path: Path | str) -> dict[str, Any]:
    """A submission file as a table."""
    import tomllib

    try:
        return tomllib.loads(read_text(path))
    except ValueError as error:  # TOML that is none, or a number too long for Python
        raise BadText(f"is not TOML: {error}", field=str(path)) from None
    except RecursionError:
        raise BadText("is not TOML: it is nested too deeply", field=str(path)) from None


def pairs(given: list[str] | None, option: str) -> dict[str, Any]:
    """KEY=VALUE options as a table; true and false are booleans, digits alone numbers where the key wants one."""
    read: dict[str, Any] = {}
    for entry in given or ():
        key, sign, value = entry.partition("=")
        if not (sign and key):
            raise SubmissionError(f"{entry!r} is not KEY=VALUE", field=option)
        read[key] = {"true": True, "false": False}.get(value, value)
        if key in {"adjacent-boxes", "decks"} and value.isdigit():
            read[key] = int(value)
    return read


def game_from(game: str, edition: str | None, as_of: date | None, submission: Mapping[str, Any] | None = None) -> Game:
    """The chapter that is asked for: the edition that is named, by the options or by the submission for this game, or
    the one in force on the day of --as-of or of the submission; else the default."""
    from croupier.games import open_game
    from croupier.kit.days import read_date

    submitted = submission or {}
    if edition is None and submitted.get("game") == game:
        edition = submitted.get("edition")
    if as_of is None and edition is None and "day" in submitted:
        as_of, field = read_date(submitted["day"], "day"), "day"
    else:
        field = "--as-of"
    try:
        return open_game(game, edition, as_of=as_of)
    except NotInForce as error:
        raise NotInForce(error.message, field=field) from None


def rules_from(
    game: str,
    edition: str | None,
    submission: Path | None,
    settings: list[str] | None,
    readings: list[str] | None,
    *,
    as_of: date | None = None,
    default: Callable[[Game], Mapping[str, Any]] | None = None,
    complete: bool = False,
) -> Rules:
    """The rules that these options describe. Without a submission, `default` is what the house chose. With `as_of`, as
    if the submission took effect on that day. `complete`: they are played at a table, so that what `croupier submission
    check` refuses is refused."""
    submitted = read_submission(submission) if submission else {}
    opened = game_from(game, edition, as_of, submitted)
    if submission is None and default is not None:
        submitted = dict(default(opened))
    chosen = {**submitted, **pairs(settings, "--set"), **dated(as_of)}
    return opened.rules(chosen, pairs(readings, "--reading"), complete=complete)


def refuse_idle(game: Game, settings: list[str] | None) -> None:
    """Refuse a --set that says how a table is run where figures are asked for, which it does not change."""
    said = pairs(settings, "--set")
    for choice in game.choices:
        if choice.conduct and choice.key in said:
            raise SubmissionError(
                f"{choice.key} says how the table is run and changes no figure", field="--set", cite=choice.cite
            )


def dated(as_of: date | None) -> dict[str, str]:
    """The day of --as-of, as a submission says it."""
    return {} if as_of is None else {"day": as_of.isoformat()}
