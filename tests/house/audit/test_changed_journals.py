"""Journals that were changed or cut off, of the house and of its tables, and results that were edited."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from contextlib import closing

import msgspec
import pytest

from croupier.errors import JournalError
from croupier.house.audit.check import check
from croupier.house.audit.rows.check_house_rows import HouseRows
from croupier.house.audit.rows.projections import Projection
from croupier.house.journal import events as h
from croupier.house.journal.heads import signed_heads
from croupier.house.storage.database import Database
from croupier.house.tables.automatic.closing import closing as closing_steps
from tests.house.audit.office import FORGED_DEPOSIT, GRANTED, an_office, change
from tests.house.audit.test_backup import play
from tests.house.floor import FLOOR, KEY, a_house


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A house that has played three rounds and ended."""
    path = tmp_path_factory.mktemp("house") / "h.db"

    async def play_on():
        async with a_house(path, "dj-wild", "raise-it-up") as house:
            await play(house, rounds=3)

    asyncio.run(play_on())
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


@pytest.fixture
def house_file(played, tmp_path):
    return shutil.copy(played, tmp_path / "h.db")


# The house's journal itself.


@pytest.mark.parametrize(
    ("forged", "says"),
    [
        ("DELETE FROM house_records WHERE n = 3", r"house.record 3 .* does not follow"),
        ("UPDATE house_records SET line = CAST(replace(line, 'wild', 'mild') AS BLOB) WHERE n > 2", r"house.record 3"),
        ("DELETE FROM house_records WHERE n = 1", r"house.record 1"),
    ],
)
def test_a_changed_house_journal(house_file, forged, says):
    check(house_file, KEY.public)
    change(house_file, forged)
    with pytest.raises(JournalError, match=says):
        check(house_file)


@pytest.mark.parametrize(
    ("forged", "says"),
    [
        (FORGED_DEPOSIT, "-99 cents on cage"),
        ((GRANTED,), "role administrator of Mal"),
        (("DELETE FROM requests",), "request 3 is gone"),
    ],
)
def test_the_same_on_postgresql(postgres_url, forged, says):
    change(an_office(postgres_url), *forged)
    with pytest.raises(JournalError, match=says):
        check(postgres_url, KEY.public)


def test_a_cut_off_house_journal_is_found_by_kept_heads_alone(office, monkeypatch):
    monkeypatch.setattr(HouseRows, "tables", lambda _: None)  # the table's own records are looked at elsewhere
    database = Database(office)
    heads = signed_heads(database)
    database.close()
    assert [head.table for head in heads] == [""]
    assert check(office, heads=heads).heads == 1
    change(
        office,
        "DELETE FROM house_records WHERE n > 20",
        "DELETE FROM sessions",
        "DELETE FROM invitations",
        "DELETE FROM refusals",
    )
    check(office)
    with pytest.raises(JournalError, match=r"house.record 21 .* a head of record \d+ was kept"):
        check(office, heads=heads)
    change(office, "DELETE FROM house_records")
    with pytest.raises(JournalError, match=r"the journal .* of the house, or of a table is gone"):
        check(office, heads=heads)


# Tables.


def rolled_back(path):
    """Everything of a table after its second round is gone, and the accounts are what is left of their postings."""
    with closing(sqlite3.connect(path)) as connection:
        (last,) = connection.execute("SELECT last FROM rounds WHERE table_id = 'dj-wild' AND round = 2").fetchone()
        for table in ("records", "postings", "answers", "snapshots"):
            connection.execute(f"DELETE FROM {table} WHERE table_id = 'dj-wild' AND n > ?", (last + 1,))  # noqa: S608
        for table in ("rounds", "played"):
            connection.execute(f"DELETE FROM {table} WHERE table_id = 'dj-wild' AND round > 2")  # noqa: S608
        connection.execute("DELETE FROM balances")
        connection.execute("INSERT INTO balances SELECT account, sum(cents) FROM postings GROUP BY account")
        connection.commit()
    return last + 2


def test_a_table_that_was_rolled_back(house_file, monkeypatch):
    first = rolled_back(house_file)
    with pytest.raises(JournalError, match=rf"table dj-wild.record {first} .* of the house's journal has the head of"):
        check(house_file, KEY.public)
    hear = Projection.hear
    monkeypatch.setattr(
        Projection, "hear", lambda *heard: None if isinstance(heard[1], h.HeadRecorded) else hear(*heard)
    )
    check(house_file, KEY.public)  # nothing else shows it


def test_a_table_that_is_gone(house_file):
    gone = ("postings", "answers", "rounds", "played", "snapshots", "records", "owners")
    change(
        house_file,
        *(f"DELETE FROM {table} WHERE table_id = 'raise-it-up'" for table in gone),  # noqa: S608
        "DELETE FROM tables WHERE id = 'raise-it-up'",
        "DELETE FROM balances",
        "INSERT INTO balances SELECT account, sum(cents) FROM postings GROUP BY account",
    )
    with pytest.raises(JournalError, match="table raise-it-up is gone, against record"):
        check(house_file)


@pytest.mark.parametrize(
    ("forged", "says"),
    [
        ("UPDATE played SET net = net + 100000 WHERE round = 2", "table dj-wild: played: round 2, seat 1 .*net"),
        ("UPDATE played SET player = 'Mal' WHERE round = 1", "played: round 1, seat 1 .*player"),
        ("DELETE FROM played WHERE round = 3", "played: round 3, seat 1"),
        (
            "INSERT INTO played SELECT table_id, round, 4, 'Mal', 0, 500, at FROM played WHERE round = 1",
            "played: 1 rows more than the journal",
        ),
        ("UPDATE rounds SET void = 1 WHERE round = 2", "rounds: round 2 .*void"),
        ("UPDATE rounds SET first = first + 1 WHERE round = 2", "rounds: round 2 .*first"),
        ("UPDATE tables SET closed = 5 WHERE id = 'dj-wild'", "closed in the database, and not in its journal"),
    ],
)
def test_an_edited_result(house_file, forged, says):
    change(house_file, forged)
    with pytest.raises(JournalError, match=says):
        check(house_file)


async def test_an_edited_snapshot(tmp_path, monkeypatch):
    monkeypatch.setattr("croupier.house.tables.keeping.snapshots.EVERY", 20)

    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        await play(house, rounds=3)
    check(tmp_path / "h.db")
    with closing(sqlite3.connect(tmp_path / "h.db")) as connection:
        (state,) = connection.execute("SELECT state FROM snapshots").fetchone()
        told = msgspec.json.decode(state)
        told["table"]["accounts"]["player:Ann"] += 10**6
        connection.execute("UPDATE snapshots SET state = ?", (msgspec.json.encode(told),))
        connection.commit()
    with pytest.raises(JournalError, match="where a snapshot was taken that these records do not lead to"):
        check(tmp_path / "h.db")


async def test_a_table_that_closes_signs_its_last_record(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        keeper = house.keeper("dj-wild")
        await keeper.commit(closing_steps(keeper.decided, FLOOR, keeper.now()))
        heads, stored = {head.table: head.n for head in signed_heads(house.database)}, keeper.stored
    assert heads["dj-wild"] == stored - 1
    check(tmp_path / "h.db")
    change(tmp_path / "h.db", "UPDATE tables SET closed = NULL")
    with pytest.raises(JournalError, match="open in the database, not in its journal"):
        check(tmp_path / "h.db")


def test_the_command_names_what_it_found(house_file, tmp_path, run):
    heads = tmp_path / "heads.jsonl"
    database = Database(house_file)
    heads.write_text("".join(f"{head.text()}\n" for head in signed_heads(database)))
    database.close()
    done = run("check", "--db", house_file, "--heads", heads)
    assert done.code == 0, done
    assert "2 kept heads met" in done.out
    rolled_back(house_file)
    assert run("check", "--db", house_file).code == 3
    change(house_file, "DELETE FROM house_records")
    assert run("check", "--db", house_file).code == 0  # whoever can cut everything off is found elsewhere
    done = run("check", "--db", house_file, "--heads", heads)
    assert done.code == 3
    assert "is gone" in done.err or "was kept" in done.err
    heads.write_text("nothing\n")
    assert run("check", "--db", house_file, "--heads", heads).code == 2
