"""§ 669a.11. Procedures for completion of each round of play."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import IllegalAction, describe
from tests.support import one_seat, provision, rules_of, settled

RULES = rules_of("raise-it-up", {"pair-plus": "A", "progressive": "1", "six-card": "A"})
BASE = {"ante": "10", "blind": "10"}
SIDES = {"pair-plus": "5", "progressive": "1", "six-card": "2"}
CODE = "58 Pa. Code § 669a."
FOLD = ("check", "check", "fold")


def seat(cards, *decisions, **wagers):
    return {"cards": cards, "wagers": BASE | wagers, "decisions": list(decisions)}


@pytest.mark.parametrize(
    ("said", "stake"),
    [
        pytest.param(["play-3"], 3000, marks=provision("669a.11(b)", held="outcome")),
        pytest.param(["play-2"], 2000, marks=provision("669a.11(b)", held="outcome")),
        pytest.param(["play-1"], 1000, marks=provision("669a.11(b)", held="outcome")),
        pytest.param(["check", "play-2"], 2000, marks=provision("669a.11(d)", held="outcome")),
        pytest.param(["check", "play-1"], 1000, marks=provision("669a.11(d)", held="outcome")),
        pytest.param(["check", "check", "play-1"], 1000, marks=provision("669a.11(f)", held="outcome")),
    ],
)
def test_the_play_wager_on_each_street(said, stake):
    lines = one_seat(RULES, "As Ad 2c", BASE, *said, community="9d 7s 5h")
    assert list(lines) == ["ante", "play", "blind"]
    assert (lines["play"].stake, lines["play"].net) == (stake, stake)


@pytest.mark.parametrize(
    ("said", "field", "path"),
    [
        pytest.param([], "decisions", "11(b)", marks=provision("669a.11(b)")),
        pytest.param(["fold"], "decisions.0", "11(b)", marks=provision("669a.11(b)")),
        pytest.param(["play-4"], "decisions.0", "11(b)", marks=provision("669a.11(b)")),
        pytest.param(["play-0"], "decisions.0", "11(b)", marks=provision("669a.11(b)")),
        pytest.param(["play"], "decisions.0", "11(b)", marks=provision("669a.11(b)")),
        pytest.param(["raise"], "decisions.0", "11(b)", marks=provision("669a.11(b)")),
        pytest.param(["check"], "decisions", "11(d)", marks=provision("669a.11(d)")),
        pytest.param(["check", "play-3"], "decisions.1", "11(d)", marks=provision("669a.11(d)")),
        pytest.param(["check", "fold"], "decisions.1", "11(d)", marks=provision("669a.11(d)")),
        pytest.param(["check", "check"], "decisions", "11(f)", marks=provision("669a.11(f)")),
        pytest.param(["check", "check", "check"], "decisions.2", "11(f)", marks=provision("669a.11(f)")),
        pytest.param(["check", "check", "play-2"], "decisions.2", "11(f)", marks=provision("669a.11(f)")),
        pytest.param(["check", "check", "play-3"], "decisions.2", "11(f)", marks=provision("669a.11(f)")),
    ],
)
def test_what_is_not_open_on_a_street(said, field, path):
    with pytest.raises(IllegalAction) as refused:
        one_seat(RULES, "As Ad 2c", BASE, *said, community="9d 7s 5h")
    assert (refused.value.field, refused.value.cite) == (f"seats.1.{field}", CODE + path)


@pytest.mark.parametrize(
    "said",
    [
        ["play-3", "check"],
        ["play-1", "play-1"],
        ["play-1", "play-2"],
        ["check", "play-2", "play-1"],
        ["check", "play-1", "fold"],
        ["check", "check", "play-1", "play-1"],
        [*FOLD, "play-1"],
        [*FOLD, "fold"],
    ],
)
def test_who_has_played_or_folded_is_not_asked_again(said):
    with pytest.raises(IllegalAction) as refused:
        one_seat(RULES, "As Ad 2c", BASE, *said, community="9d 7s 5h")
    assert refused.value.field == f"seats.1.decisions.{len(said) - 1}"
    assert refused.value.cite is not None
    assert refused.value.cite.startswith(f"{CODE}11(")


@pytest.mark.parametrize("said", [None, "play-1", {"0": "play-1"}, [None], [3], [["play-1"]]])
def test_decisions_are_a_list_of_words(said):
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"4": seat("As Ad 2c") | {"decisions": said}}, community="9d 7s 5h")
    assert refused.value.field.startswith("seats.4.decisions")


@provision("669a.11(i)(2)(i)")
@pytest.mark.parametrize(
    ("held", "board"),
    [
        ("9s 9d 2c", "Kd 7s 5h"),
        ("2s 2d Ac", "Kd 7s 5h"),
        ("Ks 2d 4c", "9d 9s 5h"),
        ("As Kd Jc", "9d 7s 5h"),
        ("7c 5d 4s", "3h 2c 8d"),
    ],
    ids=["9s", "2s", "9s on the board", "ace high", "8 high"],
)
@pytest.mark.parametrize("said", [["play-3"], ["check", "play-2"], ["check", "check", "play-1"]])
def test_less_than_a_pair_of_tens_loses_all_three(held, board, said):
    lines = one_seat(RULES, held, BASE, *said, community=board)
    assert list(lines) == ["ante", "play", "blind"]
    for line in lines.values():
        assert (line.result, line.odds, line.paid, line.net) == ("lose", None, 0, -line.stake)
        assert str(line.cite) == f"{CODE}11(i)(2)(i)"


@provision("669a.11(i)(2)(ii)")
@pytest.mark.parametrize(
    ("held", "board"),
    [("Ts Td 2c", "9d 7s 5h"), ("Ks 2d 4c", "Td Ts 5h"), ("Js 8d 2c", "Jd 7s 5h"), ("As 8d 2c", "Ad 7s 5h")],
)
def test_a_pair_of_tens_or_better_is_paid(held, board):
    lines = one_seat(RULES, held, BASE, "play-2", community=board)
    found = [(w, line.result, line.odds, line.paid, str(line.cite), str(line.pays_cite)) for w, line in lines.items()]
    assert found == [
        ("ante", "win", "1 to 1", 1000, f"{CODE}11(i)(2)(ii)", f"{CODE}12(b)"),
        ("play", "win", "1 to 1", 2000, f"{CODE}11(i)(2)(ii)", f"{CODE}12(c)"),
        ("blind", "push", None, 0, f"{CODE}11(i)(2)(ii)", f"{CODE}12(d)"),
    ]
    assert lines["blind"].net == 0


@provision("669a.11(f)")
@pytest.mark.parametrize("held", ["9s 8d 2c", "As Ad Ac"])
def test_a_fold_forfeits_ante_and_blind_however_good_the_hand(held):
    done = settled(RULES, {"2": seat(held, *FOLD)}, community="Kh Kd 5h").seats[2]
    assert [(x.wager, x.result, x.stake, x.paid, x.net, str(x.cite)) for x in done.lines] == [
        ("ante", "forfeit", 1000, 0, -1000, f"{CODE}11(f)"),
        ("blind", "forfeit", 1000, 0, -1000, f"{CODE}11(f)"),
    ]
    assert done.net == -2000
    assert done.hand is not None
    assert done.hand["name"] == ("pair" if held == "9s 8d 2c" else "full-house")


@provision("669a.11(f)")
def test_only_the_last_word_fold_withdraws():
    for said in (["play-3"], ["check", "play-2"], ["check", "check", "play-1"], list(FOLD)):
        told = {"seats": {"1": seat("9s 8d 2c", *said)}, "community": "Kh Kd 5h"}
        withdrawn = describe(RULES, told).seats[1].folded
        assert (withdrawn is not None) == (said[-1] == "fold")


@provision("669a.11(g)")
@pytest.mark.parametrize("held", ["As Ks Qs", "Ah Kh Qh", "9s 9d 9c", "6s 5d 4c", "9s 7s 2s"])
def test_a_fold_forfeits_the_progressive_payout(held):
    done = settled(RULES, {"2": seat(held, *FOLD, progressive="5")}, community="Jd 8c 3d", meter="7000")
    line = done.seats[2].line("progressive")
    assert (line.result, line.odds, line.paid, line.net) == ("forfeit", None, 0, -500)
    assert str(line.cite) == f"{CODE}11(g)"
    assert done.meter == 700000


@provision("669a.11(f)", "669a.11(g)")
def test_what_a_fold_takes_and_what_survives_it():
    """Six Card Bonus (11(g)), and Pair Plus, which no provision forfeits."""
    done = settled(RULES, {"1": seat("9s 9d 9c", *FOLD, **SIDES)}, community="9h Kd 2c", meter="1000").seats[1]
    assert [(line.wager, line.result, line.odds, line.net) for line in done.lines] == [
        ("pair-plus", "win", "30 to 1", 15000),
        ("ante", "forfeit", None, -1000),
        ("blind", "forfeit", None, -1000),
        ("progressive", "forfeit", None, -100),
        ("six-card", "win", "50 to 1", 10000),
    ]
    assert done.net == 22900


@provision("669a.11(g)")
def test_a_folded_six_card_bonus_can_still_lose():
    lines = one_seat(RULES, "9s 8d 2c", BASE | {"six-card": "2", "pair-plus": "5"}, *FOLD, community="9h 8h Kc")
    assert (lines["six-card"].result, lines["six-card"].net) == ("lose", -200)
    assert (lines["pair-plus"].result, lines["pair-plus"].net) == ("lose", -500)


@provision("669a.11(i)(1)")
@pytest.mark.parametrize("said", [["play-3"], FOLD])
def test_pair_plus_pays_a_pair_or_better_of_the_three_cards(said):
    line = one_seat(RULES, "2s 2d 5c", BASE | {"pair-plus": "5"}, *said, community="Ad Kc Jh")["pair-plus"]
    assert (line.result, line.odds, line.paid, line.net) == ("win", "1 to 1", 500, 500)
    assert (str(line.cite), str(line.pays_cite)) == (f"{CODE}11(i)(1)", f"{CODE}12(a)")


@provision("669a.11(i)(1)")
def test_pair_plus_loses_on_ace_high_by_a_reading():
    line = one_seat(RULES, "As Kd Jc", BASE | {"pair-plus": "5"}, "play-1", community="Ad Kc Js")["pair-plus"]
    assert (line.result, line.odds, line.paid, line.net) == ("lose", None, 0, -500)
    assert line.reading is not None
    assert line.reading.key == "silent-losses"


@provision("669a.11(i)(3)(ii)")
def test_the_six_card_bonus_pays_three_of_a_kind_or_better():
    line = one_seat(RULES, "2s 7d 5c", BASE | {"six-card": "2"}, "play-1", community="2d 2c Jh")["six-card"]
    assert (line.result, line.odds, line.paid, line.net) == ("win", "5 to 1", 1000, 1000)
    assert (str(line.cite), str(line.pays_cite)) == (f"{CODE}11(i)(3)(ii)", f"{CODE}12(f)")


@provision("669a.11(i)(3)(ii)")
def test_the_six_card_bonus_loses_on_two_pairs_by_a_reading():
    line = one_seat(RULES, "As Ad 5c", BASE | {"six-card": "2"}, "play-1", community="Kd Kc Jh")["six-card"]
    assert (line.result, line.odds, line.paid, line.net) == ("lose", None, 0, -200)
    assert line.reading is not None
    assert line.reading.key == "silent-losses"


@provision("669a.11(i)", "669a.11(i)(1)", "669a.11(i)(2)", "669a.11(i)(3)", held="outcome")
def test_the_order_of_settlement_at_one_seat():
    """Pair Plus; Ante, Play and Blind; then the Progressive with its Envy Bonus, and the Six Card Bonus."""
    told = {
        "1": seat("9s 9d 9c", "play-3", **dict(reversed(SIDES.items()))),
        "4": seat("Ah Kh Qh", "play-1"),
    }
    done: Any = settled(RULES, told, community="9h Kd 2c", meter="1234.56").to_json()
    keys = ("wager", "stake", "result", "odds", "paid", "net")
    assert [tuple(line[key] for key in keys) for line in done["seats"]["1"]["lines"]] == [
        ("pair-plus", "5.00", "win", "30 to 1", "150.00", "150.00"),
        ("ante", "10.00", "win", "1 to 1", "10.00", "10.00"),
        ("play", "30.00", "win", "10 to 1", "300.00", "300.00"),
        ("blind", "10.00", "win", "30 to 1", "300.00", "300.00"),
        ("progressive", "1.00", "win", "60 for 1", "60.00", "59.00"),
        ("envy", "0.00", "win", "$25", "25.00", "25.00"),
        ("six-card", "2.00", "win", "50 to 1", "100.00", "100.00"),
    ]
    assert done["seats"]["1"]["lines"][5]["from"] == "4"
    assert done["seats"]["1"]["net"] == "944.00"
    assert done["seats"]["1"]["hand"]["name"] == "four-of-a-kind"
    assert (done["dealer"], done["meter"]) == (None, "1234.56")


@provision("669a.11(i)")
def test_players_are_settled_from_the_dealers_right():
    assert RULES.game.settled == (6, 5, 4, 3, 2, 1)
    assert str(RULES.game.settled_cite) == f"{CODE}11(i)"


@provision("669a.11(i)(2)", held="outcome")
def test_every_player_has_a_hand_of_his_own_with_the_same_community():
    told = {
        "1": seat("As 2d 3c", "play-1"),
        "3": seat("Td 9d 2h", "check", "play-2"),
        "6": seat("4h 3d 8s", *FOLD),
    }
    done = settled(RULES, told, community="Ts 9s 5h")
    assert {n: s.hand and s.hand["name"] for n, s in done.seats.items()} == {
        1: "high-card",
        3: "two-pairs",
        6: "high-card",
    }
    assert {n: s.net for n, s in done.seats.items()} == {1: -3000, 3: 1000 + 3000, 6: -2000}
