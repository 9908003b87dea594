"""A table's fills, credits and meters against the requests that the house's journal has: chips come and go, and a meter
is set, because two people said so, or one within a limit, or because the table has an automatic floor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.errors import JournalError
from croupier.table import events as e
from croupier.table.automatic import FLOORPERSON

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.house.audit.rows.projected_rows import RequestRow
    from croupier.house.storage.table_settings import Settings
    from croupier.journal.record import Record

DONE_STATES = frozenset({"approved", "collected"})
ORDERED = frozenset({"fill", "credit", "meter"})


class Orders:
    """Hears every record of one table; each approved request of it is good for one order."""

    def __init__(self, requests: Iterable[RequestRow], settings: Settings) -> None:
        self._automatic = settings.floor == "automatic" or bool(settings.school)
        self._left: dict[tuple[str, object, str], int] = {}
        for request in requests:
            if request.kind in ORDERED and request.state in DONE_STATES:
                content = msgspec.json.decode(request.told)
                key = request.kind, content.get("meter" if request.kind == "meter" else "amount"), request.answered_by
                self._left[key] = self._left.get(key, 0) + 1

    def hear(self, record: Record) -> None:
        """One record more; raises where an order was nobody's."""
        event = record.body
        if not isinstance(event, e.MoneyMoved) or event.what not in ORDERED:
            return
        of_itself = (event.by, event.who) == (FLOORPERSON.role, FLOORPERSON.name) and event.what != "meter"
        if of_itself and self._automatic:
            return
        what: object = event.meter if event.what == "meter" else abs(event.entries.get("inventory", 0))
        key = event.what, what, event.who
        if not self._left.get(key):
            words = f"is a {event.what} by {event.who or event.by}, and no approved request was for it"
            raise JournalError(words, fault="orders", record=record.n, offset=record.offset)
        self._left[key] -= 1
