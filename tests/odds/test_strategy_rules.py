"""Whole strategies: rule lists priced another way and read as they are printed, named ones compared."""

from __future__ import annotations

import json
from fractions import Fraction

import numpy as np
import pytest

from croupier import CroupierError, open_game
from croupier.cli.strategy import strategy as command
from croupier.kit.cards import cards
from croupier.odds.rounds.weighted import spread
from croupier.odds.solver.pays import Pays, stakes_at
from croupier.odds.solver.plan import Plan, outcomes_of
from croupier.odds.strategy.named import compared, named
from croupier.odds.strategy.rules import LINES, rule_list
from croupier.odds.strategy.tree import grow, grown
from croupier.odds.strategy.words import conditions, level
from croupier.odds.study.study import main_of, main_wagers, solve

SOLVED = ("dj-wild", "cajun-stud", "raise-it-up", "over-under")


@pytest.fixture(scope="module")
def trees():
    return {game: grow(open_game(game).rules()) for game in SOLVED}


@pytest.fixture(scope="module")
def lists(trees):
    return {game: rule_list(tree) for game, tree in trees.items()}


# Rule lists and named strategies


def repriced(tree, policy):
    """A strategy's mean through outcomes and `settle`."""
    pays = Pays(tree.rules, tree.counted, stakes_at(tree.rules, tree.ante))
    outcomes = outcomes_of(pays, Plan(tree.values, policy, tree.counted))
    settled = [(count, pays.lines(path, number)) for (path, number), count in outcomes.items()]
    return spread(settled, main_wagers(tree.rules.game)).mean


@pytest.mark.parametrize(
    ("game", "most"), [("dj-wild", "0"), ("cajun-stud", "0.003"), ("raise-it-up", "0.001"), ("over-under", "0")]
)
def test_rule_lists_are_short_close_and_priced_exactly(trees, lists, game, most):
    tree, found = trees[game], lists[game]
    assert 0 <= found.cost <= Fraction(most)
    assert len(found.lines) <= (LINES + 1) * len(tree.rules.game.streets)
    assert sum(line.condition is not None for line in found.lines) <= 13
    assert tree.mean(tree.best()) == found.mean + found.cost == main_of(solve(tree.rules)).net.mean
    assert repriced(tree, found.policy) == found.mean


def test_the_rule_list_of_dj_wild_is_the_best_play(lists):
    assert [str(line) for line in lists["dj-wild"].lines] == [
        "raise with a pair of fives or better",
        "raise with a pair or better and no three",
        "otherwise fold",
    ]
    assert lists["dj-wild"].cost == 0


@pytest.mark.parametrize("game", ["cajun-stud", "raise-it-up"])
def test_rule_lists_mean_what_they_say(trees, lists, game):
    """The policy follows from the printed lines, the first that holds on a street."""
    tree = trees[game]
    for path in tree.values:
        street = tree.rules.game.streets[len(path)]
        hands = tree.hands[len(path)]
        words = {word.text: word.holds for word in conditions(hands, tree.rules.ranking)}
        words |= {
            f"{one} and {other}": words[one] & words[other]
            for line in lists[game].lines
            if line.street == street.name and line.condition and " and " in line.condition
            for one, _, other in [line.condition.partition(" and ")]
        }
        said = np.full(len(hands), -1)
        for line in lists[game].lines:
            if line.street == street.name:
                place = [option.id for option in street.options].index(line.option)
                holds = words[line.condition] if line.condition else np.ones(len(hands), bool)
                said[(said < 0) & holds] = place
        assert (said == lists[game].policy[path]).all()


def test_named_strategies_are_priced_exactly(trees):
    for game, name in (
        ("dj-wild", "raise-pair-of-fours-or-better"),
        ("dj-wild", "always-raise"),
        ("cajun-stud", "always-raise-1"),
        ("cajun-stud", "never-fold"),
        ("raise-it-up", "check-to-the-end-play-pair-of-tens-or-better"),
        ("raise-it-up", "check-to-the-end"),
    ):
        tree = trees[game]
        policy = named(tree)[name]
        assert repriced(tree, policy) == tree.mean(policy) < tree.mean(tree.best())


def test_always_raising_one_in_cajun_stud_is_four_antes_at_the_table(trees):
    """Four equal wagers on one hand: four times the paytable's mean."""
    tree = trees["cajun-stud"]
    counts = {
        "royal-flush": 4,
        "straight-flush": 36,
        "four-of-a-kind": 624,
        "full-house": 3744,
        "flush": 5108,
        "straight": 10200,
        "three-of-a-kind": 54912,
        "two-pairs": 123552,
        "pair-of-jacks-or-better": 84480 * 4,
    }
    table = tree.rules.tables["ante"]
    won = sum(count * table.rows[row].numerator for row, count in counts.items())
    pushed = 84480 * 5
    lost = 2598960 - sum(counts.values()) - pushed
    assert tree.mean(named(tree)["always-raise-1"]) == 4 * Fraction(won - lost, 2598960)


def test_compared_begins_with_the_best(trees):
    for tree in trees.values():
        found = compared(tree)
        assert [one.name for one in found[:2]] == ["optimal", "rule-list"]
        assert found[0].cost == 0
        assert all(one.cost >= 0 and one.house_edge == found[0].house_edge + one.cost for one in found)


def test_nobody_is_told_to_fold_by_never_fold(trees):
    for game in ("cajun-stud", "raise-it-up"):
        tree = trees[game]
        for path, chosen in named(tree)["never-fold"].items():
            assert not any(tree.options(path)[place].folds for place in set(chosen.tolist()))


def test_levels_and_words():
    cajun = open_game("cajun-stud").rules().ranking
    assert cajun is not None
    hands = np.array([cards(text) for text in ("2c 2d", "Ac Kc", "9c 7d", "Ad 2d")], np.uint8)
    assert level(hands, cajun).tolist() == [1, 0, 0, 0]
    words = {word.text: word.holds.tolist() for word in conditions(hands, cajun)}
    assert words["a pair"] == [True, False, False, False]
    assert words["both suited"] == [False, True, False, True]
    assert words["two cards in a row"] == [False, True, False, True]
    assert words["two cards with 1 gap at most"] == [False, True, True, True]
    assert words["a queen or higher"] == [False, True, False, True]
    assert words["2 points or more (jack to ace 2, six to ten 1)"] == [False, True, True, True]
    four = np.array([cards(text) for text in ("2c 2d 3c 3d", "Ac Ad Ah 2c", "Ac Ad 2h 2c")], np.uint8)
    assert level(four, cajun).tolist() == [14, 15, 14]


def test_a_solved_game_has_the_same_tree(trees):
    for tree in trees.values():
        again = grown(solve(tree.rules))
        assert again.deals == tree.deals
        assert all((again.values[path] == tree.values[path]).all() for path in tree.values)
        assert again.mean(again.best()) == tree.mean(tree.best())


def test_pai_gow_has_no_tree():
    study = solve(open_game("face-up-pai-gow").rules())
    with pytest.raises(CroupierError, match="nothing is left to chance"):
        grown(study)


# The command


@pytest.mark.parametrize("game", ["dj-wild", "over-under"])
def test_rules_and_comparison_as_json(game, capsys):
    command(game, rules=True, json=True)
    told = json.loads(capsys.readouterr().out)
    assert set(told["rules"][0]) == {"street", "option", "condition"}
    assert ("table" in told) == (game == "over-under")
    command(game, compare=True, json=True)
    strategies = json.loads(capsys.readouterr().out)["strategies"]
    assert strategies["rule-list"]["cost"] == told["cost"]
    assert strategies["optimal"]["cost"]["fraction"] == "0/1"


@pytest.mark.parametrize(
    ("game", "asked", "field"),
    [
        ("whist", {"rules": True}, "game"),
        ("cajun-stud", {}, "cards"),
        ("cajun-stud", {"rules": True, "compare": True}, "--rules"),
        ("cajun-stud", {"rules": True, "cards": "As Ks"}, "--rules"),
        ("cajun-stud", {"cards": "As Ks", "settings": ["ante=Z"]}, "ante"),
        ("face-up-pai-gow", {"rules": True}, "game"),
        ("face-up-pai-gow", {"compare": True}, "game"),
    ],
)
def test_what_cannot_be_asked_is_refused(game, asked, field, capsys):
    with pytest.raises(CroupierError) as refused:
        command(game, **asked)
    assert refused.value.field == field
    assert capsys.readouterr().out == ""
