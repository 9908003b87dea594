"""The house's reports: they add up, agree with the ledger, and lie where the mathematics says they should."""

from __future__ import annotations

import csv
import random
from fractions import Fraction
from io import StringIO
from itertools import pairwise
from typing import TYPE_CHECKING

import httpx
import pytest
from sqlalchemy import insert, update

from croupier.cli.books import Books
from croupier.errors import BadText, HouseError
from croupier.games import EDITIONS as BOOK
from croupier.games import open_game
from croupier.house.books import reports
from croupier.house.books.csv_export import HEADS, as_csv
from croupier.house.books.prices import prices_of
from croupier.house.people.periods import Period
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.views.visibility import own_cards
from croupier.journal.replay import fold
from croupier.kit.cards import RANKS, cards
from croupier.odds.strategy.advice import by_first_card
from croupier.odds.study.study import solve
from croupier.table import Actor, Crowd, Decide, Direct, Report, Staff, Vault, open_table, play, seeded
from croupier.table.turns import deciding
from tests.house.floor import EDITIONS, KEY, a_house, served
from tests.house.stored import night, put, stored
from tests.house.tables.test_round_records import whole
from tests.support import plain, table_rules
from tests.table.drive import Driver

if TYPE_CHECKING:
    from croupier.table.events import Event

GAMES = list(BOOK)
MONTH = Period.read("2026-01-01", "2026-01-31")
LINK = {
    "wager": "1.00",
    "seed": "1000.00",
    "rows": {"full-house": "1% of meter", "straight": "4 for 1", "royal-flush": "100% of meter"},
}


# Tables.


@pytest.mark.parametrize("game", GAMES)
def test_the_days_of_a_table_agree_with_its_books_and_its_ledger(tmp_path, game):
    log = night(game, 60)
    database = stored(tmp_path / "h.db", log, slower=60)
    days = plain(reports.by_table(database, MONTH, expect=False))
    table = fold(whole(database))
    books = Books(10_000_000)
    books.hear(event for event, _ in log[1:])
    assert len(days) > 1
    assert all(day["balanced"] for day in days)
    assert sum(day["rounds"] for day in days) == books.rounds == 60
    assert sum(day["win"] for day in days) == books.win(table)
    assert sum(day["drop"] for day in days) == books.drop
    assert days[0]["opening"] == 10_000_000
    assert days[-1]["closing"] == table.accounts["inventory"]
    for one, other in pairwise(days):
        assert one["closing"] == other["opening"]
        assert one["records"][1] < other["records"][0]
    for wager, sum_ in books.wagers.items():
        told = [day["wagers"].get(wager, {"handle": 0, "players-net": 0}) for day in days]
        assert sum(each["handle"] for each in told) == sum_.handle
        assert sum(each["players-net"] for each in told) == sum_.net
    database.close()


def test_a_day_read_alone_is_the_day_of_the_whole_period(url):
    database = stored(url, night("raise-it-up", 60), slower=60)
    days = plain(reports.by_table(database, MONTH, expect=False))
    meters = plain(reports.by_meter(database, MONTH, records=True))
    assert len(days) > 2
    for day in days:
        alone = Period.read(day["day"])
        assert plain(reports.by_table(database, alone, expect=False)) == [day]
        assert plain(reports.by_meter(database, alone, records=True)) == [m for m in meters if m["day"] == day["day"]]
    assert plain(reports.by_table(database, Period.read("2025-12-01", "2025-12-31"))) == []
    database.close()


def test_days_are_those_of_a_zone_and_a_round_is_of_the_day_it_was_closed(tmp_path):
    database = stored(tmp_path / "h.db", night("dj-wild", 30), slower=120)
    utc = plain(reports.by_table(database, MONTH, expect=False))
    west = plain(reports.by_table(database, Period.read("2025-12-31", "2026-01-31", "America/New_York"), expect=False))
    assert west[0]["day"] == "2025-12-31"
    assert utc[0]["day"] == "2026-01-01"
    assert sum(day["win"] for day in utc) == sum(day["win"] for day in west)
    rows = list(dict(database.lines("T1")))
    assert utc[-1]["records"][1] <= rows[-1]
    database.close()


def test_a_round_still_in_play_is_not_in_the_books_yet(tmp_path):
    log = night("dj-wild", 3)
    began = [i for i, (event, _) in enumerate(log) if type(event).__name__ == "RoundBegan"]
    database = stored(tmp_path / "h.db", log[: began[2] + 8])
    (day,) = plain(reports.by_table(database, MONTH, expect=False))
    assert day["rounds"] == 2
    assert day["balanced"]
    database.close()


def test_a_ledger_that_was_changed_does_not_balance(tmp_path):
    database = stored(tmp_path / "h.db", night("raise-it-up", 20))
    rows = schema.postings
    for account, report in (("T1/inventory", reports.by_table), ("T1/meter:progressive-1", reports.by_meter)):
        with database.engine.begin() as connection:
            row = {"table_id": "T1", "n": 40, "at": 0, "account": account, "cents": 7, "what": "settled"}
            connection.execute(insert(rows).values(row))
        assert not all(day.balanced for day in report(database, MONTH))
        with database.engine.begin() as connection:
            connection.execute(update(rows).where(rows.c.cents == 7, rows.c.account == account).values(cents=0))
        assert all(day.balanced for day in report(database, MONTH))
    database.close()


# Expectation.


class Wise(Crowd):
    """Players of Over/Under who decide as well as can be."""

    def __init__(self, chance, seats, staff, rules):
        super().__init__(chance, seats, skip=0)
        self.staff = staff
        solved = solve(rules).solved
        assert solved is not None
        self.best = {RANKS.index(rank) + 2: advice.best for rank, advice in by_first_card(solved).items()}

    def _decide(self, table, _due):
        seat = deciding(table)[0]
        (card, *_) = cards(own_cards(table, self.staff, seat)[0])
        return Decide(seat=seat, decision=self.best[card.rank]), Actor("player", table.play.players[seat])


def wise_night(rounds, seed):
    limits = {"ante": {"minimum": "10.00", "maximum": "500.00", "step": "5.00"}}
    told = {"bonus": "1", "dealing": "continuous-shuffler", "shuffler": "none", "limits": limits}
    rules = table_rules("over-under", told)
    event, table = open_table(rules, table="T1", at=0, test=True)
    chance = random.Random(seed)
    staff = Staff(Vault(seeded(seed), KEY.lock(test=True).seal), chance)
    log: list[tuple[Event, int]] = [(event, 0)]
    times = iter(range(1000, 10**9, 1000))
    for events, _, at in play(table, staff, Wise(chance, 6, staff, rules), rounds, lambda: next(times)):
        log += [(one, at) for one in events]
    return log, rules


def test_the_expected_win_is_that_of_the_wagers(tmp_path):
    log, rules = wise_night(300, 5)
    database = stored(tmp_path / "h.db", log)
    (day,) = plain(reports.by_table(database, MONTH))
    prices = prices_of(rules)
    found = day["expected"]
    antes, bonus = day["wagers"]["ante"]["handle"], day["wagers"]["bonus"]["handle"]
    mean = prices.main.mean * antes + prices.sides["bonus"].mean * bonus
    assert Fraction(found["mean"]) == mean
    assert found["cents"] == round(mean)
    assert {name: part["staked"] for name, part in found["parts"].items()} == {
        "main": day["handle"] - bonus,
        "bonus": bonus,
    }
    assert found["verdict"] == "inside"
    assert abs(float(found["z"])) < 2.58
    assert found["low"] <= day["win"] == found["win"] <= found["high"]
    assert found["widest"][0] < found["low"] < found["high"] < found["widest"][1]
    database.close()


def test_a_table_that_is_played_badly_wins_too_much(tmp_path):
    database = stored(tmp_path / "h.db", night("over-under", 200))
    (day,) = plain(reports.by_table(database, MONTH))
    assert day["expected"]["verdict"] == "outside"
    assert float(day["expected"]["z"]) > 3
    database.close()


def test_a_progressive_is_priced_without_its_meter():
    """Raise It Up: what each stake keeps of fixed pays and the fourteen percent, reckoned by hand; of 720 straights the
    main game's best play keeps so many (669a.11(g))."""
    rules = open_game("raise-it-up", EDITIONS["raise-it-up"]).rules({"progressive": "1", "pair-plus": "A"})
    prices = prices_of(rules)
    hands = 22100
    straights = Fraction(67_303_248, 49 * 48 * 47)
    fixed = (3 * 500 + 44 * 70 + 52 * 60 + straights * 6) / hands
    for stake in (100, 500):
        assert prices.amounts["progressive", stake].mean == stake * (1 - fixed - Fraction(14, 100))
        assert prices.envy["progressive", stake].mean == -Fraction(stake * 100 + 3 * stake * 25, hands)


# Meters.


def test_parts_of_a_cent_are_carried_over_the_days(tmp_path):
    database = stored(tmp_path / "h.db", night("dj-wild", 60, contribution="12.5%"), slower=60)
    days = plain(reports.by_meter(database, MONTH, records=True))
    assert len(days) > 2
    assert any(day["closing-carry"] == "1/2" for day in days)
    for day in days:
        assert day["balanced"]
        moved = sum(Fraction(m["exact"]) for m in day["movements"])
        total = day["opening"] + Fraction(day["opening-carry"]) + moved
        assert total == day["closing"] + Fraction(day["closing-carry"])
        assert (day["difference"], day["ledger-difference"]) == ("0", 0)
        alone = plain(reports.by_meter(database, Period.read(day["day"])))
        assert alone[0]["opening-carry"] == day["opening-carry"]
    for one, other in pairwise(days):
        assert (one["closing"], one["closing-carry"]) == (other["opening"], other["opening-carry"])
    database.close()


def test_every_change_of_a_meter_names_its_record(tmp_path):
    table = Driver("dj-wild", {"multi-game-link": LINK, "contribution": "20%"}, edition="ma").ready(1, 2)
    for seat in (1, 2):
        table.bet(seat, ante=1000, blind=1000, multi_game_link=100)
    table.close_bets()
    table.hold(s1="9s 9h 9d Kc Kh", s2="Ah Kd Qh Jh 9c", dealer="As Qd 7c 4h 3s")
    table.finish(s1="raise", s2="fold")
    database = stored(tmp_path / "h.db", table.log)
    days = [day for day in plain(reports.by_meter(database, MONTH, records=True)) if day["movements"]]
    (day,) = days
    assert day["balanced"]
    assert [m["what"] for m in day["movements"]] == ["seeded", "contributed", "paid"]
    assert [m["cents"] for m in day["movements"]] == [100_000, 40, -1000]
    lines = dict(database.lines(day["table"]))
    for moved, kind in zip(day["movements"], ("table-opened", "contributed", "settled"), strict=True):
        assert b'"event":"%b"' % kind.encode() in lines[moved["record"]]
    (told,) = plain(reports.by_table(database, MONTH, expect=False))
    assert (told["to-meters"], told["from-meters"], told["balanced"]) == (40, 1000, True)
    database.close()


def test_a_full_share_reseeds_and_a_void_hand_takes_its_share_off_again(tmp_path):
    table = Driver("dj-wild", {"multi-game-link": LINK, "contribution": "20%"}, edition="ma").ready(1, 2)
    for seat in (1, 2):
        table.bet(seat, ante=1000, blind=1000, multi_game_link=100)
    table.close_bets()
    table.hold(s1="Ah Kh Qh Jh Th", s2="9c 9d 5h 7s 8h", dealer="As Qd 7c 4h 3s")
    table.finish(s1="raise", s2="fold")
    table.until_phase("betting")
    for seat in (1, 2):
        table.bet(seat, ante=1000, blind=1000, multi_game_link=100)
    table.close_bets()
    table.until_phase("deciding")
    table.do(Report(irregularity="dealer-exposed"), "dealer")
    table.finish()
    database = stored(tmp_path / "h.db", table.log)
    (day,) = [day for day in plain(reports.by_meter(database, MONTH, records=True)) if day["movements"]]
    assert [(m["what"], m["cents"]) for m in day["movements"]] == [
        ("seeded", 100_000),
        ("contributed", 40),
        ("paid", -100_040),
        ("seeded", 100_000),
        ("contributed", 40),
        ("returned", -20),
        ("returned", -20),
    ]
    assert day["balanced"]
    assert (day["seeded"], day["paid"], day["returned"], day["closing"]) == ("200000", "-100040", "-40", 100_000)
    (told,) = plain(reports.by_table(database, MONTH, expect=False))
    assert told["void-rounds"] == 1
    assert told["balanced"], told["faults"]
    database.close()


def test_a_reserve_is_reconciled_beside_its_meter(tmp_path):
    database = stored(tmp_path / "h.db", night("face-up-pai-gow", 30, progressive="4"), slower=60)
    days = plain(reports.by_meter(database, MONTH))
    assert all(day["balanced"] for day in days)
    assert days[-1]["reserve"]["closing"] > 0
    fed = sum(Fraction(day["reserve"]["contributed"]) for day in days)
    assert fed == days[-1]["reserve"]["closing"] + Fraction(days[-1]["reserve"]["closing-carry"])
    assert all(day["balanced"] for day in plain(reports.by_table(database, MONTH)))
    database.close()


def test_what_other_tables_did_to_a_linked_meter_is_told_apart(tmp_path):
    table = Driver("face-up-pai-gow", {"progressive": "1"}, carried={"progressive": 1_234_567}, linked=["progressive"])
    table.do(Direct(order="meter", what="progressive", amount=500), "system")
    table.do(Direct(order="meter", what="progressive", amount=-67), "system")
    database = stored(tmp_path / "h.db", table.log)
    (day,) = plain(reports.by_meter(database, MONTH))
    assert (day["seeded"], day["linked"], day["closing"], day["balanced"]) == ("1234567", "433", 1_235_000, True)
    database.close()


# The ledger, and CSV.


def test_the_ledger_comes_in_pages_and_sums_to_nothing(url):
    database = stored(url, night("dj-wild", 20))
    everything = list(reports.ledger(database, MONTH))
    assert len(everything) > 500
    by_record: dict[int, int] = {}
    for row in everything:
        by_record[row.record] = by_record.get(row.record, 0) + row.cents
    assert not any(by_record.values())
    pages, after = [], 0
    while page := list(reports.ledger(database, MONTH, None, after, 97)):
        pages += page
        after = page[-1].id
    assert pages == everything
    assert list(reports.ledger(database, MONTH, ["elsewhere"])) == []
    assert list(reports.ledger(database, Period.read("2026-02-01"))) == []
    slow = reports.ledger(database, MONTH)
    assert next(slow) == everything[0]
    assert database.engine.pool.checkedout() == 0, "whoever takes it slowly holds no connection meanwhile"  # type: ignore[attr-defined]
    assert [*slow] == everything[1:]
    database.close()


def test_csv_says_the_same_as_the_report(tmp_path):
    database = stored(tmp_path / "h.db", night("raise-it-up", 10), name="=SUM(A1)")
    made = {
        "tables": plain(reports.by_table(database, MONTH)),
        "progressives": plain(reports.by_meter(database, MONTH)),
        "ledger": list(reports.ledger(database, MONTH)),
    }
    for what, rows in made.items():
        read = list(csv.reader(StringIO("".join(as_csv(what, rows)))))
        assert read[0] == list(HEADS[what])
        assert {len(row) for row in read} == {len(HEADS[what])}
        assert len(read) == len(rows) + 1
    (row,) = csv.DictReader(StringIO("".join(as_csv("tables", made["tables"]))))
    assert row["name"] == "'=SUM(A1)"
    assert row["win"] == f"{made['tables'][0]['win'] / 100:.2f}"
    assert row["verdict"] == made["tables"][0]["expected"]["verdict"]
    (bare,) = csv.DictReader(StringIO("".join(as_csv("tables", reports.by_table(database, MONTH, expect=False)))))
    assert bare["expected-win"] == bare["verdict"] == ""
    database.close()


@pytest.mark.parametrize(
    ("first", "last", "zone", "field"),
    [
        ("yesterday", "", "", "from"),
        ("2026-02-30", "", "", "from"),
        ("2026-01-31", "2026-01-01", "", "to"),
        ("2020-01-01", "2026-01-01", "", "to"),
        ("2026-01-01", "", "Mars/Olympus", "zone"),
        ("2026-01-01", "", "../etc/passwd", "zone"),
        ("0001-01-01", "", "", "from"),
    ],
)
def test_what_is_no_period_is_refused(first, last, zone, field):
    with pytest.raises(BadText) as refused:
        Period.read(first, last, zone)
    assert refused.value.field == field


# Who may see them.


async def test_reports_over_http_are_for_those_who_may(tmp_path):
    database = Database(tmp_path / "h.db")
    database.migrate()
    put(database, night("dj-wild", 10))
    database.close()

    async with a_house(tmp_path / "h.db", "over-under") as house, served(house) as at:
        people = at.desk.people
        people.accounts.add("Audrey", "correct horse", [("auditor", "")])
        people.accounts.add("Olga", "correct horse", [("auditor", "over-under")])
        people.accounts.add("Ann", "correct horse")
        people.accounts.add("Adam", "correct horse", [("administrator", "")])
        every = ["tables?expect=0&", "progressives?", "ledger?"]
        period = "from=2026-01-01&to=2026-01-31"

        for name, status in (("Ann", 403), ("Adam", 403), ("Audrey", 200), ("Olga", 200)):
            async with at.signed_in(name) as client:
                for report in every:
                    found = await client.get(f"/api/reports/{report}{period}")
                    assert found.status_code == status, (name, report)
                    tables = {row["table"] for row in found.json()} if status == 200 else set()
                    assert tables == ({"T1"} if name == "Audrey" else set())
        async with httpx.AsyncClient(base_url=at.url) as client:
            assert (await client.get(f"/api/reports/ledger?{period}")).status_code == 401
        async with at.signed_in("Olga") as client:
            assert (await client.get(f"/api/reports/tables?{period}&table=T1")).status_code == 403
            assert (await client.get(f"/api/reports/tables?{period}&table=nowhere")).status_code == 404
        async with at.signed_in("Audrey") as client:
            table = await client.get(f"/api/reports/tables?{period}&format=csv&expect=0")
            assert table.headers["content-type"] == "text/csv; charset=utf-8"
            assert table.text.startswith("table,name,game")
            ledger = await client.get(f"/api/reports/ledger?{period}&format=csv&table=T1")
            assert len(ledger.text.splitlines()) > 200
            bad = await client.get("/api/reports/tables?from=never")
            assert (bad.status_code, bad.json()["error"]["field"]) == (400, "from")
            for wrong in ("", "from=2026-01-01&format=pdf", f"{period}&after=-1"):
                assert (await client.get(f"/api/reports/ledger?{wrong}")).status_code == 422


# The command line.


def test_the_command_line_reads_a_database_and_leaves_it_alone(tmp_path, run):
    path = tmp_path / "h.db"
    stored(path, night("raise-it-up", 10)).close()
    before = path.read_bytes()
    days = ("--db", str(path), "--from", "2026-01-01", "--to", "2026-01-31")
    code, out, _ = run("report", "tables", *days, "--no-expect", "--csv")
    assert code == 0
    assert out.splitlines()[1].startswith("T1,T1,raise-it-up,pa-2019,2026-01-01,1,")
    code, out, _ = run("report", "progressives", *days)
    assert code == 0
    assert "none" in out
    code, out, _ = run("report", "ledger", *days, "--json")
    assert code == 0
    assert out.startswith('{"id":')
    assert path.read_bytes() == before


def test_what_the_command_line_cannot_read_is_refused(tmp_path, run):
    path = tmp_path / "h.db"
    stored(path, night("raise-it-up", 2)).close()
    (tmp_path / "text.db").write_text("not a database, and long enough to see that" * 40)
    day = ("--from", "2026-01-01")
    for words, message in (
        (("--db", str(tmp_path / "none.db"), *day), "there is no such file"),
        (("--db", str(tmp_path / "text.db"), *day), "is no database of a house"),
        (("--db", str(path), "--from", "soon"), "--from: 'soon' is not a date"),
        (("--db", str(path), *day, "--table", "T9"), "there is no table 'T9'; T1"),
        (("--db", str(path), *day, "--csv", "--json"), "choose one"),
    ):
        code, out, err = run("report", "tables", *words)
        assert (code, out) == (2, "")
        assert message in err
    assert not (tmp_path / "none.db").exists()


def test_the_command_line_reads_either_kind_of_database(url, run):
    stored(url, night("raise-it-up", 4)).close()
    found = run("report", "tables", "--db", url, "--from", "2026-01-01", "--no-expect")
    assert (found.code, found.err) == (0, "")
    assert "T1" in found.out
    nothing = run("report", "progressives", "--db", url, "--from", "2020-01-01")
    assert nothing.out == "No table has anything to tell of these days.\n"


def test_a_database_opened_for_reading_refuses_every_change(url):
    stored(url, night("raise-it-up", 2)).close()
    database = Database(url, read_only=True)
    assert reports.by_table(database, MONTH, expect=False)
    with pytest.raises(HouseError):
        database.store(Transaction("", 0, entries=[(0, "cage", -5, "test"), (0, "wallet:Ann", 5, "test")]))
    database.close()
