"""One step of verification: a line, and whether it may follow the lines before it."""

from __future__ import annotations

import re
from typing import Any, NoReturn

import msgspec

from croupier.errors import BadText, JournalError
from croupier.journal.keys import checks, public_key
from croupier.journal.record import (
    BEFORE_ALL,
    LONGEST,
    LOST,
    TABLE,
    TAIL,
    VERSION,
    Format,
    Head,
    Header,
    KeyChange,
    LineOf,
    Record,
    Signed,
    hash_of,
    key_change_text,
    signed_text,
)

_encode = msgspec.json.Encoder().encode
_ID = re.compile(r"[0-9a-f]{32}")
_SIGNATURE = re.compile(r"[0-9a-f]{128}")


class Walk:
    """Where a reader stands. What it holds depends on the bytes before `offset` and on nothing else.

    `n` is the number of the next record, `before` the hash of the last one; `signed` is the last head, `unsigned`
    counts the records that no head covers yet, heads apart. `keys` are the public keys that have signed, the last of
    them from here on; `vouched` says from which of them on each was named by the one before it.
    """

    __slots__ = (
        "at",
        "before",
        "format",
        "header",
        "jumped",
        "keys",
        "n",
        "offset",
        "round_closed",
        "rounds",
        "signatures",
        "signed",
        "unsigned",
        "vouched",
    )

    def __init__(self, format: Format = TABLE) -> None:  # noqa: A002 - the header's own word
        self.format = format
        self.keys: tuple[str, ...] = ()
        self.vouched = 0
        self.jumped = False
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
        """A copy of this walk, to go on from twice."""
        other = Walk(self.format)
        for name in Walk.__slots__:
            setattr(other, name, getattr(self, name))
        return other

    def believe(self, line: bytes) -> None:
        """Stand after this line without having read those before it: what follows must chain to it, and the next signed
        head vouches for it and for all before it, by the key that it names. `offset` begins anew here."""
        read = self._read(line[:-1])
        self.n, self.at, self.before = read.n + 1, read.at, bytes.fromhex(read.hash)
        self.offset = 0
        self.jumped = True
        self.round_closed = isinstance(read.event, self.format.closing)

    @property
    def key(self) -> str:
        """The public key that signs from here on; nothing before the header."""
        return self.keys[-1] if self.keys else ""

    def trusts(self, key: str) -> bool:
        """Whether all of it is signed by this key, by those it was handed over from, or by those it was handed on to:
        where a lost key was replaced, the keys before it say nothing about what came after."""
        return key in self.keys[self.vouched :]

    def step(self, line: bytes) -> Record:
        """The record on this line, line break and all; whatever is wrong with it is raised, and the walk stays."""
        encoded = line[:-1]
        if line[-1:] != b"\n":
            if len(line) >= LONGEST:
                self.refuse("long", f"is longer than {LONGEST:,} bytes")
            self.refuse("torn", "its line is torn: the file ends before the line break")
        if len(encoded) <= TAIL:
            self.refuse("line", "its line is too short for a record")
        digest = hash_of(self.before, encoded[:-TAIL])
        if encoded[-TAIL:] != b',"hash":"%b"}' % digest.hex().encode():
            self._misfit(encoded)
        read = self._read(encoded)
        if read.n != self.n:
            self.refuse("number", f"is numbered {read.n}")
        body = self._body(read)
        record = Record(
            n=read.n, at=read.at, body=body, hash=read.hash, offset=self.offset, line=line, more=read.more is True
        )
        self.n += 1
        self.offset += len(line)
        self.at = read.at
        self.before = digest
        return record

    def refuse(self, fault: str, message: str) -> NoReturn:
        """Say what is wrong with the record that begins here."""
        raise JournalError(message, fault=fault, record=self.n, offset=self.offset)

    def _misfit(self, body: bytes) -> NoReturn:
        """A hash that does not fit: a record out of its place if its number says so, or other bytes."""
        try:
            number = self.format.line(body).n
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            number = self.n
        if number != self.n:
            self.refuse("number", f"is numbered {number}, and does not follow the record before it")
        self.refuse("hash", "its hash is not that of its bytes and the record before it")

    def _read(self, body: bytes) -> LineOf[Any]:
        try:
            read = self.format.line(body)
            again = _encode(read)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self.refuse("record", f"is no record: {error}")
        if again != body:
            self.refuse("canonical", "is not written in the canonical way")
        return read

    def _body(self, read: LineOf[Any]) -> Any:  # noqa: ANN401 - an event of the journal's format, or one of ours
        bodies = [body for body in (read.journal, read.event, read.head, read.key) if body is not msgspec.UNSET]
        if len(bodies) != 1:
            self.refuse("record", "is no record: it must hold one of journal, event, head and key")
        body = bodies[0]
        closing = isinstance(body, self.format.closing)
        if read.more is not msgspec.UNSET and (
            read.more is False or closing or isinstance(body, Header | Signed | KeyChange)
        ):
            self.refuse("record", "is no record: only an event that others follow says more")
        if isinstance(body, Header) != (self.n == 0):
            self.refuse("record", "is no header" if self.n == 0 else "is a second header")
        if self.round_closed and not isinstance(body, Signed):
            self.refuse("unsigned", "follows a round's close, where the signed head must stand")
        if isinstance(body, Header):
            self._begin(body)
        elif isinstance(body, Signed):
            self._sign(body)
        elif isinstance(body, KeyChange):
            self._change(body)
        else:
            self.round_closed = closing
            self.rounds += closing
            if sum(getattr(body, "entries", {}).values()):
                self.refuse("books", "its entries do not sum to nothing")
            self.unsigned += 1
        return body

    def _begin(self, header: Header) -> None:
        if header.format != self.format.name or header.version != VERSION:
            self.refuse("format", f"is of format {header.format} {header.version}, not {self.format.name} {VERSION}")
        try:
            sound = public_key(header.key) == header.key and _ID.fullmatch(header.id)
        except BadText:
            sound = None
        if not sound:
            self.refuse("record", "its journal id or public key is none")
        self.header = header
        self.keys = (header.key,)
        self.unsigned = 1

    def _sign(self, head: Signed) -> None:
        assert self.header is not None
        if head.n != self.n - 1 or head.hash != self.before.hex():
            self.refuse("head", "its head is not that of the record before it")
        if self.jumped and head.key and head.key != self.key:
            self.keys = (*self.keys, head.key)
        body = signed_text(self.header.id, head.n, head.hash)
        named = head.key or self.header.key
        if named != self.key or not (_SIGNATURE.fullmatch(head.signature) and checks(named, head.signature, body)):
            self.refuse("signature", "its signature is not by the journal's key")
        self.round_closed = False
        self.signatures += 1
        self.unsigned = 0
        self.signed = Head(journal=self.header.id, n=head.n, hash=head.hash, signature=head.signature)

    def _change(self, change: KeyChange) -> None:
        assert self.header is not None
        if change.n != self.n - 1 or change.hash != self.before.hex():
            self.refuse("head", "its head is not that of the record before it")
        if self.jumped and change.old not in self.keys:
            self.keys = (*self.keys, change.old)
        try:
            sound = public_key(change.new) == change.new and change.new not in self.keys
        except BadText:
            sound = False
        if not sound:
            self.refuse("record", "its new public key is none, or has signed here before")
        signer = change.new if change.why == LOST else change.old
        body = key_change_text(self.header.id, change)
        if change.old != self.key or not (
            _SIGNATURE.fullmatch(change.signature) and checks(signer, change.signature, body)
        ):
            self.refuse("signature", "its signature is not by the key that hands over")
        if change.why == LOST:
            self.vouched = len(self.keys)
        self.keys = (*self.keys, change.new)
        self.unsigned += 1
