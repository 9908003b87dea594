"""What became of the commands a table was given, by their keys, so that none is done twice."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import delete, select

from croupier.house import schema

if TYPE_CHECKING:
    import asyncio

    from sqlalchemy import Executable

    from croupier.house.database import Database

REMEMBERED = 2048
"""Keys of commands that were taken which a table remembers at least, in memory and in storage; older ones are new
again."""
REFUSED = 512
"""Keys of commands that were refused which it remembers at most: they cost nothing to send, so they push out no others.
"""
SWEEP = 512
"""Keys that are forgotten at a time."""


class Answer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of a command: the record up to which it reached, or why it was refused."""

    key: str
    n: int = -1
    refused: str = ""
    field: str = ""
    cite: str = ""
    code: str = ""


class Known(msgspec.Struct, gc=False):
    """A key's command, by its hash, and its answer, which may still be on its way."""

    body: str
    answer: Answer | None = None
    coming: asyncio.Future[Answer] | None = None


class Answers:
    """One table's."""

    def __init__(self, table: str) -> None:
        self.table = table
        self._known: dict[str, Known] = {}
        self._refused: dict[str, Known] = {}
        self._forgot = False

    def get(self, key: str) -> Known | None:
        """What is known of a key."""
        return self._known.get(key) or self._refused.get(key)

    def expect(self, key: str, body: str, coming: asyncio.Future[Answer]) -> None:
        """An answer is on its way; if none comes of it the key is as new."""
        self._known[key] = known = Known(body, coming=coming)
        if len(self._known) >= REMEMBERED + SWEEP:
            self._forgot = True
            for oldest in list(islice(self._known, SWEEP)):
                if self._known[oldest].coming is None:
                    del self._known[oldest]

        def done(asked: asyncio.Future[Answer]) -> None:
            known.coming = None
            if asked.cancelled() or asked.exception() is not None:
                self._known.pop(key, None)
                return
            known.answer = asked.result()
            if known.answer.refused:
                self._known.pop(key, None)
                self._refuse(key, known)

        coming.add_done_callback(done)

    def _refuse(self, key: str, known: Known) -> None:
        self._refused[key] = known
        if len(self._refused) > REFUSED:
            del self._refused[next(iter(self._refused))]

    def load(self, database: Database) -> None:
        """The last answers that were stored."""
        rows = schema.answers
        asked = select(rows).where(rows.c.table_id == self.table).order_by(rows.c.n.desc()).limit(REMEMBERED)
        with database.read() as connection:
            for row in reversed(connection.execute(asked).all()):
                self._known[row.key] = Known(row.body, msgspec.json.decode(row.answer, type=Answer))

    def sweep(self) -> list[Executable]:
        """What forgets in storage what was forgotten in memory; nothing most of the time."""
        if not self._forgot:
            return []
        self._forgot = False
        kept = (known.answer.n for known in self._known.values() if known.answer is not None and known.answer.n >= 0)
        rows = schema.answers
        oldest = next(kept, None)
        return [] if oldest is None else [delete(rows).where(rows.c.table_id == self.table, rows.c.n < oldest)]
