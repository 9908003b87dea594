"""A closed round, record by record: each with its sentence, its hash and the cloth after it; and the dispute report.

Of a long journal only the round's own records are read, and for a report those since the shuffle that its cards came
from; each is held against the one before it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import asdict
from sqlalchemy import LargeBinary, cast, func, literal, select

from croupier.errors import HouseError, JournalError
from croupier.house.archive import payloads
from croupier.house.archive.explanation import explanation as reasons
from croupier.house.archive.verify import broken, checked
from croupier.house.cloth.felt import chapter, real_cards, standing
from croupier.house.cloth.projection import Cloth, ClothState
from croupier.house.cloth.record_lines import RecordWriter, line, part_of, seat_of
from croupier.house.storage import schema
from croupier.house.tables.rounds.round_records import rebuilt
from croupier.journal.record_text import time_of
from croupier.journal.replay import rules_of
from croupier.journal.round_visibility import Seen
from croupier.table import events as e

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, Row

    from croupier.game import Rules
    from croupier.house.house import House
    from croupier.kit.payload import Json


def holds(connection: Connection, text: str) -> ColumnElement[bool]:
    """Whether a stored line holds this text, letter for letter; the database looks, not we."""
    column = schema.records.c.line
    if connection.dialect.name == "sqlite":
        return func.instr(column, text.encode()) > 0
    pattern = text.encode().replace(b"\\", b"\\\\").replace(b"%", b"\\%").replace(b"_", b"\\_")
    return column.op("LIKE")(cast(literal(b"%" + pattern + b"%", LargeBinary), LargeBinary))


class ReplayTable:
    """What stays the same at a table that is looked at: its opening, rules, cloth and words."""

    def __init__(self, id_: str, opening: e.TableOpened, at: int) -> None:
        self.id = id_
        self.opening = opening
        self.at = at
        self.rules: Rules = rules_of(opening)
        self.cloth = Cloth(self.rules)
        self.teller = RecordWriter(self.rules, id_)

    @classmethod
    def of(cls, house: House, id_: str) -> ReplayTable:
        """From the first records of its journal."""
        for record in list(checked(house, id_, 0, 1)):
            if isinstance(record.body, e.TableOpened):
                return cls(id_, record.body, record.at)
        raise HouseError(f"there is no table {id_!r}", fault="unknown", field="table")


def steps(house: House, table: ReplayTable, number: int) -> payloads.RoundSteps:
    """The records of a closed round with the cloth after each."""
    row, first = _where(house, table.id, number)
    laid, part = ClothState(number=number), "shuffle"
    made: list[payloads.RecordStep] = []
    names: list[payloads.RoundPart] = []
    for record in checked(house, table.id, first, row.last + 1):
        event = record.body
        now = part_of(event, part)
        if now != part or not names:
            names.append(payloads.RoundPart(at=len(made), words=now))
        part = now
        if isinstance(event, e.Event):
            laid = laid.hear(event)
        scene = table.cloth.scene(laid)
        seat = seat_of(event) if isinstance(event, e.Event) else 0
        tells = table.teller.tell(record)
        made.append(payloads.RecordStep(**asdict(line(record)), seat=seat, tells=tells, scene=scene))
    return payloads.RoundSteps(
        table=table.id,
        round=number,
        void=row.void,
        title=table.rules.game.name,
        chapter=chapter(table.rules),
        date=time_of(row.at)[:10],
        records=[first, first + len(made) - 1],
        parts=names,
        neighbours=_neighbours(house, table.id, number),
        steps=made,
    )


def _where(house: House, table: str, number: int) -> tuple[Row[Any], int]:
    """A round's row in the index, and the first record after the round before it."""
    rows = schema.rounds
    number = max(-1, min(number, 2**31 - 1))
    with house.database.read() as connection:
        row = connection.execute(select(rows).where(rows.c.table_id == table, rows.c.round == number)).first()
        before = connection.scalar(select(rows.c.last).where(rows.c.table_id == table, rows.c.round == number - 1))
    if row is None:
        raise HouseError(f"table {table} has no closed round {number:,}", fault="unknown", field="round")
    return (
        row,
        2 if before is None else before + 2,
    )  # after a close comes its head; a journal begins with two of its own


def _neighbours(house: House, table: str, number: int) -> payloads.RoundNeighbours:
    rows = schema.rounds
    own = rows.c.table_id == table
    with house.database.read() as connection:
        before = connection.scalar(select(func.max(rows.c.round)).where(own, rows.c.round < number))
        after = connection.scalar(select(func.min(rows.c.round)).where(own, rows.c.round > number))
    return payloads.RoundNeighbours(before=before, after=after)


# The dispute report.


def report(house: House, table: ReplayTable, number: int) -> payloads.RoundReport:
    """A round for a dispute: every line with hand, case, provision and arithmetic, and every record with its hash."""
    row, first = _where(house, table.id, number)
    try:
        found = rebuilt(house.database, table.id, number)
    except JournalError as error:
        raise broken(error) from None
    explained = reasons(Seen(found), number, sorted(found.gathered.began.players))
    lines = [
        payloads.ReportLine(**asdict(line(record)) | {"hash": record.hash}, tells=table.teller.tell(record))
        for record in checked(house, table.id, first, row.last + 1)
    ]
    opened = [order.opened for order in found.orders if order.opened is not None]
    opening = table.opening
    return payloads.RoundReport(
        **asdict(explained) | {"status": standing(table.rules)},
        table=table.id,
        name=_name(house, table.id),
        edition=opening.edition,
        real_cards=real_cards(opening.cards),
        submission=_flat(opening.submission),
        readings=_flat(opening.readings),
        began=time_of(found.gathered.entries[0].record.at),
        closed=time_of(row.at),
        lines=lines,
        head=payloads.ReportHead(n=row.last, hash=lines[-2].hash, signed=lines[-1].n),
        opened=opened,
        differences=list(found.differences()),
        older_steps=list(found.by_older_steps()),
        unsettled=found.unsettled(),
    )


def _name(house: House, table: str) -> str:
    rows = schema.tables
    with house.database.read() as connection:
        return str(connection.scalar(select(rows.c.name).where(rows.c.id == table)) or table)


def _flat(data: Json, within: str = "") -> dict[str, str]:
    """A submission as lines: limits.ante.minimum and the like."""
    flat: dict[str, str] = {}
    for key, value in data.items():
        name = f"{within}{key}"
        if isinstance(value, dict):
            flat |= _flat(value, f"{name}.")
        else:
            flat[name] = {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    return flat
