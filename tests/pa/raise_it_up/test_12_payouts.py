"""§ 669a.12(a) to (d) and (f). Payout odds of Pair Plus, Ante, Play, Blind and Six Card Bonus."""

from __future__ import annotations

import pytest

from croupier import IllegalAction
from tests.support import one_seat, provision, rules_of

BASE = {"ante": "10", "blind": "10"}
CODE = "58 Pa. Code § 669a."
FOLD = ["check", "check", "fold"]

# 12(a): hand, three cards, odds to 1 under A and B
PAIR_PLUS = [
    ("Straight flush", "As Ks Qs", 40, 40),
    ("Straight flush", "4d 3d 2d", 40, 40),
    ("Straight flush", "Ah 2h 3h", 40, 40),
    ("Three-of-a-kind", "As Ah Ad", 30, 25),
    ("Three-of-a-kind", "2s 2h 2d", 30, 25),
    ("Straight", "As Kd Qs", 6, 6),
    ("Straight", "4d 3c 2d", 6, 6),
    ("Straight", "Ah 2d 3h", 6, 6),
    ("Flush", "As Ks Js", 4, 4),
    ("Flush", "5d 3d 2d", 4, 4),
    ("Pair", "As Ah Kd", 1, 1),
    ("Pair", "2s 2h 3d", 1, 1),
]
THREE_CARDS = ("Straight flush", "Three-of-a-kind", "Straight", "Flush", "Pair")
"""6(c)(1) to (5)."""


@provision("669a.12(a)")
@pytest.mark.parametrize("said", [["play-3"], ["check", "check", "play-1"], FOLD], ids=["played", "late", "folded"])
@pytest.mark.parametrize("table", ["A", "B"])
@pytest.mark.parametrize(
    ("row", "held", "pays"),
    [
        pytest.param(row, held, pays, marks=provision(f"669a.6(c)({THREE_CARDS.index(row) + 1})", held="outcome"))
        for row, held, *pays in PAIR_PLUS
    ],
)
def test_every_row_of_pair_plus(row, held, pays, table, said):
    odds = pays["AB".index(table)]
    rules = rules_of("raise-it-up", {"pair-plus": table})
    line = one_seat(rules, held, BASE | {"pair-plus": "2.50"}, *said, community="Jc 8h 6c")["pair-plus"]
    assert (line.result, line.odds, line.row) == ("win", f"{odds} to 1", row)
    assert (line.stake, line.paid, line.net) == (250, odds * 250, odds * 250)
    assert (str(line.cite), str(line.pays_cite)) == (f"{CODE}11(i)(1)", f"{CODE}12(a)")


@provision("669a.12(a)")
@pytest.mark.parametrize("table", ["A", "B"])
@pytest.mark.parametrize("held", ["As Kd Js", "As Kd 2s", "5d 3c 2d"])
def test_below_a_pair_pair_plus_loses(held, table):
    rules = rules_of("raise-it-up", {"pair-plus": table})
    line = one_seat(rules, held, BASE | {"pair-plus": "2.50"}, "play-1", community="Jc 8h 6c")["pair-plus"]
    assert (line.result, line.odds, line.paid, line.net) == ("lose", None, 0, -250)


@provision("669a.12(a)")
@pytest.mark.parametrize(("held", "strictly"), [("As 2s 3s", "4 to 1"), ("As 2h 3d", None)])
def test_pair_plus_on_ace_two_three_read_strictly(held, strictly):
    rules = rules_of("raise-it-up", readings={"a-2-3": "not-a-straight"})
    line = one_seat(rules, held, BASE | {"pair-plus": "2.50"}, "play-1", community="Jc 8h 6c")["pair-plus"]
    assert line.odds == strictly
    assert line.net == (1000 if strictly else -250)


# a round for every row: three cards and the community
ROUNDS = {
    "Royal flush": ("Ah Kh 2c", "Qh Jh Th"),
    "Straight flush": ("9h 8h 2c", "7h 6h 5h"),
    "Steel wheel": ("Ah 2h Kc", "3h 4h 5h"),
    "Four-of-a-kind": ("9h 9c 2c", "9d 9s 5h"),
    "Full house": ("9h 9c 2c", "9d 2s 5h"),
    "Flush": ("9h 4h 2c", "Kh 7h 5h"),
    "Straight": ("9h 8c 2c", "7d 6s 5h"),
    "Wheel": ("Ah 2c Kc", "3d 4s 5h"),
    "Three-of-a-kind": ("9h 9c 2c", "9d Ks 5h"),
    "Two pair": ("3h 3c 2c", "2d Ks 5h"),
    "Pair of aces": ("Ah Ac 2c", "9d 7s 5h"),
    "Pair of 10s": ("Th Tc 2c", "9d 7s 5h"),
    "Pair of 9s": ("9h 9c 2c", "Td 7s 5h"),
    "Ace high": ("Ah Kc 2c", "9d 7s 5h"),
}

# 12(c) and 12(d): round, row, what a Play Wager of $30 and a Blind Wager of $10 pay
MAIN = [
    ("Royal flush", "Royal flush", "100 to 1", 3000_00, "1,000 to 1", 10000_00),
    ("Straight flush", "Straight flush", "20 to 1", 600_00, "200 to 1", 2000_00),
    ("Steel wheel", "Straight flush", "20 to 1", 600_00, "200 to 1", 2000_00),
    ("Four-of-a-kind", "Four-of-a-kind", "10 to 1", 300_00, "30 to 1", 300_00),
    ("Full house", "Full house", "6 to 1", 180_00, "4 to 1", 40_00),
    ("Flush", "Flush", "5 to 1", 150_00, "3 to 1", 30_00),
    ("Straight", "Straight", "4 to 1", 120_00, "2 to 1", 20_00),
    ("Wheel", "Straight", "4 to 1", 120_00, "2 to 1", 20_00),
    ("Three-of-a-kind", "Three-of-a-kind", "3 to 1", 90_00, "1 to 1", 10_00),
    ("Two pair", "Two pair", "3 to 2", 45_00, None, 0),
    ("Pair of aces", "Pair of 10s or better", "1 to 1", 30_00, None, 0),
    ("Pair of 10s", "Pair of 10s or better", "1 to 1", 30_00, None, 0),
]
PLAY = [(hand, row, odds, paid) for hand, row, odds, paid, _, _ in MAIN]
BLIND = [(hand, row, odds, paid) for hand, row, _, _, odds, paid in MAIN]


@provision("669a.12(c)")
@pytest.mark.parametrize(("hand", "row", "odds", "paid"), PLAY)
def test_every_row_of_play(hand, row, odds, paid):
    held, board = ROUNDS[hand]
    rules = rules_of("raise-it-up")
    for said, antes in ((["play-3"], 3), (["check", "play-2"], 2), (["check", "check", "play-1"], 1)):
        line = one_seat(rules, held, BASE, *said, community=board)["play"]
        assert (line.result, line.odds, line.row, line.stake) == ("win", odds, row, antes * 1000)
        assert line.paid == line.net == paid // 3 * antes
        assert str(line.pays_cite) == f"{CODE}12(c)"


@provision("669a.12(d)")
@pytest.mark.parametrize(("hand", "row", "odds", "paid"), BLIND)
def test_every_row_of_the_blind(hand, row, odds, paid):
    held, board = ROUNDS[hand]
    line = one_seat(rules_of("raise-it-up"), held, BASE, "play-3", community=board)["blind"]
    assert (line.result, line.odds, line.row) == ("win" if odds else "push", odds, row)
    assert (line.stake, line.paid, line.net) == (1000, paid, paid)
    assert str(line.pays_cite) == f"{CODE}12(d)"


@provision("669a.12(b)")
@pytest.mark.parametrize("hand", [hand for hand, *_ in MAIN])
def test_the_ante_pays_even_money_whatever_wins(hand):
    held, board = ROUNDS[hand]
    line = one_seat(rules_of("raise-it-up"), held, BASE, "play-3", community=board)["ante"]
    assert (line.result, line.odds, line.paid, line.net) == ("win", "1 to 1", 1000, 1000)
    assert str(line.pays_cite) == f"{CODE}12(b)"


@provision("669a.12(b)", "669a.12(c)", "669a.12(d)")
@pytest.mark.parametrize("hand", ["Pair of 9s", "Ace high"])
def test_just_below_tens_nothing_is_paid(hand):
    held, board = ROUNDS[hand]
    lines = one_seat(rules_of("raise-it-up"), held, BASE, "play-3", community=board)
    assert [(w, line.result, line.net) for w, line in lines.items()] == [
        ("ante", "lose", -1000),
        ("play", "lose", -3000),
        ("blind", "lose", -1000),
    ]


@provision("669a.12(c)")
@pytest.mark.parametrize(
    ("ante", "said", "paid"), [("0.02", "play-1", 3), ("0.01", "play-2", 3), ("12.50", "play-1", 1875)]
)
def test_three_to_two_pays_to_the_cent(ante, said, paid):
    held, board = ROUNDS["Two pair"]
    line = one_seat(rules_of("raise-it-up"), held, {"ante": ante, "blind": ante}, said, community=board)["play"]
    assert (line.odds, line.paid, line.net) == ("3 to 2", paid, paid)


@provision("669a.12(c)")
@pytest.mark.parametrize(("ante", "said"), [("0.01", "play-1"), ("0.01", "play-3"), ("5.05", "play-1")])
def test_three_to_two_of_half_a_cent_is_refused(ante, said):
    held, board = ROUNDS["Two pair"]
    with pytest.raises(IllegalAction) as refused:
        one_seat(rules_of("raise-it-up"), held, {"ante": ante, "blind": ante}, said, community=board)
    assert refused.value.field.startswith("seats.1.")
    assert refused.value.cite == f"{CODE}12(c)"


# 12(f): hand, odds to 1 under A, B, C and D
SIX_CARD = [
    ("Royal flush", "Royal flush", 1000, 1000, 1000, 1000),
    ("Straight flush", "Straight flush", 200, 200, 200, 200),
    ("Steel wheel", "Straight flush", 200, 200, 200, 200),
    ("Four-of-a-kind", "Four-of-a-kind", 50, 50, 100, 100),
    ("Full house", "Full house", 25, 25, 20, 20),
    ("Flush", "Flush", 20, 15, 15, 15),
    ("Straight", "Straight", 10, 10, 9, 10),
    ("Wheel", "Straight", 10, 10, 9, 10),
    ("Three-of-a-kind", "Three-of-a-kind", 5, 5, 8, 7),
]


@provision("669a.12(f)")
@pytest.mark.parametrize("said", [["play-3"], FOLD], ids=["played", "folded"])
@pytest.mark.parametrize("table", ["A", "B", "C", "D"])
@pytest.mark.parametrize(("hand", "row", "pays"), [(hand, row, pays) for hand, row, *pays in SIX_CARD])
def test_every_row_of_the_six_card_bonus(hand, row, pays, table, said):
    odds = pays["ABCD".index(table)]
    held, board = ROUNDS[hand]
    rules = rules_of("raise-it-up", {"six-card": table})
    line = one_seat(rules, held, BASE | {"six-card": "5"}, *said, community=board)["six-card"]
    assert (line.result, line.odds, line.row) == ("win", f"{odds:,} to 1", row)
    assert (line.stake, line.paid, line.net) == (500, odds * 500, odds * 500)
    assert (str(line.cite), str(line.pays_cite)) == (f"{CODE}11(i)(3)(ii)", f"{CODE}12(f)")


@provision("669a.12(f)")
@pytest.mark.parametrize("table", ["A", "B", "C", "D"])
@pytest.mark.parametrize("hand", ["Two pair", "Pair of aces", "Pair of 9s", "Ace high"])
def test_below_three_of_a_kind_the_six_card_bonus_loses(hand, table):
    held, board = ROUNDS[hand]
    rules = rules_of("raise-it-up", {"six-card": table})
    line = one_seat(rules, held, BASE | {"six-card": "5"}, "play-1", community=board)["six-card"]
    assert (line.result, line.odds, line.paid, line.net) == ("lose", None, 0, -500)
