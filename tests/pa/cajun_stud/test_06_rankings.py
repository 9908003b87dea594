"""§ 683a.6. Cajun Stud rankings."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from math import comb, prod

import pytest

from croupier import cards
from croupier.games.pa.cajun_stud import board_ranking
from croupier.kit.cards import STANDARD
from tests.support import one_seat, provision, rules_of, won

# paytables in which every hand pays differently, so that the odds tell which hand was seen
RULES = rules_of("cajun-stud", {"pocket": "A", "board": "C", "all-six": "E"})
RANKING = RULES.game.ranking({})  # type: ignore[misc]
ANTE = {"ante": "5"}


def name(hand):
    return RANKING.category(RANKING.rank(cards(hand))).name


def value(hand):
    return RANKING.rank(cards(hand))


# 6(a), the rank of the cards


@provision("683a.6(a)")
@pytest.mark.parametrize(("higher", "lower"), list(zip("AKQJT98765", "KQJT987654", strict=True)))
def test_cards_rank_from_ace_to_two(higher, lower):
    assert value(f"{higher}c {higher}d 2h 3s 3c") > value(f"{lower}c {lower}d 2h 3s 3c")


@provision("683a.6(a)")
def test_fours_over_threes_over_twos():
    assert value("4c 4d 9h 8s 6c") > value("3c 3d 9h 8s 6c") > value("2c 2d 9h 8s 6c")


@provision("683a.6(a)", held="outcome")
def test_an_ace_makes_the_lowest_straight_with_2_3_4_5():
    assert name("Ac 2d 3h 4s 5c") == "straight"
    assert name("Ah 2h 3h 4h 5h") == "straight-flush"
    assert value("Ac 2d 3h 4s 5c") < value("2c 3d 4h 5s 6c")
    assert value("Ah 2h 3h 4h 5h") < value("2h 3h 4h 5h 6h")


@provision("683a.6(a)")
@pytest.mark.parametrize("hand", ["Qc Kd Ah 2s 3c", "Kc Ad 2h 3s 4c", "Jc Qd Kh As 2c"])
def test_an_ace_joins_no_other_sequence(hand):
    assert name(hand) == "high-card"


@provision("683a.6(a)")
def test_all_suits_are_equal():
    assert len({value(" ".join(rank + suit for rank in "AKQJT")) for suit in "cdhs"}) == 1
    assert len({value(" ".join(rank + suit for rank in "KJ852")) for suit in "cdhs"}) == 1
    assert value("9c 9d Ah 4s 3c") == value("9h 9s Ad 4c 3d")


# 6(b), five cards


@pytest.mark.parametrize(
    ("hand", "is_", "below", "lower"),
    [
        pytest.param(
            "As Ks Qs Js Ts",
            "royal-flush",
            "Kh Qh Jh Th 9h",
            "straight-flush",
            marks=provision("683a.6(b)(1)"),
        ),
        pytest.param(
            "5h 4h 3h 2h Ah",
            "straight-flush",
            "Ac Ad Ah As Kc",
            "four-of-a-kind",
            marks=provision("683a.6(b)(2)"),
        ),
        pytest.param(
            "2c 2d 2h 2s 3c",
            "four-of-a-kind",
            "Ac Ad Ah Kc Kd",
            "full-house",
            marks=provision("683a.6(b)(3)"),
        ),
        pytest.param("2c 2d 2h 3c 3d", "full-house", "Ah Kh Qh Jh 9h", "flush", marks=provision("683a.6(b)(4)")),
        pytest.param("7c 5c 4c 3c 2c", "flush", "Ac Kd Qh Js Tc", "straight", marks=provision("683a.6(b)(5)")),
        pytest.param(
            "5c 4d 3h 2s Ac", "straight", "Ac Ad Ah Ks Qc", "three-of-a-kind", marks=provision("683a.6(b)(6)")
        ),
        pytest.param(
            "2c 2d 2h 3s 4c",
            "three-of-a-kind",
            "Ac Ad Kh Ks Qc",
            "two-pairs",
            marks=provision("683a.6(b)(7)"),
        ),
        pytest.param("3c 3d 2h 2s 4c", "two-pairs", "Ac Ad Kh Qs Jc", "pair", marks=provision("683a.6(b)(8)")),
        pytest.param("2c 2d 3h 4s 5c", "pair", "Ac Kd Qh Js 9c", "high-card", marks=provision("683a.6(b)(9)")),
    ],
)
def test_the_lowest_of_each_hand_beats_the_highest_of_the_next(hand, is_, below, lower):
    assert (name(hand), name(below)) == (is_, lower)
    assert value(hand) > value(below)


@provision("683a.6(b)(1)", "683a.6(b)(2)", "683a.6(b)(5)", "683a.6(b)(6)")
def test_the_suit_makes_the_difference():
    assert name("As Ks Qs Js Td") == "straight"
    assert name("As Ks Qs Js 9s") == "flush"
    assert name("Ks Qs Js Ts 9d") == "straight"
    assert name("Ks Qs Js Ts 8s") == "flush"
    assert name("Ks Qs Js Ts 8d") == "high-card"


def test_every_hand_of_a_deck_falls_where_arithmetic_says():
    counts: Counter[str] = Counter()
    values = set()
    for ranks in combinations_with_replacement(range(2, 15), 5):
        held = Counter(ranks).values()
        if max(held) > 4:
            continue
        ways = prod(comb(4, n) for n in held)
        for suited, number in ((False, ways - 4), (True, 4)) if len(held) == 5 else ((False, ways),):
            hand = RANKING.evaluate(ranks, suited=suited)
            counts[RANKING.category(hand).name] += number
            values.add(hand)
    assert counts == {
        "royal-flush": 4,
        "straight-flush": 36,
        "four-of-a-kind": 624,
        "full-house": 3744,
        "flush": 5108,
        "straight": 10200,
        "three-of-a-kind": 54912,
        "two-pairs": 123552,
        "pair": 1098240,
        "high-card": 1302540,
    }
    assert len(values) == 7462


# 6(c), the Pocket Bonus


def pocket(held):
    return one_seat(RULES, held, {**ANTE, "pocket": "1"}, "fold")["pocket"].odds


@pytest.mark.parametrize(
    ("held", "odds"),
    [
        pytest.param("Ac Ad", "30 to 1", marks=won("683a.6(c)(1)")),
        pytest.param("Ah As", "30 to 1", marks=won("683a.6(c)(1)")),
        pytest.param("Ac Kc", "20 to 1", marks=won("683a.6(c)(2)")),
        pytest.param("Qd Ad", "20 to 1", marks=won("683a.6(c)(2)")),
        pytest.param("Ah Jh", "20 to 1", marks=won("683a.6(c)(2)")),
        pytest.param("As Ts", None, marks=won("683a.6(c)(2)")),
        pytest.param("Ks Qs", None, marks=won("683a.6(c)(2)")),
        pytest.param("Ac Kd", "10 to 1", marks=won("683a.6(c)(3)")),
        pytest.param("Qh As", "10 to 1", marks=won("683a.6(c)(3)")),
        pytest.param("Ad Jc", "10 to 1", marks=won("683a.6(c)(3)")),
        pytest.param("As Td", None, marks=won("683a.6(c)(3)")),
        pytest.param("Kc Kd", "5 to 1", marks=won("683a.6(c)(4)")),
        pytest.param("2c 2d", "5 to 1", marks=won("683a.6(c)(4)")),
        pytest.param("2c 3c", None, marks=won("683a.6(c)(4)")),
    ],
)
def test_pocket_hands(held, odds):
    assert pocket(held) == odds


@provision("683a.6(c)(1)", "683a.6(c)(2)", "683a.6(c)(3)", "683a.6(c)(4)")
def test_all_1326_pairs_of_cards():
    counts = Counter(pocket(f"{one} {two}") for one, two in combinations(STANDARD, 2))
    assert counts == {"30 to 1": 6, "20 to 1": 12, "10 to 1": 36, "5 to 1": 72, None: 1200}


# 6(d), the Board Bonus


def board(turned):
    return one_seat(RULES, "9c 4d", {**ANTE, "board": "1"}, "fold", community=turned)["board"].odds


@pytest.mark.parametrize(
    ("turned", "odds"),
    [
        pytest.param("As Ks Qs", "50 to 1", marks=provision("683a.6(d)(1)")),
        pytest.param("Qd Ad Kd", "50 to 1", marks=provision("683a.6(d)(1)")),
        pytest.param("Ks Qs Js", "40 to 1", marks=provision("683a.6(d)(2)")),
        pytest.param("2h 3h 4h", "40 to 1", marks=provision("683a.6(d)(2)")),
        pytest.param("2c 2d 2h", "30 to 1", marks=provision("683a.6(d)(3)")),
        pytest.param("As Ks Qd", "5 to 1", marks=provision("683a.6(d)(4)")),
        pytest.param("2h 4s 3h", "5 to 1", marks=provision("683a.6(d)(4)")),
        pytest.param("As Ks Js", "4 to 1", marks=provision("683a.6(d)(5)")),
        pytest.param("Kh Ah 2h", "4 to 1", marks=provision("683a.6(d)(5)")),
        pytest.param("2c 3c 5c", "4 to 1", marks=provision("683a.6(d)(5)")),
        pytest.param("Ac Ad Kc", "1 to 1", marks=provision("683a.6(d)(6)")),
        pytest.param("2c 2d 3c", "1 to 1", marks=provision("683a.6(d)(6)")),
        pytest.param("Kh Ah 2c", None, marks=provision("683a.6(d)(4)")),
        pytest.param("As Ks Jd", None, marks=provision("683a.6(d)(6)")),
    ],
)
def test_board_hands(turned, odds):
    assert board(turned) == odds


@provision("683a.6(d)(1)", "683a.6(d)(2)", "683a.6(d)(3)", "683a.6(d)(4)", "683a.6(d)(5)", "683a.6(d)(6)")
@pytest.mark.parametrize(
    ("reading", "counts"),
    [
        ("straight", (4, 44, 52, 720, 1096, 3744, 16440)),
        ("not-a-straight", (4, 40, 52, 660, 1100, 3744, 16500)),
    ],
)
def test_all_22100_boards_under_both_readings_of_a_2_3(reading, counts):
    ranking = board_ranking(reading)
    found = Counter(ranking.category(ranking.rank(three)).name for three in combinations(STANDARD, 3))
    names = ("mini-royal", "straight-flush", "three-of-a-kind", "straight", "flush", "pair", "high-card")
    assert tuple(found[name] for name in names) == counts


# 6(e), the All-Six Bonus


@pytest.mark.parametrize(
    ("held", "four", "odds"),
    [
        pytest.param("Ad Kd", "Qd Jd Td 9d", "200,000 to 1", marks=won("683a.6(e)(1)")),
        pytest.param("9s Ts", "Js Qs Ks As", "20,000 to 1", marks=won("683a.6(e)(1)")),
        pytest.param("Ad Kd", "Qd Jd Td 9s", "1,000 to 1", marks=won("683a.6(e)(2)")),
        pytest.param("Ad Kd", "Qd Jd Td 8d", "1,000 to 1", marks=won("683a.6(e)(2)")),
        pytest.param("Ad 2c", "Kd Qd Jd Td", "1,000 to 1", marks=won("683a.6(e)(2)")),
        pytest.param("Kd Qd", "Jd Td 9d 8d", "200 to 1", marks=won("683a.6(e)(3)")),
        pytest.param("Ah 2h", "3h 4h 5h Kh", "200 to 1", marks=won("683a.6(e)(3)")),
        pytest.param("Kd Qd", "Jd Td 9d As", "200 to 1", marks=won("683a.6(e)(3)")),
        pytest.param("9c 4d", "7c 7d 7h 7s", "50 to 1", marks=won("683a.6(e)(4)")),
        pytest.param("9c 9d", "7c 7d 7h 7s", "50 to 1", marks=won("683a.6(e)(4)")),
        pytest.param("9c 9d", "7c 7d 7h 2s", "20 to 1", marks=won("683a.6(e)(5)")),
        pytest.param("9c 9d", "9h 7d 7h 7s", "20 to 1", marks=won("683a.6(e)(5)")),
        pytest.param("Kc 9c", "7c 4c 2c 2d", "15 to 1", marks=won("683a.6(e)(6)")),
        pytest.param("9c 8c", "7c 6c 2c 5d", "15 to 1", marks=won("683a.6(e)(6)")),
        pytest.param("Kc 9c", "7c 4c 2d Jd", None, marks=won("683a.6(e)(6)")),
        pytest.param("9c 8d", "7h 6s 5c 5d", "10 to 1", marks=won("683a.6(e)(7)")),
        pytest.param("Ac 2d", "3h 4s 5c Kd", "10 to 1", marks=won("683a.6(e)(7)")),
        pytest.param("Ac Kd", "Qh Js 2c 3d", None, marks=won("683a.6(e)(7)")),
        pytest.param("9c 8d", "7h 6s 4c 3d", None, marks=won("683a.6(e)(7)")),
        pytest.param("2c 2d", "2h 9s Kc Qd", "5 to 1", marks=won("683a.6(e)(8)")),
        pytest.param("Ac Kd", "2h 2s 2c Qd", "5 to 1", marks=won("683a.6(e)(8)")),
        pytest.param("Ac Ad", "Kh Ks Qc Qd", None, marks=won("683a.6(e)(8)")),
    ],
)
def test_all_six_hands(held, four, odds):
    assert one_seat(RULES, held, {**ANTE, "all-six": "1"}, "fold", all_six=four)["all-six"].odds == odds
