"""Sections 6, 7 and 9 of chapter 686a at the table: wagers, deal and completion, irregularities of a round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from croupier.table import BuyIn, Decide, Direct, Leave, Perform, Place, Report, Sit, TakeBack
from croupier.table import events as e
from tests.support import provision, rules_of
from tests.table.drive import settled_as_told
from tests.table.offered import OfferedDriver
from tests.table.test_over_under import DEVICE, cite, play, table
from tests.table.void_rounds import copied

if TYPE_CHECKING:
    from collections.abc import Mapping


def dealt(*seats: int, **choices: Any) -> OfferedDriver:
    """A table whose players with an Ante have their first card."""
    driver = table(*seats, **choices)
    for seat in seats:
        driver.bet(seat, ante=1000)
    driver.close_bets()
    driver.until_phase("deciding")
    return driver


# § 6. Wagers.


@provision("686a.6(c)")
def test_a_wager_that_stays_on_the_layout_by_the_other_reading():
    driver = OfferedDriver("over-under", readings={"wager-made": "on-layout"})
    driver.ready(1)
    driver.bet(1, ante=1000)
    wrong = driver.refused(TakeBack(seat=1, wager="ante"), "player", "P1")
    assert str(wrong.cite) == cite("6(c)")
    wrong = driver.refused(Leave(seat=1), "player", "P1")  # which would take it back too
    assert (str(wrong.cite), wrong.field) == (cite("6(c)"), "seat")
    driver.close_bets()
    driver.do(Leave(seat=1), "player", "P1")
    assert driver.playing.gone == (1,)


@provision("686a.6(c)")
def test_the_floor_stands_a_player_up_whose_wager_stays_and_whoever_has_none_leaves():
    driver = OfferedDriver("over-under", {"adjacent-boxes": 3}, readings={"wager-made": "on-layout"})
    driver.ready(1, 4)
    for seat in (2, 3):
        driver.do(Sit(player="P1", seat=seat), "player", "P1")
    for seat in (1, 2, 3):
        driver.bet(seat, ante=1000)
    driver.do(Leave(seat=4), "player", "P4")
    wrong = driver.refused(Leave(seat=2), "player", "P1")
    assert str(wrong.cite) == cite("6(c)")
    driver.do(Leave(seat=2), "floorperson")  # and the box that it cuts off goes with it
    assert driver.table.layout == {1: {"ante": 1000}}


@provision("686a.7(g)(3)")
def test_a_surrender_that_costs_half_by_the_other_reading():
    driver = OfferedDriver("over-under", readings={"surrender": "half-ante"})
    driver.ready(1)
    before = driver.money()["inventory"]
    play(driver, 1, said="surrender")
    assert driver.money()["inventory"] == before + 500
    (settled,) = driver.events(e.Settled)
    assert (settled.lines[0]["net"], settled.lines[0]["readings"]) == ("-5.00", ["surrender"])


@provision("686a.5(h)")
@pytest.mark.parametrize(("shuffler", "steps"), [("reshuffling", []), ("none", ["cut", "insert-cover"])])
def test_cards_of_a_device_that_reshuffles_by_itself_are_not_cut(shuffler: str, steps: list[str]):
    driver = OfferedDriver("over-under", {"shuffler": shuffler}).ready(1)
    assert [step for step in driver.steps(0) if step in {"cut", "insert-cover"}] == steps
    assert driver.table.pack.method == ("reshuffling" if shuffler == "reshuffling" else "manual")


@provision("686a.6(a)")
@pytest.mark.parametrize(("amount", "field"), [(5000, ""), (5001, "inventory")])
def test_the_cash_of_a_verbal_wager_is_converted_as_far_as_the_inventory_goes(amount: int, field: str):
    driver = OfferedDriver("over-under", inventory=5000)
    driver.until("view")
    driver.do(Sit(player="P1", seat=1), "player", "P1")
    driver.until_phase("betting")
    said = Place(seat=1, wager="ante", amount=amount, verbal=True)
    if field:
        assert driver.refused(said, "dealer").field == field
        return
    driver.do(said, "dealer")
    assert (driver.table.accounts["inventory"], driver.table.accounts["layout"]) == (0, 5000)


@provision("686a.6(a)")
def test_a_verbal_wager_with_cash_counts_when_the_dealer_confirms_it_and_becomes_chips():
    driver = table(1)
    before = driver.money()
    said = Place(seat=1, wager="ante", amount=2500, verbal=True)
    wrong = driver.refused(said, "player", "P1")
    assert (str(wrong.cite), wrong.field) == (cite("6(a)"), "actor")
    driver.do(said, "dealer")
    now = driver.money()
    changes = {name: now[name] - before.get(name, 0) for name in now if now[name] != before.get(name, 0)}
    assert changes == {"drop": 2500, "house": -2500, "inventory": -2500, "layout": 2500}
    (placed,) = driver.events(e.WagerPlaced)
    assert placed.verbal
    driver.close_bets()


@provision("686a.6(a)")
def test_cash_for_which_the_inventory_has_no_chips_waits_for_a_fill():
    driver = table(1)
    driver.do(Direct(order="credit", amount=driver.money()["inventory"]), "floorperson")
    wrong = driver.refused(Place(seat=1, wager="ante", amount=2500, verbal=True), "dealer")
    assert wrong.field == "inventory"


def closed_mid_shoe(*seats: int, **choices: Any) -> OfferedDriver:
    driver = OfferedDriver("over-under", choices, mid_shoe=False)
    driver.ready(*seats)
    return driver


def barred(driver: OfferedDriver, seat: int) -> bool:
    """Whether a seat's Ante is refused for a skipped round, and the refusal says so."""
    name = driver.table.seats[seat]
    if name not in driver.table.barred:
        return False
    wrong = driver.refused(Place(seat=seat, wager="ante", amount=1000), "player", name)
    return str(wrong.cite) == cite("6(b)")


@provision("686a.6(b)")
def test_whoever_skips_a_round_is_kept_out_of_the_next_ones():
    driver = closed_mid_shoe(1, 2, 3)
    play(driver, 1, 2)
    assert [barred(driver, seat) for seat in (1, 2, 3)] == [False, False, True]
    play(driver, 1)
    play(driver, 1)
    assert [barred(driver, seat) for seat in (1, 2, 3)] == [False, True, True]


@provision("686a.6(b)")
def test_a_patron_who_was_not_seated_is_kept_out_too():
    driver = closed_mid_shoe(1)
    driver.sit(2)  # before the first round of the shoe
    play(driver, 1, 2)
    driver.sit(4)
    assert barred(driver, 4)
    driver.do(Leave(seat=2), "player", "P2")
    driver.do(Sit(player="P2", seat=5), "player", "P2")
    assert not barred(driver, 5)  # wagered on the round before, from another seat


@provision("686a.6(b)(1)", held="step")
def test_the_floor_may_let_a_barred_player_wager_again():
    driver = closed_mid_shoe(1, 2)
    play(driver, 1)
    assert barred(driver, 2)
    assert str(driver.refused(Direct(order="admit", player="P2"), "dealer").cite) == cite("6(b)")
    assert str(driver.refused(Direct(order="admit", player="P1"), "floorperson").cite) == cite("6(b)")
    driver.do(Direct(order="admit", player="P2"), "floorperson")
    play(driver, 1, 2)
    play(driver, 1)
    assert barred(driver, 2)  # skipped again


@provision("686a.6(b)(2)", held="step")
def test_a_reshuffle_lets_everybody_wager_again():
    driver = closed_mid_shoe(1, 2)
    play(driver, 1)
    assert barred(driver, 2)
    driver.do(Direct(order="reshuffle"), "floorperson")
    driver.until_phase("betting")
    play(driver, 1, 2)


@provision("686a.6(b)", "686a.6(b)(2)")
def test_a_shuffle_of_the_other_batch_lets_nobody_wager_again():
    driver = closed_mid_shoe(1, 2, shuffler="automated", decks=2)
    play(driver, 1)
    assert barred(driver, 2)
    driver.do(Report(irregularity="shuffler-jam"))
    assert (driver.due.id, driver.due.pack) == ("shuffle", 1 - driver.table.active)
    driver.until_phase("betting")
    assert barred(driver, 2)
    driver.dealt_down_to(234)
    play(driver, 1)
    driver.until_phase("betting")  # the other batch is in the shoe now
    play(driver, 1, 2)


@provision("686a.3(b)(5)")
def test_a_batch_that_waits_for_a_device_which_fails_leaves_the_rack():
    driver = table(1, shuffler="automated", decks=2)
    driver.dealt_down_to(234)
    play(driver, 1)
    driver.until("shuffle")
    waiting = driver.due.pack
    assert waiting != driver.table.active
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    driver.until("put-aside")
    assert (driver.due.pack, driver.due.cite) == (waiting, cite("3(b)(5)"))
    driver.until_phase("betting")
    assert sum(count for _, count in driver.table.rack) == 1  # the card burned from the other batch
    driver.dealt_down_to(234)
    play(driver, 1)
    driver.until_phase("betting")
    assert driver.table.active != waiting


@provision("686a.7(c)", "686a.9(e)")
def test_a_dealer_who_comes_while_a_device_is_being_signed_out_burns_a_card_too():
    driver = table(1, shuffler="automated", decks=2)
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    assert driver.due.id == "sign-device"
    driver.do(Direct(order="relieve", player="Dora"), "floorperson")
    driver.until_phase("betting")
    assert [one.what for one in driver.events(e.Discarded)] == ["burn", "new-dealer-burn"]


@provision("686a.6(b)")
def test_where_mid_shoe_entry_is_open_the_floor_may_still_bar_whoever_skipped():
    driver = table(1, 2)
    wrong = driver.refused(Direct(order="bar", player="P2"), "floorperson")
    assert str(wrong.cite) == cite("6(b)")  # no round has been played since the shuffle
    play(driver, 1, 2)
    assert str(driver.refused(Direct(order="bar", player="P2"), "floorperson").cite) == cite("6(b)")
    play(driver, 1)
    assert not barred(driver, 2)
    assert str(driver.refused(Direct(order="bar", player="P2"), "dealer").cite) == cite("6(b)")
    driver.do(Direct(order="bar", player="P2"), "floorperson")
    assert barred(driver, 2)
    driver.do(Direct(order="bar", player="Somebody standing"), "floorperson")
    assert "Somebody standing" in driver.table.barred


@provision("686a.6(c)", "686a.6(d)")
def test_ante_and_bonus_are_placed_before_the_first_card_and_stay():
    driver = table(1, 2)
    wrong = driver.refused(Place(seat=1, wager="bonus", amount=500), "player", "P1")
    assert "required" in str(wrong)
    assert str(driver.refused(Place(seat=1, wager="over", amount=1000), "player", "P1").cite) == cite("6(c)")
    driver.bet(1, ante=1000, bonus=500)
    driver.close_bets()
    for command in (
        Place(seat=2, wager="ante", amount=1000),
        TakeBack(seat=1, wager="bonus"),
        TakeBack(seat=1, wager="ante"),
    ):
        wrong = driver.refused(command, "player", f"P{command.seat}")
        assert str(wrong.cite) == cite("6(c)")
    driver.until_phase("deciding")
    assert str(driver.refused(TakeBack(seat=1, wager="ante"), "player", "P1").cite) == cite("6(c)")


@provision("686a.6(d)")
def test_nobody_plays_without_an_ante():
    driver = table(1, 2)
    assert str(driver.refused(Perform(step="no-more-bets")).cite) == cite("6(c)")
    driver.bet(2, ante=1000)
    driver.close_bets()
    assert set(driver.playing.round.seats) == {2}


@provision("686a.6(f)")
def test_adjacent_boxes_as_many_as_the_submission_says():
    driver = OfferedDriver("over-under", {"adjacent-boxes": 2})
    driver.ready(3)
    assert str(driver.refused(Sit(player="P3", seat=5), "player", "P3").cite) == cite("6(f)")
    driver.do(Sit(player="P3", seat=4), "player", "P3")
    assert str(driver.refused(Sit(player="P3", seat=2), "player", "P3").cite) == cite("6(f)")


# § 7. Procedure for dealing the cards; completion of each round of play.


@provision("686a.7(a)")
def test_the_cards_are_dealt_from_the_shoe_once_cut():
    driver = OfferedDriver("over-under", {})
    driver.until("view")
    driver.sit(1)
    driver.until("load")
    assert (driver.due.cite, driver.due.by) == (cite("7(a)"), ("dealer",))
    assert str(driver.refused(Place(seat=1, wager="ante", amount=1000), "player", "P1").cite) == cite("6(c)")
    assert str(driver.refused(Perform(step="burn")).cite) == cite("7(a)")


@provision("686a.7(c)")
def test_the_first_card_of_a_batch_and_of_every_new_dealer_goes_to_the_rack_unseen():
    driver = OfferedDriver("over-under", {})
    driver.until("view")
    driver.sit(1)
    driver.until("burn")
    assert driver.due.cite == cite("7(c)")
    assert driver.refused(Perform(step="burn", cards="As")).field == "cards"
    driver.advance()
    assert (driver.table.pack.at, driver.table.rack) == (1, (("burn", 1),))
    driver.do(Direct(order="relieve", player="Dora"), "dealer")
    assert (driver.due.id, driver.due.cite) == ("new-dealer-burn", cite("7(c)"))
    driver.advance()
    assert (driver.table.pack.at, driver.table.dealer, driver.table.phase) == (2, "Dora", "betting")
    play(driver, 1)
    driver.bet(1, ante=1000)
    driver.refused(Direct(order="relieve", player="Emil"), "dealer")  # not over wagers


@provision("686a.7(c)")
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
@pytest.mark.parametrize("moment", ["wagers", "deciding", "settling", "done"])
def test_a_dealer_who_comes_over_wagers_or_in_mid_round_burns_before_the_next_card(moment: str, cards: str):
    driver = table(1, 2, cards=cards)
    for seat in (1, 2):
        driver.bet(seat, ante=1000)
    if moment != "wagers":
        driver.close_bets()
        driver.until_phase("deciding")
    if moment in {"settling", "done"}:
        driver.decide(1, "over")
        driver.decide(2, "under")
        driver.until("deal", to="seats.2") if moment == "settling" else driver.until("rack")
    at, began = driver.table.pack.at, len(driver.log)
    driver.do(Direct(order="relieve", player="Dora"), "floorperson")
    assert driver.events(e.Performed, began)[0].cite == cite("7(c)")
    if moment == "wagers":
        assert str(driver.refused(Perform(step="no-more-bets")).cite) == cite("7(c)")
        driver.advance()
        driver.close_bets()
    driver.finish(s1="over", s2="under")
    (burned,) = driver.events(e.Discarded, began)
    assert (burned.what, burned.cards, burned.at, burned.cite) == ("new-dealer-burn", "", at, cite("7(c)"))
    play(driver, 1)
    assert [one.what for one in driver.events(e.Discarded, began)] == ["new-dealer-burn"]  # one by each dealer
    assert sum(count for _, count in driver.table.rack) == driver.table.pack.at


@provision("686a.7(c)")
def test_the_first_card_of_a_full_batch_is_a_new_dealers_too():
    driver = OfferedDriver("over-under", {})
    driver.until("view")
    driver.sit(1)
    driver.until("load")
    driver.do(Direct(order="relieve", player="Dora"), "floorperson")
    driver.until_phase("betting")
    assert [one.what for one in driver.events(e.Discarded)] == ["burn"]


@provision("686a.7(d)", "686a.7(d)(1)")
@provision("686a.7(d)(2)", held="step")
@pytest.mark.parametrize("at", [234, 233, 229, 226])
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
def test_at_the_cover_card_the_hand_is_completed_and_all_cards_are_shuffled(at: int, cards: str):
    driver = table(1, 2, 3, cards=cards)
    driver.dealt_down_to(at)
    before = len(driver.log)
    play(driver, 1, 2, 3)
    assert len(driver.events(e.Settled, before)) == 3
    assert driver.table.cover_came in {1, 2, 3}
    (aside,) = [one for one in driver.events(e.Performed, before) if one.step == "cover-aside"]
    assert (aside.value, aside.cite) == (driver.table.cover_came, cite("7(d)"))
    # the shoe's rest joins the discards, and none is missing
    assert (driver.due.id, driver.due.cite) == ("empty-shoe", cite("7(d)(1)"))
    assert str(driver.refused(Perform(step="shuffle")).cite) == cite("7(d)(1)")
    (rest,) = driver.advance()
    assert isinstance(rest, e.Racked)
    assert rest.count == 312 - at - 9
    assert sum(count for _, count in driver.table.rack) == 312
    driver.until("shuffle")
    driver.advance()
    assert (driver.table.pack.at, driver.table.pack.size, driver.table.rack) == (0, 312, ())


@provision("686a.7(d)", "686a.5(f)")
def test_before_the_cover_card_the_shoe_goes_on():
    driver = table(1, 2, 3)
    driver.dealt_down_to(225)
    play(driver, 1, 2, 3)
    assert driver.table.pack.at == 234  # the cover card is next, but has not appeared
    assert driver.table.phase == "betting"
    play(driver, 3)
    assert driver.due.id == "empty-shoe"


@provision("686a.7(d)(1)")
def test_a_card_that_is_missing_stops_the_shuffle():
    driver = table(1)
    driver.dealt_down_to(234)
    driver.table = type(driver.table)(
        **{field: getattr(driver.table, field) for field in driver.table.__struct_fields__}
        | {"rack": (("rounds before", 233),)}
    )
    play(driver, 1)
    assert str(driver.refused(Perform(step="empty-shoe")).cite) == cite("7(d)(1)")


@provision("686a.7(e)", "686a.7(i)", "686a.7(j)")
@provision("686a.7(f)", held="step")
def test_one_card_each_then_all_decisions_then_cards_and_settlement_seat_by_seat():
    driver = table(2, 3, 5)
    for seat in (2, 3, 5):
        driver.bet(seat, ante=1000)
    driver.close_bets()
    for seat in (2, 3, 5):
        due = driver.due
        assert (due.id, due.to, due.count, due.up, due.cite) == ("deal", f"seats.{seat}", 1, True, cite("7(e)"))
        driver.advance()
    assert str(driver.refused(Decide(seat=3, decision="over"), "player", "P3").cite) == cite("7(g)")
    assert str(driver.refused(Perform(step="deal", cards="2s 3s")).cite) == cite("7(g)")
    for seat, said in ((2, "over"), (3, "surrender"), (5, "under")):
        driver.decide(seat, said)
    if driver.due.id == "collect-forfeited":
        driver.advance()
    order = []
    while driver.table.play is not None:
        order.append((driver.due.id, driver.due.seat or driver.due.to, driver.due.cite))
        driver.advance()
    assert order == [
        ("deal", "seats.2", cite("7(i)")),
        ("settle", 2, cite("7(j)")),
        ("deal", "seats.3", cite("7(i)")),
        ("rack-hand", 3, cite("7(j)")),  # a surrendered hand gets its cards too
        ("deal", "seats.5", cite("7(i)")),
        ("settle", 5, cite("7(j)")),
        ("rack", "", cite("7(m)")),
    ]
    racked = [(event.what, event.cite) for event in driver.events(e.Racked)]
    assert racked == [(f"seats.{seat}", cite("7(j)")) for seat in (2, 3, 5)]


@provision("686a.7(f)", "686a.7(g)(1)", "686a.7(g)(2)")
def test_a_decision_is_the_players_own_and_takes_as_much_as_the_ante():
    driver = dealt(1, 2)
    assert driver.refused(Decide(seat=1, decision="over"), "player", "P2").field == "seat"
    assert driver.refused(Decide(seat=1, decision="over"), "dealer").field == "decision"
    driver.decide(1, "over")
    assert driver.playing.round.seats[1].stakes == {"ante": 1000, "over": 1000}
    assert driver.refused(Decide(seat=1, decision="under"), "player", "P1").field == "seat"
    early = driver.refused(Decide(seat=2, decision="surrender"), "dealer")
    assert (early.field, early.message) == ("seat", "P2 still has 25 seconds")
    driver.now += 25_000
    driver.do(Decide(seat=2, decision="surrender"), "dealer")  # time is over
    assert driver.events(e.Decided)[-1].late


@provision("686a.7(g)(3)", "686a.7(h)")
def test_a_surrendered_ante_is_collected_and_the_bonus_stays():
    driver = table(1)
    driver.bet(1, ante=1000, bonus=500)
    driver.close_bets()
    driver.hold(s1="2s 2h 2d")
    driver.until_phase("deciding")
    driver.decide(1, "surrender")  # the Ante is then collected, whoever has still to decide
    assert driver.due.to == "seats.1"
    line = driver.lines(1)["ante"]
    assert (line["result"], line["cite"]) == ("forfeit", cite("7(g)(3)"))
    assert driver.money()["layout"] == 500
    driver.finish()
    assert driver.lines(1)["bonus"]["paid"] == "250.00"
    assert driver.chips(1) == 1_000_000 - 1000 + 25_000


@provision("686a.7(m)")
def test_all_cards_go_to_the_rack_hand_by_hand_so_that_each_can_be_rebuilt():
    driver = table(1, 2)
    play(driver, 1, 2)
    assert list(driver.table.rack) == [("burn", 1), ("seats.1", 3), ("seats.2", 3)]
    play(driver, 2)
    assert driver.table.rack[3:] == (("seats.2", 3),)
    assert sum(count for _, count in driver.table.rack) == driver.table.pack.at


@provision("686a.7(m)")
def test_the_table_may_not_be_cleared_over_open_wagers():
    driver = dealt(1)
    assert driver.refused(Perform(step="rack")).field == "step"


# § 9. Irregularities.


@provision("686a.9(a)")
def test_a_card_found_face_up_goes_to_the_rack_and_the_next_one_is_dealt():
    driver = table(1, 2)
    for seat in (1, 2):
        driver.bet(seat, ante=1000)
    driver.close_bets()
    found = Report(irregularity="face-up", cards="Kc")
    driver.advance()
    at = driver.table.pack.at
    assert driver.refused(found, "player", "P1").field == "actor"
    driver.refused(Report(irregularity="face-up", cards="Kc Kd"))
    driver.do(found, "surveillance", "Eye")
    assert driver.events(e.IrregularityFound)[-1].cite == cite("9(a)")
    assert (driver.due.to, driver.table.pack.at) == ("seats.2", at + 1)
    driver.do(found)  # and a second one, and the round goes on
    assert (driver.due.to, driver.table.pack.at) == ("seats.2", at + 2)
    driver.advance()
    driver.finish(s1="over", s2="over")
    assert ("face-up", 1) in driver.table.rack
    assert all("Kc" not in event.cards for event in driver.events(e.Dealt))


@provision("686a.9(a)", "686a.7(d)")
def test_a_cover_card_under_a_face_up_card_is_not_lost():
    driver = table(1, 2)
    driver.dealt_down_to(234)
    for seat in (1, 2):
        driver.bet(seat, ante=1000)
    driver.close_bets()
    driver.do(Report(irregularity="face-up", cards="Kc"))
    assert driver.table.cover_came == 1
    driver.finish(s1="over", s2="over")
    assert driver.due.id == "empty-shoe"


@provision("686a.9(b)")
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_a_shoe_that_runs_out_is_filled_from_the_discards_and_the_round_completed(cards: str, left: int):
    driver = table(1, 2, cards=cards)
    short = Report(irregularity="insufficient")
    for seat in (1, 2):
        driver.bet(seat, ante=1000)
    driver.dealt_down_to(312 - 2 - left)
    driver.close_bets()
    driver.until_phase("deciding")
    first = [driver.playing.round.seats[seat].cards for seat in (1, 2)]
    driver.decide(1, "over")
    driver.decide(2, "under")
    if left >= 2:
        driver.advance()
        driver.until("deal", to="seats.2")
    driver.do(short)
    replenished = len(driver.log)
    dues = [due.id for due in driver.table.todo]
    opened = ["open-order"] * (cards == "shuffled")
    wanted = ["empty-shoe", *opened, "shuffle", "cut", "insert-cover", "load", "burn", "deal"]
    assert dues[: len(wanted)] == wanted
    driver.finish()
    assert len([event for event in driver.events(e.Shuffled, replenished) if event.cite == cite("5(a)")]) >= 1
    emptied = driver.events(e.Racked, replenished)[0]
    assert (emptied.what, emptied.cite) == ("empty-shoe", cite("7(d)(1)"))
    burned = next(event for event in driver.events(e.Discarded, replenished))
    assert (burned.what, burned.cards, burned.cite) == ("burn", "", cite("9(b)"))
    lines = [line for event in driver.events(e.Settled, replenished) for line in event.lines]
    assert {line["wager"] for line in lines} >= {"ante", "under"}
    assert all(len(hand) == 1 for hand in first)
    # nothing is lost: at the end of this shoe all 312 cards come together again
    driver.do(Direct(order="reshuffle"), "floorperson")
    driver.advance()
    assert sum(count for _, count in driver.table.rack) == 312


@provision("686a.7(d)", "686a.7(d)(1)", "686a.9(b)")
@pytest.mark.parametrize(
    ("cards", "choices"), [("entered", {}), ("shuffled", {}), ("entered", DEVICE), ("shuffled", DEVICE)]
)
@pytest.mark.parametrize("procedure", [4, 5])
def test_a_cover_card_that_came_before_the_shoe_ran_out_has_all_cards_shuffled_after_the_round(
    cards: str, choices: Mapping[str, Any], procedure: int
):
    driver = table(1, 2, cards=cards, **choices)
    driver.table = replace(driver.table, procedure=procedure)
    for seat in (1, 2):
        driver.bet(seat, ante=1000)
    driver.dealt_down_to(309)
    packs = list(driver.table.packs)
    packs[driver.table.active] = replace(driver.table.pack, cover=310)  # much too deep
    driver.table = replace(driver.table, packs=tuple(packs))
    driver.close_bets()
    driver.until_phase("deciding")
    assert driver.table.cover_came == 2
    driver.decide(1, "over")
    driver.decide(2, "under")
    driver.do(Report(irregularity="insufficient"))
    filled = len(driver.log)
    driver.finish()
    if procedure < 5:
        assert driver.table.phase == "betting"
        return
    assert driver.due.id == "empty-shoe"
    driver.until("cut")
    assert (driver.due.seat, driver.due.cite) == (2, cite("5(c)(2)"))  # on whose area it appeared
    driver.until_phase("betting")
    assert [event.what for event in driver.events(e.Racked, filled)].count("empty-shoe") == 2
    assert (driver.table.pack.size, driver.table.cover_came) == (312, -1)


@provision("686a.9(b)", "686a.5(d)")
def test_whoever_leaves_in_mid_round_passes_the_cut_on_and_nothing_else():
    driver = table(1, 2)
    for seat in (1, 2):
        driver.bet(seat, ante=1000)
    driver.dealt_down_to(310)
    driver.close_bets()
    driver.until_phase("deciding")
    driver.decide(1, "over")
    driver.decide(2, "under")
    driver.do(Report(irregularity="insufficient"))
    driver.until("cut")
    first = driver.due.seat
    after = [(due.id, due.to, due.seat) for due in driver.table.todo[1:]]
    driver.do(Leave(seat=first), "player", f"P{first}")
    assert (driver.due.id, driver.due.seat) == ("cut", 3 - first)
    assert [(due.id, due.to, due.seat) for due in driver.table.todo[1:]] == after
    driver.do(Leave(seat=3 - first), "player", f"P{3 - first}")
    assert (driver.due.id, driver.due.seat) == ("cut", 0)
    assert [(due.id, due.to, due.seat) for due in driver.table.todo[1:]] == after


@provision("686a.9(b)")
def test_the_discards_alone_are_shuffled_the_cards_on_the_table_stay():
    driver = table(1, cards="shuffled")
    driver.bet(1, ante=1000)
    driver.dealt_down_to(310)
    driver.close_bets()
    driver.until_phase("deciding")
    driver.decide(1, "over")
    driver.do(Report(irregularity="insufficient"))
    assert str(driver.refused(Report(irregularity="insufficient")).cite) == cite("9(b)")
    driver.until("shuffle")
    driver.advance()
    assert driver.table.pack.size == 311
    held = driver.playing.round.seats[1].cards[0]
    assert driver.table.deck(0).cards.count(held) == 5
    driver.finish()
    play(driver, 1)  # the shoe goes on with what it holds
    driver.do(Direct(order="reshuffle"), "floorperson")
    driver.until_phase("betting")
    assert driver.table.pack.size == 312


@provision("686a.9(b)")
def test_hands_of_the_round_that_are_racked_already_are_shuffled_with_the_discards():
    driver = table(1, 2, cards="shuffled")
    for seat in (1, 2):
        driver.bet(seat, ante=1000)
    driver.dealt_down_to(308)
    driver.close_bets()
    driver.until_phase("deciding")
    driver.decide(1, "over")
    driver.decide(2, "under")
    driver.until("deal", to="seats.2")
    driver.do(Report(irregularity="insufficient"))
    driver.until("shuffle")
    driver.advance()
    assert driver.table.pack.size == 311  # all but the first card of seat 2
    driver.finish()
    assert len(driver.events(e.Settled)) == 2


@provision("686a.9(b)")
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
def test_a_shoe_that_holds_enough_is_not_filled(cards: str):
    driver = dealt(1, cards=cards)
    driver.decide(1, "over")
    wrong = driver.refused(Report(irregularity="insufficient"))
    assert str(wrong.cite) == cite("9(b)")
    assert "the record shows 310 cards left in the shoe, and 2 are needed" in wrong.message
    driver.dealt_down_to(310)  # just enough
    assert (
        "the record shows 2 cards left in the shoe, and 2 are needed"
        in driver.refused(Report(irregularity="insufficient")).message
    )


def skipped(seat: int = 1) -> OfferedDriver:
    """The dealer went past a seat without its two cards."""
    driver = table(1, 2)
    driver.bet(1, ante=1000, bonus=500)
    driver.bet(2, ante=1000)
    driver.close_bets()
    driver.until_phase("deciding")
    driver.decide(1, "over")
    driver.decide(2, "under")
    driver.do(Report(irregularity="skipped", seat=seat))
    return driver


@provision("686a.9(c)")
def test_a_skipped_player_may_have_the_cards_last():
    driver = skipped()
    assert (driver.due.id, driver.due.seat, driver.due.cite) == ("choose", 1, cite("9(c)"))
    assert driver.refused(Perform(step="choose", value="deal-last"), "dealer").field == "actor"
    assert driver.refused(Perform(step="choose", value="deal-last"), "player", "P2").field == "seat"
    assert str(driver.refused(Perform(step="choose", value="more"), "player", "P1").cite) == cite("9(c)")
    driver.perform("choose", "player", "P1", value="deal-last")
    before = len(driver.log)
    driver.finish()
    assert [event.to for event in driver.events(e.Dealt, before)] == ["seats.2", "seats.1"]
    assert [event.seat for event in driver.events(e.Settled, before)] == [2, 1]


@provision("686a.9(c)")
def test_or_the_hand_is_dead_and_the_wagers_go_back():
    driver = skipped()
    driver.perform("choose", "player", "P1", value="dead-hand")
    assert driver.chips(1) == 1_000_000
    before = len(driver.log)
    driver.finish()
    assert [event.to for event in driver.events(e.Dealt, before)] == ["seats.2"]
    (voided,) = driver.events(e.Voided)
    assert {line["wager"] for line in voided.lines} == {"ante", "over", "bonus"}
    assert voided.cite == cite("9(c)")
    assert driver.events(e.IrregularityFound)[0].reading != ""
    assert driver.money()["layout"] == 0


@provision("686a.9(c)")
def test_for_a_player_who_left_the_floor_chooses():
    driver = skipped()
    last = Perform(step="choose", value="dead-hand")
    assert driver.refused(last, "floorperson").field == "actor"
    driver.do(Leave(seat=1), "player", "P1")
    assert driver.refused(last, "dealer").field == "actor"
    driver.do(last, "floorperson")
    assert driver.chips(1) == 1_000_000


@provision("686a.9(c)", held="refusal")
def test_nobody_was_skipped_to_whom_the_dealer_has_not_come_or_who_has_all_cards():
    one, two, three = (Report(irregularity="skipped", seat=seat) for seat in (1, 2, 3))
    driver = table(1, 2, 3)
    for seat in (1, 2, 3):
        driver.bet(seat, ante=1000)
    driver.close_bets()
    driver.until("deal", to="seats.1")
    assert driver.refused(one).message == "the additional cards come after the decisions"
    driver.until("decide")
    for seat in (1, 2, 3):
        driver.decide(seat, "over")
    wrong = driver.refused(two)
    assert (wrong.field, str(wrong.cite)) == ("seat", cite("9(c)"))
    assert wrong.message == "the dealer has not come to seat 2 yet"
    driver.advance()
    assert driver.due.id == "settle"
    assert driver.refused(two).message == "the dealer has not come to seat 2 yet"
    driver.until("deal", to="seats.2")
    assert driver.refused(one).message == "seat 1 has all its cards"
    assert driver.refused(three).field == driver.refused(Report(irregularity="skipped", seat=6)).field == "seat"
    driver.do(two)
    driver.perform("choose", "player", "P2", value="deal-last")
    assert driver.refused(two).message == "the dealer has not come to seat 2 yet"
    other = copied(driver)
    driver.do(three)
    driver.perform("choose", "player", "P3", value="dead-hand")
    assert driver.refused(three).field == "seat"
    driver.finish()
    assert [event.seat for event in driver.events(e.Voided)] == [3]
    other.until("deal", to="seats.2")
    assert "has been asked" in other.refused(two).message
    other.finish()
    assert not other.events(e.Voided)


# Payments at the table are those of `settle`.


@pytest.mark.parametrize("choices", [{}, {"dealing": "continuous-shuffler"}, {"shuffler": "reshuffling"}, DEVICE])
def test_every_payment_is_what_settle_says(choices: Mapping[str, Any]):
    rules = rules_of("over-under", {"bonus": "1", **choices})
    assert settled_as_told(rules, 300, 686) >= 250


def test_a_buy_in_is_no_wager():
    driver = dealt(1)
    driver.do(BuyIn(player="P1", amount=500), "player", "P1")
    assert driver.table.phase == "deciding"
