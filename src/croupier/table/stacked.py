"""A shoe whose cards are chosen beforehand, for dealing schools and records: named cards come to named places."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.errors import IllegalAction
from croupier.table.automatic import Staff
from croupier.table.vault import Vault

if TYPE_CHECKING:
    import random
    from collections.abc import Iterable

    from croupier.kit.cards import Card
    from croupier.table import commands as c
    from croupier.table.state import Table


class StackedShoe(Vault):
    """A vault whose order may be changed as it is dealt; no commitment would bear that, so cards are entered."""

    def place(self, pack: str, at: int, undealt: list[int], wanted: Card | None, kept: Counter[Card]) -> None:
        """Let the wanted card lie at a place; or, where none is, no card that is kept for another place."""
        order = list(self._of(pack).order)
        if wanted is None:
            left = Counter(order[i] for i in undealt)
            if left[order[at]] > kept[order[at]]:
                return
            other = next((i for i in undealt if left[order[i]] > kept[order[i]]), None)
        else:
            other = at if order[at] == wanted else next((i for i in undealt if order[i] == wanted), None)
        if other is None:
            raise IllegalAction(f"{wanted or 'no free card'} is not in the shoe any more", field="stack")
        order[at], order[other] = order[other], order[at]
        self._kept[pack] = replace(self._of(pack), order=tuple(order))


class StackingStaff(Staff):
    """Staff who deal the cards that were asked for, by place (``seats.1``, ``dealer``), as far as somebody asked."""

    def __init__(self, shoe: StackedShoe, chance: random.Random) -> None:
        super().__init__(shoe, chance)
        self.shoe = shoe
        self._asked: dict[str, list[Card]] = {}
        self._given: dict[tuple[int, int], Card | None] = {}

    def stack(self, to: str, held: Iterable[Card]) -> None:
        """Ask for cards at a place in the next deal."""
        self._asked.setdefault(to, []).extend(held)

    def forget(self) -> None:
        """Ask for nothing any more: the round is over."""
        self._asked, self._given = {}, {}

    def show_next(self, table: Table, wanted: Card) -> None:
        """Let this card be the next one."""
        self._place(table, table.pack.at, wanted)

    def answer(self, table: Table) -> tuple[c.Command, c.Actor] | None:
        """As any staff, with the cards arranged first."""
        due = table.due
        if due is not None and due.id == "deal":
            for at in range(table.pack.at, min(table.pack.at + (due.count or 1), table.pack.size)):
                self._arrange(table, due.to, at)
        elif due is not None and due.id in {"burn", "new-dealer-burn"}:
            self._place(table, table.pack.at, None)
        return super().answer(table)

    def _arrange(self, table: Table, to: str, at: int) -> None:
        key = (table.active, at)
        if key not in self._given:
            wanted = self._asked.get(to)
            self._given[key] = wanted.pop(0) if wanted else None
        self._place(table, at, self._given[key])

    def _place(self, table: Table, at: int, wanted: Card | None) -> None:
        pack = table.pack
        cut = max(pack.cut, 0)
        undealt = [(cut + i) % pack.size for i in range(at, pack.size)]
        kept = Counter(card for cards in self._asked.values() for card in cards)
        self.shoe.place(str(table.active), undealt[0], undealt, wanted, kept)
