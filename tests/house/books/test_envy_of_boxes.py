"""What the house can expect of Envy Bonuses to a player on two boxes (reading envy-boxes)."""

from __future__ import annotations

import pytest

from croupier.games import open_game
from croupier.house.books.expectation import expected

ONE = (("ante", 1000), ("blind", 1000), ("progressive", 100))
BOXES = (("Ann", ONE), ("Ann", ONE), ("Bob", ONE))


@pytest.mark.parametrize(("chosen", "bonuses"), [("each-box", 4), ("once-a-player", 3)])
def test_a_player_on_two_boxes_is_expected_to_be_paid_as_the_reading_has_it(chosen, bonuses):
    game = open_game("dj-wild", "pa-2021")
    rules = game.rules({"progressive": "1", "contribution": "20%", "adjacent-boxes": 2}, {"envy-boxes": chosen})
    alone = expected(rules, {(("Ann", ONE), ("Bob", ONE)): 1}).parts["envy"].expected / 2
    assert alone < 0
    # Ann's two boxes are paid for Bob's hand, and Bob's for both of hers
    assert expected(rules, {BOXES: 1}).parts["envy"].expected == bonuses * alone
