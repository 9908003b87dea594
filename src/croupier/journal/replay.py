"""A table from its journal: the fold of its events, byte for byte the state that was live when they were written.

>>> from croupier import open_game
>>> from croupier.journal import Key, Writer
>>> from croupier.table import open_table
>>> event, table = open_table(open_game("cajun-stud").rules(), table="T1", at=5)
>>> journal = Writer.in_memory(Key.throw_away(1), clock=lambda: 0, test=True)
>>> _ = journal.append(event, 5), journal.close()
>>> replay_bytes(journal.written()).bytes() == table.bytes()
True
"""

from __future__ import annotations

import secrets
from io import BytesIO
from typing import TYPE_CHECKING

from croupier.errors import BadText, CroupierError, JournalError
from croupier.games import open_game
from croupier.journal.reader import read, records
from croupier.table.events import Event, TableOpened
from croupier.table.evolve import evolve, opened
from croupier.table.vault import Vault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from croupier.game import Rules
    from croupier.journal.keys import Lock
    from croupier.journal.record import Record
    from croupier.table.state import Table

IMPOSSIBLE = (CroupierError, ArithmeticError, AssertionError, AttributeError, LookupError, StopIteration, TypeError,
              ValueError)  # fmt: skip
"""What a sound record raises that tells of something no table could have done."""


def rules_of(event: TableOpened) -> Rules:
    """What is played at a table, from its first event."""
    return open_game(event.game, event.edition).rules(event.submission, event.readings)


def replay(path: Path | str) -> Table:
    """The table as its journal leaves it, every record checked."""
    return fold(read(path))


def replay_bytes(data: bytes) -> Table:
    """`replay`, of a journal in memory."""
    return fold(records(BytesIO(data)))


def fold(sound: Iterable[Record]) -> Table:
    """The table after these records, the first of which open it."""
    table: Table | None = None
    for record in sound:
        event = record.body
        if not isinstance(event, Event):
            continue
        try:
            table = _next(table, event, record.at)
        except IMPOSSIBLE as error:
            raise impossible(record, error) from error
    if table is None:
        raise BadText("no table was opened in this journal")
    return table


def _next(table: Table | None, event: Event, at: int) -> Table:
    if table is not None:
        return evolve(table, event, at)
    assert isinstance(event, TableOpened), "it comes before a table was opened"
    return opened(rules_of(event), event, at)


def impossible(record: Record, error: BaseException) -> JournalError:
    """A sound record that no table could have written, with what it met."""
    why = str(error) or type(error).__name__
    message = f"is sound, and yet no table could have come to it: {why}"
    return JournalError(message, fault="impossible", record=record.n, offset=record.offset)


def restored(table: Table, lock: Lock, randomness: Callable[[int], bytes] = secrets.token_bytes) -> Vault:
    """The vault of a table that was replayed: the orders still in play, from their locked seeds.

    `lock` is that of the key which signed the journal; an order that is not the committed one is refused.
    """
    vault = Vault(randomness, lock.seal)
    for number, pack in enumerate(table.packs):
        if not pack.commitment:
            continue
        if not pack.sealed:
            raise BadText("was shuffled without a lock, and its order went with the table", field=f"pack {number}")
        found = vault.restore(str(number), lock.open(pack.sealed), table.deck(number))
        if found.commitment != pack.commitment:
            raise BadText("holds another order than the one committed to", field=f"pack {number}")
    return vault
