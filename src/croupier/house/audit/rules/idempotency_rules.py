"""What the house's journal must say of keys: what is done once for each key was done once.

An answer that was taken out of the database lets the same be done again; both times stand in the journal.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.errors import JournalError
from croupier.house.journal import events as h

if TYPE_CHECKING:
    from croupier.house.audit.rows.projections import Projection
    from croupier.journal.record import Record


class OnceRules:
    """Hears every record before it is folded, so that `rows` are what was so until then."""

    def __init__(self, rows: Projection) -> None:
        self.rows = rows

    def hear(self, record: Record) -> None:
        """One record more, of an event; raises where a key was used before."""
        event: Any = record.body
        if isinstance(event, h.RequestMade | h.MoneyPosted) and event.key in self.rows.once:
            words = f"was done by a key that record {self.rows.once[event.key]} was done by already"
            raise JournalError(words, fault="journal", record=record.n, offset=record.offset)
