"""Surveillance: what a search finds, and how it goes on."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.errors import CroupierError, HouseError
from croupier.house.archive import search as searching
from croupier.house.archive import verify
from croupier.house.archive.search import Search
from croupier.house.archive.search_terms import SearchTerms, read_terms
from croupier.house.desk.desk import Desk
from croupier.house.screens.surveillance.watch import Watch
from croupier.table import events as e
from tests.house.floor import a_house
from tests.house.screens.test_surveillance import EYE, WAGERS, play, two_players
from tests.support import plain


def test_what_people_type_is_understood():
    def read_(text, **given):
        return read_terms(text, WAGERS, given)

    assert read_("1,208") == SearchTerms(number=1208)
    assert read_("round 7 seat 3") == SearchTerms(number=7, seat=3)
    assert read_("Jk 9h seen") == SearchTerms(card="Jk 9h")
    assert read_("joker") == read_("jk") == SearchTerms(card="Jk")
    assert read_("paid 500 trips") == read_("$500.00 with trips") == SearchTerms(paid=50_000, wager="trips")
    assert read_("void") == SearchTerms(void=True)
    assert read_("timeout") == SearchTerms(late=True)
    assert read_("player Ann flush") == SearchTerms(player="Ann", text="flush")
    assert read_("since 2026-11-15 until 2026-11-15T14:00") == SearchTerms(since=1794700800000, until=1794751200000)
    assert read_("seat 2", player="Bob") == SearchTerms(seat=2, player="Bob")
    assert read_("").words() == "every round"
    with pytest.raises(HouseError, match="xx"):
        read_("", card="xx")


async def test_a_search_finds_what_a_reading_of_every_record_finds(url):
    async with a_house(url, "dj-wild", "cajun-stud") as house:
        for game in ("dj-wild", "cajun-stud"):
            await two_players(house, game, 12)
        watch = Watch(Desk(house))
        truth = list(rounds_of(house))
        assert len(truth) >= 24

        def check(holds, **asked):
            found, after = [], ""
            while True:
                told = plain(watch.search(EYE, {**asked, "after": after}))
                found += [(one["table"], one["round"]) for one in told["rounds"]]
                after = told["next"]
                if not after:
                    break
            assert len(set(found)) == len(found)
            wanted = {(one["table"], one["round"]) for one in truth if holds(one)}
            assert set(found) == wanted, asked
            return len(found)

        assert check(bool) == len(truth)
        assert check(lambda one: one["table"] == "dj-wild", table="dj-wild") >= 12
        assert check(lambda one: one["round"] == 3, q="3") == 2
        assert check(lambda one: 2 in one["players"], seat="2")
        assert check(lambda one: "Ann" in one["players"].values(), q="player ann")
        check(lambda one: "Jk" in one["shown"], card="Jk")
        two = sorted(truth[0]["shown"])[:2]
        assert check(lambda one: two[0] in one["shown"], q=f"{two[0]} seen")
        assert check(lambda one: set(two) <= one["shown"], card=" ".join(two))
        assert check(lambda one: "trips" in one["wagers"], q="trips")
        most = max(truth, key=lambda one: one["paid"])["paid"]
        assert check(lambda one: one["paid"] >= most, paid=f"{most // 100}.{most % 100:02d}")
        check(lambda one: one["paid"] >= 2000 and "trips" in one["wagers"], q="trips $20")
        assert check(lambda one: "fold" in one["decisions"], text="fold")
        assert check(never, q="void") == 0
        assert check(never, text="nothing of the kind") == 0
        middle = sorted(one["at"] for one in truth)[len(truth) // 2]
        with house.database.read() as connection:
            tables = {"dj-wild": "a", "cajun-stud": "b"}
            later = plain(Search(connection, tables).find(SearchTerms(since=middle)).rounds)
        assert {(one["table"], one["round"]) for one in later} == {
            (one["table"], one["round"]) for one in truth if one["at"] >= middle
        }
        for wrong in (
            {"seat": "x"},
            {"paid": "much"},
            {"paid": "9" * 30},
            {"since": "later"},
            {"wager": "x"},
            {"after": "x"},
            {"seat": "9" * 30},
            {"card": "9x"},
        ):
            with pytest.raises(CroupierError):
                watch.search(EYE, wrong)
        for odd in ("9" * 40, "$" + "9" * 40, "\x00%_'\\", "seat " + "9" * 30, "x" * 5000, "\u00e9 \U0001f0cf"):
            assert plain(watch.search(EYE, {"q": odd}))["rounds"] == []


def never(_):
    return False


def rounds_of(house):
    """Every closed round, by reading every record."""
    for table in house.keepers:
        now: dict[str, Any] = {}
        for record in verify.checked(house, table, 0):
            event = record.body
            if isinstance(event, e.RoundBegan):
                wagers = {wager for own in event.wagers.values() for wager in own}
                now = {
                    "table": table,
                    "round": event.round,
                    "players": event.players,
                    "wagers": wagers,
                    "shown": set(),
                    "paid": 0,
                    "decisions": set(),
                }
            elif isinstance(event, e.Dealt | e.Turned | e.Revealed) and now:
                now["shown"] |= set(event.cards.split())
            elif isinstance(event, e.Decided):
                now["decisions"].add(event.decision)
            elif isinstance(event, e.Settled):
                now["paid"] = max(now["paid"], sum(round(float(line["paid"]) * 100) for line in event.lines))
            elif isinstance(event, e.RoundClosed):
                yield {**now, "at": record.at}


async def test_what_was_looked_through_for_marks_is_remembered(tmp_path, monkeypatch):
    looked: list[int] = []
    look = Search._look_for_marks

    def looking(self, table, rows):
        looked.append(len(rows))
        return look(self, table, rows)

    monkeypatch.setattr(Search, "_look_for_marks", looking)
    monkeypatch.setattr(searching, "BIG", -(10**9))  # every round is worth a mark

    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        keeper = await two_players(house, "dj-wild", 4)
        watch = Watch(Desk(house))
        first = plain(watch.search(EYE, {"marked": "1"}))["rounds"]
        assert len(first) == 4
        assert plain(watch.search(EYE, {"marked": "1"}))["rounds"] == first
        assert sum(looked) == 4
        await play(keeper, 2)
        again = plain(watch.search(EYE, {"marked": "1"}))["rounds"]
        assert again[-len(first) :] == first
        assert sum(looked) == 6
        with house.database.read() as connection:
            assert (
                plain(Search(connection, {"dj-wild": "dj-wild"}, {"dj-wild"}).find(SearchTerms(marked=True)).rounds)
                == again
            )


async def test_a_long_search_stops_and_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr(searching, "WINDOW", 4)
    monkeypatch.setattr(searching, "BUDGET", -1.0)

    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        keeper = await two_players(house, "dj-wild", 10)
        watch = Watch(Desk(house))
        after, found, pages = "", [], 0
        while after or not pages:
            told = plain(watch.search(EYE, {"text": "ann", "after": after}))
            found += [one["round"] for one in told["rounds"]]
            after, pages = told["next"], pages + 1
            assert told["looked"] <= 4
            assert "looked through" in told["scan"]
        assert found == list(range(keeper.table.rounds, 0, -1))
        assert pages >= 3
