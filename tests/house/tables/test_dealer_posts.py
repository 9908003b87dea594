"""A dealer who may not go on is relieved in mid-round; nobody but a dealer of the table relieves; schools are apart."""

from __future__ import annotations

import asyncio
import math
from contextlib import asynccontextmanager
from itertools import count

import pytest
from msgspec.structs import replace

from croupier.errors import HouseError, NotAllowed
from croupier.house.audit.check import check
from croupier.house.cluster.ownership import unit_of
from croupier.house.desk.authority import check_relief
from croupier.house.desk.dealing import HandBack, Pressed, Take, check_free, do
from croupier.house.desk.desk import Desk
from croupier.house.people.relations import declare
from croupier.house.people.roles import Person
from croupier.house.screens.dealer.school_steps import readied
from croupier.house.screens.player.host import Host
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.keeping import dealer_posts
from tests.house.desk.test_requests import person
from tests.house.floor import KEY, a_house, open_table, until

SECRET, ADA = "correct horse battery", "Ada"
ANN, DEAN, DORA, FLO = (
    person("Ann", "player"),
    person("Dean", "dealer"),
    person("Dora", "dealer"),
    person("Flo", "floorperson"),
)
RELIEVE = {"command": "direct", "order": "relieve"}
_keys = (f"r{n}" for n in count())


@asynccontextmanager
async def in_a_round(where, game="dj-wild", **given):
    """Dean deals to Ann, and a round has begun."""
    async with a_house(where, game, automatic=False) as house:
        desk, keeper = Desk(house), house.keeper(game)
        for name, role in (("Ann", "player"), ("Dean", "dealer"), ("Dora", "dealer"), ("Flo", "floorperson")):
            desk.people.accounts.add(name, SECRET, [(role, "")])
        await house.welcome("Ann")
        for told in (
            {"command": "sit", "player": "Ann", "seat": 1},
            {"command": "buy-in", "player": "Ann", "amount": 50_000},
        ):
            assert not (await desk.command(ANN, game, told, next(_keys))).refused
        await keeper.do(lambda table: readied(keeper, table), next(_keys), "")
        for wager in (wager.id for wager in keeper.rules.offered() if wager.placed == "required"):
            told = {"command": "place", "seat": 1, "wager": wager, "amount": 1000}
            assert not (await desk.command(ANN, game, told, next(_keys))).refused
        if given.get("begun", True):
            assert not (await do(keeper, DEAN, Pressed("no-more-bets"), next(_keys))).refused
            assert keeper.table.play is not None
        yield house, desk, keeper


def relate(house):
    declare(house.database, "Ann", "Dean", related=True, by=ADA, at=house.clock(), why="married")


async def step_of(keeper, who):
    """Whoever deals goes on with the round."""
    return await do(keeper, who, Pressed(keeper.decided.due.id), next(_keys))


async def relieve(desk, keeper, name):
    return await desk.command(FLO, keeper.id, {**RELIEVE, "player": name}, next(_keys))


@pytest.mark.parametrize("game", ["dj-wild", "over-under"])
async def test_the_floor_relieves_a_dealer_in_mid_round_and_it_is_recorded(tmp_path, game):
    async with in_a_round(tmp_path / "h.db", game) as (house, desk, keeper):
        relate(house)
        with pytest.raises(NotAllowed, match="another account of theirs"):
            await step_of(keeper, DEAN)
        due, cards = keeper.decided.due, keeper.decided.pack.at
        assert not (await relieve(desk, keeper, "Dora")).refused
        assert (keeper.settings.dealer, keeper.table.dealer) == ("Dora", "Dora")
        if game == "over-under":  # 686a.7(c)
            assert keeper.decided.due.id == "new-dealer-burn"
            assert not (await step_of(keeper, DORA)).refused
            cards += 1
        assert (keeper.decided.due, keeper.decided.pack.at) == (due, cards)
        last = list(house.database.lines(keeper.id))[-2 if game == "over-under" else -1][1]
        assert b'"relieve"' in last
        assert b"Dora" in last
        assert b"Flo" in last
        assert not (await step_of(keeper, DORA)).refused
        with pytest.raises(NotAllowed, match="Dora deals here"):
            await step_of(keeper, DEAN)
    async with a_house(tmp_path / "h.db") as house:
        assert (house.keeper(game).settings.dealer, house.keeper(game).table.dealer) == ("Dora", "Dora")


async def test_whom_the_floor_relieved_deals_again_when_the_floor_says_so(tmp_path):
    async with in_a_round(tmp_path / "h.db") as (house, desk, keeper):
        assert not (await relieve(desk, keeper, "Dora")).refused
        with pytest.raises(NotAllowed, match="the floor relieved you"):
            await do(keeper, DEAN, Take(), next(_keys))
        desk.people.accounts.add("Deano", SECRET, [("dealer", "")])
        declare(house.database, "Deano", "Dean", related=True, by=ADA, at=house.clock(), why="one person")
        with pytest.raises(NotAllowed, match="the floor relieved you"):
            await do(keeper, person("Deano", "dealer"), Take(), next(_keys))
        assert not (await relieve(desk, keeper, "Dean")).refused  # now Dora is
        with pytest.raises(NotAllowed, match="the floor relieved you"):
            await do(keeper, DORA, Take(), next(_keys))
        assert not (await relieve(desk, keeper, "Dealer")).refused
        assert keeper.settings.relieved == ("Dean", "Dora")
    async with a_house(tmp_path / "h.db") as house:
        desk, keeper = Desk(house), house.keeper("dj-wild")
        with pytest.raises(NotAllowed, match="the floor relieved you"):
            await do(keeper, DEAN, Take(), next(_keys))
        with pytest.raises(NotAllowed, match="automatic"):
            await relieve(desk, keeper, "Deano")
        assert not (await relieve(desk, keeper, "Dean")).refused
        assert (keeper.settings.relieved, keeper.settings.automatic) == (("Dora",), True)
        assert not (await do(keeper, DEAN, Take(), next(_keys))).refused
    assert check(str(tmp_path / "h.db"), KEY.public)


async def test_one_person_deals_at_one_table_of_the_house_whichever_process_keeps_it(url):
    """Two tables as two processes keep them: neither knows of the other's dealers but by the database."""
    async with a_house(url, "dj-wild", "cajun-stud") as house:
        first, second = house.keeper("dj-wild"), house.keeper("cajun-stud")
        await first.resettle(replace(first.settings, automatic=False, dealer="Dean"))
        house.keeping._given[unit_of(first.id, first.settings)] = math.inf  # nor is it taken back here
        del house.keepers["dj-wild"]
        with pytest.raises(NotAllowed, match="Dean deals at dj-wild"):
            check_free(house, second, "Dean")
        with pytest.raises(HouseError, match="deals at another table"):
            await second.resettle(replace(second.settings, automatic=False, dealer="Dean"))
        second.running.relieve("Dean")  # both were asked for before either began
        await until(lambda: second.running.relief is None)
        assert second.settings.automatic
        assert second.broken is None
        await second.resettle(replace(second.settings, automatic=False, dealer="Dora"))
        Desk(house).people.accounts.add("Dean", SECRET, [("dealer", "")])
        with pytest.raises(NotAllowed, match="one person deals at one table"):
            check_relief(second, "Dean")
        house.keeping.set_aside.put("dj-wild", "dj-wild", ValueError("damaged"))
        house.database.store(Transaction("", 0))  # what was submitted before is stored
        check_free(house, second, "Dean")  # nobody is kept from work by a table that is stopped
        house.keepers["dj-wild"] = first
        await first.resettle(replace(first.settings, automatic=False, dealer="Dean"))
        dealer_posts.leave_others(house.database, "Dean", "cajun-stud", 0)
        dealer_posts.resume(house.database, "dj-wild", first.settings, 0)
        dealer_posts.resume(house.database, "dj-wild", first.settings, 0)
        house.database.store(Transaction("", 0))
        assert dealer_posts.deals_elsewhere(house.database, "Dean", "cajun-stud") == "dj-wild"


async def test_the_automatic_dealer_goes_on_with_a_round(tmp_path):
    async with in_a_round(tmp_path / "h.db") as (house, desk, keeper):
        relate(house)
        assert not (await relieve(desk, keeper, "Dealer")).refused
        assert (keeper.settings.automatic, keeper.settings.dealer) == (True, "")
        await until(lambda: keeper.table.due is not None and keeper.table.due.id == "decide")
        told = {"command": "decide", "seat": 1, "decision": "fold"}
        assert not (await desk.command(ANN, keeper.id, told, next(_keys))).refused
        await until(lambda: keeper.table.rounds == 1 and keeper.table.phase == "betting")


async def test_the_floor_relieves_over_wagers(tmp_path):
    async with in_a_round(tmp_path / "h.db", begun=False) as (house, desk, keeper):
        relate(house)
        assert not (await relieve(desk, keeper, "Dora")).refused
        assert not (await do(keeper, DORA, Pressed("no-more-bets"), next(_keys))).refused


async def test_only_a_dealer_of_the_table_who_is_apart_relieves(tmp_path):
    async with in_a_round(tmp_path / "h.db") as (house, desk, keeper):
        desk.people.accounts.add("Dirk", SECRET, [("dealer", "elsewhere")])
        desk.people.accounts.add("Dan", SECRET, [("dealer", "")])
        desk.people.accounts.add("Gone", SECRET, [("dealer", "")])
        desk.people.accounts.dismiss("Gone")
        declare(house.database, "Ann", "Dan", related=True, by=ADA, at=house.clock(), why="friends")
        for name in ("Flo", "Dirk", "Gone", "Nobody", "Dan", "Ann", "Dean", ""):
            with pytest.raises(NotAllowed):
                await relieve(desk, keeper, name)
        assert keeper.settings.dealer == "Dean"


@pytest.mark.parametrize("why", ["related", "dismissed", "without the role"])
async def test_another_dealer_takes_at_once_from_one_who_may_not_go_on(tmp_path, why):
    async with in_a_round(tmp_path / "h.db") as (house, desk, keeper):
        if why == "related":
            relate(house)
        elif why == "dismissed":
            desk.people.accounts.dismiss("Dean")
        else:
            desk.people.accounts.withdraw("Dean", "dealer")
        assert not (await do(keeper, DORA, Take(), next(_keys))).refused
        await until(lambda: keeper.table.dealer == "Dora", 5)
        assert keeper.table.play is not None
        assert not (await step_of(keeper, DORA)).refused


async def test_a_dealer_who_may_go_on_finishes_the_round(tmp_path):
    async with in_a_round(tmp_path / "h.db") as (_, _desk, keeper):
        assert not (await do(keeper, DORA, Take(), next(_keys))).refused
        await asyncio.sleep(0.05)
        assert (keeper.settings.dealer, keeper.running.relief) == ("Dean", "Dora")
        assert not (await step_of(keeper, DEAN)).refused


async def test_whoever_sits_does_not_cancel_a_take_by_handing_back(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        keeper, desk = house.keeper("dj-wild"), Desk(house)
        told = {"command": "sit", "player": "Ann", "seat": 1}
        assert not (await desk.command(ANN, "dj-wild", told, next(_keys))).refused
        keeper.running.relief = "Dora"
        with pytest.raises(NotAllowed, match="nobody works at a table where they sit"):
            await do(keeper, Person("Ann", DEAN.grants), HandBack(), next(_keys))
        assert "Dora" in {keeper.running.relief, keeper.settings.dealer}  # waiting, or come already


async def test_nobody_takes_a_seat_at_a_school(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild", automatic=False, school="Dean") as house:
        desk, keeper = Desk(house), house.keeper("dj-wild")
        host = Host(desk, guests=True)
        await house.welcome("Ann")
        await host.company.fill("dj-wild", 2)
        for told in (
            {"command": "sit", "player": "Ann", "seat": 5},
            {"command": "buy-in", "player": "Ann", "amount": 10_000},
        ):
            with pytest.raises(NotAllowed, match="at a school"):
                await desk.command(ANN, "dj-wild", told, next(_keys))
        with pytest.raises(HouseError, match="at a school"):
            await host.sit(ANN, "dj-wild", 1, 10_000, next(_keys))
        assert set(keeper.table.seats.values()) == {"Bot 1", "Bot 2"}
        await host.company.stop()


async def test_a_table_handed_back_in_the_moment_of_the_floors_relief_does_not_undo_it(tmp_path):
    async with in_a_round(tmp_path / "h.db", begun=False) as (_, desk, keeper):
        await asyncio.gather(relieve(desk, keeper, "Dora"), do(keeper, DEAN, HandBack(), next(_keys)))
        await asyncio.sleep(0.05)
        assert (keeper.settings.dealer, keeper.table.dealer, keeper.settings.relieved) == (
            "Dora",
            "Dora",
            ("Dean",),
        )
        with pytest.raises(NotAllowed, match="the floor relieved you"):
            await do(keeper, DEAN, Take(), next(_keys))
    async with a_house(tmp_path / "h.db") as house:
        assert house.keeper("dj-wild").settings.relieved == ("Dean",)


async def test_two_tables_that_one_dealer_relieves_at_once_both_go_on(tmp_path):
    """One floorperson's two orders at once stopped a table: who deals where was refused with its records."""
    async with a_house(tmp_path / "h.db") as house:
        tables = [
            await open_table(house, "dj-wild", name, automatic=False, dealer=dealer)
            for name, dealer in (("A", "Dean"), ("B", "Dora"))
        ]
        desk = Desk(house)
        for name in ("Dean", "Dora", "Deb"):
            desk.people.accounts.add(name, None, [("dealer", "")])
        answers = await asyncio.gather(*(relieve(desk, keeper, "Deb") for keeper in tables))
        assert sorted(answer.refused for answer in answers) == ["", "who is to deal here deals at another table now"]
        assert [keeper.broken for keeper in tables] == [None, None]
        assert {keeper.settings.dealer for keeper in tables} in ({"Deb", "Dora"}, {"Dean", "Deb"})
        other = next(keeper for keeper in tables if keeper.settings.dealer != "Deb")
        assert dealer_posts.deals_elsewhere(house.database, other.settings.dealer, "") == other.name


async def test_whoever_was_to_relieve_a_table_that_stopped_deals_where_they_like(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild", automatic=False) as house:
        keeper = house.keeper("dj-wild")
        taken = dealer_posts.taking("dj-wild", replace(keeper.settings, dealer="Deb"))
        house.database.store(Transaction("", house.clock(), doing=taken))
        dealer_posts.resume(house.database, "dj-wild", keeper.settings, house.clock())
        house.database.store(Transaction("", house.clock()))
        names = {name: dealer_posts.deals_elsewhere(house.database, name, "") for name in ("Deb", "Dean")}
        assert names == {"Deb": "", "Dean": "dj-wild"}
