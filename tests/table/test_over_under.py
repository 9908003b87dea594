"""Sections 2 to 5 of chapter 686a at the table: fittings, batches, opening, shuffle and cut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from croupier.table import Direct, Leave, Perform, Report, Sit
from croupier.table import events as e
from croupier.table.turns import speaking
from tests.support import provision
from tests.table.drive import HOUR
from tests.table.offered import OfferedDriver

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

DEVICE: dict[str, Any] = {"shuffler": "automated", "decks": 2}


def opened(cards: str = "entered", **choices: Any) -> OfferedDriver:
    return OfferedDriver("over-under", {"bonus": "1", **choices}, cards=cards)


def table(*seats: int, **choices: Any) -> OfferedDriver:
    driver = opened(**choices)
    driver.ready(*seats)
    return driver


def play(driver: OfferedDriver, *seats: int, said: str = "over") -> None:
    for seat in seats:
        driver.bet(seat, ante=1000)
    driver.close_bets()
    driver.finish(**{f"s{seat}": said for seat in seats})


def cite(path: str) -> str:
    return f"58 Pa. Code § 686a.{path}"


def offers(driver: OfferedDriver) -> Iterable[int]:
    """Seats offered the cut one after the other, each declining; ends with the dealer, 0."""
    while driver.due.id != "cut":
        driver.advance()
    while driver.due.seat:
        yield driver.due.seat
        driver.perform("decline-cut", "player", driver.table.seats[driver.due.seat])
    yield 0


# § 2. Table; physical characteristics.


@provision("686a.2(d)", "686a.2(d)(1)", "686a.2(d)(2)")
def test_a_floorperson_sees_the_racks_height_before_the_cards_come():
    driver = opened()
    assert (driver.due.id, driver.due.cite) == ("check-rack", cite("2(d)"))
    assert "mark" in driver.due.words
    assert str(driver.refused(Perform(step="receive")).cite) == cite("2(d)")
    assert driver.refused(Perform(step="check-rack")).field == "actor"
    driver.perform("check-rack", "floorperson")
    assert driver.due.id == "receive"


# § 3. Cards; number of decks.


@provision("686a.3(b)(3)", held="step")
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
def test_one_batch_lies_shuffled_in_the_device_while_the_other_is_played(cards: str):
    driver = table(1, cards=cards, **DEVICE)
    for _ in range(3):
        driver.dealt_down_to(234)
        stored = driver.table.packs[1 - driver.table.active]
        assert (stored.present, stored.method, stored.at, stored.size) == (True, "device", 0, 312)
        assert bool(stored.commitment) == (cards == "shuffled")
        play(driver, 1)
        driver.until_phase("betting")


@provision("686a.3(b)(4)", held="step")
def test_batches_alternate_shoe_by_shoe_not_round_by_round():
    driver = table(1, 2, **DEVICE)
    packs = []
    for _ in range(4):
        play(driver, 1, 2)
        play(driver, 1, 2)
        packs.append(driver.table.active)
        driver.dealt_down_to(234)
        play(driver, 1)
        driver.until_phase("betting")
    assert packs == [0, 1, 0, 1]
    assert [event.pack for event in driver.events(e.RoundBegan)] == [0] * 3 + [1] * 3 + [0] * 3 + [1] * 3
    # a reshuffle on a floorperson's word begins a new shoe, and so the other batch
    driver.do(Direct(order="reshuffle"), "floorperson")
    driver.until_phase("betting")
    assert driver.table.active == 1


@provision("686a.3(b)(5)", held="step")
def test_the_rack_holds_cards_of_one_batch_only():
    driver = table(1, **DEVICE)
    driver.dealt_down_to(234)
    driver.bet(1, ante=1000)
    driver.close_bets()
    driver.finish(s1="over")
    assert (driver.due.id, driver.due.pack, driver.table.active) == ("empty-shoe", 0, 1)
    driver.advance()
    assert sum(count for _, count in driver.table.rack) == 312
    # the batch leaves the rack for the device before a card of the other one is burned into it
    driver.until("burn")
    assert driver.table.rack == ()
    assert driver.events(e.Shuffled)[-1].pack == 0
    driver.advance()
    assert list(driver.table.rack) == [("burn", 1)]


@provision("686a.3(c)")
@pytest.mark.parametrize("way", [{}, DEVICE, {"dealing": "continuous-shuffler"}])
def test_cards_are_changed_after_24_hours(way: dict[str, Any]):
    driver = table(1, **way)
    since = driver.table.pack.since
    driver.bet(1, ante=1000)
    driver.now = since + 24 * HOUR - 11
    driver.close_bets()
    driver.finish(s1="over")
    driver.until_phase("betting")
    driver.bet(1, ante=1000)
    driver.now = max(driver.now, driver.table.pack.since + 24 * HOUR)
    wrong = driver.refused(Perform(step="no-more-bets"))
    assert str(wrong.cite) == cite("3(c)")
    driver.do(Direct(order="change-cards"), "floorperson")
    assert not driver.table.pack.present
    driver.until("inspect")
    driver.until_phase("betting")
    assert driver.table.pack.since > since
    driver.close_bets()


@provision("686a.3(c)")
def test_cards_that_grew_old_in_a_round_are_changed_after_it():
    driver = table(1)
    driver.bet(1, ante=1000)
    driver.close_bets()
    driver.wait(24)
    driver.finish(s1="under")
    assert (driver.due.id, driver.due.cite) == ("change-cards", cite("3(c)"))


# § 4. Opening of the table for gaming.


@provision("686a.4(a)", "686a.4(b)", "686a.4(c)")
def test_the_opening_goes_through_inspection_spread_and_wash_in_this_order():
    driver = opened()
    driver.until("inspect")
    for step, path, role in (
        ("inspect", "4(a)", "dealer"),
        ("verify", "4(a)", "floorperson"),
        ("spread", "4(b)", "dealer"),
    ):
        assert (driver.due.id, driver.due.cite) == (step, cite(path))
        assert driver.refused(Perform(step=step), "player").field == "actor"
        assert role in driver.due.by
        assert ("dealer" in driver.due.by) == (role == "dealer")
        driver.advance()
    # nobody looks at the cards before somebody is there, and nothing goes on before the look
    assert str(driver.refused(Perform(step="view")).cite) == cite("4(b)")
    assert str(driver.refused(Perform(step="wash")).cite) == cite("4(b)")
    driver.sit(3)
    driver.perform("view", "player", "P3")
    for step, path in [("wash", "4(c)"), ("stack", "4(c)"), ("shuffle", "5(a)")]:
        assert (driver.due.id, driver.due.cite) == (step, cite(path))
        driver.advance()


@provision("686a.4(d)")
def test_with_a_device_each_batch_is_opened_by_itself():
    driver = opened(**DEVICE)
    driver.until("receive", pack=0)
    driver.sit(1)
    driver.until_phase("betting")
    for pack in (0, 1):
        done = [event.step for event in driver.events(e.Performed) if event.pack == pack]
        assert done[:6] == ["inspect", "verify", "spread", "view", "wash", "stack"]
    received = driver.events(e.PackChanged)
    assert [(event.pack, event.cite) for event in received] == [(0, cite("4(a)")), (1, cite("4(d)"))]
    # batch 1 was through before batch 2 was looked at
    packs = [event.pack for event in driver.events(e.Performed) if event.step in {"inspect", "stack"}]
    assert packs == [0, 0, 1, 1]
    assert sorted(event.pack for event in driver.events(e.Shuffled)) == [0, 1]


@provision("686a.4(e)", "686a.4(b)", "686a.5(a)")
@pytest.mark.parametrize(
    ("choices", "method"),
    [
        ({}, "manual"),
        (DEVICE, "device"),
        ({"shuffler": "reshuffling"}, "reshuffling"),
        ({"dealing": "continuous-shuffler"}, "continuous-shuffler"),
    ],
)
@pytest.mark.parametrize("procedure", [5, 4])
def test_preshuffled_cards_are_looked_at_in_sequence_and_then_shuffled_but_neither_inspected_nor_washed(
    choices: Mapping[str, Any], method: str, procedure: int
):
    driver = opened(**choices)
    driver.table = replace(driver.table, procedure=procedure)
    driver.preshuffled = True
    driver.until("spread")
    driver.advance()
    driver.sit(1)
    driver.until_phase("betting")
    assert driver.steps()[:3] == ["check-rack", "spread", "view"]
    assert not {"inspect", "verify", "wash", "stack"} & set(driver.steps())
    shuffled = {(event.method, event.cite) for event in driver.events(e.Shuffled)}
    assert shuffled == {(method, cite("5(a)")) if procedure > 4 else ("preshuffled", cite("4(e)"))}
    assert ("cut" in driver.steps()) is (method in {"manual", "device"})


# § 5. Shuffle and cut of the cards.


@provision("686a.5(a)")
def test_cards_are_shuffled_before_play_and_after_a_shoe_but_not_between_rounds():
    driver = table(1, 2)
    assert len(driver.events(e.Shuffled)) == 1
    play(driver, 1, 2)
    assert driver.table.phase == "betting"
    assert len(driver.events(e.Shuffled)) == 1
    driver.dealt_down_to(234)
    play(driver, 1, 2)
    driver.until("shuffle")
    assert driver.refused(Perform(step="shuffle"), "player", "P1").field == "actor"
    driver.until_phase("betting")
    assert [event.method for event in driver.events(e.Shuffled)] == ["manual", "manual"]


@provision("686a.5(a)")
@provision("686a.5(f)", "686a.5(c)(4)", held="step")
def test_a_floorperson_may_have_the_cards_reshuffled_after_any_round():
    driver = table(2, 4, 6)
    assert str(driver.refused(Direct(order="reshuffle"), "dealer").cite) == cite("5(a)")
    play(driver, 4)
    driver.do(Direct(order="reshuffle"), "floorperson")
    assert driver.due.id == "empty-shoe"
    assert list(offers(driver)) == [6, 4, 2, 0]
    driver.until_phase("betting")
    assert len(driver.events(e.Shuffled)) == 2


@provision("686a.5(a)", "686a.5(f)")
def test_no_reshuffle_by_order_once_the_betting_is_closed():
    driver = table(1)
    driver.bet(1, ante=1000)
    driver.close_bets()
    driver.refused(Direct(order="reshuffle"), "floorperson")


@provision("686a.5(b)", "686a.5(c)(1)", held="step")
def test_the_first_cut_is_offered_to_the_first_player_who_arrived():
    driver = opened()
    driver.until("view")
    driver.sit(3)
    driver.sit(6, 1)
    driver.until("cut")
    assert (driver.due.seat, driver.due.cite) == (3, cite("5(c)(1)"))
    assert driver.refused(Perform(step="cut", value=20), "player", "P6").field == "seat"
    assert driver.refused(Perform(step="cut", value=20), "dealer").field == "actor"
    driver.perform("cut", "player", "P3", value=20)
    assert driver.table.pack.cutter == 3


@provision("686a.5(b)", "686a.5(c)(1)", held="step")
def test_when_the_first_player_declines_the_dealer_cuts():
    driver = opened()
    driver.until("view")
    driver.sit(3, 6)
    assert list(offers(driver)) == [3, 0]
    assert driver.refused(Perform(step="cut", value=20), "player", "P6").field == "actor"
    assert str(driver.refused(Perform(step="decline-cut"), "dealer").cite) == cite("5(d)")
    driver.perform("cut", value=20)


@provision("686a.5(c)(2)", held="step")
def test_the_cut_goes_to_the_player_on_whose_area_the_cover_card_came():
    for at, seat in ((234, 2), (233, 4), (232, 5), (231, 2), (230, 2), (229, 4), (228, 4), (227, 5)):
        driver = table(2, 4, 5)
        driver.dealt_down_to(at)
        play(driver, 2, 4, 5)
        driver.until("cut")
        assert driver.due.cite == cite("5(c)(2)")
        assert list(offers(driver)) == [seat, 0], at


@provision("686a.5(c)(2)")
def test_an_offer_to_cut_goes_on_when_its_player_leaves():
    driver = table(2, 4)
    driver.dealt_down_to(234)
    play(driver, 2, 4)
    driver.until("cut", seat=2)
    driver.do(Leave(seat=2), "player", "P2")
    assert (driver.due.id, driver.due.seat) == ("cut", 0)


@provision("686a.5(c)(3)", held="step")
def test_a_cover_card_in_the_dealers_own_draw_offers_the_cut_from_the_right():
    driver = table(2, 3, 5)
    play(driver, 2)
    driver.dealt_down_to(234)
    driver.do(Direct(order="relieve", player="Dora"), "dealer")
    driver.advance()
    assert driver.table.cover_came == 0
    play(driver, 2, 3, 5)
    driver.until("cut")
    assert driver.due.cite == cite("5(c)(3)")
    assert list(offers(driver)) == [5, 3, 2, 0]


@provision("686a.5(c)(3)", "686a.5(c)(4)")
def test_an_offer_stops_at_the_player_who_accepts_and_a_dealer_may_say_that_one_declines():
    driver = table(2, 3, 5)
    driver.do(Direct(order="reshuffle"), "floorperson")
    driver.until("cut")
    assert driver.due.cite == cite("5(c)(4)")
    driver.perform("decline-cut", "dealer")
    assert (driver.due.seat, driver.due.cite) == (3, cite("5(c)(4)"))
    driver.perform("cut", "player", "P3", value=10)
    assert driver.due.id == "insert-cover"


@provision("686a.5(d)")
def test_the_cut_keeps_ten_cards_from_either_end():
    for value, fits in ((9, False), (10, True), (302, True), (303, False), (0, False), (312, False), ("20", False)):
        driver = opened()
        driver.until("view")
        driver.sit(1)
        driver.until("cut")
        if fits:
            driver.perform("cut", "player", "P1", value=value)
            assert driver.table.pack.cut == value
        else:
            wrong = driver.refused(Perform(step="cut", value=value), "player", "P1")
            assert (str(wrong.cite), wrong.field) == (cite("5(d)"), "value")


@provision("686a.5(d)")
def test_the_cover_card_goes_at_least_a_quarter_up_from_the_bottom():
    for value, fits in ((77, False), (78, True), (311, True), (312, False)):
        driver = opened()
        driver.until("view")
        driver.sit(1)
        driver.until("insert-cover")
        driver.refused(Perform(step="insert-cover", value="rack"))
        if fits:
            driver.perform("insert-cover", value=value)
            assert driver.table.pack.cover == 312 - value
            assert driver.due.id == "load"
        else:
            assert str(driver.refused(Perform(step="insert-cover", value=value)).cite) == cite("5(d)")


@provision("686a.5(d)")
def test_the_cards_above_the_cut_go_to_the_bottom():
    driver = table(1, cards="shuffled")
    driver.bet(1, ante=1000)
    driver.close_bets()
    driver.advance()
    (first,) = driver.events(e.Dealt)
    assert driver.staff.vault.card("0", 20 + 1) == driver.playing.round.seats[1].cards[0]
    assert first.at == 1  # the burned card lay on top, at 20


@provision("686a.5(e)")
def test_a_recut_is_ordered_by_the_floor_before_the_cards_are_in_the_shoe():
    driver = opened()
    driver.until("view")
    driver.sit(4, 2)
    driver.until("cut")
    wrong = driver.refused(Direct(order="recut"), "floorperson")
    assert str(wrong.cite) == cite("5(e)")
    driver.until("load")
    assert str(driver.refused(Direct(order="recut"), "dealer").cite) == cite("5(e)")
    driver.do(Direct(order="recut"), "floorperson")
    assert (driver.due.id, driver.due.seat) == ("cut", 4)  # by whoever cut last
    driver.perform("decline-cut", "player", "P4")
    assert driver.due.seat == 2  # or the next
    driver.perform("cut", "player", "P2", value=30)
    assert driver.table.pack.cut == 50
    driver.until("burn")
    assert str(driver.refused(Direct(order="recut"), "floorperson").cite) == cite("5(e)")


@provision("686a.5(g)")
def test_an_idle_table_spreads_its_cards_and_opens_anew_for_the_next_player():
    driver = table(1)
    play(driver, 1)
    assert str(driver.refused(Perform(step="spread-idle")).cite) == cite("5(g)")
    driver.do(Leave(seat=1), "player", "P1")
    assert driver.refused(Perform(step="spread-idle"), "player", "P1").field == "actor"
    driver.perform("spread-idle")
    assert (driver.table.idle, driver.table.faced, driver.table.rack) == (True, False, ())
    before = len(driver.log)
    driver.do(Sit(player="P2", seat=2), "player", "P2")
    driver.until_phase("betting")
    assert driver.steps(before) == [
        "inspect",
        "verify",
        "spread",
        "view",
        "wash",
        "stack",
        "cut",
        "insert-cover",
        "load",
    ]
    assert len(driver.events(e.Shuffled, before)) == 1


@provision("686a.5(c)(1)", "686a.5(g)")
def test_after_an_idle_spread_the_game_begins_anew_and_the_first_to_arrive_is_offered_the_cut():
    driver = table(1)
    play(driver, 1)
    driver.do(Leave(seat=1), "player", "P1")
    driver.perform("spread-idle")
    driver.sit(2, 5)
    assert list(offers(driver)) == [2, 0]
    driver.until_phase("betting")
    play(driver, 2, 5)
    driver.do(Direct(order="change-cards"), "floorperson")
    assert list(offers(driver)) == [5, 2, 0]  # reading cut-otherwise: new cards in mid-game


@provision("686a.5(g)")
def test_idle_cards_lie_face_down_until_a_player_is_there():
    driver = table(1)
    driver.do(Leave(seat=1), "player", "P1")
    refusal = driver.refused(Perform(step="spread-idle", value="face-up"))  # nobody is there who could have asked
    assert (refusal.field, str(refusal.cite)) == ("value", cite("5(g)"))
    driver.perform("spread-idle")
    driver.sit(2)
    assert "face up" in driver.until("spread").words  # as section 4 has it for whoever comes


@provision("686a.5(g)")
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
def test_a_spread_batch_is_shuffled_again_with_a_device_too(cards: str):
    driver = table(1, cards=cards, **DEVICE)
    driver.do(Leave(seat=1), "player", "P1")
    driver.perform("spread-idle")
    before = len(driver.log)
    driver.do(Sit(player="P2", seat=2), "player", "P2")
    driver.until_phase("betting")
    assert 0 in [event.pack for event in driver.events(e.Shuffled, before)]


@provision("686a.5(h)")
@pytest.mark.parametrize("choices", [{"shuffler": "reshuffling"}, {"dealing": "continuous-shuffler"}])
def test_a_device_that_reshuffles_by_itself_needs_no_cut_no_cover_card_and_no_idle_spread(choices: dict[str, Any]):
    driver = table(1, 2, **choices)
    for _ in range(2):
        play(driver, 1, 2)
        driver.until_phase("betting")
    assert not {"cut", "insert-cover"} & set(driver.steps())
    assert len(driver.events(e.Shuffled)) == 3
    driver.do(Leave(seat=1), "player", "P1")
    driver.do(Leave(seat=2), "player", "P2")
    assert str(driver.refused(Perform(step="spread-idle")).cite) == cite("5(h)")


# § 9. Irregularities of shuffling.


@provision("686a.9(d)")
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
def test_a_jam_means_a_new_shuffle(cards: str):
    driver = opened(cards=cards, **DEVICE)
    driver.until("view")
    driver.sit(1)
    driver.until("cut", pack=0)
    (found,) = driver.do(Report(irregularity="shuffler-jam"), "surveillance", "Eye")
    assert isinstance(found, e.IrregularityFound)
    assert found.cite == cite("9(d)")
    driver.until("shuffle", pack=0)
    driver.until("cut", pack=0)
    assert [event.pack for event in driver.events(e.Shuffled)].count(0) == 2


@provision("686a.9(d)")
def test_a_continuous_shuffler_that_jams_again_has_its_cards_shuffled_once():
    driver = table(1, dealing="continuous-shuffler")
    driver.bet(1, ante=1000)
    driver.close_bets()
    driver.until_phase("deciding")
    driver.decide(1, "over")
    driver.do(Report(irregularity="shuffler-jam"))
    due = driver.table.todo
    driver.do(Report(irregularity="shuffler-jam"))
    assert driver.table.todo == due
    assert [one.id for one in due].count("shuffle") == 1
    before = len(driver.log)
    driver.finish()
    assert len(driver.lines(1)) == 2
    assert len(driver.events(e.Shuffled, before)) == 1


@provision("686a.9(d)")
def test_a_jam_of_the_other_batch_leaves_the_one_in_the_shoe_alone():
    driver = opened(**DEVICE)
    driver.until("view")
    driver.sit(1)
    driver.until("shuffle", pack=1)
    shoe = driver.table.packs[0]
    driver.do(Report(irregularity="shuffler-jam"), "dealer")
    assert (driver.due.id, driver.due.pack, driver.table.packs[0]) == ("shuffle", 1, shoe)


@provision("686a.9(d)")
def test_without_a_device_nothing_jams():
    driver = opened()
    driver.until("view")
    driver.sit(1)
    driver.until("cut")
    assert str(driver.refused(Report(irregularity="shuffler-jam"), "dealer").cite) == cite("9(d)")


@provision("686a.9(e)")
@pytest.mark.parametrize("choices", [DEVICE, {"dealing": "continuous-shuffler"}])
def test_a_device_is_signed_out_before_cards_are_shuffled_otherwise(choices: dict[str, Any]):
    driver = table(1, **choices)
    methods = {event.method for event in driver.events(e.Shuffled)}
    assert methods <= {"device", "continuous-shuffler"}
    wrong = driver.refused(Report(irregularity="out-of-order", device="shoe"), "dealer")
    assert (str(wrong.cite), wrong.field) == (cite("9(e)"), "device")
    driver.do(Report(irregularity="out-of-order", device="shuffler"), "dealer")
    (sign,) = driver.events(e.DeviceChanged)
    assert (sign.device, sign.what, sign.cite) == ("shuffler", "out-of-order", cite("9(e)"))
    assert (driver.due.id, driver.due.cite) == ("sign-device", cite("9(e)"))
    assert str(driver.refused(Perform(step="shuffle")).cite) == cite("9(e)")
    before = len(driver.log)
    driver.until_phase("betting")
    if choices == DEVICE:  # the shoe is dealt as it was shuffled (reading ready-cards)
        assert not driver.events(e.Shuffled, before)
        driver.do(Direct(order="reshuffle"), "floorperson")
        driver.until_phase("betting")
    assert [event.method for event in driver.events(e.Shuffled, before)] == ["manual"]
    assert "cut" in driver.steps(before)
    assert driver.table.way == "shoe"
    driver.refused(Direct(order="repair", what="shuffler"), "dealer")
    driver.do(Direct(order="repair", what="shuffler"), "floorperson")
    assert driver.table.broken == {}
    assert driver.table.way == driver.rules.chosen["dealing"]
    before = len(driver.log)
    driver.until_phase("betting")
    # what lies cut in the shoe was not placed in the continuous shuffler
    loaded = [event.cite for event in driver.events(e.Performed, before) if event.step == "load"]
    assert loaded == ([cite("3(a)")] if choices != DEVICE else [])


@provision("686a.5(b)", "686a.5(c)(3)")
def test_the_table_waits_for_the_word_of_whoever_is_offered_the_cut():
    driver = opened()
    driver.until("view")
    driver.sit(2)
    assert speaking(driver.table) == ()
    driver.until("cut")
    assert (driver.due.seat, speaking(driver.table)) == (2, (2,))
    driver.perform("decline-cut", "player", "P2")
    assert (driver.due.id, speaking(driver.table)) == ("cut", ())  # the dealer cuts


@provision("686a.5(h)")
@pytest.mark.parametrize(("shuffler", "steps"), [("reshuffling", []), ("none", ["cut", "insert-cover"])])
def test_cards_of_a_device_that_reshuffles_by_itself_are_not_cut(shuffler: str, steps: list[str]):
    driver = OfferedDriver("over-under", {"shuffler": shuffler}).ready(1)
    assert [step for step in driver.steps(0) if step in {"cut", "insert-cover"}] == steps
    assert driver.table.pack.method == ("reshuffling" if shuffler == "reshuffling" else "manual")
