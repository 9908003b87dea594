"""How to play: made from the chapter and the mathematics, for every edition."""

from __future__ import annotations

import httpx
import pytest

from croupier.games import EDITIONS, open_game
from croupier.house.screens.lab.lab import Lab
from croupier.house.screens.lab.numbers import percent
from croupier.house.screens.lab.query import chosen
from croupier.house.screens.player.how_to_play import _option, how_to_play, prices
from croupier.kit.cards import cards
from croupier.odds.study.study import main_of, side_of, solve
from croupier.web.app import create
from croupier.web.http.operations import Operations
from tests.house.floor import a_house
from tests.support import plain

ALL = [(game, edition) for game, editions in EDITIONS.items() for edition in editions]


def rules_of(game, edition):
    found = open_game(game, edition)
    return found.rules(chosen(found))


@pytest.mark.parametrize(("game", "edition"), ALL)
def test_every_example_is_the_hand_that_it_stands_for(game, edition):
    rules = rules_of(game, edition)
    if rules.game.ranking is None:
        assert plain(how_to_play(rules))["chart"] is None
        return
    ranking = rules.game.ranking(rules.readings)
    for name in (each.name for each in ranking.categories):
        held = ranking.rank(cards(rules.game.examples[name]))
        assert ranking.category(held).name == name
    for name, text in rules.game.examples.items():
        if name.startswith("pair-of"):
            assert ranking.category(ranking.rank(cards(text))).name == "pair"


@pytest.mark.parametrize(("game", "edition"), ALL)
def test_six_steps_each_with_a_picture_and_a_provision_of_the_chapter(game, edition):
    rules = rules_of(game, edition)
    lessons = plain(how_to_play(rules))["lessons"]
    assert len(lessons) == 6
    for declared, told in zip(rules.game.lessons, lessons, strict=True):
        assert declared.cite.path in rules.game.chapter.provisions
        assert told["spots"] or told["hands"] or told["answers"]
        assert len(told["words"]) < 120
        assert {id_ for id_, _ in declared.spots} <= {wager.id for wager in rules.game.wagers}


@pytest.mark.parametrize(("game", "edition"), ALL)
def test_a_guided_hand_has_a_step_for_the_wager_the_cards_the_decision_and_the_result(game, edition):
    found = open_game(game, edition)
    told = [(lesson.when, lesson.of) for lesson in found.lessons]
    assert told[0] == ("wager", "wagers")
    assert told[-1] == ("result", "wagers")
    assert {("first", "hand"), ("first", "choices")} <= set(told)
    order = ["wager", "first", "later", "last", "result"]
    assert sorted(told, key=lambda one: order.index(one[0])) == told, "as the round goes"
    several = {"later", "last"} & {when for when, _ in told}
    assert bool(several) == (len(found.streets) > 1)


@pytest.mark.parametrize(("game", "edition"), ALL)
def test_the_chart_and_the_tables_hold_every_pay_of_every_wager(game, edition):
    rules = rules_of(game, edition)
    page = plain(how_to_play(rules))
    shown = {table["id"]: {pay for row in table["rows"] for pay in row["pays"]} for table in page["tables"]}
    for at, column in enumerate((page["chart"] or {"columns": []})["columns"]):
        shown.setdefault(column["wager"], set()).update(row["pays"][at] for row in page["chart"]["rows"])
    shared = {id(rules.tables[wager]): found for wager, found in shown.items()}
    for wager in rules.offered():
        table = rules.tables[wager.id]
        if list(table.rows) != ["win"]:
            assert {pay.text for pay in table.rows.values()} <= shared[id(table)], wager.id


def test_a_hand_that_a_paytable_leaves_to_its_last_row_shows_that_row():
    rows = {row["hand"]: row["pays"][0] for row in plain(how_to_play(rules_of("dj-wild", "pa-2021")))["chart"]["rows"]}
    assert [rows[hand] for hand in ("Straight", "Three of a kind", "High card")] == ["1 to 1", "Push", "Push"]
    chart = plain(how_to_play(rules_of("cajun-stud", "pa-2019")))["chart"]
    rows = {row["hand"]: row["pays"][0] for row in chart["rows"]}
    assert rows["Pair of jacks or better"] == "1 to 1"
    assert rows["Pair of 6s to 10s"] == "Push"
    assert rows["Any other pair"] == ""


@pytest.mark.parametrize("game", ["dj-wild", "over-under"])
def test_the_edges_are_those_of_the_mathematics(game):
    rules = rules_of(game, None)
    study, told = solve(rules), plain(prices(Lab(), rules))
    assert told["main"]["edge"] == percent(-main_of(study).net.mean)
    sides = {wager.id: wager for wager in rules.offered() if wager.placed == "optional"}
    assert told["edges"] == {id_: percent(-side_of(study, rules, wager).net.mean) for id_, wager in sides.items()}
    assert {line["option"] for line in told["strategy"]["rules"]} <= {"Raise", "Fold", "Over", "Under"}


@pytest.mark.parametrize(
    ("words", "said"), [("raise 3", "Raise 3 × Ante"), ("play 1", "Play 1 × Ante"), ("fold", "Fold")]
)
def test_what_a_player_says_is_told_with_what_it_takes(words, said):
    assert _option(words) == said


async def test_a_table_that_there_is_not_is_refused_and_provisions_are_told_where_the_lab_is_closed(tmp_path):
    async with a_house(tmp_path / "h.db", "over-under") as house:
        app = create(house, guests=True, operations=Operations(lab=False))
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://x") as client:
            here = await client.get("/api/how-to-play?table=over-under")
            assert (here.status_code, here.json()["game"]) == (200, "over-under")
            cite = here.json()["lessons"][0]["cite"]
            for asked in ({"table": "over-under"}, {"game": "over-under"}):
                told = await client.get("/api/how-to-play/provision", params=asked | {"cite": cite})
                assert told.json()["short"] == cite.removeprefix("58 Pa. Code ")
            other = await client.get("/api/how-to-play/provision", params={"game": "dj-wild", "cite": cite})
            assert other.status_code == 404
            for path in ("", "/provision"):
                none = await client.get(f"/api/how-to-play{path}?game=dj-wild&table=none&cite={cite}")
                assert (none.status_code, none.json()["error"]["code"]) == (404, "unknown")
                assert "none" in none.json()["error"]["message"]
