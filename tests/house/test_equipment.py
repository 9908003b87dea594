"""The register of equipment: a real-money table opens with registered pieces only, and nobody fixes one alone."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from msgspec.structs import replace
from sqlalchemy import text, update

from croupier.errors import CroupierError, HouseError, IllegalAction, JournalError, NotAllowed
from croupier.house import equipment, schema
from croupier.house.authority import actor_of
from croupier.house.check import check
from croupier.house.database import Database
from croupier.house.desk import Desk
from croupier.house.house import House
from croupier.house.opening import open_by
from croupier.table import Direct, Due, Perform, Play
from croupier.table.equipment import Item
from tests.house.databases import migrated_sqlite_database
from tests.house.floor import DEALER, FLOOR, KEY, a_house, equip, open_table, served, settings
from tests.house.test_floor_web import opening
from tests.house.test_requests import person
from tests.support import provision

LAYOUT = Item(id="L-1", kind="layout", approval="601a.10 no. 17", positions=6, marks=("name", "ante"))
SHOE = Item(id="S-1", kind="dealing-shoe", serial="77", place="left of the dealer")


def real(url) -> House:
    return House(Database(url), KEY, money="real")


async def opened(url, doing):
    house = real(url)
    await house.start()
    try:
        return await doing(house)
    finally:
        await house.stop()


# A table asks the register.


@provision("687a.2(b)", "687a.2(c)", "687a.2(d)", "687a.3(a)", "687a.8(a)")
def test_a_real_money_table_opens_with_registered_equipment_only(url):
    async def go(house):
        with pytest.raises(IllegalAction) as refused:
            await house.open("T1", "T1", "dj-wild", "pa-2021", settings("dj-wild"))
        told = {(one.field, one.cite) for one in refused.value.refusals}
        assert ("equipment.layout", "58 Pa. Code § 687a.2(b)") in told
        assert ("equipment.deck", "58 Pa. Code § 687a.3(a)") in told
        assert "T1" not in house.keepers
        with pytest.raises(IllegalAction):
            await open_by(house, opening(id="T1"))
        items = equip(house, "T1", settings("dj-wild"))
        rack = next(item for item in items if item.kind == "discard-rack")
        equipment.inspect(house.database, rack.id, finding="loose", by="Flo", at=house.clock())
        with pytest.raises(IllegalAction) as refused:
            await house.open("T1", "T1", "dj-wild", "pa-2021", settings("dj-wild"))
        assert [one.field for one in refused.value.refusals] == ["equipment.discard-rack"], "a faulty piece is not used"
        equipment.inspect(house.database, rack.id, finding="", by="Flo", at=house.clock())
        keeper = await house.open("T1", "T1", "dj-wild", "pa-2021", settings("dj-wild"))
        assert {item.id for item in keeper.table.equipment} == {item.id for item in items}
        changes: list[tuple[Any, dict[str, str]]] = [
            (equipment.remove, {"why": "old"}), (equipment.move, {"kept": "store", "table": ""}),
            (equipment.inspect, {"finding": "loose"}),
        ]  # fmt: skip
        for change, more in changes:
            with pytest.raises(HouseError, match="in use at table T1"):
                change(house.database, rack.id, by="Flo", at=1, **more)

    asyncio.run(opened(url, go))


def test_play_money_needs_nothing_and_uses_what_there_is(tmp_path):
    async def go():
        async with a_house(tmp_path / "h.db") as house:
            assert (await open_table(house, "dj-wild")).table.equipment == ()
            rack = Item(id="R-1", kind="discard-rack")
            equipment.add(house.database, rack, "", by="Flo", at=1)
            equipment.move(house.database, "R-1", kept="", table="second", by="Flo", at=1)
            keeper = await open_table(house, "dj-wild", "second")
            assert rack in keeper.table.equipment
            assert len(keeper.table.equipment) > 5

    asyncio.run(go())


@provision("687a.3(c)(2)", "687a.4(a)")
def test_decks_leave_the_table_for_the_register_and_come_from_it(url):
    async def go(house):
        keeper = await open_table(house, "dj-wild", "T1", automatic=False, cards="entered")
        deck = next(item for item in keeper.table.equipment if item.kind == "deck")
        await keeper.ask(Perform(step="receive"), DEALER)
        assert keeper.table.packs[0].deck == deck.id
        await keeper.ask(Perform(step="inspect", value="missing", cards="7h"), DEALER)
        row = equipment.piece(house.database, deck.id)
        assert (row.state, row.finding, row.kept, row.table_id) == ("faulty", "missing 7h", "used decks", "")
        assert (await keeper.ask(Perform(step="receive"), DEALER)).field == "equipment.deck"
        another = replace(deck, id="D-9", serial="9")
        equipment.add(house.database, another, "store", by="Flo", second="Sam", at=house.clock())
        with pytest.raises(HouseError, match="is open: the floor brings decks there"):
            equipment.move(house.database, "D-9", kept="", table="T1", by="Flo", at=1)
        async with served(house, local=True) as at:
            at.desk.people.add("Pit", "correct horse", [("floorperson", "")])
            at.desk.people.add("Ann", "correct horse", [("player", "")])
            async with at.signed_in("Ann") as ann:
                assert (await ann.post("/api/floor/tables/T1/equipment", json={"item": "D-9"})).status_code == 403
                assert (await ann.get("/api/equipment")).status_code == 403
            async with at.signed_in("Pit") as pit:
                path = "/api/floor/tables/T1/equipment"
                gone = await pit.post(path, json={"item": deck.id})
                assert (gone.status_code, gone.json()["error"]["field"]) == (409, "item")
                brought = await pit.post(path, json={"item": "D-9"})
                assert (brought.status_code, brought.json()["table"]) == (200, "T1")
                assert (await pit.post(path, json={"item": "D-9"})).status_code == 409
        assert [item.id for item in keeper.table.equipment if item.kind == "deck"] == ["D-9"]
        assert (await keeper.ask(Perform(step="receive"), DEALER)).n > 0
        assert keeper.table.packs[0].deck == "D-9"

    asyncio.run(opened(url, go))
    assert check(str(url), KEY.public)


def test_nobody_orders_equipment_past_the_register(tmp_path):
    async def go():
        async with a_house(tmp_path / "h.db", "dj-wild") as house:
            keeper, pit = house.keeper("dj-wild"), person("Pit", "floorperson")
            with pytest.raises(NotAllowed, match="from the register"):
                actor_of(keeper, pit, Direct(order="bring", what="{}"))
            assert (await keeper.ask(Direct(order="bring", what="{}"), FLOOR)).field == "what"

    asyncio.run(go())


@provision("669a.11(i)(3)(i)(C)", "669a.11(i)(3)(i)(D)")
def test_two_accounts_of_one_person_do_not_refuse_and_return_a_claim(tmp_path, monkeypatch):
    async def go():
        async with a_house(tmp_path / "h.db", "raise-it-up", automatic=False, cards="entered") as house:
            keeper = house.keeper("raise-it-up")
            for name, by in (("Flo", ""), ("Floh", "Flo"), ("Sam", "")):
                Desk(house).people.add(name, "correct horse", [("floorperson", "")], by=by)
            step = Due(
                "rule-claim", "", "", ("floorperson", "shift-manager"), "settling", seat=1, options=("pay", "return")
            )
            play = Play(1, None, {1: "Ann"}, {}, refused={1: ("dark", "Flo")}, payouts={1: (5, "Flo")})  # type: ignore[arg-type]
            monkeypatch.setattr(keeper, "decided", replace(keeper.decided, play=play, todo=(step,)))
            ruling = Perform(step="rule-claim", value="return")
            with pytest.raises(NotAllowed, match="count as one person"):
                actor_of(keeper, person("Floh", "floorperson"), ruling)
            assert actor_of(keeper, person("Sam", "floorperson"), ruling)
            assert actor_of(keeper, person("Flo", "floorperson"), Perform(step="rule-claim", value="pay"))
            paper = replace(step, id="document")
            monkeypatch.setattr(keeper, "decided", replace(keeper.decided, play=play, todo=(paper,)))
            with pytest.raises(NotAllowed, match="count as one person"):
                actor_of(keeper, person("Floh", "floorperson"), Perform(step="document"))

    asyncio.run(go())


# Keeping it.


def test_what_could_fix_an_outcome_is_added_by_two(tmp_path):
    async def go():
        async with a_house(tmp_path / "h.db") as house:
            for second in ("", "Flo"):
                with pytest.raises(HouseError, match="two people add it"):
                    equipment.add(house.database, SHOE, "", by="Flo", second=second, at=1)
            equipment.add(house.database, LAYOUT, "store", by="Flo", at=1)
            async with served(house) as at:
                for name, role in (("Flo", "floorperson"), ("Sam", "shift-manager"), ("Adam", "administrator"),
                                   ("Dee", "dealer")):  # fmt: skip
                    at.desk.people.add(name, "correct horse", [(role, "")])
                body = {"item": {"id": "S-1", "kind": "dealing-shoe", "place": "left"}, "kept": "store"}
                async with at.signed_in("Dee") as dee:
                    assert (await dee.post("/api/equipment", json=body)).status_code == 403
                async with at.signed_in("Flo") as flo, at.signed_in("Sam") as sam:
                    asked = (await flo.post("/api/equipment", json=body)).json()
                    assert (asked["state"], asked["title"]) == ("waiting", "Register S-1, a dealing shoe")
                    own = await flo.post(f"/api/requests/{asked['request']}/approve")
                    assert own.status_code == 403, "whoever asks does not approve"
                    done = await sam.post(f"/api/requests/{asked['request']}/approve")
                    assert done.json()["state"] == "approved"
                    again = await flo.post("/api/equipment", json=body)
                    assert again.json()["error"]["field"] == "id"
                async with at.signed_in("Adam") as adam:
                    alone = await adam.post("/api/equipment", json={"item": {"id": "R-1", "kind": "discard-rack"}})
                    assert (alone.json()["state"], alone.json()["added-by"]) == ("ready", "Adam")
                    moved = await adam.post("/api/equipment/S-1/move", json={"kept": "vault 2"})
                    assert moved.json()["kept"] == "vault 2"
                    found = await adam.post("/api/equipment/S-1/inspect", json={"finding": "a loose lid"})
                    assert found.json()["state"] == "faulty"
                    cleared = await adam.post("/api/equipment/S-1/inspect", json={"finding": ""})
                    assert cleared.status_code == 403, "another person says that it is in order again"
                    assert (await adam.post("/api/equipment/S-1/move", json={"table": "T1"})).status_code == 409
                async with at.signed_in("Flo") as flo:
                    assert (await flo.post("/api/equipment/S-1/inspect", json={})).json()["state"] == "ready"
                    assert (await flo.post("/api/equipment/S-1/remove", json={"why": " "})).status_code == 409
                    asked = (await flo.post("/api/equipment/S-1/remove", json={"why": "worn out"})).json()
                    assert (asked["state"], asked["title"]) == ("waiting", "Remove S-1 from the equipment")
                    assert (await flo.post(f"/api/requests/{asked['request']}/approve")).status_code == 403
                async with at.signed_in("Adam") as adam, at.signed_in("Flo") as flo:
                    assert (await adam.post(f"/api/requests/{asked['request']}/approve")).json()["state"] == "approved"
                    gone = next(one for one in (await flo.get("/api/equipment")).json()["equipment"]
                                if one["id"] == "S-1")  # fmt: skip
                    assert (gone["state"], gone["removed-by"], gone["finding"]) == ("removed", "Flo", "worn out")
                    for act, told in (("inspect", {}), ("move", {"table": "T1"}), ("remove", {"why": "again"})):
                        assert (await flo.post(f"/api/equipment/S-1/{act}", json=told)).status_code == 409
                    assert (await flo.post("/api/equipment/S-9/inspect", json={})).status_code == 404
                    told = (await flo.get("/api/equipment")).json()
                    assert [one["id"] for one in told["equipment"]] == ["R-1", "L-1", "S-1"]
                    asked = next(one for one in told["games"] if one["edition"] == "pa-2021")
                    assert {one["kind"]: one["two-people"] for one in asked["kinds"]}["deck"] is True

    asyncio.run(go())
    assert check(str(tmp_path / "h.db"), KEY.public)


def test_nobody_alone_takes_the_equipment_of_a_closed_table_away(tmp_path):
    async def go():
        async with a_house(tmp_path / "h.db") as house:
            rack = Item(id="R-1", kind="discard-rack")
            for item, kept, table in ((LAYOUT, "", "T9"), (rack, "store", ""), (SHOE, "store", "")):
                equipment.add(house.database, item, kept, by="Flo", second="Sam" * (item is SHOE), at=1)
                equipment.move(house.database, item.id, kept=kept, table=table, by="Flo", at=2)
            for id_, words in (("L-1", "stands at table T9"), ("S-1", "could fix an outcome")):
                for second in ("", "Adam"):
                    with pytest.raises(HouseError, match=f"{words}: two people remove it"):
                        equipment.remove(house.database, id_, why="mine", by="Adam", second=second, at=3)
                equipment.remove(house.database, id_, why="worn", by="Adam", second="Flo", at=4)
            equipment.remove(house.database, "R-1", why="worn", by="Adam", at=4)

    asyncio.run(go())
    assert check(str(tmp_path / "h.db"), KEY.public)


@pytest.mark.parametrize(("told", "field"), [
    ({"id": "", "kind": "layout"}, "id"), ({"id": "a b", "kind": "layout"}, "id"),
    ({"id": "x" * 41, "kind": "layout"}, "id"), ({"id": "a", "kind": "roulette wheel"}, "kind"), ({"id": "a"}, "item"),
    ({"id": "a", "kind": "sign", "content": "z"}, "content"),
    ({"id": "a", "kind": "deck", "cards": -1}, "cards"), ({"id": "a", "kind": "layout", "marks": ["m"] * 41}, "marks"),
    ({"id": "a", "kind": "layout", "serial": "two\nlines"}, "serial"),
])  # fmt: skip
def test_a_piece_that_is_none_is_refused(told, field):
    with pytest.raises(HouseError) as refused:
        equipment.read_item(told)
    assert refused.value.field == field


# The journal knows.


@pytest.mark.parametrize(("change", "words"), [
    ({"state": "ready"}, "has state 'ready'"), ({"approval": "601a.10 no. 99"}, "is another than was registered"),
    ({"table_id": "T7"}, "has table 'T7'"), ({"second": ""}, "has second ''"),
    ({"removed_by": "Sam"}, "has removed by"),
])  # fmt: skip
def test_a_row_written_past_the_house_is_found(tmp_path, change, words):
    async def go():
        async with a_house(tmp_path / "h.db") as house:
            equipment.add(house.database, SHOE, "store", by="Flo", second="Sam", at=house.clock())
            equipment.remove(house.database, "S-1", why="worn", by="Flo", second="Sam", at=house.clock())

    asyncio.run(go())
    database = Database(tmp_path / "h.db")
    with database.engine.begin() as connection:
        connection.execute(update(schema.equipment).values(change))
    database.close()
    with pytest.raises(JournalError, match=words):
        check(str(tmp_path / "h.db"), KEY.public)


def test_a_piece_that_no_record_led_to_and_one_that_is_gone_are_found(tmp_path):
    async def go():
        async with a_house(tmp_path / "h.db") as house:
            equipment.add(house.database, LAYOUT, "store", by="Flo", at=house.clock())

    asyncio.run(go())
    where = tmp_path / "h.db"
    database = Database(where)
    with database.engine.begin() as connection:
        connection.execute(text("UPDATE equipment SET id = 'L-2'"))
    with pytest.raises(JournalError, match="equipment L-2 is in the database, and no record"):
        check(str(where), KEY.public)
    with database.engine.begin() as connection:
        connection.execute(text("DELETE FROM equipment"))
    database.close()
    with pytest.raises(JournalError, match="equipment L-1 is gone"):
        check(str(where), KEY.public)


@pytest.mark.parametrize("lent", ["another deck", "one that was removed", "a faulty one"])
def test_a_deck_that_was_lent_to_the_register_for_a_moment_is_found(tmp_path, lent):
    """Put there by SQL, the table opened with it, and put back as it was: no record of the house registers it so."""
    migrated_sqlite_database(tmp_path / "h.db")
    rows = schema.equipment

    async def go(house: House) -> None:
        equip(house, "T", settings("dj-wild"))
        deck = rows.c.kind == "deck"
        change: dict[str, Any]
        back: dict[str, Any]
        if lent == "another deck":
            change, back = {"design": "marked"}, {"design": "standard equipment"}
        elif lent == "a faulty one":
            change, back = {"state": "ready", "table_id": "T"}, {"state": "faulty"}
            equipment.inspect(house.database, "T-deck-1", finding="marked", by="Flo", at=1)
        else:
            kept = {"state": "removed", "table_id": "", "removed": 1, "removed_by": "Flo", "finding": "worn"}
            equipment.remove(house.database, "T-deck-1", why="worn", by="Flo", second="Sam", at=1)
            change, back = {"state": "ready", "table_id": "T"}, kept
        for now in (change, back):
            with house.database.transaction() as connection:
                assert connection.execute(update(rows).where(deck).values(now)).rowcount
            if now is change:
                await house.open("T", "T", "dj-wild", "pa-2021", settings("dj-wild"))

    asyncio.run(opened(tmp_path / "h.db", go))
    with pytest.raises(JournalError, match="uses deck T-deck-1, which"):
        check(tmp_path / "h.db", KEY.public)


def test_a_database_of_the_shape_before_is_brought_up_to_date(tmp_path):
    async def go():
        async with a_house(tmp_path / "h.db"):
            pass
        database = Database(tmp_path / "h.db")
        with database.engine.begin() as connection:
            connection.execute(text("DROP TABLE equipment"))
            connection.execute(text("UPDATE alembic_version SET version_num = '0007'"))
        database.close()
        async with a_house(tmp_path / "h.db") as house:
            equipment.add(house.database, LAYOUT, "", by="Flo", at=house.clock())
            assert [row.id for row in equipment.every(house.database)] == ["L-1"]

    asyncio.run(go())


@pytest.mark.parametrize("submission", ["a." * 30_000 + "a = 1", "a = " + "[" * 20_000, "a = " + "9" * 5000,
                                        'game = "dj-wild"\nedition = [1]'])  # fmt: skip
def test_a_signs_submission_is_read_only_if_that_is_quick(submission):
    """One request of 60 KB kept the whole house from everything for more than a minute."""
    began = time.monotonic()
    with pytest.raises(CroupierError):
        equipment.inscribed(Item(id="S-1", kind="sign"), submission)
    assert time.monotonic() - began < 1


@pytest.mark.parametrize("table", ["x" * 60_000, "a\nb\x00", "../.."])
def test_equipment_stands_at_what_could_be_a_table(tmp_path, table):
    migrated_sqlite_database(tmp_path / "h.db")
    database = Database(tmp_path / "h.db")
    try:
        equipment.add(database, Item(id="L-1", kind="layout"), "store", by="Flo", at=1)
        with pytest.raises(HouseError, match="letters, digits and dashes"):
            equipment.move(database, "L-1", kept="", table=table, by="Flo", at=2)
    finally:
        database.close()
