"""Several high hands of one deck: the count against plain walks over every deal of small decks."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from math import factorial

import numpy as np
import pytest

from croupier import open_game
from croupier.errors import IllegalAction
from croupier.kit.cards import CARDS
from croupier.odds.facts import high_suits, store
from croupier.odds.facts.checksums import CHECKS
from croupier.odds.facts.high_hands import together
from croupier.odds.rounds.shapes import ranking_of
from croupier.odds.sides import cover

GAME = open_game("dj-wild", "ma")
RANKING = ranking_of(GAME.rules())
FULL_HOUSE = RANKING["full-house"]


def deck_of(ranks, suits, deuces, joker):
    plain = [4 * (rank - 2) + suit for rank in ranks for suit in suits]
    return [*range(deuces), *plain, *([52] if joker else [])]


def walked(ranking, cards, least, hands):
    """Every set of hands that share no card, one after the other."""
    places = {card: place for place, card in enumerate(cards)}
    worth = {hand: ranking.rank([CARDS[card] for card in hand]).category for hand in combinations(cards, 5)}
    found = []
    for category in range(least, len(ranking.categories) + 1):
        high = np.array([sum(1 << places[card] for card in h) for h, worth_ in worth.items() if worth_ >= category])
        found.append([factorial(n) * _apart(high, n) for n in range(hands + 1)])
    return found


def _apart(masks, n):
    """How many sets of n members share nothing; the lowest bit orders them."""
    if n <= 1:
        return len(masks) if n else 1
    found = 0
    for mask in masks:
        lowest = int(mask) & -int(mask)
        found += _apart(masks[((masks & mask) == 0) & ((masks & -masks) > lowest)], n - 1)
    return found


@pytest.mark.parametrize(
    ("ranks", "suits", "deuces", "joker", "hands"),
    [
        ((10, 11, 12, 13, 14), (0, 2), 4, True, 3),  # royal flushes, all wild cards
        ((3, 4, 5, 6, 14), (1, 3), 2, True, 2),  # the ace below the three
        ((6, 7, 8, 9, 10, 11), (0, 1), 1, False, 2),
        ((5, 6, 9), (0, 1, 2, 3), 2, True, 3),
        ((3, 7, 8, 14), (0, 1, 3), 0, True, 2),
        ((12, 13, 14), (0, 1, 2), 0, False, 1),
        ((4, 5, 6, 7, 8, 9, 10), (2,), 3, True, 2),
        ((9, 13), (0, 1, 2, 3), 1, True, 2),
    ],
)
def test_every_deal_of_a_small_deck(ranks, suits, deuces, joker, hands):
    cards = deck_of(ranks, suits, deuces, joker)
    assert together(RANKING, cards, FULL_HOUSE, hands) == walked(RANKING, cards, FULL_HOUSE, hands)


def test_a_ranking_read_another_way_is_counted_too():
    """Five of a kind below the straight flush: four wild cards and a plain one are a straight flush then."""
    ranking = ranking_of(GAME.rules({}, {"rankings": "trips-chart"}))
    cards = deck_of((5, 6, 7, 8, 9), (0, 1), 4, joker=True)
    assert ranking["straight-flush"] > ranking["five-of-a-kind"]
    assert together(ranking, cards, FULL_HOUSE, 3) == walked(ranking, cards, FULL_HOUSE, 3)


def test_triples_of_the_whole_deck():
    """As bit sets of the hands that avoid each card count them."""
    assert together(RANKING, range(53), RANKING["five-of-a-kind"], 3) == [
        [1, 2405, 661020, 27868560],
        [1, 1005, 136020, 3501060],
        [1, 1, 0, 0],
    ]


def test_more_hands_than_cards_are_not_dealt():
    assert together(RANKING, deck_of((12, 13, 14), (0, 1, 2), 0, joker=True), RANKING["four-of-a-kind"], 3)[0][3] == 0


def test_hands_of_neither_sort_are_refused():
    with pytest.raises(IllegalAction, match="hands from straight up are neither of equal ranks nor of one suit"):
        together(RANKING, range(53), RANKING["straight"], 2)


def test_cards_that_are_no_grid_are_refused():
    with pytest.raises(IllegalAction, match="each suit in play must have the same ranks"):
        together(RANKING, range(51), FULL_HOUSE, 2)


def test_a_joker_that_is_not_like_the_other_wild_cards_is_refused():
    semi = replace(RANKING, joker="semi-wild", _memo={}, _lately={}, _places={}, _plain=[])
    with pytest.raises(IllegalAction, match="wild cards are not alike"):
        together(semi, range(53), FULL_HOUSE, 2)


def test_what_would_take_too_long_is_refused(monkeypatch):
    monkeypatch.setattr(high_suits, "STEPS", 1_000)
    with pytest.raises(IllegalAction, match=r"not counted together: .* steps"):
        together(RANKING, range(53), FULL_HOUSE, 4)


def kept(deals):
    return {"deals": np.array([[str(count) for count in row] for row in deals])}


def test_kept_counts_must_add_up():
    cards = np.arange(53)
    right = [[1, 6053, 6792120], [1, 2405, 661020]]
    CHECKS["high-hands"](kept(right), cards)
    for row, place, count in ((0, 0, 2), (0, 2, 6792121), (0, 2, 6792120 * 10**6), (1, 2, 6792122), (1, 1, -2405)):
        wrong = [list(each) for each in right]
        wrong[row][place] = count
        with pytest.raises(ValueError, match=r"deals|ways"):
            CHECKS["high-hands"](kept(wrong), cards)


def test_counts_are_found_again_and_counted_anew_where_they_were_altered(tmp_path, monkeypatch):
    monkeypatch.setenv("CROUPIER_CACHE", str(tmp_path))
    five_wilds = len(RANKING.categories)
    assert cover._kept(GAME.rules(), five_wilds) == [[1, 1, 0, 0, 0, 0, 0, 0]]
    (file,) = store.files()
    assert (file.kind, file.fault()) == ("high-hands", None)
    file.path.write_bytes(b"nonsense")
    with pytest.warns(store.FactsWarning, match="counted anew"):
        assert cover._kept(GAME.rules(), five_wilds) == [[1, 1, 0, 0, 0, 0, 0, 0]]
    assert file.fault() is None
