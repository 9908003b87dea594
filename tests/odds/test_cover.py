"""The highest hand of a table: against plain walks and samples; and what is sampled where a fold takes the wager."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import factorial

import numpy as np
import pytest

from croupier import open_game
from croupier.kit.bulk import compiled
from croupier.kit.cards import CARDS
from croupier.kit.paytables import wins
from croupier.odds.facts import store
from croupier.odds.facts.against import against
from croupier.odds.sides import cover, cover_folded
from croupier.odds.study.facts import stud_facts
from croupier.odds.study.study import plays_of, table_of

GAME = open_game("dj-wild", "ma")
RULES = GAME.rules({"cover-all": "1"})
WAGER = next(wager for wager in GAME.wagers if wager.id == "cover-all")
assert RULES.ranking is not None
RANKING = RULES.ranking


@pytest.fixture(scope="module")
def facts():
    return stud_facts(RULES)


@pytest.fixture(scope="module")
def found(facts):
    return cover.highest(RULES, facts, RANKING["four-of-a-kind"])


def test_the_highest_of_two_hands_by_a_plain_walk():
    """Deuces, queens and aces with the joker: every player's hand with every hand of the dealer's."""
    deck = [*range(4), *range(40, 44), *range(48, 53)]
    short = replace(RULES, game=replace(GAME, seats=1, deck=replace(GAME.deck, cards=tuple(CARDS[c] for c in deck))))
    worth = {hand: RANKING.rank([CARDS[c] for c in hand]).category for hand in combinations(deck, 5)}
    least = RANKING["full-house"]
    counts = dict.fromkeys(range(least - 1, len(RANKING.categories) + 1), 0)
    for hand, own in worth.items():
        for other in combinations(sorted(set(deck) - set(hand)), 5):
            counts[max(own, worth[other], least - 1)] += 1
    with store.uncached():
        assert [one.counts for one in cover.highest(short, against(RANKING, deck), least)] == [counts]


def test_one_player_is_the_joint_count(facts, found):
    top = facts.dealer.shape[1]
    exact = [0] * (top + 1)
    for own, weight, dealer in zip(
        facts.categories.tolist(), facts.weights.tolist(), facts.dealer.tolist(), strict=True
    ):
        for category, count in enumerate(dealer, 1):
            exact[max(own, category)] += weight * count
    least = min(found[0].counts)
    assert found[0].counts == {least: sum(exact[: least + 1]), **{c: exact[c] for c in range(least + 1, top + 1)}}


def test_every_number_of_players_against_a_plain_sample(found):
    """The highest category of whole tables dealt by another generator, within four standard errors."""
    assert RULES.ranking is not None
    rounds, rng = 200_000, np.random.default_rng(7)
    dealt = rng.permuted(np.tile(np.arange(53, dtype=np.uint8), (rounds, 1)), axis=1)[:, :35]
    bulk = compiled(RULES.ranking)
    of_hand = bulk.categories()[bulk.rank(np.ascontiguousarray(dealt).reshape(-1, 5))].reshape(rounds, 7)
    for one in found:
        total = sum(one.counts.values())
        top = np.maximum(of_hand[:, : one.players + 1].max(axis=1), min(one.counts))
        seen = np.bincount(top, minlength=max(one.counts) + 1)
        assert all(count >= 0 for count in one.counts.values())
        for category, count in one.counts.items():
            chance = count / total
            assert abs(seen[category] / rounds - chance) <= 4 * (chance / rounds) ** 0.5 + 3 / rounds


def test_one_hand_and_two_are_counted_in_two_ways(facts, monkeypatch):
    monkeypatch.setattr(cover, "_kept", lambda _, __: [[1, 57741, 945739769, 4077287507712, 0, 0, 0, 0]])
    with pytest.raises(ArithmeticError, match=r"category 8 .* two ways that differ"):
        cover.highest(RULES, facts, RANKING["four-of-a-kind"])


RETURNS = {
    "shifted": {
        1: Fraction(4316287342, 4724781831),
        2: Fraction(2973595192814888, 3284714001802233),
        3: Fraction(8962475536961181665593, 9892415492955698618916),
        4: Fraction(724119786210625200136480073, 782608774478711229139682592),
        5: Fraction(487761472519372650072547059209, 534130488581720413887833369040),
        6: Fraction(282393437287759665244287761634989, 314395745952530207701079388364320),
    },
    "as-printed": {
        1: Fraction(945890219881, 307110819015),
        2: Fraction(42559869113510533, 15160218469856460),
        3: Fraction(3837417897538193512261, 1336812904453472786340),
        4: Fraction(4586953270546381313226894005, 1565217548957422458279365184),
        5: Fraction(21685425587657961908964874853, 7657784782533626005560335040),
        6: Fraction(19626039552617845876456446648232541, 6162156620669592070941156011940672),
    },
}


@pytest.mark.parametrize("rows", RETURNS)
def test_figures_by_players(rows):
    """Once sampled with a standard error of 0.0006 to 0.0011 points: 90.5287, 90.5997, 92.5262, 91.3188, 89.8214%."""
    rules = GAME.rules({"cover-all": "1"}, {"cover-all-rows": rows})
    by = table_of(rules, WAGER).by
    assert {players: 1 + side.net.mean for players, side in by.items()} == RETURNS[rows]
    assert {(side.sample, side.strategy) for side in by.values()} == {(None, "any")}
    assert by[6].net.total == factorial(53) // (factorial(5) ** 7 * factorial(18))


# Where the own fold forfeits it.

FOLDED = GAME.rules({"cover-all": "1"}, {"fold": "side-wagers-forfeited"})


def test_what_is_sampled_beside_a_fold_makes_up_for_two_hands_or_more():
    """[Y > 0] = Y - r on random tables whose own hand is not that high, for every number of players."""
    high = np.random.default_rng(12).integers(0, 4, (2_000, 7))
    sums, products = np.zeros((6, 3), np.int64), np.zeros((6, 3, 3), np.int64)
    cover_folded._tally(high, sums, products)
    for players in range(1, 7):
        others = (high[:, 1 : players + 1, None] > np.arange(3)).sum(axis=1)
        r = (others - (others > 0)) * (high[:, :1] <= np.arange(3))
        assert (sums[players - 1] == r.sum(axis=0)).all()
        assert (products[players - 1] == r.T @ r).all()


@pytest.mark.provision("MA 8(e)(2)")
def test_one_player_whose_fold_forfeits_the_cover_all(facts):
    """Every hand that is played, against every dealer's hand, by the pays of the higher of the two."""
    wager = FOLDED.game.wager("cover-all")
    assert wager is not None
    found = table_of(FOLDED, wager, 50_000).by
    plays = plays_of(FOLDED, facts.hands)
    table = FOLDED.tables["cover-all"]
    rows = {c: table[f"{name}/1"] for c, name in RULES.ranking.names().items()}  # type: ignore[union-attr]
    gross = [1 + Fraction(pay.numerator, pay.denominator) if wins(pay) else 0 for _, pay in sorted(rows.items())]
    total = Fraction(0)
    for own in range(1, len(gross) + 1):
        mine = plays & (facts.categories == own)
        for other in range(1, len(gross) + 1):
            total += (
                int(facts.weights[mine] @ facts.dealer[mine, other - 1].astype(np.int64)) * gross[max(own, other) - 1]
            )
    assert 1 + found[1].net.mean == total / (int(facts.weights.sum()) * facts.dealer_hands)
    assert (found[1].sample, found[1].strategy) == (None, "main-alone")
    for players in range(2, 7):
        sample = found[players].sample
        assert sample is not None
        assert 0 < sample.standard_error < 1e-3


@pytest.mark.provision("MA 8(e)(2)")
def test_several_players_by_a_plain_sample(facts):
    """200,000 tables of four players, each looked at as it lies."""
    wager = FOLDED.game.wager("cover-all")
    assert wager is not None
    dealt = np.empty((200_000, 25), np.uint8)
    cover_folded.deal_into(77, np.array(GAME.deck.cards, np.uint8), dealt)
    bulk = compiled(FOLDED.ranking)  # type: ignore[arg-type]
    categories = bulk.categories()[bulk.rank(dealt.reshape(-1, 5))].reshape(-1, 5)
    plays = plays_of(FOLDED, dealt[:, :5].copy())
    table = FOLDED.tables["cover-all"]
    gross = [0.0] * (1 + len(FOLDED.ranking.categories))  # type: ignore[union-attr]
    for category, name in FOLDED.ranking.names().items():  # type: ignore[union-attr]
        pay = table[f"{name}/4"]
        if wins(pay):
            gross[category] = float(1 + Fraction(pay.numerator, pay.denominator))
    drawn = np.where(plays, np.array(gross)[categories.max(axis=1)], 0)
    assert (
        abs(drawn.mean() - float(1 + table_of(FOLDED, wager, 50_000).by[4].net.mean)) < 4 * drawn.std() / 200_000**0.5
    )
