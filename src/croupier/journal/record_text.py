"""Records for people to read: which round and seats they are about, and what happened in a few words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from croupier.errors import JournalError
from croupier.journal.record import Header, KeyChange, Record, Signed
from croupier.table.events import Event, RoundBegan, RoundClosed
from croupier.table.narration import tell

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_SHORT = 12
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def of_round(records: Iterable[Record], number: int) -> Iterator[Record]:
    """The records of one round: what led to it since the round before was closed, and its signed head.

    Nothing after it is read. Where the journal breaks off within it, what comes before is given first.
    """
    found: list[Record] = []
    its = closed = False
    broken: JournalError | None = None
    try:
        for record in records:
            if closed and not isinstance(record.body, Signed):
                if its:
                    break
                found, closed = [], False
            found.append(record)
            if isinstance(record.body, RoundBegan | RoundClosed):
                its = record.body.round == number
                closed = isinstance(record.body, RoundClosed)
    except JournalError as error:
        broken = error
    if its:
        yield from found
    if broken:
        raise broken


def seats_of(event: Event) -> frozenset[int]:
    """The seats that an event is about.

    >>> from croupier.table.events import Dealt
    >>> seats_of(Dealt(to="seats.3", count=2, at=0, cite=""))
    frozenset({3})
    """
    seats = {getattr(event, "seat", None)}
    kind, _, number = str(getattr(event, "to", "")).partition(".")
    if kind == "seats" and number.isdecimal():
        seats.add(int(number))
    wagers = getattr(event, "wagers", None)
    if isinstance(wagers, dict):
        seats.update(wagers)
    return frozenset(seat for seat in seats if isinstance(seat, int))


def time_of(at: int) -> str:
    """Milliseconds since 1970 as a time in UTC.

    >>> time_of(1767225600123)
    '2026-01-01 00:00:00.123'
    """
    try:
        text = (_EPOCH + timedelta(milliseconds=at)).isoformat(sep=" ", timespec="milliseconds")
    except OverflowError:
        return f"{at} ms"
    return text.removesuffix("+00:00")


def what(body: Header | Event | Signed | KeyChange) -> str:
    """What happened, in words; long hashes are cut short, and money is in dollars.

    >>> from croupier.table.events import WagerPlaced
    >>> what(WagerPlaced(seat=3, wager="ante", amount=500, entries={}))
    'places 5.00 on ante at seat 3'
    """
    if isinstance(body, Header):
        return f"journal {body.id}, signed with {body.key[:_SHORT]}…" + (", a test run" if body.test else "")
    if isinstance(body, Signed):
        return f"signed head of record {body.n}: {body.hash[:_SHORT]}…"
    if isinstance(body, KeyChange):
        return f"handed over to the key {body.new[:_SHORT]}… ({body.why})"
    return "; ".join(line.words.strip() for line in tell(body))
