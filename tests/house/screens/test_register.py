"""The register as its page is told it, invitations, and the cage: money in and out of a wallet, once, by another."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import httpx
import pytest
from sqlalchemy import select

from croupier.errors import HouseError
from croupier.house.desk.desk import Desk
from croupier.house.desk.requests.cage import MAX_CENTS_AT_ONCE, move
from croupier.house.people.permissions import COMMANDS, PERMISSION_WORDS, ROLES, ROLES_OF_PAGE, allowed
from croupier.house.people.roles import Person
from croupier.house.screens.administrator.register import MAX_PEOPLE as LISTED
from croupier.house.screens.administrator.register import permissions, register_payload
from croupier.house.storage import schema
from tests.house.desk.test_desk import refusals
from tests.house.floor import EDITIONS, a_house, guess_wrong, served, settings
from tests.support import plain

SECRET = "correct horse"  # noqa: S105 - of a test
ADA = Person("Ada", frozenset({("administrator", "")}))
SAM = Person("Sam", frozenset({("shift-manager", "")}))


@asynccontextmanager
async def house_and_desk(url, *games):
    async with a_house(url, *games) as house:
        yield house, Desk(house)


async def test_everyone_is_listed_with_roles_tables_and_state(url):
    async with house_and_desk(url, "dj-wild") as (house, desk):
        people = desk.people
        people.accounts.add("Ada", None, [("administrator", "")])
        people.accounts.add("Dee", SECRET, [("dealer", "dj-wild"), ("floorperson", "")])
        people.accounts.add("Gus", None)
        people.accounts.add("Zed", None)
        people.session("Gus")
        people.session("Gus")
        people.accounts.dismiss("Zed")
        guess_wrong(people, "Dee")
        page = plain(register_payload(house.database, house.clock(), ADA, chosen="Gus"))
        assert [one["name"] for one in page["people"]] == ["Ada", "Dee", "Gus", "Zed"]
        ada, dee, gus, zed = page["people"]
        assert (ada["you"], dee["you"]) == (True, False)
        assert [(one["words"], one["where"]) for one in dee["grants"]] == [
            ("Dealer", "dj-wild"),
            ("Floorperson", "every table"),
        ]
        assert (dee["state"], dee["until"] > house.clock()) == ("locked", True)
        assert (gus["state"], gus["guest"], zed["state"]) == ("active", True, "closed")
        assert page["chosen"]["closing"][0] == "2 sessions end; open pages close within a second."
        assert {one["words"]: one["value"] for one in page["figures"]} == {
            "At work": "2",
            "Players": "1",
            "Signed in": "1",
            "Locked out": "1",
            "Closed": "1",
        }
        for search, found in (("dee", ["Dee"]), ("PLAYER", ["Gus", "Zed"]), ("floor every", ["Dee"]), ("x", [])):
            page = plain(register_payload(house.database, house.clock(), ADA, search))
            assert [one["name"] for one in page["people"]] == found
        assert "secret" not in str(page).lower()


async def test_a_long_register_says_how_many_are_not_shown(tmp_path):
    async with house_and_desk(tmp_path / "h.db") as (house, desk):
        for number in range(LISTED + 3):
            desk.people.accounts.add(f"Guest {number:03}", None)
        page = plain(register_payload(house.database, house.clock(), ADA))
        assert (len(page["people"]), page["found"]) == (LISTED, LISTED + 3)
        assert page["more"] == "3 more. Type a name to find them."


async def test_tables_of_one_name_are_told_apart(tmp_path):
    async with house_and_desk(tmp_path / "h.db") as (house, _):
        for table, name in (("one", "Twin"), ("two", "Twin"), ("three", "Single")):
            await house.open(table, name, "dj-wild", EDITIONS["dj-wild"], settings("dj-wild"))
        names = {
            one["id"]: one["words"] for one in plain(register_payload(house.database, house.clock(), ADA))["tables"]
        }
        assert names == {"one": "Twin (one)", "two": "Twin (two)", "three": "Single"}


async def test_roles_that_cannot_be_held_together_are_refused_with_the_reason(tmp_path):
    async with house_and_desk(tmp_path / "h.db") as (house, desk):
        desk.people.accounts.add("Bob", None, [("administrator", "")])
        desk.people.accounts.add("Gus", None)
        page = plain(register_payload(house.database, house.clock(), ADA, chosen="Bob"))
        why = "an administrator holds no other role"
        assert page["chosen"]["refuses"] == {role: why for role in ROLES if role != "administrator"}
        assert plain(register_payload(house.database, house.clock(), ADA, chosen="Gus"))["chosen"]["refuses"] == {
            "administrator": why
        }
        desk.people.accounts.withdraw("Gus", "player")
        with pytest.raises(HouseError, match="whole house"):
            desk.people.accounts.grant("Gus", "administrator", "dj-wild")
        assert desk.people.accounts.person("Gus").grants == frozenset()
        for change in (desk.people.accounts.dismiss, lambda name: desk.people.accounts.withdraw(name, "player")):
            with pytest.raises(HouseError, match="nobody is called"):
                change("Nobody")


def test_the_permission_table_is_generated():
    page = plain(permissions())
    rows = {row["what"]: row["cells"] for part in page["parts"] for row in part["rows"]}
    assert rows == {what: [allowed(role, what) for role in ROLES] for what in (*COMMANDS, *ROLES_OF_PAGE)}
    assert (allowed("player", "sit"), allowed("floorperson", "sit"), allowed("auditor", "sit")) == ("own", "yes", "")
    assert page["power"].startswith(f"Of {len(rows)} permissions an administrator holds 3: people, set-aside, equip")
    assert set(PERMISSION_WORDS) <= set(rows)


async def test_an_invitation_by_the_administrators_route(tmp_path):
    async with a_house(tmp_path / "h.db") as house, served(house) as at:
        people = at.desk.people
        people.accounts.add("Ada", SECRET, [("administrator", "")])
        people.accounts.add("Bea", SECRET, [("administrator", "")])

        async def invited():
            made = (await ada.post("/api/invitations", json={"role": "auditor"})).json()
            path = f"/api/requests/{made['request']}"
            assert (await ada.post(f"{path}/collect")).status_code == 409  # nobody has approved it yet
            assert "link" not in (await bea.post(f"{path}/approve")).json()
            assert (await bea.post(f"{path}/collect")).status_code == 403
            link = (await ada.post(f"{path}/collect")).json()["link"]
            assert (await ada.post(f"{path}/collect")).status_code == 409
            return link

        async with (
            at.signed_in("Ada", SECRET) as ada,
            at.signed_in("Bea", SECRET) as bea,
            httpx.AsyncClient(base_url=at.url) as ben,
        ):
            assert (await ada.post("/api/invitations", json={"role": "king"})).status_code == 409
            links = [await invited() for _ in "12"]
            void, token = (link.removeprefix("/invitation#token=") for link in links)
            asked = {"name": "Ben", "password": SECRET}
            assert (await ben.post("/api/administrator", json={"token": void, **asked})).status_code == 403
            assert (await ben.post("/api/administrator", json={"token": token, **asked})).status_code == 200
            assert people.accounts.person("Ben").grants == {("auditor", "")}
            assert (await ada.delete("/api/people/Ada")).status_code == 403
            assert refusals(house)[-1].why == "nobody changes their own roles"
            assert (await ada.delete("/api/people/Ada/lock")).status_code == 403
            assert refusals(house)[-1].why == "nobody lifts their own lock-out"
            body = {"name": "Dee", "password": SECRET, "roles": ["dealer"], "table": "none"}
            assert (await ada.post("/api/people", json=body)).status_code == 404


def posted(house, what):
    rows = schema.postings
    with house.database.read() as connection:
        asked = select(rows.c.account, rows.c.cents).where(rows.c.what == what).order_by(rows.c.id)
        return [tuple(row) for row in connection.execute(asked)]


async def test_money_goes_into_a_wallet_and_out_of_it_once(url):
    async with house_and_desk(url) as (house, desk):
        desk.people.accounts.add("Ann", None)
        before = await house.welcome("Ann")
        first = await move(desk, SAM, "deposit", "Ann", 2500, "k1")
        assert (first.by, first.amount) == ("Sam", 2500)
        assert await move(desk, SAM, "deposit", "Ann", 2500, "k1") == first
        again = [move(desk, SAM, "deposit", "Ann", 100, "k2") for _ in range(8)]
        assert len({str(one) for one in await asyncio.gather(*again)}) == 1
        assert await house.welcome("Ann") == before + 2600
        assert posted(house, "deposit") == [("cage", -2500), ("wallet:Ann", 2500), ("cage", -100), ("wallet:Ann", 100)]
        with pytest.raises(HouseError, match="something else"):
            await move(desk, SAM, "withdrawal", "Ann", 2500, "k1")
        await move(desk, SAM, "withdrawal", "Ann", before, "k3")
        with pytest.raises(HouseError) as short:
            await move(desk, SAM, "withdrawal", "Ann", 2601, "k4")
        assert short.value.fault == "short"
        assert await house.welcome("Ann") == 2600
        await move(desk, SAM, "withdrawal", "Ann", 2600, "k4")  # what was refused left no answer behind
        house.audit()


async def test_the_cage_refuses_and_notes_what_is_denied(tmp_path):
    async with house_and_desk(tmp_path / "h.db") as (house, desk):
        desk.people.accounts.add("Ann", None)
        desk.people.accounts.add("Sam", None, [("shift-manager", ""), ("player", "")])
        desk.people.accounts.add("Dee", None, [("dealer", "")])
        sam, before = desk.people.accounts.person("Sam"), house.audit()
        with pytest.raises(HouseError, match="concerns themselves"):
            await move(desk, sam, "deposit", "Sam", 100, "k")
        for role in ROLES:
            if role != "shift-manager":
                with pytest.raises(HouseError, match="not yours"):
                    await move(desk, Person("Eve", frozenset({(role, "")})), "deposit", "Ann", 100, "k")
        assert len(refusals(house)) == len(ROLES)
        for name, amount, key in (
            ("Dee", 100, "k"),
            ("Nobody", 100, "k"),
            ("Ann", 0, "k"),
            ("Ann", -5, "k"),
            ("Ann", MAX_CENTS_AT_ONCE + 1, "k"),
            ("Ann", 100, ""),
            ("Ann", 100, "k" * 65),
        ):
            with pytest.raises(HouseError):
                await move(desk, sam, "deposit", name, amount, key)
        desk.people.accounts.dismiss("Ann")
        with pytest.raises(HouseError, match="open account"):
            await move(desk, sam, "deposit", "Ann", 100, "k")
        assert house.audit() == before


async def test_a_closed_account_is_paid_out_and_an_answer_stays_what_it_was(tmp_path):
    async with house_and_desk(tmp_path / "h.db") as (house, desk):
        desk.people.accounts.add("Ann", None)
        first = await move(desk, SAM, "deposit", "Ann", 900, "k1")
        desk.people.accounts.dismiss("Ann")
        assert await move(desk, SAM, "deposit", "Ann", 900, "k1") == first
        await move(desk, SAM, "withdrawal", "Ann", 900, "k2")
        assert house.audit()["wallet:Ann"] == 0


@pytest.mark.parametrize("amount", ["5.00", 5.5, None, True, 10**30])
async def test_the_cages_route_takes_whole_cents_alone(tmp_path, amount):
    async with a_house(tmp_path / "h.db") as house, served(house) as at:
        at.desk.people.accounts.add("Sam", None, [("shift-manager", "")])
        at.desk.people.accounts.add("Ann", None)
        cookie = {"Cookie": f"croupier={at.desk.people.session('Sam')}", "Idempotency-Key": "k"}
        async with httpx.AsyncClient(base_url=at.url, headers=cookie) as sam:
            reply = await sam.post("/api/people/Ann/deposit", json={"amount": amount})
            assert reply.status_code in {409, 422}
            assert posted(house, "deposit") == []
