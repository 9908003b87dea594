"""Signed heads that were kept elsewhere, held against the journals as they are now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import BadText, JournalError
from croupier.journal.keys import checks
from croupier.journal.record import signed_text
from croupier.journal.verify import meets

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.journal.record import Head, Record
    from croupier.journal.walk import Walk


class KeptHeads:
    """The heads of any number of journals; every one must be met. `met` counts those that were."""

    def __init__(self, heads: Iterable[Head]) -> None:
        self._of: dict[str, dict[int, list[Head]]] = {}
        self.met = 0
        for head in heads:
            self._of.setdefault(head.journal, {}).setdefault(head.n, []).append(head)

    def hear(self, walk: Walk, record: Record) -> None:
        """A record of the journal that `walk` reads."""
        assert walk.header is not None
        for head in self._of.get(walk.header.id, {}).pop(record.n, ()):
            meets(head, record)
            self._check(head, walk.keys)
            self.met += 1

    def end(self, walk: Walk) -> None:
        """The journal ends here, and no head is of a later record."""
        if walk.header is not None and (left := self._of.pop(walk.header.id, None)):
            first = min(left)
            walk.refuse("head-not-reached", f"is missing: the journal ends here, and a head of record {first} was kept")

    def end_all(self) -> None:
        """No journal is left."""
        for journal, left in self._of.items():
            head = left[min(left)][0]
            whose = f"table {head.table}" if head.table else "the house, or of a table"
            raise JournalError(
                f"the journal {journal} of {whose} is gone: a head of its record {head.n} was kept",
                fault="head-not-reached",
            )

    @staticmethod
    def _check(head: Head, keys: tuple[str, ...]) -> None:
        """A head that no key of the journal signed proves nothing."""
        signed = signed_text(head.journal, head.n, head.hash)
        if not any(checks(key, head.signature, signed) for key in keys):
            raise BadText(f"the kept head of record {head.n} is not signed by the journal's key", field="heads")
