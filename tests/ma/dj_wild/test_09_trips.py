"""9(d)(4) and (5). The Trips wager, tables 01 to 07."""

from __future__ import annotations

import pytest

from tests.support import one_seat, provision, rules_of

TABLES = ("01", "02", "03", "04", "05", "06", "07")
RULES = {table: rules_of("dj-wild", {"trips": table}, edition="ma") for table in TABLES}
BASE = {"ante": "10", "blind": "10", "trips": "5"}
LOW = "Qd Td 8s 6c 3d"
CODE = "MA DJ Wild § "

ROWS = [
    # cards, and the odds to 1 of tables 01 to 07 as printed
    pytest.param("2c 2d 2h 2s Jk", "2000 2000 2000 2000 2000 500 2000", id="five wilds"),
    pytest.param("As Ks Qs Js Ts", "1,000 1,000 1,000 1,000 1,000 400 1,000", id="royal flush"),
    pytest.param("As Ks Qs Js Jk", "100 100 100 90 70 70 60", id="royal flush, wild"),
    pytest.param("9h 8h 7h 6h 5h", "200 200 200 200 200 200 200", id="straight flush"),
    pytest.param("9h 8h 7h 6h Jk", "30 30 30 25 25 25 25", id="straight flush, wild"),
    pytest.param("9c 9d 9h 9s Jk", "100 100 100 70 60 60 50", id="5-of-a-kind"),
    pytest.param("9c 9d 9h 9s 4c", "90 90 90 60 50 50 40", id="4-of-a-kind"),
    pytest.param("9c 9d 9h 4c Jk", "6 6 6 6 6 6 6", id="4-of-a-kind, wild"),
    pytest.param("9c 9d 9h 4s 4c", "40 40 30 30 30 30 30", id="full house"),
    pytest.param("9c 9d 4s 4c Jk", "5 5 5 5 5 5 5", id="full house, wild"),
    pytest.param("Kh Jh 9h 6h 3h", "25 30 25 25 25 25 25", id="flush"),
    pytest.param("Kh Jh 9h 3h Jk", "4 4 4 4 4 4 4", id="flush, wild"),
    pytest.param("9c 8d 7h 6s 5c", "20 20 20 20 20 20 20", id="straight"),
    pytest.param("9c 8d 7h 6s Jk", "3 3 3 3 3 3 3", id="straight, wild"),
    pytest.param("9c 9d 9h Ks 4c", "7 6 6 6 6 6 6", id="trips"),
    pytest.param("9c 9d Ks 4c Jk", "1 1 1 1 1 1 1", id="trips, wild"),
]


@provision("MA 9(d)(4)")
@pytest.mark.parametrize("place", range(7), ids=TABLES)
@pytest.mark.parametrize(("cards", "pays"), ROWS)
def test_every_row_of_every_table(place, cards, pays):
    line = one_seat(RULES[TABLES[place]], cards, BASE, "raise", dealer=LOW)["trips"]
    odds = pays.split()[place]
    paid = int(odds.replace(",", "")) * 500
    assert (line.result, line.odds, line.paid, line.net) == ("win", f"{odds} to 1", paid, paid)
    assert str(line.pays_cite) == CODE + "9(d)(4)"


@provision("MA 9(d)(4)")
@pytest.mark.parametrize("cards", ["As Ks Qs Js Ts", "9c 9d 9h Ks 4c", "9c 9d Ks 4c Jk", "2c 2d 2h 2s Jk"])
def test_without_a_deuce_left_plain_it_is_9d4_that_pays(cards):
    line = one_seat(RULES["01"], cards, BASE, "raise", dealer=LOW)["trips"]
    assert str(line.cite) == CODE + "9(d)(4)"


@provision("MA 9(d)(4)")
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("cards", ["Ac Ad Kc Kh Jh", "Ac Ad Kc Jh 9h", "Ac 9d 7h 5s 2c", "Ac Kh Jh 9h 7s"])
def test_below_three_of_a_kind_loses(table, cards):
    line = one_seat(RULES[table], cards, BASE, "raise", dealer=LOW)["trips"]
    assert (line.result, line.odds, line.paid, line.net) == ("lose", None, 0, -500)
    assert str(line.cite) == CODE + "9(d)(4)"


@provision("MA 9(d)(4)")
@pytest.mark.parametrize("decision", ["raise", "fold"])
@pytest.mark.parametrize("dealer", [LOW, "2c 2d 2h 2s Jk"], ids=["low", "five wilds"])
def test_it_is_independent_of_the_dealers_hand_and_of_a_fold(decision, dealer):
    line = one_seat(RULES["01"], "9c 9d 9h Ks 4c", BASE, decision, dealer=dealer)["trips"]
    assert (line.odds, line.net) == ("7 to 1", 3500)


@provision("MA 9(d)(5)")
@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("2h 3h 4h 5h 6h", "200 to 1"),
        ("Ah 2h 3h 4h 5h", "200 to 1"),
        ("2h 4h 9h Jh Kh", "25 to 1"),
        ("2c 3c 4d 5s 6h", "20 to 1"),
        ("Ac 2d 3h 4s 5c", "20 to 1"),
    ],
)
def test_a_deuce_that_is_a_deuce_leaves_the_hand_natural(cards, odds):
    line = one_seat(RULES["04"], cards, BASE, "raise", dealer=LOW)["trips"]
    assert (line.result, line.odds, str(line.cite)) == ("win", odds, CODE + "9(d)(5)")


@provision("MA 9(d)(4)", "MA 9(d)(5)")
@pytest.mark.parametrize(
    ("cards", "odds"),
    [
        ("2d 3h 4h 5h 6h", "25 to 1"),  # of another suit
        ("2h 4h 5h 6h 7h", "25 to 1"),  # a plain flush; with the deuce a straight flush
        ("2h Ah Kh Qh Jh", "90 to 1"),
        ("2d 4h 9h Jh Kh", "4 to 1"),
        ("2c 4d 5h 6s 7h", "3 to 1"),
        ("2c 2d 2h 2s 9c", "70 to 1"),
        ("9c 9d 9h 2c 2d", "70 to 1"),
        ("9c 9d 4c 4d 2h", "5 to 1"),
        ("3h 4h 5h 6h Jk", "25 to 1"),  # all hands that use the joker are wild
    ],
)
def test_a_deuce_or_joker_used_as_a_wild_card(cards, odds):
    line = one_seat(RULES["04"], cards, BASE, "raise", dealer=LOW)["trips"]
    assert (line.result, line.odds, str(line.cite)) == ("win", odds, CODE + "9(d)(4)")


@provision("MA 9(d)(5)")
@pytest.mark.parametrize("cards", ["9c 9d 9h 2c 4d", "2c 2d 2h 9c 4d"])
def test_table_01_pays_the_best_hand_where_natural_trips_would_pay_more(cards):
    line = one_seat(RULES["01"], cards, BASE, "raise", dealer=LOW)["trips"]
    assert (line.odds, line.row) == ("6 to 1", "4-of-a-Kind, wild")
