"""``croupier new game``: every kind of package works as it is written, and nothing is overwritten."""

from __future__ import annotations

import pytest

from croupier import open_game
from croupier.cli.new import KINDS, written
from croupier.games import broken
from croupier.testing import check
from tests.outside.installed import lay_out, on_path
from tests.outside.test_registry import run


@pytest.mark.parametrize("kind", KINDS)
def test_every_reader_works_with_a_package_as_written(tmp_path, kind):
    for path, text in written("my-game", kind):
        (tmp_path / "my-game" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "my-game" / path).write_text(text, "utf-8")
        assert "$" not in text
        if path.endswith(".py"):
            compile(text, path, "exec")
    with on_path(lay_out(tmp_path / "site", tmp_path / "my-game")):
        assert broken() == ()
        game = open_game("my-game")
        assert (game.name, game.mark) == ("My Game", "DRAFT, not in force")
        assert {name: one.missing for name, one in check(game).items() if not one.works} == {}


def test_the_command_writes_a_package_once_and_refuses_well(tmp_path):
    folder = tmp_path / "faro"
    done = run("new", "game", "faro", "--like", "no-decision", "-o", str(folder), folder=tmp_path)
    assert f"pip install -e {folder}" in done.stdout
    assert (folder / "src" / "faro" / "provisions.tsv").read_text("utf-8").startswith("1\tdefinition\t")
    again = run("new", "game", "faro", "--like", "streets", "-o", str(folder), folder=tmp_path, status=2)
    assert "exists already and is left as it is" in again.stderr
    for words, why in (
        (("Faro!", "--like", "streets"), "is no id of a game"),
        (("faro", "--like", "nonsense"), "is no kind of game; ante-play, streets"),
        (("dj-wild", "--like", "streets"), "is in the book already"),
    ):
        assert why in run("new", "game", *words, folder=tmp_path, status=2).stderr
