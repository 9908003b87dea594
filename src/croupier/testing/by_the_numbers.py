"""Readers of the mathematics: exact, by strategy, sampled, and on a PAR sheet."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from croupier.game.features import Own
from croupier.odds.par.sheet import sheet_of
from croupier.odds.play.plain_rounds import stakes_of, state_of
from croupier.odds.sampling.fast import sampler
from croupier.odds.strategy.advice import lookup
from croupier.odds.study.study import main_of, main_wagers, side_of, solve, table_of
from croupier.round import Choose, Round
from croupier.sheets import layout as laid_out
from croupier.testing.by_the_book import every_rules, every_wager
from croupier.testing.missing import expect

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.game import Game, Rules
    from croupier.odds.rounds.state import State

SAMPLED = 20_000
FAR = 5.5
"""Standard errors that a sampled mean may lie from the exact one."""
EXAMPLES = 20


def purity(game: Game) -> None:
    """Rounds that are counted as one are settled alike: by what a wager declares, or as a check of its cards shows."""
    rules = every_wager(game)
    for wager in rules.offered():
        if wager.sees is None:
            expect(wager.looks != "round", f"the {wager.name} does not declare what it sees: `sees`")
            continue
        for feature in wager.sees(rules).features:
            expect(not isinstance(feature, Own) or bool(feature.domain), f"{feature} declares no values")
        for showdown in list(wager.classes(rules))[:EXAMPLES]:
            first, again = (wager.decided(rules, showdown) for _ in range(2))
            expect(first is again, f"the {wager.name} decides {showdown} now so and now so")


def exact(game: Game) -> None:
    """The main game is solved, and every wager is priced on every paytable."""
    for rules in every_rules(game):
        study = solve(rules)
        if main_wagers(game):
            expect(0 <= sum(main_of(study).outcomes.values()) <= 1, "the outcomes do not add up")
        for wager in rules.offered():
            if wager.id not in main_wagers(game):
                priced = table_of(rules, wager) if wager.looks == "table" else side_of(study, rules, wager)
                expect(priced is not None, f"the {wager.name} has no price")


def strategy(game: Game) -> None:
    """Wherever a player is asked, every option is worth something and one of them is best."""
    if not game.streets:
        return
    rules, chance = every_wager(game), random.Random(1)  # noqa: S311 - the same hands every time
    look = lookup(rules)
    for _ in range(EXAMPLES):
        for state, options in asked(rules, chance):
            found = look(state)
            setting = game.set_hands is not None
            expect(setting or set(options) == set(found.actions), f"no value for {', '.join(options)}")
            expect(found.best in found.actions, "no decision is best")


def asked(rules: Rules, chance: random.Random) -> Iterator[tuple[State, tuple[str, ...]]]:
    """What a player sees at each decision of a round by chance, and what is open."""
    pack = list(rules.game.deck.all())
    chance.shuffle(pack)
    now = Round.placed(rules, {1: stakes_of(rules)})
    while (need := now.needs) is not None:
        if isinstance(need, Choose):
            yield state_of(now, need), need.options
            now = now.chose(chance.choice(need.options))
        else:
            now = now.dealt([pack.pop() for _ in range(need.count)])


def sampling(game: Game) -> None:
    """Sampled rounds agree with the exact figures."""
    rules = every_wager(game)
    study, table = solve(rules), sampler(rules)
    table.count(1, 1)
    found = table.estimates(table.count(1, SAMPLED))
    expect(bool(found), "nothing is sampled")
    for one in found:
        wager = game.wager(one.wager)
        if wager is None or one.wager in main_wagers(game):
            due = main_of(study).net if main_wagers(game) else None
        elif wager.looks == "table":
            due = None
        else:
            due = side_of(study, rules, wager).net
        if due is not None and one.standard_error:
            off = abs(float(one.mean) - float(due.mean)) / one.standard_error
            expect(off < FAR, f"the sample of the {one.wager} is {off:.1f} standard errors from the exact figure")


def par(game: Game) -> None:
    """A PAR sheet is made and laid out."""
    chosen = {w.key: w.tables[0].id for w in game.wagers if w.key and w.tables}
    sheet = sheet_of(game, chosen)
    for ending in (".json", ".html", ".xlsx"):
        expect(bool(laid_out(ending)(sheet)), f"the PAR sheet is not laid out as {ending}")
