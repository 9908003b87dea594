"""Cards readied while devices fail and come back: whoever shuffles decides on cut and count (sections 5, 9, 13)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from croupier.table import Direct, Leave, Perform, Report, Sit
from croupier.table import events as e
from tests.support import provision
from tests.table.drive import Driver
from tests.table.offered import OfferedDriver
from tests.table.stud import DJ_WILD, Chapter, each

if TYPE_CHECKING:
    from collections.abc import Iterator

BROKEN = Report(irregularity="out-of-order", device="shuffler")
REPAIR = Direct(order="repair", what="shuffler")


def readied(driver: Driver, since: int) -> list[tuple[str, int]]:
    """How the packs were shuffled, counted and cut."""

    def told() -> Iterator[tuple[str, int]]:
        for event, _ in driver.log[since:]:
            if isinstance(event, e.Shuffled):
                yield event.method, event.pack
            elif isinstance(event, e.Performed) and event.step in {"device-count", "cut"}:
                assert event.pack is not None
                yield event.step, event.pack

    return list(told())


@each("5(c)(2)", "3(b)(3)")
def test_a_second_deck_that_came_preshuffled_is_cut_before_it_is_dealt(chapter: Chapter):
    driver = chapter.opened(shuffler="automated", decks=2)
    driver.preshuffled = True
    driver.ready(1)
    assert readied(driver, 0) == [("preshuffled", 0), ("cut", 0), ("preshuffled", 1)]
    chapter.round(driver, 1)
    began = len(driver.log)
    driver.until_phase("betting")
    assert driver.table.active == 1
    assert readied(driver, began) == [("cut", 1), ("device", 0)]


@pytest.mark.parametrize("how", ["repaired", "deserted"])
@each("5(b)", "3(b)(2)")
def test_a_stored_deck_that_the_device_has_not_counted_is_not_dealt(chapter: Chapter, how: str):
    driver = chapter.table(1, dealing="automated-shoe", shuffler="counting", decks=2)
    if how == "repaired":
        driver.do(Report(irregularity="out-of-order", device="shoe"))
    driver.until_phase("betting")
    chapter.round(driver, 1)
    driver.until("device-count", pack=0)
    if how == "repaired":
        driver.do(Direct(order="repair", what="shoe"), "floorperson")
    else:
        driver.do(Leave(seat=1), "player", "P1")
        driver.do(Sit(player="P1", seat=1), "player", "P1")
    driver.until_phase("betting")
    chapter.round(driver, 1)
    driver.until_phase("betting")
    dealt = [event.pack for event in driver.events(e.RoundBegan)]
    assert dealt[-1] != driver.table.active
    began = max(n for n, (event, _) in enumerate(driver.log) if isinstance(event, e.Shuffled) and event.pack == 0)
    assert ("device-count", 0) in readied(driver, began)


@pytest.mark.parametrize("cards", ["entered", "shuffled"])
@each("5(b)", "5(c)(1)", "5(c)(2)", "13(g)")
def test_whoever_shuffles_when_the_order_of_the_last_cards_is_opened_decides_on_the_cut(chapter: Chapter, cards: str):
    driver = chapter.table(1, shuffler="counting", cards=cards)
    chapter.round(driver, 1)
    began = len(driver.log)
    driver.do(BROKEN)  # its order is not opened yet, where the cards are sealed
    driver.until_phase("betting")
    assert readied(driver, began) == [("manual", 0), ("cut", 0)]
    chapter.round(driver, 1)
    began = len(driver.log)
    driver.do(REPAIR, "floorperson")
    driver.until_phase("betting")
    assert readied(driver, began) == [("counting", 0), ("device-count", 0)]


@each("5(b)", "5(c)(1)", "5(f)")
def test_a_device_that_comes_back_while_the_cards_are_washed_shuffles_and_counts_them(chapter: Chapter):
    driver = chapter.table(1, shuffler="counting")
    driver.do(BROKEN)
    driver.do(Leave(seat=1), "player", "P1")
    driver.until("spread-idle")
    driver.advance()
    driver.sit(2)
    driver.until("wash")
    began = len(driver.log)
    driver.do(REPAIR, "floorperson")
    driver.until_phase("betting")
    assert readied(driver, began) == [("counting", 0), ("device-count", 0)]


@provision("MA 7(b)(1)", "MA 13(f)")
def test_cards_shuffled_by_hand_are_shuffled_by_the_device_that_came_back_before_they_are_dealt_from_the_hand():
    driver = Driver("dj-wild", {"shuffler": "automated"}, edition="ma").ready(1)
    driver.do(Report(irregularity="remove-device", device="shoe"))
    driver.until_phase("betting")
    driver.do(Report(irregularity="remove-device", device="shuffler"))
    driver.until_phase("betting")
    driver.do(Direct(order="reshuffle"), "floorperson")
    driver.until_phase("betting")
    assert (driver.table.way, driver.table.pack.method) == ("hand", "manual")
    driver.bet(1, ante=1000, blind=1000)
    assert str(driver.refused(Perform(step="no-more-bets")).cite) == "MA DJ Wild § 7(b)(3)"
    driver.do(Leave(seat=1), "player", "P1")
    driver.until("spread-idle")
    driver.advance()
    driver.sit(2)
    driver.until_phase("betting")
    began = len(driver.log)
    driver.do(REPAIR, "floorperson")
    driver.until_phase("betting")
    assert readied(driver, began) == [("device", 0)]
    assert driver.table.way == "hand"


@each("5(a)", "5(e)")
def test_cards_that_are_to_be_shuffled_are_not_cut_again_instead(chapter: Chapter):
    driver = chapter.opened(shuffler="automated")
    driver.preshuffled = True
    driver.ready(1)
    driver.do(Direct(order="reshuffle"), "floorperson")
    assert driver.due.id == "shuffle"
    assert driver.refused(Direct(order="recut"), "floorperson").cite == chapter.cite("5(e)")
    began = len(driver.log)
    driver.until_phase("betting")
    assert readied(driver, began) == [("device", 0)]


@provision("687a.5(f)", "687a.5(g)")
def test_cards_that_were_to_be_spread_when_the_reshuffling_device_came_back_may_still_be():
    choices: dict[str, Any] = {"dealing": "automated-shoe", "shuffler": "reshuffling"}
    driver = DJ_WILD.table(1, **choices)
    driver.do(BROKEN)
    driver.until_phase("betting")
    driver.do(Leave(seat=1), "player", "P1")
    assert driver.due.id == "spread-idle"
    driver.do(REPAIR, "floorperson")
    while driver.table.due is not None:
        driver.advance()
    driver.sit(2)
    driver.until_phase("betting")
    assert driver.table.pack.method == "reshuffling"


@each("13(f)", "13(g)")
def test_nothing_is_taken_out_of_a_shoe_that_fails_before_it_was_loaded(chapter: Chapter):
    driver = chapter.table(1, dealing="automated-shoe", shuffler="automated")
    chapter.round(driver, 1)
    assert driver.due.id == "shuffle"
    began = len(driver.log)
    driver.do(Report(irregularity="out-of-order", device="shoe"))
    driver.until_phase("betting")
    assert not driver.events(e.Racked, began)
    assert readied(driver, began) == [("device", 0)]


@provision("686a.7(d)(1)", "686a.3(b)(5)")
def test_a_batch_that_leaves_takes_its_discards_with_it():
    driver = OfferedDriver("over-under", {"shuffler": "automated", "decks": 2})
    driver.ready(1)
    driver.bet(1, ante=1000)
    driver.close_bets()
    driver.finish(s1="over")
    assert driver.table.rack
    driver.do(Direct(order="change-cards"), "floorperson")
    assert driver.table.rack == ()


@provision("686a.7(d)", "686a.5(c)(2)")
def test_a_cover_card_that_comes_with_a_burned_card_has_come_on_nobodys_box():
    driver = OfferedDriver("over-under").ready(1)
    (pack,) = driver.table.packs
    driver.table = replace(driver.table, packs=(replace(pack, cover=pack.at),))
    driver.do(Direct(order="relieve", player="Dan"), "floorperson")
    driver.until("new-dealer-burn")
    driver.advance()
    assert driver.table.cover_came == 0
    aside = [event for event in driver.events(e.Performed) if event.step == "cover-aside"]
    assert [event.value for event in aside] == [0]
