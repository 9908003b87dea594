"""What seven cards hold whichever five are taken: against every five of them."""

from __future__ import annotations

import random

import pytest

from croupier.games.pa.face_up_pai_gow import FULLY_WILD, RANKING
from croupier.games.pa.face_up_pai_gow_hands import bonus_hands
from croupier.kit.cards import CARDS, JOKER, cards
from croupier.kit.house_rules import COMPLETE
from croupier.kit.sevens import (
    by_equal_ranks,
    can_be_complete,
    has_three_of_a_kind,
    has_three_pairs,
    is_royal_match,
    is_seven_card_straight_flush,
)


def some_hands(seed: int, count: int, size: int = 7):
    """Random hands: of all cards, of two suits and of seven ranks, every other one with the joker."""
    chance = random.Random(seed)
    decks = [CARDS[:52], [c for c in CARDS[:52] if c & 3 < 2], [c for c in CARDS[:52] if c.rank > 7]]
    for n in range(count):
        joker = (JOKER,) * (n % 2)
        yield (*chance.sample(decks[n % 3], size - len(joker)), *joker)


@pytest.mark.parametrize("size", [5, 6, 7])
def test_a_complete_hand_is_one_that_some_five_make(size):
    met = set()
    for hand in some_hands(size, 3000, size):
        five = {RANKING.category(found).name for _, found in RANKING.each(hand)}
        assert can_be_complete(hand) == bool(five & set(COMPLETE)), hand
        met.add(can_be_complete(hand))
    assert met == {False, True}


@pytest.mark.parametrize(
    ("text", "complete"),
    [
        ("As 2d 3h 4c 5s 9d Jh", True),
        ("As Kd Qh Jc Ts 4d 3h", True),
        ("Ks Ad 2h 3c 4s 9d Jh", False),
        ("2s 3s 4s 9s Js Kd Qh", True),
        ("2s 3s 4s 9s Jk Kd Qh", True),
        ("2s 3s 4s 9d Kd Jk Qh", False),
        ("2s 3s 4s 6d Kd Jk Qh", True),
        ("As 2d 3h 4c Jk 9d Jh", True),
        ("2s 3d 7h 8c Jk Qd Kh", False),
    ],
)
def test_complete_hands_by_name(text, complete):
    assert can_be_complete(cards(text)) is complete


def test_threes_and_three_pairs_with_the_joker_an_ace():
    assert has_three_pairs(cards("As Jk 9d 9c 4s 4h 2d"))
    assert not has_three_pairs(cards("As Ad Jk 9c 9s 4h 2d"))
    assert not has_three_pairs(cards("As Jk 9d 9c 9s 4h 4d"))
    assert has_three_of_a_kind(cards("As Ad Jk 9c 9s 4h 2d"))
    assert not has_three_of_a_kind(cards("As Jk 9d 9c 4s 4h 2d"))


@pytest.mark.parametrize("ranking", [RANKING, FULLY_WILD])
def test_equal_ranks_decide_where_nothing_is_complete(ranking):
    met = set()
    for hand in (*some_hands(11, 6000), cards("As Ad Ah Ac Jk 9d 2c"), cards("9s 9d 9h 9c Jk Kd 2c")):
        if not can_be_complete(hand):
            name = by_equal_ranks(hand, fully_wild=ranking is FULLY_WILD)
            best = ranking.category(ranking.best(hand)).name
            assert name == ("five-of-a-kind" if best == "five-aces" else best), hand
            met.add(name)
    assert {"high-card", "pair", "two-pairs", "three-of-a-kind", "full-house", "four-of-a-kind"} <= met
    assert "five-of-a-kind" in met


def named_by_the_best_five(hand, *, fully_wild, trips_first):
    """The names under 688a.6(e) and (f) with nothing skipped."""
    ranking, joker = (FULLY_WILD if fully_wild else RANKING), JOKER in hand
    names = []
    if is_seven_card_straight_flush(hand):
        with_joker = ["7-card-straight-flush-with-joker", "7-card-wild-straight-flush"]
        names += [*(with_joker if joker else ["7-card-natural-straight-flush"]), "7-card-straight-flush"]
    if is_royal_match(hand):
        names.append("royal-flush-royal-match")
    best = max(found for _, found in ranking.each(hand))
    name = ranking.category(best).name
    if name == "five-of-a-kind" and best.ties[0] == 14:
        names.append("five-aces")
    ranks = [card.rank or 14 for card in hand]
    if name == "straight" and trips_first and max(map(ranks.count, ranks)) >= 3:
        names.append("three-of-a-kind")
    if name == "two-pairs" and sum(ranks.count(rank) == 2 for rank in set(ranks)) == 3:
        names.append("three-pair")
    return [*names, name]


@pytest.mark.parametrize("fully_wild", [False, True])
@pytest.mark.parametrize("trips_first", [False, True])
def test_bonus_hands_are_those_of_the_best_five(fully_wild, trips_first):
    met = set()
    for hand in some_hands(3, 6000):
        found = list(bonus_hands(hand, fully_wild=fully_wild, trips_first=trips_first))
        assert found == named_by_the_best_five(hand, fully_wild=fully_wild, trips_first=trips_first), hand
        met.update(found)
    assert {"high-card", "pair", "two-pairs", "three-pair", "three-of-a-kind", "straight", "flush"} <= met
