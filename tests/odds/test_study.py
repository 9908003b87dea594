"""The study of a table against published figures, plain walks and the settlement of random rounds."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

from croupier import IllegalAction, describe, open_game, settle
from croupier.kit.cards import CARDS
from croupier.odds.figures.published import FIGURES
from croupier.odds.sides import deals as sides
from croupier.odds.solver.plan import outcomes_of
from croupier.odds.study.study import main_of, plays_of, side_of, solve
from croupier.odds.study.together import together

EXACT = ("dj-wild", "cajun-stud", "raise-it-up", "over-under")


def wager_of(game, wager):
    found = game.wager(wager)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def studies():
    return {game: solve(open_game(game).rules()) for game in EXACT}


# How far a published figure may be off, in points, where it looks sampled or was rounded by its author.
SLACK = {
    ("dj-wild", "main"): "0.04",
    ("dj-wild", "bad-beat"): "0.15",
    ("over-under", "bonus"): "0.002",
    ("raise-it-up", "six-card"): "0.01",
    ("raise-it-up", "pair-plus"): "0.01",
}
MISPRINTS = {("dj-wild", "trips", "DJWT-04"): "93.843"}


@pytest.mark.parametrize(
    "figure",
    [f for f in FIGURES if f.game in EXACT and "rate unstated" not in f.remark],
    ids=lambda f: f"{f.game}-{f.wager}-{f.paytable}",
)
def test_published_figures(studies, figure):
    study = studies[figure.game]
    game = study.rules.game
    if figure.wager == "main":
        main = main_of(study)
        ours = main.house_edge if figure.is_edge else 1 - main.element_of_risk
    else:
        wager = wager_of(game, figure.wager)
        rules = game.rules({wager.key: figure.paytable}, dict([figure.reading]) if figure.reading else {})
        mean = side_of(study, rules, wager).net.mean
        ours = -mean if figure.is_edge else 1 + mean
    printed = MISPRINTS.get((figure.game, figure.wager, figure.paytable), figure.figure)
    digits = len(printed.partition(".")[2])
    slack = Fraction(SLACK.get((figure.game, figure.wager), "0")) + Fraction(1, 2 * 10**digits)
    assert abs(ours * 100 - Fraction(printed)) <= slack


def test_every_deal_is_counted(studies):
    totals = {game: study.solved.deals for game, study in studies.items() if study.solved}
    assert totals["dj-wild"] == 2_869_685 * 1_712_304
    assert totals["cajun-stud"] == 1_326 * 50 * 49 * 48
    assert totals["raise-it-up"] == 22_100 * 49 * 48 * 47
    assert sum(count for count, _ in studies["over-under"].settled()) == 312 * 311 * 310


def test_outcomes_are_whole(studies):
    for study in studies.values():
        main = main_of(study)
        assert sum(main.outcomes.values()) == 1
        assert main.net.variance > 0
        assert main.to_json()["method"] == "exact"


def test_no_strategy_near_by_does_better(studies):
    """Flipping any block of decisions costs the player, or gains nothing."""
    study = studies["dj-wild"]
    pays, plan = study.solved.pays, study.solved.plan
    best = main_of(study).net.mean
    rng = np.random.default_rng(3)
    for _ in range(5):
        other = plan.chosen[()] ^ (rng.random(len(plan.chosen[()])) < 0.01)
        outcomes = outcomes_of(pays, replace(plan, chosen={(): other}))
        worse = replace(study.solved, outcomes=outcomes).lines()
        mean = Fraction(sum(c * sum(line.net for line in lines.values()) for c, lines in worse), 200) / sum(
            c for c, _ in worse
        )
        assert mean < best


def test_over_under_is_the_plain_walk(studies):
    """Every ordered three ranks of a six-deck shoe, the better of three decisions by plain counting."""
    value = {rank: 11 if rank == 14 else min(rank, 10) for rank in range(2, 15)}
    total = Fraction(0)
    for first in range(2, 15):
        worth = {"over": 0, "under": 0, "surrender": 0}
        for second, third in product(range(2, 15), repeat=2):
            ways = 24 * (24 - (second == first)) * (24 - (third == first) - (third == second))
            points_ = value[first] + value[second] + value[third]
            worth["over"] += ways * (2 if points_ >= 24 else -2)
            worth["under"] += ways * (2 if points_ <= 17 else -2)
            worth["surrender"] -= ways
        total += max(worth.values())
    assert main_of(studies["over-under"]).net.mean == total / (312 * 311 * 310)


def test_random_rounds_settle_as_the_solver_prices_them(studies):
    """The weighted rounds' average is the average of real rounds, played by the plan, within four standard errors."""
    study = studies["dj-wild"]
    chance = random.Random(687)
    deals = [chance.sample(range(53), 10) for _ in range(20_000)]
    plays = plays_of(study.rules, np.array(deals, np.uint8)[:, :5])
    nets = []
    for dealt, stays in zip(deals, plays, strict=True):
        told = {
            "seats": {
                "1": {
                    "cards": " ".join(str(CARDS[c]) for c in dealt[:5]),
                    "wagers": {"ante": "2", "blind": "2"},
                    "decisions": ["raise" if stays else "fold"],
                }
            },
            "dealer": " ".join(str(CARDS[c]) for c in dealt[5:]),
        }
        nets.append(settle(study.rules, describe(study.rules, told)).seats[1].net / 200)
    main = main_of(study)
    error = (float(main.net.variance) / len(nets)) ** 0.5
    assert abs(sum(nets) / len(nets) - float(main.net.mean)) < 4 * error


def test_replaced_cards_are_the_plain_walk():
    """Shares of the final five after replacement, on a deck small enough to walk: four ranks, deuces and the joker."""
    kinds = sides.kinds()
    assert sum(count for count, _ in kinds) == 2_598_960
    assert len({tuple(sorted(hand)) for _, hand in kinds}) == len(kinds) > 7_462
    assert sides._share(0, 0) == Fraction(53, 48)
    # With every wild card replaced, the shares of hands with d deuces must add up to all C(53,5) hands.
    by_deuces = [0] * 5
    for count, hand in kinds:
        by_deuces[sum(card < 4 for card in hand)] += count
    assert sum(n * sides._share(4, d) for d, n in enumerate(by_deuces)) == 2_869_685


@pytest.mark.parametrize("deuces", ["natural", "wild"])
def test_the_progressive_by_every_hand(deuces):
    """All C(52,5) hands through the bulk ranking of their own, against the kinds and the chapter's cases."""
    from croupier.games.pa.dj_wild import DEUCES, PLAIN
    from croupier.kit.bulk import all_hands, compiled

    game = open_game("dj-wild")
    wager = wager_of(game, "progressive")
    rules = game.rules({"progressive": "1"}, {"progressive-deuces": deuces})
    counted = dict.fromkeys(("royal-flush", "straight-flush", "four-of-a-kind", "full-house", "flush"), 0)
    for count, showdown in sides.showdowns(rules, wager, sides.of_replaced(rules, wager)):
        if showdown.hand in counted:
            counted[showdown.hand] += count
    bulk = compiled(DEUCES if deuces == "wild" else PLAIN)
    names = bulk.ranking.names()
    found, times = np.unique(bulk.categories()[bulk.rank(all_hands(52, 5))], return_counts=True)
    walked = {names[c]: int(n) for c, n in zip(found, times, strict=True)}
    walked["four-of-a-kind"] += walked.pop("five-of-a-kind", 0)
    scale = sum(int(n) for n, _ in sides.showdowns(rules, wager, sides.of_replaced(rules, wager))) // 2_598_960
    assert counted == {name: walked[name] * scale for name in counted}


def test_the_link_of_massachusetts_is_priced():
    game = open_game("dj-wild", "ma")
    link = {"wager": "1", "seed": "1000", "rows": {"royal-flush": "100% of meter", "pair": "1 to 1"}}
    rules = game.rules({"multi-game-link": link})
    study = solve(game.rules())
    side = side_of(study, rules, wager_of(game, "multi-game-link"))
    assert 0 < side.net.chance(above=0) < Fraction(1, 100)
    assert side.meter["fixed"] < side.meter["at-seed"]


def test_a_payout_limit_at_the_tables_maximum(studies):
    """At $100 a royal flush on ten antes would pay $500,000; the limit takes all but $50,000 of it."""
    limits = {"ante": {"minimum": "10", "maximum": "100", "step": "10"}}
    game = open_game("cajun-stud")
    free = main_of(studies["cajun-stud"])
    wide = main_of(solve(game.rules({"limits": limits})))
    capped = main_of(solve(game.rules({"limits": limits, "payout-limit": "50000"})))
    assert wide.house_edge == free.house_edge
    most = max(capped.net.counts)
    assert most == Fraction(50_000, 100)
    lost = sum(count * (net - min(net, most)) for net, count in free.net.counts.items())
    # The best play hardly changes: the cost is what the limit cuts from the rarest hands, or a little less.
    cost = capped.house_edge - free.house_edge
    assert 0 < cost <= Fraction(lost) / free.net.total
    assert cost > Fraction(lost) / free.net.total * Fraction(9, 10)


def test_pocket_bonus_by_hand(studies):
    game = open_game("cajun-stud")
    side = side_of(studies["cajun-stud"], game.rules({"pocket": "A"}), wager_of(game, "pocket"))
    hands = list(combinations(range(52), 2))
    aces = sum(a >= 48 for a, _ in hands)
    suited = sum(b >= 48 and 36 <= a < 48 and a % 4 == b % 4 for a, b in hands)
    unsuited = sum(b >= 48 and 36 <= a < 48 and a % 4 != b % 4 for a, b in hands)
    pairs = sum(a // 4 == b // 4 and b < 48 for a, b in hands)
    won = 30 * aces + 20 * suited + 10 * unsuited + 5 * pairs
    lost = len(hands) - aces - suited - unsuited - pairs
    assert side.net.mean == Fraction(won - lost, len(hands))
    assert side.net.chance(above=0) == Fraction(aces + suited + unsuited + pairs, len(hands))


def test_a_progressive_at_its_meter(studies):
    game = open_game("raise-it-up")
    side = side_of(studies["raise-it-up"], game.rules({"progressive": "1"}), wager_of(game, "progressive"))
    hands = {"spades": 1, "suits": 3, "straight flush": 44, "trips": 52, "straight": 720}
    orders = 49 * 48 * 47
    kept = [Fraction(row.count, orders) for row in side.rows if row.net > 0]
    assert sum(row.count for row in side.rows) == 22_100 * orders
    assert kept[:4] == list(hands.values())[:4]  # the main game gives up none of these
    assert kept[4] < hands["straight"]
    fixed = (500 * 3 + 70 * 44 + 60 * 52 + 6 * kept[4]) / 22_100
    assert side.meter["fixed"] == fixed
    assert side.meter["at-seed"] == fixed + Fraction(1000, 22_100) == 1 + side.net.mean
    assert side.meter["long-run"] == fixed + Fraction(14, 100) + Fraction(1000, 22_100)
    assert side.meter["break-even-meter"] == (1 - fixed) * 22_100
    assert side.meter["envy-per-player"] == Fraction(100 + 3 * 25, 22_100)
    assert side.forfeited is not None
    assert 1 + side.forfeited.kept == Fraction(1000 + 500 * 3 + 70 * 44 + 60 * 52 + 6 * 720, 22_100)


@pytest.mark.parametrize(("way", "edge"), [("foxwoods", "1.99464"), ("mgm", "1.67336"), ("flamingo", "1.54418")])
def test_pai_gow_by_house_way(way, edge):
    main = main_of(solve(open_game("face-up-pai-gow").rules({"house-way": way})))
    assert f"{100 * float(main.house_edge):.5f}" == edge
    assert main.unit == "pai-gow"
    assert main.average_wager == sum(main.outcomes.values()) == Fraction(1)


# Played for together ---------------------------------------------------------------------------------------------


def test_wagers_played_for_together_are_the_joint_play():
    """The Progressive and the Pair Plus beside Raise It Up: as the price of each says, and as much as all of them."""
    rules = open_game("raise-it-up").rules({"progressive": "1", "pair-plus": "A"})
    found = together(rules, ["progressive", "pair-plus"])
    study, wager = solve(rules), wager_of(rules.game, "progressive")
    alone = side_of(study, rules, wager).forfeited
    assert alone is not None
    assert found.spread().total == 22_100 * 49 * 48 * 47
    assert found.spread(["pair-plus"]).mean == side_of(study, rules, wager_of(rules.game, "pair-plus")).net.mean
    main = found.spread([w for w in found.wagers if w in {"ante", "blind", "play"}]).mean
    assert main <= main_of(study).net.mean
    assert (
        main + found.spread(["progressive"]).mean >= main_of(study).net.mean + side_of(study, rules, wager).net.mean / 2
    )
    names = found.wagers
    assert found.spread().variance == sum(found.covariance(one, other) for one in names for other in names)
    assert found.label == "joint: ante, play, blind, pair-plus, progressive"


def test_together_is_what_a_forfeited_wager_says_of_itself(studies):
    rules = open_game("dj-wild").rules({"bad-beat": "DJWBB-01", "trips": "DJWT-04"})
    found = together(rules, ["bad-beat", "trips"])
    side = side_of(studies["dj-wild"], rules, wager_of(rules.game, "bad-beat"))
    assert side.forfeited is not None
    assert found.spread(["bad-beat"]).mean == side.forfeited.joint
    assert found.spread(["ante", "blind", "raise"]).mean == side.forfeited.main
    with pytest.raises(IllegalAction, match="'cover-all' is not offered"):
        together(rules, ["cover-all"])
