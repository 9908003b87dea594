"""Section 11 of chapter 688a at the table: setting, surrender, comparison, bonuses, validation, cards to the rack."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.kit.cards import cards, write
from croupier.table import Decide, Direct, Leave, Perform, Report, Sit
from croupier.table import events as e
from tests.support import provision
from tests.table.offered import OfferedDriver
from tests.table.test_face_up_pai_gow import WAYS, cite, table

KINGS = "Ks Kd Qh 9c 7d 5s 3h"
"""The dealer's: a pair of kings, and queen-nine low."""
ACES = "As Ad Ah Kc Qc 9d 7h"
QUADS = "4c 4d 4h 4s 9h Tc Jd"
ACE_HIGH = "As Kd Qh 9c 7d 5s 3h"
FIVE_ACES = "As Ah Ad Ac Jk 2h 4d"
SEVEN_FLUSH = "5c 6c 7c 8c 9c Tc Jc"


def setting(dealer: str = KINGS, **choices: Any) -> OfferedDriver:
    """A table at the setting of hands; ``s1=(cards, wagers)`` are the seats."""
    seats = {int(to[1:]): choices.pop(to) for to in list(choices) if to[0] == "s" and to[1:].isdigit()}
    driver = table(*seats, **choices)
    for seat, (_, wagers) in seats.items():
        driver.bet(seat, pai_gow=1000, **wagers)
    driver.close_bets()
    driver.hold(dealer=dealer, **{f"s{seat}": cards for seat, (cards, _) in seats.items()})
    driver.until("set-dealer")
    return driver


def deciding(dealer: str = KINGS, **choices: Any) -> OfferedDriver:
    driver = setting(dealer, **choices)
    driver.until("decide")
    return driver


# Setting.


@provision("688a.11(a)")
@provision("688a.11(b)", held="refusal")
@pytest.mark.parametrize("way", WAYS)
def test_the_dealer_sets_first_by_the_house_way_and_players_look_then(way: str):
    driver = setting(s1=(ACES, {}), **WAYS[way])
    assert (driver.due.cite, driver.due.by) == (cite("11(a)"), ("dealer",))
    wrong = driver.refused(Decide(seat=1, decision="house-way"), "player", "P1")
    assert str(wrong.cite) == cite("11(a)")
    (done,) = driver.perform("set-dealer")
    assert isinstance(done, e.Performed)
    assert sorted(done.value.split()) == ["9c", "Qh"]
    driver.decide(1, "house-way")


@provision("688a.13(h)")
@pytest.mark.parametrize("settled", [False, True])
def test_hands_of_the_dealer_that_are_found_set_otherwise_are_set_again_before_the_round_goes_on(settled: bool):
    driver = deciding(s1=(ACES, {}), s2=(QUADS, {}))
    if settled:
        for seat in (1, 2):
            driver.decide(seat, "house-way")
        driver.until("reveal", seat=1)
    before, next_due = len(driver.log), driver.due
    for _ in range(2):  # told twice they are set again once
        driver.do(Report(irregularity="wrong-setting"), "surveillance", "Sue")
    assert (driver.due.id, driver.due.cite, driver.due.by) == ("set-dealer", cite("13(h)"), ("dealer",))
    assert driver.due.phase == next_due.phase
    if not settled:
        assert driver.refused(Decide(seat=1, decision="house-way"), "player", "P1").field == "decision"
    (told, done) = driver.perform("set-dealer", value="Ks Kd")  # wrong again
    assert isinstance(told, e.IrregularityFound)
    assert isinstance(done, e.Performed)
    assert (sorted(done.value.split()), done.cite) == (["9c", "Qh"], cite("13(h)"))
    assert driver.due == next_due
    if not settled:
        for seat in (1, 2):
            driver.decide(seat, "house-way")
    driver.finish()
    assert [event.step for event in driver.events(e.Performed, before)].count("set-dealer") == 1
    assert (driver.chips(1), driver.chips(2)) == (1_001_000, 1_000_000)


@provision("688a.13(h)")
def test_in_a_void_round_no_hands_are_set_again():
    driver = deciding(s1=(ACES, {}))
    driver.do(Report(irregularity="wrong-number"), "floorperson")
    driver.do(Report(irregularity="wrong-setting"), "dealer")
    assert driver.due.id == "rack"


def test_tables_opened_before_go_on_with_the_hands_as_they_lie():
    driver = deciding(s1=(ACES, {}))
    driver.table = replace(driver.table, procedure=7)
    driver.do(Report(irregularity="wrong-setting"), "dealer")
    assert driver.due.id == "decide"


@provision("688a.11(b)", "688a.11(b)(1)", "688a.11(c)")
def test_players_set_their_own_hands_in_any_order():
    driver = deciding(s1=(ACES, {}), s3=(QUADS, {}), s6=("2c 3d 5h 8s Js Qd Ac", {}))
    assert driver.refused(Decide(seat=3, decision="house-way"), "player", "P1").field == "seat"
    assert driver.refused(Decide(seat=3, decision="set", low=(0, 1)), "dealer").field == "decision"
    driver.decide(3, "set", low=(4, 5))
    driver.decide(6, "house-way")
    assert [event.cite for event in driver.events(e.Decided)] == [cite("11(c)"), cite("11(b)(1)")]
    for low in ((0,), (0, 0), (0, 7), (0, 1, 2), (-1, 2)):
        assert str(driver.refused(Decide(seat=1, decision="set", low=low), "player", "P1").cite) == cite("11(c)")
    driver.decide(1, "set", low=(3, 4))
    driver.finish()
    assert driver.events(e.Revealed)[1].low == "9h Tc"


@provision("688a.11(b)(1)")
def test_assistance_is_the_house_way_and_so_is_a_player_whose_time_is_over():
    driver = deciding(s1=(ACES, {}), s2=(QUADS, {}))
    driver.decide(1, "house-way")
    driver.now += 25_000
    driver.do(Decide(seat=2, decision="house-way"), "dealer")
    assert driver.events(e.Decided)[-1].late
    driver.finish()
    way = driver.rules.chosen["house-way"]
    for event in driver.events(e.Revealed):
        held = driver.hands[f"seats.{event.seat}"]
        assert event.low == write(way.set(driver.rules.ranking, cards(held)).low)


@provision("688a.11(b)(3)")
def test_hands_that_are_set_may_not_be_changed():
    driver = deciding(s1=(ACES, {}), s2=(QUADS, {}))
    driver.decide(1, "set", low=(3, 4))
    for again in (Decide(seat=1, decision="set", low=(0, 1)), Decide(seat=1, decision="house-way")):
        assert str(driver.refused(again, "player", "P1").cite) == cite("11(b)(3)")


# Surrender.


@provision("688a.11(d)")
def test_a_surrendered_wager_is_collected_at_once_and_seven_cards_counted_unseen():
    driver = deciding(s1=(ACES, {}), s2=(QUADS, {}))
    before = len(driver.log)
    driver.decide(1, "surrender")
    assert driver.chips(1) == 999_000
    (line,) = driver.events(e.Settled, before)[0].lines
    assert (line["result"], line["cite"]) == ("forfeit", cite("11(d)"))
    driver.advance()
    (racked,) = driver.events(e.Racked, before)
    assert (racked.what, racked.count) == ("seats.1", 7)
    (counted,) = driver.events(e.Performed, before)
    assert (counted.step, counted.value, counted.cite) == ("count-surrendered", 7, cite("11(d)"))
    said = [event for event, _ in driver.log]
    assert said.index(counted) < said.index(racked)
    driver.decide(2, "house-way")
    driver.finish()
    assert [event.seat for event in driver.events(e.Revealed)] == [2]


@provision("688a.11(d)")
@pytest.mark.parametrize("wager", ["ace_high", "fortune", "progressive"])
def test_surrender_is_closed_to_whoever_placed_an_optional_wager(wager: str):
    driver = deciding(s1=(ACES, {wager: 100 if wager == "progressive" else 500}))
    wrong = driver.refused(Decide(seat=1, decision="surrender"), "player", "P1")
    assert str(wrong.cite) == cite("11(d)")


@provision("688a.11(d)", "688a.7(f)")
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
@pytest.mark.parametrize("told", [Decide(seat=1, decision="surrender"), None])
def test_an_optional_wager_on_the_players_other_box_closes_the_surrender_too(cards: str, told: Decide | None):
    driver = table(2, 5, cards=cards, **{"adjacent-boxes": 2})
    driver.do(Sit(player="P2", seat=1), "player", "P2")
    for seat, more in ((1, {}), (2, {"ace_high": 500}), (5, {})):
        driver.bet(seat, pai_gow=1000, **more)
    driver.close_bets()
    driver.until("decide")
    driver.decide(2, "house-way")
    if told is None:  # nor after it was set
        driver.decide(1, "house-way")
    wrong = driver.refused(Decide(seat=1, decision="surrender"), "player", "P2")
    assert (str(wrong.cite), wrong.field) == (cite("11(d)"), "seats.1.decisions.0")
    driver.decide(5, "surrender")


@provision("688a.11(d)")
def test_surrender_waits_for_the_dealers_setting_and_ends_with_the_first_hand_shown():
    driver = setting(s1=(ACES, {}))
    assert driver.refused(Decide(seat=1, decision="surrender"), "player", "P1").field == "decision"
    driver.until("decide")
    driver.decide(1, "house-way")
    driver.until("settle")
    assert driver.refused(Decide(seat=1, decision="surrender"), "player", "P1").field == "decision"


@provision("688a.11(d)")
@pytest.mark.parametrize("said", [("set", (3, 4)), ("house-way", ())])
@pytest.mark.parametrize("until", ["decide", "reveal"])
def test_surrender_stays_open_after_the_hands_are_set(said, until):
    """While others still set, and when only the dealer's reveal is to come."""
    driver = deciding(s1=(ACES, {}), s2=(QUADS, {}))
    driver.decide(1, said[0], low=said[1])
    if until == "reveal":
        driver.decide(2, "house-way")
        driver.until("settle")
        assert driver.due.seat == 2
    wrong = driver.refused(Decide(seat=1, decision="surrender"), "dealer")
    assert (wrong.field, str(wrong.cite)) == ("actor", cite("11(d)"))
    driver.decide(1, "surrender")
    assert driver.playing.low == {}
    assert driver.chips(1) == 999_000
    assert driver.refused(Decide(seat=1, decision="house-way"), "player", "P1")
    if until == "decide":
        driver.until("decide")  # the seven cards are counted first
        driver.decide(2, "house-way")
    driver.finish()
    assert [event.seat for event in driver.events(e.Revealed)] == [2]
    assert [line["result"] for event in driver.events(e.Settled) if event.seat == 1 for line in event.lines] == [
        "forfeit"
    ]


@provision("688a.11(d)", "688a.11(h)(2)(i)(C)")
def test_a_qualifying_wager_keeps_a_surrendered_hand_on_the_table_for_the_envy_bonus():
    driver = deciding(s1=(QUADS, {}), s2=(ACES, {"fortune": 500}))
    driver.decide(1, "surrender")
    assert not [event for event in driver.events(e.Racked) if event.what == "seats.1"]
    driver.decide(2, "house-way")
    driver.finish()
    assert driver.lines(2)["envy"]["from"] == "1"
    assert [event.what for event in driver.events(e.Racked)].count("seats.1") == 1


def given_up(cards: str = "entered", *, gone: bool) -> OfferedDriver:
    """Seat 1 has surrendered while seat 2's Fortune Bonus Wager qualified, which goes back or is lost since."""
    driver = deciding(s1=(QUADS, {}), s2=(ACES, {"fortune": 500}), cards=cards)
    driver.decide(1, "surrender")
    assert driver.due.id == "decide"
    if gone:
        driver.do(Leave(seat=2), "player", "P2")
        driver.do(Direct(order="abandon", seat=2), "floorperson", "Flo")
    else:
        driver.do(Report(irregularity="exposed-player", seat=2))
        driver.perform("choose", "player", "P2", value="void")
    return driver


@provision("688a.11(d)")
@pytest.mark.parametrize("gone", [False, True])
def test_a_surrendered_hand_that_earns_nobody_envy_any_more_is_counted_and_collected_unseen(gone: bool):
    driver = given_up(gone=gone)
    assert (driver.due.id, driver.due.seat, driver.due.cite) == ("count-surrendered", 1, cite("11(d)"))
    driver.perform("count-surrendered", value=7)
    driver.finish()
    assert driver.events(e.Revealed) == []
    assert [event.what for event in driver.events(e.Racked)].count("seats.1") == 1
    assert driver.chips(1) == 999_000
    assert driver.chips(2) == (998_500 if gone else 1_000_000)


@provision("688a.11(d)", "688a.13(j)")
def test_a_wrong_number_in_such_a_hand_voids_the_round():
    driver = given_up(gone=True)
    driver.perform("count-surrendered", value=6)
    driver.finish()
    assert (driver.chips(1), driver.chips(2)) == (1_000_000, 1_000_000)


@provision("688a.11(d)")
def test_sealed_cards_of_such_a_hand_stay_sealed():
    driver = given_up("shuffled", gone=True)
    driver.finish()
    assert driver.events(e.Revealed) == []
    counted = [event for event in driver.events(e.Performed) if event.step == "count-surrendered"]
    assert [(event.value, event.cite) for event in counted] == [(7, cite("11(d)"))]


def test_tables_opened_before_turn_such_a_hand_over():
    driver = deciding(s1=(QUADS, {}), s2=(ACES, {"fortune": 500}))
    driver.table = replace(driver.table, procedure=6)
    driver.decide(1, "surrender")
    driver.do(Leave(seat=2), "player", "P2")
    driver.do(Direct(order="abandon", seat=2), "floorperson", "Flo")
    driver.finish()
    assert [event.seat for event in driver.events(e.Revealed)] == [1]


# Comparison.


@provision("688a.11(e)")
def test_hands_are_turned_over_and_settled_from_the_dealers_right():
    driver = deciding(s1=(ACES, {}), s2=(QUADS, {}), s6=("2c 3d 5h 8s Js Qd Ac", {}))
    for seat in (1, 2, 6):
        driver.decide(seat, "house-way")
    order = []
    while driver.table.play is not None:
        order.append((driver.due.id, driver.due.seat, driver.due.cite))
        driver.advance()
    path = cite("11(e)")
    assert order == [
        ("reveal", 6, path),
        ("settle", 6, path),
        ("reveal", 2, path),
        ("settle", 2, path),
        ("reveal", 1, path),
        ("settle", 1, path),
        ("rack", 0, cite("11(j)")),
    ]
    results = {event.seat: event.lines[0]["result"] for event in driver.events(e.Settled)}
    assert results[1] == "win"


@provision("688a.11(f)(1)(iii)")
def test_a_low_hand_above_the_high_hand_loses():
    driver = deciding(s1=("As Ad 2h 4c 6c 8d Th", {}))
    driver.decide(1, "set", low=(0, 1))
    driver.finish()
    assert (driver.lines(1)["pai-gow"]["result"], driver.lines(1)["pai-gow"]["cite"]) == ("lose", cite("11(f)(1)(iii)"))
    assert driver.chips(1) == 999_000


def found_set(driver: OfferedDriver, low: str) -> None:
    """The dealer turns the hand over and finds these cards laid as the low hand."""
    driver.decide(1, "set")
    driver.until("reveal")
    driver.perform("reveal", cards=driver.hands["seats.1"], value=low)
    driver.finish()


@provision("688a.11(f)(1)(iv)")
@pytest.mark.parametrize("low", ["Kc", "Kc Qc 9d", "Kc Qc 9d 7h"])
def test_hands_of_a_wrong_number_of_cards_lose_however_good(low: str):
    driver = deciding(s1=(ACES, {"fortune": 500}))
    found_set(driver, low)
    assert (driver.lines(1)["pai-gow"]["result"], driver.lines(1)["pai-gow"]["cite"]) == ("lose", cite("11(f)(1)(iv)"))
    assert driver.lines(1)["fortune"]["result"] == "win"  # of the seven cards, however they were laid


@provision("688a.11(f)(1)(iv)", "688a.11(f)(2)(iii)")
def test_a_dealers_ace_high_pai_gow_pushes_even_those():
    driver = deciding(ACE_HIGH, s1=("Ac Ad Ah Kc Qc 9d 7h", {}))
    found_set(driver, "Kc Qc 9d")
    assert driver.lines(1)["pai-gow"]["result"] == "push"


@provision("688a.11(f)(1)(iv)")
def test_the_dealer_names_the_low_hand_that_lies_there():
    driver = deciding(s1=(ACES, {}))
    driver.decide(1, "set")
    driver.until("reveal")
    for low in (None, "", "2c 3c"):
        assert str(driver.refused(Perform(step="reveal", cards=ACES, value=low)).cite) == cite("11(e)")
    driver.perform("reveal", cards=ACES, value="Kc Qc")
    driver.finish()
    assert driver.lines(1)["pai-gow"]["result"] == "win"


# Cards and bonuses.


@provision("688a.11(g)", held="step")
def test_without_optional_wagers_each_hand_is_racked_as_it_is_settled():
    driver = deciding(s1=(ACES, {}), s2=(QUADS, {}))
    driver.decide(1, "house-way")
    driver.decide(2, "house-way")
    driver.until("settle", seat=2)
    before = len(driver.log)
    driver.advance()
    assert [type(event).__name__ for event, _ in driver.log[before:]] == ["Settled", "Racked"]
    assert driver.table.rack[-1] == ("seats.2", 7)


@provision("688a.11(h)", "688a.11(h)(2)(ii)")
@provision("688a.11(h)(2)(iii)", "688a.11(i)", held="step")
def test_all_of_a_players_wagers_then_the_envy_bonuses_then_the_cards():
    driver = deciding(s1=(QUADS, {}), s2=(ACES, {"ace_high": 500, "fortune": 500, "progressive": 100}))
    driver.decide(1, "house-way")
    driver.decide(2, "house-way")
    before = len(driver.log)
    driver.finish()
    kinds = [
        (type(event).__name__, getattr(event, "seat", 0) or getattr(event, "what", ""))
        for event, _ in driver.log[before:]
    ]
    assert [kind for kind in kinds if kind[0] in {"Settled", "Racked"}] == [
        ("Settled", 2),
        ("Settled", 1),
        ("Settled", 2),
        ("Racked", "seats.2"),
        ("Racked", "seats.1"),
        ("Racked", "dealer"),
    ]
    first, _, envy = driver.events(e.Settled, before)
    assert [line["wager"] for line in first.lines] == ["pai-gow", "ace-high", "fortune", "progressive"]
    (bonus,) = envy.lines
    assert (bonus["wager"], bonus["from"], bonus["paid"], bonus["cite"]) == ("envy", "1", "5.00", cite("11(h)(2)(ii)"))


@provision("688a.11(h)(2)(ii)")
def test_envy_is_paid_for_each_other_players_hand_never_the_own_or_the_dealers():
    driver = deciding(
        "6c 6d 6h 6s 2h 3h 5s",
        s1=(QUADS, {"fortune": 500}),
        s2=("8c 8d 8h 8s Td Jc Qs", {"fortune": 400}),
        s3=(ACES, {"fortune": 1000}),
    )
    for seat in (1, 2, 3):
        driver.decide(seat, "house-way")
    driver.finish()
    owed = {
        (event.seat, line["from"])
        for event in driver.events(e.Settled)
        for line in event.lines
        if line["wager"] == "envy"
    }
    assert owed == {(1, "2"), (3, "1"), (3, "2")}


@provision("688a.11(h)(3)(i)(B)(1)", "688a.11(h)(3)(i)(B)(2)", "688a.11(h)(3)(i)(B)(3)")
def test_a_progressive_win_is_verified_twice_and_validated_by_the_floor():
    driver = deciding(s1=(QUADS, {"progressive": 100}))
    driver.decide(1, "house-way")
    driver.until("verify-winner")
    for step, path in (("verify-winner", "1"), ("verify-light", "2"), ("validate", "3")):
        assert (driver.due.id, driver.due.cite) == (step, cite(f"11(h)(3)(i)(B)({path})"))
        assert str(driver.refused(Perform(step="settle")).cite) == driver.due.cite
        if step == "validate":
            assert driver.refused(Perform(step=step)).field == "actor"
        driver.advance()
    driver.advance()
    assert driver.lines(1)["progressive"]["paid"] == "75.00"
    assert driver.due.id == "rack"  # paid from the inventory: no documents


@provision("688a.11(h)(3)(i)(A)", "688a.11(h)(3)(i)(B)(1)")
def test_a_progressive_wager_that_loses_needs_no_validation():
    driver = deciding(s1=(ACES, {"progressive": 100}), s2=(QUADS, {}))
    driver.decide(1, "house-way")
    driver.decide(2, "house-way")
    driver.finish()
    assert "validate" not in driver.steps()
    assert driver.lines(1)["progressive"]["result"] == "lose"


@provision("688a.11(h)(2)(i)(B)", "688a.11(h)(2)(i)(C)", "688a.7(b)")
@pytest.mark.parametrize("step", ["reveal", "settle"])
@pytest.mark.parametrize(("wagers", "path"), [({"fortune": 500}, "11(h)(2)(i)(B)"), ({}, "11(h)(2)(i)(C)")])
def test_a_hand_that_was_abandoned_before_it_was_settled_is_acknowledged_once(
    step: str, wagers: dict[str, int], path: str
):
    driver = deciding(s1=(ACES, {"fortune": 500}), s2=(QUADS, wagers))
    for seat in (1, 2):
        driver.decide(seat, "house-way")
    driver.until(step, seat=2)
    driver.do(Leave(seat=2), "player", "P2")
    driver.do(Direct(order="abandon", seat=2), "floorperson")
    driver.finish()
    told = [(event.value, event.cite) for event in driver.events(e.Performed) if event.step == "acknowledge"]
    assert told == [({"seat": 2, "hand": "Four-of-a-kind"}, cite(path))]
    assert driver.lines(1)["envy"]["paid"] == "5.00"


@provision("688a.11(e)")
def test_the_dealer_announces_whether_each_wager_wins_loses_or_is_a_tie():
    driver = deciding(
        "Ks Kd Qh 9d 7d 5s 3h",
        s1=("Kc Qs 9s 7c 5d 4h 2c", {}),
        s3=("As Ac Kh Jc 8h 6d 3c", {}),
        s5=("Jd Jh Ad Td 8s 6c 2d", {}),
    )
    for seat in (1, 3, 5):
        driver.decide(seat, "house-way")
    driver.until("settle", seat=5)
    wrong = driver.refused(Perform(step="settle", value="wins"))
    assert (wrong.field, wrong.cite) == ("value", cite("11(e)"))
    driver.perform("settle", value="ties")
    driver.finish()
    told = {event.seat: (event.announced, event.lines[0]["result"]) for event in driver.events(e.Settled)}
    assert told == {5: ("ties", "push"), 3: ("wins", "win"), 1: ("loses", "lose")}


@provision("688a.11(h)(3)(i)(B)(4)")
@pytest.mark.parametrize(
    ("hand", "share", "after"), [(FIVE_ACES, 100_002, 900_026), (SEVEN_FLUSH, 1_000_028, 1_000_000)]
)
def test_a_share_of_the_meter_is_not_paid_from_the_inventory_and_waits_for_its_documents(
    hand: str, share: int, after: int
):
    driver = deciding("Ks Kd Qh 9d 7d 5s 3h", s1=(hand, {"progressive": 100}))
    driver.decide(1, "house-way")
    driver.until("verify-winner")
    assert list(driver.lines(1)) == ["pai-gow"]  # which is settled before anything else
    driver.until("settle")
    assert driver.meter() == 1_000_028
    inventory, chips = driver.money()["inventory"], driver.chips(1)
    driver.advance()
    assert driver.chips(1) == chips + share
    assert driver.money()["inventory"] == inventory
    assert driver.meter() == after
    assert (driver.due.id, driver.due.cite) == ("document", cite("11(h)(3)(i)(B)(4)"))
    assert driver.refused(Perform(step="document")).field == "actor"
    assert "seats.1" not in driver.playing.racked
    driver.finish()
    assert "document" in driver.steps()


@provision("688a.11(h)(3)(i)(B)(4)")
def test_the_second_of_two_winners_is_paid_from_what_the_first_left():
    driver = deciding(
        "Ks Kd Qh 9d 7d 5s 3h", s2=(SEVEN_FLUSH, {"progressive": 100}), s5=(FIVE_ACES, {"progressive": 100})
    )
    for seat in (2, 5):
        driver.decide(seat, "house-way")
    driver.finish()
    assert driver.lines(5)["progressive"]["paid"] == "1000.05"  # a tenth of $10,000.56
    assert driver.lines(2)["progressive"]["paid"] == "9000.51"  # all that is left
    assert driver.meter() == 1_000_000  # and the seed is back
    assert driver.steps().count("document") == 2


@provision("688a.12(d)")
@pytest.mark.parametrize(("rate", "grown"), [("as-printed", 17), ("45-percent", 45)])
def test_table_6_grows_by_the_printed_rate_or_by_the_published_one(rate: str, grown: int):
    driver = OfferedDriver("face-up-pai-gow", {"progressive": "6"}, readings={"progressive-6-rate": rate})
    driver.ready(1)
    driver.bet(1, pai_gow=1000, progressive=100)
    driver.close_bets()
    driver.until("deal")
    assert driver.meter() == 200_000 + grown


@provision("688a.12(d)")
def test_the_reserve_stays_beside_a_meter_that_was_won_whole():
    driver = OfferedDriver("face-up-pai-gow", {"progressive": "4"}, inventory=100_000_000).ready(1)
    driver.bet(1, pai_gow=1000, progressive=500)
    driver.close_bets()
    driver.hold(dealer="Ks Kd Qh 9d 7d 5s 3h", s1=SEVEN_FLUSH)
    driver.finish(s1="house-way")
    assert driver.lines(1)["progressive"]["paid"] == "15000.05"
    assert (driver.meter(), driver.money()["reserve:progressive"]) == (1_000_000, 5)


@provision("688a.11(j)")
def test_the_rack_rebuilds_every_hand():
    driver = deciding(s1=(ACES, {}), s2=(QUADS, {"fortune": 500}), s4=("2c 3d 5h 8s Js Qd Ac", {}))
    driver.decide(4, "surrender")
    for seat in (1, 2):
        driver.decide(seat, "house-way")
    driver.until("rack")
    before = len(driver.log)
    driver.advance()
    assert [(event.what, event.count) for event in driver.events(e.Racked, before)] == [
        ("seats.4", 7),
        ("seats.2", 7),
        ("seats.1", 7),
        ("dealer", 7),
    ]
    counted = driver.events(e.Racked)
    assert sum(event.count for event in counted) == 53
