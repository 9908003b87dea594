"""One of the processes behind a door: a house that keeps some of the tables and takes the connections handed to it."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from croupier.errors import CroupierError
from croupier.house.cluster.ownership import LeaseLost
from croupier.house.cluster.worker_membership import WorkerMembership
from croupier.house.house import House
from croupier.web.house_process import Ending, serve_house
from croupier.web.http import logs
from croupier.web.uvicorn_server import run as run_loop

if TYPE_CHECKING:
    from croupier.web.house_process import Run
    from croupier.web.uvicorn_server import Server

_LOG = logging.getLogger("croupier")
REFUSED = 2
"""What it ends with when it was refused something that it cannot do without."""


def run_part(
    run: Run,
    number: int,
    line: socket.socket,
    connections: socket.socket,
    held: Any,  # noqa: ANN401 - a lock of any kind
    first: bool,
) -> None:
    """Serve until the door asks to end. `held` is the lock of the database, which lasts as long as this process; the
    `first` opens the demo floor and asks for an administrator."""
    for name in (signal.SIGINT, signal.SIGTERM):  # the door hears them, and says when to end
        signal.signal(name, signal.SIG_IGN)
    held.detach()
    end_log = logs.begin(run.log)
    try:
        run_loop(_serve(run, number, line, connections, first=first))
    except CroupierError as error:
        _LOG.error("%s", error)
        raise SystemExit(REFUSED) from None
    finally:
        end_log()


async def _serve(run: Run, number: int, line: socket.socket, connections: socket.socket, *, first: bool) -> None:
    listening = socket.create_server(("127.0.0.1", 0), backlog=2048)
    ending = Ending()
    place = WorkerMembership(number, line, f"http://127.0.0.1:{listening.getsockname()[1]}", ending.ask)
    connections.setblocking(False)
    house = House.at(run.where, run.key, money=run.money)

    def begun(server: Server, token: str) -> None:
        asyncio.get_running_loop().add_reader(connections, _take, connections, server)
        place.ready(len(house.keeping.known), token)

    finished = await serve_house(house, run, listening, ending, begun, place=place, first=first)
    asyncio.get_running_loop().remove_reader(connections)
    with suppress(LeaseLost):  # nobody is left to hear it
        place.ended(finished=finished)
    await place.close()
    listening.close()


def _take(connections: socket.socket, server: Server) -> None:
    """Take what the door hands over."""
    for _ in range(64):
        try:
            data, files, _, _ = socket.recv_fds(connections, 1, 1)
        except BlockingIOError:
            return
        except OSError:
            data, files = b"", []
        if not data:
            asyncio.get_running_loop().remove_reader(connections)
            return
        for file in files:
            came = socket.socket(fileno=file)
            came.setblocking(False)
            server.take(came)
