"""A person as the floor of an automatic dealer."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from croupier.errors import HouseError
from croupier.house.desk.desk import Desk
from croupier.house.desk.payout_validation import payment, waiting_words
from croupier.house.screens.floor.overview import glance
from croupier.house.tables.automatic import automatic_staff, autopilot
from croupier.table import BuyIn, Decide, Direct, Perform, Place, Sit
from croupier.table import events as e
from croupier.table.automatic import lifting
from tests.house.desk.test_requests import DEB, FILL, FLO, OPENED, SAM, a_round, at_work, heard, inventory, person
from tests.house.floor import FLOOR, a_house, ann, betting, open_table, until
from tests.rigged import rig
from tests.support import plain


async def test_with_a_person_as_floor_the_dealer_waits_for_every_step_of_the_floors(tmp_path):
    async with at_work(tmp_path, floor="person") as (house, desk):
        keeper = house.keeper("dj-wild")
        await keeper.ask(Sit(player="Ann", seat=1), ann())
        taken = []
        for _ in range(6):
            await until(lambda: keeper.table.phase == "betting" or plain(glance(desk, FLO))["steps"])
            steps = plain(glance(desk, FLO))["steps"]
            if not steps:
                break
            (item,) = steps
            taken.append(item["step"])
            assert plain(glance(desk, FLO))["tables"][0]["waits"]
            answer = await desk.command(FLO, "dj-wild", {"command": "perform", "step": item["step"]}, item["step"])
            assert not answer.refused
        assert taken == ["verify"]
        verified = next(event for event in heard(house, "dj-wild") if getattr(event, "step", "") == "verify")
        assert (verified.by, verified.who) == ("floorperson", "Flo")


async def rigged(house, desk, wanted, **more):
    """Ann has wagered, and when she raises the round comes to what is wanted."""
    await house.welcome("Ann")
    keeper = house.keeper("dj-wild")
    await until(lambda: plain(glance(desk, FLO))["steps"])
    rig(keeper, {"ante": 1000, "blind": 1000, **more}, "raise", wanted)
    await desk.command(FLO, "dj-wild", {"command": "perform", "step": "verify"}, "v")
    await a_round(keeper, **more)
    return keeper


async def test_an_empty_inventory_holds_the_dealer_until_a_fill_is_approved(tmp_path):
    async with at_work(tmp_path, floor="person") as (house, desk):
        keeper = await rigged(house, desk, lambda t: t.accounts["inventory"] < OPENED - 1_005_000)
        made = await desk.requests.ask(DEB, {"table": "dj-wild", "kind": "credit", "amount": inventory(house)})
        await desk.requests.approve(FLO, made.id)
        await until(lambda: keeper.table.due is not None and keeper.table.due.id == "decide")
        await keeper.ask(Decide(seat=1, decision="raise"), ann())
        await until(lambda: keeper.running.staff.held)
        (item,) = plain(glance(desk, FLO))["steps"]
        assert item["order"] == "fill"
        assert item["title"].startswith("The table inventory is short by $")
        fill = await desk.requests.ask(FLO, FILL)
        await desk.requests.approve(SAM, fill.id)
        await until(lambda: keeper.table.rounds == 1)
        assert keeper.running.staff.held is None
        house.audit()


async def test_the_automatic_floor_brings_fills_until_a_payment_can_be_made(tmp_path, monkeypatch):
    async with at_work(tmp_path, floor="person") as (house, desk):
        keeper = await rigged(house, desk, lambda t: t.accounts["inventory"] < OPENED - 1_003_000)
        await until(lambda: keeper.table.due is not None and keeper.table.due.id == "decide")
        await keeper.ask(Direct(order="credit", amount=inventory(house)), FLOOR)
        monkeypatch.setattr(automatic_staff, "lifting", lambda field, _: lifting(field, 1000))
        await keeper.resettle(replace(keeper.settings, floor="automatic"))
        await keeper.ask(Decide(seat=1, decision="raise"), ann())
        await until(lambda: keeper.table.rounds == 1)
        assert keeper.broken is None
        fills = [one for one in heard(house, "dj-wild") if isinstance(one, e.MoneyMoved) and one.what == "fill"]
        assert len(fills) > 2
        house.audit()


async def test_a_progressive_payment_waits_for_the_floorperson_and_says_how_much(tmp_path):
    own = {"validate-from": "0.01"}
    async with at_work(tmp_path, floor="person", quick=False, betting_seconds=0.3, chosen=own) as (house, desk):
        keeper = await rigged(
            house, desk, lambda table: (due := payment(table)) is not None and due.cents > 0, progressive=100
        )
        await until(lambda: keeper.table.due is not None and keeper.table.due.id == "decide")
        await keeper.ask(Decide(seat=1, decision="raise"), ann())
        await until(lambda: plain(glance(desk, FLO))["steps"])
        (item,) = plain(glance(desk, FLO))["steps"]
        assert item["title"] == f"Validate {item['amount']}"
        assert item["words"].startswith("Seat 1, Ann: ")
        assert item["cite"] == "58 Pa. Code § 687a.12(c)"
        assert len(item["cards"]) == 5
        assert waiting_words(keeper.table) == (
            f"Waiting for the floorperson to validate {item['amount']}. The cards stay on the table."
        )
        for who in (DEB, person("Ann", "player", "floorperson")):
            told = {"command": "perform", "step": "validate", "seat": 1}
            with pytest.raises(HouseError) as refused:
                await desk.command(who, "dj-wild", told, "v")
            assert refused.value.fault == "denied"
        await desk.command(FLO, "dj-wild", {"command": "perform", "step": "validate", "seat": 1}, "w")
        await until(lambda: keeper.table.rounds == 1)
        (line,) = [
            line
            for event in heard(house, "dj-wild")
            if isinstance(event, e.Settled)
            for line in event.lines
            if line["wager"] == "progressive"
        ]
        assert f"${line['paid']}" == item["amount"].replace(",", "")
        house.audit()


def test_cards_that_grew_old_between_rounds_are_changed_and_the_round_begins(tmp_path, monkeypatch):
    """An automatic table has its cards changed before wagers are taken on them; with a person as floor it says what is
    due. Wagers on cards that grew too old all the same grow_old back, and are placed anew."""

    async def grow_old(floor):
        async with a_house(tmp_path / f"{floor}.db") as house:
            now = house.clock
            late = [0]
            house.clock = lambda: now() + late[0]
            keeper = await open_table(house, "dj-wild", floor="person" if floor == "person" else "automatic")
            desk = Desk(house)
            await house.welcome("Ann")
            if floor == "person":
                await until(lambda: keeper.table.due and keeper.table.due.id == "verify")
                await keeper.ask(Perform(step="verify"), FLOOR)
            await keeper.ask(Sit(player="Ann", seat=1), ann())
            await betting(keeper)
            keeper.clock = house.clock
            if floor == "over wagers":
                await keeper.ask(BuyIn(player="Ann", amount=20_000), ann())
                await keeper.ask(Place(seat=1, wager="ante", amount=1000), ann())
            late[0] = 30 * 3_600_000
            assert any(a["id"] == "cards" and a["over"] for a in plain(glance(desk, FLO))["tables"][0]["alarms"])
            since = keeper.table.pack.since
            if floor == "looks":
                await until(lambda: keeper.table.pack.since > since and keeper.table.phase == "betting")
            if floor == "over wagers":
                await keeper.ask(Place(seat=1, wager="blind", amount=1000), ann())
            else:
                await a_round(keeper, sit=False)
            if floor == "person":
                await until(lambda: keeper.running.staff.held)
                (item,) = plain(glance(desk, FLO))["steps"]
                assert item["order"] == "change-cards"
                assert "§" in item["cite"]
                await keeper.ask(Direct(order="change-cards"), FLOOR)
                await until(lambda: keeper.table.due and keeper.table.due.id == "verify")
                await keeper.ask(Perform(step="verify"), FLOOR)
            if floor != "looks":
                await until(lambda: keeper.table.pack.since > since and keeper.table.phase == "betting")
                assert not keeper.table.layout
                await a_round(keeper, sit=False)
            back = [event for event in heard(house, "dj-wild") if isinstance(event, e.WagerPlaced) and event.amount < 0]
            assert bool(back) is (floor != "looks")
            await until(lambda: keeper.table.due is not None and keeper.table.due.id == "decide")
            assert keeper.broken is None
            assert keeper.running.staff.held is None

    monkeypatch.setattr(autopilot, "LOOK", 0.02)
    asyncio.run(grow_old("looks"))
    asyncio.run(grow_old("over wagers"))
    asyncio.run(grow_old("person"))
