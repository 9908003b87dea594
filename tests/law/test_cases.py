"""One case, and only one: every wager of every edition, on every class of showdown, under every paytable."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from croupier import Conflict, Gap, all_games
from croupier.game import Case, Game, Then
from croupier.game.case import decide
from croupier.law.chapters import DJ_WILD_PA_2021 as law
from tests.support import provision

LINK = {"wager": "1", "seed": "1000", "rows": {"royal-flush": "100% of meter", "flush": "50 to 1"}}


def rules_of_every_choice(game: Game) -> list[Any]:
    """Every paytable of every wager under the default readings, under each other answer, and under every two."""
    answers = [(r.key, choice) for r in game.readings for choice in r.choices[1:]]
    pairs = [both for both in combinations(answers, 2) if both[0][0] != both[1][0]]
    most = max((len(w.tables) for w in game.wagers), default=1)
    made = []
    for readings in [(), *((answer,) for answer in answers), *pairs]:
        for place in range(most if len(readings) < 2 else 1):
            chosen: dict[str, Any] = {
                w.key: w.tables[min(place, len(w.tables) - 1)].id for w in game.wagers if w.key and w.tables
            }
            if game.edition == "ma":
                chosen["multi-game-link"] = LINK
            made.append(game.rules(chosen, dict(readings)))
    return made


@pytest.mark.parametrize("game", all_games(), ids=lambda g: f"{g.id}-{g.edition}")
def test_no_gap_and_no_conflict(game):
    visited = set()
    for rules in rules_of_every_choice(game):
        assert {w.id for w in rules.offered()} == {w.id for w in game.wagers}
        for wager in rules.offered():
            reached: set[str] = set()
            for showdown in wager.classes(rules):
                case = wager.decided(rules, showdown)  # Gap or Conflict otherwise
                row = wager.row(showdown)
                if case.then is Then.PAY:
                    assert rules.tables[wager.id][row] is not None, (wager.id, showdown)
                    reached.add(str(row))
                visited.add((wager.id, case.cite, case.then))
            # No row of the paytable is out of reach, unless the reading is that there is no such hand.
            if rules.readings.get("five-of-a-kind") == "no-hand":
                reached |= {row for row in rules.tables[wager.id].rows if row.startswith("five-of-a-kind")}
            assert reached | _losing(rules, wager) == set(rules.tables[wager.id].rows), wager.id
    expected = {(w.id, case.cite, case.then) for w in game.wagers for case in w.cases}
    unreachable = {
        entry
        for entry in expected - visited
        if entry[0] not in {"raise-third", "raise-fourth", "raise-fifth", "over", "under"}
    }
    assert unreachable == set()


def _losing(rules, wager):
    return {row for row, pay in rules.tables[wager.id].rows.items() if pay.is_loss}


@provision("687a.11(e)(1)")
def test_a_gap_is_an_error():
    cases = (Case[int](law["11(e)(1)"], lambda s, _: s > 0, Then.PAY),)
    with pytest.raises(Gap, match="11\\(e\\)\\(1\\)"):
        decide(cases, 0, None)


@provision("687a.11(e)(1)", "687a.11(e)(2)")
def test_a_conflict_is_an_error():
    cases = (
        Case[int](law["11(e)(1)"], lambda s, _: s >= 0, Then.PAY),
        Case[int](law["11(e)(2)"], lambda s, _: s == 0, Then.PUSH),
    )
    with pytest.raises(Conflict, match="both decide"):
        decide(cases, 0, None)


@pytest.mark.parametrize("game", all_games(), ids=lambda g: f"{g.id}-{g.edition}")
def test_chapters_are_whole(game):
    ids = [w.id for w in game.wagers]
    assert len(ids) == len(set(ids))
    assert game.ante in ids
    assert {w.equals for w in game.wagers} - {None} <= {game.ante}
    made = {o.wager for s in game.streets for o in s.options if o.wager}
    assert made == {w.id for w in game.wagers if w.placed == "by-decision"}
    for street in game.streets:
        assert street.late in {o.id for o in street.options}
    assert sorted(game.settled) == list(range(1, game.seats + 1))
    assert {place.id for place in game.places} >= {
        step.to for step in game.course if getattr(step, "to", "seats") != "seats"
    }
