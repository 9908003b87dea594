"""Games from outside: found by the entry point group ``croupier.games``, one `Book` each.

A package that cannot be read is named in `Outside.broken` with the reason and left out; nothing of it is raised.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from croupier.errors import LawError
from croupier.game import Game
from croupier.game.book import Book, Package

if TYPE_CHECKING:
    from collections.abc import Mapping
    from importlib.metadata import EntryPoint

GROUP = "croupier.games"


class Broken(NamedTuple):
    """A game that was left out, and why."""

    game: str
    package: str
    why: str

    def __str__(self) -> str:
        return f"{self.game} of {self.package} is left out: {self.why}"


class Outside(NamedTuple):
    """The games of packages by id and edition, their books, and what was left out."""

    games: Mapping[str, Mapping[str, Game]]
    books: Mapping[str, Book]
    broken: tuple[Broken, ...]


def find(ids: frozenset[str], chapters: frozenset[str]) -> Outside:
    """Every game of every package; one with an id or a chapter's number that is taken is left out."""
    games: dict[str, Mapping[str, Game]] = {}
    books: dict[str, Book] = {}
    broken: list[Broken] = []
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: (entry.name, *_of(entry))):
        try:
            book = _book(entry)
            package = Package(*_of(entry), digest(entry.module))
            found = {edition: replace(load(book, edition), package=package) for edition in book.editions}
            others = {game.chapter.number for each in games.values() for game in each.values()}
            _check_names(book.id, found, ids | games.keys(), chapters | others)
        except (Exception, SystemExit) as error:  # noqa: BLE001 - a stranger's code, whatever it does
            broken.append(Broken(entry.name, " ".join(_of(entry)), reason(error)))
        else:
            games[book.id], books[book.id] = found, book
    return Outside(games, books, tuple(broken))


def _of(entry: EntryPoint) -> tuple[str, str]:
    """The distribution of an entry point and its version."""
    return (entry.dist.name, entry.dist.version) if entry.dist is not None else ("a package", "of no version")


def _book(entry: EntryPoint) -> Book:
    book = entry.load()
    if not isinstance(book, Book):
        raise LawError(f"{entry.value} is no croupier.game.Book")
    if book.id != entry.name:
        raise LawError(f"its book is of {book.id!r}, and the entry point is named {entry.name!r}")
    if not book.editions:
        raise LawError("its book has no edition")
    return book


def _check_names(id_: str, found: Mapping[str, Game], ids: frozenset[str], chapters: frozenset[str]) -> None:
    """Refuse a game whose id, or whose chapter's number, another one has."""
    if id_ in ids:
        raise LawError("another game has this id")
    if twice := {game.chapter.number for game in found.values()} & chapters:
        raise LawError(f"another game's chapter has the number {', '.join(sorted(twice))}")


def load(book: Book, edition: str) -> Game:
    """A game where a book says that it stands; every provision of its chapter is read."""
    module, _, name = book.editions[edition].partition(":")
    found = getattr(import_module(module), name)
    if not isinstance(found, Game):
        raise LawError(f"{book.editions[edition]} is no croupier.game.Game")
    if (found.id, found.edition) != (book.id, edition):
        raise LawError(f"{book.editions[edition]} is {found.id} ({found.edition}), not {book.id} ({edition})")
    if not found.chapter.provisions:
        raise LawError(f"its chapter {found.chapter.number} has no provision")
    return found


def reason(error: BaseException) -> str:
    """What went wrong, in a line."""
    words = " ".join(str(error).split())
    return words if isinstance(error, LawError) else f"{type(error).__name__}: {words}".rstrip(": ")


@cache
def digest(module: str) -> str:
    """The SHA-256 of all files of the package that a module belongs to, by their paths; compiled ones apart."""
    spec = find_spec(module.partition(".")[0])
    if spec is None:
        raise LawError(f"there is no module {module}")
    files: dict[str, Path] = {}
    for folder in map(Path, spec.submodule_search_locations or ()):
        files |= {file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if _counts(file)}
    if not files and spec.origin:
        files = {Path(spec.origin).name: Path(spec.origin)}
    made = sha256()
    for name in sorted(files):
        made.update(f"{name}\0{sha256(files[name].read_bytes()).hexdigest()}\n".encode())
    return made.hexdigest()


def _counts(file: Path) -> bool:
    return file.is_file() and "__pycache__" not in file.parts and file.suffix != ".pyc"
