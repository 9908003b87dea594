"""My play: sums, the line, the best and the worst hands, and what the coach says of rounds that are over."""

from __future__ import annotations

import statistics
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import event, insert, text

from croupier.house.archive import round_replay
from croupier.house.screens.player import coached_play, judged_decisions, my_play, own_rounds
from croupier.house.screens.player.judged_decisions import PART, PlayedSeat
from croupier.house.storage import schema
from croupier.house.storage.transactions import Transaction
from croupier.odds.strategy.joint import lookup_jointly
from tests.house.stored import START, night, stored
from tests.house.tables.test_round_index import DAY, filled, played
from tests.support import plain

NOW = START + 100 * DAY


def told(database, player="Ann", span="all", session=0):
    return plain(my_play.results(database, player, span=span, session=session, now=NOW))


def test_sums_by_game_and_span(url):
    rows = [played(n, net=100 * n - 5000, staked=2000, at=START + n * DAY) for n in range(1, 100)]
    rows += [played(n, table_id="B", net=-300, staked=500, at=START + DAY) for n in range(1, 11)]
    rows += [played(n, player="Bob", seat=2, net=10**6) for n in range(1, 5)]
    database = filled(url, rows)
    whole = told(database)
    assert (whole["all"]["rounds"], whole["all"]["net"], whole["all"]["staked"]) == (109, "−$30.00", "$2,030.00")
    assert whole["all"]["returned"] == "98.522%"
    assert [(g["title"], g["rounds"], g["net"]) for g in whole["games"]] == [
        ("DJ Wild Stud Poker", 99, "$0.00"),
        ("over-under", 10, "−$30.00"),
    ]
    month = told(database, span="month", session=START + 98 * DAY)
    assert month["shown"]["rounds"] == 30
    assert month["session"]["rounds"] == 2
    assert month["session"]["minutes"] == 24 * 60
    assert month["all"] == whole["all"]
    assert [one["round"] for one in whole["best"]] == [99, 98, 97]
    assert [one["net"] for one in whole["worst"]] == ["−$49.00", "−$48.00", "−$47.00"]
    nothing = told(database, "Cid")
    assert (nothing["rounds"], nothing["line"], nothing["games"], nothing["best"]) == (0, [], [], [])
    database.close()


def test_the_line_is_thinned_and_ends_at_the_result(url):
    rows = [played(n, net=(-1) ** n * n, at=START + n // 3) for n in range(1, 1502)]
    database = filled(url, rows)
    whole = told(database)
    line = whole["line"]
    assert line[0] == [0, 0]
    assert len(line) <= my_play.POINTS + 2
    assert line[-1] == [1501, sum(row["net"] for row in rows)]
    sums = {0: 0}
    for row in rows:
        sums[row["round"]] = sums[row["round"] - 1] + row["net"]
    assert all(sums[n] == cents for n, cents in line)
    assert whole["ticks"][0]["at"] <= min(sums.values())
    assert whole["ticks"][-1]["at"] >= max(cents for _, cents in line)
    database.close()


def test_rounds_one_by_one_and_how_far_they_spread(url, monkeypatch):
    rows = [played(n, net=100 if n % 2 else -300, at=START + n // 4) for n in range(1, 12)]
    database = filled(url, [*rows, played(99, player="Bob", seat=2)])
    monkeypatch.setattr(own_rounds, "ROUNDS_AT_A_TIME", 4)
    found = list(own_rounds.rounds(database, "Ann", 0))
    assert [(one.round, one.net, one.cost) for one in found] == [(r["round"], r["net"], None) for r in rows]
    assert [one.round for one in own_rounds.rounds(database, "Ann", START + 2)] == [8, 9, 10, 11]
    apart = statistics.stdev(row["net"] for row in rows)
    assert own_rounds.spread(database, "Ann", 0) == round(own_rounds.OF_100 * apart * 11**0.5)
    assert own_rounds.spread(database, "Bob", 0) == own_rounds.spread(database, "Cid", 0) == 0
    database.close()


def test_what_is_asked_goes_by_the_indexes(tmp_path):
    database = filled(tmp_path / "h.db", [played(n) for n in range(1, 20)])
    asked: list[tuple[str, Any]] = []
    event.listen(database.engine, "before_cursor_execute", lambda *args: asked.append((args[2], args[3])))
    told(database)
    coached_play.coached(database, "Ann", since=0)
    judged_decisions.unjudged(database, "Ann")
    plans = []
    with database.engine.connect() as connection:
        for statement, given in [one for one in asked if one[0].lstrip().startswith("SELECT")]:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", given).all()
            plans += [row[3] for row in plan]
    assert any("ix_played_player_net" in plan for plan in plans)
    assert any("ix_played_player_at" in plan for plan in plans)
    assert not [plan for plan in plans if plan.startswith(("SCAN played", "SCAN judged"))]
    database.close()


def test_a_session_begins_at_sign_in_or_when_chips_were_last_taken_off_a_table(tmp_path):
    database = filled(tmp_path / "h.db", [played(1, at=START + 10), played(2, at=START + 50)])
    with database.engine.begin() as connection:
        for at in (20, 60):  # the later one ended this session
            row = {"table_id": "A", "n": at, "at": START + at, "account": "wallet:Ann", "cents": 1, "what": "cash-out"}
            connection.execute(insert(schema.postings), row)
    assert my_play.session_since(database, "Ann", START) == START + 20
    assert my_play.session_since(database, "Ann", START + 40) == START + 40
    database.close()


@pytest.fixture(scope="module")
def looked_at(tmp_path_factory):
    """A night of a game that is counted quickly, looked at by the coach."""
    database = stored(tmp_path_factory.mktemp("night") / "h.db", night("over-under", 12, seats=4))
    house: Any = SimpleNamespace(database=database)
    table = round_replay.ReplayTable.of(house, "T1")
    look, prices = lookup_jointly(table.rules), {"ante": Fraction(2, 100), "bonus": Fraction(5, 100)}
    rows = [
        judged_decisions.look_at(database, key, look, prices) for key in judged_decisions.unjudged(database, "Player 1")
    ]
    yield SimpleNamespace(database=database, look=look, prices=prices, rows=rows)
    database.close()


def test_the_coach_looks_at_rounds_that_are_over(looked_at):
    rows = looked_at.rows
    assert all(row["decisions"] == 1 for row in rows)
    wrong = [row for row in rows if row["mistakes"]]
    assert wrong
    assert all((row["cost"] > 0) == bool(row["worst"]) == bool(row["mistakes"]) for row in rows)
    assert all(row["worst"].split(" ")[-1] == "points" for row in wrong)
    assert {row["price"] for row in rows} <= {40 * PART, 90 * PART}


def test_result_is_price_and_mistakes_and_luck_to_the_cent(looked_at):
    database = looked_at.database
    database.submit(Transaction("", 0, rows=[(schema.judged, row) for row in looked_at.rows])).result()
    database.submit(Transaction("", 0, rows=[(schema.judged, looked_at.rows[0])])).result()  # again, and it is one row
    assert judged_decisions.unjudged(database, "Player 1") == []
    found = plain(coached_play.coached(database, "Player 1", since=0))
    assert found["looked"] == len(looked_at.rows)

    def cents(words):
        return int(words.replace("−", "-").replace("$", "").replace(".", "").replace(",", "").replace("+", ""))

    for parts in (found["parts"], *found["games"].values()):
        assert cents(parts["net"]) == cents(parts["price"]) + cents(parts["mistakes"]) + cents(parts["luck"])
    assert found["wrong"] == sum(row["mistakes"] for row in looked_at.rows)
    assert found["mistakes"][0]["share"] == 1
    assert sum(row["many"] for row in found["kinds"][0]["rows"]) == len(looked_at.rows)
    assert plain(coached_play.coached(database, "Player 2", since=0))["looked"] == 0


def test_giving_up_for_want_of_chips_is_no_mistake(looked_at, monkeypatch):
    given_up = next(row for row in looked_at.rows if row["worst"].startswith("Surrendered"))
    key = PlayedSeat("T1", given_up["round"], given_up["seat"], "Player 1", given_up["at"])
    monkeypatch.setattr(judged_decisions, "_chips", lambda *_: 0)
    row = judged_decisions.look_at(looked_at.database, key, looked_at.look, looked_at.prices)
    assert row is not None
    assert (row["mistakes"], row["cost"]) == (0, 0)


def test_what_a_player_had_before_a_record(looked_at):
    key = PlayedSeat("T1", 1, 1, "Player 1", 0)
    with looked_at.database.read() as connection:
        asked = text("SELECT n, cents FROM postings WHERE account = 'T1/player:Player 1' ORDER BY n, id")
        moved = connection.execute(asked).all()
    assert judged_decisions._chips(looked_at.database, key, moved[0].n) == 0
    assert judged_decisions._chips(looked_at.database, key, moved[-1].n + 1) == sum(row.cents for row in moved)


def test_without_the_coach_no_decision_is_judged(looked_at):
    key = PlayedSeat("T1", looked_at.rows[0]["round"], looked_at.rows[0]["seat"], "Player 1", 0)
    row = judged_decisions.look_at(looked_at.database, key, None, {})
    assert row is not None
    assert (row["decisions"], row["cost"], row["price"]) == (0, 0, 0)
    assert row["kind"] == looked_at.rows[0]["kind"]
