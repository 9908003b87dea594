"""The other commands, as a newcomer runs them."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from croupier.cli import app
from croupier.games import EDITIONS, all_games, open_game

ROOT = Path(__file__).parents[2]
IDS = [(g.id, g.edition) for g in all_games()]


def test_help_of_every_command_has_an_example(run):
    commands = [[c.name or c.callback.__name__] for c in app.registered_commands if c.callback]
    for group in app.registered_groups:
        assert group.typer_instance
        commands += [
            [str(group.name), c.name or c.callback.__name__]
            for c in group.typer_instance.registered_commands
            if c.callback
        ]
    for command in commands:
        code, out, _ = run(*command, "--help")
        assert code == 0
        assert "Example: croupier " + command[0] in " ".join(out.split()), command


def test_start_up_loads_nothing_heavy():
    said = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "croupier", "--help"], capture_output=True, text=True, check=True
    )
    loaded = {line.split("|")[-1].strip() for line in said.stderr.splitlines()}
    assert "croupier.cli" in loaded
    assert not loaded & {"numpy", "numba", "msgspec", "croupier.games.pa.dj_wild"}


def test_version(run):
    assert run("--version").out.startswith("croupier 0.")


def test_games(run):
    told = json.loads(run("games", "--json").out)["games"]
    assert [(g["id"], g["edition"]) for g in told] == IDS
    assert {g["status"] for g in told} == {"in force", "proposed"}
    text = run("games").out
    assert all(game in text for game in EDITIONS)


@pytest.mark.parametrize(("game", "edition"), IDS)
def test_rules_print_every_wager_paytable_and_cite(run, game, edition):
    code, out, _ = run("rules", game, "--edition", edition)
    opened = open_game(game, edition)
    assert code == 0
    words = " ".join(out.split())
    for wager in opened.wagers:
        assert wager.name in words
        for table in wager.tables:
            assert table.id in words
            assert all(pay.text in words for pay in table.rows.values())
    assert all(choice.key in words for choice in opened.choices)
    assert all(reading.key in words for reading in opened.readings)
    assert ("PROPOSED" in out) == (opened.chapter.status == "proposed")
    told = json.loads(run("rules", game, "--edition", edition, "--json").out)
    assert [w["id"] for w in told["wagers"]] == [w.id for w in opened.wagers]
    assert all(w["cases"] for w in told["wagers"])


@pytest.mark.parametrize(("game", "edition"), IDS)
def test_a_new_submission_is_accepted_as_it_stands(run, game, edition, tmp_path):
    file = tmp_path / "table.toml"
    assert run("submission", "new", game, "--edition", edition, "-o", str(file)).code == 0
    told = tomllib.loads(file.read_text())
    assert (told["game"], told["edition"]) == (game, edition)
    code, out, err = run("submission", "check", str(file))
    assert (code, err) == (0, "")
    assert "accepted" in out
    before = file.read_text()
    assert run("submission", "new", game, "-o", str(file)).code == 2
    assert file.read_text() == before


@pytest.mark.parametrize("file", sorted((ROOT / "examples" / "submissions").glob("*.toml")), ids=lambda f: f.stem)
def test_shipped_submissions_are_accepted_and_current(run, file):
    assert run("submission", "check", str(file)).code == 0
    told = tomllib.loads(file.read_text())
    assert run("submission", "new", told["game"], "--edition", told["edition"]).out == file.read_text()


def test_there_is_an_example_for_every_game():
    files = {f.stem for f in (ROOT / "examples" / "submissions").glob("*.toml")}
    assert files >= set(EDITIONS)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("game = ", "is not TOML"),
        ("ante = 'A'", "names no game"),
        ("game = 'whist'", "'whist' is not in the book"),
        ("game = 'dj-wild'\nedition = 3", "names no game"),
        ("game = 'dj-wild'\nedition = 'ma'\nprogressive = '1'", "no such key"),
        ("game = 'dj-wild'\nprogressive = '1'\nadjacent-boxes = 1", "contribution: must be specified"),
        ("game = 'cajun-stud'\nadjacent-boxes = 9", "not a whole number from 1 to 6"),
        ("game = 'dj-wild'\nadjacent-boxes = 1\ncontribution = '120%'", "not a share"),
        ("game = 'face-up-pai-gow'\nhouse-way = 'ours'", "nor a list of rules"),
    ],
)
def test_submission_check_refuses(run, text, says):
    code, out, err = run("submission", "check", "-", stdin=text)
    assert (code, out) == (2, "")
    assert says in err


def test_submission_check_of_a_missing_file_and_an_unwritable_one(run, tmp_path):
    assert run("submission", "check", str(tmp_path / "none.toml")).code == 2
    code, _, err = run("submission", "new", "dj-wild", "-o", str(tmp_path / "no" / "such" / "folder.toml"))
    assert code == 2
    assert "cannot be written" in err


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (["dj-wild", "9s 9h"], "2 cards given"),
        (["dj-wild", "9s 9s 2c Ad Jk"], "twice"),
        (["raise-it-up", "9s 9h 2c Ad Jk"], "not in the deck"),
        (["over-under", "9s 9h 2c Ad Kd"], "686a.3(d)"),
        (["whist", "9s"], "not in the book"),
        (["dj-wild", "9s 9h 2c Ad Zz"], "not a card"),
        (["dj-wild", "9s 9h 2c Ad Kd", "--edition", "x"], "no edition"),
        (["dj-wild", "9s 9h 2c Ad Kd", "--reading", "flush-wild"], "KEY=VALUE"),
        (["dj-wild", "-"], "no hand"),
    ],
)
def test_rank_refuses(run, args, says):
    code, out, err = run("rank", *args)
    assert (code, out) == (2, "")
    assert says in err


def test_rank_shares_places_and_keeps_the_order(run):
    hands = ["Kc Kd 9h 5s 4c", "As Ks Qs Js Ts", "Kh Ks 9c 5d 4h"]
    told = json.loads(run("rank", "cajun-stud", *hands, "--json").out)["hands"]
    assert [(h["cards"], h["place"]) for h in told] == [(hands[0], 2), (hands[1], 1), (hands[2], 2)]
    told = json.loads(run("rank", "dj-wild", "-", "--json", stdin="\n".join(hands)).out)["hands"]
    assert [h["place"] for h in told] == [2, 1, 2]


def test_rank_under_a_reading(run):
    hands = ["Ah 9h 5h 4h Jk", "As Ks 8s 5s 4s"]
    default = json.loads(run("rank", "dj-wild", *hands, "--json").out)["hands"]
    double = json.loads(run("rank", "dj-wild", *hands, "--json", "--reading", "flush-wild=double-ace").out)["hands"]
    assert [h["place"] for h in default] == [1, 2]
    assert [h["place"] for h in double] == [1, 2]
    hands[1] = "As Ks Ts 5s 4s"
    default = json.loads(run("rank", "dj-wild", *hands, "--json").out)["hands"]
    double = json.loads(run("rank", "dj-wild", *hands, "--json", "--reading", "flush-wild=double-ace").out)["hands"]
    assert [h["place"] for h in default] == [2, 1]
    assert [h["place"] for h in double] == [1, 2]


def test_law_show(run):
    told = json.loads(run("law", "show", "687a.11(e)(1)", "--json").out)
    assert told["cite"] == "58 Pa. Code § 687a.11(e)(1)"
    assert (told["standing"], told["held-by"]) == ("executed", "outcome")
    assert "::" in told["held"]["outcome"]
    assert any(place.startswith("croupier/games/pa/dj_wild.py:") for place in told["code"])
    assert told["tests"]
    assert "687a.11(e)(1)" in run("law", "show", "687a.11(e)").out
    assert run("law", "show", "nonsense").code == 2


def test_law_coverage(run):
    code, out, _ = run("law", "coverage")
    assert code == 0
    assert out.splitlines()[-1].startswith("provisions 843, executed ")
    assert out.splitlines()[-1].endswith(", open 0")
    assert out.splitlines()[-2].startswith("held by outcome ")
    assert ", nominal 0; headings 126" in out.splitlines()[-2]
    assert len(out.splitlines()) == 845
    told = json.loads(run("law", "coverage", "--chapter", "686a", "--allow-open", "--json").out)
    assert len(told["provisions"]) + len(told["headings"]) == 90
    ways = {"outcome", "refusal", "step", "sign", "sheet"}
    for one in told["provisions"]:
        assert one["held-by"] in ways | {one["kind"]} - {"rule"}
        assert set(one["held"]) <= ways
        assert (one["held-by"] in ways) == bool(one["tests"]) == (one["standing"] == "executed")


def test_law_coverage_by_how_provisions_are_held(run):
    told = json.loads(run("law", "coverage", "--chapter", "ma", "--held", "refusal", "--json").out)["provisions"]
    assert {one["cite"].split("§")[0] for one in told} == {"MA DJ Wild "}
    assert len(told) > 20
    assert all("::" in one["held"]["refusal"] for one in told)
    lines = run("law", "coverage", "--chapter", "ma", "--held", "refusal").out.splitlines()
    assert len(lines) == len(told) + 2
    assert lines[-1].startswith("provisions 96, ")
    code, _, err = run("law", "coverage", "--held", "luck")
    assert (code, "nothing is held by 'luck'" in err) == (2, True)


def test_law_readings_and_diff(run):
    assert "sixes-push" in run("law", "readings", "cajun-stud").out
    everything = run("law", "readings").out
    assert all(reading.key in everything for game in all_games() for reading in game.readings)
    out = run("law", "diff", "pa-2021", "ma").out
    assert "Cover All" in out
    assert "paytable 01" in out
    assert "words of 687a.4(e)" in run("law", "diff", "dj-wild:pa-2021", "dj-wild:pa-2019-proposed").out
    assert "0 differences" in run("law", "diff", "ma", "ma").out
    assert run("law", "diff", "pa-2021", "pa-1999").code == 2
