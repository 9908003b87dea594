"""Money at a table: accounts that sum to nothing, and the progressive meters with their parts of a cent.

Accounts: ``player:NAME`` (chips and cash in hand), ``layout`` (wagers), ``inventory``, ``drop``, ``meter:ID``,
``reserve:ID``, ``claim:NAME`` (what a player owes the house), and ``house`` (the cage and the world outside, from where
everything comes).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.errors import IllegalAction
from croupier.kit.money import printed
from croupier.table.state import Meter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from croupier.game import Rules
    from croupier.table.state import Table


def post(accounts: Mapping[str, int], entries: Mapping[str, int]) -> dict[str, int]:
    """The accounts after these entries."""
    after = dict(accounts)
    for account, change in entries.items():
        after[account] = after.get(account, 0) + change
    return after


def move(*moves: tuple[str, str, int]) -> dict[str, int]:
    """Entries of several transfers, each (from, to, cents)."""
    entries: dict[str, int] = {}
    for source, target, amount in moves:
        if amount:
            entries[source] = entries.get(source, 0) - amount
            entries[target] = entries.get(target, 0) + amount
    return entries if all(entries.values()) else {account: change for account, change in entries.items() if change}


def meters(rules: Rules) -> dict[str, Meter]:
    """The meters a table needs: one per progressive wager and stake, with the rate the house or the chapter set."""
    made: dict[str, Meter] = {}
    for wager in rules.offered():
        progression = rules.tables[wager.id].progression
        if progression is None:
            continue
        rate = rules.chosen.get("contribution")
        if rate is None:
            rate = Fraction(progression.rate or 0, 100)
        for stake, seed in zip(progression.wagers, progression.seeds, strict=True):
            name = wager.id if len(progression.wagers) == 1 else f"{wager.id}-{stake // 100}"
            made[name] = Meter(name, wager.id, stake, seed, str(rate), str(Fraction(progression.reserve, 100)))
    return made


def meter_of(table: Table, wager: str, stake: int) -> Meter | None:
    """The meter that a wager of this size plays for."""
    return next((m for m in table.meters.values() if m.wager == wager and m.stake == stake), None)


def feed(meter: Meter, stakes: int) -> tuple[int, str, int, str]:
    """What so many cents of wagers (negative: taken back) put on the meter and its reserve, and what is carried."""
    grown, carry = _split(Fraction(meter.carry) + stakes * Fraction(meter.rate))
    kept, rest = _split(Fraction(meter.reserve_carry) + stakes * Fraction(meter.reserve))
    return grown, str(carry), kept, str(rest)


def _split(exact: Fraction) -> tuple[int, Fraction]:
    whole = exact.numerator // exact.denominator
    return whole, exact - whole


def pay_from(table: Table, entries: Mapping[str, int]) -> None:
    """Refuse entries the inventory cannot bear: a fill must come first."""
    short = table.accounts.get("inventory", 0) + entries.get("inventory", 0)
    if short < 0:
        raise IllegalAction(f"the table inventory is short by {printed(-short)}; a fill is needed", field="inventory")
