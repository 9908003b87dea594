"""Rows about the house against its journal: facts, requests, tables, postings, equipment, refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.errors import JournalError
from croupier.house.audit.rows.projected_rows import PostingTally
from croupier.house.audit.rows.row_comparison import RowComparison, same_time, within
from croupier.house.journal.adoption import counted, house_postings
from croupier.house.journal.events import MoneyPosted
from croupier.house.journal.journal import HOUSE, PLAY, house_lines
from croupier.house.people.denial_log import DENIALS_LAST
from croupier.house.people.house_settings import HouseSettings
from croupier.house.storage import schema
from croupier.house.storage.row_faults import differs, gone, unknown
from croupier.house.tables.equipment import item_of
from croupier.journal.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Iterable


class HouseRows(RowComparison):
    """What the house is, what it was asked for, and what moved."""

    def house_facts(self) -> None:
        """The kind of money, which never changes, and the house's settings. A house of which nothing is stored plays
        for play money."""
        missing = {
            **({} if self.rows.money == PLAY else {"money": 1}),
            **({} if self.rows.settings is None else {"settings": self.rows.settings[1]}),
        }
        for row in self.stored(schema.house_facts):
            missing.pop(row.name, None)
            if row.name == "money" and row.value != self.rows.money:
                raise differs(f"the house's money is {row.value!r}", f"which says {self.rows.money!r}", 1)
            if row.name == "settings":
                if self.rows.settings is None:
                    raise unknown("a setting of the house")
                said, n = self.rows.settings
                if msgspec.json.decode(row.value, type=HouseSettings) != msgspec.convert(said, HouseSettings):
                    raise differs("the settings of the house are others", "", n)
        for name, n in missing.items():
            raise gone(f"the house's {name}", n)

    def requests(self) -> None:
        """Requests, and how they were answered by whom."""
        missing = dict(self.rows.requests)
        for row in self.stored(schema.requests):
            recorded = missing.pop(row.id, None)
            if recorded is None:
                raise unknown(f"request {row.id}")
            for name, found in (
                ("table", row.table_id),
                ("kind", row.kind),
                ("told", row.told),
                ("by", row.by),
                ("state", row.state),
                ("answered_by", row.answered_by),
            ):
                if found != getattr(recorded, name):
                    words = f"request {row.id} has {name.replace('_', ' ')} {found!r}"
                    raise differs(words, f"which says {getattr(recorded, name)!r}", recorded.record)
            if not same_time(row.at, recorded.at):
                raise differs(f"request {row.id} was made at another time", "", recorded.record)
            if not within(row.answered_at, recorded.answered):
                raise differs(f"request {row.id} was answered at another time", "", recorded.record)
        for number, recorded in missing.items():
            raise gone(f"request {number}", recorded.record)

    def tables(self) -> None:
        """Tables and what they are run by."""
        missing = dict(self.rows.tables)
        for row in self.stored(schema.tables):
            recorded = missing.pop(row.id, None)
            if recorded is None:
                raise unknown(f"table {row.id}")
            for name in ("name", "game", "edition", "settings"):
                if getattr(row, name) != getattr(recorded, name):
                    raise differs(f"the {name} of table {row.id} is another", "", recorded.record)
            if not recorded.adopted and not same_time(row.opened, recorded.at):
                raise differs(f"table {row.id} was opened at another time", "", recorded.record)
        for table, recorded in missing.items():
            raise gone(f"table {table}", recorded.record)

    def postings(self) -> None:
        """Money that moved outside of the tables' journals: cage, wallets, what is held for a buy-in."""
        count, digest = self.rows.adopted.get("postings", (0, ""))
        if count and counted(self.connection.execute(house_postings().limit(count))) != (count, digest):
            raise differs(f"the first {count:,} postings of the house are not as they were adopted", "", 1)
        found: dict[str, PostingTally] = {}
        result = self.connection.execute(house_postings(), execution_options={"yield_per": 1000})
        for place, row in enumerate(result):
            if place >= count:
                found.setdefault(row.account, PostingTally()).add((row.at, row.cents, row.what))
        for account in sorted(found.keys() | self.rows.postings.keys()):
            if found.get(account) != self.rows.postings.get(account):
                raise self._posting(account, count)

    def _posting(self, account: str, adopted: int) -> JournalError:
        """The first posting of an account that no record says, or the first record that no posting says."""
        recorded = [(record, at, entry, what) for record, at, entry, what in self._entries(account)]
        rows = [row for row in list(self.connection.execute(house_postings()))[adopted:] if row.account == account]
        left = [(at, cents, what) for _, at, cents, what in recorded]
        for row in rows:
            entry = (row.at, row.cents, row.what)
            if entry not in left:
                return unknown(f"posting {row.id}, {row.cents} cents on {account} for {row.what}")
            left.remove(entry)
        record = next(n for n, *entry in recorded if tuple(entry) in left)
        return gone(f"a posting on {account}", record)

    def _entries(self, account: str) -> Iterable[tuple[int, int, int, str]]:
        walk = Walk(HOUSE)
        for line in house_lines(self.connection):
            record = walk.step(line)
            event: Any = record.body
            if isinstance(event, MoneyPosted) and account in event.entries:
                yield record.n, record.at, event.entries[account], event.what

    def equipment(self) -> None:
        """The register of equipment: what each piece is, where it stands, and in which state."""
        missing = dict(self.rows.equipment)
        for row in self.stored(schema.equipment):
            recorded = missing.pop(row.id, None)
            if recorded is None:
                raise unknown(f"equipment {row.id}")
            if item_of(row) != recorded.item:
                raise differs(f"equipment {row.id} is another than was registered", "", recorded.record)
            for name, found in (
                ("kept", row.kept),
                ("table", row.table_id),
                ("state", row.state),
                ("by", row.added_by),
                ("second", row.second),
                ("inspected_by", row.inspected_by),
                ("finding", row.finding),
                ("removed_by", row.removed_by),
            ):
                if found != getattr(recorded, name):
                    words = f"equipment {row.id} has {name.replace('_', ' ')} {found!r}"
                    raise differs(words, f"which says {getattr(recorded, name)!r}", recorded.record)
            times = {
                "added": (row.added, recorded.at),
                "inspected": (row.inspected, recorded.inspected),
                "removed": (row.removed, recorded.removed),
            }
            for word, (found, said) in times.items():
                if not same_time(found, said):
                    raise differs(f"equipment {row.id} was {word} at another time", "", recorded.record)
        for id_, recorded in missing.items():
            raise gone(f"equipment {id_}", recorded.record)

    def refusals(self) -> None:
        """What was denied. Notes are forgotten in time, a few with each new one, so that an old one may be gone."""
        left = self.rows.denials.copy()
        adopted = self.rows.adopted.get("refusals", (0, ""))[0]
        for row in self.stored(schema.refusals):
            denial = (row.at, row.person, row.what, row.why)
            if left[denial]:
                left[denial] -= 1
            elif adopted and row.at <= self.rows.began:
                adopted -= 1
            else:
                raise unknown(f"refusal {row.id}, of {row.person}: {row.what}")
        since = self.rows.last_denial - DENIALS_LAST
        for (at, person, what, _), count in left.items():
            if count > 0 and at >= since:
                words = f"the refusal of {person} ({what}) is gone from the database"
                raise JournalError(f"{words}, and the house's journal has it", fault="rows")
