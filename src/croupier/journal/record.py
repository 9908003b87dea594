"""One line of a journal: a number, a time, what happened, and a hash over the record before it and these very bytes.

    {"n":7,"at":1767225600000,"event":{"event":"sat","player":"ann","seat":1},"hash":"…64 hexadecimal digits…"}

The hash is SHA-256 over the 32 bytes of the previous record's hash (zeros before record 0) and the bytes of the line
before `,"hash":`. docs/journal.md spells the format out.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, Annotated, Any, Generic, TypeVar

import msgspec

from croupier.errors import BadText, CroupierError
from croupier.table.events import AnyEvent, RoundClosed

if TYPE_CHECKING:
    from collections.abc import Callable

FORMAT = "croupier-journal"
VERSION = 1
LONGEST = 1 << 20
"""No line is longer, line break and all."""
LOST = "lost"
"""Why a key was changed that could not sign the change any more."""
BEFORE_ALL = bytes(32)
"""What stands for the hash of a record before record 0."""
TAIL = len(',"hash":""}') + 64
"""Bytes of a line that its hash does not cover, without the line break."""


IMPOSSIBLE = (
    CroupierError,
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    StopIteration,
    TypeError,
    ValueError,
)
"""What a sound record raises that tells of something no table could have done."""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """Record 0. `key` is the Ed25519 public key that signs this journal's heads."""

    format: str = FORMAT
    version: int = VERSION
    id: str
    key: str
    test: bool


class Signed(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A head as a record: the number and hash of the record before it, signed. `key` is the public key, where it is
    not the one of the header any more."""

    n: int
    hash: str
    signature: str
    key: str = ""


class KeyChange(msgspec.Struct, frozen=True, kw_only=True):
    """The hand-over to another signing key as a record: `n` and `hash` of the record before it, and the `old` and the
    `new` public key, signed by the old one. Where `why` is ``lost`` the new key itself has signed, and nothing vouches
    for it."""

    n: int
    hash: str
    old: str
    new: str
    why: str
    signature: str


class Head(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A signed head by itself, to be kept elsewhere: record `n` of this journal had this hash. `table` (empty for the
    house's own journal) and `at` are for people to read; the signature does not cover them.

    >>> text = '{"journal":"ab","n":7,"hash":"cd","signature":"ef"}'
    >>> Head.read(text).text() == text
    True
    """

    journal: str
    n: Annotated[int, msgspec.Meta(ge=0)]
    hash: str
    signature: str
    table: str = ""
    at: int = 0

    def text(self) -> str:
        """One small line of JSON."""
        return msgspec.json.encode(self).decode()

    @classmethod
    def read(cls, text: str) -> Head:
        """The head that `text` wrote, in any order and spacing."""
        try:
            return _HEADS.decode(text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise BadText(f"is not an exported head: {error}") from None


_HEADS = msgspec.json.Decoder(Head)


def read_heads(text: str) -> tuple[Head, ...]:
    """The heads of a file, one a line; at least one."""
    heads = tuple(Head.read(line) for line in text.splitlines() if line.strip())
    if not heads:
        raise BadText("holds no head")
    return heads


E = TypeVar("E")


class LineOf(msgspec.Struct, Generic[E], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A line as it is encoded, of a journal of any kind of events. Of journal, event, head and key exactly one is
    there; `more` is true or not there."""

    n: int
    at: int
    journal: Header | msgspec.UnsetType = msgspec.UNSET
    event: E | msgspec.UnsetType = msgspec.UNSET
    head: Signed | msgspec.UnsetType = msgspec.UNSET
    key: KeyChange | msgspec.UnsetType = msgspec.UNSET
    more: bool | msgspec.UnsetType = msgspec.UNSET
    hash: str


class Line(LineOf[AnyEvent], frozen=True, kw_only=True):
    """A line of a table's journal."""


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of journal: its name in the header, how its lines and its events are decoded, and the events that a signed
    head must follow."""

    name: str
    line: Callable[[bytes], LineOf[Any]]
    event: Callable[[bytes], Any]
    closing: tuple[type, ...] = ()


TABLE = Format(FORMAT, msgspec.json.Decoder(Line).decode, msgspec.json.Decoder(AnyEvent).decode, (RoundClosed,))


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """A record that was read and found sound; `at` is milliseconds since 1970, `offset` the byte it starts at. With
    `more`, the event of the next record came of the same command."""

    n: int
    at: int
    body: Header | AnyEvent | Signed | KeyChange
    hash: str
    offset: int
    line: bytes
    more: bool = False


def signed_text(journal: str, n: int, hash: str) -> bytes:  # noqa: A002 - the field's own name
    r"""What a head's signature is over.

    >>> signed_text("ab", 7, "cd")
    b'croupier journal head\nab\n7\ncd'
    """
    return f"croupier journal head\n{journal}\n{n}\n{hash}".encode()


def key_change_text(journal: str, change: KeyChange) -> bytes:
    """What the signature of a hand-over is over."""
    data = ("croupier journal key", journal, str(change.n), change.hash, change.old, change.new, change.why)
    return "\n".join(data).encode()


def hash_of(before: bytes, data: bytes) -> bytes:
    """The hash of a record that tells `data` after a record whose hash is `before`."""
    return sha256(before + data).digest()
