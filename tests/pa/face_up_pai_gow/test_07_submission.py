"""§§ 688a.7(e), 688a.11(a) and 688a.12: what a Rules Submission may choose, and what is refused."""

from __future__ import annotations

import pytest

from croupier import SubmissionError, cards, open_game
from tests.support import one_seat, provision, rules_of

LAW = "58 Pa. Code § 688a."


def refusals(submission, readings=None, **how):
    with pytest.raises(SubmissionError) as refused:
        open_game("face-up-pai-gow").rules(submission, readings, **how)
    return [(refusal.field, refusal.cite) for refusal in refused.value.refusals]


@pytest.mark.parametrize(
    ("wager", "tables", "cite"),
    [
        pytest.param("ace-high", "12345", LAW + "12(b)", marks=provision("688a.7(e)", "688a.12(b)")),
        pytest.param("fortune", "123456", LAW + "12(c)", marks=provision("688a.7(e)", "688a.12(c)")),
        pytest.param("progressive", "1234567", LAW + "12(d)", marks=provision("688a.7(e)", "688a.12(d)")),
    ],
)
def test_one_of_the_printed_paytables(wager, tables, cite):
    for table in tables:
        assert rules_of("face-up-pai-gow", {wager: table}).tables[wager].id == table
    for other in ("0", str(len(tables) + 1), "A", "", 1, True, None, ["1"]):
        assert refusals({wager: other}) == [(wager, cite)]


@provision("688a.12(a)")
def test_the_main_wager_has_no_paytable_to_choose():
    assert [field for field, _ in refusals({"pai-gow": "1"})] == ["pai-gow"]


@pytest.mark.parametrize(
    ("key", "values", "path"),
    [
        ("house-way", ["foxwoods", "mgm", "flamingo"], "11(a)"),
        ("adjacent-boxes", [1, 2], "7(f)"),
        ("start", ["shaker", "generator"], "5(i)"),
        ("dealing", ["manual-shoe", "automated-shoe"], "5(b)(1)"),
        ("shuffler", ["none", "automated"], "5(a)"),
    ],
)
def test_choices(key, values, path):
    for value in values:
        rules_of("face-up-pai-gow", {key: value})
    for value in ("venetian", 0, 3, True, None, {}, [1]):
        found = refusals({key: value})
        assert {cite for _, cite in found} == {LAW + path}
        assert all(field.partition(".")[0] == key for field, _ in found)


@provision("688a.9(a)(1)")
def test_dealing_from_the_hand_demands_a_shuffling_device():
    assert refusals({"dealing": "hand"}) == [("shuffler", LAW + "9(a)(1)")]
    assert rules_of("face-up-pai-gow", {"dealing": "hand", "shuffler": "automated"}).chosen["dealing"] == "hand"


@provision("688a.11(a)")
def test_a_complete_submission_specifies_the_house_way():
    assert refusals({}, complete=True) == [("house-way", LAW + "11(a)")]
    open_game("face-up-pai-gow").rules({"house-way": "mgm"}, complete=True)
    assert rules_of("face-up-pai-gow").chosen["house-way"].name == "foxwoods"


def test_every_fault_at_once():
    found = refusals(
        {
            "fortune": "7",
            "progressive": "8",
            "house-way": "venetian",
            "trips": "1",
            "ante": "A",
            "limits": {"pai-gow": {"minimum": "0", "step": "x"}, "ace-high": {"minimum": "1"}, "raise": {}},
            "readings": {"flush-joker": "third-ace", "a-2-3": "straight"},
        }
    )
    assert sorted(field for field, _ in found) == [
        "ante",
        "fortune",
        "house-way",
        "limits.ace-high",
        "limits.pai-gow.minimum",
        "limits.pai-gow.step",
        "limits.raise",
        "progressive",
        "readings.a-2-3",
        "readings.flush-joker",
        "trips",
    ]


@pytest.mark.parametrize(
    ("limit", "field"),
    [
        ({"minimum": "10", "maximum": "5"}, "limits.pai-gow.maximum"),
        ({"minimum": "10", "maximum": "14", "step": "5"}, "limits.pai-gow.maximum"),
        ({"least": "10"}, "limits.pai-gow.least"),
        ("10", "limits.pai-gow"),
    ],
)
def test_limits_that_cannot_be(limit, field):
    assert [where for where, _ in refusals({"limits": {"pai-gow": limit}})] == [field]


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("flush-joker", ("highest-missing", "second-ace")),
        ("fortune-trips-straight", ("trips", "by-rank")),
        ("fortune-5-quads", ("25-to-1", "as-printed")),
    ],
)
def test_readings_that_can_be_switched(key, values):
    assert rules_of("face-up-pai-gow").readings[key] == values[0]
    for value in values:
        assert rules_of("face-up-pai-gow", {"readings": {key: value}}).readings[key] == value
        assert rules_of("face-up-pai-gow", readings={key: value}).readings[key] == value
    assert [field for field, _ in refusals({}, {key: "otherwise"})] == [f"readings.{key}"]


def test_no_other_reading_can_be_switched():
    switches = {
        "flush-joker",
        "royal-joker",
        "fortune-trips-straight",
        "fortune-5-quads",
        "progressive-6-rate",
        "meter-and-dollars",
        "generator-start",
        "envy-last",
        "envy-boxes",
        "envy-own-table",
        "open-order",
    }
    assert set(rules_of("face-up-pai-gow").readings) == switches


def test_a_submission_for_another_game_is_refused():
    assert [field for field, _ in refusals({"game": "dj-wild", "edition": "pa-2021"})] == ["game", "edition"]
    rules_of("face-up-pai-gow", {"game": "face-up-pai-gow", "edition": "pa-2019-proposed"})


# A declared house way ------------------------------------------------------------------------------------------

SIMPLE = [
    {"hand": "five-aces", "front": "two-of-it"},
    {"hand": "four-of-a-kind", "front": "two-of-it"},
    {"hand": "two-sets", "front": "two-of-it"},
    {"hand": "full-house", "front": "highest-pair"},
    {"hand": "three-pairs", "front": "highest-pair"},
    {"hand": "set", "front": "two-highest-singles"},
    {"hand": "two-pairs", "front": "lowest-pair"},
    {"hand": "pair", "front": "two-highest-singles"},
    {"hand": "no-pair", "front": "second-and-third"},
]


@provision("688a.11(a)")
def test_a_declared_list_of_rules_sets_the_dealers_hands():
    kept = {"hand": "two-pairs", "rank": "7-T", "single": "Q-A", "front": "two-highest-singles"}
    rules = rules_of("face-up-pai-gow", {"house-way": [kept, *SIMPLE]})
    for dealer, low in [
        ("9s 9h 5d 5c Qs 4h 2d", "Qs 4h"),
        ("9s 9h 5d 5c Js 4h 2d", "5d 5c"),
        ("6s 6h 5d 5c Qs 9h 2d", "5d 5c"),
        ("9s 9h 9d 8c 7s 6h 5d", "8c 7s"),  # no rule looks for the straight
        ("9s 8h 7d 6c 5s Kh Jd", "Jd 9s"),
    ]:
        setting = rules.chosen["house-way"].set(rules.ranking, cards(dealer))
        assert sorted(setting.low) == sorted(cards(low))


@provision("688a.11(a)", "688a.11(b)(1)", held="outcome")
def test_the_house_way_decides_the_round():
    dealer, player = "9s 9h 9d 8c 7s 6h 5d", "As Ad Ac Qh Jd 4s 2h"
    setting = {"high": "As Ad Ac 4s 2h", "low": "Qh Jd"}
    shipped, declared = rules_of("face-up-pai-gow"), rules_of("face-up-pai-gow", {"house-way": SIMPLE})
    # nines in front of a straight beat both hands; three nines behind eight-seven lose to both
    assert one_seat(shipped, player, {"pai-gow": "10"}, setting, dealer=dealer)["pai-gow"].result == "lose"
    assert one_seat(declared, player, {"pai-gow": "10"}, setting, dealer=dealer)["pai-gow"].result == "win"


def test_a_bad_list_is_refused_with_every_fault_at_once():
    bad = [
        {"hand": "six-aces", "front": "two-of-it"},
        {"hand": "pair", "front": "the-rest"},
        {"hand": "pair", "front": "two-highest-singles", "rank": "A-2", "single": "1", "beside": 7},
        {"hand": "pair", "front": "two-highest-singles", "colour": "red", "complete": "yes", "pairs": 4},
        {"hand": "pair", "front": "two-highest-singles", "beats-complete": True},
        {"hand": "pair", "front": "two-highest-singles", "singles": "A K"},
        {"hand": "pair", "front": "best-category", "flush-yields-to": ["pear"], "royal-yields-to": "pair"},
        "pair",
        {},
    ]
    found = refusals({"house-way": bad, "fortune": "9"})
    assert {cite for field, cite in found if field != "fortune"} == {LAW + "11(a)"}
    assert sorted(field for field, _ in found) == [
        "fortune",
        "house-way.0.hand",
        "house-way.1.front",
        "house-way.2.beside",
        "house-way.2.rank",
        "house-way.2.single",
        "house-way.3.colour",
        "house-way.3.complete",
        "house-way.3.pairs",
        "house-way.4.beats-complete",
        "house-way.5.singles",
        "house-way.6.flush-yields-to",
        "house-way.6.royal-yields-to",
        "house-way.7",
        "house-way.8.front",
        "house-way.8.hand",
    ]


@pytest.mark.parametrize("hand", [["pair"], {"pair": 1}, None, 2])
def test_a_hand_that_is_no_word(hand):
    found = refusals({"house-way": [{"hand": hand, "front": "two-highest-singles"}, *SIMPLE]})
    assert found == [("house-way.0.hand", LAW + "11(a)")]


@pytest.mark.parametrize("told", [[], {}, 7, {"rule": SIMPLE}])
def test_a_house_way_is_a_name_or_a_list(told):
    assert refusals({"house-way": told}) == [("house-way", LAW + "11(a)")]


@pytest.mark.parametrize("gone", range(len(SIMPLE)))
def test_a_list_must_set_every_hand(gone):
    left = [rule for place, rule in enumerate(SIMPLE) if place != gone]
    with pytest.raises(SubmissionError) as refused:
        rules_of("face-up-pai-gow", {"house-way": left})
    assert [SIMPLE[gone]["hand"] in refusal.message for refusal in refused.value.refusals] == [True]
    assert (refused.value.field, refused.value.cite) == ("house-way", LAW + "11(a)")


def test_every_hand_a_list_leaves_out_is_named_at_once():
    with pytest.raises(SubmissionError) as refused:
        rules_of("face-up-pai-gow", {"house-way": SIMPLE[2:-1]})
    said = " ".join(refusal.message for refusal in refused.value.refusals)
    assert all(hand in said for hand in ("five-aces", "four-of-a-kind", "no-pair"))


def test_a_rule_with_conditions_does_not_set_every_hand():
    some = [{**rule, "rank": "2-K"} if rule["hand"] == "pair" else rule for rule in SIMPLE]
    assert refusals({"house-way": some}) == [("house-way", LAW + "11(a)")]
