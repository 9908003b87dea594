"""What was denied is noted, and does not pile up."""

from __future__ import annotations

from sqlalchemy import select

from croupier.house.people import denial_log
from croupier.house.people.denial_log import DAY, DENIALS_LAST, MAX_NOTES, DenialLog
from croupier.house.storage import schema
from croupier.house.storage.transactions import Transaction
from tests.house.floor import a_house


def noted(house):
    house.database.store(Transaction("", 0))  # what was noted before is stored now
    rows = schema.refusals
    with house.database.read() as connection:
        return connection.execute(select(rows).order_by(rows.c.id)).all()


async def test_notes_stay_for_ninety_days_and_go_as_others_come(url):
    now = [1_000 * DAY]
    async with a_house(url) as house:
        notes = DenialLog(house.database, lambda: now[0])
        for number in range(30):
            notes.note("Ann", f"thing {number}", "not permitted")
        now[0] += DENIALS_LAST
        notes.note("Ann", "ninety days later", "not permitted")
        assert len(noted(house)) == 31
        now[0] += 1
        left = [30 - denial_log.OLDEST, 30 - 2 * denial_log.OLDEST, 0, 0]
        for count, old in enumerate(left, 2):
            notes.note("Bob", "later", "not permitted")
            assert len(noted(house)) == old + count
        assert [row.what for row in noted(house)] == ["ninety days later", *["later"] * 4]


async def test_of_one_person_no_more_than_so_much_a_day(url, monkeypatch):
    monkeypatch.setattr(denial_log, "MAX_NOTES", 5)

    now = [1_000 * DAY]
    async with a_house(url) as house:
        notes = DenialLog(house.database, lambda: now[0])
        for _ in range(50):
            notes.note("Mal", "surveil", "not permitted")
        notes.note("Ann", "people", "not permitted")
        told = [(row.person, row.why) for row in noted(house)]
        last = "not permitted; what more is denied today is not noted"
        assert told == [*[("Mal", "not permitted")] * 4, ("Mal", last), ("Ann", "not permitted")]
        now[0] += DAY
        notes.note("Mal", "surveil", "not permitted")
        assert len(noted(house)) == 7
    assert MAX_NOTES == 1_000
