"""``croupier play``."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli import drafts
from croupier.cli.serve import listen
from croupier.cli.serve_settings import data_folder
from croupier.errors import CroupierError, HouseError, UnknownGame

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from fastapi import FastAPI

    from croupier.game import Game
    from croupier.house.house import House

BETTING, DECISION = 20.0, 45.0
PORT = 8687
"""The same at every start, so that links lead back and the browser finds what it kept for this address."""


def play(
    game: Annotated[
        str | None,
        typer.Argument(help="Go straight to this game's table, or that of a draft's FILE.py; else the lobby."),
    ] = None,
    port: Annotated[
        int | None, typer.Option(help=f"The port, {PORT} if it is free; 0 takes any free one.", show_default=False)
    ] = None,
    db: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where it is kept; play.db in the user's data folder.")
    ] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let friends on the local network in, by address or QR code.")
    ] = False,
    pseudo: Annotated[bool, typer.Option("--pseudo", hidden=True)] = False,
) -> None:
    """Sit down and play in the browser: a table of each game, play money in hand, bots to fill the seats.

    Everything runs and stays on this machine; no account is needed. Friends on it join by the link, with --lan also
    from their own phones on the same network. Ctrl-C ends; what was played is there again the next time, but for the
    tables of a draft: these are new whenever its file is saved.

    Example: croupier play dj-wild
    """
    from croupier.games import editions
    from croupier.house.house import House
    from croupier.house.storage.file_lock import hold
    from croupier.web.uvicorn_server import run

    draft = Path(game) if game is not None and drafts.is_file(game) else None
    if draft is not None:
        game = drafts.read(draft).id
    known = (*editions(), *_elsewhere())
    if game is not None and game not in known:
        raise UnknownGame(f"{game!r} is none of {', '.join(known)}", field="game")
    with ExitStack() as last:
        kept = data_folder() if draft is None else Path(last.enter_context(TemporaryDirectory()))
        where = db if db is not None else kept / "play.db"
        held = hold(where)
        last.callback(os.close, held)
        listening, note = _listen("0.0.0.0" if lan else "127.0.0.1", port)  # noqa: S104 - asked for
        last.enter_context(listening)
        house = House.at(where, where.with_suffix(".key"), money="play")
        house.known = None  # one's own: whoever removes the file begins anew
        made = partial(_app, house, lan=lan, pseudo=pseudo)
        path = f"/tables/{game}" if game else "/"
        run(_run(house, made, listening, path, note, browser=browser, lan=lan, draft=draft))


def _listen(host: str, port: int | None) -> tuple[socket.socket, str]:
    """A socket on the port that was asked for, or on the usual one; and what there is to say if another had to do."""
    if port is not None:
        return listen(host, port), ""
    try:
        return listen(host, PORT), ""
    except HouseError:
        note = (
            f"Port {PORT} is taken, so this start has another address than usual: links and settings that your "
            f"browser kept belong to port {PORT}. --port chooses one."
        )
        return listen(host, 0), note


async def _run(
    house: House,
    made: Callable[[], FastAPI],
    listening: socket.socket,
    path: str,
    note: str,
    *,
    browser: bool,
    lan: bool,
    draft: Path | None = None,
) -> None:
    import asyncio
    import signal
    import webbrowser

    from croupier.web.uvicorn_server import Server

    await house.start()
    await _floor(house)
    server = Server(made())
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, server.stop)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}{path}"
    serving = asyncio.create_task(server.run(listening))
    print(f"croupier at {address}; Ctrl-C ends.", flush=True)
    if lan:
        print(invitation(_own_address(), listening.getsockname()[1], path), flush=True)
    if note:
        print(note, flush=True)
    if browser:
        await asyncio.to_thread(webbrowser.open, address)
    following = None if draft is None else asyncio.create_task(_follow(house, draft, address.rpartition("/")[0]))
    await serving
    if following is not None:
        following.cancel()
    await house.stop()
    print("the tables are stored as they stand.")


def _app(house: House, *, lan: bool, pseudo: bool = False) -> FastAPI:
    """The app: at home anyone may take a post, but nobody may once others can reach it, and then limits hold."""
    from croupier.web.app import create
    from croupier.web.http.limits.rate_limiter import Limits
    from croupier.web.http.operations import Operations

    operations = Operations(limits=Limits() if lan else None, pseudo=pseudo)
    return create(house, guests=True, local=not lan, operations=operations)


def _own_address() -> str:
    """The machine's address on the local network; nothing is sent to find it. Empty where there is none."""
    import socket

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])


def invitation(host: str, port: int, path: str = "/") -> str:
    """What is printed for friends on the network: the address, its QR code, and what goes with it."""
    import io

    import segno

    if not host or host.startswith("127."):
        return "This machine has no address on a local network: nobody else can come."
    address = f"http://{host}:{port}{path}"
    code = io.StringIO()
    segno.make(address, micro=False).terminal(code, compact=True)
    return (
        f"On the local network: {address}\n{code.getvalue()}"
        "Everyone on this network can come in and play under a free name. What travels is not encrypted: whoever\n"
        "runs the network can read cards, and pass-phrases that are typed in. Do this on a network of your own, for\n"
        "play money as here, and with a pass-phrase that you use nowhere else. While it is open nobody takes a post\n"
        "(dealer, floor, surveillance). A firewall may have to let the port through. For anything more there is\n"
        "croupier serve behind HTTPS."
    )


async def _follow(house: House, draft: Path, address: str) -> None:
    """Whenever the file of a draft is saved, a table of what it says now."""
    import asyncio
    import tomllib
    from itertools import count

    from croupier.game.template import new_submission
    from croupier.house.screens.lab.catalogue import offer as bench
    from croupier.house.screens.practice.catalogue import offer as drills
    from croupier.house.storage.table_settings import Settings

    saves = drafts.saved(draft)
    for number in count(2):
        await asyncio.to_thread(next, saves)
        try:
            game = drafts.read(draft)
            bench.cache_clear()
            drills.cache_clear()
            settings = Settings(
                submission=tomllib.loads(new_submission(game)),
                pace=0.35,
                quick=True,
                betting_seconds=BETTING,
                decision_seconds=DECISION,
            )
            await house.open(f"{game.id}-{number}", f"{game.name} {number}", game.id, game.edition, settings)
        except CroupierError as error:
            print(f"croupier: {error}", file=sys.stderr, flush=True)
        else:
            print(f"{draft} was saved: {address}/{game.id}-{number} has it as it is now.", flush=True)


async def _floor(house: House) -> None:
    """A table of each game that is not open yet, and of each other edition in force."""
    import tomllib

    from croupier.game.template import new_submission
    from croupier.house.storage.table_settings import Settings

    await house.demo(quick=True, betting_seconds=BETTING, decision_seconds=DECISION)
    for id_, game in _elsewhere().items():
        if id_ not in house.keepers:
            submission = tomllib.loads(new_submission(game))
            settings = Settings(
                submission=submission, pace=0.35, quick=True, betting_seconds=BETTING, decision_seconds=DECISION
            )
            await house.open(id_, game.chapter.jurisdiction, game.id, game.edition, settings)


def _elsewhere() -> dict[str, Game]:
    """The games of another jurisdiction that is in force, by their tables: ``dj-wild-ma``."""
    from croupier.games import all_games, open_game

    return {
        f"{game.id}-{game.edition}": game
        for game in all_games()
        if game.chapter.status == "in force" and game.edition != open_game(game.id).edition
    }
