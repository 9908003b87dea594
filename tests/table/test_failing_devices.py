"""Devices that fail during a round: the automated shoe voids it, a shuffler never does, and neither deals on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from croupier.errors import JournalError
from croupier.house.desk.two_person_commands import needs_second
from croupier.journal import verify_bytes
from croupier.table import Direct, Leave, Perform, Report
from croupier.table import events as e
from croupier.table.occasions import shoe_deals
from tests.journal.test_reconstruct import journal
from tests.support import provision
from tests.table.offered import OfferedDriver
from tests.table.stud import CAJUN_STUD, DJ_WILD, Chapter, each
from tests.table.test_over_under import cite, play, table

if TYPE_CHECKING:
    from tests.table.drive import Driver

SHOE = {"dealing": "automated-shoe", "shuffler": "automated"}
ELSEWHERE = [
    pytest.param(
        "face-up-pai-gow",
        None,
        {"pai_gow": 1000},
        "out-of-order",
        "58 Pa. Code § 688a.13(l)",
        marks=provision("688a.13(l)", "688a.13(m)"),
    ),
    pytest.param(
        "dj-wild",
        "ma",
        {"ante": 1000, "blind": 1000},
        "remove-device",
        "MA DJ Wild § 13(e)",
        marks=provision("MA 13(e)", "MA 13(f)"),
    ),
]


def _is_void(driver: Driver, before: dict[str, int], paragraph: str) -> None:
    voided = driver.events(e.Voided)
    assert voided
    assert {event.cite for event in voided} == {paragraph}
    assert driver.money() | {"layout": 0} == before | {"layout": 0}
    assert not [due for due in driver.table.todo if due.id == "deal"]  # it deals no further card
    assert driver.refused(Perform(step="deal")).field == "step"
    shuffles = len(driver.events(e.Shuffled))
    assert (driver.due.id, driver.due.cite) == ("clear-shoe", paragraph)
    left = driver.table.pack.size - driver.table.pack.at
    (cleared,) = driver.advance()  # the cards are removed from the device
    assert isinstance(cleared, e.Racked)
    assert (cleared.count, cleared.cite) == (left, paragraph)
    driver.advance()
    assert driver.events(e.RoundClosed)[-1].void
    assert verify_bytes(journal(driver.log)).records
    assert driver.table.way != "automated-shoe"
    driver.until_phase("betting")
    assert len(driver.events(e.Shuffled)) > shuffles


@pytest.mark.parametrize("deals", [0, 1])
@each("13(f)", "13(g)")
def test_a_shoe_that_cannot_be_used_voids_the_round_it_was_dealing(chapter: Chapter, deals: int):
    driver = chapter.table(1, 2, **SHOE)
    before = driver.money()
    chapter.bets(driver, 1, 2)
    driver.close_bets()
    driver.until("deal")
    for _ in range(deals):
        driver.advance()
    driver.do(Report(irregularity="out-of-order", device="shoe"), "floorperson")
    found = driver.events(e.IrregularityFound)
    assert [(one.irregularity, one.cite) for one in found] == [
        ("shoe-jam", chapter.cite("13(f)")),
        ("out-of-order", chapter.cite("13(g)")),
    ]
    assert driver.events(e.DeviceChanged)[-1].device == "shoe"
    _is_void(driver, before, chapter.cite("13(f)"))


@pytest.mark.parametrize(("game", "edition", "bet", "word", "paragraph"), ELSEWHERE)
def test_a_shoe_that_cannot_be_used_voids_the_round_in_the_other_chapters_too(
    game: str, edition: str | None, bet: dict[str, int], word: str, paragraph: str
):
    driver = OfferedDriver(game, SHOE, edition=edition)
    driver.ready(1, 2)
    before = driver.money()
    for seat in (1, 2):
        driver.bet(seat, **bet)
    driver.close_bets()
    driver.until("deal")
    driver.advance()
    driver.do(Report(irregularity=word, device="shoe"))
    _is_void(driver, before, paragraph)


@each("13(f)")
def test_a_shoe_that_fails_between_the_last_wager_and_the_first_card_voids_the_round(chapter: Chapter):
    if chapter is CAJUN_STUD:  # nothing comes between
        return
    driver = chapter.table(1, **SHOE)
    chapter.bets(driver, 1, progressive=100)
    driver.close_bets()
    assert driver.table.phase == "starting"
    driver.do(Report(irregularity="shoe-jam"))
    assert driver.playing.void


@each("10(c)", "13(g)")
def test_a_shoe_that_has_dealt_every_card_fails_and_the_round_goes_on(chapter: Chapter):
    driver = chapter.table(1, cards="shuffled", **SHOE)
    chapter.bets(driver, 1)
    driver.close_bets()
    while shoe_deals(driver.table):
        driver.advance()
    refusal = driver.refused(Report(irregularity="shoe-jam"))
    assert refusal.cite == chapter.cite("13(f)")
    driver.do(Report(irregularity="out-of-order", device="shoe"))
    refusal = driver.refused(Report(irregularity="out-of-order", device="shoe"))  # it is out of order already
    assert refusal.field in {"device", "irregularity"}
    driver.finish(s1=chapter.off)
    assert not driver.events(e.RoundClosed)[-1].void
    driver.until_phase("betting")
    assert driver.table.way != "automated-shoe"


@provision("683a.10(c)")
def test_what_is_dealt_by_hand_after_the_shoe_is_no_longer_its_affair():
    driver = CAJUN_STUD.table(1, 2, **SHOE)
    CAJUN_STUD.bets(driver, 1, 2, all_six=500)
    driver.close_bets()
    driver.until("deal", to="all-six")
    driver.do(Report(irregularity="out-of-order", device="shoe"))
    assert not driver.playing.void
    driver.advance()


@provision("687a.13(f)")
def test_a_journal_whose_broken_shoe_deals_on_is_refused():
    driver = DJ_WILD.table(1, 2, **SHOE)
    DJ_WILD.bets(driver, 1, 2)
    driver.close_bets()
    driver.until("deal", to="seats.2")
    cite_ = DJ_WILD.cite("13(g)")
    forged = [
        e.IrregularityFound(irregularity="out-of-order", cite=cite_, remedy=("out-of-order",), by="dealer"),
        e.DeviceChanged(device="shoe", what="out-of-order", cite=cite_, by="dealer"),
        e.Dealt(to="seats.2", count=5, at=driver.table.pack.at, cite=driver.due.cite, by="dealer"),
    ]
    assert verify_bytes(journal(driver.log)).records
    with pytest.raises(JournalError, match="from a shoe that is out of order"):
        verify_bytes(journal([*driver.log, *((event, driver.now) for event in forged)]))


def test_a_report_that_undoes_a_round_takes_two_people_whichever_paragraph_it_names():
    driver = DJ_WILD.table(1, **SHOE)
    DJ_WILD.bets(driver, 1)
    driver.close_bets()
    driver.until("deal")
    driver.advance()
    shoe = Report(irregularity="out-of-order", device="shoe")
    assert needs_second(driver.table, shoe)
    assert not needs_second(driver.table, Report(irregularity="out-of-order", device="shuffler"))
    driver.until("stub")
    assert not needs_second(driver.table, shoe)


# 686a: a continuous shuffler deals and shuffles at once.

CONTINUOUS = {"dealing": "continuous-shuffler"}


@provision("686a.7(c)", "686a.5(h)")
def test_a_card_is_burned_when_the_batch_is_placed_in_a_continuous_shuffler_and_by_each_new_dealer():
    driver = table(1, **CONTINUOUS)
    burned = driver.events(e.Discarded)
    assert [(one.what, one.count, one.cards, one.cite) for one in burned] == [("burn", 1, "", cite("7(c)"))]
    assert driver.table.pack.at == 1
    play(driver, 1)
    driver.until_phase("betting")
    assert len(driver.events(e.Discarded)) == 1  # the cards of a round go back, and no batch is placed
    assert driver.steps().count("reload") == 1
    driver.do(Direct(order="relieve", player="Dora"), "floorperson")
    assert (driver.due.id, driver.due.cite) == ("new-dealer-burn", cite("7(c)"))
    driver.advance()
    driver.do(Direct(order="reshuffle"), "floorperson")
    driver.until_phase("betting")
    assert [one.what for one in driver.events(e.Discarded)] == ["burn", "new-dealer-burn", "burn"]


@provision("686a.9(d)")
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
@pytest.mark.parametrize("moment", ["deal", "decide", "settling"])
def test_a_continuous_shuffler_that_jams_shuffles_again_what_is_not_on_the_table(cards: str, moment: str):
    driver = _continuous(moment, cards=cards)
    lying = sum(len(places) for to, places in driver.playing.dealt.items() if to not in driver.playing.racked)
    began = len(driver.log)
    driver.do(Report(irregularity="shuffler-jam"))
    assert driver.events(e.IrregularityFound)[-1].reading == "device-fails"
    driver.until("shuffle")
    driver.advance()
    assert driver.table.pack.size == 312 - lying
    driver.finish(s1="over", s2="under")
    assert not driver.events(e.RoundClosed)[-1].void
    assert not driver.events(e.Discarded, began)
    assert "cut" not in driver.steps(began)
    driver.until_phase("betting")
    play(driver, 1)


@provision("686a.9(e)", "686a.9(b)")
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
@pytest.mark.parametrize("moment", ["deal", "decide", "settling"])
def test_a_continuous_shuffler_that_cannot_be_used_deals_no_further_card(cards: str, moment: str):
    driver = _continuous(moment, cards=cards)
    began = len(driver.log)
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    assert (driver.table.way, driver.table.shuffler) == ("shoe", "none")
    assert driver.refused(Perform(step="deal", cards="As")).field == "step"
    driver.until("cut")
    assert driver.due.seat  # a player is offered it
    driver.finish(s1="over", s2="under")
    assert [one.what for one in driver.events(e.Discarded, began)] == ["burn"]
    assert not driver.events(e.RoundClosed)[-1].void
    assert len([line for one in driver.events(e.Settled) for line in one.lines]) >= 4
    if driver.table.due is None:
        driver.do(Direct(order="reshuffle"), "floorperson")
        driver.advance()
        assert sum(count for _, count in driver.table.rack) == 312  # every card is there again


@provision("686a.9(d)", "686a.9(e)")
def test_one_failure_may_follow_another_in_the_same_round():
    driver = _continuous("decide", cards="shuffled")
    driver.do(Report(irregularity="shuffler-jam"))
    driver.until_phase("deciding")
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    driver.until("shuffle")
    driver.advance()
    assert driver.table.pack.size == 310
    driver.finish(s1="over", s2="under")
    assert len(driver.events(e.OrderOpened)) == 2


def _continuous(moment: str, **choices: Any) -> OfferedDriver:
    driver = table(1, 2, **CONTINUOUS, **choices)
    for seat in (1, 2):
        driver.bet(seat, ante=1000)
    driver.close_bets()
    if moment == "deal":
        driver.advance()
    else:
        driver.until("decide")
    if moment == "settling":
        driver.decide(1, "over")
        driver.decide(2, "under")
        driver.until("deal", to="seats.2")
    return driver


@provision("686a.9(d)", "686a.3(b)(3)")
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
def test_with_two_batches_the_device_may_jam_while_the_other_is_played(cards: str):
    driver = table(1, cards=cards, shuffler="automated", decks=2)
    began = len(driver.log)
    driver.bet(1, ante=1000)
    driver.close_bets()
    driver.until("decide")
    driver.do(Report(irregularity="shuffler-jam"))
    driver.finish(s1="over")
    driver.until_phase("betting")
    assert [event.pack for event in driver.events(e.Shuffled, began)] == [1]
    assert driver.table.active == 0


@provision("686a.9(b)", "686a.5(c)(2)", "686a.5(c)(3)")
def test_the_cut_of_what_is_shuffled_in_mid_round_is_offered_as_after_any_shoe():
    for came, offered in ((2, [2]), (0, [6, 2, 1])):
        driver = table(1, 2, 6)
        for seat in (1, 2, 6):
            driver.bet(seat, ante=1000)
        driver.dealt_down_to(305)
        driver.close_bets()
        driver.until("decide")
        for seat in (1, 2, 6):
            driver.decide(seat, "over")
        driver.until("deal", to="seats.6")
        driver.table = replace(driver.table, cover_came=came)
        assert driver.table.pack.size - driver.table.pack.at == 0
        driver.do(Report(irregularity="insufficient"))
        driver.until("cut")
        seen = []
        while driver.due.id == "cut" and driver.due.seat:
            seen.append(driver.due.seat)
            driver.perform("decline-cut", "player", f"P{driver.due.seat}")
        assert seen == offered
        driver.finish()


# Reading ready-cards: what lies ready when a device fails between rounds.


@pytest.mark.parametrize("cards", ["entered", "shuffled"])
@pytest.mark.parametrize(
    "choices",
    [
        {"dealing": "hand", "shuffler": "automated"},
        {"shuffler": "counting", "decks": 2},
        SHOE,
    ],
    ids=["hand", "two-decks", "shoe"],
)
@each("13(g)")
def test_what_the_shuffler_had_shuffled_is_dealt_when_it_fails(chapter: Chapter, choices: dict[str, Any], cards: str):
    driver = chapter.table(1, cards=cards, **choices)
    chapter.bets(driver, 1)
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    assert [due.id for due in driver.table.todo] == ["sign-device"]
    before = len(driver.log)
    driver.until_phase("betting")
    driver.close_bets()
    driver.finish(s1=chapter.off)
    assert not driver.events(e.Shuffled, before)
    driver.until_phase("betting")
    assert [event.method for event in driver.events(e.Shuffled, before)] == ["manual"]
    assert driver.table.way != "hand"
    assert verify_bytes(journal(driver.log)).records


@pytest.mark.parametrize("order", ["reshuffle", "change-cards"])
@each("9(a)(1)")
def test_cards_readied_anew_are_readied_without_the_broken_shuffler(chapter: Chapter, order: str):
    driver = chapter.table(1, dealing="hand")
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    driver.until_phase("betting")
    assert driver.table.way == "hand"
    driver.do(Direct(order=order), "floorperson")
    driver.until_phase("betting")
    assert (driver.table.way, driver.table.pack.method, driver.table.pack.cut >= 0) == ("manual-shoe", "manual", True)


@provision("687a.5(f)", "687a.9(a)(1)")
def test_cards_spread_after_the_shuffler_failed_are_readied_without_it():
    driver = DJ_WILD.table(1, dealing="hand")
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    driver.until_phase("betting")
    driver.do(Leave(seat=1), "player", "P1")
    driver.perform("spread-idle")
    driver.sit(2)
    driver.until_phase("betting")
    assert (driver.table.way, driver.table.pack.method) == ("manual-shoe", "manual")


@pytest.mark.parametrize("decks", [1, 2])
@each("13(f)", "13(g)")
def test_what_lies_in_a_shoe_that_fails_between_rounds_is_taken_out_of_it_and_shuffled(chapter: Chapter, decks: int):
    driver = chapter.table(1, **SHOE, decks=decks)
    driver.do(Report(irregularity="out-of-order", device="shoe"))
    assert [due.id for due in driver.table.todo][:3] == ["sign-device", "clear-shoe", "shuffle"]
    before = len(driver.log)
    driver.until_phase("betting")
    (cleared,) = driver.events(e.Racked, before)
    assert (cleared.count, cleared.cite) == (chapter.deck, chapter.cite("13(f)"))
    assert verify_bytes(journal(driver.log)).records


@each("13(f)")
@pytest.mark.parametrize("moment", ["decide", "rack"])
def test_that_the_shoe_did_not_deal_every_card_is_found_after_it_was_emptied(chapter: Chapter, moment: str):
    driver = chapter.dealt(1, 2, **SHOE)
    while driver.due.id != moment:
        if driver.due.id == "decide":
            driver.decide(driver.playing.round.undecided(driver.due.street)[0], chapter.on)
        else:
            driver.advance()
    driver.do(Report(irregularity="shoe-jam"), "surveillance", "Eye")
    assert {event.cite for event in driver.events(e.Voided)} == {chapter.cite("13(f)")}
    assert driver.due.id == "rack"  # nothing is left in the shoe
    driver.finish()
    assert [driver.chips(seat) for seat in (1, 2)] == [1_000_000, 1_000_000]


@provision("683a.13(f)")
def test_that_the_shoe_did_not_deal_every_card_is_found_after_it_was_emptied_too():
    driver = CAJUN_STUD.table(1, 2, **SHOE)
    CAJUN_STUD.bets(driver, 1, 2)
    driver.close_bets()
    driver.until("decide")
    driver.do(Report(irregularity="shoe-jam"))
    assert {event.cite for event in driver.events(e.Voided)} == {CAJUN_STUD.cite("13(f)")}
    driver.finish()
    assert driver.events(e.RoundClosed)[-1].void
    assert [driver.chips(seat) for seat in (1, 2)] == [1_000_000, 1_000_000]


@provision("669a.13(g)", "669a.4(c)")
@pytest.mark.parametrize("received", [False, True])
def test_a_device_that_is_back_while_new_cards_are_opened_has_them_readied_for_it(received: bool):
    driver = OfferedDriver("raise-it-up", SHOE).ready(1)
    driver.do(Report(irregularity="out-of-order", device="shoe"))
    driver.until_phase("betting")
    assert driver.table.way == "manual-shoe"
    driver.do(Direct(order="change-cards"), "floorperson", "Flo")
    if received:
        driver.until("wash")
    driver.do(Direct(order="repair", what="shoe"), "floorperson", "Flo")
    assert (driver.due.id, driver.table.way) == ("wash" if received else "receive", "automated-shoe")
    began = len(driver.log)
    driver.until_phase("betting")
    loads = [event.cite for event in driver.events(e.Performed, began) if event.step == "load"]
    assert loads == ["58 Pa. Code § 669a.10(a)(1)"]


@each("5(c)(2)", "5(d)", "5(g)")
@pytest.mark.parametrize("dealing", ["manual-shoe", "automated-shoe"])
@pytest.mark.parametrize("loaded", [False, True])
def test_preshuffled_cards_that_a_reshuffling_device_spared_the_cut_are_cut_when_it_fails(
    chapter: Chapter, dealing: str, loaded: bool
):
    driver = chapter.opened(dealing=dealing, shuffler="reshuffling")
    driver.preshuffled = True
    driver.sit(1)
    driver.until("load")
    if loaded:
        driver.advance()
        chapter.bets(driver, 1)
    older = replace(driver.table, procedure=7)
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    driver.until("cut")
    assert driver.due.cite == chapter.cite("5(d)")
    driver.until_phase("betting")
    assert driver.steps()[-3:] == ["sign-device", "cut", "load"]
    assert {event.method for event in driver.events(e.Shuffled)} == {"preshuffled"}
    driver.table = older  # a table of an older journal goes on as it was opened
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    assert [due.id for due in driver.table.todo] == ["sign-device", *([] if loaded else ["load"])]


@provision("MA 7(b)(1)", "MA 13(f)")
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
@pytest.mark.parametrize("shuffler", ["automated", "counting"])
def test_of_two_decks_one_that_was_taken_as_it_came_is_dealt_from_the_hand_only_after_the_device(
    cards: str, shuffler: str
):
    choices = {"dealing": "automated-shoe", "shuffler": shuffler, "decks": 2}
    driver = OfferedDriver("dj-wild", choices, edition="ma", cards=cards)
    driver.preshuffled = True
    driver.sit(1)
    driver.until("cut", pack=0)
    older = replace(driver.table, procedure=7)
    driver.do(Report(irregularity="remove-device", device="shoe"))
    driver.until_phase("betting")
    assert (driver.table.way, driver.table.pack.method) == ("hand", "device" if shuffler == "automated" else shuffler)
    assert "cut" not in driver.steps()
    driver.table = older  # a table of an older journal goes on as it was opened
    driver.do(Report(irregularity="remove-device", device="shoe"))
    assert "cut" in [due.id for due in driver.table.todo]
