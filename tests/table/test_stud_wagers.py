"""Section 7 of the stud chapters at the table: who may wager, where and until when."""

from __future__ import annotations

import pytest

from croupier.errors import SubmissionError
from croupier.table import Actor, BuyIn, Decide, Direct, Leave, Perform, Place, PlaceWagers, Sit, TakeBack, step
from croupier.table import events as e
from tests.support import provision
from tests.table.drive import Driver
from tests.table.stud import CAJUN_STUD, DJ_WILD, RAISE_IT_UP, Chapter, each

# § 7. Wagers.


@each("7(a)")
def test_a_verbal_wager_with_cash_is_not_accepted(chapter: Chapter):
    driver = chapter.table(1)
    for role in ("dealer", "player"):
        refusal = driver.refused(Place(seat=1, wager="ante", amount=1000, verbal=True), role, "P1")
        assert refusal.cite == chapter.cite("7(a)")
    driver.do(Place(seat=1, wager="ante", amount=1000), "player", "P1")
    assert driver.events(e.WagerPlaced)[-1].entries == {"player:P1": -1000, "layout": 1000}


@each("7(b)")
def test_only_those_who_are_seated_may_wager_and_each_at_the_own_position(chapter: Chapter):
    driver = chapter.table(1, 2)
    cite = chapter.cite("7(b)")
    assert driver.refused(Place(seat=3, wager="ante", amount=1000), "player", "P3").cite == cite
    assert driver.refused(Place(seat=2, wager="ante", amount=1000), "player", "P1").cite == cite
    assert driver.refused(Place(seat=1, wager="ante", amount=1000), "surveillance").cite == cite
    assert driver.refused(BuyIn(player="P3", amount=1000), "player", "P3").field == "player"
    driver.do(Leave(seat=2), "player", "P2")
    assert driver.refused(Place(seat=2, wager="ante", amount=1000), "player", "P2").cite == cite


@each("7(b)")
def test_whoever_leaves_before_the_deal_takes_the_wagers_along(chapter: Chapter):
    driver = chapter.table(1, 2)
    before = driver.money()
    chapter.bets(driver, 1)
    driver.do(Leave(seat=1), "player", "P1")
    assert driver.money() | {"layout": 0} == before | {"layout": 0}
    assert driver.table.seats == {2: "P2"}


@each("7(b)")
def test_a_hand_is_bound_to_its_seat_and_what_is_abandoned_may_be_treated_as_lost(chapter: Chapter):
    driver = chapter.dealt(1, 2)
    cite = chapter.cite("7(b)")
    before = driver.money()
    for role in ("dealer", "player", "surveillance"):
        assert driver.refused(Direct(order="abandon", seat=1), role, "P1").cite == cite
    assert driver.refused(Direct(order="abandon", seat=1), "floorperson").cite == cite  # P1 is still here
    driver.do(Leave(seat=1), "player", "P1")
    assert driver.events(e.Left)[-1].midround
    assert driver.money() == before  # leaving by itself moves nothing
    assert driver.refused(Leave(seat=1), "player", "P1").cite == cite
    driver.do(Direct(order="abandon", seat=1), "floorperson")
    stakes = sum(chapter.bet.values())
    assert driver.table.accounts["inventory"] == before["inventory"] + stakes
    assert {line["result"] for line in driver.lines(1).values()} == {"forfeit"}
    assert {line["cite"] for line in driver.lines(1).values()} == {cite}
    assert driver.refused(Direct(order="abandon", seat=1), "floorperson").cite == cite
    driver.finish(s2=chapter.off)  # seat 1 is not asked, and its cards are not turned over
    assert [event.seat for event in driver.events(e.Decided)] == [2] * len(chapter.off)
    assert 1 not in [event.seat for event in driver.events(e.Revealed)]
    assert sum(event.count for event in driver.events(e.Racked)) == chapter.deck
    assert driver.table.seats == {2: "P2"}


@each("7(b)")
def test_wagers_abandoned_while_the_cards_are_dealt(chapter: Chapter):
    driver = chapter.table(1, 2)
    chapter.bets(driver, 1, 2)
    driver.close_bets()
    driver.until("deal")
    driver.advance()
    driver.do(Leave(seat=1), "player", "P1")
    driver.do(Direct(order="abandon", seat=1), "floorperson")
    driver.finish(s2=chapter.off)
    assert sum(event.count for event in driver.events(e.Racked)) == chapter.deck


@each("7(b)")
def test_a_hand_whose_player_left_is_played_by_the_dealers_word_alone(chapter: Chapter):
    driver = chapter.dealt(1, 2)
    driver.do(Leave(seat=1), "player", "P1")
    late = driver.rules.game.streets[0].late
    refusal = driver.refused(Decide(seat=1, decision=chapter.on))
    assert refusal.cite == driver.due.cite
    driver.now += 25_000
    driver.do(Decide(seat=1, decision=late))
    assert driver.events(e.Decided)[-1].late


@each("7(c)")
def test_no_wager_is_made_changed_or_withdrawn_after_no_more_bets(chapter: Chapter):
    driver = chapter.table(1, 2)
    chapter.bets(driver, 1)
    driver.do(TakeBack(seat=1, wager="ante"), "player", "P1")
    assert driver.table.layout == {}
    chapter.bets(driver, 1)
    side = {"687a": "trips", "683a": "pocket", "669a": "six-card"}[chapter.number]
    driver.bet(1, **{side.replace("-", "_"): 500})
    driver.close_bets()
    cite = chapter.cite("7(c)")
    while driver.table.phase != "deciding":
        for command, name in (
            (Place(seat=2, wager="ante", amount=1000), "P2"),
            (Place(seat=1, wager="ante", amount=1000), "P1"),
            (Place(seat=1, wager=side, amount=500), "P1"),
            (TakeBack(seat=1, wager="ante"), "P1"),
            (TakeBack(seat=1, wager=side), "P1"),
        ):
            assert driver.refused(command, "player", name).cite == cite
        driver.advance()
    assert driver.refused(Place(seat=1, wager=side, amount=500), "player", "P1").cite == cite
    driver.decide(1, chapter.on)  # but the one made by decision is
    assert driver.playing.round.seats[1].stakes.keys() > {*chapter.bet, side}


@pytest.mark.parametrize("chapter", [DJ_WILD, CAJUN_STUD])
@provision("687a.7(e)", "683a.7(e)")
def test_a_player_holds_as_many_adjacent_boxes_as_the_submission_says(chapter: Chapter):
    driver = chapter.table(2, **{"adjacent-boxes": 2})
    assert driver.refused(Sit(player="P2", seat=4), "player", "P2").cite == chapter.cite("7(e)")
    driver.do(Sit(player="P2", seat=3), "player", "P2")
    assert driver.refused(Sit(player="P2", seat=1), "player", "P2").cite == chapter.cite("7(e)")
    chapter.bets(driver, 2, 3)
    driver.close_bets()
    driver.finish(s2=chapter.off, s3=chapter.off)
    assert driver.events(e.RoundBegan)[-1].players == {2: "P2", 3: "P2"}


@pytest.mark.parametrize("chapter", [DJ_WILD, CAJUN_STUD])
@provision("687a.7(e)", "683a.7(e)")
def test_the_boxes_that_a_player_wagers_on_are_adjacent(chapter: Chapter):
    driver = chapter.table(2, **{"adjacent-boxes": 3})
    for seat in (3, 4):
        driver.do(Sit(player="P2", seat=seat), "player", "P2")
    chapter.bets(driver, 2)
    apart = driver.refused(Place(seat=4, wager="ante", amount=1000), "player", "P2")
    assert apart.cite == chapter.cite("7(e)")
    chapter.bets(driver, 3, 4)
    middle = driver.refused(TakeBack(seat=3, wager="ante"), "player", "P2")
    assert middle.cite == chapter.cite("7(e)")
    driver.do(Leave(seat=3), "player", "P2")  # what is cut off by it goes back
    assert set(driver.table.layout) == {2}
    assert driver.refused(Place(seat=4, wager="ante", amount=1000), "player", "P2").cite == chapter.cite("7(e)")
    driver.do(TakeBack(seat=2, wager="ante"), "player", "P2")
    chapter.bets(driver, 4)
    driver.close_bets()
    assert driver.events(e.RoundBegan)[-1].players == {4: "P2"}


@provision("669a.7(e)")
def test_in_raise_it_up_a_player_has_one_position():
    driver = RAISE_IT_UP.table(2)
    for seat in (1, 3, 6):
        assert driver.refused(Sit(player="P2", seat=seat), "player", "P2").cite == RAISE_IT_UP.cite("7(e)")
    with pytest.raises(SubmissionError):
        RAISE_IT_UP.opened(**{"adjacent-boxes": 2})


@provision("687a.7(c)", "687a.7(d)(1)")
def test_all_wagers_of_a_seat_are_placed_in_one_or_none_of_them():
    """In whichever order they are named: what is required first, and the contribution with the first."""
    driver, ann = DJ_WILD.table(1), Actor("player", "P1")
    table, named = driver.table, {"trips": 500, "blind": 1000, "ante": 1000}
    events, after = step(table, PlaceWagers(seat=1, wagers=named, contribution="ab"), ann, table.clock)
    one_by_one, given = table, {"ante": "ab", "blind": "", "trips": ""}
    for wager, part in given.items():
        told = Place(seat=1, wager=wager, amount=named[wager], contribution=part)
        _, one_by_one = step(one_by_one, told, ann, table.clock)
    assert after.bytes() == one_by_one.bytes()
    placed = [event for event in events if isinstance(event, e.WagerPlaced)]
    assert [event.wager for event in placed] == list(given)
    for wrong in ({}, {"ante": 1000, "trips": 3}, {"ante": 1000, "blind": 1000, "nothing": 500}, {"trips": 500}):
        before = table.bytes()
        assert driver.refused(PlaceWagers(seat=1, wagers=wrong), "player", "P1").field.startswith("seats.1.wagers")
        assert driver.table.bytes() == before


@each("7(c)")
def test_a_wager_that_is_taken_back_takes_its_own_part_of_the_seed_along_and_nobody_elses(chapter: Chapter):
    driver = chapter.table(1, 2, cards="shuffled")
    ante, required = chapter.bet["ante"], [wager for wager in chapter.bet if wager != "ante"]
    for seat, given in ((1, "aa"), (2, "bb")):
        told = Place(seat=seat, wager="ante", amount=ante, contribution=given * 16)
        driver.do(told, "player", f"P{seat}")
        for wager in required:
            driver.bet(seat, **{wager.replace("-", "_"): chapter.bet[wager]})
    assert driver.table.contributions == {1: "aa" * 16, 2: "bb" * 16}
    driver.do(TakeBack(seat=1, wager="ante"), "player", "P1")
    assert driver.table.contributions == {2: "bb" * 16}
    assert set(driver.table.layout) == {2}


@provision("MA 6(a)")
def test_a_coupon_goes_back_with_its_ante_and_another_players_stays():
    driver = Driver("dj-wild", {"match-play": True}, edition="ma").ready(1, 2)
    for seat in (1, 2):
        driver.bet(seat, ante=1000, match_play=1000)
    driver.do(TakeBack(seat=1, wager="ante"), "player", "P1")
    assert driver.table.coupons == {2: 1000}


@provision("669a.11(i)")
def test_a_hand_of_stud_is_turned_over_and_nothing_is_found_of_how_it_is_set():
    driver = RAISE_IT_UP.dealt(1)
    driver.decide(1, "play-3")
    driver.until("reveal")
    wrong = driver.refused(Perform(step="reveal", cards="As Ks Qs", value="As Ks"))
    assert (wrong.field, wrong.cite) == ("value", RAISE_IT_UP.cite("11(i)"))
