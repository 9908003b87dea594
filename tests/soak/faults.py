"""Faults for hours: kills, broken disks, losses of power, disturbed messages, frames that are no commands."""

from __future__ import annotations

import asyncio
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from tests.faults import frames, kills, messages, power, restarts, schema, storage
from tests.house.databases import postgres_database

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Say = Callable[[str], object]

KILLS, A_HOUSE = 1000, 20
"""Kills in all, and of one house before the next is opened."""
OF_SEVERAL, RESTARTS = 200, 50
IMAGES = 10_000
MESSAGES = 100_000
FRAMES, AT_A_TABLE = 10_000_000, 200_000
REQUESTS = 100
SAYS = {"full": "the disk was full", "broken": "the disk failed", "stored": "a commit was stored and its answer lost"}


def _turns(minutes: float | None, wanted: int, each: int) -> Iterator[tuple[int, Path]]:
    """Seeds with a folder each, until enough is done or time runs out."""
    begun = time.monotonic()
    for seed, done in enumerate(range(0, wanted, each)):
        if done and minutes is not None and time.monotonic() - begun > 60 * minutes:
            return
        with tempfile.TemporaryDirectory() as folder:
            yield seed, Path(folder)


def _told(done: int, wanted: int, what: str, begun: float) -> str:
    cut = "" if done >= wanted else f" of {wanted:,} (time ran out)"
    return f"{done:,}{cut} {what}, in {time.monotonic() - begun:,.0f} s"


def kill(minutes: float | None, say: Say, wanted: int = KILLS) -> list[str]:
    """kill -9 under load on SQLite, a fifth as often of a server of two processes, and restarts of PostgreSQL."""
    begun, done, commands, rounds = time.monotonic(), 0, 0, 0
    for seed, folder in _turns(None if minutes is None else 0.6 * minutes, wanted, A_HOUSE):
        told = asyncio.run(kills.killed(folder / "h.db", min(A_HOUSE, wanted), seed))
        done, commands, rounds = done + min(A_HOUSE, wanted), commands + len(told.done), rounds + told.rounds
        say(f"{done:,} kills")
    lines = [
        _told(
            done,
            wanted,
            f"kills of a house at work on SQLite: {commands:,} buy-ins acknowledged and "
            f"{rounds:,} rounds played, every one there once, no cent off",
            begun,
        )
    ]
    begun, done, commands, wanted_here = time.monotonic(), 0, 0, max(2, wanted * OF_SEVERAL // KILLS)
    for seed, folder in _turns(None if minutes is None else 0.2 * minutes, wanted_here, A_HOUSE):
        told = asyncio.run(kills.several_killed(folder, min(A_HOUSE, wanted_here), seed))
        done, commands = done + min(A_HOUSE, wanted_here), commands + len(told.done)
        say(f"{done:,} kills of one of two processes, or of all")
    lines.append(
        _told(
            done,
            wanted_here,
            f"kills of one of two processes, or of all: {commands:,} buy-ins "
            "acknowledged, every one there once, no cent off",
            begun,
        )
    )
    begun, done, cuts = time.monotonic(), 0, 0
    for seed, _ in _turns(None if minutes is None else 0.2 * minutes, max(2, wanted * RESTARTS // KILLS), 2):
        with postgres_database() as url:
            asyncio.run(restarts.restarted(url, restarts=2, cuts=8, seed=seed))
        done, cuts = done + 2, cuts + 8
        say(f"{done:,} restarts of the database")
    lines.append(
        _told(
            done,
            max(2, wanted * RESTARTS // KILLS),
            f"restarts of PostgreSQL and {cuts:,} times its connections lost under load: nothing lost or done twice",
            begun,
        )
    )
    return lines


def disk(minutes: float | None, say: Say, every: int = 1) -> list[str]:
    """A scripted game whose disk fails at every operation, in each way, for a moment and for a while."""
    lines = []
    with tempfile.TemporaryDirectory() as name:
        whole = storage.Disk()
        asyncio.run(storage.scripted(Path(name) / "h.db", whole))
    for how in storage.HOWS:
        begun, done, wanted = time.monotonic(), 0, len(range(0, len(whole.done), every))
        for place, (_, folder) in enumerate(_turns(None if minutes is None else minutes / 3, wanted, 1)):
            failing = storage.Disk(at=place * every, how=how, lasting=1 + 7 * (place % 2))
            asyncio.run(storage.scripted(folder / "h.db", failing))
            done += 1
            if done % 50 == 0:
                say(f"{how}: {done:,} places")
        lines.append(
            _told(
                done, wanted, f"places of a game at which {SAYS[how]}: refused, taken up again, books straight", begun
            )
        )
        say(lines[-1])
    return lines


def loss(minutes: float | None, say: Say, wanted: int = IMAGES) -> list[str]:
    """Images of the disk at every point of a trace, many of each."""
    lines = []
    for pages in (None, power.SMALL):
        begun, opened, faults = time.monotonic(), 0, list[str]()
        for seed, folder in _turns(None if minutes is None else minutes / 2, wanted // 2, 1000):
            trace = power.replayed(*power.recorded(folder), pages=pages)
            found = power.judged(trace, min(1000, wanted // 2), seed, folder)
            opened, faults = opened + found[0], faults + found[1]
            say(f"{opened:,} images")
        lines += [f"FAILED: {fault}" for fault in faults[:20]]
        kind = "as the house sets it" if pages is None else f"written back every {pages} pages"
        lines.append(
            _told(
                opened,
                wanted // 2,
                f"images after a loss of power, the log {kind}: {len(faults):,} lack "
                "something acknowledged or are unsound",
                begun,
            )
        )
    return lines


def disturb(minutes: float | None, say: Say, wanted: int = MESSAGES) -> list[str]:
    """Messages doubled, late and out of order, against the same ones once."""
    begun, sent, accepted = time.monotonic(), 0, 0
    for seed, folder in _turns(minutes, wanted, 500):
        found = asyncio.run(messages.compared((folder / "h.db", folder / "reference.db"), 50, seed))
        sent, accepted = sent + found[0], accepted + found[1]
        say(f"{sent:,} messages")
        if sent >= wanted:
            break
    return [
        _told(
            sent,
            wanted,
            f"messages, doubled, late and out of order: {accepted:,} commands taken, the journals "
            "those of the same commands once",
            begun,
        )
    ]


def malform(minutes: float | None, say: Say, wanted: int = FRAMES, requests: int = REQUESTS) -> list[str]:
    """Frames on both sockets, and requests made from the description of the API."""
    begun, done, kinds = time.monotonic(), 0, Counter[str]()
    for seed, folder in _turns(None if minutes is None else 0.9 * minutes, wanted, AT_A_TABLE):
        count = min(AT_A_TABLE, wanted)
        for page, share in ((False, count - count // 20), (True, count // 20)):
            kinds += asyncio.run(frames.sent(folder / f"{page}.db", share, seed, page=page))
        done += count
        say(f"{done:,} frames")
    lines = [
        _told(
            done,
            wanted,
            f"frames that are no commands ({kinds['bad-text']:,} no JSON of the shape): all "
            "answered, nothing told, nothing changed",
            begun,
        )
    ]
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        statuses, faults = asyncio.run(schema.fuzzed(Path(name) / "h.db", requests))
    lines += [f"FAILED: {fault}" for fault in faults[:20]]
    lines.append(
        _told(
            statuses.total(), 0, f"requests made from the API's description: {len(faults):,} the server's fault", begun
        )
    )
    return lines
