"""Section 13 of the stud chapters at the table: what is void goes back, to the cent and to the meter's fraction."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from croupier import describe, settle
from croupier.kit.money import dollars
from croupier.table import Perform, Report
from croupier.table import events as e
from tests.support import provision
from tests.table.stud import CAJUN_STUD, DJ_WILD, RAISE_IT_UP, WAYS, Chapter, each

if TYPE_CHECKING:
    from croupier.table import Meter
    from tests.table.drive import Driver

Held = tuple[dict[str, int], dict[str, "Meter"]]
"""Everybody's money, and the meters with what they carry."""

SIDES = {
    "687a": {"trips": 500, "bad_beat": 500, "progressive": 100},
    "683a": {"pocket": 500, "board": 500, "lo_ball": 500, "all_six": 500},
    "669a": {"pair_plus": 500, "six_card": 500, "progressive": 100},
}


def _wagered(chapter: Chapter, **choices: Any) -> tuple[Driver, Held]:
    """Three players with every side wager, the betting closed; and what they had before."""
    if chapter.number == "687a":
        choices["contribution"] = "12.345%"
    driver = chapter.table(1, 4, 6, **choices)
    if chapter.number != "683a":  # a fraction of a cent lies on the meter already
        chapter.bets(driver, 4, progressive=100)
        driver.close_bets()
        driver.finish(s4=chapter.off)
        driver.until_phase("betting")
    before = _held(driver)
    chapter.bets(driver, 1, 4, 6, **SIDES[chapter.number])
    driver.close_bets()
    return driver, before


def _held(driver: Driver) -> Held:
    return {**driver.money(), "layout": driver.table.accounts.get("layout", 0)}, dict(driver.table.meters)


def _is_void(driver: Driver, before: Held, cite: str) -> None:
    """Everything went back and the cards are shuffled again."""
    assert _held(driver) == before
    voided = driver.events(e.Voided)
    assert [event.seat for event in voided] == [6, 4, 1]  # in the order of settlement
    assert {event.cite for event in voided} == {cite}
    for event in voided:
        assert {line["result"] for line in event.lines} == {"void"}
        assert [line["net"] for line in event.lines] == ["0.00"] * len(event.lines)
    shuffles = len(driver.events(e.Shuffled))
    if driver.due.id == "clear-shoe":
        driver.advance()
    assert (driver.due.id, driver.playing.void) == ("rack", True)
    driver.advance()
    assert driver.events(e.RoundClosed)[-1].void
    driver.until_phase("betting")
    assert len(driver.events(e.Shuffled)) > shuffles
    assert _held(driver) == before


@pytest.mark.parametrize("way", WAYS)
@each("13(a)")
def test_a_card_found_face_up_is_not_used_and_a_second_voids_the_round(chapter: Chapter, way: str):
    driver, before = _wagered(chapter, dealing=way)
    cite = chapter.cite("13(a)")
    while driver.table.phase == "starting":
        assert driver.refused(Report(irregularity="face-up", cards="As")).cite == cite  # no card is dealt yet
        driver.advance()
    driver.advance()
    at, to = driver.table.pack.at, driver.due.to
    assert driver.refused(Report(irregularity="face-up", cards="As"), "player", "P1").cite == cite
    for wrong in ("", "As Kd"):
        assert driver.refused(Report(irregularity="face-up", cards=wrong)).cite == cite
    driver.do(Report(irregularity="face-up", cards="As"))
    found = driver.events(e.Discarded)[-1]
    assert (found.what, found.cards, found.at, found.cite) == ("face-up", "As", at, cite)
    assert (driver.table.pack.at, driver.due.to, driver.table.rack[-1]) == (at + 1, to, ("face-up", 1))
    driver.advance()
    assert driver.events(e.Dealt)[-1].at == at + 1  # the next card takes its place
    driver.do(Report(irregularity="face-up", cards="Kd"), "surveillance")
    assert [event.cards for event in driver.events(e.Discarded)] == ["As", "Kd"]
    assert driver.events(e.IrregularityFound)[-1].irregularity == "two-face-up"
    _is_void(driver, before, cite)


@each("13(a)")
def test_after_one_face_up_card_the_round_goes_on_and_the_whole_deck_comes_to_the_rack(chapter: Chapter):
    driver, _ = _wagered(chapter)
    driver.until("stub")
    began = len(driver.log)
    driver.do(Report(irregularity="face-up", cards="2c"))
    driver.finish(s1=chapter.off, s4=chapter.off, s6=chapter.off)
    assert not driver.events(e.RoundClosed)[-1].void
    assert sum(event.count for event in driver.events(e.Racked, began)) == chapter.deck - 1
    # the next round may have one of its own again
    driver.until_phase("betting")
    chapter.bets(driver, 1)
    driver.close_bets()
    driver.until("deal")
    driver.do(Report(irregularity="face-up", cards="2c"))
    assert driver.due.id == "deal"


@pytest.mark.parametrize("way", WAYS)
@each("13(b)")
def test_a_card_drawn_in_error_is_the_next_card(chapter: Chapter, way: str):
    driver, _ = _wagered(chapter, dealing=way)
    driver.until("deal")
    driver.advance()
    before, due, at = driver.money(), driver.due, driver.table.pack.at
    driver.do(Report(irregularity="drawn-in-error"))
    found = driver.events(e.IrregularityFound)[-1]
    assert (found.cite, found.remedy) == (chapter.cite("13(b)"), ("use-next",))
    assert (driver.money(), driver.due, driver.table.pack.at) == (before, due, at)
    driver.advance()
    assert (driver.events(e.Dealt)[-1].to, driver.events(e.Dealt)[-1].at) == (due.to, at)
    driver.until("decide")
    assert driver.refused(Report(irregularity="drawn-in-error")).cite == chapter.cite("13(b)")


@pytest.mark.parametrize("phase", ["dealing", "deciding"])
@each("13(c)")
def test_a_wrong_number_of_cards_voids_the_round(chapter: Chapter, phase: str):
    driver, before = _wagered(chapter)
    cite = chapter.cite("13(c)")
    driver.until_phase(phase)
    driver.advance() if phase == "dealing" else driver.decide(1, chapter.on)
    assert driver.refused(Report(irregularity="wrong-number"), "player", "P1").cite == cite
    driver.do(Report(irregularity="wrong-number", seat=4), "floorperson")
    _is_void(driver, before, cite)


@pytest.mark.parametrize("chapter", [CAJUN_STUD, RAISE_IT_UP])
@provision("683a.13(c)", "669a.13(c)")
def test_a_wrong_number_of_community_cards_voids_the_round_too(chapter: Chapter):
    driver, before = _wagered(chapter)
    driver.until("stub")
    driver.do(Report(irregularity="wrong-number", note="four community cards"))
    _is_void(driver, before, chapter.cite("13(c)"))


@each("13(c)")
def test_wagers_that_were_decided_for_go_back_with_the_others(chapter: Chapter):
    driver, before = _wagered(chapter)
    driver.until("decide")
    driver.decide(1, chapter.on)
    assert driver.money() != before[0]
    driver.do(Report(irregularity="wrong-number"))
    first = driver.events(e.Voided)[-1]
    made = {"687a": "raise", "683a": "raise-third", "669a": "play"}[chapter.number]
    assert first.seat == 1
    assert made in [line["wager"] for line in first.lines]
    _is_void(driver, before, chapter.cite("13(c)"))


@each("13(f)")
def test_an_automated_shoe_that_fails_voids_the_round(chapter: Chapter):
    driver, _ = _wagered(chapter)
    driver.until("deal")
    cite = chapter.cite("13(f)")
    assert driver.refused(Report(irregularity="shoe-jam")).cite == cite  # the shoe is a manual one
    for deals in (0, 1):
        for decks in (1, 2):
            driver, before = _wagered(chapter, dealing="automated-shoe", shuffler="automated", decks=decks)
            driver.until("deal")
            for _ in range(deals):
                driver.advance()
            assert driver.refused(Report(irregularity="shoe-jam"), "player", "P1").cite == cite
            pack = driver.table.active
            driver.do(Report(irregularity="shoe-jam"))
            began = len(driver.log)
            _is_void(driver, before, cite)
            # all the cards, dealt or not, are shuffled again
            assert pack in [event.pack for event in driver.events(e.Shuffled, began)]
    driver.do(Report(irregularity="out-of-order", device="shoe"))
    driver.until_phase("betting")
    assert driver.table.way != "automated-shoe"


# (d): what was seen before its time.


@pytest.mark.parametrize("phase", ["dealing", "deciding"])
@provision("687a.13(d)")
def test_cards_seen_before_the_raises_void_all_but_progressive_and_trips(phase: str):
    driver, (before, _) = _wagered(DJ_WILD)
    driver.hold(s1="3s 3h 3d 5c 9h", s4="As Qd 9c 7h 4s", s6="Kc Kd 8s 5h 4d")
    cite = DJ_WILD.cite("13(d)")
    assert driver.refused(Report(irregularity="exposed")).cite == cite
    began = len(driver.log)
    driver.until_phase(phase)
    driver.advance() if phase == "dealing" else driver.decide(1, "fold")
    meter = driver.meter()
    driver.do(Report(irregularity="exposed", seat=4))
    voided = {event.seat: [line["wager"] for line in event.lines] for event in driver.events(e.Voided)}
    assert voided == {seat: ["ante", "blind", "bad-beat"] for seat in (6, 4, 1)}
    driver.finish()
    assert driver.events(e.RoundClosed)[-1].void
    # a natural three-of-a-kind: 9 to 1 on the dollar, 6 to 1 on the Trips; the others lose both
    assert {w: line["net"] for w, line in driver.lines(1, began).items()} == {"progressive": "8.00", "trips": "30.00"}
    for seat in (4, 6):
        lost = {w: line["net"] for w, line in driver.lines(seat, began).items()}
        assert lost == {"progressive": "-1.00", "trips": "-5.00"}
        assert driver.chips(seat) == before[f"player:P{seat}"] - 600
    assert driver.chips(1) == before["player:P1"] + 3800
    assert driver.meter() == meter  # the wagers stand, and so does what they put on the meter
    assert {line["cite"] for line in driver.lines(1, began).values()} == {
        DJ_WILD.cite("11(f)(1)(ii)"),
        DJ_WILD.cite("11(f)(2)(ii)"),
    }
    shuffles = len(driver.events(e.Shuffled))
    driver.until_phase("betting")
    assert len(driver.events(e.Shuffled)) == shuffles + 1


@provision("687a.13(d)")
def test_cards_that_were_seen_before_the_raises_may_be_found_when_all_are_made():
    driver, _ = _wagered(DJ_WILD)
    began = len(driver.log)
    assert driver.refused(Report(irregularity="exposed")).cite == DJ_WILD.cite("13(d)")  # no card lies there yet
    driver.until("decide")
    for seat in (1, 4, 6):
        driver.decide(seat, "raise")
    driver.do(Report(irregularity="exposed"))
    assert {line["wager"] for event in driver.events(e.Voided) for line in event.lines} == {
        "ante",
        "blind",
        "raise",
        "bad-beat",
    }
    driver.finish()
    for seat in (1, 4, 6):
        assert set(driver.lines(seat, began)) == {"trips", "progressive"}


@provision("687a.13(d)")
def test_without_progressive_and_trips_an_exposure_leaves_nothing_to_settle():
    driver = DJ_WILD.table(1, 2)
    before = driver.money()
    DJ_WILD.bets(driver, 1, 2, bad_beat=500)
    driver.close_bets()
    driver.until("decide")
    driver.do(Report(irregularity="exposed"))
    assert driver.due.id == "rack"
    assert driver.money() | {"layout": 0} == before | {"layout": 0}
    assert driver.events(e.Settled) == []


@pytest.mark.parametrize("street", [0, 1, 2])
@provision("683a.13(d)")
def test_a_community_card_seen_too_early_voids_the_round_but_the_side_wagers_are_settled(street: int):
    driver, (before, _) = _wagered(CAJUN_STUD)
    driver.hold(s1="As Ac", s4="7s 5d", s6="Kc Qd", community="2h 3h 4h", all_six="Ad Ah 9s 9c")
    driver.until("decide")
    for _ in range(street):
        for seat in (1, 4, 6):
            driver.decide(seat, "raise-1")
        driver.until("decide")
    driver.do(Report(irregularity="exposed"))
    assert {line["wager"] for event in driver.events(e.Voided) for line in event.lines} == {
        "ante",
        *("raise-third", "raise-fourth")[:street],
    }
    driver.finish()
    paid = {seat: {w: line["net"] for w, line in driver.lines(seat).items()} for seat in (1, 4, 6)}
    rules, told = driver.rules, dict(driver.hands)
    assert paid == _sides_by_settle(rules, told)
    for seat in (1, 4, 6):
        won = sum(int(net.replace(".", "")) for net in paid[seat].values())
        assert driver.chips(seat) == before[f"player:P{seat}"] + won
    assert driver.chips(1) > before["player:P1"]


def _sides_by_settle(rules: Any, hands: dict[str, str]) -> dict[int, dict[str, str]]:
    """The side wagers of the same hands, as `settle` pays them to players who stayed."""
    sides = {name.replace("_", "-"): dollars(stake) for name, stake in SIDES["683a"].items()}
    seats = {
        to.removeprefix("seats."): {"cards": held, "wagers": {"ante": "10", **sides}, "decisions": ["raise-1"] * 3}
        for to, held in hands.items()
        if to.startswith("seats.")
    }
    done = settle(
        rules, describe(rules, {"seats": seats, "community": hands["community"], "all-six": hands["all-six"]})
    )
    return {
        seat: {line.wager: dollars(line.net) for line in own.lines if line.wager in sides}
        for seat, own in done.seats.items()
    }


@provision("683a.13(d)")
def test_all_six_cards_seen_too_early_give_that_wager_back_and_the_round_goes_on():
    driver, (before, _) = _wagered(CAJUN_STUD)
    driver.until("decide")
    driver.do(Report(irregularity="all-six-exposed"), "floorperson")
    found = driver.events(e.IrregularityFound)[-1]
    assert (found.cite, found.reading) == (CAJUN_STUD.cite("13(d)"), "exposed-cards")
    voided = {event.seat: [line["wager"] for line in event.lines] for event in driver.events(e.Voided)}
    assert voided == {6: ["all-six"], 4: ["all-six"], 1: ["all-six"]}
    assert driver.due.id == "decide"
    driver.finish(s1="fold", s4="fold", s6="fold")
    assert not driver.events(e.RoundClosed)[-1].void
    assert set(driver.lines(1)) == {"ante", "pocket", "board", "lo-ball"}
    assert before


@provision("683a.13(d)")
def test_a_community_card_that_was_seen_too_early_may_be_found_when_all_lie_open():
    driver, _ = _wagered(CAJUN_STUD)
    for _ in range(3):
        driver.until("decide")
        for seat in (1, 4, 6):
            driver.decide(seat, "raise-1")
    driver.until("turn", to="all-six")
    assert driver.table.phase in {"deciding", "settling"}
    driver.do(Report(irregularity="exposed"))
    assert {line["wager"] for event in driver.events(e.Voided) for line in event.lines} == {
        "ante",
        "raise-third",
        "raise-fourth",
        "raise-fifth",
    }


@pytest.mark.parametrize("street", [0, 1, 2])
@provision("669a.13(d)")
def test_in_raise_it_up_an_exposure_gives_every_wager_back_and_the_meter_its_state(street: int):
    driver, before = _wagered(RAISE_IT_UP)
    for _ in range(street):
        driver.until("decide")
        for seat in (1, 4, 6):
            driver.decide(seat, "check")
    driver.until("decide")
    assert driver.refused(Report(irregularity="exposed"), "player", "P1").cite == RAISE_IT_UP.cite("13(d)")
    driver.do(Report(irregularity="exposed"))
    _is_void(driver, before, RAISE_IT_UP.cite("13(d)"))


@provision("669a.13(d)")
def test_in_raise_it_up_a_void_round_has_no_progressive_to_collect():
    driver, before = _wagered(RAISE_IT_UP)
    assert driver.due.id == "lock-out"  # nothing is collected yet
    driver.until("deal")
    assert driver.refused(Report(irregularity="exposed")).message == "no card has been dealt to the community cards yet"
    driver.until("stub")
    driver.do(Report(irregularity="exposed"))
    _is_void(driver, before, RAISE_IT_UP.cite("13(d)"))
    assert driver.refused(Perform(step="verify-chips")).cite is not None


# Void hands that nothing is settled on.


@provision("683a.13(d)")
@pytest.mark.parametrize(("wager", "turned"), [("pocket", 0), ("all_six", 0), ("board", 3), ("lo_ball", 3)])
def test_of_a_void_round_only_what_is_settled_all_the_same_is_turned_over(wager: str, turned: int):
    driver = CAJUN_STUD.table(1, 4)
    CAJUN_STUD.bets(driver, 1, **{wager: 500})
    CAJUN_STUD.bets(driver, 4)
    driver.close_bets()
    driver.until("decide")
    driver.do(Report(irregularity="exposed"))
    driver.finish()
    assert [event.seat for event in driver.events(e.Revealed)] == [1]
    shown = [event for event in driver.events(e.Turned) if event.to == "community"]
    assert len(shown) == turned
    assert {line["wager"] for event in driver.events(e.Settled) for line in event.lines} == {wager.replace("_", "-")}


@provision("687a.13(d)", "687a.12(c)")
@pytest.mark.parametrize(("wager", "seats"), [("trips", [1]), ("progressive", [4, 1])])
def test_a_void_hand_is_turned_over_for_its_own_wager_or_anothers_envy_bonus(wager: str, seats: list[int]):
    driver = DJ_WILD.table(1, 4)
    DJ_WILD.bets(driver, 1, **{wager: 100})
    DJ_WILD.bets(driver, 4)
    driver.close_bets()
    driver.until("decide")
    driver.do(Report(irregularity="exposed"))
    driver.finish()
    assert [event.seat for event in driver.events(e.Revealed)] == seats
    assert [event.to for event in driver.events(e.Turned)] == ["replacement"] * (wager == "progressive")


# Hands that are told of.


@provision("683a.11(i)(1)(ii)", "683a.11(i)(1)(i)")
def test_no_hand_is_told_with_a_board_that_was_never_turned():
    driver = CAJUN_STUD.table(1, 4)
    CAJUN_STUD.bets(driver, 1, pocket=500)
    CAJUN_STUD.bets(driver, 4, pocket=500)
    driver.hold(s1="As Ah", s4="7c 2d")
    driver.close_bets()
    driver.finish(s1="fold", s4="fold")
    assert driver.events(e.Turned) == []
    told = [event for event in driver.events(e.Settled) if event.lines[0]["wager"] == "pocket"]
    assert [(event.seat, event.lines[0]["result"], event.hand) for event in told] == [
        (4, "lose", None),
        (1, "win", None),
    ]
