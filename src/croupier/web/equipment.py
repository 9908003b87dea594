"""The register of equipment: listed, added, inspected, moved, removed; and decks brought to an open table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from fastapi import Body

from croupier.errors import HouseError
from croupier.house import equipment, equipment_page
from croupier.house.authority import check_apart
from croupier.table import Actor, Direct, step
from croupier.web.register import Key, Token, signed_in

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk import Desk
    from croupier.house.people import Person


class Added(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A piece, and where it is kept; of a sign, the Rules Submission (TOML) that it was printed for."""

    item: dict[str, Any]
    kept: str = ""
    submission: str = ""


class Inspected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What an inspection found wrong; nothing where the piece is in order."""

    finding: str = ""


class Moved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a piece is kept now, or at which table it stands."""

    kept: str = ""
    table: str = ""


class Removed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Why a piece is taken out of use."""

    why: str


class Brought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The number of a deck."""

    item: str


Told = Annotated[dict[str, Any], Body()]


def routes(app: FastAPI, desk: Desk) -> None:
    """The routes of the register of equipment."""
    database = desk.house.database

    async def keeper_of_it(token: str | None) -> Person:
        person = await signed_in(desk, token)
        desk.check(person, "equipment")
        return person

    async def shown(id_: str) -> dict[str, Any]:
        return equipment_page.told(await asyncio.to_thread(equipment.piece, database, id_))

    @app.get("/api/equipment")
    async def every(token: Token = None) -> dict[str, Any]:
        """Every piece: what it is, by which approval, where it is, when it was inspected or removed; and what each game
        asks for."""
        await keeper_of_it(token)
        pieces = equipment_page.listed(await asyncio.to_thread(equipment.every, database))
        return {"equipment": pieces, "games": equipment_page.wanted(), "real": desk.house.is_real}

    @app.post("/api/equipment")
    async def add(told: Told, key: Key = "", token: Token = None) -> dict[str, Any]:
        """Register a piece; a second person is asked for what could fix an outcome (`request`)."""
        person = await keeper_of_it(token)
        asked = _read(told, Added)
        item = equipment.read_item(asked.item)
        if asked.submission:
            item = await asyncio.to_thread(equipment.inscribed, item, asked.submission)
        if equipment.needs_two(item.kind):
            asking = {"kind": "equipment", "told": {"item": msgspec.to_builtins(item), "kept": asked.kept}}
            made = await desk.requests.ask(person, asking, key)
            return {"request": made["id"], "state": made["state"], "title": made["title"]}
        await asyncio.to_thread(equipment.add, database, item, asked.kept, by=person.name, at=desk.house.clock())
        return await shown(item.id)

    @app.post("/api/equipment/{item}/inspect")
    async def inspect(item: str, told: Told, token: Token = None) -> dict[str, Any]:
        """Record an inspection: in order, or what was found."""
        person, asked = await keeper_of_it(token), _read(told, Inspected)
        await asyncio.to_thread(equipment.inspect, database, item, finding=asked.finding, by=person.name,
                                at=desk.house.clock())  # fmt: skip
        return await shown(item)

    @app.post("/api/equipment/{item}/move")
    async def move(item: str, told: Told, token: Token = None) -> dict[str, Any]:
        """Say where a piece is kept, or put it at a table that is not open yet."""
        person, asked = await keeper_of_it(token), _read(told, Moved)
        await asyncio.to_thread(equipment.move, database, item, kept=asked.kept, table=asked.table, by=person.name,
                                at=desk.house.clock())  # fmt: skip
        return await shown(item)

    @app.post("/api/equipment/{item}/remove")
    async def remove(item: str, told: Told, key: Key = "", token: Token = None) -> dict[str, Any]:
        """Take a piece out of use for good; a second person is asked where two do it (`request`)."""
        person, asked = await keeper_of_it(token), _read(told, Removed)
        row = await asyncio.to_thread(equipment.check_removal, database, item, asked.why)
        if equipment.two_remove(row):
            asking = {"kind": "equipment-removal", "told": {"id": item, "why": asked.why}}
            made = await desk.requests.ask(person, asking, key)
            return {"request": made["id"], "state": made["state"], "title": made["title"]}
        await asyncio.to_thread(equipment.remove, database, item, why=asked.why, by=person.name, at=desk.house.clock())
        return await shown(item)

    @app.post("/api/floor/tables/{table}/equipment")
    async def bring(table: str, told: Told, token: Token = None) -> dict[str, Any]:
        """Bring a registered deck to a table that is open."""
        person, asked = await signed_in(desk, token), _read(told, Brought)
        desk.check(person, "floor", table)
        keeper = desk.house.keeper(table)
        with desk.recording(person, f"bring equipment to {table}"):
            check_apart(keeper, person.name)
        row = await asyncio.to_thread(equipment.piece, database, asked.item)
        if row.state != equipment.READY or row.table_id:
            where = f"at table {row.table_id}" if row.table_id else row.state
            raise HouseError(f"{row.id} is {where}", fault="conflict", field="item")
        order = Direct(order="bring", what=msgspec.json.encode(equipment.item_of(row)).decode())
        done = step(keeper.decided, order, Actor("floorperson", person.name), keeper.now())
        claim, said = equipment.moved(row, kept="", table=table, by=person.name)
        await keeper.commit([done], claims=[claim], said=[said])
        keeper.running.wake()
        return await shown(row.id)


def _read(told: dict[str, Any], kind: type[Any]) -> Any:  # noqa: ANN401 - one of the above
    try:
        return msgspec.convert(told, kind)
    except msgspec.ValidationError as error:
        raise HouseError(str(error), field="body") from None
