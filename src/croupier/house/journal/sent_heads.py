"""The last head of the house's journal that was sent to a file, held against the journal before the house opens.

A database that was put back to an earlier moment while nothing ran fits in itself; it lacks a record whose head left
the machine. Tables are held against the house's journal when they are taken up.
"""

from __future__ import annotations

import logging
import os
from typing import TYPE_CHECKING

from croupier.errors import BadText, HouseError
from croupier.house.journal.known_journals import end_of, hash_of
from croupier.house.storage import schema
from croupier.journal.keys import checks
from croupier.journal.record import Head, signed_text

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from croupier.house.storage.database import Database

_LOG = logging.getLogger("croupier.house")
TAIL = 1 << 20
"""Bytes from the end of a file in which the last head of the house's journal is looked for."""


def check_sent(database: Database, path: Path, keys: Collection[str]) -> None:
    """Refuse a house whose journal lacks the record of the last head in a file that one of its keys signed."""
    with database.read() as connection:
        if not connection.dialect.has_table(connection, schema.house_records.name):
            return
        end = end_of(connection)
        if end is None:
            return
        sent = [head for head in _tail(path) if head.journal == end.journal and _is_signed(head, keys)]
        last = max(sent, key=lambda head: head.n, default=None)
        if last is not None and hash_of(connection, last.n) != last.hash:
            words = f"record {last.n:,} of the house's journal, whose head was sent to {path}, is another or is gone"
            raise HouseError(
                f"{words}; if an older state was put back on purpose, keep that file and send heads to another",
                fault="storage",
                field="heads-to",
            )


def _is_signed(head: Head, keys: Collection[str]) -> bool:
    """A head that nobody of the house signed proves nothing."""
    signed = signed_text(head.journal, head.n, head.hash)
    return any(checks(key, head.signature, signed) for key in keys)


def _tail(path: Path) -> Iterator[Head]:
    """The heads of the house's journal at the end of a file, as far as they can be read."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, file.seek(0, os.SEEK_END) - TAIL))
            lines = file.read().splitlines()
    except FileNotFoundError:
        return
    except OSError as error:
        _LOG.warning("heads not compared", extra={"told": {"target": str(path), "why": str(error)}})
        return
    for line in lines:
        try:
            head = Head.read(line.decode())
        except (BadText, UnicodeDecodeError):  # one that was torn, or cut off where the tail begins
            continue
        if not head.table:
            yield head
