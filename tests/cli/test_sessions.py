"""`croupier session`, `hold` and `meter`."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest


def test_a_session_for_people_and_programs(run):
    code, out, _ = run(
        "session", "over-under", "--rounds", "100", "--ante", "25", "--bankroll", "500", "--goal", "1000"
    )
    assert code == 0
    for word in (
        "100 rounds",
        "ante 25.00",
        "theoretical result   -52.49",
        "Where sessions end",
        "has 1000.00 first",
        "Kelly",
    ):
        assert word in out
    told = json.loads(
        run("session", "over-under", "--rounds", "100", "--ante", "25", "--bankroll", "500", "--json").out
    )
    assert Fraction(told["ev"]["fraction"]) == 100 * Fraction(-13158, 626665)
    assert told["theoretical-loss"] == "52.49"
    assert told["comp"] == "15.75"
    assert 0 < told["ruin"]["ruined"] < 1
    low, high = map(float, told["bands"]["95"])
    assert low < -52.49 < high
    assert told["ahead"] + told["even"] < 1


def test_a_table_holds_more_surely_the_longer_it_runs(run):
    told = json.loads(run("hold", "over-under", "--seats", "2", "--hours", "10", "--win-of-drop", "20%", "--json").out)
    by = told["by"]
    assert told["rounds-a-day"] == 400
    assert [by[span]["hands"] for span in by] == [800, 5600, 24_000, 292_000]
    assert [by[span]["loses"] for span in by] == sorted((by[span]["loses"] for span in by), reverse=True)
    for span in by.values():
        low, high = map(float, span["independent"]["95"])
        least, most = map(float, span["alike"]["95"])
        assert least <= low < float(span["win"]) < high <= most
        assert float(span["drop"]) == pytest.approx(5 * float(span["win"]), abs=0.05)
    assert "95%, hands independent" in run("hold", "over-under").out


def test_a_meter_over_tables_and_years(run):
    told = json.loads(run("meter", "raise-it-up", "--tables", "2", "--seats", "3", "--years", "2", "--json").out)
    assert told["wagers-between-hits"]["fraction"] == "22100/1"
    assert told["meter-at-hit"] == "4094.00"
    assert told["wagers"] == 2 * 3 * 40 * 16 * 730
    assert told["hits"] == pytest.approx(told["wagers"] / 22_100)
    assert float(told["seeds"]) == pytest.approx(1000 * told["hits"], abs=0.01)
    assert told["hits-99"] > told["hits"]
    out = run("meter", "raise-it-up").out
    assert "break-even, without envy" in out
    assert "Philox" in out


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("session", "over-under", "--rounds", "0"), "0 is no number of rounds"),
        (("session", "over-under", "--rounds", "5", "--hours", "2"), "do not go together"),
        (("session", "over-under", "--hours", "nan"), "is no number of hours"),
        (("session", "over-under", "--pace", "0"), "no pace"),
        (("session", "over-under", "--ante", "0"), "--ante: must be more than nothing"),
        (("session", "over-under", "--ante", "ten"), "--ante"),
        (("session", "over-under", "--goal", "100"), "needs --bankroll"),
        (("session", "over-under", "--bankroll", "10"), "less than a round can lose"),
        (("session", "over-under", "--bankroll", "100", "--goal", "50"), "no more than the bankroll"),
        (("session", "over-under", "--comp", "130%"), "not between 0% and 100%"),
        (("session", "over-under", "--comp", "much"), "is no share"),
        (("session", "dj-wild", "--wagers", "nonsense"), "not offered"),
        (("hold", "over-under", "--seats", "9"), "the table has 1 to 6"),
        (("hold", "over-under", "--hours", "25"), "no number of hours of a day"),
        (("meter", "cajun-stud"), "feeds no meter of Cajun Stud"),
        (("meter", "dj-wild"), "states no rate"),
        (("meter", "raise-it-up", "--tables", "0"), "not between 1 and 10,000"),
        (("meter", "raise-it-up", "--years", "-1"), "--years"),
    ],
)
def test_nonsense_is_refused_and_nothing_printed(run, args, said):
    code, out, err = run(*args)
    assert (code, out) == (2, "")
    assert said in err
