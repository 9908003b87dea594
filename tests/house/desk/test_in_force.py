"""A house's day: a table that is opened belongs to it, and for real money the edition must be in force on it."""

from __future__ import annotations

import asyncio
import sys
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import date

import pytest

from croupier.errors import CroupierError, HouseError, JournalError
from croupier.house.audit.check import check
from croupier.house.desk.desk import Desk
from croupier.house.desk.opening import choices, open_by
from croupier.house.people.house_settings import house_day, read_settings, storing
from croupier.house.screens.player.drafts import Change
from croupier.house.screens.player.host import Host
from croupier.house.storage.database import Database
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.rounds.round_records import opening_of
from croupier.kit.days import begin_of
from croupier.table import Place
from tests.house.floor import KEY, ann, betting, equip, gift, open_table, settings
from tests.house.make import make_house
from tests.support import plain
from tests.web.test_floor import opening

EFFECTIVE = date(2021, 5, 29)
FIRST = begin_of(EFFECTIVE)
"""The first millisecond of the day on which chapter 687a took effect, in UTC."""


class Clock:
    def __init__(self, at):
        self.at = at

    def __call__(self):
        return self.at


@asynccontextmanager
async def house_on(path, *, money="real", at=FIRST):
    """A house and its clock, which stands where a test sets it."""
    clock = Clock(at)
    house = make_house(Database(path), KEY, clock=clock, money=money)
    await house.start()
    try:
        yield house, clock
    finally:
        await house.stop()


async def test_the_day_before_a_real_money_table_is_refused_and_on_the_day_it_opens(tmp_path):
    async with house_on(tmp_path / "h.db", at=FIRST - 1) as (house, clock):
        equip(house, "T1", settings("dj-wild"))
        with pytest.raises(HouseError) as refused:
            await house.open("T1", "T1", "dj-wild", "pa-2021", settings("dj-wild"))
        assert (refused.value.fault, refused.value.field) == ("conflict", "edition"), "a 409"
        assert "took effect on 2021-05-29 by 51 Pa.B. 2975" in refused.value.message
        asked = opening(game="dj-wild", edition="pa-2021", submission=settings("dj-wild").submission)
        with pytest.raises(HouseError, match="not in force yet on 2021-05-28"):
            await open_by(house, asked)
        clock.at += 1
        await house.open("T1", "T1", "dj-wild", "pa-2021", settings("dj-wild"))
        event = opening_of(house.database, "T1")
        assert (event.day, event.money) == ("2021-05-29", "real")
    assert check(tmp_path / "h.db").tables == 1


async def test_the_day_is_that_of_the_house_s_time_zone(tmp_path):
    async with house_on(tmp_path / "h.db") as (house, clock):
        made = read_settings({"zone": "America/New_York"}, real=True)
        house.database.store(Transaction("", clock.at, doing=storing(house.database, made)))
        assert house.day() == date(2021, 5, 28)
        with pytest.raises(HouseError, match="not in force yet on 2021-05-28"):
            await open_table(house, "dj-wild")
        clock.at += 4 * 3_600_000
        assert house_day(house.database, clock.at) == EFFECTIVE
        await house.open("dj-wild", "dj-wild", "dj-wild", "pa-2021", settings("dj-wild"))
    with pytest.raises(HouseError, match="no time zone") as refused:
        read_settings({"zone": "Mars/Olympus"}, real=False)
    assert refused.value.field == "settings.zone"


async def test_play_money_is_played_by_any_edition_on_any_day(tmp_path):
    async with house_on(tmp_path / "h.db", money="play", at=FIRST - 1) as (house, _):
        for game in ("dj-wild", "over-under"):
            await open_table(house, game)
            event = opening_of(house.database, game)
            assert (event.day, event.money) == ("2021-05-28", "")
        assert {one["refused"] for one in plain(choices())} == {""}
    assert check(tmp_path / "h.db").tables == 2


def test_what_may_be_chosen_says_its_day_and_why_it_may_not_be_opened():
    told = {(one["game"], one["edition"]): one for one in plain(choices(date(2020, 1, 1)))}
    assert told["dj-wild", "pa-2021"]["standing"] == "in force since 2021-05-29"
    assert "not in force yet on 2020-01-01" in told["dj-wild", "pa-2021"]["refused"]
    assert told["cajun-stud", "pa-2019"]["refused"] == told["dj-wild", "ma"]["refused"] == ""
    assert "is a proposal" in told["over-under", "pa-2019-proposed"]["refused"]


async def test_no_wager_is_taken_once_the_edition_has_ceased(tmp_path):
    async with house_on(tmp_path / "h.db") as (house, clock):
        keeper = await open_table(house, "dj-wild")
        chapter = replace(keeper.rules.game.chapter, ceased=date(2021, 5, 31))
        keeper.rules = replace(keeper.rules, game=replace(keeper.rules.game, chapter=chapter))
        place = Place(seat=1, wager="ante", amount=1000)
        for day, words in ((date(2021, 5, 30), "seat"), (date(2021, 5, 31), "it ceased on 2021-05-31")):
            clock.at = begin_of(day)
            answer = await keeper.ask(place, ann())
            assert words in str(answer), answer
        desk = Desk(house)
        desk.people.accounts.add("Ann", None, [("player", "")])
        await asyncio.to_thread(house.database.store, gift("Ann", 50_000))
        host, person = Host(desk, guests=False), desk.people.accounts.person("Ann")
        await host.sit(person, "dj-wild", 1, 50_000, "k")
        await betting(keeper)
        host.change(person, "dj-wild", Change(do="add", wager="ante", chip=2500))
        with pytest.raises(CroupierError, match="it ceased on 2021-05-31"):  # nor by the page
            await host.place(person, "dj-wild", "", "p")
        assert not keeper.decided.layout
        keeper.settings = type(keeper.settings)(play_money=True)
        keeper._check_in_force()


async def test_check_accuses_a_real_money_table_that_a_forger_opened_by_a_proposal(tmp_path, monkeypatch):
    async with house_on(tmp_path / "h.db") as (house, _):
        equip(house, "over-under", settings("over-under"), "over-under")
        with pytest.raises(HouseError, match="is a proposal"):
            await house.open("over-under", "over-under", "over-under", "pa-2019-proposed", settings("over-under"))
        for module in ("croupier.house.house", "croupier.table.decide"):
            monkeypatch.setattr(sys.modules[module], "check_day", lambda *_: None)
        await house.open("over-under", "over-under", "over-under", "pa-2019-proposed", settings("over-under"))
    with pytest.raises(JournalError, match="is a proposal, in force on no day") as caught:
        check(tmp_path / "h.db")
    assert caught.value.fault == "edition"
    assert "table over-under" in str(caught.value)


async def test_a_submission_of_a_later_day_waits_for_it(tmp_path):
    async with house_on(tmp_path / "h.db") as (house, clock):
        chosen = settings("dj-wild", chosen={"day": "2021-06-01"})
        equip(house, "T1", chosen)
        with pytest.raises(HouseError, match="takes effect on 2021-06-01, and this is 2021-05-29") as refused:
            await house.open("T1", "T1", "dj-wild", "pa-2021", chosen)
        assert refused.value.field == "submission.day"
        clock.at = begin_of(date(2021, 6, 1))
        await house.open("T1", "T1", "dj-wild", "pa-2021", chosen)
        await house.stop()
        again = make_house(Database(tmp_path / "h.db"), KEY, clock=clock, money="real")
        await again.start()
        assert str(again.keeper("T1").rules.day) == "2021-06-01", "also after a restart"
        await again.stop()
