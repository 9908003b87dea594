"""The register of equipment: listed, added, inspected, moved, removed; and decks brought to an open table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec

from croupier.house.desk.authority import check_apart
from croupier.house.desk.requests import about_equipment
from croupier.house.screens.floor import equipment_register, payloads
from croupier.house.tables import equipment, equipment_kinds
from croupier.table import Actor
from croupier.web.http.sessions import IdempotencyKey, Token, signed_in
from croupier.web.routes.staff import bodies  # noqa: TC001 - FastAPI reads it

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk
    from croupier.house.people.roles import Person


def routes(app: FastAPI, desk: Desk) -> None:
    """The routes of the register of equipment."""
    database = desk.house.database

    async def keeper_of_it(token: str | None) -> Person:
        person = await signed_in(desk, token)
        desk.check(person, "equipment")
        return person

    async def shown(id_: str) -> payloads.EquipmentPiece:
        return equipment_register.equipment_payload(await asyncio.to_thread(equipment.piece, database, id_))

    @app.get("/api/equipment")
    async def every(token: Token = None) -> payloads.EquipmentRegister:
        """Every piece: what it is, by which approval, where it is, when it was inspected or removed; and what each game
        asks for."""
        await keeper_of_it(token)
        pieces = equipment_register.listed(await asyncio.to_thread(equipment.every, database))
        return payloads.EquipmentRegister(pieces, equipment_register.wanted(), desk.house.is_real)

    @app.post("/api/equipment")
    async def add(
        body: bodies.NewEquipment, key: IdempotencyKey = "", token: Token = None
    ) -> payloads.EquipmentPiece | payloads.EquipmentRequest:
        """Register a piece; a second person is asked for what could fix an outcome (`request`)."""
        person = await keeper_of_it(token)
        item = equipment_kinds.read_item(body.item)
        if body.submission:
            item = await asyncio.to_thread(equipment_kinds.inscribed, item, body.submission)
        if equipment_kinds.needs_two(item.kind):
            asking = {"kind": "equipment", "told": {"item": msgspec.to_builtins(item), "kept": body.kept}}
            made = await desk.requests.ask(person, asking, key)
            return payloads.EquipmentRequest(made.id, made.state, made.title)
        await asyncio.to_thread(equipment.add, database, item, body.kept, by=person.name, at=desk.house.clock())
        return await shown(item.id)

    @app.post("/api/equipment/{item}/inspect")
    async def inspect(item: str, body: bodies.Inspection, token: Token = None) -> payloads.EquipmentPiece:
        """Record an inspection: in order, or what was found."""
        person = await keeper_of_it(token)
        await asyncio.to_thread(
            equipment.inspect, database, item, finding=body.finding, by=person.name, at=desk.house.clock()
        )
        return await shown(item)

    @app.post("/api/equipment/{item}/move")
    async def move(item: str, body: bodies.EquipmentMove, token: Token = None) -> payloads.EquipmentPiece:
        """Say where a piece is kept, or put it at a table that is not open yet."""
        person = await keeper_of_it(token)
        await asyncio.to_thread(
            equipment.move, database, item, kept=body.kept, table=body.table, by=person.name, at=desk.house.clock()
        )
        return await shown(item)

    @app.post("/api/equipment/{item}/remove")
    async def remove(
        item: str, body: bodies.EquipmentRemoval, key: IdempotencyKey = "", token: Token = None
    ) -> payloads.EquipmentPiece | payloads.EquipmentRequest:
        """Take a piece out of use for good; a second person is asked where two do it (`request`)."""
        person = await keeper_of_it(token)
        row = await asyncio.to_thread(equipment.check_removal, database, item, body.why)
        if equipment.two_remove(row):
            asking = {"kind": "equipment-removal", "told": {"id": item, "why": body.why}}
            made = await desk.requests.ask(person, asking, key)
            return payloads.EquipmentRequest(made.id, made.state, made.title)
        await asyncio.to_thread(equipment.remove, database, item, why=body.why, by=person.name, at=desk.house.clock())
        return await shown(item)

    @app.post("/api/floor/tables/{table}/equipment")
    async def bring(table: str, body: bodies.BroughtDeck, token: Token = None) -> payloads.EquipmentPiece:
        """Bring a registered deck to a table that is open."""
        person = await signed_in(desk, token)
        desk.check(person, "floor", table)
        keeper = desk.house.keeper(table)
        with desk.recording(person, f"bring equipment to {table}"):
            check_apart(keeper, person.name)
        await about_equipment.bring(keeper, body.item, Actor("floorperson", person.name))
        return await shown(body.item)
