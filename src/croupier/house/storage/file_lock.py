"""One server holds an SQLite file: a lock of the operating system beside it, gone when its processes are."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from croupier.errors import HouseError

if TYPE_CHECKING:
    from pathlib import Path


LOCK_TIMEOUT = 2.0
"""Seconds that the processes of a server have to end after its door."""


def hold(path: Path) -> int:
    """Take the lock of a database file, or refuse; an open file that keeps it until it is closed."""
    if path.is_dir():
        raise HouseError(f"{path} is a folder", fault="storage", field="db")
    beside = path.with_name(path.name + ".lock")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        file = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise HouseError(f"{path} cannot be used: {error.strerror}", fault="storage", field="db") from None
    until = time.monotonic() + LOCK_TIMEOUT
    while True:
        try:
            _lock(file)
        except OSError:
            if time.monotonic() < until:
                time.sleep(LOCK_TIMEOUT / 50)
                continue
            os.close(file)
            raise HouseError(f"another server holds {path}", fault="storage", field="db") from None
        return file


def _lock(file: int) -> None:
    try:
        import fcntl  # noqa: PLC0415 - not on every system
    except ImportError:
        import msvcrt  # noqa: PLC0415 - on the others

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
