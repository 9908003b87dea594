"""The worked examples that take long to count: every reader, and the published figure."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from croupier import open_game
from croupier.testing import check
from tests.outside.installed import EXAMPLES, lay_out, on_path
from tests.outside.published import LONG, PUBLISHED, kept

if TYPE_CHECKING:
    from collections.abc import Callable


def soak(say: Callable[[str], object]) -> list[str]:
    """A line for each game; whatever does not work is an error."""
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        for game in sorted(LONG):
            lay_out(Path(folder), EXAMPLES / game)
        with on_path(Path(folder)):
            for game in sorted(LONG):
                say(game)
                missing = {name: one.missing for name, one in check(open_game(game)).items() if not one.works}
                if missing or kept(game) != PUBLISHED[game]:
                    raise AssertionError(f"{game}: {missing or kept(game)}")
                lines.append(f"{game}: every reader works; the house keeps {PUBLISHED[game]['main']} of an Ante.")
    return lines
