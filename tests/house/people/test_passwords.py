"""One's own password, a lock-out lifted, invitations for one table, and a lobby for those who do not play."""

from __future__ import annotations

import asyncio
import re
import time
from itertools import cycle
from pathlib import Path

import httpx
import pytest
from argon2 import Type, extract_parameters
from sqlalchemy import select, text
from websockets.asyncio.client import connect

from croupier import web
from croupier.errors import HouseError
from croupier.house.people.accounts import hashed
from croupier.house.people.passwords import ARGON2, SHORTEST, Passwords
from croupier.house.people.roles import EVERYWHERE
from croupier.house.people.sign_in import People
from croupier.house.people.signing_in.sessions import Change
from croupier.house.people.signing_in.sign_in_throttle import FAILURES, LOCKED
from croupier.house.screens.administrator.register import register_payload
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.web.http.limits.rate_limiter import Limits
from croupier.web.http.operations import Operations
from tests.house.desk.test_desk import refusals
from tests.house.floor import a_house, guess_wrong, open_table, served, within
from tests.house.make import PASSWORDS, QUICK, make_people
from tests.house.screens.test_register import ADA
from tests.support import plain
from tests.web.test_page_socket import code

SECRET, OTHER = "correct horse", "battery staple"


def row(people, name="Ann"):
    with people.database.read() as connection:
        return connection.execute(select(schema.people).where(schema.people.c.name == name)).one()


def test_a_password_is_kept_as_an_argon2id_hash_that_is_slow_to_guess():
    found = extract_parameters(ARGON2.hash(SECRET))
    assert (found.type, found.version) == (Type.ID, 19)
    assert (found.memory_cost, found.time_cost) >= (19 * 1024, 2)


# One's own password.


def test_a_changed_password_ends_every_other_session(people):
    people.accounts.add("Ann", SECRET)
    people.accounts.add("Bob", SECRET)
    here, *others = (people.sign_in("Ann", SECRET) for _ in range(3))
    bob = people.sign_in("Bob", SECRET)
    heard: list[Change] = []
    people.changed.append(heard.append)
    assert people.change_password("Ann", SECRET, OTHER, here) == 2
    assert [people.of(token) is None for token in (here, *others, bob)] == [False, True, True, False]
    assert heard == [Change("Ann", kept=hashed(here))]
    with pytest.raises(HouseError, match="wrong"):
        people.sign_in("Ann", SECRET)
    assert people.sign_in("Ann", OTHER)
    assert people.sign_in("Bob", SECRET)


@pytest.mark.parametrize(
    ("old", "new", "fault", "field", "words"),
    [
        ("wrong horse", OTHER, "denied", "old", "the old password is wrong"),
        (SECRET, "short", "conflict", "new", "8 letters or more"),
        (SECRET, SECRET, "conflict", "new", "is the old one"),
    ],
)
def test_what_is_refused_changes_nothing(people, old, new, fault, field, words):
    people.accounts.add("Ann", SECRET)
    here, other = people.sign_in("Ann", SECRET), people.sign_in("Ann", SECRET)
    before = row(people)
    with pytest.raises(HouseError, match=words) as refused:
        people.change_password("Ann", old, new, here)
    assert (refused.value.fault, refused.value.refusals[0].field) == (fault, field)
    assert row(people).secret == before.secret
    assert row(people).failures == (fault == "denied")
    assert people.of(other) is not None


def test_pages_ask_for_as_many_letters_as_the_house():
    """The only place of the pages that says a number."""
    said = {
        file.name: re.findall(r"(\d+) letters or more", file.read_text(encoding="utf-8"))
        for file in (Path(web.__file__).parent / "pages" / "js").rglob("*.js")
    }
    assert {name: found for name, found in said.items() if found} == {"password-field.js": [str(SHORTEST)]}


def test_wrong_old_passwords_lock_the_name_as_at_the_sign_in(people, clock):
    people.accounts.add("Ann", SECRET)
    here = people.sign_in("Ann", SECRET)
    for _ in range(FAILURES):
        with pytest.raises(HouseError, match="old password is wrong"):
            people.change_password("Ann", "wrong horse", OTHER, here)
    for locked in (lambda: people.change_password("Ann", SECRET, OTHER, here), lambda: people.sign_in("Ann", SECRET)):
        with pytest.raises(HouseError, match="too many"):
            locked()
    clock.at += LOCKED
    assert people.change_password("Ann", SECRET, OTHER, here) == 0
    assert row(people).failures == 0


def test_a_guest_has_no_password_to_change(people):
    people.accounts.add("Gus", None)
    with pytest.raises(HouseError, match="a guest has no password") as refused:
        people.change_password("Gus", "!", OTHER, people.session("Gus"))
    assert refused.value.fault == "conflict"
    assert row(people, "Gus").failures == 0


@pytest.mark.parametrize("what", ["sign in", "change"])
def test_what_was_verified_before_a_change_comes_too_late(people, what):
    """The old password is right when it is looked at, and another when the answer is stored."""
    people.accounts.add("Ann", SECRET)
    here, there = people.sign_in("Ann", SECRET), people.sign_in("Ann", SECRET)

    class Slow:
        hash = QUICK.hash

        @staticmethod
        def verify(kept, secret):
            people.passwords = PASSWORDS
            assert QUICK.verify(kept, secret)
            people.change_password("Ann", SECRET, OTHER, here)
            return True

    people.passwords = Passwords(Slow())
    with pytest.raises(HouseError, match=r"wrong|meanwhile") as late:
        people.sign_in("Ann", SECRET) if what == "sign in" else people.change_password(
            "Ann", SECRET, "yet another one", there
        )
    assert late.value.fault == "denied"
    with people.database.read() as connection:
        assert connection.scalars(select(schema.sessions.c.token)).all() == [hashed(here)]
    assert people.sign_in("Ann", OTHER)


async def test_pages_of_the_other_sessions_close_and_this_one_stays(url):
    async def changed(at, old, new):
        page = at.url.replace("http", "ws") + "/api/tables/dj-wild/"
        async with at.signed_in("Ann", old) as here, at.signed_in("Ann", old) as there:
            cookies = [{"Cookie": f"croupier={client.cookies['croupier']}"} for client in (here, there)]
            async with (
                connect(f"{page}page", additional_headers=cookies[0], proxy=None) as mine,
                connect(f"{page}socket", additional_headers=cookies[0], proxy=None) as bots,
                connect(f"{page}page", additional_headers=cookies[1], proxy=None) as other,
                connect(f"{page}socket", additional_headers=cookies[1], proxy=None) as others_bots,
            ):
                for socket in (mine, bots, other, others_bots):
                    await socket.recv()
                reply = await here.put("/api/password", json={"old": old, "new": new})
                assert reply.json() == {"ended": 1, "words": "Changed. One other session has ended."}
                began = time.monotonic()
                assert [await code(other), await code(others_bots)] == [4401, 4401]
                took = time.monotonic() - began
                for socket in (mine, bots):
                    await (await socket.ping())
                assert (await here.get("/api/session")).status_code == 200
                assert (await there.get("/api/session")).status_code == 401
        await asyncio.to_thread(at.desk.people.sign_out, here.cookies["croupier"])
        return took

    async with a_house(url, "dj-wild") as house, served(house) as at:
        at.desk.people.accounts.add("Ann", SECRET)
        words = cycle(((SECRET, OTHER), (OTHER, SECRET)))
        await within(1, lambda: changed(at, *next(words)))


async def test_pages_at_another_process_close_too(process):
    async with process() as one, process() as two:
        await open_table(one.house, "dj-wild")
        one.desk.people.accounts.add("Ann", SECRET)
        here, there = ({"Cookie": f"croupier={one.desk.people.session('Ann')}"} for _ in range(2))
        page = two.url.replace("http", "ws") + "/api/tables/dj-wild/page"  # forwarded to whoever keeps the table
        async with (
            connect(page, additional_headers=here, proxy=None) as mine,
            connect(page, additional_headers=there, proxy=None) as other,
            httpx.AsyncClient(base_url=two.url, headers=here) as ann,
        ):
            for socket in (mine, other):
                await socket.recv()
            assert (await ann.put("/api/password", json={"old": SECRET, "new": OTHER})).json()["ended"] == 1
            assert await code(other) == 4401
            await asyncio.sleep(0.5)  # what was told has reached every process
            await (await mine.ping())


async def test_the_passwords_route_is_for_ones_own_pages(tmp_path):
    async with a_house(tmp_path / "h.db") as house, served(house) as at:
        at.desk.people.accounts.add("Ann", SECRET)
        body = {"old": SECRET, "new": OTHER}
        async with httpx.AsyncClient(base_url=at.url) as nobody:
            assert (await nobody.put("/api/password", json=body)).status_code == 401
        async with at.signed_in("Ann", SECRET) as ann:
            evil = {"Origin": "https://evil.example"}
            assert (await ann.put("/api/password", json=body, headers=evil)).status_code == 403
            for odd in ({}, {"old": SECRET}, {"old": 5, "new": OTHER}, {**body, "new": None}):
                reply = await ann.put("/api/password", json=odd)
                assert reply.status_code == 422
                assert SECRET not in reply.text
            wrong = await ann.put("/api/password", json={"old": "wrong horse", "new": OTHER})
            assert (wrong.status_code, wrong.json()["error"]["field"]) == (403, "old")
            assert (await ann.put("/api/password", json=body)).json()["words"] == (
                "Changed. No other session was open."
            )


async def test_guesses_at_an_old_password_are_limited_and_counted(tmp_path):
    operations = Operations(limits=Limits(sign_in=3))
    async with a_house(tmp_path / "h.db") as house, served(house, operations=operations) as at:
        at.desk.people.accounts.add("Ann", SECRET)
        async with at.signed_in("Ann", SECRET) as ann:
            wrong = {"old": "wrong horse", "new": OTHER}
            codes = [(await ann.put("/api/password", json=wrong)).status_code for _ in range(4)]
            assert codes == [403, 403, 403, 429]
            assert "croupier_sign_in_failures_total 3.0" in (await ann.get("/metrics")).text


# A lock-out lifted.


def test_a_lock_out_is_lifted_with_its_count(people, clock):
    people.accounts.add("Ann", SECRET)
    for _ in range(FAILURES):
        with pytest.raises(HouseError):
            people.sign_in("Ann", "wrong horse")
    assert people.lift("Ann") is True
    assert (row(people).failures, row(people).locked_until) == (0, 0)
    assert people.sign_in("Ann", SECRET)
    with pytest.raises(HouseError):
        people.sign_in("Ann", "wrong horse")
    assert people.lift("Ann") is False
    assert row(people).failures == 1  # nothing was locked, nothing has changed
    with pytest.raises(HouseError, match="nobody is called"):
        people.lift("Nobody")


async def test_an_administrator_lifts_the_lock_outs_of_others(tmp_path):
    async with a_house(tmp_path / "h.db") as house, served(house) as at:
        people = at.desk.people
        for name in ("Ada", "Bea"):
            people.accounts.add(name, SECRET, [("administrator", "")])
        people.accounts.add("Dee", SECRET, [("dealer", "")])
        async with at.signed_in("Ada", SECRET) as ada, at.signed_in("Dee", SECRET) as dee:
            for name in ("Ada", "Bea"):
                guess_wrong(people, name)
                page = plain(register_payload(house.database, house.clock(), ADA, chosen=name))
                assert page["chosen"]["lift"] is (name != "Ada")
            assert (await ada.delete("/api/people/Bea/lock")).json() == {"name": "Bea", "lifted": True}
            assert (await ada.delete("/api/people/Bea/lock")).json() == {"name": "Bea", "lifted": False}
            assert (await ada.delete("/api/people/Nobody/lock")).status_code == 404
            assert (await ada.delete("/api/people/Ada/lock")).status_code == 403
            assert (await dee.delete("/api/people/Ada/lock")).status_code == 403
            assert [note.person for note in refusals(house)] == ["Ada", "Dee"]
            assert plain(register_payload(house.database, house.clock(), ADA, chosen="Bea"))["chosen"]["lift"] is False


# Invitations for one table.


def test_an_invitation_voids_the_last_for_the_same_role_and_table_alone(people):
    old, everywhere, elsewhere = (people.accounts.invite("dealer", table) for table in ("T1", EVERYWHERE, "T2"))
    new = people.accounts.invite("dealer", "T1")
    with pytest.raises(HouseError, match="used already"):
        people.accounts.accept(old, "Old", SECRET)
    for name, token, table in (("Ann", new, "T1"), ("Bob", everywhere, EVERYWHERE), ("Cy", elsewhere, "T2")):
        assert people.accounts.invited(token) == ("dealer", table)
        people.accounts.accept(token, name, SECRET)
        assert people.accounts.person(name).grants == {("dealer", table)}
    with pytest.raises(HouseError, match="whole house"):
        people.accounts.invite("administrator", "T1")


async def test_invitations_by_the_administrators_route(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house, served(house) as at:
        at.desk.people.accounts.add("Ada", SECRET, [("administrator", "")])
        at.desk.people.accounts.add("Bea", None, [("administrator", "")])
        async with at.signed_in("Ada", SECRET) as ada, httpx.AsyncClient(base_url=at.url) as ben:
            asked = {"role": "dealer", "table": "dj-wild"}
            assert (await ada.post("/api/invitations", json={**asked, "table": "none"})).status_code == 404
            eve = {"roles": ["administrator"], "name": "Eve", "password": SECRET}
            for path, more in (("/api/invitations", {"role": "administrator"}), ("/api/people", eve)):
                reply = await ada.post(path, json={"table": "dj-wild", **more})
                assert (reply.status_code, reply.json()["error"]["field"]) == (409, "table")
            player = (await ada.post("/api/invitations", json={"role": "player", "table": "dj-wild"})).json()
            assert (player["words"], player["where"]) == ("Player", "dj-wild")
            made = (await ada.post("/api/invitations", json=asked)).json()
            await at.desk.requests.approve(at.desk.people.accounts.person("Bea"), made["request"])
            made = (await ada.post(f"/api/requests/{made['request']}/collect")).json()
            token = {"token": made["link"].removeprefix("/invitation#token=")}
            assert (await ben.post("/api/invitation", json=token)).json() == {
                "role": "dealer",
                "words": "Dealer",
                "where": "dj-wild",
            }
            form = {**token, "name": "Ben", "password": SECRET}
            assert (await ben.post("/api/administrator", json=form)).status_code == 200
            assert (await ben.post("/api/invitation", json=token)).status_code == 403
            assert at.desk.people.accounts.person("Ben").grants == {("dealer", "dj-wild")}


def test_an_invitation_from_before_is_for_every_table(url, clock):
    database = Database(url)
    database.migrate()
    with database.engine.begin() as connection:
        connection.execute(text("ALTER TABLE invitations DROP COLUMN table_id"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0002'"))
        old = f"INSERT INTO invitations (token, role, until) VALUES ('{hashed('old')}', 'auditor', 2000000)"  # noqa: S608
        connection.execute(text(old))
    database.close()
    again = Database(url)
    again.migrate()
    people = make_people(again, clock)
    people.accounts.accept("old", "Ann", SECRET)
    assert people.accounts.person("Ann").grants == {("auditor", EVERYWHERE)}
    again.close()


# The lobby of someone who is no player.

ROLES = [("administrator", ""), ("dealer", "dj-wild"), ("floorperson", ""), ("auditor", ""), ("player", "dj-wild")]
LEADS = {
    "administrator": ("register", None, None),
    "dealer": ("dealer", "/dealer?table=dj-wild", None),
    "floorperson": ("floor", "/floor?table=dj-wild", "/floor?table=over-under"),
    "auditor": ("surveillance", "/surveillance?table=dj-wild", "/surveillance?table=over-under"),
    "player": ("", "/tables/dj-wild", None),
}


@pytest.mark.parametrize("grant", ROLES, ids=lambda grant: grant[0])
async def test_the_lobby_leads_everyone_to_what_is_theirs(tmp_path, grant):
    async with a_house(tmp_path / "h.db", "dj-wild", "over-under") as house, served(house) as at:
        at.desk.people.accounts.add("Ann", SECRET, [grant])
        async with at.signed_in("Ann", SECRET) as ann:
            floor = (await ann.get("/api/floor")).json()
        person, plays = floor["person"], grant[0] == "player"
        assert (person["plays"], bool(person["wallet"]), person["password"]) == (plays, plays, True)
        ways = {table["id"]: (table["go"] or {}).get("href") for table in floor["tables"]}
        assert (person["own"], ways["dj-wild"], ways["over-under"]) == LEADS[grant[0]]
        async with httpx.AsyncClient(base_url=at.url) as nobody:
            stranger = (await nobody.get("/api/floor")).json()
        assert {table["go"]["words"] for table in stranger["tables"]} == {"Sit down"}


def test_the_first_guess_at_nobodys_name_hashes_nothing(tmp_path):
    """Else whoever guesses right after the start learns by the time that there is no such name."""
    hashed_before = []

    class Once:
        verify = QUICK.verify

        @staticmethod
        def hash(secret):
            hashed_before.append(secret)
            return QUICK.hash(secret)

    people = People(Database(tmp_path / "h.db"), lambda: 0, passwords=Passwords(Once()))
    people.database.migrate()
    assert len(hashed_before) == 1
    with pytest.raises(HouseError, match="wrong"):
        people.sign_in("Nobody", "correct horse")
    assert len(hashed_before) == 1
    people.database.close()
