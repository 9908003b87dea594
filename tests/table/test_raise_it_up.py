"""58 Pa. Code §§ 669a.2(c), 669a.8(b) and 669a.11 at the table: the progressive system, streets, folds, settlement."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.table import Decide, Direct, Leave, Perform, Place, Report, TakeBack
from croupier.table import events as e
from tests.support import provision
from tests.table.drive import Driver
from tests.table.stud import RAISE_IT_UP, WAYS

cite = RAISE_IT_UP.cite
SPADES = "As Ks Qs"
HEARTS = "Ah Kh Qh"
BOARD = "2c 7d 9h"
PLAIN = "4c 6d Jh"


def _bets(*seats: int, one: tuple[int, ...] = (), five: tuple[int, ...] = (), **choices: Any) -> Driver:
    """Players with a Progressive Payout Wager of one dollar or of five, or none."""
    driver = RAISE_IT_UP.table(*seats, **choices)
    for seat in seats:
        stake = {"progressive": 100 if seat in one else 500} if seat in (*one, *five) else {}
        RAISE_IT_UP.bets(driver, seat, **stake)
    return driver


def _fold(driver: Driver, *seats: int) -> None:
    """Everybody checks, and checks, and folds."""
    driver.finish(**{f"s{seat}": ["check", "check", "fold"] for seat in seats})


# § 669a.2(c). The progressive table game system.


@provision("669a.2(c)")
def test_a_table_that_offers_the_progressive_has_its_system_and_another_has_none():
    driver = RAISE_IT_UP.table(1)
    assert set(driver.table.meters) == {"progressive-1", "progressive-5"}
    assert (driver.meter("progressive-1"), driver.meter("progressive-5")) == (100_000, 500_000)
    driver = Driver("raise-it-up").ready(1)
    assert driver.table.meters == {}
    refusal = driver.refused(Place(seat=1, wager="progressive", amount=100), "player", "P1")
    assert refusal.cite == cite("7(d)(4)")
    driver.bet(1, ante=1000, blind=1000)
    driver.close_bets()
    assert driver.due.id == "deal"  # there is no system to lock


@provision("669a.2(c)(1)", "669a.7(d)(4)")
def test_the_system_acknowledges_each_wager_at_its_position():
    driver = RAISE_IT_UP.table(2, 3)
    refusal = driver.refused(Place(seat=2, wager="progressive", amount=100), "player", "P2")
    assert refusal.cite == cite("7(d)(4)")  # after the Ante and Blind Wagers
    RAISE_IT_UP.bets(driver, 2, 3)
    for amount in (50, 200, 1000):
        assert driver.refused(Place(seat=2, wager="progressive", amount=amount), "player", "P2").cite is not None
    (accepted,) = driver.do(Place(seat=2, wager="progressive", amount=500), "player", "P2")
    assert isinstance(accepted, e.WagerPlaced)
    assert (accepted.seat, accepted.amount) == (2, 500)
    assert driver.table.layout[2]["progressive"] == 500
    assert "progressive" not in driver.table.layout[3]


@provision("669a.7(d)(4)")
def test_the_progressive_comes_after_ante_and_blind_and_goes_with_either():
    driver = RAISE_IT_UP.table(2)
    driver.bet(2, ante=1000)
    refusal = driver.refused(Place(seat=2, wager="progressive", amount=100), "player", "P2")
    assert (refusal.cite, "Blind Wager" in refusal.message) == (cite("7(d)(4)"), True)
    for gone, left in (("blind", {"ante": 1000}), ("ante", None)):
        driver.bet(2, **{wager: 1000 for wager in ("ante", "blind") if wager not in driver.table.layout.get(2, {})})
        driver.bet(2, progressive=100)
        driver.do(TakeBack(seat=2, wager=gone), "player", "P2")
        assert driver.table.layout.get(2) == left
    driver.bet(2, ante=1000, blind=1000, progressive=100)
    driver.do(TakeBack(seat=2, wager="progressive"), "player", "P2")
    assert driver.table.layout[2] == {"ante": 1000, "blind": 1000}


CLOSES = [
    pytest.param("manual-shoe", "8(b)", marks=provision("669a.8(b)")),
    pytest.param("hand", "9(a)(3)", marks=provision("669a.9(a)(3)")),
    pytest.param("automated-shoe", "10(a)(2)", marks=provision("669a.10(a)(2)")),
]


@provision("669a.2(c)(2)")
@pytest.mark.parametrize(("way", "path"), CLOSES)
def test_the_system_is_locked_and_the_chips_are_counted_before_the_deal(way: str, path: str):
    driver = _bets(1, 3, 5, one=(1,), five=(5,), dealing=way)
    driver.close_bets()
    assert (driver.due.id, driver.due.cite, driver.due.by) == ("lock-out", cite(path), ("dealer",))
    late = Place(seat=3, wager="progressive", amount=100)
    assert driver.refused(late, "player", "P3").cite == cite("7(c)")
    assert driver.refused(Perform(step="verify-chips", value=2)).cite == cite(path)
    assert driver.refused(Perform(step="lock-out"), "floorperson").cite == cite(path)
    driver.perform("lock-out")
    assert driver.refused(late, "player", "P3").cite == cite("7(c)")
    assert (driver.due.id, driver.due.cite) == ("verify-chips", cite(path))
    for wrong in (None, 0, 1, 3, "2", 2.0, True):
        refusal = driver.refused(Perform(step="verify-chips", value=wrong))
        assert (refusal.field, refusal.cite) == ("value", cite(path))
    before = driver.money()
    driver.perform("verify-chips", value=2)
    one, five = driver.events(e.Contributed)
    assert (one.meter, one.wagers, one.increment) == ("progressive-1", {1: 100}, 14)
    assert (five.meter, five.wagers, five.increment) == ("progressive-5", {5: 500}, 70)
    after = driver.money()
    assert after["layout"] == before["layout"] - 600
    assert after["inventory"] == before["inventory"] + 600 - 84
    assert driver.due.id == "deal"


@provision("669a.8(b)")
def test_the_system_is_locked_although_nobody_made_the_wager():
    driver = _bets(1)
    driver.close_bets()
    assert driver.due.id == "lock-out"
    driver.advance()
    assert driver.due.id == "deal"


# § 669a.11. Streets.


@provision("669a.11(b)", "669a.11(c)", "669a.11(d)", "669a.11(e)", "669a.11(f)", "669a.11(h)")
@provision("669a.11(a)", held="refusal")
def test_players_check_or_play_in_turn_street_by_street():
    driver = _bets(2, 4, 6)
    driver.close_bets()
    while driver.table.phase != "deciding":
        refusal = driver.refused(Decide(seat=2, decision="check"), "player", "P2")
        assert (refusal.field, refusal.cite) == ("decision", driver.due.cite)
        driver.advance()
    assert driver.due.cite == cite("11(b)")
    assert driver.refused(Decide(seat=4, decision="check"), "player", "P4").cite == cite("11(b)")
    assert driver.refused(Decide(seat=2, decision="check"), "player", "P4").cite == cite("11(b)")
    driver.decide(2, "play-3")
    assert driver.events(e.Decided)[-1].stakes == {"play": 3000}
    driver.decide(4, "check")
    driver.decide(6, "check")
    assert (driver.due.id, driver.due.cite) == ("turn", cite("11(c)"))
    driver.advance()
    assert driver.due.cite == cite("11(d)")
    assert driver.refused(Decide(seat=2, decision="play-1"), "player", "P2").cite == cite("11(d)")  # plays once
    driver.refused(Decide(seat=4, decision="play-3"), "player", "P4")
    driver.decide(4, "play-2")
    driver.decide(6, "check")
    assert (driver.due.id, driver.due.cite) == ("turn", cite("11(e)"))
    driver.advance()
    assert driver.due.cite == cite("11(f)")
    for word in ("check", "play-2"):
        driver.refused(Decide(seat=6, decision=word), "player", "P6")
    assert driver.refused(Decide(seat=6, decision="play-1")).cite == cite("11(f)")  # the dealer may only fold
    driver.decide(6, "play-1")
    assert (driver.due.id, driver.due.cite) == ("turn", cite("11(h)"))
    driver.advance()
    assert [(event.to, event.first, len(event.cards.split()), event.cite) for event in driver.events(e.Turned)] == [
        ("community", 0, 1, cite("11(c)")),
        ("community", 1, 1, cite("11(e)")),
        ("community", 2, 1, cite("11(h)")),
    ]


@provision("669a.11(f)", "669a.11(g)")
def test_what_a_fold_forfeits_is_collected_at_once():
    driver = _bets(1, 2, 3, 4, one=(2,))
    driver.bet(3, six_card=500)
    driver.bet(4, pair_plus=500)
    driver.close_bets()
    for _ in range(2):
        driver.until("decide")
        for seat in (1, 2, 3, 4):
            driver.decide(seat, "check")
    driver.until("decide")
    inventory = driver.table.accounts["inventory"]
    for seat, lost, racked in (
        (1, ["ante", "blind"], True),
        (2, ["ante", "blind", "progressive"], False),
        (3, ["ante", "blind"], False),
        (4, ["ante", "blind"], False),
    ):
        began = len(driver.log)
        driver.decide(seat, "fold")
        (settled,) = driver.events(e.Settled, began)
        assert (settled.seat, settled.by) == (seat, "dealer")
        assert [line["wager"] for line in settled.lines] == lost
        assert {line["result"] for line in settled.lines} == {"forfeit"}
        assert {line["cite"] for line in settled.lines} <= {cite("11(f)"), cite("11(g)")}
        assert [event.what for event in driver.events(e.Racked, began)] == ([f"seats.{seat}"] if racked else [])
        inventory += 2000
        assert driver.table.accounts["inventory"] == inventory
    assert driver.due.id == "turn"
    driver.finish()
    assert driver.lines(3)["six-card"]["result"] in {"win", "lose"}
    assert [event.seat for event in driver.events(e.Revealed)] == [4, 3, 2]


@provision("669a.13(f)")
@pytest.mark.parametrize("moment", ["decide", "settle", "rack"])
def test_that_the_shoe_did_not_deal_every_card_may_be_found_late(moment: str):
    driver = _bets(1, 2, one=(1, 2), dealing="automated-shoe")
    before = driver.chips(1) + sum(driver.table.layout[1].values())
    driver.close_bets()
    driver.until("decide")
    if moment != "decide":
        for seat in (1, 2):
            driver.decide(seat, "play-1")
        driver.until(moment)
    driver.do(Report(irregularity="shoe-jam"))
    assert {event.cite for event in driver.events(e.Voided)} == {cite("13(f)")}
    driver.finish()
    assert (driver.events(e.RoundClosed)[-1].void, driver.chips(1)) == (True, before)


@provision("669a.11(c)", "669a.11(e)", "669a.11(h)")
def test_each_community_card_is_placed_in_the_box_of_its_street():
    driver = _bets(1)
    driver.close_bets()
    boxes = []
    for words in ("check", "check", "play-1"):
        driver.until("decide")
        driver.decide(1, words)
        boxes.append((driver.due.id, driver.due.words.partition(" in ")[2], driver.due.cite))
    assert boxes == [
        ("turn", f"the {street} Street box", cite(path))
        for street, path in (("4th", "11(c)"), ("5th", "11(e)"), ("6th", "11(h)"))
    ]


@provision("669a.11(a)(3)", "669a.12(e)(5)")
@pytest.mark.parametrize("street", [0, 1, 2])
def test_telling_of_ones_hand_forfeits_every_wager_of_the_round(street: int):
    driver = _bets(1, 2, one=(1, 2))
    driver.bet(1, six_card=500, pair_plus=500)
    driver.close_bets()
    driver.hold(s1=HEARTS, s2=SPADES, community=BOARD)
    for _ in range(street):
        driver.until("decide")
        driver.decide(1, "check")
        driver.decide(2, "check")
    driver.until("decide")
    told = Report(irregularity="information", seat=1)
    assert driver.refused(told, "player", "P2").cite == cite("11(a)(3)")
    for seat in (0, 3):
        refusal = driver.refused(Report(irregularity="information", seat=seat))
        assert (refusal.field, refusal.cite) == ("seat", cite("11(a)(3)"))
    began = len(driver.log)
    before = driver.money()
    driver.do(told, "floorperson")
    (settled,) = driver.events(e.Settled, began)
    assert {line["wager"] for line in settled.lines} == {"ante", "blind", "pair-plus", "six-card", "progressive"}
    assert {(line["result"], line["cite"]) for line in settled.lines} == {("forfeit", cite("11(a)(3)"))}
    assert driver.table.accounts["inventory"] == before["inventory"] + 3000  # the dollar was collected before
    assert driver.chips(1) == before["player:P1"]
    assert driver.refused(told, "floorperson").cite == cite("11(a)(3)")
    # seat 1 is not asked any more and has no Envy Bonus of its own, but its hand earns seat 2 one
    driver.finish(s2=[*["check"] * (2 - street), "play-1"])
    assert set(driver.lines(1, began)) == {"ante", "blind", "pair-plus", "six-card", "progressive"}
    assert driver.lines(2)["progressive"]["result"] == "win"
    assert driver.lines(2)["envy"]["paid"] == "25.00"
    assert sum(event.count for event in driver.events(e.Racked)) == 52


@provision("669a.11(a)(3)", "669a.12(e)(5)")
@pytest.mark.parametrize("side", [{}, {"six_card": 500, "pair_plus": 500}])
def test_telling_that_is_found_late_costs_what_it_costs_at_once(side: dict[str, int]):
    """Reading: information. Wins from the meter and Envy Bonuses go back, and whoever did not tell keeps everything."""
    after = []
    for late in ("", "settle", "document", "envy", "rack"):
        driver = _bets(1, 2, one=(1, 2))
        driver.bet(2, **side)
        driver.close_bets()
        driver.hold(s1=HEARTS, s2=SPADES, community=BOARD)
        driver.until("decide")
        for seat in (1, 2):
            driver.decide(seat, "play-1")
        told = Report(irregularity="information", seat=2)
        if not late:
            driver.do(told, "dealer")
        else:
            driver.until(late, **({"seat": 1} if late == "settle" else {}))
            assert driver.refused(told, "dealer").cite == cite("11(a)(3)")  # of settled wagers the floor reports
            driver.do(told, "floorperson")
        assert ("document", 2) not in [(due.id, due.seat) for due in driver.table.todo]  # nothing is paid any more
        driver.finish()
        closed = {name: cents for name, cents in driver.money().items() if name != "house"}
        owed = {one.player: one.amount for one in driver.table.claims}
        after.append(
            {
                name: cents - owed.get(name.removeprefix("player:"), 0)
                for name, cents in closed.items()
                if not name.startswith("claim:")
            }
        )
    assert all(books == after[0] for books in after[1:]), after
    assert after[0]["meter:progressive-1"] == 100_028
    assert driver.refused(Report(irregularity="information", seat=2), "floorperson").cite == cite("11(a)(3)")


@provision("669a.11(a)(3)", "669a.11(i)(3)(i)(C)")
def test_a_wager_that_a_refused_claim_has_returned_is_not_forfeited_afterwards():
    driver = _bets(1, 2, one=(1, 2))
    driver.close_bets()
    driver.hold(s1=HEARTS, s2=SPADES, community=BOARD)
    driver.until("decide")
    for seat in (1, 2):
        driver.decide(seat, "play-1")
    driver.until("validate", seat=2)
    driver.perform("validate", "floorperson", "Flo", value="no wager was accepted here")
    driver.perform("rule-claim", "shift-manager", "Max", value="return")
    driver.do(Report(irregularity="information", seat=2), "floorperson", "Flo")
    driver.finish()
    staked = sum(driver.events(e.RoundBegan)[0].wagers[2].values()) + 1000
    assert driver.chips(2) == 1_000_000 - staked + 100, "all but the dollar that had gone back; reading refused-claim"
    assert driver.meter("progressive-1") == 100_014


@provision("669a.11(i)(3)(i)(A)", "669a.11(i)(3)(i)(B)", "669a.11(i)(3)(i)(C)", "669a.11(a)(3)")
@pytest.mark.parametrize("step", ["verify-winner", "verify-light", "validate", "rule-claim"])
@pytest.mark.parametrize("procedure", [5, 6])
def test_no_payout_is_validated_on_a_wager_that_was_forfeited_since_it_was_claimed(step: str, procedure: int):
    driver = _bets(1, 2, one=(1, 2))
    driver.table = replace(driver.table, procedure=procedure)
    driver.close_bets()
    driver.hold(s1=HEARTS, s2=SPADES, community=BOARD)
    driver.until("decide")
    for seat in (1, 2):
        driver.decide(seat, "play-1")
    if step == "rule-claim":
        driver.until("validate", seat=2)
        driver.perform("validate", "floorperson", "Flo", value="the light is dark")
    driver.until(step, seat=2)
    driver.do(Report(irregularity="information", seat=2), "floorperson", "Flo")
    assert (driver.due.id, driver.due.seat) == ((step, 2) if procedure < 6 else ("reveal", 1))
    if procedure > 5:
        began = len(driver.log)
        driver.finish()
        assert [event.value for event in driver.events(e.Performed, began) if event.step == "claim"] == [1]
        assert driver.lines(1)["envy"]["paid"] == "100.00"
        assert driver.meter("progressive-1") == 100_028


@provision("669a.7(b)", "669a.12(e)(5)")
def test_an_abandoned_hand_on_the_table_earns_another_player_an_envy_bonus():
    driver = _bets(1, 2, one=(1, 2))
    driver.close_bets()
    driver.hold(s1=HEARTS, s2=PLAIN, community=BOARD)
    driver.until("decide")
    driver.do(Leave(seat=1), "player", "P1")
    driver.do(Direct(order="abandon", seat=1), "floorperson")
    driver.finish(s2=["play-1"])
    assert {line["result"] for line in driver.lines(1).values()} == {"forfeit"}
    assert driver.lines(2)["envy"]["paid"] == "25.00"


# § 669a.11(i). Settlement and the meter.


@provision("669a.11(i)", "669a.11(j)")
@pytest.mark.parametrize("way", WAYS)
def test_settlement_runs_from_seat_6_to_1_and_the_cards_can_be_rebuilt(way: str):
    driver = _bets(1, 4, 6, one=(1, 4, 6), cards="shuffled", dealing=way)
    for seat in (1, 4, 6):
        driver.bet(seat, pair_plus=500, six_card=500)
    driver.close_bets()
    driver.finish(s1=["play-1"], s4=["play-1"], s6=["play-1"])
    assert [event.seat for event in driver.events(e.Revealed)] == [6, 4, 1]
    assert [event.seat for event in driver.events(e.Settled)][:3] == [6, 4, 1]
    for event in driver.events(e.Settled)[:3]:
        assert [line["wager"] for line in event.lines] == [
            "pair-plus",
            "ante",
            "play",
            "blind",
            "progressive",
            "six-card",
        ]
    assert {event.what: event.count for event in driver.events(e.Racked)} == {
        "stub": 52 - 12,
        "seats.6": 3,
        "seats.4": 3,
        "seats.1": 3,
        "community": 3,
    }
    assert driver.events(e.Racked)[-1].cite == cite("11(j)")
    driver.until("shuffle")
    opened = driver.events(e.OrderOpened)[-1]
    order = opened.order.split()
    order = order[opened.cut :] + order[: opened.cut]
    dealt: dict[str, list[str]] = {}
    for lay in driver.events(e.Dealt):
        dealt.setdefault(lay.to, []).extend(order[lay.at : lay.at + lay.count])
    for shown in driver.events(e.Revealed):
        assert dealt[f"seats.{shown.seat}"] == shown.cards.split()


@provision("669a.11(i)(3)(i)(A)", "669a.11(i)(3)(i)(B)", "669a.11(i)(3)(i)(C)", "669a.11(i)(3)(i)(D)")
def test_a_progressive_payout_is_verified_and_validated_before_it_is_made_and_documented_after():
    driver = _bets(1, 2, one=(1, 2))
    driver.close_bets()
    driver.hold(s1=PLAIN, s2=SPADES, community=BOARD)
    driver.until("decide")
    for seat in (1, 2):
        driver.decide(seat, "play-1")
    driver.until("verify-winner", seat=2)
    assert list(driver.lines(2)) == ["ante", "play", "blind"]  # which are settled before
    assert (driver.due.cite, driver.due.by) == (cite("11(i)(3)(i)(A)"), ("dealer",))
    assert driver.refused(Perform(step="settle")).cite == cite("11(i)(3)(i)(A)")
    assert driver.refused(Perform(step="verify-winner"), "player", "P2").cite == cite("11(i)(3)(i)(A)")
    driver.perform("verify-winner")
    assert (driver.due.id, driver.due.cite, driver.due.by) == ("verify-light", cite("11(i)(3)(i)(B)"), ("dealer",))
    assert driver.refused(Perform(step="validate"), "floorperson").cite == cite("11(i)(3)(i)(B)")
    driver.perform("verify-light")
    assert (driver.due.id, driver.due.cite) == ("validate", cite("11(i)(3)(i)(C)"))
    for role in ("dealer", "player", "surveillance"):
        assert driver.refused(Perform(step="validate"), role, "P2").cite == cite("11(i)(3)(i)(C)")
    driver.perform("validate", "shift-manager")
    meter, inventory = driver.meter("progressive-1"), driver.table.accounts["inventory"]
    assert meter == 100_028
    driver.until("settle", seat=2)
    driver.advance()
    settled = driver.events(e.Settled)[-1]
    assert driver.lines(2)["progressive"]["paid"] == "1000.28"
    others = [line for w, line in driver.lines(2).items() if w != "progressive"]
    assert {line["result"] for line in others} == {"lose"}
    assert driver.table.accounts["inventory"] == inventory  # the whole meter comes from the meter, not from here
    assert settled.meters == {"progressive-1": 100_000}
    assert driver.meter("progressive-1") == 100_000
    # the cards stay until the documents are complete
    assert (driver.due.id, driver.due.cite) == ("document", cite("11(i)(3)(i)(D)"))
    assert "seats.2" not in driver.playing.racked
    assert driver.refused(Perform(step="reveal", cards=PLAIN)).cite == cite("11(i)(3)(i)(D)")
    assert driver.refused(Perform(step="document"), "player", "P2").cite == cite("11(i)(3)(i)(D)")
    driver.perform("document", "floorperson")
    driver.finish()
    assert sum(event.count for event in driver.events(e.Racked)) == 52


@provision("669a.11(i)(3)(i)(D)", "669a.12(e)(3)")
def test_a_fixed_payout_comes_from_the_inventory_and_leaves_the_meter():
    driver = _bets(2, five=(2,))
    driver.close_bets()
    driver.hold(s2="8h 8s 8d", community=BOARD)
    driver.finish(s2="play-1")
    assert driver.lines(2)["progressive"]["paid"] == "300.00"  # 60 for 1
    assert driver.lines(2)["progressive"]["net"] == "295.00"
    assert driver.meter("progressive-5") == 500_070
    assert "document" not in driver.steps()
    assert driver.steps().count("validate") == 1


@provision("669a.12(e)(4)", "669a.12(e)(3)", held="outcome")
def test_each_wager_plays_for_its_own_meter():
    driver = _bets(1, 2, one=(1,), five=(2,))
    driver.close_bets()
    driver.hold(s1=SPADES, s2=PLAIN, community=BOARD)
    driver.finish(s1="play-1", s2="play-1")
    assert driver.lines(1)["progressive"]["paid"] == "1000.14"
    assert (driver.meter("progressive-1"), driver.meter("progressive-5")) == (100_000, 500_070)
    assert all(Fraction(meter.carry) == 0 for meter in driver.table.meters.values())


@provision("669a.11(i)(3)(i)(E)", "669a.12(e)(5)")
def test_every_other_bettor_has_an_envy_bonus_folded_or_not():
    driver = _bets(1, 2, 3, 4, 6, one=(1, 2, 4), five=(3,))
    driver.close_bets()
    driver.hold(s1=SPADES, s2=HEARTS, s3=PLAIN, s4="3s 5d Td", s6="6h 8c Tc", community=BOARD)
    driver.until("decide")
    driver.decide(1, "play-1")
    driver.decide(2, "play-1")
    for seat in (3, 4, 6):
        driver.decide(seat, "check")
    driver.until("decide")
    for seat in (3, 4, 6):
        driver.decide(seat, "check")
    driver.until("decide")
    for seat in (3, 4, 6):
        driver.decide(seat, "fold")
    driver.until("envy")
    assert driver.due.cite == cite("11(i)(3)(i)(E)")
    began = len(driver.log)
    driver.advance()
    envy = {
        event.seat: sorted((line["from"], line["paid"]) for line in event.lines)
        for event in driver.events(e.Settled, began)
    }
    # from the wager of the one who receives it; nobody for the own hand, and seat 6 made no wager
    assert envy == {
        4: [("1", "100.00"), ("2", "25.00")],
        3: [("1", "500.00"), ("2", "125.00")],
        2: [("1", "100.00")],
        1: [("2", "25.00")],
    }
    driver.finish()


@provision("669a.11(g)")
def test_who_folds_the_spades_leaves_the_meter_and_gives_no_validation_to_do():
    driver = _bets(1, 2, one=(1, 2))
    driver.close_bets()
    driver.hold(s1=SPADES, s2=PLAIN, community=BOARD)
    _fold(driver, 1, 2)
    assert driver.lines(1)["progressive"]["result"] == "forfeit"
    assert driver.meter("progressive-1") == 100_028
    assert "validate" not in driver.steps()
    assert driver.lines(2)["envy"]["paid"] == "100.00"  # the hand lay on the table


@provision("669a.11(f)")
@pytest.mark.parametrize(("answer", "shown"), [("pair-plus-survives", [2, 1]), ("pair-plus-forfeited", [2])])
def test_a_folded_hand_that_no_wager_keeps_is_collected_at_once(answer: str, shown: list[int]):
    driver = Driver("raise-it-up", readings={"fold": answer})
    driver.ready(1, 2)
    driver.bet(1, ante=1000, blind=1000, pair_plus=500)
    driver.bet(2, ante=1000, blind=1000)
    driver.close_bets()
    driver.finish(s1=["check", "check", "fold"], s2=["check", "check", "play-1"])
    assert [event.seat for event in driver.events(e.Revealed)] == shown
    racked = [event.what for event in driver.events(e.Racked)]
    assert (racked.index("seats.1") < racked.index("seats.2")) == (answer == "pair-plus-forfeited")
