"""The register of equipment for people to read: every piece, and what each game in the book asks for."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace
from sqlalchemy import select

from croupier.games import all_games
from croupier.house.screens.floor import payloads
from croupier.house.storage import schema
from croupier.house.tables.equipment import FAULTY, READY, REMOVED, item_of
from croupier.house.tables.equipment_kinds import brought, kinds, needs_two
from croupier.table.equipment import DECK, ODDS, SIGN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection, Row

    from croupier.game import Game

_FIRST = {FAULTY: 0, READY: 1, REMOVED: 2}


def equipment_payload(row: Row[Any]) -> payloads.EquipmentPiece:
    """A piece."""
    item = item_of(row)
    return payloads.EquipmentPiece(
        id=item.id,
        kind=item.kind,
        serial=item.serial,
        approval=item.approval,
        place=item.place,
        design=item.design,
        colour=item.colour,
        cards=row.cards,
        positions=row.positions,
        marks=list(item.marks),
        content=item.content,
        called=kinds().get(row.kind, row.kind),
        kept=row.kept,
        table=row.table_id,
        state=row.state,
        added=row.added,
        added_by=row.added_by,
        second=row.second,
        inspected=row.inspected,
        inspected_by=row.inspected_by,
        finding=row.finding,
        removed=row.removed,
        removed_by=row.removed_by,
        two_people=needs_two(row.kind),
        brings=row.kind in brought() and row.state == READY and not row.table_id,
    )


def listed(rows: Iterable[Row[Any]]) -> list[payloads.EquipmentPiece]:
    """Every piece: what is faulty first, what was removed last."""
    return sorted((equipment_payload(row) for row in rows), key=lambda one: (_FIRST[one.state], one.kind, one.id))


def stored_equipment(connection: Connection) -> list[Row[Any]]:
    """Every row that one connection sees; none in a database of an older shape."""
    if not connection.dialect.has_table(connection, schema.equipment.name):
        return []
    return list(connection.execute(select(schema.equipment)))


@cache
def wanted() -> list[payloads.WantedEquipment]:
    """What each game asks for, kind by kind: by which provision, and what a piece must bear."""
    return [
        payloads.WantedEquipment(
            game=game.id,
            edition=game.edition,
            title=game.name,
            status=game.chapter.status,
            kinds=list(_kinds(game).values()),
        )
        for game in all_games()
        if game.conduct is not None
    ]


def _kinds(game: Game) -> dict[str, payloads.EquipmentKind]:
    assert game.conduct is not None
    equipment = game.conduct.equipment
    found: dict[str, payloads.EquipmentKind] = {}
    for needed in equipment.requirements:
        one = found.get(needed.kind) or _kind(needed.kind, str(needed.cite))
        found[needed.kind] = replace(
            one,
            marks=[*one.marks, *(payloads.EquipmentMark(mark.id, mark.words, str(mark.cite)) for mark in needed.marks)],
            approved=one.approved or needed.approved is not None,
            placed=one.placed or needed.placed is not None,
        )
    found[DECK] = _kind(DECK, str(equipment.deck))
    for cite, _ in equipment.signs[:1]:
        found[SIGN] = _kind(SIGN, str(cite))
        if layout := found.get("layout"):
            odds = payloads.EquipmentMark(ODDS, "the payouts, in place of a sign", str(cite))
            found["layout"] = replace(layout, marks=[*layout.marks, odds])
    return found


def _kind(kind: str, cite: str) -> payloads.EquipmentKind:
    return payloads.EquipmentKind(
        kind=kind,
        called=kinds()[kind],
        cite=cite,
        two_people=needs_two(kind),
        approved=False,
        placed=False,
        marks=[],
    )
