"""A table as its players' pages see it, state after state: no English is left in any of them."""

from __future__ import annotations

import random
import tomllib
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import asdict

from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house.cloth import results
from croupier.house.screens.player.drafts import EMPTY, Change, changed, draft_payload
from croupier.house.screens.player.table_view import table_view
from croupier.house.storage.table_settings import Settings
from croupier.house.tables.views.visibility import view
from croupier.table import Crowd, Staff, Vault, open_table, play, seeded
from croupier.table import events as e
from tests.house.floor import EDITIONS, KEY
from tests.house.stored import START
from tests.language.leftovers import leftovers

NOBODY = SimpleNamespace(is_bot=lambda _: False, at=lambda _: 0)


class Found:
    """The round that is shown, as `Results` finds it in a keeper's records."""

    back: frozenset[int] = frozenset()
    changed = False
    shown: results.ShownResult | None = None

    def catch_up(self, _: object) -> results.ShownResult | None:
        return self.shown

    def hear(self, event: e.Event) -> None:
        if isinstance(event, e.RoundBegan):
            wagers = {n: dict(own) for n, own in event.wagers.items()}
            self.shown = results.ShownResult(event.round, dict(event.players), wagers)
        elif self.shown is not None:
            results._hear(self.shown, event)
            self.shown.closed |= isinstance(event, e.RoundClosed)


def _keeper(table: Any, rules: Any) -> Any:
    attendance = SimpleNamespace(words=lambda _: None)
    running = SimpleNamespace(readiness=lambda: {"Player 1": True, "Player 2": False}, attendance=attendance)
    return SimpleNamespace(
        table=table,
        rules=rules,
        deadline=START + 10**9,
        clock=lambda: START,
        settings=Settings(),
        running=running,
        name="T1",
        id="T1",
    )


@pytest.mark.parametrize("game", list(EDITIONS))
def test_no_english_is_left_in_a_table_as_it_is_played(game):
    chosen = open_game(game, EDITIONS[game])
    rules = chosen.rules(tomllib.loads(new_submission(chosen)))
    _, table = open_table(rules, table="T1", at=START, test=True)
    chance = random.Random(3)
    staff = Staff(Vault(seeded(3), KEY.lock(test=True).seal), chance)
    times = iter(range(START + 1000, START + 10**9, 1000))
    found: Any = Found()
    left: set[tuple[str, str]] = set()
    asked = 0
    for events, after, _ in play(table, staff, Crowd(chance, 2, skip=0.0), 2, lambda: next(times)):
        for event in events:
            found.hear(event)
        seen = view(after, staff, "Player 1")
        shown = table_view(_keeper(after, rules), "Player 1", seen, found, EMPTY, NOBODY)  # type: ignore[arg-type]
        asked += shown.ask is not None
        left |= leftovers({name: told for name, told in asdict(shown).items() if name not in asdict(seen)})
    assert asked
    assert left == set()


@pytest.mark.parametrize("game", list(EDITIONS))
def test_no_english_is_left_in_wagers_that_are_put_together(game):
    chosen = open_game(game, EDITIONS[game])
    rules = chosen.rules(tomllib.loads(new_submission(chosen)))
    _, table = open_table(rules, table="T1", at=START, test=True)
    draft, left = EMPTY, set()
    for wager in (w.id for w in rules.offered() if w.placed != "by-decision"):
        for chips in (10**6, 100):
            draft = changed(rules, draft, Change(do="add", wager=wager, chip=500), chips)
            left |= leftovers(draft_payload(rules, table, "Player 1", 1, draft))
    assert left == set()
