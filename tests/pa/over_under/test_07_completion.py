"""§ 686a.7. Procedure for dealing the cards; completion of each round of play."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import IllegalAction, describe
from tests.support import one_seat, provision, rules_of, settled

RULES = rules_of("over-under", {"bonus": "1"})
CODE = "58 Pa. Code § 686a."

# a hand for every point total
HANDS = {
    6: "2c 2d 2h",
    7: "2c 2d 3h",
    8: "2c 3d 3h",
    9: "2c 3d 4h",
    10: "2c 4d 4h",
    11: "3c 4d 4h",
    12: "4c 4d 4h",
    13: "4c 4d 5h",
    14: "Jc 2d 2h",
    15: "Ac 2d 2h",
    16: "5c 5d 6h",
    17: "Qc 5d 2h",
    18: "6c 6d 6h",
    19: "Kc 7d 2h",
    20: "Tc 8d 2h",
    21: "Ac 8d 2h",
    22: "Kc Td 2h",
    23: "Ac Jd 2h",
    24: "Ac Ad 2h",
    25: "Qc 9d 6h",
    26: "Kc Qd 6h",
    27: "9c 9d 9h",
    28: "Kc Kd 8h",
    29: "Ac 9d 9h",
    30: "Kc Qd Jh",
    31: "Ac Kd Th",
    32: "Ac Ad Qh",
    33: "Ac Ad Ah",
}
UNDER_WINS = (6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17)
HOUSE_WINS = (18, 19, 20, 21, 22, 23)
OVER_WINS = (24, 25, 26, 27, 28, 29, 30, 31, 32, 33)
BONUS_WINS = (6, 7, 8, 9, 10, 11, 12, 27, 28, 29, 30, 31, 32, 33)
BONUS_LOSES = (13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26)


def test_every_total_has_a_hand():
    assert sorted(UNDER_WINS + HOUSE_WINS + OVER_WINS) == sorted(BONUS_WINS + BONUS_LOSES) == list(range(6, 34))
    for total, cards in HANDS.items():
        hand = settled(RULES, {"1": seat(cards, "over")}).seats[1].hand
        assert hand is not None
        assert hand["total"] == total


def seat(cards, *decisions, **wagers):
    return {"cards": cards, "wagers": {"ante": "10"} | wagers, "decisions": list(decisions)}


def both(total, said):
    """The lines of the Ante and the second wager."""
    lines = one_seat(RULES, HANDS[total], {"ante": "10"}, said)
    assert list(lines) == ["ante", said]
    return lines["ante"], lines[said]


@provision("686a.7(i)(1)")
@pytest.mark.parametrize("total", OVER_WINS)
def test_over_wins_on_24_to_33(total):
    for line in both(total, "over"):
        assert (line.result, line.stake, line.odds, line.paid, line.net) == (
            "win",
            1000,
            "1 to 1",
            1000,
            1000,
        )
        assert (str(line.cite), str(line.pays_cite)) == (f"{CODE}7(i)(1)", f"{CODE}8(a)")


@provision("686a.7(i)(2)")
@pytest.mark.parametrize("total", UNDER_WINS)
def test_under_wins_on_6_to_17(total):
    for line in both(total, "under"):
        assert (line.result, line.stake, line.odds, line.paid, line.net) == (
            "win",
            1000,
            "1 to 1",
            1000,
            1000,
        )
        assert (str(line.cite), str(line.pays_cite)) == (f"{CODE}7(i)(2)", f"{CODE}8(a)")


@provision("686a.7(k)")
@pytest.mark.parametrize("said", ["over", "under"])
@pytest.mark.parametrize("total", HOUSE_WINS)
def test_the_house_wins_on_18_to_23(total, said):
    for line in both(total, said):
        assert (line.result, line.odds, line.paid, line.net) == ("lose", None, 0, -1000)
        assert (str(line.cite), line.reading) == (f"{CODE}7(k)", None)


@provision("686a.7(i)(1)")
@pytest.mark.parametrize("total", UNDER_WINS)
def test_over_on_6_to_17_loses_by_a_reading(total):
    for line in both(total, "over"):
        assert (line.result, line.odds, line.paid, line.net) == ("lose", None, 0, -1000)
        assert str(line.cite) == f"{CODE}7(i)(1)"
        assert line.reading is not None
        assert line.reading.key == "wrong-side"


@provision("686a.7(i)(2)")
@pytest.mark.parametrize("total", OVER_WINS)
def test_under_on_24_to_33_loses_by_a_reading(total):
    for line in both(total, "under"):
        assert (line.result, line.odds, line.paid, line.net) == ("lose", None, 0, -1000)
        assert str(line.cite) == f"{CODE}7(i)(2)"
        assert line.reading is not None
        assert line.reading.key == "wrong-side"


@provision("686a.7(g)(3)")
@pytest.mark.parametrize("total", range(6, 34))
def test_surrender_forfeits_the_whole_ante_on_every_total(total):
    lines = one_seat(RULES, HANDS[total], {"ante": "10"}, "surrender")
    assert list(lines) == ["ante"]
    line = lines["ante"]
    assert (line.result, line.odds, line.paid, line.net) == ("forfeit", None, 0, -1000)
    assert str(line.cite) == f"{CODE}7(g)(3)"


@provision("686a.7(l)")
@pytest.mark.parametrize("said", ["over", "under", pytest.param("surrender", marks=provision("686a.7(h)"))])
@pytest.mark.parametrize("total", range(6, 34))
def test_the_bonus_looks_at_the_total_alone(total, said):
    """Also after a surrender, 7(h)."""
    line = one_seat(RULES, HANDS[total], {"ante": "10", "bonus": "5"}, said)["bonus"]
    assert line.result == ("win" if total in BONUS_WINS else "lose")
    assert (line.paid > 0) == (total in BONUS_WINS)
    assert line.net == (line.paid if total in BONUS_WINS else -500)
    assert str(line.cite) == f"{CODE}7(l)"


@provision("686a.7(g)(3)")
def test_a_surrender_ends_the_hand_and_the_other_two_do_not():
    for said in ("over", "under", "surrender"):
        gave_up = describe(RULES, {"seats": {"1": seat("9c 9d 9h", said)}}).seats[1].folded
        assert (gave_up is not None) == (said == "surrender")


def test_what_every_wager_may_meet_is_every_decision_and_total_there_is():
    """The cases are proved over these lists elsewhere; here, that nothing is left off them."""
    showdowns = {w.id: set(w.classes(RULES)) for w in RULES.offered()}
    assert showdowns["bonus"] == set(range(6, 34))
    for wager, said in (("ante", ("over", "under", "surrender")), ("over", ("over",)), ("under", ("under",))):
        assert showdowns[wager] == {(word, total) for word in said for total in range(6, 34)}


@provision("686a.7(h)", held="outcome")
def test_a_surrender_loses_the_ante_and_keeps_the_bonus():
    done = settled(RULES, {"1": seat("Ac Ad Ah", "surrender", bonus="5")}).seats[1]
    assert [(line.wager, line.result, line.net) for line in done.lines] == [
        ("ante", "forfeit", -1000),
        ("bonus", "win", 25000),
    ]
    assert done.net == 24000


@pytest.mark.parametrize(
    ("said", "wager"),
    [
        pytest.param("over", "over", marks=provision("686a.7(g)(1)", held="outcome")),
        pytest.param("under", "under", marks=provision("686a.7(g)(2)", held="outcome")),
    ],
)
@pytest.mark.parametrize(("ante", "stake"), [("0.01", 1), ("7.50", 750), ("25", 2500), ("1000", 100000)])
def test_the_second_wager_equals_the_ante(said, wager, ante, stake):
    lines = one_seat(RULES, "9c 9d 9h", {"ante": ante, "bonus": "3"}, said)
    assert list(lines) == ["ante", wager, "bonus"]
    assert (lines["ante"].stake, lines[wager].stake, lines["bonus"].stake) == (stake, stake, 300)


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ([], "decisions"),
        (["raise"], "decisions.0"),
        (["fold"], "decisions.0"),
        (["check"], "decisions.0"),
        (["Over"], "decisions.0"),
        ([""], "decisions.0"),
        (["over", "under"], "decisions.1"),
        (["over", "over"], "decisions.1"),
        (["under", "surrender"], "decisions.1"),
        (["surrender", "over"], "decisions.1"),
    ],
)
def test_one_of_three_decisions_and_once(said, field):
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"3": seat("9c 9d 9h", *said)})
    assert (refused.value.field, refused.value.cite) == (f"seats.3.{field}", f"{CODE}7(g)")


@pytest.mark.parametrize("said", [None, "over", {"0": "over"}, [None], [1], [["over"]], [{"high": "As"}]])
def test_decisions_are_a_list_of_words(said):
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"3": seat("9c 9d 9h") | {"decisions": said}})
    assert refused.value.field.startswith("seats.3.decisions")


@provision("686a.7(i)")
@pytest.mark.parametrize("said", ["over", "under", "surrender"])
@pytest.mark.parametrize("cards", ["", "Ac", "Ac Kd", "Ac Kd Qh Js"])
def test_two_more_cards_come_even_after_a_surrender(cards, said):
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"2": seat(cards, said)})
    assert (refused.value.field, refused.value.cite) == ("seats.2.cards", f"{CODE}7(i)")


@pytest.mark.parametrize("cards", [None, 7, ["Ac", "Kd", "Qh"]])
def test_cards_are_written_as_one_string(cards):
    with pytest.raises(IllegalAction) as refused:
        settled(RULES, {"2": seat(cards, "over")})
    assert refused.value.field == "seats.2.cards"


@provision("686a.7(j)")
def test_one_player_after_another_from_the_dealers_left():
    assert RULES.game.settled == (1, 2, 3, 4, 5, 6)
    assert str(RULES.game.settled_cite) == f"{CODE}7(j)"
    told = {"6": seat("Ac Ad Ah", "over"), "2": seat("2c 2d 2h", "over"), "1": seat("9c 9d 5h", "surrender")}
    done = settled(RULES, told)
    assert {number: s.net for number, s in done.seats.items()} == {1: -1000, 2: -2000, 6: 2000}
    assert list(done.seats) == [1, 2, 6]


@provision("686a.7(j)")
def test_the_wagers_made_before_and_during_the_round_are_settled_together():
    done: Any = settled(RULES, {"1": seat("Ac Kd Th", "over", bonus="2")}).to_json()
    keys = ("wager", "stake", "result", "odds", "paid", "net", "cite", "pays-cite")
    assert [tuple(line[key] for key in keys) for line in done["seats"]["1"]["lines"]] == [
        ("ante", "10.00", "win", "1 to 1", "10.00", "10.00", f"{CODE}7(i)(1)", f"{CODE}8(a)"),
        ("over", "10.00", "win", "1 to 1", "10.00", "10.00", f"{CODE}7(i)(1)", f"{CODE}8(a)"),
        ("bonus", "2.00", "win", "5 to 1", "10.00", "10.00", f"{CODE}7(l)", f"{CODE}8(b)"),
    ]
    assert (done["seats"]["1"]["net"], done["seats"]["1"]["hand"]["total"]) == ("30.00", 31)
    assert (done["dealer"], done["meter"]) == (None, None)
