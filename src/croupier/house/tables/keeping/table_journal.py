"""A table and its journal: how a new one begins, and how a stored one is read back.

What is stored is the truth. A table is read from its last snapshot and the records after it, or from the first record.
"""

from __future__ import annotations

import logging
from collections import deque
from typing import TYPE_CHECKING, Any

from croupier.errors import HouseError
from croupier.house.storage.journal_marks import JournalMarks, hash_in
from croupier.house.storage.line_buffer import LineBuffer
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.keeping.idempotency_keys import Answers
from croupier.house.tables.keeping.snapshots import SnapshotTaker, latest
from croupier.house.tables.money import ledger
from croupier.house.tables.rounds.round_index import RoundIndex
from croupier.house.tables.views.sent_views import SentRecord
from croupier.house.tables.views.visibility import own
from croupier.journal.replay import ORDERS, follow, impossible, restored
from croupier.journal.walk import Walk
from croupier.journal.writer import Writer
from croupier.table import Staff, Vault, evolve, opened
from croupier.table import events as e

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Collection

    from croupier.game import Rules
    from croupier.house.storage.database import Database
    from croupier.house.storage.table_settings import Settings
    from croupier.house.tables.keeping.snapshots import Snapshot
    from croupier.journal.keys import Key
    from croupier.kit.payload import Json
    from croupier.table import Table

_LOG = logging.getLogger("croupier.house")
RECENT = 1000
"""Records kept at hand for those who come back."""


class TableJournal:
    """Made by `open` for a new table and `read` for a stored one.

    `table` is what is stored and may be seen; `decided` is ahead of it by what is on its way to the disk. `snapshot` is
    what it was read from, if not from the beginning.
    """

    def __init__(
        self,
        database: Database,
        key: Key,
        id_: str,
        name: str,
        settings: Settings,
        rules: Rules,
        clock: Callable[[], int],
        chance: random.Random,
    ) -> None:
        self.database = database
        self.key = key
        self.id = id_
        self.name = name
        self.settings = settings
        self.rules = rules
        self.clock = clock
        self.lines = LineBuffer()
        self.tails = JournalMarks(key)
        self.lock = key.lock().of(ORDERS, id_)
        self.chance = chance
        self.vault = Vault(chance.randbytes, self.lock.seal)
        self.staff = Staff(self.vault, chance, dealer="Dealer", scanner=True)
        self.table: Table
        self.decided: Table
        self.writer: Writer
        self.stored = -1
        self.recent: deque[SentRecord] = deque(maxlen=RECENT)
        self._next = 0
        self._answers = Answers(id_)
        self._index = RoundIndex(id_)
        self._camera = SnapshotTaker(id_, self.tails)
        self._read_to = (-1, b"")
        self.snapshot: Snapshot | None = None

    @property
    def last_published(self) -> tuple[int, bytes]:
        """The number and hash of the last record that people have seen, or that the table was read to."""
        return (self.recent[-1].n, hash_in(self.recent[-1].line)) if self.recent else self._read_to

    def open(self, event: e.TableOpened, table: Table, joined: Collection[str] = ()) -> Transaction:
        """A new table's first records, to be stored; the meters that it `joined` had their money already."""
        self.table = self.decided = table
        self.writer = Writer.in_memory(self.key, clock=lambda: table.clock, test=event.test, store=self.lines)
        self.writer.append(event, table.clock)
        self.writer.commit()
        taken = list(enumerate(self.lines.take()))
        self._next = len(taken)
        self.recent.extend(SentRecord(n, line) for n, line in taken)
        entries = ledger.postings(self.id, 1, event, self.settings.links, joined)
        return Transaction(self.id, table.clock, lines=taken, entries=entries, rows=[self._tail(len(taken) - 1)])

    def read(self, *, whole: bool = False) -> None:
        """The table from its last snapshot on, or the `whole` journal; its secrets from the sealed seeds.

        A snapshot is a copy: of one that does not fit nothing is used.
        """
        self.database.forget(self.id)
        snapshot = None if whole else latest(self.database, self.id, self.tails)
        if snapshot is not None:
            try:
                self._read(snapshot)
            except Exception as error:  # noqa: BLE001 - whatever it holds
                _LOG.warning("a snapshot of table %s is of no use: %r", self.id, error)
            else:
                return
        self._read(None)

    def _read(self, snapshot: Snapshot | None) -> None:
        self.vault = self.staff.vault = Vault(self.chance.randbytes, self.lock.seal)
        self.recent.clear()
        self._index = RoundIndex(self.id)
        walk, table = Walk(), None
        if snapshot is not None:
            walk, table = snapshot.place.walk(), snapshot.restored(self.rules)
            self.vault = self.staff.vault = restored(table, self.lock, self.chance.randbytes)
        self.snapshot = snapshot
        end = self.tails.end(self.database, self.id)
        table = self._go_on(walk, table, end[0])
        if table is None:
            raise HouseError("it has no records", fault="unknown", field="table")
        self.tails.check_end(self.id, walk, end)
        if walk.key != self.key.public:
            raise HouseError("it is signed with another key than the house's", field="key")
        self.table = self.decided = table
        self.writer = Writer(walk, self.key, self.lines)
        self.stored = walk.n - 1
        self._next = walk.n
        self._read_to = walk.n - 1, walk.before
        if walk.round_closed:
            self.writer.head()
        self._camera.begin(walk.n)
        self._answers.load(self.database)

    def _go_on(self, walk: Walk, table: Table | None, last: int) -> Table | None:
        self._check_key(walk)
        for _, line in self.database.lines(self.id, walk.n, last):
            record = walk.step(line)
            event = record.body
            if not isinstance(event, e.Event):
                self._check_key(walk)
                self.recent.append(SentRecord(record.n, line))
                continue
            try:
                before, table = table, self._after(table, event, record.at)
                follow(self.vault, table, event, self.lock)
                self._index.hear(event, record.n, record.at)
                self.recent.append(SentRecord(record.n, line, own(self.vault, before, table)))
            except Exception as error:
                raise impossible(record, error) from error
        return table

    def _after(self, table: Table | None, event: e.Event, at: int) -> Table:
        if table is not None:
            return evolve(table, event, at)
        assert isinstance(event, e.TableOpened), "it comes before a table was opened"
        if event.table != self.id:
            raise HouseError(f"it opens table {event.table!r}", field="table")
        self._check_opening(event)
        return opened(self.rules, event, at)

    def _check_opening(self, event: e.TableOpened) -> None:
        """A table is run by the game and the submission that it was opened with, and by no others."""
        rules, game = self.rules, self.rules.game
        for what, is_run_by, opened_with in (
            ("game", game.id, event.game),
            ("edition", game.edition, event.edition),
            ("submission", dict(rules.submission), event.submission),
            ("readings", dict(rules.readings), event.readings),
            ("cards", self.settings.cards, event.cards),
        ):
            if is_run_by != opened_with:
                raise HouseError(f"its settings have another {what} than it was opened with", field=what)

    def _check_key(self, walk: Walk) -> None:
        if walk.header is not None and walk.key not in self.key.publics:
            raise HouseError("it is signed with another key than the house's", field="key")

    def _tail(self, last: int) -> tuple[Any, Json]:
        """The mark of a journal that ends with everything written so far."""
        return self.tails.row(self.id, self.writer.header.id, last, self.writer.before)
