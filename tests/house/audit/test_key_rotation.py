"""Keys in their life: rotated and played on with, lost, stolen."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
from contextlib import asynccontextmanager, closing
from io import BytesIO

import pytest
from sqlalchemy import insert, select, text

from croupier.errors import HouseError, JournalError
from croupier.house.archive.verify import Verifier
from croupier.house.audit.check import check
from croupier.house.audit.key_rotation import replace_lost, rotate
from croupier.house.journal.heads import signed_heads
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.file_lock import hold
from croupier.house.tables.money import ledger
from croupier.house.tables.rounds.round_records import rebuilt
from croupier.journal import Key, verify_bytes
from croupier.journal.reader import records
from croupier.journal.record import KeyChange
from croupier.table import Decide
from tests.house.audit.test_backup import play
from tests.house.floor import ann, open_table, until
from tests.house.make import make_house
from tests.journal.tamper import lines_of, rehashed
from tests.support import plain


@asynccontextmanager
async def house_with(url, key, *games):
    house = make_house(Database(url), key)
    await house.start()
    for game in games:
        await open_table(house, game)
    try:
        yield house
    finally:
        await house.stop()


@pytest.fixture(scope="module")
def stood(tmp_path_factory):
    """A house in the middle of a round, and its key."""
    folder = tmp_path_factory.mktemp("house")
    key = Key.make()
    key.save(folder / "house.key")

    async def play_on():
        async with house_with(folder / "h.db", key, "dj-wild", "raise-it-up") as house:
            await play(house, rounds=2)

    asyncio.run(play_on())
    with closing(sqlite3.connect(folder / "h.db")) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


@pytest.fixture
def folder(stood, tmp_path):
    for name in ("h.db", "house.key"):
        shutil.copy(stood / name, tmp_path / name)
    return tmp_path


def go_on(folder):
    """The round in play is decided and one more is played."""

    async def play_on():
        async with house_with(folder / "h.db", Key.load(folder / "house.key")) as house:
            keeper = house.keeper("dj-wild")
            rounds = keeper.table.rounds
            seen = plain(keeper.views.of(keeper.table, keeper.staff, "Ann"))
            assert all(seen["seats"][1]["cards"])  # from the seed that the old key has sealed
            assert not (await keeper.ask(Decide(seat=1, decision="fold"), ann())).refused
            await until(lambda: keeper.table.rounds == rounds + 1)
            await play(house, rounds=1)
            house.audit()
            assert Verifier(house).wait("dj-wild").state == "intact"
            for number in range(1, keeper.table.rounds + 1):  # read from the middle, before and after the hand-over
                assert rebuilt(house.database, "dj-wild", number).gathered.began.round == number

    asyncio.run(play_on())


def journal(folder, table="dj-wild"):
    database = Database(folder / "h.db")
    data = b"".join(line for _, line in database.lines(table))
    database.close()
    return data


def command(run, folder, *arguments):
    return run("key", *arguments, "--db", str(folder / "h.db"), "--key", str(folder / "house.key"))


def test_rotated_and_played_on(folder, run):
    first = Key.load(folder / "house.key").public
    before = journal(folder)
    done = command(run, folder, "rotate", "--by", "Root")
    assert done.code == 0, done
    second = Key.load(folder / "house.key").public
    assert second != first
    assert f"{second} signs now, {first} before; 2 open tables" in done.out
    go_on(folder)
    assert command(run, folder, "rotate").code == 0
    third = Key.load(folder / "house.key").public
    go_on(folder)
    assert (folder / "house.key").stat().st_mode & 0o077 == 0
    shown = run("key", "show", "--key", str(folder / "house.key")).out.splitlines()
    assert shown == [f"{third} signs now", f"{second} signed before", f"{first} signed before"]
    whole = journal(folder)
    assert whole.startswith(before)
    for key in (None, first, second, third):
        assert check(folder / "h.db", key).keys == (first, second, third)
        assert verify_bytes(whole, key=key).keys == (first, second, third)
    assert verify_bytes(before, key=first).rounds == 2
    assert run("check", "--db", str(folder / "h.db"), "--key", str(folder / "house.key")).code == 0
    for wrong in (Key.make().public,):
        with pytest.raises(JournalError, match="not the one expected"):
            check(folder / "h.db", wrong)
    with pytest.raises(HouseError, match="another key"):
        asyncio.run(use(folder / "h.db", Key.make()))


async def use(path, key):
    async with house_with(path, key):
        pass


def changed(data):
    return next(record for record in records(BytesIO(data)) if isinstance(record.body, KeyChange))


def test_a_hand_over_that_the_old_key_did_not_sign(folder, run):
    command(run, folder, "rotate")
    data = journal(folder)
    lines = lines_of(data)
    n = changed(data).n
    thief = Key.make().public.encode()
    for old, new in ((changed(data).body.new.encode(), thief), (b'"why":"routine"', b'"why":"lost"')):
        forged = rehashed([*lines[:n], lines[n].replace(old, new)])
        with pytest.raises(JournalError, match="not by the key that hands over"):
            verify_bytes(forged)
    key = Key.load(folder / "house.key")
    signed_anew = rehashed(lines, journal=verify_bytes(data).journal, key=key)
    with pytest.raises(JournalError, match="not by the journal's key"):  # heads before the hand-over are the old key's
        verify_bytes(signed_anew)


def test_a_rotation_that_was_interrupted(folder, run):
    old = Key.load(folder / "house.key")
    new = old.successor()
    new.save(folder / "house.key.next")
    database = Database(folder / "h.db")
    rotate(database, old, new, at=5, why="routine")
    database.close()
    with pytest.raises(HouseError, match="interrupted"):
        asyncio.run(use(folder / "h.db", old))
    done = command(run, folder, "rotate")
    assert "interrupted change is finished" in done.out
    assert Key.load(folder / "house.key").public == new.public
    go_on(folder)
    Key.make().save(folder / "house.key.next")
    assert "signs now" in command(run, folder, "rotate").out  # one that was staged and never came to be is dropped
    assert not (folder / "house.key.next").exists()


def test_a_house_that_is_served_keeps_its_key(folder, run, postgres_url, monkeypatch):
    monkeypatch.setattr("croupier.house.storage.file_lock.LOCK_TIMEOUT", 0.05)
    held = hold(folder / "h.db")
    done = command(run, folder, "rotate")
    assert done.code == 2
    assert "another server holds" in done.err
    os.close(held)
    database = Database(postgres_url)
    database.migrate()
    with database.transaction() as connection:
        now = text("(extract(epoch from clock_timestamp()) * 1000)::bigint")
        connection.execute(insert(schema.servers).values(address="http://other", seen=now))
    done = run("key", "rotate", "--db", postgres_url, "--key", str(folder / "house.key"))
    assert done.code == 2
    assert "a server holds the database" in done.err
    with database.transaction() as connection:
        connection.execute(schema.servers.delete())
    database.close()
    assert run("key", "rotate", "--db", postgres_url, "--key", str(folder / "house.key")).code == 0


def wallet(path, name="Ann"):
    database = Database(path)
    found = database.balance(ledger.wallet(name))
    database.close()
    return found


def test_a_lost_key(folder, run):
    path, old = folder / "h.db", Key.load(folder / "house.key").public
    before = journal(folder)
    database = Database(path)
    chips = database.balance("dj-wild/player:Ann") + wallet(path)
    layout = database.balance("dj-wild/layout")
    database.close()
    assert layout == 2000  # her ante and her blind lie on the table
    assert command(run, folder, "replace", "--lost", "--why", "disk failed").code == 2  # it is not
    (folder / "house.key").unlink()
    with pytest.raises(HouseError, match="another key"):
        asyncio.run(use(path, Key.make()))
    assert command(run, folder, "replace", "--why", "disk failed").code == 2
    done = command(run, folder, "replace", "--lost", "--why", "disk failed", "--by", "Root")
    assert done.code == 0, done
    assert "table dj-wild is closed" in done.out
    new = Key.load(folder / "house.key")
    assert new.publics == (new.public, old)
    assert wallet(path) == chips + layout
    assert journal(folder) == before
    assert verify_bytes(before, key=old).rounds == 2  # whatever was signed still is
    assert check(path).keys == (old, new.public)
    check(path, new.public)
    with pytest.raises(JournalError, match="not the one expected"):  # nothing of the old key vouches for the new
        check(path, old)

    async def open_another():
        async with house_with(path, new, "over-under") as house:
            assert list(house.keepers) == ["over-under"]
            assert sum(house.audit().values()) == 0

    asyncio.run(open_another())
    check(path, new.public)


def test_a_lost_key_of_a_house_without_a_journal(folder):
    """One that was last served before there was one."""
    database = Database(folder / "h.db")
    with database.transaction() as connection:
        connection.execute(schema.house_records.delete())
    new = Key.make()
    told = replace_lost(database, new, at=5, why="gone")
    assert list(told.tables) == ["dj-wild", "raise-it-up"]
    with database.read() as connection:
        assert connection.scalars(select(schema.tables.c.closed)).all() == [5, 5]
    database.close()
    check(folder / "h.db")


# A thief.


def rewritten(path, key, table="dj-wild"):
    """Somebody with the key and the database makes another story of both journals: a fold that never was."""
    database = Database(path)
    lines = [line for _, line in database.lines(table)]
    with database.read() as connection:
        house = [bytes(line) for line in connection.scalars(select(schema.house_records.c.line)).all()]
    ours, theirs = (verify_id(each) for each in (lines, house))
    at = next(n for n, line in enumerate(lines) if b'"decided"' in line)
    lines[at] = lines[at].replace(b'"at":', b'"at":1', 1)
    made = lines_of(rehashed(lines, journal=ours, key=key))
    told = b"".join(house)
    for (_, old), new in zip(database.lines(table), made, strict=True):
        told = told.replace(old[-67:-3], new[-67:-3])
    house = lines_of(rehashed(lines_of(told), journal=theirs, key=key))
    with database.transaction() as connection:
        for n, line in enumerate(made):
            rows = schema.records
            connection.execute(rows.update().where(rows.c.table_id == table, rows.c.n == n).values(line=line))
        for n, line in enumerate(house):
            rows = schema.house_records
            connection.execute(rows.update().where(rows.c.n == n).values(line=line))
        connection.execute(schema.snapshots.delete())
    database.close()


def verify_id(lines):
    return lines[0].split(b'"id":"')[1][:32].decode()


def test_a_stolen_key(folder, run):
    """The thief's journals are sound by every signature; only heads that were kept elsewhere tell."""
    path, kept = folder / "h.db", folder / "kept.jsonl"
    database = Database(path)
    kept.write_text("".join(f"{head.text()}\n" for head in signed_heads(database)))
    database.close()
    stolen = Key.load(folder / "house.key")
    shutil.copy(path, folder / "honest.db")
    rewritten(path, stolen)
    assert journal(folder) != b""
    check(path, stolen.public)
    done = run("check", "--db", str(path), "--heads", str(kept))
    assert done.code == 3
    assert "rewritten" in done.err
    shutil.copy(folder / "honest.db", path)
    done = command(run, folder, "rotate", "--why", "stolen", "--by", "Root")
    assert done.code == 0
    assert "can read the cards in play: change them at dj-wild" in done.out
    assert run("check", "--db", str(path), "--heads", str(kept), "--key", stolen.public).code == 0
    go_on(folder)
    with pytest.raises(HouseError, match="another key"):  # the old key opens the house no more
        asyncio.run(use(path, stolen))
