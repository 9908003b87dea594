"""Two people for every account, role and reset: accounts that one person made are no two."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import select, update

from croupier.errors import HouseError
from croupier.house.people.relations import are_related
from croupier.house.people.signing_in import resets
from croupier.house.storage import schema
from tests.house.desk.test_requests import FLO, PIT, SAM, at_work, denied, inventory, noted, person
from tests.house.floor import a_house, served, until
from tests.support import plain

TEN_BILLION = 10**12
SECRET = "correct horse"  # noqa: S105
DAY = 86_400_000


@asynccontextmanager
async def administrators(where, *names):
    async with a_house(where, "dj-wild") as house, served(house) as at:
        for name in names:
            at.desk.people.accounts.add(name, SECRET, [("administrator", "")])
        yield house, at


async def test_one_administrators_accounts_fill_no_table(tmp_path):
    """One administrator once made two accounts, which approved each other's fill of ten billion dollars."""
    async with administrators(tmp_path / "h.db", "Ada") as (house, at), at.signed_in("Ada") as ada:
        for name, role in (("Flo", "floorperson"), ("Sam", "shift-manager")):
            body = {"name": name, "password": SECRET, "roles": [role]}
            made = (await ada.post("/api/people", json=body)).json()
            assert at.desk.people.accounts.person(name).grants == set()
            assert (await ada.post(f"/api/requests/{made['requests'][0]}/approve")).status_code == 403
            granted = await ada.put(f"/api/people/{name}/roles/{role}?table=dj-wild")
            assert granted.json()["state"] == "waiting"
        invited = await ada.post("/api/invitations", json={"role": "administrator"})
        assert "link" not in invited.json()
        assert (await ada.get("/api/register")).json()["lonely"].startswith("You are the only administrator")
        async with at.signed_in("Flo") as flo:
            fill = {"kind": "fill", "table": "dj-wild", "amount": TEN_BILLION}
            keyed = {"Idempotency-Key": "one"}
            assert (await flo.post("/api/requests", json=fill, headers=keyed)).status_code == 403
        assert inventory(house) == 10_000_000


async def test_accounts_made_by_one_person_are_no_two_people(url):
    async with at_work(url) as (house, desk):
        people = desk.people
        people.accounts.add("Ada", None, [("administrator", "")])
        for name in ("Flo", "Pit"):
            people.accounts.add(name, None, [("floorperson", "")], by="Ada")
        people.accounts.add("Sam", None, [("shift-manager", "")], by="Bea")
        people.accounts.add("Mia", None, [("shift-manager", "")], by="Sam")
        made = await desk.requests.ask(FLO, {"kind": "fill", "table": "dj-wild", "amount": TEN_BILLION})
        await denied(desk.requests.approve(PIT, made.id), "Ada made the accounts of Flo and Pit")
        assert "third person" in next(iter(plain(desk.requests.of(PIT))["waiting"]))["why"]
        other = await desk.requests.ask(SAM, {"kind": "fill", "table": "dj-wild", "amount": 500})
        await denied(desk.requests.approve(person("Mia", "shift-manager"), other.id), "Sam made the account")
        assert inventory(house) == 10_000_000
        await until(lambda: len(noted(house)) == 2)
        with house.database.engine.begin() as connection:  # a week has passed
            connection.execute(update(schema.people).values(made=house.clock() - 8 * DAY))
        await desk.requests.approve(person("Mia", "shift-manager"), other.id)
        assert inventory(house) == 10_000_500


async def test_an_invitation_says_who_made_the_account(url):
    async with at_work(url) as (_, desk):
        token = desk.people.accounts.invite("dealer", by="Ada")
        desk.people.accounts.accept(token, "Deb", SECRET)
        with desk.house.database.read() as connection:
            assert connection.scalar(select(schema.people.c.made_by)) == "Ada"


async def test_two_administrators_give_a_role_and_take_an_administrators(url):
    async with (
        administrators(url, "Ada", "Bea") as (_, at),
        at.signed_in("Ada") as ada,
        at.signed_in("Bea") as bea,
    ):
        people = at.desk.people
        people.accounts.add("Gus", None)
        assert (await ada.put("/api/people/Gus/roles/player?table=dj-wild")).status_code == 200  # no role at work
        asked = [ada.put("/api/people/Gus/roles/floorperson", headers={"Idempotency-Key": "k"}) for _ in range(6)]
        numbers = {reply.json()["request"] for reply in await asyncio.gather(*asked)}
        (number,) = numbers
        assert ("floorperson", "") not in people.accounts.person("Gus").grants
        (waits,) = (await bea.get("/api/register")).json()["requests"]["waiting"]
        assert (waits["title"], waits["may"], waits["by"]) == ("Make Gus a floorperson", True, "Ada")
        done = (await bea.post(f"/api/requests/{number}/approve")).json()
        assert (done["state"], done["answered-by"]) == ("approved", "Bea")
        assert ("floorperson", "") in people.accounts.person("Gus").grants
        assert (await bea.post(f"/api/requests/{number}/approve")).status_code == 409
        for path in ("/api/people/Bea", "/api/people/Bea/roles/administrator"):
            made = (await ada.delete(path)).json()
            refused = await bea.post(f"/api/requests/{made['request']}/approve")
            assert refused.status_code == 403  # it concerns her
            assert (await ada.post(f"/api/requests/{made['request']}/approve")).status_code == 403
        assert people.accounts.person("Bea").grants == {("administrator", "")}
        people.accounts.add("Cyd", SECRET, [("administrator", "")])
        async with at.signed_in("Cyd") as cyd:
            assert (await cyd.post(f"/api/requests/{made['request']}/approve")).status_code == 200
        assert people.accounts.person("Bea").grants == set()
        assert (await ada.delete("/api/people/Gus")).json() == {"name": "Gus"}


async def test_a_password_is_reset_by_two(tmp_path):
    async with at_work(tmp_path) as (_, desk):
        for name in ("Ada", "Bea"):
            desk.people.accounts.add(name, None, [("administrator", "")])
        desk.people.accounts.add("Gus", None)
        desk.people.accounts.add("Pat", SECRET)
        token = desk.people.sign_in("Pat", SECRET)
        ada, bea = (desk.people.accounts.person(name) for name in ("Ada", "Bea"))
        with pytest.raises(HouseError, match="a guest has no password"):
            await desk.requests.ask(ada, {"kind": "reset", "name": "Gus", "words": "lost it"})
        made = await desk.requests.ask(ada, {"kind": "reset", "name": "Pat", "words": "lost it"})
        await denied(desk.requests.approve(desk.people.accounts.person("Pat"), made.id))
        await desk.requests.approve(bea, made.id)
        assert desk.people.of(token) is not None  # nothing has happened before the link is there
        await denied(desk.requests.collect(ada, made.id), "only Bea collects")  # who asked is given no link
        assert [one["collect"] for one in plain(desk.requests.of(bea))["answered"]] == [True]
        link = (await desk.requests.collect(bea, made.id)).link
        assert desk.people.of(token) is None
        assert resets.finish_reset(desk.people, link.removeprefix("/reset#token="), "another horse") == "Pat"
        assert desk.people.of(desk.people.sign_in("Pat", "another horse")).name == "Pat"


async def test_whoever_resets_accounts_is_not_their_second_person(tmp_path):
    """One administrator once kept the links to two shift managers' accounts, and was both."""
    async with at_work(tmp_path) as (house, desk):
        for name in ("Ada", "Bea"):
            desk.people.accounts.add(name, None, [("administrator", "")])
        for name in ("Sam", "Mia", "Kim"):
            desk.people.accounts.add(name, "a long enough horse", [("shift-manager", "")])
        for name in ("Sam", "Mia"):
            resets.begin_reset(desk.people, name, by="Ada", second="Bea", factors=True)
        asked = await desk.requests.ask(SAM, {"kind": "fill", "table": "dj-wild", "amount": TEN_BILLION})
        await denied(desk.requests.approve(person("Mia", "shift-manager"), asked.id), "count as one person")
        settings = {"kind": "settings", "told": {"waiting_hours": 2}}
        new = await desk.requests.ask(SAM, settings)
        for name in ("Ada", "Bea"):
            await denied(desk.requests.approve(desk.people.accounts.person(name), new.id), "count as one person")
        role = {"kind": "grant", "name": "Kim", "role": "floorperson", "table": "dj-wild"}
        made = await desk.requests.ask(desk.people.accounts.person("Ada"), role)
        await desk.requests.approve(desk.people.accounts.person("Bea"), made.id)  # the two are still two
        with house.database.engine.begin() as connection:  # a week has passed
            connection.execute(update(schema.reset_log).values(at=house.clock() - 7 * DAY))
        await desk.requests.approve(person("Mia", "shift-manager"), asked.id)


async def test_one_administrator_signs_in_as_nobody_else_and_makes_no_two_of_one(tmp_path):
    """An identity of one's own linked to a shift manager's account would have been that account."""
    async with administrators(tmp_path / "h.db", "Ada", "Bea") as (house, at), at.signed_in("Ada") as ada:
        people = at.desk.people
        people.accounts.add("Sam", SECRET, [("shift-manager", "")])
        identity = {"issuer": "https://id.example", "subject": "ada"}
        linked = await ada.put("/api/people/Sam/identity", json=identity)
        assert linked.json()["state"] == "waiting"
        told = await ada.put("/api/people/Sam/relations/Bea", json={"related": False, "why": "no"})
        assert told.json()["state"] == "waiting"
        with house.database.read() as connection:
            assert not connection.execute(select(schema.identities)).all()
            assert not connection.execute(select(schema.relations)).all()
        async with at.signed_in("Bea") as bea:
            answers = [await bea.post(f"/api/requests/{one.json()['request']}/approve") for one in (linked, told)]
        assert [answer.status_code for answer in answers] == [200, 403]  # the second concerns herself
        with house.database.read() as connection:
            assert [row.person for row in connection.execute(select(schema.identities))] == ["Sam"]


async def test_one_administrator_keeps_no_two_from_approving_for_each_other(tmp_path):
    """Declared one person by a third, two administrators could not approve for each other, nor undo it."""
    names = "Ada", "Bea", "Cyd", "Dot"
    async with administrators(tmp_path / "h.db", *names) as (house, at), at.signed_in("Ada") as ada:
        at.desk.people.accounts.add("Pat", SECRET)
        numbers = []
        for other in ("Cyd", "Pat"):
            told = await ada.put(f"/api/people/Bea/relations/{other}", json={"related": True, "why": "mine"})
            assert told.json()["title"] == f"Count Bea and {other} as one person"
            numbers.append(told.json()["request"])
        assert not are_related(house.database, "Bea", "Cyd")
        async with at.signed_in("Bea") as bea, at.signed_in("Dot") as dot:
            assert (await bea.post(f"/api/requests/{numbers[0]}/approve")).status_code == 403
            assert (await dot.post(f"/api/requests/{numbers[0]}/approve")).status_code == 200
            assert are_related(house.database, "Bea", "Cyd")
            told = await ada.put("/api/people/Bea/relations/Cyd", json={"related": None})
            assert told.json()["title"] == "Take back what was declared of Bea and Cyd"
            assert (await dot.post(f"/api/requests/{told.json()['request']}/approve")).status_code == 200
        assert not are_related(house.database, "Bea", "Cyd")
        odd = {"kind": "unrelate", "name": "Bea", "told": {"other": "Cyd", "related": True}}
        assert (await ada.post("/api/requests", json=odd)).status_code == 409
