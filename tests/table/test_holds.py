"""What a step, a report or an order does not take is refused, whoever gives it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from croupier import IllegalAction
from croupier.table import Actor, Direct, Perform, Report, step
from croupier.table.floor import _ORDERS
from croupier.table.holds import CARDS, ORDERS, SALTS, SEALS, VALUES, check_order
from tests.support import provision
from tests.table.offered import OfferedDriver
from tests.table.stud import DJ_WILD, RAISE_IT_UP

TOLD = {"value": (1, VALUES), "cards": ("As", CARDS), "seals": (("0" * 32,), SEALS), "salts": (("00",), SALTS)}
GAMES = [("dj-wild", None), ("dj-wild", "ma"), ("over-under", None), ("face-up-pai-gow", None)]


@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_a_step_that_takes_no_value_and_no_cards_refuses_them(game: str, edition: str | None):
    driver = OfferedDriver(game, edition=edition)
    driver.until("view")
    driver.sit(1)
    driver.until_phase("betting")
    for wager in driver.rules.game.wagers:
        if wager.placed == "required":
            driver.bet(1, **{wager.id.replace("-", "_"): 1000})
    assert driver.refused(Perform(step="no-more-bets", value=1)).field == "value"
    driver.close_bets()
    met = set()
    while driver.table.play is not None:
        if driver.due.id == "decide":
            street = driver.rules.game.streets[driver.due.street]
            driver.decide(1, next((o.id for o in street.options if not o.folds), street.late))
            continue
        command, actor = driver.answer()
        assert isinstance(command, Perform)
        for field, (told, steps) in TOLD.items():
            if command.step not in steps:
                assert driver.refused(replace(command, **{field: told}), actor.role, actor.name).field == field
        met.add(command.step)
        driver.advance()
    assert {"deal", "settle", "rack"} <= met


def test_every_order_says_what_it_is_told_with():
    assert set(ORDERS) == set(_ORDERS)
    fields = {"seat": 1, "player": "P1", "amount": 100, "what": "shoe", "second": "Ben", "note": "why"}
    for order, taken in ORDERS.items():
        check_order(replace(Direct(order=order), **{field: fields[field] for field in taken}))
        for field in fields.keys() - taken:
            with pytest.raises(IllegalAction, match=f"the order {order} has no {field}"):
                check_order(replace(Direct(order=order), **{field: fields[field]}))
    driver = DJ_WILD.table(1)
    assert driver.refused(Direct(order="reshuffle", amount=100), "floorperson", "Flo").field == "amount"
    assert driver.refused(Direct(order="fill", amount=100, seat=1), "floorperson", "Flo").field == "seat"


@pytest.mark.parametrize(("irregularity", "device"), [("wrong-number", ""), ("out-of-order", "shoe"), ("exposed", "")])
def test_a_report_names_a_card_or_a_device_only_where_it_is_of_one(irregularity: str, device: str):
    driver = DJ_WILD.dealt(1, dealing="automated-shoe", shuffler="automated")
    told = Report(irregularity=irregularity, device=device, seat=1)
    assert driver.refused(replace(told, cards="As")).field == "cards"
    assert driver.refused(replace(told, device="drop box")).field == "device"
    driver.do(told)


def test_a_jam_may_name_the_device_that_it_is_of():
    driver = DJ_WILD.dealt(1, dealing="automated-shoe", shuffler="automated")
    assert driver.refused(Report(irregularity="shoe-jam", device="shuffler")).field == "device"
    driver.do(Report(irregularity="shoe-jam", device="shoe"))


@provision("669a.13(e)", "669a.13(f)")
def test_a_jam_is_of_its_own_device_or_of_none_that_is_named():
    driver = RAISE_IT_UP.opened(dealing="automated-shoe", shuffler="automated", decks=2).ready(1)
    for device, right in (("", True), ("shuffler", True), ("shoe", False)):
        told = Report(irregularity="shuffler-jam", device=device)
        if right:
            assert step(driver.table, told, Actor("dealer", ""), driver.now)
        else:
            wrong = driver.refused(told)
            assert (wrong.field, wrong.cite) == ("device", RAISE_IT_UP.cite("13(e)"))
    RAISE_IT_UP.bets(driver, 1)
    driver.close_bets()
    driver.until("deal")
    wrong = driver.refused(Report(irregularity="shoe-jam", device="shuffler"))
    assert (wrong.field, wrong.cite) == ("device", RAISE_IT_UP.cite("13(f)"))
    driver.do(Report(irregularity="shoe-jam", device="shoe"))
    assert driver.playing.void
