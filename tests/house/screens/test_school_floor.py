"""A school has no floorperson to call: what is for the floor alone is done by the house's own."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from itertools import count

import pytest

from croupier.house.cloth.results import Results
from croupier.house.desk.floor_orders import orders
from croupier.house.desk.payout_validation import payment
from croupier.house.people.roles import Person
from croupier.house.screens.dealer.console import console, due_soon
from croupier.house.screens.dealer.school import Learn, Ready, School
from croupier.house.screens.dealer.school_steps import readied
from croupier.house.tables.automatic.bots import Bots
from croupier.table import Actor, Decide, Direct, Perform, Sit
from croupier.table import events as e
from croupier.table.preparation import overdue
from tests.house.desk.test_requests import a_round, heard
from tests.house.floor import FLOOR, a_house, ann, open_table, voice
from tests.rigged import rig
from tests.support import plain

LEA = Person("Lea", frozenset({("dealer", "")}))
WAGERS = {"ante": 1000, "blind": 1000, "progressive": 100}
_keys = (f"k{n}" for n in count())


@asynccontextmanager
async def a_school(path, wanted, **given):
    """A learner's table at which Ann has wagered and comes to what is wanted."""
    async with a_house(path) as house:
        late = [0]
        clock = house.clock
        house.clock = lambda: clock() + late[0]
        keeper = await open_table(house, "dj-wild", automatic=False, dealer="Lea", school="Lea", **given)
        school = School(house, Bots(house))
        if wanted:
            rig(keeper, WAGERS, "raise", wanted)
        await house.welcome("Ann")
        await keeper.ask(Sit(player="Ann", seat=1), ann())
        await school.do(keeper, LEA, Ready(), next(_keys))
        await a_round(keeper, sit=False, progressive=100)
        yield house, school, keeper, late


async def learn(school, keeper):
    """The right step, or Ann's decision, or a moment for the floor."""
    due = keeper.table.due
    if due is not None and due.id == "decide":
        await keeper.ask(Decide(seat=1, decision="raise"), ann())
    elif due is not None and "dealer" not in due.by:
        await asyncio.sleep(0.01)
    else:
        now = next(one for one in plain(console(keeper, "Lea"))["order"] if one["state"] == "now")
        answer = await school.do(keeper, LEA, Learn(now["id"], now["words"]), next(_keys))
        assert not answer.refused, answer


async def learn_until(school, keeper, holds):
    for _ in range(1500):
        if holds(keeper.table):
            return
        await learn(school, keeper)
    pytest.fail("it went on and on")


async def test_a_progressive_payment_is_validated(tmp_path):
    def won(table):
        return (due := payment(table)) is not None and due.cents > 0

    async with a_school(tmp_path / "h.db", won, chosen={"validate-from": "0.01"}) as (house, school, keeper, _):
        await learn_until(school, keeper, lambda table: table.rounds == 1)
        (validated,) = [one for one in heard(house, "dj-wild") if getattr(one, "step", "") == "validate"]
        assert (validated.by, validated.who) == ("floorperson", "Floor")
        house.audit()


async def test_an_inventory_that_cannot_pay_is_filled_and_the_step_taken(tmp_path):
    async with a_school(tmp_path / "h.db", lambda t: t.accounts["inventory"] < 10_000_000 - 1_003_000) as (
        house,
        school,
        keeper,
        _,
    ):
        left = keeper.table.accounts["inventory"]
        assert not (await keeper.ask(Direct(order="credit", amount=left), FLOOR)).refused
        told = []
        while keeper.table.rounds == 0:
            await learn(school, keeper)
            if (outcome := plain(school.view(keeper))["outcome"]) and outcome not in told:
                told.append(outcome)
        assert [one["words"].startswith("But the table inventory is short") for one in told] == [True]
        moved = [one for one in heard(house, "dj-wild") if isinstance(one, e.MoneyMoved)]
        assert [one.what for one in moved] == ["buy-in", "credit", "fill"]
        house.audit()


async def test_cards_that_grew_old_since_yesterday_are_changed(tmp_path):
    async with a_school(tmp_path / "h.db", None) as (house, school, keeper, late):
        keeper.clock = house.clock
        late[0] = 30 * 3_600_000
        await learn(school, keeper)
        told = plain(school.view(keeper))["outcome"]
        assert "§" in told["cite"]
        assert keeper.table.play is None
        assert keeper.table.due.id == "open-order", "before others are received"
        # sealed cards get no other order under wagers: these went back, and the learner is told so
        assert not keeper.table.layout
        assert told["returned"] == [{"seat": 1, "player": "Ann", "text": "$21.00"}]
        await learn_until(school, keeper, lambda table: table.phase == "betting")
        await a_round(keeper, sit=False, progressive=100)
        await learn_until(school, keeper, lambda table: table.rounds == 1)
        late[0] += 30 * 3_600_000
        await school.do(keeper, LEA, Ready(), next(_keys))
        assert keeper.table.phase == "betting"
        assert not overdue(keeper.table, keeper.now()), "changed while nobody had wagered"
        await a_round(keeper, sit=False)
        await learn_until(school, keeper, lambda table: table.rounds == 2)
        back = [one for one in heard(house, "dj-wild") if isinstance(one, e.WagerPlaced) and one.amount < 0]
        assert len(back) == 3
        house.audit()


async def test_the_next_day_a_table_that_people_deal_plays_on_with_other_cards(tmp_path):
    """There the floor changes what grew old over night. The order says before that the wagers go back, and the player's
    page says it after."""

    def detail(keeper):
        told = plain(orders(keeper.table, FLOOR.role, FLOOR.name, keeper.now()))
        return next(order["words"] for order in told if order["id"] == "change-cards")

    async with a_house(tmp_path / "h.db") as house:
        keeper, late, found = await open_table(house, "dj-wild", automatic=False, dealer="Lea"), [0], Results()
        clock, dealer, back = house.clock, Actor("dealer", "Lea"), "All wagers go back first."
        keeper.clock = lambda: clock() + late[0]
        await house.welcome("Ann")
        await keeper.ask(Sit(player="Ann", seat=1), ann())
        await keeper.do(lambda table: readied(keeper, table), "ready", "")
        assert back not in detail(keeper)
        await a_round(keeper, sit=False)
        late[0] = 30 * 3_600_000
        assert any("call the floor" in due["words"] for due in plain(due_soon(keeper)))
        refused = await keeper.ask(Perform(step="no-more-bets"), dealer)
        assert (refused.field, keeper.table.layout) == ("change-cards", {1: {"ante": 1000, "blind": 1000}})
        assert detail(keeper).endswith(back)
        assert not (await keeper.ask(Direct(order="change-cards"), FLOOR)).refused
        assert voice(house, keeper, found).startswith("New cards: your wagers are back with you. The dealer ")
        await keeper.do(lambda table: readied(keeper, table), "ready again", "")
        assert voice(house, keeper, found) == "New cards: your wagers are back with you. Place your wagers."
        await a_round(keeper, sit=False)
        assert not (await keeper.ask(Perform(step="no-more-bets"), dealer)).refused
        assert "back" not in voice(house, keeper, found)
        house.audit()
