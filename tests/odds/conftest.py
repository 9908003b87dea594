from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.games import open_game
from croupier.odds.study.facts import setting_table

if TYPE_CHECKING:
    from croupier.odds.pai_gow.settings import SettingTable


@pytest.fixture(scope="session")
def full() -> SettingTable:
    """The whole pai gow table, counted once in a run of the tests."""
    return setting_table(open_game("face-up-pai-gow").rules({}))
