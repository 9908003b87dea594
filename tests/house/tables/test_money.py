"""Play money and real money are two kinds of house, and no money moves twice for one request."""

from __future__ import annotations

import asyncio

import httpx
import pytest
from sqlalchemy import text

from croupier.errors import HouseError
from croupier.house.desk.desk import Desk
from croupier.house.desk.opening import open_by
from croupier.house.desk.requests.cage import move
from croupier.house.house import PLAY_MONEY, House
from croupier.house.storage import house_facts
from croupier.house.storage.database import Database
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.money import ledger
from croupier.house.tables.money.play_money import give
from croupier.web.app import create
from tests.house.desk.test_requests import noted, person
from tests.house.floor import KEY, a_house, open_table, served
from tests.house.make import make_house
from tests.web.test_floor import opening

SEAT = {"seat": 1, "amount": 20_000}


def real(url) -> House:
    return make_house(Database(url), KEY, money="real")


def keyed(key: str) -> dict[str, str]:
    return {"Idempotency-Key": key}


# Two kinds.


@pytest.mark.parametrize(("first", "then"), [("real", "play"), ("play", "real")])
async def test_a_house_is_never_started_as_the_other_kind(url, first, then):
    house = make_house(Database(url), KEY, money=first)
    await house.start()
    assert house.money == first
    await house.stop()
    other = make_house(Database(url), KEY, money=then)
    with pytest.raises(HouseError, match=f"this is a {first}-money house, for good") as refused:
        await other.start()
    assert (refused.value.field, other.money) == ("money", first)
    other.database.close()
    again = make_house(Database(url), KEY)  # whoever names no kind gets the one that is stored
    await again.start()
    assert again.money == first
    await again.stop()


async def test_a_database_from_before_the_choice_is_play_money(url):
    async with a_house(url, "dj-wild") as house:
        await house.welcome("Ann")
    database = Database(url)
    with database.engine.begin() as connection:
        connection.execute(text("DELETE FROM house_facts"))
    database.close()
    old = real(url)
    with pytest.raises(HouseError, match="this is a play-money house"):
        await old.start()
    old.database.close()
    async with a_house(url) as again:
        assert again.money == "play"


async def test_of_processes_that_begin_a_house_at_once_all_have_the_same_kind(url):
    databases = [Database(url) for _ in range(4)]
    databases[0].migrate()

    kinds = zip(databases, ("real", "play") * 2, strict=True)
    asked = [asyncio.to_thread(house_facts.choose_money, database, 1, kind) for database, kind in kinds]
    told = await asyncio.gather(*asked, return_exceptions=True)
    chosen = house_facts.money_of(databases[0])
    assert sorted(map(str, told)).count(chosen) == 2
    assert sum(isinstance(one, HouseError) for one in told) == 2
    for database in databases:
        database.close()


async def test_a_real_money_house_gives_nothing_away(url):
    house = real(url)
    await house.start()
    try:
        assert await house.welcome("Ann") == 0
        with pytest.raises(HouseError, match="gives nothing away"):  # by whichever door it is asked for
            await give(house, "Ann", 100, "welcome")
        keeper = await open_table(house, "dj-wild")
        assert not keeper.settings.play_money
        with pytest.raises(HouseError, match="is a proposal") as refused:
            await open_table(house, "over-under")
        assert refused.value.field == "edition"
        with pytest.raises(HouseError, match="is a proposal"):
            await open_by(house, opening(game="face-up-pai-gow", edition="pa-2019-proposed", submission={}))
        async with served(house, local=True) as at, httpx.AsyncClient(base_url=at.url) as ann:
            assert (await ann.post("/api/guest", json={"name": "Gus"})).status_code == 403
            people = at.desk.people
            people.accounts.add("Ann", None)
            ann.cookies.set("croupier", people.session("Ann"))
            assert (await ann.get("/api/session")).json()["wallet"] == 0
            told = (await ann.get("/api/floor")).json()
            assert (told["money"], told["money-words"], told["guests"]) == ("real", "Real money", False)
            assert told["person"]["poor"] is False
            for path, body in (
                ("/api/play-money", {}),
                ("/api/tables/dj-wild/company", {"bots": 3}),
                ("/api/post", {"role": "shift-manager"}),
            ):
                denied = await ann.post(path, json=body, headers=keyed("k"))
                assert denied.status_code == 403, path
            short = await ann.post("/api/tables/dj-wild/seat", json=SEAT, headers=keyed("k"))
            assert short.json()["error"]["code"] == "short"
        assert house.database.balance("wallet:Ann") == 0
        assert {what for _, what, _ in noted(house)} == {"play-money", "company at dj-wild", "post shift-manager"}
        assert house.database.balance("cage") == -keeper.settings.inventory - sum(
            cents for name, cents in keeper.table.accounts.items() if name.startswith("meter:")
        )
    finally:
        await house.stop()


async def test_every_table_of_a_play_money_house_says_so_whatever_it_was_told(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        keeper = await open_table(house, "dj-wild", play_money=False)
        assert keeper.settings.play_money
        assert create(house).state.desk.house.money == "play"


# Once.


async def test_twelve_first_looks_at_once_grant_once(url):
    async with a_house(url) as house:
        other = make_house(Database(url), KEY)  # another process of the same house
        held = await asyncio.gather(*(one.welcome("Ann") for one in (house, other) * 6))
        assert set(held) == {PLAY_MONEY}
        assert house.database.balance("wallet:Ann") == PLAY_MONEY
        assert house.database.balance("cage") == -PLAY_MONEY
        other.database.close()


def broke(house, name):
    """Someone whose money is gone."""
    entries = ledger.grant(ledger.wallet(name), -PLAY_MONEY, "test")
    house.database.store(Transaction("", 0, entries=entries))


@pytest.mark.parametrize("key", ["same", ""])
async def test_more_play_money_is_given_once_however_many_ask(url, key):
    async with a_house(url) as house, served(house) as at:
        async with at.guest("Ann") as ann:
            broke(house, "Ann")
            async with httpx.AsyncClient(base_url=at.url, cookies={"croupier": ann.token}, timeout=60) as raw:
                asked = [raw.post("/api/play-money", headers=keyed(key or f"k{n}")) for n in range(12)]
                told = [reply.status_code for reply in await asyncio.gather(*asked)]
                assert set(told) <= {200, 403}
                assert told.count(200) == (12 if key else 1)
                assert (await raw.post("/api/play-money")).status_code == 409  # a key is needed
        assert house.database.balance("wallet:Ann") == PLAY_MONEY
        house.audit()


async def test_a_seat_asked_for_eight_times_at_once_is_bought_once(url):
    async with a_house(url, "dj-wild") as house, served(house) as at, at.guest("Ann") as ann:
        async with httpx.AsyncClient(base_url=at.url, cookies={"croupier": ann.token}, timeout=60) as raw:
            path = "/api/tables/dj-wild/seat"
            told = await asyncio.gather(*(raw.post(path, json=SEAT, headers=keyed("k")) for _ in range(8)))
            assert {(one.status_code, one.text) for one in told} == {(200, '{"seat":1}')}
            chips = house.keeper("dj-wild").table.accounts
            assert chips["player:Ann"] == SEAT["amount"]
            whole = {"seat": 1, "amount": PLAY_MONEY - SEAT["amount"]}
            again = await asyncio.gather(*(raw.post(path, json=whole, headers=keyed("k2")) for _ in range(8)))
            assert {one.status_code for one in again} == {200}
            assert house.database.balance("wallet:Ann") == 0
            for other in ({"seat": 2, "amount": 20_000}, {"seat": 1, "amount": 500}):
                refused = await raw.post(path, json=other, headers=keyed("k"))
                assert (refused.status_code, refused.json()["error"]["field"]) == (409, "key")
            unkeyed = await raw.post(path, json=SEAT)
            assert (unkeyed.status_code, unkeyed.json()["error"]["field"]) == (409, "key")
            assert (await raw.delete(path)).status_code == 409
            up = await asyncio.gather(*(raw.delete(path, headers=keyed("k")) for _ in range(8)))
            assert {one.status_code for one in up} == {200}
            assert house.database.balance("wallet:Ann") == PLAY_MONEY
        house.audit()


async def test_a_seat_asked_for_again_after_a_restart_is_not_bought_again(tmp_path):
    async def ask(house):
        async with served(house) as at:
            people = at.desk.people
            async with httpx.AsyncClient(base_url=at.url, cookies={"croupier": people.session("Ann")}) as raw:
                return await raw.post("/api/tables/dj-wild/seat", json=SEAT, headers=keyed("k"))

    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        Desk(house).people.accounts.add("Ann", None)
        assert (await ask(house)).status_code == 200
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        assert (await ask(house)).status_code == 200
        assert house.database.balance("wallet:Ann") == PLAY_MONEY - SEAT["amount"]


async def test_wagers_placed_many_times_at_once_are_placed_once(tmp_path):
    async with (
        a_house(tmp_path / "h.db", "dj-wild", quick=False) as house,
        served(house) as at,
        at.guest("Ann") as ann,
        httpx.AsyncClient(base_url=at.url, cookies={"croupier": ann.token}, timeout=60) as raw,
    ):
        base = "/api/tables/dj-wild"
        await raw.post(f"{base}/seat", json=SEAT, headers=keyed("k"))
        for wager in ("ante", "blind"):
            typed = await raw.post(f"{base}/draft", json={"do": "type", "wager": wager, "amount": "10"})
            assert typed.status_code == 200, typed.text
        told = await asyncio.gather(*(raw.post(f"{base}/wagers", headers=keyed("w")) for _ in range(8)))
        assert [(one.status_code, one.json()) for one in told] == [(200, {"placed": "$20.00"})] * 8
        assert house.keeper("dj-wild").table.accounts["layout"] == 2000
        other = await raw.post(f"{base}/wagers", headers=keyed("x"))
        assert (other.status_code, other.json()["error"]["message"]) == (400, "no chips are on any spot")
        assert (await raw.post(f"{base}/wagers")).json()["error"]["field"] == "key"
        told = await asyncio.gather(*(raw.delete(f"{base}/wagers", headers=keyed("b")) for _ in range(4)))
        assert [one.status_code for one in told] == [200] * 4
        assert house.keeper("dj-wild").table.accounts["layout"] == 0


async def test_a_deposit_asked_for_many_times_at_once_is_made_once(url):
    async with a_house(url) as house, served(house) as at:
        people = at.desk.people
        people.accounts.add("Sam", None, [("shift-manager", "")])
        people.accounts.add("Ann", None)
        await house.welcome("Ann")
        async with httpx.AsyncClient(base_url=at.url, cookies={"croupier": people.session("Sam")}) as raw:
            path = "/api/people/Ann/deposit"
            told = await asyncio.gather(*(raw.post(path, json={"amount": 500}, headers=keyed("k")) for _ in range(8)))
            assert {one.status_code for one in told} == {200}
        assert house.database.balance("wallet:Ann") == PLAY_MONEY + 500


async def test_somebody_of_a_real_money_house_is_still_paid_out(tmp_path):
    house = real(tmp_path / "h.db")
    await house.start()
    try:
        desk = Desk(house)
        desk.people.accounts.add("Ann", None)
        sam = person("Sam", "shift-manager")
        await move(desk, sam, "deposit", "Ann", 500, "k")
        await move(desk, sam, "withdrawal", "Ann", 500, "k2")
        assert (house.database.balance("wallet:Ann"), house.database.balance("cage")) == (0, 0)
    finally:
        await house.stop()
