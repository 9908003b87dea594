"""A house's journal that vanished, was cut off or is another than it was: the file beside the key knows."""

from __future__ import annotations

import asyncio
import shutil
import stat
from contextlib import closing

import msgspec
import pytest
from sqlalchemy import delete

from croupier.errors import BadText, HouseError
from croupier.house.journal.known_journals import KnownJournals, name_of
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from tests.house.make import make_house_at, make_people


async def a_day(url, key):
    """A play-money house is started, somebody registers, and it ends."""
    house = make_house_at(url, key)
    with closing(house.database):
        await house.start()
        people = make_people(house.database, house.clock)
        await asyncio.to_thread(people.accounts.add, f"Ann {house.clock()}", None)
        await house.stop()


def forget(url, *, after):
    database = Database(url)
    with database.transaction() as connection:
        connection.execute(delete(schema.house_records).where(schema.house_records.c.n > after))
    database.close()


@pytest.mark.parametrize(
    ("after", "says"),
    [(-1, "house's journal is gone, which had"), (5, "record .* is not the one that was known, or is gone")],
)
def test_a_journal_that_vanished_or_was_cut_off_is_not_begun_anew(url, tmp_path, after, says):
    key = tmp_path / "house.key"
    asyncio.run(a_day(url, key))
    asyncio.run(a_day(url, key))
    forget(url, after=after)
    with pytest.raises(HouseError, match=says) as refused:
        asyncio.run(a_day(url, key))
    assert "croupier key accept" in str(refused.value)


def test_another_houses_rows_are_not_taken_over(tmp_path):
    key, url = tmp_path / "house.key", tmp_path / "h.db"
    asyncio.run(a_day(url, key))
    asyncio.run(a_day(tmp_path / "other.db", key))  # another database with the same key is known by itself
    shutil.copy(tmp_path / "other.db", url)
    with pytest.raises(HouseError, match="journal is another than it was"):
        asyncio.run(a_day(url, key))


def test_an_operator_accepts_what_was_restored(tmp_path, run):
    key, url = tmp_path / "house.key", tmp_path / "h.db"
    asyncio.run(a_day(url, key))
    shutil.copy(url, tmp_path / "monday.db")
    asyncio.run(a_day(url, key))
    assert run("check", "--db", str(url), "--key", str(key)).code == 0
    shutil.copy(tmp_path / "monday.db", url)
    found = run("check", "--db", str(url), "--key", str(key))
    assert (found.code, "is not the one that was known" in found.err) == (3, True)
    done = run("key", "accept", "--why", "the disk failed", "--db", str(url), "--key", str(key))
    assert (done.code, "is not asked for any more" in done.out) == (0, True)
    assert "nothing is known" in run("key", "accept", "--why", "x", "--db", str(url), "--key", str(key)).out
    asyncio.run(a_day(url, key))
    assert run("check", "--db", str(url), "--key", str(key)).code == 0
    kept = tmp_path / "house.key.journals"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert [one["why"] for one in msgspec.json.decode(kept.read_bytes())["accepted"]] == ["the disk failed"]


def test_a_file_that_cannot_be_read_is_no_reason_to_go_on(tmp_path):
    (tmp_path / "house.key.journals").write_text("[")
    with pytest.raises(BadText, match="cannot be read"):
        asyncio.run(a_day(tmp_path / "h.db", tmp_path / "house.key"))


def test_a_file_that_cannot_be_written_is_said_in_the_log(tmp_path, caplog):
    (tmp_path / "keys").mkdir()
    database = Database(tmp_path / "h.db")
    asyncio.run(a_day(tmp_path / "h.db", tmp_path / "house.key"))
    KnownJournals(tmp_path / "nowhere" / "house.key").remember(database)
    database.close()
    assert "journal not remembered" in caplog.text


def test_a_database_is_known_without_its_account():
    assert name_of("postgresql+psycopg://ann:secret@db:5432/house?sslmode=require") == "postgresql://db:5432/house"
