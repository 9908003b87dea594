"""§ 687a.12(a), (b) and (e). Payout odds: Ante, Raise, Blind and Two-Way Bad Beat."""

from __future__ import annotations

import pytest

from tests.support import one_seat, provision, rules_of, won

EDITIONS = ("pa-2021", "pa-2019-proposed")
BASE = {"ante": "10", "blind": "10"}
LOW = "Qd Td 8s 6c 3d"  # queen high
WILDS = "2c 2d 2h 2s Jk"
CODE = "58 Pa. Code § 687a."

HANDS = {
    "five-wilds": WILDS,
    "royal-flush": "As Ks Qs Js Ts",
    "five-of-a-kind": "9c 9d 9h 9s Jk",
    "straight-flush": "9h 8h 7h 6h 5h",
    "four-of-a-kind": "9c 9d 9h 9s 4c",
    "full-house": "9c 9d 9h 4s 4c",
    "flush": "Kh Jh 9h 6h 3h",
    "straight": "9c 8d 7h 6s 5c",
    "three-of-a-kind": "9c 9d 9h Ks 4c",
    "two-pairs": "9c 9d 4s 4c Kh",
    "pair": "9c 9d Ks 4c 3h",
    "high-card": "Ac Kd 9h 5s 4c",
}


@provision("687a.12(a)")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("hand", HANDS)
def test_ante_and_raise_pay_even_money_on_every_winning_hand(edition, hand):
    lines = one_seat(rules_of("dj-wild", edition=edition), HANDS[hand], BASE, "raise", dealer=LOW)
    assert [(lines[w].odds, lines[w].paid, lines[w].net) for w in ("ante", "raise")] == [
        ("1 to 1", 1000, 1000),
        ("1 to 1", 2000, 2000),
    ]
    assert str(lines["raise"].pays_cite) == CODE + "12(a)"


@provision("687a.12(b)", "687a.11(e)(1)")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize(
    ("hand", "odds", "paid"),
    [
        ("five-wilds", "1000 to 1", 10_000_00),
        ("royal-flush", "50 to 1", 500_00),
        ("five-of-a-kind", "10 to 1", 100_00),
        ("straight-flush", "9 to 1", 90_00),
        ("four-of-a-kind", "4 to 1", 40_00),
        ("full-house", "3 to 1", 30_00),
        ("flush", "2 to 1", 20_00),
        ("straight", "1 to 1", 10_00),
    ],
)
def test_the_blind_pays_a_winning_hand(edition, hand, odds, paid):
    line = one_seat(rules_of("dj-wild", edition=edition), HANDS[hand], BASE, "raise", dealer=LOW)["blind"]
    assert (line.result, line.odds, line.paid, line.net) == ("win", odds, paid, paid)
    assert (str(line.cite), str(line.pays_cite)) == (CODE + "11(e)(1)", CODE + "12(b)")


@provision("687a.12(b)")
@pytest.mark.parametrize("hand", ["three-of-a-kind", "two-pairs", "pair", "high-card"])
def test_the_blind_pushes_on_a_win_with_three_of_a_kind_or_less(hand):
    lines = one_seat(rules_of("dj-wild"), HANDS[hand], BASE, "raise", dealer=LOW)
    blind = lines["blind"]
    assert lines["ante"].result == "win"
    assert (blind.result, blind.odds, blind.paid, blind.net, blind.row) == (
        "push",
        None,
        0,
        0,
        "Three-of-a-kind or less",
    )
    assert (str(blind.cite), str(blind.pays_cite)) == (CODE + "11(e)(1)", CODE + "12(b)")


@provision("687a.12(b)")
@pytest.mark.parametrize(
    ("wild", "odds"),
    [
        ("As Ks Qs Js Jk", "50 to 1"),
        ("9h 8h 7h 6h Jk", "9 to 1"),
        ("9c 9d 9h 4c Jk", "4 to 1"),
        ("9c 9d 4s 4c Jk", "3 to 1"),
        ("Kh Jh 9h 3h Jk", "2 to 1"),
        ("9c 8d 7h 6s Jk", "1 to 1"),
        ("9c 9d Ks 4c Jk", None),
    ],
)
def test_the_blind_pays_wild_and_natural_hands_alike(wild, odds):
    assert one_seat(rules_of("dj-wild"), wild, BASE, "raise", dealer=LOW)["blind"].odds == odds


# (e): the beaten hand, in tables DJWBB-01, 02, 03 and 04. Only five wilds beat a royal flush.

BAD_BEAT = [
    pytest.param("royal-flush", WILDS, (500, "10,000", 500, 299), marks=won("687a.6(f)(1)")),
    pytest.param("five-of-a-kind", "As Ks Qs Js Ts", (500, "10,000", 500, 299)),
    pytest.param("straight-flush", WILDS, (500, "5,000", 500, 299), marks=won("687a.6(f)(2)")),
    pytest.param("four-of-a-kind", WILDS, (500, 500, 300, 299), marks=won("687a.6(f)(3)")),
    pytest.param("full-house", WILDS, (400, 400, 200, 200), marks=won("687a.6(f)(4)")),
    pytest.param("flush", WILDS, (300, 300, 100, 100), marks=won("687a.6(f)(5)")),
    pytest.param("straight", WILDS, (100, 100, 50, 50), marks=won("687a.6(f)(6)")),
    pytest.param("three-of-a-kind", WILDS, (9, 9, 15, 15), marks=won("687a.6(f)(7)")),
]


@provision("687a.12(e)", "687a.11(f)(3)(ii)")
@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("place", [0, 1, 2, 3])
@pytest.mark.parametrize(("hand", "dealer", "pays"), BAD_BEAT)
def test_bad_beat_pays_the_beaten_hand(edition, place, hand, dealer, pays):
    table = ("DJWBB-01", "DJWBB-02", "DJWBB-03", "DJWBB-04")[place]
    rules = rules_of("dj-wild", {"bad-beat": table}, edition=edition)
    line = one_seat(rules, HANDS[hand], {**BASE, "bad-beat": "5"}, "raise", dealer=dealer)["bad-beat"]
    paid = int(str(pays[place]).replace(",", "")) * 500
    assert (line.result, line.odds, line.paid, line.net) == ("win", f"{pays[place]} to 1", paid, paid)
    assert (str(line.cite), str(line.pays_cite)) == (CODE + "11(f)(3)(ii)", CODE + "12(e)")


@provision("687a.12(e)")
@pytest.mark.parametrize("place", [0, 1, 2, 3])
@pytest.mark.parametrize(("hand", "player", "pays"), BAD_BEAT)
def test_two_way_bad_beat_pays_the_dealers_beaten_hand_alike(place, hand, player, pays):
    table = ("DJWBB-01", "DJWBB-02", "DJWBB-03", "DJWBB-04")[place]
    rules = rules_of("dj-wild", {"bad-beat": table}, readings={"bad-beat": "two-way"})
    line = one_seat(rules, player, {**BASE, "bad-beat": "5"}, "raise", dealer=HANDS[hand])["bad-beat"]
    assert (line.result, line.odds) == ("win", f"{pays[place]} to 1")


@provision("687a.12(e)", "687a.11(f)(3)(i)")
@pytest.mark.parametrize("table", ["DJWBB-01", "DJWBB-02", "DJWBB-03", "DJWBB-04"])
@pytest.mark.parametrize("hand", ["two-pairs", "pair", "high-card"])
def test_bad_beat_loses_below_three_of_a_kind_in_every_table(table, hand):
    """DJWBB-04 prints "three-of-a-kind or less"; less is collected by 11(f)(3)(i)."""
    for way in ("one-way", "two-way"):
        rules = rules_of("dj-wild", {"bad-beat": table}, readings={"bad-beat": way})
        line = one_seat(rules, HANDS[hand], {**BASE, "bad-beat": "5"}, "raise", dealer=WILDS)["bad-beat"]
        assert (line.result, line.net, line.cite.path) == ("lose", -500, "11(f)(3)(i)")


@provision("687a.12(e)")
def test_five_wilds_cannot_be_beaten_and_lose_the_one_way_bad_beat():
    rules = rules_of("dj-wild", {"bad-beat": "DJWBB-02"})
    line = one_seat(rules, WILDS, {**BASE, "bad-beat": "5"}, "raise", dealer="As Ks Qs Js Ts")["bad-beat"]
    assert (line.result, line.net) == ("lose", -500)
