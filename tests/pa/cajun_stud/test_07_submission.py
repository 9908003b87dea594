"""§§ 683a.7(d), (e) and 683a.12: what a Rules Submission may choose."""

from __future__ import annotations

import pytest

from croupier import SubmissionError, open_game
from tests.support import one_seat, provision, rules_of

CITE = "58 Pa. Code § 683a."


def refusals(submission, readings=None):
    with pytest.raises(SubmissionError) as refused:
        rules_of("cajun-stud", submission, readings=readings)
    return [(r.field, r.cite) for r in refused.value.refusals]


@pytest.mark.parametrize(
    ("wager", "tables", "cite"),
    [
        pytest.param("ante", "ABC", "12(a)", marks=provision("683a.12(a)")),
        pytest.param("pocket", "ABC", "12(b)", marks=provision("683a.12(b)")),
        pytest.param("board", "ABCD", "12(c)", marks=provision("683a.12(c)")),
        pytest.param("lo-ball", "AB", "12(d)", marks=provision("683a.12(d)")),
        pytest.param("all-six", "ABCDE", "12(e)", marks=provision("683a.12(e)")),
    ],
)
def test_one_of_the_printed_paytables(wager, tables, cite):
    for table in tables:
        assert rules_of("cajun-stud", {wager: table}).tables[wager].id == table
    beyond = "ABCDEF"[len(tables)]
    for wrong in (beyond, "a", "1", "", 1, True, None):
        assert refusals({wager: wrong}) == [(wager, CITE + cite)]


@provision("683a.12(a)")
@pytest.mark.parametrize("table", "ABC")
def test_one_paytable_for_ante_and_raises(table):
    rules = rules_of("cajun-stud", {"ante": table})
    for wager in ("ante", "raise-third", "raise-fourth", "raise-fifth"):
        assert rules.tables[wager].id == table


@provision("683a.12(a)")
def test_without_a_choice_the_ante_is_paid_by_table_a_and_nothing_optional_is_offered():
    rules = rules_of("cajun-stud")
    assert rules.tables["ante"].id == "A"
    assert [w.id for w in rules.offered()] == ["ante", "raise-third", "raise-fourth", "raise-fifth"]


@provision("683a.7(e)")
def test_a_complete_submission_says_how_many_adjacent_boxes():
    game = open_game("cajun-stud")
    assert game.rules({"ante": "A", "adjacent-boxes": 6}, complete=True).chosen["adjacent-boxes"] == 6
    with pytest.raises(SubmissionError) as refused:
        game.rules({"ante": "A"}, complete=True)
    assert [(r.field, r.cite) for r in refused.value.refusals] == [("adjacent-boxes", CITE + "7(e)")]


COMPLETE = {"ante": "A", "adjacent-boxes": 1}
STEP = {"ante": {"minimum": "10.00", "step": "1.00"}}


@pytest.mark.parametrize(
    ("changed", "missing"),
    [
        pytest.param({"ante": None}, [("ante", "12(a)")], marks=provision("683a.12(a)")),
        pytest.param({"ante": "B"}, [("limits.ante", "12(a)")], marks=provision("683a.12(a)")),  # 3 to 2
        pytest.param({"ante": "C", "limits": {"ante": {"minimum": "10.00"}}}, [("limits.ante", "12(a)")]),
        pytest.param({"payout-limit": "50000.00"}, [("limits.ante", "12(f)")], marks=provision("683a.12(f)")),
        ({"ante": "B", "limits": STEP}, []),
        ({"payout-limit": "60000.00", "limits": STEP}, []),
    ],
)
def test_a_submission_to_be_filed_selects_the_table_and_says_the_limits_that_its_pays_hang_on(changed, missing):
    told = {key: value for key, value in {**COMPLETE, **changed}.items() if value is not None}
    game = open_game("cajun-stud")
    assert game.rules(told)
    if not missing:
        assert game.rules(told, complete=True)
        return
    with pytest.raises(SubmissionError) as refused:
        game.rules(told, complete=True)
    assert [(r.field, r.cite) for r in refused.value.refusals] == [(field, CITE + path) for field, path in missing]


@provision("683a.7(e)")
@pytest.mark.parametrize("boxes", [0, 7, -1, "2", 1.0, True])
def test_no_more_boxes_than_the_table_has(boxes):
    assert refusals({"adjacent-boxes": boxes}) == [("adjacent-boxes", CITE + "7(e)")]


@pytest.mark.parametrize("raise_", ["raise-third", "raise-fourth", "raise-fifth", "raise"])
def test_raises_have_no_paytable_of_their_own(raise_):
    assert [field for field, _ in refusals({raise_: "A"})] == [raise_]


def test_every_refusal_at_once():
    wrong = {
        "ante": "D",
        "pocket": "D",
        "board": "E",
        "lo-ball": "C",
        "all-six": "F",
        "adjacent-boxes": 7,
        "payout-limit": "5e4",
        "dealing": "tray",
        "shuffler": "monkey",
        "decks": 3,
        "blind": "A",
        "limits": {"raise-third": {"minimum": "5"}},
        "readings": {"a-2-3": "maybe", "flush-wild": "double-ace"},
    }
    found = dict(refusals(wrong))
    assert found == {
        "ante": CITE + "12(a)",
        "pocket": CITE + "12(b)",
        "board": CITE + "12(c)",
        "lo-ball": CITE + "12(d)",
        "all-six": CITE + "12(e)",
        "adjacent-boxes": CITE + "7(e)",
        "payout-limit": CITE + "12(f)",
        "dealing": CITE + "5(c)(1)",
        "shuffler": CITE + "5(a)",
        "decks": CITE + "3(b)",
        "blind": None,
        "limits.raise-third": None,
        "readings.a-2-3": CITE + "6(a)",
        "readings.flush-wild": None,
    }
    assert len(refusals(wrong)) == len(found)


@pytest.mark.parametrize(
    ("wager", "wrong", "cite"), [("ante", "D", "12(a)"), ("pocket", "D", "12(b)"), ("board", "E", "12(c)")]
)
def test_a_wrong_paytable_does_not_make_the_wagers_limits_wrong(wager, wrong, cite):
    assert refusals({wager: wrong, "limits": {wager: {"minimum": "10"}}}) == [(wager, CITE + cite)]


def test_choices_that_disagree_are_refused_together():
    wrong = {"payout-limit": "49999.99", "decks": 2, "dealing": "hand"}
    assert dict(refusals(wrong)) == {
        "payout-limit": CITE + "12(f)",
        "decks": CITE + "3(b)",
        "shuffler": CITE + "9(a)(1)",
    }


def test_a_choice_of_its_own_and_choices_that_disagree_are_refused_together():
    wrong = {"pocket": "D", "payout-limit": "49999.99", "decks": 2}
    assert dict(refusals(wrong)) == {
        "pocket": CITE + "12(b)",
        "payout-limit": CITE + "12(f)",
        "decks": CITE + "3(b)",
    }


@pytest.mark.parametrize(
    ("limits", "field"),
    [
        ({"ante": {"minimum": "20", "maximum": "15"}}, "limits.ante.maximum"),
        ({"ante": {"minimum": "10", "maximum": "24", "step": "5"}}, "limits.ante.maximum"),
        ({"ante": {"minimum": "0"}}, "limits.ante.minimum"),
        ({"ante": {"minimum": 10.5}}, "limits.ante.minimum"),
        ({"ante": {"least": "10"}}, "limits.ante.least"),
        ({"ante": "10"}, "limits.ante"),
        ({"blind": {"minimum": "10"}}, "limits.blind"),
        ({"raise-fourth": {"maximum": "10"}}, "limits.raise-fourth"),
        ({"pocket": {"minimum": "1"}}, "limits.pocket"),
        ("10", "limits"),
    ],
)
def test_limits_that_make_no_sense(limits, field):
    assert [found for found, _ in refusals({"limits": limits})] == [field]


@provision("683a.12(a)")
@pytest.mark.parametrize("table", "BC")
@pytest.mark.parametrize(
    "limit",
    [{"minimum": "5.01", "step": "1"}, {"minimum": "5", "step": "0.01"}, {"minimum": "5.01"}],
)
def test_minimum_and_step_keep_3_to_2_payable(table, limit):
    found = refusals({"ante": table, "limits": {"ante": limit}})
    assert set(found) == {("limits.ante", CITE + "12(a)")}
    assert rules_of("cajun-stud", {"ante": "A", "limits": {"ante": limit}}).limits["ante"]
    whole = {"minimum": "5", "step": "0.02"}
    assert rules_of("cajun-stud", {"ante": table, "limits": {"ante": whole}}).limits["ante"].step == 2


# Readings


@provision("683a.6(a)", held="outcome")
@pytest.mark.parametrize(
    ("turned", "reading", "found"),
    [
        ("Ac 2d 3h", "straight", ("win", "6 to 1", 3000)),
        ("Ac 2d 3h", "not-a-straight", ("lose", None, 0)),
        ("Ah 2h 3h", "straight", ("win", "40 to 1", 20000)),
        ("Ah 2h 3h", "not-a-straight", ("win", "4 to 1", 2000)),
        ("2c 3d 4h", "not-a-straight", ("win", "6 to 1", 3000)),
        ("Ac Kd Qh", "not-a-straight", ("win", "6 to 1", 3000)),
    ],
)
def test_whether_ace_two_three_is_a_straight_of_the_board(turned, reading, found):
    wagers = {"ante": "10", "board": "5"}
    for rules in (
        rules_of("cajun-stud", {"board": "A"}, readings={"a-2-3": reading}),
        rules_of("cajun-stud", {"board": "A", "readings": {"a-2-3": reading}}),
    ):
        line = one_seat(rules, "9c 7s", wagers, "fold", community=turned)["board"]
        assert (line.result, line.odds, line.paid) == found
        assert ("a-2-3" in {one.key for one in line.readings}) is (sorted(turned[::3]) == ["2", "3", "A"])


def test_ace_two_three_is_a_straight_unless_another_reading_is_chosen():
    rules = rules_of("cajun-stud", {"board": "A"})
    line = one_seat(rules, "9c 7s", {"ante": "10", "board": "5"}, "fold", community="Ac 2d 3h")["board"]
    assert line.odds == "6 to 1"


@pytest.mark.parametrize("reading", ["straight", "not-a-straight"])
def test_the_five_card_wheel_is_a_straight_under_either_reading(reading):
    rules = rules_of("cajun-stud", {"lo-ball": "A", "all-six": "A"}, readings={"a-2-3": reading})
    wagers = {"ante": "10", "lo-ball": "5", "all-six": "5"}
    said = ("raise-1", "raise-1", "raise-1")
    lines = one_seat(rules, "4c 5s", wagers, *said, community="Ac 2d 3h", all_six="Ad 2h 3s 9c")
    assert lines["ante"].odds == "4 to 1"
    assert lines["lo-ball"].result == "lose"
    assert lines["all-six"].odds == "10 to 1"


@pytest.mark.parametrize("key", ["all-six", "progressive-stake", ""])
def test_no_other_reading_is_switchable(key):
    assert refusals({}, {key: "straight"}) == [(f"readings.{key}", None)]


@pytest.mark.parametrize("key", ["progressive", "trips", "folded-progressive", "house-way", "contribution", "Ante"])
def test_keys_of_other_games_are_refused(key):
    assert [field for field, _ in refusals({key: "1"})] == [key]


def test_a_submission_for_another_game_or_edition_is_refused():
    assert refusals({"game": "dj-wild", "edition": "pa-2021"}) == [("game", None), ("edition", None)]
    assert rules_of("cajun-stud", {"game": "cajun-stud", "edition": "pa-2019"}).game.id == "cajun-stud"
