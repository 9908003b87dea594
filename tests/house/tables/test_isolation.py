"""What is wrong with one table's data stops that table and no other."""

from __future__ import annotations

import asyncio
import random
import shutil
import threading
from contextlib import AsyncExitStack
from functools import partial
from typing import TYPE_CHECKING

import httpx
import pytest
from msgspec.structs import replace
from sqlalchemy import delete, select, update

from croupier.errors import HouseError
from croupier.house.audit.check import check
from croupier.house.journal.events import TableReadmitted, TableSetAside
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.journal_marks import JournalMarks
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.keeping.recovery import ATTEMPTS, Recovery
from croupier.house.tables.money import ledger
from croupier.house.tables.money.ledger import pool
from croupier.journal.keys import Key
from croupier.table import Decide, Perform, Sit, step
from tests.house import damage
from tests.house.floor import FLOOR, KEY, a_house, ann, open_table, served, until
from tests.house.make import make_house
from tests.house.tables.test_keeper import deciding, seated, wager
from tests.house.tables.test_shared_meters import METER, SEED, Driven, linked, meters

if TYPE_CHECKING:
    from croupier.house.journal.events import HouseEvent

SICK, WELL = "dj-wild", ("cajun-stud", "raise-it-up")


async def played(house, game=SICK, rounds=1):
    """Ann has played, and is asked again."""
    keeper = house.keeper(game)
    await seated(house, keeper)
    for _ in range(rounds):
        await wager(keeper)
        await deciding(keeper)
        assert not (await keeper.ask(Decide(seat=1, decision="fold"), ann())).refused
        await until(lambda: keeper.table.play is None and keeper.table.phase == "betting")
    await wager(keeper)
    await deciding(keeper)


async def a_floor(url):
    async with a_house(url, SICK, *WELL) as house:
        await played(house)


async def runs(house, *games):
    """Other tables take commands and go on by themselves."""
    for game in games:
        keeper = house.keeper(game)
        await seated(house, keeper, "Zoe", 2)
        await wager(keeper, "Zoe", 2)
        await until(partial(_plays, keeper))


def _plays(keeper):
    return keeper.table.play is not None


def an_event(kind, **fields):
    """Change the fields of the first event of a kind, in a journal that is sound all the same."""

    def change(connection):
        records = damage.records_of(damage.lines_of(connection, SICK))
        found = next(record["event"] for record in records if record.get("event", {}).get("event") == kind)
        found.update(fields)
        damage.put_lines(connection, SICK, damage.chained(records))

    return change


def a_row(**fields):
    return lambda connection: connection.execute(update(schema.tables).where(schema.tables.c.id == SICK).values(fields))


def a_submission(connection):
    rows = schema.tables
    told = connection.execute(select(rows.c.settings).where(rows.c.id == SICK)).scalar_one()
    assert '"limits"' in told
    connection.execute(update(rows).where(rows.c.id == SICK).values(settings=told.replace('"limits"', '"limitz"')))


def a_key(connection):
    records = damage.records_of(damage.lines_of(connection, SICK))
    damage.put_lines(connection, SICK, damage.chained(records, Key.throw_away(6)))


def a_gap(connection):
    rows = schema.records
    connection.execute(delete(rows).where(rows.c.table_id == SICK, rows.c.n == 9))


def no_records(connection):
    connection.execute(delete(schema.records).where(schema.records.c.table_id == SICK))


def another_table(connection):
    damage.put_lines(connection, SICK, damage.lines_of(connection, WELL[0]))


def a_byte(connection):
    damage.flip(connection, SICK, random.Random(3))


def an_early_decision(connection):
    records = damage.records_of(damage.lines_of(connection, SICK))
    told = {"event": "decided", "seat": 1, "decision": "fold", "cite": ""}
    records.insert(2, {"n": 2, "at": records[1]["at"], "event": told})
    damage.put_lines(connection, SICK, damage.chained(records))


DAMAGES = {
    "settings that are no JSON": (a_row(settings="{"), "its settings cannot be read"),
    "settings of another kind": (a_row(settings='{"pace":"fast"}'), "its settings cannot be read"),
    "an unknown game": (a_row(game="nothing"), "nothing"),
    "an unknown edition": (a_row(edition="pa-1850"), "pa-1850"),
    "a submission that is refused now": (a_submission, "limitz"),
    "a changed byte": (a_byte, "record"),
    "a missing record": (a_gap, "record 9"),
    "no records": (no_records, "no records"),
    "another table's journal": (another_table, "cajun-stud"),
    "a journal of another key": (a_key, "another key"),
    "an impossible event": (an_early_decision, "record 2"),
    "a seed that does not open": (an_event("shuffled", sealed="00" * 60), "record"),
    "no seed at all": (an_event("shuffled", sealed="zz"), "record"),
}


@pytest.mark.parametrize("name", DAMAGES)
async def test_a_damaged_table_is_set_aside_and_the_others_run(tmp_path, name):
    spoil, says = DAMAGES[name]
    url = str(tmp_path / "h.db")

    await a_floor(url)
    damage.on(url, spoil)
    async with a_house(url) as house:
        (aside,) = house.keeping.set_aside
        assert (aside.table, aside.retried) == (SICK, True)
        assert says in aside.why
        assert sorted(house.keepers) == sorted(WELL)
        with pytest.raises(HouseError, match="table dj-wild is set aside") as refused:
            house.keeper(SICK)
        assert refused.value.fault == "set-aside"
        await runs(house, *WELL)
        with pytest.raises(HouseError, match="already"):
            await open_table(house, SICK)


def test_the_database_or_a_key_of_another_house_is_not_one_tables_fault(tmp_path):
    url = str(tmp_path / "h.db")
    asyncio.run(a_floor(url))

    async def another_key():
        house = make_house(Database(url), Key.throw_away(9))
        try:
            with pytest.raises(HouseError, match="signed with another key") as refused:
                await house.start()
            assert refused.value.field == "key"
        finally:
            await house.stop()

    asyncio.run(another_key())


async def test_a_table_whose_process_died_is_set_aside_by_the_one_that_takes_over(process):
    """On PostgreSQL, and behind the door of a server on SQLite."""
    async with AsyncExitStack() as first, AsyncExitStack() as second:
        one, two = await first.enter_async_context(process()), await second.enter_async_context(process())
        for game in (SICK, *WELL):
            await open_table(one.house, game)
        await until(lambda: sorted([*one.house.keepers, *two.house.keepers]) == sorted([SICK, *WELL]))
        await asyncio.to_thread(damage.on, process.url, a_row(settings="{"))
        dying, left = (first, two) if SICK in one.house.keepers else (second, one)
        await dying.aclose()
        await until(lambda: SICK in left.house.keeping.set_aside and set(left.house.keepers) == set(WELL))
        await runs(left.house, *WELL)
        async with httpx.AsyncClient(base_url=left.url) as client:
            await until_ready(client)
            assert (await client.get("/readyz")).text == "ok; tables set aside: dj-wild"


async def until_ready(client):
    for _ in range(600):
        if (await client.get("/readyz")).status_code == 200:
            return
        await asyncio.sleep(0.05)
    raise AssertionError((await client.get("/readyz")).text)


async def test_every_process_refuses_a_table_that_one_has_set_aside(process):
    async def spoil_later():
        async with process() as one:
            await open_table(one.house, SICK)
            await open_table(one.house, WELL[0])

    await spoil_later()
    damage.on(process.url, a_row(edition="pa-1850"))
    async with process() as one, process() as two:
        await until(lambda: SICK in one.house.keeping.set_aside or SICK in two.house.keeping.set_aside)
        await until(lambda: WELL[0] in {*one.house.keepers, *two.house.keepers})
        for each in (one, two):
            async with each.guest("Ann" if each is one else "Bob") as client:
                for _ in range(100):
                    answer = await client._http.get(f"/api/tables/{SICK}")
                    if answer.status_code == 503 and answer.json()["error"]["code"] == "set-aside":
                        break
                    await asyncio.sleep(0.05)
                assert answer.json()["error"]["code"] == "set-aside", answer.text
                assert "dj-wild" in answer.json()["error"]["message"]
                well = await client._http.get(f"/api/tables/{WELL[0]}")
                assert well.status_code == 200


async def test_a_table_that_fails_where_it_stands_is_set_aside_and_not_mended_for_ever(tmp_path):
    """A number that no clock knows: it is found only when the table runs."""
    url = str(tmp_path / "h.db")
    await a_floor(url)
    rows = schema.tables

    def endless(connection):
        told = connection.execute(select(rows.c.settings).where(rows.c.id == SICK)).scalar_one()
        assert '"decision_seconds":30.0' in told
        told = told.replace('"decision_seconds":30.0', '"decision_seconds":1e308')
        connection.execute(update(rows).where(rows.c.id == SICK).values(settings=told))
        JournalMarks(KEY).mark(connection, SICK)

    damage.on(url, endless)

    async with a_house(url) as house:
        await until(lambda: SICK in house.keeping.set_aside)
        (aside,) = house.keeping.set_aside
        assert "could not go on" in aside.why
        await runs(house, *WELL)


async def test_whoever_comes_second_again_and_again_has_no_table_set_aside(tmp_path):
    """What somebody else took meanwhile is no fault of the table's."""
    async with a_house(tmp_path / "h.db", SICK, automatic=False) as house:
        rows = schema.tables
        taken = update(rows).where(rows.c.id == "none").values(name="none")
        for _ in range(ATTEMPTS):
            keeper = house.keeper(SICK)
            done = step(keeper.decided, Sit(player="Ann", seat=1), ann(), keeper.now())
            with pytest.raises(HouseError, match="used already"):
                await keeper.commit([done], claims=[taken])
            await until(partial(lambda old: house.keepers.get(SICK) is not old, keeper))
        assert SICK not in house.keeping.set_aside
        assert not (await house.keeper(SICK).ask(Sit(player="Ann", seat=1), ann())).refused


async def test_a_keeper_that_was_loaded_for_nothing_gives_back_no_money_that_is_held(tmp_path, monkeypatch):
    """A table fails and, while it is read again, is set aside for another cause: nobody takes it up meanwhile, and what
    is held for a buy-in is left to whoever does."""
    read, reading, go_on = Recovery._read_in, threading.Event(), threading.Event()

    def slowly(mending, row, *, whole):
        found = read(mending, row, whole=whole)
        reading.set()
        assert go_on.wait(10)
        return found

    async with a_house(tmp_path / "h.db", SICK) as house:
        await house.welcome("Ann")
        held = ledger.hold(SICK, "Ann")
        monkeypatch.setattr(Recovery, "_read_in", slowly)
        house.keeper(SICK).fail(HouseError("so it is", fault="storage"))
        await until(reading.is_set)
        house.keeping._put_aside(SICK, SICK, HouseError("another cause"), retried=False)
        with pytest.raises(HouseError, match="is being tried"):
            await house.keeping.readmit(SICK)
        entries = [(0, ledger.wallet("Ann"), -300, "hold"), (0, held, 300, "hold")]
        await asyncio.to_thread(house.database.store, Transaction(SICK, 1, entries=entries))
        go_on.set()
        await until(house.keeping.settled)
        assert house.database.balance(held) == 300
        await house.keeping.readmit(SICK)
        assert house.database.balance(held) == 0
        assert house.database.balance(ledger.wallet("Ann")) == 100_000


async def test_a_table_that_cannot_be_shown_hides_no_other(tmp_path):
    async with a_house(tmp_path / "h.db", SICK, *WELL) as house, served(house) as site, site.guest("Ann") as client:
        sick = house.keeper(SICK)
        shown = (await client._http.get("/api/tables")).json()
        assert {table["id"] for table in shown} == {SICK, *WELL}
        sick.table = replace(sick.table, seats=None)
        for path in ("/api/tables", "/api/floor"):
            told = (await client._http.get(path)).json()
            told = told if path == "/api/tables" else told["tables"]
            assert {table["id"] for table in told} >= set(WELL)
        await until(lambda: house.keepers.get(SICK) is not sick)
        assert house.keeper(SICK).broken is None, "it was loaded again, and is well"


# Telling of it.


async def test_floor_administrator_and_monitor_are_told_and_players_are_refused(tmp_path):
    url = str(tmp_path / "h.db")
    await a_floor(url)
    damage.on(url, a_row(game="nothing"))

    async with a_house(url) as house, served(house) as site:
        people = site.desk.people
        for name, role in (("Flora", "floorperson"), ("Adam", "administrator"), ("Sue", "surveillance")):
            people.accounts.add(name, "correct horse", [(role, "")])
        async with site.signed_in("Adam") as adam, site.signed_in("Flora") as flora, site.signed_in("Sue") as sue:
            for client in (adam, flora):
                (told,) = (await client.get("/api/set-aside")).json()
                assert (told["table"], told["name"]) == (SICK, SICK)
                assert "nothing" in told["why"]
                assert told["since"] > 0
            floor = (await flora.get("/api/floor/tables")).json()
            assert [one["table"] for one in floor["set-aside"]] == [SICK]
            assert sorted(row["id"] for row in floor["tables"]) == sorted(WELL)
            assert (await sue.get("/api/set-aside")).status_code == 403
            watched = {row["id"]: row for row in (await sue.get("/api/watch/tables")).json()}
            assert watched[SICK]["words"] == "set aside"
            assert (await flora.post(f"/api/tables/{SICK}/readmit")).json()["error"]["code"] == "set-aside"
            assert (await sue.post(f"/api/tables/{SICK}/readmit")).status_code == 403
            damage.on(url, a_row(game=SICK))
            assert (await adam.post(f"/api/tables/{SICK}/readmit")).json() == {"table": SICK}
            assert (await adam.get("/api/set-aside")).json() == []
            assert (await adam.post(f"/api/tables/{SICK}/readmit")).status_code == 404
        keeper = house.keeper(SICK)
        assert not (await keeper.ask(Decide(seat=1, decision="fold"), ann())).refused
        house.audit()


async def test_whoever_asks_for_it_is_refused_by_name_and_the_house_is_ready(tmp_path):
    url = str(tmp_path / "h.db")
    await a_floor(url)
    damage.on(url, a_gap)

    async with a_house(url) as house, served(house) as site, site.guest("Bob") as client:
        http = client._http
        for method, path in (
            ("GET", ""),
            ("GET", "/rules"),
            ("GET", "/felt"),
            ("GET", "/purse"),
            ("POST", "/commands"),
            ("DELETE", "/seat"),
            ("POST", "/wagers"),
        ):
            body = {"command": "leave", "seat": 1} if method == "POST" else None
            answer = await http.request(
                method, f"/api/tables/{SICK}{path}", headers={"Idempotency-Key": "k"}, json=body
            )
            assert answer.status_code == 503, (path, answer.text)
            told = answer.json()["error"]
            assert told["code"] == "set-aside"
            assert SICK in told["message"]
            assert "record" not in told["message"], "what is wrong is for the floor"
        ready = await http.get("/readyz")
        assert (ready.status_code, ready.text) == (200, "ok; tables set aside: dj-wild")
        told = (await http.get("/readyz", headers={"Accept": "application/json"})).json()
        assert told == {"ready": True, "why": [], "tables": 2, "set-aside": [SICK]}
        counted = (await http.get("/metrics")).text
        assert "croupier_tables_set_aside 1.0" in counted
        assert "croupier_tables_broken 0.0" in counted


async def test_it_is_recorded_in_the_houses_journal(tmp_path, monkeypatch):
    url = str(tmp_path / "h.db")
    await a_floor(url)
    rows = schema.tables
    kept = damage.on(url, lambda c: c.execute(select(rows.c.settings).where(rows.c.id == SICK)).scalar_one())
    damage.on(url, a_row(settings="{"))
    said: list[HouseEvent] = []
    submit = Database.submit

    def heard(database, work):
        said.extend(work.said)
        return submit(database, work)

    monkeypatch.setattr(Database, "submit", heard)

    async with a_house(url) as house:
        damage.on(url, a_row(settings=kept))
        await house.keeping.readmit(SICK)
    aside, back = (event for event in said if isinstance(event, TableSetAside | TableReadmitted))
    assert isinstance(aside, TableSetAside)
    assert aside.table == SICK
    assert "settings" in aside.why
    assert back == TableReadmitted(table=SICK)


# Tables of one link.


def test_a_link_goes_on_without_a_table_that_is_set_aside_and_tells_it_when_it_is_back(url):
    async def begin():
        async with a_house(url) as house:
            keepers = await linked(house, "A", "B", "C")
            await asyncio.gather(*(Driven(house, keeper).play(1) for keeper in keepers))

    async def without():
        async with a_house(url) as house:
            assert sorted(house.keepers) == ["A", "C"]
            before = house.keeper("A").table.accounts[f"meter:{METER}"]
            await Driven(house, house.keeper("A")).play(2)
            await until(lambda: len(meters(house)) == 1 and not house.keeper("A").waiting)
            assert meters(house) > {before} or max(meters(house)) > before
            house.audit()
            return max(meters(house))

    async def back(amount, by_hand):
        async with a_house(url) as house:
            if by_hand:
                assert sorted(house.keepers) == ["A", "C"]
                damage.on(url, the_game("face-up-pai-gow"))
                await house.keeping.readmit("B")
            assert house.keeper("B").table.accounts[f"meter:{METER}"] == amount
            assert len(meters(house)) == 1
            await Driven(house, house.keeper("B")).play(1)
            await until(lambda: len(meters(house)) == 1 and not house.keeper("B").waiting)
            house.audit()
            return max(meters(house))

    def the_game(game):
        return lambda c: c.execute(update(schema.tables).where(schema.tables.c.id == "B").values(game=game))

    asyncio.run(begin())
    damage.on(url, the_game("nothing"))
    amount = asyncio.run(without())
    damage.on(url, the_game("face-up-pai-gow"))
    check(url, KEY.public)  # what B shows is old, and was so once
    damage.on(url, the_game("nothing"))
    amount = asyncio.run(back(amount, by_hand=True))
    damage.on(url, the_game("nothing"))
    amount = asyncio.run(without())
    damage.on(url, the_game("face-up-pai-gow"))
    asyncio.run(back(amount, by_hand=False))
    check(url, KEY.public)


def test_money_in_the_books_that_no_table_of_the_link_shows_is_not_believed(tmp_path):
    url = str(tmp_path / "h.db")

    async def begin():
        async with a_house(url, *WELL) as house:
            await linked(house, "A", "B")

    def minted(connection):
        rows = schema.balances
        connection.execute(update(rows).where(rows.c.account == pool("main")).values(cents=SEED + 100_000_000))

    async def again():
        async with a_house(url) as house:
            assert sorted(aside.table for aside in house.keeping.set_aside) == ["A", "B"]
            for aside in house.keeping.set_aside:
                assert f"the link main holds {SEED + 100_000_000} cents, and the table shows {SEED}" in aside.why
            await runs(house, *WELL)

    asyncio.run(begin())
    damage.on(url, minted)
    asyncio.run(again())


# Commands that would keep a table from loading.


@pytest.mark.parametrize("sealed", ["zz", "00" * 60, "another"])
async def test_a_shuffle_whose_seed_the_house_cannot_open_is_refused(tmp_path, sealed):
    """Stored, it would be the last of its table."""
    url = tmp_path / "h.db"

    async def again():
        async with a_house(url) as house:
            assert not len(house.keeping.set_aside)

    async with a_house(url, *WELL) as house:
        keeper = await open_table(house, SICK, automatic=False)
        assert not (await keeper.ask(Sit(player="Ann", seat=1), ann())).refused
        while True:
            command, actor = keeper.staff.answer(keeper.decided) or (Perform(step=""), FLOOR)
            assert isinstance(command, Perform)
            if isinstance(command.value, dict) and "sealed" in command.value:
                break
            assert not (await keeper.ask(command, actor)).refused
        other = keeper.lock.seal(bytes(32)) if sealed == "another" else sealed
        answer = await keeper.ask(replace(command, value={**command.value, "sealed": other}), actor)
        assert answer.refused
        assert answer.field == "sealed"
        assert not (await keeper.ask(command, actor)).refused, "the house's own"
    await again()


# Anything at all.


def _damaged(kind, chance, connection):
    return kind(connection, SICK, chance)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_one_tables_data_hold_the_others_run_and_are_ready(tmp_path, seed):
    """Rows, records, settings and snapshots of one table, changed at random; half of it in journals that are sound."""
    whole, url = tmp_path / "whole.db", str(tmp_path / "h.db")
    asyncio.run(a_floor(whole))
    chance = random.Random(seed)
    outcomes = {"aside": 0, "runs": 0}

    async def others_run(said):
        async with a_house(url) as house:
            assert set(house.keepers) >= set(WELL), said
            assert {aside.table for aside in house.keeping.set_aside} | set(house.keepers) == {SICK, *WELL}, said
            for game in WELL:
                keeper = house.keeper(game)
                assert not (await keeper.ask(Sit(player="Zoe", seat=2), ann("Zoe"))).refused, said
                assert keeper.broken is None, said
            outcomes["aside" if SICK in house.keeping.set_aside else "runs"] += 1

    for _ in range(25):
        for beside in ("", "-wal", "-shm"):
            (tmp_path / f"h.db{beside}").unlink(missing_ok=True)
        shutil.copy(whole, url)
        kind = chance.choice(damage.KINDS)
        said = damage.on(url, partial(_damaged, kind, chance))
        asyncio.run(others_run(f"{kind.__name__}: {said}"))
    assert outcomes["aside"] > 10, outcomes
