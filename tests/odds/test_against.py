"""Facts of five cards against the dealer's five: against the plain walk on small decks, and whole on the full one."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import pytest

from croupier.games.pa.cajun_stud import RANKING as STANDARD
from croupier.games.pa.dj_wild import RANKING as DJ_WILD
from croupier.kit.bulk import all_hands
from croupier.kit.cards import CARDS
from croupier.odds.facts.against import against
from croupier.odds.facts.classes import classes, fold, keys_of


def deck(ranks: str, *, joker: bool, suits: str = "cdhs") -> list[int]:
    return [c for c in CARDS[:52] if str(c)[0] in ranks and str(c)[1] in suits] + ([52] if joker else [])


def plain_walk(ranking, cards):
    """For each hand, how many of the dealer's fall in each category, and are lower and equal in its own."""
    hands = {hand: ranking.rank([CARDS[c] for c in hand]) for hand in combinations(cards, 5)}
    found = {}
    for hand, worth in hands.items():
        others = [hands[other] for other in combinations([c for c in cards if c not in hand], 5)]
        by_category = np.bincount([o.category for o in others], minlength=len(ranking.categories) + 1)[1:]
        own = [o for o in others if o.category == worth.category]
        found[hand] = (list(by_category), sum(o < worth for o in own), sum(o == worth for o in own))
    return found


@pytest.mark.parametrize(
    ("ranking", "cards"),
    [
        (DJ_WILD, deck("2KA", joker=True)),
        (DJ_WILD, deck("2TJQKA", joker=True, suits="cd")),
        (DJ_WILD, deck("2345A", joker=False, suits="cds")[:12]),
        (STANDARD, deck("89T", joker=False)),
    ],
)
def test_facts_are_the_plain_walk(ranking, cards):
    cards = sorted(set(cards))
    facts, walk = against(ranking, cards), plain_walk(ranking, cards)
    assert facts.weights.sum() == comb(len(cards), 5)
    by_key = {int(k): i for i, k in enumerate(keys_of(facts.hands))}
    for hand, (by_category, lower, equal) in walk.items():
        n = by_key[int(keys_of(np.array([hand], np.uint8))[0])]
        assert (list(facts.dealer[n]), facts.lower[n], facts.equal[n]) == (by_category, lower, equal)


@pytest.mark.parametrize(
    ("cards", "size"),
    [
        (range(53), 4),
        (deck("2KA", joker=True), 5),
        (deck("2TJQKA", joker=True, suits="ch"), 5),
        (deck("2345", joker=False, suits="cds"), 6),
        (deck("234567A", joker=True, suits="s"), 3),
    ],
)
def test_classes_are_found_without_sorting_all_hands(cards, size):
    held = np.array(sorted(cards), np.uint8)
    hands = held[all_hands(len(held), size)]
    wanted = np.unique(keys_of(hands), return_index=True, return_counts=True)
    for found, sought in zip(fold(hands, held), wanted, strict=True):
        assert np.array_equal(found, sought)


def test_suits_with_different_ranks_are_refused():
    with pytest.raises(ValueError, match="same ranks"):
        against(DJ_WILD, range(11))


def test_progress_is_heard_to_the_end():
    heard: list[tuple[int, int]] = []
    cards = deck("2KA", joker=True)
    against(DJ_WILD, cards, progress=lambda done, total: heard.append((done, total)))
    assert len(heard) == len(DJ_WILD.categories)
    assert heard == sorted(heard)
    assert {total for _, total in heard} == {comb(len(cards), 5)}
    assert heard[-1][0] == comb(len(cards), 5)


@pytest.fixture(scope="module")
def facts():
    return against(DJ_WILD)


def test_the_full_deck_is_whole(facts):
    assert len(facts.hands) == 150_891
    assert facts.weights.sum() == 2_869_685
    assert facts.dealer_hands == 1_712_304
    assert (facts.dealer.sum(axis=1) == facts.dealer_hands).all()
    # Player and dealer can change places: as many deals are won as lost, category by category.
    total = np.zeros((12, 12), np.int64)
    np.add.at(total, facts.categories - 1, facts.weights[:, None] * facts.dealer)
    assert (total == total.T).all()
    own = facts.dealer[np.arange(len(facts.hands)), facts.categories - 1]
    assert (facts.weights * facts.lower).sum() == (facts.weights * (own - facts.lower - facts.equal)).sum()


def test_examples_show_what_they_stand_for(facts):
    assert len(facts.outcomes) == len(facts.examples) == len({tuple(o) for o in facts.outcomes})
    for (category, natural, dealer, versus), (mine, theirs) in zip(facts.outcomes, facts.examples, strict=True):
        held, other = [CARDS[c] for c in mine], [CARDS[c] for c in theirs]
        assert not set(held) & set(other)
        a, b = DJ_WILD.rank(held), DJ_WILD.rank(other)
        assert (a.category, DJ_WILD.is_natural(held), b.category) == (category, bool(natural), dealer)
        assert (a > b) - (a < b) == versus


def test_classes_of_the_standard_deck():
    assert [len(classes(52, n).keys) for n in (2, 3, 4, 5)] == [169, 1_755, 16_432, 134_459]
    four = classes(52, 4)
    assert four.weights.sum() == comb(52, 4)
    assert (four.find(keys_of(four.hands)) == np.arange(len(four.keys))).all()
