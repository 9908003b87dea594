"""The package that a table's game came from, as its journal tells, and the one that is here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import UnknownGame
from croupier.game import Package
from croupier.games import open_game

if TYPE_CHECKING:
    from croupier.game import Game
    from croupier.table.events import TableOpened


def game_of(event: TableOpened) -> Game:
    """The game of a table; one that is not known here is refused with the package that is missing."""
    try:
        return open_game(event.game, event.edition)
    except UnknownGame as error:
        if (package := package_of(event)) is None:
            raise
        words = (
            f"{event.game} ({event.edition}) comes with the package {package}, which is not installed: {error.message}"
        )
        raise UnknownGame(words, field="game") from None


def package_of(event: TableOpened) -> Package | None:
    """The package that a game came from; none for our own games."""
    package = event.package
    return Package(package.get("name", ""), package.get("version", ""), package.get("digest", "")) if package else None


def other_package(event: TableOpened) -> str:
    """That what is installed is not what the table was opened with; nothing where it is."""
    try:
        here = open_game(event.game, event.edition).package
    except UnknownGame:
        return ""
    package = package_of(event)
    if package == here:
        return ""
    if package is None or here is None or package.name != here.name:
        return f"opened with {package or 'a game of croupier itself'}, checked with {here or 'that of croupier itself'}"
    what = "other files of that version" if package.version == here.version else "another version"
    return f"opened with {package}, checked with {what}: {here}"
