"""``croupier new``."""

from __future__ import annotations

import keyword
import re
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.errors import BadText, UnknownGame

if TYPE_CHECKING:
    from collections.abc import Iterator

KINDS = {
    "ante-play": "three cards against the dealer's: play once more the Ante, or fold",
    "streets": "community cards turned one by one, with a wager before each",
    "no-decision": "points against the dealer's, and nothing to decide",
    "two-hands": "two hands of each side, compared one with the other",
}

app = typer.Typer(help="Begin a game of one's own.", no_args_is_help=True)


@app.callback()
def new() -> None:
    """Begin a game of one's own."""


@app.command()
def game(
    name: Annotated[str, typer.Argument(help="The game's id: small letters, digits and hyphens.")],
    like: Annotated[str, typer.Option("--like", metavar="KIND", help=f"What to begin with: {', '.join(KINDS)}.")],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FOLDER", help="Where; a folder of its name, here.")
    ] = None,
) -> None:
    """Write a package with a working game: provisions, tables, conduct, layout, tests. Its own tests pass as written.

    Example: croupier new game acey-deucey --like no-decision
    """
    from croupier.games import editions

    if like not in KINDS:
        raise BadText(f"{like!r} is no kind of game; {', '.join(KINDS)}", field="--like")
    if not re.fullmatch("[a-z][a-z0-9]*(-[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise BadText(f"{name!r} is no id of a game: write small letters, digits and hyphens", field="NAME")
    if name in editions():
        raise UnknownGame(f"{name!r} is in the book already", field="NAME")
    folder = output or Path(name)
    if folder.exists():
        raise BadText("exists already and is left as it is", field=str(folder))
    for path, text in written(name, like):
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    print(f"{folder}: a package with {name}, like {like} ({KINDS[like]}).")
    print(f"Install it with: pip install -e {folder}; then: croupier game check {name}, croupier play {name}")


def written(id_: str, kind: str) -> Iterator[tuple[str, str]]:
    """Every file of the package, by its path."""
    module = id_.replace("-", "_")
    words = {"id": id_, "module": module, "name": id_.replace("-", " ").title(), "kind": kind}

    def filled(*path: str) -> str:
        text = files("croupier.cli").joinpath("templates", "game", *path).read_text("utf-8")
        return Template(text).substitute(words)

    for name in ("pyproject.toml", "README.md"):
        yield name, filled("all", f"{name}.txt")
    for name in ("__init__.py", "law.py"):
        yield f"src/{module}/{name}", filled("all", f"{name}.txt")
    for name in ("tables.py", "table.py", "game.py"):
        yield f"src/{module}/{name}", filled(kind, f"{name}.txt")
    lines = [*filled("all", "provisions.tsv").splitlines(), *filled(kind, "provisions.tsv").splitlines()]
    yield f"src/{module}/provisions.tsv", "\n".join(sorted(lines, key=_place)) + "\n"
    yield "tests/conftest.py", filled("all", "conftest.py.txt")
    yield f"tests/test_{module}.py", filled("all", "test_game.py.txt")


def _place(line: str) -> list[tuple[int, str]]:
    """Where a provision stands in the order of a text."""
    parts = re.findall(r"\d+|[a-z]+", line.split("\t", 1)[0])
    return [(int(part), "") if part.isdigit() else (0, part) for part in parts]
