"""One solver: games that nobody counted before, declared in a few lines, and small ones against the obvious way."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from croupier.errors import IllegalAction, Impure, LawError
from croupier.game import Wager, describe, settle_plainly
from croupier.game.features import OWN, Best, Count, Highest, Own, Sight, Standing, Sum, at, cards_of, value
from croupier.kit.cards import CARDS, STANDARD, Deck, cards
from croupier.odds.rounds.weighted import ANTE, Spread
from croupier.odds.sampling.fast import Sampler, sampler
from croupier.odds.sampling.plain import plain_sampler
from croupier.odds.solver.pays import main_wagers, settled
from croupier.odds.solver.sample import sample
from croupier.odds.solver.solve import showdowns, solve
from croupier.odds.strategy.advice import advise
from croupier.odds.study.study import main_of, side_of
from croupier.odds.study.study import solve as study_of
from croupier.round import Deal, Round
from tests.odds.declared_games import (
    CITE,
    FIVE,
    THREE,
    baccarat,
    caribbean_stud,
    let_it_ride,
    mississippi_stud,
    nine_points,
    three_card_poker,
    ultimate,
    up_card,
    wager,
)
from tests.odds.random_games import differs

SIDE = {"pair-plus": "1"}
BETS = {"punto": "1", "banco": "1", "tie": "1"}
EVERY = {"player": "1", "bank": "1", "tie": "1"}


@pytest.fixture(scope="module")
def three_cards():
    return solve(three_card_poker().rules(SIDE), beside=["pair-plus"])


def edge(solved, *names):
    wagers = names or [w.id for w in main_wagers(solved.rules)]
    return f"{float(-solved.spread(wagers).mean):.4%}"


def test_published_games_come_out_of_their_declaration(three_cards):
    """As published: Three Card Poker 3.3730%, Pair Plus 2.3167%, Let It Ride 3.5057%, Mississippi Stud 4.9149%."""
    assert edge(three_cards) == "3.3730%"
    assert edge(three_cards, "pair-plus") == "2.3167%"
    assert edge(solve(let_it_ride().rules())) == "3.5057%"
    assert edge(solve(mississippi_stud().rules())) == "4.9149%"
    assert three_cards.deals == 22_100 * 18_424
    assert three_cards.label == "main-alone"


def test_queen_six_four_is_the_line(three_cards):
    """The published strategy of Three Card Poker, asked as the coach asks."""
    assert three_cards.best({"seat": cards("Qs 6d 4c")}) == "play"
    assert three_cards.best({"seat": cards("Qs 6d 3c")}) == "fold"
    worths = three_cards.worths({"seat": cards("2s 3d 5c")})
    assert worths["fold"] == -1 > worths["play"]
    with pytest.raises(IllegalAction, match="sees there"):
        three_cards.best({"seat": cards("2s 3d")})
    with pytest.raises(IllegalAction, match="given twice"):
        three_cards.best({"seat": cards("2s 2s 5c")})


def test_a_game_without_decisions_or_an_ante():
    solved = solve(nine_points().rules(EVERY), beside=EVERY)
    assert solved.spread(["player"]).mean == solved.spread(["bank"]).mean == 0
    assert edge(solved, "tie") == "8.1445%"
    assert solved.covariance("player", "bank") == -solved.covariance("player", "player")


def by_hand(shoe):
    """Punto banco as people play it: 1, 0 or -1 for the player's side."""
    punto, bank, rest = list(shoe[:2]), list(shoe[2:4]), list(shoe[4:])
    count = lambda held: sum(card.rank if card.rank < 10 else card.rank == 14 for card in held) % 10  # noqa: E731
    if max(count(punto), count(bank)) < 8:
        third = None
        if count(punto) <= 5:
            third = count(rest[:1])
            punto.append(rest.pop(0))
        b = count(bank)
        if b <= 5 if third is None else b <= 2 or (b == 3 and third != 8) or (4 <= b <= 6 and 2 * b - 6 <= third <= 7):
            bank.append(rest.pop(0))
    return (count(punto) > count(bank)) - (count(punto) < count(bank))


def test_a_third_card_by_rule():
    """Punto banco with eight decks, as published; and with a few cards, dealt in every order by hand."""
    solved = solve(baccarat().rules(BETS), beside=BETS)
    assert [edge(solved, wager_) for wager_ in BETS] == ["1.2351%", "1.0579%", "14.3596%"]
    few = cards("Ks 5h 3c 8d 6s 2c As 4d")
    found = solve(baccarat(1, few).rules(BETS), beside=BETS).spread(["punto"])
    every = Counter(by_hand(shoe) for shoe in permutations(few, 6))
    assert {int(net): Fraction(n, found.total) for net, n in found.counts.items()} == {
        net: Fraction(n, sum(every.values())) for net, n in every.items()
    }


def test_a_dealer_s_card_that_is_seen_changes_the_play():
    solved = solve(up_card().rules())
    mine = cards("Ks 9d 4c")
    assert {solved.best({"seat": mine, "dealer": cards(up)}) for up in ("2h", "Ah")} == {"raise", "fold"}


def test_caribbean_stud_as_published():
    """5.2243% of the Ante, and 2.56% of all that is wagered: five cards against five of which one lies open."""
    solved = solve(caribbean_stud().rules())
    assert edge(solved) == "5.2243%"
    assert solved.deals == comb(52, 5) * 47 * comb(46, 4)
    raised = sum(count for count, lines in solved.lines() if "raise" in lines)
    assert f"{float(-solved.spread(['ante', 'raise']).mean) / (1 + 2 * raised / solved.deals):.2%}" == "2.56%"
    mine = cards("As Kd 8c 6h 3c")  # raise where the dealer's card is one of one's own, says the published strategy
    assert {solved.best({"seat": mine, "dealer": cards(up)}) for up in ("8h", "6c", "3d")} == {"raise"}
    assert {solved.best({"seat": mine, "dealer": cards(up)}) for up in ("Qh", "Ah", "9d")} == {"fold"}


@pytest.fixture(scope="module")
def holdem():
    return solve(ultimate().rules({"trips": "1"}), beside=["trips"])


def test_ultimate_texas_holdem_as_published(holdem):
    """2.1850% of the Ante, a standard deviation of 4.94 and Trips at 1.90%: every board, hand and dealer's hand."""
    main = [w.id for w in main_wagers(holdem.rules)]
    assert edge(holdem) == "2.1850%"
    assert edge(holdem, "trips") == "1.9040%"
    assert holdem.deals == comb(52, 2) * comb(50, 3) * comb(47, 2) * comb(45, 2)
    assert f"{float(holdem.spread(main).variance) ** 0.5:.4f}" == "4.9393"
    every = [*main, "trips"]
    assert holdem.spread(every).variance == sum(holdem.covariance(one, other) for one in every for other in every)


def test_the_play_of_ultimate_texas_holdem(holdem):
    """Before the flop, on it and at the end, as published strategies have it; asked as the coach asks."""
    for hand, said in (
        ("Ah 2d", "bet-4"),
        ("Ks 5h", "bet-4"),
        ("Ks 4h", "check"),
        ("3s 3d", "bet-4"),
        ("2s 2d", "check"),
    ):
        assert holdem.best({"seat": cards(hand)}) == said
    flop = {"seat": cards("Ks 4h"), "community": cards("4d 9c Jh")}
    assert holdem.best(flop, ("check",)) == "bet-2"
    river = {"seat": cards("3c 2h"), "community": cards("Ac Kd 9h 7s 5d")}
    assert holdem.worths(river, ("check", "check"))["fold"] == -2
    assert holdem.best(river, ("check", "check")) == "fold"
    assert holdem.best({**river, "seat": cards("Ah 2c")}, ("check", "check")) == "bet-1"
    with pytest.raises(IllegalAction, match="given twice"):
        holdem.best({**river, "seat": cards("Kd 4h")}, ("check", "check"))
    with pytest.raises(IllegalAction, match="it can be sampled"):
        solve(holdem.rules, given=lambda _seen, _path: "check", counts=holdem.pays.counted)


def test_the_last_decision_is_worth_what_it_was_counted_at(holdem):
    """One hand on one board, against every hand of the dealer's, settled by the chapter's cases."""
    mine, board = cards("Ks 4h"), cards("2d 9c Jh 8s 3d")
    shape, left = holdem.pays.counted.shape, [c for c in STANDARD if c not in (*mine, *board)]
    total = 0
    for theirs in combinations(left, 2):
        lying = {"seat": mine, "community": board, "dealer": theirs}
        values = tuple(f.of({at: sum((lying[p] for p in at.places), ()) for at in cards_of(f)}) for f in shape.features)
        lines = settled(holdem.rules, shape, holdem.pays.stakes, ("check", "check", "bet-1"), values)
        total += sum(line.net for id_, line in lines.items() if id_ != "trips")
    worths = holdem.worths({"seat": mine, "community": board}, ("check", "check"))
    assert worths["bet-1"] == Fraction(total, ANTE * comb(45, 2))


def test_the_variance_of_two_wagers_together(three_cards):
    both = three_cards.spread(["ante", "ante-bonus", "play", "pair-plus"]).variance
    names = ["ante", "ante-bonus", "play", "pair-plus"]
    assert both == sum(three_cards.covariance(one, other) for one in names for other in names)
    assert three_cards.covariance("ante", "pair-plus") > 0


def test_played_jointly_and_as_given():
    rules = three_card_poker().rules(SIDE)
    always = solve(rules, given=lambda _seen, _path: "play")
    best = solve(rules)
    assert always.label == "given"
    assert edge(always).startswith("7.65")
    main = [w.id for w in main_wagers(rules)]
    joint = solve(rules, beside=["pair-plus"], play_for=[*main, "pair-plus"], counts=None)
    assert joint.spread(main).mean == best.spread(main).mean  # a fold does not take the Pair Plus
    assert joint.label == "joint: ante, ante-bonus, pair-plus, play"
    with pytest.raises(IllegalAction, match="'raise' is not open"):
        solve(rules, given=lambda _seen, _path: "raise")


@pytest.mark.parametrize(
    "game", [three_card_poker(), let_it_ride(), mississippi_stud(), up_card(), nine_points(2), baccarat(1)]
)
def test_settlement_and_solver_agree_on_rounds_by_chance(game):
    submission = {w.key: "1" for w in game.wagers if w.key}
    rules, chance = game.rules(submission), random.Random(17)
    solved = solve(rules, beside=submission)
    shape = solved.pays.counted.shape
    stakes = {w.id: ANTE for w in rules.offered() if w.placed in {"required", "optional"}}
    for _ in range(40):
        shoe = chance.sample(rules.game.deck.all(), 30)
        now = Round.placed(rules, {1: stakes})
        while (need := now.needs) is not None:
            if isinstance(need, Deal):
                now = now.dealt([shoe.pop() for _ in range(need.count)])
            else:
                now = now.chose(chance.choice(need.options))
        played = describe(rules, now.told())
        lines = {line.wager: line for line in settle_plainly(rules, played).seats[1].lines}
        values = tuple(value(feature, played, 1) for feature in shape.features)
        told = settled(rules, shape, stakes, tuple(map(str, played.seats[1].decisions)), values)
        second = {w.id for w in game.wagers if w.of is not None}  # which is no line where it pays nothing
        assert {name: line for name, line in told.items() if name not in second or line.result == "win"} == lines


def test_sampled_rounds_agree(three_cards):
    for solved in (three_cards, solve(mississippi_stud().rules())):
        names = [w.id for w in main_wagers(solved.rules)]
        found = sample(solved, 100_000, 3)
        assert sum(found.values()) == 100_000
        spread = replace(solved, outcomes=found).spread(names)
        error = float(spread.variance / 100_000) ** 0.5
        assert abs(float(spread.mean - solved.spread(names).mean)) < 4 * error
        assert set(found) <= set(solved.outcomes)


@pytest.mark.parametrize("first", range(0, 30, 10))
def test_small_games_by_chance_against_the_obvious_way(first):
    """Decks, courses, streets, features and pays by chance; `make soak` does thousands."""
    for seed in range(first, first + 10):
        assert not differs(seed)


def test_a_small_deck_of_a_declared_game():
    """Suits that are not alike, cards that are there twice."""
    few = Deck("a few", tuple(CARDS[c] for c in (0, 1, 4, 9, 21, 30, 44, 51)), 1, CITE)
    assert solve(three_card_poker(few).rules()).deals == 56 * 10
    assert isinstance(solve(up_card(few).rules()).spread(["ante"]), Spread)


# What is refused -----------------------------------------------------------------------------------------------


def seeing(*features):
    """Nine Points with a wager that looks at something else."""
    odd = wager("odd", (), (), Sight(features, lambda *_: None), lambda _: None, (None,), "required")
    base = three_card_poker()
    return replace(base, wagers=(replace(base.wagers[0], sees=odd.sees), *base.wagers[1:])).rules()


@pytest.mark.parametrize(
    ("features", "words"),
    [
        ((Sum(((14, 1),), OWN),), "lacks the points of a card"),
        ((Standing(Best(THREE, at("community"))),), "'community', where no card is dealt"),
        ((Standing(Best(FIVE, OWN)),), "ranks 5 cards and"),
        ((Count(frozenset({CARDS[52]}), OWN),), "names Jk, not in the deck"),
        ((Highest(THREE),), "a whole table"),
    ],
)
def test_a_feature_that_cannot_be_seen_is_refused(features, words):
    with pytest.raises(IllegalAction, match=words):
        solve(seeing(*features))


def test_a_feature_of_one_s_own_is_checked():
    def first_is_red(held):
        return held[0].suit in (1, 2)

    def highest(held):
        return max(card.rank for card in held)

    good = Own("the highest rank", highest, frozenset(range(2, 15)), OWN)
    assert solve(_beside(good), beside=["odd"]).spread(["odd"]).mean == -1
    with pytest.raises(Impure, match="counted as one"):
        solve(_beside(Own("the first is red", first_is_red, frozenset({False, True}), OWN)), beside=["odd"])
    with pytest.raises(LawError, match="does not declare"):
        solve(_beside(Own("the highest rank", highest, frozenset({14}), OWN)), beside=["odd"])


def _beside(feature):
    from tests.odds.declared_games import PAIR_PLUS, paying, three_card_name

    plain = paying("odd", "optional", Best(THREE, OWN), three_card_name, PAIR_PLUS)
    odd = replace(plain, sees=lambda _: Sight((feature,), lambda _v: None))
    base = three_card_poker()
    return replace(base, wagers=(*base.wagers, odd)).rules({"odd": "1"})


def test_what_would_take_too_long_is_refused_with_how_long():
    game = up_card(ranking=FIVE)
    game = replace(game, deck=Deck("two packs", STANDARD, 2, CITE))
    with pytest.raises(IllegalAction, match=r"states would have to be listed, some .* hours; `croupier simulate`"):
        solve(game.rules())


def test_a_wager_declares_or_sees_and_not_both():
    base = three_card_poker().wagers[0]
    with pytest.raises(LawError, match="not both"):
        replace(base, see=lambda *_: None)
    with pytest.raises(LawError, match="second line"):
        replace(base, of="play")
    assert isinstance(base, Wager)


# The doors that our own games use ------------------------------------------------------------------------------


def test_a_newcomer_s_game_is_studied_advised_and_sampled():
    rules = three_card_poker().rules(SIDE)
    study = study_of(rules)
    main, pair_plus = main_of(study), rules.game.wager("pair-plus")
    assert pair_plus is not None
    assert f"{float(main.house_edge):.4%}" == "3.3730%"
    assert f"{float(-side_of(study, rules, pair_plus).net.mean):.4%}" == "2.3167%"
    assert side_of(study, rules, pair_plus).net.total == 22_100
    told = advise(rules, {"cards": "Qs 6d 3c"}).to_json()
    assert told["best"] == "fold"
    assert told["actions"]["fold"]["decimal"].startswith("-1")
    for table in (sampler(rules, seats=2), plain_sampler(rules)):
        rounds = 20_000 if isinstance(table, Sampler) else 400
        counts = table.count(3, rounds)
        for wager_, net in (("main", main.net), ("pair-plus", side_of(study, rules, pair_plus).net)):
            estimate = table.estimate(counts, wager_)  # type: ignore[arg-type]
            assert estimate.standard_error is not None
            assert abs(float(estimate.mean - net.mean)) < 4 * estimate.standard_error


def test_what_a_wager_meets_under_the_main_game_s_play():
    rules = three_card_poker().rules(SIDE)
    bonus = rules.game.wager("ante-bonus")
    assert bonus is not None
    met = showdowns(rules, bonus)
    assert sum(count for count, _ in met) == 22_100 * 18_424
    assert {showdown.folded for _, showdown in met} == {False, True}


def test_a_flush_of_two_equal_cards_is_a_flush():
    """Two packs: compiled tables know each card once, and are not asked."""
    from croupier.kit.worths import codes_of, every_hand

    hands = np.tile(np.array([cards("Kh 5h 5h")], np.uint8), (30_000, 1))
    (code,) = set(codes_of(THREE, hands, single=False).tolist())
    assert THREE.category(every_hand(THREE)[code]).name == "flush"
