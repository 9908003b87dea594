"""A stand-alone meter outlasts its table: what stood on it when the table closed is what the table in its place begins
with, to the part of a cent, and nobody chooses the amount."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from msgspec.structs import replace

from croupier.errors import CroupierError, IllegalAction
from croupier.house.audit.check import check
from croupier.house.books import reports
from croupier.house.desk.desk import Desk
from croupier.house.people.periods import Period
from croupier.house.tables.money.meter_carryover import kept_meters
from croupier.journal.record import TABLE
from tests.house.desk.test_requests import FLO, SAM
from tests.house.floor import a_house, settings, until
from tests.house.tables.test_shared_meters import Driven
from tests.support import plain, provision

GAME, METER, NAME = "dj-wild", "progressive", "Gold"
SEED = 200_000


async def opened(house, id_, name=NAME, **submission):
    usual = settings(GAME)
    told = {**usual.submission, "contribution": "12.345%", **submission}
    return await house.open(id_, name, GAME, "pa-2021", replace(usual, submission=told))


async def closed(house, keeper):
    """Closed by two people, after the cards that were played are opened."""
    desk = Desk(house)
    made = await desk.requests.ask(FLO, {"kind": "close", "table": keeper.id})
    await desk.requests.approve(SAM, made.id)
    await until(lambda: not keeper.table.open)


@provision("687a.12(c)")
def test_a_meter_goes_on_where_its_table_left_it(url):
    async def monday():
        async with a_house(url) as house:
            first = await opened(house, "one")
            await Driven(house, first).play(3)
            await closed(house, first)
            meter = first.table.meters[METER]
            return first.table.accounts[f"meter:{METER}"], meter.carry

    async def tuesday(amount, carry):
        async with a_house(url) as house:
            cage = house.audit()["cage"]
            again = await opened(house, "two")
            meter = again.table.meters[METER]
            assert again.table.accounts[f"meter:{METER}"] == amount
            assert (meter.carry, meter.kept, meter.linked) == (carry, "one", False)
            balances = house.audit()
            assert (balances[f"one/meter:{METER}"], balances[f"two/meter:{METER}"]) == (0, amount)
            assert balances["cage"] == cage - again.settings.inventory, "the cage seeds no meter that goes on"
            assert kept_meters(house.database, NAME, again.rules) == []
            await Driven(house, again).play(1)
            today = Period.read(datetime.now(UTC).date().isoformat())
            days = {day["table"]: day for day in plain(reports.by_meter(house.database, today))}
            assert Fraction(days["two"]["kept"]) == amount + Fraction(carry)
            assert all(day["balanced"] for day in days.values()), days
            another = await opened(house, "three", "Silver")
            assert another.table.accounts[f"meter:{METER}"] == SEED

    amount, carry = asyncio.run(monday())
    assert amount > SEED
    assert Fraction(carry) > 0
    asyncio.run(tuesday(amount, carry))
    if not url.startswith("postgresql"):
        check(url)


@provision("687a.12(c)")
async def test_it_goes_on_below_its_seed_and_only_on_the_terms_that_were_promised(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        first = await opened(house, "one")
        desk = Desk(house)
        told = {
            "kind": "meter",
            "table": "one",
            "meter": METER,
            "amount": 150_000,
            "words": "a tenth was won",
        }
        made = await desk.requests.ask(FLO, told)
        await desk.requests.approve(SAM, made.id)
        (moved,) = [one.event for one in _events(house, "one") if getattr(one.event, "what", "") == "meter"]
        assert (moved.who, moved.second, moved.note) == ("Sam", "Flo", "a tenth was won")
        await closed(house, first)
        with pytest.raises(IllegalAction, match=r"\$1,500 stand on this meter .* for another wager") as refused:
            await opened(house, "two", progressive="2")
        assert str(refused.value.cite) == "58 Pa. Code § 687a.12(c)"
        assert house.audit()[f"one/meter:{METER}"] == 150_000
        again = await opened(house, "two", contribution="30%")
        assert again.table.accounts[f"meter:{METER}"] == 150_000
        house.audit()


def _events(house, table):
    return [TABLE.line(line) for _, line in house.database.lines(table)]


@provision("687a.12(c)")
async def test_two_people_are_told_what_goes_on_and_one_meter_goes_on_once(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        first = await opened(house, "one")
        await Driven(house, first).play(2)
        await closed(house, first)
        amount = house.audit()[f"one/meter:{METER}"]
        desk = Desk(house)
        opening = {
            "name": NAME,
            "game": GAME,
            "edition": "pa-2021",
            "submission": first.settings.submission,
            "settings": {"inventory": 10**11},
        }
        made = await desk.requests.ask(SAM, {"kind": "open", "told": {**opening, "id": "two"}})
        assert f"Its meters go on: progressive at ${amount / 100:,.2f} of table one." in made.words
        assert "meters from" not in made.title
        results = await asyncio.gather(opened(house, "a"), opened(house, "b"), return_exceptions=True)
        taken = [one for one in results if not isinstance(one, BaseException)]
        assert sorted(one.table.accounts[f"meter:{METER}"] for one in taken) in ([amount], [SEED, amount])
        house.audit()
        with pytest.raises(CroupierError, match="ask for it anew"):
            await desk.requests.approve(FLO, made.id)


async def test_neither_one_person_nor_a_school_goes_on_with_a_meter(tmp_path):
    """A table that closed while one person opened another of its name left its meter to them; and a dealer's school has
    the name of no table, unless somebody called one so."""
    async with a_house(tmp_path / "h.db") as house:
        name = "School: DJ Wild"
        await closed(house, await opened(house, "one", name))
        before = house.audit()
        with pytest.raises(CroupierError, match=r"its meters go on .*: two people open it"):
            await house.open("two", name, GAME, "pa-2021", settings(GAME), by="Sam")
        assert house.audit() == before
        usual = replace(settings(GAME), automatic=False, dealer="Deb", school="Deb")
        school = await house.open("school", name, GAME, "pa-2021", usual)
        assert not school.table.meters[METER].kept
        assert house.audit()[f"one/meter:{METER}"] == before[f"one/meter:{METER}"]
