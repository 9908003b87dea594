"""What a round costs the server's processor: a house, its desk and a socket for every seat in this one process.

    python benchmarks/in_process.py [--tables N] [--rounds N] [--parts N] [--profile]

`benchmarks/server.py` measures a server from outside, and needs a machine that nobody else uses. Here the same players
(`seats.py`) sit at the same tables, on SQLite in a folder that is thrown away, with everything that a server has but
the connections: each player's socket is given its messages, and gives its own, by a call. CPU seconds are counted part
by part, so that the best part tells what a round costs although others keep the machine busy; two trees are compared
by running both at once. The players' own share is counted with it. `--profile` shows the functions that take the most.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import pstats
import tempfile
import time
import tomllib
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from croupier.game.template import new_submission
from croupier.games import EDITIONS, open_game
from croupier.house.house import House
from croupier.house.journal.events import MoneyPosted
from croupier.house.storage.table_settings import Settings
from croupier.house.storage.transactions import Transaction
from croupier.house.tables.money import ledger
from croupier.house.tables.money.play_money import WHAT
from croupier.web.app import create
from croupier.web.sockets.table_socket import serve_table
from croupier.web.sockets.transport import DIRECT
from croupier.web.uvicorn_server import run
from seats import MONEY, Load, Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from starlette.websockets import WebSocket

SEATS = 6


class Line:
    """Both ends of a connection without one: a `SocketTransport` for the house, and the `Wire` of a seat."""

    is_writable = True

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.said: Callable[[bytes], None]
        self.loop = asyncio.get_running_loop()

    def take(self, read: Callable[[bytes], None], _: Callable[[], None]) -> None:
        self.said = read

    def put(self, texts: Iterable[bytes]) -> None:
        for text in texts:
            self.loop.call_soon(self.seat.read, text)

    def write(self, text: bytes) -> None:
        self.loop.call_soon(self.said, text)

    def nothing(self) -> None:
        """There is no reading to pause, and nothing to let go of."""

    pause_reading = resume_reading = let_go = abort = nothing


async def opened(folder: Path, tables: int) -> tuple[House, list[list[str]]]:
    """A house with tables of every game in turn; the required wagers of each table."""
    house = House.at(folder / "house.db", folder / "key")
    await house.start()
    house.heads.start()
    required = []
    for n in range(tables):
        game = open_game(list(EDITIONS)[n % len(EDITIONS)])
        submission = tomllib.loads(new_submission(game))
        settings = Settings(
            submission=submission, quick=True, betting_seconds=60, decision_seconds=60, inventory=10**10
        )
        keeper = await house.open(f"T{n}", f"T{n}", game.id, game.edition, settings)
        ids = [w.id for w in keeper.rules.offered() if w.placed == "required"]
        required.append([game.ante, *(id_ for id_ in ids if id_ != game.ante)])
    return house, required


async def play(args: argparse.Namespace, begin: Callable[[], None], end: Callable[[], None]) -> list[float]:
    """Play rounds with everybody seated; CPU seconds a round, part by part."""
    with tempfile.TemporaryDirectory() as folder:
        house, required = await opened(Path(folder), args.tables)
        app = create(house)
        desk, open_sockets = app.state.desk, app.state.sockets
        load, sockets = Load(0), []
        for n in range(args.tables):
            for number in range(1, SEATS + 1):
                seat = Seat(load, n, number, required[n])
                seat.wire = cast("Any", Line(seat))
                websocket = SimpleNamespace(
                    scope={"extensions": {DIRECT: seat.wire}},
                    state=SimpleNamespace(active=lambda: None, since=0, until=house.clock() + 10**9),
                    receive=asyncio.get_running_loop().create_future,
                    cookies={},
                )
                desk.people.accounts.add(name := f"P{n} {number}", None)
                money = ledger.grant(ledger.wallet(name), MONEY, WHAT)
                house.database.store(
                    Transaction("", 0, entries=money, said=[MoneyPosted(entries=ledger.moved(money), what=WHAT)])
                )
                person = desk.people.accounts.person(name)
                held = serve_table(open_sockets, desk, cast("WebSocket", websocket), person, f"T{n}", -1, together=True)
                sockets.append(asyncio.create_task(held))
                await asyncio.wait({sockets[-1]}, timeout=0.01)
                if sockets[-1].done():
                    await sockets[-1]
                seat.ask({"command": "sit", "player": person.name, "seat": number})
                seat.ask({"command": "buy-in", "player": person.name, "amount": MONEY // 2})
        while sum(load.rounds.values()) < 4 * args.tables:  # noqa: ASYNC110 - until it runs evenly
            await asyncio.sleep(0.02)
        begin()
        costs = [await cost(load, args.rounds) for _ in range(args.parts)]
        end()
        load.over = True
        for task in sockets:
            task.cancel()
        await asyncio.gather(*sockets, return_exceptions=True)
        await house.stop()
        return costs


async def cost(load: Load, rounds: int) -> float:
    """CPU seconds a round, of so many."""
    before, began = sum(load.rounds.values()), time.process_time()
    while (played := sum(load.rounds.values()) - before) < rounds:  # noqa: ASYNC110 - they are counted by others
        await asyncio.sleep(0.02)
    return (time.process_time() - began) / played


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=10)
    parser.add_argument("--rounds", type=int, default=50, help="of each part")
    parser.add_argument("--parts", type=int, default=10)
    parser.add_argument("--profile", action="store_true", help="show the functions that take the most time")
    args = parser.parse_args()
    profile = cProfile.Profile()
    begin, end = (profile.enable, profile.disable) if args.profile else (lambda: None, lambda: None)
    costs = sorted(1000 * cost for cost in run(play(args, begin, end)))
    print(
        f"{args.parts} times {args.rounds} rounds of {SEATS} seats at {args.tables} tables, ms of CPU a round: "
        f"{costs[0]:.2f} at best, median {costs[len(costs) // 2]:.2f}"
    )
    if args.profile:
        pstats.Stats(profile).sort_stats("tottime").print_stats(60)


if __name__ == "__main__":
    main()
