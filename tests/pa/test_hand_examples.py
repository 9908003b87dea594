"""The hands that are shown to whoever does not know them are what they are said to be."""

from __future__ import annotations

import pytest

from croupier import cards, open_game
from tests.support import provision

CHAPTERS = [
    pytest.param(game, edition, id=f"{game}-{edition}", marks=provision(cite))
    for game, edition, cite in (
        ("dj-wild", "pa-2021", "687a.6(c)"),
        ("dj-wild", "ma", "MA 5"),
        ("cajun-stud", "pa-2019", "683a.6(b)"),
        ("raise-it-up", "pa-2019", "669a.6(b)"),
        ("face-up-pai-gow", "pa-2019-proposed", "688a.6(b)"),
    )
]


@pytest.mark.parametrize(("game", "edition"), CHAPTERS)
def test_each_hand_of_the_list_has_an_example_that_is_one(game: str, edition: str):
    rules = open_game(game, edition).rules()
    ranking = rules.ranking
    assert ranking is not None
    shown = {name: ranking.category(ranking.rank(cards(rules.game.examples[name]))).name for name in _names(ranking)}
    assert shown == {name: name for name in _names(ranking)}
    with_its_highest = {name: cards(rules.game.examples[name]) for name in rules.game.examples if "pair-of" in name}
    assert {ranking.category(ranking.rank(hand)).name for hand in with_its_highest.values()} <= {"pair"}


def _names(ranking) -> list[str]:
    return [category.name for category in ranking.categories if category.name != "three-pair"]
