"""What a progressive's meter adds to its fixed pays."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.game import Line, Rules, Wager


def meter_of(rules: Rules, wager: Wager[Any], lines: list[tuple[int, Line]]) -> dict[str, Fraction]:
    """Fixed pays alone, at the seed, in the long run at the stated rate, and where it breaks even.

    Shares of less than the whole do not reseed. The long run is fixed pays, what each wager feeds in, and the seed that
    the house puts up after every full share; without a stated rate it stands at a rate of nothing. As the published
    paybacks do, it counts a reserve, of which no player is paid (readings: long-run, reserve): where there is one,
    `long-run-paid` is what players are paid of it.
    """
    table = rules.tables[wager.id]
    progression = table.progression
    assert progression is not None
    stake, seed, total = progression.wagers[0], progression.seeds[0], sum(count for count, _ in lines)
    fixed = share = full = Fraction(0)
    by_label = {label: table.rows[key] for key, label in table.labels.items()}
    for count, line in lines:
        pay = by_label.get(line.row or "")
        chance = Fraction(count, total)
        if line.result != "win" or pay is None:
            continue
        back = 0 if pay.stake_included or not table.returns_stake else line.stake
        odds = line.stake * Fraction(pay.numerator, pay.denominator)
        fixed += chance * (odds + pay.dollars + back)
        share += chance * Fraction(pay.percent, 100)
        full += chance * (pay.percent == 100)
    chosen = rules.chosen.get("contribution")
    rate = chosen if chosen is not None else Fraction(progression.rate or 0, 100)
    paid, reserve = fixed / stake + rate + full * seed / stake, Fraction(progression.reserve, 100)
    found = {"fixed": fixed / stake, "at-seed": (fixed + share * seed) / stake, "long-run": paid + reserve}
    if reserve:
        found["long-run-paid"] = paid
    if share:
        found["break-even-meter"] = (stake - fixed) / share / 100
    return found
