"""Section 9 of chapter 686a at the table: irregularities of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from croupier.table import Direct, Leave, Perform, Report
from croupier.table import events as e
from tests.support import provision
from tests.table.test_over_under import DEVICE, cite, play, table
from tests.table.test_over_under_rounds import dealt
from tests.table.void_rounds import copied

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.table.offered import OfferedDriver


@provision("686a.9(a)")
def test_a_card_found_face_up_goes_to_the_rack_and_the_next_one_is_dealt():
    driver = table(1, 2)
    for seat in (1, 2):
        driver.bet(seat, ante=1000)
    driver.close_bets()
    found = Report(irregularity="face-up", cards="Kc")
    driver.advance()
    at = driver.table.pack.at
    assert driver.refused(found, "player", "P1").field == "actor"
    driver.refused(Report(irregularity="face-up", cards="Kc Kd"))
    driver.do(found, "surveillance", "Eye")
    assert driver.events(e.IrregularityFound)[-1].cite == cite("9(a)")
    assert (driver.due.to, driver.table.pack.at) == ("seats.2", at + 1)
    driver.do(found)  # and a second one, and the round goes on
    assert (driver.due.to, driver.table.pack.at) == ("seats.2", at + 2)
    driver.advance()
    driver.finish(s1="over", s2="over")
    assert ("face-up", 1) in driver.table.rack
    assert all("Kc" not in event.cards for event in driver.events(e.Dealt))


@provision("686a.9(a)", "686a.7(d)")
def test_a_cover_card_under_a_face_up_card_is_not_lost():
    driver = table(1, 2)
    driver.dealt_down_to(234)
    for seat in (1, 2):
        driver.bet(seat, ante=1000)
    driver.close_bets()
    driver.do(Report(irregularity="face-up", cards="Kc"))
    assert driver.table.cover_came == 1
    driver.finish(s1="over", s2="over")
    assert driver.due.id == "empty-shoe"


@provision("686a.9(b)")
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_a_shoe_that_runs_out_is_filled_from_the_discards_and_the_round_completed(cards: str, left: int):
    driver = table(1, 2, cards=cards)
    short = Report(irregularity="insufficient")
    for seat in (1, 2):
        driver.bet(seat, ante=1000)
    driver.dealt_down_to(312 - 2 - left)
    driver.close_bets()
    driver.until_phase("deciding")
    first = [driver.playing.round.seats[seat].cards for seat in (1, 2)]
    driver.decide(1, "over")
    driver.decide(2, "under")
    if left >= 2:
        driver.advance()
        driver.until("deal", to="seats.2")
    driver.do(short)
    replenished = len(driver.log)
    dues = [due.id for due in driver.table.todo]
    opened = ["open-order"] * (cards == "shuffled")
    wanted = ["empty-shoe", *opened, "shuffle", "cut", "insert-cover", "load", "burn", "deal"]
    assert dues[: len(wanted)] == wanted
    driver.finish()
    assert len([event for event in driver.events(e.Shuffled, replenished) if event.cite == cite("5(a)")]) >= 1
    emptied = driver.events(e.Racked, replenished)[0]
    assert (emptied.what, emptied.cite) == ("empty-shoe", cite("7(d)(1)"))
    burned = next(event for event in driver.events(e.Discarded, replenished))
    assert (burned.what, burned.cards, burned.cite) == ("burn", "", cite("9(b)"))
    lines = [line for event in driver.events(e.Settled, replenished) for line in event.lines]
    assert {line["wager"] for line in lines} >= {"ante", "under"}
    assert all(len(hand) == 1 for hand in first)
    # nothing is lost: at the end of this shoe all 312 cards come together again
    driver.do(Direct(order="reshuffle"), "floorperson")
    driver.advance()
    assert sum(count for _, count in driver.table.rack) == 312


@provision("686a.7(d)", "686a.7(d)(1)", "686a.9(b)")
@pytest.mark.parametrize(
    ("cards", "choices"), [("entered", {}), ("shuffled", {}), ("entered", DEVICE), ("shuffled", DEVICE)]
)
@pytest.mark.parametrize("procedure", [4, 5])
def test_a_cover_card_that_came_before_the_shoe_ran_out_has_all_cards_shuffled_after_the_round(
    cards: str, choices: Mapping[str, Any], procedure: int
):
    driver = table(1, 2, cards=cards, **choices)
    driver.table = replace(driver.table, procedure=procedure)
    for seat in (1, 2):
        driver.bet(seat, ante=1000)
    driver.dealt_down_to(309)
    packs = list(driver.table.packs)
    packs[driver.table.active] = replace(driver.table.pack, cover=310)  # much too deep
    driver.table = replace(driver.table, packs=tuple(packs))
    driver.close_bets()
    driver.until_phase("deciding")
    assert driver.table.cover_came == 2
    driver.decide(1, "over")
    driver.decide(2, "under")
    driver.do(Report(irregularity="insufficient"))
    filled = len(driver.log)
    driver.finish()
    if procedure < 5:
        assert driver.table.phase == "betting"
        return
    assert driver.due.id == "empty-shoe"
    driver.until("cut")
    assert (driver.due.seat, driver.due.cite) == (2, cite("5(c)(2)"))  # on whose area it appeared
    driver.until_phase("betting")
    assert [event.what for event in driver.events(e.Racked, filled)].count("empty-shoe") == 2
    assert (driver.table.pack.size, driver.table.cover_came) == (312, -1)


@provision("686a.9(b)", "686a.5(d)")
def test_whoever_leaves_in_mid_round_passes_the_cut_on_and_nothing_else():
    driver = table(1, 2)
    for seat in (1, 2):
        driver.bet(seat, ante=1000)
    driver.dealt_down_to(310)
    driver.close_bets()
    driver.until_phase("deciding")
    driver.decide(1, "over")
    driver.decide(2, "under")
    driver.do(Report(irregularity="insufficient"))
    driver.until("cut")
    first = driver.due.seat
    after = [(due.id, due.to, due.seat) for due in driver.table.todo[1:]]
    driver.do(Leave(seat=first), "player", f"P{first}")
    assert (driver.due.id, driver.due.seat) == ("cut", 3 - first)
    assert [(due.id, due.to, due.seat) for due in driver.table.todo[1:]] == after
    driver.do(Leave(seat=3 - first), "player", f"P{3 - first}")
    assert (driver.due.id, driver.due.seat) == ("cut", 0)
    assert [(due.id, due.to, due.seat) for due in driver.table.todo[1:]] == after


@provision("686a.9(b)")
def test_the_discards_alone_are_shuffled_the_cards_on_the_table_stay():
    driver = table(1, cards="shuffled")
    driver.bet(1, ante=1000)
    driver.dealt_down_to(310)
    driver.close_bets()
    driver.until_phase("deciding")
    driver.decide(1, "over")
    driver.do(Report(irregularity="insufficient"))
    assert str(driver.refused(Report(irregularity="insufficient")).cite) == cite("9(b)")
    driver.until("shuffle")
    driver.advance()
    assert driver.table.pack.size == 311
    held = driver.playing.round.seats[1].cards[0]
    assert driver.table.deck(0).cards.count(held) == 5
    driver.finish()
    play(driver, 1)  # the shoe goes on with what it holds
    driver.do(Direct(order="reshuffle"), "floorperson")
    driver.until_phase("betting")
    assert driver.table.pack.size == 312


@provision("686a.9(b)")
def test_hands_of_the_round_that_are_racked_already_are_shuffled_with_the_discards():
    driver = table(1, 2, cards="shuffled")
    for seat in (1, 2):
        driver.bet(seat, ante=1000)
    driver.dealt_down_to(308)
    driver.close_bets()
    driver.until_phase("deciding")
    driver.decide(1, "over")
    driver.decide(2, "under")
    driver.until("deal", to="seats.2")
    driver.do(Report(irregularity="insufficient"))
    driver.until("shuffle")
    driver.advance()
    assert driver.table.pack.size == 311  # all but the first card of seat 2
    driver.finish()
    assert len(driver.events(e.Settled)) == 2


@provision("686a.9(b)")
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
def test_a_shoe_that_holds_enough_is_not_filled(cards: str):
    driver = dealt(1, cards=cards)
    driver.decide(1, "over")
    wrong = driver.refused(Report(irregularity="insufficient"))
    assert str(wrong.cite) == cite("9(b)")
    assert "the record shows 310 cards left in the shoe, and 2 are needed" in wrong.message
    driver.dealt_down_to(310)  # just enough
    assert (
        "the record shows 2 cards left in the shoe, and 2 are needed"
        in driver.refused(Report(irregularity="insufficient")).message
    )


def skipped(seat: int = 1) -> OfferedDriver:
    """The dealer went past a seat without its two cards."""
    driver = table(1, 2)
    driver.bet(1, ante=1000, bonus=500)
    driver.bet(2, ante=1000)
    driver.close_bets()
    driver.until_phase("deciding")
    driver.decide(1, "over")
    driver.decide(2, "under")
    driver.do(Report(irregularity="skipped", seat=seat))
    return driver


@provision("686a.9(c)")
def test_a_skipped_player_may_have_the_cards_last():
    driver = skipped()
    assert (driver.due.id, driver.due.seat, driver.due.cite) == ("choose", 1, cite("9(c)"))
    assert driver.refused(Perform(step="choose", value="deal-last"), "dealer").field == "actor"
    assert driver.refused(Perform(step="choose", value="deal-last"), "player", "P2").field == "seat"
    assert str(driver.refused(Perform(step="choose", value="more"), "player", "P1").cite) == cite("9(c)")
    driver.perform("choose", "player", "P1", value="deal-last")
    before = len(driver.log)
    driver.finish()
    assert [event.to for event in driver.events(e.Dealt, before)] == ["seats.2", "seats.1"]
    assert [event.seat for event in driver.events(e.Settled, before)] == [2, 1]


@provision("686a.9(c)")
def test_or_the_hand_is_dead_and_the_wagers_go_back():
    driver = skipped()
    driver.perform("choose", "player", "P1", value="dead-hand")
    assert driver.chips(1) == 1_000_000
    before = len(driver.log)
    driver.finish()
    assert [event.to for event in driver.events(e.Dealt, before)] == ["seats.2"]
    (voided,) = driver.events(e.Voided)
    assert {line["wager"] for line in voided.lines} == {"ante", "over", "bonus"}
    assert voided.cite == cite("9(c)")
    assert driver.events(e.IrregularityFound)[0].reading != ""
    assert driver.money()["layout"] == 0


@provision("686a.9(c)")
def test_for_a_player_who_left_the_floor_chooses():
    driver = skipped()
    last = Perform(step="choose", value="dead-hand")
    assert driver.refused(last, "floorperson").field == "actor"
    driver.do(Leave(seat=1), "player", "P1")
    assert driver.refused(last, "dealer").field == "actor"
    driver.do(last, "floorperson")
    assert driver.chips(1) == 1_000_000


@provision("686a.9(c)", held="refusal")
def test_nobody_was_skipped_to_whom_the_dealer_has_not_come_or_who_has_all_cards():
    one, two, three = (Report(irregularity="skipped", seat=seat) for seat in (1, 2, 3))
    driver = table(1, 2, 3)
    for seat in (1, 2, 3):
        driver.bet(seat, ante=1000)
    driver.close_bets()
    driver.until("deal", to="seats.1")
    assert driver.refused(one).message == "the additional cards come after the decisions"
    driver.until("decide")
    for seat in (1, 2, 3):
        driver.decide(seat, "over")
    wrong = driver.refused(two)
    assert (wrong.field, str(wrong.cite)) == ("seat", cite("9(c)"))
    assert wrong.message == "the dealer has not come to seat 2 yet"
    driver.advance()
    assert driver.due.id == "settle"
    assert driver.refused(two).message == "the dealer has not come to seat 2 yet"
    driver.until("deal", to="seats.2")
    assert driver.refused(one).message == "seat 1 has all its cards"
    assert driver.refused(three).field == driver.refused(Report(irregularity="skipped", seat=6)).field == "seat"
    driver.do(two)
    driver.perform("choose", "player", "P2", value="deal-last")
    assert driver.refused(two).message == "the dealer has not come to seat 2 yet"
    other = copied(driver)
    driver.do(three)
    driver.perform("choose", "player", "P3", value="dead-hand")
    assert driver.refused(three).field == "seat"
    driver.finish()
    assert [event.seat for event in driver.events(e.Voided)] == [3]
    other.until("deal", to="seats.2")
    assert "has been asked" in other.refused(two).message
    other.finish()
    assert not other.events(e.Voided)
