"""A round found void gives the same money whenever that is found: each void irregularity of each chapter is reported at
every moment of one round at which it may be, and everybody's money, the inventory and the meters are compared."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from croupier.errors import IllegalAction
from croupier.journal.conduct_audit import ConductAudit
from croupier.table import events as e
from tests.table.void_rounds import CASES, copied, ended, moments, money, reports

if TYPE_CHECKING:
    from tests.table.drive import Driver


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.provision(*cites))
        for name, cites in {
            "687a": ("687a.13(c)", "687a.13(d)"),
            "687a-forfeits": ("687a.13(c)", "687a.13(d)"),
            "687a-2019": ("687a.13(c)", "687a.13(d)"),
            "683a": ("683a.13(c)", "683a.13(d)"),
            "669a": ("669a.13(c)", "669a.13(d)"),
            "688a": ("688a.13(c)", "688a.13(g)", "688a.13(j)"),
            "ma": ("MA 13(a)", "MA 13(c)"),
        }.items()
    ],
)
def test_the_same_facts_give_the_same_money_whenever_they_are_found(name: str):
    case = CASES[name]
    driver = case.began()
    found: dict[tuple[str, int], list[tuple[str, Driver]]] = {}
    for moment in moments(driver, case):
        for report in reports(moment):
            other = copied(moment)
            try:
                other.do(report, "floorperson")
            except IllegalAction:
                continue
            at = f"{moment.due.id} {moment.due.to or moment.due.seat or ''}"
            found.setdefault((report.irregularity, report.seat), []).append((at, ended(other, case)))
    for key, told in found.items():
        first = money(told[0][1])
        for at, one in told[1:]:
            assert money(one) == first, (key, told[0][0], at)
    every = [told for (irregularity, _), told in found.items() if irregularity in LATE[name]]
    assert {irregularity for irregularity, _ in found} >= set(LATE[name])
    for told in every:  # found when nothing was left to do but to rack the cards
        at, last = told[-1]
        assert (at.split()[0], bool(last.events(e.Unwound))) == ("rack", True)
        heard(last)


def heard(driver: Driver) -> None:
    """Hold every event against the law, and its entries against its lines."""
    audit = ConductAudit()
    for n, (event, at) in enumerate(driver.log):
        audit.hear(SimpleNamespace(body=event, at=at, n=n, offset=0))  # type: ignore[arg-type]
    assert audit.table is not None
    assert audit.table.bytes() == driver.table.bytes()


LATE = {
    "687a": ("wrong-number", "exposed"),
    "687a-forfeits": ("wrong-number", "exposed"),
    "687a-2019": ("wrong-number", "exposed"),
    "683a": ("wrong-number", "exposed", "all-six-exposed"),
    "669a": ("wrong-number", "exposed"),
    "688a": ("wrong-number", "wrong-total"),
    "ma": ("wrong-number", "dealer-exposed"),
}
"""What may be found as long as the round lasts."""
