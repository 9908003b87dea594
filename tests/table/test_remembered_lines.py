"""What rules remember of lines they have settled changes none of them."""

from __future__ import annotations

import random
import tomllib
from dataclasses import replace
from itertools import count

import pytest

from croupier.game import envy_lines, envy_rows, settle_plainly
from croupier.game.rules import Rules
from croupier.game.template import new_submission
from croupier.games import EDITIONS, open_game
from croupier.table import Crowd, Staff, Vault, open_table, play, seeded
from croupier.table import events as e
from croupier.table.lines import as_played, as_seat

ROUNDS = 12
CHAPTERS = [(game, edition) for game, editions in EDITIONS.items() for edition in editions]


def rounds(game, edition):
    """Rounds of six seats, with every wager offered, as they stand when the last hand is settled."""
    chapter, chance = open_game(game, edition), random.Random(game + edition)
    rules = chapter.rules(tomllib.loads(new_submission(chapter)))
    staff, crowd = Staff(Vault(seeded(3)), chance), Crowd(chance, 6)
    _, table = open_table(rules, table="T1", at=0, test=True)
    last = table
    for events, after, _ in play(table, staff, crowd, ROUNDS, count(1).__next__):
        if any(isinstance(each, e.RoundClosed) for each in events):
            assert last.play is not None
            yield rules, as_played(last, {n: as_seat(last, n) for n in last.play.round.seats}, 10**7)
        elif any(isinstance(each, e.Settled) for each in events):
            last = after


@pytest.mark.parametrize(("game", "edition"), CHAPTERS)
def test_a_line_that_is_remembered_is_the_one_that_is_made(game, edition, monkeypatch):
    told = [(rules, played, settle_plainly(rules, played)) for rules, played in rounds(game, edition)]
    assert told
    assert told[0][0].settled, "something is remembered"
    monkeypatch.setattr(Rules, "settled", property(lambda _: {}))
    for rules, played, settlement in told:
        assert settle_plainly(replace(rules), played) == settlement


@pytest.mark.parametrize(("game", "edition"), CHAPTERS)
def test_envy_bonuses_are_the_same_from_rows_found_once(game, edition):
    for rules, played in rounds(game, edition):
        own = {n: {line.wager: line for line in seat.lines} for n, seat in settle_plainly(rules, played).seats.items()}
        for wager in [each for each in rules.offered() if each.envy is not None and rules.tables[each.id].envy]:
            rows = envy_rows(rules, played, wager)
            for number in [n for n in own if wager.id in own[n]]:
                line = own[number][wager.id]
                assert envy_lines(rules, played, number, wager, line, rows) == envy_lines(
                    rules, played, number, wager, line
                )
