"""The house's journal, checked, and the database's rows against what it says.

A row that no record led to, or that is not as its records left it, is a fault: it was written past the house.
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from croupier.errors import JournalError
from croupier.house.audit.rows.check_floor_orders import Orders
from croupier.house.audit.rows.check_house_rows import HouseRows
from croupier.house.audit.rows.check_idempotency import answers, devices
from croupier.house.audit.rows.check_people_rows import PeopleRows
from croupier.house.audit.rows.check_table import TableCheck
from croupier.house.audit.rows.projections import Projection
from croupier.house.audit.rows.row_comparison import READINGS
from croupier.house.audit.rules.journal_rules import JournalRules
from croupier.house.journal.events import HouseBegan, HouseEvent
from croupier.house.journal.journal import HOUSE, PLAY, house_lines
from croupier.house.journal.kept_heads import KeptHeads
from croupier.house.storage import schema
from croupier.house.storage.row_faults import differs
from croupier.house.tables.equipment import FAULTY
from croupier.journal.walk import Walk
from croupier.table.equipment import STANDARD
from croupier.table.events import EquipmentBrought, TableOpened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sqlalchemy import Connection

    from croupier.house.storage.table_settings import Settings
    from croupier.journal.record import Head, Record


class HouseCheck:
    """Reads the house's journal when it is made; then the tables are checked one by one, and at the end the rows.

    `key` is the public key that must have signed, or have been handed over to or from. A database without a journal
    (of an older shape, or not served since) has nothing to compare with.
    """

    def __init__(self, connection: Connection, key: str | None, heads: Iterable[Head] = ()) -> None:
        self.connection = connection
        self.key = key
        self.kept = KeptHeads(heads)
        self.walk = Walk(HOUSE)
        self.rows = Projection()
        self.rules = JournalRules(self.rows)
        if connection.dialect.has_table(connection, schema.house_records.name):
            self._read()

    def _read(self) -> None:
        walk = self.walk
        try:
            with closing(house_lines(self.connection)) as lines:
                for line in lines:
                    self._hear(walk.step(line))
            self.kept.end(walk)
        except JournalError as error:
            raise error.within("house") from None
        if walk.n and self.key is not None and not walk.trusts(self.key):
            raise JournalError("its public key is not the one expected", fault="key", record=0, offset=0)

    def _hear(self, record: Record) -> None:
        event: Any = record.body
        if isinstance(event, HouseEvent):
            if isinstance(event, HouseBegan) != (record.n == 1):
                raise JournalError(
                    "does not begin the journal, or begins it twice",
                    fault="record",
                    record=record.n,
                    offset=record.offset,
                )
            self.rows.adopting = adopting = self.rows.adopting or record.n == 1
            if not adopting:
                self.rules.hear(record)
            self.rows.hear(event, record.n, record.at)
            if not adopting:
                self.rules.end(record)
            self.rows.adopting = adopting and record.more
        self.kept.hear(self.walk, record)

    # Tables.

    def table(self, name: str) -> TableCheck:
        """What a table's journal is compared with, record by record."""
        abandoned = name in self.rows.abandoned
        return TableCheck(self.connection, name, self.kept, self.rows.heads.get(name, {}), abandoned=abandoned)

    def orders(self, name: str, settings: Settings) -> Orders | None:
        """What was ordered at a table; nothing is known of one that was there before the house's journal."""
        known = self.rows.tables.get(name)
        if known is None or known.adopted:
            return None
        return Orders([request for request in self.rows.requests.values() if request.table == name], settings)

    def check_equipment(self, table: str, record: Record) -> None:
        """What a table is opened with, or is brought to it, stood in the register then, as it is told; for play money
        standard pieces complete it. A row that was lent for a moment was never registered."""
        known, event = self.rows.tables.get(table), record.body
        if known is None or known.adopted or not isinstance(event, TableOpened | EquipmentBrought):
            return
        for item in event.equipment if isinstance(event, TableOpened) else event.items:
            recorded = self.rows.equipment.get(item.id)
            if recorded is None and item.approval == STANDARD and self.rows.money == PLAY:
                continue
            wrong = ""
            if recorded is None or recorded.item != item or recorded.at > record.at + READINGS:
                wrong = "which nobody had registered so"
            elif recorded.removed and recorded.removed < record.at - READINGS:
                wrong = "which was removed before"
            elif recorded.state == FAULTY and recorded.inspected < record.at - READINGS:
                wrong = "which was found faulty before"
            if wrong:
                words = f"uses {item.kind} {item.id}, {wrong}"
                raise JournalError(words, fault="rows", record=record.n, offset=record.offset)

    def check_keys(self, table: str, walk: Walk) -> None:
        """A table's journal is signed by keys of the house, and by the one expected."""
        known = self.rows.tables.get(table)
        strange = set(walk.keys) - set(self.walk.keys)
        if self.walk.n and strange and not (known is not None and known.adopted):
            raise JournalError("its public key is none of the house's", fault="key", record=0, offset=0)
        if self.key is not None and not walk.trusts(self.key) and (not self.walk.n or strange):
            raise JournalError("its public key is not the one expected", fault="key", record=0, offset=0)

    # Rows.

    def end(self, tables: Iterable[str]) -> None:
        """Compare every row; the first that differs is raised."""
        self.kept.end_all()
        if not self.walk.n:
            self._without_journal()
            return
        if self.rows.money != PLAY and self.rows.adopted:
            words = f"begins the journal of a {self.rows.money}-money house with rows that were there before it"
            raise JournalError(words, fault="journal", record=1, offset=0)
        there = set(tables)
        for table, heads in self.rows.heads.items():
            if table not in there:
                n, (_, record) = max(heads.items())
                raise differs(f"table {table} is gone", f"of whose record {n} the head stands", record)
        for kind, compare in self._comparisons().items():
            if self.connection.dialect.has_table(self.connection, kind):
                compare()

    def _without_journal(self) -> None:
        """Only a play-money house was ever without."""
        facts = schema.house_facts
        if self.connection.dialect.has_table(self.connection, facts.name):
            money = self.connection.scalar(select(facts.c.value).where(facts.c.name == "money"))
            if money not in {None, PLAY}:
                raise JournalError(f"this {money}-money house has lost its journal", fault="journal")

    def _comparisons(self) -> dict[str, Callable[[], None]]:
        """How the rows of each table of the database are compared, in this order."""
        people, house = PeopleRows(self.connection, self.rows), HouseRows(self.connection, self.rows)
        return {
            "people": people.people,
            "grants": people.grants,
            "sessions": people.sessions,
            "invitations": people.invitations,
            "totp": people.totp,
            "passkeys": people.passkeys,
            "recovery_codes": people.recovery_codes,
            "resets": people.resets,
            "reset_log": people.reset_log,
            "identities": people.identities,
            "relations": people.relations,
            "shares": people.shares,
            "house_facts": house.house_facts,
            "requests": house.requests,
            "answers": lambda: answers(self.connection, self.rows),
            "devices": lambda: devices(self.connection, self.rows),
            "tables": house.tables,
            "postings": house.postings,
            "equipment": house.equipment,
            "refusals": house.refusals,
        }
