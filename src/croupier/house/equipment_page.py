"""The register of equipment for people to read: every piece, and what each game in the book asks for."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import select

from croupier.games import all_games
from croupier.house import schema
from croupier.house.equipment import FAULTY, READY, REMOVED, brought, item_of, kinds, needs_two
from croupier.table.equipment import DECK, ODDS, SIGN, Item

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection, Row

    from croupier.game import Game

_FIRST = {FAULTY: 0, READY: 1, REMOVED: 2}


def told(row: Row[Any]) -> dict[str, Any]:
    """A piece."""
    item = msgspec.to_builtins(item_of(row))
    return {
        **{name: item.get(name, "") for name in Item.__struct_fields__}, "marks": list(item.get("marks", ())),
        "cards": row.cards, "positions": row.positions, "called": kinds().get(row.kind, row.kind), "kept": row.kept,
        "table": row.table_id, "state": row.state, "added": row.added, "added-by": row.added_by, "second": row.second,
        "inspected": row.inspected, "inspected-by": row.inspected_by, "finding": row.finding, "removed": row.removed,
        "removed-by": row.removed_by, "two-people": needs_two(row.kind),
        "brings": row.kind in brought() and row.state == READY and not row.table_id,
    }  # fmt: skip


def listed(rows: Iterable[Row[Any]]) -> list[dict[str, Any]]:
    """Every piece: what is faulty first, what was removed last."""
    return sorted((told(row) for row in rows), key=lambda one: (_FIRST[one["state"]], one["kind"], one["id"]))


def stored(connection: Connection) -> list[Row[Any]]:
    """Every row that one connection sees; none in a database of an older shape."""
    if not connection.dialect.has_table(connection, schema.equipment.name):
        return []
    return list(connection.execute(select(schema.equipment)))


@cache
def wanted() -> list[dict[str, Any]]:
    """What each game asks for, kind by kind: by which provision, and what a piece must bear."""
    return [{"game": game.id, "edition": game.edition, "title": game.name, "status": game.chapter.status,
             "kinds": list(_kinds(game).values())} for game in all_games() if game.conduct is not None]  # fmt: skip


def _kinds(game: Game) -> dict[str, dict[str, Any]]:
    assert game.conduct is not None
    equipment = game.conduct.equipment
    found: dict[str, dict[str, Any]] = {}
    for needed in equipment.requirements:
        one = found.setdefault(needed.kind, _kind(needed.kind, str(needed.cite)))
        one["marks"] += [{"mark": mark.id, "words": mark.words, "cite": str(mark.cite)} for mark in needed.marks]
        one["approved"] |= needed.approved is not None
        one["placed"] |= needed.placed is not None
    found[DECK] = _kind(DECK, str(equipment.deck))
    for cite, _ in equipment.signs[:1]:
        found[SIGN] = _kind(SIGN, str(cite))
        if "layout" in found:
            odds = {"mark": ODDS, "words": "the payouts, in place of a sign", "cite": str(cite)}
            found["layout"]["marks"].append(odds)
    return found


def _kind(kind: str, cite: str) -> dict[str, Any]:
    return {"kind": kind, "called": kinds()[kind], "cite": cite, "two-people": needs_two(kind), "approved": False,
            "placed": False, "marks": []}  # fmt: skip
