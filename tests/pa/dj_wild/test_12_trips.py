"""§ 687a.12(d). The Trips Bonus Wager, and when its hand is natural."""

from __future__ import annotations

import pytest

from tests.support import one_seat, provision, rules_of, won

EDITIONS = ("pa-2021", "pa-2019-proposed")
TABLES = ("DJWT-04", "DJWT-05", "DJWT-06", "DJWT-07")
RULES = {table: rules_of("dj-wild", {"trips": table}) for table in TABLES}
BASE = {"ante": "10", "blind": "10", "trips": "5"}
LOW = "Qd Td 8s 6c 3d"
CODE = "58 Pa. Code § 687a."

ROWS = [
    # hand, its cards, and the pays of tables 04, 05, 06 and 07
    pytest.param("2c 2d 2h 2s Jk", (2000, 2000, 500, 2000), id="five wilds", marks=won("687a.6(e)(1)")),
    pytest.param("As Ks Qs Js Ts", (1000, 1000, 400, 1000), id="royal flush", marks=won("687a.6(e)(2)")),
    pytest.param("As Ks Qs Js Jk", (90, 70, 70, 60), id="royal flush, wild", marks=won("687a.6(e)(2)")),
    pytest.param("9c 9d 9h 9s Jk", (70, 60, 60, 50), id="five-of-a-kind"),
    pytest.param("9h 8h 7h 6h 5h", (200, 200, 200, 200), id="straight flush", marks=won("687a.6(e)(3)")),
    pytest.param("9h 8h 7h 6h Jk", (25, 25, 25, 25), id="straight flush, wild", marks=won("687a.6(e)(3)")),
    pytest.param("9c 9d 9h 9s 4c", (60, 50, 50, 40), id="four-of-a-kind", marks=won("687a.6(e)(4)")),
    pytest.param("9c 9d 9h 4c Jk", (6, 6, 6, 6), id="four-of-a-kind, wild", marks=won("687a.6(e)(4)")),
    pytest.param("9c 9d 9h 4s 4c", (30, 30, 30, 30), id="full house", marks=won("687a.6(e)(5)")),
    pytest.param("9c 9d 4s 4c Jk", (5, 5, 5, 5), id="full house, wild", marks=won("687a.6(e)(5)")),
    pytest.param("Kh Jh 9h 6h 3h", (25, 25, 25, 25), id="flush", marks=won("687a.6(e)(6)")),
    pytest.param("Kh Jh 9h 3h Jk", (4, 4, 4, 4), id="flush, wild", marks=won("687a.6(e)(6)")),
    pytest.param("9c 8d 7h 6s 5c", (20, 20, 20, 20), id="straight", marks=won("687a.6(e)(7)")),
    pytest.param("9c 8d 7h 6s Jk", (3, 3, 3, 3), id="straight, wild", marks=won("687a.6(e)(7)")),
    pytest.param("9c 9d 9h Ks 4c", (6, 6, 6, 6), id="three-of-a-kind", marks=won("687a.6(e)(8)")),
    pytest.param("9c 9d Ks 4c Jk", (1, 1, 1, 1), id="three-of-a-kind, wild", marks=won("687a.6(e)(8)")),
]


@provision("687a.12(d)", "687a.11(f)(2)(ii)", "687a.7(d)(3)")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("place", range(4), ids=TABLES)
@pytest.mark.parametrize(("cards", "pays"), ROWS)
def test_every_row_of_every_table(edition, place, cards, pays):
    rules = rules_of("dj-wild", {"trips": TABLES[place]}, edition=edition)
    line = one_seat(rules, cards, BASE, "raise", dealer=LOW)["trips"]
    paid = pays[place] * 500
    assert (line.result, line.odds, line.paid, line.net) == ("win", f"{pays[place]} to 1", paid, paid)
    assert (str(line.cite), str(line.pays_cite)) == (CODE + "11(f)(2)(ii)", CODE + "12(d)")


@provision("687a.12(d)", "687a.11(f)(2)(i)")
@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("cards", ["Ac Ad Kc Kh Jh", "Ac Ad Kc Jh 9h", "Ac 9d 7h 5s 2c", "Ac Kh Jh 9h 7s"])
def test_below_three_of_a_kind_loses(table, cards):
    line = one_seat(RULES[table], cards, BASE, "raise", dealer=LOW)["trips"]
    assert (line.result, line.odds, line.paid, line.net) == ("lose", None, 0, -500)
    assert str(line.cite) == CODE + "11(f)(2)(i)"


# Natural: no joker, and the plain faces already make the hand that is paid (DJWT-04).


@provision("687a.12(d)")
@pytest.mark.parametrize(
    ("cards", "natural", "odds"),
    [
        ("2h 3h 4h 5h 6h", True, "200 to 1"),
        ("Ah 2h 3h 4h 5h", True, "200 to 1"),
        ("2d 3h 4h 5h 6h", False, "25 to 1"),  # a deuce of another suit
        ("2h 4h 5h 6h 7h", False, "25 to 1"),  # a plain flush; with the deuce a straight flush
        ("2h Ah Kh Qh Jh", False, "90 to 1"),  # a plain flush; with the deuce a royal flush
        ("2h 4h 9h Jh Kh", True, "25 to 1"),
        ("2d 4h 9h Jh Kh", False, "4 to 1"),
        ("2c 3c 4d 5s 6h", True, "20 to 1"),
        ("Ac 2d 3h 4s 5c", True, "20 to 1"),
        ("2c 4d 5h 6s 7h", False, "3 to 1"),
        ("2c 2d 2h 2s 9c", False, "70 to 1"),  # four plain deuces are five nines
        ("2c 2d 2h 2s Ac", False, "90 to 1"),  # or a royal flush
        ("9c 9d 9h 9s 2c", False, "70 to 1"),
        ("9c 9d 9h 2c 2d", False, "70 to 1"),  # a plain full house
        ("2c 2d 2h 9c 9d", False, "70 to 1"),
        ("9c 9d 9h 2c 4d", False, "6 to 1"),  # plain three-of-a-kind
        ("2c 2d 2h 9c 4d", False, "6 to 1"),
        ("9c 9d 2c 2d 4h", False, "6 to 1"),  # plain two pairs
        ("9c 9d 4c 4d 2h", False, "5 to 1"),
        ("9c 9d 7c 4d 2h", False, "1 to 1"),
        ("9c 8d 7h 6s Jk", False, "3 to 1"),  # the joker is always wild
    ],
)
def test_natural_or_with_wild(cards, natural, odds):
    line = one_seat(RULES["DJWT-04"], cards, BASE, "raise", dealer=LOW)["trips"]
    assert line.odds == odds
    assert line.row is not None
    assert line.row.endswith("natural") is natural


@provision("687a.12(d)")
def test_a_natural_deuce_still_plays_wild_in_the_showdown():
    lines = one_seat(RULES["DJWT-04"], "2h 3h 4h 5h 6h", BASE, "raise", dealer="7c 6c 5c 4c 3c")
    assert (lines["ante"].result, lines["trips"].odds) == ("push", "200 to 1")
