"""Surveillance: what a verification says of storage."""

from __future__ import annotations

import asyncio
import sqlite3

import pytest
from sqlalchemy import select

from croupier.errors import HouseError
from croupier.house.archive import verify
from croupier.house.desk.desk import Desk
from croupier.house.screens.surveillance.watch import Watch
from croupier.house.storage import schema
from croupier.journal.keys import Key
from tests.house.floor import a_house, open_table
from tests.house.screens.test_surveillance import EYE, play, two_players
from tests.support import plain


async def test_only_what_is_new_is_walked_again(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        keeper = await two_players(house, "dj-wild", 2)
        verifier = verify.Verifier(house)
        first = await asyncio.to_thread(verifier.wait, "dj-wild")
        assert first.state == "intact"
        assert first.records == keeper.stored + 1
        assert first.hash == list(house.database.lines("dj-wild"))[-1][1][-67:-3].decode()
        assert first.walked == first.records
        again = await asyncio.to_thread(verifier.wait, "dj-wild")
        assert again.walked == 0
        await play(keeper, 1)
        more = await asyncio.to_thread(verifier.wait, "dj-wild")
        new = keeper.stored + 1 - first.records
        assert more.records == keeper.stored + 1
        assert more.walked == new
        assert f"{new} records since" in str(more.more)
        assert "3 rounds, 3 signatures" in str(more.more)


def flip(path, n):
    """Turn one bit of a stored record over, behind everyone's back."""
    with sqlite3.connect(path) as connection:
        (line,) = connection.execute("select line from records where n = ?", (n,)).fetchone()
        at = len(line) // 2
        connection.execute(
            "update records set line = ? where n = ?", (line[:at] + bytes([line[at] ^ 1]) + line[at + 1 :], n)
        )


async def test_a_flipped_bit_is_found_and_said(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        keeper = await two_players(house, "dj-wild", 3)
        watch = Watch(Desk(house))
        wait = watch.verifier.wait
        assert (await asyncio.to_thread(wait, "dj-wild")).state == "intact"
        rows = schema.rounds
        with house.database.read() as connection:
            second = connection.execute(select(rows).where(rows.c.round == 2)).one()
        bad = second.first + 3
        flip(tmp_path / "h.db", bad)
        told = await asyncio.to_thread(wait, "dj-wild", anew=True)
        assert told.state == "broken"
        assert told.record == bad
        assert f"Record {bad}: " in told.words
        assert "rounds up to 1 among them" in str(told.safe)
        assert (await asyncio.to_thread(wait, "dj-wild")).state == "broken"
        with pytest.raises(HouseError, match=f"record {bad} is broken"):
            watch.steps(EYE, "dj-wild", 2)
        assert plain(watch.steps(EYE, "dj-wild", 1))["steps"]
        assert plain(watch.steps(EYE, "dj-wild", 3))["steps"]
        flip(tmp_path / "h.db", bad)
        assert (await asyncio.to_thread(wait, "dj-wild", anew=True)).state == "intact"
        assert keeper.broken is None


async def test_records_that_people_were_told_of_must_be_in_storage(tmp_path):
    """An end that was cut off leaves a sound chain; what the table has told tells on it."""
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        keeper = await two_players(house, "dj-wild", 1)
        verifier = verify.Verifier(house)
        with sqlite3.connect(tmp_path / "h.db") as connection:
            connection.execute("delete from records where n = ?", (keeper.stored,))
        told = await asyncio.to_thread(verifier.wait, "dj-wild", anew=True)
        assert told.state == "broken"
        assert told.record == keeper.stored
        assert "told people" in told.words


async def test_a_long_walk_says_how_far_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr(verify, "CHUNK", 5)
    monkeypatch.setattr(verify, "REST", 0.02)

    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        await two_players(house, "dj-wild", 2)
        verifier = verify.Verifier(house)
        told = verifier.ask("dj-wild")
        assert told.state == "walking"
        seen = []
        while told.state == "walking":
            await asyncio.sleep(0.01)
            told = verifier.ask("dj-wild")
            seen.append(told.records)
        assert told.state == "intact"
        assert seen == sorted(seen)
        assert len(set(seen)) > 3


async def test_another_houses_key_is_no_good_key(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        verifier = verify.Verifier(house)
        house.key = Key.throw_away(6)
        told = await asyncio.to_thread(verifier.wait, "dj-wild")
        assert told.state == "broken"
        assert "another key" in told.words


async def test_tables_opened_later_are_seen(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        watch = Watch(Desk(house))
        assert len(watch.tables(EYE)) == 1
        await open_table(house, "over-under")
        assert [row["game"] for row in plain(watch.tables(EYE))] == ["dj-wild", "over-under"]
