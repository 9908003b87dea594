"""Every five-card hand of every deck, against an evaluator that tries every substitution; every seven-card hand."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from croupier import IllegalAction
from croupier.games.pa.cajun_stud import RANKING as CAJUN
from croupier.games.pa.dj_wild import RANKING as DJ_WILD
from croupier.games.pa.face_up_pai_gow import HANDS, STRAIGHTS
from croupier.games.pa.face_up_pai_gow import RANKING as PAI_GOW
from croupier.kit.bulk import all_hands, compiled
from croupier.kit.cards import CARDS
from croupier.kit.rankings import Ranking
from tests.kit import by_the_book
from tests.support import provision

COUNTS = {
    "standard": {
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
    },
    "dj-wild": {
        "five-wilds": 1,
        "royal-flush": 1_004,
        "five-of-a-kind": 1_400,
        "straight-flush": 3_648,
        "four-of-a-kind": 51_688,
        "full-house": 15_048,
        "flush": 18_956,
        "straight": 84_000,
        "three-of-a-kind": 458_040,
        "two-pairs": 95_040,
        "pair": 1_341_180,
        "high-card": 799_680,
    },
}
DIGESTS = {
    "standard": "259ffa0d71a9d2ea404280e7d3b6a02b918596aacbb750de042d5574ae49ed2c",
    "dj-wild": "80c1de187767a6697453fb918b177b63f68c1596fce78cdd500cf0a2eb71eb78",
    "pai-gow": "e2e800697809f092547b3eaac059793552cb530f435040656f988a92110db9e7",
}
CASES = [
    pytest.param("standard", CAJUN, 52, by_the_book.no_wild_cards, 2_598_960, 7_462, id="standard"),
    pytest.param("dj-wild", DJ_WILD, 53, by_the_book.deuces_and_joker_wild, 2_869_685, 5_163, id="dj-wild"),
    pytest.param("pai-gow", PAI_GOW, 53, by_the_book.semi_wild_joker, 2_869_685, 7_463, id="pai-gow"),
]


@provision("687a.6(a)", "687a.6(b)", "688a.6(a)", "688a.6(c)", "683a.6(a)", "MA 5")
@pytest.mark.parametrize(("name", "ranking", "deck", "slow", "hands", "classes"), CASES)
def test_every_five_card_hand(name, ranking, deck, slow, hands, classes):
    dealt = all_hands(deck, 5)
    assert len(dealt) == hands
    bulk = compiled(ranking)
    fast = bulk.rank(dealt).astype(np.int64)
    book = by_the_book_of(dealt, slow)
    pairs = np.unique(np.stack([fast, book], axis=1), axis=0)
    # The same classes in the same order: each worth meets one value of the book's, and both rise together.
    assert len(np.unique(fast)) == len(np.unique(book)) == len(pairs) <= classes
    assert (np.diff(pairs[:, 1]) > 0).all()
    categories = bulk.categories()[fast]
    if name in COUNTS:
        names, counts = np.unique(categories, return_counts=True)
        assert {ranking.names()[n]: int(c) for n, c in zip(names, counts, strict=True)} == COUNTS[name]
    assert hashlib.sha256(categories.astype(np.uint8).tobytes()).hexdigest() == DIGESTS[name]


def by_the_book_of(dealt, slow):
    """What the book makes of every hand; of hands that differ in the names of their suits alone, of one."""
    alike = by_the_book.suits_in_order(dealt)
    codes = alike.astype(np.int64) @ (53 ** np.arange(5))
    _, first, which = np.unique(codes, return_index=True, return_inverse=True)
    worths = np.empty(len(first), np.int64)
    slow(alike[first], worths)
    some = np.random.default_rng(4).choice(len(dealt), 20_000, replace=False)
    themselves = np.empty(len(some), np.int64)
    slow(dealt[some], themselves)
    assert (worths[which][some] == themselves).all()
    return worths[which]


@pytest.mark.parametrize(("name", "ranking", "deck", "slow", "hands", "classes"), CASES)
def test_bulk_and_single_rankings_are_one(name, ranking, deck, slow, hands, classes):
    bulk = compiled(ranking)
    every = np.sort(np.random.default_rng(53).permuted(np.tile(np.arange(deck), (20_000, 1)), axis=1)[:, :5])
    dealt = every.astype(np.uint8)
    worths, natural = bulk.rank(dealt), bulk.is_natural(dealt)
    for hand, worth, is_natural in zip(dealt, worths, natural, strict=True):
        held = [CARDS[card] for card in hand]
        assert bulk.worths[worth] == ranking.rank(held)
        assert bool(is_natural) == ranking.is_natural(held)


@pytest.mark.parametrize(("ranking", "deck", "cards"), [(PAI_GOW, 53, 7), (CAJUN, 52, 6), (CAJUN, 52, 7)])
def test_best_of_more_cards(ranking, deck, cards):
    bulk = compiled(ranking, cards)
    rng = np.random.default_rng(7)
    dealt = rng.permuted(np.tile(np.arange(deck), (4_000, 1)), axis=1)[:, :cards].astype(np.uint8)
    suited = rng.permuted(np.tile(np.append(np.arange(0, 52, 4), deck - 1), (2_000, 1)), axis=1)[:, :cards]
    for hands in (dealt, suited.astype(np.uint8)):
        for hand, worth in zip(hands, bulk.rank(hands), strict=True):
            assert bulk.worths[worth] == ranking.best(tuple(CARDS[card] for card in hand))


@provision("688a.6(b)(1)", "688a.6(b)(2)", "688a.6(b)(3)", "688a.6(b)(7)")
def test_all_seven_card_pai_gow_hands_match_the_published_counts():
    """Wizard of Odds, pai gow poker appendix 5; there three of a kind stands above a straight."""
    order = (
        "five-aces",
        "royal-flush",
        "straight-flush",
        "four-of-a-kind",
        "full-house",
        "flush",
        "three-of-a-kind",
        "straight",
    )
    hands = {hand.name: hand for hand in HANDS}
    fortune = Ranking(
        "seven cards, trips over straight",
        5,
        (*(hands[name] for name in order), *(h for h in HANDS if h.name not in order)),
        STRAIGHTS,
        joker="semi-wild",
    )
    bulk = compiled(fortune, 7)
    found: dict[str, int] = {}
    for hand, count in zip(bulk.worths, bulk.counts(53), strict=True):
        name = fortune.category(hand).name
        key = name if name in order else "other"
        found[key] = found.get(key, 0) + int(count)
    assert found == {
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
    assert sum(found.values()) == 154_143_080


@pytest.mark.parametrize("wrong", [np.zeros((2, 4), np.uint8), np.zeros((2, 5), np.int64), np.zeros(5, np.uint8)])
def test_bulk_refuses_arrays_of_another_shape(wrong):
    with pytest.raises(IllegalAction, match="uint8 of shape"):
        compiled(DJ_WILD).rank(wrong)
