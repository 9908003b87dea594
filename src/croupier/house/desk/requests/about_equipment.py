"""Requests for equipment: a piece added to the register, or removed from it; and one brought to an open table."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

from croupier.errors import CroupierError, HouseError
from croupier.house.desk.requests.kind import Fields, Kind
from croupier.house.storage.transactions import Transaction
from croupier.house.tables import equipment, equipment_kinds
from croupier.table import Direct, step

if TYPE_CHECKING:
    from sqlalchemy import Row

    from croupier.house.desk.requests.approvals import Requests
    from croupier.house.desk.requests.forms import RequestForms
    from croupier.house.people.roles import Person
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.table import Actor
    from croupier.table.equipment import Item


class AddEquipment(Kind):
    """A piece of equipment that could fix an outcome is registered."""

    fields: ClassVar[frozenset[str]] = frozenset({"told"})
    asks: ClassVar[str] = "equipment"
    approves: ClassVar[tuple[str, ...]] = ("equipment",)
    answerer: ClassVar[str] = "Another of those who keep the register of equipment answers it."

    async def check(self, requests: Requests, asking: RequestForms, person: Person) -> None:  # noqa: ARG002
        """Refuse what is no piece of equipment, or is registered already."""
        item, kept = _equipment(asking.told)
        equipment.line(kept, "kept")
        await asyncio.to_thread(equipment.check_new, requests.house.database, item)

    def about(self, fields: Fields) -> str:
        """Its number."""
        return _equipment(fields["told"])[0].id

    def title(self, fields: Fields) -> str:
        """What it is."""
        item, _ = _equipment(fields["told"])
        return f"Register {item.id}, a {equipment_kinds.kinds()[item.kind]}"

    def words(self, fields: Fields) -> str:
        """By which serial and approval."""
        item, kept = _equipment(fields["told"])
        parts = [("serial", item.serial), ("approval", item.approval), ("backs", item.colour), ("kept", kept)]
        return ", ".join(f"{name} {value}" for name, value in parts if value) + "."

    async def carry_out(self, requests: Requests, row: Row[Any], fields: Fields, person: Person) -> None:
        """Registered in the names of both."""
        item, kept = _equipment(fields["told"])
        answer = requests.answer(row, "approved", person.name, "registered")
        await asyncio.to_thread(
            equipment.add,
            requests.house.database,
            item,
            kept,
            by=row.by,
            second=person.name,
            at=requests.house.clock(),
            claims=answer.claims,
            also=answer.said,
        )


class RemoveEquipment(Kind):
    """A piece of equipment that could fix an outcome, or stands at a table, is taken out of use."""

    fields: ClassVar[frozenset[str]] = frozenset({"told"})
    asks: ClassVar[str] = "equipment"
    approves: ClassVar[tuple[str, ...]] = ("equipment",)
    answerer: ClassVar[str] = AddEquipment.answerer

    async def check(self, requests: Requests, asking: RequestForms, person: Person) -> None:  # noqa: ARG002
        """Refuse what is not registered, is in use or was removed."""
        id_, why = _removal(asking.told)
        await asyncio.to_thread(equipment.check_removal, requests.house.database, id_, why)

    def about(self, fields: Fields) -> str:
        """Its number."""
        return _removal(fields["told"])[0]

    def title(self, fields: Fields) -> str:
        """Which piece."""
        return f"Remove {_removal(fields['told'])[0]} from the equipment"

    def words(self, fields: Fields) -> str:
        """Why."""
        return f"Out of use for good: {_removal(fields['told'])[1]}."

    async def carry_out(self, requests: Requests, row: Row[Any], fields: Fields, person: Person) -> None:
        """Removed in the names of both."""
        id_, why = _removal(fields["told"])
        answer = requests.answer(row, "approved", person.name, "removed")
        await asyncio.to_thread(
            equipment.remove,
            requests.house.database,
            id_,
            why=why,
            by=row.by,
            second=person.name,
            at=requests.house.clock(),
            claims=answer.claims,
            also=answer.said,
        )


async def bring(keeper: Keeper, id_: str, actor: Actor) -> None:
    """Bring a registered piece to an open table. It stands there in the register before the table hears of it: what is
    refused with records stops a table, and one piece may be brought to two at once."""
    row = await asyncio.to_thread(equipment.piece, keeper.database, id_)
    held = {item.id for item in keeper.decided.equipment}
    if row.state != equipment.READY or row.table_id not in {"", keeper.id} or row.id in held:
        where = f"at table {row.table_id}" if row.table_id else row.state
        raise HouseError(f"{row.id} is {where}", fault="conflict", field="item")
    order = Direct(order="bring", what=msgspec.json.encode(equipment.item_of(row)).decode())
    step(keeper.decided, order, actor, keeper.now())
    if not row.table_id:  # or it was put there, and the table stopped before it heard of it
        await _put(keeper, row, kept="", table=keeper.id, by=actor.name)
    try:
        done = step(keeper.decided, order, actor, keeper.now())
    except CroupierError:  # the table changed meanwhile
        there = await asyncio.to_thread(equipment.piece, keeper.database, id_)
        await _put(keeper, there, kept=row.kept, table="", by=actor.name)
        raise
    await keeper.commit([done])
    keeper.running.wake()


async def _put(keeper: Keeper, row: Row[Any], *, kept: str, table: str, by: str) -> None:
    claim, said = equipment.moved(row, kept=kept, table=table, by=by)
    await asyncio.wrap_future(keeper.database.submit(Transaction("", keeper.now(), claims=[claim], said=[said])))


def _equipment(fields: Fields) -> tuple[Item, str]:
    """A piece and where it is kept, from what was sent."""
    piece = fields.get("item")
    return equipment_kinds.read_item(piece if isinstance(piece, dict) else {}), str(fields.get("kept", ""))


def _removal(fields: Fields) -> tuple[str, str]:
    """The number of a piece and why it is removed, from what was sent."""
    return str(fields.get("id", "")), equipment.line(str(fields.get("why", "")), "why")
