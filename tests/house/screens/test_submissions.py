"""The Rules Submission editor: it offers what the chapter offers, refuses what the command refuses, loses nothing."""

from __future__ import annotations

import asyncio
import copy
import json
import random
import tomllib
from fractions import Fraction
from math import inf
from pathlib import Path
from typing import Any

import httpx
import pytest

from croupier.errors import BadText, CroupierError, HouseError
from croupier.game.template import first_choices, new_submission, written
from croupier.games import all_games, open_game
from croupier.games.pa.house_way import SHIPPED
from croupier.house.screens.submissions import form as house
from croupier.house.screens.submissions import values
from croupier.house.screens.submissions.values import Counting
from tests.house.floor import a_house, served
from tests.support import plain

GAMES = all_games()
IDS = [f"{game.id}-{game.edition}" for game in GAMES]
LINK = {"wager": "1.00", "seed": "10000.00", "rows": {"royal-flush": "100% of meter", "flush": "50 to 1"}}
NONSENSE: tuple[Any, ...] = (
    "",
    "nothing",
    "\"quoted\" # and 'not'",
    "a\nb\tc\\",
    -1,
    0,
    3,
    10**12,
    True,
    False,
    [],
    [1, "x", [True]],
    {},
    {"minimum": "5"},
    {"odd key": {"deeper": ["€"]}},
    [{"hand": "pair", "front": "x"}],
)


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_the_form_has_every_choice_of_the_chapter_with_its_provision(game):
    form = plain(house.permitted(game.id, game.edition))
    assert form["status"] == game.chapter.status
    assert [one["id"] for one in form["wagers"]] == [wager.id for wager in game.wagers]
    assert {one["key"] for one in form["paytables"]} == {w.key for w in game.wagers if w.key and w.tables}
    for one in form["paytables"]:
        wager = next(w for w in game.wagers if w.key == one["key"])
        assert [table["id"] for table in one["tables"]] == [table.id for table in wager.tables]
        assert one["pays"] == str(wager.tables[0].cite)
    assert [one["key"] for one in form["choices"]] == [choice.key for choice in game.choices]
    assert [one["key"] for one in form["readings"]] == [r.key for r in game.readings if r.choices]
    known = {str(p.cite) for p in game.chapter.provisions.values()}
    cites = [one["cite"] for one in (*form["wagers"], *form["paytables"], *form["choices"])]
    assert set(cites) <= known
    assert all(one["kind"] != "text" for one in form["choices"])


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_whatever_the_form_offers_is_accepted(game):
    form = plain(house.permitted(game.id, game.edition))
    for one in form["choices"]:
        if one["kind"] in {"one", "house-way"}:
            choice = next(choice for choice in game.choices if choice.key == one["key"])
            for value in one["values"]:
                choice.read(value)
    for one in form["paytables"]:
        for table in one["tables"]:
            assert plain(house.checked({**form["new"], one["key"]: table["id"]}))["accepted"], (one["key"], table["id"])
    for reading in form["readings"]:
        for value in reading["choices"]:
            told = {**form["new"], "readings": {reading["key"]: value}}
            assert plain(house.checked(told))["accepted"]


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_a_new_submission_is_what_the_command_writes(game):
    told = plain(house.permitted(game.id, game.edition))["new"]
    assert told == tomllib.loads(new_submission(game))
    assert plain(house.checked(told))["toml"] == new_submission(game)


@pytest.mark.parametrize("file", sorted(Path("examples/submissions").glob("*.toml")), ids=lambda path: path.stem)
def test_an_example_comes_back_byte_for_byte(file):
    text = file.read_text(encoding="utf-8")
    read = plain(house.read_submission(text))
    assert read["notes"] == []
    assert plain(house.checked(read["submission"]))["toml"] == text


@pytest.mark.parametrize("game", GAMES, ids=IDS)
def test_nothing_is_lost_between_the_file_and_the_form_however_wrong_it_is(game):
    chance = random.Random(7)
    for _ in range(150):
        told = copy.deepcopy(first_choices(game))
        for key in chance.sample([*told, "multi-game-link", "house-way", "what is this", "payout-limit"], 4):
            if key in {"game", "edition"}:
                continue
            if chance.random() < 0.3:
                told.pop(key, None)
            else:
                told[key] = chance.choice(NONSENSE)
        answer = plain(house.checked(told))
        again = tomllib.loads(answer["toml"])
        assert again == told
        assert plain(house.read_submission(answer["toml"])) == {"submission": told, "notes": []}
        try:
            game.rules(told, complete=True)
            refused = []
        except CroupierError as error:
            refused = [(r.field, r.message, r.cite) for r in error.refusals]
        assert [(r["field"], r["message"], r["cite"]) for r in answer["refusals"]] == refused
        assert answer["accepted"] == (not refused)


def test_a_list_of_house_rules_stands_at_the_end_of_the_file():
    form = plain(house.permitted("face-up-pai-gow", "pa-2019-proposed"))
    way = next(one for one in form["choices"] if one["key"] == "house-way")
    assert tuple(way["values"]) == SHIPPED
    told = {**form["new"], "house-way": way["lists"]["mgm"]}
    answer = plain(house.checked(told))
    assert answer["accepted"]
    assert answer["toml"].rstrip().splitlines()[-1].startswith("front")
    assert tomllib.loads(answer["toml"]) == told


def test_every_refusal_comes_at_once_with_its_provision():
    told = {**first_choices(open_game("raise-it-up")), "pair-plus": "C", "decks": 2, "adjacent-boxes": 2}
    answer = plain(house.checked(told))
    assert [(r["field"], r["cite"]) for r in answer["refusals"]] == [
        ("pair-plus", "58 Pa. Code § 669a.12(a)"),
        ("adjacent-boxes", None),
        ("decks", "58 Pa. Code § 669a.3(b)"),
    ]


def test_comments_of_whoever_wrote_the_file_are_kept_as_notes():
    game = open_game("over-under")
    text = new_submission(game).replace("\ndecks = 1", "\n# Approved in March.\ndecks = 1  # one batch # only")
    read = plain(house.read_submission(text))
    assert read["notes"] == ["Approved in March.", "one batch # only"]
    again = plain(house.checked(read["submission"], read["notes"]))["toml"]
    assert "# Approved in March.\n# one batch # only\n" in again
    assert plain(house.read_submission(again)) == read


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("this is not = = toml", "is not TOML"),
        ("trips = 1", "names no game"),
        ('game = "poker"', "is not in the book"),
        ('game = "dj-wild"\nedition = "nj"', "has no edition"),
        ("game = 5", "names no game"),
    ],
)
def test_a_file_that_is_no_submission_is_refused(text, words):
    with pytest.raises(CroupierError, match=words):
        house.read_submission(text)


def test_what_toml_cannot_hold_is_refused():
    with pytest.raises(BadText, match="cannot stand in a submission"):
        written(open_game("over-under"), {"decks": None})


# What it is worth.


def test_every_paytable_has_its_exact_edge():
    counting = Counting()
    told = first_choices(open_game("dj-wild"))
    found = plain(counting.ask(told).result(120))
    assert found["main"]["exact"] == str(Fraction(1419824771, 40948109202))
    assert found["main"]["edge"] == "3.4674%"
    assert {key: list(tables) for key, tables in found["tables"].items()} == {
        "progressive": ["1", "2"],
        "trips": ["DJWT-04", "DJWT-05", "DJWT-06", "DJWT-07"],
        "bad-beat": ["DJWBB-01", "DJWBB-02", "DJWBB-03", "DJWBB-04"],
    }
    assert found["tables"]["trips"]["DJWT-05"]["exact"] == "30852/409955"
    assert found["tables"]["progressive"]["1"]["long-run"] == "73.3647%"
    # what changes no figure is not counted again, and neither is what is refused
    same = counting.ask({**told, "trips": "DJWT-07", "decks": 2, "contribution": "20%", "bad-beat": "none"})
    assert same is counting.ask(told)
    two_way = plain(counting.ask({**told, "readings": {"bad-beat": "two-way", "odd": "x"}}).result(120))
    assert two_way["tables"]["bad-beat"]["DJWBB-01"]["edge"] != found["tables"]["bad-beat"]["DJWBB-01"]["edge"]
    assert two_way["main"] == found["main"]


def test_house_ways_and_the_paytables_of_the_main_game_have_their_edges():
    counting = Counting()
    ways = plain(counting.ask(first_choices(open_game("face-up-pai-gow"))).result(120))["choices"]["house-way"]
    assert {name: one["edge"] for name, one in ways.items()} == {
        "foxwoods": "1.9946%",
        "mgm": "1.6734%",
        "flamingo": "1.5442%",
    }
    cajun = plain(counting.ask({**first_choices(open_game("cajun-stud")), "ante": "B"}).result(120))
    assert cajun["main"]["edge"] == cajun["tables"]["ante"]["B"]["edge"] == "15.2329%"
    linked = {**first_choices(open_game("dj-wild", "ma")), "multi-game-link": LINK, "contribution": "20%"}
    assert counting.ask(linked).result(120).tables["multi-game-link"]["link"].edge


def test_a_payout_limit_is_priced_at_the_tables_maximum():
    told = {
        **first_choices(open_game("cajun-stud")),
        "payout-limit": "50000.00",
        "limits": {"ante": {"minimum": "5.00", "maximum": "50.00", "step": "5.00"}},
    }
    assert Counting().ask(told).result(120).main.at == "at the table's maximum"


def test_counts_wait_in_a_short_line(monkeypatch):
    monkeypatch.setattr(values, "WAITING", 0)
    with pytest.raises(HouseError, match="being counted"):
        Counting().ask(first_choices(open_game("over-under")))


# Over the network, without a sign-in.


async def test_the_routes(tmp_path):
    async with (
        a_house(tmp_path / "h.db", "over-under") as at,
        served(at) as here,
        httpx.AsyncClient(base_url=here.url, timeout=60) as client,
    ):
        told = (await client.get("/api/submissions")).json()
        assert told["person"] is None
        assert len(told["editions"]) == len(GAMES)
        form = (await client.get("/api/submissions/dj-wild/ma")).json()
        new = form["new"]
        said = await client.get("/api/submissions/dj-wild/ma/provision", params={"cite": form["choices"][0]["cite"]})
        assert said.json()["words"]
        unknown = await client.get("/api/submissions/dj-wild/ma/provision", params={"cite": "§ 9"})
        assert unknown.status_code == 404
        assert (await client.get("/api/submissions/poker/x")).status_code == 400

        checked = await client.post("/api/submissions/check", json={"submission": new, "notes": ["Ours."]})
        assert checked.json()["accepted"]
        opened = await client.post("/api/submissions/open", json={"text": checked.json()["toml"]})
        assert opened.json() == {"submission": new, "notes": ["Ours."]}
        for _ in range(100):
            found = (await client.post("/api/submissions/worth", json={"submission": new})).json()
            if found["ready"]:
                break
            await asyncio.sleep(0.1)
        assert found["tables"]["trips"]["01"]["edge"] == "0.5877%"

        for what in ("sign", "layout"):
            drawn = await client.post(f"/api/submissions/{what}.svg", json={"submission": new, "house": "R & D"})
            assert drawn.headers["content-type"] == "image/svg+xml"
            assert "R &amp; D" in drawn.text
            printed = await client.post(f"/api/submissions/{what}.pdf", json={"submission": new})
            assert printed.content.startswith(b"%PDF")
        refused = await client.post("/api/submissions/sign.svg", json={"submission": {**new, "decks": 9}})
        assert refused.status_code == 400
        assert refused.json()["error"]["field"] == "decks"

        deep: object = "x"
        for _ in range(40):
            deep = [deep]
        no_json = (inf, "\ud800")
        for odd in (None, 1.0, 2**60, deep, *no_json):
            raw = json.dumps({"submission": {**new, "decks": odd}})
            answer = await client.post(
                "/api/submissions/check", content=raw, headers={"content-type": "application/json"}
            )
            assert answer.status_code == (422 if odd in no_json else 400), odd
        for path in ("check", "worth", "sign.svg"):
            assert (await client.post(f"/api/submissions/{path}", json={"submission": {}})).status_code == 400
        rate = await client.post("/api/submissions/open", json={"text": 'game = "dj-wild"\ncontribution = 0.14'})
        assert rate.json()["submission"]["contribution"] == 0.14
        for bad, status in (({"text": "x = " + "9" * 5000}, 400), ({"text": "\ud800"}, 422)):
            raw = json.dumps(bad)
            answer = await client.post(
                "/api/submissions/open", content=raw, headers={"content-type": "application/json"}
            )
            assert answer.status_code == status
        control = await client.post("/api/submissions/sign.pdf", json={"submission": new, "house": "A\x00\x0b B"})
        assert control.content.startswith(b"%PDF")
        dated = await client.post("/api/submissions/open", json={"text": 'game = "dj-wild"\nx = 1979-05-27'})
        assert dated.status_code == 400
