"""What a step, a report or an order does not take is refused, whoever gives it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier.table import Direct, Perform, Report
from croupier.table.decide import _STEPS
from croupier.table.floor import _ORDERS
from croupier.table.holds import CARDS, ORDERS, VALUES
from tests.table.offered import OfferedDriver
from tests.table.stud import DJ_WILD

TAKEN = {"value": VALUES, "cards": CARDS}
GAMES = [("dj-wild", None), ("dj-wild", "ma"), ("over-under", None), ("face-up-pai-gow", None)]


@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_a_step_that_takes_no_value_and_no_cards_refuses_them(game: str, edition: str | None):
    driver = OfferedDriver(game, edition=edition)
    driver.until("view")
    driver.sit(1)
    ante = driver.rules.game.ante
    met = set()
    for _ in range(120):
        due = driver.table.due
        step = "no-more-bets" if due is None else due.id
        if due is None and driver.table.rounds:
            break
        layout = {one.id for one in driver.table.conduct.layout}
        for field, told in (("value", 1), ("cards", "As"), ("seals", ("0" * 32,)), ("salts", ("00",))):
            taken = TAKEN.get(field, frozenset({"deal"} if field == "seals" else {"turn", "reveal"}))
            if (
                step not in taken | layout | {"decide"}
                and (due is None or "dealer" in due.by)
                and not (due and due.seat)
            ):
                assert driver.refused(replace(Perform(step=step), **{field: told})).field == field
                met.add(step)
        if due is None:
            required = [w.id for w in driver.rules.game.wagers if w.placed == "required"]
            driver.bet(1, **{wager.replace("-", "_"): 1000 for wager in required} or {ante: 1000})
            driver.close_bets()
        elif due.id == "decide":
            street = driver.rules.game.streets[due.street]
            driver.decide(1, next(o.id for o in street.options if not o.folds) if street.options else street.late)
        else:
            driver.advance()
    assert {"no-more-bets", "load", "deal", "rack"} <= met | set(TAKEN["cards"])


def test_every_order_says_what_it_is_told_with():
    assert set(ORDERS) == set(_ORDERS)
    assert {"cut", "count-stub"} <= VALUES & set(_STEPS)
    driver = DJ_WILD.table(1)
    fields = {"seat": 1, "player": "P1", "amount": 100, "what": "shoe", "second": "Ben", "note": "why"}
    for order, taken in ORDERS.items():
        for field in fields.keys() - taken:
            command = replace(Direct(order=order), **{field: fields[field]})
            told = driver.refused(command, "floorperson", "Flo")
            assert (told.field, told.message) == (field, f"the order {order} has no {field}")


def test_a_report_names_a_card_or_a_device_only_where_it_is_of_one():
    driver = DJ_WILD.dealt(1, dealing="automated-shoe", shuffler="automated")
    for found in driver.table.conduct.irregularities:
        if "deciding" not in found.when:
            continue
        if "discard-card" not in found.remedy:
            assert driver.refused(Report(irregularity=found.id, cards="As")).field == "cards"
        if found.id != "out-of-order":
            assert driver.refused(Report(irregularity=found.id, device="shoe")).field == "device"
