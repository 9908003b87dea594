"""The power goes: every image of the disk that it may leave holds what was acknowledged, and is sound.

Python's own SQLite cannot be watched at its file system, so the statements that a house's writer gives it while people
play are recorded, and given once more to an SQLite whose writes and flushes are. An image is what was flushed, and of
every write since then none, all, or any of its sectors; with the files closed it may also have them deleted or not.
"""

from __future__ import annotations

import asyncio
import random
import shutil
import sqlite3
import threading
from contextlib import closing
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import apsw
from sqlalchemy import event

from croupier.house.storage.database import Database
from croupier.house.storage.engine import pragmas
from croupier.journal.reader import records
from tests.faults.storage import Player
from tests.house.floor import KEY, open_table
from tests.house.make import make_house

if TYPE_CHECKING:
    from collections.abc import Iterator

SECTOR = 512
SMALL = 25
"""Pages after which the log is written back to the database, where a run is to see that happen."""
_CHANGES = ("BEGIN", "COMMIT", "ROLLBACK", "INSERT", "UPDATE", "DELETE")
_names = count(1)


def recorded(folder: Path) -> tuple[Path, list[str]]:
    """A database before a scripted game, and every statement that the writer gave it in the game."""
    path, base, told = folder / "h.db", folder / "base.db", list[str]()

    def trace(statement: str) -> None:
        ours = threading.current_thread().name == "database" and statement.startswith(_CHANGES)
        if ours and told[-1:] != [statement]:  # what a trigger does is told under the words of what set it off
            told.append(statement)

    async def record() -> None:
        house = make_house(Database(path), KEY)
        await house.start()
        await open_table(house, "dj-wild", "t")
        await house.stop()
        shutil.copy(path, base)
        database = Database(path)
        event.listen(database.engine, "connect", lambda connection, _: connection.set_trace_callback(trace))
        house = make_house(database, KEY)
        await house.start()
        await Player(house, "Ann", 1).play()
        await house.stop()

    asyncio.run(record())
    assert len([one for one in told if one == "COMMIT" or one.startswith("INSERT INTO work")]) > 20
    return base, told


@dataclass(frozen=True)
class Op:
    """A write (at, data), a truncation (at), a flush, or a deletion of a file."""

    what: str
    file: str
    at: int = 0
    data: bytes = b""


@dataclass
class Trace:
    """What reached the file system, how many commits were acknowledged before each operation, and what the database
    held after each commit."""

    base: bytes
    ops: list[Op] = field(default_factory=list)
    acknowledged: list[int] = field(default_factory=list)
    states: list[str] = field(default_factory=list)

    def add(self, op: Op) -> None:
        self.ops.append(op)
        self.acknowledged.append(len(self.states) - 1)


def replayed(base: Path, statements: list[str], *, pages: int | None = None, synchronous: str = "") -> Trace:
    """The statements on a copy of the database, with the house's own settings or others, and what they wrote."""
    path = base.with_name(f"again{next(_names)}.db")
    shutil.copy(base, path)
    trace = Trace(base.read_bytes())
    vfs = _Watching(f"watching{next(_names)}", trace)
    connection = apsw.Connection(str(path), vfs=vfs.name)
    pragmas(_Settings(connection), None)  # type: ignore[arg-type]
    if pages is not None:
        connection.execute(f"PRAGMA wal_autocheckpoint={pages}")
    if synchronous:
        connection.execute(f"PRAGMA synchronous={synchronous}")
    trace.states.append(_held(connection.execute))
    for statement in statements:
        connection.execute(statement)
        if not connection.in_transaction and statement != "ROLLBACK":  # a statement by itself is a commit
            trace.states.append(_held(connection.execute))
    connection.close()
    vfs.unregister()
    path.unlink()
    return trace


class _Settings:
    """What `pragmas` asks of a connection."""

    isolation_level: str | None = ""

    def __init__(self, connection: apsw.Connection) -> None:
        self.execute = connection.execute


class _Watching(apsw.VFS):
    def __init__(self, name: str, trace: Trace) -> None:
        self.name, self.trace = name, trace
        super().__init__(name, "")

    def xOpen(self, name: Any, flags: list[int]) -> _File:  # noqa: N802 - SQLite's word
        return _File(self.trace, name, flags)

    def xDelete(self, name: str, sync: bool) -> None:  # noqa: N802
        self.trace.add(Op("delete", _kind(name)))
        super().xDelete(name, sync)


class _File(apsw.VFSFile):
    def __init__(self, trace: Trace, name: Any, flags: list[int]) -> None:
        self._trace = trace
        self._kind = _kind(name.filename() if isinstance(name, apsw.URIFilename) else str(name))
        super().__init__("", name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._trace.add(Op("write", self._kind, offset, bytes(data)))
        super().xWrite(data, offset)

    def xTruncate(self, size: int) -> None:  # noqa: N802
        self._trace.add(Op("truncate", self._kind, size))
        super().xTruncate(size)

    def xSync(self, flags: int) -> None:  # noqa: N802
        super().xSync(flags)
        self._trace.add(Op("sync", self._kind))


def _kind(name: str) -> str:
    return next((end for end in ("-wal", "-journal") if name.endswith(end)), "")


def images(trace: Trace, wanted: int, chance: random.Random) -> Iterator[tuple[int, dict[str, bytes]]]:
    """(acknowledged, files by ending): one image at every point of a trace, or so many at points of all its parts."""
    flushed: dict[str, bytearray] = {"": bytearray(trace.base)}
    since: dict[str, list[Op]] = {}
    turns = -(-wanted // len(trace.ops))
    chosen = set(chance.sample(range(len(trace.ops)), min(wanted, len(trace.ops))))
    following = [*trace.acknowledged[1:], len(trace.states) - 1]  # the power goes just before the next operation
    for place, op in enumerate(trace.ops):
        if op.what == "sync":
            flushed[op.file] = _written(flushed.get(op.file, bytearray()), since.pop(op.file, []))
        else:
            since.setdefault(op.file, []).append(op)
        acknowledged = following[place]
        for _ in range(turns if place in chosen else 0):
            files = {}
            for file in {*flushed, *since}:
                pending = since.get(file, [])
                left = _written(flushed.get(file, bytearray()), _kept(pending, chance))
                gone = any(each.what == "delete" for each in pending)
                if left and not (gone and chance.random() < 0.5):
                    files[file] = bytes(left)
            yield acknowledged, files


def _kept(pending: list[Op], chance: random.Random) -> Iterator[Op]:
    """Each write dropped, kept, or kept in some of its sectors."""
    for op in pending:
        fate = chance.randrange(3)
        if fate == 0:
            continue
        if fate == 1 or op.what != "write":
            yield op
            continue
        at, end = op.at, op.at + len(op.data)
        while at < end:
            stop = min(end, (at // SECTOR + 1) * SECTOR)
            if chance.random() < 0.5:
                yield Op("write", op.file, at, op.data[at - op.at : stop - op.at])
            at = stop


def _written(before: bytearray, ops: Any) -> bytearray:
    after = bytearray(before)
    for op in ops:
        if op.what == "truncate":
            del after[op.at :]
        elif op.what == "write":
            if len(after) < op.at:
                after.extend(bytes(op.at - len(after)))
            after[op.at : op.at + len(op.data)] = op.data
    return after


def judged(trace: Trace, wanted: int, seed: int, folder: Path) -> tuple[int, list[str]]:
    """How many images were opened, and what was wrong with which."""
    faults: list[str] = []
    sound: set[str] = set()
    number = -1
    for number, (acknowledged, files) in enumerate(images(trace, wanted, random.Random(seed))):
        path = folder / f"image{next(_names)}.db"
        for file, data in files.items():
            Path(f"{path}{file}").write_bytes(data)
        try:
            fault = _fault(path, trace.states, acknowledged, sound)
        except sqlite3.DatabaseError as error:
            fault = str(error)
        if fault:
            faults.append(f"image {number}, {acknowledged} commits acknowledged: {fault}")
        for file in ("", "-wal", "-shm", "-journal"):
            Path(f"{path}{file}").unlink(missing_ok=True)
    return number + 1, faults


def _fault(path: Path, states: list[str], acknowledged: int, sound: set[str]) -> str:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        found = connection.execute("PRAGMA integrity_check").fetchall()
        if found != [("ok",)]:
            return str(found)
        held = _held(connection.execute)
        if held not in states[acknowledged : acknowledged + 2]:
            after = states.index(held) if held in states else None
            return "something that was never committed" if after is None else f"only {after} commits are there"
        if held not in sound:
            _books(connection)
            sound.add(held)
    return ""


def _held(execute: Any) -> str:
    """A digest of every row."""
    tables = [name for (name,) in execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    rows = [list(execute(f'SELECT * FROM "{table}"')) for table in tables]  # noqa: S608
    return sha256(repr(rows).encode()).hexdigest()


def _books(connection: sqlite3.Connection) -> None:
    """The journal's chain holds, the ledger sums to nothing, and every balance is the sum of its postings."""
    lines = connection.execute("SELECT line FROM records WHERE table_id = 't' ORDER BY n").fetchall()
    assert list(records(BytesIO(b"".join(line for (line,) in lines))))
    sums = dict(connection.execute("SELECT account, sum(cents) FROM postings GROUP BY account"))
    assert sums == dict(connection.execute("SELECT account, cents FROM balances"))
    assert sum(sums.values()) == 0
