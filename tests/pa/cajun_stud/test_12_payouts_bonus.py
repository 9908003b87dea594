"""§ 683a.12(b)-(e). Payout odds of the Pocket Bonus, Board Bonus, Lo Ball and All-Six Bonus Wagers."""

from __future__ import annotations

import pytest

from tests.support import one_seat, provision, rules_of

CITE = "58 Pa. Code § 683a."


def every(pays):
    """Paytable, row, odds and what $5 is paid, for every cell of the tables."""
    return [(table, row, *cell) for row, cells in pays.items() for table, cell in cells.items()]


def line_of(wager, table, held, **cards):
    """The wager of $5 beside an Ante that is folded at once, which the wager survives."""
    rules = rules_of("cajun-stud", {wager: table})
    return one_seat(rules, held, {"ante": "10", wager: "5"}, "fold", **cards)[wager]


def paid(line):
    return line.result, line.odds, line.stake, line.paid, line.net


# (b), Pocket Bonus

POCKET_HANDS = {
    "Pair of aces": ["As Ah", "Ac Ad"],
    "Ace and a king, queen or jack of the same suit": ["As Ks", "Qd Ad", "Ah Jh"],
    "Ace and a king, queen or jack of different suits": ["As Kc", "Qd Ac", "Ah Js"],
    "Pair of 2s—kings": ["2c 2d", "7c 7h", "Kh Ks"],
}
POCKET = {
    "Pair of aces": {"A": ("30 to 1", 15_000), "B": ("25 to 1", 12_500), "C": ("30 to 1", 15_000)},
    "Ace and a king, queen or jack of the same suit": {
        "A": ("20 to 1", 10_000),
        "B": ("20 to 1", 10_000),
        "C": ("20 to 1", 10_000),
    },
    "Ace and a king, queen or jack of different suits": {
        "A": ("10 to 1", 5_000),
        "B": ("10 to 1", 5_000),
        "C": ("10 to 1", 5_000),
    },
    "Pair of 2s—kings": {"A": ("5 to 1", 2_500), "B": ("5 to 1", 2_500), "C": ("4 to 1", 2_000)},
}


@provision("683a.12(b)")
@pytest.mark.parametrize(("table", "row", "odds", "won"), every(POCKET))
def test_every_row_of_the_pocket_bonus_tables(table, row, odds, won):
    for held in POCKET_HANDS[row]:
        line = line_of("pocket", table, held)
        assert paid(line) == ("win", odds, 500, won, won)
        assert (str(line.cite), str(line.pays_cite)) == (CITE + "11(i)(1)(ii)", CITE + "12(b)")


@provision("683a.12(b)")
@pytest.mark.parametrize("table", "ABC")
@pytest.mark.parametrize("held", ["As Ts", "Ac Td", "As 2s", "Ks Qs", "Qs Js", "3c 2d"])
def test_two_cards_below_every_row_lose_the_pocket_bonus(table, held):
    line = line_of("pocket", table, held)
    assert paid(line) == ("lose", None, 500, 0, -500)
    assert str(line.cite) == CITE + "11(i)(1)(i)"


# (c), Board Bonus

BOARDS = {
    "Mini-royal": ["As Ks Qs", "Qd Kd Ad"],
    "Straight flush": ["Ks Qs Js", "4h 3h 2h", "3d 2d Ad"],
    "Three-of-a-kind": ["Ac Ad Ah", "2c 2d 2h"],
    "Straight": ["As Ks Qd", "4h 3h 2s", "3d 2d Ac"],
    "Flush": ["As Ks Js", "5h 3h 2h", "Kd Ad 2d"],
    "Pair": ["Ac Ad Ks", "2c 2d 3s"],
}
BOARD = {
    "Mini-royal": {
        "A": ("40 to 1", 20_000),
        "B": ("40 to 1", 20_000),
        "C": ("50 to 1", 25_000),
        "D": ("50 to 1", 25_000),
    },
    "Straight flush": {
        "A": ("40 to 1", 20_000),
        "B": ("40 to 1", 20_000),
        "C": ("40 to 1", 20_000),
        "D": ("40 to 1", 20_000),
    },
    "Three-of-a-kind": {
        "A": ("30 to 1", 15_000),
        "B": ("30 to 1", 15_000),
        "C": ("30 to 1", 15_000),
        "D": ("30 to 1", 15_000),
    },
    "Straight": {
        "A": ("6 to 1", 3_000),
        "B": ("5 to 1", 2_500),
        "C": ("5 to 1", 2_500),
        "D": ("6 to 1", 3_000),
    },
    "Flush": {"A": ("4 to 1", 2_000), "B": ("4 to 1", 2_000), "C": ("4 to 1", 2_000), "D": ("3 to 1", 1_500)},
    "Pair": {"A": ("1 to 1", 500), "B": ("1 to 1", 500), "C": ("1 to 1", 500), "D": ("1 to 1", 500)},
}


@provision("683a.12(c)")
@pytest.mark.parametrize(("table", "row", "odds", "won"), every(BOARD))
def test_every_row_of_the_board_bonus_tables(table, row, odds, won):
    for community in BOARDS[row]:
        line = line_of("board", table, "9c 7s", community=community)
        assert (*paid(line), line.row) == ("win", odds, 500, won, won, row)
        assert (str(line.cite), str(line.pays_cite)) == (CITE + "11(i)(2)(ii)", CITE + "12(c)")


@provision("683a.12(c)")
@pytest.mark.parametrize("table", "ABCD")
@pytest.mark.parametrize("community", ["As Ks Jd", "5h 3h 2c", "Kd Ad 2s", "Ah Qh Jd"])
def test_a_board_below_every_row_loses(table, community):
    line = line_of("board", table, "9c 7s", community=community)
    assert paid(line) == ("lose", None, 500, 0, -500)
    assert str(line.cite) == CITE + "11(i)(2)(i)"


# (d), Lo Ball

LOW_HANDS = {
    "7 high": [("7c 5d", "4h 3s 2c"), ("2c 4d", "5h 6s 7c")],
    "8 high": [("8c 5d", "4h 3s 2c"), ("8c 7d", "6h 5s 3c")],
    "9 high": [("9c 5d", "4h 3s 2c"), ("9c 8d", "7h 6s 4c")],
    "10 high": [("Tc 5d", "4h 3s 2c"), ("Tc 9d", "8h 7s 5c")],
    "Jack high": [("Jc 5d", "4h 3s 2c"), ("9c 8d", "Jh Ts 6c")],
}
LO_BALL = {
    "7 high": {"A": ("100 to 1", 50_000), "B": ("100 to 1", 50_000)},
    "8 high": {"A": ("50 to 1", 25_000), "B": ("50 to 1", 25_000)},
    "9 high": {"A": ("15 to 1", 7_500), "B": ("10 to 1", 5_000)},
    "10 high": {"A": ("5 to 1", 2_500), "B": ("5 to 1", 2_500)},
    "Jack high": {"A": ("1 to 1", 500), "B": ("1 to 1", 500)},
}


@provision("683a.12(d)")
@pytest.mark.parametrize(("table", "row", "odds", "won"), every(LO_BALL))
def test_every_winning_row_of_the_lo_ball_tables(table, row, odds, won):
    for held, community in LOW_HANDS[row]:
        line = line_of("lo-ball", table, held, community=community)
        assert (*paid(line), line.row) == ("win", odds, 500, won, won, row)
        assert (str(line.cite), str(line.pays_cite)) == (CITE + "11(i)(3)(ii)", CITE + "12(d)")


@provision("683a.12(d)")
@pytest.mark.parametrize(
    ("table", "result", "net", "path"), [("A", "lose", -500, "11(i)(3)(i)"), ("B", "push", 0, "11(i)(3)(ii)")]
)
@pytest.mark.parametrize(("held", "community"), [("Qc 5d", "4h 3s 2c"), ("Jc Td", "Qh 9s 7c")])
def test_queen_high_loses_in_a_and_pushes_in_b(table, result, net, path, *, held, community):
    line = line_of("lo-ball", table, held, community=community)
    assert (paid(line), str(line.cite)) == ((result, None, 500, 0, net), CITE + path)


@provision("683a.12(d)", "683a.11(i)(3)(i)")
@pytest.mark.parametrize("table", "AB")
@pytest.mark.parametrize(
    ("held", "community"),
    [
        ("Kc 5d", "4h 3s 2c"),  # higher than a single queen
        ("Ac 6d", "4h 3s 2c"),  # the ace is high
        ("2c 2d", "3h 4s 5c"),  # a pair, the lowest there is
        ("2c 3d", "2h 3s 4c"),
        ("2c 2d", "2h 3s 4c"),
        ("Ac 2d", "3h 4s 5c"),  # a straight, however low
        ("6c 5d", "4h 3s 2c"),
        ("Jc Td", "9h 8s 7c"),
        ("7c 5c", "4c 3c 2c"),  # a flush, however low
        ("6d 5d", "4d 3d 2d"),
    ],
)
def test_what_forms_a_hand_or_is_higher_loses_the_lo_ball_wager(table, held, community):
    line = line_of("lo-ball", table, held, community=community)
    assert (paid(line), str(line.cite)) == (("lose", None, 500, 0, -500), CITE + "11(i)(3)(i)")


# (e), All-Six Bonus

SIX_HANDS = {
    "Royal flush": [("Ad Kd", "Qd Jd Td 9s"), ("As 2c", "Ks Qs Js Ts"), ("Ah Kh", "Qh Jh Th 8h")],
    "Straight flush": [("Kd Qd", "Jd Td 9d 8d"), ("Ah 2h", "3h 4h 5h 9c"), ("Ks 2c", "Qs Js Ts 9s")],
    "Four-of-a-kind": [("2c 2d", "2h 2s 3c 4d"), ("9c 9d", "7c 7d 7h 7s")],
    "Full house": [("2c 2d", "2h 3s 3c 4d"), ("9c 9d", "9h 7d 7h 7s")],
    "Flush": [("7c 5c", "4c 3c 2c Ad"), ("As Ks", "Qs Js 9s 2s")],
    "Straight": [("Ac 2d", "3h 4s 5c 9d"), ("Ac Kd", "Qh Js Tc 9d"), ("9c 8d", "7h 6s 5c 5d")],
    "Three-of-a-kind": [("2c 2d", "2h 4s 5c 9d"), ("Kc 4d", "7h 7s 7c 9d")],
}
ALL_SIX = {
    "Royal flush": dict.fromkeys("ABCDE", ("1,000 to 1", 500_000)),
    "Straight flush": dict.fromkeys("ABCDE", ("200 to 1", 100_000)),
    "Four-of-a-kind": {
        **dict.fromkeys("ABE", ("50 to 1", 25_000)),
        **dict.fromkeys("CD", ("100 to 1", 50_000)),
    },
    "Full house": {**dict.fromkeys("AB", ("25 to 1", 12_500)), **dict.fromkeys("CDE", ("20 to 1", 10_000))},
    "Flush": {"A": ("20 to 1", 10_000), **dict.fromkeys("BCDE", ("15 to 1", 7_500))},
    "Straight": {**dict.fromkeys("ABDE", ("10 to 1", 5_000)), "C": ("9 to 1", 4_500)},
    "Three-of-a-kind": {
        **dict.fromkeys("ABE", ("5 to 1", 2_500)),
        "C": ("8 to 1", 4_000),
        "D": ("7 to 1", 3_500),
    },
}


@provision("683a.12(e)")
@pytest.mark.parametrize(("table", "row", "odds", "won"), every(ALL_SIX))
def test_every_common_row_of_the_all_six_tables(table, row, odds, won):
    for held, four in SIX_HANDS[row]:
        line = line_of("all-six", table, held, all_six=four)
        assert (*paid(line), line.row) == ("win", odds, 500, won, won, row)
        assert (str(line.cite), str(line.pays_cite)) == (CITE + "11(i)(4)(ii)", CITE + "12(e)")


@provision("683a.12(e)")
@pytest.mark.parametrize(
    ("suit", "odds", "won"),
    [
        ("d", "200,000 to 1", 100_000_000),
        ("h", "20,000 to 1", 10_000_000),
        ("s", "20,000 to 1", 10_000_000),
        ("c", "20,000 to 1", 10_000_000),
    ],
)
@pytest.mark.parametrize(("held", "four"), [("AK", "QJT9"), ("9T", "JQKA"), ("A9", "TKJQ")])
def test_a_six_card_royal_is_paid_by_its_suit_in_table_e(suit, odds, won, *, held, four):
    two, others = (" ".join(rank + suit for rank in ranks) for ranks in (held, four))
    assert paid(line_of("all-six", "E", two, all_six=others)) == ("win", odds, 500, won, won)


@provision("683a.12(e)")
@pytest.mark.parametrize("table", "ABCD")
@pytest.mark.parametrize("suit", "cdhs")
def test_a_six_card_royal_is_a_royal_flush_in_the_other_tables(table, suit):
    held, four = (" ".join(rank + suit for rank in ranks) for ranks in ("AK", "QJT9"))
    line = line_of("all-six", table, held, all_six=four)
    assert (*paid(line), line.row) == ("win", "1,000 to 1", 500, 500_000, 500_000, "Royal flush")


@provision("683a.12(e)")
@pytest.mark.parametrize("table", "ABCDE")
@pytest.mark.parametrize(
    ("held", "four"),
    [
        ("Ac Ad", "Kh Ks Qc Qd"),  # three pairs
        ("Ac Ad", "Kh Ks Qc Jd"),
        ("Ac Ad", "Kh Qs Jc 9d"),
        ("Ac Kd", "Qh Js 9c 8d"),
        ("9d 8d", "7d 6d 2c 3c"),
        ("Kc Ad", "2h 3s 4c 9d"),  # no straight around the ace
    ],
)
def test_below_three_of_a_kind_the_all_six_wager_loses(table, held, four):
    line = line_of("all-six", table, held, all_six=four)
    assert (paid(line), str(line.cite)) == (("lose", None, 500, 0, -500), CITE + "11(i)(4)(i)")


def test_community_cards_do_not_count_for_all_six_nor_all_six_cards_for_the_hand():
    rules = rules_of("cajun-stud", {"all-six": "A"})
    wagers = {"ante": "10", "all-six": "5"}
    raised = ("raise-1", "raise-1", "raise-1")
    lines = one_seat(rules, "As Ks", wagers, *raised, community="Qs Js Ts", all_six="2c 3c 4d 8d")
    assert (lines["ante"].odds, lines["all-six"].result) == ("500 to 1", "lose")
    lines = one_seat(rules, "As Ks", wagers, *raised, community="2c 3c 8d", all_six="Qs Js Ts 4d")
    assert (lines["ante"].result, lines["all-six"].odds) == ("lose", "1,000 to 1")
