"""The permission table, exercised whole: every role with every command and page; what is not written is denied."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select

from croupier.errors import HouseError
from croupier.house.desk.desk import Desk
from croupier.house.desk.two_person_commands import ORDERS
from croupier.house.people.permissions import COMMANDS, OWN, REAL_CARDS, ROLES, ROLES_OF_PAGE, may, role_for
from croupier.house.people.roles import Person
from croupier.house.storage import schema
from croupier.house.storage.transactions import Transaction
from croupier.table import Sit, commands
from tests.house.floor import a_house, open_table

SAMPLES = [
    commands.Perform(step="shuffle"),
    commands.Sit(player="Pat", seat=1),
    commands.Leave(seat=1),
    commands.BuyIn(player="Pat", amount=500),
    commands.CashOut(player="Pat"),
    commands.Place(seat=1, wager="ante", amount=1000),
    commands.PlaceWagers(seat=1, wagers={"ante": 1000}),
    commands.TakeBack(seat=1, wager="ante"),
    commands.Decide(seat=1, decision="fold"),
    commands.Report(irregularity="out-of-order"),
    commands.Direct(order="reshuffle"),
]
MONEY_AND_GAMES = {*COMMANDS, "approve", "reports", "open-table", "history", "journal", "watch", "cage"}


def tag(command):
    return command.__struct_config__.tag


def told(command):
    return msgspec.json.decode(msgspec.json.encode(command))


def refusals(house):
    house.database.store(Transaction("", 0))  # what was noted before is stored now
    with house.database.read() as connection:
        return connection.execute(select(schema.refusals).order_by(schema.refusals.c.id)).all()


def test_every_command_stands_in_the_table():
    assert {tag(command) for command in SAMPLES} == set(COMMANDS)
    assert {kind.__struct_config__.tag for kind in commands.AnyCommand.__args__} == set(COMMANDS)
    assert set(COMMANDS) >= OWN
    for roles in (*COMMANDS.values(), *ROLES_OF_PAGE.values()):
        assert set(roles) <= set(ROLES)


async def test_the_whole_matrix_of_roles_and_commands(url):
    """At the table of the role, and at another: only what is written goes through, and the rest is noted."""

    async def seat(house, name):
        keeper = await open_table(house, "dj-wild", name, automatic=False, dealer="Wes")
        await house.welcome("Pat")
        await keeper.ask(Sit(player="Pat", seat=1), commands.Actor("player", "Pat"))
        return keeper

    async with a_house(url) as house:
        desk = Desk(house)
        desk.people.accounts.add("Pat", None)
        for name in ("here", "there"):
            await seat(house, name)
        expected = 0
        for role in ROLES:
            person = Person("Pat" if role == "player" else "Wes", frozenset({(role, "here")}))
            for table in ("here", "there"):
                for n, command in enumerate(SAMPLES):
                    allowed = table == "here" and role in COMMANDS[tag(command)]
                    allowed = allowed and not (role == "dealer" and tag(command) in REAL_CARDS)
                    key = f"{role} {table} {n}"
                    if allowed:
                        answer = await desk.command(person, table, told(command), key)
                        assert answer.key == key
                    else:
                        with pytest.raises(HouseError) as denied:
                            await desk.command(person, table, told(command), key)
                        assert denied.value.fault == "denied"
                        expected += 1
        found = refusals(house)
        assert len(found) == expected
        assert {row.person for row in found} == {"Pat", "Wes"}
        assert found[0].what == "report at here"
        house.audit()


async def test_the_whole_matrix_of_roles_and_pages(url):
    async with a_house(url, "dj-wild") as house:
        desk = Desk(house)
        expected = 0
        for role in ROLES:
            person = Person("Pat", frozenset({(role, "dj-wild")}))
            for page, roles in ROLES_OF_PAGE.items():
                assert may(person.roles("dj-wild"), page) == (role in roles)
                assert not may(person.roles("another"), page)
                if role in roles:
                    desk.check(person, page, "dj-wild")
                else:
                    with pytest.raises(HouseError, match="not yours"):
                        desk.check(person, page, "dj-wild")
                    expected += 1
        with pytest.raises(HouseError, match="not yours"):
            desk.check(Person("Pat", frozenset((role, "") for role in ROLES)), "a page nobody wrote down")
        assert len(refusals(house)) == expected + 1


def test_nobody_without_a_role_may_do_anything():
    for command in SAMPLES:
        assert role_for((), command) is None
    assert not any(may((), page) for page in ROLES_OF_PAGE)


def test_the_administrator_has_no_power_over_money_or_games():
    allowed = {what for what, roles in {**COMMANDS, **ROLES_OF_PAGE}.items() if "administrator" in roles}
    assert not allowed & MONEY_AND_GAMES
    assert allowed == {"people", "set-aside", "equipment"}


async def test_an_order_that_needs_two_is_not_one_persons(url):
    async with a_house(url, "dj-wild") as house:
        desk = Desk(house)
        orders = ("fill", "credit", "close", "meter", "set-meter", "collect-claim", "write-off-claim")
        assert set(ORDERS) == set(orders)
        for role in ROLES:
            for order in orders:
                person = Person("Flo", frozenset({(role, "")}))
                with pytest.raises(HouseError) as denied:
                    await desk.command(person, "dj-wild", {"command": "direct", "order": order, "amount": 5}, order)
                assert denied.value.fault == "denied"
        for name, by in (("Flo", ""), ("Sam", "Flo")):
            desk.people.accounts.add(name, None, [("floorperson", "")], by=by)
        for kind in ("fill", "close"):  # asked for, and approved by an account that Flo has just made
            asked = {"kind": kind, "table": "dj-wild", **({"amount": 500} if kind == "fill" else {})}
            made = await desk.requests.ask(desk.people.accounts.person("Flo"), asked)
            with pytest.raises(HouseError, match="Flo made the account of Sam") as denied:
                await desk.requests.approve(desk.people.accounts.person("Sam"), made.id)
            assert denied.value.fault == "denied"
        assert house.keeper("dj-wild").table.open
        assert house.keeper("dj-wild").table.accounts["inventory"] == 10_000_000


@pytest.mark.parametrize(
    ("what", "fault"),
    [
        ({"command": "nonsense"}, "conflict"),
        ({}, "conflict"),
        ({"command": "buy-in", "player": "Pat", "amount": 10**13}, "conflict"),
        ({"command": "buy-in", "player": "Pat", "amount": 1.5}, "conflict"),
        ({"command": "buy-in", "player": "Pat", "amount": 10**30}, "conflict"),
    ],
)
async def test_what_is_no_command_is_refused(url, what, fault):
    async with a_house(url, "dj-wild") as house:
        desk, person = Desk(house), Person("Pat", frozenset({("player", "")}))
        with pytest.raises(HouseError) as refused:
            await desk.command(person, "dj-wild", what, "k")
        assert refused.value.fault == fault
        for key in ("", "k" * 65):
            with pytest.raises(HouseError, match="key"):
                await desk.command(person, "dj-wild", told(SAMPLES[1]), key)
        with pytest.raises(HouseError, match="no table"):
            await desk.command(person, "nowhere", told(SAMPLES[1]), "k")


async def test_long_names_and_long_keys_do_not_meet(url):
    """Two keys that are alike in their first letters are two commands."""
    async with a_house(url, "dj-wild") as house:
        name = "P" * 40
        desk, person = Desk(house), Person(name, frozenset({("player", "")}))
        await house.welcome(name)
        await desk.command(person, "dj-wild", {"command": "sit", "player": name, "seat": 1}, "s")
        buying = {"command": "buy-in", "player": name, "amount": 100}
        first = await desk.command(person, "dj-wild", buying, "k" * 63 + "1")
        second = await desk.command(person, "dj-wild", buying, "k" * 63 + "2")
        assert first.n < second.n
        assert house.keeper("dj-wild").table.accounts[f"player:{name}"] == 200


def test_the_page_shows_the_permission_table():
    """docs/server.md holds the table of permissions.py, word for word."""
    page = (Path(__file__).parents[3] / "docs" / "server.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", page, re.MULTILINE)
    cut = {what: [cell.strip() for cell in cells.split("|")] for what, cells in rows}
    shown = {what: cells for what, cells in cut.items() if len(cells) == len(ROLES)}
    for what, roles in {**COMMANDS, **ROLES_OF_PAGE}.items():
        own = "own" if what in OWN else "yes"
        real = "real" if what in REAL_CARDS else "yes"
        expected = [("" if role not in roles else {"player": own, "dealer": real}.get(role, "yes")) for role in ROLES]
        assert shown[what] == expected, what
    assert set(shown) == {*COMMANDS, *ROLES_OF_PAGE}
