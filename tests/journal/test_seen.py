"""A closed round shows each player what that player could see in it, though the order was opened since."""

from __future__ import annotations

import json
import re

import pytest

from croupier.games import open_game
from croupier.house.archive.explanation import explanation as why
from croupier.journal.explain import explain
from croupier.journal.reconstruct import rebuild
from croupier.journal.round_visibility import Seen, looked
from croupier.kit.cards import cards
from croupier.table.script import play_script
from tests.journal.test_reconstruct import GAMES, ROUNDS, night, sound
from tests.support import plain, provision

CARD = re.compile(r"(?<!\w)(?<!air of )(?:[2-9TJQKA][cdhs]|Jk)(?![\w-])")


def cards_in(told):
    return set(CARD.findall(json.dumps(told)))


@provision("687a.11(c)", "683a.11(b)", "669a.11(f)", "688a.11(d)")
@pytest.mark.parametrize(("game", "edition"), [one for one in GAMES if one[0] != "over-under"])
def test_why_shows_what_that_player_may_see(game, edition):
    told, hidden = sound(night(game, edition)[0]), 0
    for number in range(1, ROUNDS + 1):
        rebuilt = rebuild(told, number)
        turned = {str(card) for held in rebuilt.hands.values() for card in held.cards[: held.shown]}
        for seat in rebuilt.gathered.began.wagers:
            seen = Seen(rebuilt, [seat])
            own = set(rebuilt.hands[f"seats.{seat}"].text().split())
            unseen = {str(card) for held in rebuilt.hands.values() for card in held.cards} - own - turned
            hidden += bool(unseen)
            reasons = plain(why(seen, number, [seat]))
            assert not cards_in([reasons, seen.to_json(), seen.settlement(), seen.rack()]) & unseen
            assert set(reasons["seats"][seat]["cards"].split()) == own
    assert hidden or game in {"cajun-stud", "raise-it-up"} or edition == "ma"  # side wagers have hands turned over


FOLDS = """
game {}
seed 7
sit 1 Ann
sit 2 Bob
open
buy Ann 500
buy Bob 500
bet 1 {}
bet 2 {}
deal
{}
go on
"""
FOLD = "1 fold\n2 fold"
CHECK = "1 check\n2 check\ngo on"


@pytest.mark.parametrize(
    ("game", "wagers", "said"),
    [
        ("dj-wild", "ante 10 blind 10", FOLD),
        ("cajun-stud", "ante 10", FOLD),
        ("raise-it-up", "ante 10 blind 10", f"{CHECK}\n{CHECK}\n{FOLD}"),
    ],
)
def test_a_board_or_a_dealers_hand_that_was_never_turned_names_no_hand(game, wagers, said):
    """Everyone folds: the words of a hand would tell cards that nobody turned over."""
    rebuilt = rebuild(sound(play_script(FOLDS.format(game, wagers, wagers, said), open_game).events), 1)
    board = rebuilt.hands.get("community")
    assert all(held.known for held in rebuilt.hands.values())
    for seat in (1, 2):
        seen = Seen(rebuilt, [seat])
        found = seen.settlement()
        assert (found["dealer"] is None) == ("dealer" not in rebuilt.hands)
        assert found["seats"][str(3 - seat)]["hand"] is None
        assert (found["seats"][str(seat)]["hand"] is None) == (board is not None and board.shown < 3)
        assert explain(rebuilt, seat, seen).cards == rebuilt.hands[f"seats.{seat}"].text()
        assert looked(rebuilt, seat)


BLIND = """
game face-up-pai-gow
submission dealing=manual-shoe
seed 7
cards stacked
sit 1 Ann
sit 2 Bob
open
1 cut 20
open
buy Ann 500
buy Bob 500
bet 1 pai-gow 20
bet 2 pai-gow 20
until set-dealer
report exposed-player seat 1
1 choose void
go on
2 house-way
go on
"""


@provision("688a.13(d)")
def test_who_had_the_hand_voided_without_looking_has_not_seen_it_afterwards_either():
    rebuilt = rebuild(sound(play_script(BLIND, open_game).events), 1)
    rebuilt.hands["seats.1"].cards = list(cards("As Ks 9d 7c 5h 3d 2c"))  # as an order would tell them
    assert not looked(rebuilt, 1)
    assert looked(rebuilt, 2)
    assert plain(why(Seen(rebuilt, [1]), 1, [1]))["seats"][1]["cards"] == "?? ?? ?? ?? ?? ?? ??"
    assert Seen(rebuilt).text("seats.1") == rebuilt.hands["seats.1"].text()
