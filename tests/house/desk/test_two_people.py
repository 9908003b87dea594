"""What makes or moves the house's money, or could fix an outcome, takes two people; every try alone is denied."""

from __future__ import annotations

import asyncio
import tomllib

import httpx
import msgspec
import pytest
from sqlalchemy import insert, update

from croupier.errors import CroupierError, HouseError, IllegalAction
from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house.desk.desk import Desk
from croupier.house.desk.requests import approvals
from croupier.house.desk.requests import rows as request_rows
from croupier.house.desk.requests.about_house import OpenTable
from croupier.house.desk.requests.at_table import Chips
from croupier.house.desk.requests.cage import move
from croupier.house.people.house_settings import HouseSettings, read_settings, settings_of
from croupier.house.storage import house_facts, schema
from croupier.house.tables.money.ledger import pool
from croupier.table import BuyIn, Place, Sit, TakeBack
from croupier.table import events as e
from tests.house.desk.test_requests import DEB, FLO, PIT, SAM, a_round, at_work, denied, heard, inventory, noted, person
from tests.house.desk.test_two_people_accounts import DAY, administrators
from tests.house.floor import a_house, ann, betting, open_table, served, until
from tests.house.make import make_house
from tests.house.tables.test_shared_meters import GAME, METER, SEED, linked, meters
from tests.support import plain
from tests.web.test_floor import opening

# Meters.


def raised(by=100_000_000):
    return {"kind": "meter", "table": "A", "meter": METER, "amount": SEED + by, "words": "carried from the old floor"}


async def test_one_floorperson_raises_no_meter(url):
    """A linked meter once went from $2,000 to $1,002,000 at one order."""
    async with a_house(url) as house:
        await linked(house, "A", "B")
        desk = Desk(house)
        flo = person("Flo", "floorperson", "shift-manager")
        for order in ("meter", "set-meter"):
            told = {"command": "direct", "order": order, "what": METER, "amount": 100_000_000}
            await denied(desk.command(flo, "A", told, order), ".")
        made = await desk.requests.ask(flo, raised())
        await denied(desk.requests.approve(flo, made.id), "whoever asks cannot approve")
        assert meters(house) == {SEED}
        assert house.audit()[pool("main")] == SEED
        await until(lambda: len([what for who, what, _ in noted(house) if who == "Flo"]) == 3)


async def test_two_people_set_a_meter_at_every_table_of_its_link_in_one_piece(url):
    async with a_house(url) as house:
        await linked(house, "A", "B", "C")
        desk = Desk(house)
        before = house.audit()["cage"]
        made = await desk.requests.ask(FLO, raised())
        assert made.title == "Set the meter progressive to $1,010,000.00"
        assert "carried from the old floor" in made.words
        await desk.requests.approve(SAM, made.id)
        assert meters(house) == {SEED + 100_000_000}
        balances = house.audit()
        assert balances[pool("main")] == SEED + 100_000_000
        assert balances["cage"] == before - 100_000_000
        down = await desk.requests.ask(SAM, {**raised(), "table": "B", "amount": 5000})
        await desk.requests.approve(FLO, down.id)
        assert meters(house) == {5000}
        assert house.audit()["cage"] == before + SEED - 5000
    async with a_house(url) as again:
        assert meters(again) == {5000}


async def test_a_meter_of_one_table_is_set_between_rounds(tmp_path):
    async with at_work(tmp_path, GAME, quick=False, decision_seconds=0.05) as (house, desk):
        keeper = house.keeper(GAME)
        told = {**raised(500), "table": GAME}
        for wrong, field in (
            ({"words": " "}, "words"),
            ({"meter": "none"}, "meter"),
            ({"amount": SEED}, "amount"),
            ({"amount": -1}, "amount"),
            ({"role": "dealer"}, "role"),
        ):
            with pytest.raises(CroupierError) as refused:
                await desk.requests.ask(FLO, told | wrong)
            assert refused.value.field == field
        made = await desk.requests.ask(FLO, told)
        await house.welcome("Ann")
        await keeper.ask(Sit(player="Ann", seat=1), ann())
        await betting(keeper)
        desk.people.accounts.add("Ann", None)
        await a_wager(keeper)
        with pytest.raises(IllegalAction, match="not while wagers are on the layout"):
            await desk.requests.approve(SAM, made.id)
        await keeper.ask(take_back(keeper), ann())
        await desk.requests.approve(SAM, made.id)
        assert keeper.table.accounts[f"meter:{METER}"] == SEED + 500
        house.audit()


async def a_wager(keeper):
    await keeper.ask(BuyIn(player="Ann", amount=20_000), ann())
    answer = await keeper.ask(Place(seat=1, wager=keeper.rules.game.ante, amount=1000), ann())
    assert not answer.refused, answer


def take_back(keeper):
    return TakeBack(seat=1, wager=keeper.rules.game.ante)


async def test_a_linked_meter_is_not_set_while_another_table_of_the_link_plays(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        slow = {"quick": False, "decision_seconds": 0.05}
        a, b = [await open_table(house, GAME, name, links={METER: "main"}, **slow) for name in "AB"]
        desk = Desk(house)
        await house.welcome("Ann")
        await b.ask(Sit(player="Ann", seat=1), ann())
        await betting(b)
        await a_wager(b)
        made = await desk.requests.ask(FLO, raised())
        with pytest.raises(HouseError, match="table B of the link is in a round"):
            await desk.requests.approve(SAM, made.id)
        assert a.table.accounts[f"meter:{METER}"] == SEED
        both = person("Ann", "floorperson")  # who sits at B works at no table of the link
        await denied(desk.requests.approve(both, made.id), "where they sit")


# The cage.


async def test_a_shift_manager_alone_moves_no_millions(url):
    """Ten million dollars once went to an accomplice's wallet and out again at the hands of one person."""
    async with at_work(url) as (house, desk):
        desk.people.accounts.add("Eve", None, [("player", ""), ("floorperson", "")])
        await house.welcome("Eve")
        limit = HouseSettings().limit("deposit", ["shift-manager"])
        large = await move(desk, SAM, "deposit", "Eve", 10**9, "k")
        assert (large.state, house.database.balance("wallet:Eve")) == ("waiting", 100_000)
        await denied(desk.requests.approve(SAM, large.request), "whoever asks cannot approve")
        eve = person("Eve", "player", "floorperson")
        await denied(desk.requests.approve(eve, large.request), "concerns themselves")
        # in small parts, at once
        parts = [move(desk, SAM, "deposit", "Eve", limit // 5 - n, f"p{n}") for n in range(12)]
        done = [one.amount for one in await asyncio.gather(*parts) if one.state == "approved"]
        assert len(done) == 5
        assert house.database.balance("wallet:Eve") == 100_000 + sum(done)
        out = await move(desk, SAM, "withdrawal", "Eve", limit + 1, "w")
        assert out.state == "waiting"
        await desk.requests.approve(FLO, large.request)
        assert house.database.balance("wallet:Eve") == 100_000 + sum(done) + 10**9
        house.audit()


async def test_a_shift_manager_alone_reads_the_law_in_no_way_of_their_own(tmp_path):
    """A table whose deuces are wild for the Progressive, which pays six times what it takes, was once opened by one."""
    async with a_house(tmp_path / "h.db") as house:
        desk = Desk(house)
        told = {
            "name": "R",
            "game": "dj-wild",
            "edition": "pa-2021",
            "settings": {"inventory": 1000},
            "submission": new_submission(open_game("dj-wild")),
        }
        assert (await desk.requests.ask(SAM, {"kind": "open", "told": told})).state == "approved"
        other = told | {"name": "S", "readings": {"progressive-deuces": "wild"}}
        made = await desk.requests.ask(SAM, {"kind": "open", "told": other})
        assert made.state == "waiting"
        assert "Read otherwise than usual: progressive-deuces = wild." in made.words
        fed = new_submission(open_game("dj-wild")).replace('contribution = "20%"', 'contribution = "99%"')
        much = await desk.requests.ask(SAM, {"kind": "open", "told": told | {"name": "T", "submission": fed}})
        assert much.state == "waiting"
        assert "The house's own pays: 99% of each wager to the meter progressive." in much.words


@pytest.mark.parametrize("run", [{"links": {METER: "main"}}, {"cards": "entered", "automatic": False}])
async def test_a_shift_manager_alone_ties_no_jackpot_and_opens_no_real_cards(tmp_path, run):
    """The house's jackpot was once tied to a table of real cards by one person, within the limit."""
    async with a_house(tmp_path / "h.db") as house:
        first = await open_table(house, GAME, "A", links={METER: "main"})
        desk = Desk(house)
        sample = new_submission(open_game(GAME))
        told = {"name": "R", "game": GAME, "edition": first.rules.game.edition, "submission": sample}
        small = await desk.requests.ask(
            SAM, {"kind": "open", "told": told | {"id": "S", "settings": {"inventory": 1000}}}
        )
        assert small.state == "approved"
        asked = {"kind": "open", "told": told | {"settings": {"inventory": 1000, **run}}}
        made = await desk.requests.ask(SAM, asked)
        assert made.state == "waiting"
        words = "the link main ($10,000.00)" if "links" in run else "a dealer says what was dealt"
        assert words in made.words
        await desk.requests.approve(FLO, made.id)
        assert len(house.keepers) == 3


def one_persons(house, *names):
    """In one browser."""
    with house.database.engine.begin() as connection:
        for name in names:
            connection.execute(insert(schema.devices).values(device="d1", person=name, first=1, last=1))


async def test_a_shift_manager_fills_no_wallet_of_their_own_under_another_name(tmp_path):
    async with at_work(tmp_path) as (house, desk):
        for name in ("Sam", "Mia", "Sammy", "Eve"):
            desk.people.accounts.add(name, None, [("player", ""), ("shift-manager", "")])
        one_persons(house, "Sam", "Sammy", "Mia")
        await denied(move(desk, SAM, "deposit", "Sammy", 500, "k"), "concerns themselves")
        assert house.database.balance("wallet:Sammy") == 0
        await until(lambda: [who for who, _, _ in noted(house)] == ["Sam"])
        limit = HouseSettings().limit("deposit", ["shift-manager"])
        assert (await move(desk, SAM, "deposit", "Eve", limit - 1, "a")).state == "approved"
        mia = person("Mia", "shift-manager")
        assert (await move(desk, mia, "deposit", "Eve", 2, "b")).state == "waiting"
        assert (await move(desk, mia, "deposit", "Eve", 1, "c")).state == "approved"


async def test_of_two_processes_one_person_has_one_limit(url):
    async with at_work(url) as (house, desk):
        desk.people.accounts.add("Eve", None)
        other = make_house(type(house.database)(url), house.key)
        other.database.seals = house.database.seals
        desks, limit = (desk, Desk(other)), HouseSettings().limit("deposit", ["shift-manager"])
        asked = [move(desks[n % 2], SAM, "deposit", "Eve", limit // 2 - n, f"k{n}") for n in range(8)]
        done = [one.amount for one in await asyncio.gather(*asked) if one.state == "approved"]
        assert len(done) == 2
        assert house.database.balance("wallet:Eve") == sum(done)
        numbers = [row["id"] for part in plain(desk.requests.of(SAM)).values() for row in part]
        assert sorted(numbers) == list(range(1, 9))
        other.database.close()


async def test_of_two_processes_one_person_has_one_limit_at_the_tables_too(tmp_path, monkeypatch):
    """A fill is carried out after it was asked for: another process counts it from the moment it is asked."""
    limit = 100_000
    settings = HouseSettings(alone={"fill": {"floorperson": limit}})
    monkeypatch.setattr(approvals, "settings_of", lambda _: settings)
    monkeypatch.setattr(request_rows, "settings_of", lambda _: settings)
    carry_out, there = Chips.carry_out, asyncio.Event()

    async def slowly(self, *told):
        await there.wait()
        await carry_out(self, *told)

    monkeypatch.setattr(Chips, "carry_out", slowly)

    async with at_work(tmp_path) as (house, desk):
        before, other = inventory(house), Desk(house)
        fill = {"kind": "fill", "table": "dj-wild", "amount": limit}
        first = asyncio.create_task(desk.requests.ask(FLO, fill, "a"))
        await until(lambda: desk.requests.turn > 1)
        second = await other.requests.ask(FLO, {**fill, "amount": limit - 1}, "b")
        there.set()
        assert ((await first).state, second.state) == ("approved", "waiting")
        assert inventory(house) == before + limit
        third = await other.requests.ask(FLO, {**fill, "amount": 1}, "c")
        assert third.state == "waiting"
        house.audit()


async def test_a_fill_that_a_table_refused_counts_for_no_limit(tmp_path, monkeypatch):
    settings = HouseSettings(alone={"credit": {"floorperson": 10**9}})
    monkeypatch.setattr(approvals, "settings_of", lambda _: settings)
    monkeypatch.setattr(request_rows, "settings_of", lambda _: settings)
    carry_out = Chips.carry_out

    async def refused(*_):
        raise IllegalAction("the inventory has not so much")

    async with at_work(tmp_path) as (house, desk):
        credit = {"kind": "credit", "table": "dj-wild", "amount": 10**6}
        monkeypatch.setattr(Chips, "carry_out", refused)
        with pytest.raises(IllegalAction):
            await desk.requests.ask(FLO, credit, "a")
        monkeypatch.setattr(Chips, "carry_out", carry_out)
        assert (await desk.requests.ask(FLO, {**credit, "amount": 10**6 + 1}, "b")).state == "approved"
        (waiting,) = plain(desk.requests.of(FLO))["waiting"]
        assert waiting["note"].startswith("Not carried out")
        house.audit()


# Tables.


async def test_a_table_with_much_inventory_is_opened_by_two(tmp_path):
    async with at_work(tmp_path) as (house, desk):
        limit = HouseSettings().limit("open", ["shift-manager"])
        told = opening(settings={"inventory": limit + 1})
        made = await desk.requests.ask(SAM, {"kind": "open", "told": told})
        assert (made.state, made.about) == ("waiting", "cajun-stud")
        assert "cajun-stud" not in house.keepers
        assert (await desk.requests.approve(FLO, made.id)).state == "approved"
        assert house.keeper("cajun-stud").table.accounts["inventory"] == limit + 1
        small = await desk.requests.ask(SAM, {"kind": "open", "told": opening()})
        assert (small.state, small.about) == ("approved", "cajun-stud-2")
        house.audit()


async def test_one_person_opens_no_tables_without_end(tmp_path, monkeypatch):
    """A table without chips costs no limit, and each is work for the house."""
    monkeypatch.setattr(OpenTable, "most_alone", 2)
    async with at_work(tmp_path) as (house, desk):
        empty = {"kind": "open", "told": opening(settings={"inventory": 0})}
        states = [(await desk.requests.ask(SAM, empty)).state for _ in range(3)]
        assert states == ["approved", "approved", "waiting"]
        assert sum(table.startswith("cajun-stud") for table in house.keepers) == 2


def a_link(seed="1000.00", pays="50 to 1"):
    sample = tomllib.loads(new_submission(open_game("dj-wild", "ma")))
    link = {"wager": "1.00", "seed": seed, "rows": {"royal-flush": "100% of meter", "pair": pays}}
    submission = {**sample, "multi-game-link": link, "contribution": "20%"}
    return {"kind": "open", "told": {"name": "Ten", "game": "dj-wild", "edition": "ma", "submission": submission}}


async def test_a_table_with_pays_of_its_own_is_never_opened_by_one(tmp_path):
    """One shift manager once opened a table whose pairs paid 50,000,000 to 1, or won a meter of $900,000,000."""
    async with at_work(tmp_path) as (house, desk):
        made = await desk.requests.ask(SAM, a_link())
        assert made.state == "waiting"
        assert made.amount == 10_000_000 + 100_000
        assert made.title == "Open Ten, $100,000.00, meters from $1,000.00, with pays of the house's own"
        assert "Pair 50 to 1" in made.words
        await denied(desk.requests.approve(SAM, made.id), "whoever asks")
        assert list(house.keepers) == ["dj-wild"]
        await desk.requests.approve(FLO, made.id)
        assert house.keeper("dj-wild-2").table.accounts["meter:multi-game-link"] == 100_000
        for given, field in (
            ({"seed": "10000000.01"}, "multi-game-link.seed"),
            ({"pays": "1000001 to 1"}, "multi-game-link.rows.pair"),
            ({"pays": "$10,000,001"}, "multi-game-link.rows.pair"),
        ):
            with pytest.raises(CroupierError, match="at most") as refused:
                await desk.requests.ask(SAM, a_link(**given))
            assert refused.value.field.endswith(field)


async def test_what_a_meter_begins_with_counts_against_the_limit(tmp_path):
    async with at_work(tmp_path) as (_, desk):
        sample = tomllib.loads(new_submission(open_game(GAME)))
        limit = HouseSettings().limit("open", ["shift-manager"])
        told = {"name": "Six", "game": GAME, "edition": open_game(GAME).edition, "submission": sample}
        over = {**told, "settings": {"inventory": limit - SEED + 1}}
        assert (await desk.requests.ask(SAM, {"kind": "open", "told": over})).state == "waiting"
        within = {**told, "settings": {"inventory": limit - SEED}}
        assert (await desk.requests.ask(SAM, {"kind": "open", "told": within})).state == "approved"


async def test_a_table_asked_for_many_times_at_once_is_opened_once(tmp_path):
    async with a_house(tmp_path / "h.db") as house, served(house) as at:
        at.desk.people.accounts.add("Sam", None, [("shift-manager", "")])
        cookies = {"croupier": at.desk.people.session("Sam")}
        async with httpx.AsyncClient(base_url=at.url, cookies=cookies, timeout=60) as sam:
            key = {"Idempotency-Key": "k"}
            replies = await asyncio.gather(*(sam.post("/api/tables", json=opening(), headers=key) for _ in range(6)))
            assert {reply.text for reply in replies} == {replies[0].text}
            assert list(house.keepers) == ["cajun-stud"]


async def test_a_hand_is_voided_by_two_and_in_its_own_round(tmp_path, monkeypatch):
    async with at_work(tmp_path) as (house, desk):
        desk.people.accounts.add("Flo", None, [("floorperson", "")])
        await house.welcome("Ann")
        keeper = house.keeper("dj-wild")
        await a_round(keeper)
        await until(lambda: keeper.table.due is not None and keeper.table.due.id == "decide")
        number = keeper.table.play.number
        found = next(
            i
            for i in keeper.table.conduct.irregularities
            if "void" in i.remedy and "deciding" in i.when and "floorperson" in i.by
        )
        told = {"irregularity": found.id, "seat": 1, "round": number}
        report = {"kind": "report", "table": "dj-wild", "told": told}
        await denied(desk.requests.ask(FLO, report), "the record shows")
        for where in ("house.desk.authority", "table.irregularities"):  # as of real cards
            monkeypatch.setattr(f"croupier.{where}.disproved", lambda *_: "")
        await denied(desk.requests.ask(DEB, report), "the automatic dealer deals here")
        earlier = {"kind": "report", "table": "dj-wild", "told": {**told, "round": number - 1}}
        for wrong in (earlier, {**report, "told": {**told, "player": "Bob"}}):
            with pytest.raises(HouseError, match="a report is of the"):
                await desk.requests.ask(FLO, wrong)
        del told["round"]  # the house knows it
        made = await desk.requests.ask(FLO, report)
        assert made.title.endswith(f"seat 1 (Ann), round {number}")
        play = keeper.decided.play
        for other, match in (({"number": number + 1}, "round it was about"), ({"players": {1: "Bob"}}, "another")):
            with monkeypatch.context() as later:
                changed = msgspec.structs.replace(play, **other)
                later.setattr(keeper, "decided", msgspec.structs.replace(keeper.decided, play=changed))
                with pytest.raises(HouseError, match=match):
                    await desk.requests.approve(SAM, made.id)
        assert keeper.table.play is not None
        await denied(desk.requests.approve(FLO, made.id), "whoever asks")
        await desk.requests.approve(SAM, made.id)
        assert any(isinstance(event, e.Voided) for event in heard(house, "dj-wild"))


# Settings.


async def test_settings_are_changed_by_two_and_hold(url):
    async with at_work(url) as (house, desk):
        desk.people.accounts.add("Ann", None)
        new = {"alone": {"deposit": {"shift-manager": 500}, "fill": {"floorperson": 1000}}, "waiting_hours": 2}
        made = await desk.requests.ask(SAM, {"kind": "settings", "told": new})
        await denied(desk.requests.approve(FLO, made.id))
        await desk.requests.approve(person("Ada", "administrator"), made.id)
        settings = settings_of(house.database)
        assert (settings.waiting_hours, settings.limit("deposit", ["shift-manager"])) == (2, 500)
        assert (await move(desk, SAM, "deposit", "Ann", 501, "k")).state == "waiting"
        alone = await desk.requests.ask(FLO, {"kind": "fill", "table": "dj-wild", "amount": 1000})
        assert (alone.state, inventory(house)) == ("approved", 10_001_000)
        waits = await desk.requests.ask(FLO, {"kind": "fill", "table": "dj-wild", "amount": 1})
        assert waits.state == "waiting"
        with house.database.engine.begin() as connection:
            connection.execute(update(schema.requests).values(at=house.clock() - 3 * 3_600_000))
        house.database.seals = None  # what is sealed does not grow old by an update
        with pytest.raises(HouseError, match="more than 2 hours ago"):
            await desk.requests.approve(SAM, waits.id)


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ({"two_people": False}, "settings.two_people"),
        ({"same_maker_days": 0}, "settings.same_maker_days"),
        ({"alone": {"deposit": {"shift-manager": 10**12}}}, "settings.alone.deposit.shift-manager"),
        ({"alone": {"theft": {"dealer": 1}}}, "settings.alone.theft.dealer"),
        ({"alone": {"fill": {"king": 1}}}, "settings.alone.fill.king"),
        ({"waiting_hours": 0}, "settings.waiting_hours"),
        ({"whatever": 1}, "settings"),
    ],
)
def test_a_real_money_house_cannot_do_without_a_second_person(told, field):
    with pytest.raises(HouseError) as refused:
        read_settings(told, real=True)
    assert refused.value.field == field


async def test_without_two_people_a_play_money_house_gives_roles_by_one(tmp_path):
    async with administrators(tmp_path / "h.db", "Ada") as (house, at), at.signed_in("Ada") as ada:
        at.desk.people.accounts.add("Gus", None)
        made = await at.desk.requests.ask(SAM, {"kind": "settings", "told": {"two_people": False}})
        await at.desk.requests.approve(person("Ada", "administrator"), made.id)
        assert house_facts.money_of(house.database) == "play"
        assert (await ada.put("/api/people/Gus/roles/dealer")).json()["role"] == "dealer"
        assert ("dealer", "") in at.desk.people.accounts.person("Gus").grants


# Asking.


async def test_a_request_is_made_once_for_its_key_and_never_waits_twice(url):
    async with at_work(url) as (_, desk):
        fill = {"kind": "fill", "table": "dj-wild", "amount": 500}
        made = await asyncio.gather(*(desk.requests.ask(DEB, fill, "k") for _ in range(6)))
        assert {one.id for one in made} == {1}
        with pytest.raises(HouseError, match="used for something else"):
            await desk.requests.ask(DEB, {**fill, "amount": 600}, "k")
        with pytest.raises(HouseError, match="already"):
            await desk.requests.ask(DEB, fill, "k2")
        await desk.requests.approve(FLO, 1)
        assert (await desk.requests.ask(DEB, fill, "k")).state == "approved"
        assert plain(desk.requests.of(FLO))["waiting"] == []


async def test_whoever_sits_at_a_table_asks_for_nothing_there(tmp_path):
    async with at_work(tmp_path) as (house, desk):
        both = person("Ann", "player", "floorperson")
        await house.keeper("dj-wild").ask(Sit(player="Ann", seat=1), ann())
        await denied(desk.requests.ask(both, {"kind": "fill", "table": "dj-wild", "amount": 500}), "where they sit")
        assert (await desk.requests.ask(both, {"kind": "call", "table": "dj-wild", "words": "spilled"})).id


async def test_whoever_sits_down_after_asking_gets_nothing_approved(tmp_path):
    async with at_work(tmp_path) as (house, desk):
        asked = [
            await desk.requests.ask(person("Ann", "floorperson"), {"table": "dj-wild", **told})
            for told in ({"kind": "fill", "amount": 500}, {"kind": "close"})
        ]
        call = await desk.requests.ask(
            person("Ann", "floorperson"), {"table": "dj-wild", "kind": "call", "words": "spilled"}
        )
        await house.keeper("dj-wild").ask(Sit(player="Ann", seat=1), ann())
        for made in asked:
            await denied(desk.requests.approve(SAM, made.id), "whoever asked sits at the table now")
        assert inventory(house) == 10_000_000
        assert (await desk.requests.approve(SAM, call.id)).state == "approved"


async def test_nobody_refuses_what_concerns_themselves(tmp_path):
    async with at_work(tmp_path) as (house, desk):
        for name in ("Ada", "Bea", "Cat"):
            desk.people.accounts.add(name, None, [("administrator", "")])
        ada, bea, cat = (person(name, "administrator") for name in ("Ada", "Bea", "Cat"))
        made = await desk.requests.ask(ada, {"kind": "dismiss", "name": "Bea"})
        await denied(desk.requests.refuse(bea, made.id), "concerns themselves")
        await until(lambda: [who for who, _, _ in noted(house)] == ["Bea"])
        assert (await desk.requests.refuse(cat, made.id)).state == "refused"


async def test_what_somebody_asked_for_is_not_done_once_they_have_gone(tmp_path):
    async with at_work(tmp_path) as (house, desk):
        asked = {}
        for name in ("Flo", "Pit"):
            desk.people.accounts.add(name, None, [("floorperson", "")])
            told = {"kind": "fill", "table": "dj-wild", "amount": 500}
            asked[name] = (await desk.requests.ask(person(name, "floorperson"), told)).id
        desk.people.accounts.dismiss("Flo")
        desk.people.accounts.withdraw("Pit", "floorperson")
        await denied(desk.requests.approve(SAM, asked["Flo"]), "account of Flo, who asked, is closed")
        await denied(desk.requests.approve(SAM, asked["Pit"]), "Pit may not ask for this any more")
        assert not any(one["may"] for one in plain(desk.requests.of(SAM))["waiting"])
        assert inventory(house) == 10_000_000


@pytest.mark.parametrize("what", ["ask", "approve", "refuse"])
async def test_whoever_is_let_go_while_it_waits_for_its_turn_does_nothing_more(tmp_path, what):
    """Many requests are done one after the other: those of somebody who was dismissed meanwhile are not."""
    async with at_work(tmp_path) as (_, desk):
        for name, role in (("Flo", "floorperson"), ("Pit", "floorperson")):
            desk.people.accounts.add(name, None, [(role, "")])
        fill = {"kind": "fill", "table": "dj-wild", "amount": 500}
        flo, pit = desk.people.accounts.person("Flo"), desk.people.accounts.person("Pit")
        number = (await desk.requests.ask(flo, fill)).id
        ways = {
            "ask": lambda: desk.requests.ask(pit, {**fill, "amount": 700}),
            "approve": lambda: desk.requests.approve(pit, number),
            "refuse": lambda: desk.requests.refuse(pit, number),
        }
        async with desk.requests._one:
            waiting = asyncio.ensure_future(ways[what]())
            await asyncio.sleep(0.1)
            desk.people.accounts.dismiss("Pit", by="Adam", second="Eve")
        with pytest.raises(HouseError) as denied:
            await waiting
        assert denied.value.fault == "denied"
        (left,) = desk.requests.of(flo).waiting
        assert (left.id, left.state) == (number, "waiting")


async def test_an_old_account_with_a_new_role_is_no_second_person_of_whoever_gave_it(tmp_path):
    async with at_work(tmp_path) as (house, desk):
        for name in ("Ada", "Bea"):
            desk.people.accounts.add(name, None, [("administrator", "")])
        for name in ("Flo", "Pit", "Sam"):
            desk.people.accounts.add(name, None)
        with house.database.engine.begin() as connection:
            connection.execute(update(schema.people).values(made=house.clock() - 80 * DAY))
        ada, bea = person("Ada", "administrator"), person("Bea", "administrator")
        for by, second, name in ((ada, bea, "Flo"), (ada, bea, "Pit"), (bea, ada, "Sam")):
            made = await desk.requests.ask(by, {"kind": "grant", "name": name, "role": "floorperson"})
            await desk.requests.approve(second, made.id)
        fill = {"kind": "fill", "table": "dj-wild", "amount": 500}
        asked = await desk.requests.ask(FLO, fill)
        await denied(desk.requests.approve(PIT, asked.id), "Ada gave Flo and Pit")
        assert inventory(house) == 10_000_000
        await desk.requests.approve(person("Sam", "floorperson"), asked.id)
        again = await desk.requests.ask(FLO, fill)
        with house.database.engine.begin() as connection:  # a week has passed
            rows = schema.requests
            long_ago = update(rows).where(rows.c.kind == "grant").values(answered_at=house.clock() - 8 * DAY)
            connection.execute(long_ago)
        await desk.requests.approve(PIT, again.id)
        assert inventory(house) == 10_001_000
