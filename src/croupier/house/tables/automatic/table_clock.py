"""The times that run at a table: for wagers, and for the decision of whoever is asked.

They run by a clock that nobody sets, so that people wait as long as they were told; what pages count down to follows
the house's clock.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from croupier.table.asking import late_at, time_to_decide
from croupier.table.turns import deciding

if TYPE_CHECKING:
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.table import Table

ASKED = frozenset({"decide", "cut", "choose"})
"""Steps that wait for a player."""
ASTRAY = 1000
"""Milliseconds by which the house's clock may differ before a deadline is told anew."""


class TableClock:
    """One per table. A time `runs` from `allow` to `stop`."""

    def __init__(self, keeper: Keeper) -> None:
        self.keeper = keeper
        self._turn: object = None
        self._over = 0.0
        self._until = 0.0
        self._shown = 0

    @property
    def runs(self) -> bool:
        """Whether a time runs."""
        return bool(self._until)

    def stop(self) -> None:
        """No time runs any more."""
        self._until = 0.0

    @property
    def deadline(self) -> int:
        """When the time that runs is over, by the house's clock as it stands now; 0 when none runs."""
        if not self.runs:
            return 0
        at = self.keeper.clock() + int(self.left() * 1000)
        if abs(at - self._shown) > ASTRAY:
            self._shown = at
        return self._shown

    @property
    def decision_seconds(self) -> float:
        """A player's time for a decision: not less than the submission states."""
        return max(self.keeper.settings.decision_seconds, time_to_decide(self.keeper.rules) / 1000)

    def begins(self, table: Table) -> bool:
        """Whether another player is asked than before; the time to answer is measured from here."""
        due = table.due
        assert due is not None
        who = () if table.conduct.together else deciding(table)
        turn = (table.rounds, due.id, due.seat, due.street, who)
        if turn == self._turn:
            return False
        self._turn = turn
        self._over = time.monotonic() + self.decision_seconds
        return True

    def seconds_left(self, table: Table) -> float:
        """How long the player who is asked may still think, whether or not the table hurries; 0 when time is over."""
        due = table.due
        if due is None or due.id not in ASKED:
            return 0.0
        self.begins(table)
        return max(0.0, self._over - time.monotonic())

    def late_now(self, table: Table) -> int:
        """The table's time for a word in place of a player: once the player's time is measured to be over it is so by
        the table's clock too, though somebody set the house's back."""
        due, now = table.due, self.keeper.now()
        if due is None or due.id not in {"decide", "choose"} or self.seconds_left(table) > 0:
            return now
        return max(now, late_at(table))

    def allow(self, seconds: float) -> None:
        """Time runs from now, by a clock that nobody sets: people wait as long as they were told."""
        self._until = time.monotonic() + seconds
        self._shown = self.keeper.clock() + int(seconds * 1000)

    def left(self) -> float:
        """Seconds until the time is over."""
        return self._until - time.monotonic()
