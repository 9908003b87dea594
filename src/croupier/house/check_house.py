"""The house's journal, checked, and the database's rows against what it says.

A row that no record led to, or that is not as its records left it, is a fault: it was written past the house.
"""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import select

from croupier.errors import JournalError
from croupier.house import schema
from croupier.house.accounts import hashed
from croupier.house.adoption import counted, house_postings, verifier
from croupier.house.check_once import answers, devices
from croupier.house.check_orders import Orders
from croupier.house.check_table import TableCheck
from croupier.house.equipment import FAULTY, item_of
from croupier.house.house_events import HouseBegan, HouseEvent, MoneyPosted
from croupier.house.house_journal import HOUSE, PLAY, house_lines
from croupier.house.house_settings import HouseSettings
from croupier.house.journal_rules import JournalRules
from croupier.house.kept_heads import KeptHeads
from croupier.house.noting import KEPT
from croupier.house.projections import Projection, Tally
from croupier.house.row_faults import differs, gone, unknown
from croupier.journal.walk import Walk
from croupier.table.equipment import STANDARD
from croupier.table.events import EquipmentBrought, TableOpened

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sqlalchemy import Connection, Row, Table

    from croupier.house.settings import Settings
    from croupier.journal.record import Head, Record

READINGS = 600_000
"""Milliseconds that a row's time may differ from its record's: what was asked for is done meanwhile."""


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
                raise JournalError("does not begin the journal, or begins it twice", fault="record", record=record.n,
                                   offset=record.offset)  # fmt: skip
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
        return Orders([asked for asked in self.rows.requests.values() if asked.table == name], settings)

    def check_equipment(self, table: str, record: Record) -> None:
        """What a table is opened with, or is brought to it, stood in the register then, as it is told; for play money
        standard pieces complete it. A row that was lent for a moment was never registered."""
        known, event = self.rows.tables.get(table), record.body
        if known is None or known.adopted or not isinstance(event, TableOpened | EquipmentBrought):
            return
        for item in event.equipment if isinstance(event, TableOpened) else event.items:
            told = self.rows.equipment.get(item.id)
            if told is None and item.approval == STANDARD and self.rows.money == PLAY:
                continue
            wrong = ""
            if told is None or told.item != item or told.at > record.at + READINGS:
                wrong = "which nobody had registered so"
            elif told.removed and told.removed < record.at - READINGS:
                wrong = "which was removed before"
            elif told.state == FAULTY and told.inspected < record.at - READINGS:
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
        for kind, compare in _COMPARED.items():
            if self.connection.dialect.has_table(self.connection, kind):
                compare(self)

    def _without_journal(self) -> None:
        """Only a play-money house was ever without."""
        facts = schema.house_facts
        if self.connection.dialect.has_table(self.connection, facts.name):
            money = self.connection.scalar(select(facts.c.value).where(facts.c.name == "money"))
            if money not in {None, PLAY}:
                raise JournalError(f"this {money}-money house has lost its journal", fault="journal")

    def _all(self, table: Table) -> Iterable[Row[Any]]:
        columns = (column for column in table.columns if column.name != "seal")  # what it is made of is compared
        return self.connection.execute(select(*columns).order_by(*table.primary_key)).all()

    def people(self) -> None:
        """The register: who is in it, who may still sign in, and by which password."""
        missing = dict(self.rows.people)
        for row in self._all(schema.people):
            told = missing.pop(row.name, None)
            if told is None:
                raise unknown(f"person {row.name}")
            if row.active != told.active:
                raise differs(f"person {row.name} is {'active' if row.active else 'dismissed'}", "", told.record)
            if verifier(row.secret) != told.verifier:
                raise differs(f"the password of {row.name} is another", "", told.record)
            if row.made_by != told.by:
                raise differs(f"the account of {row.name} was made by {row.made_by!r}", f"which says {told.by!r}",
                               told.record)  # fmt: skip
            if not _same_time(row.made, told.at):
                raise differs(f"the account of {row.name} was made at another time", "", told.record)
        for name, told in missing.items():
            raise gone(f"person {name}", told.record)

    def grants(self) -> None:
        """Roles."""
        missing = dict(self.rows.grants)
        for row in self._all(schema.grants):
            if missing.pop((row.person, row.role, row.table_id), None) is None:
                raise unknown(f"the role {row.role} of {row.person}{_at(row.table_id)}")
        for (name, role, table), n in missing.items():
            raise gone(f"the role {role} of {name}{_at(table)}", n)

    def sessions(self) -> None:
        """Sessions that are open; one that is gone lets nobody in."""
        for row in self._all(schema.sessions):
            words = f"a session of {row.person} ({row.token[:12]})"
            told = self.rows.sessions.get(row.person, {}).get(row.token)
            if told is None:
                raise unknown(words)
            if row.level != told.level:
                raise differs(f"{words} is {row.level}", f"which says {told.level!r}", told.record)
            if row.until > told.until or not _same_time(row.made, told.at):
                raise differs(f"{words} lasts longer", "", told.record)

    def invitations(self) -> None:
        """Links that are open."""
        for row in self._all(schema.invitations):
            told = self.rows.invitations.get(row.token)
            if told is None:
                raise unknown(f"an invitation for the role {row.role}{_at(row.table_id)} ({row.token[:12]})")
            if (told.role, told.table) != (row.role, row.table_id):
                words = f"invitation {row.token[:12]} is for the role {row.role}{_at(row.table_id)}"
                raise differs(words, "", told.record)
            if told.by != row.by:
                raise differs(f"invitation {row.token[:12]} is by {row.by!r}", f"which says {told.by!r}", told.record)
            if told.until and row.until != told.until:
                raise differs(f"invitation {row.token[:12]} is good for another time", "", told.record)

    def totp(self) -> None:
        """Authenticators, each with its last code: one before that was used."""
        found = {(row.person, hashed(row.secret)): row for row in self._all(schema.totp)}
        self._factors("totp", set(found))
        for key, row in found.items():
            step, record = self.rows.steps.get(key, (row.last_step, 0))
            if row.last_step != step:
                raise differs(f"the last code of {row.person} is {row.last_step}", f"which says {step}", record)

    def passkeys(self) -> None:
        """Passkeys, each with its public key."""
        rows = self._all(schema.passkeys)
        self._factors("passkey", {(row.person, hashed(f"{row.credential} {row.public_key}")) for row in rows})

    def _factors(self, factor: str, found: set[tuple[str, str]]) -> None:
        told = {(name, digest): n for (name, kind, digest), n in self.rows.factors.items() if kind == factor}
        for name, digest in sorted(found - told.keys()):
            raise unknown(f"a {factor} of {name} ({digest[:12]})")
        for name, digest in sorted(told.keys() - found):
            raise gone(f"a {factor} of {name}", told[name, digest])

    def recovery_codes(self) -> None:
        """Recovery codes that are left: of those that were made, and no more than were not used up."""
        left: dict[str, int] = {}
        for row in self._all(schema.recovery_codes):
            told = self.rows.codes.get(row.person)
            if told is None or hashed(row.code) not in told.made:
                raise unknown(f"a recovery code of {row.person} ({row.code[:12]})")
            left[row.person] = left.get(row.person, 0) + 1
            if left[row.person] > len(told.made) - told.used:
                raise differs(f"{row.person} has a recovery code again that was used", "", told.record)

    def resets(self) -> None:
        """Links by which someone chooses a new password; one that is gone lets nobody in."""
        for row in self._all(schema.resets):
            if self.rows.resets.get(row.token) != row.person:
                raise unknown(f"a link for a new password of {row.person} ({row.token[:12]})")
            told = self.rows.reset_log[row.token]
            if told.until and row.until != told.until:
                words = f"the link for a new password of {row.person} ({row.token[:12]}) is good for another time"
                raise differs(words, "", told.record)

    def reset_log(self) -> None:
        """Who reset whose password with whom: those count as one person for a time."""
        missing = dict(self.rows.reset_log)
        for row in self._all(schema.reset_log):
            words = f"the reset of {row.person} by {row.by} and {row.second} ({row.token[:12]})"
            told = missing.pop(row.token, None)
            if told is None:
                raise unknown(words)
            if (told.name, told.by, told.second) != (row.person, row.by, row.second):
                says = f"which says {told.name} by {told.by} and {told.second}"
                raise differs(words, says, told.record)
            if not _same_time(row.at, told.at):
                raise differs(f"{words} was at another time", "", told.record)
        for told in missing.values():
            raise gone(f"the reset of {told.name} by {told.by} and {told.second}", told.record)

    def identities(self) -> None:
        """What an OpenID issuer calls someone, and to whose account it signs in."""
        told = dict(self.rows.identities)
        for row in self._all(schema.identities):
            words = f"the identity {row.subject} of {row.issuer} for {row.person}"
            said = told.pop((row.issuer, row.subject, row.person), None)
            if said is None:
                raise unknown(words)
            if said[0] != row.active:
                raise differs(f"{words} is {'active' if row.active else 'taken back'}", "", said[1])
        for (issuer, subject, name), (_, n) in told.items():
            raise gone(f"the identity {subject} of {issuer} for {name}", n)

    def relations(self) -> None:
        """Accounts that were declared to be one person's, or not to be."""
        told = dict(self.rows.relations)
        for row in self._all(schema.relations):
            words = f"the relation of {row.one} and {row.other}"
            said = told.pop((row.one, row.other), None)
            if said is None:
                raise unknown(words)
            if (said.related, said.by, said.why) != (row.related, row.by, row.why):
                raise differs(f"{words} is another", "", said.record)
        for (one, other), said in told.items():
            raise gone(f"the relation of {one} and {other}", said.record)

    def shares(self) -> None:
        """Rounds that are shown by a link: each by a player of that seat."""
        told, played = dict(self.rows.shares), schema.played
        for row in self._all(schema.shares):
            words = f"the shared round {row.round} of table {row.table_id} by {row.person} ({row.token[:12]})"
            said = told.pop(row.token, None)
            if said is None:
                raise unknown(words)
            if said[:5] != (row.person, row.table_id, row.round, row.seat, row.named):
                raise differs(f"{words} is another", "", said.record)
            seat = (played.c.table_id == row.table_id, played.c.round == row.round, played.c.seat == row.seat)
            if self.connection.scalar(select(played.c.player).where(*seat)) != row.person:
                raise differs(f"{words} was not theirs", "", said.record)
        for said in told.values():
            raise gone(f"the shared round {said.round} of table {said.table} by {said.name}", said.record)

    def house_facts(self) -> None:
        """The kind of money, which never changes, and the house's settings. A house of which nothing is stored plays
        for play money."""
        missing = {
            **({} if self.rows.money == PLAY else {"money": 1}),
            **({} if self.rows.settings is None else {"settings": self.rows.settings[1]}),
        }
        for row in self._all(schema.house_facts):
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
        for row in self._all(schema.requests):
            told = missing.pop(row.id, None)
            if told is None:
                raise unknown(f"request {row.id}")
            for name, found in (("table", row.table_id), ("kind", row.kind), ("told", row.told), ("by", row.by),
                                ("state", row.state), ("answered_by", row.answered_by)):  # fmt: skip
                if found != getattr(told, name):
                    words = f"request {row.id} has {name.replace('_', ' ')} {found!r}"
                    raise differs(words, f"which says {getattr(told, name)!r}", told.record)
            if not _same_time(row.at, told.at):
                raise differs(f"request {row.id} was made at another time", "", told.record)
            if not _within(row.answered_at, told.answered):
                raise differs(f"request {row.id} was answered at another time", "", told.record)
        for number, told in missing.items():
            raise gone(f"request {number}", told.record)

    def tables(self) -> None:
        """Tables and what they are run by."""
        missing = dict(self.rows.tables)
        for row in self._all(schema.tables):
            told = missing.pop(row.id, None)
            if told is None:
                raise unknown(f"table {row.id}")
            for name in ("name", "game", "edition", "settings"):
                if getattr(row, name) != getattr(told, name):
                    raise differs(f"the {name} of table {row.id} is another", "", told.record)
            if not told.adopted and not _same_time(row.opened, told.at):
                raise differs(f"table {row.id} was opened at another time", "", told.record)
        for table, told in missing.items():
            raise gone(f"table {table}", told.record)

    def postings(self) -> None:
        """Money that moved outside of the tables' journals: cage, wallets, what is held for a buy-in."""
        count, digest = self.rows.adopted.get("postings", (0, ""))
        if count and counted(self.connection.execute(house_postings().limit(count))) != (count, digest):
            raise differs(f"the first {count:,} postings of the house are not as they were adopted", "", 1)
        found: dict[str, Tally] = {}
        asked = self.connection.execute(house_postings(), execution_options={"yield_per": 1000})
        for place, row in enumerate(asked):
            if place >= count:
                found.setdefault(row.account, Tally()).add((row.at, row.cents, row.what))
        for account in sorted(found.keys() | self.rows.postings.keys()):
            if found.get(account) != self.rows.postings.get(account):
                raise self._posting(account, count)

    def _posting(self, account: str, adopted: int) -> JournalError:
        """The first posting of an account that no record says, or the first record that no posting says."""
        told = [(record, at, entry, what) for record, at, entry, what in self._entries(account)]
        rows = [row for row in list(self.connection.execute(house_postings()))[adopted:] if row.account == account]
        left = [(at, cents, what) for _, at, cents, what in told]
        for row in rows:
            entry = (row.at, row.cents, row.what)
            if entry not in left:
                return unknown(f"posting {row.id}, {row.cents} cents on {account} for {row.what}")
            left.remove(entry)
        record = next(n for n, *entry in told if tuple(entry) in left)
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
        for row in self._all(schema.equipment):
            told = missing.pop(row.id, None)
            if told is None:
                raise unknown(f"equipment {row.id}")
            if item_of(row) != told.item:
                raise differs(f"equipment {row.id} is another than was registered", "", told.record)
            for name, found in (("kept", row.kept), ("table", row.table_id), ("state", row.state), ("by", row.added_by),
                                ("second", row.second), ("inspected_by", row.inspected_by), ("finding", row.finding),
                                ("removed_by", row.removed_by)):  # fmt: skip
                if found != getattr(told, name):
                    words = f"equipment {row.id} has {name.replace('_', ' ')} {found!r}"
                    raise differs(words, f"which says {getattr(told, name)!r}", told.record)
            times = {"added": (row.added, told.at), "inspected": (row.inspected, told.inspected),
                     "removed": (row.removed, told.removed)}  # fmt: skip
            for word, (found, said) in times.items():
                if not _same_time(found, said):
                    raise differs(f"equipment {row.id} was {word} at another time", "", told.record)
        for id_, told in missing.items():
            raise gone(f"equipment {id_}", told.record)

    def refusals(self) -> None:
        """What was denied. Notes are forgotten in time, a few with each new one, so that an old one may be gone."""
        left = self.rows.denials.copy()
        adopted = self.rows.adopted.get("refusals", (0, ""))[0]
        for row in self._all(schema.refusals):
            denial = (row.at, row.person, row.what, row.why)
            if left[denial]:
                left[denial] -= 1
            elif adopted and row.at <= self.rows.began:
                adopted -= 1
            else:
                raise unknown(f"refusal {row.id}, of {row.person}: {row.what}")
        since = self.rows.last_denial - KEPT
        for (at, person, what, _), count in left.items():
            if count > 0 and at >= since:
                words = f"the refusal of {person} ({what}) is gone from the database"
                raise JournalError(f"{words}, and the house's journal has it", fault="rows")


_COMPARED: dict[str, Callable[[HouseCheck], None]] = {
    "people": HouseCheck.people,
    "grants": HouseCheck.grants,
    "sessions": HouseCheck.sessions,
    "invitations": HouseCheck.invitations,
    "totp": HouseCheck.totp,
    "passkeys": HouseCheck.passkeys,
    "recovery_codes": HouseCheck.recovery_codes,
    "resets": HouseCheck.resets,
    "reset_log": HouseCheck.reset_log,
    "identities": HouseCheck.identities,
    "relations": HouseCheck.relations,
    "shares": HouseCheck.shares,
    "house_facts": HouseCheck.house_facts,
    "requests": HouseCheck.requests,
    "answers": lambda check: answers(check.connection, check.rows),
    "devices": lambda check: devices(check.connection, check.rows),
    "tables": HouseCheck.tables,
    "postings": HouseCheck.postings,
    "equipment": HouseCheck.equipment,
    "refusals": HouseCheck.refusals,
}


def _same_time(at: int, told: int | None) -> bool:
    """Whether a row was made when its record was, as far as two readings of the clock go; unknown where adopted."""
    return told is None or abs(at - told) <= READINGS


def _within(at: int, span: tuple[int, int] | None) -> bool:
    """Whether something was done between two records, as far as readings of the clock go, or not at all (0)."""
    if span is None or at == span[0] == 0:
        return True
    return span[0] > 0 and span[0] - READINGS <= at <= span[1] + READINGS


def _at(table: str) -> str:
    return f" at table {table}" if table else ""
