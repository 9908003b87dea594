"""Section 6 of chapter 686a at the table, and what its readings change: wagers, and who may make them."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.table import Direct, Leave, Perform, Place, Report, Sit, TakeBack
from croupier.table import events as e
from tests.support import provision
from tests.table.offered import OfferedDriver
from tests.table.test_over_under import cite, play, table


@provision("686a.6(c)")
def test_a_wager_that_stays_on_the_layout_by_the_other_reading():
    driver = OfferedDriver("over-under", readings={"wager-made": "on-layout"})
    driver.ready(1)
    driver.bet(1, ante=1000)
    wrong = driver.refused(TakeBack(seat=1, wager="ante"), "player", "P1")
    assert str(wrong.cite) == cite("6(c)")
    wrong = driver.refused(Leave(seat=1), "player", "P1")  # which would take it back too
    assert (str(wrong.cite), wrong.field) == (cite("6(c)"), "seat")
    driver.close_bets()
    driver.do(Leave(seat=1), "player", "P1")
    assert driver.playing.gone == (1,)


@provision("686a.6(c)")
def test_the_floor_stands_a_player_up_whose_wager_stays_and_whoever_has_none_leaves():
    driver = OfferedDriver("over-under", {"adjacent-boxes": 3}, readings={"wager-made": "on-layout"})
    driver.ready(1, 4)
    for seat in (2, 3):
        driver.do(Sit(player="P1", seat=seat), "player", "P1")
    for seat in (1, 2, 3):
        driver.bet(seat, ante=1000)
    driver.do(Leave(seat=4), "player", "P4")
    wrong = driver.refused(Leave(seat=2), "player", "P1")
    assert str(wrong.cite) == cite("6(c)")
    driver.do(Leave(seat=2), "floorperson")  # and the box that it cuts off goes with it
    assert driver.table.layout == {1: {"ante": 1000}}


@provision("686a.6(a)")
@pytest.mark.parametrize(("amount", "field"), [(5000, ""), (5001, "inventory")])
def test_the_cash_of_a_verbal_wager_is_converted_as_far_as_the_inventory_goes(amount: int, field: str):
    driver = OfferedDriver("over-under", inventory=5000)
    driver.until("view")
    driver.do(Sit(player="P1", seat=1), "player", "P1")
    driver.until_phase("betting")
    said = Place(seat=1, wager="ante", amount=amount, verbal=True)
    if field:
        assert driver.refused(said, "dealer").field == field
        return
    driver.do(said, "dealer")
    assert (driver.table.accounts["inventory"], driver.table.accounts["layout"]) == (0, 5000)


@provision("686a.6(a)")
def test_a_verbal_wager_with_cash_counts_when_the_dealer_confirms_it_and_becomes_chips():
    driver = table(1)
    before = driver.money()
    said = Place(seat=1, wager="ante", amount=2500, verbal=True)
    wrong = driver.refused(said, "player", "P1")
    assert (str(wrong.cite), wrong.field) == (cite("6(a)"), "actor")
    driver.do(said, "dealer")
    now = driver.money()
    changes = {name: now[name] - before.get(name, 0) for name in now if now[name] != before.get(name, 0)}
    assert changes == {"drop": 2500, "house": -2500, "inventory": -2500, "layout": 2500}
    (placed,) = driver.events(e.WagerPlaced)
    assert placed.verbal
    driver.close_bets()


@provision("686a.6(a)")
def test_cash_for_which_the_inventory_has_no_chips_waits_for_a_fill():
    driver = table(1)
    driver.do(Direct(order="credit", amount=driver.money()["inventory"]), "floorperson")
    wrong = driver.refused(Place(seat=1, wager="ante", amount=2500, verbal=True), "dealer")
    assert wrong.field == "inventory"


def closed_mid_shoe(*seats: int, **choices: Any) -> OfferedDriver:
    driver = OfferedDriver("over-under", choices, mid_shoe=False)
    driver.ready(*seats)
    return driver


def barred(driver: OfferedDriver, seat: int) -> bool:
    """Whether a seat's Ante is refused for a skipped round, and the refusal says so."""
    name = driver.table.seats[seat]
    if name not in driver.table.barred:
        return False
    wrong = driver.refused(Place(seat=seat, wager="ante", amount=1000), "player", name)
    return str(wrong.cite) == cite("6(b)")


@provision("686a.6(b)")
def test_whoever_skips_a_round_is_kept_out_of_the_next_ones():
    driver = closed_mid_shoe(1, 2, 3)
    play(driver, 1, 2)
    assert [barred(driver, seat) for seat in (1, 2, 3)] == [False, False, True]
    play(driver, 1)
    play(driver, 1)
    assert [barred(driver, seat) for seat in (1, 2, 3)] == [False, True, True]


@provision("686a.6(b)")
def test_a_patron_who_was_not_seated_is_kept_out_too():
    driver = closed_mid_shoe(1)
    driver.sit(2)  # before the first round of the shoe
    play(driver, 1, 2)
    driver.sit(4)
    assert barred(driver, 4)
    driver.do(Leave(seat=2), "player", "P2")
    driver.do(Sit(player="P2", seat=5), "player", "P2")
    assert not barred(driver, 5)  # wagered on the round before, from another seat


@provision("686a.6(b)(1)", held="step")
def test_the_floor_may_let_a_barred_player_wager_again():
    driver = closed_mid_shoe(1, 2)
    play(driver, 1)
    assert barred(driver, 2)
    assert str(driver.refused(Direct(order="admit", player="P2"), "dealer").cite) == cite("6(b)")
    assert str(driver.refused(Direct(order="admit", player="P1"), "floorperson").cite) == cite("6(b)")
    driver.do(Direct(order="admit", player="P2"), "floorperson")
    play(driver, 1, 2)
    play(driver, 1)
    assert barred(driver, 2)  # skipped again


@provision("686a.6(b)(2)", held="step")
def test_a_reshuffle_lets_everybody_wager_again():
    driver = closed_mid_shoe(1, 2)
    play(driver, 1)
    assert barred(driver, 2)
    driver.do(Direct(order="reshuffle"), "floorperson")
    driver.until_phase("betting")
    play(driver, 1, 2)


@provision("686a.6(b)", "686a.6(b)(2)")
def test_a_shuffle_of_the_other_batch_lets_nobody_wager_again():
    driver = closed_mid_shoe(1, 2, shuffler="automated", decks=2)
    play(driver, 1)
    assert barred(driver, 2)
    driver.do(Report(irregularity="shuffler-jam"))
    assert (driver.due.id, driver.due.pack) == ("shuffle", 1 - driver.table.active)
    driver.until_phase("betting")
    assert barred(driver, 2)
    driver.dealt_down_to(234)
    play(driver, 1)
    driver.until_phase("betting")  # the other batch is in the shoe now
    play(driver, 1, 2)


@provision("686a.3(b)(5)")
def test_a_batch_that_waits_for_a_device_which_fails_leaves_the_rack():
    driver = table(1, shuffler="automated", decks=2)
    driver.dealt_down_to(234)
    play(driver, 1)
    driver.until("shuffle")
    waiting = driver.due.pack
    assert waiting != driver.table.active
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    driver.until("put-aside")
    assert (driver.due.pack, driver.due.cite) == (waiting, cite("3(b)(5)"))
    driver.until_phase("betting")
    assert sum(count for _, count in driver.table.rack) == 1  # the card burned from the other batch
    driver.dealt_down_to(234)
    play(driver, 1)
    driver.until_phase("betting")
    assert driver.table.active != waiting


@provision("686a.7(c)", "686a.9(e)")
def test_a_dealer_who_comes_while_a_device_is_being_signed_out_burns_a_card_too():
    driver = table(1, shuffler="automated", decks=2)
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    assert driver.due.id == "sign-device"
    driver.do(Direct(order="relieve", player="Dora"), "floorperson")
    driver.until_phase("betting")
    assert [one.what for one in driver.events(e.Discarded)] == ["burn", "new-dealer-burn"]


@provision("686a.6(b)")
def test_where_mid_shoe_entry_is_open_the_floor_may_still_bar_whoever_skipped():
    driver = table(1, 2)
    wrong = driver.refused(Direct(order="bar", player="P2"), "floorperson")
    assert str(wrong.cite) == cite("6(b)")  # no round has been played since the shuffle
    play(driver, 1, 2)
    assert str(driver.refused(Direct(order="bar", player="P2"), "floorperson").cite) == cite("6(b)")
    play(driver, 1)
    assert not barred(driver, 2)
    assert str(driver.refused(Direct(order="bar", player="P2"), "dealer").cite) == cite("6(b)")
    driver.do(Direct(order="bar", player="P2"), "floorperson")
    assert barred(driver, 2)
    driver.do(Direct(order="bar", player="Somebody standing"), "floorperson")
    assert "Somebody standing" in driver.table.barred


@provision("686a.6(c)", "686a.6(d)")
def test_ante_and_bonus_are_placed_before_the_first_card_and_stay():
    driver = table(1, 2)
    wrong = driver.refused(Place(seat=1, wager="bonus", amount=500), "player", "P1")
    assert "required" in str(wrong)
    assert str(driver.refused(Place(seat=1, wager="over", amount=1000), "player", "P1").cite) == cite("6(c)")
    driver.bet(1, ante=1000, bonus=500)
    driver.close_bets()
    for command in (
        Place(seat=2, wager="ante", amount=1000),
        TakeBack(seat=1, wager="bonus"),
        TakeBack(seat=1, wager="ante"),
    ):
        wrong = driver.refused(command, "player", f"P{command.seat}")
        assert str(wrong.cite) == cite("6(c)")
    driver.until_phase("deciding")
    assert str(driver.refused(TakeBack(seat=1, wager="ante"), "player", "P1").cite) == cite("6(c)")


@provision("686a.6(d)")
def test_nobody_plays_without_an_ante():
    driver = table(1, 2)
    assert str(driver.refused(Perform(step="no-more-bets")).cite) == cite("6(c)")
    driver.bet(2, ante=1000)
    driver.close_bets()
    assert set(driver.playing.round.seats) == {2}


@provision("686a.6(f)")
def test_adjacent_boxes_as_many_as_the_submission_says():
    driver = OfferedDriver("over-under", {"adjacent-boxes": 2})
    driver.ready(3)
    assert str(driver.refused(Sit(player="P3", seat=5), "player", "P3").cite) == cite("6(f)")
    driver.do(Sit(player="P3", seat=4), "player", "P3")
    assert str(driver.refused(Sit(player="P3", seat=2), "player", "P3").cite) == cite("6(f)")
