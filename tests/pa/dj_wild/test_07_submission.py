"""What a Rules Submission may choose under §§ 687a.7, 687a.11 and 687a.12, and what is refused."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier import SubmissionError, open_game
from tests.support import provision

GAME = open_game("dj-wild")
CODE = "58 Pa. Code § 687a."


def refusals(submission: dict[str, object], **readings: object) -> list[tuple[str, str | None]]:
    with pytest.raises(SubmissionError) as refused:
        GAME.rules(submission, readings)
    return [(r.field, r.cite) for r in refused.value.refusals]


@pytest.mark.parametrize(
    ("key", "ids"),
    [
        pytest.param("progressive", ["1", "2"], marks=provision("687a.7(d)(2)", "687a.12(c)")),
        pytest.param(
            "trips",
            ["DJWT-04", "DJWT-05", "DJWT-06", "DJWT-07"],
            marks=provision("687a.7(d)(3)", "687a.12(d)"),
        ),
        pytest.param(
            "bad-beat",
            ["DJWBB-01", "DJWBB-02", "DJWBB-03", "DJWBB-04"],
            marks=provision("687a.7(d)(4)", "687a.12(e)"),
        ),
    ],
)
def test_the_paytables_of_the_chapter_and_no_others(key, ids):
    wager = GAME.wager(key)
    assert wager is not None
    assert [table.id for table in wager.tables] == ids
    for id_ in ids:
        assert GAME.rules({key: id_}).tables[key].id == id_


@pytest.mark.parametrize(
    ("key", "wrong", "cite"),
    [
        *(("trips", id_, "12(d)") for id_ in ("DJWT-03", "DJWT-08", "04", "djwt-04", 4, True, None)),
        *(("bad-beat", id_, "12(e)") for id_ in ("DJWBB-05", "1", "DJWT-04", "")),
        *(("progressive", id_, "12(c)") for id_ in ("3", "0", 1, "A")),
    ],
)
def test_other_paytables_are_refused(key, wrong, cite):
    assert refusals({key: wrong}) == [(key, CODE + cite)]


@pytest.mark.parametrize(
    "key", ["ante", "blind", "raise", "cover-all", "multi-game-link", "match-play", "payout-limit"]
)
def test_keys_the_chapter_does_not_have(key):
    assert refusals({key: "1"}) == [(key, None)]


@pytest.mark.parametrize(
    ("key", "value", "cite"),
    [
        pytest.param("adjacent-boxes", 0, "7(e)", marks=provision("687a.7(e)")),
        pytest.param("adjacent-boxes", 7, "7(e)", marks=provision("687a.7(e)")),
        pytest.param("adjacent-boxes", "2", "7(e)", marks=provision("687a.7(e)")),
        pytest.param("folded-progressive", "yes", "11(b)(3)", marks=provision("687a.11(b)(3)")),
        pytest.param("folded-progressive", 1, "11(b)(3)", marks=provision("687a.11(b)(3)")),
        ("contribution", "100%", "12(c)"),
        ("contribution", "-1%", "12(c)"),
        ("contribution", "a fifth", "12(c)"),
        ("dealing", "shoe", "5(c)(1)"),
        ("shuffler", "by hand", "5(a)"),
    ],
)
def test_choices_out_of_bounds(key, value, cite):
    assert refusals({key: value}) == [(key, CODE + cite)]


@provision("687a.7(e)")
@pytest.mark.parametrize("boxes", [1, 6])
def test_adjacent_boxes_within_bounds(boxes):
    assert GAME.rules({"adjacent-boxes": boxes}).chosen["adjacent-boxes"] == boxes


@provision("687a.7(e)")
def test_a_submission_to_be_filed_specifies_the_adjacent_boxes():
    with pytest.raises(SubmissionError) as refused:
        GAME.rules({}, complete=True)
    assert [(r.field, r.cite) for r in refused.value.refusals] == [("adjacent-boxes", CODE + "7(e)")]
    assert GAME.rules({"adjacent-boxes": 1}, complete=True).chosen["adjacent-boxes"] == 1


def test_a_submission_to_be_filed_with_a_progressive_states_the_contribution():
    with pytest.raises(SubmissionError) as refused:
        GAME.rules({"adjacent-boxes": 1, "progressive": "1"}, complete=True)
    assert [(r.field, r.cite) for r in refused.value.refusals] == [("contribution", CODE + "12(c)")]
    filed = GAME.rules({"adjacent-boxes": 1, "progressive": "1", "contribution": "20%"}, complete=True)
    assert filed.chosen["contribution"] == Fraction(1, 5)


def test_every_fault_is_told_at_once():
    wrong: dict[str, object] = {
        "trips": "DJWT-99",
        "progressive": "9",
        "folded-progressive": "maybe",
        "jackpot": "1",
        "limits": {"ante": {"minimum": 0.5}, "raise": {"minimum": "5"}, "bad-beat": {"minimum": "5"}},
    }
    assert set(refusals(wrong, **{"bad-beat": "three-way", "a-2-3": "straight"})) == {
        ("trips", CODE + "12(d)"),
        ("progressive", CODE + "12(c)"),
        ("folded-progressive", CODE + "11(b)(3)"),
        ("jackpot", None),
        ("limits.ante.minimum", None),
        ("limits.raise", None),
        ("limits.bad-beat", CODE + "7(d)(4)"),
        ("readings.bad-beat", CODE + "11(f)(3)(ii)"),
        ("readings.a-2-3", None),
    }


@pytest.mark.parametrize(
    ("limit", "field"),
    [
        ({"minimum": "0"}, "limits.ante.minimum"),
        ({"minimum": "10", "maximum": "9.99"}, "limits.ante.maximum"),
        ({"minimum": "10", "maximum": "12", "step": "5"}, "limits.ante.maximum"),
        ({"least": "10"}, "limits.ante.least"),
        ("10", "limits.ante"),
    ],
)
def test_limits_that_make_no_sense(limit, field):
    assert refusals({"limits": {"ante": limit}}) == [(field, None)]


@pytest.mark.parametrize(
    ("key", "default", "other"),
    [
        ("bad-beat", "one-way", "two-way"),
        ("flush-wild", "highest-missing", "double-ace"),
        ("progressive-deuces", "natural", "wild"),
        ("progressive-stake", "kept", "returned"),
    ],
)
def test_readings_have_a_default_and_another_answer(key, default, other):
    assert GAME.rules().readings[key] == default
    assert GAME.rules({"readings": {key: other}}).readings[key] == other
    assert GAME.rules({"readings": {key: other}}, {key: default}).readings[key] == default
    ((field, cite),) = refusals({}, **{key: "perhaps"})
    assert field == f"readings.{key}"
    assert cite is not None


def test_readings_of_other_rules_are_refused():
    assert refusals({}, **{"cover-all-rows": "shifted"}) == [("readings.cover-all-rows", None)]


def test_a_submission_for_another_game_or_edition_is_refused():
    assert refusals({"game": "cajun-stud", "edition": "ma"}) == [("game", None), ("edition", None)]
    assert GAME.rules({"game": "dj-wild", "edition": "pa-2021"}).game is GAME
