"""By no request of theirs, however timed, has somebody an honest house's check accuse it, or leaves what they did out
of its journal."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Self

import psycopg
import pyotp
import pytest
from sqlalchemy import select

from croupier.errors import HouseError
from croupier.house.audit.check import check
from croupier.house.audit.rules.session_rules import LATITUDE
from croupier.house.desk.desk import Desk
from croupier.house.house import now
from croupier.house.journal.events import TableAdded
from croupier.house.journal.journal import APPENDING, HouseJournal
from croupier.house.people.accounts import hashed
from croupier.house.people.signing_in.resets import begin_reset
from croupier.house.screens.player.shared_hands import share
from croupier.house.storage import schema
from croupier.house.storage.acting_session import ActingSession, acting
from croupier.house.storage.database import Database
from croupier.house.storage.seals import Seals
from croupier.house.storage.transactions import Transaction
from croupier.house.tables import equipment, equipment_kinds
from croupier.table import Direct, Sit
from croupier.table.equipment import STANDARD, Item
from tests.house.audit.test_backup import play
from tests.house.databases import migrated_sqlite_database
from tests.house.desk.test_desk import refusals
from tests.house.floor import ENOUGH, FLOOR, KEY, a_house, ann, open_table, until
from tests.house.make import make_house, make_people

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SECRET = "correct horse"  # noqa: S105 - of nobody


def migrated(folder: Path) -> Database:
    return Database(migrated_sqlite_database(folder / "h.db"))


@pytest.mark.parametrize("role", ["a\0b", "\u2028", "\u202efloor"])
async def test_whatever_a_refusal_quotes_it_is_noted_and_accuses_nobody(url, role):
    async with a_house(url) as house:
        desk = Desk(house)
        desk.people.accounts.add("Mallory", SECRET)
        with pytest.raises(HouseError, match="not yours to do"):
            desk.take_post(desk.people.accounts.person("Mallory"), role)
        await until(lambda: len(refusals(house)) == 1)
        assert refusals(house)[0].what.startswith("post ")
    check(url)


class Stalled:
    """A database whose writer waits, so that what is submitted meanwhile is stored in one piece."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._goes_on = threading.Event()

    def __enter__(self) -> None:
        waits, goes_on = threading.Event(), self._goes_on

        def hear(*_: object) -> None:
            waits.set()
            goes_on.wait(ENOUGH)

        self.database.committed.append(hear)
        people = make_people(self.database, lambda: 1)
        threading.Thread(target=people.accounts.add, args=("Nobody", None)).start()
        assert waits.wait(ENOUGH)
        self.database.committed.remove(hear)

    def __exit__(self, *_: object) -> None:
        self._goes_on.set()


def begun(database: Database, *works: Callable[[], object]) -> list[threading.Thread]:
    """Works that are begun one after the other, each as soon as the one before waits to be stored."""
    threads = []
    for work in works:
        waiting = database.waiting
        threads.append(threading.Thread(target=work))
        threads[-1].start()
        for _ in range(int(ENOUGH * 100)):
            if database.waiting > waiting:
                break
            threading.Event().wait(0.01)
        assert database.waiting > waiting
    return threads


@pytest.mark.parametrize("first", ["withdraw", "grant"])
async def test_a_role_that_is_taken_and_given_at_once_stands_as_the_journal_tells_it(url, first):
    """The rows of what is stored together change in the order of its records."""
    async with a_house(url, "dj-wild") as house:
        people = make_people(house.database, house.clock)
        people.accounts.add("Zed", SECRET, [])
        ways = {
            "withdraw": lambda: people.accounts.withdraw("Zed", "player", "dj-wild", by="Adam"),
            "grant": lambda: people.accounts.grant("Zed", "player", "dj-wild", by="Adam"),
        }
        second = next(way for way in ways if way != first)
        with Stalled(house.database):
            threads = begun(house.database, ways[first], ways[second])
        for thread in threads:
            await asyncio.to_thread(thread.join)
        assert people.accounts.person("Zed").grants == ({("player", "dj-wild")} if second == "grant" else frozenset())
    check(url)


class Appending:
    """Somebody else appends to the journal of a house on PostgreSQL: whoever wants to waits."""

    def __init__(self, url: str) -> None:
        self._connection = psycopg.connect(url.replace("postgresql+psycopg://", "postgresql://", 1))

    def __enter__(self) -> Self:
        self._connection.execute("select pg_advisory_xact_lock(%s)", [APPENDING])
        return self

    def __exit__(self, *_: object) -> None:
        self._connection.rollback()
        self._connection.close()

    def until_waiting(self, count: int) -> None:
        asked = "select count(*) from pg_locks where locktype = 'advisory' and not granted"
        for _ in range(int(ENOUGH * 100)):
            if self._connection.execute(asked).fetchall() == [(count,)]:
                return
            threading.Event().wait(0.01)
        raise AssertionError("nobody waits")


def process_of(url: str) -> Database:
    """A process of the house, as far as its database goes."""
    database = Database(url)
    HouseJournal(KEY).begin(database, 1)
    database.seals = Seals(KEY)
    return database


def one_after_the_other(url: str, *works: Callable[[], object]) -> list[BaseException | None]:
    """Works of several processes, begun in this order while all of them wait for their turn to append; what each came
    to."""
    ends: list[BaseException | None] = [None] * len(works)

    def run(place: int) -> None:
        try:
            works[place]()
        except HouseError as error:
            ends[place] = error

    threads = [threading.Thread(target=run, args=(place,)) for place in range(len(works))]
    with Appending(url) as turn:
        for count, thread in enumerate(threads, 1):
            thread.start()
            turn.until_waiting(count)
    for thread in threads:
        thread.join(ENOUGH)
    return ends


def test_a_role_that_two_processes_take_and_give_at_once_stands_as_the_journal_tells_it(postgres_url):
    one, two = process_of(postgres_url), process_of(postgres_url)
    here, there = (make_people(database, lambda: 1_000_000, key=KEY) for database in (one, two))
    here.accounts.add("Zed", SECRET, [])
    one_after_the_other(
        postgres_url,
        lambda: here.accounts.grant("Zed", "player", by="Adam"),
        lambda: there.accounts.withdraw("Zed", "player", by="Adam"),
    )
    assert here.accounts.person("Zed").grants == frozenset(), "what was taken back last is not held"
    for database in (one, two):
        database.close()
    check(postgres_url)


def test_a_piece_that_one_process_moves_while_another_opens_its_table_is_at_one_of_both(postgres_url):
    one, two = process_of(postgres_url), process_of(postgres_url)
    rack = Item(id="R-1", kind="discard-rack")
    equipment.add(one, rack, "store", by="Flo", at=1)
    equipment.move(one, rack.id, kept="", table="T1", by="Flo", at=1)
    row = {"id": "T1", "name": "T1", "game": "g", "edition": "e", "settings": "{}", "opened": 1, "closed": None}
    opened = TableAdded(table="T1", name="T1", game="g", edition="e", settings="{}", by="Sam")
    opening = Transaction("", 1, before=[(schema.tables, row)], claims=equipment.staying("T1", [rack]), said=[opened])
    ends = one_after_the_other(
        postgres_url,
        lambda: one.store(opening),
        lambda: equipment.move(two, rack.id, kept="store", table="", by="Flo", at=1),
    )
    assert ends[0] is None
    assert isinstance(ends[1], HouseError), "it stands at an open table now"
    assert equipment.piece(one, rack.id).table_id == "T1"
    for database in (one, two):
        database.close()


def test_no_session_that_begins_at_another_process_outlives_a_reset(postgres_url):
    clock = lambda: 1_700_000_000_000  # noqa: E731 - a function it takes
    one, two = process_of(postgres_url), process_of(postgres_url)
    here, there = (make_people(database, clock, key=KEY) for database in (one, two))
    here.accounts.add("Flo", SECRET, [("floorperson", "")])
    for name in ("Adam", "Eve"):
        here.accounts.add(name, SECRET, [("administrator", "")])
    token = here.sign_in("Flo", SECRET)
    enrolling = here.factors.begin("Flo")
    codes = here.factors.confirm("Flo", enrolling.sealed, pyotp.TOTP(enrolling.key).at(clock() // 1000))
    here.sign_out(token)
    pending = here.sign_in("Flo", SECRET)
    one_after_the_other(
        postgres_url,
        lambda: here.second_step(pending, codes[0]),
        lambda: begin_reset(there, "Flo", by="Adam", second="Eve"),
    )
    rows = schema.sessions
    with one.read() as connection:
        assert connection.execute(select(rows).where(rows.c.person == "Flo")).all() == []
    for database in (one, two):
        database.close()
    check(postgres_url)


async def test_a_hand_of_a_table_where_somebody_plays_no_more_is_shared_and_accuses_nobody(tmp_path):
    later = 0
    house = make_house(migrated(tmp_path), KEY, clock=lambda: now() + later)
    await house.start()
    try:
        desk = Desk(house)
        desk.people.accounts.add("Ann", SECRET)
        await open_table(house, "dj-wild")
        await play(house, rounds=1)
        people = desk.people
        people.accounts.withdraw("Ann", "player")
        people.accounts.grant("Ann", "player", "elsewhere")
        later = 2 * LATITUDE
        token = people.sign_in("Ann", SECRET)
        before = acting.set(ActingSession("Ann", hashed(token)))
        share(house.database, "Ann", "dj-wild", 1, 1, named=False, at=house.clock())
        acting.reset(before)
    finally:
        await house.stop()
    check(house.database.url)


async def test_a_standard_deck_that_leaves_a_table_stands_in_no_register(tmp_path):
    path = tmp_path / "h.db"
    async with a_house(path) as house:
        rack = Item(id="R-1", kind="discard-rack")
        equipment.add(house.database, rack, "store", by="Flo", at=house.clock())
        equipment.move(house.database, rack.id, kept="", table="dj-wild", by="Flo", at=house.clock())
        keeper = await open_table(house, "dj-wild")
        await keeper.ask(Sit(player="Ann", seat=1), ann())
        await until(lambda: keeper.table.phase == "betting")
        answer = await keeper.ask(Direct(order="change-cards"), FLOOR)
        assert not answer.refused
        await until(lambda: house.keeper("dj-wild").running.staff.held is not None)
        with pytest.raises(HouseError, match="is not registered"):
            equipment_kinds.read_item({"id": "D-9", "kind": "deck", "approval": STANDARD})
    check(path)
