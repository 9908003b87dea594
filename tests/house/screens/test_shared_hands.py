"""Shared hands: made by a player of the round, seen by whoever has the link, and by nobody once it is taken back."""

from __future__ import annotations

import asyncio
import csv

import httpx
import pytest
from sqlalchemy import insert, select, update

from croupier.errors import HouseError
from croupier.house.cloth.felt import signed
from croupier.house.journal.events import HandShared, ShareRevoked
from croupier.house.people.accounts import hashed
from croupier.house.screens.player import shared_hands
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.storage.seals import Seals
from croupier.web.http.limits import worker_threads
from tests.house.floor import KEY, a_house, served
from tests.house.make import make_people
from tests.house.stored import night, put
from tests.house.tables.test_round_index import played, table_row


@pytest.fixture
def house(url, clock):
    """Ann played seat 1 and Bob seat 2 of round 3."""
    database = Database(url)
    database.migrate()
    database.seals = Seals(KEY)
    people = make_people(database, clock)
    for name in ("Ann", "Bob"):
        people.accounts.add(name, None)
    with database.engine.begin() as connection:
        connection.execute(insert(schema.tables), table_row("A"))
        connection.execute(insert(schema.played), [played(3), played(3, seat=2, player="Bob")])
    yield database, people
    database.close()


def test_a_link_shows_the_round_until_it_is_taken_back(house):
    database, _ = house
    token = shared_hands.share(database, "Ann", "A", 3, 1, named=False, at=5)
    other = shared_hands.share(database, "Ann", "A", 3, 1, named=True, at=6)
    assert len(token) == 32
    assert token != other
    assert shared_hands.shown_by(database, token) == ("Ann", "A", 3, 1, False)
    assert shared_hands.shown_by(database, other).named
    with database.read() as connection:
        assert token not in str(connection.execute(select(schema.shares)).all())
    listed = shared_hands.shared_by(database, "Ann")
    assert [one.named for one in listed] == [True, False]
    assert shared_hands.shared_by(database, "Bob") == []
    with pytest.raises(HouseError, match="no such shared hand"):
        shared_hands.revoke(database, "Bob", listed[1].token, at=7)
    shared_hands.revoke(database, "Ann", listed[1].token, at=7)
    said = []
    for wrong in (token, "never", "", "x" * 500, "ä"):
        with pytest.raises(HouseError) as refused:
            shared_hands.shown_by(database, wrong)
        said.append((refused.value.fault, refused.value.message))
    assert len(set(said)) == 1
    assert shared_hands.shown_by(database, other)


def test_a_row_that_the_house_did_not_write_shows_nothing(house):
    database, people = house
    row = {
        "token": hashed("mine"),
        "person": "Bob",
        "table_id": "A",
        "round": 3,
        "seat": 2,
        "named": True,
        "made": 0,
        "seal": "",
    }
    with database.engine.begin() as connection:
        connection.execute(insert(schema.shares), row)
    with pytest.raises(HouseError, match="no such shared hand"):
        shared_hands.shown_by(database, "mine")
    token = shared_hands.share(database, "Ann", "A", 3, 1, named=False, at=5)
    with database.engine.begin() as connection:
        connection.execute(update(schema.shares).where(schema.shares.c.person == "Ann").values(seat=2))
    with pytest.raises(HouseError, match="no such shared hand"):
        shared_hands.shown_by(database, token)
    good = shared_hands.share(database, "Ann", "A", 3, 1, named=False, at=5)
    assert shared_hands.shown_by(database, good)
    people.accounts.dismiss("Ann")
    with pytest.raises(HouseError, match="no such shared hand"):
        shared_hands.shown_by(database, good)


def test_so_many_at_a_time(house, monkeypatch):
    database, _ = house
    monkeypatch.setattr(shared_hands, "MAX_SHARED", 2)
    for at in (1, 2):
        shared_hands.share(database, "Ann", "A", 3, 1, named=False, at=at)
    with pytest.raises(HouseError, match="take one back first"):
        shared_hands.share(database, "Ann", "A", 3, 1, named=False, at=3)


async def test_the_pages_of_a_player_and_of_a_stranger(tmp_path, monkeypatch):
    async with a_house(tmp_path / "h.db") as house, served(house) as at:
        await asyncio.to_thread(put, house.database, night("over-under", 4, seats=3))
        async with (
            httpx.AsyncClient(base_url=at.url) as ann,
            httpx.AsyncClient(base_url=at.url) as eve,
            httpx.AsyncClient(base_url=at.url) as stranger,
        ):
            for client, name in ((ann, "Player 1"), (eve, "Eve")):
                assert (await client.post("/api/guest", json={"name": name})).status_code == 200
            await of_ones_own(ann, eve, stranger)
            monkeypatch.setattr(worker_threads, "DOWNLOADS", 0)
            assert (await ann.get("/api/my-play/rounds.csv")).status_code == 429, "as many at once as of any report"
            await shared(ann, eve, stranger)
        said = [event for event in house_events(house) if isinstance(event, HandShared | ShareRevoked)]
        assert [type(event) for event in said] == [HandShared, HandShared, ShareRevoked]
        assert all(event.by == "Player 1" and event.within for event in said)
        house.audit()


async def of_ones_own(ann, eve, stranger):
    mine = (await ann.get("/api/my-play")).json()
    assert mine["rounds"] == 4
    assert (await eve.get("/api/my-play")).json()["rounds"] == 0
    assert (await stranger.get("/api/my-play")).status_code == 401
    assert (await ann.get("/api/my-play?span=week")).status_code == 400
    sheet = await ann.get("/api/my-play/rounds.csv")
    assert sheet.headers["content-disposition"] == 'attachment; filename="my-play-all.csv"'
    lines = list(csv.DictReader(sheet.text.splitlines()))
    assert [line["round"] for line in lines] == ["1", "2", "3", "4"]
    assert signed(sum(round(100 * float(line["result"])) for line in lines)) == mine["all"]["net"]
    assert (await ann.get("/api/my-play/rounds.csv?span=week")).status_code == 400
    assert (await eve.get("/api/my-play/rounds.csv")).text.count("\n") == 1
    assert (await stranger.get("/api/my-play/rounds.csv")).status_code == 401
    one = await ann.get("/api/replays/T1/2")
    assert one.json()["own"]
    assert one.json()["neighbours"] == {"before": 1, "after": 3}
    for path in ("/api/replays/T1/2", "/api/replays/T1/99", "/api/replays/none/2", "/api/replays/T1/2?seat=2"):
        assert (await eve.get(path)).status_code == 404
    assert (await ann.get("/api/replays/T1/2?seat=2")).status_code == 404
    assert (await eve.post("/api/replays/T1/2/share", json={"named": True})).status_code == 404
    assert (await stranger.post("/api/replays/T1/2/share", json={})).status_code == 401


async def shared(ann, eve, stranger):
    made = [
        (await ann.post("/api/replays/T1/2/share", json={"named": named})).json()["address"] for named in (False, True)
    ]
    told = (await stranger.get(f"/api{made[0]}")).json()
    assert (told["own"], told["name"], told["round"]) == (False, "", 2)
    assert "Player 1" not in str(told)
    assert "table" not in told
    assert (await stranger.get(f"/api{made[1]}")).json()["name"] == "Player 1"
    page = await stranger.get(made[0])
    assert 'property="og:title" content="Seat 1 ' in page.text
    assert f'property="og:image" content="http://{page.url.netloc.decode()}{made[0]}/picture.png"' in page.text
    assert "noindex" in page.headers["x-robots-tag"]
    picture = await stranger.get(f"{made[0]}/picture.png")
    assert picture.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert picture.content[16:24] == (1200).to_bytes(4, "big") + (630).to_bytes(4, "big")
    listed = (await ann.get("/api/my-play/shares")).json()
    assert [one["named"] for one in listed] == [True, False]
    assert (await eve.delete(f"/api/my-play/shares/{listed[1]['id']}")).status_code == 404
    assert (await ann.delete(f"/api/my-play/shares/{listed[1]['id']}")).status_code == 200
    never = f"/shared/{'x' * 32}"
    for ending in ("", "/picture.png"):
        gone, none = [await stranger.get(f"{path}{ending}") for path in (made[0], never)]
        assert (gone.status_code, gone.content) == (none.status_code, none.content) == (404, none.content)
    gone, none = [await stranger.get(f"/api{path}") for path in (made[0], never)]
    assert (gone.status_code, gone.content) == (404, none.content)
    assert (await stranger.get(f"/api{made[1]}")).status_code == 200


def house_events(house):
    from croupier.house.journal.journal import HOUSE, house_lines
    from croupier.journal.walk import Walk

    walk = Walk(HOUSE)
    with house.database.read() as connection:
        return [walk.step(line).body for line in house_lines(connection)]


async def test_links_are_not_made_faster_than_so_many_a_minute(tmp_path):
    async with a_house(tmp_path / "h.db") as house, served(house) as at, httpx.AsyncClient(base_url=at.url) as ann:
        await ann.post("/api/guest", json={"name": "Ann"})
        found = [(await ann.post("/api/replays/none/1/share", json={})).status_code for _ in range(12)]
        assert found == [404] * 10 + [429] * 2
