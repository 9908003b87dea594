"""A player's rounds one by one, for a sheet of their own, and how far results like theirs spread."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, func, select, tuple_

from croupier.house.screens.player import payloads
from croupier.house.screens.player.judged_decisions import PART
from croupier.house.storage import schema

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sqlalchemy import ColumnElement

    from croupier.house.storage.database import Database

ROUNDS_AT_A_TIME = 1000
OF_100 = 2.575829
"""Standard deviations to either side within which 99 of 100 sums of many rounds lie."""


def rounds(database: Database, player: str, since: int) -> Iterator[payloads.OwnRound]:
    """Every round since a time, first to last, with the coach's word where it has looked; read a page at a time."""
    played, kept, tables = schema.played, schema.judged, schema.tables
    same = and_(kept.c.table_id == played.c.table_id, kept.c.round == played.c.round, kept.c.seat == played.c.seat)
    order = (played.c.at, played.c.table_id, played.c.round, played.c.seat)
    query = (
        select(played, kept.c.hand, kept.c.cost, tables.c.game, tables.c.edition)
        .outerjoin(kept, same)
        .join(tables, tables.c.id == played.c.table_id)
        .where(*_whose(player, since))
        .order_by(*order)
        .limit(ROUNDS_AT_A_TIME)
    )
    last: tuple[Any, ...] = ()
    while True:
        with database.read() as connection:
            found = connection.execute(query.where(_after(order, last)) if last else query).all()
        for row in found:
            yield payloads.OwnRound(
                at=row.at,
                table=row.table_id,
                game=row.game,
                edition=row.edition,
                round=row.round,
                seat=row.seat,
                staked=row.staked,
                net=row.net,
                hand=row.hand or "",
                cost=None if row.cost is None else round(row.cost / PART),
            )
        if len(found) < ROUNDS_AT_A_TIME:
            return
        last = (found[-1].at, found[-1].table_id, found[-1].round, found[-1].seat)


def spread(database: Database, player: str, since: int) -> int:
    """Cents to either side of what is expected within which 99 of 100 such results would be, by how far one's own
    rounds lie apart; 0 of fewer than two."""
    net = schema.played.c.net
    query = select(func.count(), func.sum(net), func.sum(1.0 * net * net)).where(*_whose(player, since))
    with database.read() as connection:
        many, total, squares = connection.execute(query).one()
    if many < 2:
        return 0
    apart = max(0.0, float(squares) - float(total) ** 2 / many) / (many - 1)
    return round(OF_100 * sqrt(apart * many))


def _whose(player: str, since: int) -> list[ColumnElement[bool]]:
    rows = schema.played
    return [rows.c.player == player, *([rows.c.at >= since] if since else [])]


def _after(order: tuple[Any, ...], last: tuple[Any, ...]) -> ColumnElement[bool]:
    return tuple_(*order) > tuple_(*last)
