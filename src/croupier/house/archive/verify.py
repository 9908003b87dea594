"""Verification of a table's journal as it lies in storage: chain, signatures, heads, zero sums, and every card.

What was walked once is not walked again while the record it ended with is still there, unless somebody asks for all of
it. What the table's keeper has told people must be what storage holds.
"""

from __future__ import annotations

import threading
import time
from contextlib import closing
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from msgspec.structs import replace
from sqlalchemy import func, select

from croupier.errors import HouseError, JournalError
from croupier.house.archive import payloads
from croupier.house.storage import schema
from croupier.house.storage.journal_marks import hash_in
from croupier.journal.card_audit import CardAudit
from croupier.journal.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Generator

    from croupier.house.house import House
    from croupier.journal.record import Record

CHUNK = 500
"""Records that are read and walked at a time; between two of these others have their turn."""
REST = 0.001
OPENING = 2
"""Records that a journal begins with, before its first round."""


def checked(house: House, table: str, first: int, last: int | None = None) -> Generator[Record]:
    """Records from the middle of a journal, each held against the one before it; nothing else is read."""
    walk = Walk()
    database = house.database
    (_, header), *_ = list(database.lines(table, 0, 0)) or [(0, b"")]
    try:
        walk.step(header)
        if first > 0:
            before = [line for _, line in database.lines(table, first - 1, first - 1)]
            walk.n, walk.before, walk.round_closed = first, hash_in(before[0]) if before else b"", False
            walk.jumped = True
            lines = database.lines(table, first, last)
        else:
            walk = Walk()
            lines = database.lines(table, 0, last)
        with closing(lines):
            for _, line in lines:
                yield walk.step(line)
    except JournalError as error:
        raise broken(error) from None


def broken(error: JournalError) -> HouseError:
    """A bad record as the house refuses it."""
    return HouseError(f"record {error.record:,} is broken: {error.message}", field=f"record {error.record}")


@dataclass(slots=True)
class State:
    """How far one table's journal is walked; `whole` were walked from the first, `walked` the last time. Times are
    seconds of a clock that only runs forward."""

    walk: Walk = field(default_factory=Walk)
    audit: CardAudit = field(default_factory=CardAudit)
    of: int = 0
    busy: bool = False
    fault: JournalError | None = None
    ended: float = 0.0
    whole: int = 0
    whole_ended: float = 0.0
    walked: int = 0
    seen: tuple[int, bytes] = (-1, b"")
    """The last record that was ever walked: whoever walks anew must come to it."""


class Verifier:
    """One per house. A walk runs in a thread of its own; whoever asks meanwhile is told how far it is."""

    def __init__(self, house: House) -> None:
        self.house = house
        self._states: dict[str, State] = {}
        self._lock = threading.Lock()

    def ask(self, table: str, *, anew: bool = False) -> payloads.Verification:
        """What is known of a table's journal; begins to walk what is new, or everything."""
        with self._lock:
            state = self._states.setdefault(table, State())
            if not state.busy:
                state.of = self._records(table)
                sound = state.fault is not None or self._stands(table, state)
                if anew or not sound:
                    keeper = self.house.keepers.get(table)
                    sealed = keeper is not None and not keeper.settings.school
                    state.walk, state.audit, state.fault = Walk(), CardAudit(sealed=sealed), None
                if anew or not sound or (state.fault is None and state.walk.n < state.of):
                    state.busy, state.walked = True, state.of - state.walk.n
                    threading.Thread(target=self._walk, args=(table, state), name="verify", daemon=True).start()
                elif state.fault is None:
                    state.ended, state.walked = time.monotonic(), 0
        return self.payload(table, state)

    def wait(self, table: str, *, anew: bool = False, seconds: float = 60.0) -> payloads.Verification:
        """`ask`, and wait for the end of the walk."""
        self.ask(table, anew=anew)
        until = time.monotonic() + seconds
        state = self._states[table]
        while state.busy and time.monotonic() < until:
            time.sleep(0.002)
        return self.payload(table, state)

    def _records(self, table: str) -> int:
        rows = schema.records
        with self.house.database.read() as connection:
            found = connection.scalar(select(func.max(rows.c.n)).where(rows.c.table_id == table))
        return 0 if found is None else int(found) + 1

    def _stands(self, table: str, state: State) -> bool:
        """Whether the record that the last walk ended with still lies where it lay."""
        if not state.walk.n:
            return False
        last = state.walk.n - 1
        found = [line for _, line in self.house.database.lines(table, last, last)]
        return bool(found) and hash_in(found[0]) == state.walk.before

    def _walk(self, table: str, state: State) -> None:
        whole = state.walk.n == 0
        try:
            keeper = self.house.keepers.get(table)
            sent_lines = {} if keeper is None else {sent.n: sent.line for sent in tuple(keeper.recent)}
            stored = -1 if keeper is None else keeper.stored
            while True:
                lines = list(self.house.database.lines(table, state.walk.n, state.walk.n + CHUNK - 1))
                for _, line in lines:
                    self._step(state, line, sent_lines)
                if len(lines) < CHUNK:
                    break
                time.sleep(REST)
            if state.walk.n <= stored:
                state.walk.refuse("missing", "is not in storage, and the table has told people of it")
            if state.walk.n <= state.seen[0]:
                state.walk.refuse("missing", "is not in storage any more, and it was when the chain was last verified")
            state.seen = state.walk.n - 1, state.walk.before
            state.of = max(state.of, state.walk.n)
        except JournalError as error:
            state.fault = error
        except Exception as error:  # noqa: BLE001 - whatever it was, it is said instead of an endless wait
            state.fault = JournalError(f"could not be read: {error}", fault="storage", record=state.walk.n)
        state.ended = time.monotonic()
        if whole:
            state.whole, state.whole_ended = state.walk.n, state.ended
        state.busy = False

    def _step(self, state: State, line: bytes, sent_lines: dict[int, bytes]) -> None:
        walk = state.walk
        said = sent_lines.get(walk.n)
        record = walk.step(line)
        if record.n == 0 and walk.key not in self.house.key.publics:
            raise JournalError("is signed with another key than the house's", fault="key", record=0, offset=0)
        if said is not None and said != line:
            raise JournalError(
                "is not the record that the table told people of",
                fault="rewritten",
                record=record.n,
                offset=record.offset,
            )
        if record.n == state.seen[0] and walk.before != state.seen[1]:
            raise JournalError(
                "is not the record that lay here when the chain was last verified",
                fault="rewritten",
                record=record.n,
                offset=record.offset,
            )
        state.audit.hear(record)

    def payload(self, table: str, state: State) -> payloads.Verification:
        """The state of a verification in words."""
        walk, fault = state.walk, state.fault
        hexed = walk.before.hex()
        payload = payloads.Verification(
            table=table,
            records=walk.n,
            of=state.of,
            head=f"{hexed[:4]} {hexed[4:8]} \u2026 {hexed[-8:-4]} {hexed[-4:]}",
            hash=hexed,
            walked=state.walked,
            state="walking",
            title="Verifying the chain",
            words=f"{walk.n:,} of {state.of:,} records walked",
        )
        if state.busy:
            return replace(payload, percent=100 * walk.n // max(1, state.of))
        if fault is not None:
            return self._broken(payload, table, state, fault)
        newer = walk.n - state.whole
        since = f", {_many(newer, 'record')} since" if newer else ""
        first = f"from the first record {_ago(state.whole_ended)}{since}"
        return replace(
            payload,
            state="intact",
            title="Chain intact",
            words=f"{_many(walk.n, 'record')}, verified to the head {_ago(state.ended)}",
            more=f"{first}; {_many(walk.rounds, 'round')}, {_many(walk.signatures, 'signature')}, zero sums",
            cards=state.audit.verdict().words(),
        )

    def _broken(
        self, payload: payloads.Verification, table: str, state: State, fault: JournalError
    ) -> payloads.Verification:
        at = fault.record or 0
        rows = schema.rounds
        own = rows.c.table_id == table
        query = select(func.max(rows.c.round)).where(own, rows.c.last < at)
        within = select(func.min(rows.c.round)).where(own, rows.c.last + 1 >= at)  # after a close comes its head
        with self.house.database.read() as connection:
            safe, round_ = connection.scalar(query), connection.scalar(within)
        signed = state.walk.signed
        sound = f"Records 0 to {at - 1:,} are sound" if at else "No record before it"
        safe_words = f"{sound}, rounds up to {safe:,} among them." if safe else f"{sound}."
        if signed is not None:
            safe_words += f" The last signed head is that of record {signed.n:,}."
        where = "after the last closed round" if round_ is None else f"in round {round_:,}"
        return replace(
            payload,
            state="broken",
            title=f"Chain broken at record {at:,}",
            record=at,
            words=f"Record {at:,}: {fault.message}.",
            safe=safe_words,
            where=where if at >= OPENING else "in the journal's opening",
        )


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _ago(then: float) -> str:
    ago = time.monotonic() - then
    return f"{ago:.1f} s ago" if ago < 10 else f"{int(ago)} s ago" if ago < 120 else f"{int(ago / 60)} min ago"
