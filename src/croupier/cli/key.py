"""``croupier key``."""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from croupier.cli.check import DB, database
from croupier.cli.serve_settings import data_folder
from croupier.errors import BadText, HouseError
from croupier.kit.money import grouped

if TYPE_CHECKING:
    from croupier.house.audit.key_rotation import Changed
    from croupier.house.storage.database import Database

FILE = Annotated[
    Path | None,
    typer.Option(
        "--key", envvar="CROUPIER_KEY", metavar="FILE", help="The signing key; house.key in the user's data folder."
    ),
]
BY = Annotated[str, typer.Option("--by", metavar="NAME", help="Who does it, for the record.")]
Why = Literal["routine", "stolen"]

app = typer.Typer(help="Show the keys that sign the journals, and change them.", no_args_is_help=True)


@app.command()
def show(key: FILE = None) -> None:
    """Print the public half of the key that signs now, and of those that signed before it.

    Example: croupier key show --key house.key
    """
    from croupier.journal.keys import Key

    path = key_path(key)
    for place, public in enumerate(Key.load(path).publics):
        print(public, "signs now" if place == 0 else "signed before")


@app.command()
def rotate(
    db: DB = None,
    key: FILE = None,
    why: Annotated[Why, typer.Option("--why", help="In its turn, or because somebody else has the key.")] = "routine",
    by: BY = "",
) -> None:
    """Let a new key sign from now on. The server is stopped meanwhile.

    The change is a record of every journal that goes on, signed by the old key; old journals still verify. The file
    keeps the old key after the new one, to open the orders of the cards in play.

    Example: croupier key rotate --db croupier.db --key house.key
    """
    from croupier.house.audit.key_rotation import rotate, signing_keys
    from croupier.journal.keys import Key

    path = key_path(key)
    staged = path.with_name(f"{path.name}.next")
    old = Key.load(path)
    with ExitStack() as at_the_end:
        house = unserved(database(db), at_the_end)
        if staged.exists():  # a rotation that was interrupted
            if signing_keys(house)[-1:] == (Key.load(staged).public,):
                _finish(staged, path)
                return
            staged.unlink()
        new = old.successor()
        new.save(staged)
        changed = rotate(house, old, new, at=now(), why=why, by=by)
        _put(staged, path)
    _say(path, changed)
    sealed = [table for table, packs in changed.tables.items() if packs]
    if why == "stolen" and sealed:
        print(f"whoever has the old key can read the cards in play: change them at {', '.join(sealed)} before a round")


@app.command()
def replace(
    why: Annotated[str, typer.Option("--why", help="What happened to the old key, for the record.")],
    lost: Annotated[
        bool, typer.Option("--lost", help="The old key is gone for good; one that is there is rotated.")
    ] = False,
    db: DB = None,
    key: FILE = None,
    by: BY = "",
) -> None:
    """Go on with a new key where the old one is lost. The server is stopped meanwhile.

    Tables in play are closed, for nobody can open the orders of their cards: wagers and chips go back to the wallets.
    Whatever was signed before still verifies with the old public key.

    Example: croupier key replace --lost --why "disk failed, no copy" --db croupier.db --key house.key
    """
    from croupier.house.audit.key_rotation import replace_lost, signing_keys
    from croupier.journal.keys import Key

    if not lost:
        raise BadText("a key that is not lost is rotated: croupier key rotate", field="lost")
    path = key_path(key)
    if path.exists():
        raise BadText("exists already: a key that is there is rotated, not replaced", field=str(path))
    with ExitStack() as at_the_end:
        house = unserved(database(db), at_the_end)
        staged, before = path.with_name(f"{path.name}.next"), signing_keys(house)
        if staged.exists():
            if before[-1:] == (Key.load(staged).public,):
                _finish(staged, path)
                return
            staged.unlink()
        new = Key.make(lost=before[::-1])
        new.save(staged)
        changed = replace_lost(house, new, at=now(), why=why, by=by)
        _put(staged, path)
    _say(path, changed)
    for table, cents in changed.tables.items():
        print(f"table {table} is closed, {grouped(cents)} went to wallets")


@app.command()
def accept(
    why: Annotated[str, typer.Option("--why", help="Why an older state was put back, or another house, for the file.")],
    db: DB = None,
    key: FILE = None,
) -> None:
    """Accept that a house's journal is not the one that its server knew last: shorter, another, or gone.

    For whoever restored a backup, or put a new house in the old one's place, on purpose. The server refuses to start
    until then. What was known, when it was accepted and why stay in the file beside the key.

    Example: croupier key accept --why "Monday's backup, after the disk failed" --db croupier.db --key house.key
    """
    from croupier.house.journal.known_journals import KnownJournals

    path = key_path(key)
    with ExitStack() as at_the_end:
        before = KnownJournals(path).accept(unserved(database(db), at_the_end), at=now(), why=why)
    if before is None:
        print(f"{path}.journals: nothing is known of this database")
        return
    print(f"{path}.journals: record {before.n} of the journal {before.journal} is not asked for any more")


def key_path(key: Path | None) -> Path:
    """Where the signing key is."""
    return key if key is not None else data_folder() / "house.key"


def unserved(where: str, at_the_end: ExitStack) -> Database:
    """The database of a house that nobody serves now, nor can while this lasts."""
    from croupier.house.audit.check import sqlite_path
    from croupier.house.storage.database import Database
    from croupier.house.storage.file_lock import hold

    file = sqlite_path(where)
    if file is not None:
        if not file.is_file():
            raise HouseError("there is no such database", fault="unknown", field=str(file))
        at_the_end.callback(os.close, hold(file))
    house = Database(where)
    at_the_end.callback(house.close)
    house.migrate()
    return house


def _finish(staged: Path, path: Path) -> None:
    """The journals were handed over, and the file was not put in its place."""
    from croupier.journal.keys import Key

    _put(staged, path)
    print(f"{path}: the interrupted change is finished, {Key.load(path).public} signs now")


def _put(staged: Path, path: Path) -> None:
    """The new file takes the place of the old one, and is on the disk."""
    staged.replace(path)
    folder = os.open(path.absolute().parent, os.O_RDONLY)
    os.fsync(folder)
    os.close(folder)


def now() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _say(path: Path, changed: Changed) -> None:
    print(f"{path}: {changed.new} signs now, {changed.old or 'no key'} before; {len(changed.tables)} open tables")
