"""A start from snapshots: the same table as from the whole journal, and a journal that does not lead there is found."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from sqlalchemy import select, update

from croupier.errors import HouseError
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.journal_marks import JournalMarks
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.keeping.snapshots import EVERY, Snapshot
from croupier.journal.keys import Key
from croupier.journal.replay import replay_bytes
from croupier.table import BuyIn, Decide, Perform, Sit
from croupier.table.events import RoundClosed
from tests.house.floor import EDITIONS, ENOUGH, KEY, a_house, ann, until
from tests.house.make import make_house
from tests.house.tables.test_keeper import wager


async def sit(house, keeper):
    await house.welcome("Ann")
    for command in (Sit(player="Ann", seat=1), BuyIn(player="Ann", amount=100_000)):
        assert not (await keeper.ask(command, ann())).refused


async def other(keeper):
    """Ann answers what else a table asks of her."""
    due = keeper.table.due
    if due is not None and due.id == "cut" and due.seat:
        await keeper.ask(Perform(step="decline-cut"), ann())
    elif due is not None and due.id == "choose":
        await keeper.ask(Perform(step="choose", value=due.options[0]), ann())


async def rounds(keeper, wanted):
    """Ann plays until the table has closed so many rounds more."""
    closed: list[RoundClosed] = []
    keeper.after_commit.append(hear := lambda _, events: closed.extend(x for x in events if isinstance(x, RoundClosed)))
    async with asyncio.timeout(ENOUGH):
        while len(closed) < wanted:
            due = keeper.table.due
            if keeper.table.phase == "betting" and 1 not in keeper.table.layout:
                await wager(keeper)
            elif due is not None and due.id == "decide":
                await keeper.ask(Decide(seat=1, decision=keeper.rules.game.streets[due.street].late), ann())
            else:
                await other(keeper)
            await asyncio.sleep(0)
    keeper.after_commit.remove(hear)


def stored(database: Database, table: str) -> bytes:
    return b"".join(line for _, line in database.lines(table))


@pytest.mark.parametrize("game", EDITIONS)
def test_a_start_from_a_snapshot_is_the_start_from_the_beginning(tmp_path, game):
    path = tmp_path / "h.db"

    async def play():
        async with a_house(path, game) as house:
            keeper = house.keeper(game)
            await sit(house, keeper)
            while keeper.stored < 4 * EVERY:
                await rounds(keeper, 1)
            while keeper.table.phase != "betting":
                await asyncio.sleep(0.005)
                await other(keeper)
            await wager(keeper)
            await until(lambda: keeper.table.due is not None and keeper.table.due.id == "decide")
            return [sent.to("Ann") for sent in keeper.recent]

    async def again():
        async with a_house(path) as house:
            keeper = house.keeper(game)
            snapshot = keeper.snapshot
            assert snapshot is not None
            assert EVERY < keeper.stored - snapshot.place.n < 4 * EVERY
            whole = replay_bytes(stored(house.database, game))
            assert keeper.table.bytes() == whole.bytes()
            await until(house.keeping.settled)  # the whole journal was walked, and leads here
            assert not len(house.keeping.set_aside)
            seen = [sent.to("Ann") for sent in keeper.recent]
            await rounds(keeper, 2)
            house.audit()
            return seen

    before = asyncio.run(play())
    seen = asyncio.run(again())
    assert len(seen) > EVERY
    assert seen == before[-len(seen) :], "whoever comes back is sent the same bytes, their own cards among them"


def _played(path, game="over-under"):
    async def play():
        async with a_house(path, game) as house:
            keeper = house.keeper(game)
            await sit(house, keeper)
            while keeper.stored < 4 * EVERY:
                await rounds(keeper, 1)

    asyncio.run(play())


def test_a_record_changed_in_storage_before_the_snapshot_stops_the_table(tmp_path):
    path, rows = tmp_path / "h.db", schema.records
    _played(path)

    async def spoil():
        async with a_house(path) as house:
            database = house.database
            with database.read() as connection:
                line = bytes(connection.execute(select(rows.c.line).where(rows.c.n == 20)).scalar_one())
            changed = line.replace(b'"at":1', b'"at":2', 1)
            assert changed != line
            await until(house.keeping.settled)
            database.store(Transaction("", 0, doing=[update(rows).where(rows.c.n == 20).values(line=changed)]))

    async def again():
        async with a_house(path) as house:
            keeper = house.keeper("over-under")
            await until(lambda: "over-under" in house.keeping.set_aside)
            (aside,) = house.keeping.set_aside
            assert "record 20" in aside.why
            assert not aside.retried, "nothing takes it up again by itself"
            with pytest.raises(HouseError, match="table over-under is set aside") as refused:
                house.keeper("over-under")
            assert refused.value.fault == "set-aside"
            assert keeper.broken is not None
            with pytest.raises(HouseError, match="record 20"):
                await house.keeping.readmit("over-under")

    asyncio.run(spoil())
    asyncio.run(again())


def _change(path, key):
    """Another inventory in the snapshot, with the mark that this key makes; with no key, with the one it has."""

    async def spoil():
        rows = schema.snapshots
        async with a_house(path) as house:
            with house.database.read() as connection:
                state = connection.scalar(select(rows.c.state))
            assert state is not None
            told = bytes(state).replace(b'"inventory":', b'"inventory":1', 1)
            changed = msgspec.json.decode(told, type=Snapshot)
            mark = (
                JournalMarks(key).snapshot("over-under", changed.place, bytes(changed.table)) if key else changed.mark
            )
            told = msgspec.json.encode(msgspec.structs.replace(changed, mark=mark))
            house.database.store(Transaction("", 0, doing=[update(rows).values(state=told)]))

    asyncio.run(spoil())


@pytest.mark.parametrize("key", [None, Key.throw_away(6)])
def test_a_snapshot_that_the_house_did_not_take_is_not_used(tmp_path, key):
    path = tmp_path / "h.db"
    _played(path)
    _change(path, key)

    async def again():
        async with a_house(path) as house:
            assert house.keeper("over-under").snapshot is None, "the journal alone is believed"
            house.audit()

    asyncio.run(again())


def test_a_snapshot_that_no_journal_leads_to_stops_the_table(tmp_path):
    """Also one with the house's own mark."""
    path = tmp_path / "h.db"
    _played(path)
    _change(path, KEY)

    async def again():
        async with a_house(path) as house:
            await until(lambda: "over-under" in house.keeping.set_aside)
            (aside,) = house.keeping.set_aside
            assert "do not lead to" in aside.why
            assert not aside.retried
            await house.keeping.readmit("over-under")
            keeper = house.keeper("over-under")
            assert keeper.snapshot is None, "the journal alone is believed"
            house.audit()

    asyncio.run(again())


def test_a_snapshot_that_cannot_be_read_is_as_none(tmp_path):
    path, rows = tmp_path / "h.db", schema.snapshots
    _played(path)

    async def again():
        house = make_house(Database(path), KEY)
        house.database.store(Transaction("", 0, doing=[update(rows).values(state=b"{")]))
        await house.start()
        assert house.keeper("over-under").snapshot is None
        house.audit()
        await house.stop()

    asyncio.run(again())
