"""Writing a journal: records are appended to a buffer, committed to the store, and acknowledged once they are safe.

>>> from croupier.journal import Key
>>> from croupier.table.events import Sat
>>> journal = Writer.in_memory(Key.throw_away(1), clock=lambda: 0, test=True)
>>> journal.append(Sat(player="ann", seat=1), 5), journal.acknowledged
(1, 0)
>>> journal.commit()
1
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from hashlib import sha256
from io import BufferedReader, FileIO
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Self

import msgspec

from croupier.errors import IllegalAction, JournalError
from croupier.journal.reader import records
from croupier.journal.record import (
    LONGEST,
    LOST,
    TABLE,
    TAIL,
    Format,
    Head,
    Header,
    KeyChange,
    LineOf,
    Signed,
    key_change_text,
    signed_text,
)
from croupier.journal.store import File, Memory
from croupier.journal.walk import Walk

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from croupier.journal.keys import Key
    from croupier.journal.store import Store

_encode = msgspec.json.Encoder().encode
_ROOM = LONGEST - TAIL - 1


@dataclass(frozen=True, slots=True)
class Sync:
    """When a commit waits for the disk: once so many milliseconds or rounds have passed since it last did."""

    milliseconds: int = 0
    rounds: int = 1


EVERY_COMMIT = Sync()
GROUPED = Sync(milliseconds=50, rounds=32)


class Writer:
    """The one writer of a journal.

    An event is safe when `acknowledged` has reached its record. After a failed write or sync nothing more is taken:
    what is on the disk is unknown until the journal is resumed.
    """

    def __init__(self, walk: Walk, key: Key, store: Store, *, sync: Sync = EVERY_COMMIT) -> None:
        assert walk.header is not None
        self.header = walk.header
        self.format = walk.format
        self.keys, self._vouched = walk.keys, walk.vouched
        self.acknowledged = walk.n - 1
        self._walk_end(walk)
        self._key = key
        self._store = store
        self._sync = sync
        self._buffer: list[bytes] = []
        self._rounds = 0
        self._synced_at = time.monotonic()
        self._state = "open"

    def _walk_end(self, walk: Walk) -> None:
        self._n, self._before, self._at = walk.n, walk.before, walk.at
        self._head = walk.signed if walk.unsigned == 0 else None

    # Beginning ---------------------------------------------------------------------------------------------------

    @classmethod
    def create(
        cls, path: Path | str, key: Key, *, clock: Callable[[], int], test: bool = False, sync: Sync = EVERY_COMMIT
    ) -> Self:
        """Begin a new file; its header is on the disk when this returns. `clock` gives milliseconds since 1970."""
        line = _header(key, clock(), test=test)
        store = File(Path(path), new=True)
        try:
            store.write([line])
            store.sync()
            store.sync_folder()
        except OSError as error:
            store.close()
            raise _failed(error) from None
        return cls(_begun(line), key, store, sync=sync)

    @classmethod
    def in_memory(
        cls,
        key: Key,
        *,
        clock: Callable[[], int],
        test: bool = False,
        sync: Sync = EVERY_COMMIT,
        store: Store | None = None,
        format: Format = TABLE,  # noqa: A002 - the header's own word
    ) -> Self:
        """A journal that no file holds; `written` gives what one would."""
        line = _header(key, clock(), test=test, format_=format)
        store = store or Memory()
        store.write([line])
        store.sync()
        return cls(_begun(line, format), key, store, sync=sync)

    @classmethod
    def resume(cls, path: Path | str, key: Key, *, sync: Sync = EVERY_COMMIT) -> Self:
        """Go on with a file after checking all of it.

        A torn last line and the events of a last command that is not all there, which nobody was told of, are cut off
        and kept in FILE.torn. Any other fault is refused.
        """
        store = File(Path(path), new=False)
        try:
            walk = _walked(store, key)
            store.sync()
            resumed = cls(walk, key, store, sync=sync)
            if walk.round_closed:
                resumed.head()
                resumed.sync()
        except OSError as error:
            store.close()
            raise _failed(error) from None
        except BaseException:
            store.close()
            raise
        return resumed

    # Writing -----------------------------------------------------------------------------------------------------

    @property
    def n(self) -> int:
        """The number of the last record appended."""
        return self._n - 1

    @property
    def before(self) -> bytes:
        """The hash of the last record appended."""
        return self._before

    def walk(self) -> Walk:
        """Where a reader of everything appended so far stands; it has counted nothing."""
        walk = Walk(self.format)
        walk.n, walk.at, walk.before = self._n, self._at, self._before
        walk.keys, walk.vouched = self.keys, self._vouched
        walk.header, walk.signed, walk.unsigned = self.header, self._head, int(self._head is None)
        return walk

    def enter(self, events: Sequence[msgspec.Struct], at: int) -> int:
        """Add all events of one command to the buffer, so that after a crash all of them count or none."""
        last = len(events) - 1
        for place, event in enumerate(events):
            self.append(event, at, more=place < last)
        return self.n

    def append(self, event: msgspec.Struct, at: int, *, more: bool = False) -> int:
        """Add an event to the buffer and give its record's number; a round's close is followed by a signed head.

        With `more`, the next event comes of the same command: see `enter`.
        """
        if self._state != "open":
            self._refuse()
        body = _encode(event)
        try:
            again = _encode(self.format.event(body))
        except msgspec.ValidationError as error:
            raise IllegalAction(f"could not be read back: {error}", field=type(event).__name__) from None
        if again != body:
            raise IllegalAction("would not be read back as it was written", field=type(event).__name__)
        closing = type(event) in self.format.closing
        if more and closing:
            raise IllegalAction("ends its command", field=type(event).__name__)
        n = self._add(b'{"n":%d,"at":%d,"event":%b%b' % (self._n, at, body, b',"more":true' if more else b""))
        self._at = at
        self._head = None
        if closing:
            self._rounds += 1
            self.head()
        return n

    def head(self) -> Head:
        """A signed head of everything appended so far, a record of its own unless the last one is it already."""
        if self._state != "open":
            self._refuse()
        if self._head is None:
            n, last = self._n - 1, self._before.hex()
            signature = self._key.sign(signed_text(self.header.id, n, last))
            named = "" if self._key.public == self.header.key else self._key.public
            body = _encode(Signed(n=n, hash=last, signature=signature, key=named))
            self._add(b'{"n":%d,"at":%d,"head":%b' % (self._n, self._at, body))
            self._head = Head(journal=self.header.id, n=n, hash=last, signature=signature)
        return self._head

    def change_key(self, new: Key, why: str) -> Head:
        """Hand over to another key, which signs from now on; the old one signs that, unless it is lost."""
        if self._state != "open":
            self._refuse()
        n, last, old = self._n - 1, self._before.hex(), self.keys[-1]
        change = KeyChange(n=n, hash=last, old=old, new=new.public, why=why, signature="")
        signer = new if why == LOST else self._key
        signature = signer.sign(key_change_text(self.header.id, change))
        body = _encode(msgspec.structs.replace(change, signature=signature))
        self._add(b'{"n":%d,"at":%d,"key":%b' % (self._n, self._at, body))
        self._vouched = len(self.keys) if why == LOST else self._vouched
        self.keys, self._key, self._head = (*self.keys, new.public), new, None
        return self.head()

    def commit(self) -> int:
        """Hand the buffer to the store, wait for the disk if it is time, and say up to which record all is safe."""
        waited = (time.monotonic() - self._synced_at) * 1000
        return self._commit(wait=waited >= self._sync.milliseconds or self._rounds >= self._sync.rounds)

    def sync(self) -> int:
        """Commit and wait for the disk in any case; a grouped journal's owner calls it when nothing else happens."""
        return self._commit(wait=True)

    def close(self) -> Head:
        """Sign, sync and let go; the head is for keeping elsewhere."""
        head = self.head()
        self.sync()
        self._state = "closed"
        self._store.close()
        return head

    def abandon(self) -> None:
        """Let go of the file without another byte, as a crash would; what was not committed is lost."""
        if self._state != "closed":
            self._state = "closed"
            self._store.close()

    def written(self) -> bytes:
        """All that was committed, of a journal in memory."""
        assert isinstance(self._store, Memory)
        return b"".join(self._store.written)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if kind is None and self._state == "open":
            self.close()
        else:
            self.abandon()

    def _add(self, body: bytes) -> int:
        if len(body) > _ROOM:
            raise IllegalAction(f"a record of {len(body):,} bytes is too long", field="event")
        digest = sha256(self._before + body)
        self._before = digest.digest()
        self._buffer.append(b'%b,"hash":"%b"}\n' % (body, digest.hexdigest().encode()))
        n = self._n
        self._n = n + 1
        return n

    def _commit(self, *, wait: bool) -> int:
        if self._state != "open":
            self._refuse()
        try:
            if self._buffer:
                self._store.write(self._buffer)
                self._buffer = []
            if wait and self.acknowledged < self._n - 1:
                self._store.sync()
                self.acknowledged = self._n - 1
                self._rounds = 0
                self._synced_at = time.monotonic()
        except OSError as error:
            self._state = "broken"
            raise _failed(error) from None
        return self.acknowledged

    def _refuse(self) -> None:
        why = "was closed" if self._state == "closed" else "failed to write, and must be resumed"
        raise JournalError(f"this writer {why}", fault="closed")


def _header(key: Key, at: int, *, test: bool, format_: Format = TABLE) -> bytes:
    """Record 0. A test run's id follows from its key, so that it repeats."""
    made = sha256(b"croupier test journal " + key.public.encode()).hexdigest()[:32] if test else token_hex(16)
    header = Header(format=format_.name, id=made, key=key.public, test=test)
    body = _encode(LineOf(n=0, at=at, journal=header, hash=""))[: -len(',"hash":""}')]
    return b'%b,"hash":"%b"}\n' % (body, sha256(bytes(32) + body).hexdigest().encode())


def _begun(line: bytes, format_: Format = TABLE) -> Walk:
    walk = Walk(format_)
    walk.step(line)
    return walk


def _walked(store: File, key: Key) -> Walk:
    """To the end of the last whole command; what lies after it is cut off if no more than one line of it is torn."""
    walk = Walk()
    fault = None
    whole = 0
    with FileIO(store.fd, closefd=False) as raw:
        raw.seek(0)
        try:
            for record in records(BufferedReader(raw), walk):
                whole = whole if record.more else walk.offset
        except JournalError as error:
            fault = error
    if walk.header is None:
        walk.refuse("empty", "no header was written whole, so there is nothing to go on with; begin a new journal")
    if walk.key != key.public:
        raise JournalError(f"{store.path} is signed with another key", fault="key")
    if fault is not None and not store.tail_is_torn(walk.offset):
        raise fault
    if fault is not None or whole < walk.offset:
        store.cut(whole)
        return _walked(store, key)
    return walk


def _failed(error: OSError) -> JournalError:
    return JournalError(f"cannot be written: {error.strerror}", fault="disk")
