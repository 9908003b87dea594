"""Every single-bit flip of a journal of a megabyte, and every other way to change one at every record, found."""

from __future__ import annotations

import random
import time
from io import BytesIO
from typing import TYPE_CHECKING

from croupier.errors import JournalError
from croupier.journal import Head, verify_bytes
from croupier.journal.reader import records
from croupier.journal.walk import Walk
from tests.journal.night import KEY, night_of
from tests.journal.tamper import lines_of, rehashed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SIZE = 1_000_000
WHOLE = 2_000
"""Flips that are read from the first byte of the journal, besides all of them from their own record."""
FORGED = 200
"""Suffixes rehashed and signed anew."""


def soak(say: Callable[[str], object], size: int = SIZE) -> list[str]:
    """Lines of the report, one that failed beginning with FAILED."""
    data, head = night_of(size)
    lines = []
    for part in (_flips, _whole, _moved, _cut, _forged):
        begun = time.monotonic()
        tried, missed = part(data, head)
        told = f"{part.__doc__}: {tried - len(missed):,} of {tried:,} found, in {time.monotonic() - begun:,.0f} s"
        lines += [f"FAILED: {fault}" for fault in missed[:20]]
        lines.append(f"{'FAILED: ' if missed or not tried else ''}a journal of {len(data):,} bytes, {told}")
        say(lines[-1])
    return lines


def _located(error: JournalError | None, n: int, offset: int) -> bool:
    return error is not None and (error.record, error.offset) == (n, offset)


def _broken(data: bytes, *heads: Head) -> JournalError | None:
    try:
        verify_bytes(data, heads)
    except JournalError as error:
        return error
    return None


def _flips(data: bytes, _: Head) -> tuple[int, list[str]]:
    """every single-bit flip, read from its record on and located"""
    walk, tried, missed = Walk(), 0, []
    found = list(records(BytesIO(data)))
    for record, after in zip(found, [*found[1:], None], strict=True):
        before, size = walk.copy(), len(record.line)
        walk.step(record.line)
        changed = bytearray(record.line + (after.line if after else b""))
        for at in range(size):
            for bit in range(8):
                changed[at] ^= 1 << bit
                error = None
                try:
                    list(records(BytesIO(changed), before.copy()))
                except JournalError as caught:
                    error = caught
                if not _located(error, record.n, record.offset):
                    missed.append(f"bit {bit} of byte {record.offset + at}")
                changed[at] ^= 1 << bit
                tried += 1
    return tried, missed


def _whole(data: bytes, head: Head) -> tuple[int, list[str]]:
    """single-bit flips at random, read from the first byte and located"""
    chance, missed = random.Random(1), []
    for _ in range(WHOLE):
        at, bit = chance.randrange(len(data)), chance.randrange(8)
        changed = data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :]
        start = data.rfind(b"\n", 0, at) + 1
        if not _located(_broken(changed, head), data.count(b"\n", 0, start), start):
            missed.append(f"bit {bit} of byte {at}")
    return WHOLE, missed


def _moved(data: bytes, head: Head) -> tuple[int, list[str]]:
    """records deleted, repeated, swapped and inserted, located"""
    lines, tried, missed = lines_of(data), 0, []
    for n, start in _sampled(lines):
        for what, changed in (
            ("deleted", [*lines[:n], *lines[n + 1 :]]),
            ("repeated", [*lines[:n], lines[n - 1], *lines[n:]]),
            ("swapped", [*lines[:n], lines[n + 1], lines[n], *lines[n + 2 :]]),
            ("inserted", [*lines[:n], lines[-1], *lines[n:]]),
        ):
            tried += 1
            if not _located(_broken(b"".join(changed), head), n, start):
                missed.append(f"record {n} {what}")
    return tried, missed


def _cut(data: bytes, head: Head) -> tuple[int, list[str]]:
    """tails cut off at random bytes, and all of it, against an exported head"""
    chance = random.Random(2)
    signed = len(b"".join(lines_of(data)[: head.n + 1]))
    cuts = [0, *(chance.randrange(signed) for _ in range(FORGED))]
    return len(cuts), [f"cut at byte {cut}" for cut in cuts if _broken(data[:cut], head) is None]


def _forged(data: bytes, head: Head) -> tuple[int, list[str]]:
    """suffixes changed, rehashed and signed with the stolen key, against an exported head"""
    lines, missed = lines_of(data), []
    raises = [n for n, line in enumerate(lines) if b'"raise"' in line]
    chosen = random.Random(3).sample(raises, min(FORGED, len(raises)))
    for n in chosen:
        changed = [*lines[:n], lines[n].replace(b'"raise"', b'"check"'), *lines[n + 1 :]]
        forged = rehashed(changed, journal=head.journal, key=KEY)
        error = _broken(forged, head)
        if _broken(forged) is not None or error is None or error.fault != "head-differs":
            missed.append(f"suffix from record {n}")
    return len(chosen), missed


def _sampled(lines: list[bytes]) -> Iterator[tuple[int, int]]:
    """Records of all parts of a journal, with the bytes they start at."""
    start = len(lines[0])
    for n in range(1, len(lines) - 1):
        if n % max(1, len(lines) // FORGED) == 0:
            yield n, start
        start += len(lines[n])


if __name__ == "__main__":
    import sys

    sys.exit(any(line.startswith("FAILED") for line in soak(lambda line: sys.stderr.write(line + "\n"))))
