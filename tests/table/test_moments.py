"""What may be done at every moment of a round, by whom, and by which provision it is refused, is what the lists say."""

from __future__ import annotations

import pytest

from croupier import all_games
from tests.table.moments import FOLDER, listed

GAMES = pytest.mark.parametrize("game", all_games(), ids=lambda game: f"{game.id}-{game.edition}")


@GAMES
def test_what_may_be_done_when_is_what_is_listed(game):
    kept = (FOLDER / f"{game.id}-{game.edition}.txt").read_text(encoding="utf-8").splitlines()
    assert len(kept) > 500
    assert listed(game) == kept, "read, then `python -m tests.table.moments`"
