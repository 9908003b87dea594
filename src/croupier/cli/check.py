"""``croupier check``."""

from __future__ import annotations

import re
import signal
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.options import JSON, read_text
from croupier.cli.serve_settings import data_folder
from croupier.errors import JournalError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.house.audit.check import Checked
    from croupier.journal.record import Head

DB = Annotated[
    str | None,
    typer.Option(
        "--db",
        envvar="CROUPIER_DB",
        metavar="PATH|URL",
        help="An SQLite file, or postgresql://…; croupier.db in the user's data folder.",
    ),
]
KEY = Annotated[
    str | None,
    typer.Option("--key", metavar="FILE", help="The signing key or its public half: every journal must be its."),
]
HEADS = Annotated[
    str | None,
    typer.Option("--heads", metavar="FILE", help="Signed heads kept elsewhere, one a line: each must be met."),
]
BROKEN = 3


def check(db: DB = None, key: KEY = None, heads: HEADS = None, json: JSON = False) -> None:
    """Check a house's database, also while it is served, and backups: journals, signatures, ledger, rows, kept heads.

    Exits 3 and says the first fault of one that is broken.

    Example: croupier check --db croupier.db --heads heads.jsonl
    """
    from dataclasses import asdict

    from croupier.cli import show as out
    from croupier.house.audit.backup import check_seal, seal_of
    from croupier.house.audit.check import check, shown, sqlite_path

    where, kept = database(db), kept_heads(heads)
    with telling(shown(where), json=json) as progress:
        path = sqlite_path(where)
        checked = check(where, public(key), progress, kept)
        known(where, key)
        seal = seal_of(path) if path is not None else None
        if path is not None and seal is not None:
            check_seal(path, seal)
    if json:
        out.as_json({"intact": True, **asdict(checked), "sealed": None if seal is None else seal.made})
        return
    print(f"{shown(where)}: {'a sealed backup, ' if seal else ''}intact, {summary(checked)}")


def known(where: str, key: str | None) -> None:
    """Compare with what a server kept beside its key, where there is such a file."""
    from pathlib import Path

    from croupier.house.audit.check import snapshot
    from croupier.house.journal.known_journals import KnownJournals, name_of
    from croupier.house.storage.engine import url_of

    if key is None or not Path(key).is_file():
        return
    with snapshot(where) as connection:
        if why := KnownJournals(Path(key)).why_not(name_of(url_of(where)), connection):
            raise JournalError(why, fault="journal")


def database(db: str | None) -> str:
    """Where the house is kept."""
    return db if db is not None else str(data_folder() / "croupier.db")


def kept_heads(path: str | None) -> tuple[Head, ...]:
    """The heads of a file; none where there is no file."""
    from croupier.errors import BadText
    from croupier.journal.record import read_heads

    if path is None:
        return ()
    try:
        return read_heads(read_text(path))
    except BadText as error:
        raise error.within("--heads") from None


def public(key: str | None) -> str | None:
    """The public half of a key: a file of either half, or 64 hexadecimal digits."""
    if key is None:
        return None
    from croupier.errors import BadText
    from croupier.journal.keys import Key, public_key

    if re.fullmatch("[0-9a-fA-F]{64}", key):
        return public_key(key)
    text = read_text(key)
    try:
        return Key.load(key).public if "PRIVATE KEY" in text else public_key(text.strip())
    except BadText as error:
        raise error.within("--key") from None


@contextmanager
def telling(where: str, *, json: bool = False) -> Iterator[Progress]:
    """Say how far it is where somebody watches, and the first fault of what is broken, which exits with 3."""
    progress = Progress(sys.stderr.isatty())
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # what was begun is cleared away
    try:
        yield progress
    except JournalError as error:
        progress.clear()
        if json:
            from croupier.cli import show as out

            out.as_json({"intact": False, "fault": error.fault, "field": error.field, "message": error.message})
        sys.stdout.flush()
        print(f"croupier: {where}: {error}", file=sys.stderr)
        raise typer.Exit(BROKEN) from None
    finally:
        progress.clear()


class Progress:
    """A line on a terminal that says how far it is; nothing elsewhere."""

    def __init__(self, watched: bool) -> None:
        self._watched = watched
        self._shown = False

    def __call__(self, what: str, done: int, of: int) -> None:
        """So much is done."""
        if self._watched and of:
            print(f"\r\x1b[K{what} {100 * done // of} %", end="", file=sys.stderr, flush=True)
            self._shown = True

    def clear(self) -> None:
        """Leave no line behind."""
        if self._shown:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            self._shown = False


def summary(checked: Checked) -> str:
    """What was found whole, in words."""
    unsigned = f", {checked.unsigned:,} records not signed yet" if checked.unsigned else ""
    kept = f", {checked.heads:,} kept heads met" if checked.heads else ""
    return (
        f"{checked.tables:,} tables, {checked.records:,} records, {checked.rounds:,} rounds, "
        f"{checked.signatures:,} signed heads{unsigned}{kept}; {checked.house:,} records of the house; "
        f"{checked.postings:,} postings in {checked.accounts:,} accounts that sum to nothing"
    )
