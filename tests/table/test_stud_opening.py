"""Sections 3 and 4 of the stud chapters at the table: decks and the opening."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier.table import Direct, Perform, Report
from croupier.table import events as e
from tests.support import provision
from tests.table.drive import HOUR
from tests.table.stud import CHAPTERS, Chapter, each

if TYPE_CHECKING:
    from tests.table.drive import Driver

# § 3. Cards; number of decks.


@each("3(b)(2)", held="step")
def test_one_deck_lies_shuffled_in_the_device_while_the_other_is_played(chapter: Chapter):
    for cards in ("entered", "shuffled"):
        driver = chapter.table(1, decks=2, shuffler="automated", cards=cards)
        for _ in range(3):
            chapter.bets(driver, 1)
            driver.close_bets()
            stored = driver.table.packs[1 - driver.table.active]
            assert (stored.present, stored.method, stored.at) == (True, "device", 0)
            assert bool(stored.commitment) == (cards == "shuffled")
            driver.finish(s1=chapter.off)
            driver.until_phase("betting")


@each("3(b)(3)", held="step")
def test_two_decks_are_used_for_every_other_round(chapter: Chapter):
    driver = chapter.table(1, 2, decks=2, shuffler="automated")
    for _ in range(4):
        chapter.round(driver, 1, 2)
        driver.until_phase("betting")
    assert [event.pack for event in driver.events(e.RoundBegan)] == [0, 1, 0, 1]
    # each is shuffled once more between its own rounds
    assert [event.pack for event in driver.events(e.Shuffled)] == [0, 1, 0, 1, 0, 1]


@each("3(b)(4)", held="step")
def test_the_rack_holds_cards_of_one_deck_only(chapter: Chapter):
    driver = chapter.table(1, 2, decks=2, shuffler="automated")
    for _ in range(2):
        assert driver.table.rack == ()
        chapter.bets(driver, 1, 2)
        driver.close_bets()
        began = len(driver.log)
        driver.finish(s1=chapter.off, s2=chapter.off)
        racked = sum(event.count for event in driver.events(e.Racked, began))
        assert racked == chapter.deck
        assert driver.table.rack == ()
        driver.until_phase("betting")


@each("3(b)(4)")
def test_a_deck_that_waits_for_a_device_which_fails_leaves_the_rack(chapter: Chapter):
    driver = chapter.table(1, decks=2, shuffler="automated")
    chapter.round(driver, 1)
    driver.until("shuffle")
    waiting = driver.due.pack
    assert waiting != driver.table.active
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    driver.until("put-aside")
    assert (driver.due.pack, driver.due.cite) == (waiting, chapter.cite("3(b)(4)"))
    driver.until_phase("betting")
    assert driver.table.rack == ()


@pytest.mark.parametrize("cards", ["entered", "shuffled"])
@pytest.mark.parametrize("chapter", CHAPTERS[1:])
@provision("687a.3(c)(1)", "683a.3(c)(1)", "669a.3(c)(1)")
def test_a_deck_dealt_from_the_hand_is_changed_after_four_hours(chapter: Chapter, cards: str):
    _changes(chapter.table(1, dealing="hand", cards=cards), chapter, 4, "3(c)(1)")


@pytest.mark.parametrize("way", ["manual-shoe", "automated-shoe"])
@pytest.mark.parametrize("chapter", CHAPTERS[1:])
@provision("687a.3(c)(2)", "683a.3(c)(2)", "669a.3(c)(2)")
def test_a_deck_dealt_from_a_shoe_is_changed_after_eight_hours(chapter: Chapter, way: str):
    _changes(chapter.table(1, dealing=way), chapter, 8, "3(c)(2)")


def _changes(driver: Driver, chapter: Chapter, hours: int, path: str) -> None:
    since = driver.table.pack.since
    chapter.bets(driver, 1)
    driver.now = since + hours * HOUR - 11  # the announcement itself comes ten milliseconds later
    driver.close_bets()
    driver.now -= 1
    driver.finish(s1=chapter.off)
    # the round ran over the time: the change is due before anything else
    assert driver.now - since >= hours * HOUR
    assert (driver.due.id, driver.due.cite) == ("change-cards", chapter.cite(path))
    for role in ("player", "surveillance"):
        refusal = driver.refused(Perform(step="change-cards"), role, "P1")
        assert refusal.cite == chapter.cite(path)
    driver.perform("change-cards", "floorperson")
    driver.until("receive")
    driver.perform("receive")
    assert driver.due.id == "inspect"
    driver.until_phase("betting")
    assert driver.events(e.Shuffled)[-1].pack == 0
    # at the time itself the old cards may not begin a round
    since = driver.table.pack.since
    chapter.bets(driver, 1)
    driver.now = since + hours * HOUR
    refusal = driver.refused(Perform(step="no-more-bets"))
    assert refusal.cite == chapter.cite(path)
    assert driver.refused(Direct(order="change-cards")).cite == chapter.cite(path)
    driver.do(Direct(order="change-cards"), "floorperson")
    driver.until_phase("betting")
    if driver.table.cards == "shuffled":  # new sealed cards are wagered on anew
        assert not driver.table.layout
        chapter.bets(driver, 1)
    driver.close_bets()
    driver.finish(s1=chapter.off)


# § 4. Opening of the table for gaming.


@each("4(a)")
def test_the_dealer_inspects_and_a_floorperson_verifies(chapter: Chapter):
    driver = chapter.opened()
    assert (driver.due.id, driver.due.cite) == ("receive", chapter.cite("4(a)"))
    driver.perform("receive", "floorperson")
    assert (driver.due.id, driver.due.by, driver.due.cite) == ("inspect", ("dealer",), chapter.cite("4(a)"))
    for role in ("floorperson", "player", "surveillance", "shift-manager"):
        assert driver.refused(Perform(step="inspect"), role).cite == chapter.cite("4(a)")
    driver.perform("inspect")
    assert driver.due.id == "verify"
    assert driver.refused(Perform(step="verify")).cite == chapter.cite("4(a)")
    assert driver.refused(Perform(step="spread")).cite == chapter.cite("4(a)")
    driver.perform("verify", "shift-manager")
    assert driver.due.id == "spread"


@each("4(b)")
def test_the_cards_lie_face_up_until_the_first_player_has_come(chapter: Chapter):
    driver = chapter.opened()
    driver.until("spread")
    assert driver.due.cite == chapter.cite("4(b)")
    assert driver.refused(Perform(step="wash")).cite == chapter.cite("4(b)")
    driver.advance()
    assert driver.due.id == "view"
    refusal = driver.refused(Perform(step="view"))
    assert (refusal.field, refusal.cite) == ("step", chapter.cite("4(b)"))
    driver.sit(4)
    driver.perform("view", "player", "P4")
    assert driver.due.id == "wash"


@each("4(c)")
def test_after_the_look_the_cards_are_washed_stacked_and_shuffled(chapter: Chapter):
    driver = chapter.opened()
    while driver.due.id != "view":
        driver.advance()
    driver.sit(1)
    driver.advance()
    found = []
    for _ in range(3):
        found.append((driver.due.id, driver.due.cite, driver.due.by))
        assert driver.refused(Perform(step=driver.due.id), "player", "P1").cite == driver.due.cite
        driver.advance()
    assert found == [
        ("wash", chapter.cite("4(c)"), ("dealer",)),
        ("stack", chapter.cite("4(c)"), ("dealer",)),
        ("shuffle", chapter.cite("5(a)"), ("dealer",)),
    ]


@each("4(d)")
def test_each_of_two_decks_is_opened_by_itself(chapter: Chapter):
    driver = chapter.table(1, decks=2, shuffler="automated")
    opened = [(event.step, event.pack) for event in driver.events(e.Performed)]
    steps = ("inspect", "verify", "spread", "view", "wash", "stack")
    assert opened[:12] == [(step, 0) for step in steps] + [(step, 1) for step in steps]
    received = driver.events(e.PackChanged)
    assert [(event.pack, event.what, event.cite) for event in received] == [
        (0, "received", chapter.cite("4(a)")),
        (1, "received", chapter.cite("4(d)")),
    ]
    assert [event.pack for event in driver.events(e.Shuffled)] == [0, 1]


@each("4(e)", "5(a)", "5(c)(2)")
def test_preshuffled_cards_need_no_inspection_and_no_shuffle_but_a_cut(chapter: Chapter):
    driver = chapter.opened()
    refusal = driver.refused(Perform(step="receive", value="marked"))
    assert refusal.cite == chapter.cite("4(e)")
    driver.perform("receive", value="preshuffled")
    assert (driver.due.id, driver.due.cite) == ("shuffle", chapter.cite("4(e)"))
    driver.advance()
    assert driver.events(e.Shuffled)[-1].method == "preshuffled"
    assert (driver.due.id, driver.due.cite) == ("cut", chapter.cite("5(d)"))
    driver.advance()
    driver.until_phase("betting")
    assert driver.steps() == ["cut", "load"]
    driver.sit(1)
    chapter.round(driver, 1)  # from then on the dealer shuffles
    driver.until_phase("betting")
    assert driver.events(e.Shuffled)[-1].method == "manual"
