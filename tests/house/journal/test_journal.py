"""The house's own journal: one chain, whoever appends, stored with the work it tells of or not at all."""

from __future__ import annotations

import asyncio
import threading

import pytest
from sqlalchemy import insert, select, text

from croupier.errors import HouseError, JournalError
from croupier.house.audit.check import check
from croupier.house.journal import events as h
from croupier.house.journal.journal import HOUSE, HouseJournal, house_lines
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.transactions import Transaction
from croupier.journal.keys import Key
from croupier.journal.record import Signed
from croupier.journal.walk import Walk
from tests.house.floor import KEY, a_house
from tests.house.make import make_people
from tests.house.storage.test_database import blocked


@pytest.fixture
def database(url):
    opened = Database(url)
    opened.migrate()
    HouseJournal(KEY).begin(opened, 1000)
    yield opened
    opened.close()


def walked(database):
    """The bodies of all records, each checked."""
    walk = Walk(HOUSE)
    with database.read() as connection:
        bodies = [walk.step(line).body for line in house_lines(connection)]
    assert walk.unsigned == 0
    return bodies


def denied(who, at=2000):
    row = {"at": at, "person": who, "what": "x", "why": "y"}
    return Transaction("", at, rows=[(schema.refusals, row)], said=[h.Denied(person=who, what="x", why="y")])


def test_it_begins_once_and_goes_on(database, url):
    database.store(denied("Ann"))
    again = Database(url)
    with pytest.raises(HouseError, match="began as that of a play-money house, and the database says real"):
        HouseJournal(KEY).begin(again, 5000, "real")
    HouseJournal(KEY).begin(again, 5000)
    again.store(denied("Bob"))
    again.close()
    told = [body for body in walked(database) if not isinstance(body, Signed)]
    assert [type(body).__name__ for body in told] == ["Header", "HouseBegan", "Denied", "Denied"]
    assert told[1].money == "play"
    assert check(url, KEY.public).house == 7
    with pytest.raises(HouseError, match="another key"):
        HouseJournal(Key.throw_away(6)).begin(database, 6000)


def test_a_batch_is_signed_once_and_what_is_refused_says_nothing(database):
    go = blocked(database)
    broken = Transaction(
        "",
        0,
        entries=[(0, "wallet:Ann", -5, "x"), (0, "cage", 5, "x")],
        said=[h.MoneyPosted(entries={"wallet:Ann": -5, "cage": 5}, what="x")],
    )
    done = [database.submit(denied(who)) for who in ("Ann", "Bob", "Cy")]
    go.set()
    for each in done:
        each.result()
    bodies = walked(database)
    assert [type(body).__name__ for body in bodies[3:]] == ["Denied", "Denied", "Denied", "Signed"]
    with pytest.raises(HouseError, match="not enough money"):
        database.store(broken)
    assert len(walked(database)) == len(bodies)
    assert HOUSE.name == walked(database)[0].format


def test_several_processes_append_to_one_chain(database, url):
    """Each has a connection and a thread of its own; every record finds its place."""
    others = [Database(url) for _ in range(3)]
    for other in others:
        HouseJournal(KEY).begin(other, 1000)

    def say(who, other):
        for number in range(20):
            other.store(denied(f"{who}{number}"))

    threads = [threading.Thread(target=say, args=(who, other)) for who, other in enumerate([database, *others])]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(isinstance(body, h.Denied) for body in walked(database)) == 80
    for other in others:
        other.close()
    assert check(url).house == 3 + 160


def test_without_a_journal_nothing_is_said(url):
    database = Database(url)
    database.migrate()
    database.store(denied("Ann"))
    with database.read() as connection:
        assert connection.execute(select(schema.house_records)).all() == []
    database.close()
    assert check(url).house == 0


async def test_table_play_does_not_touch_it(url):
    async with a_house(url, "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        before = len(walked(house.database))
        await asyncio.sleep(0.2)
        assert keeper.stored > 1
        assert len(walked(house.database)) == before


def test_what_was_there_before_is_adopted(url, clock):
    database = Database(url)
    database.migrate()
    people = make_people(database, clock)
    people.accounts.add("Ann", "correct horse", [("dealer", "T1"), ("player", "")])
    people.accounts.add("Guest", None)
    people.accounts.add("Old", "correct horse")
    people.accounts.dismiss("Old")
    people.session("Ann")
    people.accounts.invite("floorperson")
    with database.transaction() as connection:
        row = {"table_id": "T1", "kind": "fill", "told": "{}", "by": "Ann", "at": 5, "answered_at": 0, "note": ""}
        connection.execute(insert(schema.requests).values(row | {"state": "waiting", "answered_by": ""}))
        connection.execute(insert(schema.requests).values(row | {"state": "refused", "answered_by": "Bob"}))
        connection.execute(insert(schema.refusals).values(at=5, person="Ann", what="x", why="y"))
        for account, cents in (("cage", -100), ("wallet:Ann", 100)):
            connection.execute(
                insert(schema.postings).values(table_id="", n=0, at=5, account=account, cents=cents, what="deposit")
            )
            connection.execute(insert(schema.balances).values(account=account, cents=cents))
    HouseJournal(KEY).begin(database, 9000)
    began = walked(database)[1]
    assert began.adopted["people"][0] == 3
    assert began.adopted["postings"][0] == 2
    check(url)
    for change, says in (
        ("UPDATE postings SET what = 'gift' WHERE account = 'cage'", "not as they were adopted"),
        ("UPDATE grants SET role = 'administrator' WHERE role = 'dealer'", "the role administrator of Ann at table T1"),
        ("UPDATE people SET active = true WHERE name = 'Old'", "person Old is active"),
        ("DELETE FROM requests WHERE state = 'refused'", "request 2 is gone"),
        ("INSERT INTO refusals (at, person, what, why) VALUES (6, 'Bob', 'x', 'y')", "refusal 2, of Bob"),
    ):
        with database.transaction() as connection:
            kept = {
                name: connection.execute(select(schema.metadata.tables[name])).mappings().all()
                for name in ("postings", "grants", "people", "requests", "refusals")
            }
            connection.execute(text(change))
        with pytest.raises(JournalError, match=says):
            check(url)
        name = next(name for name in kept if f" {name} " in change)
        table = schema.metadata.tables[name]
        with database.transaction() as connection:
            if name == "people":
                connection.execute(text("UPDATE people SET active = false WHERE name = 'Old'"))
            else:
                connection.execute(table.delete())
                connection.execute(insert(table), [dict(row) for row in kept[name]])
        check(url)
    database.close()
