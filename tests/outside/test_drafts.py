"""Draft games: priced from a few lines, marked wherever they are shown, read again when their file is saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import BadText, LawError, open_game
from croupier.cli import drafts
from croupier.draft import Draft
from croupier.games import _ADDED
from croupier.odds.study.study import main_of, side_of, solve
from croupier.testing import READERS, check
from tests.outside.test_registry import run

FILE = Path(__file__).parents[2] / "examples" / "drafts" / "queens_up.py"
MISSISSIPPI = (
    "Royal flush | 500 to 1; Straight flush | 100 to 1; Four-of-a-kind | 40 to 1; Full house | 10 to 1; Flush | 6 to 1;"
    "Straight | 4 to 1; Three-of-a-kind | 3 to 1; Two pair | 2 to 1; Pair of jacks or better | 1 to 1;"
    "Pair of 6s to 10s | Push"
)


@pytest.fixture
def book():
    """Whatever a test adds is taken out again."""
    yield
    _ADDED.clear()


def test_published_figures_come_out_of_a_few_lines(book):
    idea = Draft("Mississippi", hand=2, community=3)
    idea.pays("ante", MISSISSIPPI, optional=False)
    for street in ("third", "fourth", "fifth"):
        idea.pays(street, MISSISSIPPI, optional=False, by_decision=True)
        idea.decide(street, times=(1, 2, 3), opens=1)
    assert f"{float(100 * main_of(solve(idea.game().rules())).house_edge):.4f}%" == "4.9149%"
    game = drafts.read(FILE)
    rules = game.rules({"high-three": "1"})
    (wager,) = [one for one in rules.offered() if one.id == "high-three"]
    side = side_of(solve(rules), rules, wager)
    assert f"{float(-100 * side.net.mean):.4f}%" == "2.3167%"


def test_it_is_marked_and_every_reader_but_the_coverage_works(book):
    game = drafts.read(FILE)
    assert open_game("queens-up") is game
    assert game.mark == "DRAFT, not in force"
    assert "draft" in str(game.law["9"])
    found = check(game, [name for name in READERS if name not in {"sampling", "par"}])
    assert {name: one.missing for name, one in found.items() if not one.works} == {
        "coverage": "the chapter is a draft that cites itself: nothing of it is written"
    }


def test_a_saved_file_is_another_edition(book, tmp_path):
    file = tmp_path / "idea.py"
    file.write_text(FILE.read_text("utf-8"), "utf-8")
    first = drafts.read(file)
    file.write_text(FILE.read_text("utf-8").replace("40 to 1", "50 to 1"), "utf-8")
    later = drafts.read(file)
    assert first.edition != later.edition
    assert open_game("queens-up") is later
    assert open_game("queens-up", first.edition) is first


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("x = 1", "makes neither a Draft nor a Game"),
        ("from croupier.draft import Draft\nidea = Draft('Dj Wild', hand=3)", "lets nobody take part"),
    ],
)
def test_a_file_that_makes_no_game_is_refused(book, tmp_path, text, why):
    (tmp_path / "idea.py").write_text(text, "utf-8")
    with pytest.raises((BadText, LawError), match=why):
        drafts.read(tmp_path / "idea.py")
    with pytest.raises(LawError, match="no hand of Idea is nonsense"):
        Draft("Idea", hand=3).pays("x", "Nonsense | 1 to 1")


def test_the_command(tmp_path):
    done = run("lab", str(FILE), "--once", folder=tmp_path)
    assert "DRAFT, not in force" in done.stdout
    assert "8.6580%" in done.stdout
    assert "cannot be read" in run("lab", "nothing.py", "--once", folder=tmp_path, status=2).stderr
