"""Every role at every route and with every command: what is not written down is denied, noted, and leaves no record."""

from __future__ import annotations

import asyncio
from itertools import count

import httpx
import pytest
from msgspec.structs import replace
from sqlalchemy import func, select
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from croupier.errors import HouseError
from croupier.house.desk.two_person_commands import ORDERS
from croupier.house.people.permissions import COMMANDS, OWN, REAL_CARDS, ROLES
from croupier.house.people.roles import Person
from croupier.house.storage import schema
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.automatic import setbacks
from croupier.table import Decide, Place, Sit
from croupier.web.app import create
from tests.faults.books import at_rest
from tests.faults.rules_of_access import RULES
from tests.house.desk.test_desk import refusals
from tests.house.floor import ENOUGH, a_house, ann, betting, open_table, served, until
from tests.house.tables.test_keeper import deciding

TABLES = ("here", "there")
GRANTS = ("", "here")
DEALERS = {"here": "Wes", "there": "Wendy"}
"""One person deals at one table."""


async def floor(house):
    """Two tables where Quinn has played a round and the betting stays open."""
    for name in ("Pat", "Quinn"):
        await house.welcome(name)
    for table in TABLES:
        await played(await open_table(house, "dj-wild", table, betting_seconds=3600))


async def played(keeper):
    """Quinn alone plays a round and stays."""
    await keeper.ask(Sit(player="Quinn", seat=2), ann("Quinn"))
    await betting(keeper)
    await keeper.ask(buy("Quinn"), ann("Quinn"))
    for wager in ("ante", "blind"):
        await keeper.ask(Place(seat=2, wager=wager, amount=1000), ann("Quinn"))
    await deciding(keeper)
    await keeper.ask(Decide(seat=2, decision="fold"), ann("Quinn"))
    await until(lambda: keeper.table.rounds == 1 and keeper.table.phase == "betting")


def buy(name):
    from croupier.table import BuyIn

    return BuyIn(player=name, amount=5000)


def enumerated(app) -> set[tuple[str, str]]:
    """The routes that the app describes."""
    return {(method.upper(), path) for path, methods in app.openapi()["paths"].items() for method in methods}


def standing(house):
    return {table: keeper.stored for table, keeper in house.keepers.items()}, house.audit()


def last_refusal(house):
    """How many refusals are noted, and whose was the last: of thousands, after every request."""
    house.database.store(Transaction("", 0))  # what was noted before is stored now
    rows = schema.refusals
    with house.database.read() as connection:
        number = connection.scalar(select(func.count()).select_from(rows))
        return number, connection.scalar(select(rows.c.person).order_by(rows.c.id.desc()).limit(1))


def person(role, table):
    return Person(f"a {role} {table}".strip(), frozenset({(role, table)}))


async def test_every_route_against_the_permission_table(quick):
    denied, keys, stood = 0, count(), None

    async def one(house, raw, who, token, method, path, table, rule):
        nonlocal denied, stood
        named = dict.fromkeys(("irregularity", "game", "edition", "item", "share", "token"), "none")
        named |= {"other": "Zoe", "ending": "json", "what": "sign", "kind": "svg"}
        number = 10**6 if "requests" in path else 1  # nobody has asked so often
        address = path.format(table=table, number=number, name="Yan", role="dealer", **named)
        headers = {"Cookie": f"croupier={token}"} if token else {}
        headers["Idempotency-Key"] = f"k{next(keys)}"
        allows = rule.allows(who, table)
        before, stood = None if allows else stood or standing(house), None
        reply = await raw.request(method, address, json=rule.json, params=dict(rule.query), headers=headers)
        raw.cookies.clear()
        where = f"{who and who.name} asks {method} {address}: {reply.status_code} {reply.text[:200]}"
        if allows:
            assert reply.status_code in rule.allowed, where
            denied += reply.status_code == 403 and who is not None and last_refusal(house)[0] > denied
            return
        stood = standing(house)
        assert stood == before, where
        if who is None:
            assert reply.status_code == 401, where
            return
        assert reply.status_code == 403, where
        denied += 1
        assert last_refusal(house) == (denied, who.name), where

    async with a_house(quick / "h.db") as house, served(house) as at:
        await floor(house)
        assert enumerated(create(house)) == set(RULES), "a route without a rule, or a rule without a route"
        people = at.desk.people
        people.accounts.add("Zoe", "a long secret")
        people.accounts.add("Yan", "a long secret")
        asked = [None, *(person(role, table) for role in ROLES for table in GRANTS)]
        for who in asked:
            if who is not None:
                people.accounts.add(who.name, None, who.grants)
                if any(role == "player" for role, _ in who.grants):
                    await house.welcome(who.name)
        async with httpx.AsyncClient(base_url=at.url, timeout=60) as raw:
            for who in asked:
                token = people.session(who.name) if who is not None else ""
                for (method, path), rule in sorted(RULES.items()):
                    for table in TABLES if "{table}" in path else TABLES[:1]:
                        ended = who is not None and path == "/api/session"
                        used = people.session(who.name) if ended else token
                        await one(house, raw, who, used, method, path, table, rule)
    assert denied > 100


def told(command, name, seat):
    """A command for a seat and the name that sits there."""
    return {
        "perform": {"step": "shuffle"},
        "sit": {"player": name, "seat": seat},
        "leave": {"seat": seat},
        "buy-in": {"player": name, "amount": 700},
        "cash-out": {"player": name},
        "place": {"seat": seat, "wager": "ante", "amount": 1000},
        "place-wagers": {"seat": seat, "wagers": {"ante": 1000}},
        "take-back": {"seat": seat, "wager": "ante"},
        "decide": {"seat": seat, "decision": "fold"},
        "report": {"irregularity": "out-of-order"},
        "direct": {"order": "admit", "player": name},
    }[command] | {"command": command}


async def test_every_command_of_every_role_for_oneself_and_for_others(quick, monkeypatch):
    """A player acts for oneself only, others as their role may, and the rest is denied; money is moved by its owner."""
    monkeypatch.setattr(setbacks, "MOST", 10**6)  # each is given in every role, and no round is played
    keys, noted = count(), list[str]()

    async def each(house, at, role, grant):
        for table in TABLES:
            who = Person("Pat" if role == "player" else DEALERS[table], frozenset({(role, grant)}))
            keeper = house.keeper(table)
            for command, roles in COMMANDS.items():
                for name, seat in (("Pat", 1), ("Quinn", 2)):
                    if role in roles:
                        await keeper.ask(Sit(player="Pat", seat=1), ann("Pat"))
                        await keeper.ask(buy("Pat"), ann("Pat"))
                        await keeper.ask(Sit(player="Quinn", seat=2), ann("Quinn"))
                        await at_rest_of(keeper)
                    await one(house, at, who, table, command, told(command, name, seat), roles, name)

    async def one(house, at, who, table, command, body, roles, name):
        (role, _), keeper = next(iter(who.grants)), house.keeper(table)
        before = standing(house)
        allowed = role in roles and role in who.roles(table) and not (role == "dealer" and command in REAL_CARDS)
        asked = at.desk.command(who, table, body, f"{next(keys)}")
        if not allowed:
            with pytest.raises(HouseError) as denied:
                await asked
            assert denied.value.fault == "denied"
            noted.append(command)
            assert len(refusals(house)) == len(noted)
            assert standing(house) == before
            return
        answer = await asked
        await at_rest_of(keeper)
        if answer.refused:
            assert standing(house) == before
        elif role == "player" and command in OWN:
            assert name == "Pat", "a player acted for another"
        after = house.audit()
        others = {account: cents for account, cents in after.items() if account.endswith("Quinn")}
        assert role != "player" or others == {a: c for a, c in before[1].items() if a.endswith("Quinn")}

    async def at_rest_of(keeper):
        await until(lambda: not keeper.waiting and keeper.table.phase == "betting")

    async with a_house(quick / "h.db") as house, served(house) as at:
        await floor(house)
        for name in ("Pat", "Quinn"):
            await asyncio.to_thread(at.desk.people.accounts.add, name, None)
        for table in TABLES:
            keeper = house.keeper(table)
            await keeper.resettle(replace(keeper.settings, automatic=False, dealer=DEALERS[table]))
        assert {told(command, "Pat", 1)["command"] for command in COMMANDS} == set(COMMANDS)
        for role in ROLES:
            for grant in GRANTS:
                await each(house, at, role, grant)
        await at_rest(house)


async def test_orders_of_two_are_denied_to_each(quick):
    async with a_house(quick / "h.db") as house, served(house) as at:
        await floor(house)
        before = standing(house)
        tried = 0
        for role in ROLES:
            who = person(role, "")
            at.desk.people.accounts.add(who.name, None, who.grants)
            for order in sorted(ORDERS):
                body = {"command": "direct", "order": order, "amount": 5}
                headers = {"Cookie": f"croupier={at.desk.people.session(who.name)}", "Idempotency-Key": order}
                async with httpx.AsyncClient(base_url=at.url, headers=headers) as raw:
                    assert (await raw.post("/api/tables/here/commands", json=body)).status_code == 403
                tried += 1
        assert len(refusals(house)) == tried
        assert standing(house) == before


@pytest.mark.parametrize("path", ["socket", "page"])
async def test_sockets_are_for_those_who_may_watch(quick, path):
    async def closed(address, headers):
        async with connect(address, additional_headers=headers) as socket:
            try:
                await asyncio.wait_for(socket.recv(), ENOUGH)
            except ConnectionClosed as gone:
                return gone.rcvd.code if gone.rcvd is not None else -1
            return 0

    async with a_house(quick / "h.db") as house, served(house) as at:
        await floor(house)
        for who in (None, *(person(role, table) for role in ROLES for table in GRANTS)):
            headers = {}
            if who is not None:
                at.desk.people.accounts.add(who.name, None, who.grants)
                headers = {"Cookie": f"croupier={at.desk.people.session(who.name)}"}
            for table in TABLES:
                noted = len(refusals(house))
                address = at.url.replace("http", "ws") + f"/api/tables/{table}/{path}"
                code = await closed(address, headers)
                allowed = RULES["GET", "/api/tables/{table}"].allows(who, table)
                assert code == (0 if allowed else 4401 if who is None else 4403), (who, table)
                assert len(refusals(house)) == noted + (code == 4403)
