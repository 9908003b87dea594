"""What a PAR sheet says of the play: the rules of `croupier strategy`, the house way, and wagers on the whole table."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from fractions import Fraction

import openpyxl  # type: ignore[import-untyped]
import pytest

from croupier import open_game
from croupier.cli import strategy as cli
from croupier.cli.deal import house_choice
from croupier.cli.par import par
from croupier.games.pa.house_way import SHIPPED, shipped
from croupier.odds.figures.analysis import Sample
from croupier.odds.par.sheet import sheet_of
from croupier.odds.par.strategy import house_rules
from croupier.odds.strategy.advice import advise
from croupier.odds.strategy.rules import rule_list
from croupier.odds.strategy.tree import grow
from croupier.odds.study.study import main_of, solve, table_of
from croupier.sheets import LAYOUTS
from croupier.sheets.page import page_of
from croupier.sheets.parts import Grid, Text

WITH_RULES = ("dj-wild", "cajun-stud", "raise-it-up", "over-under")


@pytest.fixture(scope="module")
def sheets():
    return {id_: sheet_of(open_game(id_), house_choice(open_game(id_))) for id_ in (*WITH_RULES, "face-up-pai-gow")}


@pytest.fixture(scope="module")
def massachusetts():
    game = open_game("dj-wild", "ma")
    return sheet_of(game, house_choice(game))


def rows_of(sheet, title):
    (section,) = [s for s in page_of(sheet, "inherit").sections if s.title == title]
    return [row for part in section.parts if isinstance(part, Grid) for row in part.rows]


def words_of(sheet, title):
    (section,) = [s for s in page_of(sheet, "inherit").sections if s.title == title]
    return " ".join(part.words for part in section.parts if isinstance(part, Text))


def cells(sheet, title):
    made = openpyxl.load_workbook(io.BytesIO(LAYOUTS[".xlsx"](sheet)))[title]
    return [tuple(cell.value for cell in row) for row in made.iter_rows()]


# Rules to remember


@pytest.mark.parametrize("game", WITH_RULES)
def test_the_rules_are_those_of_the_command(sheets, game, capsys):
    cli.strategy(game, rules=True, json=True)
    said = json.loads(capsys.readouterr().out)
    told = json.loads(LAYOUTS[".json"](sheets[game]))["strategy"]
    assert told == {key: said[key] for key in told}
    assert set(said) - set(told) == {"game", "edition"}
    assert ("table" in told) == (game == "over-under")


@pytest.mark.parametrize("game", WITH_RULES)
def test_their_cost_is_against_the_sheets_own_house_edge(sheets, game):
    sheet = sheets[game]
    found = sheet.strategy.found
    assert found is not None
    assert found.cost >= 0
    assert found.mean + found.cost == sheet.main.mean


@pytest.mark.parametrize("game", WITH_RULES)
def test_every_rule_and_the_cost_stand_in_every_layout(sheets, game):
    sheet = sheets[game]
    found = sheet.strategy.found
    assert found is not None
    expected = [(line.option, line.condition or "otherwise") for line in found.lines]
    rows = rows_of(sheet, "Strategy")
    assert [row[1:] for row in rows[: len(expected)]] == expected
    cost = f"{found.cost.numerator:,} / {found.cost.denominator:,}"
    assert rows[len(expected) + 2][::2] == ("What the rules cost", cost)
    page = LAYOUTS[".html"](sheet).decode()
    assert all(f">{condition}<" in page for _, condition in expected)
    assert cost in page
    written = cells(sheet, "Strategy")
    assert all(any(row[1:3] == rule for row in written) for rule in expected)
    assert any(row[:1] == ("What the rules cost",) and row[2] == cost for row in written)


def test_rules_are_priced_on_the_sheets_own_paytable():
    game = open_game("cajun-stud")
    sheets = [sheet_of(game, {"ante": table}) for table in "ABC"]
    found = [sheet.strategy.found for sheet in sheets if sheet.strategy.found]
    assert [one.mean + one.cost for one in found] == [sheet.main.mean for sheet in sheets if sheet.main]
    assert len({one.cost for one in found}) == 3


def test_a_payout_limit_is_applied_at_the_largest_ante_everywhere():
    game = open_game("cajun-stud")
    told = {"limits": {"ante": {"minimum": "10.00", "maximum": "1000.00", "step": "5.00"}}, "payout-limit": "50000"}
    sheet, free = sheet_of(game, told), sheet_of(game, {})
    found = sheet.strategy.found
    assert found is not None
    assert sheet.main is not None
    assert free.main is not None
    assert sheet.main.stake == 1000_00
    assert sheet.main.house_edge == main_of(solve(game.rules(told))).house_edge > free.main.house_edge
    assert found.mean + found.cost == sheet.main.mean
    assert rule_list(grow(game.rules(told))).to_json() == found.to_json()
    capped, uncapped = (advise(game.rules(choice), {"cards": "As Ks"}) for choice in (told, {}))
    assert capped.actions["fold"] == uncapped.actions["fold"] == -1
    assert capped.actions["raise-3"] < uncapped.actions["raise-3"]


def test_first_cards_of_over_under(sheets):
    by_card = sheets["over-under"].strategy.by_card
    assert [card for card, advice in by_card.items() if advice.best == "under"] == list("2345")
    rows = rows_of(sheets["over-under"], "Strategy")
    assert ("6", "over", "−0.858874", "−1.151623", "−1.000000") in rows
    assert by_card["6"].actions["over"] == Fraction(-41402, 48205)


def test_what_the_best_play_decides_still_stands(sheets):
    ways = sheets["dj-wild"].ways
    assert len(ways) == 2
    rows = rows_of(sheets["dj-wild"], "Strategy")
    assert [row[:2] for row in rows[-2:]] == [(way.decisions[0], f"{way.count:,}") for way in ways]


# Pai gow


def test_pai_gow_names_the_house_way_and_its_rules(sheets):
    sheet = sheets["face-up-pai-gow"]
    assert sheet.strategy.found is None
    words = words_of(sheet, "Strategy")
    assert "house way foxwoods (58 Pa. Code § 688a.11(a))" in words
    assert "best legal setting (58 Pa. Code § 688a.11(c))" in words
    assert len(rows_of(sheet, "Strategy")) == len(shipped("foxwoods").rules)
    told = json.loads(LAYOUTS[".json"](sheet))["strategy"]
    assert told["house-way"]["name"] == "foxwoods"
    assert "rules" not in told
    assert ("two pairs", "rank J-A", "lowest pair") in [row[:3] for row in cells(sheet, "Strategy")]


def test_different_rules_are_told_differently():
    for name in SHIPPED:
        told = house_rules(open_game("face-up-pai-gow").rules({"house-way": name}))
        assert told.name == name
        assert len(told.rules) == len(shipped(name).rules)
        assert len(set(told.rules)) == len(told.rules)


def test_every_condition_is_told():
    entry = {
        "hand": "pair",
        "rank": "T-K",
        "single": "A",
        "no-single": "7",
        "singles": ["A", "K"],
        "complete": True,
        "beats-complete": True,
        "pairs": 1,
        "front": "best-category",
        "flush-yields-to": ["pair", "A J-K"],
    }
    fall_back = [
        {"hand": hand, "front": front}
        for hand, front in (
            ("five-aces", "two-of-it"),
            ("four-of-a-kind", "two-of-it"),
            ("two-sets", "two-of-it"),
            ("full-house", "highest-pair"),
            ("three-pairs", "highest-pair"),
            ("set", "two-highest-singles"),
            ("two-pairs", "lowest-pair"),
            ("pair", "two-highest-singles"),
            ("no-pair", "second-and-third"),
        )
    ]
    told = house_rules(open_game("face-up-pai-gow").rules({"house-way": [entry, *fall_back]}))
    assert told.name == "declared"
    assert told.rules[0].conditions == (
        "rank T-K; a single A; no single 7; highest singles A, K; 1 pair beside; a straight or better can stay behind, "
        "with a lower front than this; flush yields to a pair or A J-K"
    )
    assert [rule.conditions for rule in told.rules[1:]] == [""] * 9


# The whole table


def test_cover_all_is_priced_as_analyze_prices_it(massachusetts):
    (table,) = massachusetts.tables
    found = table_of(massachusetts.rules, massachusetts.game.wager("cover-all"))
    assert list(table.by) == list(found.by) == [1, 2, 3, 4, 5, 6]
    for players, side in found.by.items():
        assert table.by[players].spread == side.net
        assert table.by[players].sample == side.sample


def test_cover_all_stands_in_every_layout(massachusetts, tmp_path, capsys):
    told = json.loads(LAYOUTS[".json"](massachusetts))
    assert told["not-priced"] == {}
    players = told["wagers"]["cover-all"]["players"]
    assert {players[n]["method"] for n in "123456"} == {"exact"}
    assert told["wagers"]["trips"]["method"] == told["main"]["method"] == "exact"
    page = LAYOUTS[".html"](massachusetts).decode()
    assert "no sampling<" in page
    assert "Sampled in part" not in page
    for title in ("Cover All bonus wager, 1 player", "Cover All bonus wager, 2 player"):
        assert not any(str(row[0]).startswith("Sampled in part") for row in cells(massachusetts, title))
    par("dj-wild", tmp_path / "sheet.json", edition="ma")
    said = capsys.readouterr().out
    assert "Cover All bonus wager 1, 1 player: house edge 8.6458%\n" in said
    assert "Cover All bonus wager 1, 6 players: house edge 10.1790%\n" in said
    assert "not priced" not in said


def test_what_is_sampled_where_a_fold_takes_it_is_said_in_every_layout(massachusetts):
    """As under the reading by which a fold forfeits the Cover All."""
    (table,) = massachusetts.tables
    by = {n: one if n == 1 else replace(one, sample=Sample(4_000_000, 0.000011)) for n, one in table.by.items()}
    drawn = replace(massachusetts, tables=(replace(table, by=by),))
    players = json.loads(LAYOUTS[".json"](drawn))["wagers"]["cover-all"]["players"]
    assert players["1"]["method"] == "exact"
    assert {(players[n]["method"], players[n]["rounds"]) for n in "23456"} == {("sampled", 4_000_000)}
    page = LAYOUTS[".html"](drawn).decode()
    assert "no sampling, but for: Cover All bonus wager" in page
    assert "comes from 4,000,000 rounds" in page
    assert "0.0011%" in page
    for title, samples in (("Cover All bonus wager, 1 player", 0), ("Cover All bonus wager, 2 player", 1)):
        assert sum(str(row[0]).startswith("Sampled in part") for row in cells(drawn, title)) == samples


def test_exact_sheets_say_so(sheets):
    for sheet in sheets.values():
        assert "no sampling<" in LAYOUTS[".html"](sheet).decode()
        assert all(priced.sample is None for priced in sheet.priced)


def test_the_same_bytes_again(massachusetts, sheets):
    again = sheet_of(massachusetts.game, house_choice(massachusetts.game))
    gow = sheets["face-up-pai-gow"]
    for ending, render in LAYOUTS.items():
        assert render(massachusetts) == render(again), ending
        assert render(gow) == render(sheet_of(gow.game, house_choice(gow.game))), ending
