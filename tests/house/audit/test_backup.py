"""Backups: one moment of a house that goes on playing, whole or not at all, put back where nothing is."""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import func, select, text

from croupier.errors import BadText, CroupierError, HouseError, JournalError
from croupier.house.audit import backup as saving
from croupier.house.audit.backup import backup, check_seal, seal_of
from croupier.house.audit.check import check
from croupier.house.audit.restore import restore
from croupier.house.desk.desk import Desk
from croupier.house.people.signing_in.resets import begin_reset
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.table import BuyIn, Decide, Place, Sit, TakeBack
from tests.house.floor import KEY, a_house, ann, betting, until

GAMES = ("dj-wild", "raise-it-up")


async def play(house, rounds=2):
    """Ann sits at DJ Wild and folds; then she is asked once more, and nobody answers."""
    keeper = house.keeper("dj-wild")
    if "Ann" not in keeper.table.seats.values():
        await house.welcome("Ann")
        await keeper.ask(Sit(player="Ann", seat=1), ann())
        await keeper.ask(BuyIn(player="Ann", amount=50_000), ann())
    for number in range(rounds + 1):
        await betting(keeper)
        for wager in ("ante", "blind"):
            assert not (await keeper.ask(Place(seat=1, wager=wager, amount=1000), ann())).refused
        await until(lambda: keeper.table.phase == "deciding")
        if number < rounds:
            assert not (await keeper.ask(Decide(seat=1, decision="fold"), ann())).refused


def seen(house, table):
    keeper = house.keeper(table)
    return keeper.stored, keeper.views.of(keeper.table, keeper.staff, "Ann")


@pytest.fixture
def house_file(tmp_path):
    """A house that has played and stands in the middle of a round."""

    async def play_on():
        async with a_house(tmp_path / "h.db", *GAMES) as house:
            await play(house)

    asyncio.run(play_on())
    return tmp_path / "h.db"


@pytest.mark.parametrize("into", ["sqlite", "postgresql"])
def test_a_house_goes_on_where_it_was_backed_up(url, into, tmp_path, new_postgres):
    target = str(tmp_path / "other.db") if into == "sqlite" else new_postgres()
    out = tmp_path / "one.backup"

    async def first():
        async with a_house(url, *GAMES) as house:
            await play(house)
            made = await asyncio.to_thread(backup, url, out, KEY.public)
            assert (made.tables, made.rounds) == (2, 2)
            assert made.records == sum(keeper.stored + 1 for keeper in house.keepers.values())
            return seen(house, "dj-wild"), made

    stood, made = asyncio.run(first())
    assert check(out) == made
    assert restore(out, target, KEY.public) == made
    assert check(target, KEY.public) == made

    async def again():
        async with a_house(target) as house:
            assert seen(house, "dj-wild") == stood
            own = stood[1].seats[1]
            assert own is not None
            assert own.cards[0]  # her cards, from the sealed seed
            keeper = house.keeper("dj-wild")
            assert not (await keeper.ask(Decide(seat=1, decision="fold"), ann())).refused
            await until(lambda: keeper.table.rounds == 3 and keeper.table.phase == "betting")
            await play(house, rounds=1)
            house.audit()

    asyncio.run(again())
    assert check(target, KEY.public).rounds == 4


async def test_a_backup_under_load_is_one_moment(url, tmp_path):
    """While wagers come and go at every table, each backup is whole, and its journals are beginnings of the later."""
    async with a_house(url, *GAMES, quick=False) as house:
        stop = asyncio.Event()

        async def load(keeper, player):
            await house.welcome(player)
            await keeper.ask(Sit(player=player, seat=2), ann(player))
            await keeper.ask(BuyIn(player=player, amount=50_000), ann(player))
            await betting(keeper)
            asked = 0
            ante = keeper.rules.game.ante
            while not stop.is_set():
                await keeper.ask(Place(seat=2, wager=ante, amount=1000), ann(player))
                await keeper.ask(TakeBack(seat=2, wager=ante), ann(player))
                asked += 2
            return asked

        tasks = [asyncio.create_task(load(keeper, f"P {name}")) for name, keeper in house.keepers.items()]
        found = []
        for number in range(4):
            await asyncio.sleep(0.1)
            out = tmp_path / f"{number}.backup"
            found.append((await asyncio.to_thread(backup, url, out), out))
        stop.set()
        assert sum(await asyncio.gather(*tasks)) > 20
        lines = {name: list(house.database.lines(name)) for name in house.keepers}
        counts = [made.records for made, _ in found]
        assert counts == sorted(set(counts))  # the house went on
        for _, out in found:
            database = Database(out)
            for name, whole in lines.items():
                part = list(database.lines(name))
                assert part == whole[: len(part)]
            database.close()


def test_a_busy_writer_does_not_make_a_copy_begin_anew(house_file, tmp_path, monkeypatch):
    monkeypatch.setattr(saving, "PAGES_AT_A_TIME", 1)
    steps = []

    def progress(what, done, of):
        if what == "pages":
            steps.append(done)
            with closing(sqlite3.connect(house_file)) as writer:
                row = (len(steps), "x", f"at {len(steps)}", "a test")
                writer.execute("INSERT INTO refusals (at, person, what, why) VALUES (?, ?, ?, ?)", row)
                writer.commit()

    backup(house_file, tmp_path / "out", progress=progress)
    assert len(steps) > 10
    assert steps == sorted(steps)
    with closing(sqlite3.connect(tmp_path / "out")) as made:
        assert made.execute("SELECT count(*) FROM refusals").fetchone() == (0,)


def test_one_flipped_byte_is_found(house_file, tmp_path):
    out = tmp_path / "out"
    made = backup(house_file, out)
    data = out.read_bytes()
    sealed = seal_of(out)
    assert sealed is not None
    chance = random.Random(4)
    bad = tmp_path / "bad"
    found = 0
    lines = [data.index(b'"event":"'), data.index(b"wallet:Ann"), data.index(b'"signature":"') + 20]
    used = [place for place, byte in enumerate(data) if byte and place > 100]
    for place in [*lines, *chance.sample(used, 60)]:
        bad.write_bytes(data[:place] + bytes([data[place] ^ (1 << chance.randrange(8))]) + data[place + 1 :])
        try:
            restore(bad, tmp_path / "new.db")
        except CroupierError:
            found += 1
            assert not (tmp_path / "new.db").exists()
        else:  # a byte that nothing uses: every row is as it was
            assert check(tmp_path / "new.db") == made
            check_seal(bad, sealed)
            (tmp_path / "new.db").unlink()
    assert found > 50
    for place in lines:
        bad.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        with pytest.raises(JournalError):
            restore(bad, tmp_path / "new.db")


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("UPDATE balances SET cents = cents + 1 WHERE account = 'wallet:Ann'", "account wallet:Ann stands at"),
        ("UPDATE postings SET cents = cents + 1 WHERE id = 3", "moved other amounts than the ledger says"),
        ("DELETE FROM postings WHERE n > 0 AND table_id = 'dj-wild'", "moved other amounts"),
        (
            "INSERT INTO postings (table_id, n, at, account, cents, what) VALUES ('dj-wild', 3, 0, 'cage', 0, 'x')",
            "entries for record 3, which moved nothing",
        ),
        ("DELETE FROM records WHERE table_id = 'dj-wild' AND n = 20", "does not follow the record before it"),
        ("DELETE FROM records WHERE table_id = 'raise-it-up'", "the table has no records"),
        (
            "UPDATE records SET line = CAST(replace(line, 'Ann', 'Amy') AS BLOB) WHERE table_id = 'dj-wild'",
            "its hash is not",
        ),
        ("DELETE FROM rounds", "the index knows 0 rounds, and the journal 2"),
        ("UPDATE records SET table_id = 'x' WHERE table_id = 'raise-it-up'", "the table has no records"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_is_left(house_file, tmp_path, change, says):
    check(house_file)
    with closing(sqlite3.connect(house_file)) as connection:
        connection.execute(change)
        connection.commit()
    with pytest.raises(JournalError, match=says):
        check(house_file)
    folder = tmp_path / "backups"
    folder.mkdir()
    with pytest.raises(JournalError, match=says):
        backup(house_file, folder / "out")
    assert list(folder.iterdir()) == []


def test_another_key_and_another_time(house_file, tmp_path):
    with pytest.raises(JournalError, match="not the one expected"):
        check(house_file, "00" * 32)
    out = tmp_path / "out"
    backup(house_file, out)
    assert out.stat().st_mode & 0o077 == 0  # it holds the hashes of passwords
    with pytest.raises(BadText, match="exists already"):
        backup(house_file, out)
    with pytest.raises(HouseError, match="holds a house already"):
        restore(out, house_file)
    with pytest.raises(BadText, match="no seal"):
        restore(house_file, tmp_path / "new.db")
    with closing(sqlite3.connect(out)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.execute("DROP TABLE backup")
        connection.commit()
    saving._write_seal(out)
    with pytest.raises(BadText, match="newer version"):
        restore(out, tmp_path / "new.db")
    with pytest.raises(HouseError, match="newer version"):
        Database(out).migrate()


def test_an_empty_database_may_be_filled(house_file, tmp_path, new_postgres):
    out = tmp_path / "out"
    made = backup(house_file, out)
    for url in (str(tmp_path / "new.db"), new_postgres()):
        empty = Database(url)
        empty.migrate()
        empty.close()
        assert restore(out, url) == made
        with pytest.raises(HouseError, match="holds a house already"):
            restore(out, url)


def test_an_older_shape_is_brought_up_to_date(house_file, tmp_path, new_postgres):
    with closing(sqlite3.connect(house_file)) as connection:
        for table in ("snapshots", "owners", "servers", "requests", "drafts", "house_records"):
            connection.execute(f"DROP TABLE {table}")
        connection.execute("ALTER TABLE invitations DROP COLUMN table_id")
        connection.execute("UPDATE alembic_version SET version_num = '0001'")
        connection.commit()
    out = tmp_path / "out"
    made = backup(house_file, out)
    for url in (str(tmp_path / "new.db"), new_postgres()):
        assert restore(out, url) == made

        async def open_again(url=url):
            async with a_house(url) as house:
                assert house.keeper("dj-wild").table.rounds == 2

        asyncio.run(open_again())


def test_ids_go_on_after_a_restore_into_postgresql(house_file, tmp_path, new_postgres):
    out, url = tmp_path / "out", new_postgres()
    backup(house_file, out)
    restore(out, url)
    database = Database(url)
    with database.read() as connection:
        most = connection.scalar(text("select max(id) from postings"))
        assert connection.scalar(text("select nextval(pg_get_serial_sequence('postings', 'id'))")) == most + 1
    database.close()


def test_the_commands_say_what_they_did(house_file, tmp_path, run):
    def said_by(*arguments):
        done = run(*map(str, arguments))
        return done.code, done.out + done.err

    KEY.save(tmp_path / "house.key")
    out = tmp_path / "out"
    code, said = said_by("backup", "--db", house_file, "--out", out, "--key", tmp_path / "house.key")
    assert code == 0
    assert "2 tables" in said
    assert "2 rounds" in said
    assert "accounts that sum to nothing" in said
    code, said = said_by("check", "--db", out, "--json")
    assert code == 0
    assert '"intact": true' in said
    assert said_by("backup", "--db", house_file, "--out", out)[0] == 2
    assert said_by("check", "--db", tmp_path / "nothing.db")[0] == 2
    shutil.copy(out, tmp_path / "bad")
    with closing(sqlite3.connect(tmp_path / "bad")) as connection:
        connection.execute("UPDATE people SET secret = 'mine'")
        connection.execute("UPDATE balances SET cents = cents + 5 WHERE account = 'cage'")
        connection.commit()
    code, said = said_by("check", "--db", tmp_path / "bad")
    assert code == 3
    assert "account cage stands at" in said
    code, said = said_by("restore", tmp_path / "bad", "--db", tmp_path / "new.db")
    assert code == 3
    assert "not as it was sealed" in said
    assert not (tmp_path / "new.db").exists()
    assert said_by("restore", out, "--db", tmp_path / "new.db", "--key", KEY.public)[0] == 0


async def test_a_house_that_was_put_back_lets_nobody_in_who_was_let_out_since(tmp_path):
    """Sessions that ended, and links that were used, after the backup was made, would be open again."""
    async with a_house(tmp_path / "h.db") as house:
        people = Desk(house).people
        people.accounts.add("Deb", "a long enough word", [("dealer", "")])
        people.accounts.add("Flo", "a long enough word", [("floorperson", "")])
        people.session("Deb")
        people.accounts.add("Gus", None)
        people.session("Gus")
        people.accounts.invite("player", by="Deb")
        people.accounts.add("Pip", "a long enough word")
        begin_reset(people, "Pip", by="Deb", second="Flo")
        backup(tmp_path / "h.db", tmp_path / "out", KEY.public)
    restore(tmp_path / "out", tmp_path / "new.db", KEY.public)
    check(tmp_path / "new.db", KEY.public)
    database = Database(tmp_path / "new.db")
    with database.read() as connection:
        assert list(connection.scalars(select(schema.sessions.c.person))) == ["Gus"]
        for table in (schema.invitations, schema.resets, schema.challenges, schema.servers, schema.owners):
            assert not connection.scalar(select(func.count()).select_from(table))
    database.close()
