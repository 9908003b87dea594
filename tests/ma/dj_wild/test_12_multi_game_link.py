"""12. Multi Game Link: wager, seed and rows come from the submission."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import IllegalAction, SubmissionError, open_game
from tests.support import provision, rules_of, settled

GAME = open_game("dj-wild", "ma")
ROWS = {
    "royal-flush": "100% of meter",
    "straight-flush": "10% of meter",
    "four-of-a-kind": "300 for 1",
    "full-house": "50 for 1",
    "flush": "$200",
    "straight": "30 to 1",
    "three-of-a-kind": "9 to 1",
}
LINK: dict[str, Any] = {"wager": "5", "seed": "10000", "rows": ROWS}
RULES = rules_of("dj-wild", {"multi-game-link": LINK}, edition="ma")
RETURNED = rules_of("dj-wild", {"multi-game-link": LINK}, edition="ma", readings={"progressive-stake": "returned"})
BASE = {"ante": "10", "blind": "10"}
LOW = "Qd Td 8s 6c 3d"
CODE = "MA DJ Wild § "


def seat(cards: str, stake: str | None = "5", decision: str = "raise") -> dict[str, Any]:
    wagers = {**BASE, "multi-game-link": stake} if stake else BASE
    return {"cards": cards, "wagers": wagers, "decisions": [decision]}


def link(rules, seats, **places):
    done = settled(rules, seats, **{"dealer": LOW, "meter": "12345.67", **places})
    lines = {n: x for n, one in done.seats.items() for x in one.lines if x.wager == "multi-game-link"}
    return lines, done.meter


@provision("MA 12(a)")
def test_a_meter_with_nothing_on_it_is_refused():
    with pytest.raises(IllegalAction, match="never nothing") as refused:
        link(RULES, {"1": seat("As Ks Qs Js Ts")}, meter="0")
    assert refused.value.field == "meter"


def refusals(told: object) -> set[str]:
    with pytest.raises(SubmissionError) as refused:
        GAME.rules({"multi-game-link": told})
    assert {r.cite for r in refused.value.refusals} == {CODE + "12(a)"}
    return {r.field for r in refused.value.refusals}


HANDS = {
    "royal-flush": "As Ks Qs Js Ts",
    "straight-flush": "9h 8h 7h 6h 5h",
    "four-of-a-kind": "9c 9d 9h 9s 4c",
    "full-house": "9c 9d 9h 4s 4c",
    "flush": "Kh Jh 9h 6h 3h",
    "straight": "9c 8d 7h 6s 5c",
    "three-of-a-kind": "9c 9d 9h Ks 4c",
}


@provision("MA 12(a)")
@pytest.mark.parametrize(
    ("hand", "paid", "net", "returned", "left"),
    [
        ("royal-flush", 12345_67, 12340_67, 12345_67, 10000_00),
        ("straight-flush", 1234_56, 1229_56, 1234_56, 11111_11),
        ("four-of-a-kind", 1500_00, 1495_00, 1495_00, 12345_67),
        ("full-house", 250_00, 245_00, 245_00, 12345_67),
        ("flush", 200_00, 195_00, 195_00, 12345_67),
        ("straight", 150_00, 145_00, 150_00, 12345_67),
        ("three-of-a-kind", 45_00, 40_00, 45_00, 12345_67),
    ],
)
def test_every_row(hand, paid, net, returned, left):
    """A win brings the collected wager back only under the other reading, never when paid "for 1" or in dollars."""
    lines, meter = link(RULES, {"1": seat(HANDS[hand])})
    line = lines[1]
    assert (line.result, line.odds, line.stake, line.paid, line.net) == ("win", ROWS[hand], 500, paid, net)
    assert (str(line.cite), meter) == (CODE + "12(a)", left)
    lines, _ = link(RETURNED, {"1": seat(HANDS[hand])})
    assert (lines[1].paid, lines[1].net) == (paid, returned)


@provision("MA 12(a)")
@pytest.mark.parametrize("cards", ["Ac Ad Kc Kh Jh", "9c 9d Ks 4c 3h", "Ac Kh 9h 5s 4c"])
def test_a_hand_without_a_row_loses(cards):
    lines, meter = link(RULES, {"1": seat(cards)})
    assert (lines[1].result, lines[1].odds, lines[1].net, meter) == ("lose", None, -500, 12345_67)
    assert lines[1].reading is not None
    only_royals = rules_of("dj-wild", {"multi-game-link": {**LINK, "rows": {"royal-flush": "$50,000"}}}, edition="ma")
    lines, _ = link(only_royals, {"1": seat(HANDS["straight-flush"])})
    assert lines[1].result == "lose"


@provision("MA 12(a)")
@pytest.mark.parametrize(
    ("cards", "spare", "odds"),
    [
        ("As Ks Qs Js Jk", "Ts", "100% of meter"),
        ("As Ks Qs Js 2s", "Ts", "100% of meter"),  # every wild card is replaced, deuces too
        ("As Ks Qs Js 2s", "9c", None),
        ("As Ks Qs 2c Jk", "Js Ts", "100% of meter"),
        ("9c 9d 9h 9s 2c", "4c", "300 for 1"),
        ("9c 9d 2d 2h Jk", "2c 9h 9s", "300 for 1"),
        ("9c 9d Ks 4c 2h", "2c", None),  # a deuce drawn is a deuce
        ("3h 4h 5h 6h Jk", "2h", "10% of meter"),
        ("2c 2d 2h 2s Jk", "As Ks Qs Js Ts", "100% of meter"),
    ],
)
def test_wild_cards_are_replaced_from_the_stub(cards, spare, odds):
    lines, _ = link(RULES, {"1": seat(cards)}, replacement=spare)
    assert lines[1].odds == odds


@provision("MA 12(a)")
def test_replacements_go_to_link_bettors_in_the_order_of_the_seats():
    seats = {"4": seat("9c 9d 9h 7s 2d"), "1": seat("As Ks Qs 2c Jk"), "2": seat("Ac Kd 9s 5s 2h", None)}
    lines, meter = link(RULES, seats, replacement="Js Ts 7c")
    assert {n: line.odds for n, line in lines.items()} == {1: "100% of meter", 4: "50 for 1"}
    assert meter == 10000_00
    lines, _ = link(RULES, seats, replacement="7c Js Ts")
    assert {n: line.odds for n, line in lines.items()} == {1: None, 4: "9 to 1"}


@provision("MA 12(a)")
@pytest.mark.parametrize(
    ("places", "cite"),
    [
        ({}, "12(a)"),
        ({"replacement": "Ts"}, "12(a)"),
        ({"replacement": "Ts 9s 8c"}, "12(a)"),
        ({"replacement": "Ts Jk"}, "12(a)"),
        ({"replacement": "Ts Ts"}, "2(a)"),
        ({"replacement": "Ts As"}, "2(a)"),
    ],
    ids=["none", "too few", "too many", "the joker", "twice", "on the table"],
)
def test_one_card_for_each_wild(places, cite):
    with pytest.raises(IllegalAction) as refused:
        link(RULES, {"1": seat("As Ks Qs 2c 2d")}, **places)
    assert (refused.value.field, refused.value.cite) == ("replacement", CODE + cite)


def test_no_replacement_for_players_without_the_wager():
    lines, _ = link(RULES, {"1": seat("As Ks Qs 2c Jk", None), "2": seat("9c 9d 9h 7s 4c")})
    assert {n: line.odds for n, line in lines.items()} == {2: "9 to 1"}
    with pytest.raises(IllegalAction) as refused:
        link(RULES, {"1": seat("As Ks Qs 2c Jk", None)}, replacement="Ts Js")
    assert refused.value.field == "replacement"


@provision("MA 12(a)")
def test_shares_in_the_order_of_settlement_seats_1_to_6():
    seats = {"2": seat("9h 8h 7h 6h 5h"), "5": seat("9s 7s 6s 5s 2c"), "6": seat("As Ks Qs Js Ts")}
    lines, meter = link(RULES, seats, replacement="8d", dealer="Qd Td 8c 6c 3d")
    assert {n: line.paid for n, line in lines.items()} == {2: 1234_56, 5: 150_00, 6: 11111_11}
    assert meter == 10000_00


def test_a_fold_leaves_it_in_action():
    lines, _ = link(RULES, {"1": seat(HANDS["three-of-a-kind"], decision="fold")})
    assert (lines[1].result, lines[1].paid) == ("win", 4500)


def test_the_meter_must_be_given():
    with pytest.raises(IllegalAction) as refused:
        link(RULES, {"1": seat(HANDS["flush"])}, meter=None)
    assert (refused.value.field, refused.value.cite) == ("meter", CODE + "12(a)")
    with pytest.raises(IllegalAction) as refused:
        settled(rules_of("dj-wild", edition="ma"), {"1": seat(HANDS["flush"], None)}, dealer=LOW, meter="10000")
    assert refused.value.field == "meter"


@pytest.mark.parametrize("stake", ["1", "4.99", "5.01", "10"])
def test_the_stake_is_the_links(stake):
    with pytest.raises(IllegalAction) as refused:
        link(RULES, {"1": seat(HANDS["flush"], stake)})
    assert (refused.value.field, refused.value.cite) == ("seats.1.wagers.multi-game-link", CODE + "12(a)")


def test_a_pay_that_is_not_whole_cents_is_refused():
    odd = {"wager": "0.25", "seed": "100", "rows": {"flush": "3 to 2"}}
    rules = rules_of("dj-wild", {"multi-game-link": odd}, edition="ma")
    with pytest.raises(IllegalAction) as refused:
        link(rules, {"1": seat(HANDS["flush"], "0.25")})
    assert refused.value.field == "seats.1.wagers.multi-game-link"


# The submission.


@provision("MA 12(a)")
@pytest.mark.parametrize(
    ("told", "fields"),
    [
        ({}, {"wager", "seed", "rows"}),
        ({"wager": "5", "rows": ROWS}, {"seed"}),
        ({**LINK, "wager": 5.0, "seed": "much"}, {"wager", "seed"}),
        ({**LINK, "wager": "0", "seed": "0"}, {"wager", "seed"}),
        ({**LINK, "rows": {}}, {"rows"}),
        ({**LINK, "rows": ["royal-flush"]}, {"rows"}),
        ({**LINK, "rows": {"five-wilds": "$5", "flush": "much"}}, {"rows.five-wilds", "rows.flush"}),
        ({**LINK, "rows": {"flush": "0 to 1", "straight": "101% of meter"}}, {"rows.flush", "rows.straight"}),
        ({**LINK, "envy": "5"}, {"envy"}),
    ],
)
def test_a_link_without_its_numbers_is_refused(told, fields):
    assert refusals(told) == {f"multi-game-link.{field}" for field in fields}


@pytest.mark.parametrize("told", ["1", True, ["5", "10000"]])
def test_a_link_is_a_table(told):
    assert refusals(told) == {"multi-game-link"}
