"""Somebody who writes into the database and holds no key: whatever they put there is not believed, and what was stored
is not taken back."""

from __future__ import annotations

import asyncio
import secrets

import pytest
from sqlalchemy import delete, select, update

from croupier.errors import HouseError, JournalError
from croupier.house.archive.verify import Verifier
from croupier.house.audit.check import check
from croupier.house.journal import events as h
from croupier.house.journal.heads import HEADS_DELAY
from croupier.house.journal.journal import NEAR, HouseJournal
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.journal_marks import JournalMarks
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.money import ledger
from croupier.table import Actor, BuyIn, Decide, Direct, Place, Sit
from croupier.table import events as e
from tests.faults.intruder import forge, mask, post, roll_back, tail
from tests.house.conftest import url
from tests.house.damage import on
from tests.house.floor import KEY, a_house, ann, betting, open_table, until
from tests.house.make import make_house

__all__ = ["url"]
TABLE = "dj-wild"
SLOW = {"betting_seconds": 60.0, "decision_seconds": 60.0}


async def sit(house, keeper):
    await house.welcome("Ann")
    for command in (Sit(player="Ann", seat=1), BuyIn(player="Ann", amount=50_000)):
        assert not (await keeper.ask(command, ann())).refused
    await betting(keeper)


async def wager(keeper, given=""):
    for name, part in (("ante", given), ("blind", "")):
        asked = Place(seat=1, wager=name, amount=1000, contribution=part)
        assert not (await keeper.ask(asked, ann())).refused


async def aside(house):
    """Why the table was set aside, when it is; the other table runs."""
    await until(lambda: TABLE in house.keeping.set_aside)
    assert "raise-it-up" in house.keepers
    (found,) = house.keeping.set_aside
    return found.why


async def broken(house, keeper):
    """The table's next write fails, and it is read anew."""
    with pytest.raises(HouseError):
        await keeper.ask(Place(seat=1, wager="ante", amount=1000), ann())


def reshuffle(keeper):
    cite = str(keeper.table.conduct.shuffle.cite)
    return e.Performed(step="direct-reshuffle", cite=cite, pack=0, by="floorperson", who="Flo")


def fill(cents):
    return e.MoneyMoved(what="fill", entries={"house": -cents, "player:Ann": cents}, by="floorperson", who="Flo")


async def test_a_record_put_behind_the_tables_back_opens_no_seed(url):
    """An order to reshuffle that nobody gave would have the house open the order of cards still to be dealt."""
    async with a_house(url, TABLE, "raise-it-up", **SLOW) as house:
        keeper = house.keeper(TABLE)
        await sit(house, keeper)
        forge(url, TABLE, reshuffle(keeper))
        await broken(house, keeper)
        assert f"up to {keeper.stored:,}, and not those after it" in await aside(house)
        lines = [line for _, line in house.database.lines(TABLE)]
        assert not any(b'"order-opened"' in line for line in lines)
        with pytest.raises(HouseError, match="still set aside"):
            await house.keeping.readmit(TABLE)
        roll_back(url, TABLE, keeper.stored)
        await house.keeping.readmit(TABLE)
        assert house.keeper(TABLE).table.pack.commitment == keeper.table.pack.commitment


async def test_forged_money_is_found_when_the_house_starts(url):
    async with a_house(url, TABLE, "raise-it-up", **SLOW) as house:
        await sit(house, house.keeper(TABLE))
    forge(url, TABLE, fill(100_000_000))
    async with a_house(url) as house:
        assert "storage was changed past the house" in await aside(house)


@pytest.mark.parametrize("marked", [False, True])
async def test_a_decision_is_not_taken_back_by_deleting_it(url, marked):
    """Neither with the mark that stands there now, nor with the one that stood there then."""
    async with a_house(url, TABLE, "raise-it-up", **SLOW) as house:
        keeper = house.keeper(TABLE)
        await sit(house, keeper)
        await wager(keeper)
        await until(lambda: keeper.table.phase == "deciding")
        last, mark = keeper.stored, tail(url, TABLE) if marked else None
        assert not (await keeper.ask(Decide(seat=1, decision="raise"), ann())).refused
        # at rest: what the table stores while it is rolled back would mark it anew
        await until(lambda: keeper.table.rounds == 1 and keeper.table.phase == "betting" and not keeper.waiting)
        roll_back(url, TABLE, last, mark)
        keeper.fail(HouseError("the disk is full", fault="storage"))
        why = await aside(house)
        if marked:
            assert "which people at the table were told of, is not in storage any more" in why
        else:
            assert "those after" in why
            assert "are gone" in why


async def test_a_rollback_is_seen_by_surveillance_also_when_the_table_went_on(url):
    async with a_house(url, TABLE, "raise-it-up", **SLOW) as house:
        keeper = house.keeper(TABLE)
        await sit(house, keeper)
        verifier, last = Verifier(house), keeper.stored
        await wager(keeper)
        await until(lambda: keeper.table.phase == "deciding")
        told = await asyncio.to_thread(verifier.wait, TABLE)
        assert told.state == "intact"
        roll_back(url, TABLE, last)
        house.keepers.pop(TABLE)  # nobody here has told anyone of it
        told = await asyncio.to_thread(verifier.wait, TABLE)
        assert told.state == "broken"
        assert "when the chain was last verified" in told.words
        told = await asyncio.to_thread(verifier.wait, TABLE, anew=True)
        assert told.state == "broken"
        await keeper.stop()


async def test_a_round_that_began_is_not_taken_back_over_a_restart(url, monkeypatch):
    """Its head stands in the house's journal a second later."""
    async with a_house(url, TABLE, "raise-it-up", **SLOW) as house:
        keeper = house.keeper(TABLE)
        house.heads.start(every=600.0)
        await sit(house, keeper)
        await asyncio.sleep(0.05)
        last, mark = keeper.stored, tail(url, TABLE)
        await wager(keeper, secrets.token_hex(8))
        await until(lambda: keeper.table.phase == "deciding")
        await asyncio.sleep(HEADS_DELAY + 0.3)
        heads = house.journal.head(house.database, TABLE)
        assert heads is not None
        assert heads[0] > last
        monkeypatch.setattr(house.heads, "record", _nothing)  # it is killed
    roll_back(url, TABLE, last, mark)
    async with a_house(url) as house:
        assert "stands in the house's journal, is not in storage any more" in await aside(house)


async def _nothing(*_):
    return 0


async def test_every_head_that_was_recorded_must_be_met(tmp_path):
    """Not the last alone: a table that was rolled back and went on has another record where an earlier head was."""
    url = str(tmp_path / "h.db")

    async with a_house(url, TABLE, "raise-it-up", **SLOW) as house:
        keeper = house.keeper(TABLE)
        await sit(house, keeper)
        wrong = h.HeadRecorded(table=TABLE, n=keeper.stored - 1, hash="ab" * 32)
        house.database.store(Transaction("", 1, said=[wrong]))
        await house.heads.record()
    with pytest.raises(JournalError, match="is not the record whose head stands in record"):
        check(url, KEY.public)


def settings_of(url):
    rows = schema.tables
    return on(url, lambda connection: connection.scalar(select(rows.c.settings).where(rows.c.id == TABLE)))


def resettle(url, told):
    rows = schema.tables
    on(url, lambda connection: connection.execute(update(rows).where(rows.c.id == TABLE).values(settings=told)))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"maximum":"500.00"', '"maximum":"100000.00"'),
        ('"trips":"DJWT-04"', '"trips":"DJWT-07"'),
        ('"betting_seconds":60.0', '"betting_seconds":61.0'),
    ],
)
async def test_settings_that_were_changed_in_storage_stop_the_table(url, old, new):
    """Higher limits, other pays, another clock: played by and put back they would leave no trace."""
    async with a_house(url, TABLE, "raise-it-up", **SLOW):
        pass
    told = settings_of(url)
    assert old in told, told
    resettle(url, told.replace(old, new))
    async with a_house(url) as house:
        assert "its game and settings are not those that the house stored" in await aside(house)
    resettle(url, told)
    async with a_house(url) as house:
        assert TABLE in house.keepers


async def test_a_table_is_run_by_the_submission_that_it_was_opened_with(url):
    """Also where the settings bear the house's mark."""
    async with a_house(url, TABLE, "raise-it-up", **SLOW):
        pass
    resettle(url, settings_of(url).replace('"maximum":"500.00"', '"maximum":"100000.00"'))
    on(url, lambda connection: JournalMarks(KEY).mark(connection, TABLE))
    async with a_house(url) as house:
        assert "another submission than it was opened with" in await aside(house)


async def test_a_mark_that_is_gone_is_not_made_anew(url):
    async with a_house(url, TABLE, "raise-it-up", **SLOW) as house:
        await sit(house, house.keeper(TABLE))
    forge(url, TABLE, fill(100_000_000))
    on(url, lambda connection: connection.execute(delete(schema.tails).where(schema.tails.c.table_id == TABLE)))
    async with a_house(url) as house:
        assert "storage was changed past the house" in await aside(house)


def _without_marks(**told):
    return h.HouseBegan(**{name: value for name, value in told.items() if name != "tails"})


async def test_a_house_of_an_older_version_is_marked_once(url, monkeypatch):
    """Its journal says so, and from then on a mark that is gone is one."""
    with monkeypatch.context() as old:
        old.setattr(HouseJournal, "_keep_tails", lambda *_: None)
        old.setattr("croupier.house.journal.journal.HouseBegan", _without_marks)
        async with a_house(url, TABLE, "raise-it-up", **SLOW) as house:
            await sit(house, house.keeper(TABLE))
    forget = delete(schema.tails)
    on(url, lambda connection: connection.execute(forget))
    async with a_house(url) as house:
        assert {TABLE, "raise-it-up"} <= set(house.keepers)
    on(url, lambda connection: connection.execute(forget.where(schema.tails.c.table_id == TABLE)))
    async with a_house(url) as house:
        assert "its game and settings are not those" in await aside(house)
    check(url, KEY.public)


# The house's own journal.


def test_a_record_in_disguise_is_not_gone_on_from(url):
    """A row that calls itself a head, with the signature of the last true one and the hash of a forged record."""
    database = Database(url)
    database.migrate()
    HouseJournal(KEY).begin(database, 1000)
    database.store(Transaction("", 1, said=[h.Denied(person="Ann", what="x", why="y")]))
    moved = ledger.grant(ledger.wallet("Mal"), 250_000_000, "hold")
    unmask = mask(
        url,
        h.RoleGranted(name="Mal", role="shift-manager", by="Ada", second="Bob"),
        h.MoneyPosted(entries=ledger.moved(moved), what="hold"),
    )
    on(url, lambda connection: post(connection, "", 0, 1, moved))
    with pytest.raises(HouseError, match="house's journal cannot be gone on with"):
        database.store(Transaction("", 2, said=[h.Denied(person="Bob", what="x", why="y")]))
    with pytest.raises(HouseError, match="house's journal cannot be gone on with"):
        HouseJournal(KEY).begin(database, 2000)
    unmask()
    with pytest.raises(HouseError, match="does not end with a signed head"):
        database.store(Transaction("", 2, said=[h.Denied(person="Bob", what="x", why="y")]))
    with pytest.raises(HouseError, match="does not end with a signed head"):
        HouseJournal(KEY).begin(database, 2000)
    database.close()


def test_what_the_house_said_is_not_taken_back_while_it_runs(url):
    database = Database(url)
    database.migrate()
    HouseJournal(KEY).begin(database, 1000)
    for who in ("Ann", "Bob"):
        database.store(Transaction("", 1, said=[h.Denied(person=who, what="x", why="y")]))
    rows = schema.house_records
    on(url, lambda connection: connection.execute(delete(rows).where(rows.c.n > 4)))
    with pytest.raises(HouseError, match="does not hold its record 6 any more"):
        database.store(Transaction("", 2, said=[h.Denied(person="Cy", what="x", why="y")]))
    database.close()


async def test_a_long_house_journal_is_gone_on_with_near_its_end(tmp_path):
    path = tmp_path / "h.db"
    database = Database(path)
    database.migrate()
    HouseJournal(KEY).begin(database, 1000)
    said = [h.TableReadmitted(table=TABLE, by=f"P{n}") for n in range(2 * NEAR)]
    database.store(Transaction("", 1, said=said))
    database.close()

    house = make_house(Database(path), KEY)
    await house.start()
    await open_table(house, TABLE)
    await house.stop()
    assert check(path, KEY.public).house > 2 * NEAR


# With the key: the records contradict each other all the same.


async def test_a_fill_that_nobody_asked_for_is_found(tmp_path):
    path = tmp_path / "h.db"
    async with a_house(path, TABLE, floor="person", **SLOW) as house:
        order = Direct(order="fill", amount=500)
        assert not (await house.keeper(TABLE).ask(order, Actor("floorperson", "Flo"))).refused
    with pytest.raises(JournalError, match="is a fill by Flo, and no approved request was for it"):
        check(path, KEY.public)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        (h.MoneyPosted(entries={"cage": -500, "wallet:Mal": 500}, what="hold"), "posted a hold between accounts"),
        (h.MoneyPosted(entries={"wallet:Ann": -500, "T1/hold:Mal": 500}, what="hold"), "posted a hold between"),
        (h.MoneyPosted(entries={"wallet:Mal": -500, "T1/hold:Mal": 500}, what="release"), "posted a release between"),
        (
            h.MoneyPosted(entries={"T1/inventory": -500, "wallet:Mal": 500}, what="key-lost"),
            "posted a key-lost",
        ),
        (h.MoneyPosted(entries={"wallet:Ann": -500, "wallet:Mal": 500}, what="play-money"), "posted a play-money"),
        (h.MoneyPosted(entries={"cage": -500, "wallet:Mal": 500}, what="gift"), "posted money as 'gift'"),
        (h.RoleGranted(name="Mal", role="shift-manager", by="Ada", second="Bob"), "no request approved with it"),
        (h.MeterOrdered(table="T1", meter="m", before=1, after=5, why="x", by="Ada", second="Bob"), "no request"),
    ],
)
def test_what_the_house_says_is_of_a_kind_that_it_does(tmp_path, said, words):
    path = tmp_path / "h.db"
    database = Database(path)
    database.migrate()
    HouseJournal(KEY).begin(database, 1000)
    database.store(Transaction("", 1, said=[said]))
    database.close()
    with pytest.raises(JournalError, match=words):
        check(path, KEY.public)
