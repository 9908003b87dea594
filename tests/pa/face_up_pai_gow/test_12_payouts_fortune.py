"""§ 688a.12(c). Payout odds: the Fortune Bonus Wager, every row of every paytable."""

from __future__ import annotations

import pytest

from tests.pa.face_up_pai_gow.hands import SEVEN, others
from tests.support import one_seat, provision, rules_of

# the rows as printed, and a hand for each
ROWS = {
    "7 card straight flush": SEVEN["7-card straight flush"],
    "Royal flush + royal match": SEVEN["royal + match"],
    "7 card straight flush with joker": SEVEN["7-card with joker"],
    "Five aces": SEVEN["five aces"],
    "Royal flush": SEVEN["royal"],
    "Straight flush": SEVEN["straight flush"],
    "Four-of-a-kind": SEVEN["four"],
    "Full house": SEVEN["full house"],
    "Flush": SEVEN["flush"],
    "Three-of-a-kind": SEVEN["three"],
    "Straight": SEVEN["straight"],
}

# the odds, and what $5 pays, down the rows
PAYS = {
    "1": [
        ("5,000 to 1", 25_000_00),
        ("1,000 to 1", 5_000_00),
        ("750 to 1", 3_750_00),
        ("250 to 1", 1_250_00),
        ("100 to 1", 500_00),
        ("50 to 1", 250_00),
        ("20 to 1", 100_00),
        ("5 to 1", 25_00),
        ("4 to 1", 20_00),
        ("3 to 1", 15_00),
        ("2 to 1", 10_00),
    ],
    "2": [
        ("8,000 to 1", 40_000_00),
        ("2,000 to 1", 10_000_00),
        ("1,000 to 1", 5_000_00),
        ("400 to 1", 2_000_00),
        ("150 to 1", 750_00),
        ("50 to 1", 250_00),
        ("25 to 1", 125_00),
        ("5 to 1", 25_00),
        ("4 to 1", 20_00),
        ("3 to 1", 15_00),
        ("2 to 1", 10_00),
    ],
    "3": [
        ("5,000 to 1", 25_000_00),
        ("2,000 to 1", 10_000_00),
        ("1,000 to 1", 5_000_00),
        ("400 to 1", 2_000_00),
        ("150 to 1", 750_00),
        ("50 to 1", 250_00),
        ("25 to 1", 125_00),
        ("5 to 1", 25_00),
        ("4 to 1", 20_00),
        ("3 to 1", 15_00),
        ("2 to 1", 10_00),
    ],
    "4": [
        ("2,500 to 1", 12_500_00),
        ("1,000 to 1", 5_000_00),
        ("750 to 1", 3_750_00),
        ("250 to 1", 1_250_00),
        ("125 to 1", 625_00),
        ("50 to 1", 250_00),
        ("25 to 1", 125_00),
        ("5 to 1", 25_00),
        ("4 to 1", 20_00),
        ("3 to 1", 15_00),
        ("2 to 1", 10_00),
    ],
    "5": [  # four-of-a-kind is printed at 5 to 1: a reading
        ("5,000 to 1", 25_000_00),
        ("1,000 to 1", 5_000_00),
        ("500 to 1", 2_500_00),
        ("300 to 1", 1_500_00),
        ("100 to 1", 500_00),
        ("45 to 1", 225_00),
        ("25 to 1", 125_00),
        ("5 to 1", 25_00),
        ("4 to 1", 20_00),
        ("3 to 1", 15_00),
        ("2 to 1", 10_00),
    ],
    "6": [
        ("5,000 to 1", 25_000_00),
        ("2,000 to 1", 10_000_00),
        ("1,000 to 1", 5_000_00),
        ("400 to 1", 2_000_00),
        ("150 to 1", 750_00),
        ("50 to 1", 250_00),
        ("25 to 1", 125_00),
        ("5 to 1", 25_00),
        ("4 to 1", 20_00),
        ("3 to 1", 15_00),
        ("2 to 1", 10_00),
    ],
}


def fortune(table, seven, readings=None, stake="5"):
    rules = rules_of("face-up-pai-gow", {"fortune": table}, readings=readings)
    return one_seat(rules, seven, {"pai-gow": "10", "fortune": stake}, "house-way", dealer=others(seven))["fortune"]


@provision("688a.12(c)")
@pytest.mark.parametrize(
    ("table", "row", "odds", "paid"),
    [(table, row, *pay) for table, pays in PAYS.items() for row, pay in zip(ROWS, pays, strict=True)],
)
def test_every_row(table, row, odds, paid):
    line = fortune(table, ROWS[row])
    assert (line.row, line.result, line.odds, line.paid, line.net) == (row, "win", odds, paid, paid)
    assert str(line.cite) == "58 Pa. Code § 688a.11(h)(2)(i)(B)"
    assert str(line.pays_cite) == "58 Pa. Code § 688a.12(c)"


@provision("688a.12(c)")
@pytest.mark.parametrize("table", PAYS)
def test_three_pair_pushes_in_table_1_alone(table):
    line = fortune(table, SEVEN["three pair"])
    if table == "1":
        assert (line.result, line.row, line.odds, line.paid, line.net) == ("push", "Three pair", None, 0, 0)
        assert line.cite.path == "11(h)(2)(i)(B)"
    else:
        assert (line.result, line.row, line.odds, line.paid, line.net) == ("lose", None, None, 0, -500)
        assert line.cite.path == "11(h)(2)(i)(A)"


@provision("688a.12(c)", "688a.11(h)(2)(i)(A)")
@pytest.mark.parametrize("table", PAYS)
@pytest.mark.parametrize("seven", [SEVEN["two pair"], "As Jk Kd Qc 7s 4h 2d", "As Kd Jc 9h 7d 4s 3c"])
def test_less_loses(table, seven):
    line = fortune(table, seven)
    assert (line.result, line.odds, line.paid, line.net) == ("lose", None, 0, -500)
    assert str(line.cite) == "58 Pa. Code § 688a.11(h)(2)(i)(A)"


@provision("688a.12(c)")
@pytest.mark.parametrize(
    ("seven", "row"),
    [
        ("Ad 2d 3d 4d 5d 6d 7d", "7 card straight flush"),
        ("2h 3h 4h 5h 6h 7h 8h", "7 card straight flush"),
        ("8s 9s Ts Js Qs Ks Jk", "7 card straight flush with joker"),
        ("As 2s 3s 4s 5s 7s Jk", "7 card straight flush with joker"),
        ("Jk Ks Qs Js Ts Kh Qh", "Royal flush + royal match"),
        ("As Ks Qs Jk Ts Kd Qd", "Royal flush + royal match"),
        ("As Ks Qs Js Ts Kh Qd", "Royal flush"),
        ("As Jk Qs Js Ts 4h 2d", "Royal flush"),
        ("5d 4d 3d 2d Jk Kh 9c", "Straight flush"),
        ("As Ah Ad Jk 9c 5d 2h", "Four-of-a-kind"),
        ("9s 9h 9d 9c Jk 7c 2h", "Four-of-a-kind"),  # the joker is not fully wild here
        ("9s 9h 9d 9c Kd Kh Ks", "Four-of-a-kind"),
        ("9s 9h 9d Kc Kd Kh 2s", "Full house"),
        ("As Jk 9s 9h 9d 7c 2h", "Full house"),
        ("9s 9h 9d Jk Kd 7c 2h", "Three-of-a-kind"),
        ("As Ah Jk 9d 7c 4s 2h", "Three-of-a-kind"),
        ("Ks 9s 6s 3s Jk 7d 4h", "Flush"),
        ("Kd Qs Jh 9c Jk 4d 2h", "Straight"),
        ("5d 4s 3h 2c Jk 9d Th", "Straight"),
        ("9s 8h 7d 6c 5s 9d 8c", "Straight"),  # better than two pair
    ],
)
def test_other_hands_of_a_row(seven, row):
    odds, paid = dict(zip(ROWS, PAYS["4"], strict=True))[row]
    line = fortune("4", seven)
    assert (line.row, line.odds, line.paid) == (row, odds, paid)


@provision("688a.12(c)")
@pytest.mark.parametrize(("stake", "paid"), [("0.01", 20), ("1", 2000), ("4.99", 9980), ("12.34", 24680)])
def test_odds_are_of_the_stake(stake, paid):
    assert fortune("1", SEVEN["four"], stake=stake).paid == paid


# Readings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", PAYS)
@pytest.mark.parametrize(
    "seven",
    [
        "9s 9h 9d 8c 7s 6h 5d",
        "As Ah Jk Kd Qc Jh Td",
        "As Ad Jk Kd Qc Jh 2s",  # the joker makes the straight, or the third ace
        "5s 5h 5d 4c 3s 2h Jk",
    ],
)
def test_three_of_a_kind_goes_over_a_straight_unless_read_by_rank(table, seven):
    line = fortune(table, seven)
    assert (line.row, line.odds, line.paid) == ("Three-of-a-kind", "3 to 1", 1500)
    line = fortune(table, seven, {"fortune-trips-straight": "by-rank"})
    assert (line.row, line.odds, line.paid) == ("Straight", "2 to 1", 1000)


def test_a_flush_goes_over_three_of_a_kind_either_way():
    for reading in ("trips", "by-rank"):
        assert fortune("1", "9s 9h 9d Ks Qs 7s 2s", {"fortune-trips-straight": reading}).row == "Flush"


def test_table_5_pays_four_of_a_kind_25_to_1_unless_read_as_printed():
    line = fortune("5", SEVEN["four"])
    assert (line.odds, line.paid) == ("25 to 1", 12500)
    line = fortune("5", SEVEN["four"], {"fortune-5-quads": "as-printed"})
    assert (line.odds, line.paid) == ("5 to 1", 2500)
    assert fortune("1", SEVEN["four"], {"fortune-5-quads": "as-printed"}).odds == "20 to 1"
    assert fortune("6", SEVEN["four"], {"fortune-5-quads": "as-printed"}).odds == "25 to 1"
