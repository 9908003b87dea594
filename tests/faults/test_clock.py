"""The house's clock jumps by hours while people play: times never run backwards, and nobody waits longer or shorter."""

from __future__ import annotations

import asyncio
import random
from functools import partial

import pytest

from croupier.house.cloth.results import Results
from croupier.house.house import now
from croupier.house.people.sign_in_policy import SESSION
from croupier.house.storage.database import Database
from tests.faults.books import at_rest
from tests.house.floor import ENOUGH, a_house, ann, served, until, voice
from tests.house.make import make_house, make_people
from tests.house.tables.test_keeper import deciding, seated, wager

HOUR = 3_600_000


class Clock:
    """A wall clock that somebody sets."""

    def __init__(self) -> None:
        self.off = 0

    def __call__(self) -> int:
        return now() + self.off


@pytest.fixture
def clock(monkeypatch):
    made = Clock()
    monkeypatch.setattr("tests.house.floor.make_house", partial(make_house, clock=made))
    return made


@pytest.mark.parametrize("hours", [3, -3])
@pytest.mark.parametrize("what", ["betting", "decision"])
async def test_a_player_has_the_time_that_was_told(quick, clock, hours, what):
    """The clock is set while the table waits: it goes on when the time is over, not hours later and not at once."""
    async with a_house(
        quick / "h.db", "dj-wild", betting_seconds=0.4, decision_seconds=0.4, quick=what == "decision"
    ) as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper)
        await wager(keeper)
        if what == "decision":
            await deciding(keeper)
        await until(lambda: keeper.deadline)
        waits = keeper.table.phase, keeper.table.due
        assert 0 < keeper.deadline - clock() <= 400
        clock.off = hours * HOUR
        assert 0 < keeper.deadline - clock() <= 400  # what pages count down is told anew
        keeper.running.wake()
        await asyncio.sleep(0.1)
        assert (keeper.table.phase, keeper.table.due) == waits
        await until(lambda: (keeper.table.phase, keeper.table.due) != waits)
        await at_rest(house)


def test_play_goes_on_while_the_clock_jumps(url, clock):
    """Bots play rounds and the clock jumps by up to a day and a half, forwards and back, across a restart too."""
    from croupier.cli.bot import Bot, strategy_of

    chance = random.Random(5)

    async def play(at, name, seat):
        async with at.at(name, "dj-wild", money=10**7, keep=False) as table:
            rules = await table.client.rules("dj-wild")
            bot = Bot(table.client, table, seat, strategy_of("random", rules, random.Random(seat)), rules)
            await bot.sit()
            await bot.play(15)
            return bot.rounds

    async def jump():
        while True:
            await asyncio.sleep(0.02)
            clock.off = chance.randrange(-36 * HOUR, 36 * HOUR)

    async def a_day(turn):
        async with a_house(url, "dj-wild", betting_seconds=5, decision_seconds=5) as house, served(house) as at:
            jumping = asyncio.create_task(jump())
            async with asyncio.timeout(ENOUGH):
                rounds = await asyncio.gather(*(play(at, f"{name} {turn}", n) for n, name in enumerate("AB", 1 + turn)))
            jumping.cancel()
            assert min(rounds) == 15
            keeper = house.keeper("dj-wild")
            assert keeper.table.clock <= now() + 36 * HOUR
            await at_rest(house)  # times in order among other things

    asyncio.run(a_day(0))
    clock.off = -48 * HOUR
    asyncio.run(a_day(2))


async def test_decks_are_changed_by_the_tables_own_time(quick, clock):
    """Cards that have been in use too long are changed once the clock says so; set back, the table's time stands.
    Whoever wagers on them before the floor has looked gets the wagers back, is told, and wagers anew on the others."""
    async with a_house(quick / "h.db", "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await seated(house, keeper)
        times = [keeper.table.clock]
        found, back = Results(), "New cards: your wagers are back with you. Place your wagers."
        for hours, old in ((30, True), (-30, False), (60, True), (0, False)):
            clock.off = hours * HOUR
            rounds, since = keeper.table.rounds, keeper.table.pack.since
            await wager(keeper)
            if old:
                await until(partial(is_renewed, keeper, since))
                assert not keeper.table.layout
                assert voice(house, keeper, found) == back
                await wager(keeper)
            await deciding(keeper)
            assert not (await keeper.ask(fold(), ann())).refused
            await played(keeper, rounds + 1)
            assert (keeper.table.pack.since > since) is old
            assert voice(house, keeper, found) == "Place your wagers."
            times.append(keeper.table.clock)
        assert times == sorted(times)
        await at_rest(house)


def is_renewed(keeper, since):
    return keeper.table.pack.since > since and keeper.table.phase == "betting"


async def played(keeper, rounds):
    await until(lambda: keeper.table.rounds == rounds and keeper.table.phase == "betting")


def fold():
    from croupier.table import Decide

    return Decide(seat=1, decision="fold")


def test_sessions_end_by_the_clock_and_only_by_it(quick, clock):
    database = Database(quick / "h.db")
    database.migrate()
    people = make_people(database, clock)
    people.accounts.add("Ann", None)
    token = people.session("Ann", lasting=SESSION)
    clock.off = SESSION - HOUR
    assert people.of(token) is not None
    clock.off = SESSION + HOUR
    assert people.of(token) is None
    clock.off = -SESSION
    assert people.of(token) is not None
    assert people.of(people.session("Ann")) is not None
    database.close()


def test_activity_in_times_to_come_keeps_no_session_open(quick, clock):
    """Somebody who can write to the database says that a dealer is active next year: the session counts from its
    beginning, which is sealed."""
    database = Database(quick / "h.db")
    database.migrate()
    people = make_people(database, clock)
    people.accounts.add("Dee", "a long secret", [("dealer", "")])
    token = people.session("Dee")
    idle = people.policy.timeout({"dealer"}, guest=False).idle
    with database.transaction() as connection:
        assert connection.exec_driver_sql("UPDATE sessions SET seen = seen + 31536000000").rowcount == 1
    assert people.of(token) is not None
    clock.off = idle
    assert people.of(token) is None
    database.close()


async def test_a_table_opened_before_the_clock_was_set_back_goes_on(quick, clock):
    """The next start finds records of the future: the table's time stands still until the clock has caught up."""
    clock.off = 10 * HOUR
    async with a_house(quick / "h.db", "dj-wild") as house:
        await seated(house, house.keeper("dj-wild"))
    clock.off = 0
    async with a_house(quick / "h.db") as house:
        keeper = house.keeper("dj-wild")
        last = keeper.table.clock
        await wager(keeper)
        await deciding(keeper)
        assert keeper.table.clock == last > now() + 9 * HOUR
        assert 0 < keeper.deadline - clock() <= 30_000
        await at_rest(house)
