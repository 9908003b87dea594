"""What follows at tables that run by themselves, and after each irregularity, is what the lists say."""

from __future__ import annotations

import pytest

from croupier import all_games
from tests.recorded import compare, marked
from tests.table.followed import FOLDER, listed, parts


def kept(where: str) -> list[str]:
    return (FOLDER / f"{where}.txt").read_text(encoding="utf-8").splitlines()


LISTS = [
    pytest.param(game, part, id=where, marks=marked(kept(where)))
    for game in all_games()
    for part, where in ((part, f"{game.id}-{game.edition}/{part}") for part in parts(game))
]


@pytest.mark.parametrize(("game", "part"), LISTS)
def test_what_follows_is_what_is_listed(game, part, record_property):
    lines = kept(f"{game.id}-{game.edition}/{part}")
    assert len(lines) > 150
    compare(listed(game, part), lines, record_property, "read, then `python -m tests.table.followed`")


def test_there_is_no_list_of_nothing():
    there = {file.relative_to(FOLDER).with_suffix("").as_posix() for file in FOLDER.glob("*/*.txt")}
    assert there == {f"{game.id}-{game.edition}/{part}" for game in all_games() for part in parts(game)}
