"""The register of equipment: what the house has, by which approval, where it is, when it was inspected and removed.

A piece is ready, faulty or removed. What is at a table comes with it when it opens; a piece that is faulty or removed
is not used. What could fix an outcome is added and removed by two people.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import exists, insert, select, true, update

from croupier.errors import HouseError
from croupier.house.journal.events import EquipmentAdded, EquipmentInspected, EquipmentMoved, EquipmentRemoved
from croupier.house.people.relations import are_related
from croupier.house.storage import schema
from croupier.house.storage.names import table_id
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.equipment_kinds import LONGEST_FIELDS, kinds, needs_two
from croupier.table import events as e
from croupier.table.equipment import DECK, STANDARD, Item

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import ColumnElement, Connection, Executable, Row, Update

    from croupier.house.journal.events import HouseEvent
    from croupier.house.storage.database import Database
    from croupier.house.tables.keeping.pending_writes import Step
    from croupier.kit.payload import Json
    from croupier.table import Table

READY, FAULTY, REMOVED = "ready", "faulty", "removed"
USED = "used decks"
"""Where a deck goes that has been played with for its hours."""


# Reading.


def item_of(row: Row[Any]) -> Item:
    """A row as the table knows it."""
    fields = {name: getattr(row, name) for name in Item.__struct_fields__ if name != "marks"}
    return Item(**fields, marks=tuple(msgspec.json.decode(row.marks)))


def every(database: Database) -> list[Row[Any]]:
    """Every piece that was ever registered, by its number."""
    with database.read() as connection:
        return list(connection.execute(select(schema.equipment).order_by(schema.equipment.c.id)))


def at_table(database: Database, table: str) -> tuple[Item, ...]:
    """What stands at a table and may be used."""
    rows = schema.equipment
    query = select(rows).where(rows.c.table_id == table, rows.c.state == READY).order_by(rows.c.id)
    with database.read() as connection:
        return tuple(item_of(row) for row in connection.execute(query))


def piece(database: Database, id_: str) -> Row[Any]:
    """One piece, or a refusal."""
    with database.read() as connection:
        return _row(connection, id_)


def _row(connection: Connection, id_: str) -> Row[Any]:
    found = connection.execute(select(schema.equipment).where(schema.equipment.c.id == id_)).first()
    if found is None:
        raise HouseError(f"no piece of equipment has the number {id_[:40]!r}", fault="unknown", field="id")
    return found


def is_open(database: Database, table: str) -> bool:
    """Whether a table is open."""
    rows = schema.tables
    with database.read() as connection:
        query = select(rows.c.id).where(rows.c.id == table, rows.c.closed.is_(None))
        return connection.execute(query).first() is not None


# Changing.


def added(item: Item, kept: str, *, by: str, second: str, at: int) -> tuple[Executable, HouseEvent]:
    """What adds a piece, and what the journal says of it."""
    fields = {name: getattr(item, name) for name in item.__struct_fields__ if name != "marks"}
    row = {
        **fields,
        "marks": msgspec.json.encode(item.marks).decode(),
        "kept": kept,
        "table_id": "",
        "state": READY,
        "added": at,
        "added_by": by,
        "second": second,
        "inspected": 0,
        "inspected_by": "",
        "finding": "",
        "removed": 0,
        "removed_by": "",
    }
    return insert(schema.equipment).values(row), EquipmentAdded(item=item, kept=kept, by=by, second=second)


def add(
    database: Database,
    item: Item,
    kept: str,
    *,
    by: str,
    at: int,
    second: str = "",
    claims: Sequence[Executable] = (),
    also: Sequence[HouseEvent] = (),
) -> None:
    """Register a piece. `claims` must each change a row at the same time, of which the journal `also` tells."""
    if needs_two(item.kind) and (not second or second == by):
        words = f"a {kinds()[item.kind]} could fix an outcome: two people add it"
        raise HouseError(words, fault="denied", field="kind")
    check_new(database, item)
    statement, said = added(item, line(kept, "kept"), by=by, second=second, at=at)
    database.store(Transaction("", at, doing=[statement], claims=claims, said=[said, *also]))


def check_new(database: Database, item: Item) -> None:
    """Refuse a number that is taken, also by what was removed."""
    with database.read() as connection:
        if connection.execute(select(schema.equipment.c.id).where(schema.equipment.c.id == item.id)).first():
            raise HouseError(f"{item.id} is registered already", fault="conflict", field="id")


def inspect(database: Database, id_: str, *, finding: str, by: str, at: int) -> None:
    """Record an inspection: in order, or what was found. Whoever found something wrong does not clear it alone."""
    row = _standing(database, id_)
    found = line(finding, "finding")
    if row.state == FAULTY and not found and needs_two(row.kind) and are_related(database, row.inspected_by, by):
        raise HouseError(
            f"{by} found it faulty, and another person says that it is in order again", fault="denied", field="finding"
        )
    if found:
        _not_in_use(database, row, "report it at the table")
    idle = _idle(row) if found else true()
    values = {"state": FAULTY if found else READY, "inspected": at, "inspected_by": by, "finding": found}
    said = EquipmentInspected(item=id_, finding=found, by=by)
    database.store(Transaction("", at, claims=[_change(row, values).where(idle)], said=[said]))


def move(database: Database, id_: str, *, kept: str, table: str, by: str, at: int) -> None:
    """Say where a piece is: kept somewhere, or at a table that is not open yet."""
    row = _standing(database, id_)
    _not_in_use(database, row, "close the table")
    if table:
        table_id(table)
    if table and is_open(database, table):
        words = f"table {table} is open: the floor brings decks there, or what stands in for a failed device"
        raise HouseError(words, fault="conflict", field="table")
    if table and row.state != READY:
        raise HouseError(f"{id_} is {row.state} and stands at no table", fault="conflict", field="table")
    statement, said = moved(row, kept=line(kept, "kept"), table=table, by=by)
    database.store(Transaction("", at, claims=[statement.where(_idle(row))], said=[said]))


def moved(row: Row[Any], *, kept: str, table: str, by: str) -> tuple[Update, HouseEvent]:
    """What moves a piece, and what the journal says of it."""
    values = {"kept": kept, "table_id": table}
    return _change(row, values), EquipmentMoved(item=row.id, kept=kept, table=table, by=by)


def two_remove(row: Row[Any]) -> bool:
    """Whether two people take a piece out of use: one that could fix an outcome, or that stands at a table, which does
    not open without it."""
    return needs_two(row.kind) or bool(row.table_id)


def check_removal(database: Database, id_: str, why: str) -> Row[Any]:
    """Refuse to take a piece out of use that is in use, or for no reason."""
    row = _standing(database, id_)
    _not_in_use(database, row, "close the table")
    if not line(why, "why"):
        raise HouseError("give the reason: it is recorded", field="why")
    return row


def remove(
    database: Database,
    id_: str,
    *,
    why: str,
    by: str,
    at: int,
    second: str = "",
    claims: Sequence[Executable] = (),
    also: Sequence[HouseEvent] = (),
) -> None:
    """Take a piece out of use for good, with `claims` and what the journal `also` tells as when one is added."""
    row = check_removal(database, id_, why)
    if two_remove(row) and (not second or second == by):
        where = (
            f"{id_} stands at table {row.table_id}" if row.table_id else f"a {kinds()[row.kind]} could fix an outcome"
        )
        raise HouseError(f"{where}: two people remove it", fault="denied", field="id")
    values = {"state": REMOVED, "removed": at, "removed_by": by, "finding": line(why, "why"), "table_id": ""}
    said = EquipmentRemoved(item=id_, why=line(why, "why"), by=by, second=second)
    change = _change(row, values).where(_idle(row))
    database.store(Transaction("", at, claims=[change, *claims], said=[said, *also]))


def left_table(before: Table, steps: Sequence[Step]) -> tuple[list[Executable], list[HouseEvent]]:
    """Decks that left a table in these steps: a bad one is faulty, one that was changed goes to the used ones."""
    after = steps[-1][1]
    if before.equipment is after.equipment:
        return [], []
    held = {item.id for item in after.equipment}
    events = [event for happened, _ in steps for event in happened]
    bad = [event for event in events if isinstance(event, e.IrregularityFound)]
    by = next((event.who for event in events if isinstance(event, e.PackChanged)), "")
    doing: list[Executable] = []
    said: list[HouseEvent] = []
    rows = schema.equipment
    for item in before.equipment:
        if item.id in held or item.kind != DECK or item.approval == STANDARD:  # which stands in no register
            continue
        moving = update(rows).where(rows.c.id == item.id).values(kept=USED, table_id="")
        doing.append(moving)
        said.append(EquipmentMoved(item=item.id, kept=USED, table="", by=by))
        if bad:
            note = (bad[-1].note or bad[-1].irregularity)[:200]
            values = {"state": FAULTY, "inspected": after.clock, "inspected_by": by, "finding": note}
            doing.append(update(rows).where(rows.c.id == item.id).values(values))
            said.append(EquipmentInspected(item=item.id, finding=note, by=by))
    return doing, said


def _standing(database: Database, id_: str) -> Row[Any]:
    row = piece(database, id_)
    if row.state == REMOVED:
        raise HouseError(f"{id_} was removed by {row.removed_by}, and stays so", fault="conflict", field="id")
    return row


def _not_in_use(database: Database, row: Row[Any], first: str) -> None:
    if row.table_id and is_open(database, row.table_id):
        raise HouseError(f"{row.id} is in use at table {row.table_id}: {first} first", fault="conflict", field="id")


def staying(table: str, items: Sequence[Item]) -> list[Executable]:
    """Claims of a table that opens with registered pieces: each still stands there, in order."""
    rows = schema.equipment
    there = (rows.c.table_id == table, rows.c.state == READY)
    return [update(rows).where(rows.c.id == item.id, *there).values(table_id=table) for item in items]


def _idle(row: Row[Any]) -> ColumnElement[bool]:
    """That the table at which a piece stands has not been opened since that was looked up."""
    rows = schema.tables
    return ~exists(select(rows.c.id).where(rows.c.id == row.table_id, rows.c.closed.is_(None)))


def _change(row: Row[Any], values: Json) -> Update:
    """A change of a piece that is still as it was read."""
    rows = schema.equipment
    same = (rows.c.id == row.id, rows.c.state == row.state, rows.c.table_id == row.table_id)
    return update(rows).where(*same).values(values)


def line(text: str, field: str) -> str:
    """One line of text."""
    words = text.strip()
    if len(words) > LONGEST_FIELDS["approval"] or not words.isprintable():
        raise HouseError(f"one line of at most {LONGEST_FIELDS['approval']} letters", field=field)
    return words
