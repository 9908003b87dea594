"""Section 7 of chapter 686a at the table: deal and completion, every payment as `settle` has it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from croupier.table import BuyIn, Decide, Direct, Perform, Place
from croupier.table import events as e
from croupier.table.plans import Cutters
from croupier.table.state import Pack
from tests.support import provision, rules_of
from tests.table.drive import settled_as_told
from tests.table.offered import OfferedDriver
from tests.table.test_over_under import DEVICE, cite, play, table

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
@pytest.mark.parametrize(("procedure", "burned"), [(1, 0), (2, 1), (8, 1)])
def test_the_first_card_of_a_batch_in_a_continuous_shuffler_is_burned_but_in_the_oldest_journals(
    procedure: int, burned: int
):
    driver = table(1, dealing="continuous-shuffler")
    made = driver.table.plans.prepared(
        0,
        Pack(312),
        way="continuous-shuffler",
        shuffler="none",
        shuffle=True,
        cutters=Cutters(),
        procedure=procedure,
    )
    assert [due.cite for due in made if due.id == "burn"] == [cite("7(c)")] * burned


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


@provision("686a.7(g)(3)")
def test_a_surrender_that_costs_half_by_the_other_reading():
    driver = OfferedDriver("over-under", readings={"surrender": "half-ante"})
    driver.ready(1)
    before = driver.money()["inventory"]
    play(driver, 1, said="surrender")
    assert driver.money()["inventory"] == before + 500
    (settled,) = driver.events(e.Settled)
    assert (settled.lines[0]["net"], settled.lines[0]["readings"]) == ("-5.00", ["surrender"])


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


@pytest.mark.parametrize("choices", [{}, {"dealing": "continuous-shuffler"}, {"shuffler": "reshuffling"}, DEVICE])
def test_every_payment_is_what_settle_says(choices: Mapping[str, Any]):
    rules = rules_of("over-under", {"bonus": "1", **choices})
    assert settled_as_told(rules, 300, 686) >= 250


def test_a_buy_in_is_no_wager():
    driver = dealt(1)
    driver.do(BuyIn(player="P1", amount=500), "player", "P1")
    assert driver.table.phase == "deciding"
