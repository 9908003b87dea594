"""Sections 8 to 10 and 13 of chapter 688a at the table: three ways of dealing, irregularities and bad rolls."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from croupier.table import Crowd, Decide, Direct, Perform, Place, Report
from croupier.table import events as e
from croupier.table.recount import recorded
from tests.support import provision, rules_of
from tests.table.drive import settled_as_told
from tests.table.test_face_up_pai_gow import BONUSES, DEVICE, WAYS, began, cite, opened, play, table

if TYPE_CHECKING:
    from tests.table.offered import OfferedDriver

CLOCKWISE = ["seats.1", "seats.2", "seats.3", "seats.4", "seats.5", "seats.6", "dealer"]


def each_way(**paths: str) -> pytest.MarkDecorator:
    """Run under each way of dealing, as an execution of these paths: ``manual``, ``hand``, ``automated``."""
    own = {"manual-shoe": paths["manual"], "hand": paths["hand"], "automated-shoe": paths["automated"]}
    params = [
        pytest.param(way, path, id=way, marks=[provision(*(f"688a.{one}" for one in path.split()))])
        for way, path in own.items()
    ]
    return pytest.mark.parametrize(("way", "path"), params)


# §§ 8-10. Dealing.


@each_way(manual="8(a)", hand="9(a)(2)", automated="10(a)(1)")
def test_the_cards_are_loaded_once_shuffled_and_cut(way: str, path: str):
    driver = opened(**WAYS[way])
    driver.until("view")
    driver.sit(1)
    driver.until("load")
    assert driver.due.cite == cite(path)
    assert driver.table.pack.method
    assert str(driver.refused(Place(seat=1, wager="pai-gow", amount=1000), "player", "P1").cite) == cite("7(c)")
    driver.advance()
    assert driver.table.phase == "betting"


@each_way(manual="8(b)", hand="9(a)(3)", automated="10(a)(2)")
def test_no_card_comes_before_no_more_bets(way: str, path: str):
    driver = table(1, **WAYS[way])
    driver.bet(1, pai_gow=1000)
    assert driver.refused(Perform(step="deal")).field == "step"
    assert driver.refused(Perform(step="shake", value={"dice": [1, 1, 1], "shakes": 3})).field == "step"
    assert driver.refused(Perform(step="no-more-bets"), "player", "P1").field == "actor"
    (began_,) = driver.close_bets()
    assert isinstance(began_, e.RoundBegan)
    assert began_.cite == cite(path)


@each_way(manual="8(b)(1)", hand="9(a)(3)(i)", automated="10(a)(2)(i)")
def test_an_envy_lammer_marks_each_qualifying_wager(way: str, path: str):
    driver = table(1, 2, 3, **WAYS[way])
    driver.bet(1, pai_gow=1000, fortune=500)
    driver.bet(2, pai_gow=1000, fortune=400)  # less than $5 does not qualify
    driver.bet(3, pai_gow=1000, fortune=1000)
    driver.close_bets()
    assert (driver.due.id, driver.due.cite) == ("lammers", cite(path))
    driver.advance()
    assert driver.events(e.Performed)[-1].value == [1, 3]
    other = table(1, 2, **WAYS[way])
    other.bet(1, pai_gow=1000, fortune=400)
    other.close_bets()
    assert other.due.id == "lock-out"


@each_way(manual="8(b)(2)", hand="9(a)(3)(ii)", automated="10(a)(2)(ii)")
def test_progressive_wagers_are_locked_out_collected_and_counted(way: str, path: str):
    driver = table(1, 2, 3, **WAYS[way])
    for seat in (1, 2):
        driver.bet(seat, pai_gow=1000, progressive=100)
    driver.bet(3, pai_gow=1000)
    driver.close_bets()
    assert (driver.due.id, driver.due.cite) == ("lock-out", cite(path))
    driver.advance()
    assert (driver.due.id, driver.due.cite) == ("verify-chips", cite(path))
    inventory = driver.money()["inventory"]
    for wrong in (1, 3):
        assert str(driver.refused(Perform(step="verify-chips", value=wrong)).cite) == cite(path)
    driver.perform("verify-chips", value=2)
    # $2 in chips to the inventory, of which 28% go on to the meter
    assert driver.meter() == 1_000_056
    assert driver.money()["inventory"] == inventory + 200 - 56


@each_way(manual="8(c)", hand="9(b)", automated="10(b)")
def test_the_starting_position_is_found_before_the_first_card(way: str, path: str):
    driver = began(1, **WAYS[way])
    driver.until("shake")
    assert driver.due.cite == cite(path)
    assert str(driver.refused(Perform(step="deal")).cite) == cite(path)


@each_way(manual="8(d)", hand="9(c)", automated="10(c)")
def test_every_position_gets_seven_cards_clockwise_from_the_start_wager_or_none(way: str, path: str):
    driver = began(2, 5, **WAYS[way])
    driver.until("shake")
    driver.perform("shake", value={"dice": (1, 1, 2), "shakes": 3})  # four: seat 4
    around = CLOCKWISE[3:] + CLOCKWISE[:3]
    wanted = around if way == "automated-shoe" else around * 7
    for to in wanted:
        due = driver.due
        assert (due.id, due.to, due.cite) == ("deal", to, cite(path))
        assert due.count == (7 if way == "automated-shoe" else 1)
        assert due.up == (to == "dealer")
        if to == "dealer":
            driver.refused(Perform(step="deal"))
        else:
            driver.refused(Perform(step="deal", cards="As"))
        driver.advance()
    assert {to: len(held) for to, held in driver.playing.dealt.items()} == dict.fromkeys(CLOCKWISE, 7)
    assert driver.table.pack.at == 49


@each_way(manual="8(e) 8(g)", hand="9(d) 9(f)", automated="10(d) 10(f)")
def test_four_cards_are_left_and_they_and_the_empty_positions_go_to_the_rack_unseen(way: str, path: str):
    stub, empty = map(cite, path.split())
    driver = began(2, 5, **WAYS[way])
    driver.until("count-stub")
    assert driver.due.cite == stub
    driver.perform("count-stub", value=4)
    assert (driver.due.id, driver.due.cite) == ("stub", stub)
    (racked,) = driver.advance()
    assert isinstance(racked, e.Racked)
    assert (racked.what, racked.count) == ("stub", 4)
    assert (driver.due.id, driver.due.cite) == ("collect-empty", empty)
    before = len(driver.log)
    driver.advance()
    assert [(event.what, event.count) for event in driver.events(e.Racked, before)] == [
        (f"seats.{seat}", 7) for seat in (1, 3, 4, 6)
    ]
    assert not driver.events(e.Revealed)


@each_way(manual="8(f)", hand="9(e)", automated="10(e)")
def test_a_wrong_stub_voids_the_round_and_the_deck_goes_unless_the_cards_were_misdealt(way: str, path: str):
    for more, removed in ({"seats.3": 6}, False), ({}, True), ({"seats.3": 8}, True):
        driver = table(2, 5, **WAYS[way])
        before = driver.money()
        driver.bet(2, pai_gow=1000, fortune=500, progressive=100)
        driver.bet(5, pai_gow=1000)
        driver.close_bets()
        driver.until("count-stub")
        driver.perform("count-stub", value=5)
        assert (driver.due.id, driver.due.cite) == ("determine", cite(path))
        assert str(driver.refused(Perform(step="determine", value="perhaps")).cite) == cite(path)
        driver.perform("determine", "floorperson", value={**recorded(driver.table), "stub": 5, **more})
        assert (driver.money()["layout"], driver.money()["inventory"]) == (0, before["inventory"])
        assert (driver.chips(2), driver.chips(5), driver.meter()) == (1_000_000, 1_000_000, 1_000_000)
        assert {event.cite for event in driver.events(e.Voided)} == {cite(path)}
        driver.finish()
        assert [event.what for event in driver.events(e.PackChanged)][1:] == ["removed"] * removed
        driver.until_phase("betting")
        assert len(driver.events(e.Shuffled)) == 2


@provision("688a.9(a)(1)", "688a.4(e)")
def test_a_preshuffled_deck_is_shuffled_by_the_device_before_it_is_dealt_from_the_hand():
    driver = opened(**WAYS["hand"])
    driver.preshuffled = True
    driver.sit(1)
    driver.until("shuffle")
    assert driver.due.cite == cite("9(a)(1)")
    driver.until_phase("betting")
    assert driver.events(e.Shuffled)[-1].method == "device"


# § 13. Irregularities; invalid roll of dice.


@provision("688a.13(c)")
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
def test_no_first_card_is_at_the_wrong_position_before_any_is_dealt(cards: str):
    driver = table(1, cards=cards)
    driver.bet(1, pai_gow=1000)
    driver.close_bets()
    driver.until("deal")
    assert "the record" in driver.refused(Report(irregularity="wrong-total")).message
    driver.advance()
    if cards == "shuffled":  # the dice are the record's own
        assert "dice give" in driver.refused(Report(irregularity="wrong-total")).message
    else:
        driver.do(Report(irregularity="wrong-total"))
        assert driver.playing.void


@provision("688a.13(a)", "688a.13(b)")
@pytest.mark.parametrize(("what", "path"), [("no-roll", "13(a)"), ("dice-fell", "13(b)")])
def test_a_bad_roll_is_shaken_again(what: str, path: str):
    driver = table(1)
    driver.bet(1, pai_gow=1000, fortune=500)
    driver.close_bets()
    assert str(driver.refused(Report(irregularity=what)).cite) == cite(path)  # the dice are not being shaken yet
    driver.until("shake")
    (found,) = driver.do(Report(irregularity=what))
    assert isinstance(found, e.IrregularityFound)
    assert (found.cite, found.remedy) == (cite(path), ("reshake",))
    assert driver.due.id == "shake"
    driver.advance()
    assert str(driver.refused(Report(irregularity=what)).cite) == cite(path)


def void(driver: OfferedDriver, what: str, path: str, **told: Any) -> None:
    """Report something that voids the round: all wagers are back, the meter as it was, the cards shuffled anew."""
    shuffles = len(driver.events(e.Shuffled))
    driver.do(Report(irregularity=what, **told), "surveillance", "Eye")
    found = driver.events(e.IrregularityFound)[-1]
    assert (found.cite, found.remedy) == (cite(path), ("void", "reshuffle"))
    assert {event.cite for event in driver.events(e.Voided)} == {cite(path)}
    assert all(driver.chips(seat) == 1_000_000 for seat in driver.playing.round.seats)
    assert (driver.meter(), driver.money()["layout"]) == (1_000_000, 0)
    assert driver.table.meters["progressive"].carry == "0"
    driver.finish()
    assert driver.events(e.RoundClosed)[-1].void
    driver.until_phase("betting")
    assert len(driver.events(e.Shuffled)) == shuffles + 1


def all_in(*seats: int, **choices: Any) -> OfferedDriver:
    driver = table(*seats, **choices)
    for seat in seats:
        driver.bet(seat, pai_gow=1000, ace_high=500, fortune=500, progressive=100)
    driver.close_bets()
    driver.until("deal")
    return driver


@provision("688a.13(c)")
@pytest.mark.parametrize("way", WAYS)
def test_a_wrong_total_voids_the_round(way: str):
    driver = all_in(1, 4, **WAYS[way])
    driver.advance()
    void(driver, "wrong-total", "13(c)")


@provision("688a.13(d)")
def test_a_player_whose_card_was_exposed_chooses_before_looking():
    for choice in ("play", "void"):
        driver = all_in(1, 4)
        driver.until("deal", to="seats.4")
        driver.advance()
        driver.do(Report(irregularity="exposed-player", seat=4))
        assert (driver.due.id, driver.due.seat, driver.due.cite) == ("choose", 4, cite("13(d)"))
        assert driver.refused(Perform(step="choose", value="void"), "player", "P1").field == "seat"
        assert driver.refused(Perform(step="deal")).cite is not None  # nothing goes on before the choice
        chosen = Crowd(Random(1), 6).decide(driver.table)
        assert chosen is not None
        told, player = chosen
        assert isinstance(told, Perform)
        assert (told.step, told.value in {"play", "void"}, player.name) == ("choose", True, "P4")
        driver.perform("choose", "player", "P4", value=choice)
        driver.until("decide")
        assert all(len(held) == 7 for held in driver.playing.dealt.values())
        if choice == "void":
            assert driver.chips(4) == 1_000_000
            assert str(driver.refused(Decide(seat=4, decision="house-way"), "player", "P4").cite) == cite("11(b)(3)")
            driver.decide(1, "house-way")
            before = len(driver.log)
            driver.finish()
            assert [event.seat for event in driver.events(e.Revealed, before)] == [1]
            assert 4 not in [event.seat for event in driver.events(e.Settled)]
            assert driver.chips(4) == 1_000_000
        else:
            driver.finish(s1="house-way", s4="house-way")
            assert {"pai-gow", "ace-high", "fortune", "progressive"} <= set(driver.lines(4))


@provision("688a.13(d)")
@pytest.mark.parametrize("way", ["hand", "automated-shoe"])
@pytest.mark.parametrize("until", ["count-stub", "collect-empty", "set-dealer", "decide"])
def test_after_the_deal_the_choice_is_the_players_under_the_other_ways_too(way: str, until: str):
    driver = all_in(1, 4, **WAYS[way])
    assert str(driver.refused(Report(irregularity="exposed-after", seat=1)).cite) == cite("13(d)")
    assert str(driver.refused(Report(irregularity="exposed-player", seat=1)).cite) == cite("13(d)")
    while sum(due.id == "deal" for due in driver.table.todo) != 1:
        driver.advance()
    wrong = driver.refused(Report(irregularity="exposed-after", seat=1))
    assert (str(wrong.cite), wrong.field) == (cite("13(d)"), "irregularity")
    driver.until(until)
    driver.do(Report(irregularity="exposed-after", seat=1))
    wrong = driver.refused(Decide(seat=1, decision="house-way"), "player", "P1")
    assert str(wrong.cite) == cite("13(d)")
    driver.perform("choose", "player", "P1", value="void")
    assert driver.chips(1) == 1_000_000
    assert driver.due.id == until  # and the round goes on
    driver.finish(s4="house-way")
    assert not driver.events(e.RoundClosed)[-1].void


@provision("688a.13(d)")
@pytest.mark.parametrize(("way", "report"), [("manual-shoe", "exposed-player"), ("hand", "exposed-after")])
def test_whoever_has_set_the_hands_has_looked_and_may_not_void_them(way: str, report: str):
    driver = all_in(1, 4, **WAYS[way])
    driver.until("decide")
    driver.decide(1, "set", (0, 1))
    wrong = driver.refused(Report(irregularity=report, seat=1))
    assert (str(wrong.cite), wrong.field) == (cite("13(d)"), "seat")
    driver.do(Report(irregularity=report, seat=4))
    assert (driver.due.id, driver.due.seat) == ("choose", 4)


@provision("688a.13(d)")
def test_a_void_hand_earns_nobody_an_envy_bonus_and_gets_none():
    driver = table(1, 4)
    for seat in (1, 4):
        driver.bet(seat, pai_gow=1000, fortune=500)
    driver.close_bets()
    driver.hold(s1="4c 4d 4h 4s 9d Tc Jd", s4="6c 6d 6h 6s 9h Th Js", dealer="Ks Kd Qh 9c 7d 5s 3h")
    driver.until("decide")
    driver.do(Report(irregularity="exposed-player", seat=4))
    driver.perform("choose", "player", "P4", value="void")
    driver.finish(s1="house-way")
    assert "envy" not in driver.lines(1)
    assert driver.chips(4) == 1_000_000


@provision("688a.13(e)")
def test_one_face_up_card_goes_to_the_rack_and_counts_among_the_four():
    driver = all_in(1, 4)
    driver.advance()
    driver.do(Report(irregularity="face-up", cards="Kc"))
    assert driver.events(e.IrregularityFound)[-1].cite == cite("13(e)")
    driver.until("count-stub")
    driver.perform("count-stub", value=3)
    assert driver.due.id == "stub"
    driver.finish(s1="house-way", s4="house-way")
    assert not driver.events(e.Voided)


@provision("688a.13(e)")
def test_a_second_face_up_card_voids_the_round():
    driver = all_in(1, 4)
    driver.do(Report(irregularity="face-up", cards="Kc"))
    driver.advance()
    shuffles = len(driver.events(e.Shuffled))
    driver.do(Report(irregularity="face-up", cards="Kd"))
    assert driver.events(e.IrregularityFound)[-1].remedy == ("void", "reshuffle")
    assert (driver.chips(1), driver.chips(4), driver.meter()) == (1_000_000,) * 3
    driver.finish()
    driver.until_phase("betting")
    assert len(driver.events(e.Shuffled)) == shuffles + 1


@provision("688a.13(f)")
def test_a_card_drawn_in_error_is_the_next_card():
    driver = all_in(1, 4)
    driver.advance()
    due, at = driver.due, driver.table.pack.at
    driver.do(Report(irregularity="drawn-in-error"))
    found = driver.events(e.IrregularityFound)[-1]
    assert (found.cite, found.remedy) == (cite("13(f)"), ("use-next",))
    assert (driver.due, driver.table.pack.at) == (due, at)


@provision("688a.13(g)", "688a.13(j)", held="outcome")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("phase", ["dealing", "deciding"])
def test_a_wrong_number_of_cards_anywhere_voids_the_round(way: str, phase: str):
    driver = all_in(1, 4, **WAYS[way])
    assert driver.refused(Report(irregularity="wrong-number")).message == "no card has been dealt yet"
    driver.advance()
    driver.until_phase(phase)
    void(driver, "wrong-number", "13(j)")


@provision("688a.13(h)")
def test_a_dealers_hand_set_wrongly_is_set_again_and_the_round_goes_on():
    driver = table(1)
    driver.bet(1, pai_gow=1000)
    driver.close_bets()
    driver.hold(dealer="Ks Kd Qh 9c 7d 5s 3h", s1="As Ad Qc 9d 7h 5d 3c")
    driver.until("set-dealer")
    assert str(driver.refused(Perform(step="set-dealer", value="Ac Ah")).cite) == cite("11(a)")
    driver.perform("set-dealer", value="Ks Kd")
    found = driver.events(e.IrregularityFound)[-1]
    assert (found.cite, found.remedy, found.note) == (cite("13(h)"), ("reset",), "Ks Kd")
    assert sorted(driver.playing.dealer_low.split()) == ["9c", "Qh"]
    driver.finish(s1="house-way")
    assert driver.lines(1)["pai-gow"]["result"] == "push"


@provision("688a.13(i)")
@pytest.mark.parametrize("way", ["hand", "automated-shoe"])
def test_a_card_exposed_while_dealing_from_hand_or_automated_shoe_voids_the_round(way: str):
    driver = all_in(1, 4, **WAYS[way])
    driver.advance()
    void(driver, "exposed-dealing", "13(i)")


@provision("688a.13(i)")
def test_from_a_manual_shoe_it_does_not():
    driver = all_in(1, 4)
    assert str(driver.refused(Report(irregularity="exposed-dealing")).cite) == cite("13(i)")


@provision("688a.13(k)")
def test_a_jam_of_the_shuffler_means_a_new_shuffle():
    driver = opened(**DEVICE)
    driver.until("view")
    driver.sit(1)
    driver.until("load")
    driver.do(Report(irregularity="shuffler-jam"))
    assert driver.events(e.IrregularityFound)[-1].cite == cite("13(k)")
    driver.until_phase("betting")
    assert [event.pack for event in driver.events(e.Shuffled)].count(0) == 2


@provision("688a.13(l)")
def test_a_jam_of_the_automated_shoe_voids_the_round():
    driver = all_in(1, 4, **WAYS["automated-shoe"])
    driver.advance()
    void(driver, "shoe-jam", "13(l)")
    other = all_in(1, 4)
    assert str(other.refused(Report(irregularity="shoe-jam")).cite) == cite("13(l)")


@provision("688a.13(m)")
@pytest.mark.parametrize(
    ("choices", "device", "way"),
    [
        ({"dealing": "automated-shoe"}, "shoe", "manual-shoe"),
        ({"dealing": "automated-shoe", "shuffler": "automated"}, "shoe", "manual-shoe"),
        ({"dealing": "hand", "shuffler": "automated"}, "shuffler", "manual-shoe"),
        ({"shuffler": "automated", "decks": 2}, "shuffler", "manual-shoe"),
    ],
)
def test_a_broken_device_is_signed_out_before_another_method(choices: dict[str, Any], device: str, way: str):
    driver = table(1, **choices)
    play(driver, 1)
    driver.until_phase("betting")
    assert driver.refused(Report(irregularity="out-of-order", device="drop box")).field == "device"
    driver.do(Report(irregularity="out-of-order", device=device))
    sign = driver.events(e.DeviceChanged)[-1]
    assert (sign.device, sign.what, sign.cite) == (device, "out-of-order", cite("13(m)"))
    before = len(driver.log)
    driver.until_phase("betting")
    if device == "shuffler":
        assert not driver.events(e.Shuffled, before)  # what it has shuffled is dealt (reading ready-cards)
        play(driver, 1)
        driver.until_phase("betting")
    assert driver.table.way == way
    if device == "shuffler":
        assert [event.method for event in driver.events(e.Shuffled, before)] == ["manual"]
        assert "cut" in driver.steps(before)
    play(driver, 1)
    driver.until_phase("betting")
    driver.do(Direct(order="repair", what=device), "floorperson")
    assert driver.table.way == driver.rules.chosen["dealing"]


# Payments at the table are those of `settle`.


@pytest.mark.parametrize(
    "choices",
    [
        {},
        {"dealing": "hand", "shuffler": "automated"},
        {"dealing": "automated-shoe"},
        {**DEVICE, "start": "generator"},
        {"progressive": "4", "adjacent-boxes": 2},
    ],
)
def test_every_payment_is_what_settle_says(choices: dict[str, Any]):
    rules = rules_of("face-up-pai-gow", {**BONUSES, **choices})
    assert settled_as_told(rules, 300, 688) >= 290
