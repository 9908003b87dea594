"""Paytables against the showdowns a wager can come to: every row that is paid must be there, and no other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.errors import SubmissionError
from croupier.game import Then
from croupier.game.case import decide

if TYPE_CHECKING:
    from croupier.game import Rules, Wager


def check_rows(rules: Rules, wager: Wager[Any]) -> None:
    """Refuse a paytable that lacks a row its wager pays, or has one that nothing falls into and no chapter prints."""
    table = rules.tables[wager.id]
    reached = set()
    for showdown in wager.classes(rules):
        row = wager.row(showdown)
        if table[row] is not None:
            reached.add(row)
        elif decide(wager.cases, showdown, None).then is Then.PAY:
            raise SubmissionError(
                f"paytable {table.id} of the {wager.name} lacks the row {row!r}, which it pays", field=wager.id,
                cite=table.cite,
            )  # fmt: skip
    printed = {row for each in wager.tables if each.id == table.id for row in each.rows}
    for row in table.rows:
        if row not in reached | printed:
            raise SubmissionError(
                f"paytable {table.id} of the {wager.name} has the row {row!r}, which nothing falls into",
                field=wager.id,
                cite=table.cite,
            )
