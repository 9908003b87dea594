"""Meters that outlast their table: what stood on them when it closed, for the table that goes on with them.

A progressive meter is money promised to players, and re-seeds only after all of it was won (687a.12(c) and its
siblings). So a table that closes says in its last record what its meters show, and one that opens in its place begins
there, on the same terms, to the part of a cent.

>>> from croupier import open_game
>>> from croupier.table import open_table
>>> rules = open_game("raise-it-up").rules({"pair-plus": "A", "progressive": "1", "limits": {"ante": {"step": "1.00"}}})
>>> _, monday = open_table(rules, table="Monday", at=0, carried={"progressive-1": 123_456})
>>> _, tuesday = open_table(rules, table="Tuesday", at=1, kept=[kept(monday, "progressive-1")])
>>> tuesday.accounts["meter:progressive-1"], tuesday.meters["progressive-1"].kept
(123456, 'Monday')
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from croupier.errors import IllegalAction
from croupier.kit.money import printed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Rules
    from croupier.table.state import Meter, Table


@dataclass(frozen=True, slots=True)
class Kept:
    """One meter of a closed table: what it shows, what is in reserve for it (cents), and the parts of a cent."""

    table: str
    meter: str
    terms: Mapping[str, object]
    amount: int
    reserve: int = 0
    carry: str = "0"
    reserve_carry: str = "0"

    def check(self, rules: Rules, meter: Meter) -> None:
        """Refuse to go on with it on other terms than players were promised."""
        ours, cite = terms(rules, meter), rules.tables[meter.wager].cite
        for what, value in self.terms.items():
            if ours[what] != value:
                words = f"{printed(self.amount)} stand on this meter of table {self.table} for another {what}"
                raise IllegalAction(words, field=f"meters.{self.meter}", cite=cite)


def terms(rules: Rules, meter: Meter) -> dict[str, object]:
    """What players were promised of a meter: which hands win how much of it, for which wager, and from where it
    begins again."""
    paytable = rules.tables[meter.wager]
    return {
        "wager": meter.stake,
        "paytable": {row: pay.text for row, pay in paytable.rows.items()},
        "envy": {stake: dict(owed) for stake, owed in paytable.envy.items()},
        "seed": meter.seed,
        "reading": dict(rules.readings),
        "forfeit": rules.chosen.get("folded-progressive"),
    }


def kept(table: Table, meter: str) -> Kept:
    """A meter as a table leaves it."""
    found = table.meters.get(meter)
    if found is None or found.linked:
        raise IllegalAction(f"table {table.id} has no meter {meter!r} of its own", field="meter")
    return Kept(table.id, meter, terms(table.rules, found), **standing(table)[meter])


def standing(table: Table) -> dict[str, dict[str, Any]]:
    """What the last record of a table says of each meter of its own; a linked one is kept by its link."""
    return {
        name: {
            "amount": table.accounts.get(f"meter:{name}", 0),
            "reserve": table.accounts.get(f"reserve:{name}", 0),
            "carry": meter.carry,
            "reserve_carry": meter.reserve_carry,
        }
        for name, meter in table.meters.items()
        if not meter.linked
    }
