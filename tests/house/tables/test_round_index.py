"""A player's rounds are found again: every one of them once, by whatever is known of it, years back and quickly."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event, insert

from croupier.errors import BadText, HouseError
from croupier.house.desk.desk import Desk
from croupier.house.people.roles import Person
from croupier.house.screens.player.host import Host
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.tables.rounds.round_index import ROUNDS_PER_PAGE, RoundQuery, search
from tests.house.floor import a_house, served
from tests.house.stored import START, night, put
from tests.support import plain

if TYPE_CHECKING:
    from croupier.house.people.permissions import HouseRole

DAY = 86_400_000


def table_row(name, game="dj-wild"):
    return {
        "id": name,
        "name": name,
        "game": game,
        "edition": "pa-2021",
        "settings": "{}",
        "opened": START,
        "closed": None,
    }


def played(n, **given):
    row = {"table_id": "A", "round": n, "seat": 1, "player": "Ann", "staked": 1000, "net": 0, "at": START}
    return row | given


def filled(url, rows, tables=(("A", "dj-wild"), ("B", "over-under"))):
    database = Database(url)
    database.migrate()
    with database.engine.begin() as connection:
        connection.execute(insert(schema.tables), [table_row(*each) for each in tables])
        for begin in range(0, len(rows), 5000):
            connection.execute(insert(schema.played), rows[begin : begin + 5000])
    return database


def all_pages(database, player, **asked):
    found, before = [], ""
    while page := plain(search(database, player, RoundQuery(before=before, **asked))):
        found += page
        before = page[-1]["cursor"]
    return found


def test_rounds_of_the_same_millisecond_are_each_found_once(url):
    """Two tables, two seats, and all of it at one time: nothing is lost between pages."""
    rows = [
        played(n, table_id=table, seat=seat, at=START + n // 100)
        for n in range(1, 161)
        for table in ("A", "B")
        for seat in (1, 2)
    ]
    database = filled(url, rows)
    found = all_pages(database, "Ann")
    assert len(found) == len(rows) > 10 * ROUNDS_PER_PAGE
    assert len({(row["table"], row["round"], row["seat"]) for row in found}) == len(rows)
    order = [(row["at"], row["table"], row["round"], row["seat"]) for row in found]
    assert order == sorted(order, reverse=True)
    assert plain(search(database, "Bob", RoundQuery())) == []
    database.close()


def test_rounds_that_come_meanwhile_do_not_move_the_pages(url):
    database = filled(url, [played(n) for n in range(1, 121)])
    first = plain(search(database, "Ann", RoundQuery()))
    with database.engine.begin() as connection:
        connection.execute(insert(schema.played), [played(n) for n in range(121, 131)])
    second = plain(search(database, "Ann", RoundQuery(before=first[-1]["cursor"])))
    assert [row["round"] for row in first + second] == list(range(120, 20, -1))
    database.close()


def test_what_is_known_of_a_round_finds_it(url):
    rows = [
        played(1, net=500),
        played(2, net=-1000, at=START + DAY),
        played(3, net=0, at=START + 2 * DAY - 1),
        played(1, table_id="B", net=25_000, at=START + 2 * DAY),
        played(4, player="Bob", net=1, at=START),
    ]
    database = filled(url, rows)

    def of(**asked):
        return [(row["table"], row["round"]) for row in plain(search(database, "Ann", RoundQuery(**asked)))]

    assert of() == [("B", 1), ("A", 3), ("A", 2), ("A", 1)]
    assert of(table="A") == [("A", 3), ("A", 2), ("A", 1)]
    assert of(game="over-under") == [("B", 1)]
    assert of(game="chess") == []
    assert of(round=1) == [("B", 1), ("A", 1)]
    assert of(result="won") == [("B", 1), ("A", 1)]
    assert of(result="lost") == [("A", 2)]
    assert of(result="even") == [("A", 3)]
    assert of(least=1000) == [("B", 1), ("A", 2)]
    assert of(least=1000, result="won") == [("B", 1)]
    assert of(first="2026-01-02") == [("B", 1), ("A", 3), ("A", 2)]
    assert of(first="2026-01-02", last="2026-01-02") == [("A", 3), ("A", 2)]
    assert of(last="2025-12-31", zone="America/New_York") == [("A", 1)]
    assert of(before=str(START + DAY)) == [("A", 1)]
    for wrong in (
        {"before": "x"},
        {"before": "1:A"},
        {"before": "1:A:x:1"},
        {"before": f"{2**80}"},
        {"before": f"1:A:{2**80}:1"},
        {"first": "soon"},
        {"zone": "Nowhere"},
        {"table": "A\0"},
        {"before": "1:\0:1:1"},
    ):
        with pytest.raises(BadText):
            of(**wrong)
    database.close()


def planned(database, asks):
    """How SQLite goes about what is asked."""
    seen = []

    def note(_connection, _cursor, statement, parameters, *_):
        seen.append((statement, parameters))

    event.listen(database.engine, "before_cursor_execute", note)
    asks()
    event.remove(database.engine, "before_cursor_execute", note)
    (statement, parameters) = next(each for each in seen if "played" in each[0])
    with database.read() as connection:
        return str(connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters).all())


def test_a_hundred_thousand_rounds_over_two_years_are_searched_by_an_index(tmp_path):
    """An index leads to any page, however far back; only a rare result means looking at many rows."""
    rows = [
        played(n, at=START - (100_000 - n) * 630_000, net=(n % 7 - 3) * 100, player="Ann" if n % 2 else "Bob")
        for n in range(1, 100_001)
    ]
    rows[0]["net"] = 10**7
    database = filled(tmp_path / "h.db", rows)
    plan = planned(database, lambda: plain(search(database, "Ann", RoundQuery(before=f"{START}:A:9:1"))))
    assert "ix_played_player_at" in plan
    assert "SCAN" not in plan
    assert len(search(database, "Ann", RoundQuery())) == ROUNDS_PER_PAGE
    assert len(search(database, "Ann", RoundQuery(before=f"{START - 365 * DAY}:A:1:1"))) == ROUNDS_PER_PAGE
    assert len(search(database, "Ann", RoundQuery(first="2025-01-01", last="2025-01-02"))) == ROUNDS_PER_PAGE
    assert [row["round"] for row in plain(search(database, "Ann", RoundQuery(least=10**7)))] == [1]
    database.close()


async def test_whose_rounds_one_may_search(tmp_path):
    database = Database(tmp_path / "h.db")
    database.migrate()
    put(database, night("dj-wild", 8))
    database.close()

    async with a_house(tmp_path / "h.db", "over-under") as house:
        desk = Desk(house)
        host = Host(desk, guests=False)
        own = plain(desk.history(Person("Player 1", frozenset({("player", "")})), RoundQuery()))
        assert 0 < len(own) <= 8
        assert {row["table"] for row in own} == {"T1"}
        shown = plain(host.lobby.rounds(Person("Player 1", frozenset({("player", "")})), RoundQuery()))
        assert [row["cursor"] for row in shown] == [row["cursor"] for row in own]
        cases: tuple[tuple[HouseRole, str, bool], ...] = (
            ("player", "", False),
            ("administrator", "", False),
            ("dealer", "", False),
            ("floorperson", "", True),
            ("surveillance", "T1", True),
            ("auditor", "", True),
        )
        for role, where, allowed in cases:
            person = Person("Pat", frozenset({(role, where)}))
            if allowed:
                assert plain(desk.history(person, RoundQuery(), "Player 1")) == own
                assert plain(desk.history(person, RoundQuery(table="T1"), "Player 1")) == own
                continue
            with pytest.raises(HouseError, match="not yours"):
                desk.history(person, RoundQuery(), "Player 1")
        elsewhere = Person("Pat", frozenset({("auditor", "over-under")}))
        assert plain(desk.history(elsewhere, RoundQuery(), "Player 1")) == []
        with pytest.raises(HouseError, match="not yours"):
            desk.history(elsewhere, RoundQuery(table="T1"), "Player 1")
        with pytest.raises(HouseError, match="not yours"):
            desk.history(Person("Adam", frozenset({("administrator", "")})), RoundQuery())


async def test_history_over_http_takes_every_search(tmp_path):
    database = Database(tmp_path / "h.db")
    database.migrate()
    put(database, night("dj-wild", 8))
    database.close()

    async with a_house(tmp_path / "h.db") as house, served(house) as at:
        at.desk.people.accounts.add("Player 1", "correct horse")
        at.desk.people.accounts.add("Flo", "correct horse", [("floorperson", "")])
        async with at.signed_in("Player 1") as client:
            for path in ("/api/rounds", "/api/history"):
                found = (await client.get(path)).json()
                assert len(found) > 3
                page = (await client.get(path, params={"before": found[1]["cursor"]})).json()
                assert page == found[2:]
                won = (await client.get(f"{path}?result=won&game=dj-wild&from=2026-01-01&to=2026-01-01")).json()
                assert len(won) < len(found)
                assert (await client.get(f"{path}?player=Player+2")).status_code == 403
                assert (await client.get(f"{path}?before=nonsense")).status_code == 400
                assert (await client.get(f"{path}?from=tomorrow")).status_code == 400
                for wrong in ("result=maybe", "round=-1", f"round={10**30}", "least=x"):
                    assert (await client.get(f"{path}?{wrong}")).status_code == 422
            assert isinstance(found[0]["staked"], str)
        async with at.signed_in("Flo") as client:
            theirs = (await client.get("/api/history?player=Player+1")).json()
            assert theirs == found
            assert (await client.get("/api/history?player=Nobody")).json() == []
