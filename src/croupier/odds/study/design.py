"""The design bench: change pays and see what the game is worth, or ask which pay meets a target."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from croupier.errors import CroupierError, SubmissionError
from croupier.kit.pays import Pay, pay
from croupier.odds.study.study import main_of, main_wagers, side_of, solve

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

    from croupier.game import Rules, Wager
    from croupier.odds.figures.analysis import Main, Side
    from croupier.odds.study.study import Study


def with_pays(rules: Rules, wager: Wager[Any], pays: Mapping[str, str | Pay]) -> Rules:
    """The same rules with some rows of a wager's paytable paying something else. No chapter permits these: they are
    for study, not for a table."""
    table = rules.tables[wager.id]
    rows = dict(table.rows)
    for row, text in pays.items():
        if row not in rows:
            raise SubmissionError(f"paytable {table.id} has no such row; {', '.join(rows)}", field=row, cite=table.cite)
        try:
            rows[row] = pay(text) if isinstance(text, str) else text
        except CroupierError as error:
            raise error.within(row) from None
    changed = replace(table, rows=MappingProxyType(rows))
    tables = {id_: changed if found is table else found for id_, found in rules.tables.items()}
    return replace(rules, tables=MappingProxyType(tables))


@dataclass(frozen=True, slots=True)
class Priced:
    """What a design is worth: the main game where its pays were changed, else the side wager."""

    worth: Main | Side

    @property
    def edge(self) -> Fraction:
        """The house edge per unit."""
        return -self.worth.net.mean


def price(study: Study, rules: Rules, wager: Wager[Any]) -> Priced:
    """Price a wager under changed rules. A change to the main game finds its best play anew."""
    if wager.id in main_wagers(rules.game):
        return Priced(main_of(solve(rules)))
    return Priced(side_of(study, rules, wager))


@dataclass(frozen=True, slots=True)
class Answer:
    """The pay that meets a target: exactly, and the whole odds beside it with their edge. Where no pay meets it, `ends`
    are the least and the greatest pay with their edges."""

    exact: Fraction | None
    pay: str
    edge: Fraction
    ends: Mapping[str, Fraction] = field(default_factory=dict)


def pay_for(
    study: Study,
    rules: Rules,
    wager: Wager[Any],
    *,
    row: str,
    target: Fraction,
    most: int = 100_000,
    unit: str = "to 1",
    edge_of: Callable[[Rules], Fraction] | None = None,
) -> Answer:
    """Which odds to 1, odds for 1 or dollars, as `unit` says, on `row` bring the house edge nearest to `target`, up to
    `most`; `edge_of` is the edge that is meant where a wager has several.

    A side wager's edge is linear in a pay, so the exact answer is known. The main game's best play changes with it, so
    whole odds are tried, doubled until they give too much, and then the range is halved.
    """

    @cache
    def edge(odds: int) -> Fraction:
        changed = with_pays(rules, wager, {row: written(odds, unit)})
        return price(study, changed, wager).edge if edge_of is None else edge_of(changed)

    if wager.id not in main_wagers(rules.game):
        one = edge(1)
        slope = edge(2) - one
        if not slope:
            raise SubmissionError("no deal ends in this row, so no pay changes the edge", field=row)
        exact = 1 + (target - one) / slope
        odds = min(max(1, round(exact)), most)
        ends = {} if 1 <= round(exact) <= most else {1: one, most: one + slope * (most - 1)}
        return Answer(exact, written(odds, unit), one + slope * (odds - 1), _written(ends, unit))
    low, high = 1, 2
    while high < most and edge(high) > target:
        low, high = high, min(2 * high, most)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if edge(middle) > target else (low, middle)
    best = min((low, high), key=lambda odds: abs(edge(odds) - target))
    ends = {} if edge(high) <= target <= edge(low) else {1: edge(1), most: edge(most)}
    return Answer(None, written(best, unit), edge(best), _written(ends, unit))


DOLLARS = "dollars"


def unit_of(rules: Rules, wager: Wager[Any], row: str) -> str:
    """In what a row pays, so that another pay is named likewise: to 1, for 1 or dollars."""
    table = rules.tables[wager.id]
    printed = table.rows.get(row)
    if printed is None:
        raise SubmissionError(
            f"paytable {table.id} has no such row; {', '.join(table.rows)}", field=row, cite=table.cite
        )
    if printed.percent:
        raise SubmissionError(f"pays a share of the meter, {printed.text}, and no odds", field=row, cite=table.cite)
    return DOLLARS if printed.dollars else "for 1" if printed.stake_included else "to 1"


def written(pay: int, unit: str) -> str:
    """A pay as a paytable prints it."""
    return f"${pay:,}" if unit == DOLLARS else f"{pay:,} {unit}"


def _written(ends: Mapping[int, Fraction], unit: str) -> dict[str, Fraction]:
    return {written(pay, unit): edge for pay, edge in ends.items()}
