"""Sign-in, sessions and roles: what is kept is hashed, what is withdrawn is gone at once."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import httpx
import pytest
from sqlalchemy import select

from croupier.client import Client
from croupier.errors import HouseError
from croupier.house.people.accounts import INVITATION
from croupier.house.people.sign_in_policy import SESSION
from croupier.house.people.signing_in.sign_in_throttle import FAILURES, LOCKED
from croupier.house.storage import schema
from tests.house.floor import a_house, served, within

if TYPE_CHECKING:
    from croupier.house.storage.database import Database

SECRET = "correct horse"  # noqa: S105 - of a test


def everything(database: Database) -> str:
    with database.read() as connection:
        return "".join(str(row) for table in schema.metadata.sorted_tables for row in connection.execute(select(table)))


def test_passwords_and_tokens_are_kept_as_hashes_only(people):
    people.accounts.add("Ann", SECRET)
    token = people.sign_in("Ann", SECRET)
    invited = people.accounts.invite("administrator")
    assert people.of(token).name == "Ann"
    kept = everything(people.database)
    assert "Ann" in kept
    for secret in (SECRET, token, invited):
        assert secret not in kept
    assert len(token) >= 22  # 128 bits


def test_wrong_passwords_lock_the_name_for_longer_each_time(people, clock):
    people.accounts.add("Ann", SECRET)
    for times in (1, 2):
        for _ in range(FAILURES):
            with pytest.raises(HouseError, match="name or password is wrong"):
                people.sign_in("Ann", "wrong horse")
        with pytest.raises(HouseError, match="too many"):
            people.sign_in("Ann", SECRET)
        clock.at += LOCKED * times - 1
        with pytest.raises(HouseError, match="too many"):
            people.sign_in("Ann", SECRET)
        clock.at += 1
    assert people.sign_in("Ann", SECRET)
    with pytest.raises(HouseError, match="name or password is wrong"):
        people.sign_in("Nobody", SECRET)


def test_a_session_ends(people, clock):
    people.accounts.add("Ann", SECRET)
    token, other = people.sign_in("Ann", SECRET), people.sign_in("Ann", SECRET)
    people.sign_out(token)
    assert people.of(token) is None
    assert people.of(other) is not None
    clock.at += SESSION
    assert people.of(other) is None


def test_a_guest_has_no_password_to_guess(people):
    people.accounts.add("Gus", None)
    assert people.of(people.session("Gus")).name == "Gus"
    for guess in ("!", "", "None"):
        with pytest.raises(HouseError):
            people.sign_in("Gus", guess)


@pytest.mark.parametrize("name", ["", "  ", "a" * 41, "a:b", "a/b", "a\nb"])
def test_names_that_would_be_mistaken_for_accounts_are_refused(people, name):
    with pytest.raises(HouseError, match="a name has"):
        people.accounts.add(name, SECRET)


MIXED = ["\u0410nn", "Ann \u0421lark", "\u0392ob", "\uff21\u043dn", "Ann\u5c71"]
WHOLE = [
    "Ann-Marie 2",
    "\u0410\u043d\u043d\u0430",
    "\u039d\u03af\u03ba\u03bf\u03c2",
    "Zo\u00eb",
    "\u5c71\u7530\u3055\u3093",
    "O\u2019Neil",
    "Ren\u00e9e \U0001f3b2",
]


@pytest.mark.parametrize("name", MIXED)
def test_a_name_in_letters_of_two_scripts_is_refused(people, name):
    with pytest.raises(HouseError, match="letters of one script"):
        people.accounts.add(name, None)


@pytest.mark.parametrize("name", WHOLE)
def test_a_name_in_one_script_is_taken_whatever_it_is(people, name):
    people.accounts.add(name, None)
    assert people.accounts.person(name).name == name


def test_a_name_is_taken_once(people):
    people.accounts.add("Ann", SECRET)
    with pytest.raises(HouseError, match="already"):
        people.accounts.add("Ann", "another secret")
    assert people.sign_in("Ann", SECRET)


def test_roles_by_table(people):
    people.accounts.add("Dee", SECRET, [("dealer", "T1")])
    people.accounts.grant("Dee", "floorperson", "T2")
    people.accounts.grant("Dee", "floorperson", "T2")
    dee = people.accounts.person("Dee")
    assert (dee.roles("T1"), dee.roles("T2"), dee.roles("T3")) == ({"dealer"}, {"floorperson"}, set())
    people.accounts.withdraw("Dee", "floorperson", "T2")
    assert people.accounts.person("Dee").roles("T2") == set()
    with pytest.raises(HouseError, match="none of"):
        people.accounts.grant("Dee", "king")


def test_an_administrator_holds_no_other_role(people):
    people.accounts.add("Ada", SECRET, [("administrator", "")])
    with pytest.raises(HouseError, match="no other role"):
        people.accounts.grant("Ada", "shift-manager")
    with pytest.raises(HouseError, match="no other role"):
        people.accounts.add("Bob", SECRET, [("administrator", ""), ("player", "")])


def test_an_invitation_is_used_once_within_the_hour(people, clock):
    old = people.accounts.invite("administrator")
    token = people.accounts.invite("administrator")
    with pytest.raises(HouseError, match="used already"):
        people.accounts.accept(old, "Ada", SECRET)
    with pytest.raises(HouseError, match="letters or more"):
        people.accounts.accept(token, "Ada", "short")
    assert not people.accounts.has("administrator")
    people.accounts.accept(token, "Ada", SECRET)
    assert people.accounts.has("administrator")
    assert people.accounts.person("Ada").grants == {("administrator", "")}
    with pytest.raises(HouseError, match="used already"):
        people.accounts.accept(token, "Eve", SECRET)
    late = people.accounts.invite("administrator")
    clock.at += INVITATION
    with pytest.raises(HouseError, match="hour is over"):
        people.accounts.accept(late, "Eve", SECRET)


async def test_the_administrators_routes(url):
    async with a_house(url, "dj-wild") as house, served(house) as at, Client(at.url) as ada:
        token = at.desk.people.accounts.invite("administrator")
        async with httpx.AsyncClient(base_url=at.url) as raw:
            page = await raw.get(f"/administrator?token={token}")
            assert token not in page.text
            told = [page.headers[name] for name in ("Referrer-Policy", "Cache-Control")]
            assert told == ["no-referrer", "no-store"]
            form = {"token": token, "name": "Ada", "password": SECRET}
            assert (await raw.post("/api/administrator", data=form)).json() == {"name": "Ada"}
            assert (await raw.post("/api/administrator", json=form)).status_code == 403
            assert (await raw.post("/api/administrator", content=b"\xff{")).status_code == 409
            assert (await raw.get("/api/people")).status_code == 401
        await ada.sign_in("Ada", SECRET)
        assert (await ada.me()).wallet == 0
        for path, body in (("/api/people", {"name": "Dee", "password": SECRET, "roles": ["player", "dealer"]}),):
            await ada._ask("POST", path, body)
        await ada._ask("PUT", "/api/people/Dee/roles/floorperson?table=dj-wild")
        grants = {person["name"]: person["grants"] for person in await ada._ask("GET", "/api/people")}
        assert grants["Dee"] == [["player", ""]]  # roles at work wait for a second administrator
        for method, path in (("PUT", "/api/people/Ada/roles/shift-manager"), ("DELETE", "/api/people/Ada")):
            with pytest.raises(HouseError, match="their own"):
                await ada._ask(method, path)
        for table in ("/api/tables/dj-wild", "/api/tables/dj-wild/journal"):
            with pytest.raises(HouseError, match="not yours"):
                await ada._ask("GET", table)
        async with Client(at.url) as dee:
            await dee.sign_in("Dee", SECRET)
            with pytest.raises(HouseError, match="not yours"):
                await dee._ask("GET", "/api/people")
            await ada._ask("DELETE", "/api/people/Dee")
            with pytest.raises(HouseError, match="sign in"):
                await dee.me()
            with pytest.raises(HouseError, match="wrong"):
                await dee.sign_in("Dee", SECRET)


@pytest.mark.parametrize("how", ["withdraw", "dismiss"])
async def test_revocation_closes_open_sockets_within_a_second(url, how):
    async def revoked(at, name):
        async with at.at(name, "dj-wild") as table:
            began = time.monotonic()
            if how == "withdraw":
                await asyncio.to_thread(at.desk.people.accounts.withdraw, name, "player")
            else:
                await asyncio.to_thread(at.desk.people.accounts.dismiss, name)
            with pytest.raises(HouseError) as ended:
                await table.changed()
            assert ended.value.fault == "denied"
            took = time.monotonic() - began
            with pytest.raises(HouseError):
                await table.client.table("dj-wild").__aenter__()
            return took

    async with (
        a_house(url, "dj-wild") as house,
        served(house) as at,
        at.at("Zoe", "dj-wild") as other,
    ):
        names = iter(f"Ann{n}" for n in range(10))
        await within(1, lambda: revoked(at, next(names)))
        assert other._ended is None


async def test_other_sites_are_kept_out(url):
    async with a_house(url, "dj-wild") as house, served(house) as at, Client(at.url) as ann:
        await ann.guest("Ann")
        async with httpx.AsyncClient(base_url=at.url, cookies={"croupier": ann.token}) as raw:
            evil = {"Origin": "https://evil.example"}
            assert (await raw.post("/api/guest", json={"name": "Eve"}, headers=evil)).status_code == 403
            assert (await raw.post("/api/guest", json={"name": "x" * 70_000})).status_code == 413
            reply = await raw.post("/api/guest", json={"name": "Eve"})
            cookie = reply.headers["set-cookie"]
            assert "HttpOnly" in cookie
            assert "SameSite=strict" in cookie
            assert "default-src 'self'" in reply.headers["content-security-policy"]
        from websockets.asyncio.client import connect
        from websockets.exceptions import ConnectionClosed

        address = at.url.replace("http", "ws") + "/api/tables/dj-wild/socket"
        for headers, code in (({"Cookie": f"croupier={ann.token}", **evil}, 4403), ({}, 4401)):
            async with connect(address, additional_headers=headers, proxy=None) as socket:
                with pytest.raises(ConnectionClosed) as closed:
                    await socket.recv()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == code
