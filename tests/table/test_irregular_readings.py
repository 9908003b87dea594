"""Readings of what follows when something went wrong: the table under the answer that is not in use."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import open_game
from croupier.odds.study.reading_prices import answers
from croupier.table import Perform, Report
from croupier.table import events as e
from croupier.table.remedies import remedy
from tests.support import provision
from tests.table.drive import Driver
from tests.table.offered import OfferedDriver
from tests.table.test_over_under import cite


def over_under(*seats: int, readings: dict[str, str], **choices: Any) -> OfferedDriver:
    """A table whose players have decided and wait for their two cards."""
    driver = OfferedDriver("over-under", {"bonus": "1", **choices}, readings=readings)
    driver.ready(*seats)
    for seat in seats:
        driver.bet(seat, ante=1000, bonus=500)
    driver.close_bets()
    driver.until_phase("deciding")
    return driver


@provision("686a.9(c)")
def test_a_dead_hand_that_gets_the_ante_alone_back():
    driver = over_under(1, 2, readings={"skipped-cards": "ante-alone"})
    driver.decide(1, "over")
    driver.decide(2, "under")
    before = driver.money()["inventory"]
    driver.do(Report(irregularity="skipped", seat=1))
    driver.perform("choose", "player", "P1", value="dead-hand")
    (voided,) = driver.events(e.Voided)
    assert ([line["wager"] for line in voided.lines], voided.cite) == (["ante"], cite("9(c)"))
    assert {(wager, line["result"]) for wager, line in driver.lines(1).items()} == {
        ("over", "forfeit"),
        ("bonus", "forfeit"),
    }
    assert driver.money()["inventory"] == before + 1500
    dealt = len(driver.log)
    driver.finish()
    assert [event.to for event in driver.events(e.Dealt, dealt)] == ["seats.2"]
    assert driver.chips(1) == 1_000_000 - 1500


@pytest.mark.parametrize(
    ("report", "path"),
    [
        pytest.param(Report(irregularity="shuffler-jam"), "9(d)", id="jam", marks=provision("686a.9(d)")),
        pytest.param(
            Report(irregularity="out-of-order", device="shuffler"), "9(e)", id="failure", marks=provision("686a.9(e)")
        ),
    ],
)
def test_a_continuous_shuffler_that_voids_the_round_it_fails_in(report: Report, path: str):
    driver = over_under(1, readings={"device-fails": "void"}, dealing="continuous-shuffler")
    driver.decide(1, "over")
    driver.do(report)
    (voided,) = driver.events(e.Voided)
    assert ({line["wager"] for line in voided.lines}, voided.cite) == ({"ante", "bonus", "over"}, cite(path))
    assert driver.events(e.IrregularityFound)[0].reading == "device-fails"
    dealt = len(driver.log)
    driver.finish()
    assert not driver.events(e.Dealt, dealt)
    assert driver.chips(1) == 1_000_000


@provision("686a.9(e)")
def test_a_failure_after_the_last_card_voids_nothing():
    driver = over_under(1, readings={"device-fails": "void"}, dealing="continuous-shuffler")
    driver.decide(1, "over")
    driver.until("settle")
    driver.do(Report(irregularity="out-of-order", device="shuffler"))
    assert driver.events(e.IrregularityFound)[0].remedy == ("out-of-order",)
    driver.finish()
    assert not driver.events(e.Voided)
    assert set(driver.lines(1)) == {"ante", "over", "bonus"}


def stub(counted: dict[str, int]) -> Driver:
    """A fifth round of Massachusetts' game with two players, every card counted after a wrong count of its stub."""
    driver = Driver("dj-wild", edition="ma", readings={"wrong-stub": "settled"})
    driver.ready(1, 2)
    for number in range(5):
        for seat in (1, 2):
            driver.bet(seat, ante=1000, blind=1000)
        driver.close_bets()
        if number < 4:
            driver.finish(s1="fold", s2="fold")
            driver.until_phase("betting")
    driver.until("count-stub")
    driver.perform("count-stub", value=37)
    right = {"seats.1": 5, "seats.2": 5, "dealer": 5, "stub": 38}
    driver.do(Perform(step="determine", value={**right, **counted}), "floorperson", "Flo")
    return driver


@provision("MA 8(f)")
def test_a_wrong_stub_after_which_the_round_is_settled():
    driver = stub({"stub": 37})
    assert driver.events(e.IrregularityFound)[-1].remedy == ("remove-deck",)
    assert driver.events(e.PackChanged)[-1].what == "removed"
    before = len(driver.log)
    driver.finish(s1="raise", s2="raise")
    assert {event.seat for event in driver.events(e.Settled, before)} == {1, 2}
    assert not driver.events(e.Voided)
    assert driver.due.id == "receive"


@provision("MA 8(f)")
def test_only_the_hand_of_a_wrong_number_of_cards_is_void():
    driver = stub({"seats.2": 6, "stub": 37})
    (voided,) = driver.events(e.Voided)
    assert (voided.seat, {line["wager"] for line in voided.lines}) == (2, {"ante", "blind"})
    assert driver.table.pack.present
    before = len(driver.log)
    driver.finish(s1="raise")
    assert {event.seat for event in driver.events(e.Settled, before)} == {1}


@provision("MA 8(f)")
def test_a_dealer_of_a_wrong_number_of_cards_voids_the_round_all_the_same():
    driver = stub({"dealer": 6, "stub": 37})
    assert {event.seat for event in driver.events(e.Voided)} == {1, 2}


def test_a_remedy_tells_what_the_other_answer_changes():
    rules = open_game("over-under").rules({}, {"skipped-cards": "ante-alone", "device-fails": "void"})
    assert rules.game.conduct is not None
    told = {found.id: remedy(found) for found in rules.game.conduct.irregularities}
    assert told["skipped"].endswith("deal-last or dead-hand, which returns ante alone")
    assert told["shuffler-jam"].endswith("a round that a continuous shuffler has still to deal is void")


def test_whoever_prices_an_occasion_has_a_switch_or_says_why_not():
    found = {
        (game, reading.key): reading
        for game in ("dj-wild", "over-under", "raise-it-up", "face-up-pai-gow")
        for reading in open_game(game).readings
        if reading.occasions
    }
    found |= {("ma", reading.key): reading for reading in open_game("dj-wild", "ma").readings if reading.occasions}
    assert {key for _, key in found} == {
        "void-hands",
        "wrong-stub",
        "skipped-cards",
        "skipped-surrender",
        "device-fails",
        "refused-claim",
        "wager-made",
        "generator-start",
        "void-forfeit",
    }
    for reading in found.values():
        assert bool(reading.choices) != bool(reading.fixed), reading.key
        assert reading.choices or reading.told.endswith(f"No switch: {reading.fixed}")
        assert answers(reading)
