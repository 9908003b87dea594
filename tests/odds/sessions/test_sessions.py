"""Sessions, ruin, Kelly's fraction and meters, each against a slow and obvious computation."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from math import log

import numpy as np
import pytest

from croupier import SubmissionError, open_game
from croupier.odds.rounds.weighted import Spread
from croupier.odds.sessions.meters import MeterLife, life_of
from croupier.odds.sessions.portfolio import portfolio_of
from croupier.odds.sessions.results import MOST_POINTS, Lattice, counted, result_of
from croupier.odds.sessions.ruin import kelly_of, ruin_of, worst_loss
from croupier.odds.study.study import main_of, side_of, solve

COIN = Spread({Fraction(1): 1, Fraction(-1): 1})


def spread_by_chance(generator: random.Random) -> Spread:
    nets = [Fraction(generator.randint(-4, 12), generator.choice((1, 2, 4))) for _ in range(generator.randint(2, 6))]
    return Spread({net: generator.randint(1, 9) for net in (Fraction(-generator.randint(1, 3)), *nets)})


@pytest.mark.parametrize("seed", range(20))
def test_the_transform_is_the_multiplication_of_whole_numbers(seed):
    generator = random.Random(seed)
    spread, rounds = spread_by_chance(generator), generator.randint(1, 12)
    exact, result = counted(spread, rounds), result_of(spread, rounds)
    total = spread.total**rounds
    assert sum(exact.values()) == total
    for net in (*exact, Fraction(-1000), Fraction(1000)):
        assert result.at_most(net) == pytest.approx(
            float(Fraction(sum(c for n, c in exact.items() if n <= net), total)), abs=1e-11
        )
        assert result.at_least(net) == pytest.approx(
            float(Fraction(sum(c for n, c in exact.items() if n >= net), total)), abs=1e-11
        )
    assert result.mean == sum(net * count for net, count in exact.items()) / Fraction(total)
    assert result.ahead + result.even + result.at_most(-result.step) == pytest.approx(1, abs=1e-11)
    below = Fraction(0)
    for net in sorted(exact):  # the median: at least half end there or below, less than half below
        below += Fraction(exact[net], total)
        if below >= Fraction(1, 2) + Fraction(1, 10**9):
            assert result.quantile(0.5 + 1e-9) == net
            break


def test_one_round_is_the_game_itself():
    main = main_of(solve(open_game("over-under").rules()))
    result = result_of(main.net, 1)
    assert result.ahead == pytest.approx(float(main.net.chance(above=0)), abs=1e-12)
    assert (result.mean, result.variance) == (main.net.mean, main.net.variance)


@pytest.mark.parametrize("rounds", [1, 7, 1000, 300_000])
def test_nothing_that_matters_lies_outside(rounds):
    main = main_of(solve(open_game("cajun-stud").rules({"ante": "A"}))).net
    result = result_of(main, rounds)
    assert float(result.chances.sum()) == pytest.approx(1, abs=1e-9)
    steps = np.arange(len(result.chances)) + result.first
    assert float(steps @ result.chances) * float(result.step) == pytest.approx(float(result.mean), rel=1e-7)
    low, high = result.band(99)
    assert low < float(result.mean) < high or rounds == 1


def test_too_many_rounds_are_refused_with_what_can_be_worked_out():
    fine = Spread({Fraction(1, 99_991): 1, Fraction(-1): 1})
    with pytest.raises(SubmissionError, match=r"amounts .* about [\d,]+ can be worked out") as refused:
        result_of(fine, 10_000)
    assert refused.value.field == "--rounds"
    assert Lattice.of(fine).reach(1)[1] < MOST_POINTS
    for rounds in (0, -3):
        with pytest.raises(SubmissionError, match="no number of rounds"):
            result_of(COIN, rounds)


def slow_ruin(spread: Spread, bankroll: Fraction, rounds: int, goal: Fraction | None) -> tuple[Fraction, Fraction]:
    total, worst = spread.total, worst_loss(spread)

    @cache
    def ends(purse: Fraction, left: int) -> tuple[Fraction, Fraction]:
        if goal is not None and purse >= goal:
            return Fraction(0), Fraction(1)
        if purse < worst:
            return Fraction(1), Fraction(0)
        if not left:
            return Fraction(0), Fraction(0)
        found = [(count, ends(purse + net, left - 1)) for net, count in spread.counts.items()]
        return (
            sum((Fraction(count, total) * end[0] for count, end in found), Fraction(0)),
            sum((Fraction(count, total) * end[1] for count, end in found), Fraction(0)),
        )

    return ends(bankroll, rounds)


@pytest.mark.parametrize("seed", range(20))
def test_ruin_is_the_recursion(seed):
    generator = random.Random(seed)
    spread, rounds = spread_by_chance(generator), generator.randint(1, 9)
    bankroll = worst_loss(spread) + Fraction(generator.randint(0, 8), 2)
    for goal in (None, bankroll + generator.randint(1, 9)):
        found = ruin_of(spread, bankroll, rounds, goal=goal)
        ruined, reached = slow_ruin(spread, bankroll, rounds, goal)
        assert found.ruined == pytest.approx(float(ruined), abs=1e-11)
        assert found.reached == pytest.approx(float(reached), abs=1e-11)
        assert 1 <= found.lasted <= rounds


def test_the_gamblers_ruin_of_the_books():
    """A fair coin, ten against ten: half; with seven against thirteen, 13 in 20 are ruined."""
    assert ruin_of(COIN, 10, 5000, goal=20).ruined == pytest.approx(0.5, abs=1e-6)
    seven = ruin_of(COIN, 7, 5000, goal=20)
    assert seven.ruined == pytest.approx(13 / 20, abs=1e-6)
    assert seven.lasted == pytest.approx(7 * 13, rel=1e-6)


def test_a_bankroll_that_is_none_or_a_goal_already_reached_is_refused():
    main = main_of(solve(open_game("dj-wild").rules())).net
    with pytest.raises(SubmissionError, match="less than a round can lose, 4"):
        ruin_of(main, 3, 10)
    assert ruin_of(main, 4, 1).ruined > 0.4
    with pytest.raises(SubmissionError, match="no more than the bankroll"):
        ruin_of(main, 10, 10, goal=10)
    with pytest.raises(SubmissionError, match="too many to follow"):
        ruin_of(main, 4000, 100_000_000)


def test_kelly_of_a_coin():
    """A coin that wins three times in five: a fifth of the bankroll."""
    coin = Spread({Fraction(1): 3, Fraction(-1): 2})
    kelly = kelly_of(coin)
    assert kelly.fraction == pytest.approx(0.2, abs=1e-9)
    assert kelly.growth == pytest.approx(0.6 * log(1.2) + 0.4 * log(0.8), abs=1e-12)
    assert kelly_of(COIN).fraction == 0


@pytest.mark.parametrize("seed", range(5))
def test_kelly_is_where_growth_is_greatest(seed):
    generator = random.Random(seed)
    spread = Spread({Fraction(-1): 5, Fraction(generator.randint(1, 9), 2): 4, Fraction(generator.randint(2, 30)): 1})
    if spread.mean <= 0:
        spread = Spread({**spread.counts, Fraction(40): 1})
    nets = np.array([float(net) for net in spread.counts])
    chances = np.array([count / spread.total for count in spread.counts.values()])
    tried = np.linspace(0, 0.999, 20_000)
    growth = np.log1p(np.outer(tried, nets)) @ chances
    kelly = kelly_of(spread)
    assert kelly.fraction == pytest.approx(tried[growth.argmax()], abs=1e-4)
    assert kelly.growth == pytest.approx(growth.max(), abs=1e-6)


def test_a_meter_whose_whole_alone_is_paid():
    life = MeterLife(seed=1000, stake=100, feed=Fraction(10), shares={}, full=Fraction(1, 50), fixed=Fraction(60))
    assert [life.between, life.at_hit, life.break_even] == [Fraction(n) for n in (50, 1000 + 10 * 50, 2000)]
    assert life.favourable() == pytest.approx((49 / 50) ** 99)  # the 100th wager is the first that meets 2,000
    assert life.wagers_within(0.5) == 35
    assert float(np.mean(life.drawn(7))) == pytest.approx(1500, rel=0.01)
    assert life.hits(5000) == pytest.approx(100)
    more, term, hits = 1.0, (49 / 50) ** 200, 0
    while (more := more - term) > 0.01:  # the binomial chances, one after the other
        term *= (200 - hits) / (hits + 1) / 49
        hits += 1
    assert life.most_hits(200) == hits
    assert life.most_hits(10**9) > 2 * 10**7  # no underflow where hits are many


def test_a_meter_with_shares_walked_wager_by_wager():
    """The mean height at a hit is exact; the draws and a walk of single wagers agree with it."""
    shares = {10: Fraction(1, 20), 50: Fraction(1, 100)}
    life = MeterLife(seed=10_000, stake=100, feed=Fraction(20), shares=shares, full=Fraction(1, 200), fixed=Fraction(0))
    generator = random.Random(3)
    heights = []
    for _ in range(3000):
        meter = float(life.seed)
        while True:
            meter += 20
            said = generator.random()
            if said < 1 / 200:
                break
            if said < 1 / 200 + 1 / 20:
                meter *= 0.9
            elif said < 1 / 200 + 1 / 20 + 1 / 100:
                meter *= 0.5
        heights.append(meter)
    assert float(np.mean(heights)) == pytest.approx(float(life.at_hit), rel=0.04)
    drawn = life.drawn(5)
    assert float(drawn.mean()) == pytest.approx(float(life.at_hit), rel=0.01)
    assert float(np.median(drawn)) == pytest.approx(float(np.median(heights)), rel=0.06)


def test_the_meter_of_a_chapter():
    """669a.12(d): a mini royal in spades in the first three cards, one in 22,100, wins the whole."""
    rules = open_game("raise-it-up").rules({"progressive": "1"})
    wager = rules.game.wager("progressive")
    assert wager is not None
    side = side_of(solve(rules), rules, wager)
    life = life_of(rules, wager, side)
    assert (life.full, life.seed, life.feed) == (Fraction(1, 22_100), 100_000, Fraction(14))
    assert life.break_even / 100 == side.meter["break-even-meter"]
    assert life.at_hit == 100_000 + 14 * 22_100
    pair = rules.game.wager("pair-plus")
    offered = rules.game.rules({"progressive": "1", "pair-plus": "A"})
    assert pair is not None
    with pytest.raises(Exception, match="feeds no meter"):
        life_of(offered, pair, side_of(solve(offered), offered, pair))


def test_a_meter_without_a_stated_rate_asks_for_one():
    rules = open_game("dj-wild").rules({"progressive": "1"})
    wager = rules.game.wager("progressive")
    assert wager is not None
    side = side_of(solve(rules), rules, wager)
    with pytest.raises(SubmissionError, match="states no rate") as refused:
        life_of(rules, wager, side)
    assert str(refused.value.cite) == "58 Pa. Code § 687a.12(c)"
    told = open_game("dj-wild").rules({"progressive": "1", "contribution": "0.25"})
    life = life_of(told, wager, side_of(solve(told), told, wager))
    assert life.feed == Fraction(life.stake, 4)


def test_a_portfolio_is_one_distribution():
    rules = open_game("raise-it-up").rules({"pair-plus": "A"})
    alone, beside = portfolio_of(rules), portfolio_of(rules, ["pair-plus"])
    wager = rules.game.wager("pair-plus")
    assert wager is not None
    assert alone.strategy == "main-alone"
    assert beside.net.mean == alone.net.mean + side_of(solve(rules), rules, wager).net.mean
