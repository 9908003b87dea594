"""A journal verified from its first byte to its last: every line, every signature, the heads that were kept elsewhere,
and every card of an opened order.

>>> from croupier.journal import Key, Writer
>>> from croupier.table.events import Sat
>>> journal = Writer.in_memory(Key.throw_away(1), clock=lambda: 0, test=True)
>>> journal.append(Sat(player="ann", seat=1), 5)
1
>>> head = journal.close()
>>> verify_bytes(journal.written(), heads=[head]).records
3
>>> verify_bytes(journal.written().replace(b"ann", b"amy"))
Traceback (most recent call last):
croupier.errors.JournalError: record 1 at byte 266: its hash is not that of its bytes and the record before it
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from croupier.errors import BadText, JournalError
from croupier.journal.card_audit import CardAudit
from croupier.journal.keys import checks
from croupier.journal.money_audit import BOOKS, CONDUCT
from croupier.journal.orders import FAULT, CardVerdict
from croupier.journal.packages import other_package
from croupier.journal.reader import open_journal, records
from croupier.journal.record import Head, Record, signed_text
from croupier.journal.walk import Walk
from croupier.table.events import TableOpened

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


JUDGED = frozenset({BOOKS, CONDUCT, FAULT})
"""Faults that are found by the rules of the game."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What an intact journal holds. `n` and `hash` are its head; `signed` is the last head that was signed.

    `unsigned` counts the records after it (another head apart): without the key they could have been rewritten, which
    only a head kept elsewhere shows. `cards` is what was recomputed of the shuffles. `package` is where the table's
    game came from, if not from croupier, and `package_note` that another one is installed here.
    """

    journal: str
    key: str
    keys: tuple[str, ...]
    test: bool
    records: int
    rounds: int
    signatures: int
    bytes: int
    n: int
    hash: str
    signed: Head | None
    unsigned: int
    cards: CardVerdict
    package: dict[str, str] = {}
    package_note: str = ""


def verify(path: Path | str, heads: Iterable[Head] = (), key: str | None = None) -> Verdict:
    """Check every record and every card, and that the journal holds the records whose heads were exported.

    `key` is the public key that the journal must be signed with; without it, the one in its header is believed.
    """
    with open_journal(path) as stream:
        return _verified(stream, tuple(heads), key)


def verify_bytes(data: bytes, heads: Iterable[Head] = (), key: str | None = None) -> Verdict:
    """`verify`, of a journal in memory."""
    return _verified(BytesIO(data), tuple(heads), key)


def _verified(stream: BinaryIO, heads: tuple[Head, ...], key: str | None) -> Verdict:
    expected: dict[int, list[Head]] = {}
    for head in heads:
        expected.setdefault(head.n, []).append(head)
    walk, audit = Walk(), CardAudit()
    opening, note = None, ""
    try:
        for record in records(stream, walk):
            if record.n == 0:
                _begin(walk, heads)
            if opening is None and isinstance(record.body, TableOpened):
                opening, note = record.body, other_package(record.body)
            audit.hear(record)
            for head in expected.pop(record.n, ()):
                meets(head, record)
    except JournalError as error:
        if note and error.fault in JUDGED:
            words = f"{error.message} (by the rules that are here: {note})"
            raise JournalError(words, fault=error.fault, record=error.record, offset=error.offset) from None
        if key is not None and walk.keys and key not in walk.keys:  # nothing before it was by the key either
            raise JournalError(_not_by(walk, key), fault="key", record=0, offset=0) from None
        raise
    header = walk.header
    assert header is not None
    if expected:
        first = min(expected)
        walk.refuse("head-not-reached", f"is missing: the journal ends here, and a head of record {first} was exported")
    if key is not None and not walk.trusts(key):
        raise JournalError(_not_by(walk, key), fault="key", record=0, offset=0)
    for head in heads:
        _check(head, walk.keys)
    return Verdict(
        journal=header.id,
        key=header.key,
        keys=walk.keys,
        test=header.test,
        records=walk.n,
        rounds=walk.rounds,
        signatures=walk.signatures,
        bytes=walk.offset,
        n=walk.n - 1,
        hash=walk.before.hex(),
        signed=walk.signed,
        unsigned=walk.unsigned,
        cards=audit.verdict(),
        package={} if opening is None else opening.package,
        package_note=note,
    )


def _not_by(walk: Walk, key: str) -> str:
    if key in walk.keys:
        return "a key after the one expected was lost and replaced: only a later one, or a kept head, vouches for it"
    return "its public key is not the one expected"


def _begin(walk: Walk, heads: tuple[Head, ...]) -> None:
    """The header: the journal's id must be the one that is expected."""
    assert walk.header is not None
    if any(head.journal != walk.header.id for head in heads):
        raise JournalError(
            f"is the header of journal {walk.header.id}, and a head of another journal was exported",
            fault="head-differs",
            record=0,
            offset=0,
        )


def meets(head: Head, record: Record) -> None:
    """Refuse a record that is not the one whose head was kept elsewhere."""
    if head.hash != record.hash:
        raise JournalError(
            "is not the record whose head was exported: it or one before it was rewritten",
            fault="head-differs",
            record=record.n,
            offset=record.offset,
        )


def _check(head: Head, keys: tuple[str, ...]) -> None:
    signed = signed_text(head.journal, head.n, head.hash)
    if not any(checks(key, head.signature, signed) for key in keys):
        raise BadText(f"the exported head of record {head.n} is not signed by the journal's key", field="head")
