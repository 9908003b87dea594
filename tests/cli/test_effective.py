"""Effective days on the command line: --as-of picks the edition in force, or says which days the book covers."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SEAT = {"cards": "9s 9h 2c Ad Jk", "wagers": {"ante": "10", "blind": "10"}, "decisions": ["raise"]}
ROUND = {"game": "dj-wild", "dealer": "Ks Kd 7c 4h 3s", "seats": {"1": SEAT}}
FILE = str(ROOT / "examples" / "submissions" / "dj-wild.toml")
COMMANDS = [
    ("analyze", "GAME"),
    ("strategy", "GAME", "--cards", "x"),
    ("design", "GAME", "--wager", "trips"),
    ("simulate", "GAME", "--rounds", "1"),
    ("rank", "GAME", "As Ks Qs Js Ts"),
    ("rules", "GAME"),
    ("deal", "GAME", "--wager", "ante=10"),
    ("par", "GAME", "-o", "sheet.json"),
    ("equipment", "needs", "GAME"),
    ("table", "run", "GAME", "--rounds", "1"),
    ("table", "steps", "GAME"),
    ("submission", "new", "GAME"),
    ("law", "readings", "GAME"),
    ("submission", "check", FILE),
    ("submission", "sign", FILE),
    ("submission", "layout", FILE, "--out", "layout.svg"),
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]))
def test_a_day_that_no_edition_covers_is_refused_by_every_command(run, command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = ["dj-wild" if word == "GAME" else word for word in command]
    code, out, err = run(*told, "--as-of", "2021-05-28")
    assert (code, out) == (2, "")
    why = "not in force yet on 2021-05-28: it took effect on 2021-05-29 by 51 Pa.B. 2975"
    days = "pa-2019-proposed (proposed 2019-07-13, not in force); ma (in force, the day not stated)"
    assert all(words in err for words in ("--as-of", why, days))
    assert not list(tmp_path.iterdir())


def test_a_day_picks_the_edition_in_force(run):
    assert json.loads(run("rules", "dj-wild", "--as-of", "2021-05-29", "--json").out)["edition"] == "pa-2021"
    told = json.loads(run("games", "--as-of", "2019-11-02", "--json").out)["games"]
    assert [(one["id"], one["edition"]) for one in told] == [
        ("dj-wild", "ma"),
        ("cajun-stud", "pa-2019"),
        ("raise-it-up", "pa-2019"),
    ]
    before = json.loads(run("games", "--as-of", "2019-11-01", "--json").out)["games"]
    assert [one["id"] for one in before] == ["dj-wild", "cajun-stud"]
    assert run("rules", "dj-wild", "--as-of", "29.5.2021").code == 2
    assert "proposal" in run("rules", "dj-wild", "--edition", "pa-2019-proposed", "--as-of", "2022-01-01").err


def test_figures_of_a_day_are_those_of_editions_in_force(run, monkeypatch):
    from croupier.odds.figures import published as figures

    few = tuple(
        one for one in figures.FIGURES if one.game == "over-under" or (one.game, one.wager) == ("dj-wild", "trips")
    )
    monkeypatch.setattr(figures, "FIGURES", few)
    told = json.loads(run("figures", "--as-of", "2021-05-29", "--json").out)["figures"]
    assert {one["game"] for one in told} == {"dj-wild"}
    code, out, err = run("figures", "--as-of", "2021-05-28")
    assert (code, out) == (2, "")
    assert "--as-of: of no edition in force on 2021-05-28 was a figure published" in err


@pytest.mark.parametrize("command", ["compare", "best"])
def test_a_house_way_is_of_a_chapter_that_is_in_force_on_no_day(run, command):
    code, out, err = run("house-way", command, "--as-of", "2024-01-01")
    assert (code, out) == (2, "")
    assert "is a proposal, in force on no day" in err


def test_a_new_submission_of_a_day_says_it_and_picks_the_edition_by_it(run, tmp_path):
    file = tmp_path / "t.toml"
    assert run("submission", "new", "dj-wild", "--as-of", "2021-05-29", "-o", str(file)).code == 0
    assert tomllib.loads(file.read_text())["day"] == "2021-05-29"
    assert "in force on 2021-05-29" in run("submission", "check", str(file)).out
    text = file.read_text().replace('edition = "pa-2021"\n', "").replace('day = "2021-05-29"', "day = 2021-05-28")
    file.write_text(text)
    code, _, err = run("submission", "check", str(file))
    assert code == 2
    assert "day: 58 Pa. Code § 687a" in err
    file.write_text(text.replace("2021-05-28", "2021-05-29"))
    assert "dj-wild, pa-2021" in run("submission", "check", str(file)).out


def test_rounds_are_settled_by_the_law_of_their_day(run):
    def settle(told, *more):
        return run("settle", "-", *more, stdin=json.dumps(told))

    plain = settle(ROUND).out
    for day in ("2021-05-29", "2026-01-01"):
        assert settle({**ROUND, "day": day}).out == plain == settle(ROUND, "--as-of", day).out
    code, out, err = settle({**ROUND, "day": "2021-05-28"}, "--as-of", "2022-01-01")
    assert (code, out) == (2, "")
    assert err.startswith("croupier: day: 58 Pa. Code § 687a")
    assert settle(ROUND, "--as-of", "2021-05-28").err.startswith("croupier: --as-of: ")
    assert settle({**ROUND, "day": "soon"}).err.startswith("croupier: day: 'soon' is not a date")
    lines = "\n".join(json.dumps({**ROUND, "day": day}) for day in ("2021-05-28", "2021-05-29"))
    code, out, _ = run("settle", "-", stdin=lines)
    first, second = map(json.loads, out.splitlines())
    assert (code, first["error"]["code"], first["error"]["field"]) == (2, "not-in-force", "day")
    assert second == json.loads(plain)


def test_a_table_of_a_day_says_it_in_its_journal(run, tmp_path):
    file = tmp_path / "t.journal"
    more = ("--rounds", "1", "--seats", "1", "--seed", "1", "--journal", str(file))
    assert run("table", "run", "cajun-stud", "--as-of", "2019-05-04", *more).code == 0
    opened = json.loads(file.read_text().splitlines()[1])
    assert (opened["event"]["day"], opened["at"]) == ("2019-05-04", 1_556_928_000_000)
    assert "money" not in opened["event"]
    assert run("journal", "verify", str(file)).code == 0
    told = json.loads(run("journal", "reconstruct", str(file), "1", "--json").out)["reconstructed"]
    assert (told["day"], told["standing"]) == ("2019-05-04", "in force since 2019-05-04")


def test_law_diff_counts_and_marks(run):
    told = json.loads(run("law", "diff", "pa-2019-proposed", "pa-2021", "--json").out)
    assert (told["substantive"], told["cosmetic"]) == (6, 22)
    assert told["one"]["standing"] == "proposed 2019-07-13, not in force"
    assert {d["kind"] for d in told["differences"]} == {"substantive", "cosmetic"}
    out = run("law", "diff", "pa-2019-proposed", "pa-2021").out
    assert "28 differences: 6 substantive, 22 cosmetic" in out
    assert "0 differences" in run("law", "diff", "pa-2021", "dj-wild:pa-2021").out
    assert run("law", "diff", "pa-2021", "pa-2020").code == 2
