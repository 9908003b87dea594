"""§ 683a.7. Wagers: what may be placed, and what is refused."""

from __future__ import annotations

import pytest

from croupier import IllegalAction, open_game
from tests.support import one_seat, provision, rules_of, settled, won

CITE = "58 Pa. Code § 683a."
OFFERED = {"pocket": "A", "board": "A", "lo-ball": "A", "all-six": "A"}
RULES = rules_of("cajun-stud", OFFERED)
BARE = rules_of("cajun-stud")
HELD, BOARD, ALL_SIX = "Jc Jd", "9h 5s 2c", "Kh 8s 6c 4d"
RAISED = ("raise-1", "raise-1", "raise-1")


def refusal(rules, wagers, *, decisions=RAISED, cards=HELD, community=BOARD, all_six=ALL_SIX, **more):
    """What a round of one player in seat 1 is refused for."""
    seat = {"cards": cards, "wagers": wagers, "decisions": list(decisions), **more}
    with pytest.raises(IllegalAction) as refused:
        settled(rules, {"1": seat}, community=community, all_six=all_six)
    assert len(refused.value.refusals) == 1
    return refused.value.field, refused.value.cite


# 7(a) and the table of § 683a.2(a)


@provision("683a.7(a)")
def test_no_verbal_wagers_and_no_other_instruments():
    accepted, cite = open_game("cajun-stud").verbal
    assert (accepted, str(cite)) == (False, CITE + "7(a)")
    assert refusal(BARE, {"ante": "10"}, **{"match-play": "5"}) == ("seats.1.match-play", CITE + "7(a)")


@provision("683a.2(a)")
@pytest.mark.parametrize("seat", ["0", "7", "-1", "1.0", "one", ""])
def test_six_positions_and_no_more(seat):
    entry = {"cards": HELD, "wagers": {"ante": "10"}, "decisions": list(RAISED)}
    for number in ("1", "6"):
        assert list(settled(BARE, {number: entry}, community=BOARD).seats) == [int(number)]
    with pytest.raises(IllegalAction) as refused:
        settled(BARE, {seat: entry}, community=BOARD)
    assert (refused.value.field, refused.value.cite) == ("seats", CITE + "2(a)")


def test_a_round_without_players_is_refused():
    with pytest.raises(IllegalAction) as refused:
        settled(BARE, {}, community=BOARD)
    assert refused.value.field == "seats"


# 7(d)(1), Ante and Raise


@provision("683a.7(d)(1)")
@pytest.mark.parametrize("wagers", [{}, {"pocket": "5"}, {"pocket": "5", "board": "5", "all-six": "5"}])
def test_an_ante_is_required(wagers):
    assert refusal(RULES, wagers) == ("seats.1.wagers.ante", CITE + "7(d)(1)")


@provision("683a.7(d)(1)", held="outcome")
@pytest.mark.parametrize("third", [1, 2, 3])
@pytest.mark.parametrize("fourth", [1, 2, 3])
@pytest.mark.parametrize("fifth", [1, 2, 3])
def test_each_raise_is_one_two_or_three_antes(third, fourth, fifth):
    said = [f"raise-{n}" for n in (third, fourth, fifth)]
    lines = one_seat(BARE, HELD, {"ante": "12.50"}, *said, community=BOARD)
    assert {wager: line.stake for wager, line in lines.items()} == {
        "ante": 1250,
        "raise-third": 1250 * third,
        "raise-fourth": 1250 * fourth,
        "raise-fifth": 1250 * fifth,
    }


@provision("683a.7(d)(1)")
@pytest.mark.parametrize(
    ("wager", "cite"), [("raise-third", "11(b)"), ("raise-fourth", "11(d)"), ("raise-fifth", "11(f)")]
)
def test_a_raise_is_not_placed_before_the_deal(wager, cite):
    assert refusal(BARE, {"ante": "10", wager: "10"}) == (f"seats.1.wagers.{wager}", CITE + cite)


@pytest.mark.parametrize("wager", ["raise", "blind", "trips", "progressive", "Ante", ""])
def test_a_wager_of_another_game_is_refused(wager):
    assert refusal(RULES, {"ante": "10", wager: "10"}) == (f"seats.1.wagers.{wager}", CITE + "7(d)(1)")


# 7(d)(2)-(5), the optional wagers


@pytest.mark.parametrize(
    ("wager", "cards", "result"),
    [
        pytest.param("pocket", ("6c 6d", "Kh 9s 4c", "Ah Qs 8c 3d"), "win", marks=won("683a.7(d)(2)")),
        pytest.param("pocket", ("6c 7d", "Kh 9s 4c", "Ah Qs 8c 3d"), "lose", marks=won("683a.7(d)(2)")),
        pytest.param("board", ("6c 7d", "Kh 4s 4c", "Ah Qs 8c 3d"), "win", marks=won("683a.7(d)(3)")),
        pytest.param("board", ("4c 4d", "Kh 9s 2c", "Ah Qs 8c 3d"), "lose", marks=won("683a.7(d)(3)")),
        pytest.param("lo-ball", ("6c 7d", "Jh 9s 4c", "Ah Qs 8c 3d"), "win", marks=provision("683a.7(d)(4)")),
        pytest.param("lo-ball", ("6c 7d", "Qh 9s 4c", "Ah Js 8c 3d"), "lose", marks=provision("683a.7(d)(4)")),
        pytest.param("all-six", ("6c 7d", "Kh 9s 4c", "6h 6s 8c 2d"), "win", marks=won("683a.7(d)(5)")),
        pytest.param("all-six", ("6c 7d", "6h 6s 4c", "Ah Ks 8c 2d"), "lose", marks=won("683a.7(d)(5)")),
    ],
)
def test_an_optional_wager_wins_on_its_own_cards(wager, cards, result):
    held, community, all_six = cards
    lines = one_seat(RULES, held, {"ante": "10", wager: "5"}, *RAISED, community=community, all_six=all_six)
    assert (lines[wager].stake, lines[wager].result) == (500, result)
    assert set(lines) == {"ante", "raise-third", "raise-fourth", "raise-fifth", wager}


@pytest.mark.parametrize(
    ("wager", "path"),
    [
        pytest.param("pocket", "7(d)(2)", marks=provision("683a.7(d)(2)")),
        pytest.param("board", "7(d)(3)", marks=provision("683a.7(d)(3)")),
        pytest.param("lo-ball", "7(d)(4)", marks=provision("683a.7(d)(4)")),
        pytest.param("all-six", "7(d)(5)", marks=provision("683a.7(d)(5)")),
    ],
)
def test_an_optional_wager_is_refused_unless_the_submission_offers_it(wager, path):
    others = {key: table for key, table in OFFERED.items() if key != wager}
    for rules in (BARE, rules_of("cajun-stud", others)):
        assert not rules.offers(wager)
        assert refusal(rules, {"ante": "10", wager: "5"}) == (f"seats.1.wagers.{wager}", CITE + path)
    assert rules_of("cajun-stud", {wager: "A"}).offers(wager)


def test_a_player_need_not_match_the_ante_with_an_optional_wager():
    wagers = {"ante": "10", "pocket": "1", "board": "2.50", "lo-ball": "25", "all-six": "0.01"}
    lines = one_seat(RULES, HELD, wagers, *RAISED, community=BOARD, all_six=ALL_SIX)
    assert [lines[w].stake for w in ("pocket", "board", "lo-ball", "all-six")] == [100, 250, 2500, 1]


# Amounts


@pytest.mark.parametrize("wager", ["ante", "pocket", "board", "lo-ball", "all-six"])
@pytest.mark.parametrize(
    "amount",
    [10.0, 10.5, "1e1", "10.5", "10.005", "-10", -10, "0", 0, "0.00", "", " 10", "$10", "1,000", None, True],
)
def test_a_wager_is_whole_cents_above_nothing(wager, amount):
    field, cite = refusal(RULES, {"ante": "10", wager: amount})
    path = {
        "ante": "7(d)(1)",
        "pocket": "7(d)(2)",
        "board": "7(d)(3)",
        "lo-ball": "7(d)(4)",
        "all-six": "7(d)(5)",
    }
    assert (field, cite) == (f"seats.1.wagers.{wager}", CITE + path[wager])


LIMITS = {
    "ante": {"minimum": "15", "maximum": "100", "step": "5"},
    "pocket": {"minimum": "1", "maximum": "25", "step": "1"},
}


@provision("683a.7(d)(1)", "683a.7(d)(2)")
@pytest.mark.parametrize(
    ("wager", "amount"),
    [
        ("ante", "14.99"),
        ("ante", "10"),
        ("ante", "100.01"),
        ("ante", "105"),
        ("ante", "17"),
        ("ante", "15.01"),
        ("pocket", "0.50"),
        ("pocket", "26"),
        ("pocket", "1.50"),
    ],
)
def test_outside_the_tables_limits(wager, amount):
    rules = rules_of("cajun-stud", {**OFFERED, "limits": LIMITS})
    cite = CITE + ("7(d)(1)" if wager == "ante" else "7(d)(2)")
    assert refusal(rules, {"ante": "15", wager: amount}) == (f"seats.1.wagers.{wager}", cite)


@pytest.mark.parametrize(("ante", "pocket"), [("15", "1"), ("20", "2"), ("100", "25"), ("95.00", "24")])
def test_at_the_tables_limits(ante, pocket):
    rules = rules_of("cajun-stud", {**OFFERED, "limits": LIMITS})
    lines = one_seat(rules, HELD, {"ante": ante, "pocket": pocket}, "raise-3", "raise-3", "raise-3", community=BOARD)
    assert lines["raise-fifth"].stake == 3 * lines["ante"].stake  # a raise is not held to the ante's maximum


@provision("683a.7(d)(1)")
def test_steps_count_from_the_minimum():
    rules = rules_of("cajun-stud", {"limits": {"ante": {"minimum": "15", "maximum": "95", "step": "10"}}})
    for amount in ("15", "25", "95"):
        assert one_seat(rules, HELD, {"ante": amount}, "fold")["ante"].net == -100 * int(amount)
    for amount in ("20", "30", "90"):
        assert refusal(rules, {"ante": amount}) == ("seats.1.wagers.ante", CITE + "7(d)(1)")


# The shape of a round


def test_there_is_no_meter():
    seat = {"cards": HELD, "wagers": {"ante": "10"}, "decisions": list(RAISED)}
    with pytest.raises(IllegalAction) as refused:
        settled(BARE, {"1": seat}, community=BOARD, meter="1000")
    assert refused.value.field == "meter"


@pytest.mark.parametrize("wagers", [None, "10", ["ante"]])
def test_wagers_are_a_table_of_amounts(wagers):
    assert refusal(BARE, wagers) == ("seats.1.wagers", CITE + "7(d)(1)")


def test_an_unknown_key_of_a_seat_is_refused():
    assert refusal(BARE, {"ante": "10"}, bets="10")[0] == "seats.1.bets"


# 7(e), adjacent boxes


def seats(*numbers, player="Ann"):
    hands = {1: "2c 3d", 2: "2d 3c", 3: "4c 5d", 4: "4d 5c", 5: "7c 8d", 6: "7d 8c"}
    entry = {"wagers": {"ante": "10"}, "decisions": ["fold"]}
    return {str(n): {"cards": hands[n], "player": player, **entry} for n in numbers}


@provision("683a.7(e)")
@pytest.mark.parametrize(
    ("boxes", "numbers"), [(1, [4]), (2, [3, 4]), (2, [6]), (3, [4, 5, 6]), (6, [1, 2, 3, 4, 5, 6])]
)
def test_a_player_may_wager_on_as_many_adjacent_boxes_as_specified(boxes, numbers):
    rules = rules_of("cajun-stud", {"adjacent-boxes": boxes})
    assert list(settled(rules, seats(*numbers)).seats) == numbers


@provision("683a.7(e)")
@pytest.mark.parametrize(("boxes", "numbers"), [(1, [1, 2]), (2, [1, 2, 3]), (2, [1, 3]), (3, [2, 3, 5]), (5, [1, 6])])
def test_more_boxes_or_boxes_apart_are_refused(boxes, numbers):
    rules = rules_of("cajun-stud", {"adjacent-boxes": boxes})
    with pytest.raises(IllegalAction) as refused:
        settled(rules, seats(*numbers))
    assert (refused.value.field, refused.value.cite) == (f"seats.{numbers[-1]}.player", CITE + "7(e)")


@provision("683a.7(e)")
def test_two_players_may_sit_anywhere():
    rules = rules_of("cajun-stud", {"adjacent-boxes": 2})
    table = {**seats(1, 2), **seats(3, player="Bob"), **seats(5, 6, player="Cy")}
    assert list(settled(rules, table).seats) == [1, 2, 3, 5, 6]
