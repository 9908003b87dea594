"""``croupier play``."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.serve import data_folder, listen
from croupier.errors import HouseError, UnknownGame

if TYPE_CHECKING:
    import socket

    from croupier.house.house import House

MASSACHUSETTS = "dj-wild-ma"
BETTING, DECISION = 20.0, 45.0
PORT = 8687
"""The same at every start, so that links lead back and the browser finds what it kept for this address."""


def play(
    game: Annotated[str | None, typer.Argument(help="Go straight to this game's table; the lobby otherwise.")] = None,
    port: Annotated[
        int | None, typer.Option(help=f"The port, {PORT} if it is free; 0 takes any free one.", show_default=False)
    ] = None,
    db: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where it is kept; play.db in the user's data folder.")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
) -> None:
    """Sit down and play in the browser: a table of each game, play money in hand, bots to fill the seats.

    Everything runs and stays on this machine; no account is needed. Friends on it join by the link. Ctrl-C ends; what
    was played is there again the next time.

    Example: croupier play dj-wild
    """
    from croupier.games import EDITIONS
    from croupier.house.hold import hold
    from croupier.house.house import House
    from croupier.web.server import run

    known = (*EDITIONS, MASSACHUSETTS)
    if game is not None and game not in known:
        raise UnknownGame(f"{game!r} is none of {', '.join(known)}", field="game")
    where = db if db is not None else data_folder() / "play.db"
    with ExitStack() as last:
        held = hold(where)
        last.callback(os.close, held)
        listening, note = _listen("127.0.0.1", port)
        last.enter_context(listening)
        house = House.at(where, where.with_suffix(".key"), money="play")
        house.known = None  # one's own: whoever removes the file begins anew
        run(_run(house, listening, f"/tables/{game}" if game else "/", note, browser=browser))


def _listen(host: str, port: int | None) -> tuple[socket.socket, str]:
    """A socket on the port that was asked for, or on the usual one; and what there is to say if another had to do."""
    if port is not None:
        return listen(host, port), ""
    try:
        return listen(host, PORT), ""
    except HouseError:
        note = (f"Port {PORT} is taken, so this start has another address than usual: links and settings that your "
                f"browser kept belong to port {PORT}. --port chooses one.")  # fmt: skip
        return listen(host, 0), note


async def _run(house: House, listening: socket.socket, path: str, note: str, *, browser: bool) -> None:
    import asyncio
    import signal
    import webbrowser

    from croupier.web.app import create
    from croupier.web.server import Server

    await house.start()
    await _floor(house)
    server = Server(create(house, guests=True, local=True))
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, server.stop)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}{path}"
    serving = asyncio.create_task(server.run(listening))
    print(f"croupier at {address}; Ctrl-C ends.", flush=True)
    if note:
        print(note, flush=True)
    if browser:
        await asyncio.to_thread(webbrowser.open, address)
    await serving
    await house.stop()
    print("the tables are stored as they stand.")


async def _floor(house: House) -> None:
    """A table of each game that is not open yet, Massachusetts among them."""
    import tomllib

    from croupier.game.template import new_submission
    from croupier.games import open_game
    from croupier.house.settings import Settings

    await house.demo(quick=True, betting_seconds=BETTING, decision_seconds=DECISION)
    if MASSACHUSETTS not in house.keepers:
        submission = tomllib.loads(new_submission(open_game("dj-wild", "ma")))
        settings = Settings(submission=submission, pace=0.35, quick=True, betting_seconds=BETTING,
                            decision_seconds=DECISION)  # fmt: skip
        await house.open(MASSACHUSETTS, "Massachusetts", "dj-wild", "ma", settings)
