"""``croupier vary``: a game otherwise than its chapter has it, marked as no edition of the law."""

from __future__ import annotations

import json

import pytest

from croupier import BadText, CroupierError, open_game
from croupier.game.variation import vary
from croupier.odds.study.study import main_of, solve
from tests.outside.test_registry import run


def edge(game):
    return main_of(solve(game.rules())).house_edge


def test_what_is_varied_moves_the_edge_and_nothing_else_does():
    game = open_game("raise-it-up")
    same = vary(game, {"pay.play.straight": "4 to 1"})  # as printed
    less, early = vary(game, {"pay.blind.royal-flush": "500 to 1"}), vary(game, {"times": "1,2"})
    assert edge(same) == edge(game) < edge(less) < edge(early)
    assert less.mark == "DRAFT, not in force"
    assert game.mark == ""
    assert "A variation of 46 Pa.B. 5540" in less.chapter.source


def test_cards_are_taken_out_and_decks_put_together():
    game = open_game("dj-wild")
    assert len(vary(game, {"without": "Jk"}).deck) == 52
    assert len(vary(game, {"without": "Jk,3"}).deck) == 48
    assert len(vary(game, {"decks": "2"}).deck) == 106


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({}, "nothing is changed"),
        ({"nonsense": "1"}, "nothing is varied so"),
        ({"decks": "many"}, "is not a whole number"),
        ({"without": "X"}, "'X' is no rank"),
        ({"without": "Jk"}, "no such card is in the deck"),
        ({"times": "7"}, "nothing could be wagered"),
        ({"times": "1,2,3"}, "that is what the chapter has"),
        ({"pay.nobody.flush": "1 to 1"}, "has no wager 'nobody'"),
        ({"pay.play.flush": "a lot"}, "pay"),
    ],
)
def test_what_cannot_be_varied_is_refused(changes, why):
    with pytest.raises((BadText, CroupierError), match=why):
        vary(open_game("raise-it-up"), changes)


def test_the_command_sets_both_side_by_side(tmp_path):
    done = run("vary", "raise-it-up", "--set", "times=1,2", "--json", folder=tmp_path)
    found = json.loads(done.stdout)
    assert found["mark"] == "DRAFT, not in force"
    assert found["printed-main"]["house-edge"]["decimal"].startswith("0.03502")
    assert found["varied-main"]["house-edge"]["decimal"].startswith("0.20936")
