"""§ 669a.7. Wagers."""

from __future__ import annotations

import pytest

from croupier import BadText, IllegalAction
from tests.support import one_seat, provision, rules_of, settled

ALL = {"pair-plus": "A", "progressive": "1", "six-card": "A"}
RULES = rules_of("raise-it-up", ALL)
BARE = rules_of("raise-it-up")
BASE = {"ante": "10", "blind": "10"}
CODE = "58 Pa. Code § 669a."
BOARD = "9d 7s 5h"


def refused(rules, wagers, *decisions, meter=None):
    with pytest.raises(IllegalAction) as error:
        one_seat(rules, "Ts Td 2c", wagers, *(decisions or ["play-1"]), community=BOARD, meter=meter)
    return error.value.field, error.value.cite


def told(number, *decisions, **more):
    cards = ["Ts Td 2c", "Ks Kd 3c", "Qs Qd 4c", "Js Jd 6c", "As Ad 8c", "Th Tc 2d"][number - 1]
    return {"cards": cards, "wagers": BASE, "decisions": list(decisions or ["play-1"])} | more


@provision("669a.7(d)(1)")
def test_ante_and_an_equal_blind_take_part():
    lines = one_seat(BARE, "Ts Td 2c", BASE, "play-1", community=BOARD)
    assert {wager: line.stake for wager, line in lines.items()} == {"ante": 1000, "play": 1000, "blind": 1000}


@provision("669a.7(d)(1)")
@pytest.mark.parametrize(
    ("wagers", "missing"),
    [
        ({}, "ante"),
        ({"blind": "10"}, "ante"),
        ({"ante": "10"}, "blind"),
        ({"pair-plus": "5"}, "ante"),
        ({"ante": "10", "pair-plus": "5"}, "blind"),
    ],
)
def test_neither_may_be_missing(wagers, missing):
    assert refused(BARE, wagers) == (f"seats.1.wagers.{missing}", f"{CODE}7(d)(1)")


@provision("669a.7(d)(1)")
@pytest.mark.parametrize("blind", ["9.99", "10.01", "5", "20", "0.01"])
def test_the_blind_equals_the_ante(blind):
    assert refused(BARE, {"ante": "10", "blind": blind}) == ("seats.1.wagers.blind", f"{CODE}7(d)(1)")


@provision("669a.7(d)(2)")
@pytest.mark.parametrize("said", [["play-3"], ["check", "play-1"], ["check", "check", "fold"]])
def test_the_play_wager_is_made_by_a_decision_and_not_before(said):
    assert refused(BARE, BASE | {"play": "10"}, *said) == ("seats.1.wagers.play", f"{CODE}7(d)(2)")


@provision("669a.7(d)(1)", "669a.7(d)(2)", held="outcome")
@pytest.mark.parametrize(
    ("held", "board", "result"),
    [
        ("Ts 8d 2c", "Th 7s 4h", "win"),
        ("8d 3s 2c", "Th Ts 4h", "win"),
        ("As Ad 2c", "9d 7s 5h", "win"),
        ("2s 2d 3c", "3d 7s 5h", "win"),
        ("9s 9d 2c", "Kd 7s 5h", "lose"),
        ("As Kd Jc", "9d 7s 5h", "lose"),
    ],
    ids=["10s with one card", "10s all on the board", "aces", "threes and deuces", "9s", "ace high"],
)
def test_ante_and_play_are_wagers_on_a_pair_of_tens_or_better(held, board, result):
    lines = one_seat(BARE, held, BASE, "play-2", community=board)
    assert (lines["ante"].result, lines["play"].result) == (result, result)


@provision("669a.7(d)(3)")
def test_pair_plus_is_offered_whether_or_not_the_submission_names_it():
    for rules in (BARE, RULES):
        line = one_seat(rules, "Ts Td 2c", BASE | {"pair-plus": "5"}, "play-1", community=BOARD)["pair-plus"]
        assert (line.result, line.stake, line.paid) == ("win", 500, 500)


@provision("669a.7(d)(3)")
@pytest.mark.parametrize(
    ("held", "board", "result"),
    [("2s 2d 3c", "Ad Ks Jh", "win"), ("As Kd Jc", "Ad Kc Js", "lose"), ("4s 3d 5c", "Ad Kc Js", "win")],
    ids=["a pair of twos", "pairs only with the board", "straight"],
)
def test_pair_plus_is_a_wager_on_the_three_cards_dealt(held, board, result):
    line = one_seat(BARE, held, BASE | {"pair-plus": "5"}, "play-1", community=board)["pair-plus"]
    assert (line.result, line.stake) == (result, 500)
    assert line.cite.path == ("11(i)(1)" if result == "win" else "7(d)(3)")


@pytest.mark.parametrize(
    ("wager", "path"),
    [
        pytest.param("progressive", "7(d)(4)", marks=provision("669a.7(d)(4)")),
        pytest.param("six-card", "7(d)(5)", marks=provision("669a.7(d)(5)")),
    ],
)
def test_the_optional_wagers_are_offered_only_if_the_submission_says_so(wager, path):
    assert RULES.offers(wager)
    assert not BARE.offers(wager)
    assert refused(BARE, BASE | {wager: "1"}) == (f"seats.1.wagers.{wager}", CODE + path)
    lines = one_seat(RULES, "Ts Td 2c", BASE | {wager: "1"}, "play-1", community=BOARD, meter="1000")
    assert lines[wager].stake == 100


@provision("669a.7(d)(5)")
@pytest.mark.parametrize(
    ("held", "board", "result"),
    [("As Kd Qc", "2h 2d 2c", "win"), ("2s 2d 3c", "2h Kd Qc", "win"), ("As Ad Kc", "Kh Qd Qc", "lose")],
    ids=["trips on the board", "twos", "three pairs"],
)
def test_the_six_card_bonus_is_a_wager_on_three_of_a_kind_or_better(held, board, result):
    line = one_seat(RULES, held, BASE | {"six-card": "5"}, "play-1", community=board)["six-card"]
    assert line.result == result
    assert line.cite.path == ("11(i)(3)(ii)" if result == "win" else "7(d)(5)")


@pytest.mark.parametrize("wager", ["trips", "raise", "envy", "Ante", "sixcard", ""])
def test_no_other_wager_exists(wager):
    """The wagers are those of 7(d), of which Pair Plus is but one."""
    field, cite = refused(RULES, BASE | {wager: "10"})
    assert field == f"seats.1.wagers.{wager}"
    assert cite in {f"{CODE}7(d)", f"{CODE}7(d)(1)"}


@pytest.mark.parametrize("wagers", [None, "10", ["ante"], 10])
def test_wagers_are_a_table(wagers):
    """Ante and Blind of 7(d)(1) are what is missing here."""
    field, cite = refused(RULES, wagers)
    assert field == "seats.1.wagers"
    assert cite in {f"{CODE}7(d)", f"{CODE}7(d)(1)"}


BAD_AMOUNTS = [
    10.0,
    0.5,
    "1e3",
    "1E1",
    "-5",
    -5,
    "+5",
    "0",
    0,
    "0.00",
    "",
    " 10",
    "10 ",
    "1,000",
    "$10",
    "10.5",
    "10.505",
    ".50",
    "10.",
    "010",
    "ten",
    "NaN",
    None,
    True,
    ["10"],
]


@pytest.mark.parametrize("amount", BAD_AMOUNTS, ids=repr)
@pytest.mark.parametrize(
    ("wager", "path"),
    [
        ("ante", "7(d)(1)"),
        ("blind", "7(d)(1)"),
        ("pair-plus", "7(d)(3)"),
        ("progressive", "7(d)(4)"),
        ("six-card", "7(d)(5)"),
    ],
)
def test_an_amount_is_dollars_and_cents_and_more_than_nothing(wager, path, amount):
    field, cite = refused(RULES, BASE | {wager: amount}, meter="1000")
    assert (field, cite) == (f"seats.1.wagers.{wager}", CODE + path)


@provision("669a.12(e)(5)")
@pytest.mark.parametrize("stake", ["0.99", "1.01", "2", "4.99", "5.01", "10", "0.01", "25"])
def test_the_progressive_wager_is_one_dollar_or_five(stake):
    field, cite = refused(RULES, BASE | {"progressive": stake}, meter="1000")
    assert field == "seats.1.wagers.progressive"
    assert cite is not None
    assert cite.startswith(f"{CODE}12(e)")


@provision("669a.12(e)(5)")
@pytest.mark.parametrize(("stake", "cents"), [("1", 100), ("1.00", 100), ("5", 500), ("5.00", 500), (5, 500)])
def test_one_dollar_and_five_are_taken(stake, cents):
    lines = one_seat(RULES, "Ts Td 2c", BASE | {"progressive": stake}, "play-1", community=BOARD, meter="1000")
    assert (lines["progressive"].stake, lines["progressive"].net) == (cents, -cents)


def test_a_progressive_wager_needs_the_meter():
    assert refused(RULES, BASE | {"progressive": "1"}) == ("meter", f"{CODE}7(d)(4)")


def test_no_meter_where_no_progressive_is_offered():
    assert refused(BARE, BASE, meter="1000")[0] == "meter"


@pytest.mark.parametrize("meter", ["much", "-1", "1e3", 1000.5, "1,000", True, "1000.001"])
def test_the_meter_is_an_amount(meter):
    with pytest.raises(BadText) as error:
        one_seat(RULES, "Ts Td 2c", BASE | {"progressive": "1"}, "play-1", community=BOARD, meter=meter)
    assert error.value.field == "meter"


LIMITED = rules_of(
    "raise-it-up",
    ALL
    | {
        "limits": {
            "ante": {"minimum": "5", "maximum": "50", "step": "5"},
            "pair-plus": {"minimum": "1", "maximum": "25", "step": "1"},
        }
    },
)


@pytest.mark.parametrize(
    "wagers",
    [
        {"ante": "5", "blind": "5"},
        {"ante": "10", "blind": "10"},
        {"ante": "50", "blind": "50"},
        BASE | {"pair-plus": "1"},
        BASE | {"pair-plus": "2"},
        BASE | {"pair-plus": "25"},
    ],
)
def test_limits_hold_at_their_ends(wagers):
    lines = one_seat(LIMITED, "Ts Td 2c", wagers, "play-3", community=BOARD)
    assert {wager: line.stake for wager, line in lines.items() if wager != "play"} == {
        wager: int(amount) * 100 for wager, amount in wagers.items()
    }


@pytest.mark.parametrize(
    ("wagers", "field", "words", "path"),
    [
        ({"ante": "4.99", "blind": "4.99"}, "ante", "below the table minimum", "7(d)(1)"),
        ({"ante": "55", "blind": "55"}, "ante", "above the table maximum", "7(d)(1)"),
        ({"ante": "50.01", "blind": "50.01"}, "ante", "above the table maximum", "7(d)(1)"),
        ({"ante": "7.50", "blind": "7.50"}, "ante", "off the step", "7(d)(1)"),
        (BASE | {"pair-plus": "0.99"}, "pair-plus", "below the table minimum", "7(d)(3)"),
        (BASE | {"pair-plus": "26"}, "pair-plus", "above the table maximum", "7(d)(3)"),
        (BASE | {"pair-plus": "1.50"}, "pair-plus", "off the step", "7(d)(3)"),
    ],
)
def test_limits_refuse_beside_their_ends(wagers, field, words, path):
    with pytest.raises(IllegalAction, match=words) as error:
        one_seat(LIMITED, "Ts Td 2c", wagers, "play-1", community=BOARD)
    assert (error.value.field, error.value.cite) == (f"seats.1.wagers.{field}", CODE + path)


@provision("669a.7(e)")
def test_a_player_may_wager_on_one_position_only():
    alone = {"1": told(1, player="Ann"), "2": told(2, player="Bob")}
    assert list(settled(RULES, alone, community=BOARD).seats) == [1, 2]
    for number in (2, 3, 6):
        with pytest.raises(IllegalAction) as error:
            settled(RULES, {"1": told(1, player="Ann"), str(number): told(number, player="Ann")}, community=BOARD)
        assert (error.value.field, error.value.cite) == (f"seats.{number}.player", f"{CODE}7(e)")


@provision("669a.2(a)")
def test_the_table_has_seats_one_to_six():
    done = settled(RULES, {str(n): told(n) for n in range(1, 7)}, community=BOARD)
    assert list(done.seats) == [1, 2, 3, 4, 5, 6]
    for number in ("0", "7", "-1", "01", "one", ""):
        with pytest.raises(IllegalAction) as error:
            settled(RULES, {"1": told(1), number: told(2)}, community=BOARD)
        assert (error.value.field, error.value.cite) == ("seats", f"{CODE}2(a)")


@pytest.mark.parametrize(("key", "value"), [("match-play", "5"), ("player", 3), ("hand", "x"), ("card", "As")])
def test_a_seat_holds_nothing_unheard_of(key, value):
    with pytest.raises(IllegalAction) as error:
        settled(RULES, {"2": told(2) | {key: value}}, community=BOARD)
    assert error.value.field == f"seats.2.{key}"
