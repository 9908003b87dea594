"""Printing for people: tables and headings through rich, plain when the output is not a terminal."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.console import Console
    from rich.progress import Progress
    from rich.status import Status

    from croupier.game import Game


def console() -> Console:
    """Standard output. Piped output is as wide as it needs to be, so that nothing is cut."""
    import shutil
    import sys

    from rich.console import Console

    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 120
    return Console(width=width, highlight=False, soft_wrap=False)


def named(game: Game) -> str:
    """A game with its id and edition, and the mark of one that is only proposed."""
    mark = f", {game.mark}" if game.mark else ""
    return f"{game.name} ({game.id}, {game.edition}{mark})"


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """On standard error a spinner while something slow is done, and a bar while facts are counted; nothing where
    nobody watches."""
    from croupier.odds.facts.store import watched

    terminal = errors()
    if not terminal.is_terminal:
        yield
        return
    bar = Bar(terminal, terminal.status(f"{what} ..."))
    bar.spinner.start()
    try:
        with watched(bar.hear):
            yield
    finally:
        bar.stop()
        bar.spinner.stop()


def errors() -> Console:
    """Standard error."""
    from rich.console import Console

    return Console(stderr=True)


class Bar:
    """Takes the spinner's place while something is counted: what it is, how much of it is done, and since when."""

    def __init__(self, terminal: Console, spinner: Status) -> None:
        self.spinner = spinner
        self._terminal = terminal
        self._what = ""
        self._shown: Progress | None = None

    def hear(self, what: str, done: int, total: int) -> None:
        """Show so many steps of so many; the spinner is back when all are done."""
        if done >= total:
            self.stop()
            self.spinner.start()
            return
        if self._shown is None or what != self._what:
            self.stop()
            self._what, self._shown = what, self._start(what)
        self._shown.update(self._shown.task_ids[0], completed=done, total=total)

    def stop(self) -> None:
        """Take the bar away."""
        if self._shown is not None:
            self._shown.stop()
            self._shown = None

    def _start(self, what: str) -> Progress:
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn

        self.spinner.stop()
        columns = (TextColumn("counting {task.description}"), BarColumn(24), TaskProgressColumn(), TimeElapsedColumn())
        shown = Progress(*columns, console=self._terminal, transient=True)
        shown.add_task(what)
        shown.start()
        return shown


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
