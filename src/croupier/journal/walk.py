"""One step of verification: a line, and whether it may follow the lines before it."""

from __future__ import annotations

import re
from typing import NoReturn

import msgspec

from croupier.errors import BadText, JournalError
from croupier.journal.keys import checks, public_key
from croupier.journal.record import (
    BEFORE_ALL,
    FORMAT,
    LONGEST,
    TAIL,
    VERSION,
    Head,
    Header,
    Line,
    Record,
    Signed,
    hash_of,
    signed_text,
)
from croupier.table.events import AnyEvent, RoundClosed

_decode = msgspec.json.Decoder(Line).decode
_encode = msgspec.json.Encoder().encode
_ID = re.compile(r"[0-9a-f]{32}")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")


class Walk:
    """Where a reader stands. What it holds depends on the bytes before `offset` and on nothing else.

    `n` is the number of the next record, `before` the hash of the last one; `signed` is the last head, `unsigned`
    counts the records that no head covers yet, heads apart.
    """

    __slots__ = ("at", "before", "header", "n", "offset", "round_closed", "rounds", "signatures", "signed", "unsigned")

    def __init__(self) -> None:
        self.n = 0
        self.offset = 0
        self.at = 0
        self.before = BEFORE_ALL
        self.header: Header | None = None
        self.round_closed = False
        self.rounds = 0
        self.signatures = 0
        self.unsigned = 0
        self.signed: Head | None = None

    def copy(self) -> Walk:
        """The same place, to go on from twice."""
        other = Walk()
        for name in Walk.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    def believe(self, line: bytes) -> None:
        """Stand after this line without having read those before it: what follows must chain to it, and the next signed
        head vouches for it and for all before it. `offset` begins anew here."""
        read = self._read(line[:-1])
        self.n, self.at, self.before = read.n + 1, read.at, bytes.fromhex(read.hash)
        self.offset = 0
        self.round_closed = isinstance(read.event, RoundClosed)

    def step(self, line: bytes) -> Record:
        """The record on this line, line break and all; whatever is wrong with it is raised, and the walk stays."""
        told = line[:-1]
        if line[-1:] != b"\n":
            if len(line) >= LONGEST:
                self.refuse("long", f"is longer than {LONGEST:,} bytes")
            self.refuse("torn", "its line is torn: the file ends before the line break")
        if len(told) <= TAIL:
            self.refuse("line", "its line is too short for a record")
        digest = hash_of(self.before, told[:-TAIL])
        if told[-TAIL:] != b',"hash":"%b"}' % digest.hex().encode():
            self._misfit(told)
        read = self._read(told)
        if read.n != self.n:
            self.refuse("number", f"is numbered {read.n}")
        body = self._body(read)
        record = Record(n=read.n, at=read.at, body=body, hash=read.hash, offset=self.offset, line=line,
                        more=read.more is True)  # fmt: skip
        self.n += 1
        self.offset += len(line)
        self.at = read.at
        self.before = digest
        return record

    def refuse(self, fault: str, message: str) -> NoReturn:
        """Say what is wrong with the record that begins here."""
        raise JournalError(message, fault=fault, record=self.n, offset=self.offset)

    def _misfit(self, told: bytes) -> NoReturn:
        """A hash that does not fit: a record out of its place if its number says so, or other bytes."""
        try:
            number = _decode(told).n
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            number = self.n
        if number != self.n:
            self.refuse("number", f"is numbered {number}, and does not follow the record before it")
        self.refuse("hash", "its hash is not that of its bytes and the record before it")

    def _read(self, told: bytes) -> Line:
        try:
            read = _decode(told)
            again = _encode(read)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self.refuse("record", f"is no record: {error}")
        if again != told:
            self.refuse("canonical", "is not written in the canonical way")
        return read

    def _body(self, read: Line) -> Header | AnyEvent | Signed:
        bodies = [body for body in (read.journal, read.event, read.head) if body is not msgspec.UNSET]
        if len(bodies) != 1:
            self.refuse("record", "is no record: it must hold one of journal, event and head")
        body = bodies[0]
        if read.more is not msgspec.UNSET and (read.more is False or isinstance(body, Header | Signed | RoundClosed)):
            self.refuse("record", "is no record: only an event that others follow says more")
        if isinstance(body, Header) != (self.n == 0):
            self.refuse("record", "is no header" if self.n == 0 else "is a second header")
        if self.round_closed and not isinstance(body, Signed):
            self.refuse("unsigned", "follows a round's close, where the signed head must stand")
        if isinstance(body, Header):
            self._begin(body)
        elif isinstance(body, Signed):
            self._sign(body)
        else:
            self.round_closed = isinstance(body, RoundClosed)
            self.rounds += self.round_closed
            if sum(getattr(body, "entries", {}).values()):
                self.refuse("books", "its entries do not sum to nothing")
            self.unsigned += 1
        return body

    def _begin(self, header: Header) -> None:
        if header.format != FORMAT or header.version != VERSION:
            self.refuse("format", f"is of format {header.format} {header.version}, not {FORMAT} {VERSION}")
        try:
            sound = public_key(header.key) == header.key and _ID.fullmatch(header.id)
        except BadText:
            sound = None
        if not sound:
            self.refuse("record", "its journal id or public key is none")
        self.header = header
        self.unsigned = 1

    def _sign(self, head: Signed) -> None:
        assert self.header is not None
        if head.n != self.n - 1 or head.hash != self.before.hex():
            self.refuse("head", "its head is not that of the record before it")
        told = signed_text(self.header.id, head.n, head.hash)
        if not (_SIGNATURE.fullmatch(head.signature) and checks(self.header.key, head.signature, told)):
            self.refuse("signature", "its signature is not by the journal's key")
        self.round_closed = False
        self.signatures += 1
        self.unsigned = 0
        self.signed = Head(journal=self.header.id, n=head.n, hash=head.hash, signature=head.signature)
