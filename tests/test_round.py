"""`Round` says what it needs next, and takes nothing else."""

from __future__ import annotations

import pytest

from croupier import CroupierError, IllegalAction, cards, open_game
from croupier.game import Setting
from croupier.round import Choose, Deal, Round
from tests.support import provision, rules_of


def needs(round_: Round) -> object:
    need = round_.needs
    if isinstance(need, Deal):
        return (need.to, need.count, "up" if need.up else "down")
    return need and (need.seat, *need.options)


@provision("683a.11(c)", "683a.11(e)", "683a.11(g)")
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


@provision("669a.11(c)", "669a.11(e)", "669a.11(h)")
def test_a_community_card_is_turned_when_all_have_checked_or_played():
    wagers = {"ante": "10", "blind": "10"}
    round_ = Round.begin(rules_of("raise-it-up"), {2: wagers, 5: wagers})
    round_ = round_.dealt(cards("As Ad Ah")).dealt(cards("9s 8d 7h")).dealt(cards("2c 3c 4c"))
    assert round_.turned == {}
    round_ = round_.chose("play-3")
    assert round_.turned == {}
    round_ = round_.chose("check")
    assert (round_.turned["community"], needs(round_)) == (cards("2c"), (5, "play-2", "play-1", "check"))
    round_ = round_.chose("check")
    assert (round_.turned["community"], needs(round_)) == (cards("2c 3c"), (5, "play-1", "fold"))
    round_ = round_.chose("fold")
    assert (round_.turned["community"], round_.needs) == (cards("2c 3c 4c"), None)


@provision("669a.3(a)", "669a.11(c)")
def test_a_card_that_is_turned_over_lies_nowhere_else():
    round_ = Round.begin(rules_of("raise-it-up"), {2: {"ante": "10", "blind": "10"}})
    round_ = round_.dealt(cards("As Ad Ah")).laid("community", (None, None, None))
    with pytest.raises(CroupierError, match="As"):
        round_.named("community", cards("As"))
    assert round_.named("community", cards("2c")).places["community"] == (*cards("2c"), None, None)


@provision("669a.11(b)")
def test_a_player_who_has_played_is_not_asked_again():
    round_ = Round.begin(rules_of("raise-it-up"), {2: {"ante": "10", "blind": "10"}})
    round_ = round_.dealt(cards("As Ad Ah")).dealt(cards("2c 3c 4c")).chose("play-3")
    assert round_.needs is None


@provision("687a.11(b)", "687a.11(d)")
def test_dj_wild_asks_clockwise_and_the_dealer_reveals_last():
    wagers = {"ante": "10", "blind": "10"}
    round_ = Round.begin(rules_of("dj-wild"), {6: wagers, 1: wagers, 3: wagers})
    for seat, hand in ((1, "As Ad Ah 5c 4c"), (3, "9s 8d 7h 5d 4d"), (6, "Ks Kd Kh 5h 4h")):
        assert needs(round_) == (f"seats.{seat}", 5, "down")
        round_ = round_.dealt(cards(hand))
    assert needs(round_) == ("dealer", 5, "down")
    round_ = round_.dealt(cards("Qs Qd Jh 6c 3c"))
    for seat in (1, 3, 6):
        assert (needs(round_), round_.turned) == ((seat, "raise", "fold"), {})
        round_ = round_.chose("raise")
    assert round_.turned == {"dealer": cards("Qs Qd Jh 6c 3c")}


@provision("686a.7(e)", "686a.7(f)", "686a.7(i)")
def test_over_under_takes_every_decision_before_a_second_card():
    round_ = Round.begin(rules_of("over-under"), {4: {"ante": "10"}, 2: {"ante": "10"}})
    for seat, card in ((2, "As"), (4, "2d")):
        assert needs(round_) == (f"seats.{seat}", 1, "up")
        round_ = round_.dealt(cards(card))
    for seat, said in ((2, "over"), (4, "surrender")):
        assert needs(round_) == (seat, "over", "under", "surrender")
        round_ = round_.chose(said)
    for seat, more in ((2, "Ks 9d"), (4, "Kd 9h")):
        assert needs(round_) == (f"seats.{seat}", 2, "up")
        round_ = round_.dealt(cards(more))
    assert round_.needs is None


@provision("688a.11(b)")
def test_pai_gow_shows_the_dealers_hand_and_takes_a_setting():
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
