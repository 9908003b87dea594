"""Sections 8 to 10 of the stud chapters at the table: the three ways of dealing, and the stub."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from croupier.table import Perform, Place, Report
from croupier.table import events as e
from croupier.table.recount import recorded
from tests.support import provision
from tests.table.drive import Driver, settled_as_told
from tests.table.stud import CAJUN_STUD, DJ_WILD, RAISE_IT_UP, WAYS, Chapter, each, each_way

# §§ 8 to 10. The betting closes, and the cards come in order.


@each_way(
    {
        "687a": {"manual-shoe": "8(a)", "hand": "9(a)(2)", "automated-shoe": "10(a)(1)"},
        "683a": {"manual-shoe": "8(a)", "hand": "9(a)(2)", "automated-shoe": "10(a)(1)"},
        "669a": {"manual-shoe": "8(a)", "hand": "9(a)(2)", "automated-shoe": "10(a)(1)"},
    }
)
def test_the_stack_goes_where_it_is_dealt_from_when_shuffle_and_cut_are_done(
    chapter: Chapter, way: str, paths: list[str]
):
    driver = chapter.opened(dealing=way)
    driver.until("view")
    driver.sit(1)
    driver.until("load")
    assert driver.steps()[-1] == ("stack" if way == "hand" else "cut")
    assert (driver.due.cite, driver.due.by) == (chapter.cite(paths[0]), ("dealer",))
    assert driver.refused(Place(seat=1, wager="ante", amount=1000), "player", "P1").cite == chapter.cite("7(c)")
    assert driver.refused(Perform(step="no-more-bets")).cite == chapter.cite(paths[0])
    assert driver.refused(Perform(step="load"), "player", "P1").cite == chapter.cite(paths[0])
    driver.perform("load")
    assert driver.table.phase == "betting"


CLOSE = {
    number: {"manual-shoe": "8(b)", "hand": "9(a)(3)", "automated-shoe": "10(a)(2)"}
    for number in ("687a", "683a", "669a")
}


@each_way(CLOSE)
def test_no_more_bets_is_announced_by_the_dealer_before_the_first_card(chapter: Chapter, way: str, paths: list[str]):
    driver = chapter.table(1, 2, dealing=way)
    cite = chapter.cite(paths[0])
    assert driver.refused(Perform(step="no-more-bets")).cite == cite  # nobody has wagered
    chapter.bets(driver, 1)
    for role in ("player", "floorperson", "surveillance"):
        assert driver.refused(Perform(step="no-more-bets"), role, "P1").cite == cite
    assert driver.refused(Perform(step="deal")).cite == chapter.cite("7(c)")
    assert driver.table.pack.at == 0
    driver.close_bets()
    began = driver.events(e.RoundBegan)[-1]
    assert (began.cite, began.wagers, began.by) == (cite, {1: dict(chapter.bet)}, "dealer")
    driver.until("deal")
    assert driver.table.pack.at == 0


def _order(chapter: Chapter, way: str, **more: int) -> list[tuple[str, int, str]]:
    """A deal to seats 1, 3 and 6: to whom, how many, by which provision; every card face down, one after the other."""
    driver = chapter.table(1, 3, 6, dealing=way, cards="shuffled")
    chapter.bets(driver, 3, 1, 6)
    for wager, stake in more.items():
        driver.bet(3, **{wager: stake})
    driver.close_bets()
    driver.until("deal")
    for role in ("player", "floorperson"):
        assert driver.refused(Perform(step="deal", seals=("0" * 32,)), role, "P1").cite == driver.due.cite
    assert driver.refused(Perform(step="deal", cards="As")).cite == driver.due.cite  # nobody sees them
    assert driver.refused(Perform(step="stub")).cite == driver.due.cite
    driver.until_phase("deciding")
    dealt = driver.events(e.Dealt)
    assert all(not event.cards and len(event.seals) == event.count for event in dealt)
    at = 0
    for event in dealt:
        assert event.at == at
        at += event.count
    (stub,) = [event for event in driver.events(e.Racked) if event.what == "stub"]
    assert stub.count == chapter.deck - at
    return [(event.to, event.count, event.cite.rpartition(".")[2]) for event in dealt] + [
        ("stub", 0, stub.cite.rpartition(".")[2])
    ]


@provision("687a.8(d)", "687a.8(e)", "687a.8(f)")
def test_dj_wild_from_the_manual_shoe():
    assert _order(DJ_WILD, "manual-shoe") == [
        ("seats.1", 5, "8(d)"),
        ("seats.3", 5, "8(d)"),
        ("seats.6", 5, "8(d)"),
        ("dealer", 5, "8(e)"),
        ("replacement", 1, "8(f)"),
        ("stub", 0, "8(f)"),
    ]


@provision("687a.9(b)", "687a.9(c)", "687a.9(d)", "687a.9(e)")
def test_dj_wild_from_the_hand():
    assert _order(DJ_WILD, "hand") == [
        ("seats.1", 5, "9(c)"),
        ("seats.3", 5, "9(c)"),
        ("seats.6", 5, "9(c)"),
        ("dealer", 5, "9(d)"),
        ("replacement", 1, "9(e)"),
        ("stub", 0, "9(e)"),
    ]


@provision("687a.10(b)", "687a.10(c)")
def test_dj_wild_from_the_automated_shoe_with_the_extra_card_only_for_a_progressive_wager():
    stacks = [("seats.1", 5, "10(b)"), ("seats.3", 5, "10(b)"), ("seats.6", 5, "10(b)"), ("dealer", 5, "10(c)")]
    assert _order(DJ_WILD, "automated-shoe") == [*stacks, ("stub", 0, "10(e)")]
    extra = ("replacement", 1, "10(c)")
    assert _order(DJ_WILD, "automated-shoe", progressive=100) == [*stacks, extra, ("stub", 0, "10(e)")]


@pytest.mark.parametrize(
    ("way", "own", "board"),
    [
        pytest.param("manual-shoe", "8(c)", "8(d)", marks=provision("683a.8(c)", "683a.8(d)")),
        pytest.param("hand", "9(b)", "9(c)", marks=provision("683a.9(b)", "683a.9(c)")),
    ],
)
def test_cajun_stud_card_by_card_after_the_all_six_cards(way: str, own: str, board: str):
    singly = [("seats.1", 1, own), ("seats.3", 1, own), ("seats.6", 1, own)] * 2
    end = [("community", 3, board), ("stub", 0, board)]
    assert _order(CAJUN_STUD, way) == [*singly, *end]
    assert _order(CAJUN_STUD, way, all_six=500) == [("all-six", 4, own), *singly, *end]


@provision("683a.10(b)", "683a.10(c)", "683a.10(c)(1)", "683a.10(c)(2)", held="step")
def test_cajun_stud_in_stacks_before_the_all_six_cards_from_the_automated_shoe():
    stacks = [("seats.1", 2, "10(b)"), ("seats.3", 2, "10(b)"), ("seats.6", 2, "10(b)")]
    end = [("community", 3, "10(c)(2)"), ("stub", 0, "10(c)(2)")]
    assert _order(CAJUN_STUD, "automated-shoe") == [*stacks, *end]
    assert _order(CAJUN_STUD, "automated-shoe", all_six=500) == [*stacks, ("all-six", 4, "10(c)(1)"), *end]


@pytest.mark.parametrize(
    ("way", "own", "board", "stub"),
    [
        pytest.param(
            "manual-shoe",
            "8(d)(1)",
            "8(d)(2)",
            "8(e)",
            marks=provision("669a.8(d)", "669a.8(d)(1)", "669a.8(d)(2)", "669a.8(e)", held="step"),
        ),
        pytest.param(
            "hand",
            "9(b)(1)",
            "9(b)(2)",
            "9(c)",
            marks=provision("669a.9(b)", "669a.9(b)(1)", "669a.9(b)(2)", "669a.9(c)", held="step"),
        ),
    ],
)
def test_raise_it_up_card_by_card(way: str, own: str, board: str, stub: str):
    singly = [("seats.1", 1, own), ("seats.3", 1, own), ("seats.6", 1, own)] * 3
    assert _order(RAISE_IT_UP, way) == [*singly, ("community", 3, board), ("stub", 0, stub)]


@provision("669a.10(b)", "669a.10(c)")
def test_raise_it_up_in_stacks_from_the_automated_shoe():
    stacks = [("seats.1", 3, "10(b)"), ("seats.3", 3, "10(b)"), ("seats.6", 3, "10(b)"), ("community", 3, "10(b)")]
    assert _order(RAISE_IT_UP, "automated-shoe") == [*stacks, ("stub", 0, "10(c)")]


# The stub.

COUNT = {
    "687a": {"manual-shoe": "8(g)", "hand": "9(f)", "automated-shoe": "10(d)"},
    "683a": {"manual-shoe": "8(e)", "hand": "9(d)", "automated-shoe": "10(d)"},
    "669a": {"manual-shoe": "8(f)", "hand": "9(d)", "automated-shoe": "10(d)"},
}
RIGHT = {
    "687a": {"manual-shoe": "8(h)", "hand": "9(g)", "automated-shoe": "10(e)"},
    "683a": {"manual-shoe": "8(f)", "hand": "9(e)", "automated-shoe": "10(e)"},
    "669a": {"manual-shoe": "8(g)", "hand": "9(e)", "automated-shoe": "10(e)"},
}
WRONG = {
    "687a": {"manual-shoe": "8(i)", "hand": "9(h)", "automated-shoe": "10(f)"},
    "683a": {"manual-shoe": "8(g)", "hand": "9(f)", "automated-shoe": "10(f)"},
    "669a": {"manual-shoe": "8(h)", "hand": "9(f)", "automated-shoe": "10(f)"},
}


@each_way(COUNT)
def test_the_stub_is_counted_every_five_rounds_unless_a_device_counts(chapter: Chapter, way: str, paths: list[str]):
    driver = chapter.table(1, dealing=way)
    counted = []
    for _ in range(11):
        began = len(driver.log)
        chapter.round(driver, 1)
        counted.append("count-stub" in driver.steps(began))
        driver.until_phase("betting")
    assert [at for at, done in enumerate(counted, 1) if done] == [5, 10]
    assert {event.cite for event in driver.events(e.Performed) if event.step == "count-stub"} == {
        chapter.cite(paths[0])
    }
    driver = chapter.table(1, dealing=way, shuffler="counting")
    for _ in range(6):
        chapter.round(driver, 1)
        driver.until_phase("betting")
    assert "count-stub" not in driver.steps()


@each_way(COUNT)
def test_a_dealer_may_count_the_stub_in_any_round_and_the_five_begin_anew(chapter: Chapter, way: str, paths: list[str]):
    driver = chapter.table(1, dealing=way)
    counted = []
    for number in range(1, 9):
        began = len(driver.log)
        chapter.bets(driver, 1)
        driver.close_bets()
        if number == 3:
            driver.until("stub")
            assert driver.refused(Perform(step="count-stub", value=1), "player", "P1").cite == chapter.cite(paths[0])
            driver.perform("count-stub", value=chapter.deck - driver.table.pack.at)
        driver.finish(s1=chapter.off)
        counted.append("count-stub" in driver.steps(began))
        driver.until_phase("betting")
    assert [at for at, done in enumerate(counted, 1) if done] == [3, 8]


@each_way(COUNT)
def test_a_count_that_is_due_is_made_in_a_void_round_once_every_card_is_dealt(
    chapter: Chapter, way: str, paths: list[str]
):
    _, driver, money = _count(chapter, way)
    driver.do(Report(irregularity="wrong-number", seat=1))
    assert driver.money() == money
    assert [due.id for due in driver.table.todo] == ["count-stub", "rack"]
    assert driver.due.cite == chapter.cite(paths[0])
    driver.finish()
    assert driver.table.uncounted == 0
    driver.until_phase("betting")
    began = len(driver.log)
    chapter.round(driver, 1, 2)
    assert "count-stub" not in driver.steps(began), "the five begin anew"


@each_way(COUNT)
def test_a_wrong_stub_is_looked_into_in_a_void_round_too(chapter: Chapter, way: str, paths: list[str]):
    right, driver, money = _count(chapter, way)
    driver.perform("count-stub", value=right - 1)
    driver.do(Report(irregularity="wrong-number", seat=1))
    assert [due.id for due in driver.table.todo] == ["determine", "rack"]
    driver.perform("determine", value={**recorded(driver.table), "stub": right - 1})
    assert driver.events(e.PackChanged)[-1].what == "removed"
    driver.finish()
    assert driver.money() == money, paths


@each_way(COUNT)
def test_before_every_card_is_dealt_there_is_no_stub_to_count(chapter: Chapter, way: str, paths: list[str]):
    driver = chapter.table(1, 2, dealing=way)
    for _ in range(4):
        chapter.round(driver, 1, 2)
        driver.until_phase("betting")
    chapter.bets(driver, 1, 2)
    driver.close_bets()
    driver.until("deal", to="seats.2")
    driver.do(Report(irregularity="wrong-number", seat=1))
    assert all(due.id != "count-stub" for due in driver.table.todo), paths
    driver.finish()
    driver.until_phase("betting")
    began = len(driver.log)
    chapter.round(driver, 1, 2)
    assert "count-stub" in driver.steps(began), "it waits for the next round"
    assert any(reading.key == "stub-after-void" for reading in driver.rules.game.readings)


@each()
def test_a_table_that_was_opened_before_leaves_the_count_out_in_a_void_round(chapter: Chapter):
    _, driver, _ = _count(chapter, "manual-shoe")
    driver.table = replace(driver.table, procedure=4)
    driver.do(Report(irregularity="wrong-number", seat=1))
    assert driver.due.id == "rack"


def _count(chapter: Chapter, way: str, seats: tuple[int, ...] = (1, 2)) -> tuple[int, Driver, dict[str, int]]:
    """A table in its fifth round, at the count of the stub: what is right, and the money before the wagers."""
    driver = chapter.table(*seats, dealing=way)
    for _ in range(4):
        chapter.round(driver, seats[0])
        driver.until_phase("betting")
    before = driver.money()
    more = {} if chapter is CAJUN_STUD else {"progressive": 100}
    chapter.bets(driver, *seats, **more)
    driver.close_bets()
    driver.until("count-stub")
    return driver.table.pack.size - driver.table.pack.at, driver, before


@each_way(RIGHT)
def test_a_right_stub_goes_to_the_rack_unseen(chapter: Chapter, way: str, paths: list[str]):
    assert paths
    right, driver, _ = _count(chapter, way)
    for wrong in (None, -1, "7", 2.0, True):
        assert driver.refused(Perform(step="count-stub", value=wrong)).cite == driver.due.cite
    driver.perform("count-stub", value=right)
    assert driver.due.id == "stub"
    driver.advance()
    racked = driver.events(e.Racked)[-1]
    assert (racked.what, racked.count) == ("stub", right)
    assert driver.table.phase == "deciding"


@each_way(WRONG)
def test_a_wrong_stub_after_a_misdeal_voids_the_round(chapter: Chapter, way: str, paths: list[str]):
    right, driver, before = _count(chapter, way)
    driver.perform("count-stub", value=right + 1)
    cite = chapter.cite(paths[0])
    assert (driver.due.id, driver.due.cite) == ("determine", cite)
    held = recorded(driver.table)
    counted = {**held, "stub": right + 1, "seats.1": held["seats.1"] - 1}  # every card is there
    for wrong in ("misdealt", None, 52, {}, {"stub": right}, {**counted, "seats.9": 5}, {**counted, "stub": "1"}):
        assert driver.refused(Perform(step="determine", value=wrong)).cite == cite
    assert driver.refused(Perform(step="determine", value=counted), "player", "P1").cite == cite
    driver.perform("determine", value=counted)
    told = next(event for event in driver.events(e.Performed) if event.step == "determine").value
    assert (told["found"], told["cards"], told["of"]) == ("misdealt", chapter.deck, chapter.deck)
    assert driver.money() | {"layout": 0} == before | {"layout": 0}
    voided = driver.events(e.Voided)
    assert [event.seat for event in voided] == [2, 1]
    assert {line["result"] for event in voided for line in event.lines} == {"void"}
    assert {event.cite for event in voided} == {cite}
    assert driver.due.id == "rack"
    driver.advance()
    assert driver.table.play is None
    driver.until("shuffle")  # the same deck again
    assert driver.table.pack.present
    assert [event.what for event in driver.events(e.PackChanged)] == ["received"] * len(driver.table.packs)
    driver.until_phase("betting")


@each_way(WRONG)
def test_a_wrong_stub_without_a_misdeal_takes_the_deck_from_the_table_too(chapter: Chapter, way: str, paths: list[str]):
    right, driver, before = _count(chapter, way)
    driver.perform("count-stub", value=right - 1)
    driver.advance()  # every hand has its number, and the stub is short
    assert driver.events(e.IrregularityFound)[-1].irregularity == "wrong-stub-not-misdealt"
    assert driver.money() | {"layout": 0} == before | {"layout": 0}
    removed = driver.events(e.PackChanged)[-1]
    assert (removed.what, removed.cite) == ("removed", chapter.cite(paths[0]))
    driver.until("receive")
    began = len(driver.log)
    driver.until_phase("betting")
    assert driver.steps(began)[0] == "inspect"


@each_way(WRONG)
def test_a_deck_that_was_misdealt_and_lacks_cards_goes_too_by_a_floorpersons_word(
    chapter: Chapter, way: str, paths: list[str]
):
    right, driver, before = _count(chapter, way)
    driver.perform("count-stub", value=right - 2)
    counted = {**recorded(driver.table), "stub": right - 2}
    counted["seats.1"] += 1  # one of the two is in a hand, the other nowhere
    cite = chapter.cite(paths[0])
    refusal = driver.refused(Perform(step="determine", value=counted))
    assert (refusal.field, refusal.cite) == ("actor", cite)
    driver.perform("determine", "floorperson", "Flo", value=counted)
    found = driver.events(e.IrregularityFound)[-1]
    assert (found.irregularity, found.reading) == ("wrong-stub-misdealt-incomplete", "misdealt-incomplete")
    assert (found.who, found.remedy) == ("Flo", ("void", "remove-deck"))
    assert driver.money() | {"layout": 0} == before | {"layout": 0}
    assert driver.events(e.PackChanged)[-1].what == "removed"
    driver.until("receive")


@each_way(WRONG)
def test_a_stub_that_was_only_miscounted_goes_to_the_rack(chapter: Chapter, way: str, paths: list[str]):
    assert paths
    right, driver, _ = _count(chapter, way)
    driver.perform("count-stub", value=right - 1)
    driver.perform("determine", value=recorded(driver.table))
    assert not driver.events(e.IrregularityFound)
    assert driver.due.id == "stub"
    driver.finish(s1=chapter.off, s2=chapter.off)
    assert not driver.events(e.RoundClosed)[-1].void


@each_way(WRONG)
def test_a_stub_of_sealed_cards_is_what_the_order_has_left(chapter: Chapter, way: str, paths: list[str]):
    driver = chapter.table(1, dealing=way, cards="shuffled")
    chapter.bets(driver, 1)
    driver.close_bets()
    driver.until("stub")
    left = driver.table.pack.size - driver.table.pack.at
    assert paths
    assert f"the record shows {left} cards" in driver.refused(Perform(step="count-stub", value=left - 1)).message
    driver.perform("count-stub", value=left)


@each("9(a)(1)", "4(e)")
def test_a_preshuffled_deck_is_shuffled_by_the_device_before_it_is_dealt_from_the_hand(chapter: Chapter):
    driver = chapter.opened(dealing="hand")
    driver.preshuffled = True
    driver.sit(1)
    driver.until("shuffle")
    assert driver.due.cite == chapter.cite("9(a)(1)")
    driver.until_phase("betting")
    assert driver.events(e.Shuffled)[-1].method == "device"
    assert not {"cut", "inspect"} & set(driver.steps())


# Whatever is paid at the table is what `settle` pays.


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("chapter", [DJ_WILD, CAJUN_STUD, RAISE_IT_UP], ids=lambda chapter: chapter.number)
def test_three_hundred_random_rounds_are_paid_as_settle_pays_them(chapter: Chapter, way: str):
    shuffler = "automated" if way == "hand" else "none"
    driver = chapter.opened(dealing=way, shuffler=shuffler)
    assert settled_as_told(driver.rules, 300, seed=WAYS.index(way) + 11) == 300


@pytest.mark.parametrize(
    ("chapter", "choices"),
    [
        (DJ_WILD, {"progressive": "2", "folded-progressive": False, "shuffler": "counting", "decks": 2}),
        (CAJUN_STUD, {"payout-limit": "50000", "shuffler": "automated", "decks": 2, "dealing": "automated-shoe"}),
        (RAISE_IT_UP, {"six-card": "D", "pair-plus": "B", "shuffler": "reshuffling"}),
    ],
    ids=["687a", "683a", "669a"],
)
def test_random_rounds_under_other_submissions_are_paid_as_settle_pays_them(chapter: Chapter, choices: dict[str, Any]):
    rules = chapter.opened(**choices).rules
    assert settled_as_told(rules, 100, seed=5) >= 99  # the last order of a second deck may still be closed
