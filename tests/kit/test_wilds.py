"""What wild cards stand for: put the ranks in their places, and the hand is what it was."""

from __future__ import annotations

import random

import pytest

from croupier.house.cloth import hands
from croupier.kit.cards import Card, cards
from croupier.kit.rankings import Ranking
from croupier.kit.wilds import stand_for
from tests.browser.test_asks import rules_of


@pytest.mark.parametrize(
    ("game", "edition", "hand", "low", "told"),
    [
        ("dj-wild", None, "9s 9h 2c Jk Ad", "", {"2c": "wild: 9", "Jk": "wild: 9"}),
        ("dj-wild", None, "Ks Qs 2c Ts 9s", "", {"2c": "wild: J"}),
        ("dj-wild", None, "As 3h 4d 5c 2s", "", {"2s": "wild: 2"}),
        ("dj-wild", None, "Kh 9h 7h 4h Jk", "", {"Jk": "wild: A"}),
        ("dj-wild", None, "2s 2h 2d 2c Jk", "", {}),  # five wilds stand for nothing but themselves
        ("dj-wild", None, "As Kh 9d 8c 7s", "", {}),
        ("dj-wild", "ma", "As Ks 2s Qs Jk", "", {"2s": "wild: J", "Jk": "wild: 10"}),
        ("face-up-pai-gow", None, "Jk Kh 9d 9c 7s 5h 3c", "Kh 7s", {"Jk": "wild: A"}),
        ("face-up-pai-gow", None, "Jk Kh 9d 8c 7s 6h 3c", "Kh 3c", {"Jk": "wild: 10"}),
        ("face-up-pai-gow", None, "Jk Kh 9d 8c 7s 6h 3c", "Jk Kh", {"Jk": "wild: A"}),
        ("face-up-pai-gow", None, "Jk Kh 9d 8c 7s 6h 3c", "", {}),  # not set yet
    ],
)
def test_a_wild_card_is_tagged_with_what_it_plays_as(game, edition, hand, low, told):
    assert hands.wilds(rules_of(game, edition), hand.split(), low.split()) == told


@pytest.mark.parametrize(("game", "edition"), [("dj-wild", None), ("dj-wild", "ma"), ("face-up-pai-gow", None)])
def test_the_ranks_that_are_told_make_the_same_hand(game, edition):
    ranking = rules_of(game, edition).ranking
    plainly = Ranking(ranking.name, ranking.size, ranking.categories, ranking.straights, fill=ranking.fill)
    dealt = random.Random(7)
    seen = 0
    for _ in range(1000):
        hand = tuple(Card(number) for number in [52, *dealt.sample(range(52), 4)])
        plain = [card for card in hand if not card.is_joker and card.rank not in ranking.wild]
        shown = stand_for(ranking, hand)
        assert len(shown) == (5 - len(plain) if plain else 0)
        if not plain:
            continue
        suited = len({card.suit for card in plain}) == 1
        ranks = [*(card.rank for card in plain), *shown.values()]
        assert plainly.evaluate(ranks, suited=suited) == ranking.rank(hand)
        seen += 1
    assert seen > 950


def test_a_card_that_lies_face_down_tells_nothing():
    assert hands.wilds(rules_of("dj-wild"), ["2s", "", "9h", "9d", "4c"], []) == {}
    assert hands.wilds(rules_of("cajun-stud"), [str(card) for card in cards("2s 2h 9h 9d 4c")], []) == {}
