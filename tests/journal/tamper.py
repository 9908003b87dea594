"""What somebody could do to a journal: with a text editor, with a program, with the program and the stolen key."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from croupier.journal.record import Signed, signed_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from croupier.journal import Key

TAIL = 75


def lines_of(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def rehashed(lines: Iterable[bytes], *, journal: str = "", key: Key | None = None) -> bytes:
    """The same records with numbers and hashes that fit again, and with heads signed anew where a key is at hand."""
    before, made = bytes(32), []
    for n, line in enumerate(lines):
        told = b'{"n":%d,' % n + line[:-1][:-TAIL].split(b",", 1)[1]
        at, found, _ = told.partition(b',"head":')
        if found and key is not None:
            signature = key.sign(signed_text(journal, n - 1, before.hex()))
            told = at + found + msgspec.json.encode(Signed(n=n - 1, hash=before.hex(), signature=signature))
        before = sha256(before + told).digest()
        made.append(told + b',"hash":"' + before.hex().encode() + b'"}\n')
    return b"".join(made)
