"""Reading a journal: every record is checked before it is handed out, and no more than one is held.

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
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from croupier.errors import BadText, JournalError
from croupier.journal.card_audit import CardAudit
from croupier.journal.keys import checks
from croupier.journal.orders import CardVerdict  # noqa: TC001 - msgspec reads it
from croupier.journal.record import LONGEST, Head, Record, signed_text
from croupier.journal.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What an intact journal holds. `n` and `hash` are its head; `signed` is the last head that was signed.

    `unsigned` counts the records after it (another head apart): without the key they could have been rewritten, which
    only a head kept elsewhere shows. `cards` is what was recomputed of the shuffles.
    """

    journal: str
    key: str
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


def read(path: Path | str) -> Iterator[Record]:
    """The records of a journal in order, each one checked; a `JournalError` where it breaks off."""
    with _opened(path) as stream:
        yield from records(stream)


def verify(path: Path | str, heads: Iterable[Head] = (), key: str | None = None) -> Verdict:
    """Check every record and every card, and that the journal holds the records whose heads were exported.

    `key` is the public key that the journal must be signed with; without it, the one in its header is believed.
    """
    with _opened(path) as stream:
        return _verified(stream, tuple(heads), key)


def verify_bytes(data: bytes, heads: Iterable[Head] = (), key: str | None = None) -> Verdict:
    """`verify`, of a journal in memory."""
    return _verified(BytesIO(data), tuple(heads), key)


def records(stream: BinaryIO, walk: Walk | None = None) -> Iterator[Record]:
    """The records of an open journal, from where `walk` stands."""
    walk = walk or Walk()
    while line := stream.readline(LONGEST):
        yield walk.step(line)
    if walk.n == 0:
        walk.refuse("empty", "is missing: the file is empty")


def _verified(stream: BinaryIO, heads: tuple[Head, ...], key: str | None) -> Verdict:
    if key is not None:
        for head in heads:
            _check(head, key)
    expected: dict[int, list[Head]] = {}
    for head in heads:
        expected.setdefault(head.n, []).append(head)
    walk, audit = Walk(), CardAudit()
    for record in records(stream, walk):
        if record.n == 0:
            _begin(walk, heads, key)
        audit.hear(record)
        for head in expected.pop(record.n, ()):
            if head.hash != record.hash:
                raise JournalError(
                    "is not the record whose head was exported: it or one before it was rewritten",
                    fault="head-differs",
                    record=record.n,
                    offset=record.offset,
                )
    header = walk.header
    assert header is not None
    if expected:
        first = min(expected)
        walk.refuse("head-not-reached", f"is missing: the journal ends here, and a head of record {first} was exported")
    for head in heads:
        _check(head, header.key)
    return Verdict(
        journal=header.id,
        key=header.key,
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
    )


def _begin(walk: Walk, heads: tuple[Head, ...], key: str | None) -> None:
    """The header: the journal's own key and id must be those that are expected."""
    assert walk.header is not None
    if key is not None and walk.header.key != key:
        raise JournalError("its public key is not the one expected", fault="key", record=0, offset=0)
    if any(head.journal != walk.header.id for head in heads):
        raise JournalError(
            f"is the header of journal {walk.header.id}, and a head of another journal was exported",
            fault="head-differs",
            record=0,
            offset=0,
        )


def _check(head: Head, key: str) -> None:
    if not checks(key, head.signature, signed_text(head.journal, head.n, head.hash)):
        raise BadText(f"the exported head of record {head.n} is not signed by the journal's key", field="head")


def _opened(path: Path | str) -> BinaryIO:
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise BadText(f"cannot be read: {error.strerror}", field=str(path)) from None
