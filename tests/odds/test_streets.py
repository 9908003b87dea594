"""Facts of games with community cards: against a plain walk on small decks, against known counts on the whole one."""

from __future__ import annotations

import io
from collections import Counter
from functools import cache
from itertools import combinations
from math import comb, factorial, perm
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from croupier.games.pa.cajun_stud import RANKING as CAJUN
from croupier.games.pa.dj_wild import RANKING as DJ_WILD
from croupier.games.pa.raise_it_up import RANKING as RAISE
from croupier.kit.bulk import all_hands, compiled
from croupier.kit.cards import CARDS, cards
from croupier.odds.classes import classes, keys_of
from croupier.odds.streets import StreetFacts, final_class, final_groups, remaining, street_facts

if TYPE_CHECKING:
    from numpy.typing import NDArray

GAMES = [pytest.param(CAJUN, 2, id="cajun-stud"), pytest.param(RAISE, 3, id="raise-it-up")]
DECKS = [
    pytest.param("TJQKA", 4, id="ten to ace"),
    pytest.param("2345A", 4, id="ace to five"),
    pytest.param("6789TJA", 3, id="seven ranks of three suits"),
    pytest.param("23456789TQ", 2, id="ten ranks of two suits"),
]
FIVES = {
    "royal-flush": 4, "straight-flush": 36, "four-of-a-kind": 624, "full-house": 3_744, "flush": 5_108,
    "straight": 10_200, "three-of-a-kind": 54_912, "two-pairs": 123_552, "pair": 1_098_240, "high-card": 1_302_540,
}  # fmt: skip


@cache
def whole(ranking, hole):
    return street_facts(ranking, hole=hole)


def small_deck(ranks, suits):
    return [4 * "23456789TJQKA".index(rank) + suit for rank in ranks for suit in range(suits)]


def by_group(facts, ranking, row):
    """A row of counts by name: the category, and the leading rank where there is one."""
    names = ranking.names()
    return {
        (names[g.category], g.lead) if g.lead else names[g.category]: int(count)
        for g, count in zip(facts.groups, row, strict=True)
        if count
    }


def by_category(facts, ranking, row):
    counts: Counter[str] = Counter()
    for group, count in zip(facts.groups, row, strict=True):
        counts[ranking.names()[group.category]] += int(count)
    return counts


# Against the plain walk


@pytest.mark.parametrize(("ranking", "hole"), GAMES)
@pytest.mark.parametrize(("ranks", "suits"), DECKS)
def test_every_hand_of_every_street_against_the_walk(ranking, hole, ranks, suits):
    deck = small_deck(ranks, suits)
    facts = street_facts(ranking, hole=hole, cards=deck)
    final = hole + 3
    assert (facts.deck, facts.hole, facts.final, len(facts.streets)) == (len(deck), hole, final, 3)
    ends = {
        hand: final_class(ranking.best(tuple(CARDS[card] for card in hand)), ranking)
        for hand in combinations(deck, final)
    }
    for held, street in enumerate(facts.streets, hole):
        met: Counter[int] = Counter()
        walked = {hand: np.zeros(len(facts.groups), np.int64) for hand in combinations(deck, held)}
        for hand, group in ends.items():
            for part in combinations(hand, held):
                walked[part][group] += factorial(final - held)
        for hand, counts in walked.items():
            place = facts.find(hand)
            met[place] += 1
            assert (street.finals[place] == counts).all()
        assert [met[place] for place in range(len(met))] == street.classes.weights.tolist()
    reached = set(ends.values())
    for place, shown in enumerate(facts.groups):
        assert (place in reached) == (len(shown.cards) == final and set(shown.cards) <= set(deck))


@pytest.mark.parametrize(("ranking", "hole"), GAMES)
@pytest.mark.parametrize(("ranks", "suits"), DECKS)
def test_next_is_the_class_with_one_card_more(ranking, hole, ranks, suits):
    deck = small_deck(ranks, suits)
    facts = street_facts(ranking, hole=hole, cards=deck)
    for street, after in zip(facts.streets, facts.streets[1:], strict=False):
        assert street.next is not None
        for hand, row, finals in zip(street.classes.hands.tolist(), street.next, street.finals, strict=True):
            left = [card for card in deck if card not in hand]
            assert remaining(np.array([hand], np.uint8), facts.cards).tolist() == [left]
            assert [facts.find([card, *hand]) for card in left] == row.tolist()
            assert (after.finals[row].sum(axis=0) == finals).all()
    assert facts.streets[-1].next is None


# The whole deck


@pytest.mark.parametrize(("ranking", "hole"), GAMES)
def test_whole_deck_adds_up(ranking, hole):
    facts = whole(ranking, hole)
    for held, street in enumerate(facts.streets, hole):
        folded = street.classes
        assert folded.weights.sum() == comb(52, held)
        assert (street.finals.sum(axis=1) == perm(52 - held, facts.final - held)).all()
        assert (folded.weights @ street.finals == facts.streets[0].classes.weights @ facts.streets[0].finals
                * factorial(hole) // factorial(held)).all()  # fmt: skip
        assert (keys_of(folded.hands) == folded.keys).all()
        assert (np.diff(folded.hands.astype(np.int64), axis=1) > 0).all()
        if held < 5:
            plain = classes(52, held)
            assert (plain.keys == folded.keys).all()
            assert (plain.weights == folded.weights).all()
    assert [len(street.classes.keys) for street in facts.streets] == [169, 1_755, 16_432, 134_459][hole - 2 : hole + 1]


def test_five_cards_come_out_as_everybody_knows():
    facts = whole(CAJUN, 2)
    first = facts.streets[0]
    totals = by_category(facts, CAJUN, first.classes.weights @ first.finals)
    orders = factorial(5) // factorial(2)
    assert totals == {name: count * orders for name, count in FIVES.items()}
    aces = by_group(facts, CAJUN, first.classes.weights @ first.finals)["pair", 14]
    assert aces == 1_098_240 // 13 * orders


def test_six_cards_come_out_as_ranked_one_by_one():
    facts = whole(RAISE, 3)
    bulk = compiled(RAISE, 6)
    fours = all_hands(52, 4)
    counts = np.zeros(len(bulk.worths), np.int64)
    for a, b in combinations(range(48), 2):
        tails = fours[np.searchsorted(fours[:, 0], b, side="right") :]
        hands = np.empty((len(tails), 6), np.uint8)
        hands[:, 0], hands[:, 1], hands[:, 2:] = a, b, tails
        counts += np.bincount(bulk.rank(hands), minlength=len(counts))
    assert counts.sum() == comb(52, 6) == 20_358_520
    expected = np.zeros(len(facts.groups), np.int64)
    np.add.at(expected, [final_class(hand, RAISE) for hand in bulk.worths], counts)
    first = facts.streets[0]
    assert (first.classes.weights @ first.finals == expected * (factorial(6) // factorial(3))).all()


@pytest.mark.parametrize(("ranking", "hole"), GAMES)
def test_deals_can_be_followed_street_by_street(ranking, hole):
    facts = whole(ranking, hole)
    rng = np.random.default_rng(hole)
    for _ in range(200):
        deal = rng.choice(52, facts.final, replace=False).tolist()
        places = [facts.find(deal[: hole + turned]) for turned in range(3)]
        for street, place, after in zip(facts.streets, places, places[1:], strict=False):
            assert street.next is not None
            assert after in street.next[place]
        group = final_class(ranking.best(tuple(CARDS[card] for card in deal)), ranking)
        assert all(street.finals[place, group] for street, place in zip(facts.streets, places, strict=True))


# By hand


def test_four_to_a_royal():
    facts = whole(CAJUN, 2)
    row = facts.streets[2].finals[facts.find(cards("Ah Kh Qh Jh"))]
    assert by_group(facts, CAJUN, row) == {
        "royal-flush": 1, "flush": 8, "straight": 3, ("pair", 14): 3, ("pair", 13): 3, ("pair", 12): 3, ("pair", 11): 3,
        ("high-card", 14): 24,
    }  # fmt: skip


def test_a_pair_of_aces_before_three_community_cards():
    facts = whole(CAJUN, 2)
    row = facts.streets[0].finals[facts.find(cards("As Ad"))]
    unordered = {
        "four-of-a-kind": 48,
        "full-house": 2 * 12 * comb(4, 2) + 12 * comb(4, 3),
        "three-of-a-kind": 2 * comb(12, 2) * 4 * 4,
        "two-pairs": 12 * comb(4, 2) * 44,
        ("pair", 14): comb(12, 3) * 4**3,
    }
    assert by_group(facts, CAJUN, row) == {name: 6 * count for name, count in unordered.items()}


def test_a_full_house_with_one_card_to_come():
    facts = whole(RAISE, 3)
    row = facts.streets[2].finals[facts.find(cards("Ks Kd Kc 4h 4s"))]
    assert by_group(facts, RAISE, row) == {"four-of-a-kind": 1, "full-house": 46}


def test_three_pairs_are_led_by_the_best_two():
    facts = whole(RAISE, 3)
    row = facts.streets[2].finals[facts.find(cards("Ks Kd 4c 4h 9s"))]
    assert by_group(facts, RAISE, row) == {"full-house": 4, "two-pairs": 43}


# Groups


@pytest.mark.parametrize(("ranking", "hole"), GAMES)
def test_every_group_shows_a_hand_of_its_own(ranking, hole):
    facts = whole(ranking, hole)
    assert len(final_groups(ranking)) == len(facts.groups) == 8 + 13 + 8
    assert [(g.category, g.lead) for g in facts.groups] == sorted((g.category, g.lead) for g in facts.groups)
    for groups in (final_groups(ranking), facts.groups):
        for place, group in enumerate(groups):
            hand = ranking.best(group.cards)
            assert final_class(hand, ranking) == place
            assert hand.category == group.category
            assert group.lead in {0, hand.ties[0] if hand.ties else 0}
    short = [g for g in facts.groups if len(g.cards) != facts.final]
    # Six cards of no pair cannot be seven high: they would be a straight.
    assert [(g.category, g.lead) for g in short] == ([] if hole == 2 else [(ranking["high-card"], 7)])


# Archive and refusals


@pytest.mark.parametrize(("ranking", "hole"), GAMES)
def test_arrays_and_back(ranking, hole):
    facts = whole(ranking, hole)
    arrays = facts.to_arrays()
    assert sum(array.nbytes for array in arrays.values()) < 12_000_000
    archive = io.BytesIO()
    np.savez(archive, **arrays)
    archive.seek(0)
    with np.load(archive, allow_pickle=False) as stored:
        again = StreetFacts.from_arrays(stored)
    assert (again.ranking, again.hole, again.final, again.groups) == (ranking.name, hole, hole + 3, facts.groups)
    assert (again.cards == facts.cards).all()
    for one, other in zip(facts.streets, again.streets, strict=True):
        pairs: list[tuple[NDArray[Any], NDArray[Any] | None]] = [
            (one.finals, other.finals),
            (one.classes.keys, other.classes.keys),
            (one.classes.hands, other.classes.hands),
            (one.classes.weights, other.classes.weights),
        ]
        if one.next is None:
            assert other.next is None
        else:
            pairs.append((one.next, other.next))
        for mine, theirs in pairs:
            assert theirs is not None
            assert mine.dtype == theirs.dtype
            assert (mine == theirs).all()


def test_progress_is_told_to_the_end():
    heard = []
    street_facts(CAJUN, hole=2, progress=lambda done, total: heard.append((done, total)))
    assert heard[-1] == (16_432, 16_432)
    assert heard == sorted(heard)
    assert len(heard) > 3


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"hole": 2, "deck": 50}, "same ranks"),
        ({"hole": 2, "cards": [0, 0, 1, 1, 2, 2, 3, 3]}, "each card once"),
        ({"hole": 2, "deck": 53}, "same ranks"),
        ({"hole": 1}, "cannot be ranked"),
        ({"hole": 5}, "cannot be ranked"),
        ({"hole": 5, "community": 0}, "cannot be ranked"),
        ({"hole": 2, "deck": 4}, "cannot be ranked"),
    ],
)
def test_what_cannot_be_counted_is_refused(settings, words):
    with pytest.raises(ValueError, match=words):
        street_facts(CAJUN, **settings)


def test_wild_cards_are_refused():
    with pytest.raises(ValueError, match="wild"):
        street_facts(DJ_WILD, hole=2)


@pytest.mark.parametrize("hand", ["As", "As As", "As Ks Qs Js Ts", "As Jk"])
def test_a_state_that_does_not_exist_is_refused(hand):
    with pytest.raises(ValueError, match=r"no street|twice or is not in play"):
        whole(CAJUN, 2).find(cards(hand))


def test_a_card_out_of_play_is_refused():
    facts = street_facts(CAJUN, hole=2, cards=small_deck("TJQKA", 3))
    assert facts.find(cards("As Kc")[1:] + cards("Ad")) >= 0
    for hand in ("9c Tc", "As Kc"):
        with pytest.raises(ValueError, match="not in play"):
            facts.find(cards(hand))
