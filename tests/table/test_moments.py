"""What may be done at every moment of a round, by whom, and by which provision it is refused, is what the lists say."""

from __future__ import annotations

import pytest

from croupier import all_games
from tests.recorded import compare, marked
from tests.table.moments import FOLDER, listed


def kept(where: str) -> list[str]:
    return (FOLDER / f"{where}.txt").read_text(encoding="utf-8").splitlines()


GAMES = [
    pytest.param(game, id=where, marks=marked(kept(where)))
    for game, where in ((game, f"{game.id}-{game.edition}") for game in all_games())
]


@pytest.mark.parametrize("game", GAMES)
def test_what_may_be_done_when_is_what_is_listed(game, record_property):
    lines = kept(f"{game.id}-{game.edition}")
    assert len(lines) > 500
    compare(listed(game), lines, record_property, "read, then `python -m tests.table.moments`")
