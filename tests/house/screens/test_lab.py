"""The lab: figures as on the command line, edits as on the design bench, what it refuses, its runs."""

from __future__ import annotations

import asyncio
import json
import sys
import traceback
from collections import Counter
from contextlib import asynccontextmanager
from fractions import Fraction
from threading import Event, Thread
from threading import enumerate as enumerate_threads
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner
from websockets.asyncio.client import connect

from croupier.cli import app
from croupier.errors import CroupierError
from croupier.games import all_games, open_game
from croupier.house.screens.lab import catalogue as lab_catalogue
from croupier.house.screens.lab import compare as lab_compare
from croupier.house.screens.lab import figure_context, wager_analysis
from croupier.house.screens.lab import sample as lab_sample
from croupier.house.screens.lab import strategy as lab_strategy
from croupier.house.screens.lab.lab import Lab
from croupier.house.screens.lab.query import MAIN, chosen, read_query, subject
from croupier.house.screens.lab.wager_analysis import bench
from croupier.odds.strategy.advice import advise
from croupier.odds.study.design import pay_for, price, with_pays
from croupier.odds.study.study import solve
from croupier.web.http.limits.rate_limiter import Limits
from croupier.web.http.limits.work_budget import EACH
from croupier.web.http.operations import Operations
from tests.house.floor import ENOUGH, a_house, served, until
from tests.support import plain

LAB = Lab()
BENCHES = [
    (game.id, game.edition, wager["id"])
    for game in all_games()
    for edition in [e for g in plain(lab_catalogue.offer())["games"] if g["id"] == game.id for e in g["editions"]]
    if edition["id"] == game.edition
    for wager in edition["wagers"]
]


def asked(**told: str):
    return read_query(told)


def told_by(*words: str) -> dict[str, Any]:
    result = CliRunner().invoke(app, [*words, "--json"])
    assert result.exit_code == 0, result.output
    told: dict[str, Any] = json.loads(result.stdout)
    return told


def figure(told: dict[str, Any], words: str) -> dict[str, Any]:
    found: dict[str, Any] = next(each for each in told["figures"] if each["words"] == words)
    return found


def exactly(text: str) -> Fraction:
    return Fraction(text.replace(",", "").replace("\u2212", "-"))


# Figures -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["dj-wild", "cajun-stud", "over-under", "face-up-pai-gow"])
def test_the_figures_are_those_of_analyze(game):
    analyzed = told_by("analyze", game)
    main = plain(bench(LAB, asked(game=game, wager=MAIN)))
    assert exactly(figure(main, "House edge")["exactly"]) == Fraction(analyzed["main"]["house-edge"]["fraction"])
    assert exactly(figure(main, "Element of risk")["exactly"]) == Fraction(
        analyzed["main"]["element-of-risk"]["fraction"]
    )
    for wager, tables in analyzed["wagers"].items():
        for table, found in tables.items():
            told = plain(bench(LAB, asked(game=game, wager=wager, table=table)))
            assert exactly(figure(told, "Return")["exactly"]) == Fraction(found["return"]["fraction"])
            assert exactly(figure(told, "Wins")["exactly"]) == Fraction(found["hit-frequency"]["fraction"])
            assert exactly(figure(told, "Standard deviation")["exactly"]) == Fraction(found["variance"]["fraction"])


@pytest.mark.parametrize(("game", "edition", "wager"), BENCHES, ids=["-".join(each) for each in BENCHES])
def test_every_bench_opens_and_its_rows_add_up(game, edition, wager):
    told = plain(bench(LAB, asked(game=game, edition=edition, wager=wager)))
    assert figure(told, "House edge")["value"].endswith("%")
    if wager == MAIN:
        assert sum(int(row["count"].replace(",", "")) for row in told["outcomes"]) > 0
        return
    pays = told["pays"]
    printed = subject(asked(game=game, edition=edition, wager=wager)).printed.tables[wager].rows
    here = [cell["row"] for row in pays["rows"] for cell in row["cells"] if cell]
    assert set(here) <= set(printed)
    assert len(here) == len(printed) or pays["columns"] == [""]
    counts = [cell["count"] for row in pays["rows"] for cell in row["cells"] if cell]
    counts += [row["count"] for row in pays["rest"]]
    if all(counts) and wager not in {"raise", "play", "over", "under"}:
        total = figure(told, "Method")["note"].split()[1].replace(",", "")
        assert sum(int(count.replace(",", "")) for count in counts) == int(total)


def test_trips_as_the_law_prints_it():
    told = plain(bench(LAB, asked(game="dj-wild", wager="trips")))
    assert told["pays"]["columns"] == ["natural", "with wild"]
    assert told["pays"]["rows"][0] == {
        "label": "Five wilds",
        "key": "five-wilds",
        "chance": "1 in 2,869,685",
        "share": "0.070%",
        "bar": 0.0018,
        "cells": [
            None,
            {
                "row": "five-wilds/wild",
                "value": "2000",
                "printed": "2000",
                "text": "2000 to 1",
                "label": "Five wilds, with wild",
                "edited": False,
                "count": "1",
            },
        ],
    }
    assert figure(told, "Method")["note"] == "all 2,869,685 hands; whatever is decided"
    assert (told["published"][0]["published"], told["published"][0]["verdict"]) == ("98.843%", "misprint")
    assert told["what-if"] is None


def test_a_published_figure_stands_beside_ours_under_its_own_reading():
    told = plain(bench(LAB, asked(game="dj-wild", wager="bad-beat", table="DJWBB-02")))
    assert figure(told, "House edge")["value"].startswith("5")  # one way
    assert told["published"][0]["ours"] == "87.5419%"
    assert "two way" in told["published"][0]["why"]
    assert plain(bench(LAB, asked(game="dj-wild", edition="ma", wager=MAIN)))["published"] == []


# Pays ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "wager", "row", "pay"),
    [
        ("dj-wild", "trips", "four-of-a-kind/natural", "75"),
        ("dj-wild", "blind", "flush", "3"),
        ("cajun-stud", "ante", "flush", "7"),
        ("raise-it-up", "progressive", "straight", "8"),
        ("raise-it-up", "play", "two-pairs", "2 to 1"),
        ("face-up-pai-gow", "fortune", "three-pair", "1"),
        ("over-under", "bonus", "6-or-33", "Loss"),
    ],
)
def test_an_edit_is_the_design_bench(game, wager, row, pay):
    rules = open_game(game).rules(chosen(open_game(game)))
    here = rules.game.wager(wager)
    assert here is not None
    unit = "for 1" if (game, wager) == ("raise-it-up", "progressive") else "to 1"
    text = f"{pay} {unit}" if pay.isdigit() else pay
    edge = price(solve(rules), with_pays(rules, here, {row: text}), here).edge
    told = plain(bench(LAB, asked(game=game, wager=wager, pays=f"{row}={pay}")))
    assert exactly(told["edge"]) == edge
    assert "as printed" in figure(told, "House edge")["note"]
    assert [c["row"] for r in told["pays"]["rows"] for c in r["cells"] if c and c["edited"]] == [row]
    assert told["what-if"]["words"].startswith("A what-if")
    assert told["what-if"]["cite"] == str(rules.tables[wager].cite)


def test_typing_the_pays_of_another_offered_table_is_no_what_if():
    told = plain(bench(LAB, asked(game="raise-it-up", wager="pair-plus", pays="three-of-a-kind=25")))
    assert told["what-if"]["words"] == "These are the pays of B, which the chapter offers."
    same = plain(bench(LAB, asked(game="cajun-stud", wager="all-six", pays="royal-flush=1000 to 1")))
    assert same["what-if"] is None  # 1,000 to 1, written otherwise


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ({"game": "baccarat"}, "game"),
        ({"game": "dj-wild", "edition": "nj"}, "edition"),
        ({"game": "dj-wild", "wager": "insurance"}, "wager"),
        ({"game": "dj-wild", "wager": "trips", "table": "DJWT-99"}, "trips"),
        ({"game": "dj-wild", "wager": "blind", "table": "2"}, "table"),
        ({"game": "dj-wild", "wager": "trips", "pays": "flush/wild=5 fro 1"}, "flush/wild"),
        ({"game": "dj-wild", "wager": "trips", "pays": "flush/wild=0"}, "flush/wild"),
        ({"game": "dj-wild", "wager": "trips", "pays": "quads=5"}, "quads"),
        ({"game": "dj-wild", "wager": "trips", "pays": "five"}, "pays"),
        ({"game": "dj-wild", "wager": "trips", "pays": f"flush/wild={'9' * 50}"}, "flush/wild"),
        ({"game": "dj-wild", "wager": "trips", "pays": "x=1;" * 900}, "pays"),
        ({"game": "dj-wild", "wager": "trips", "reading.wheel": "no"}, "readings.wheel"),
        ({"game": "dj-wild", "wager": "trips", "reading.bad-beat": "three-way"}, "readings.bad-beat"),
        ({"game": "dj-wild", "edition": "ma", "wager": "cover-all", "players": "9"}, "players"),
        ({"game": "dj-wild", "edition": "ma", "wager": "cover-all", "players": "x"}, "players"),
    ],
)
def test_what_cannot_be_priced_is_refused_in_its_place(query, field):
    with pytest.raises(CroupierError) as refused:
        bench(LAB, read_query(query))
    assert refused.value.field == field


def test_readings_say_what_they_are_worth_for_the_figure_shown():
    told = {
        each["key"]: each["worth"]
        for each in plain(figure_context.readings(LAB, asked(game="dj-wild", wager="bad-beat")))
    }
    assert told["bad-beat"] == [{"choice": "two-way", "words": "\u221243.456 points"}]
    assert told["progressive-deuces"] == [{"choice": "wild", "words": "no effect here"}]
    other = plain(bench(LAB, read_query({"game": "dj-wild", "wager": "bad-beat", "reading.bad-beat": "two-way"})))
    assert figure(other, "House edge")["value"] == "13.088%"


def test_pai_gow_rests_on_the_certified_totals_and_says_what_would_take_long():
    told = plain(figure_context.readings(LAB, asked(game="face-up-pai-gow", wager=MAIN)))
    assert told[0]["key"] == "flush-joker"
    assert "half a minute" in told[0]["worth"][0]["words"]


# The pay for a target ------------------------------------------------------------------------------------------


def test_the_pays_around_a_target_return():
    found = plain(figure_context.find(LAB, asked(game="dj-wild", wager="trips"), "flush/natural", "95%"))
    rules = open_game("dj-wild").rules(chosen(open_game("dj-wild")))
    trips = rules.game.wager("trips")
    assert trips is not None
    answer = pay_for(solve(rules), rules, trips, row="flush/natural", target=Fraction(5, 100))
    assert answer.exact is not None
    assert found["exactly"] == f"{float(answer.exact):.4f}" == "31.6666"
    assert [(one["pay"], one["nearest"]) for one in found["around"]] == [("31", False), ("32", True)]
    assert [one["return"] for one in found["around"]] == ["94.884%", "95.058%"]


def test_the_main_games_target_is_an_edge_and_its_best_play_is_found_anew():
    found = plain(figure_context.find(LAB, asked(game="dj-wild", wager="blind"), "flush", "3%"))
    assert found["exactly"] is None
    assert [(one["pay"], one["edge"]) for one in found["around"] if one["nearest"]] == [("3", "2.822%")]


def test_a_target_for_the_highest_hand_of_the_table():
    here = asked(game="dj-wild", edition="ma", wager="cover-all", players="1")
    found = plain(figure_context.find(LAB, here, "royal-flush/1", "92%"))
    nearest = next(one for one in found["around"] if one["nearest"])
    told = plain(
        bench(
            LAB,
            asked(game="dj-wild", edition="ma", wager="cover-all", players="1", pays=f"royal-flush/1={nearest['pay']}"),
        )
    )
    assert figure(told, "Return")["value"] == nearest["return"]


@pytest.mark.parametrize(
    ("wager", "row", "target", "field"),
    [
        ("trips", "quads", "95%", "row"),
        ("trips", "flush/wild", "lots", "target"),
        ("trips", "flush/wild", "0", "target"),
        ("trips", "flush/wild", "1e9", "target"),
        (MAIN, "win", "3%", "row"),
    ],
)
def test_a_target_that_cannot_be_sought(wager, row, target, field):
    with pytest.raises(CroupierError) as refused:
        figure_context.find(LAB, asked(game="dj-wild", wager=wager), row, target)
    assert refused.value.field == field


def test_a_target_that_no_pay_meets_says_so():
    found = plain(figure_context.find(LAB, asked(game="dj-wild", wager="trips"), "three-of-a-kind/wild", "20%"))
    assert "returns more" in found["words"]


# Strategy ------------------------------------------------------------------------------------------------------


def test_raise_or_fold_by_hand():
    told = plain(lab_strategy.strategy(LAB, asked(game="dj-wild")))
    plot = told["plot"]
    assert plot["title"] == "Raise or fold"
    by = {each["words"]: each for each in plot["classes"]}
    assert by["A pair of threes"]["best"] == "fold"
    assert by["A pair of fives"]["best"] == "raise"
    assert not by["A pair of fours"]["pure"]
    assert [line["condition"] for line in told["rules"]] == [
        "a pair of fives or better",
        "a pair or better and no three",
        "otherwise",
    ]
    assert "cost nothing" in told["cost"]


@pytest.mark.parametrize("game", ["dj-wild", "cajun-stud", "raise-it-up", "over-under", "face-up-pai-gow"])
def test_dealt_cards_are_advised_on_as_the_strategy_says(game):
    here = asked(game=game)
    for way in [each["value"] for each in plain(lab_strategy.strategy(LAB, here))["form"]["ways"]][::4]:
        dealt = plain(lab_strategy.deal(here, way))
        told = plain(lab_strategy.advice(LAB, here, dealt))
        state = {k: dealt[k] for k in ("cards", "community", "dealer") if dealt[k]}
        said = advise(open_game(game).rules(), {**state, "decisions": way.split()} if way else state).to_json()
        assert {Fraction(v["fraction"]) for v in said["actions"].values()} == {
            exactly(one["exactly"]) for one in told["actions"]
        }
        assert exactly(told["actions"][0]["exactly"]) == Fraction(said["actions"][said["best"]]["fraction"])


def test_a_state_that_cannot_come_about_is_refused_by_its_provision():
    with pytest.raises(CroupierError) as refused:
        lab_strategy.advice(
            LAB, asked(game="cajun-stud"), {"cards": "Js 4d", "community": "9c 9d", "decisions": "raise-1"}
        )
    assert refused.value.field == "community"
    assert refused.value.cite == "58 Pa. Code \u00a7 683a.11(d)"


# Two submissions -----------------------------------------------------------------------------------------------


def test_two_paytables_differ_by_their_rows_and_their_edge():
    a, b = ({"game": "dj-wild", "tables": {"trips": table}} for table in ("DJWT-04", "DJWT-05"))
    told = plain(lab_compare.compare(LAB, a, b))
    trips = next(row for row in told["wagers"] if row["wager"] == "Trips Bonus Wager")
    assert trips["edges"] == ["6.157%", "7.526%"]
    assert trips["moved"] == "+1.369 points"
    assert [row["row"] for row in trips["pays"]] == [
        "Royal flush, wild",
        "Five-of-a-kind, wild",
        "Four-of-a-kind, natural",
    ]
    assert {row["moved"] for row in told["wagers"] if row is not trips} == {"the same"}


def test_two_submissions_as_text():
    a = 'game = "cajun-stud"\nedition = "pa-2019"\nante = "A"\npocket = "A"\nadjacent-boxes = 1\n'
    b = 'game = "cajun-stud"\nante = "B"\nadjacent-boxes = 2\n[readings]\na-2-3 = "not-a-straight"\n'
    told = plain(lab_compare.compare(LAB, {"toml": a}, {"toml": b}))
    by = {row["wager"]: row for row in told["wagers"]}
    assert by["Main game"]["edges"] == ["4.915%", "15.233%"]
    assert by["Pocket Bonus Wager"]["tables"] == ["A", "not offered"]
    assert by["Pocket Bonus Wager"]["edges"] == ["4.525%", "\u2014"]
    assert {"what": "Adjacent boxes", "values": ["1", "2"]} in told["others"]
    assert {"what": "Reading a 2 3", "values": ["straight", "not a straight"]} in told["others"]


def test_two_editions_differ_in_their_words():
    told = plain(lab_compare.compare(LAB, {"game": "dj-wild"}, {"game": "dj-wild", "edition": "ma"}))
    assert {"what": "Edition", "values": ["pa-2021", "ma"]} in told["others"]
    assert next(row for row in told["wagers"] if row["wager"].startswith("Cover All"))["tables"][0] == "not offered"


@pytest.mark.parametrize(
    ("b", "field"),
    [
        ({"toml": ""}, "b"),
        ({"toml": "game = "}, "b"),
        ({"toml": 'x = "y"'}, "b"),
        ({"toml": 'game = "over-under"'}, "b.game"),
        ({"toml": 'game = "dj-wild"\ntrips = "DJWT-99"'}, "b.trips"),
        ({"game": "dj-wild", "tables": 3}, "b"),
        ({}, "game"),
        ({"toml": "x" * 40_000}, "b"),
    ],
)
def test_a_submission_that_cannot_be_compared(b, field):
    with pytest.raises(CroupierError) as refused:
        lab_compare.compare(LAB, {"game": "dj-wild"}, b)
    assert refused.value.field == field


# Sampling ------------------------------------------------------------------------------------------------------


def test_a_run_closes_on_the_exact_figure_and_repeats():
    here = asked(game="over-under", wager="bonus")
    runs = []
    for _ in range(2):
        heard: list[Any] = []
        lab_sample.run(LAB, here, 200_000, 7, heard.append, Event())
        told = plain(heard)
        runs.append([each["point"] for each in told if "point" in each])
    assert runs[0] == runs[1]
    assert [point["rounds"] for point in runs[0]][:2] == ["1,000", "1,334"]
    last = runs[0][-1]
    exact = float(LAB.found(here).worth.net.mean)
    assert last["rounds"] == "200,000"
    assert last["low"] < exact < last["high"]
    assert last["high"] - last["low"] < (runs[0][0]["high"] - runs[0][0]["low"]) / 8
    assert told[-1]["end"] == "done"


def test_a_run_plays_the_pays_that_were_typed():
    told: list[dict[str, Any]] = []
    here = asked(game="over-under", wager="bonus", pays="12-or-27=50")
    lab_sample.run(LAB, here, 50_000, 7, lambda each: told.append(plain(each)), Event())
    last = next(each["point"] for each in reversed(told) if "point" in each)
    assert last["low"] < float(-exactly(plain(bench(LAB, here))["edge"])) < last["high"]
    assert last["low"] > 1  # nobody prints such a table


def test_a_run_that_is_ended_tells_how_far_it_came():
    told: list[dict[str, Any]] = []
    ended = Event()

    def hear(message: Any) -> None:
        told.append(plain(message))
        if "point" in told[-1]:
            ended.set()

    lab_sample.run(LAB, asked(game="over-under", wager="bonus"), 10**8, 7, hear, ended)
    assert told[-1] == {"end": "stopped", "progress": "Stopped after 1,000 rounds", "share": 1e-05}


@pytest.mark.parametrize("rounds", ["0", "999", "100000001", "many", "-5", "1e6", "9" * 30])
def test_rounds_that_are_refused(rounds):
    with pytest.raises(CroupierError):
        lab_sample.rounds_asked(rounds)


# Over the network ----------------------------------------------------------------------------------------------


@asynccontextmanager
async def visiting(folder, **given: Any):
    async with (
        a_house(folder / "house.db") as house,
        served(house, **given) as at,
        httpx.AsyncClient(base_url=at.url, timeout=60) as raw,
    ):
        yield raw


def test_the_lab_over_the_network(tmp_path):
    asyncio.run(_asked_over_the_network(tmp_path))


async def _asked_over_the_network(tmp_path) -> None:
    async with visiting(tmp_path) as raw:
        offer = await raw.get("/api/lab")  # nobody is signed in
        assert offer.json()["person"] is None
        assert offer.json()["games"][0]["id"] == "dj-wild"
        assert "croupier-lab" in raw.cookies
        many = await asyncio.gather(*(raw.get("/api/lab/price?game=over-under&wager=bonus") for _ in range(5)))
        assert {answer.status_code for answer in many} == {200}
        assert len({answer.text for answer in many}) == 1
        refused = await raw.get("/api/lab/price", params={"wager": "trips", "pays": "flush/wild=x"})
        assert refused.status_code == 400
        assert refused.json()["error"]["field"] == "flush/wild"
        law = await raw.get("/api/lab/provision", params={"cite": "58 Pa. Code \u00a7 687a.12(d)"})
        assert law.json()["short"] == "\u00a7 687a.12(d)"
        assert (await raw.get("/api/lab/progress")).json() == {}
        assert (await raw.get("/api/lab/par.doc")).status_code == 404
        sheet = await raw.get("/api/lab/par.json?game=over-under&wager=bonus&pays=6-or-33%3D9")
        assert sheet.headers["content-disposition"] == 'attachment; filename="over-under-pa-2019-proposed-par.json"'
        assert sheet.content == _par("over-under", tmp_path)
        for ending, head in (("xlsx", b"PK"), ("pdf", b"%PDF"), ("html", b"<!DOCTYPE")):
            made = await raw.get(f"/api/lab/par.{ending}?game=face-up-pai-gow")
            assert made.content.upper().startswith(head.upper())


def _par(game: str, folder) -> bytes:
    result = CliRunner().invoke(app, ["par", game, "-o", str(folder / "sheet.json")])
    assert result.exit_code == 0
    sheet: bytes = (folder / "sheet.json").read_bytes()
    return sheet


def test_the_work_of_a_visitor_is_bounded(tmp_path, monkeypatch):
    answering = Event()

    def patient(lab: Lab, asked) -> Any:
        assert answering.wait(ENOUGH)
        return bench(lab, asked)

    monkeypatch.setattr(wager_analysis, "bench", patient)
    asyncio.run(_asked_too_much(tmp_path, answering))


async def _asked_too_much(tmp_path, answering: Event) -> None:
    async with visiting(tmp_path, operations=Operations(limits=Limits())) as raw:
        await raw.get("/api/lab")
        wanted = [f"/api/lab/price?game=dj-wild&wager=trips&pays=flush/wild%3D{odds}" for odds in range(3, 15)]
        asked = [asyncio.create_task(raw.get(where)) for where in wanted]
        refused: set[asyncio.Task[httpx.Response]] = set()
        while len(refused) < len(wanted) - EACH:  # all but those that wait are refused while nothing is answered
            done, _ = await asyncio.wait(set(asked) - refused, return_when=asyncio.FIRST_COMPLETED, timeout=ENOUGH)
            assert done
            refused |= done
        answering.set()
        codes = Counter(answer.status_code for answer in await asyncio.gather(*asked))
        assert codes == {200: EACH, 429: len(wanted) - EACH}
        assert {(await answer).status_code for answer in refused} == {429}
        assert (await raw.get(wanted[-1])).status_code == 200  # a moment later


def test_a_run_over_a_socket_ends_when_told_and_when_its_page_goes_away(tmp_path):
    asyncio.run(_run_and_end(tmp_path))


async def _run_and_end(tmp_path) -> None:
    async with a_house(tmp_path / "house.db") as house, served(house) as at:
        where = f"ws{at.url[4:]}/api/lab/sample?game=over-under&wager=bonus&rounds=100000000&seed=1"
        async with connect(where) as socket:
            first = json.loads(await socket.recv())
            assert first["exact"] == "\u22125.605%"
            while "point" not in json.loads(await socket.recv()):
                pass
            await socket.send("stop")
            async with asyncio.timeout(ENOUGH):
                told = [json.loads(message) async for message in socket]
            assert told[-1]["end"] == "stopped"
        async with connect(where) as one:
            await one.recv()
            async with connect(where.replace("100000000", "5000")) as other:  # the second ends the first
                told = [json.loads(message) async for message in other]
                assert told[-1]["end"] == "done"
            async with asyncio.timeout(ENOUGH):
                assert [json.loads(message) async for message in one][-1]["end"] == "stopped"
        async with connect(where.replace("100000000", "5")) as refused:
            assert json.loads(await refused.recv())["error"]["field"] == "rounds"
        async with connect(where) as leaving:
            await leaving.recv()
        await until(lambda: not [t for t in enumerate_threads() if t.name.startswith("sample") and _works(t)])


def _works(thread: Thread) -> bool:
    """Whether a pool's thread is inside a run."""
    frame = sys._current_frames().get(thread.ident or 0)
    return frame is not None and any(each.name == "_steps" for each in traceback.extract_stack(frame))
