"""Wagers that were lost by what their player did, in a round that is void besides: they go back, whichever is found
first. Reading: void-forfeit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from croupier import open_game
from croupier.journal import verify_bytes
from croupier.table import Direct, Leave, Report
from croupier.table import events as e
from tests.journal.test_reconstruct import journal
from tests.support import provision
from tests.table.offered import OfferedDriver
from tests.table.stud import RAISE_IT_UP, Chapter, each

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.table.drive import Driver

SHOE = {"dealing": "automated-shoe", "shuffler": "automated"}
TOLD = Report(irregularity="information", seat=1)
START = 1_000_000


def massachusetts() -> Driver:
    """Two players with every wager, who have looked at their cards."""
    driver = OfferedDriver("dj-wild", {"trips": "01", "bad-beat": "1", "cover-all": "1", **SHOE}, edition="ma")
    driver.ready(1, 2)
    for seat in (1, 2):
        driver.bet(seat, ante=1000, blind=1000, trips=500, bad_beat=500, cover_all=500)
    return driver


def raise_it_up() -> Driver:
    driver = RAISE_IT_UP.table(1, 2, **SHOE)
    RAISE_IT_UP.bets(driver, 1, 2, pair_plus=500, six_card=500, progressive=100)
    return driver


VOIDING = pytest.mark.parametrize(
    ("opened", "report", "cite"),
    [
        pytest.param(massachusetts, report, f"MA DJ Wild § {path}", id=f"MA-{report}", marks=provision("MA 9(c)", mark))
        for report, path, mark in (
            ("dealer-exposed", "13(a)", "MA 13(a)"),
            ("wrong-number", "13(c)", "MA 13(c)"),
            ("shoe-jam", "13(e)", "MA 13(e)"),
        )
    ]
    + [
        pytest.param(
            raise_it_up,
            report,
            f"58 Pa. Code § 669a.{path}",
            id=f"669a-{report}",
            marks=provision("669a.11(a)(3)", f"669a.{path}"),
        )
        for report, path in (("wrong-number", "13(c)"), ("exposed", "13(d)"), ("shoe-jam", "13(f)"))
    ],
)


@VOIDING
@pytest.mark.parametrize("first", ["told", "void"])
def test_whoever_told_of_a_hand_that_is_void_gets_the_wagers_back(
    opened: Callable[[], Driver], report: str, cite: str, first: str
):
    driver = opened()
    meters = {name: amount for name, amount in driver.money().items() if name.startswith("meter")}
    driver.close_bets()
    driver.until("decide")
    voids = Report(irregularity=report, seat=1 if report == "wrong-number" else 0)
    if first == "told":
        driver.do(TOLD, "floorperson")
        assert driver.chips(1) < START
        assert {line["result"] for line in driver.lines(1).values()} == {"forfeit"}
    driver.do(voids, "surveillance", "Eye")
    if first == "void":
        assert "no wager left" in driver.refused(TOLD, "floorperson").message
    assert driver.chips(1) == START
    back = {line["wager"]: event.cite for event in driver.events(e.Voided) if event.seat == 1 for line in event.lines}
    assert back == dict.fromkeys(driver.playing.round.seats[1].stakes, cite)
    assert {name: driver.money()[name] for name in meters} == meters or report == "wrong-number"
    assert verify_bytes(journal(driver.log)).records


@provision("MA 9(c)", "MA 13(b)")
def test_a_second_card_face_up_gives_back_what_was_forfeited_while_the_cards_were_dealt():
    driver = massachusetts()
    driver.close_bets()
    driver.until("deal", to="dealer")
    driver.do(TOLD, "floorperson")
    driver.do(Report(irregularity="face-up", cards="As"))
    assert driver.chips(1) == START - 3500
    driver.do(Report(irregularity="face-up", cards="Ks"))
    assert [driver.chips(seat) for seat in (1, 2)] == [START, START]


@each("7(b)", "13(c)")
@pytest.mark.parametrize("first", ["abandoned", "void"])
def test_what_was_abandoned_in_a_void_round_goes_back(chapter: Chapter, first: str):
    driver = chapter.dealt(1, 2)
    driver.do(Leave(seat=1), "player", "P1")
    order = Direct(order="abandon", seat=1)
    if first == "abandoned":
        driver.do(order, "floorperson", "Flo")
        assert driver.chips(1) < START
    driver.do(Report(irregularity="wrong-number", seat=2))
    if first == "void":
        assert str(driver.refused(order, "floorperson", "Flo").cite) == chapter.cite("7(b)")
    assert [driver.chips(seat) for seat in (1, 2)] == [START, START]
    driver.finish()
    assert [driver.chips(seat) for seat in (1, 2)] == [START, START]


@provision("688a.7(b)", "688a.13(j)")
def test_what_was_abandoned_at_pai_gow_in_a_void_round_goes_back():
    driver = OfferedDriver("face-up-pai-gow", {"fortune": "1"})
    driver.ready(1, 2)
    for seat in (1, 2):
        driver.bet(seat, pai_gow=1000, fortune=500)
    driver.close_bets()
    driver.until("decide")
    driver.do(Leave(seat=1), "player", "P1")
    driver.do(Direct(order="abandon", seat=1), "floorperson", "Flo")
    assert driver.chips(1) == START - 1500
    driver.do(Report(irregularity="wrong-number", seat=2))
    assert [driver.chips(seat) for seat in (1, 2)] == [START, START]


def test_every_chapter_in_which_wagers_can_be_lost_so_declares_it():
    for game in ("dj-wild", "cajun-stud", "raise-it-up", "face-up-pai-gow"):
        assert "void-forfeit" in {reading.key for reading in open_game(game).readings}
    declared = {reading.key: reading for reading in open_game("dj-wild", "ma").readings}
    assert declared["void-forfeit"].cites[0].path == "9(c)"
    assert "void-forfeit" not in {reading.key for reading in open_game("over-under").readings}


@pytest.mark.parametrize(
    ("choices", "path"),
    [
        pytest.param({}, "8(f)", marks=provision("MA 8(f)")),
        pytest.param({"dealing": "hand"}, "7(d)", marks=provision("MA 7(d)")),
    ],
)
def test_the_count_of_a_void_round_waits_where_no_stub_is_left_and_no_longer(choices: dict[str, str], path: str):
    """Reading: stub-after-void."""
    driver = OfferedDriver("dj-wild", {"shuffler": "automated", **choices}, edition="ma")
    driver.ready(1, 2)
    counted: list[int] = []
    for number in range(1, 12):
        began = len(driver.log)
        for seat in (1, 2):
            driver.bet(seat, ante=1000, blind=1000)
        driver.close_bets()
        if number == 5:
            driver.until("deal", to="dealer")
            driver.do(Report(irregularity="face-up", cards="As"))
            driver.do(Report(irregularity="face-up", cards="Ks"))
        driver.finish(s1="fold", s2="fold")
        assert driver.events(e.RoundClosed)[-1].void == (number == 5)
        counts = [event for event in driver.events(e.Performed, began) if event.step == "count-stub"]
        counted += [number for _ in counts]
        assert {event.cite for event in counts} <= {f"MA DJ Wild § {path}"}
        driver.until_phase("betting")
    assert counted == [6, 11]
    assert any(reading.key == "stub-after-void" for reading in driver.rules.game.readings)
