"""§ 686a.8. Payout odds."""

from __future__ import annotations

import pytest

from tests.support import one_seat, provision, rules_of

RULES = rules_of("over-under", {"bonus": "1"})
CODE = "58 Pa. Code § 686a."

# the paytable of 8(b), both totals of every row
ROWS = [
    ("6 or 33", "2c 2d 2h", 50),
    ("6 or 33", "Ac Ad Ah", 50),
    ("7 or 32", "2c 3d 2h", 10),
    ("7 or 32", "Ac Kd Ah", 10),
    ("8 or 31", "2c 2d 4h", 5),
    ("8 or 31", "Ac Td Qh", 5),
    ("9 or 30", "3c 3d 3h", 4),
    ("9 or 30", "Ac Td 9h", 4),
    ("10 or 29", "2c 2d 6h", 3),
    ("10 or 29", "Jc Jd 9h", 3),
    ("11 or 28", "2c 2d 7h", 2),
    ("11 or 28", "9c 9d Th", 2),
    ("12 or 27", "2c 2d 8h", 1),
    ("12 or 27", "Ac 8d 8h", 1),
]


@provision("686a.8(b)")
@pytest.mark.parametrize("said", ["over", "under", "surrender"])
@pytest.mark.parametrize(("row", "cards", "odds"), ROWS)
def test_every_row_of_the_bonus(row, cards, odds, said):
    line = one_seat(RULES, cards, {"ante": "10", "bonus": "7.50"}, said)["bonus"]
    assert (line.result, line.odds, line.row) == ("win", f"{odds} to 1", row)
    assert (line.stake, line.paid, line.net) == (750, 750 * odds, 750 * odds)
    assert (str(line.cite), str(line.pays_cite)) == (f"{CODE}7(l)", f"{CODE}8(b)")


@provision("686a.8(b)")
@pytest.mark.parametrize("said", ["over", "under", "surrender"])
@pytest.mark.parametrize("cards", ["2c 2d 9h", "5c 4d 4h", "Kc 8d 8h", "Ac Ad 4h"], ids=["13", "13", "26", "26"])
def test_just_inside_the_rows_the_bonus_loses(cards, said):
    line = one_seat(RULES, cards, {"ante": "10", "bonus": "7.50"}, said)["bonus"]
    assert (line.result, line.odds, line.paid, line.net) == ("lose", None, 0, -750)
    assert line.row is None


@provision("686a.8(a)")
@pytest.mark.parametrize(
    ("cards", "said"),
    [("Ac Ad 2h", "over"), ("Ac Ad Ah", "over"), ("Qc 5d 2h", "under"), ("2c 2d 2h", "under")],
    ids=["24", "33", "17", "6"],
)
@pytest.mark.parametrize(("ante", "paid"), [("0.01", 1), ("5", 500), ("12.50", 1250), ("500", 50000)])
def test_ante_over_and_under_pay_even_money(cards, said, ante, paid):
    lines = one_seat(RULES, cards, {"ante": ante}, said)
    for wager in ("ante", said):
        assert (lines[wager].odds, lines[wager].paid, lines[wager].net) == ("1 to 1", paid, paid)
        assert str(lines[wager].pays_cite) == f"{CODE}8(a)"


@provision("686a.8(a)")
def test_the_top_total_pays_the_required_wagers_no_more_than_even_money():
    lines = one_seat(RULES, "Ac Ad Ah", {"ante": "10", "bonus": "10"}, "over")
    assert [(line.wager, line.paid) for line in lines.values()] == [
        ("ante", 1000),
        ("over", 1000),
        ("bonus", 50000),
    ]
