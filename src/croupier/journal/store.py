"""Where the bytes of a journal go: a file that one writer holds, or memory."""

from __future__ import annotations

import os
from itertools import chain
from typing import TYPE_CHECKING, Protocol

from croupier.errors import BadText, JournalError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

_CHUNK = 1 << 20


class Store(Protocol):
    """What a writer needs of it: lines at the end, and the promise that they stay."""

    def write(self, lines: Sequence[bytes]) -> None:
        """Put lines at the end."""

    def sync(self) -> None:
        """Return when everything written would outlast a loss of power."""

    def close(self) -> None:
        """Let go of it."""


class Memory:
    """Keeps what is written, for tests and for speed."""

    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, lines: Sequence[bytes]) -> None:
        """Keep lines."""
        self.written.extend(lines)

    def sync(self) -> None:
        """Nothing outlasts a loss of power here."""

    def close(self) -> None:
        """Keep what is there."""


class File:
    """An open file, locked against a second writer."""

    def __init__(self, path: Path, *, new: bool) -> None:
        self.path = path
        made = os.O_CREAT | os.O_EXCL if new else 0
        try:
            self.fd = os.open(path, os.O_RDWR | os.O_APPEND | made, 0o644)
        except FileExistsError:
            raise BadText("exists already and is left as it is", field=str(path)) from None
        except OSError as error:
            raise BadText(f"cannot be opened: {error.strerror}", field=str(path)) from None
        try:
            _lock(self.fd, path)
        except BaseException:
            self.close()
            raise

    def write(self, lines: Sequence[bytes]) -> None:
        """Put all of it at the end."""
        rest = memoryview(b"".join(lines))
        while rest:
            rest = rest[os.write(self.fd, rest) :]

    def sync(self) -> None:
        """To the disk."""
        os.fsync(self.fd)

    def close(self) -> None:
        """Close the file, which lets go of its lock."""
        os.close(self.fd)

    def sync_folder(self) -> None:
        """The file's name to the disk."""
        _sync_folder(self.path)

    def tail_is_torn(self, offset: int) -> bool:
        """Whether no line ends from here on."""
        return all(b"\n" not in chunk for chunk in self._chunks(offset))

    def cut(self, offset: int) -> None:
        """Cut off the end, after it was added to what is kept beside in FILE.torn."""
        beside = self.path.with_name(self.path.name + ".torn")
        torn = os.open(beside, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        try:
            for chunk in chain(self._chunks(offset), [b"\n"]):
                rest = memoryview(chunk)
                while rest:
                    rest = rest[os.write(torn, rest) :]
            os.fsync(torn)
        finally:
            os.close(torn)
        _sync_folder(beside)
        os.ftruncate(self.fd, offset)
        os.fsync(self.fd)

    def _chunks(self, offset: int) -> Iterator[bytes]:
        while chunk := os.pread(self.fd, _CHUNK, offset):
            yield chunk
            offset += len(chunk)


def _lock(fd: int, path: Path) -> None:
    try:
        import fcntl  # noqa: PLC0415 - not on every system
    except ImportError:
        raise JournalError(f"{path} cannot be locked: this system has no flock", fault="in-use") from None
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise JournalError(f"{path} is held by another writer", fault="in-use") from None


def _sync_folder(path: Path) -> None:
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
