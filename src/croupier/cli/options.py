"""Options that several commands share, and how a game, its submission and readings are read from them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.errors import BadText, SubmissionError

if TYPE_CHECKING:
    from croupier.game import Rules

GAME = Annotated[str, typer.Argument(metavar="GAME", help="A game's id; `croupier games` lists them.")]
EDITION = Annotated[str | None, typer.Option("--edition", help="The edition; the first listed is the default.")]
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
        from croupier.odds.store import uncached

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


def rules_from(
    game: str,
    edition: str | None,
    submission: Path | None,
    settings: list[str] | None,
    readings: list[str] | None,
    *,
    default: dict[str, Any] | None = None,
    complete: bool = False,
) -> Rules:
    """The rules that these options describe. Without a submission, `default` is what the house chose. `complete`: they
    are played at a table, so that what `croupier submission check` refuses is refused."""
    from croupier.games import open_game

    told = read_submission(submission) if submission else dict(default or {})
    if submission and edition is None and told.get("game") == game:
        edition = told.get("edition")
    chosen = {**told, **pairs(settings, "--set")}
    return open_game(game, edition).rules(chosen, pairs(readings, "--reading"), complete=complete)
