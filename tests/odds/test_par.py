"""PAR sheets: what stands on them adds up exactly, the workbook's formulas lead to the same figures, and the same input
gives the same bytes."""

from __future__ import annotations

import hashlib
import io
import json
import re
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path
from statistics import NormalDist

import openpyxl  # type: ignore[import-untyped]
import pytest

from croupier import BadText, SubmissionError, open_game
from croupier.cli.deal import house_choice
from croupier.cli.par import par
from croupier.kit.large_numbers import readable
from croupier.odds.figures.priced import WITHIN, Outcome
from croupier.odds.par.sheet import canonical, sheet_of
from croupier.odds.study.study import main_of, side_of, solve
from croupier.sheets import LAYOUTS, as_json, as_xlsx, layout
from croupier.sheets.page import page_of
from croupier.sheets.parts import Grid

TABLES = [
    ("dj-wild", "pa-2021"),
    ("dj-wild", "ma"),
    ("cajun-stud", None),
    ("raise-it-up", None),
    ("over-under", None),
    ("face-up-pai-gow", None),
]


@pytest.fixture(scope="module")
def sheets():
    made = {}
    for id_, edition in TABLES:
        game = open_game(id_, edition)
        made[game.id, game.edition] = sheet_of(game, house_choice(game), made_by="croupier test")
    return made


@pytest.fixture(scope="module")
def dj_wild(sheets):
    return sheets["dj-wild", "pa-2021"]


def fraction(told):
    return Fraction(told["fraction"])


# The sheet itself


def test_it_is_the_study(sheets):
    for sheet in sheets.values():
        study = solve(sheet.rules)
        main = main_of(study)
        assert sheet.main.spread == main.net
        assert sheet.main.variance == main.net.variance
        assert sheet.main.element_of_risk == main.element_of_risk
        counted = 0 if study.totals else main.net.total  # nothing is decided but a setting
        assert sum(way.count for way in sheet.ways) == counted
        for priced in sheet.sides:
            side = side_of(study, sheet.rules, sheet.game.wager(priced.id))
            assert priced.spread == side.net
            assert priced.hits == side.net.chance(above=0)


def test_every_offered_wager_is_priced(sheets):
    for sheet in sheets.values():
        assert not sheet.unpriced
        on_it = {side.name for side in (*sheet.sides, *sheet.tables)}
        assert on_it == {w.name for w in sheet.rules.offered() if w.placed in {"optional", "always-offered"}}


def test_rows_stand_as_the_paytable_prints_them(dj_wild):
    trips = next(side for side in dj_wild.sides if side.id == "trips")
    assert [o.label for o in trips.outcomes[:2]] == ["Five wilds, wild", "Royal flush, natural"]
    assert trips.outcomes[0].pays == "2000 to 1"
    assert trips.outcomes[-1].label == "Lose"


def test_confidence_is_the_normal_curve(dj_wild):
    for percent, within in WITHIN.items():
        assert float(within) == pytest.approx(NormalDist().inv_cdf((1 + percent / 100) / 2), rel=1e-12)
    hold = dj_wild.main.hold(10_000, 95)
    assert float(hold.low + hold.high) / 2 == pytest.approx(float(dj_wild.main.house_edge))
    assert float(hold.high - hold.low) == pytest.approx(2 * 1.959963985 * float(dj_wild.main.variance) ** 0.5 / 100)


def test_the_hash_is_of_the_choices_not_of_how_they_were_written():
    game = open_game("cajun-stud")
    plain, spoken = (
        {"pocket": "A"},
        {"game": "cajun-stud", "edition": "pa-2019", "ante": "A", "pocket": "A", "decks": 1},
    )
    assert canonical(game.rules(plain), plain) == canonical(game.rules(spoken), spoken)
    other = {"pocket": "B"}
    assert canonical(game.rules(plain), plain) != canonical(game.rules(other), other)
    assert canonical(game.rules(plain), plain) != canonical(game.rules(plain, {"a-2-3": "not-a-straight"}), plain)


def test_table_limits_do_not_stand_in_the_way():
    game = open_game("over-under")
    limits = {"limits": {"ante": {"minimum": "25.00", "maximum": "500.00"}}}
    limited, free = sheet_of(game, limits).main, sheet_of(game, {}).main
    assert limited is not None
    assert free is not None
    assert limited.house_edge == free.house_edge


def test_a_published_figure_of_another_reading_is_compared_under_it(dj_wild):
    (bad_beat,) = [b for b in dj_wild.published if b.figure.wager == "bad-beat"]
    assert not bad_beat.same_reading
    assert abs(bad_beat.difference) < Fraction(1, 5)
    two_way = sheet_of(dj_wild.game, {"bad-beat": "DJWBB-01"}, {"bad-beat": "two-way"})
    (again,) = [b for b in two_way.published if b.figure.wager == "bad-beat"]
    assert again.same_reading
    assert again.ours == bad_beat.ours == 100 * two_way.sides[0].payback


def test_the_meter_breaks_even_where_it_says(sheets):
    meters = [side.meter for sheet in sheets.values() for side in sheet.sides if side.meter]
    assert len(meters) == 3
    for meter in meters:
        assert meter.at(Fraction(meter.seed, 100)) == meter.at_seed
        assert meter.at(meter.break_even) == 1


# JSON


def test_json_adds_up_exactly(sheets):
    for sheet in sheets.values():
        told = json.loads(LAYOUTS[".json"](sheet))
        assert hashlib.sha256(told["submission-canonical"].encode()).hexdigest() == told["submission-sha256"]
        assert told["submission"] == json.loads(told["submission-canonical"])
        wagers = [one for wager in told["wagers"].values() for one in wager.get("players", {"": wager}).values()]
        assert len(wagers) == len(sheet.priced) - 1
        for priced in (told["main"], *wagers):
            rows = priced["outcomes"]
            assert sum(row["count"] for row in rows) == priced["total"]
            assert sum(fraction(row["probability"]) for row in rows) == 1
            mean = sum(fraction(row["contribution"]) for row in rows)
            assert mean == fraction(priced["ev"]) == -fraction(priced["house-edge"])
            for row in rows:
                assert fraction(row["probability"]) == Fraction(row["count"], priced["total"])
                assert fraction(row["contribution"]) == fraction(row["probability"]) * fraction(row["net"])
            wagered = sum(fraction(row["probability"]) * fraction(row["wagered"]) for row in rows)
            assert wagered == fraction(priced["average-wager"])
            assert fraction(priced["payback"]) == 1 + mean / wagered
            squares = sum(fraction(row["probability"]) * fraction(row["net"]) ** 2 for row in rows)
            assert squares - mean**2 == fraction(priced["variance"])
            assert float(priced["standard-deviation"]) == pytest.approx(float(squares - mean**2) ** 0.5)
            assert len(priced["hold"]) == 8
        assert sum(fraction(chance) for chance in told["main"]["results"].values()) == 1
        assert [r["key"] for r in told["readings"]] == [r.key for r in sheet.game.readings if r.choices]


# The workbook


class Spreadsheet:
    """Works out a workbook's formulas by itself: references, ranges and the few functions a sheet uses."""

    def __init__(self, made):
        self.live = openpyxl.load_workbook(io.BytesIO(made))
        self.kept = openpyxl.load_workbook(io.BytesIO(made), data_only=True)
        self.done = {}

    def cells(self):
        for sheet in self.live:
            for row in sheet.iter_rows():
                yield from ((sheet.title, cell.coordinate) for cell in row if cell.data_type == "f")

    def value(self, sheet, at):
        if (sheet, at) not in self.done:
            found = self.live[sheet][at].value
            formula = isinstance(found, str) and found.startswith("=")
            self.done[sheet, at] = self._formula(sheet, found[1:]) if formula else found
        return self.done[sheet, at]

    def _range(self, sheet, first, last):
        return [self.value(sheet, cell.coordinate) for (cell,) in self.live[sheet][f"{first}:{last}"]]

    def _formula(self, sheet, text):
        text = text.replace("$", "").replace("^", "**").replace('">0"', "'>0'")
        text = re.sub(r"'([^'!>]+)'!([A-Z]+\d+)", r"V('\1','\2')", text)
        text = re.sub(r"(?<!')\b([A-Z]+\d+):([A-Z]+\d+)", rf"R('{sheet}','\1','\2')", text)
        text = re.sub(r"(?<!['\w])([A-Z]+\d+)(?!['\w(])", rf"V('{sheet}','\1')", text)
        names = {
            "V": self.value,
            "R": self._range,
            "SUM": sum,
            "SQRT": lambda x: x**0.5,
            "SUMPRODUCT": lambda a, b: sum(x * y for x, y in zip(a, b, strict=True)),
            "SUMIF": lambda a, _, b: sum(y for x, y in zip(a, b, strict=True) if x > 0),
            "NORMSINV": NormalDist().inv_cdf,
        }
        return eval(text, {"__builtins__": {}}, names)  # noqa: S307 - the formulas are ours


def test_formulas_lead_to_the_exact_figures(sheets):
    for sheet in sheets.values():
        book = Spreadsheet(LAYOUTS[".xlsx"](sheet))
        checked = 0
        for title, at in book.cells():
            kept = book.kept[title][at].value
            assert book.value(title, at) == pytest.approx(kept, rel=1e-9, abs=1e-12), (title, at)
            checked += 1
        assert checked > 3 * sum(len(priced.outcomes) for priced in sheet.priced)
        summary = {
            row[0].value: [cell.coordinate for cell in row] for row in book.live["Summary"].iter_rows() if row[0].value
        }
        for priced in sheet.priced:
            at = summary[priced.name]
            exact = (
                priced.house_edge,
                priced.average_wager,
                priced.element_of_risk,
                priced.payback,
                priced.hits,
                priced.variance,
                priced.deviation,
            )
            assert [book.value("Summary", c) for c in at[2:9]] == pytest.approx([float(x) for x in exact], rel=1e-9)


def test_counts_beyond_a_double_stand_beside_as_text(sheets):
    main = sheets["over-under", "pa-2019-proposed"].main
    huge = 2**53 + 1
    outcomes = tuple(Outcome(o.label, "", o.net, o.staked, huge, 2 * huge) for o in main.outcomes)
    sheet = replace(sheets["over-under", "pa-2019-proposed"], main=replace(main, outcomes=outcomes))
    made = openpyxl.load_workbook(io.BytesIO(as_xlsx.render(sheet)))["Main game"]
    assert (made["E5"].value, made["I5"].value) == (2**53, str(huge))
    assert made["I7"].value == str(2 * huge)
    plain = openpyxl.load_workbook(io.BytesIO(as_xlsx.render(sheets["dj-wild", "pa-2021"])))["Main game"]
    assert plain["I5"].value is None
    assert plain["E5"].value == 1_712_304


# The page and the print


def test_the_same_sheet_is_the_same_bytes(dj_wild):
    again = sheet_of(dj_wild.game, house_choice(dj_wild.game), made_by="croupier test")
    for ending, render in LAYOUTS.items():
        assert render(dj_wild) == render(again), ending


def test_html_needs_nothing_else(sheets):
    for sheet in sheets.values():
        page = LAYOUTS[".html"](sheet).decode()
        assert page.startswith("<!doctype html>")
        assert not re.search(r"\ssrc=|<link|<script|@import|url\(|href=\"(?!#)", page)
        assert page.count("<svg") >= 2 + len(sheet.sides)
        assert sheet.sha256 in page
        for priced in sheet.priced:
            assert all(readable(o.count) in page for o in priced.outcomes)


def test_a_proposed_edition_is_labelled(sheets):
    sheet = sheets["over-under", "pa-2019-proposed"]
    assert LAYOUTS[".html"](sheet).decode().count("PROPOSED") >= 3
    assert "PROPOSED" not in LAYOUTS[".html"](sheets["dj-wild", "pa-2021"]).decode()


def test_it_says_since_when_the_edition_is_in_force_and_as_of_which_day(dj_wild):
    edition = {"Edition": "pa-2021, in force since 2021-05-29"}
    for day, rows in ((None, edition), (date(2022, 1, 1), {**edition, "As of": "2022-01-01"})):
        sheet = replace(dj_wild, rules=replace(dj_wild.rules, day=day))
        told = as_json.to_json(sheet)
        assert (told["effective"], told["standing"]) == ("2021-05-29", "in force since 2021-05-29")
        assert told["as-of"] == (day.isoformat() if day else None)
        identity = page_of(sheet, "serif").sections[0].parts[-2]
        assert isinstance(identity, Grid)
        assert {name: words for name, words in identity.rows if name in {"Edition", "As of"}} == rows


def test_a_day_is_part_of_what_is_hashed():
    game = open_game("over-under")
    dated = replace(game.rules({}), day=date(2022, 1, 1))
    assert json.loads(canonical(dated, {"day": date(2022, 1, 1)}))["day"] == "2022-01-01"


def test_tables_are_square(sheets):
    for sheet in sheets.values():
        for section in page_of(sheet, "inherit").sections:
            for part in section.parts:
                if isinstance(part, Grid):
                    assert {len(row) for row in part.rows} == {len(part.aligns)}, section.title


def test_pdf(dj_wild):
    made = LAYOUTS[".pdf"](dj_wild)
    assert made.startswith(b"%PDF")
    assert len(made) > 50_000


# The command


def test_the_command_writes_each_kind(tmp_path, capsys):
    for ending in LAYOUTS:
        path = tmp_path / f"sheet{ending}"
        par("over-under", path)
        first = path.read_bytes()
        par("over-under", path)
        assert path.read_bytes() == first
    said = capsys.readouterr().out
    assert "PROPOSED" in said
    assert sorted(p.suffix for p in tmp_path.iterdir()) == sorted(LAYOUTS)


def test_a_submission_with_limits_and_settings(tmp_path):
    told = Path(__file__).parents[2] / "examples" / "submissions" / "cajun-stud.toml"
    par("cajun-stud", tmp_path / "a.json", submission=told, settings=["ante=B"])
    made = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    assert made["main"]["paytable"] == made["submission"]["ante"] == "B"


@pytest.mark.parametrize(
    ("game", "name", "error", "words"),
    [
        ("over-under", "sheet.doc", BadText, "no ending"),
        ("over-under", "sheet", BadText, "no ending"),
        ("over-under", "no/such/folder/sheet.json", BadText, "no folder"),
    ],
)
def test_refusals(tmp_path, game, name, error, words):
    with pytest.raises(error, match=words):
        par(game, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_submission_for_another_game_is_refused(tmp_path):
    told = Path(__file__).parents[2] / "examples" / "submissions" / "raise-it-up.toml"
    with pytest.raises(SubmissionError, match="submission for 'raise-it-up'"):
        par("over-under", tmp_path / "a.json", submission=told)
    assert not list(tmp_path.iterdir())


def test_nothing_is_left_where_nothing_can_be_written(tmp_path, monkeypatch):
    (tmp_path / "sheet.json").mkdir()
    with pytest.raises(BadText, match="cannot be written"):
        par("over-under", tmp_path / "sheet.json")
    monkeypatch.setattr(Path, "open", lambda *_: (_ for _ in ()).throw(PermissionError(13, "Permission denied")))
    with pytest.raises(BadText, match="Permission denied"):
        par("over-under", tmp_path / "other.json")
    assert [p.name for p in tmp_path.iterdir()] == ["sheet.json"]


def test_unknown_ending():
    with pytest.raises(BadText, match=r"use \.xlsx, \.html, \.pdf, \.json"):
        layout(".csv")
