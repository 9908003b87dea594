"""`Round` says what it needs next, and takes nothing else."""

from __future__ import annotations

import pytest

from croupier import IllegalAction, cards, open_game
from croupier.game import Setting
from croupier.round import Choose, Deal, Round
from tests.support import rules_of


def needs(round_: Round) -> object:
    need = round_.needs
    if isinstance(need, Deal):
        return (need.to, need.count, "up" if need.up else "down")
    return need and (need.seat, *need.options)


def test_cajun_stud_street_by_street():
    round_ = Round.begin(
        rules_of("cajun-stud", {"all-six": "A"}), {1: {"ante": "10", "all-six": "5"}, 4: {"ante": "10"}}
    )
    assert needs(round_) == ("all-six", 4, "down")
    round_ = round_.dealt(cards("2c 3c 4c 5c"))
    for place, hand in (("seats.1", "As Ad"), ("seats.4", "7h 2h")):
        assert needs(round_) == (place, 2, "down")
        round_ = round_.dealt(cards(hand))
    round_ = round_.dealt(cards("Ah 9s 9d"))
    assert needs(round_) == (1, "raise-1", "raise-2", "raise-3", "fold")
    assert round_.turned == {}
    round_ = round_.chose("raise-3").chose("fold")
    assert needs(round_) == (1, "raise-1", "raise-2", "raise-3", "fold")
    assert round_.turned == {"community": cards("Ah")}
    round_ = round_.chose("raise-3").chose("raise-3")
    assert round_.needs is None
    assert round_.turned["community"] == cards("Ah 9s 9d")
    done = round_.settle()
    assert {line.wager: line.stake for line in done.seats[1].lines}["raise-fifth"] == 3000
    assert done.seats[4].line("ante").result == "forfeit"


def test_a_player_who_has_played_is_not_asked_again():
    round_ = Round.begin(rules_of("raise-it-up"), {2: {"ante": "10", "blind": "10"}})
    round_ = round_.dealt(cards("As Ad Ah")).dealt(cards("2c 3c 4c")).chose("play-3")
    assert round_.needs is None


def test_pai_gow_takes_a_setting():
    round_ = Round.begin(rules_of("face-up-pai-gow"), {1: {"pai-gow": "10"}})
    round_ = round_.dealt(cards("As Ad Kh Kd 9c 8c 2d")).dealt(cards("Qs Qd Jh Jd 7c 6c 3d"))
    assert round_.turned == {"dealer": cards("Qs Qd Jh Jd 7c 6c 3d")}
    round_ = round_.chose(Setting(cards("As Ad 9c 8c 2d"), cards("Kh Kd")))
    assert round_.settle().seats[1].net == 1000


def test_massachusetts_draws_replacements_after_the_decisions():
    link = {"multi-game-link": {"wager": "1", "seed": "100", "rows": {"flush": "50 to 1"}}}
    rules = rules_of("dj-wild", link, edition="ma")
    round_ = Round.begin(rules, {1: {"ante": "5", "blind": "5", "multi-game-link": "1"}}, meter="100.00")
    round_ = round_.dealt(cards("2c Jk 9h 8h 3h")).dealt(cards("As Kd 7c 4h 3s")).chose("raise")
    assert needs(round_) == ("replacement", 2, "up")
    done = round_.dealt(cards("Ah Th")).settle()
    assert done.seats[1].line("multi-game-link").paid == 5000


def test_too_many_cards_and_decisions_out_of_turn():
    round_ = Round.begin(rules_of("over-under"), {1: {"ante": "10"}})
    with pytest.raises(IllegalAction, match="does not need 2 cards"):
        round_.dealt(cards("As Ks"))
    with pytest.raises(IllegalAction, match="does not need a decision"):
        round_.chose("over")
    with pytest.raises(IllegalAction, match="still needs"):
        round_.settle()
    round_ = round_.dealt(cards("As"))
    assert isinstance(round_.needs, Choose)
    with pytest.raises(IllegalAction, match="'fold' is not open"):
        round_.chose("fold")


def test_bad_wagers_are_refused_before_any_card():
    with pytest.raises(IllegalAction) as refused:
        Round.begin(open_game("dj-wild").rules(), {3: {"ante": "10", "blind": "5"}})
    assert refused.value.field == "seats.3.wagers.blind"
    with pytest.raises(IllegalAction, match="seats 1 to 6"):
        Round.begin(open_game("dj-wild").rules(), {7: {"ante": "10", "blind": "10"}})
