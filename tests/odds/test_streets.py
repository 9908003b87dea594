"""Community cards turned one by one: against a plain walk on small decks, against known counts on the whole one."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import comb, factorial, perm

import numpy as np
import pytest

from croupier import open_game
from croupier.kit.bulk import all_hands, compiled
from croupier.kit.cards import CARDS, Deck, cards
from croupier.odds.facts.classes import classes
from croupier.odds.solver.folded import count
from croupier.odds.solver.keys import keys_of
from croupier.odds.solver.pays import main_wagers
from croupier.odds.solver.shape import shape_of
from croupier.odds.solver.solve import counted

GAMES = ["cajun-stud", "raise-it-up"]
DECKS = [
    pytest.param("TJQKA", 4, id="ten to ace"),
    pytest.param("2345A", 4, id="ace to five"),
    pytest.param("6789TJA", 3, id="seven ranks of three suits"),
    pytest.param("23456789TQ", 2, id="ten ranks of two suits"),
]
FIVES = {
    "royal-flush": 4,
    "straight-flush": 36,
    "four-of-a-kind": 624,
    "full-house": 3_744,
    "flush": 5_108,
    "straight": 10_200,
    "three-of-a-kind": 54_912,
    "two-pairs": 123_552,
    "pair": 1_098_240,
    "high-card": 1_302_540,
}


def shape_with(game, deck=None):
    game = open_game(game)
    if deck is not None:
        game = replace(game, deck=Deck("a few", tuple(CARDS[card] for card in deck), 1, game.deck.cite))
    rules = game.rules()
    return shape_of(rules, main_wagers(rules))


@cache
def whole(game):
    return counted(shape_with(game))


def small_deck(ranks, suits):
    return [4 * "23456789TJQKA".index(rank) + suit for rank in ranks for suit in range(suits)]


def place_of(found, hand):
    street, state = len(hand) - found.shape.asks[0], np.array([hand], np.uint8)
    (place,) = found.places(street, state)
    level = found.levels[street]
    assert level.keys[place] == keys_of(found.shape, state)
    return level, place


def by_values(found, row):
    """A row of counts by what the main wagers see: the category, and a pair's rank."""
    names = found.shape.rules.ranking.names()
    told = [found.tuples.values(number) for number in range(len(found.tuples))]
    return {
        (names[category], pair) if pair else names[category]: int(n)
        for (category, pair), n in zip(told, row, strict=True)
        if n
    }


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("ranks", "suits"), DECKS)
def test_every_hand_of_every_street_against_the_walk(game, ranks, suits):
    deck = small_deck(ranks, suits)
    found = count(shape_with(game, deck))
    ranking, final = found.shape.rules.ranking, len(found.shape.draws)
    assert ranking is not None
    numbers = {found.tuples.values(number): number for number in range(len(found.tuples))}
    ends = {}
    for hand in combinations(deck, final):
        best = ranking.best(tuple(CARDS[card] for card in hand))
        pair = best.ties[0] if best.category == ranking["pair"] else 0
        ends[hand] = numbers[best.category, pair]
    assert set(ends.values()) == set(numbers.values())
    for held, level in zip(found.shape.asks, found.levels, strict=True):
        parts = {part: place for place, part in enumerate(combinations(deck, held))}
        walked = np.zeros((len(parts), len(numbers)), np.int64)
        for hand, number in ends.items():
            for part in combinations(hand, held):
                walked[parts[part], number] += factorial(final - held)
        keys = keys_of(found.shape, np.array(list(parts), np.uint8))
        places = np.searchsorted(level.keys, keys)
        assert (level.keys[places] == keys).all()
        assert (level.counts[places] == walked).all()
        orders = perm(held, held - found.shape.asks[0])  # of the community cards among them
        assert (np.bincount(places) * orders == level.weights).all()
    for level, after in zip(found.levels, found.levels[1:], strict=False):
        ((onward, ways),) = level.steps
        assert (ways.sum(axis=1) == len(deck) - level.states.shape[1]).all()
        for number in range(len(numbers)):
            assert (level.back(after.counts[:, number]) == level.counts[:, number]).all()
        for state, row, way in zip(level.states.tolist()[:50], onward, ways, strict=False):
            for card, place, one in zip(found.shape.kinds, row, way, strict=True):
                assert (card not in state) == bool(one)
                assert not one or place_of(found, (*state, card))[1] == place


@pytest.mark.parametrize(("game", "hole"), [("cajun-stud", 2), ("raise-it-up", 3)])
def test_whole_deck_adds_up(game, hole):
    found = whole(game)
    final = len(found.shape.draws)
    for held, level in enumerate(found.levels, hole):
        assert level.weights.sum() == comb(52, hole) * perm(52 - hole, held - hole)
        assert (level.ends == perm(52 - held, final - held)).all()
        assert level.ended(level.weights, len(found.tuples)) == found.levels[0].ended(
            found.levels[0].weights, len(found.tuples)
        )
        if held < 5:
            assert sorted(level.weights // perm(held, held - hole)) == sorted(classes(52, held).weights)
    assert [len(level.keys) for level in found.levels] == [169, 1_755, 16_432, 134_459][hole - 2 : hole + 1]


def test_five_cards_come_out_as_everybody_knows():
    found = whole("cajun-stud")
    first = found.levels[0]
    totals = by_values(found, first.ended(first.weights, len(found.tuples)))
    orders = factorial(5) // factorial(2)
    assert totals["pair", 14] == FIVES["pair"] // 13 * orders
    by_name: Counter[str] = Counter()
    for name, n in totals.items():
        by_name[name[0] if isinstance(name, tuple) else name] += n
    assert by_name == {name: n * orders for name, n in FIVES.items()}


def test_six_cards_come_out_as_ranked_one_by_one():
    found = whole("raise-it-up")
    ranking = found.shape.rules.ranking
    assert ranking is not None
    bulk = compiled(ranking, 6)
    fours = all_hands(52, 4)
    counts = np.zeros(len(bulk.worths), np.int64)
    for a, b in combinations(range(48), 2):
        tails = fours[np.searchsorted(fours[:, 0], b, side="right") :]
        hands = np.empty((len(tails), 6), np.uint8)
        hands[:, 0], hands[:, 1], hands[:, 2:] = a, b, tails
        counts += np.bincount(bulk.rank(hands), minlength=len(counts))
    assert counts.sum() == comb(52, 6) == 20_358_520
    expected: Counter[tuple[int, int]] = Counter()
    for hand, n in zip(bulk.worths, counts.tolist(), strict=True):
        expected[hand.category, hand.ties[0] if hand.category == ranking["pair"] else 0] += n
    first = found.levels[0]
    ours = first.ended(first.weights, len(found.tuples))
    told = {found.tuples.values(number): n for number, n in enumerate(ours)}
    assert told == {values: n * (factorial(6) // factorial(3)) for values, n in expected.items() if n}


# By hand


@pytest.mark.parametrize(
    ("game", "hand", "unordered", "orders"),
    [
        (
            "cajun-stud",
            "Ah Kh Qh Jh",
            {
                "royal-flush": 1,
                "flush": 8,
                "straight": 3,
                ("pair", 14): 3,
                ("pair", 13): 3,
                ("pair", 12): 3,
                ("pair", 11): 3,
                "high-card": 24,
            },
            1,
        ),
        (
            "cajun-stud",
            "As Ad",
            {
                "four-of-a-kind": 48,
                "full-house": 2 * 12 * comb(4, 2) + 12 * comb(4, 3),
                "three-of-a-kind": 2 * comb(12, 2) * 4 * 4,
                "two-pairs": 12 * comb(4, 2) * 44,
                ("pair", 14): comb(12, 3) * 4**3,
            },
            6,
        ),
        ("raise-it-up", "Ks Kd Kc 4h 4s", {"four-of-a-kind": 1, "full-house": 46}, 1),
        ("raise-it-up", "Ks Kd 4c 4h 9s", {"full-house": 4, "two-pairs": 43}, 1),  # three pairs: the best two
    ],
)
def test_what_can_become_of_a_hand(game, hand, unordered, orders):
    found = whole(game)
    level, place = place_of(found, cards(hand))
    assert by_values(found, level.counts[place]) == {name: orders * n for name, n in unordered.items()}
