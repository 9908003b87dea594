"""Wagers that a fold takes with it, and Envy Bonuses: against walks over every deal, and against sampled rounds."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from croupier import open_game
from croupier.games.pa.raise_it_up import RANKING
from croupier.kit.bulk import all_hands
from croupier.kit.cards import CARDS, cards
from croupier.odds.sampling.fast import sampler
from croupier.odds.sides.forfeits import forfeits
from croupier.odds.solver.keys import FEW
from croupier.odds.solver.plan import folds, stays
from croupier.odds.strategy.advice import read_state
from croupier.odds.strategy.joint import Beside, lookup_jointly
from croupier.odds.study.study import main_of, plays_of, side_of, solve

RAISE_IT_UP = open_game("raise-it-up")
DJ_WILD = open_game("dj-wild")
ORDERS = 49 * 48 * 47


@cache
def study_of(game):
    return solve(open_game(game).rules())


def studied(game, submission, wager):
    study = study_of(game.id)
    return study, side_of(study, game.rules(submission), game.wager(wager))


@pytest.mark.provision("669a.11(g)")
@pytest.mark.provision("669a.11(f)")
def test_a_fold_forfeits_the_progressive_payout_in_its_price():
    study, side = studied(RAISE_IT_UP, {"progressive": "1"}, "progressive")
    unforfeited = Fraction(1000 + 500 * 3 + 70 * 44 + 60 * 52 + 6 * 720, 22_100)
    assert side.strategy == "main-alone"
    assert f"{100 * float(unforfeited - 1 - side.net.mean):.7f}" == "3.0180072"
    assert side.forfeited is not None
    assert 1 + side.forfeited.kept == unforfeited
    # The lowest pay is more than the Play Wager that keeps it can lose, so jointly no winner is ever given up.
    assert side.forfeited.joint == side.forfeited.kept
    alone = main_of(study).net.mean
    assert side.forfeited.main < alone
    assert side.forfeited.main + side.forfeited.joint > alone + side.net.mean


# Every board that can come to one hand, decided and paid here and nowhere else.

PLAY = {
    "royal-flush": 100,
    "straight-flush": 20,
    "four-of-a-kind": 10,
    "full-house": 6,
    "flush": 5,
    "straight": 4,
    "three-of-a-kind": 3,
    "two-pairs": Fraction(3, 2),
    "pair": 1,
}
BLIND = {
    "royal-flush": 1000,
    "straight-flush": 200,
    "four-of-a-kind": 30,
    "full-house": 4,
    "flush": 3,
    "straight": 2,
    "three-of-a-kind": 1,
}


def walked(hand, side):
    """What the hand expects to net with the best decisions, in antes, and how often they give it up; `side` is what it
    loses beside the main game by giving up."""
    left = [card for card in CARDS[:52] if card not in hand]

    @cache
    def ended(board):
        found = RANKING.best((*hand, *board))
        name = RANKING.category(found).name
        if name == "high-card" or (name == "pair" and found.ties[0] < 10):
            return -2, -1  # Ante and Blind, and each Play Wager
        return 1 + BLIND.get(name, 0), PLAY[name]

    def played(boards, times):
        nets = [ended(board) for board in boards]
        return sum(fixed + times * play for fixed, play in nets) / Fraction(len(nets))

    def best(*options):
        return max(options, key=lambda option: option[0])  # the first of equals

    def third(two):
        boards = [tuple(sorted((*two, card))) for card in left if card not in two]
        return best((played(boards, 1), 0), (Fraction(-2 - side), 1))

    def second(one):
        pairs = [tuple(sorted((one, card))) for card in left if card != one]
        boards = [board for board in combinations(left, 3) if one in board]
        further = [thirds[pair] for pair in pairs]
        check = tuple(sum(part) / Fraction(len(further)) for part in zip(*further, strict=True))
        return best((played(boards, 2), 0), (played(boards, 1), 0), check)

    thirds = {two: third(two) for two in combinations(left, 2)}
    further = [second(one) for one in left]
    check = tuple(sum(part) / Fraction(len(further)) for part in zip(*further, strict=True))
    boards = list(combinations(left, 3))
    return best(*((played(boards, times), 0) for times in (3, 2, 1)), check)


@pytest.mark.provision("669a.11(g)")
@pytest.mark.provision("669a.12(c)")
@pytest.mark.provision("669a.12(d)")
def test_every_board_of_one_hand():
    rules = RAISE_IT_UP.rules({"progressive": "1"})
    study = study_of("raise-it-up")
    hand = tuple(cards("4c 5d 6h"))
    (place,) = study.solved.pays.counted.places(0, study.solved.state({"seat": hand}, ()))
    value, share = walked(hand, 0)
    assert Fraction(int(study.solved.plan.values[()][place].max()), 200 * ORDERS) == value
    assert Fraction(int(folds(rules, study.solved.pays.counted, study.solved.plan)[place]), ORDERS) == share > 0
    look, state = lookup_jointly(rules), read_state(rules, {"cards": "4c 5d 6h"})
    # A $1 Progressive that pays 6 for 1 beside an Ante of $20: some of it is worth giving up, and less than alone.
    value, fewer = walked(hand, Fraction(6, 20))
    assert max(look(state, Beside(20_00, {"progressive": 1_00})).actions.values()) == value + Fraction(5, 20)
    assert 0 < fewer < share


@pytest.mark.provision("669a.11(g)")
def test_sampled_rounds_forfeit_it_too():
    table = sampler(RAISE_IT_UP.rules({"progressive": "1", "pair-plus": "A"}))
    counts = table.count(11, 1_000_000)
    _, side = studied(RAISE_IT_UP, {"progressive": "1"}, "progressive")
    hits = sum(count for net, count in table.estimate(counts, "progressive").net.counts.items() if net > 0)
    chance = side.net.chance(above=0)
    spread = (1_000_000 * float(chance * (1 - chance))) ** 0.5
    assert abs(hits - 1_000_000 * float(chance)) < 4 * spread  # unforfeited it would be 28 away


# 687a: the Two-Way Bad Beat is forfeited, the Progressive where the house says so.


@pytest.mark.provision("687a.11(b)(2)")
@pytest.mark.provision("687a.11(b)(3)")
def test_which_wagers_a_fold_can_take():
    said = {"trips": "DJWT-04", "bad-beat": "DJWBB-01", "progressive": "1"}

    def taken(game, submission):
        rules = game.rules(submission)
        sides = [w for w in rules.offered() if w.placed in {"optional", "always-offered"}]
        return [wager.id for wager in sides if forfeits(rules, wager)]

    assert taken(DJ_WILD, said) == ["bad-beat"]
    assert taken(DJ_WILD, {**said, "folded-progressive": False}) == ["progressive", "bad-beat"]
    massachusetts = {"trips": "01", "bad-beat": "1", "cover-all": "1"}
    assert taken(open_game("dj-wild", "ma"), massachusetts) == []
    cajun = dict.fromkeys(("pocket", "board", "lo-ball", "all-six"), "A")
    assert taken(open_game("cajun-stud"), cajun) == []
    assert taken(open_game("over-under"), {"bonus": "1"}) == []
    assert taken(open_game("face-up-pai-gow"), {"ace-high": "1", "fortune": "1", "progressive": "4"}) == []
    assert taken(RAISE_IT_UP, {"progressive": "1", "six-card": "A"}) == ["progressive"]


@pytest.mark.provision("687a.11(b)(2)")
def test_no_hand_that_a_bad_beat_could_pay_is_worth_giving_up():
    study, side = studied(DJ_WILD, {"bad-beat": "DJWBB-01"}, "bad-beat")
    assert side.strategy == "main-alone"
    assert side.forfeited is not None
    assert side.net.mean == side.forfeited.joint == side.forfeited.kept
    assert side.forfeited.main == main_of(study).net.mean


@pytest.mark.provision("687a.11(b)(3)")
def test_a_progressive_that_folds_forfeit():
    kept = studied(DJ_WILD, {"progressive": "1"}, "progressive")[1]
    study, lost = studied(DJ_WILD, {"progressive": "1", "folded-progressive": False}, "progressive")
    assert (kept.strategy, lost.strategy) == ("any", "main-alone")
    assert lost.forfeited is not None
    # All that is given up is a pair or less: nothing that the Progressive would pay.
    assert lost.net.mean == kept.net.mean == lost.forfeited.joint == lost.forfeited.kept
    rows = Counter({row.label: row.count for row in lost.rows})
    weights = study.solved.pays.counted.levels[0].weights
    folded = 1 - Fraction(int(weights[stays(study.rules, study.solved.plan)].sum()), int(weights.sum()))
    assert Fraction(rows["forfeit"], sum(rows.values())) == folded


@pytest.mark.provision("687a.11(b)(3)")
def test_envy_that_a_fold_forfeits_counted_hand_by_hand():
    study, side = studied(DJ_WILD, {"progressive": "1", "folded-progressive": False}, "progressive")
    hands = all_hands(53, 5)
    assert len(hands) > FEW  # by the compiled keys, where the price is by those of classes
    plays = plays_of(study.rules, hands)
    held = np.bitwise_or.reduce(np.uint64(1) << hands[plays].astype(np.uint64), axis=1)
    found: dict[str, Fraction] = {}
    for suit in range(4):
        for top in range(3, 13):
            five = [4 * ((top - step) % 13) + suit for step in range(5)]
            theirs = np.uint64(sum(1 << card for card in five))
            plain = int(np.count_nonzero((held & theirs) == 0))
            joker = int(np.count_nonzero((held & (theirs | np.uint64(1 << 52))) == 0))
            row = "royal-flush" if top == 12 else "straight-flush"
            found[row] = found.get(row, Fraction(0)) + plain + Fraction(5 * joker, 43)
    pairs = len(hands) * comb(48, 5)
    assert side.envied is not None
    assert side.envied.chances == {row: count / pairs for row, count in found.items()}
    assert side.envied.by[1] == (found["royal-flush"] * 1000 + found["straight-flush"] * 300) / pairs
    every = studied(DJ_WILD, {"progressive": "1"}, "progressive")[1].envied
    assert every is not None
    assert side.envied.by[1] < every.by[1]


# Envy.


@pytest.mark.provision("688a.12(c)")
@pytest.mark.provision("688a.11(h)(2)(ii)")
def test_fortune_is_priced_for_one_to_five_other_players():
    """The chances are those of every seven cards, published long ago; a bonus is a fixed sum, so it stands at $5."""
    game = open_game("face-up-pai-gow")
    rules = game.rules({"fortune": "2"})
    side = studied(game, {"fortune": "2"}, "fortune")[1]
    assert side.envied is not None
    hands = {row: chance * 154_143_080 for row, chance in side.envied.chances.items()}
    assert hands["five-aces"] == 1_128
    assert hands["four-of-a-kind"] == 307_472
    straight = ("7-card-straight-flush", "7-card-straight-flush-with-joker", "straight-flush")
    royal = ("royal-flush", "royal-flush-royal-match")
    assert sum(hands[row] for row in (*straight, *royal)) == 184_832 + 26_132
    owed = rules.tables["fortune"].envy[0]
    one = sum(hands[row] * owed[row] for row in hands) / 154_143_080 / 5_00
    assert side.envied.stake == 5_00
    assert side.envied.by == {others: others * one for others in range(1, 6)}
    assert set(side.to_json()["envy"]) == {"1", "2", "3", "4", "5"}


@pytest.mark.provision("669a.12(e)(5)")
def test_envy_of_raise_it_up_survives_the_fold():
    side = studied(RAISE_IT_UP, {"progressive": "1"}, "progressive")[1]
    assert side.envied is not None
    assert side.envied.by[5] == 5 * Fraction(100 + 3 * 25, 22_100)


# Advice at the table.


@pytest.mark.provision("669a.11(g)")
def test_advice_with_the_progressive_on_the_layout():
    rules = RAISE_IT_UP.rules({"progressive": "1"})
    look = lookup_jointly(rules)
    told = {"cards": "4c 5d 6h", "community": "Kc Td", "decisions": ["check", "check"]}
    state = read_state(rules, told)
    alone, jointly = look(state, Beside()), look(state, Beside(10_00, {"progressive": 1_00}))
    assert (alone.best, jointly.best) == ("fold", "play-1")
    assert jointly.actions["fold"] == alone.actions["fold"] - Fraction(1, 10)
    assert jointly.actions["play-1"] == alone.actions["play-1"] + Fraction(5, 10)  # 6 for 1
    assert look(state, Beside(20_00, {"progressive": 1_00})).best == "fold"


def test_advice_at_the_table_uses_the_meter():
    rules = RAISE_IT_UP.rules({"progressive": "1"})
    look = lookup_jointly(rules)
    state = read_state(rules, {"cards": "As Ks Qs"})
    seed, high = (look(state, Beside(1_00, {"progressive": 1_00}, m)) for m in ({}, {"progressive": 5_000_00}))
    assert {high.actions[name] - seed.actions[name] for name in seed.actions} == {Fraction(4_000)}


@pytest.mark.provision("687a.11(b)(2)")
def test_advice_with_a_bad_beat_on_the_layout():
    rules = DJ_WILD.rules({"bad-beat": "DJWBB-01", "progressive": "1", "folded-progressive": False})
    look = lookup_jointly(rules)
    state = read_state(rules, {"cards": "9s 9h 9c Ad 4h"})
    alone = look(state, Beside())
    both = look(state, Beside(10_00, {"bad-beat": 10_00, "progressive": 1_00}))
    assert both.actions["fold"] == alone.actions["fold"] - 1 - Fraction(1, 10)
    assert both.actions["raise"] > alone.actions["raise"] - 1


def test_paths_are_every_end():
    study = study_of("raise-it-up")
    assert len(study.solved.pays.paths()) == 3 + 2 + 2
