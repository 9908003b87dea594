"""58 Pa. Code §§ 683a.11 and 683a.12(f) at the table: decisions, reveals, settlement and the payout limit."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier import describe, settle
from croupier.kit.money import dollars
from croupier.table import BuyIn, Decide, Direct, Perform, Report, Sit
from croupier.table import events as e
from tests.support import provision
from tests.table.drive import Driver
from tests.table.stud import CAJUN_STUD

cite = CAJUN_STUD.cite


@provision("683a.11(b)")
@provision("683a.11(a)", held="refusal")
def test_players_decide_in_turn_when_the_deal_is_done():
    driver = CAJUN_STUD.table(2, 4)
    CAJUN_STUD.bets(driver, 2, 4)
    driver.close_bets()
    while driver.table.phase != "deciding":
        refusal = driver.refused(Decide(seat=2, decision="raise-1"), "player", "P2")
        assert (refusal.field, refusal.cite) == ("decision", driver.due.cite)
        driver.advance()
    assert (driver.due.id, driver.due.cite, driver.due.by) == ("decide", cite("11(b)"), ("player",))
    assert driver.refused(Decide(seat=4, decision="raise-1"), "player", "P4").cite == cite("11(b)")
    assert driver.refused(Decide(seat=2, decision="raise-1"), "player", "P4").cite == cite("11(b)")
    for role in ("floorperson", "dealer", "surveillance"):
        assert driver.refused(Decide(seat=2, decision="raise-1"), role).cite == cite("11(b)")
    driver.decide(2, "raise-3")
    assert driver.events(e.Decided)[-1].stakes == {"raise-third": 3000}
    driver.decide(4, "raise-2")
    assert driver.events(e.Decided)[-1].stakes == {"raise-third": 2000}


@provision("683a.11(c)", "683a.11(e)", "683a.11(g)")
def test_a_community_card_is_turned_when_all_have_decided():
    driver = CAJUN_STUD.dealt(1, 2)
    driver.hold(community="2h 3s 4d")
    for path, card in (("11(c)", "2h"), ("11(e)", "3s"), ("11(g)", "4d")):
        driver.decide(1, "raise-1")
        assert driver.refused(Perform(step="turn", cards=card)).field == "step"  # seat 2 has not decided
        driver.decide(2, "raise-1")
        assert (driver.due.id, driver.due.to, driver.due.count, driver.due.cite) == ("turn", "community", 1, cite(path))
        assert driver.refused(Perform(step="turn", cards=card), "player", "P1").cite == cite(path)
        assert driver.refused(Perform(step="turn", cards="2h 3s")).cite == cite(path)
        driver.advance()
        assert driver.events(e.Turned)[-1].cards == card


@provision("683a.11(b)", "683a.11(d)", "683a.11(f)")
@pytest.mark.parametrize("street", [0, 1, 2])
def test_a_fold_forfeits_ante_and_raises_and_keeps_the_side_wagers(street: int):
    driver = CAJUN_STUD.table(1, 2, 3)
    CAJUN_STUD.bets(driver, 1, 2, 3)
    driver.bet(2, pocket=500, board=500, lo_ball=500, all_six=500)
    driver.close_bets()
    for number in range(street + 1):
        driver.until("decide")
        for seat in (1, 2):
            driver.decide(seat, "raise-1" if number < street else "fold")
        driver.decide(3, "raise-1")
    assert driver.due.id == "collect-forfeited"
    began = len(driver.log)
    driver.advance()
    lost = ["ante", "raise-third", "raise-fourth"][: street + 1]
    for event in driver.events(e.Settled, began):
        assert [line["wager"] for line in event.lines] == lost
        assert {line["result"] for line in event.lines} == {"forfeit"}
        assert {line["cite"] for line in event.lines} == {cite(("11(b)", "11(d)", "11(f)")[street])}
    assert [event.what for event in driver.events(e.Racked, began)] == [
        "seats.1"
    ]  # seat 2's side wagers keep its cards
    driver.finish(s3=["raise-1"] * (2 - street))
    assert set(driver.lines(2)) == {*lost, "pocket", "board", "lo-ball", "all-six"}
    assert "forfeit" not in {driver.lines(2)[w]["result"] for w in ("pocket", "board", "lo-ball", "all-six")}


@provision("683a.11(c)")
def test_when_all_have_folded_the_community_is_turned_only_for_a_wager_that_looks_at_it():
    driver = CAJUN_STUD.dealt(1, 2)
    driver.finish(s1="fold", s2="fold")
    assert driver.events(e.Turned) == []
    driver.until_phase("betting")
    CAJUN_STUD.bets(driver, 1, 2)
    driver.bet(2, board=500)
    driver.close_bets()
    driver.finish(s1="fold", s2="fold")
    assert [event.to for event in driver.events(e.Turned)] == ["community"] * 3


@provision("683a.11(h)", "683a.11(i)", "683a.11(j)")
def test_settlement_runs_from_seat_6_to_1_and_the_cards_can_be_rebuilt():
    driver = CAJUN_STUD.table(1, 4, 6, cards="shuffled")
    CAJUN_STUD.bets(driver, 1, 4, 6, pocket=500, board=500, lo_ball=500, all_six=500)
    driver.close_bets()
    said = ["raise-1", "raise-2", "raise-3"]
    driver.finish(s1=said, s4=said, s6=said)
    assert [event.seat for event in driver.events(e.Revealed)] == [6, 4, 1]
    assert list(dict.fromkeys(event.seat for event in driver.events(e.Settled))) == [6, 4, 1]
    for seat in (6, 4, 1):
        assert list(driver.lines(seat)) == [
            "ante",
            "raise-third",
            "raise-fourth",
            "raise-fifth",
            "pocket",
            "board",
            "lo-ball",
            "all-six",
        ]
    racked = {event.what: event.count for event in driver.events(e.Racked)}
    assert racked == {"stub": 52 - 13, "seats.6": 2, "seats.4": 2, "seats.1": 2, "community": 3, "all-six": 4}
    assert driver.events(e.Racked)[-1].cite == cite("11(j)")
    assert [event.to for event in driver.events(e.Turned)] == ["community"] * 3 + ["all-six"]
    driver.until("shuffle")
    opened = driver.events(e.OrderOpened)[-1]
    order = opened.order.split()
    order = order[opened.cut :] + order[: opened.cut]
    dealt: dict[str, list[str]] = {}
    for lay in driver.events(e.Dealt):
        dealt.setdefault(lay.to, []).extend(order[lay.at : lay.at + lay.count])
    for shown in driver.events(e.Revealed):
        assert dealt[f"seats.{shown.seat}"] == shown.cards.split()


@provision("683a.11(h)")
def test_the_best_five_cards_are_announced_as_a_hand_is_turned_over():
    driver = CAJUN_STUD.table(1, 4)
    CAJUN_STUD.bets(driver, 1, 4)
    driver.close_bets()
    driver.hold(s1="6c 6d", s4="Ks 2c", community="Kh 2d 9s")
    said = ["raise-1"] * 3
    driver.until("decide")
    for street in range(3):
        driver.until("decide")
        driver.decide(1, said[street])
        driver.decide(4, said[street])
    driver.until("reveal", seat=4)
    wrong = driver.refused(Perform(step="reveal", cards="Ks 2c", value="pair"))
    assert (wrong.field, wrong.cite) == ("value", cite("11(h)"))
    assert "two pairs" in wrong.message
    driver.perform("reveal", cards="Ks 2c", value="two-pairs")
    driver.finish()
    assert [event.announced for event in driver.events(e.Revealed)] == ["two pairs, kings and twos", "a pair of sixes"]


@provision("683a.11(h)")
def test_nothing_is_announced_of_a_hand_whose_community_cards_nobody_turns():
    driver = CAJUN_STUD.table(1)
    CAJUN_STUD.bets(driver, 1, pocket=500)
    driver.close_bets()
    driver.finish(s1=["fold"])
    assert [event.announced for event in driver.events(e.Revealed)] == [""]


@provision("683a.11(i)(4)")
@pytest.mark.parametrize("folds", [False, True])
def test_the_all_six_cards_are_exposed_when_the_first_wager_on_them_is_settled(folds: bool):
    driver = CAJUN_STUD.table(1, 4, 6)
    CAJUN_STUD.bets(driver, 6)
    CAJUN_STUD.bets(driver, 1, 4, lo_ball=500, all_six=500)
    driver.close_bets()
    said = ["raise-1", "raise-2", "raise-3"]
    driver.finish(s1=said, s4=["fold"] if folds else said, s6=said)
    log = [event for event, _ in driver.log if isinstance(event, e.Revealed | e.Settled | e.Turned)]
    (shown,) = [i for i, event in enumerate(log) if isinstance(event, e.Turned) and event.to == "all-six"]
    before = [
        (event.seat, line["wager"]) for event in log[:shown] if isinstance(event, e.Settled) for line in event.lines
    ]
    assert before[-1] == (4, "lo-ball")  # everything else of the first player with such a wager comes before
    assert {seat for seat, _ in before} == {6, 4}
    after = [event for event in log[shown + 1 :] if isinstance(event, e.Settled)]
    assert [event.seat for event in after] == [4, 1]
    assert [line["wager"] for line in after[0].lines] == ["all-six"]


@provision("683a.11(i)(4)", "683a.13(d)")
def test_all_six_cards_that_nobody_has_a_wager_on_any_more_are_not_exposed():
    driver = CAJUN_STUD.table(1)
    CAJUN_STUD.bets(driver, 1, all_six=500)
    driver.close_bets()
    driver.until("decide")
    driver.do(Report(irregularity="all-six-exposed"))
    driver.finish(s1=["raise-1"] * 3)
    assert {event.to for event in driver.events(e.Turned)} == {"community"}
    assert sum(event.count for event in driver.events(e.Racked)) == 52


@provision("683a.10(c)")
def test_what_is_left_in_the_automated_shoe_is_taken_out_before_it_is_dealt_by_hand():
    driver = CAJUN_STUD.table(1, 4, dealing="automated-shoe", shuffler="automated")
    CAJUN_STUD.bets(driver, 1, 4, all_six=500)
    driver.close_bets()
    driver.until("take-out")
    assert driver.due.cite == cite("10(c)")
    assert [event.to for event in driver.events(e.Dealt)] == ["seats.1", "seats.4"]
    assert driver.refused(Perform(step="deal")).cite == cite("10(c)")
    driver.perform("take-out")
    driver.until("decide")
    assert [event.to for event in driver.events(e.Dealt)][2:] == ["all-six", "community"]


def test_a_round_of_a_table_that_was_opened_before_follows_the_steps_of_then():
    driver = CAJUN_STUD.table(1, dealing="automated-shoe", shuffler="automated")
    driver.table = replace(driver.table, procedure=2)
    CAJUN_STUD.bets(driver, 1, all_six=500)
    driver.close_bets()
    driver.finish(s1=["raise-1"] * 3)
    assert "take-out" not in driver.steps()
    shown = [event for event, _ in driver.log if isinstance(event, e.Turned | e.Revealed)]
    assert isinstance(shown[-1], e.Revealed)  # after the All-Six cards
    assert [line["wager"] for line in driver.events(e.Settled)[-1].lines][-1] == "all-six"
    driver.until_phase("betting")
    driver.do(Report(irregularity="out-of-order", device="shoe"))
    driver.until_phase("betting")
    driver.do(Direct(order="repair", what="shoe"), "floorperson")
    assert (driver.table.way, driver.table.todo) == ("automated-shoe", ())


# § 683a.12(f). The payout limit.

BOARD = "Ts Js Qs"


def _limited(hands: dict[int, str], players: dict[int, str], submission: dict[str, Any]) -> Driver:
    driver = CAJUN_STUD.opened(**submission)
    driver.until("view")
    for seat, name in players.items():
        driver.do(Sit(player=name, seat=seat), "player", name)
        if f"player:{name}" not in driver.table.accounts:
            driver.do(BuyIn(player=name, amount=2_000_000), "player", name)
    driver.do(Direct(order="fill", amount=20_000_000), "floorperson")
    driver.until_phase("betting")
    for seat in hands:
        driver.bet(seat, ante=10_000)
    driver.close_bets()
    driver.hold(**{f"s{seat}": held for seat, held in hands.items()}, community=BOARD)
    driver.finish(**{f"s{seat}": ["raise-3"] * 3 for seat in hands})
    return driver


def _by_settle(driver: Driver, hands: dict[int, str], players: dict[int, str]) -> dict[int, list[tuple[str, str]]]:
    seats = {
        str(seat): {"cards": held, "wagers": {"ante": "100"}, "decisions": ["raise-3"] * 3, "player": players[seat]}
        for seat, held in hands.items()
    }
    done = settle(driver.rules, describe(driver.rules, {"seats": seats, "community": BOARD}))
    return {seat: [(line.wager, dollars(line.paid)) for line in own.lines] for seat, own in done.seats.items()}


@provision("683a.12(f)")
@pytest.mark.parametrize("players", [{1: "Ann", 2: "Ann", 5: "Ben"}, {1: "Ann", 2: "Bob", 5: "Ben"}])
def test_the_payout_limit_binds_a_player_over_all_boxes_as_settle_has_it(players: dict[int, str]):
    hands = {1: "Ks As", 2: "9s 8s", 5: "2d 7c"}
    driver = _limited(hands, players, {"payout-limit": "50000", "adjacent-boxes": 2})
    paid = {seat: [(w, line["paid"]) for w, line in driver.lines(seat).items()] for seat in hands}
    assert paid == _by_settle(driver, hands, players)
    won: dict[str, int] = {}
    for seat, name in players.items():
        won[name] = won.get(name, 0) + sum(int(amount.replace(".", "")) for _, amount in paid[seat])
    assert won["Ann"] == 5_000_000
    assert any("limited-by" in line for line in driver.lines(1).values())
    assert {line.get("limited-by") for line in driver.lines(1).values()} <= {None, cite("12(f)")}
    assert driver.table.accounts["layout"] == 0


@provision("683a.12(f)")
def test_a_line_names_the_reading_of_the_limit_also_where_side_wagers_of_another_box_would_count():
    driver = CAJUN_STUD.opened(**{"payout-limit": "50000", "adjacent-boxes": 2, "pocket": "A"})
    driver.ready(2, chips=2_000_000)
    driver.do(Sit(player="P2", seat=1), "player", "P2")
    driver.bet(1, ante=10_000)
    driver.bet(2, ante=45_000, pocket=20_000)
    driver.close_bets()
    driver.hold(s1="Qd Qc", s2="Ad Ac", community="Ah 4s 4d")
    driver.finish(s1=["raise-1"] * 3, s2=["raise-3"] * 3)
    # $45,000 for a full house and $6,000 for the aces: with those the limit would be reached before seat 1
    assert {line["net"] for line in driver.lines(1).values()} == {"200.00"}
    assert {line.get("reading") for line in driver.lines(1).values()} == {"payout-limit"}


@provision("683a.12(a)")
def test_three_to_two_rounded_down_is_taken_and_paid_at_the_table():
    limits = {"ante": {"minimum": "5.01", "step": "0.01"}}
    driver = Driver("cajun-stud", {"ante": "B", "limits": limits, "readings": {"3-to-2": "rounded-down"}})
    driver.ready(1)
    driver.bet(1, ante=501)
    driver.close_bets()
    driver.hold(s1="As Kc", community="Ac Kd 4h")
    driver.finish(s1=["raise-1"] * 3)
    assert driver.lines(1)["ante"]["paid"] == "7.51"
