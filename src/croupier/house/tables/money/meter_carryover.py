"""Meters that a table goes on with: those of the closed table whose name and game it has.

What stands on a stand-alone meter is promised to players. It stays in the books under the closed table
(``T1/meter:progressive``) until a table of that name and game opens, on the same terms; nobody chooses the amount.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import func, select, update

from croupier.errors import HouseError
from croupier.house.storage import schema
from croupier.house.tables.rounds.round_records import opening_of
from croupier.journal.record import Line
from croupier.journal.replay import rules_of
from croupier.table import Kept
from croupier.table import events as e
from croupier.table.kept import terms
from croupier.table.money import meters

if TYPE_CHECKING:
    from collections.abc import Collection

    from sqlalchemy import Connection, Executable

    from croupier.game import Rules
    from croupier.house.storage.database import Database

_decode = msgspec.json.Decoder(Line).decode
LAST = 4
"""Records from the end of a journal among which its closing stands: after it come only signed heads."""


def kept_meters(database: Database, name: str, rules: Rules, linked: Collection[str] = ()) -> list[Kept]:
    """For each meter of a table's own, what the latest closed table of this name and game left on it, if anything."""
    rows = schema.tables
    own = (rows.c.name == name, rows.c.game == rules.game.id, rows.c.closed.is_not(None))
    query = select(rows.c.id).where(*own).order_by(rows.c.closed.desc(), rows.c.id)
    with database.read() as connection:
        closed = list(connection.scalars(query))
        found = {
            meter: next((id_ for id_ in closed if _held(connection, id_, f"meter:{meter}")), None)
            for meter in meters(rules)
            if meter not in linked
        }
    return [_kept(database, table, meter) for meter, table in found.items() if table is not None]


def _kept(database: Database, table: str, meter: str) -> Kept:
    """A meter as its closed table left it: by the books, and by the table's last record."""
    before = rules_of(opening_of(database, table))
    with database.read() as connection:
        amount = _held(connection, table, f"meter:{meter}")
        reserve = _held(connection, table, f"reserve:{meter}")
        last = connection.scalar(select(func.max(schema.records.c.n)).where(schema.records.c.table_id == table)) or 0
    events = [_decode(line).event for _, line in database.lines(table, max(0, last - LAST), last)]
    closing = next((one.meters.get(meter, {}) for one in events if isinstance(one, e.TableClosed)), {})
    if closing and (closing["amount"], closing["reserve"]) != (amount, reserve):
        words = f"the books hold {amount} cents of the meter {meter} of table {table}, its journal {closing['amount']}"
        raise HouseError(words, fault="conflict", field="name")
    return Kept(
        table,
        meter,
        terms(before, meters(before)[meter]),
        amount,
        reserve,
        closing.get("carry", "0"),
        closing.get("reserve_carry", "0"),
    )


def claims(kept: Collection[Kept]) -> list[Executable]:
    """That nobody else has gone on with these meters meanwhile."""
    rows = schema.balances
    return [
        update(rows)
        .where(rows.c.account == f"{one.table}/meter:{one.meter}", rows.c.cents == one.amount)
        .values(cents=one.amount)
        for one in kept
    ]


def _held(connection: Connection, table: str, account: str) -> int:
    rows = schema.balances
    return int(connection.scalar(select(rows.c.cents).where(rows.c.account == f"{table}/{account}")) or 0)
