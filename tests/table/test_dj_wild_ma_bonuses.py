"""Sections 11 and 12 of the Massachusetts DJ Wild rules at the table: Cover All and the Multi Game Link."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from croupier.table import Perform, Place, Report
from croupier.table import events as e
from tests.support import provision
from tests.table.test_dj_wild_ma import BONUSES, HAND, LINK, bets, cite, opened

if TYPE_CHECKING:
    from tests.table.drive import Driver

NOTHING = "3c 5d 7h 9s Jc"
STRAIGHT = "4c 5h 6d 7s 8h"
HIGHER = "9c Th Jd Qs Kh"
QUADS = "Ac Ad Ah As Kd"
FULL = "6c 6h 6s Qc Qd"


def cover_all(*seats: int, **choices: Any) -> Driver:
    driver = opened(**BONUSES, **choices)
    driver.ready(*seats)
    bets(driver, *seats, cover_all=500)
    driver.close_bets()
    return driver


def shown(driver: Driver, dealer: str, **hands: str) -> None:
    """Play the round with these hands to its end; a hand with a ! is folded."""
    driver.hold(dealer=dealer, **{to: cards.rstrip("!") for to, cards in hands.items()})
    driver.finish(**{to: "fold" if cards.endswith("!") else "raise" for to, cards in hands.items()})


def exposed(driver: Driver) -> list[str]:
    return [event.value for event in driver.events(e.Performed) if event.step == "expose"]


@provision("MA 11(a)")
def test_the_bonus_is_placed_before_the_round():
    driver = cover_all(1, 2)
    wrong = driver.refused(Place(seat=1, wager="cover-all", amount=500), "player", "P1")
    assert str(wrong.cite) == cite("6(b)")


@provision("MA 11(d)")
def test_the_shuffler_is_set_to_its_mode_before_the_cards_come():
    driver = opened(**BONUSES)
    assert (driver.due.id, driver.due.cite) == ("cover-all-mode", cite("11(d)"))
    assert str(driver.refused(Perform(step="receive")).cite) == cite("11(d)")
    without = opened()
    assert without.due.id == "receive"


@provision("MA 11(c)", "MA 11(e)", "MA 11(k)")
@pytest.mark.parametrize("choices", [{}, HAND])
def test_the_green_button_shows_how_many_play_and_what_that_pays(choices: dict[str, Any]):
    top = {1: "500 to 1", 2: "400 to 1", 3: "300 to 1", 4: "200 to 1", 5: "150 to 1", 6: "100 to 1"}
    for players, text in top.items():
        driver = cover_all(*range(1, players + 1), **choices)
        driver.until("green-button")
        assert driver.due.cite == cite("11(e)")
        assert len(driver.playing.round.places["dealer"]) == 5  # after the dealer's own hand has come out
        driver.advance()
        value = driver.events(e.Performed)[-1].value
        assert value["players"] == players
        assert value["pays"]["five-wilds"] == text
    without = opened()
    without.ready(1)
    bets(without, 1)
    without.close_bets()
    without.until_phase("deciding")
    assert "green-button" not in without.steps()


@provision("MA 11(h)", "MA 11(i)", held="step")
def test_the_highest_straight_or_better_so_far_stays_face_up_and_a_lower_one_goes():
    driver = cover_all(1, 2, 3, 4)
    shown(driver, NOTHING, s1=STRAIGHT, s2=FULL, s3=HIGHER, s4=QUADS)
    assert exposed(driver) == ["seats.1", "seats.2", "seats.4"]
    racked = [event.what for event in driver.events(e.Racked)]
    # seat 1 goes when seat 2 is higher, seat 3 at once, seat 2 for seat 4, which stays to the end
    assert racked == ["seats.1", "seats.3", "seats.2", "seats.4", "dealer"]
    last = [event.value for event in driver.events(e.Performed) if event.step == "high-hand"]
    assert last == ["seats.4"]


@provision("MA 11(h)")
def test_less_than_a_straight_is_not_left_and_the_dealers_hand_counts():
    low = cover_all(1)
    shown(low, NOTHING, s1="Ac Ad Ah 4s Kd")
    assert exposed(low) == []
    dealer = cover_all(1, 2)
    shown(dealer, QUADS, s1=STRAIGHT, s2=FULL)
    assert exposed(dealer) == []
    assert [event.value for event in dealer.events(e.Performed) if event.step == "high-hand"] == ["dealer"]


@provision("MA 11(h)", "MA 11(i)")
def test_a_folded_hand_is_looked_at_too():
    driver = cover_all(1, 2)
    shown(driver, NOTHING, s1=QUADS + "!", s2=STRAIGHT)
    assert exposed(driver) == ["seats.2", "seats.1"]
    assert driver.lines(2)["cover-all"]["row"] == "Full House (read as four-of-a-kind), 2"


@provision("MA 11(j)", "MA 11(g)")
def test_cover_all_is_settled_last_and_once_on_the_highest_hand():
    driver = cover_all(1, 2, 3)
    driver.hold(dealer=NOTHING, s1=STRAIGHT, s2=QUADS, s3="3d 8c 7c 9h Td")
    driver.until_phase("deciding")
    began = len(driver.log)
    driver.finish(s1="raise", s2="raise", s3="fold")
    lines = [(event.seat, line["wager"]) for event in driver.events(e.Settled, began) for line in event.lines]
    assert lines[-3:] == [(1, "cover-all"), (2, "cover-all"), (3, "cover-all")]
    assert all(wager != "cover-all" for _, wager in lines[:-3])
    assert {driver.lines(seat)["cover-all"]["paid"] for seat in (1, 2, 3)} == {"30.00"}  # four of a kind, three players


@provision("MA 11(b)", "MA 13(c)")
def test_a_void_hand_is_not_the_tables_highest():
    driver = cover_all(1, 2)
    driver.until_phase("deciding")
    driver.do(Report(irregularity="wrong-number", seat=1))
    shown(driver, NOTHING, s2="3d 5h 7c 9h Td")
    assert driver.lines(2)["cover-all"]["result"] == "lose"
    assert driver.chips(1) == 1_000_000


# 12. Multi Game Link.


@provision("MA 9(c)", "MA 13(c)")
def test_a_forfeited_bonus_stays_forfeited_when_another_hand_is_void():
    driver = cover_all(1, 2, 3)
    driver.hold(dealer=NOTHING, s1=STRAIGHT, s2=FULL, s3=QUADS)
    driver.until_phase("deciding")
    driver.do(Report(irregularity="information", seat=1))
    for seat in (2, 3):
        driver.decide(seat, "raise")
    driver.until("rack")
    driver.do(Report(irregularity="wrong-number", seat=2))
    driver.finish()
    assert driver.lines(1)["cover-all"]["result"] == "forfeit"
    assert [line["wager"] for line in driver.events(e.Voided)[-1].lines if line["wager"] == "cover-all"] == [
        "cover-all"
    ]
    assert driver.lines(3)["cover-all"]["result"] == "win"


def linked(*seats: int, **choices: Any) -> Driver:
    driver = opened(**LINK, **choices)
    driver.ready(*seats)
    bets(driver, *seats, multi_game_link=100)
    driver.close_bets()
    return driver


@provision("MA 12(a)")
def test_every_wild_card_is_replaced_from_the_stub_once_all_hands_are_seen():
    driver = linked(1, 2)
    driver.hold(dealer="9c 9d 4h 5s Jc", s1="2c Ac Kd 8h 7s", s2="Jk Qs Qh Qd 3c", replacement="Ad Qc")
    driver.until_phase("deciding")
    driver.decide(1, "raise")
    driver.decide(2, "raise")
    steps = []
    while driver.table.play is not None:
        steps.append((driver.due.id, driver.due.seat or driver.due.to))
        driver.advance()
    assert steps == [
        ("turn", "dealer"),
        ("reveal", 1),
        ("reveal", 2),
        ("deal", "replacement"),
        ("deal", "replacement"),
        ("settle", 1),
        ("settle", 2),
        ("rack", ""),
    ]
    # 2c becomes Ad: two aces lose; the joker becomes Qc: four queens
    assert driver.lines(1)["multi-game-link"]["result"] == "lose"
    assert driver.lines(2)["multi-game-link"]["row"] == "Four of a kind"
    replaced = [event for event in driver.events(e.Dealt) if event.to == "replacement"]
    assert [event.cite for event in replaced] == [cite("12(a)")] * 2


@provision("MA 12(a)")
def test_a_link_is_paid_only_when_a_floorperson_has_validated_it_where_the_house_has_it_so():
    driver = linked(1, **{"validate-from": "100.00"})
    driver.hold(dealer="9c 9d 4h 5s Jc", s1="Jk Qs Qh Qd 3c", replacement="Qc")
    driver.until_phase("deciding")
    driver.decide(1, "raise")
    driver.until("settle")
    driver.advance()
    assert (driver.due.id, driver.due.seat) == ("validate", 1)
    assert "multi-game-link" not in driver.lines(1)
    assert driver.refused(Perform(step="validate"), "dealer").field == "actor"
    assert driver.refused(Perform(step="settle"), "dealer").field == "step"
    driver.do(Perform(step="validate"), "floorperson")
    driver.advance()
    assert driver.lines(1)["multi-game-link"]["result"] == "win"


@provision("MA 12(a)")
def test_a_joker_from_the_stub_is_drawn_again():
    driver = linked(1)
    driver.hold(dealer="9c 9d 4h 5s Jc", s1="2c Ac Kd 8h 7s", replacement="Jk")
    driver.until_phase("deciding")
    driver.decide(1, "raise")
    driver.until("deal", to="replacement")
    driver.perform("deal", cards="Jk")
    joker = driver.events(e.Discarded)[-1]
    assert (joker.what, joker.count, joker.cards) == ("joker", 1, "Jk")
    assert driver.table.pack.at == joker.at + 1
    assert driver.due.to == "replacement"
    driver.perform("deal", cards="Ad")
    driver.finish()


@provision("MA 12(a)")
def test_no_wild_card_no_replacement():
    driver = linked(1)
    driver.hold(dealer="9c 9d 4h 5s Jc", s1=QUADS)
    driver.finish(s1="raise")
    assert not [event for event in driver.events(e.Dealt) if event.to == "replacement"]
    assert driver.lines(1)["multi-game-link"]["row"] == "Four of a kind"


def test_a_hand_that_is_void_after_cards_were_replaced_needs_no_more_of_them():
    driver = linked(1, 2)
    driver.hold(dealer="9c 9d 4h 5s Jc", s1="2c Ac Kd 8h 7s", s2="Jk 2d 2h Qd 3c", replacement="Ad Qc 6s 8s")
    driver.until_phase("deciding")
    driver.decide(1, "raise")
    driver.decide(2, "raise")
    driver.until("deal", to="replacement")
    driver.advance()
    driver.advance()
    driver.do(Report(irregularity="wrong-number", seat=2))
    assert driver.due.id == "settle"
    driver.finish()
    assert len(driver.events(e.Racked)) >= 3
    assert not driver.events(e.RoundClosed)[-1].void


WILDS = {"s1": "2c 2d Kd 8h 7s", "s2": "As Ks Qs Js 2h", "s3": "9s 9h 9d Jk 5h"}
"""Hands whose wild cards are four, and the cards that make a royal flush of the second and four nines of the third."""
DRAWN = "4c 6d Ts 9c"


def drawing(drawn: int, **choices: Any) -> Driver:
    """Three linked hands, so many cards into the draw."""
    driver = linked(1, 2, 3, **choices)
    driver.hold(dealer="8c Td 4h 5s Jc", **WILDS, replacement=DRAWN)
    driver.until_phase("deciding")
    for seat in (1, 2, 3):
        driver.decide(seat, "raise")
    driver.until("deal", to="replacement")
    for _ in range(drawn):
        driver.advance()
    return driver


@provision("MA 12(a)", "MA 13(c)", "MA 9(c)")
@pytest.mark.parametrize("choices", [{}, HAND])
@pytest.mark.parametrize("found", ["wrong-number", "information"])
@pytest.mark.parametrize("drawn", [0, 1, 2, 3, 4])
def test_a_card_drawn_for_a_hand_stays_that_hand_s_when_another_goes_out_of_the_round(
    drawn: int, found: str, choices: dict[str, Any]
):
    driver = drawing(drawn, **choices)
    assert driver.playing.drawn == (1, 1, 2, 3)[:drawn]
    driver.do(Report(irregularity=found, seat=1))
    for card in DRAWN.split()[max(drawn, 2) :]:
        assert (driver.due.id, driver.due.to) == ("deal", "replacement")
        driver.perform("deal", cards=card)
    assert (driver.due.id, driver.due.seat) == ("settle", 2)
    assert driver.playing.drawn == (*(1,) * min(drawn, 2), 2, 3)
    driver.finish()
    assert driver.lines(2)["multi-game-link"]["row"] == "Royal flush"
    assert driver.lines(3)["multi-game-link"]["row"] == "Four of a kind"


@provision("MA 12(a)")
def test_a_table_that_was_opened_before_hands_cards_out_over_the_seats_still_in():
    driver = linked(1, 2, 3)
    driver.table = replace(driver.table, procedure=4)
    driver.hold(dealer="8c Td 4h 5s Jc", **WILDS, replacement=DRAWN)
    driver.finish(s1="raise", s2="raise", s3="raise")
    assert driver.lines(2)["multi-game-link"]["row"] == "Royal flush"
    assert {event.drawn_for for event in driver.events(e.Dealt)} == {0}


@provision("MA 7(d)", "MA 8(f)")
@pytest.mark.parametrize(("choices", "path"), [({}, "8(f)"), (HAND, "7(d)")])
def test_the_stub_may_be_counted_in_any_round_once_every_card_is_dealt(choices: dict[str, Any], path: str):
    driver = linked(1, 2, **choices)
    count = Perform(step="count-stub", value=38)
    driver.advance()
    assert driver.refused(count).field == "step", "cards are still dealt"
    driver.until("decide")
    assert driver.refused(count, "player", "P1").field == "actor"
    (counted,) = driver.do(count)
    assert isinstance(counted, e.Performed)
    assert (counted.step, counted.cite) == ("count-stub", cite(path))
    assert driver.table.uncounted == -1
    assert driver.due.id == "decide"
    assert driver.refused(count).field == "step", "it is counted"
    driver.finish(s1="raise", s2="raise")
    driver.until_phase("betting")
    bets(driver, 1, 2)
    driver.close_bets()
    driver.until("decide")
    driver.decide(1, "raise")
    assert driver.refused(count).field == "step", "a player has decided"


@provision("MA 8(e)(2)", "MA 12(a)", "MA 11(a)")
@pytest.mark.parametrize("held", ["2c Kd Qh Th Ad", "Ts Js Qs Ks As"])
def test_where_a_fold_forfeits_side_wagers_no_card_is_drawn_to_find_that_out(held: str):
    driver = opened(**BONUSES, **LINK, readings={"fold": "side-wagers-forfeited"})
    driver.ready(1, 2)
    bets(driver, 1, 2, multi_game_link=100, cover_all=500)
    driver.close_bets()
    driver.hold(s1=held, s2=NOTHING, dealer=STRAIGHT)
    driver.until("decide")
    driver.decide(1, "fold")
    driver.decide(2, "raise")
    driver.advance()
    lost = {wager: (line["result"], line["cite"]) for wager, line in driver.lines(1).items()}
    assert lost["multi-game-link"] == lost["cover-all"] == ("forfeit", cite("8(e)(2)"))
    driver.finish()
    assert driver.lines(2)["multi-game-link"]["result"] == "lose"
