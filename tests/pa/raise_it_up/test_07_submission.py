"""Chapter 669a: what a Rules Submission may choose (§§ 669a.7(d), 669a.9(a)(1), 669a.12(a) and (f))."""

from __future__ import annotations

import pytest

from croupier import SubmissionError, UnknownGame, open_game
from tests.support import provision, rules_of

CODE = "58 Pa. Code § 669a."


def refusals(submission, readings=None):
    with pytest.raises(SubmissionError) as refused:
        rules_of("raise-it-up", submission, readings=readings)
    return {refusal.field: refusal.cite for refusal in refused.value.refusals}


def test_the_only_edition():
    assert open_game("raise-it-up").edition == "pa-2019"
    with pytest.raises(UnknownGame) as refused:
        open_game("raise-it-up", "pa-2016")
    assert refused.value.field == "edition"


@pytest.mark.parametrize(
    ("key", "table", "path"),
    [
        *(pytest.param("pair-plus", id_, "12(a)", marks=provision("669a.12(a)")) for id_ in "AB"),
        *(pytest.param("six-card", id_, "12(f)", marks=provision("669a.12(f)")) for id_ in "ABCD"),
        pytest.param("progressive", "1", "12(e)(1)", marks=provision("669a.12(e)(1)")),
    ],
)
def test_paytables_to_select(key, table, path):
    rules = rules_of("raise-it-up", {key: table})
    assert (rules.tables[key].id, str(rules.tables[key].cite)) == (table, CODE + path)


@pytest.mark.parametrize(
    ("key", "table", "path"),
    [
        *(pytest.param("pair-plus", id_, "12(a)", marks=provision("669a.12(a)")) for id_ in ("C", "a", "", "1", None)),
        *(pytest.param("six-card", id_, "12(f)", marks=provision("669a.12(f)")) for id_ in ("E", "", 1, True, None)),
        *(pytest.param("progressive", id_, "12(e)(1)") for id_ in ("2", "A", 1, True, None)),
    ],
)
def test_paytables_that_are_not_printed(key, table, path):
    assert refusals({key: table}) == {key: CODE + path}


@pytest.mark.parametrize(
    ("told", "missing"),
    [
        pytest.param({"limits": {"ante": {"step": "1.00"}}}, {"pair-plus": "12(a)"}, marks=provision("669a.12(a)")),
        pytest.param({"pair-plus": "A"}, {"limits.ante": "12(c)"}, marks=provision("669a.12(c)")),  # 3 to 2
        ({}, {"pair-plus": "12(a)", "limits.ante": "12(c)"}),
    ],
)
def test_a_submission_to_be_filed_selects_pair_plus_and_a_step_that_every_pay_comes_out_at(told, missing):
    game = open_game("raise-it-up")
    with pytest.raises(SubmissionError) as refused:
        game.rules(told, complete=True)
    assert {r.field: r.cite for r in refused.value.refusals} == {field: CODE + path for field, path in missing.items()}
    assert game.rules({"pair-plus": "B", "limits": {"ante": {"step": "1.00"}}}, complete=True)


@pytest.mark.parametrize("dealing", ["manual-shoe", "automated-shoe"])
@pytest.mark.parametrize("shuffler", ["none", "automated", "counting", "reshuffling"])
def test_dealing_from_a_shoe(dealing, shuffler):
    chosen = rules_of("raise-it-up", {"dealing": dealing, "shuffler": shuffler}).chosen
    assert (chosen["dealing"], chosen["shuffler"]) == (dealing, shuffler)


@provision("669a.9(a)(1)")
def test_dealing_from_the_hand_needs_an_automated_device():
    assert rules_of("raise-it-up", {"dealing": "hand", "shuffler": "automated"}).chosen["dealing"] == "hand"
    assert refusals({"dealing": "hand"}) == {"shuffler": f"{CODE}9(a)(1)"}
    assert refusals({"dealing": "hand", "shuffler": "none"}) == {"shuffler": f"{CODE}9(a)(1)"}


@pytest.mark.parametrize(
    ("key", "value"), [("dealing", "shoe"), ("dealing", None), ("shuffler", "hand"), ("shuffler", 1)]
)
def test_ways_that_are_not_offered(key, value):
    assert list(refusals({key: value})) == [key]


@pytest.mark.parametrize(
    "key",
    ["ante", "blind", "play", "trips", "payout-limit", "adjacent-boxes", "house-way", "match-play", "x"],
)
def test_the_house_has_no_such_choice(key):
    assert list(refusals({key: "1"})) == [key]


@pytest.mark.parametrize("value", ["straight", "not-a-straight"])
def test_the_one_switchable_reading(value):
    assert rules_of("raise-it-up", readings={"a-2-3": value}).readings["a-2-3"] == value
    assert rules_of("raise-it-up", {"readings": {"a-2-3": value}}).readings["a-2-3"] == value
    assert rules_of("raise-it-up").readings["a-2-3"] == "straight"


@pytest.mark.parametrize("value", ["yes", "", None, True])
def test_an_answer_the_reading_does_not_have(value):
    assert refusals({}, readings={"a-2-3": value}) == {"readings.a-2-3": f"{CODE}6(a)"}


@pytest.mark.parametrize("reading", ["meter", "meter-per-stake", "for-1", "bad-beat", "x"])
def test_readings_that_are_settled_or_elsewhere(reading):
    assert refusals({}, readings={reading: "yes"}) == {f"readings.{reading}": None}


@pytest.mark.parametrize(
    ("limits", "field"),
    [
        ("5", "limits"),
        ({"play": {"minimum": "5"}}, "limits.play"),
        ({"trips": {"minimum": "5"}}, "limits.trips"),
        ({"six-card": {"minimum": "5"}}, "limits.six-card"),
        ({"ante": "5"}, "limits.ante"),
        ({"ante": {"minimum": "0"}}, "limits.ante.minimum"),
        ({"ante": {"minimum": 2.5}}, "limits.ante.minimum"),
        ({"ante": {"maximum": "-1"}}, "limits.ante.maximum"),
        ({"ante": {"step": "1e1"}}, "limits.ante.step"),
        ({"ante": {"least": "5"}}, "limits.ante.least"),
        ({"ante": {"minimum": "10", "maximum": "5", "step": "5"}}, "limits.ante.maximum"),
        ({"ante": {"minimum": "5", "maximum": "12", "step": "5"}}, "limits.ante.maximum"),
    ],
)
def test_limits_that_make_no_sense(limits, field):
    assert list(refusals({"limits": limits})) == [field]


@provision("669a.12(c)")
@pytest.mark.parametrize(
    "limit",
    [
        {"minimum": "5", "step": "0.01"},
        {"minimum": "5.01", "step": "1"},
        {"minimum": "5", "step": "2.51"},
    ],
)
def test_an_ante_whose_play_wager_three_to_two_could_not_pay_to_the_cent(limit):
    assert refusals({"limits": {"ante": limit}}) == {"limits.ante": f"{CODE}12(c)"}


@provision("669a.12(c)")
def test_an_even_number_of_cents_is_enough():
    rules = rules_of("raise-it-up", {"limits": {"ante": {"minimum": "0.02", "step": "0.02"}}})
    assert rules.limits["ante"].step == 2


@pytest.mark.parametrize(("key", "value"), [("game", "cajun-stud"), ("edition", "pa-2021")])
def test_a_submission_for_another_chapter(key, value):
    assert list(refusals({key: value})) == [key]


def test_every_refusal_at_once():
    wrong = {
        "pair-plus": "C",
        "progressive": "2",
        "six-card": "E",
        "dealing": "shoe",
        "shuffler": "a machine",
        "decks": 3,
        "trips": "1",
        "limits": {"ante": {"minimum": "0"}, "play": {"minimum": "5"}},
        "readings": {"late": "fold", "a-2-3": "no"},
    }
    assert refusals(wrong) == {
        "pair-plus": f"{CODE}12(a)",
        "progressive": f"{CODE}12(e)(1)",
        "six-card": f"{CODE}12(f)",
        "dealing": f"{CODE}5(c)(1)",
        "shuffler": f"{CODE}5(a)",
        "decks": f"{CODE}3(b)",
        "trips": None,
        "limits.ante.minimum": None,
        "limits.play": None,
        "readings.late": None,
        "readings.a-2-3": f"{CODE}6(a)",
    }


@provision("669a.3(b)", "669a.9(a)(1)")
def test_both_wants_of_a_shuffler_at_once():
    assert refusals({"decks": 2, "dealing": "hand"}) == {"decks": f"{CODE}3(b)", "shuffler": f"{CODE}9(a)(1)"}
