"""§ 688a.11(a)-(g). Procedures for completion of each round of play: setting, surrender, the main wager."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import IllegalAction, cards
from tests.support import one_seat, provision, rules_of, settled

RULES = rules_of("face-up-pai-gow", {"ace-high": "1", "fortune": "1", "progressive": "4"})
DEALER = "Ks Kd 9c 8h 5d 3s 2c"  # kings with 5 3 2 behind, nine-eight in front
ACE_HIGH = "As Kd Jc 9h 7d 4s 3c"
MAIN = {"pai-gow": "10"}


def main(high, low, dealer=DEALER):
    setting = {"high": high, "low": low}
    return one_seat(RULES, f"{high} {low}", MAIN, setting, dealer=dealer)["pai-gow"]


@pytest.mark.parametrize(
    ("high", "low", "result", "net", "path"),
    [
        pytest.param(high, low, result, net, path, marks=provision(f"688a.{path}"))
        for high, low, result, net, path in [
            # both lower
            ("Qs Qd 7c 4h 3d", "8c 7h", "lose", -1000, "11(f)(1)(i)"),
            ("Kc Kh 4h 3d 2h", "9d 7c", "lose", -1000, "11(f)(1)(i)"),
            # a copy loses
            ("Kc Kh 5s 3d 2h", "9d 8c", "lose", -1000, "11(f)(1)(ii)"),
            ("Kc Kh 5s 3d 2h", "9d 7c", "lose", -1000, "11(f)(1)(ii)"),
            ("Qs Qd 7c 4h 3d", "9d 8c", "lose", -1000, "11(f)(1)(ii)"),
            # one higher, the other the same or lower
            ("As Ad 7c 4h 3d", "9d 8c", "push", 0, "11(f)(2)(i)"),
            ("As Ad 7c 4h 3d", "9d 7h", "push", 0, "11(f)(2)(i)"),
            ("Kc Kh 5s 4d 2h", "8c 7h", "push", 0, "11(f)(2)(i)"),
            ("Kc Kh 5s 3d 2h", "9d Tc", "push", 0, "11(f)(2)(ii)"),
            ("Qs Qd 7c 4h 3d", "Ah Jc", "push", 0, "11(f)(2)(ii)"),
            ("Qs Qd 7c 4h 3d", "9d Tc", "push", 0, "11(f)(2)(ii)"),
            # both higher
            ("As Ad 7c 4h 3d", "Qc Jh", "win", 1000, "11(f)(3)"),
            ("Kc Kh 5s 4d 2h", "9d Tc", "win", 1000, "11(f)(3)"),
            ("As Ad 7c 4h 3d", "2d 2h", "win", 1000, "11(f)(3)"),
        ]
    ],
)
def test_the_main_wager(high, low, result, net, path):
    line = main(high, low)
    assert (line.result, line.net, line.paid) == (result, net, max(net, 0))
    assert str(line.cite) == f"58 Pa. Code § 688a.{path}"
    assert line.odds == ("1 to 1" if result == "win" else None)


@provision("688a.11(f)(2)(iii)")
@pytest.mark.parametrize("dealer", [ACE_HIGH, "Jk Kd Jc 9h 7d 4s 3c"])
@pytest.mark.parametrize(
    ("high", "low"),
    [
        ("Ac Ad 8c 5h 2d", "Qc Jh"),  # would win
        ("Kc Td 8c 5h 2d", "9d 6c"),  # would lose
        ("Tc Qd 8c 5h 2d", "Ac Kh"),  # fouled
        ("Tc Qd 8c 5h Ad", "2c 2h"),  # fouled
    ],
)
def test_the_dealers_ace_high_pai_gow_pushes_whatever_the_player_set(high, low, dealer):
    line = main(high, low, dealer)
    assert (line.result, line.paid, line.net) == ("push", 0, 0)
    assert str(line.cite) == "58 Pa. Code § 688a.11(f)(2)(iii)"


@provision("688a.11(f)(1)(iii)")
@provision("688a.11(c)", held="outcome")
@pytest.mark.parametrize(
    ("high", "low", "legal"),
    [
        # the example of 11(c), and beside it
        ("7s 7d Qc 4h 3d", "7c 7h", True),
        ("6s 6d Qc 4h 3d", "7c 7h", False),
        ("8s 8d Qc 4h 3d", "7c 7h", True),
        # a pair in front of no pair
        ("As Qd Jc 7h 4d", "2d 2h", False),
        ("3h 3d Jc 7h 4d", "2d 2h", True),
        # higher categories carry any pair
        ("3h 3d 2d 2h 4d", "As Ad", True),
        ("3h 3d 3c 7h 4d", "As Jk", True),
        ("7c 6d 5s 4h 3d", "As Ad", True),
        # a pair carries any two cards
        ("2d 2h Qc 7h 4d", "As Kc", True),
        # no pair: the higher card, then the second, then no more
        ("Ac Td 7c 6h 4d", "Kc Qh", True),
        ("Qd Td 7c 6h 4d", "Kc Jh", False),
        ("Kc Jd 7c 6h 4d", "Kh Tc", True),
        ("Kc Jd 7c 6h 4d", "Kh Qc", False),
        ("Kc Jd 7c 6h 4d", "Kh Jh", True),
        ("Ad Qd 7c 6h 4d", "Jk Qc", True),
        ("Jk Qd 7c 6h 4d", "Ad Qc", True),
        ("Ad Jd 7c 6h 4d", "Jk Qc", False),
        ("Jk Jd 7c 6h 4d", "Ad Qc", False),
    ],
)
def test_a_high_hand_below_the_low_hand_is_fouled_and_loses(high, low, legal):
    line = main(high, low)
    assert (line.cite.path != "11(f)(1)(iii)") is legal
    if not legal:
        assert (line.result, line.net) == ("lose", -1000)


@provision("688a.11(f)(1)(iii)")
def test_a_foul_loses_even_what_would_have_pushed():
    # king-queen in front beats nine-eight, ten high behind loses to kings: set legally it would push
    line = main("Ts 7d 6c 4h 3d", "Kc Qh")
    assert (line.result, line.cite.path) == ("lose", "11(f)(1)(iii)")


@provision("688a.11(c)")
@pytest.mark.parametrize(
    ("setting", "field"),
    [
        ({"high": "As Ad 7d 4s", "low": "Qc Jh 3h"}, "decisions.0.high"),
        ({"high": "As Ad 7d 4s 3h Jh", "low": "Qc"}, "decisions.0.high"),
        ({"high": "As Ad 7d 4s 3h", "low": "Qc"}, "decisions.0.low"),
        ({"high": "As Ad 7d 4s 3h", "low": "Qc Jh 3h"}, "decisions.0.low"),
        ({"high": "As Ad 7d 4s 3h", "low": "Qc Qh"}, "decisions.0"),  # not the player's card
        ({"high": "As Ad 7d 4s Qc", "low": "Qc Jh"}, "decisions.0"),  # one card in both hands
    ],
)
def test_all_seven_cards_are_set_as_five_and_two(setting, field):
    with pytest.raises(IllegalAction) as refused:
        one_seat(RULES, "As Ad Qc Jh 7d 4s 3h", MAIN, setting, dealer=DEALER)
    assert (refused.value.field, refused.value.cite) == (f"seats.1.{field}", "58 Pa. Code § 688a.11(c)")


@provision("688a.11(c)")
@pytest.mark.parametrize(
    ("said", "field"),
    [
        (["raise"], "decisions.0"),
        (["fold"], "decisions.0"),
        (["House-Way"], "decisions.0"),
        ([], "decisions"),
        ("house-way", "decisions"),
    ],
)
def test_set_ask_for_the_house_way_or_surrender(said, field):
    seat = {"cards": "As Ad Qc Jh 7d 4s 3h", "wagers": MAIN, "decisions": said}
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"1": seat}, dealer=DEALER)
    assert (refused.value.field, refused.value.cite) == (f"seats.1.{field}", "58 Pa. Code § 688a.11(c)")


@pytest.mark.parametrize(
    "said", [[None], [7], [{"high": "As Ad 7d 4s 3h"}], [{"high": 5, "low": "Qc Jh"}], [["surrender"]]]
)
def test_what_is_no_decision(said):
    with pytest.raises(IllegalAction) as refused:
        one_seat(RULES, "As Ad Qc Jh 7d 4s 3h", MAIN, *said, dealer=DEALER)
    assert refused.value.field.startswith("seats.1.decisions.0")


SETTING = {"high": "As Ad 7d 4s 3h", "low": "Qc Jh"}


@provision("688a.11(b)(3)")
@pytest.mark.parametrize(
    "said",
    [
        [SETTING, SETTING],
        [SETTING, "surrender"],
        ["house-way", SETTING],
        ["house-way", "house-way"],
        ["surrender", "house-way"],
    ],
)
def test_hands_once_set_are_final(said):
    with pytest.raises(IllegalAction) as refused:
        one_seat(RULES, "As Ad Qc Jh 7d 4s 3h", MAIN, *said, dealer=DEALER)
    assert refused.value.field == "seats.1.decisions.1"


@provision("688a.11(b)(1)")
@pytest.mark.parametrize(
    ("way", "seven", "low"),
    [
        ("foxwoods", "Js Jh 5s 5h As 9h 4h", "5s 5h"),
        ("mgm", "Js Jh 5s 5h As 9h 4h", "As 9h"),
        ("flamingo", "Js Jh 5s 5h As 9h 4c", "As 9h"),
        ("mgm", "Js Jh 6s 6h As 9h 4h", "As 9h"),
        ("flamingo", "Js Jh 6s 6h As 9h 4h", "6s 6h"),
    ],
)
def test_a_player_may_ask_for_the_house_way(way, seven, low):
    rules = rules_of("face-up-pai-gow", {"house-way": way})
    seat = {"cards": seven, "wagers": MAIN, "decisions": ["house-way"]}
    hand: Any = settled(rules, {"1": seat}, dealer=DEALER).seats[1].hand
    assert sorted(cards(hand["low"])) == sorted(cards(low))
    assert sorted(cards(hand["high"]) + cards(hand["low"])) == sorted(cards(seven))


@provision("688a.11(a)", "688a.11(b)(1)")
@pytest.mark.parametrize("way", ["foxwoods", "mgm", "flamingo"])
def test_player_and_dealer_are_set_by_the_same_way(way):
    rules = rules_of("face-up-pai-gow", {"house-way": way})
    done = settled(
        rules,
        {"1": {"cards": "Kc Kh 5s 5h Ah 9h 4s", "wagers": MAIN, "decisions": ["house-way"]}},
        dealer="Ks Kd 5c 5d As 9d 4d",
    )
    kept = {"foxwoods": ("55", "pair"), "mgm": ("A9", "high-card"), "flamingo": ("A9", "high-card")}[way]
    shown: Any = (done.dealer, done.seats[1].hand)
    for hand in shown:
        assert ("".join(card[0] for card in hand["low"].split()), hand["low-name"]) == kept
    assert done.seats[1].line("pai-gow").cite.path == "11(f)(1)(ii)"  # both hands copy the dealer's


def test_what_a_person_is_shown():
    seat = {"cards": "As Ad Qc Jh 7d 4s 3h", "wagers": MAIN, "decisions": [SETTING]}
    told: Any = settled(RULES, {"1": seat}, dealer="Kc Kh Jk 9s 9d 5c 2s").to_json()
    hand = told["seats"]["1"]["hand"]
    assert {key: hand[key] for key in ("high", "low", "high-name", "low-name")} == {
        "high": "As Ad 7d 4s 3h",
        "low": "Qc Jh",
        "high-name": "pair",
        "low-name": "high-card",
    }
    dealer = told["dealer"]  # foxwoods splits kings and nines
    assert (dealer["high-name"], dealer["low-name"]) == ("pair", "pair")
    assert sorted(dealer["low"].split()) == ["9d", "9s"]
    assert sorted(dealer["high"].split()) == ["2s", "5c", "Jk", "Kc", "Kh"]


# Surrender -----------------------------------------------------------------------------------------------------


@provision("688a.11(d)")
@pytest.mark.parametrize("dealer", [DEALER, ACE_HIGH])
def test_surrender_forfeits_the_whole_wager(dealer):
    line = one_seat(RULES, "Qs Qd 7c 4h 3d 8c 7h", {"pai-gow": "12.50"}, "surrender", dealer=dealer)["pai-gow"]
    assert (line.result, line.stake, line.paid, line.net) == ("forfeit", 1250, 0, -1250)
    assert str(line.cite) == "58 Pa. Code § 688a.11(d)"


@provision("688a.11(d)")
@pytest.mark.parametrize(
    "optional",
    [{"ace-high": "5"}, {"fortune": "5"}, {"fortune": "1"}, {"progressive": "5"}, {"ace-high": "1", "fortune": "1"}],
)
def test_surrender_is_closed_to_a_player_with_an_optional_wager(optional):
    with pytest.raises(IllegalAction) as refused:
        one_seat(RULES, "Qs Qd 7c 4h 3d 8c 7h", {**MAIN, **optional}, "surrender", dealer=DEALER, meter="10000")
    assert refused.value.field == "seats.1.decisions.0"
    assert refused.value.cite == "58 Pa. Code § 688a.11(d)"


@provision("688a.11(d)", "688a.7(f)")
@pytest.mark.parametrize(("players", "open_"), [(("Ann", "Ann"), False), (("Ann", "Bob"), True), ((None, None), True)])
def test_surrender_is_closed_by_an_optional_wager_on_the_players_other_box(players, open_):
    rules = rules_of("face-up-pai-gow", {**RULES.submission, "adjacent-boxes": 2})
    seats = {
        "2": {"cards": "Qs Qd 7c 4h 3d 8c 7h", "wagers": MAIN, "decisions": ["surrender"]},
        "3": {"cards": "As Ad Qc Jh 7d 4s 3h", "wagers": {**MAIN, "fortune": "5"}, "decisions": ["house-way"]},
    }
    for told, player in zip(seats.values(), players, strict=True):
        told.update({} if player is None else {"player": player})
    if open_:
        assert settled(rules, seats, dealer=DEALER).seats[2].line("pai-gow").result == "forfeit"
        return
    with pytest.raises(IllegalAction) as refused:
        settled(rules, seats, dealer=DEALER)
    assert (refused.value.field, refused.value.cite) == ("seats.2.decisions.0", "58 Pa. Code § 688a.11(d)")


@provision("688a.11(d)")
def test_surrender_stays_open_beside_other_peoples_optional_wagers():
    done = settled(
        RULES,
        {
            "2": {"cards": "Qs Qd 7c 4h 3d 8c 7h", "wagers": MAIN, "decisions": ["surrender"]},
            "5": {"cards": "As Ad Qc Jh 7d 4s 3h", "wagers": {**MAIN, "fortune": "5"}, "decisions": ["house-way"]},
        },
        dealer=DEALER,
    )
    assert done.seats[2].line("pai-gow").result == "forfeit"
    assert [line.wager for line in done.seats[5].lines] == ["pai-gow", "fortune"]


def test_a_hand_is_told_even_when_surrendered():
    seat = {"cards": "Qs Qd 7c 4h 3d 8c 7h", "wagers": MAIN, "decisions": ["surrender"]}
    told: Any = settled(RULES, {"1": seat}, dealer=DEALER).to_json()
    hand = told["seats"]["1"]["hand"]
    assert {"high", "low", "high-name", "low-name"} <= set(hand)
