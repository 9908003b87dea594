"""The register of equipment: a real-money table opens with registered pieces only, and nobody fixes one alone."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace
from sqlalchemy import text, update

from croupier.errors import CroupierError, HouseError, IllegalAction, JournalError, NotAllowed
from croupier.house.audit.check import check
from croupier.house.desk.authority import actor_of
from croupier.house.desk.desk import Desk
from croupier.house.desk.opening import open_by
from croupier.house.desk.requests import about_equipment
from croupier.house.desk.requests.about_equipment import bring
from croupier.house.screens.floor.next_steps import floor_steps
from croupier.house.storage import schema
from croupier.house.storage.database import Database
from croupier.house.tables import equipment, equipment_kinds
from croupier.house.tables.automatic.closing import closing
from croupier.table import Direct, Due, Perform, Play, Sit
from croupier.table.equipment import Item, standard
from tests.house.databases import migrated_sqlite_database
from tests.house.desk.test_requests import person
from tests.house.floor import DEALER, FLOOR, KEY, a_house, ann, equip, open_table, served, settings, until
from tests.house.make import make_house
from tests.support import provision
from tests.web.test_floor import opening

if TYPE_CHECKING:
    from croupier.house.house import House

LAYOUT = Item(id="L-1", kind="layout", approval="601a.10 no. 17", positions=6, marks=("name", "ante"))
SHOE = Item(id="S-1", kind="dealing-shoe", serial="77", place="left of the dealer")


def real(url) -> House:
    return make_house(Database(url), KEY, money="real")


@asynccontextmanager
async def a_real_house(url):
    house = real(url)
    await house.start()
    try:
        yield house
    finally:
        await house.stop()


# A table asks the register.


@provision("687a.2(b)", "687a.2(c)", "687a.2(d)", "687a.3(a)", "687a.8(a)")
async def test_a_real_money_table_opens_with_registered_equipment_only(url):
    async with a_real_house(url) as house:
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
            (equipment.remove, {"why": "old"}),
            (equipment.move, {"kept": "store", "table": ""}),
            (equipment.inspect, {"finding": "loose"}),
        ]
        for change, more in changes:
            with pytest.raises(HouseError, match="in use at table T1"):
                change(house.database, rack.id, by="Flo", at=1, **more)


async def test_play_money_needs_nothing_and_uses_what_there_is(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        assert (await open_table(house, "dj-wild")).table.equipment == ()
        rack = Item(id="R-1", kind="discard-rack")
        equipment.add(house.database, rack, "", by="Flo", at=1)
        equipment.move(house.database, "R-1", kept="", table="second", by="Flo", at=1)
        keeper = await open_table(house, "dj-wild", "second")
        assert rack in keeper.table.equipment
        assert len(keeper.table.equipment) > 5


@provision("687a.3(c)(2)", "687a.4(a)")
async def test_decks_leave_the_table_for_the_register_and_come_from_it(url):
    async with a_real_house(url) as house:
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
            at.desk.people.accounts.add("Pit", "correct horse", [("floorperson", "")])
            at.desk.people.accounts.add("Ann", "correct horse", [("player", "")])
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
    assert check(str(url), KEY.public)


@asynccontextmanager
async def two_tables_and_a_deck(url):
    """Two open tables with equipment of the register, and a deck that stands at neither."""
    async with a_house(url) as house:
        keepers = []
        for name in ("A", "B"):
            equipment.add(house.database, Item(id=f"R-{name}", kind="discard-rack"), "", by="Flo", at=1)
            equipment.move(house.database, f"R-{name}", kept="", table=name, by="Flo", at=1)
            keepers.append(await open_table(house, "dj-wild", name))
        deck = next(item for item in keepers[0].table.equipment if item.kind == "deck")
        equipment.add(house.database, replace(deck, id="D-9"), "store", by="Flo", second="Sam", at=house.clock())
        yield house, keepers


async def test_one_deck_that_is_brought_to_two_tables_at_once_stops_neither(tmp_path):
    """One floorperson's two requests at once stopped a table: the register refused the piece with its records."""
    async with two_tables_and_a_deck(tmp_path / "h.db") as (house, keepers):
        told = await asyncio.gather(*(bring(keeper, "D-9", FLOOR) for keeper in keepers), return_exceptions=True)
        assert [str(one) for one in told if one is not None] == ["this was used already"]
        assert [keeper.broken for keeper in keepers] == [None, None]
        there = equipment.piece(house.database, "D-9").table_id
        held = {keeper.id for keeper in keepers if any(item.id == "D-9" for item in keeper.table.equipment)}
        assert held == {there}
        with pytest.raises(HouseError, match=f"at table {there}"):
            await bring(house.keeper(there), "D-9", FLOOR)
    assert check(tmp_path / "h.db")


async def test_a_piece_that_a_table_did_not_take_goes_back_or_comes_when_it_is_brought_again(tmp_path, monkeypatch):
    async with two_tables_and_a_deck(tmp_path / "h.db") as (house, (keeper, other)):
        put = about_equipment._put

        async def then_closed(keeper, row, **told):
            await put(keeper, row, **told)
            if told["table"]:
                await keeper.commit(closing(keeper.decided, FLOOR, keeper.now()))

        with monkeypatch.context() as patch:
            patch.setattr(about_equipment, "_put", then_closed)
            with pytest.raises(IllegalAction, match="closed"):
                await bring(keeper, "D-9", FLOOR)
        row = equipment.piece(house.database, "D-9")
        assert (row.table_id, row.kept) == ("", "store")
        await put(other, row, kept="", table="B", by="Floor")  # and the process died
        await bring(other, "D-9", FLOOR)
        assert "D-9" in {item.id for item in other.table.equipment}
    assert check(tmp_path / "h.db")


async def test_no_table_opens_with_a_piece_that_is_taken_away_in_that_moment(tmp_path, monkeypatch):
    """One person opened a table and moved its deck at once: the deck could be at two tables."""
    async with a_real_house(migrated_sqlite_database(tmp_path / "h.db")) as house:
        database, chosen = house.database, settings("dj-wild")
        deck = next(item.id for item in equip(house, "T1", chosen) if item.kind == "deck")
        there: dict[str, Any] = {"table": "T2", "kept": "", "by": "Flo", "at": house.clock()}

        async def opened():
            await house.open("T1", "T1", "dj-wild", "pa-2021", chosen)

        look = house.equipment_of

        def then_moved(*told):
            found = look(*told)
            equipment.move(database, deck, **there)
            return found

        with monkeypatch.context() as patch:  # the deck goes after the table has looked what stands there
            patch.setattr(house, "equipment_of", then_moved)
            with pytest.raises(HouseError, match="used already"):
                await opened()
        equipment.move(database, deck, **{**there, "table": "T1"})
        row = equipment.piece(database, deck)
        await opened()
        with monkeypatch.context() as patch:  # whoever moves it looked before the table was open
            patch.setattr(equipment, "_not_in_use", lambda *_: None)
            changes: list[tuple[Any, dict[str, Any]]] = [
                (equipment.move, there),
                (equipment.inspect, {"finding": "torn", "by": "Flo", "at": 1}),
                (equipment.remove, {"why": "torn", "by": "Flo", "second": "Sam", "at": 1}),
            ]
            for change, told in changes:
                with pytest.raises(HouseError, match="used already"):
                    change(database, deck, **told)
        assert equipment.piece(database, deck) == row


async def test_nobody_orders_equipment_past_the_register(tmp_path):
    async with a_house(tmp_path / "h.db", "dj-wild") as house:
        keeper, pit = house.keeper("dj-wild"), person("Pit", "floorperson")
        with pytest.raises(NotAllowed, match="from the register"):
            actor_of(keeper, pit, Direct(order="bring", what="{}"))
        assert (await keeper.ask(Direct(order="bring", what="{}"), FLOOR)).field == "what"


@provision("669a.11(i)(3)(i)(C)", "669a.11(i)(3)(i)(D)")
async def test_two_accounts_of_one_person_do_not_refuse_and_return_a_claim(tmp_path, monkeypatch):
    async with a_house(tmp_path / "h.db", "raise-it-up", automatic=False, cards="entered") as house:
        keeper = house.keeper("raise-it-up")
        for name, by in (("Flo", ""), ("Floh", "Flo"), ("Sam", "")):
            Desk(house).people.accounts.add(name, "correct horse", [("floorperson", "")], by=by)
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


# Keeping it.


async def test_what_could_fix_an_outcome_is_added_by_two(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        for second in ("", "Flo"):
            with pytest.raises(HouseError, match="two people add it"):
                equipment.add(house.database, SHOE, "", by="Flo", second=second, at=1)
        equipment.add(house.database, LAYOUT, "store", by="Flo", at=1)
        async with served(house) as at:
            for name, role in (
                ("Flo", "floorperson"),
                ("Sam", "shift-manager"),
                ("Adam", "administrator"),
                ("Dee", "dealer"),
            ):
                at.desk.people.accounts.add(name, "correct horse", [(role, "")])
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
                gone = next(one for one in (await flo.get("/api/equipment")).json()["equipment"] if one["id"] == "S-1")
                assert (gone["state"], gone["removed-by"], gone["finding"]) == ("removed", "Flo", "worn out")
                for act, told in (("inspect", {}), ("move", {"table": "T1"}), ("remove", {"why": "again"})):
                    assert (await flo.post(f"/api/equipment/S-1/{act}", json=told)).status_code == 409
                assert (await flo.post("/api/equipment/S-9/inspect", json={})).status_code == 404
                told = (await flo.get("/api/equipment")).json()
                assert [one["id"] for one in told["equipment"]] == ["R-1", "L-1", "S-1"]
                asked = next(one for one in told["games"] if one["edition"] == "pa-2021")
                assert {one["kind"]: one["two-people"] for one in asked["kinds"]}["deck"] is True
    assert check(str(tmp_path / "h.db"), KEY.public)


async def test_nobody_alone_takes_the_equipment_of_a_closed_table_away(tmp_path):
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
    assert check(str(tmp_path / "h.db"), KEY.public)


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ({"id": "", "kind": "layout"}, "id"),
        ({"id": "a b", "kind": "layout"}, "id"),
        ({"id": "x" * 41, "kind": "layout"}, "id"),
        ({"id": "a", "kind": "roulette wheel"}, "kind"),
        ({"id": "a"}, "item"),
        ({"id": "a", "kind": "sign", "content": "z"}, "content"),
        ({"id": "a", "kind": "deck", "cards": -1}, "cards"),
        ({"id": "a", "kind": "layout", "marks": ["m"] * 41}, "marks"),
        ({"id": "a", "kind": "layout", "serial": "two\nlines"}, "serial"),
    ],
)
def test_a_piece_that_is_none_is_refused(told, field):
    with pytest.raises(HouseError) as refused:
        equipment_kinds.read_item(told)
    assert refused.value.field == field


# The journal knows.


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"state": "ready"}, "has state 'ready'"),
        ({"approval": "601a.10 no. 99"}, "is another than was registered"),
        ({"table_id": "T7"}, "has table 'T7'"),
        ({"second": ""}, "has second ''"),
        ({"removed_by": "Sam"}, "has removed by"),
    ],
)
async def test_a_row_written_past_the_house_is_found(tmp_path, change, words):
    async with a_house(tmp_path / "h.db") as house:
        equipment.add(house.database, SHOE, "store", by="Flo", second="Sam", at=house.clock())
        equipment.remove(house.database, "S-1", why="worn", by="Flo", second="Sam", at=house.clock())
    database = Database(tmp_path / "h.db")
    with database.engine.begin() as connection:
        connection.execute(update(schema.equipment).values(change))
    database.close()
    with pytest.raises(JournalError, match=words):
        check(str(tmp_path / "h.db"), KEY.public)


async def test_a_piece_that_no_record_led_to_and_one_that_is_gone_are_found(tmp_path):
    async with a_house(tmp_path / "h.db") as house:
        equipment.add(house.database, LAYOUT, "store", by="Flo", at=house.clock())
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
async def test_a_deck_that_was_lent_to_the_register_for_a_moment_is_found(tmp_path, lent):
    """Put there by SQL, the table opened with it, and put back as it was: no record of the house registers it so."""
    migrated_sqlite_database(tmp_path / "h.db")
    rows = schema.equipment

    async with a_real_house(tmp_path / "h.db") as house:
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
    with pytest.raises(JournalError, match="uses deck T-deck-1, which"):
        check(tmp_path / "h.db", KEY.public)


async def test_a_database_of_the_shape_before_is_brought_up_to_date(tmp_path):
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


@pytest.mark.parametrize(
    "submission",
    ["a." * 30_000 + "a = 1", "a = " + "[" * 20_000, "a = " + "9" * 5000, 'game = "dj-wild"\nedition = [1]'],
)
def test_a_signs_submission_is_read_only_if_that_is_quick(submission):
    """One request of 60 KB kept the whole house from everything for more than a minute."""
    began = time.monotonic()
    with pytest.raises(CroupierError):
        equipment_kinds.inscribed(Item(id="S-1", kind="sign"), submission)
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


@pytest.mark.parametrize("money", ["real", "play"])
async def test_an_automatic_table_without_a_deck_waits_for_one_and_stops_for_nobody(tmp_path, money):
    """One order of the floor has the cards changed, and no other deck stands at the table: it waits until one is
    brought."""
    house = make_house(Database(migrated_sqlite_database(tmp_path / "h.db")), KEY, money=money)
    await house.start()
    try:
        if money == "play":
            await asyncio.to_thread(equip, house, "dj-wild", settings("dj-wild"))
        keeper = await open_table(house, "dj-wild")
        await keeper.ask(Sit(player="Ann", seat=1), ann())
        await until(lambda: keeper.table.phase == "betting")
        assert not (await keeper.ask(Direct(order="change-cards"), FLOOR)).refused
        await until(lambda: keeper.running.staff.held is not None)
        assert (keeper.broken, len(house.keeping.set_aside)) == (None, 0)
        (waits,) = floor_steps(keeper, person("Flo", "floorperson"))
        assert (waits.step, waits.order) == ("held", "")
        assert waits.title.startswith("No registered deck is left")
        deck = replace(
            next(item for item in standard(keeper.rules) if item.kind == "deck"), id="another", approval="17"
        )
        equipment.add(house.database, deck, "store", by="Flo", second="Sam", at=house.clock())
        await bring(keeper, "another", FLOOR)
        await until(lambda: keeper.table.phase == "betting")
        assert keeper.running.staff.held is None
    finally:
        await house.stop()
    check(house.database.url)
