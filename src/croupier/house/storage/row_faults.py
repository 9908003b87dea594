"""Errors about rows that the house's journal does not lead to."""

from __future__ import annotations

from croupier.errors import JournalError


def unknown(row: str) -> JournalError:
    """The error about a row that no record made."""
    return JournalError(f"{row} is in the database, and no record of the house's journal led to it", fault="rows")


def gone(row: str, record: int) -> JournalError:
    """The error about a row that should be there."""
    return JournalError(
        f"{row} is gone from the database: record {record} of the house's journal made it", fault="rows"
    )


def differs(row: str, says: str, record: int) -> JournalError:
    """A row that is not as its record left it."""
    words = f"{row}, against record {record} of the house's journal" + (f", {says}" if says else "")
    return JournalError(words, fault="rows")
