"""One progressive meter over several tables: what it gains or pays at one of them is told to the others.

Every table keeps the meter in its own books (``meter:ID``, against ``house``), so that each balances by itself; a
`Link` makes the orders by which they all come to the same amount.

>>> from croupier import open_game
>>> from croupier.table import open_table
>>> rules = open_game("face-up-pai-gow").rules({"progressive": "1", "house-way": "foxwoods"})
>>> tables = [open_table(rules, table=name, at=0, linked=["progressive"])[1] for name in ("A", "B")]
>>> link(tables, "progressive").amount(tables)
1000000
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.errors import IllegalAction
from croupier.table import commands as c
from croupier.table import events as e
from croupier.table.kept import terms

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from croupier.law import Cite
    from croupier.table.state import Table

WON, UNWON = "won whole", "not won after all"
"""What an order says beside the change of a meter: somebody won the whole of it, or that was undone."""
SYSTEM = c.Actor("system", "progressive table game system")
"""Who tells a table of its linked meter."""


@dataclass(frozen=True, slots=True)
class Link:
    """A meter and the tables that share it, with the provision under which they do."""

    meter: str
    tables: tuple[str, ...]
    cite: Cite | None

    def tell(self, table: str, events: Iterable[e.Event]) -> tuple[tuple[str, c.Direct], ...]:
        """The orders to the other tables after these events at one of them; none if the meter is what it was."""
        if table not in self.tables:
            raise IllegalAction(f"table {table!r} is not linked", field="table", cite=self.cite)
        own = [event for event in events if not (isinstance(event, e.MoneyMoved) and event.what == "linked")]
        change = sum(getattr(event, "entries", {}).get(f"meter:{self.meter}", 0) for event in own)
        if not change:
            return ()
        order = c.Direct(order="meter", what=self.meter, amount=change, note=self._won(own))
        return tuple((other, order) for other in self.tables if other != table)

    def _won(self, events: Iterable[e.Event]) -> str:
        """Whether the whole of the meter was won with these events, or is not any more: the last word of them."""
        won = ""
        for event in events:
            if not isinstance(event, e.Settled | e.Unwound) or self.meter not in event.meters:
                continue
            if any((line["odds"] or "").endswith("100% of meter") for line in event.lines):
                won = WON if isinstance(event, e.Settled) else UNWON
        return won

    def amount(self, tables: Iterable[Table]) -> int:
        """What the meter shows, which must be the same at every table."""
        shown = {table.id: table.accounts[f"meter:{self.meter}"] for table in tables if table.id in self.tables}
        if set(shown) != set(self.tables) or len(set(shown.values())) != 1:
            raise IllegalAction(f"the linked meters show {shown}", field="meter", cite=self.cite)
        return next(iter(shown.values()))


def link(tables: Sequence[Table], meter: str) -> Link:
    """Link a meter over tables that play it for the same pays, the same wager and with as many decks."""
    if len(tables) < 2 or len({table.id for table in tables}) != len(tables):
        raise IllegalAction("a link is of two tables or more, each with a name of its own", field="tables")
    first = _terms(tables[0], meter)
    cite = _cite(tables[0], meter)
    for table in tables[1:]:
        other = _terms(table, meter)
        for what, value in first.items():
            if other[what] != value:
                raise IllegalAction(
                    f"{tables[0].id} and {table.id} differ in {what}", field=what, cite=_cite(table, meter)
                )
    linked = Link(meter, tuple(table.id for table in tables), cite)
    linked.amount(tables)
    return linked


def _cite(table: Table, meter: str) -> Cite:
    wager = table.rules.game.wager(table.meters[meter].wager)
    assert wager is not None
    return table.conduct.linked or wager.cite


def _terms(table: Table, meter: str) -> Mapping[str, object]:
    """What linked games must have in common."""
    found = table.meters.get(meter)
    if found is None or not found.linked:
        raise IllegalAction(f"table {table.id} has no linked meter {meter!r}", field="meter", cite=table.conduct.linked)
    return {
        **terms(table.rules, found),
        "rate": (found.rate, found.reserve),
        "decks": (table.rules.game.deck.copies, table.rules.chosen.get("decks", 1)),
    }
