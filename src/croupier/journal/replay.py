"""A table from its journal: the fold of its events, byte for byte the state that was live when they were written.

>>> from croupier import open_game
>>> from croupier.journal import Key, Writer
>>> from croupier.table import open_table
>>> rules = open_game("cajun-stud").rules({"ante": "A", "adjacent-boxes": 1})
>>> event, table = open_table(rules, table="T1", at=5)
>>> journal = Writer.in_memory(Key.throw_away(1), clock=lambda: 0, test=True)
>>> _ = journal.append(event, 5), journal.close()
>>> replay_bytes(journal.written()).bytes() == table.bytes()
True
"""

from __future__ import annotations

import secrets
from io import BytesIO
from typing import TYPE_CHECKING

from croupier.errors import BadText, JournalError, UnknownGame
from croupier.journal.packages import game_of
from croupier.journal.reader import read, records
from croupier.journal.record import IMPOSSIBLE as IMPOSSIBLE  # noqa: PLC0414 - others find it here
from croupier.table.events import Event, RoundBegan, Shuffled, TableOpened
from croupier.table.evolve import evolve, opened
from croupier.table.seeds import SCHEME
from croupier.table.vault import Vault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from croupier.game import Rules
    from croupier.journal.keys import Lock
    from croupier.journal.record import Record
    from croupier.table.state import Table


def rules_of(event: TableOpened) -> Rules:
    """What is played at a table, from its first event."""
    return game_of(event).rules(event.submission, event.readings)


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
            if isinstance(error, UnknownGame) and isinstance(event, TableOpened) and event.package:
                raise  # the journal is sound, and the package is not here
            raise impossible(record, error) from error
    if table is None:
        raise BadText("no table was opened in this journal")
    return table


def _next(table: Table | None, event: Event, at: int) -> Table:
    if table is not None:
        return evolve(table, event, at)
    assert isinstance(event, TableOpened), "it comes before a table was opened"
    return opened(rules_of(event), event, at)


ORDERS = "order"
"""What the lock of a table is for, with the table's id."""


def impossible(record: Record, error: BaseException) -> JournalError:
    """A sound record that no table could have written, with what it met."""
    why = str(error) or type(error).__name__
    message = f"is sound, and yet no table could have come to it: {why}"
    return JournalError(message, fault="impossible", record=record.n, offset=record.offset)


def restored(table: Table, lock: Lock, randomness: Callable[[int], bytes] = secrets.token_bytes) -> Vault:
    """The vault of a table that was replayed: the orders still in play, from their locked seeds.

    `lock` is that of the key which signed the journal, for the orders of this table; an order that is not the committed
    one is refused.
    """
    vault = Vault(randomness, lock.seal)
    for number, pack in enumerate(table.packs):
        if pack.commitment and not pack.sealed:
            raise BadText("was shuffled without a lock, and its order went with the table", field=f"pack {number}")
        if not pack.sealed:
            continue
        restore_pack(vault, table, number, lock)
        if pack.fixed:
            vault.fix(str(number), pack.contributions)
        if not pack.commitment:
            vault.opening(str(number))
    return vault


def restore_pack(vault: Vault, table: Table, number: int, lock: Lock) -> None:
    """Let a vault keep what was drawn for a pack, from its locked seed; refused if it was not committed to."""
    pack, secret = table.packs[number], lock.open(table.packs[number].sealed, unbound=True)
    if pack.scheme == SCHEME:
        found = vault.restore(str(number), secret, table.deck(number), table.context(number), again=pack.again)
    else:
        found = vault.restore_first(str(number), secret, table.deck(number))
    if pack.commitment and found.commitment != pack.commitment:
        raise BadText("holds another seed than the one committed to", field=f"pack {number}")


def follow(vault: Vault, table: Table, event: Event, lock: Lock) -> None:
    """What an event means to the vault of the table after it."""
    if isinstance(event, Shuffled) and event.sealed:
        restore_pack(vault, table, event.pack, lock)
    if isinstance(event, Shuffled | RoundBegan):
        pack = table.packs[event.pack]
        if pack.fixed and pack.sealed and not vault.is_fixed(str(event.pack)):
            vault.fix(str(event.pack), pack.contributions)
