"""The days of an edition: in force from the day it took effect on, and no longer on the day it ceased."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from croupier import NotInForce, SubmissionError, all_games, open_game
from croupier.law.chapters import CAJUN_STUD_PA_2019, DJ_WILD_MA, DJ_WILD_PA_2019_PROPOSED, DJ_WILD_PA_2021


@pytest.mark.parametrize(
    ("game", "effective"),
    [
        ("dj-wild", date(2021, 5, 29)),
        ("cajun-stud", date(2019, 5, 4)),
        ("raise-it-up", date(2019, 11, 2)),
    ],
)
def test_the_day_before_and_the_day_itself(game, effective):
    before = date.fromordinal(effective.toordinal() - 1)
    assert open_game(game, as_of=effective) is open_game(game)
    assert open_game(game, as_of=date(9000, 12, 31)) is open_game(game)
    for edition in (None, open_game(game).edition):
        with pytest.raises(NotInForce) as refused:
            open_game(game, edition, as_of=before)
        assert refused.value.field == "as-of"
        for words in (f"not in force yet on {before}", f"took effect on {effective}", f"in force since {effective}"):
            assert words in refused.value.message


def test_the_day_it_ceased():
    ceased = replace(CAJUN_STUD_PA_2019, ceased=date(2024, 2, 29))
    assert [ceased.in_force(date(2024, 2, day)) for day in (28, 29)] == [True, False]
    assert "it ceased on 2024-02-29" in ceased.why_not(date(2024, 2, 29))
    assert ceased.why_not(date(2024, 2, 28)) == ""
    assert ceased.standing == "in force from 2019-05-04 until 2024-02-29"


def test_a_day_picks_between_two_editions(monkeypatch):
    old = replace(open_game("cajun-stud"), chapter=replace(CAJUN_STUD_PA_2019, ceased=date(2024, 3, 1)))
    new = replace(old, chapter=replace(CAJUN_STUD_PA_2019, edition="pa-2024", effective=date(2024, 3, 1)))
    module = open_game.__globals__["import_module"]("croupier.games.pa.cajun_stud")
    monkeypatch.setattr(module, "PA_2019", old)
    monkeypatch.setattr(module, "PA_2024", new, raising=False)
    where = "croupier.games.pa.cajun_stud:"
    editions = {"pa-2024": f"{where}PA_2024", "pa-2019": f"{where}PA_2019"}
    monkeypatch.setitem(open_game.__globals__["EDITIONS"], "cajun-stud", editions)
    days = (date(2019, 5, 4), date(2024, 2, 29), date(2024, 3, 1))
    assert [open_game("cajun-stud", as_of=day).edition for day in days] == ["pa-2019", "pa-2019", "pa-2024"]
    with pytest.raises(NotInForce, match=r"pa-2019 .in force from 2019-05-04 until 2024-03-01"):
        open_game("cajun-stud", "pa-2019", as_of=date(2024, 3, 1))


def test_a_proposal_is_in_force_on_no_day():
    for day in (date(2019, 7, 13), date(2021, 5, 28), date(2021, 5, 29), date(2026, 1, 1)):
        assert not DJ_WILD_PA_2019_PROPOSED.in_force(day)
        for game, edition in (("dj-wild", "pa-2019-proposed"), ("over-under", None), ("face-up-pai-gow", None)):
            with pytest.raises(NotInForce, match="is a proposal, in force on no day"):
                open_game(game, edition, as_of=day)


def test_section_12_of_669a_was_another_before_it_was_amended():
    def why(day):
        with pytest.raises(NotInForce) as refused:
            open_game("raise-it-up", as_of=day)
        return refused.value.message

    other = "§ 669a.12 stood otherwise then, in a text that the book does not hold"
    assert other in why(date(2016, 8, 27))
    assert other in why(date(2019, 11, 1))
    assert other not in why(date(2016, 8, 26)), "no text of the chapter was in force yet"


def test_massachusetts_states_no_day():
    assert DJ_WILD_MA.in_force(date(1999, 1, 1))
    assert DJ_WILD_MA.in_force(date(2026, 1, 1))
    assert DJ_WILD_MA.standing == "in force, the day not stated"
    assert "effective-day" in {reading.key for reading in open_game("dj-wild", "ma").readings}
    assert open_game("dj-wild", "ma", as_of=date(2020, 1, 1)).edition == "ma"
    with pytest.raises(NotInForce):  # it is another text, and never takes Pennsylvania's place
        open_game("dj-wild", as_of=date(2020, 1, 1))


def test_every_edition_says_since_when_or_that_it_is_not_stated():
    for game in all_games():
        chapter = game.chapter
        assert (chapter.status == "proposed") == (chapter.published is not None)
        assert (chapter.status == "proposed") <= (chapter.effective is None)
        assert chapter.effective is not None or chapter.published is not None or "not stated" in chapter.standing


# A Rules Submission may say its day.


@pytest.mark.parametrize("told", ["2021-05-29", date(2021, 5, 29)])
def test_a_submission_takes_effect_on_a_day_on_which_its_edition_is_in_force(told):
    rules = open_game("dj-wild").rules({"day": told})
    assert rules.day == date(2021, 5, 29)
    assert rules.submission["day"] == "2021-05-29", "as a journal can hold it"
    assert open_game("dj-wild").rules(rules.submission).day == rules.day


@pytest.mark.parametrize(
    ("edition", "day", "words"),
    [
        ("pa-2021", "2021-05-28", "not in force yet"),
        ("pa-2019-proposed", "2021-05-29", "in force on no day"),
        ("pa-2021", "29.5.2021", "is not a date"),
        ("pa-2021", 20210529, "is not a date"),
        ("pa-2021", "1969-01-01", "outside of all books"),
    ],
)
def test_a_day_that_is_refused(edition, day, words):
    with pytest.raises(SubmissionError) as refused:
        open_game("dj-wild", edition).rules({"day": day, "trips": "Z"})
    assert [one.field for one in refused.value.refusals] == ["day", "trips"], "with all else that is wrong"
    assert words in refused.value.message


def test_a_day_leaves_all_else_as_it_is():
    plain, dated = (open_game("dj-wild").rules(told) for told in ({}, {"day": "2022-01-01"}))
    assert (plain.tables, plain.chosen, plain.readings) == (dated.tables, dated.chosen, dated.readings)
    assert DJ_WILD_PA_2021.in_force(date(2022, 1, 1))
