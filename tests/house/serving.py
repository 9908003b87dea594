"""`croupier serve` as a process of its own, and what it refuses."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import httpx

from croupier.table import BuyIn, Place, Sit
from tests.house.floor import ENOUGH, until

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.client import Table

PROGRAM = str(Path(sys.executable).parent / "croupier")


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        return int(found.getsockname()[1])


def impatient(module: str, hung: int) -> tuple[str, ...]:
    """The program, which takes a process for one that hangs after so long and not after twenty seconds."""
    return sys.executable, "-c", f"import {module} as at; at.HUNG = {hung}; from croupier.cli import main; main()"


class Serving:
    """`croupier serve` as a process of its own."""

    def __init__(self, folder: Path, *more: str, program: Sequence[str] = (PROGRAM,)) -> None:
        self.program = program
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.more = more
        self.said = ""
        self.process: asyncio.subprocess.Process
        self._reading: asyncio.Task[bytes]

    async def start(self) -> None:
        """Until it is ready."""
        self.process = await asyncio.create_subprocess_exec(
            *self.program,
            "serve",
            "--port",
            str(self.port),
            "--db",
            str(self.folder / "house.db"),
            "--key",
            str(self.folder / "house.key"),
            *self.more,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            env={**os.environ, "COLUMNS": "200"},
        )
        assert self.process.stdout is not None
        self._reading = asyncio.create_task(self.process.stdout.read())  # a full pipe would hold the server up
        async with httpx.AsyncClient(base_url=self.url) as client, asyncio.timeout(ENOUGH):
            while True:
                with suppress(httpx.HTTPError):
                    if (await client.get("/readyz")).status_code == 200:
                        return
                await asyncio.sleep(0.02)

    async def kill(self) -> None:
        self.process.kill()
        await self.process.wait()
        await self._reading

    def parts(self) -> list[int]:
        """The processes behind its door: forked from one of its children, which has everything imported."""
        parents = _parents()
        children = {child for child, parent in parents.items() if parent == self.process.pid}
        return sorted(child for child, parent in parents.items() if parent in children)

    async def end(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(ENOUGH):
            await self.process.wait()
            self.said = (await self._reading).decode()
        return int(self.process.returncode or 0)


async def dealt_in(table: Table, name: str) -> None:
    """Sit down and wager at DJ Wild, until there is something to decide."""
    await table.command(Sit(player=name, seat=1))
    await table.command(BuyIn(player=name, amount=50_000))
    await until(lambda: table.view.phase == "betting")
    for wager in ("ante", "blind"):
        assert not (await table.command(Place(seat=1, wager=wager, amount=1000))).refused
    await until(lambda: table.view.phase == "deciding")


def _parents() -> dict[int, int]:
    """The parent of every process."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it has ended meanwhile
            found[int(path.parent.name)] = int(path.read_text(encoding="utf-8").rpartition(")")[2].split()[1])
    return found


def refused(folder: Path, *arguments: str, env: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        [Path(sys.executable).parent / "croupier", "serve", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=ENOUGH,
        env={**os.environ, "CROUPIER_DATA": str(folder), **(env or {})},
    )
    assert done.returncode == 2, done
    assert done.stderr.count("\n") == 1
    return done.stderr
