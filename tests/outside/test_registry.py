"""Games from outside: found, named, left out when broken, and told of by the journals that they made."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest

from croupier import UnknownGame, all_games, open_game
from croupier.games import EDITIONS, broken, editions, games, texts
from croupier.journal import Key, Writer, verify_bytes
from croupier.journal.replay import replay_bytes
from croupier.law.coverage import everything, find
from croupier.table import open_table
from tests.outside.installed import EXAMPLES, lay_out, on_path

ID = "three-card-poker"
PACKAGE = EXAMPLES / ID
CODE = "three_card_poker"


def copied(tmp_path, name="copy", **replaced):
    """The package elsewhere, with words of its files replaced."""
    made = tmp_path / name
    shutil.copytree(PACKAGE, made, ignore=shutil.ignore_patterns("__pycache__"))
    for file, (old, new) in replaced.items():
        path = next(path for path in made.rglob("*") if path.name.replace(".", "_") == file)
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")
    return made


def package_of(game):
    found = open_game(game).package
    assert found is not None
    return found


def test_without_a_package_the_book_is_ours(tmp_path):
    with on_path(tmp_path):
        assert list(editions()) == list(EDITIONS)
        with pytest.raises(UnknownGame, match="'three-card-poker' is not in the book"):
            open_game(ID)


def test_an_installed_game_is_in_the_book(examples):
    game = open_game(ID)
    assert (game.id, game.edition, game.mark) == (ID, "example", "EXAMPLE, not in force")
    assert game.package is not None
    assert (game.package.name, game.package.version) == ("croupier-three-card-poker", "1.0.0")
    assert open_game(ID) is game
    assert game in games()
    assert game in all_games()
    assert not broken()
    assert "Pennsylvania" not in str(game.chapter)
    assert game.chapter in texts()


def test_its_provisions_are_found_and_counted_apart(examples):
    open_game(ID)
    assert find("three-card.9(g)", texts()).standing == "cited"
    assert find("Three Card Poker § 9(g)", texts()).provision.cite == open_game(ID).law["9(g)"]
    assert len(everything()) < len(everything(texts()))
    own = [one for one in everything(texts()) if one.provision.cite.chapter == "three-card"]
    assert [one.provision.cite.path for one in own if one.standing == "open"] == []


@pytest.mark.parametrize(
    ("replaced", "why"),
    [
        ({"game_py": ("NAMES = RANKING.names()", "NAMES = RANKING.nonsense()")}, "AttributeError"),
        ({"law_py": ("from croupier.law import Chapter", "raise SystemExit(3)")}, "SystemExit: 3"),
        ({"provisions_tsv": ("9(g)\trule\t", "9(g)\tnonsense\t")}, "is broken at 9(g)"),
        ({"__init___py": ("BOOK = Book(", "BOOK = (lambda *_, **__: None)(")}, "is no croupier.game.Book"),
        ({"__init___py": ('    "three-card-poker",', '    "dj-wild",')}, "its book is of 'dj-wild'"),
        ({"law_py": ('edition="example"', 'edition="other"')}, "is three-card-poker (other), not"),
        ({"law_py": ('number="three-card"', 'number="687a"')}, "another game's chapter has the number 687a"),
        ({"game_py": ("ANTE = Wager(", "ANTE = Wager(1,")}, "TypeError"),
    ],
)
def test_a_broken_package_is_named_and_left_out(tmp_path, replaced, why):
    with on_path(lay_out(tmp_path / "site", copied(tmp_path, **replaced))):
        assert list(editions()) == list(EDITIONS)
        assert len(all_games()) == sum(map(len, EDITIONS.values()))
        (left_out,) = broken()
        assert (left_out.game, left_out.package) == (ID, "croupier-three-card-poker 1.0.0")
        assert why in left_out.why
        with pytest.raises(UnknownGame, match="is left out: "):
            open_game(ID)


def test_of_two_games_with_one_id_one_is_left_out(tmp_path):
    other = copied(tmp_path, pyproject_toml=("croupier-three-card-poker", "z-poker"))
    (other / "src" / CODE).rename(other / "src" / "z_poker")
    for file in (*other.rglob("*.py"), other / "pyproject.toml"):
        file.write_text(file.read_text("utf-8").replace(CODE, "z_poker"), "utf-8")
    folder = lay_out(tmp_path / "site", PACKAGE)
    lay_out(folder, other)
    with on_path(folder):
        assert package_of(ID).name == "croupier-three-card-poker"
        assert [(one.package, one.why) for one in broken()] == [("z-poker 1.0.0", "another game has this id")]


# What a journal says of the package.


def a_journal():
    event, _ = open_table(open_game(ID).rules({}, {}, complete=False), table="T1", at=5)
    journal = Writer.in_memory(Key.throw_away(1), clock=lambda: 0, test=True)
    journal.append(event, 5)
    journal.close()
    return journal.written()


def test_a_journal_names_the_package_and_what_is_missing(tmp_path):
    with on_path(lay_out(tmp_path / "one", PACKAGE)):
        written, package = a_journal(), package_of(ID)
        events = [json.loads(line).get("event", {}) for line in written.splitlines()]
        assert [event["package"] for event in events if "package" in event] == [package._asdict()]
        assert verify_bytes(written).package_note == ""
    with on_path(tmp_path / "nothing"):
        found = verify_bytes(written)
        assert found.package == package._asdict()
        assert f"comes with the package {package}, which is not installed" in found.cards.unchecked
        with pytest.raises(UnknownGame, match="comes with the package croupier-three-card-poker"):
            replay_bytes(written)


def test_a_verifier_says_that_it_has_another_version(tmp_path):
    with on_path(lay_out(tmp_path / "one", PACKAGE)):
        written = a_journal()
    with on_path(lay_out(tmp_path / "two", PACKAGE, version="1.1.0")):
        assert "checked with another version: croupier-three-card-poker 1.1.0" in verify_bytes(written).package_note
    other = copied(tmp_path, tables_py=("40 to 1 | 40 to 1", "50 to 1 | 40 to 1"))
    with on_path(lay_out(tmp_path / "three", other)):
        assert "checked with other files of that version" in verify_bytes(written).package_note


# As a newcomer has it: the command line of another process, with the package on its path.


def run(*words, folder, status=0):
    done = subprocess.run(
        [sys.executable, "-m", "croupier", *words], capture_output=True, text=True, check=False,
        env={"PYTHONPATH": str(folder), "PATH": "", "HOME": str(folder)},
    )  # fmt: skip
    assert done.returncode == status, done.stderr
    return done


def test_the_command_line_lists_it_and_names_what_is_broken(examples, tmp_path):
    found = json.loads(run("games", "--json", folder=examples).stdout)
    mine = next(game for game in found["games"] if game["id"] == ID)
    assert (mine["jurisdiction"], mine["package"]["name"]) == ("House rules", "croupier-three-card-poker")
    bad = lay_out(tmp_path / "site", copied(tmp_path, game_py=("NAMES = RANKING.names()", "NAMES = 1 / 0")))
    done = run("games", folder=bad)
    assert "face-up-pai-gow" in done.stdout
    assert "three-card-poker of croupier-three-card-poker 1.0.0 is left out: ZeroDivisionError" in done.stderr
    assert "is left out: ZeroDivisionError" in run("rules", ID, folder=bad, status=2).stderr
