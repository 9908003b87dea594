"""DJ Wild at the table, where the text is easily passed over: what is found late, which deck a device has counted, what
stands in for a failed device, and a coupon on a void hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from croupier.journal import verify_bytes
from croupier.table import Direct, Perform, Place, Report
from croupier.table import events as e
from croupier.table.equipment import STANDARD, Item, standard
from tests.journal.test_reconstruct import journal
from tests.support import provision, table_rules
from tests.table.drive import Driver
from tests.table.offered import OfferedDriver
from tests.table.stud import DJ_WILD, DJ_WILD_PROPOSED, Chapter

if TYPE_CHECKING:
    from collections.abc import Callable

EDITIONS = pytest.mark.parametrize("chapter", [DJ_WILD, DJ_WILD_PROPOSED], ids=lambda chapter: chapter.edition)
SHOE = {"dealing": "automated-shoe", "shuffler": "automated"}
MOMENTS = pytest.mark.parametrize("moment", ["decide", "turn", "rack"])


def massachusetts(*seats: int, **choices: Any) -> Driver:
    driver = OfferedDriver("dj-wild", {"trips": "01", **choices}, edition="ma")
    driver.ready(*seats)
    return driver


def at(driver: Driver, moment: str, *seats: int) -> Driver:
    driver.close_bets()
    driver.until("decide")
    if moment != "decide":
        for seat in seats:
            driver.decide(seat, "raise")
        driver.until(moment)
    return driver


def pennsylvania(moment: str, cards: str = "entered") -> Driver:
    driver = DJ_WILD.table(1, 2, cards=cards, **SHOE)
    DJ_WILD.bets(driver, 1, 2, trips=500)
    return at(driver, moment, 1, 2)


def elsewhere(moment: str, cards: str = "entered") -> Driver:
    driver = OfferedDriver("dj-wild", {"trips": "01", **SHOE}, edition="ma", cards=cards)
    driver.ready(1, 2)
    for seat in (1, 2):
        driver.bet(seat, ante=1000, blind=1000, trips=500)
    return at(driver, moment, 1, 2)


TABLES = pytest.mark.parametrize(
    ("opened", "paragraph", "number"),
    [
        pytest.param(
            pennsylvania,
            "58 Pa. Code § 687a.13(f)",
            "58 Pa. Code § 687a.13(c)",
            marks=provision("687a.13(c)", "687a.13(f)"),
        ),
        pytest.param(elsewhere, "MA DJ Wild § 13(e)", "MA DJ Wild § 13(a)", marks=provision("MA 13(a)", "MA 13(e)")),
    ],
)


@TABLES
@MOMENTS
def test_a_shoe_that_did_not_deal_every_card_voids_the_round_whenever_that_is_found(
    opened: Callable[..., Driver], moment: str, paragraph: str, number: str
):
    for report, cite in (("shoe-jam", paragraph), ("dealer-number", number)):
        driver = opened(moment)
        driver.do(Report(irregularity=report), "surveillance", "Eye")
        assert {event.cite for event in driver.events(e.Voided)} == {cite}
        driver.finish()
        assert driver.events(e.RoundClosed)[-1].void
        assert [driver.chips(seat) for seat in (1, 2)] == [1_000_000, 1_000_000]
        assert verify_bytes(journal(driver.log)).records


@TABLES
def test_of_sealed_cards_the_record_knows_better(opened: Callable[..., Driver], paragraph: str, number: str):
    driver = opened("decide", cards="shuffled")
    for report, cite, shown in (
        ("shoe-jam", paragraph, "the shoe has dealt every card of this round"),
        ("dealer-number", number, "the record shows 5 cards dealt to the dealer, as many as are due"),
    ):
        wrong = driver.refused(Report(irregularity=report))
        assert (str(wrong.cite), wrong.message) == (cite, shown)


@provision("687a.13(c)", "MA 13(c)")
def test_the_dealer_has_no_wrong_number_before_any_card():
    driver = DJ_WILD.table(1)
    DJ_WILD.bets(driver, 1)
    driver.close_bets()
    driver.until("deal", to="dealer")
    assert driver.refused(Report(irregularity="dealer-number")).message == "no card has been dealt to the dealer yet"
    ma = massachusetts(1)
    ma.bet(1, ante=1000, blind=1000)
    ma.close_bets()
    assert ma.refused(Report(irregularity="dealer-number")).field == "irregularity"


@EDITIONS
@provision("687a.5(b)")
def test_of_two_decks_the_one_that_the_device_has_counted_leaves_the_table(chapter: Chapter):
    driver = chapter.opened(shuffler="counting", decks=2)
    driver.until("view")
    driver.sit(1)
    for step in ("shuffle", "load"):
        driver.until(step)
        assert "none is counted now" in driver.refused(Report(irregularity="device-count")).message
    driver.until("device-count", pack=1)
    driver.do(Report(irregularity="device-count"))
    assert [pack.present for pack in driver.table.packs] == [True, False]
    assert (driver.due.id, driver.due.pack) == ("receive", 1)


@EDITIONS
@provision("687a.8(g)", "687a.13(d)")
def test_the_stub_is_counted_in_its_turn_though_the_hands_are_void(chapter: Chapter):
    driver = chapter.table(1)
    for _ in range(4):
        chapter.round(driver, 1)
        driver.until_phase("betting")
    chapter.bets(driver, 1, trips=500)
    driver.close_bets()
    driver.until("deal", to="dealer")
    driver.do(Report(irregularity="exposed"))
    driver.until("count-stub")
    left = driver.table.pack.size - driver.table.pack.at
    driver.perform("count-stub", value=left - 1)
    driver.perform("determine", value={"seats.1": 6, "dealer": 5, "replacement": 1, "stub": left - 1})
    driver.finish()
    last = driver.events(e.Voided)[-1]  # 8(i) returns every wager, 13(d) or not
    assert ([line["wager"] for line in last.lines], last.cite) == (["trips"], chapter.cite("8(i)"))


# What stands in for a failed device.


def registered(**choices: Any) -> Driver:
    rules = table_rules("dj-wild", {"trips": "DJWT-04", **choices})
    driver = Driver("dj-wild", {"trips": "DJWT-04", **choices}, equipment=standard(rules))
    return driver.ready(1)


def piece(kind: str, **fields: Any) -> Direct:
    item = Item(**{"id": "S-2", "kind": kind, "approval": STANDARD, "place": STANDARD, **fields})
    return Direct(order="bring", what=msgspec.json.encode(item).decode())


@provision("687a.8(a)", "687a.13(g)")
@pytest.mark.parametrize(("choices", "device"), [(SHOE, "shoe"), ({**SHOE, "dealing": "hand"}, "shuffler")])
def test_what_is_dealt_from_in_place_of_a_failed_device_is_registered_too(choices: dict[str, Any], device: str):
    driver = registered(**choices)
    assert "only decks" in driver.refused(piece("dealing-shoe"), "floorperson").message
    driver.do(Report(irregularity="out-of-order", device=device))
    if device == "shuffler":  # what it has shuffled is dealt first (reading ready-cards)
        driver.until_phase("betting")
        DJ_WILD.round(driver, 1)
    driver.until("load")
    wrong = driver.refused(Perform(step="load"))
    assert (wrong.field, str(wrong.cite)) == ("equipment.dealing-shoe", DJ_WILD.cite("8(a)"))
    assert driver.refused(piece("dealing-shoe"), "dealer").field == "actor"
    assert driver.refused(piece("automated-shoe"), "floorperson").field == "what"
    unplaced = driver.refused(piece("dealing-shoe", place=""), "floorperson")
    assert str(unplaced.cite) == DJ_WILD.cite("8(a)")
    driver.do(piece("dealing-shoe"), "floorperson")
    driver.until_phase("betting")
    assert driver.table.way == "manual-shoe"
    assert verify_bytes(journal(driver.log)).records


@provision("MA 7(b)(1)", "MA 13(f)")
def test_cards_cut_by_hand_are_not_dealt_from_the_hand_when_the_shuffler_is_back():
    driver = massachusetts(1, dealing="hand", shuffler="automated")
    driver.do(Report(irregularity="remove-device", device="shuffler"))
    assert (driver.due.id, driver.due.cite) == ("sign-device", "MA DJ Wild § 13(f)")
    assert "off the table" in driver.due.words
    driver.until_phase("betting")
    driver.bet(1, ante=1000, blind=1000)
    driver.close_bets()
    driver.finish(s1="fold")
    driver.until_phase("betting")
    assert (driver.table.way, driver.table.pack.method) == ("automated-shoe", "manual")
    driver.do(Direct(order="repair", what="shuffler"), "floorperson")
    driver.until_phase("betting")
    assert (driver.table.way, driver.table.pack.method) == ("hand", "device")
    assert driver.events(e.Performed)[-1].cite == "MA DJ Wild § 7(b)(2)"


@provision("MA 13(f)")
def test_with_the_shoe_back_and_the_shuffler_gone_the_shoe_deals():
    driver = massachusetts(1, **SHOE)
    driver.do(Report(irregularity="remove-device", device="shoe"))
    driver.until_phase("betting")
    driver.do(Report(irregularity="remove-device", device="shuffler"))
    driver.do(Direct(order="repair", what="shoe"), "floorperson")
    driver.until_phase("betting")
    assert (driver.table.way, driver.table.shuffler) == ("automated-shoe", "none")
    driver.bet(1, ante=1000, blind=1000)
    driver.close_bets()


# A coupon is a wager.


@provision("MA 6(a)", "MA 13(a)", "MA 9(c)")
@pytest.mark.parametrize(("report", "result"), [("dealer-exposed", "void"), ("information", "forfeit")])
def test_a_coupon_goes_the_way_of_the_ante_it_was_laid_with(report: str, result: str):
    driver = massachusetts(1, 2, **{"match-play": True})
    for seat in (1, 2):
        driver.bet(seat, ante=1000, blind=1000)
    driver.do(Place(seat=1, wager="match-play", amount=1000), "player", "P1")
    at(driver, "decide")
    driver.do(Report(irregularity=report, seat=1 if report == "information" else 0))
    lines = [line for event in driver.events(e.Voided) + driver.events(e.Settled) for line in event.lines]
    (coupon,) = [line for line in lines if line["wager"] == "match-play"]
    assert (coupon["result"], coupon["net"], coupon["row"]) == (result, "0.00", "a coupon of $10")
    assert verify_bytes(journal(driver.log)).records


@provision("687a.5(c)(1)", "687a.13(g)")
def test_a_device_repaired_before_its_sign_shuffles_and_nothing_is_cut():
    driver = DJ_WILD.table(1, shuffler="automated")
    DJ_WILD.round(driver, 1)
    assert driver.due.id == "shuffle"
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    assert [due.id for due in driver.table.todo] == ["sign-device", "shuffle", "cut", "load"]
    driver.do(Direct(order="repair", what="shuffler"), "floorperson")
    assert [due.id for due in driver.table.todo] == ["shuffle", "load"]
    driver.until_phase("betting")
    assert driver.table.pack.method == "device"
