"""``croupier play``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.serve import data_folder, listen
from croupier.errors import UnknownGame

if TYPE_CHECKING:
    import socket

    from croupier.house.house import House

MASSACHUSETTS = "dj-wild-ma"
BETTING, DECISION = 20.0, 45.0


def play(
    game: Annotated[str | None, typer.Argument(help="Go straight to this game's table; the lobby otherwise.")] = None,
    port: Annotated[int, typer.Option(help="The port; 0 takes a free one.")] = 0,
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
    listening = listen("127.0.0.1", port)
    held = hold(where)
    try:
        house = House.at(where, where.with_suffix(".key"), money="play")
        house.known = None  # one's own: whoever removes the file begins anew
        run(_run(house, listening, f"/tables/{game}" if game else "/", browser=browser))
    finally:
        listening.close()
        os.close(held)


async def _run(house: House, listening: socket.socket, path: str, *, browser: bool) -> None:
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
