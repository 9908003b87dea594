"""What a chapter declares is what its lists say: a step, a cite or a pay that moves is seen here, line by line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier import all_games
from tests.law.declared import ALL, DIFFERENCES, FOLDER, differing, listed
from tests.recorded import compare, marked

if TYPE_CHECKING:
    from collections.abc import Mapping

ANEW = "read, then `python -m tests.law.declared`"


def kept(name: str) -> list[str]:
    return (FOLDER / name).read_text(encoding="utf-8").splitlines()


def one_below_another(lists: Mapping[str, list[str]]) -> list[str]:
    """The lists of a chapter, each below its name."""
    return [line for part in ALL for line in (part, *(f"  {line}" for line in lists[part]))]


def lists(where: str) -> list[str]:
    return one_below_another({part: kept(f"{where}/{part}.txt") for part in ALL})


GAMES = [
    pytest.param(game, id=where, marks=marked(lists(where)))
    for game, where in ((game, f"{game.id}-{game.edition}") for game in all_games())
]


@pytest.mark.parametrize("game", GAMES)
def test_what_is_declared_is_what_is_listed(game, record_property):
    told = listed(game)
    assert len(told) == len(ALL)
    where = f"{game.id}-{game.edition}"
    now = {name.removeprefix(f"{where}/"): text.splitlines() for name, text in told.items()}
    compare(one_below_another(now), lists(where), record_property, ANEW)


@marked(kept(DIFFERENCES))
def test_how_editions_differ_is_what_is_listed(record_property):
    compare(differing(), kept(DIFFERENCES), record_property, ANEW)


def test_there_is_no_list_of_nothing():
    kept = {file.relative_to(FOLDER).with_suffix("").as_posix() for file in FOLDER.glob("*/*.txt")}
    assert kept == {f"{game.id}-{game.edition}/{part}" for game in all_games() for part in ALL}
