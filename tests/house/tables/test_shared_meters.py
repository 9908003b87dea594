"""Meters over several tables: one number, exact whoever adds to it, and one order of all that happens to it."""

from __future__ import annotations

import asyncio
import contextlib
import random
import sqlite3

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from croupier.errors import CroupierError, HouseError, JournalError
from croupier.game.template import new_submission
from croupier.games import open_game
from croupier.house.audit.backup import backup
from croupier.house.audit.check import check
from croupier.house.audit.restore import restore
from croupier.house.desk.opening import open_by
from croupier.house.storage import schema
from croupier.house.tables.automatic.closing import closing
from croupier.house.tables.money.ledger import pool
from croupier.journal.verify import verify_bytes
from croupier.table import BuyIn, Crowd, Direct, Place, Sit, TakeBack, step
from croupier.table import events as e
from tests.house.floor import ENOUGH, FLOOR, KEY, a_house, ann, betting, gift, open_table, settings, until

GAME, METER = "face-up-pai-gow", "progressive"
SEED = 1_000_000
GIFT = """INSERT INTO postings (table_id, n, at, account, cents, what)
    VALUES ('', 0, 0, 'link:main', 5, 'gift'), ('', 0, 0, 'cage', -5, 'gift');
    UPDATE balances SET cents = cents + 5 WHERE account = 'link:main';
    UPDATE balances SET cents = cents - 5 WHERE account = 'cage'"""


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
            await asyncio.wrap_future(self.house.database.submit(gift(command.player, command.amount)))
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


async def test_a_table_that_closes_while_its_meter_changes_stops_nobody(tmp_path):
    """It was stopped, joined its link again though it had closed, and the link waited for it."""
    async with a_house(tmp_path / "h.db") as house:
        first, second, third = await linked(house, "A", "B", "C")
        order = Direct(order="set-meter", what=METER, amount=SEED + 100, second="Sam", note="so")
        coming = second.store(closing(second.decided, FLOOR, second.now()))
        with pytest.raises(HouseError, match="B of the link main closes; ask again"):
            await first.commit([step(first.decided, order, FLOOR, first.now())])
        await coming
        assert (first.broken, second.broken) == (None, None)
        house.keeping.links.join(second)  # as when it is taken up again
        await first.commit([step(first.decided, order, FLOOR, first.now())])
        assert third.table.accounts[f"meter:{METER}"] == SEED + 100


async def test_a_table_that_joins_finds_what_the_meter_shows(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        (first,) = await linked(house, "A")
        await Driven(house, first).play(3)
        amount = first.table.accounts[f"meter:{METER}"]
        assert amount > SEED
        await linked(house, "B")
        assert meters(house) == {amount}
        assert house.audit()[pool("main")] == amount


@pytest.mark.parametrize(
    ("submission", "links", "words"),
    [
        ({"progressive": "2"}, {METER: "main"}, "differ in paytable"),
        ({}, {"jackpot": "main"}, "is of the meter"),
        ({}, {"jackpot": "other"}, "no meter jackpot"),
    ],
)
async def test_a_table_that_plays_it_on_other_terms_is_refused(tmp_path, submission, links, words):
    async with a_house(tmp_path / "h.db") as house:
        await linked(house, "A")
        other = settings(GAME, links=links)
        other = replace(other, submission={**other.submission, **submission})
        with pytest.raises(CroupierError, match=words):
            await house.open("B", "B", GAME, "pa-2019-proposed", other)
        assert set(house.keepers) == {"A"}
        house.audit()


async def test_a_shift_manager_opens_tables_that_share_a_meter(tmp_path):
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


async def test_when_one_table_of_a_link_fails_the_others_wait_for_it_and_nothing_is_lost(tmp_path, monkeypatch):
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


async def test_a_closed_table_leaves_its_link(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        first, second = await linked(house, "A", "B")
        await second.commit(closing(second.decided, FLOOR, second.now()))
        assert not second.table.open
        await Driven(house, first).play(2)
        assert first.table.accounts[f"meter:{METER}"] > second.table.accounts[f"meter:{METER}"]


async def a_link_that_changed(url):
    """Two tables, one that closes, and one that joins after rounds were played."""
    async with a_house(url) as house:
        keepers = await linked(house, "A", "B")
        await asyncio.gather(*(Driven(house, keeper).play(2) for keeper in keepers))
        await linked(house, "C")
        await keepers[1].commit(closing(keepers[1].decided, FLOOR, keepers[1].now()))
        await Driven(house, house.keeper("C")).play(1)
        await until(lambda: house.keeper("A").waiting == house.keeper("C").waiting == 0)
        house.audit()
        return house.keeper("A").table.accounts[f"meter:{METER}"]


def test_a_house_with_a_linked_meter_is_checked_backed_up_and_restored(url, tmp_path):
    asyncio.run(a_link_that_changed(url))
    made = check(url, KEY.public)
    assert made.tables == 3
    assert backup(url, tmp_path / "out", KEY.public) == made
    assert restore(tmp_path / "out", tmp_path / "new.db", KEY.public) == made


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (
            (
                "UPDATE postings SET account = 'A/meter:progressive' "
                "WHERE account = 'link:main' AND table_id = 'A' AND n > 1"
            ),
            "moved other amounts",
        ),
        ("UPDATE postings SET account = 'link:main' WHERE account = 'A/inventory' AND n = 1", "moved other amounts"),
        ("UPDATE tables SET settings = json_remove(settings, '$.links') WHERE id = 'C'", "moved other amounts"),
        ("UPDATE tables SET settings = '{' WHERE id = 'C'", "table C: its settings cannot be read"),
        (GIFT, "the link main holds"),
    ],
)
def test_money_of_a_link_that_no_record_moved_is_found(tmp_path, change, says):
    asyncio.run(a_link_that_changed(tmp_path / "h.db"))
    check(tmp_path / "h.db")
    with contextlib.closing(sqlite3.connect(tmp_path / "h.db")) as connection:
        connection.executescript(change)
    with pytest.raises(JournalError, match=says):
        check(tmp_path / "h.db")


async def test_a_link_keeps_its_money_when_all_of_its_tables_have_closed(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        (first,) = await linked(house, "A")
        await Driven(house, first).play(2)
        await first.commit(closing(first.decided, FLOOR, first.now()))
        amount = first.table.accounts[f"meter:{METER}"]
        assert amount > SEED
        await linked(house, "B")
        assert house.keeper("B").table.accounts[f"meter:{METER}"] == amount
        assert house.audit()[pool("main")] == amount
    check(tmp_path / "h.db")


async def test_tables_that_open_at_once_do_not_bring_the_first_money_twice(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        opened = await asyncio.gather(linked(house, "A"), linked(house, "B"), return_exceptions=True)
        refused = [each for each in opened if isinstance(each, HouseError)]
        assert [each.fault for each in refused] == ["busy"]
        assert house.audit()[pool("main")] == SEED
        await linked(house, "B" if "A" in house.keepers else "A")
        assert house.audit()[pool("main")] == SEED
    check(tmp_path / "h.db")


async def test_a_table_that_opens_beside_a_contribution_shows_it(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        (first,) = await linked(house, "A")
        playing = asyncio.create_task(Driven(house, first).play(6))
        for name in ("B", "C", "D"):
            await until(lambda: first.decided.phase == "dealing" or playing.done())
            await linked(house, name)
        await playing
        await until(lambda: all(keeper.waiting == 0 for keeper in house.keepers.values()))
        assert len(meters(house)) == 1
        house.audit()
    check(tmp_path / "h.db")


async def test_a_link_that_cannot_be_reached_refuses_its_wager_and_says_what_the_table_waits_for(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        timed = {"quick": False, "betting_seconds": 1.0}
        keeper = await open_table(house, "raise-it-up", "A", links={"progressive-5": "b"}, **timed)
        await house.welcome("Ann")
        assert not (await keeper.ask(Sit(player="Ann", seat=1), ann())).refused
        await betting(keeper)
        progressive, back = Place(seat=1, wager="progressive", amount=500), TakeBack(seat=1, wager="progressive")
        required = [Place(seat=1, wager=wager, amount=1000) for wager in ("ante", "blind")]
        for command in (BuyIn(player="Ann", amount=50_000), *required, progressive):
            assert not (await keeper.ask(command, ann())).refused
        keeper.shared[0].expected.add("B")  # stored, and kept by another process
        await until(lambda: keeper.running.staff.held is not None, 10)
        assert "the link b waits for table B" in str(keeper.running.staff.held)
        assert not (await keeper.ask(back, ann())).refused
        await until(lambda: keeper.table.play is not None, 10)  # the round goes on without it
        assert keeper.running.staff.held is None


async def test_no_wager_is_taken_for_a_link_that_cannot_be_reached(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        keeper = await open_table(house, "raise-it-up", "A", links={"progressive-5": "b"})
        await house.welcome("Ann")
        assert not (await keeper.ask(Sit(player="Ann", seat=1), ann())).refused
        await betting(keeper)
        assert not (await keeper.ask(BuyIn(player="Ann", amount=50_000), ann())).refused
        keeper.shared[0].expected.add("B")
        answer = await keeper.ask(Place(seat=1, wager="progressive", amount=500), ann())
        assert (answer.code, answer.field) == ("busy", "links")
        assert "the link b waits for table B" in answer.refused
