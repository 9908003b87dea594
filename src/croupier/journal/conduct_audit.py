"""Whether a journal tells of lawful conduct: folds the table, and holds every record against what was due before it.

Cards are dealt, cut, burned, shuffled and shown only when the law expects it; a round begins with the pack in play and
the wagers on the layout; entries are those that their own lines make.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.errors import CroupierError, JournalError
from croupier.journal.card_conduct import CARD_CHECKS
from croupier.journal.money_audit import CONDUCT, MoneyAudit, Wrong, overdrawn
from croupier.journal.packages import game_of
from croupier.journal.record import IMPOSSIBLE
from croupier.journal.step_conduct import STEP_CHECKS
from croupier.journal.wager_conduct import WAGER_CHECKS, spoken_for
from croupier.table import events as e
from croupier.table.equipment import check as check_equipment
from croupier.table.evolve import evolve, opened
from croupier.table.in_force import REAL, begun_wrongly, opened_wrongly

if TYPE_CHECKING:
    from croupier.journal.record import Record
    from croupier.table.state import Table


EDITION = "edition"
"""The fault of a table that plays for real money by what is not the law on its day."""


class ConductAudit:
    """Hears the events of one table from its opening on. A fault is raised as a `JournalError` that names the record.
    A table whose rules are not known here is not judged. `sealed` as for `MoneyAudit`; `real` money is what the house
    plays for, or what the table's first record says."""

    def __init__(self, *, sealed: bool = False, real: bool = False) -> None:
        self.table: Table | None = None
        self._real = real
        self._money = MoneyAudit(sealed=sealed)
        self._before: e.Event | None = None
        self._touched: set[str] = set()
        """Accounts to look at: what is undone may be made up for by what follows."""

    def hear(self, record: Record) -> None:
        """One record more."""
        event, table = record.body, self.table
        wrong = None
        try:
            if table is not None and isinstance(event, e.Event):
                wrong = self._follow(table, event, record.at)
            elif table is None and isinstance(event, e.TableOpened) and self._before is None:
                words = self._open(event, record.at)
                wrong = Wrong(EDITION, words) if words else None
        except IMPOSSIBLE as error:
            why = str(error) or type(error).__name__
            wrong = Wrong(CONDUCT, f"no table could have come to it: {why}")
        if wrong is not None:
            raise JournalError(wrong.words, fault=wrong.fault, record=record.n, offset=record.offset)

    def _follow(self, table: Table, event: e.Event, at: int) -> Wrong | None:
        """The table after an event, or what is wrong with it."""
        check = _CHECKS.get(type(event))
        wrong = check(table, event, self._before) if check is not None else None
        if wrong is None and isinstance(event, e.Decided):
            wrong = spoken_for(table, event, at)
        if wrong is None and self._real and isinstance(event, e.RoundBegan):
            words = begun_wrongly(table.rules.game.chapter, at)
            wrong = Wrong(EDITION, words) if words else None
        wrong = wrong or self._money.check(table, event)
        if wrong is not None:
            return wrong
        after = evolve(table, event, at)
        self._touched.update(getattr(event, "entries", ()))
        undoing = isinstance(event, e.Unwound | e.Voided | e.Claimed)
        wrong = None if undoing else overdrawn(after, self._touched)
        if wrong is None:
            self.table, self._before = after, event
            if not undoing:
                self._touched.clear()
        return wrong

    def _open(self, event: e.TableOpened, at: int) -> str:
        """Begin with a table; what is wrong with its day."""
        self._before = event
        self._real = self._real or event.money == REAL
        try:
            game = game_of(event)
            wrong = opened_wrongly(game.chapter, event, at) if self._real else ""
            rules = None if wrong else game.rules(event.submission, event.readings)
        except CroupierError:
            return ""
        if rules is not None:
            if event.equipment:
                check_equipment(rules, event.equipment)
            self.table = opened(rules, event, at)
        return wrong


_CHECKS = STEP_CHECKS | CARD_CHECKS | WAGER_CHECKS
