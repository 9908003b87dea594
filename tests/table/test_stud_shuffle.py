"""Sections 5 and 13(e), (g) of the stud chapters at the table: shuffle, cut, idle cards, and devices that fail."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.table import Direct, Leave, Perform, Report, Sit
from croupier.table import events as e
from tests.support import provision
from tests.table.stud import CAJUN_STUD, CHAPTERS, DJ_WILD, DJ_WILD_PROPOSED, RAISE_IT_UP, WAYS, Chapter, each

if TYPE_CHECKING:
    from tests.table.drive import Driver

# § 5. Shuffle and cut of the cards.


@each("5(a)")
def test_cards_are_shuffled_before_play_after_each_round_and_when_directed(chapter: Chapter):
    driver = chapter.table(1)
    assert len(driver.events(e.Shuffled)) == 1
    chapter.round(driver, 1)
    assert (driver.due.id, driver.due.cite) == ("shuffle", chapter.cite("5(a)"))
    assert driver.refused(Perform(step="shuffle"), "floorperson").cite == chapter.cite("5(a)")
    driver.until_phase("betting")
    assert len(driver.events(e.Shuffled)) == 2
    for role in ("dealer", "player", "surveillance"):
        assert driver.refused(Direct(order="reshuffle"), role).cite == chapter.cite("5(a)")
    driver.do(Direct(order="reshuffle"), "floorperson")
    assert driver.due.id == "shuffle"
    driver.until_phase("betting")
    assert len(driver.events(e.Shuffled)) == 3
    chapter.bets(driver, 1)
    placed = driver.table.layout
    driver.do(Direct(order="reshuffle"), "floorperson")
    driver.until_phase("betting")
    assert (len(driver.events(e.Shuffled)), driver.table.layout) == (4, placed)
    driver.close_bets()
    assert driver.refused(Direct(order="reshuffle"), "floorperson").cite == chapter.cite("5(a)")


@each("5(a)")
def test_wagers_on_a_sealed_order_go_back_when_another_is_directed(chapter: Chapter):
    driver = chapter.table(1, cards="shuffled")
    chapter.bets(driver, 1)
    before = driver.chips(1) + sum(driver.table.layout[1].values())
    driver.do(Direct(order="reshuffle"), "floorperson")
    assert (driver.table.layout, driver.chips(1)) == ({}, before)
    driver.until_phase("betting")
    assert len(driver.events(e.Shuffled)) == 2


@pytest.mark.parametrize("shuffler", ["counting", "reshuffling"])
@each("5(b)")
def test_a_deck_that_the_device_counts_wrong_leaves_the_table(chapter: Chapter, shuffler: str):
    driver = chapter.opened(shuffler=shuffler, dealing="automated-shoe")
    driver.until("view")
    driver.sit(1)
    driver.until("device-count")
    assert driver.due.cite == chapter.cite("5(b)")
    for wrong in (None, -1, "52", 1.5, True):
        assert driver.refused(Perform(step="device-count", value=wrong)).cite == chapter.cite("5(b)")
    driver.perform("device-count", value=chapter.deck - 1)
    removed = driver.events(e.PackChanged)[-1]
    assert (removed.what, removed.cite) == ("removed", chapter.cite("5(b)"))
    assert driver.events(e.IrregularityFound)[-1].remedy == ("remove-deck",)
    driver.until("receive")
    began = len(driver.log)
    driver.until_phase("betting")  # another deck, opened from the beginning
    assert driver.steps(began)[:6] == ["inspect", "verify", "spread", "view", "wash", "stack"]
    assert len(driver.events(e.Shuffled, began)) == 1
    counts = [event.value for event in driver.events(e.Performed) if event.step == "device-count"]
    assert counts == [chapter.deck - 1, chapter.deck]


@each("5(b)")
def test_a_count_of_sealed_cards_is_what_was_committed_to(chapter: Chapter):
    driver = chapter.opened(shuffler="counting", dealing="automated-shoe", cards="shuffled")
    driver.until("view")
    driver.sit(1)
    driver.until("device-count")
    refusal = driver.refused(Perform(step="device-count", value=chapter.deck - 1))
    assert (refusal.cite, refusal.field) == (chapter.cite("5(b)"), "value")
    assert f"the record shows {chapter.deck} cards" in refusal.message


@each("5(b)")
def test_of_two_decks_only_the_wrong_one_is_replaced_and_shuffled_anew(chapter: Chapter):
    driver = chapter.opened(shuffler="counting", decks=2)
    driver.until("view")
    driver.sit(1)
    driver.until("device-count", pack=1)
    driver.perform("device-count", value=chapter.deck + 1)
    driver.until_phase("betting")
    assert [(event.pack, event.what) for event in driver.events(e.PackChanged)][2:] == [(1, "removed"), (1, "received")]
    assert [event.pack for event in driver.events(e.Shuffled)] == [0, 1, 1]


@each("5(c)(1)", held="step")
def test_what_a_device_has_shuffled_is_not_cut(chapter: Chapter):
    for way in WAYS:
        driver = chapter.table(1, shuffler="automated", dealing=way)
        assert driver.events(e.Shuffled)[-1].method == "device"
        assert "cut" not in driver.steps()
        assert driver.steps()[-1] == "load"


@each("5(c)(2)", "5(d)", held="step")
def test_what_the_dealer_has_shuffled_is_cut_at_least_ten_cards_deep(chapter: Chapter):
    driver = chapter.opened(cards="shuffled")
    driver.until("view")
    driver.sit(1)
    driver.until("cut")
    assert (driver.due.by, driver.due.cite) == (("dealer",), chapter.cite("5(d)"))
    for wrong in (9, 0, -10, chapter.deck, 10.0, "10", None, True, [10]):
        refusal = driver.refused(Perform(step="cut", value=wrong))
        assert (refusal.field, refusal.cite) == ("value", chapter.cite("5(d)"))
    for role in ("player", "floorperson"):
        assert driver.refused(Perform(step="cut", value=10), role, "P1").cite == chapter.cite("5(d)")
    assert driver.refused(Perform(step="load")).cite == chapter.cite("5(d)")
    driver.perform("cut", value=10)
    assert driver.table.pack.cut == 10
    assert driver.due.id == "load"
    driver.until_phase("betting")
    # the card under the cover card is the first to be dealt
    chapter.bets(driver, 1)
    driver.close_bets()
    driver.until_phase("deciding")
    first = driver.staff.lying(driver.table, "seats.1")[0]
    assert first == 10


@pytest.mark.parametrize("chapter", CHAPTERS)
@provision("687a.5(d)", "683a.5(d)", "669a.5(d)")
def test_the_last_place_a_cut_may_have_leaves_one_card_under_it(chapter: Chapter):
    driver = chapter.opened()
    driver.until("view")
    driver.sit(1)
    driver.until("cut")
    driver.perform("cut", value=chapter.deck - 1)
    assert driver.table.pack.cut == chapter.deck - 1


@each("5(e)")
def test_a_floorperson_may_have_the_cards_cut_again_before_the_deal(chapter: Chapter):
    driver = chapter.table(1)
    first = driver.table.pack.cut
    for role in ("dealer", "player", "surveillance"):
        assert driver.refused(Direct(order="recut"), role).cite == chapter.cite("5(e)")
    driver.do(Direct(order="recut"), "floorperson")
    assert (driver.due.id, driver.due.by) == ("cut", ("dealer",))
    driver.perform("cut", value=20)
    assert driver.table.pack.cut == (first + 20) % chapter.deck  # the stack that had been cut is cut again
    assert driver.due.id == "load"
    driver.until_phase("betting")
    chapter.bets(driver, 1)
    driver.close_bets()
    driver.until("deal")
    driver.do(Direct(order="recut"), "shift-manager")  # "no more bets" is not yet a card
    driver.perform("cut", value=10)
    driver.advance()
    assert driver.due.id == "deal"
    driver.advance()
    assert driver.refused(Direct(order="recut"), "floorperson").cite == chapter.cite("5(e)")
    driver.finish(s1=chapter.off)
    assert driver.table.rounds == 1


@each("5(e)")
def test_there_is_no_recut_of_cards_that_were_not_cut(chapter: Chapter):
    driver = chapter.table(1, shuffler="automated")
    assert driver.refused(Direct(order="recut"), "floorperson").cite == chapter.cite("5(e)")
    driver = chapter.opened()
    driver.until("view")
    driver.sit(1)
    driver.until("cut")
    assert driver.refused(Direct(order="recut"), "floorperson").cite == chapter.cite("5(e)")


def test_a_recut_leaves_the_other_deck_its_shuffle():
    driver = DJ_WILD.opened(decks=2, shuffler="automated")
    driver.preshuffled = True
    driver.until("load")
    driver.do(Direct(order="recut"), "floorperson")
    driver.until_phase("betting")
    assert [event.pack for event in driver.events(e.Shuffled)] == [0, 1]


def _idle(chapter: Chapter, **choices: str) -> Driver:
    driver = chapter.table(1, **choices)
    assert driver.refused(Perform(step="spread-idle")).cite == chapter.cite("5(f)")  # somebody plays
    driver.do(Leave(seat=1), "player", "P1")
    assert driver.refused(Perform(step="spread-idle"), "floorperson").cite == chapter.cite("5(f)")
    driver.perform("spread-idle")
    return driver


@each("5(f)")
def test_an_idle_tables_cards_are_spread_and_readied_anew_for_the_first_player(chapter: Chapter):
    driver = _idle(chapter)
    assert driver.table.idle
    assert not driver.table.faced
    assert driver.refused(Perform(step="spread-idle")).cite == chapter.cite("5(f)")
    assert driver.refused(Perform(step="no-more-bets")).cite is not None
    assert driver.refused(Perform(step="spread-idle", value="sideways")).cite == chapter.cite("5(f)")
    began = len(driver.log)
    driver.sit(2)
    driver.until_phase("betting")
    assert driver.steps(began) == ["view", "wash", "stack", "cut", "load"]
    assert len(driver.events(e.Shuffled, began)) == 1
    chapter.round(driver, 2)


@pytest.mark.parametrize("chapter", [DJ_WILD_PROPOSED, CAJUN_STUD, RAISE_IT_UP])
@provision("687a.5(f)", "683a.5(f)", "669a.5(f)")
def test_any_player_may_have_idle_cards_spread_face_up(chapter: Chapter):
    driver = chapter.table(1)
    driver.do(Leave(seat=1), "player", "P1")
    refusal = driver.refused(Perform(step="spread-idle", value="face-up"))  # nobody is there who could have asked
    assert (refusal.field, refusal.cite) == ("value", chapter.cite("5(f)"))
    driver = _idle(chapter)
    driver.sit(2, 3)
    driver.perform("view", "player", "P3", value="face-up")
    assert (driver.due.id, driver.events(e.Performed)[-1].value) == ("wash", "face-up")


@provision("687a.5(f)")
def test_in_2021_only_the_first_player_to_arrive_may_ask_for_a_face_up_spread():
    cite = DJ_WILD.cite("5(f)")
    driver = DJ_WILD.table(1)
    driver.do(Leave(seat=1), "player", "P1")
    assert driver.refused(Perform(step="spread-idle", value="face-up")).cite == cite
    driver.perform("spread-idle", value="face-down")
    driver.sit(2, 3)
    assert driver.due.id == "view"
    for name in ("P3", "P1", ""):
        refusal = driver.refused(Perform(step="view", value="face-up"), "player", name)
        assert (refusal.field, refusal.cite) == ("actor", cite)
    assert driver.refused(Perform(step="view", value="face-up"), "dealer", "P2").cite == cite
    assert driver.refused(Perform(step="view", value="face-down"), "player", "P2").field == "value"
    driver.perform("view", "player", "P2", value="face-up")
    driver.until_phase("betting")


@each("5(f)")
def test_at_the_opening_the_cards_lie_face_up_and_nobody_need_ask(chapter: Chapter):
    driver = chapter.opened()
    driver.until("view")
    driver.sit(1)
    refusal = driver.refused(Perform(step="view", value="face-up"), "player", "P1")
    assert (refusal.field, refusal.cite) == ("value", chapter.cite("4(b)"))


@each("5(g)")
def test_a_device_that_reshuffles_and_counts_needs_no_cut_recut_or_idle_spread(chapter: Chapter):
    driver = chapter.table(1, shuffler="reshuffling", dealing="automated-shoe")
    assert "cut" not in driver.steps()
    assert driver.refused(Direct(order="recut"), "floorperson").cite == chapter.cite("5(e)")
    for _ in range(6):  # nor is the stub counted
        chapter.round(driver, 1)
        driver.until_phase("betting")
    assert "count-stub" not in driver.steps()
    assert "cut" not in driver.steps()
    driver.do(Leave(seat=1), "player", "P1")
    assert driver.refused(Perform(step="spread-idle")).cite == chapter.cite("5(g)")
    driver.do(Sit(player="P2", seat=2), "player", "P2")
    assert driver.table.phase == "betting"


@each("13(e)")
def test_a_shuffle_that_jams_is_made_again(chapter: Chapter):
    driver = chapter.opened()
    driver.until("view")
    driver.sit(1)
    driver.until("shuffle")
    refusal = driver.refused(Report(irregularity="shuffler-jam"))
    assert refusal.cite == chapter.cite("13(e)")  # no device is in use
    for cards in ("entered", "shuffled"):
        driver = chapter.opened(decks=2, shuffler="counting", cards=cards)
        driver.until("view")
        driver.sit(1)
        for pack in (0, 1):
            driver.until("device-count", pack=pack)
            assert driver.refused(Report(irregularity="shuffler-jam"), "player", "P1").cite == chapter.cite("13(e)")
            driver.do(Report(irregularity="shuffler-jam"))
            found = driver.events(e.IrregularityFound)[-1]
            assert (found.cite, found.remedy) == (chapter.cite("13(e)"), ("reshuffle",))
            driver.until("shuffle", pack=pack)
        driver.until_phase("betting")
        assert [event.pack for event in driver.events(e.Shuffled)] == [0, 0, 1, 1]
        chapter.round(driver, 1)
    driver = chapter.table(1, shuffler="counting")
    refusal = driver.refused(Report(irregularity="shuffler-jam"))
    assert (refusal.cite, refusal.message) == (
        chapter.cite("13(e)"),
        "the device has shuffled the deck and holds no other",
    )


@pytest.mark.parametrize("cards", ["entered", "shuffled"])
@each("13(e)", "3(b)(2)")
def test_with_two_decks_the_device_may_jam_all_the_while_the_other_is_played(chapter: Chapter, cards: str):
    for moment in ("betting", "dealing", "deciding", "settling"):
        driver = chapter.table(1, decks=2, shuffler="automated", cards=cards)
        if moment != "betting":
            chapter.bets(driver, 1)
            driver.close_bets()
            while driver.table.phase != moment:
                if driver.due.id == "decide":
                    driver.decide(1, chapter.on)
                else:
                    driver.advance()
        stored, began = 1 - driver.table.active, len(driver.log)
        money = driver.money()
        driver.do(Report(irregularity="shuffler-jam"))
        assert driver.events(e.IrregularityFound)[-1].cite == chapter.cite("13(e)")
        assert driver.money() == money
        if driver.table.play is not None:  # the round is not touched by it
            driver.finish(s1=[chapter.on, chapter.on, chapter.on])
            assert not driver.events(e.RoundClosed)[-1].void
        driver.until_phase("betting")
        assert driver.events(e.Shuffled, began)[0].pack == stored
        chapter.round(driver, 1)


@each("13(g)", "9(a)(1)")
def test_a_broken_shuffler_gets_its_sign_before_the_dealer_shuffles(chapter: Chapter):
    driver = chapter.table(1, shuffler="automated", dealing="hand")
    chapter.round(driver, 1)
    driver.until("shuffle")
    for device in ("", "shoe", "lamp"):
        refusal = driver.refused(Report(irregularity="out-of-order", device=device))
        assert (refusal.field, refusal.cite) == ("device", chapter.cite("13(g)"))
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    changed = driver.events(e.DeviceChanged)[-1]
    assert (changed.device, changed.what, changed.cite) == ("shuffler", "out-of-order", chapter.cite("13(g)"))
    assert (driver.due.id, driver.due.cite) == ("sign-device", chapter.cite("13(g)"))
    assert driver.refused(Perform(step="shuffle")).cite == chapter.cite("13(g)")
    assert driver.refused(Perform(step="sign-device", value="no"), "floorperson").field == "value"
    driver.until_phase("betting")
    assert driver.events(e.Shuffled)[-1].method == "manual"
    assert driver.steps()[-2:] == ["cut", "load"]
    assert driver.steps().count("sign-device") == 1
    assert driver.table.way == "manual-shoe"  # only what a device has shuffled is dealt from the hand
    assert driver.refused(Direct(order="repair", what="shuffler")).cite == chapter.cite("13(g)")
    shuffled = len(driver.events(e.Shuffled))
    driver.do(Direct(order="repair", what="shuffler"), "floorperson")
    # what a dealer has shuffled and put in the shoe is not dealt from the hand
    assert (driver.table.way, driver.table.phase) == ("hand", "shuffling")
    driver.until_phase("betting")
    assert [event.method for event in driver.events(e.Shuffled)[shuffled:]] == ["device"]
    assert driver.steps()[-1] == "load"
    chapter.round(driver, 1)


@each("13(g)", "10(a)(1)")
def test_cards_are_placed_in_a_repaired_shoe_before_it_deals_them(chapter: Chapter):
    driver = chapter.table(1, shuffler="automated", dealing="automated-shoe")
    driver.do(Report(irregularity="out-of-order", device="shoe"))
    driver.until_phase("betting")
    assert driver.events(e.Performed)[-1].cite == chapter.cite("8(a)")
    driver.do(Direct(order="repair", what="shoe"), "floorperson")
    assert driver.table.way == "automated-shoe"
    driver.until_phase("betting")
    assert (driver.events(e.Performed)[-1].step, driver.events(e.Performed)[-1].cite) == (
        "load",
        chapter.cite("10(a)(1)"),
    )
    chapter.round(driver, 1)


@each("13(g)", "5(f)")
def test_a_device_that_fails_where_nobody_plays_leaves_the_cards_spread(chapter: Chapter):
    driver = chapter.table(1, shuffler="automated")
    driver.do(Leave(seat=1), "player", "P1")
    driver.perform("spread-idle")
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    driver.perform("sign-device")
    assert (driver.table.idle, driver.table.todo) == (True, ())
    driver.sit(1)
    driver.until_phase("betting")
    assert driver.events(e.Shuffled)[-1].method == "manual"


@each("13(g)")
def test_a_broken_shoe_gets_its_sign_before_another_way_of_dealing(chapter: Chapter):
    driver = chapter.table(1, dealing="automated-shoe")
    driver.do(Report(irregularity="out-of-order", device="shoe"), "floorperson")
    assert driver.table.broken == {"shoe": "out-of-order"}
    driver.until_phase("betting")
    assert driver.table.way == "manual-shoe"
    chapter.round(driver, 1)
    assert driver.events(e.RoundBegan)[-1].cite == chapter.cite("8(b)")
    driver.until_phase("betting")
    refusal = driver.refused(Report(irregularity="out-of-order", device="shoe"))
    assert refusal.cite == chapter.cite("13(g)")  # it is not in use any more
