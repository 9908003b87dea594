"""What a player reads is in a player's words: no identifiers, no orders to programmers, no contradiction."""

from __future__ import annotations

import tomllib

import pytest

from croupier.errors import HouseError
from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house.archive.explanation import counts
from croupier.house.cloth.hands import dealer_in_words, high_to_low
from croupier.house.cloth.player_lines import plainly
from croupier.house.screens.player.drafts import EMPTY, Change, changed
from tests.support import plain, rules_of


def _offered(game, edition=None):
    chapter = open_game(game, edition)
    return chapter.rules(tomllib.loads(new_submission(chapter)))


def test_an_amount_that_is_none_is_told_as_to_a_player():
    rules = _offered("dj-wild")
    with pytest.raises(HouseError) as error:
        changed(rules, EMPTY, Change(do="type", wager="ante", amount="ten"))
    assert error.value.message == "an amount is dollars, or dollars and cents: 12 or 12.50"
    with pytest.raises(HouseError) as error:
        changed(rules, EMPTY, Change(do="add", wager="raise", chip=100))
    assert error.value.message == "Raise is not placed before the deal here"


def test_what_a_wager_counts_is_told_once_and_as_it_is_settled():
    rules = _offered("dj-wild")
    assert counts(rules, "trips", "Four-of-a-kind, natural") == "Natural: no wild card stands for another in your hand."
    assert counts(rules, "trips", "Four-of-a-kind, wild").startswith("Wild: a deuce or the joker stands for another")
    assert "a deuce is a two" in counts(rules, "progressive", "")
    assert counts(rules, "ante", "Win") == counts(rules, "envy", "") == ""
    assert "All your seven cards" in counts(_offered("face-up-pai-gow"), "fortune", "")


def test_both_hands_of_pai_gow_lie_high_to_low():
    held = ["4c", "Ks", "Jk", "9d", "Kh", "2s", "4h"]
    assert [held[at] for at in high_to_low(held)] == ["Jk", "Kh", "Ks", "9d", "4c", "4h", "2s"]
    assert high_to_low(["4c", "", "Ks"]) == [0, 1, 2]
    told = plain(dealer_in_words(rules_of("face-up-pai-gow", edition="pa-2019-proposed"), held, "9d Ks"))
    assert (told["high"], told["low"]) == (["Jk", "Kh", "4c", "4h", "2s"], ["Ks", "9d"])


def test_a_record_is_told_without_identifiers():
    rules = _offered("cajun-stud")
    said = plainly(rules, "seat 1: raise-1, 15.00 on raise-third")
    assert said == "seat 1: raised 1\u00d7, $15.00 on 1st Raise"
    assert plainly(rules, "  seat 2, Bob: ante 10.00, all-six 5.00") == "  seat 2, Bob: Ante $10.00, All-Six $5.00"
    assert (
        plainly(_offered("dj-wild"), "turns over Th Jk 2c of dealer") == "turns over 10\u2665 joker 2\u2663 of dealer"
    )
    assert plainly(rules, "performs count-stub") == "does its part: count stub"


def test_a_round_that_is_over_is_no_wager():
    assert plainly(_offered("over-under"), "round 5 is over") == "round 5 is over"
    assert plainly(_offered("over-under"), "seat 1: over, 10.00 on over") == "seat 1: Over 23, $10.00 on Over 23"


def test_a_rank_in_a_row_s_name_is_no_card():
    told = plainly(rules_of("cajun-stud"), "the row Pair of 6s to 10s says push; 6s Th lie there")
    assert told == "the row Pair of 6s to 10s says push; 6\u2660 10\u2665 lie there"
