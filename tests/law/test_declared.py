"""What a chapter declares is what its lists say: a step, a cite or a pay that moves is seen here, line by line."""

from __future__ import annotations

import pytest

from croupier import all_games
from tests.law.declared import ALL, DIFFERENCES, FOLDER, differing, listed

GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda g: f"{g.id}-{g.edition}")


@GAMES
def test_what_is_declared_is_what_is_listed(game):
    told = listed(game)
    assert len(told) == len(ALL)
    for name, text in told.items():
        kept = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
        assert text.splitlines() == kept.splitlines(), f"{name}: read, then `python -m tests.law.declared`"


def test_how_editions_differ_is_what_is_listed():
    assert differing() == (FOLDER / DIFFERENCES).read_text(encoding="utf-8").splitlines()


def test_there_is_no_list_of_nothing():
    kept = {file.relative_to(FOLDER).with_suffix("").as_posix() for file in FOLDER.glob("*/*.txt")}
    assert kept == {f"{game.id}-{game.edition}/{part}" for game in all_games() for part in ALL}
