"""A house on a socket from its start to its end: the only process of a server, or one of several."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier import __version__
from croupier.house.journal.head_targets import FileTarget, target_of
from croupier.house.journal.heads import EVERY
from croupier.house.journal.sent_heads import check_sent
from croupier.web.app import create
from croupier.web.uvicorn_server import Server

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable
    from pathlib import Path

    from croupier.house.cluster.worker_membership import WorkerMembership
    from croupier.house.house import House
    from croupier.house.people.sign_in import People
    from croupier.kit.payload import Json
    from croupier.web.http.operations import Operations

_LOG = logging.getLogger("croupier")
ADMINISTRATORS = 2
"""Administrators that a house needs: roles at work are given by two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """What `croupier serve` was told. Without a `floor` no demo is opened; `reached` is where others find it; `money`
    is the kind that a new house plays for."""

    where: str | Path
    key: Path
    floor: Json | None
    operations: Operations
    guests: bool
    secure: bool
    grace: float
    reached: str = ""
    money: str = ""
    log: str = "text"
    heads_to: str = ""
    heads_every: float = EVERY


@dataclass(slots=True)
class Ending:
    """Asked once, rounds in play finish first; asked twice, it ends at once."""

    asked: asyncio.Event = field(default_factory=asyncio.Event)
    at_once: asyncio.Event = field(default_factory=asyncio.Event)

    def ask(self) -> None:
        """End, or end at once."""
        _LOG.info("asked to end at once" if self.asked.is_set() else "asked to end")
        (self.at_once if self.asked.is_set() else self.asked).set()


def address_of(listening: socket.socket) -> str:
    """Where a socket listens, as a URL."""
    host, port = listening.getsockname()[:2]
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def _first_administrators(people: People) -> str:
    """One-time links for as many administrators as are missing to two, so that each may approve what the other asks."""
    missing = ADMINISTRATORS - people.accounts.number_of("administrator")
    return " ".join(people.accounts.invite("administrator", beside=number > 0) for number in range(missing))


async def serve_house(
    house: House,
    run: Run,
    listening: socket.socket,
    ending: Ending,
    begun: Callable[[Server, str], None],
    *,
    place: WorkerMembership | None = None,
    first: bool = True,
) -> bool:
    """Serve until asked to end; whether every round in play was finished.

    `begun` hears when it takes connections, with tokens for administrators that are wanted, separated by spaces. Only
    the `first` process of a server opens the demo floor and asks for administrators.
    """
    address = address_of(listening)
    target = target_of(run.heads_to) if run.heads_to else None
    if isinstance(target, FileTarget):
        await asyncio.to_thread(check_sent, house.database, target.path, house.key.publics)
    await house.start(run.reached or address, place)
    sends = place is None or place.number == 0  # one of several processes for all of them
    house.heads.start(target if sends else None, run.heads_every)
    if first and run.floor is not None and not house.is_real and house.is_new():
        await house.demo(**run.floor)
    app = create(house, guests=run.guests, secure=run.secure, operations=run.operations)
    tokens = await asyncio.to_thread(_first_administrators, app.state.desk.people) if first else ""
    server = Server(app)
    serving = asyncio.create_task(server.run(listening))
    _LOG.info("started", extra={"told": {"address": address, "tables": len(house.keepers), "version": __version__}})
    begun(server, tokens)
    requested, at_once = (asyncio.create_task(event.wait()) for event in (ending.asked, ending.at_once))
    await asyncio.wait({serving, requested}, return_when=asyncio.FIRST_COMPLETED)
    finished = False
    if not serving.done():
        draining = asyncio.create_task(house.drain(run.grace))
        await asyncio.wait({draining, at_once}, return_when=asyncio.FIRST_COMPLETED)
        finished = draining.done() and draining.result()
    at_once.add_done_callback(lambda _: server.force())
    if ending.at_once.is_set():
        server.force()
    server.stop()
    await serving
    await house.stop()
    _LOG.info("ended", extra={"told": {"commits": house.database.commits}})
    return finished
