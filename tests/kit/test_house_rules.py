"""The words of a house way: asked about one hand and about many at once, they answer the same."""

from __future__ import annotations

import random

import numpy as np
import pytest

from croupier.games.pa.house_way import SHIPPED, rank_of, shape, shipped
from croupier.kit.cards import CARDS
from croupier.kit.house_rules import FRONTS, HANDS, Rule, kept_category, read_rules
from croupier.odds.pai_gow.ways import shapes_of


@pytest.fixture(scope="module")
def hands():
    """Random hands of all cards and of four ranks with the joker, so that every kind is met."""
    chance = random.Random(688)
    few = [*(card for card in CARDS[:52] if card.rank > 10), CARDS[52]]
    return [chance.sample(CARDS if n % 2 else few, 7) for n in range(4000)] + [[*CARDS[48:], *CARDS[:2]]]


@pytest.fixture(scope="module")
def one_by_one(hands):
    return [shape(sorted(map(rank_of, hand), reverse=True)) for hand in hands]


@pytest.fixture(scope="module")
def together(hands):
    return shapes_of(np.array(hands, np.uint8))


def test_many_hands_have_the_shapes_of_each(one_by_one, together):
    assert {seen.hand for seen in one_by_one} == set(range(len(HANDS)))
    for n, seen in enumerate(one_by_one):
        assert seen[:-1] == tuple(column[n] for column in together[:-1])
        assert seen.alone == tuple(column[n] for column in together.alone)
        assert seen.alone == tuple(together.singles[n])


@pytest.mark.parametrize(
    "rule",
    [
        Rule("pair", "two-of-it", {}),
        Rule("pair", "two-of-it", {"rank": (7, 10)}),
        Rule("pair", "two-of-it", {"beside": (2, 12)}),
        Rule("pair", "two-of-it", {"single": (14, 14)}),
        Rule("pair", "two-of-it", {"no-single": (12, 14)}),
        Rule("pair", "two-of-it", {}, singles=((13, 14), (2, 10))),
        Rule("pair", "two-of-it", {}, pairs=1),
        Rule("pair", "two-of-it", {"rank": (5, 13), "no-single": (14, 14)}, singles=((9, 13),), pairs=1),
    ],
)
def test_conditions(rule, one_by_one, together):
    each = [bool(rule.fits(seen)) for seen in one_by_one]
    assert np.array_equal(np.broadcast_to(rule.fits(together), len(each)), each)
    assert rule.unconditional == all(each)
    assert any(each)


@pytest.mark.parametrize("front", FRONTS)
def test_fronts(front, one_by_one, together):
    one, other = FRONTS[front](together)
    assert list(zip(one.tolist(), other.tolist(), strict=True)) == [FRONTS[front](seen) for seen in one_by_one]


PAIR, KING, QUEEN = (1, 4, 4), (0, 13, 9), (0, 12, 11)


@pytest.mark.parametrize(
    ("yields", "fronts", "kept"),
    [
        ({}, [None, None, None, None], None),
        ({}, [None, None, QUEEN, KING], 2),
        ({"flush-yields-to": (((13, 14),),)}, [None, None, QUEEN, KING], 3),
        ({"flush-yields-to": (((14, 14),),)}, [None, None, QUEEN, KING], 2),
        ({"flush-yields-to": (((13, 13), (2, 8)),)}, [None, None, QUEEN, KING], 2),
        ({"flush-yields-to": (((13, 14),),)}, [None, None, KING, QUEEN], 2),
        ({"flush-yields-to": ((),)}, [None, None, QUEEN, PAIR], 3),
        ({"flush-yields-to": ((),)}, [None, None, QUEEN, KING], 2),
        ({"straight-flush-yields-to": (((2, 14),),)}, [None, QUEEN, KING, KING], 2),
        ({"straight-flush-yields-to": (((2, 14),),)}, [None, QUEEN, KING, PAIR], 3),
        ({"royal-yields-to": (((2, 14),),)}, [QUEEN, None, None, KING], 3),
        ({"royal-yields-to": (((2, 14),),)}, [QUEEN, KING, None, None], 0),
        ({"flush-yields-to": (((2, 14),),)}, [None, None, None, QUEEN], 3),
    ],
)
def test_the_category_that_is_kept(yields, fronts, kept):
    assert kept_category(yields, fronts) == kept


@pytest.mark.parametrize("name", SHIPPED)
def test_what_is_told_of_a_rule_reads_as_the_rule(name):
    rules = shipped(name).rules
    assert rules
    assert read_rules([rule.to_json() for rule in rules]) == rules
