"""A driven table at which players are offered the cut, and shoes that are nearly dealt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tests.table.drive import Driver

if TYPE_CHECKING:
    from croupier.table import events as e


class OfferedDriver(Driver):
    """Whoever is offered the cut accepts it; `cover` is how high over the bottom the cover card goes."""

    cover = 78

    def advance(self) -> tuple[e.Event, ...]:
        due = self.due
        if due.id == "cut" and due.seat:
            return self.perform("cut", "player", self.table.seats[due.seat], value=20)
        if due.id == "insert-cover":
            depth = self.table.conduct.cut.depth
            return self.perform("insert-cover", value=depth if isinstance(depth, int) else self.cover)
        return super().advance()

    def dealt_down_to(self, at: int) -> None:
        """Let so many cards of the shoe have been dealt and racked in rounds before."""
        table = self.table
        packs = list(table.packs)
        packs[table.active] = replace(table.pack, at=at)
        self.table = replace(table, packs=tuple(packs), rack=(("rounds before", at),))
