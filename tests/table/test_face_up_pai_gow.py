"""Sections 2 to 5 and 7 of chapter 688a at the table: dice, decks, opening, shuffle and cut, start, wagers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from croupier.table import Decide, Direct, Leave, Perform, Place, Report, Sit, TakeBack
from croupier.table import events as e
from croupier.table.turns import deciding, speaking
from tests.support import provision
from tests.table.drive import HOUR
from tests.table.offered import OfferedDriver

if TYPE_CHECKING:
    from collections.abc import Iterator

DEVICE: dict[str, Any] = {"shuffler": "automated", "decks": 2}
BONUSES: dict[str, Any] = {"ace-high": "1", "fortune": "1", "progressive": "1"}
WAYS: dict[str, dict[str, Any]] = {
    "manual-shoe": {},
    "hand": {"dealing": "hand", "shuffler": "automated"},
    "automated-shoe": {"dealing": "automated-shoe"},
}
TWO: dict[str, Any] = {"adjacent-boxes": 2}


def opened(cards: str = "entered", **choices: Any) -> OfferedDriver:
    return OfferedDriver("face-up-pai-gow", {**BONUSES, **choices}, cards=cards)


def table(*seats: int, **choices: Any) -> OfferedDriver:
    driver = opened(**choices)
    driver.ready(*seats)
    return driver


def began(*seats: int, **choices: Any) -> OfferedDriver:
    """A table whose betting has just closed on Face Up Pai Gow Poker Wagers of $10."""
    driver = table(*seats, **choices)
    for seat in seats:
        driver.bet(seat, pai_gow=1000)
    driver.close_bets()
    return driver


def play(driver: OfferedDriver, *seats: int) -> None:
    for seat in seats:
        driver.bet(seat, pai_gow=1000)
    driver.close_bets()
    driver.finish(**{f"s{seat}": "house-way" for seat in seats})


def cite(path: str) -> str:
    return f"58 Pa. Code § 688a.{path}"


def offers(driver: OfferedDriver) -> Iterator[int]:
    """Seats offered the cut one after the other, each declining; ends with the dealer, 0."""
    driver.until("cut")
    while driver.due.seat:
        yield driver.due.seat
        driver.perform("decline-cut", "player", driver.table.seats[driver.due.seat])
    yield 0


# § 2. Table; shaker; progressive system.


@provision("688a.2(c)(1)(i)")
def test_dice_stay_at_a_table_for_24_hours_at_most():
    driver = table(1)
    driver.now = 24 * HOUR - 1000
    driver.do(Direct(order="change-cards"), "floorperson")  # the deck has its own hours
    driver.until_phase("betting")
    driver.bet(1, pai_gow=1000)
    driver.now = driver.table.dice_since + 24 * HOUR
    wrong = driver.refused(Perform(step="no-more-bets"))
    assert str(wrong.cite) == cite("2(c)(1)(i)")
    assert driver.refused(Direct(order="change-dice"), "dealer").field == "actor"
    driver.do(Direct(order="change-dice"), "floorperson")
    driver.close_bets()
    driver.until("shake")
    wrong = driver.refused(Perform(step="shake", value={"dice": [1, 2], "shakes": 3}))
    assert "three dice" in str(wrong)


@provision("688a.2(c)(1)(i)")
def test_dice_that_grew_old_in_a_round_are_changed_after_it_and_the_cards_are_shuffled_all_the_same():
    driver = began(1)
    driver.wait(24)
    driver.finish(s1="house-way")
    dues = [due.id for due in driver.table.todo]
    assert "change-dice" in dues
    before = len(driver.log)
    driver.until_phase("betting")
    assert "change-dice" in driver.steps(before)
    assert len(driver.events(e.Shuffled, before)) == 1


@provision("688a.2(c)(2)", "688a.5(i)(2)")
def test_a_generator_in_place_of_the_shaker():
    driver = began(1, start="generator")
    driver.until("shake")
    wrong = driver.refused(Perform(step="shake", value={"dice": [1, 2, 3], "shakes": 3}))
    assert str(wrong.cite) == cite("5(i)(2)")
    for number in (0, 8, "3", None):
        assert str(driver.refused(Perform(step="generator", value=number)).field) == "value"
    driver.perform("generator", value=3)
    assert driver.playing.start == "seats.5"
    driver.finish(s1="house-way")
    assert "shake-after" not in driver.steps()
    driver.until_phase("betting")
    driver.wait(24)
    driver.do(Direct(order="change-cards"), "floorperson")
    driver.until_phase("betting")
    driver.bet(1, pai_gow=1000)
    driver.close_bets()  # no dice, so none grow old


@provision("688a.13(c)")
def test_where_a_generator_finds_the_start_no_dice_are_added_up_wrongly():
    driver = began(1, start="generator")
    driver.until("decide")
    wrong = driver.refused(Report(irregularity="wrong-total"))
    assert (str(wrong.cite), wrong.field) == (cite("13(c)"), "irregularity")
    assert "no dice are shaken here" in wrong.message


@provision("688a.13(c)")
def test_a_generators_start_that_was_missed_voids_the_round_by_the_other_reading():
    driver = OfferedDriver("face-up-pai-gow", {"start": "generator"}, readings={"generator-start": "void"}).ready(1)
    driver.bet(1, pai_gow=1000)
    driver.close_bets()
    assert driver.refused(Report(irregularity="wrong-total")).field == "irregularity"  # no card is dealt yet
    driver.until("decide")
    driver.do(Report(irregularity="wrong-total"))
    assert driver.chips(1) == 1_000_000
    assert driver.events(e.IrregularityFound)[0].reading == "generator-start"


@provision("688a.2(c)(2)")
def test_a_table_with_a_shaker_takes_no_generators_number():
    driver = began(1)
    driver.until("shake")
    assert str(driver.refused(Perform(step="generator", value=3)).cite) == cite("5(i)(1)(i)")


@provision("688a.2(d)", "688a.2(d)(1)", "688a.2(d)(2)")
def test_the_progressive_system_takes_wagers_at_every_position_and_locks_them_out():
    driver = table(1, 2, 3, 4, 5, 6)
    assert driver.meter() == 1_000_000
    for seat in range(1, 7):
        driver.bet(seat, pai_gow=1000, progressive=100)
    driver.close_bets()
    driver.until("lock-out")
    assert driver.due.cite == cite("8(b)(2)")
    wrong = driver.refused(Place(seat=1, wager="progressive", amount=100), "player", "P1")
    assert str(wrong.cite) == cite("7(c)")
    driver.advance()
    driver.advance()
    assert driver.meter() == 1_000_000 + 6 * 28


@provision("688a.2(d)")
def test_without_the_wager_there_is_no_meter():
    driver = OfferedDriver("face-up-pai-gow", {})
    driver.ready(1)
    assert driver.table.meters == {}
    driver.bet(1, pai_gow=1000)
    assert driver.refused(Place(seat=1, wager="progressive", amount=100), "player", "P1").field.endswith("progressive")
    driver.close_bets()
    driver.finish(s1="house-way")
    assert not {"lammers", "lock-out"} & set(driver.steps())


# § 3. Cards; number of decks.


@provision("688a.3(b)(2)", "688a.3(b)(3)", "688a.3(b)(4)", held="step")
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
def test_two_decks_change_round_by_round_and_only_one_is_in_the_rack(cards: str):
    driver = table(1, cards=cards, **DEVICE)
    for number in range(4):
        assert driver.table.active == number % 2
        assert driver.table.rack == ()
        stored = driver.table.packs[1 - driver.table.active]
        assert (stored.present, stored.method, stored.at) == (True, "device", 0)
        before = len(driver.log)
        play(driver, 1)
        assert sum(event.count for event in driver.events(e.Racked, before)) == 53
        driver.until_phase("betting")


@provision("688a.3(c)(1)", "688a.3(c)(2)")
@pytest.mark.parametrize(
    ("way", "hours", "path"), [("manual-shoe", 8, "3(c)(2)"), ("hand", 4, "3(c)(1)"), ("automated-shoe", 8, "3(c)(2)")]
)
def test_decks_are_changed_in_time(way: str, hours: int, path: str):
    driver = table(1, **WAYS[way])
    driver.bet(1, pai_gow=1000)
    driver.now = driver.table.pack.since + hours * HOUR - 11
    driver.close_bets()
    driver.finish(s1="house-way")
    assert (driver.due.id, driver.due.cite) == ("change-cards", cite(path))
    assert str(driver.refused(Perform(step="no-more-bets")).cite) == cite(path)
    (changed,) = driver.advance()
    assert isinstance(changed, e.PackChanged)
    assert (changed.what, changed.cite) == ("changed", cite(path))


# § 4. Opening of the table for gaming.


@provision("688a.4(a)", "688a.4(b)", "688a.4(c)")
def test_the_opening_tears_the_second_joker_before_the_spread():
    driver = opened()
    driver.until("inspect")
    order = [
        ("inspect", "4(a)", "dealer"),
        ("verify", "4(a)", "floorperson"),
        ("tear-joker", "4(b)", "dealer"),
        ("witness-joker", "4(b)", "floorperson"),
        ("spread", "4(b)", "dealer"),
    ]
    for step, path, role in order:
        assert (driver.due.id, driver.due.cite) == (step, cite(path))
        assert ("dealer" in driver.due.by) == (role == "dealer")
        assert driver.refused(Perform(step=step), "player").field == "actor"
        driver.advance()
    assert str(driver.refused(Perform(step="view")).cite) == cite("4(b)")
    driver.sit(2)
    for step, path in (("view", "4(b)"), ("wash", "4(c)"), ("stack", "4(c)"), ("shuffle", "5(a)")):
        assert (driver.due.id, driver.due.cite) == (step, cite(path))
        driver.advance()


@provision("688a.4(d)")
def test_each_of_two_decks_goes_through_the_opening():
    driver = table(1, **DEVICE)
    for pack in (0, 1):
        done = [event.step for event in driver.events(e.Performed) if event.pack == pack]
        assert done[:8] == ["inspect", "verify", "tear-joker", "witness-joker", "spread", "view", "wash", "stack"]
    assert driver.events(e.PackChanged)[1].cite == cite("4(d)")


@provision("688a.4(e)", "688a.5(b)(2)", "688a.5(a)")
def test_preshuffled_cards_are_neither_opened_nor_shuffled_nor_cut():
    driver = opened()
    driver.preshuffled = True
    driver.sit(1)
    driver.until_phase("betting")
    assert driver.steps() == ["load"]
    (shuffled,) = driver.events(e.Shuffled)
    assert (shuffled.method, shuffled.cite) == ("preshuffled", cite("4(e)"))


# § 5. Shuffle and cut of the cards.


@provision("688a.5(a)")
def test_cards_are_shuffled_after_every_round_and_when_directed():
    driver = table(1)
    play(driver, 1)
    driver.until_phase("betting")
    assert len(driver.events(e.Shuffled)) == 2
    assert str(driver.refused(Direct(order="reshuffle"), "dealer").cite) == cite("5(a)")
    driver.do(Direct(order="reshuffle"), "floorperson")
    driver.until_phase("betting")
    assert [event.cite for event in driver.events(e.Shuffled)] == [cite("5(a)")] * 3


@provision("688a.5(b)(1)", "688a.5(b)(2)", held="step")
def test_a_manual_shuffle_is_cut_and_a_devices_is_not():
    by_hand, device = table(1), table(1, shuffler="automated")
    assert by_hand.steps().count("cut") == 1
    assert "cut" not in device.steps()
    device.bet(1, pai_gow=1000)
    device.close_bets()
    assert device.until("shake").cite == cite("8(c)")


@provision("688a.5(c)", "688a.5(d)(1)", held="step")
def test_the_first_player_to_arrive_is_offered_the_first_cut_and_then_the_others_from_the_right():
    driver = opened()
    driver.until("view")
    driver.sit(3)
    driver.sit(6, 1, 4)
    assert list(offers(driver)) == [3, 6, 4, 1, 0]
    assert driver.refused(Perform(step="cut", value=20), "player", "P6").field == "actor"
    driver.perform("cut", value=20)


@provision("688a.5(c)", "688a.5(d)(2)", held="step")
def test_later_cuts_are_offered_from_the_dealers_right_counterclockwise():
    driver = table(2, 5, 1)
    play(driver, 2, 5)
    driver.until("cut")
    assert driver.refused(Perform(step="cut", value=20), "player", "P2").field == "seat"
    assert list(offers(driver)) == [5, 2, 1, 0]


@provision("688a.5(e)")
def test_the_cut_keeps_ten_cards_from_either_end():
    for value, fits in ((9, False), (10, True), (43, True), (44, False)):
        driver = opened()
        driver.until("view")
        driver.sit(1)
        driver.until("cut")
        if fits:
            driver.perform("cut", "player", "P1", value=value)
            assert driver.table.pack.cut == value
        else:
            assert str(driver.refused(Perform(step="cut", value=value), "player", "P1").cite) == cite("5(e)")


@provision("688a.5(e)")
def test_the_spare_cover_card_goes_to_the_rack_or_four_cards_from_the_bottom():
    for value, cover in (("rack", -1), (4, 49)):
        driver = opened()
        driver.until("view")
        driver.sit(1)
        driver.until("insert-cover")
        for wrong in (3, 5, "elsewhere", None):
            assert str(driver.refused(Perform(step="insert-cover", value=wrong)).cite) == cite("5(e)")
        driver.perform("insert-cover", value=value)
        assert driver.table.pack.cover == cover
        driver.until_phase("betting")
        play(driver, 1)
        driver.until("shuffle")  # after the round, cover card or none


@provision("688a.5(f)")
def test_a_recut_before_the_deal_by_the_last_cutter_or_the_next():
    driver = opened()
    driver.until("view")
    driver.sit(4, 2)
    driver.until_phase("betting")
    assert str(driver.refused(Direct(order="recut"), "dealer").cite) == cite("5(f)")
    driver.do(Direct(order="recut"), "floorperson")
    assert (driver.due.id, driver.due.seat) == ("cut", 4)
    driver.perform("decline-cut", "player", "P4")
    assert driver.due.seat == 2
    driver.until_phase("betting")
    driver.bet(2, pai_gow=1000)
    driver.close_bets()
    driver.until("deal")
    driver.advance()
    assert str(driver.refused(Direct(order="recut"), "floorperson").cite) == cite("5(f)")


@provision("688a.5(f)", "688a.5(d)(1)", "688a.5(d)(2)")
@pytest.mark.parametrize(
    ("began", "gone", "offered"),
    [
        (False, False, [2, 6, 4, 0]),  # the first to arrive cut; then from the right
        (False, True, [6, 4, 0]),
        (True, False, [4, 2, 0]),  # seat 6 declined and seat 4 cut
        (True, True, [2, 0]),
    ],
)
def test_a_recut_is_offered_to_whoever_cut_last_and_then_to_those_entitled_next(began, gone, offered):
    driver = opened()
    driver.until("view")
    driver.sit(2, 4, 6)
    driver.until("cut")
    last = 2
    if began:
        driver.until_phase("betting")
        driver.bet(2, pai_gow=1000)
        driver.close_bets()
        driver.finish(s2="house-way")
        driver.until("cut")
        driver.perform("decline-cut", "player", "P6")
        last = 4
    driver.perform("cut", "player", f"P{last}", value=20)
    driver.until_phase("betting")
    if gone:
        driver.do(Leave(seat=last), "player", f"P{last}")
    driver.do(Direct(order="recut"), "floorperson")
    asked = [driver.due.seat]
    while driver.due.seat:
        driver.perform("decline-cut", "player", f"P{driver.due.seat}")
        asked.append(driver.due.seat)
    assert asked == offered


def idle(driver: OfferedDriver, **told: Any) -> int:
    driver.do(Leave(seat=1), "player", "P1")
    driver.perform("spread-idle", **told)
    before = len(driver.log)
    driver.sit(2)
    return before


@provision("688a.5(g)", "688a.5(g)(1)", held="step")
def test_idle_cards_are_spread_and_washed_shuffled_and_cut_without_a_device():
    driver = table(1)
    assert str(driver.refused(Perform(step="spread-idle")).cite) == cite("5(g)")
    before = idle(driver)
    assert not driver.table.faced
    driver.until_phase("betting")
    assert driver.steps(before) == ["view", "wash", "stack", "cut", "insert-cover", "load"]
    assert len(driver.events(e.Shuffled, before)) == 1


@provision("688a.5(g)")
def test_idle_cards_lie_face_down_until_a_player_is_there_even_with_a_reshuffling_device():
    for choices in ({}, {"shuffler": "reshuffling"}):
        driver = table(1, **choices)
        driver.do(Leave(seat=1), "player", "P1")
        refusal = driver.refused(Perform(step="spread-idle", value="face-up"))  # nobody is there who could have asked
        assert (refusal.field, str(refusal.cite)) == ("value", cite("5(g)"))
        driver.perform("spread-idle")
        assert not driver.table.faced


@provision("688a.5(g)(2)")
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
def test_with_a_device_the_spread_deck_goes_in_and_the_stored_one_is_dealt_unseen(cards: str):
    driver = table(1, cards=cards, **DEVICE)
    stored = driver.table.packs[1]
    before = idle(driver)
    assert driver.table.active == 1
    driver.until("stored-deck")
    assert driver.due.cite == cite("5(g)(2)")
    assert str(driver.refused(Perform(step="stored-deck", value="wash")).cite) == cite("5(g)(2)")
    driver.until_phase("betting")
    assert driver.steps(before) == ["view", "stack", "stored-deck", "load"]
    assert [event.pack for event in driver.events(e.Shuffled, before)] == [0]
    assert driver.table.packs[1].commitment == stored.commitment
    play(driver, 2)


@provision("688a.5(g)(2)")
def test_a_player_may_have_the_stored_deck_spread_and_shuffled_again():
    driver = table(1, **DEVICE)
    before = idle(driver)
    driver.until("stored-deck")
    driver.perform("stored-deck", value="spread")
    assert [due.id for due in driver.table.todo if due.pack == 1][:4] == ["spread", "view", "stack", "shuffle"]
    driver.until_phase("betting")
    assert [event.pack for event in driver.events(e.Performed, before) if event.step == "spread"] == [1]
    assert sorted(event.pack for event in driver.events(e.Shuffled, before)) == [0, 1]


@provision("688a.5(g)(2)")
def test_a_single_deck_is_stacked_and_shuffled_by_the_device_without_a_wash():
    driver = table(1, shuffler="automated")
    before = idle(driver)
    driver.until_phase("betting")
    assert driver.steps(before) == ["view", "stack", "load"]
    assert [event.method for event in driver.events(e.Shuffled, before)] == ["device"]


@provision("688a.5(h)")
def test_a_device_that_reshuffles_and_counts_by_itself_may_be_used():
    driver = table(1, shuffler="reshuffling")
    play(driver, 1)
    driver.until_phase("betting")
    assert "cut" not in driver.steps()
    assert [event.method for event in driver.events(e.Shuffled)] == ["reshuffling"] * 2


@provision("688a.5(i)(1)(i)", "688a.5(i)(1)(ii)", "688a.5(i)(1)(iii)", held="step")
def test_the_dice_are_shaken_three_times_added_up_and_counted_from_the_dealer():
    positions = {3: "seats.5", 4: "seats.4", 7: "seats.1", 8: "dealer", 9: "seats.6", 15: "dealer", 18: "seats.4"}
    dice = {3: (1, 1, 1), 4: (1, 1, 2), 7: (1, 2, 4), 8: (2, 2, 4), 9: (3, 3, 3), 15: (5, 5, 5), 18: (6, 6, 6)}
    for total, position in positions.items():
        driver = began(2)
        driver.until("shake")
        for wrong in (
            {"dice": dice[total], "shakes": 2},
            {"dice": (0, 3, 3), "shakes": 3},
            {"dice": (7, 1, 1), "shakes": 3},
        ):
            assert str(driver.refused(Perform(step="shake", value=wrong)).cite) == cite("5(i)(1)(i)")
        (shaken,) = driver.perform("shake", value={"dice": dice[total], "shakes": 3})
        assert isinstance(shaken, e.Performed)
        assert (shaken.value["total"], shaken.value["position"], shaken.cite) == (total, position, cite("5(i)(1)(iii)"))
        assert driver.due.to == position  # wager there or not


@provision("688a.5(i)(1)(iv)")
@pytest.mark.parametrize("way", WAYS)
def test_after_the_deal_the_shaker_is_shaken_once_more(way: str):
    driver = began(2, **WAYS[way])
    driver.until("shake-after")
    assert (driver.due.cite, driver.due.by) == (cite("5(i)(1)(iv)"), ("dealer",))
    assert all(len(hand) == 7 for hand in driver.playing.dealt.values())
    assert str(driver.refused(Perform(step="set-dealer")).cite) == cite("5(i)(1)(iv)")
    driver.advance()
    assert driver.due.id == "set-dealer"


@provision("688a.5(i)(2)")
def test_the_generators_number_is_counted_like_a_total():
    order = ["dealer", "seats.6", "seats.5", "seats.4", "seats.3", "seats.2", "seats.1"]
    for number, position in enumerate(order, 1):
        driver = began(2, start="generator")
        driver.until("shake")
        (shown,) = driver.perform("generator", value=number)
        assert isinstance(shown, e.Performed)
        assert shown.cite == cite("5(i)(2)")
        assert driver.due.to == position


@provision("688a.5(j)")
def test_the_starting_position_stays_marked_for_the_round():
    driver = began(2)
    driver.until("shake")
    driver.perform("shake", value={"dice": (1, 1, 2), "shakes": 3})
    driver.until_phase("deciding")
    assert driver.playing.start == "seats.4"


# § 7. Wagers.


@provision("688a.7(a)")
def test_a_verbal_wager_with_cash_is_not_taken():
    driver = table(1)
    wrong = driver.refused(Place(seat=1, wager="pai-gow", amount=1000, verbal=True), "dealer")
    assert str(wrong.cite) == cite("7(a)")


@provision("688a.7(b)")
def test_only_seated_players_wager_and_one_who_leaves_may_lose_the_wagers():
    driver = table(1, 2)
    assert str(driver.refused(Place(seat=5, wager="pai-gow", amount=1000), "player", "P5").cite) == cite("7(b)")
    driver.bet(1, pai_gow=1000)
    driver.bet(2, pai_gow=1000)
    driver.close_bets()
    driver.until_phase("deciding")
    assert str(driver.refused(Direct(order="abandon", seat=1), "floorperson").cite) == cite("7(b)")
    driver.do(Leave(seat=1), "player", "P1")
    assert driver.refused(Direct(order="abandon", seat=1), "dealer").field == "actor"
    driver.do(Direct(order="abandon", seat=1), "floorperson")
    assert driver.lines(1)["pai-gow"]["result"] == "forfeit"
    assert driver.lines(1)["pai-gow"]["cite"] == cite("7(b)")
    driver.until("decide")
    driver.do(Decide(seat=2, decision="house-way"), "player", "P2")
    driver.finish()
    assert driver.chips(1) == 999_000
    assert 1 not in driver.table.seats


@provision("688a.7(c)")
def test_no_wager_is_made_raised_or_withdrawn_after_no_more_bets():
    driver = table(1, 2)
    driver.bet(1, pai_gow=1000)
    driver.close_bets()
    for command in (
        Place(seat=2, wager="pai-gow", amount=1000),
        Place(seat=1, wager="fortune", amount=500),
        TakeBack(seat=1, wager="pai-gow"),
    ):
        assert str(driver.refused(command, "player", f"P{command.seat}").cite) == cite("7(c)")


@provision("688a.7(f)", "688a.11(b)(3)")
@pytest.mark.parametrize(("wagers", "order"), [((1000, 2000), (4, 3)), ((2000, 1000), (3, 4)), ((1000, 1000), (4, 3))])
def test_of_two_hands_the_larger_wager_is_set_first_or_counterclockwise(
    wagers: tuple[int, int], order: tuple[int, int]
):
    driver = opened(**TWO)
    driver.ready(3)
    assert str(driver.refused(Sit(player="P3", seat=5), "player", "P3").cite) == cite("7(f)")
    driver.do(Sit(player="P3", seat=4), "player", "P3")
    driver.bet(3, pai_gow=wagers[0])
    driver.bet(4, pai_gow=wagers[1])
    driver.close_bets()
    driver.until("decide")
    first, second = order
    assert deciding(driver.table) == speaking(driver.table) == (first,)  # also for the page, which asks for one hand
    wrong = driver.refused(Decide(seat=second, decision="house-way"), "player", "P3")
    assert str(wrong.cite) == cite("7(f)")
    driver.decide(first, "house-way")
    wrong = driver.refused(Decide(seat=first, decision="set", low=(0, 1)), "player", "P3")
    assert str(wrong.cite) == cite("11(b)(3)")
    driver.decide(second, "house-way")


@provision("688a.11(d)", "688a.7(f)")
@pytest.mark.parametrize("seat", [3, 4])
def test_either_of_two_hands_is_surrendered_before_the_other_one_is_set(seat: int):
    driver = opened(**TWO)
    driver.ready(3)
    driver.do(Sit(player="P3", seat=4), "player", "P3")
    driver.bet(3, pai_gow=1000)
    driver.bet(4, pai_gow=2000)
    driver.close_bets()
    driver.until("decide")
    driver.decide(seat, "surrender")
    assert driver.lines(seat)["pai-gow"]["result"] == "forfeit"
    driver.until("decide")
    assert deciding(driver.table) == (7 - seat,)
    driver.finish(**{f"s{7 - seat}": "house-way"})
    assert driver.lines(7 - seat)["pai-gow"]["cite"] != cite("11(d)")


@provision("688a.7(f)")
def test_one_position_unless_the_submission_permits_two():
    driver = table(3)
    assert driver.refused(Sit(player="P3", seat=4), "player", "P3").field == "seat"
