"""Chapter 686a: what a Rules Submission may choose (§§ 686a.6(e), 686a.6(f), 686a.8(b))."""

from __future__ import annotations

import pytest

from croupier import SubmissionError, UnknownGame, open_game
from tests.support import provision, rules_of

CODE = "58 Pa. Code § "


def refusals(submission, readings=None):
    with pytest.raises(SubmissionError) as refused:
        rules_of("over-under", submission, readings=readings)
    return {refusal.field: refusal.cite for refusal in refused.value.refusals}


def test_the_only_edition_is_the_proposal_of_2019():
    assert open_game("over-under").edition == "pa-2019-proposed"
    with pytest.raises(UnknownGame) as refused:
        open_game("over-under", "pa-2021")
    assert refused.value.field == "edition"


@provision("686a.6(e)", "686a.8(b)")
def test_the_bonus_paytable_printed_alone_is_number_one():
    rules = rules_of("over-under", {"bonus": "1"})
    assert rules.offers("bonus")
    assert str(rules.tables["bonus"].cite) == f"{CODE}686a.8(b)"


@provision("686a.8(b)")
@pytest.mark.parametrize("table", ["2", "A", "0", "", 1, True, None, ["1"]])
def test_there_is_no_other_bonus_paytable(table):
    assert refusals({"bonus": table}) == {"bonus": f"{CODE}686a.8(b)"}


@provision("686a.6(f)")
@pytest.mark.parametrize("boxes", [1, 2, 3, 6])
def test_adjacent_boxes_one_to_six(boxes):
    assert rules_of("over-under", {"adjacent-boxes": boxes}).chosen["adjacent-boxes"] == boxes


@provision("686a.6(f)")
@pytest.mark.parametrize("boxes", [0, 7, -1, "2", 1.5, True, None])
def test_adjacent_boxes_must_be_a_number_the_table_has(boxes):
    assert refusals({"adjacent-boxes": boxes}) == {"adjacent-boxes": f"{CODE}686a.6(f)"}


@provision("686a.6(f)")
def test_a_submission_to_be_filed_shall_specify_the_adjacent_boxes():
    game = open_game("over-under")
    with pytest.raises(SubmissionError) as refused:
        game.rules({"bonus": "1"}, complete=True)
    assert (refused.value.field, refused.value.cite) == ("adjacent-boxes", f"{CODE}686a.6(f)")
    assert game.rules({"bonus": "1", "adjacent-boxes": 1}, complete=True).chosen["adjacent-boxes"] == 1


@pytest.mark.parametrize(
    "key",
    ["ante", "over", "under", "blind", "payout-limit", "folded-progressive", "house-way", "progressive", "x"],
)
def test_the_house_has_no_such_choice(key):
    assert refusals({key: "1"}) == {key: None}


@pytest.mark.parametrize("reading", ["cut-otherwise", "who-wagers", "late", "bad-beat", "a-2-3"])
def test_no_other_reading_of_this_chapter_can_be_switched(reading):
    assert refusals({}, readings={reading: "a push"}) == {f"readings.{reading}": None}
    assert refusals({"readings": {reading: "a push"}}) == {f"readings.{reading}": None}


@pytest.mark.parametrize(
    ("limits", "field"),
    [
        ("5", "limits"),
        ({"over": {"minimum": "5"}}, "limits.over"),
        ({"under": {"minimum": "5"}}, "limits.under"),
        ({"blind": {"minimum": "5"}}, "limits.blind"),
        ({"bonus": {"minimum": "5"}}, "limits.bonus"),
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


@pytest.mark.parametrize(("key", "value"), [("game", "dj-wild"), ("edition", "pa-2021")])
def test_a_submission_for_another_chapter(key, value):
    assert list(refusals({key: value})) == [key]


def test_a_submission_may_name_its_own_chapter():
    rules = rules_of("over-under", {"game": "over-under", "edition": "pa-2019-proposed", "bonus": "1"})
    assert rules.offers("bonus")


def test_every_refusal_at_once():
    wrong = {
        "bonus": "2",
        "adjacent-boxes": 7,
        "dealing": "hand",
        "shuffler": "a machine",
        "decks": 3,
        "trips": "1",
        "limits": {"ante": {"minimum": "0"}, "over": {"minimum": "5"}},
        "readings": {"late": "fold"},
    }
    assert refusals(wrong) == {
        "bonus": f"{CODE}686a.8(b)",
        "adjacent-boxes": f"{CODE}686a.6(f)",
        "dealing": f"{CODE}686a.3(a)",
        "shuffler": f"{CODE}686a.5(a)",
        "decks": f"{CODE}686a.3(b)",
        "trips": None,
        "limits.ante.minimum": None,
        "limits.over": None,
        "readings.late": None,
    }
