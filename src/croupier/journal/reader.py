"""Reading a journal: every record is checked before it is handed out, and no more than one is held."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from croupier.errors import BadText
from croupier.journal.record import LONGEST, Record
from croupier.journal.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Iterator


def read(path: Path | str) -> Iterator[Record]:
    """The records of a journal in order, each one checked; a `JournalError` where it breaks off."""
    with open_journal(path) as stream:
        yield from records(stream)


def records(stream: BinaryIO, walk: Walk | None = None) -> Iterator[Record]:
    """The records of an open journal, from where `walk` stands."""
    walk = walk or Walk()
    while line := stream.readline(LONGEST):
        yield walk.step(line)
    if walk.n == 0:
        walk.refuse("empty", "is missing: the file is empty")


def open_journal(path: Path | str) -> BinaryIO:
    """A journal of a file; what cannot be opened is refused with its reason."""
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise BadText(f"cannot be read: {error.strerror}", field=str(path)) from None
