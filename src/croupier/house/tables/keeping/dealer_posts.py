"""Who deals where: one person deals at one table of the house, whichever process keeps it.

A row for each person who deals is the arbiter between processes: it is written with the settings that name them, and
of two tables that one person takes at once one is refused.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import delete, exists, insert, literal, select

from croupier.errors import HouseError
from croupier.house.storage import schema
from croupier.house.storage.transactions import Transaction

if TYPE_CHECKING:
    from sqlalchemy import Executable

    from croupier.house.storage.database import Database
    from croupier.house.storage.table_settings import Settings

_ROWS = schema.dealers


def taking(table: str, settings: Settings) -> list[Executable]:
    """What gives a table to the dealer of these settings alone; nobody of a school is counted."""
    freed = [freeing(table)]
    if settings.automatic or settings.school or not settings.dealer:
        return freed
    return [*freed, insert(_ROWS).values(person=settings.dealer, table_id=table)]


def freeing(table: str) -> Executable:
    """What lets go of whoever deals at a table: it is closed, or set aside."""
    return delete(_ROWS).where(_ROWS.c.table_id == table)


def resume(database: Database, table: str, settings: Settings, at: int) -> None:
    """A table that is taken up has its dealer still, unless they deal elsewhere by now; and nobody who was to relieve
    them when it stopped."""
    if settings.automatic or settings.school or not settings.dealer:
        return
    unless = ~exists(select(_ROWS.c.person).where(_ROWS.c.person == settings.dealer))
    row = select(literal(settings.dealer), literal(table)).where(unless)
    other = delete(_ROWS).where(_ROWS.c.table_id == table, _ROWS.c.person != settings.dealer)
    with suppress(HouseError):  # the database is closed
        database.submit(Transaction("", at, doing=[other, insert(_ROWS).from_select(["person", "table_id"], row)]))


def leave_others(database: Database, name: str, table: str, at: int) -> None:
    """On one's own machine one deals where one sits down: whatever other table one dealt is left."""
    database.store(Transaction("", at, doing=[delete(_ROWS).where(_ROWS.c.person == name, _ROWS.c.table_id != table)]))


def deals_elsewhere(database: Database, name: str, table: str) -> str:
    """The name of the other table at which somebody deals; empty where there is none."""
    rows = schema.tables
    query = select(rows.c.name).where(rows.c.id == _ROWS.c.table_id, _ROWS.c.person == name, rows.c.id != table)
    with database.read() as connection:
        return connection.scalar(query) or ""
