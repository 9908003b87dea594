"""What was denied, to whom: noted for at least ninety days, and of one person no more than so much a day."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from sqlalchemy import delete, select

from croupier.house.journal.events import Denied
from croupier.house.storage import schema
from croupier.house.storage.transactions import Transaction

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Delete

    from croupier.house.storage.database import Database

DAY = 86_400_000
DENIALS_LAST = 90 * DAY
"""Milliseconds for which a note stays; older ones go as new ones come."""
MAX_NOTES = 1_000
"""Notes of one person and day. The last says that it is the last; metrics and log still count each."""
OLDEST = 10
"""Notes that are looked at, with each new one, whether they may go: however many there are, that is soon done."""


class DenialLog:
    """One per house and process."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self.database = database
        self.clock = clock
        self._day = 0
        self._noted: Counter[str] = Counter()

    def note(self, person: str, what: str, why: str) -> None:
        """Note a denial."""
        at = self.clock()
        if at // DAY != self._day:
            self._day, self._noted = at // DAY, Counter()
        self._noted[person] += 1
        if self._noted[person] > MAX_NOTES:
            return
        if self._noted[person] == MAX_NOTES:
            why = f"{why}; what more is denied today is not noted"
        what, why = _shown(what)[:200], _shown(why)[:400]
        row = {"at": at, "person": person, "what": what, "why": why}
        said = [Denied(person=person, what=what, why=why)]
        self.database.submit(
            Transaction("", at, rows=[(schema.refusals, row)], doing=[_outlived(at - DENIALS_LAST)], said=said)
        )


def _shown(text: str) -> str:
    """What may quote somebody, as both databases keep it: neither takes every letter that can be sent."""
    return "".join(one if one.isprintable() else "\N{REPLACEMENT CHARACTER}" for one in text)


def _outlived(before: int) -> Delete:
    """Without waiting for another process that does the same."""
    rows = schema.refusals
    oldest = select(rows.c.id).order_by(rows.c.id).limit(OLDEST).with_for_update(skip_locked=True)
    return delete(rows).where(rows.c.id.in_(oldest.scalar_subquery()), rows.c.at < before)
