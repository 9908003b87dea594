"""What became of the commands a table was given, by their keys, so that none is done twice.

A table remembers so many keys. Whoever has given it the most is forgotten first, so that nobody's commands make it
forget another's.
"""

from __future__ import annotations

from collections import deque
from heapq import heapify, heapreplace
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, select

from croupier.errors import HouseError
from croupier.house.storage import schema

if TYPE_CHECKING:
    import asyncio

    from sqlalchemy import Executable

    from croupier.errors import CroupierError
    from croupier.house.storage.database import Database
    from croupier.kit.payload import Json

REMEMBERED = 2048
"""Keys of commands that were taken which a table remembers at least, in memory and in storage; those that are forgotten
are new again."""
REFUSED = 512
"""Keys of commands that were refused which it remembers at most: they cost nothing to send, so they push out no others.
"""
SWEEP = 512
"""Keys that are forgotten at a time."""
MAX_REFUSAL_TEXT = 500
"""Letters of a reason or a field in a refusal, which may quote what somebody sent."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a command: the record up to which it reached, or why it was refused."""

    key: str
    n: int = -1
    refused: str = ""
    field: str = ""
    cite: str = ""
    code: str = ""


def refusal_of(error: CroupierError, key: str) -> Answer:
    """The answer to a command that was refused."""
    first = error.refusals[0]
    code = error.fault if isinstance(error, HouseError) else error.code
    return Answer(key, -1, first.message[:MAX_REFUSAL_TEXT], first.field[:MAX_REFUSAL_TEXT], first.cite or "", code)


class _Stored(Answer, frozen=True, omit_defaults=True):
    """An answer as it is stored: with whose key it is."""

    by: str = ""


class KnownKey(msgspec.Struct, gc=False):
    """A key's command, by its hash, whose it is, and its answer, which may still be on its way."""

    body: str
    by: str = ""
    answer: Answer | None = None
    coming: asyncio.Future[Answer] | None = None


class Answers:
    """One table's."""

    def __init__(self, table: str) -> None:
        self.table = table
        self._known: dict[str, KnownKey] = {}
        self._refused: dict[str, KnownKey] = {}
        self._forgotten: dict[str, int] = {}
        self._before = 0

    def get(self, key: str) -> KnownKey | None:
        """What is known of a key."""
        return self._known.get(key) or self._refused.get(key)

    def begin(self, key: str, body: str, by: str) -> None:
        """Somebody's key is given for the first time."""
        self._known[key] = KnownKey(body, by)

    def drop(self, key: str) -> None:
        """Nothing came of it: the key is as new."""
        self._known.pop(key, None)

    def expect(self, key: str, coming: asyncio.Future[Answer]) -> None:
        """An answer is on its way; if none comes of it the key is as new."""
        known = self._known[key]
        known.coming = coming
        if len(self._known) >= REMEMBERED + SWEEP:
            self._forget()

        def done(asked: asyncio.Future[Answer]) -> None:
            known.coming = None
            if asked.cancelled() or asked.exception() is not None:
                self.drop(key)
                return
            known.answer = asked.result()
            if known.answer.refused:
                self.drop(key)
                self._refuse(key, known)

        coming.add_done_callback(done)

    def _refuse(self, key: str, known: KnownKey) -> None:
        self._refused[key] = known
        if len(self._refused) > REFUSED:
            del self._refused[next(iter(self._refused))]

    def _forget(self) -> None:
        """The oldest keys of whoever has the most, again and again."""
        whose: dict[str, deque[str]] = {}
        for key, known in self._known.items():
            if known.answer is not None:
                whose.setdefault(known.by, deque()).append(key)
        most = [(-len(keys), by) for by, keys in whose.items()]
        heapify(most)
        for _ in range(min(SWEEP, sum(map(len, whose.values())))):
            by = most[0][1]
            key = whose[by].popleft()
            heapreplace(most, (-len(whose[by]), by))
            forgotten = self._known.pop(key).answer
            assert forgotten is not None
            self._forgotten[key] = forgotten.n

    def row(self, key: str, n: int, body: str) -> tuple[Any, Json]:
        """What is stored of a command that was taken."""
        known = self._known.get(key)
        answer = msgspec.json.encode(_Stored(key, n, by="" if known is None else known.by))
        return schema.answers, {"table_id": self.table, "key": key, "n": n, "body": body, "answer": answer}

    def load(self, database: Database) -> None:
        """The last answers that were stored."""
        rows, most = schema.answers, REMEMBERED + SWEEP
        query = select(rows).where(rows.c.table_id == self.table).order_by(rows.c.n.desc()).limit(most)
        with database.read() as connection:
            found = connection.execute(query).all()
        for row in reversed(found):
            stored = msgspec.json.decode(row.answer, type=_Stored)
            self._known[row.key] = KnownKey(row.body, stored.by, Answer(stored.key, stored.n))
        self._before = found[-1].n if len(found) == most else 0

    def sweep(self) -> list[Executable]:
        """What forgets in storage what was forgotten in memory; nothing most of the time."""
        if not (self._forgotten or self._before):
            return []
        rows, gone = schema.answers, self._forgotten
        own = delete(rows).where(rows.c.table_id == self.table)
        swept: list[Executable] = []
        if gone:  # not one that was given anew since
            swept.append(own.where(rows.c.key.in_(gone), rows.c.n <= max(gone.values())))
        if self._before:  # what a server that was killed did not come to forget
            swept.append(own.where(rows.c.n < self._before))
        self._forgotten, self._before = {}, 0
        return swept
