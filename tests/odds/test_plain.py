"""The plain sampler against the exact figures and the fast sampler: every wager of every game."""

from __future__ import annotations

import inspect
import json
from collections import Counter

import pytest
from typer.testing import CliRunner

from croupier import IllegalAction, open_game
from croupier.cli import app
from croupier.odds.play import plain_rounds
from croupier.odds.rounds.state import State
from croupier.odds.sampling.fast import sampler
from croupier.odds.sampling.plain import named, plain_sampler
from croupier.odds.study.study import main_of, side_of, solve, table_of
from tests.odds.test_sampling import LINK, TABLES, offering, sides_of

ROUNDS = 1_000
FAST = 60_000


def rules_of(key):
    return offering(open_game(*key), 0, {"multi-game-link": LINK} if key[1] == "ma" else None)


def off(estimate, exact):
    """How many standard errors an estimate is off, by the exact variance."""
    return abs(float(estimate.mean - exact.mean)) / (float(exact.variance) / estimate.net.total) ** 0.5


def stays(rules):
    """Never give up: a fold may forfeit what the counts price by the cards alone."""
    streets = rules.game.streets
    return lambda state: next(o.id for o in streets[len(state.decisions)].options if not o.folds)


@pytest.mark.parametrize("key", TABLES, ids="-".join)
def test_exact_fast_and_plain_agree_on_every_wager(key):
    rules = rules_of(key)
    study = solve(rules)
    fast = sampler(rules, strategy="optimal" if rules.game.study != "two-hands" else "first")
    counts = fast.count(11, FAST if rules.game.study != "two-hands" else FAST // 20)
    played = plain_sampler(rules)
    tally = played.count(11, ROUNDS)
    exact = main_of(study).net
    assert off(played.estimate(tally, "main"), exact) < 4
    if rules.game.study != "two-hands":
        assert off(fast.estimate(counts, "main"), exact) < 4
    stayed = plain_sampler(rules, strategy=stays(rules))
    tally = stayed.count(12, ROUNDS)
    assert set(tally.nets) == {"main", *(w.id for w in sides_of(rules.game))}
    for wager in sides_of(rules.game):
        net = table_of(rules, wager).by[1].net if wager.looks == "table" else side_of(study, rules, wager).net
        assert off(stayed.estimate(tally, wager.id), net) < 4, wager.id
        assert off(fast.estimate(counts, wager.id), net) < 4, wager.id


@pytest.mark.parametrize("seats", [3, 6])
def test_a_wager_on_the_whole_table(seats):
    rules = rules_of(("dj-wild", "ma"))
    wager = rules.game.wager("cover-all")
    assert wager is not None
    table = plain_sampler(rules, seats=seats, strategy="first")
    estimate = table.estimate(table.count(5, 300), "cover-all")
    assert off(estimate, table_of(rules, wager).by[seats].net) < 4


def test_rounds_come_from_the_seed_and_their_number():
    table = plain_sampler(open_game("over-under").rules(), strategy="first")
    parts = table.count(3, 40) + table.count(3, 60, first=40)
    assert parts == table.count(3, 100)
    assert parts != table.count(4, 100)


def test_every_card_is_as_likely_to_come():
    import random

    table = plain_sampler(open_game("raise-it-up").rules(), strategy="first")
    seen = Counter(card for n in range(1_500) for card in table.dealt(random.Random(n)).seats[1].cards)
    assert len(seen) == 52
    assert all(abs(count - 4_500 / 52) < 5 * (4_500 / 52) ** 0.5 for count in seen.values())


def test_nothing_is_shared_with_the_counters():
    """The rounds know of no counter, no class and no kernel; only an optimal strategy is looked up."""
    known = {"figures.estimates", "rounds.state", "rounds.weighted"}
    named_there = {
        line.split()[1]
        for line in inspect.getsource(plain_rounds).splitlines()
        if line.startswith("from croupier.odds")
    }
    assert named_there <= {f"croupier.odds.{name}" for name in known}


@pytest.mark.parametrize(
    ("rules", "strategy", "words"),
    [
        (open_game("over-under").rules(), lambda _: "raise", "'raise' is not open"),
        (open_game("cajun-stud").rules(), lambda _: "raise-9", "'raise-9' is not open"),
        (open_game("over-under").rules(), "always-dance", "is no strategy here"),
    ],
)
def test_an_option_that_is_not_open_is_refused(rules, strategy, words):
    with pytest.raises(IllegalAction, match=words):
        plain_sampler(rules, strategy=strategy).count(1, 1)


def test_seats_and_rounds_are_checked():
    rules = open_game("over-under").rules()
    with pytest.raises(IllegalAction, match="9 seats"):
        plain_sampler(rules, seats=9)
    with pytest.raises(IllegalAction, match="0 rounds"):
        plain_sampler(rules, strategy="first").count(1, 0)
    assert named(rules, "always-over")(State(())) == "over"


def test_the_command_says_how_it_sampled():
    runner = CliRunner()
    asked = ["simulate", "over-under", "--rounds", "50", "--seed", "1", "--strategy", "first"]
    plain = runner.invoke(app, [*asked, "--plain", "--json"])
    fast = runner.invoke(app, [*asked, "--json"])
    assert json.loads(plain.stdout)["sampler"] == "plain"
    assert json.loads(fast.stdout)["sampler"] == "fast"
    assert "sampled plainly, every round settled" in runner.invoke(app, [*asked, "--plain"]).stdout
