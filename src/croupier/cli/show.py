"""Printing for people: tables and headings through rich, plain when the output is not a terminal."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console


def console() -> Console:
    """Standard output. Piped output is as wide as it needs to be, so that nothing is cut."""
    import shutil
    import sys

    from rich.console import Console

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 120
    return Console(width=width, highlight=False, soft_wrap=False)


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """A spinner on standard error while something slow is done; nothing where nobody watches."""
    from rich.console import Console

    with Console(stderr=True).status(f"{what} ..."):
        yield


def table(heads: Iterable[str], rows: Iterable[Iterable[object]], *, title: str = "", keep: int = 1) -> None:
    """A table with a thin rule under its head; its first `keep` columns are never folded."""
    from rich import box
    from rich.markup import escape
    from rich.table import Table

    if title:
        heading(title)
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for place, head in enumerate(heads):
        made.add_column(head, overflow="fold", no_wrap=place < keep)
    for row in rows:
        made.add_row(*(escape("" if cell is None else str(cell)) for cell in row))
    console().print(made)


def heading(text: str) -> None:
    """A section heading."""
    from rich.markup import escape

    console().print(f"\n[bold]{escape(text)}[/bold]")


def say(text: str = "") -> None:
    """A line of text, wrapped to the width."""
    from rich.markup import escape

    console().print(escape(text))


def as_json(value: object) -> None:
    """JSON, indented."""
    import msgspec

    print(msgspec.json.format(msgspec.json.encode(value), indent=1).decode())
