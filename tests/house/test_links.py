"""Meters over several tables: one number, exact whoever adds to it, and one order of all that happens to it."""

from __future__ import annotations

import asyncio
import random

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from croupier.errors import CroupierError, HouseError
from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house import ledger, schema
from croupier.house.closing import closing
from croupier.house.ledger import pool
from croupier.house.opening import open_by
from croupier.house.work import Work
from croupier.journal.reader import verify_bytes
from croupier.table import BuyIn, Crowd
from croupier.table import events as e
from tests.house.floor import ENOUGH, FLOOR, a_house, open_table, settings, until

GAME, METER = "face-up-pai-gow", "progressive"
SEED = 1_000_000


async def linked(house, *names):
    return [await open_table(house, GAME, name, links={METER: "main"}) for name in names]


class Driven:
    """A crowd at one table, every command through its keeper."""

    def __init__(self, house, keeper, seats=2):
        self.house, self.keeper = house, keeper
        self.crowd = Crowd(random.Random(keeper.id), seats, side=1.0, skip=0)
        self.crowd.names = {seat: f"{keeper.id} {seat}" for seat in range(1, seats + 1)}
        self.closed = 0
        keeper.after_commit.append(self.hear)

    def hear(self, _, events):
        self.closed += sum(isinstance(event, e.RoundClosed) for event in events)

    async def ask(self, command, actor):
        if isinstance(command, BuyIn):
            entries = ledger.grant(ledger.wallet(command.player), command.amount, "test")
            await asyncio.wrap_future(self.house.database.submit(Work("", 0, entries=entries)))
        while True:  # what was not stored is asked again of whoever keeps the table then
            try:
                return await self.house.keeper(self.keeper.id).ask(command, actor)
            except HouseError as error:
                if error.fault not in {"busy", "storage", "moved"}:
                    raise
                await asyncio.sleep(0.01)

    async def play(self, rounds):
        for command, actor in self.crowd.arrive(self.keeper.table):
            await self.ask(command, actor)
        until_ = self.closed + rounds
        async with asyncio.timeout(ENOUGH):
            while self.closed < until_:
                keeper = self.house.keeper(self.keeper.id)
                if keeper is not self.keeper:
                    self.keeper = keeper
                    keeper.after_commit.append(self.hear)
                if keeper.table.phase == "betting" and not keeper.table.layout and keeper.broken is None:
                    for command, actor in list(self.crowd.wager(keeper.table)):
                        await self.ask(command, actor)
                elif (answer := self.crowd.decide(keeper.table)) is not None:
                    await self.ask(*answer)
                await asyncio.sleep(0.001)


def meters(house):
    return {keeper.table.accounts[f"meter:{METER}"] for keeper in house.keepers.values()}


def test_tables_that_share_a_meter_show_the_same_amount_and_the_books_hold_it_once(url):
    async def play():
        async with a_house(url) as house:
            keepers = await linked(house, "A", "B", "C")
            drivers = [Driven(house, keeper) for keeper in keepers]
            await asyncio.gather(*(driver.play(5) for driver in drivers))
            await until(lambda: len(meters(house)) == 1)
            balances = house.audit()
            (amount,) = meters(house)
            assert amount > SEED
            assert balances[pool("main")] == amount
            assert not [account for account in balances if account.endswith(f"/meter:{METER}")]
            posted = schema.postings
            with house.database.read() as connection:
                asked = select(posted.c.cents).where(posted.c.account == pool("main"))
                assert sum(connection.scalars(asked)) == amount, "nothing but contributions, payments and one seed"
            for keeper in keepers:
                verify_bytes(b"".join(line for _, line in house.database.lines(keeper.id)))
            return amount

    async def again(amount):
        async with a_house(url) as house:
            assert meters(house) == {amount}
            driver = Driven(house, house.keeper("B"))
            await driver.play(1)
            await until(lambda: len(meters(house)) == 1)
            house.audit()

    asyncio.run(again(asyncio.run(play())))


def test_a_table_that_joins_finds_what_the_meter_shows(tmp_path):
    async def go():
        async with a_house(tmp_path / "h.db") as house:
            (first,) = await linked(house, "A")
            await Driven(house, first).play(3)
            amount = first.table.accounts[f"meter:{METER}"]
            assert amount > SEED
            await linked(house, "B")
            assert meters(house) == {amount}
            assert house.audit()[pool("main")] == amount

    asyncio.run(go())


@pytest.mark.parametrize(("submission", "links", "words"), [
    ({"progressive": "2"}, {METER: "main"}, "differ in paytable"),
    ({}, {"jackpot": "main"}, "is of the meter"),
    ({}, {"jackpot": "other"}, "no meter jackpot"),
])  # fmt: skip
def test_a_table_that_plays_it_on_other_terms_is_refused(tmp_path, submission, links, words):
    async def go():
        async with a_house(tmp_path / "h.db") as house:
            await linked(house, "A")
            other = settings(GAME, links=links)
            other = replace(other, submission={**other.submission, **submission})
            with pytest.raises(CroupierError, match=words):
                await house.open("B", "B", GAME, "pa-2019-proposed", other)
            assert set(house.keepers) == {"A"}
            house.audit()

    asyncio.run(go())


def test_a_shift_manager_opens_tables_that_share_a_meter(tmp_path):
    async def go():
        async with a_house(tmp_path / "h.db") as house:
            sample = new_submission(open_game(GAME))
            told = {
                "game": GAME,
                "edition": "pa-2019-proposed",
                "submission": sample,
                "settings": {"links": {METER: "main"}},
            }
            await open_by(house, told | {"name": "First", "id": "A"})
            await open_by(house, told | {"name": "Second", "id": "B"})
            assert meters(house) == {SEED}
            assert house.audit()[pool("main")] == SEED
            with pytest.raises(HouseError, match="letters, digits and dashes") as refused:
                await open_by(house, told | {"name": "Third", "settings": {"links": {METER: "a/b"}}})
            assert refused.value.field == f"settings.links.{METER}"

    asyncio.run(go())


def test_when_one_table_of_a_link_fails_the_others_wait_for_it_and_nothing_is_lost(tmp_path, monkeypatch):
    async def go():
        async with a_house(tmp_path / "h.db") as house:
            keepers = await linked(house, "A", "B")
            database, send, failures = house.database, house.database.send, iter(range(1000))

            def sometimes(work, then):
                if work.also and next(failures) in {2, 9}:
                    work = replace(work, lines=[(n + 1, line) for n, line in work.lines])  # a record is missing
                send(work, then)

            monkeypatch.setattr(database, "send", sometimes)
            await asyncio.gather(*(Driven(house, keeper).play(4) for keeper in keepers))
            monkeypatch.setattr(database, "send", send)
            await until(lambda: len(meters(house)) == 1 and all(k.broken is None for k in house.keepers.values()))
            await until(lambda: all(k.waiting == 0 for k in house.keepers.values()))
            house.audit()
            assert house.keeper("A") is not keepers[0], "it did fail"

    asyncio.run(go())


def test_a_closed_table_leaves_its_link(tmp_path):
    async def go():
        async with a_house(tmp_path / "h.db") as house:
            first, second = await linked(house, "A", "B")
            await second.commit(closing(second.decided, FLOOR, second.now()))
            assert not second.table.open
            await Driven(house, first).play(2)
            assert first.table.accounts[f"meter:{METER}"] > second.table.accounts[f"meter:{METER}"]

    asyncio.run(go())
