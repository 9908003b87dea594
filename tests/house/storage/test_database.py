"""What is stored is stored whole, in order and to the cent, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import sqlite3
import threading
from typing import TYPE_CHECKING, Any

import psycopg
import pytest
from sqlalchemy import select, text, update

from croupier.errors import HouseError
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.money import ledger
from tests.house.floor import KEY
from tests.house.make import make_house

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    opened = Database(url)
    opened.migrate()
    yield opened
    opened.close()


def made(name: str) -> Transaction:
    row = {"id": name, "name": name, "game": "g", "edition": "e", "settings": "{}", "opened": 0, "closed": None}
    return Transaction(name, 0, before=[(schema.tables, row)], lines=[(0, b"zero\n")])


def grant(account: str, cents: int) -> Transaction:
    return Transaction("", 1, entries=ledger.grant(account, cents, "test"))


def move(source: str, target: str, cents: int) -> Transaction:
    return Transaction("", 1, entries=[(0, source, -cents, "move"), (0, target, cents, "move")])


def blocked(database: Database) -> threading.Event:
    """Let the writer wait, so that what follows is one batch."""
    go, waiting = threading.Event(), threading.Event()
    whole = database._commit

    def commit(batch: list[Any]) -> None:
        database._commit = whole  # type: ignore[method-assign]
        waiting.set()
        go.wait(10)
        whole(batch)

    database._commit = commit  # type: ignore[method-assign]
    database.submit(grant("wallet:first", 1))
    waiting.wait(10)
    return go


def test_one_statement_stores_the_same_as_a_transaction(tmp_path, monkeypatch):
    """SQLite takes most batches as one statement; what it stores is what one step after another would."""

    def stored(name: str) -> list[Any]:
        database = Database(tmp_path / name)
        database.migrate()
        for work in (made("T1"), made("T2"), grant("wallet:Ann", 700), grant("wallet:Bob", 300)):
            database.store(work)
        go = blocked(database)
        answer = {"table_id": "T1", "key": "k", "n": 2, "body": "b", "answer": b'{"key":"k","n":2}'}
        asked = [
            Transaction("T1", 5, lines=[(1, b'{"a":"\xc3\xa9 \\"}\n'), (2, b"two\n")], rows=[(schema.answers, answer)]),
            Transaction(
                "T2", 6, lines=[(1, b"one\n")], entries=[(1, "wallet:Ann", -5, "x"), (1, "T2/player:Ann", 5, "x")]
            ),
            Transaction("T1", 7, rows=[(schema.answers, answer | {"body": "c"})]),
            move("wallet:Bob", "wallet:Cy", 301),
            Transaction("T1", 8, lines=[(4, b"a gap\n")]),
        ]
        done = [database.submit(work) for work in asked]
        go.set()
        faults = [getattr(each.exception(), "fault", "") for each in done]
        with database.read() as connection:
            kept = (schema.records, schema.postings, schema.answers, schema.balances)
            found = [
                [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))] for table in kept
            ]
        database.close()
        return [faults, *found]

    at_once = stored("at_once.db")
    assert at_once[0] == ["", "", "", "short", "moved"]
    monkeypatch.setattr(Database, "_is_one_statement", lambda *_: False)
    assert stored("steps.db") == at_once


def test_many_submissions_are_one_commit(database):
    database.store(made("T1"))
    before = database.commits
    go = blocked(database)
    done = [database.submit(Transaction("T1", 1, lines=[(n, b"%d\n" % n)])) for n in range(1, 101)]
    go.set()
    for each in done:
        each.result(10)
    assert database.commits - before == 2  # the one that waited, and all the others
    assert [n for n, _ in database.lines("T1")] == list(range(101))


def test_a_guilty_submission_is_refused_alone(database):
    database.store(grant("wallet:Ann", 500))
    go = blocked(database)
    good = [database.submit(move("wallet:Ann", "wallet:Bob", 100)) for _ in range(3)]
    bad = database.submit(move("wallet:Cy", "wallet:Bob", 1))
    odd = database.submit(Transaction("", 1, entries=[(0, "wallet:Ann", 5, "from nowhere")]))
    more = database.submit(move("wallet:Ann", "wallet:Bob", 100))
    go.set()
    for each in (*good, more):
        each.result(10)
    assert bad.exception(10).fault == "short"
    assert isinstance(odd.exception(10), HouseError)
    assert (database.balance("wallet:Ann"), database.balance("wallet:Bob"), database.balance("wallet:Cy")) == (
        100,
        400,
        0,
    )
    make_house(database, KEY).audit()


def test_no_balance_goes_below_nothing_but_the_cage(database):
    database.store(grant("wallet:Ann", 500))
    with pytest.raises(HouseError, match="not enough money") as refused:
        database.store(move("wallet:Ann", "wallet:Bob", 501))
    assert refused.value.fault == "short"
    assert database.balance("cage") == -500
    assert database.balance("wallet:Ann") == 500


def test_a_journal_has_no_gap(database):
    """A line that was not stored keeps every later one out, also those submitted meanwhile."""
    database.store(made("T1"))
    go = blocked(database)
    lost = database.submit(
        Transaction("T1", 1, lines=[(1, b"one\n")], entries=[(1, "wallet:nobody", -1, "x"), (1, "cage", 1, "x")])
    )
    later = [database.submit(Transaction("T1", 1, lines=[(n, b"%d\n" % n)])) for n in (2, 3)]
    go.set()
    assert lost.exception(10).fault == "short"
    assert [each.exception(10).fault for each in later] == ["moved", "moved"]
    database.store(Transaction("T1", 1, lines=[(1, b"one again\n"), (2, b"two\n")]))
    assert [line for _, line in database.lines("T1")] == [b"zero\n", b"one again\n", b"two\n"]


def test_a_line_is_never_replaced(database):
    database.store(made("T1"))
    with pytest.raises(HouseError):
        database.store(Transaction("T1", 1, lines=[(0, b"another\n")]))
    assert [line for _, line in database.lines("T1")] == [b"zero\n"]


def test_a_claim_is_taken_once(database):
    row = {"token": "t", "role": "administrator", "until": 9}
    database.store(Transaction("", 1, rows=[(schema.invitations, row)]))
    taken = schema.invitations.delete().where(schema.invitations.c.role == "administrator")
    go = blocked(database)
    done = [database.submit(Transaction("", 1, claims=[taken])) for _ in range(3)]
    go.set()
    assert [each.exception(10) is None for each in done].count(True) == 1


def test_what_was_submitted_before_the_close_is_stored(url):
    database = Database(url)
    database.migrate()
    done = [database.submit(grant("wallet:Ann", 1)) for _ in range(50)]
    database.close()
    assert all(each.done() for each in done)
    with pytest.raises(HouseError, match="closed"):
        database.submit(grant("wallet:Ann", 1))
    again = Database(url)
    again.migrate()
    assert again.balance("wallet:Ann") == 50
    again.close()


@pytest.mark.parametrize("wrong", ["balance", "posting"])
def test_the_audit_finds_a_cent(database, wrong):
    database.store(grant("wallet:Ann", 500))
    house = make_house(database, KEY)
    assert house.audit() == {"cage": -500, "wallet:Ann": 500}
    table = schema.balances if wrong == "balance" else schema.postings
    off = update(table).where(table.c.account == "wallet:Ann").values(cents=501)
    with database.engine.begin() as connection:
        connection.execute(off)
    with pytest.raises(HouseError, match="do not balance"):
        house.audit()


def test_a_lost_connection_is_an_error_and_the_next_work_goes_on(postgres_url):
    """The server ends our connections: what was on its way fails, what comes later finds a new one."""
    database = Database(postgres_url)
    database.migrate()
    database.store(grant("wallet:Ann", 5))
    name = database.engine.url.database
    killing = Database(database.url)
    with killing.engine.connect() as connection:
        asked = (
            "select pg_terminate_backend(pid) from pg_stat_activity where datname = :name and pid <> pg_backend_pid()"
        )
        connection.execute(text(asked), {"name": name})
    killing.close()
    database.store(grant("wallet:Ann", 5))
    assert database.balance("wallet:Ann") == 10
    database.close()


@pytest.mark.parametrize("how", ["read", "transaction"])
def test_closing_waits_for_what_is_under_way_and_leaves_no_connection(url, how):
    database = Database(url)
    database.migrate()
    begun, go_on = threading.Event(), threading.Event()
    found: list[Any] = []

    def read():
        with getattr(database, how)() as connection:
            found.append(connection.connection.driver_connection)
            begun.set()
            go_on.wait(60)
            found.append(connection.scalar(select(1)))

    reading, closing = threading.Thread(target=read), threading.Thread(target=database.close)
    reading.start()
    assert begun.wait(60)
    closing.start()
    closing.join(0.2)
    assert closing.is_alive()
    go_on.set()
    for thread in (reading, closing):
        thread.join(60)
    driver, answer = found
    assert answer == 1
    with pytest.raises((sqlite3.ProgrammingError, psycopg.OperationalError), match="closed"):
        driver.execute("select 1")
