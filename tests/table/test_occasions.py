"""What the table refuses because it cannot be: cards shown twice, reports without an occasion, orders too early."""

from __future__ import annotations

import pytest

from croupier.errors import IllegalAction
from croupier.table import BuyIn, CashOut, Direct, Leave, Perform, Report, Sit, open_table
from croupier.table import events as e
from tests.support import provision, table_rules
from tests.table.drive import Driver
from tests.table.offered import OfferedDriver

DJ = {"trips": "DJWT-04", "progressive": "1", "contribution": "20%"}


def dealing(game: str = "dj-wild", **submission: object) -> Driver:
    driver = OfferedDriver(game, submission={**(DJ if game == "dj-wild" else {}), **submission}, cards="entered")
    driver.ready(1, 2)
    for seat in (1, 2):
        driver.bet(seat, **({"ante": 1000, "blind": 1000} if game == "dj-wild" else {"ante": 1000}))
    driver.close_bets()
    driver.until("deal")
    return driver


def test_a_card_that_lay_face_up_is_not_the_dealers_too():
    driver = dealing()
    driver.do(Report(irregularity="face-up", cards="As"))
    driver.until("decide")
    driver.decide(1, "raise")
    driver.decide(2, "fold")
    driver.until("turn")
    error = driver.refused(Perform(step="turn", cards="As Kd Qc 4h 3s"))
    assert (error.field, error.message) == ("cards", "As has been shown already; the deck has no other")
    driver.do(Perform(step="turn", cards="Ah Kd Qc 4h 3s"))


def test_a_card_face_up_on_the_table_cannot_lie_face_up_in_the_shoe_again():
    driver = dealing()
    driver.do(Report(irregularity="face-up", cards="As"))
    assert driver.refused(Report(irregularity="face-up", cards="As")).field == "cards"


@provision("686a.3(a)")
def test_a_shoe_has_six_of_each_card_over_all_its_rounds():
    driver = dealing("over-under")
    shown = 0
    while shown < 6:
        if driver.table.due is None:
            driver.bet(1, ante=1000)
            driver.close_bets()
        due = driver.due
        if due.id == "deal" and due.count == 1 and driver.table.play is not None:
            driver.do(Perform(step="deal", cards="As"))
            shown += 1
        elif due.id == "decide":
            driver.decide(driver.playing.round.undecided(0)[0], "over")
        elif due.id == "deal":
            driver.do(Perform(step="deal", cards="2c 2d" if shown < 3 else "3c 3d"))
        else:
            driver.advance()
    while driver.table.due is None or driver.due.id != "deal" or driver.due.count != 1:
        if driver.table.due is None:
            driver.bet(1, ante=1000)
            driver.close_bets()
        elif driver.due.id == "decide":
            driver.decide(driver.playing.round.undecided(0)[0], "over")
        elif driver.due.id == "deal":
            driver.do(Perform(step="deal", cards="4c 4d"))
        else:
            driver.advance()
    assert driver.refused(Perform(step="deal", cards="As")).message.startswith("As has been shown already")


@pytest.mark.parametrize("command", [BuyIn(player="P1", amount=100), CashOut(player="P1")])
def test_surveillance_moves_nobodys_money(command):
    driver = Driver("dj-wild", submission=DJ).ready(1)
    assert driver.refused(command, "surveillance").field == "actor"


def test_a_table_closes_only_when_the_order_that_was_played_is_open():
    driver = Driver("dj-wild", submission=DJ, cards="shuffled").ready(1)
    driver.bet(1, ante=1000, blind=1000)
    driver.close_bets()
    driver.until("decide")
    driver.decide(1, "raise")
    driver.until("open-order")
    assert "opened first" in driver.refused(Direct(order="close"), "floorperson").message
    driver.advance()
    driver.do(Direct(order="close"), "floorperson")
    assert not driver.table.open


@provision("687a.5(b)")
def test_a_count_by_a_device_needs_a_device_that_counts():
    driver = Driver("dj-wild", submission=DJ)
    driver.until("view")
    driver.sit(1)
    driver.until("cut")
    assert driver.refused(Report(irregularity="device-count")).message == "no device counts the cards here"


@provision("687a.13(c)")
def test_a_wrong_number_found_when_a_hand_is_turned_over_voids_what_is_open():
    driver = dealing()
    driver.until("decide")
    before = driver.table.accounts["player:P1"]
    driver.decide(1, "raise")
    driver.decide(2, "raise")
    driver.until("turn")
    driver.do(Perform(step="turn", cards="Ah Kd Qc 4h 3s"))
    driver.until("reveal")
    assert driver.refused(Perform(step="reveal", cards="5c 6c 7c 8d 9d Ts")).field == "cards"
    driver.do(Report(irregularity="wrong-number", seat=2))
    assert {event.seat for event in driver.events(e.Voided)} == {1, 2}
    assert driver.table.accounts["player:P1"] == before + 2000
    driver.finish()
    assert driver.events(e.RoundClosed)[-1].void


@provision("687a.12(c)")
@pytest.mark.parametrize("amount", [0, -5])
def test_a_meter_is_not_carried_with_nothing_on_it(amount):
    with pytest.raises(IllegalAction, match="more than nothing") as refused:
        open_table(table_rules("dj-wild", DJ), table="T1", at=0, carried={"progressive": amount})
    assert str(refused.value.cite) == "58 Pa. Code § 687a.12(c)"


@provision("686a.9(c)")
def test_the_floor_chooses_for_a_skipped_player_who_has_left():
    driver = dealing("over-under")
    driver.until("decide")
    driver.decide(1, "surrender")
    driver.decide(2, "over")
    if driver.due.id == "collect-forfeited":
        driver.advance()
    driver.do(Leave(seat=1), "player", "P1")
    assert 1 not in driver.table.seats
    driver.do(Sit(player="P9", seat=1), "player", "P9")  # who has nothing to choose about that hand
    driver.do(Report(irregularity="skipped", seat=1))
    assert driver.due.id == "choose"
    for stranger in ("P9", "P1"):
        wrong = driver.refused(Perform(step="choose", value="dead-hand"), "player", stranger)
        assert (wrong.field, str(wrong.cite)) == ("seat", "58 Pa. Code § 686a.9(c)")
    driver.do(Perform(step="choose", value="deal-last"), "floorperson")
    driver.finish()
    assert not driver.events(e.RoundClosed)[-1].void
