"""The highest hand of a table: what is counted against plain walks, what is sampled against other samples."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from croupier import open_game
from croupier.kit.bulk import compiled
from croupier.kit.cards import CARDS
from croupier.kit.paytables import wins
from croupier.odds import cover, cover_folded
from croupier.odds.against import against
from croupier.odds.classes import keys_of
from croupier.odds.facts import stud_facts
from croupier.odds.stud import plan
from croupier.odds.study import table_of

GAME = open_game("dj-wild", "ma")
RULES = GAME.rules({"cover-all": "1"})


@pytest.fixture(scope="module")
def facts():
    return stud_facts(RULES)


@pytest.fixture(scope="module")
def found(facts):
    return cover.highest(RULES, facts)


def test_one_hand_and_two_by_a_plain_walk(monkeypatch):
    """Deuces, queens and aces with the joker: every pair of hands that share no card."""
    assert RULES.ranking is not None
    monkeypatch.setattr(cover, "RARE", Fraction(2))
    deck = [*range(4), *range(40, 44), *range(48, 53)]
    worth = {hand: RULES.ranking.rank([CARDS[c] for c in hand]).category for hand in combinations(deck, 5)}
    top = len(RULES.ranking.categories)
    one, two = [0] * top, [0] * top
    for hand, own in worth.items():
        one = [n + (own > place) for place, n in enumerate(one)]
        for other in combinations(sorted(set(deck) - set(hand)), 5):
            lower = min(own, worth[other])
            two = [n + (lower > place) for place, n in enumerate(two)]
    assert cover._reached(against(RULES.ranking, deck)) == (1, one, two)


def test_what_is_sampled_makes_up_for_three_hands_or_more():
    """[X > 0] = X - X(X - 1)/2 + g on random tables, for every number of players, and the products of g."""
    high = np.random.default_rng(11).integers(0, 4, (2_000, 7))
    sums, products = np.zeros((6, 3), np.int64), np.zeros((6, 3, 3), np.int64)
    cover._tally(high, sums, products)
    for players in range(1, 7):
        reached = (high[:, : players + 1, None] > np.arange(3)).sum(axis=1)
        g = (reached > 0) - reached + reached * (reached - 1) // 2
        assert (sums[players - 1] == g.sum(axis=0)).all()
        assert (products[players - 1] == g.T @ g).all()
    assert not sums[0].any()
    assert sums[1:].all()


def test_one_player_is_the_joint_count(facts, found):
    top = facts.dealer.shape[1]
    exact = [0] * (top + 1)
    for own, weight, dealer in zip(
        facts.categories.tolist(), facts.weights.tolist(), facts.dealer.tolist(), strict=True
    ):
        for category, count in enumerate(dealer, 1):
            exact[max(own, category)] += weight * count
    least = min(found[0].counts)
    assert found[0].exact
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


def test_other_seeds_differ_by_the_standard_error(facts, found):
    """The mean of five other samples, each of a quarter of the rounds, lies where the standard error says."""
    wager = next(w for w in GAME.wagers if w.id == "cover-all")
    side = table_of(RULES, wager).by[6]
    assert side.sample is not None
    nets = {c: Fraction(c) for c in found[5].counts}

    def mean(one):
        return float(Fraction(sum(net * one.counts[c] for c, net in nets.items())) / sum(one.counts.values()))

    others = [cover.highest(RULES, facts, cover.ROUNDS // 4, seed)[5] for seed in range(5)]
    error = found[5].standard_error(nets)
    assert others[0].standard_error(nets) == pytest.approx(2 * error, rel=0.2)
    spread = np.std([mean(other) for other in others], ddof=1)
    assert 0.3 < spread / (2 * error) < 2.5
    assert abs(np.mean([mean(other) for other in others]) - mean(found[5])) < 4 * error * (1 + 4 / 5) ** 0.5


def test_figures_by_players():
    wager = next(w for w in GAME.wagers if w.id == "cover-all")
    by = table_of(RULES, wager).by
    assert by[1].sample is None
    assert by[1].net.mean == Fraction(-408494489, 4724781831)
    for players in range(2, 7):
        sample = by[players].sample
        assert sample is not None
        assert sample.rounds == cover.ROUNDS
        assert 1e-6 < sample.standard_error < 5e-5
    printed = table_of(GAME.rules({"cover-all": "1"}, {"cover-all-rows": "as-printed"}), wager).by
    assert all(printed[n].net.mean > 1 for n in printed)


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
    plays = plan(FOLDED, facts).plays
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
    cover.deal_into(77, np.array(GAME.deck.cards, np.uint8), dealt)
    bulk = compiled(FOLDED.ranking)  # type: ignore[arg-type]
    categories = bulk.categories()[bulk.rank(dealt.reshape(-1, 5))].reshape(-1, 5)
    plays = plan(FOLDED, facts).plays[np.searchsorted(keys_of(facts.hands), keys_of(dealt[:, :5].copy()))]
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
