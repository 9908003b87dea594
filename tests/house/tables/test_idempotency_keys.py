"""The same key is the same command: done once, answered alike, and forgotten in its time."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import select

from croupier.errors import HouseError
from croupier.house.storage import schema
from croupier.house.tables.keeping import idempotency_keys
from croupier.house.tables.keeping.idempotency_keys import MAX_REFUSAL_TEXT
from croupier.table import Actor, BuyIn, Leave, Place, Sit
from tests.house.floor import a_house, ann, until
from tests.house.tables.test_keeper import seated


async def test_the_same_key_gets_the_same_answer(url):
    async with a_house(url, "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper, chips=0)
        first = await keeper.ask(BuyIn(player="Ann", amount=700), ann(), "k1")
        assert await keeper.ask(BuyIn(player="Ann", amount=700), ann(), "k1") == first
        with pytest.raises(HouseError, match="another command"):
            await keeper.ask(BuyIn(player="Ann", amount=701), ann(), "k1")
        with pytest.raises(HouseError, match="another command"):
            await keeper.ask(BuyIn(player="Ann", amount=700), ann("Bob"), "k1")
        refused = await keeper.ask(BuyIn(player="Ann", amount=10**9), ann(), "k2")
        assert refused.code
        assert await keeper.ask(BuyIn(player="Ann", amount=10**9), ann(), "k2") == refused
        assert keeper.table.accounts["player:Ann"] == 700
        house.audit()
    async with a_house(url) as house:
        keeper = house.keeper("dj-wild")
        assert await keeper.ask(BuyIn(player="Ann", amount=700), ann(), "k1") == first
        with pytest.raises(HouseError, match="another command"):
            await keeper.ask(BuyIn(player="Ann", amount=701), ann(), "k1")
        assert keeper.table.accounts["player:Ann"] == 700
        house.audit()


async def test_a_key_in_flight_is_one_command(url):
    async with a_house(url, "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper, chips=0)
        asked = [asyncio.create_task(keeper.ask(BuyIn(player="Ann", amount=100), ann(), "k")) for _ in range(20)]
        await asyncio.sleep(0)
        with pytest.raises(HouseError, match="another command"):
            await keeper.ask(BuyIn(player="Ann", amount=200), ann(), "k")
        asked[0].cancel()  # whoever hangs up does not stop it
        answers = {(await each).n for each in asked[1:]}
        assert len(answers) == 1
        assert keeper.table.accounts["player:Ann"] == 100
        house.audit()


async def test_refusals_push_out_no_key_of_a_command_that_was_taken(url, monkeypatch):
    """They cost nothing to send: whoever sends many would have another's command done twice."""
    for name, few in (("REMEMBERED", 4), ("SWEEP", 3), ("REFUSED", 5)):
        monkeypatch.setattr(idempotency_keys, name, few)

    async with a_house(url, "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper, chips=1000)
        taken = await keeper.ask(BuyIn(player="Ann", amount=1), ann(), "taken")
        for n in range(20):
            assert (await keeper.ask(BuyIn(player="Ann", amount=0), ann(), f"refused {n}")).refused
        long = await keeper.ask(Place(seat=1, wager="x" * 60_000, amount=100), ann(), "refused at length")
        assert len(long.refused) + len(long.field) <= 2 * MAX_REFUSAL_TEXT, (
            "a refusal is remembered, with what it quotes"
        )
        assert await keeper.ask(BuyIn(player="Ann", amount=1), ann(), "taken") == taken
        assert keeper.table.accounts["player:Ann"] == 1001
        with pytest.raises(HouseError, match="another command"):
            await keeper.ask(BuyIn(player="Ann", amount=2), ann(), "refused 19")
        assert not (await keeper.ask(BuyIn(player="Ann", amount=2), ann(), "refused 0")).refused


async def test_keys_that_are_forgotten_are_forgotten_in_storage_too(url, monkeypatch):
    monkeypatch.setattr(idempotency_keys, "REMEMBERED", 4)
    monkeypatch.setattr(idempotency_keys, "SWEEP", 3)
    rows = schema.answers

    def kept(house):
        with house.database.read() as connection:
            return list(connection.scalars(select(rows.c.key).where(rows.c.table_id == "dj-wild").order_by(rows.c.n)))

    async with a_house(url, "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper, chips=1000)
        for n in range(8):
            assert not (await keeper.ask(BuyIn(player="Ann", amount=1), ann(), f"k{n}")).refused
        await until(lambda: kept(house) == ["k3", "k4", "k5", "k6", "k7"])
        assert not (await keeper.ask(BuyIn(player="Ann", amount=2), ann(), "k0")).refused
        assert keeper.table.accounts["player:Ann"] == 1010


async def test_nobodys_commands_make_a_table_forget_another_persons_key(url, monkeypatch):
    monkeypatch.setattr(idempotency_keys, "REMEMBERED", 12)
    monkeypatch.setattr(idempotency_keys, "SWEEP", 4)

    async def again(house):
        keeper = house.keeper("dj-wild")
        first = await keeper.ask(BuyIn(player="Ann", amount=1), ann(), "Ann's")
        await keeper.ask(BuyIn(player="Ann", amount=1), ann(), "Ann's other")
        assert keeper.table.accounts["player:Ann"] == 1002
        return first.n

    async with a_house(url, "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper, chips=1000)
        told = await again(house)
        for n in range(40):  # one whose commands are refused, and one whose are taken
            await keeper.ask(Sit(player="Mallory", seat=99), Actor("player", "Mallory"), f"m{n}")
            sit = Leave(seat=2) if "Mo" in keeper.decided.seats.values() else Sit(player="Mo", seat=2)
            assert not (await keeper.ask(sit, Actor("player", "Mo"), f"o{n}")).refused
        assert len(keeper._answers._known) < 16
        assert await again(house) == told
        house.audit()
    async with a_house(url) as house:
        assert await again(house) == told
