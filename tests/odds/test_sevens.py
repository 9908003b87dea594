"""Facts of seven-card hands: against a plain walk on small decks, against known counts on the whole one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest

from croupier.games.pa.cajun_stud import RANKING as CAJUN
from croupier.games.pa.face_up_pai_gow import FULLY_WILD, RANKING, ace_high
from croupier.kit.bulk import all_hands, compiled
from croupier.kit.cards import CARDS, JOKER, cards
from croupier.kit.sevens import (
    has_three_of_a_kind,
    has_three_pairs,
    is_royal_match,
    is_seven_card_straight_flush,
)
from croupier.odds.facts.sevens import ace_high_joint, signatures

BOTH = (RANKING, FULLY_WILD)
PUBLISHED = {
    "five-aces": 1_128,
    "royal-flush": 26_132,
    "straight-flush": 184_832,
    "four-of-a-kind": 307_472,
    "full-house": 4_188_528,
    "flush": 6_172_088,
    "three-of-a-kind": 7_672_500,
    "straight": 11_034_204,
    "other": 124_556_196,
}
RUNS = [tuple((rank if rank > 1 else 14) for rank in range(low, low + 7)) for low in range(1, 9)]


@cache
def whole():
    return signatures(BOTH)


@cache
def joint():
    return ace_high_joint(RANKING)


def small_deck(ranks, suits, *, joker=True):
    plain = [4 * "23456789TJQKA".index(rank) + suit for rank in ranks for suit in suits]
    return [*plain, 52] if joker else plain


def signature(hand, rankings):
    """By the scalar definitions."""
    return (
        *(ranking.best(hand).category for ranking in rankings),
        has_three_of_a_kind(hand),
        has_three_pairs(hand),
        is_seven_card_straight_flush(hand),
        is_royal_match(hand),
        JOKER in hand,
    )


def rows(found):
    """Every signature with its count and example."""
    columns = (found.trips, found.three_pairs, found.straight_flush, found.royal_match, found.joker)
    return [
        ((*categories, *flags), count, tuple(CARDS[card] for card in example))
        for categories, flags, count, example in zip(
            found.categories.tolist(),
            np.stack(columns, axis=1).tolist(),
            found.counts.tolist(),
            found.examples.tolist(),
            strict=True,
        )
    ]


def outcomes(found):
    return {
        (bool(dealer), bool(joker), bool(player)): int(count)
        for dealer, joker, player, count in zip(found.dealer, found.joker, found.player, found.counts, strict=True)
    }


# Signatures ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "deck",
    [
        pytest.param(small_deck("TJQKA", range(4)), id="ten to ace"),
        pytest.param(small_deck("A2345678", (0, 2)), id="ace to eight of two suits"),
        pytest.param(small_deck("6789TJQKA", (1, 3)), id="six to ace of two suits"),
        pytest.param([*small_deck("56789TJQKA", (1,)), *small_deck("A29QK", (0, 2), joker=False)], id="uneven suits"),
        pytest.param(small_deck("A247TJ", (0, 1, 2), joker=False), id="no joker"),
    ],
)
def test_signatures_agree_with_a_plain_walk(deck):
    plain: Counter[tuple[object, ...]] = Counter()
    first: dict[tuple[object, ...], tuple[int, ...]] = {}
    for hand in combinations([CARDS[card] for card in sorted(deck)], 7):
        found = signature(hand, BOTH)
        plain[found] += 1
        first.setdefault(found, hand)
    counted = rows(signatures(BOTH, deck=deck))
    assert {found: count for found, count, _ in counted} == plain
    assert {found: example for found, _, example in counted} == first
    assert [found for found, _, _ in counted] == sorted(plain)


def test_every_hand_of_the_whole_deck_is_counted_once():
    found = whole()
    assert found.hands == comb(53, 7) == 154_143_080
    assert found.counts.dtype == np.int64
    assert (found.counts > 0).all()
    assert found.counts[found.joker].sum() == comb(52, 6)


def test_every_example_has_its_signature():
    found = rows(whole())
    assert len({signature for signature, _, _ in found}) == len(found)
    for expected, _, example in found:
        assert signature(example, BOTH) == expected


def test_published_counts_of_the_semi_wild_joker():
    counts: Counter[str] = Counter()
    names = RANKING.names()
    for (category, _, trips, *_), count, _ in rows(whole()):
        name = names[category]
        if name == "straight" and trips:
            name = "three-of-a-kind"
        counts[name if name in PUBLISHED else "other"] += count
    assert counts == PUBLISHED


@pytest.mark.parametrize("place", [0, 1])
def test_categories_agree_with_the_bulk_ranking(place):
    bulk = compiled(BOTH[place], 7)
    expected = np.bincount(bulk.categories(), weights=bulk.counts(53), minlength=12)
    counted = np.bincount(whole().categories[:, place], weights=whole().counts, minlength=12)
    assert counted.tolist() == expected.tolist()


def test_long_straight_flushes_and_royal_matches_are_counted_by_hand():
    found = whole()
    natural, joker = ~found.joker, found.joker
    assert found.counts[found.straight_flush & natural].sum() == 4 * 8
    six_of_a_run = {frozenset(run) - {gap} for run in RUNS for gap in run}
    assert found.counts[found.straight_flush & joker].sum() == 4 * len(six_of_a_run)
    assert found.counts[found.royal_match & natural].sum() == 4 * 3
    assert found.counts[found.royal_match & joker].sum() == 4 * 3 * 5


def test_one_ranking_and_a_deck_without_the_joker():
    found = signatures([CAJUN], deck=52)
    assert found.hands == comb(52, 7)
    assert found.categories.shape[1] == 1
    royals = found.counts[found.categories[:, 0] == CAJUN["royal-flush"]].sum()
    assert royals == 4 * comb(47, 2)


def test_progress_of_the_walk_rises_to_the_whole():
    heard: list[tuple[int, int]] = []
    signatures([RANKING], deck=20, progress=lambda done, total: heard.append((done, total)))
    assert heard == sorted(heard)
    assert heard[-1] == (comb(20, 7), comb(20, 7))


@pytest.mark.parametrize("count", [signatures, ace_high_joint])
def test_bad_decks_and_rankings_are_refused(count):
    def call(ranking, deck):
        return count([ranking] if count is signatures else ranking, deck=deck)

    with pytest.raises(ValueError, match="each once"):
        call(RANKING, [*range(20), 3])
    with pytest.raises(ValueError, match="each once"):
        call(RANKING, 54)
    with pytest.raises(ValueError, match="no joker"):
        call(CAJUN, 53)
    with pytest.raises(ValueError, match="not five"):
        call(replace(CAJUN, size=3), 52)


# Ace high on both sides ----------------------------------------------------------------------------------------

FEW = [
    pytest.param(small_deck("A23678TQ", (0, 1)), id="eight ranks of two suits"),
    pytest.param(small_deck("A246789K", (1, 3)), id="straights with and without the joker"),
    pytest.param(small_deck("A235689J", (2, 3), joker=False), id="no joker"),
    pytest.param(small_deck("2345789T", (0, 1)), id="the joker is the only ace"),
]
MORE = [
    pytest.param(small_deck("A2368TQ", range(4)), id="seven ranks of four suits"),
    pytest.param(small_deck("A2369TQK", range(3)), id="eight ranks of three suits"),
]


def bits(hands):
    return (np.uint64(1) << hands.astype(np.uint64)).sum(axis=1)


def deals(ours, theirs):
    """How many pairs of hands share no card."""
    return sum(int(np.count_nonzero(one & theirs == 0)) for one in ours)


@pytest.mark.parametrize("deck", FEW)
def test_joint_counts_agree_with_a_plain_walk_over_pairs(deck):
    hands = np.array(sorted(deck), np.uint8)[all_hands(len(deck), 7)]
    high = np.array([ace_high(tuple(CARDS[card] for card in hand)) for hand in hands.tolist()])
    joker = (hands == 52).any(axis=1)
    held = bits(hands)
    dealers = {(False, False): ~high, (True, False): high & ~joker, (True, True): high & joker}
    plain = {
        (*dealer, player): deals(held[which], held[high == player])
        for dealer, which in dealers.items()
        for player in (False, True)
    }
    assert sum(plain.values()) == comb(len(deck), 7) * comb(len(deck) - 7, 7)
    assert outcomes(ace_high_joint(RANKING, deck=deck)) == {key: count for key, count in plain.items() if count}


@pytest.mark.parametrize("deck", MORE)
def test_two_ace_high_hands_agree_with_a_plain_walk_over_pairs(deck):
    hands = np.array(sorted(deck), np.uint8)[all_hands(len(deck), 7)]
    ranks = np.where(hands == 52, 12, hands >> 2)
    distinct = (np.diff(np.sort(ranks, axis=1), axis=1) > 0).all(axis=1) & (ranks == 12).any(axis=1)
    bulk = compiled(RANKING, 7)
    high = hands[distinct & (bulk.categories()[bulk.rank(hands)] == 1)]
    joker = (high == 52).any(axis=1)
    natural, wild = bits(high[~joker]), bits(high[joker])
    found = outcomes(ace_high_joint(RANKING, deck=deck))
    assert found[True, True, True] == deals(wild, natural) > 0
    assert found[True, False, True] == deals(natural, natural) + deals(wild, natural)


def test_every_deal_of_the_whole_deck_is_counted_once():
    found = joint()
    assert found.deals == comb(53, 7) * comb(46, 7) == 8_250_459_031_214_400
    assert len(outcomes(found)) == len(found.counts) == 6


def test_ace_high_alone_agrees_with_the_signatures():
    def without_a_pair(deck):
        found = whole() if deck == 53 else signatures([RANKING], deck=deck)
        low = found.categories[:, 0] == 1
        return int(found.counts[low & ~found.joker].sum()), int(found.counts[low & found.joker].sum())

    natural, joker = without_a_pair(53)
    lower, _ = without_a_pair(48)  # without the aces
    found = outcomes(joint())
    assert found[True, True, False] + found[True, True, True] == joker * comb(46, 7)
    assert found[True, False, False] + found[True, False, True] == (natural - lower) * comb(46, 7)
    player = sum(count for (_, _, player), count in found.items() if player)
    assert player == (natural - lower + joker) * comb(46, 7)


@pytest.mark.parametrize("deck", [pytest.param(53, id="whole deck"), *FEW, *MORE])
def test_every_example_is_of_its_outcome(deck):
    found = joint() if deck == 53 else ace_high_joint(RANKING, deck=deck)
    in_play = set(range(53)) if deck == 53 else set(deck)
    for row, (dealer, joker, player) in enumerate(outcomes(found)):
        theirs, ours = (tuple(CARDS[card] for card in hands[row]) for hands in (found.dealers, found.players))
        assert len({*theirs, *ours}) == 14
        assert {*theirs, *ours} <= in_play
        assert ace_high(theirs) == dealer
        assert (dealer and JOKER in theirs) == joker
        assert ace_high(ours) == player


def test_a_fully_wild_joker_is_never_ace_high():
    assert not any(joker for _, joker, _ in outcomes(ace_high_joint(FULLY_WILD)))


def test_an_uneven_deck_is_refused_for_two_hands():
    for deck in ([*range(20), 52][1:], small_deck("A2345K", (0, 1), joker=True)):
        with pytest.raises(ValueError, match="same suits in every rank"):
            ace_high_joint(RANKING, deck=deck)


def test_progress_of_the_joint_count_rises_to_the_whole():
    heard: list[tuple[int, int]] = []
    ace_high_joint(RANKING, progress=lambda done, total: heard.append((done, total)))
    assert heard == [(done, 16) for done in range(1, 17)]


def test_a_hand_that_the_joker_completes_is_not_ace_high():
    assert not ace_high(cards("2c 3d 4h 5s 9c Jd Jk"))
    assert not ace_high(cards("2c 4c 7c 9c Jd Kh Jk"))
    assert ace_high(cards("2c 4c 7c 9d Jd Kh Jk"))
