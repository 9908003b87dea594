"""A table that nobody plays at: the spread is due, and no round begins without the view and the wash."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.table import Direct, Leave, Perform, Place, Report, Sit
from croupier.table import events as e
from tests.support import provision
from tests.table.offered import OfferedDriver

REDONE = ["spread-idle", "view", "wash", "stack"]
CHAPTERS = [
    pytest.param(
        "dj-wild", None, {"ante": 1000, "blind": 1000}, "58 Pa. Code § 687a.5(f)", REDONE, marks=provision("687a.5(f)")
    ),
    pytest.param(
        "dj-wild",
        "pa-2019-proposed",
        {"ante": 1000, "blind": 1000},
        "58 Pa. Code § 687a.5(f)",
        REDONE,
        marks=provision("687a.5(f)"),
    ),
    pytest.param("cajun-stud", None, {"ante": 1000}, "58 Pa. Code § 683a.5(f)", REDONE, marks=provision("683a.5(f)")),
    pytest.param(
        "raise-it-up",
        None,
        {"ante": 1000, "blind": 1000},
        "58 Pa. Code § 669a.5(f)",
        REDONE,
        marks=provision("669a.5(f)"),
    ),
    pytest.param(
        "over-under",
        None,
        {"ante": 1000},
        "58 Pa. Code § 686a.5(g)",
        ["spread-idle", "inspect", "verify", "spread", "view", "wash", "stack"],
        marks=provision("686a.5(g)"),
    ),
    pytest.param(
        "face-up-pai-gow",
        None,
        {"pai_gow": 1000},
        "58 Pa. Code § 688a.5(g)",
        REDONE,
        marks=provision("688a.5(g)", "688a.5(g)(1)"),
    ),
    pytest.param(
        "dj-wild",
        "ma",
        {"ante": 1000, "blind": 1000},
        "MA DJ Wild § 4(e)",
        ["spread-idle", "turn-up", "view", "wash", "stack"],
        marks=provision("MA 4(e)"),
    ),
]
each = pytest.mark.parametrize(("game", "edition", "bet", "cite", "redone"), CHAPTERS)


def _opened(game: str, edition: str | None, **choices: Any) -> OfferedDriver:
    driver = OfferedDriver(game, choices, edition=edition, cards="shuffled")
    driver.ready(1)
    return driver


@pytest.mark.parametrize("played", [False, True])
@each
def test_when_the_last_player_leaves_the_spread_is_due_before_anything_else(
    game: str, edition: str | None, bet: dict[str, int], cite: str, redone: list[str], played: bool
):
    driver = _opened(game, edition)
    if played:
        driver.bet(1, **bet)
        driver.close_bets()
        driver.until_phase("deciding")
        driver.do(Leave(seat=1), "player", "P1")  # in mid-round: the hand goes on, and then nobody is here
        streets = driver.rules.game.streets
        driver.finish(s1=[street.late for street in streets])
    else:
        driver.do(Leave(seat=1), "player", "P1")
    driver.until("spread-idle")  # the order that was played is opened first, by the automatic dealer
    assert driver.due.cite == cite
    assert driver.refused(Perform(step="no-more-bets")).field == "step"
    # whoever comes before it is done waits for it
    driver.do(Sit(player="P2", seat=2), "player", "P2")
    wager = next(iter(bet)).replace("_", "-")
    assert driver.refused(Place(seat=2, wager=wager, amount=1000), "player", "P2").field.startswith("seats.2")
    began = len(driver.log)
    driver.until_phase("betting")
    assert [step for step in driver.steps(began) if step in set(redone)] == redone
    assert driver.events(e.Shuffled, began)[0].pack == 0
    assert driver.table.first == "P2"


@each
def test_the_automatic_dealer_spreads_the_cards_and_waits(
    game: str, edition: str | None, bet: dict[str, int], cite: str, redone: list[str]
):
    assert bet
    assert redone
    driver = _opened(game, edition)
    driver.do(Leave(seat=1), "player", "P1")
    while driver.staff.answer(driver.table) is not None:
        driver.advance()
    assert driver.table.idle
    assert [one.cite for one in driver.events(e.Performed) if one.step == "spread-idle"] == [cite]


@pytest.mark.parametrize("cards", ["entered", "shuffled"])
@each
def test_preshuffled_cards_that_were_spread_before_they_were_taken_are_shuffled_after_the_wash(
    game: str, edition: str | None, bet: dict[str, int], cite: str, redone: list[str], cards: str
):
    """Their player left before anybody had taken them: washed, they are not as they came."""
    driver = OfferedDriver(game, {}, edition=edition, cards=cards)
    driver.preshuffled = True
    driver.do(Sit(player="P1", seat=1), "player", "P1")
    driver.until("shuffle")
    driver.do(Leave(seat=1), "player", "P1")
    assert driver.until("spread-idle").cite == cite
    older = replace(driver.table, procedure=7)
    driver.advance()
    driver.sit(2)
    driver.until_phase("betting")
    assert [step for step in driver.steps() if step in set(redone)][-len(redone) :] == redone
    assert {event.method for event in driver.events(e.Shuffled)} == {"device" if edition == "ma" else "manual"}
    driver.bet(2, **bet)
    driver.table = older  # a table of an older journal goes on as it was opened
    driver.advance()
    driver.do(Sit(player="P2", seat=2), "player", "P2")
    as_they_came = driver.table.plans.as_they_came(driver.table.way, 7)
    assert any("as they came" in due.words for due in driver.table.todo) == as_they_came


@provision("687a.4(e)", "683a.4(e)", "669a.4(e)", "688a.4(e)", "MA 3(a)")
@pytest.mark.parametrize(("game", "edition"), [("dj-wild", None), ("dj-wild", "ma"), ("cajun-stud", None),
                                               ("raise-it-up", None), ("face-up-pai-gow", None)])  # fmt: skip
def test_preshuffled_cards_wait_ready_for_the_first_player(game: str, edition: str | None):
    driver = OfferedDriver(game, {}, edition=edition, cards="entered")
    driver.preshuffled = True
    driver.until_phase("betting")  # reading: preshuffled-waiting
    driver.sit(1)
    assert (driver.table.phase, driver.table.pack.method) == ("betting", "preshuffled")


@provision("687a.5(g)", "683a.5(g)", "669a.5(g)", "686a.5(h)")
@pytest.mark.parametrize("game", ["dj-wild", "cajun-stud", "raise-it-up", "over-under"])
def test_a_device_that_reshuffles_by_itself_keeps_the_cards(game: str):
    way = {} if game == "over-under" else {"dealing": "automated-shoe"}
    driver = _opened(game, None, shuffler="reshuffling", **way)
    driver.do(Leave(seat=1), "player", "P1")
    assert driver.table.due is None
    driver.do(Sit(player="P2", seat=2), "player", "P2")
    assert driver.table.phase == "betting"


@provision("MA 4(e)", "MA 3(d)")
def test_in_massachusetts_each_of_two_decks_is_readied_anew():
    driver = _opened("dj-wild", "ma", decks=2)
    driver.do(Leave(seat=1), "player", "P1")
    driver.until("spread-idle")
    began = len(driver.log)
    driver.do(Sit(player="P2", seat=2), "player", "P2")
    driver.until_phase("betting")
    washed = [one.pack for one in driver.events(e.Performed, began) if one.step == "wash"]
    assert washed == [0, 1]
    assert sorted(one.pack for one in driver.events(e.Shuffled, began)) == [0, 1]


def test_cards_that_lie_spread_since_the_opening_wait_for_whoever_comes():
    driver = OfferedDriver("cajun-stud", cards="shuffled")
    driver.until("view")
    driver.do(Sit(player="P1", seat=1), "player", "P1")
    driver.do(Leave(seat=1), "player", "P1")
    assert driver.due.id == "view"
    driver.do(Sit(player="P2", seat=2), "player", "P2")
    assert driver.table.first == "P2"


def test_a_table_of_an_old_journal_goes_on_as_it_was_opened():
    driver = _opened("cajun-stud", None)
    assert driver.events(e.TableOpened)[0].procedure == 8
    driver.table = replace(driver.table, procedure=1)
    driver.do(Leave(seat=1), "player", "P1")
    assert driver.table.phase == "betting"
    driver.perform("spread-idle")
    assert driver.table.idle


SPREAD = [("dj-wild", None), ("dj-wild", "pa-2019-proposed"), ("dj-wild", "ma"), ("over-under", None)]


@pytest.mark.parametrize(("game", "edition"), SPREAD)
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
@provision("687a.4(a)", "687a.5(f)", "MA 4(e)", "686a.5(g)")
def test_new_cards_that_come_to_an_idle_table_are_inspected_before_anybody_plays(game, edition, cards):
    driver = _idle(game, edition, cards)
    began = len(driver.log)
    driver.do(Direct(order="change-cards"), "floorperson")
    driver.do(Sit(player="P2", seat=2), "player", "P2")
    driver.until_phase("betting")
    steps = driver.steps(began)
    assert steps[:2] == ["inspect", "verify"]
    assert steps.index("view") < steps.index("wash") < steps.index("stack")
    assert all(pack.present and pack.method for pack in driver.table.packs)


@pytest.mark.parametrize("decks", [1, 2])
@pytest.mark.parametrize("cards", ["entered", "shuffled"])
@provision("687a.5(f)", "687a.4(c)", "MA 3(c)", "MA 4(e)")
def test_a_device_that_fails_over_spread_cards_has_none_shuffled_before_the_wash(cards, decks):
    for edition, report in ((None, "out-of-order"), ("ma", "remove-device")):
        driver = _idle("dj-wild", edition, cards, dealing="automated-shoe", shuffler="automated", decks=decks)
        began = len(driver.log)
        driver.do(Report(irregularity=report, device="shoe"))
        driver.until("sign-device")
        driver.advance()
        assert driver.table.idle
        assert not driver.events(e.Shuffled, began)
        if decks == 1 or edition == "ma":
            assert "lie spread" in driver.refused(Report(irregularity="shuffler-jam")).message
        assert driver.refused(Direct(order="recut"), "floorperson").field == "order"
        driver.do(Sit(player="P2", seat=2), "player", "P2")
        driver.until("stack", pack=0)
        driver.advance()
        shuffles = len(driver.events(e.Shuffled, began))
        driver.until_phase("betting")
        assert 0 in [one.pack for one in driver.events(e.Shuffled, began)[shuffles:]]


@pytest.mark.parametrize(("procedure", "idle"), [(2, False), (3, True)])
@provision("687a.5(f)")
def test_since_the_third_list_of_steps_a_device_that_fails_over_spread_cards_is_waited_with(procedure, idle):
    driver = _idle("dj-wild", None, "entered", dealing="automated-shoe", shuffler="automated")
    driver.table = replace(driver.table, procedure=procedure)
    driver.do(Report(irregularity="out-of-order", device="shoe"))
    assert any(due.id == "shuffle" for due in driver.table.todo) is not idle


def _idle(game, edition, cards, **choices):
    driver = OfferedDriver(game, choices, edition=edition, cards=cards)
    driver.ready(1)
    driver.do(Leave(seat=1), "player", "P1")
    driver.perform("spread-idle")
    return driver
