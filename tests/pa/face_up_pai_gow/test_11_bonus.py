"""§ 688a.11(e) and (h): order of settlement, and settling the optional wagers."""

from __future__ import annotations

from typing import Any

import pytest

from tests.pa.face_up_pai_gow.hands import SEVEN, others
from tests.support import one_seat, provision, rules_of, settled

RULES = rules_of("face-up-pai-gow", {"ace-high": "1", "fortune": "1", "progressive": "4"})
DEALER = "Ks Kd 9c 8h 5d 3s 2c"
ACE_HIGH = "As Kd Jc 9h 7d 4s 3c"


def seat(cards, decision="house-way", **optional):
    wagers = {"pai-gow": "10", **{name.replace("_", "-"): stake for name, stake in optional.items()}}
    return {"cards": cards, "wagers": wagers, "decisions": [decision]}


# (h): the dealer forms the highest hand, however the player set the cards ----------------------------------------


@provision("688a.11(h)")
@pytest.mark.parametrize(
    "decision",
    [
        "house-way",
        {"high": "9s 8s 7s 6s 5s", "low": "9h 9d"},
        {"high": "9s 9h 9d 8s 7s", "low": "6s 5s"},
        {"high": "8s 7s 6s 5s 9h", "low": "9s 9d"},
    ],
)
def test_the_highest_hand_of_the_seven_counts(decision):
    wagers = {"pai-gow": "10", "fortune": "5", "progressive": "5"}
    lines = one_seat(RULES, "9s 9h 9d 8s 7s 6s 5s", wagers, decision, dealer=DEALER.replace("9c", "Jc"), meter="10000")
    assert (lines["fortune"].row, lines["progressive"].row) == ("Straight flush", "Straight flush")


@provision("688a.11(h)", held="outcome")
def test_a_fouled_hand_keeps_its_optional_wagers():
    wagers = {"pai-gow": "10", "fortune": "5", "progressive": "5"}
    setting = {"high": "Qs Js 9s Ad 4s", "low": "6s 6h"}
    lines = one_seat(RULES, "Qs Js 9s Ad 4s 6s 6h", wagers, setting, dealer=DEALER, meter="10000")
    assert (lines["pai-gow"].result, lines["pai-gow"].cite.path) == ("lose", "11(f)(1)(iii)")
    assert (lines["fortune"].row, lines["fortune"].net) == ("Flush", 2000)
    assert (lines["progressive"].row, lines["progressive"].net) == ("Flush", 2000)


# (h)(1): ace high ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer", "player", "result", "path"),
    [
        pytest.param(DEALER, "Ah Qd Tc 8d 6d 5s 2s", "lose", "11(h)(1)(i)(A)", marks=provision("688a.11(h)(1)(i)(A)")),
        pytest.param(DEALER, "Qs Qd 7c 4h 3d 8c 7h", "lose", "11(h)(1)(i)(A)", marks=provision("688a.11(h)(1)(i)(A)")),
        pytest.param(ACE_HIGH, "Ah Qd Tc 8h 6d 5s 2c", "win", "11(h)(1)(i)(B)", marks=provision("688a.11(h)(1)(i)(B)")),
        pytest.param(ACE_HIGH, "Qs Qd 7c 4h 3d 8c 7h", "win", "11(h)(1)(i)(B)", marks=provision("688a.11(h)(1)(i)(B)")),
    ],
)
def test_ace_high_follows_the_dealer(dealer, player, result, path):
    line = one_seat(RULES, player, {"pai-gow": "10", "ace-high": "5"}, "house-way", dealer=dealer)["ace-high"]
    assert (line.result, str(line.cite)) == (result, f"58 Pa. Code § 688a.{path}")
    assert (line.net < 0) is (result == "lose")


# (h)(2) and (3): whose cites decide --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "result", "path"),
    [
        pytest.param("two pair", "lose", "11(h)(2)(i)(A)", marks=provision("688a.11(h)(2)(i)(A)")),
        pytest.param("straight", "win", "11(h)(2)(i)(B)", marks=provision("688a.11(h)(2)(i)(B)")),
        pytest.param("three pair", "push", "11(h)(2)(i)(B)", marks=provision("688a.11(h)(2)(i)(B)")),
        pytest.param("four", "win", "11(h)(2)(i)(B)", marks=provision("688a.11(h)(2)(i)(B)")),
    ],
)
def test_fortune(hand, result, path):
    seven = SEVEN[hand]
    line = one_seat(RULES, seven, {"pai-gow": "10", "fortune": "5"}, "house-way", dealer=others(seven))["fortune"]
    assert (line.result, str(line.cite)) == (result, f"58 Pa. Code § 688a.{path}")


@pytest.mark.parametrize(
    ("hand", "result", "path"),
    [
        pytest.param("flush", "lose", "11(h)(3)(i)(A)", marks=provision("688a.11(h)(3)(i)(A)")),
        pytest.param("straight", "lose", "11(h)(3)(i)(A)", marks=provision("688a.11(h)(3)(i)(A)")),
        pytest.param("full house", "win", "11(h)(3)(i)(B)(4)", marks=provision("688a.11(h)(3)(i)(B)(4)")),
        pytest.param("four", "win", "11(h)(3)(i)(B)(4)", marks=provision("688a.11(h)(3)(i)(B)(4)")),
    ],
)
def test_progressive(hand, result, path):
    rules, seven = rules_of("face-up-pai-gow", {"progressive": "1"}), SEVEN[hand]
    wagers = {"pai-gow": "10", "progressive": "1"}
    line = one_seat(rules, seven, wagers, "house-way", dealer=others(seven), meter="10000")["progressive"]
    assert (line.result, str(line.cite)) == (result, f"58 Pa. Code § 688a.{path}")


# (e): counterclockwise from the dealer's far right, seats 6 to 1 ------------------------------------------------------


@provision("688a.11(e)", "688a.11(h)(3)(i)(B)(4)")
@pytest.mark.parametrize("listed", [("1", "6"), ("6", "1")])
def test_the_seat_farthest_to_the_right_is_paid_first(listed):
    rules = rules_of("face-up-pai-gow", {"progressive": "1"})
    hands = {"1": "8s 9s Ts Js Qs Ks As", "6": "2h 3h 4h 5h 6h 7h 8h"}
    done = settled(
        rules, {n: seat(hands[n], progressive="1") for n in listed}, dealer="Kd Kc Td 8c 5c 3d 2d", meter="15000"
    )
    assert done.seats[6].line("progressive").paid == 15_000_00
    assert done.seats[1].line("progressive").paid == 10_000_00  # the seed
    assert done.meter == 10_000_00
    assert list(done.seats) == [1, 6]


@provision("688a.11(h)")
@pytest.mark.parametrize("order", [1, -1])
def test_lines_stand_in_the_order_of_settlement(order):
    wagers = {"pai-gow": "10", "ace-high": "5", "fortune": "5", "progressive": "5"}
    mine = {"cards": SEVEN["straight"], "wagers": dict(list(wagers.items())[::order]), "decisions": ["house-way"]}
    done = settled(RULES, {"1": mine, "2": seat("Qs Qh Qd Qc 4d 3c 2c")}, dealer="Ks Kc Tc 9c 8s 5d 3d", meter="10000")
    told = [(line.wager, line.envy_for) for line in done.seats[1].lines]
    assert told == [
        ("pai-gow", None),
        ("ace-high", None),
        ("fortune", None),
        ("envy", "fortune"),
        ("progressive", None),
        ("envy", "progressive"),
    ]


def test_a_seats_net_is_the_sum_of_its_lines():
    wagers = {"pai-gow": "10", "ace-high": "5", "fortune": "5", "progressive": "5"}
    mine = {"cards": SEVEN["straight"], "wagers": wagers, "decisions": ["house-way"]}
    done = settled(RULES, {"1": mine}, dealer="Ks Kc Tc 9c 8s 5d 3d", meter="10000")
    # house way: king-deuce in front of the straight; the dealer's kings with ten-nine in front
    assert [line.net for line in done.seats[1].lines] == [1000, -500, 1000, 750]
    assert done.seats[1].net == 2250
    told: Any = done.to_json()
    assert told["seats"]["1"]["net"] == "22.50"
