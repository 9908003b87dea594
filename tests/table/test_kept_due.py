"""What the cards need before they are dealt stays due, whatever happens meanwhile (sections 4, 5 and 13)."""

from __future__ import annotations

import pytest

from croupier.table import Direct, Leave, Perform, Report, Sit
from croupier.table import events as e
from tests.support import provision
from tests.table.drive import Driver
from tests.table.stud import DJ_WILD, Chapter, each
from tests.table.test_readied import readied

JAM = Report(irregularity="shuffler-jam")


def leave(driver: Driver) -> None:
    driver.do(Leave(seat=1), "player", "P1")


@each("5(e)", "5(f)", "13(e)")
@pytest.mark.parametrize("what", ["recut", "jam", "shoe"])
def test_the_cards_of_a_deserted_table_are_spread_whatever_happens_first(chapter: Chapter, what: str):
    driver = chapter.table(1, dealing="automated-shoe", shuffler="none" if what == "recut" else "automated")
    leave(driver)
    if what == "recut":
        assert driver.refused(Direct(order="recut"), "floorperson").cite == chapter.cite("5(e)")
    else:
        driver.do(JAM if what == "jam" else Report(irregularity="out-of-order", device="shoe"))
    assert [due.id for due in driver.table.todo if due.id != "sign-device"] == ["spread-idle"]
    driver.until("spread-idle")
    driver.advance()
    driver.sit(2)
    began = len(driver.log)
    driver.until_phase("betting")
    assert driver.steps(began)[:3] == ["view", "wash", "stack"]


@each("4(b)", "4(d)", "5(f)")
def test_a_deck_that_somebody_saw_who_left_while_the_other_is_opened_is_spread_for_the_next(chapter: Chapter):
    driver = chapter.opened(shuffler="automated", decks=2)
    driver.until("view", pack=0)
    driver.sit(1)
    driver.until("inspect", pack=1)
    leave(driver)
    began = len(driver.log)
    driver.until("view")
    driver.sit(2)
    driver.until_phase("betting")
    mine = [event.step for event in driver.events(e.Performed, began) if event.pack == 0]
    assert mine == ["spread", "view", "wash", "stack", "load"]
    assert driver.events(e.Performed, began)[0].cite == chapter.cite("5(f)")


@each("5(f)", "5(b)")
def test_a_deck_in_the_shoe_of_a_deserted_table_is_spread_while_another_is_received(chapter: Chapter):
    driver = chapter.table(1, shuffler="counting", decks=2)
    chapter.round(driver, 1)
    driver.until("device-count", pack=0)
    driver.perform("device-count", value=chapter.deck - 1)  # and the other lies in the shoe
    leave(driver)
    began = len(driver.log)
    driver.until("view")
    driver.sit(2)
    driver.until_phase("betting")
    assert ("counting", 1) in readied(driver, began)
    assert [event.step for event in driver.events(e.Performed, began) if event.pack == 1][:2] == ["spread", "view"]


@each("13(g)", "5(a)")
@pytest.mark.parametrize("when", ["order", "received"])
def test_what_lies_in_a_shoe_that_fails_is_shuffled_while_the_other_deck_is_seen_to(chapter: Chapter, when: str):
    sealed = when == "order"  # the order of the other deck has still to be opened
    cards = "shuffled" if sealed else "entered"
    driver = chapter.table(1, dealing="automated-shoe", shuffler="counting", decks=2, cards=cards)
    chapter.round(driver, 1)
    driver.until("open-order" if sealed else "device-count", pack=0)
    assert driver.table.pack.loaded
    if not sealed:
        driver.perform("device-count", value=chapter.deck - 1)
        driver.until("receive")
        driver.perform("receive", "floorperson", value="preshuffled")
        assert (driver.due.id, driver.due.pack) == ("load", 1)
    began = len(driver.log)
    driver.do(Report(irregularity="out-of-order", device="shoe"))
    assert "clear-shoe" in {due.id for due in driver.table.todo}
    driver.until_phase("betting")
    assert ("counting", 1) in readied(driver, began)


@provision("MA 3(d)", "MA 4(e)")
def test_a_deck_that_is_removed_spares_the_other_neither_the_look_nor_the_wash():
    driver = Driver("dj-wild", {"shuffler": "automated", "decks": 2}, edition="ma").ready(1)
    leave(driver)
    driver.until("spread-idle")
    driver.advance()
    driver.sit(2)
    driver.do(Report(irregularity="bad-deck"))
    began = len(driver.log)
    driver.until_phase("betting")
    other = [event.step for event in driver.events(e.Performed, began) if event.pack == 1]
    assert other == ["turn-up", "view", "wash", "stack"]


@each("13(e)", "5(a)")
@pytest.mark.parametrize("decks", [1, 2])
def test_preshuffled_cards_that_a_device_jammed_with_are_not_taken_as_they_came(chapter: Chapter, decks: int):
    driver = chapter.opened(shuffler="automated", dealing="hand", decks=decks)
    driver.preshuffled = True
    driver.until("shuffle", pack=decks - 1)
    driver.do(JAM)
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    driver.do(Sit(player="P1", seat=1), "player", "P1")
    driver.until_phase("betting")
    if decks == 1:
        assert readied(driver, 0) == [("manual", 0), ("cut", 0)]
    assert not driver.table.packs[-1].preshuffled


@provision("687a.13(e)", "687a.3(b)(2)")
def test_a_deck_that_has_still_to_come_is_not_shuffled_for_a_jam():
    driver = DJ_WILD.table(1, shuffler="automated", decks=2, cards="shuffled")
    driver.do(Direct(order="change-cards"), "floorperson")
    assert [due.id for due in driver.table.todo] == ["open-order", "receive"]
    driver.do(JAM)
    assert [due.id for due in driver.table.todo] == ["open-order", "receive"]
    assert driver.table.packs[1].method == ""


@provision("686a.5(b)", "686a.5(h)", "686a.7(d)(1)")
def test_a_batch_that_a_reshuffling_device_left_uncut_is_shuffled_and_cut_when_that_fails():
    driver = Driver("over-under", {"shuffler": "reshuffling"}).ready(1)
    began = len(driver.log)
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    while driver.table.phase != "betting":
        driver.perform("decline-cut", "player", "P1") if driver.due.seat else driver.advance()
    assert readied(driver, began) == [("manual", 0), ("cut", 0)]
    assert [event.what for event in driver.events(e.Racked, began)] == ["empty-shoe"]
    assert driver.table.pack.cover >= 0


@provision("686a.7(c)")
def test_a_dealer_who_comes_while_the_cards_go_back_into_a_continuous_shuffler_burns_one():
    driver = Driver("over-under", {"dealing": "continuous-shuffler"}).ready(1)
    driver.bet(1, ante=1000)
    driver.close_bets()
    driver.finish(s1="over")
    assert "shuffle" in {due.id for due in driver.table.todo}
    driver.do(Direct(order="relieve", player="D2"), "floorperson")
    began = len(driver.log)
    driver.until_phase("betting")
    told = [event.what for event in driver.events(e.Discarded, began)]
    assert (told, driver.table.pack.at) == (["new-dealer-burn"], 1)
    assert driver.refused(Perform(step="new-dealer-burn")).field == "step"


@provision("686a.7(c)", "686a.4(c)")
def test_nobody_burns_a_card_of_a_batch_that_is_not_shuffled_yet():
    driver = Driver("over-under", {"shuffler": "automated", "decks": 2})
    driver.until("view", pack=0)
    driver.sit(1)
    driver.until("receive", pack=1)
    driver.do(Direct(order="relieve", player="D2"), "floorperson")
    assert "new-dealer-burn" not in {due.id for due in driver.table.todo}


@provision("686a.5(g)", "686a.7(d)(1)")
def test_a_shoe_whose_cards_were_washed_is_not_emptied_when_a_continuous_shuffler_comes_back():
    driver = Driver("over-under", {"dealing": "continuous-shuffler"}).ready(1)
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    while driver.table.phase != "betting":
        driver.perform("decline-cut", "player", "P1") if driver.due.seat else driver.advance()
    driver.bet(1, ante=1000)
    driver.close_bets()
    driver.finish(s1="over")
    leave(driver)
    driver.until("spread-idle")
    driver.advance()
    driver.sit(2)
    driver.until("shuffle")
    driver.do(Direct(order="repair", what="shuffler"), "floorperson")
    driver.until_phase("betting")
    assert driver.table.pack.method == "continuous-shuffler"


@provision("687a.5(b)", "687a.5(f)", "687a.13(e)")
def test_a_deck_that_is_to_be_spread_is_although_the_other_leaves_for_its_count_after_a_jam():
    driver = DJ_WILD.table(1, shuffler="counting", decks=2)
    leave(driver)
    driver.do(JAM)
    driver.until("device-count", pack=1)
    driver.perform("device-count", value=52)
    began = len(driver.log)
    driver.until("view")
    driver.sit(2)
    driver.until_phase("betting")
    assert driver.steps(began)[:4] == ["spread", "view", "wash", "stack"]


@provision("MA 4(e)", "MA 9(e)")
def test_the_order_of_a_deck_that_has_left_is_opened_although_the_other_is_spread_first():
    driver = Driver("dj-wild", {"shuffler": "automated", "decks": 2}, edition="ma", cards="shuffled").ready(1)
    driver.do(Direct(order="change-cards"), "floorperson")
    leave(driver)
    assert [(due.id, due.pack) for due in driver.table.todo][-2:] == [("open-order", 0), ("receive", 0)]
    driver.until("view")
    driver.sit(2)
    driver.until_phase("betting")
    opened = [event.pack for event in driver.events(e.OrderOpened)]
    assert opened == [0, 1]


@provision("686a.9(b)", "686a.9(d)")
def test_what_came_to_the_rack_since_the_discards_were_shuffled_is_shuffled_with_them_again():
    driver = Driver("over-under", {"dealing": "continuous-shuffler"}, cards="shuffled").ready(1, 2)
    for seat in (1, 2):
        driver.bet(seat, ante=1000)
    driver.close_bets()
    driver.until("decide")
    for seat in (1, 2):
        driver.decide(seat, "over")
    driver.do(JAM)
    driver.until("deal", to="seats.2")  # the three cards of seat 1 are in the rack, one of them since before the jam
    driver.do(JAM)
    driver.until("deal", to="seats.2")
    first, second = (len(event.of.split()) for event in driver.events(e.Shuffled)[-2:])
    assert (first, second) == (310, 311)
