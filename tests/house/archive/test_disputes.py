"""A disputed round with everything behind it, and no card that was never shown to whoever only played in it."""

from __future__ import annotations

import re
from io import BytesIO

import msgspec
import pytest
from sqlalchemy import update

from croupier.games import EDITIONS as BOOK
from croupier.house.archive.disputes import dispute
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.tables.rounds.round_records import rebuilt
from croupier.journal.reader import records
from croupier.journal.reconstruct import rebuild
from croupier.journal.walk import Walk
from tests.house.floor import a_house, served
from tests.house.stored import START, night, put, stored
from tests.support import plain

CARD = re.compile(r"\b(?:[2-9TJQKA][cdhs])\b|\*")


@pytest.mark.parametrize("game", list(BOOK))
def test_a_dispute_tells_the_whole_round(tmp_path, game):
    database = stored(tmp_path / "h.db", night(game, 12))
    data = b"".join(line for _, line in database.lines("T1"))
    theirs = rebuild(records(BytesIO(data)), 7)
    found = plain(dispute(database, "T1", 7))
    assert msgspec.json.decode(msgspec.json.encode(found))["table"] == "T1"
    assert found["agrees"]
    assert found["differences"] == []
    assert set(found["seats"]) == set(theirs.gathered.began.wagers)
    for seat, told in found["seats"].items():
        assert told["cards"] == theirs.hands[f"seats.{seat}"].text()
        assert [line["sums"] for line in told["lines"]]
        assert all(line["words"] and line["cite"] for line in told["lines"])
    assert {step["by"] for step in found["steps"]} >= {"dealer", "player"}
    assert all(step["at"] and step["time"].startswith("2026-01-01 ") for step in found["steps"])
    lines = dict(database.lines("T1"))
    assert [record["line"] for record in found["records"]] == [lines[r["n"]].decode() for r in found["records"]]
    assert [r["n"] for r in found["records"]] == list(range(found["records"][0]["n"], found["records"][-1]["n"] + 1))
    assert "signed head" in found["records"][-1]["what"]
    assert found["submission"]["game"] == game
    assert found["submission"]["submission"] == theirs.gathered.opening.submission
    database.close()


@pytest.mark.parametrize(("game", "wild"), [("dj-wild", {"Jk", "2c", "2d", "2h", "2s"}), ("face-up-pai-gow", {"Jk"})])
def test_wild_cards_wear_tags_in_ones_own_hand_and_in_hands_that_were_shown(tmp_path, game, wild):
    database = stored(tmp_path / "h.db", night(game, 24))
    tags, hidden = [], 0
    for number in range(1, 25):
        found = rebuilt(database, "T1", number)
        held = {to: set(hand.text().split()) for to, hand in found.hands.items()}
        told = plain(dispute(database, "T1", number, [min(found.gathered.began.wagers)]))
        unseen = {f"seats.{n}" for n, hand in told["hands"].items() if "??" in hand["cards"]}
        assert not unseen & set(told["wild"])
        assert all(worn and set(worn) <= wild & held[to] for to, worn in told["wild"].items())
        tags += [tag for worn in told["wild"].values() for tag in worn.values()]
        hidden += sum(bool(wild & held[to]) for to in unseen)
    assert tags
    assert all(re.fullmatch("wild: ([2-9]|10|[JQKA])", tag) for tag in tags)
    assert hidden or game == "face-up-pai-gow"  # where every hand that stays is shown
    database.close()


def test_the_records_of_a_dispute_prove_themselves(tmp_path):
    """With the header, the record before and the lines themselves anyone can check the chain to the signed head."""
    database = stored(tmp_path / "h.db", night("dj-wild", 12))
    found = plain(dispute(database, "T1", 7))
    lines = dict(database.lines("T1"))
    walk = Walk()
    walk.step(lines[0])
    walk.believe(lines[found["records"][0]["n"] - 1])
    for record in found["records"]:
        assert walk.step(record["line"].encode()).hash == record["hash"]
    assert walk.signed is not None
    assert walk.header is not None
    assert found["proof"] == {
        "intact": True,
        "from": found["records"][0]["n"],
        "to": found["records"][-2]["n"],
        "whole": False,
        "key": walk.header.key,
        "head": {"n": walk.signed.n, "hash": walk.signed.hash, "signature": walk.signed.signature},
    }
    assert plain(dispute(database, "T1", 7, whole=True))["proof"]["whole"]
    database.close()


def test_a_journal_changed_before_the_round_is_found_by_the_whole_chain(tmp_path):
    database = stored(tmp_path / "h.db", night("dj-wild", 12))
    lines = dict(database.lines("T1"))
    rows = schema.records
    at = next(n for n, line in lines.items() if b'"event":"sat"' in line)
    changed = lines[at].replace(b"Player 1", b"Player 9")
    with database.engine.begin() as connection:
        connection.execute(update(rows).where(rows.c.table_id == "T1", rows.c.n == at).values(line=changed))
    assert plain(dispute(database, "T1", 12))["proof"]["intact"]
    proof = plain(dispute(database, "T1", 12, whole=True))["proof"]
    assert (proof["intact"], proof["record"], proof["fault"]) == (False, at, "hash")
    database.close()


@pytest.mark.parametrize("game", list(BOOK))
def test_ones_own_dispute_shows_no_card_of_others_that_was_never_shown(tmp_path, game):
    database = stored(tmp_path / "h.db", night(game, 10, 3))
    hidden = 0
    for number in range(1, 11):
        whole = plain(dispute(database, "T1", number))
        mine = min(whole["seats"])
        secret: set[str] = set()
        theirs = rebuilt(database, "T1", number)
        shown = {
            str(card)
            for to, held in theirs.hands.items()
            for at, card in enumerate(held.cards)
            if to == f"seats.{mine}" or at < held.shown
        }
        for to, held in theirs.hands.items():
            if to.startswith("seats.") and to != f"seats.{mine}":
                secret |= {str(card) for card in held.cards[held.shown :] if card is not None} - shown
        hidden += len(secret)
        own = plain(dispute(database, "T1", number, [mine]))
        assert list(own["seats"]) == [mine]
        assert not secret & set(CARD.findall(str(own))), number
        assert own["hands"][str(mine)] == whole["hands"][str(mine)]
    assert hidden or game not in {"dj-wild", "cajun-stud"}
    database.close()


async def test_who_may_see_a_dispute(tmp_path):
    database = Database(tmp_path / "h.db")
    database.migrate()
    put(database, night("dj-wild", 6))
    database.close()

    async with a_house(tmp_path / "h.db") as house, served(house) as at:
        people = at.desk.people
        people.accounts.add("Player 1", "correct horse")
        people.accounts.add("Ann", "correct horse")
        people.accounts.add("Flo", "correct horse", [("floorperson", "T1")])
        path = "/api/tables/T1/rounds/2/dispute"
        async with at.signed_in("Player 1") as client:
            own = (await client.get(path)).json()
            assert list(own["seats"]) == ["1"]
            assert own["proof"]["intact"]
        async with at.signed_in("Flo") as client:
            whole = (await client.get(f"{path}?whole=1")).json()
            assert len(whole["seats"]) > 1
            assert whole["proof"]["whole"]
            for wrong, status in (("rounds/99", 400), (f"rounds/{10**30}", 404), ("rounds/0", 404)):
                assert (await client.get(f"/api/tables/T1/{wrong}/dispute")).status_code == status
            assert (await client.get("/api/tables/T9/rounds/1/dispute")).status_code == 404
        async with at.signed_in("Ann") as client:
            assert (await client.get(path)).status_code == 403


async def test_a_table_that_has_closed_is_still_in_the_books(tmp_path):
    database = Database(tmp_path / "h.db")
    database.migrate()
    put(database, night("over-under", 4), name="Number One")
    with database.engine.begin() as connection:
        connection.execute(update(schema.tables).values(closed=START + 10**9))
    database.close()

    async with a_house(tmp_path / "h.db") as house, served(house) as at:
        assert house.keepers == {}
        at.desk.people.accounts.add("Player 1", "correct horse", [("player", ""), ("auditor", "")])
        async with at.signed_in("Player 1") as client:
            (row, *_) = (await client.get("/api/history")).json()
            assert (row["name"], row["game"]) == ("Number One", "over-under")
            for page in ("rounds/2", "rounds/2/why", "rounds/2/dispute", "journal", "export"):
                assert (await client.get(f"/api/tables/T1/{page}")).status_code == 200, page
            assert (await client.get("/api/reports/tables?from=2026-01-01&expect=0")).json()[0]["rounds"] == 4
