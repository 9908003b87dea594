"""What was denied is noted, and does not pile up."""

from __future__ import annotations

import asyncio

from sqlalchemy import select

from croupier.house import noting, schema
from croupier.house.noting import DAY, KEPT, MOST, Noting
from croupier.house.work import Work
from tests.house.floor import a_house


def noted(house):
    house.database.store(Work("", 0))  # what was noted before is stored now
    rows = schema.refusals
    with house.database.read() as connection:
        return connection.execute(select(rows).order_by(rows.c.id)).all()


def test_notes_stay_for_ninety_days_and_go_as_others_come(url):
    async def go():
        now = [1_000 * DAY]
        async with a_house(url) as house:
            notes = Noting(house.database, lambda: now[0])
            for number in range(30):
                notes.note("Ann", f"thing {number}", "not permitted")
            now[0] += KEPT
            notes.note("Ann", "ninety days later", "not permitted")
            assert len(noted(house)) == 31
            now[0] += 1
            left = [30 - noting.OLDEST, 30 - 2 * noting.OLDEST, 0, 0]
            for count, old in enumerate(left, 2):
                notes.note("Bob", "later", "not permitted")
                assert len(noted(house)) == old + count
            assert [row.what for row in noted(house)] == ["ninety days later", *["later"] * 4]

    asyncio.run(go())


def test_of_one_person_no_more_than_so_much_a_day(url, monkeypatch):
    monkeypatch.setattr(noting, "MOST", 5)

    async def go():
        now = [1_000 * DAY]
        async with a_house(url) as house:
            notes = Noting(house.database, lambda: now[0])
            for _ in range(50):
                notes.note("Mal", "surveil", "not permitted")
            notes.note("Ann", "people", "not permitted")
            told = [(row.person, row.why) for row in noted(house)]
            last = "not permitted; what more is denied today is not noted"
            assert told == [*[("Mal", "not permitted")] * 4, ("Mal", last), ("Ann", "not permitted")]
            now[0] += DAY
            notes.note("Mal", "surveil", "not permitted")
            assert len(noted(house)) == 7

    asyncio.run(go())
    assert MOST == 1_000
