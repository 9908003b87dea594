"""Rows of the database against what the house's journal says of them: what the comparisons share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import select

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection, Row, Table

    from croupier.house.audit.rows.projections import Projection


READINGS = 600_000
"""Milliseconds that a row's time may differ from its record's: what was asked for is done meanwhile."""


class RowComparison:
    """Compares stored rows with those that the records of the house's journal lead to."""

    def __init__(self, connection: Connection, rows: Projection) -> None:
        self.connection = connection
        self.rows = rows

    def stored(self, table: Table) -> Iterable[Row[Any]]:
        """Every row of a table, without its seal: what that is made of is compared."""
        columns = (column for column in table.columns if column.name != "seal")
        return self.connection.execute(select(*columns).order_by(*table.primary_key)).all()


def same_time(at: int, recorded: int | None) -> bool:
    """Whether a row was made when its record was, as far as two readings of the clock go; unknown where adopted."""
    return recorded is None or abs(at - recorded) <= READINGS


def within(at: int, span: tuple[int, int] | None) -> bool:
    """Whether something was done between two records, as far as readings of the clock go, or not at all (0)."""
    if span is None or at == span[0] == 0:
        return True
    return span[0] > 0 and span[0] - READINGS <= at <= span[1] + READINGS


def at_table(table: str) -> str:
    """Where something holds, in words; nothing where it holds everywhere."""
    return f" at table {table}" if table else ""
