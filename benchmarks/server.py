"""A server under load, the driver on the same machine: latency at a steady pace, and the most rounds a second.

    python benchmarks/server.py [--tables N] [--every SECONDS] [--seconds N] [--fast-tables N] [--db PATH|URL]
    python benchmarks/server.py --restart RECORDS

The server is a process of its own with tables of every game in turn, six seats each, automatic dealers without pauses
and betting that closes when all six have wagered. The driver holds a socket for every seat, places the required wagers
and decides by chance. First every table plays a round every ten seconds, and each command is timed from sending it to
hearing its answer, which comes when the command is on the disk. Then, on another server, tables play as fast as they
can. Memory is the server's largest resident set; cores are CPU seconds a second, of the server and of the driver.

With --restart a house of twenty automatic tables plays until so many records are stored, is killed, and `croupier
serve` starts on its database: the seconds are those until it says that it is ready.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seats import MONEY, Load, Seat

if TYPE_CHECKING:
    from croupier.house.keeper import Keeper

SEATS = 6


# The server's side.


async def serve(args: argparse.Namespace) -> None:
    """A house with many tables and everyone signed in; the tokens go to a file."""
    from croupier.game.template import new_submission
    from croupier.games import open_game
    from croupier.house import ledger, schema
    from croupier.house.database import Work
    from croupier.house.house import DEMO, House
    from croupier.house.settings import Settings
    from croupier.web.app import create
    from croupier.web.server import Server

    folder = Path(args.folder)
    house = House.at(args.db or folder / "house.db", folder / "key")
    await house.start()
    for n in range(args.serve):
        game, edition, _ = DEMO[n % len(DEMO)]
        submission = tomllib.loads(new_submission(open_game(game, edition)))
        settings = Settings(submission=submission, quick=True, betting_seconds=60, decision_seconds=60,
                            inventory=10**10)  # fmt: skip
        await house.open(f"T{n}", f"T{n}", game, edition, settings)
    app = create(house, guests=True)
    tokens = {}
    works = []
    for n in range(args.serve):
        for seat in range(1, SEATS + 1):
            name = f"P{n} {seat}"
            row = {"name": name, "secret": "!", "failures": 0, "locked_until": 0, "made": 0, "active": True}
            grant = {"person": name, "role": "player", "table_id": ""}
            money = ledger.grant(ledger.wallet(name), MONEY, "bench")
            work = Work("", 0, before=[(schema.people, row)], rows=[(schema.grants, grant)], entries=money)
            works.append(house.database.submit(work))
    for done in works:
        done.result()
    for n in range(args.serve):
        for seat in range(1, SEATS + 1):
            tokens[f"{n} {seat}"] = app.state.desk.people.session(f"P{n} {seat}")
    listening = socket.create_server(("127.0.0.1", 0), backlog=4096)
    server = Server(app)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, server.stop)
    told = {"port": listening.getsockname()[1], "tokens": tokens}
    part = folder / "ready.part"
    part.write_text(json.dumps(told), encoding="utf-8")
    part.rename(folder / "ready.json")
    await server.run(listening)
    house.audit()
    await house.stop()
    (folder / "done.json").write_text(
        json.dumps({"commits": house.database.commits, "rounds": sum(k.table.rounds for k in house.keepers.values())}),
        encoding="utf-8",
    )


# The driver's side.


async def drive(args: argparse.Namespace, tables: int, every: float, seconds: float) -> dict[str, Any]:
    """One server, one load: what was measured while it ran evenly."""
    from croupier.game.template import new_submission
    from croupier.games import open_game
    from croupier.house.house import DEMO

    with tempfile.TemporaryDirectory() as folder:
        server = await asyncio.create_subprocess_exec(
            sys.executable, __file__, "--serve", str(tables), "--folder", folder, "--db", args.db,
        )  # fmt: skip
        ready = Path(folder) / "ready.json"
        while not ready.exists():
            await asyncio.sleep(0.1)
            if server.returncode is not None:
                raise SystemExit("the server ended")
        told = json.loads(ready.read_text(encoding="utf-8"))
        load, seats, start = Load(every), [], time.perf_counter()
        required = []
        for game, edition, _ in DEMO:
            rules = open_game(game, edition).rules(tomllib.loads(new_submission(open_game(game, edition))))
            ids = [w.id for w in rules.offered() if w.placed == "required"]
            required.append([rules.game.ante, *(id_ for id_ in ids if id_ != rules.game.ante)])
        for n in range(tables):  # a table comes at a time
            for number in range(1, SEATS + 1):
                seat = Seat(load, n, number, required[n % len(DEMO)])
                seat.next = start + (every * n / tables if every else 0) + 5
                seats.append(seat)
            await asyncio.gather(
                *(seat.come(told["port"], told["tokens"][f"{n} {seat.seat}"]) for seat in seats[-SEATS:])
            )
        await asyncio.sleep(max(5.0, every * 1.5))
        load.open, load.begun = True, time.perf_counter()
        before, cpu, own = dict(load.rounds), _cpu(server.pid), _cpu(os.getpid())
        await asyncio.sleep(seconds)
        load.open, load.over = False, True
        took = time.perf_counter() - load.begun
        rounds = sum(load.rounds[n] - before.get(n, 0) for n in load.rounds)
        used, memory, driver = _cpu(server.pid) - cpu, _memory(server.pid), _cpu(os.getpid()) - own
        for seat in seats:
            seat.wire.transport.abort()
        server.send_signal(signal.SIGTERM)
        await server.wait()
        if load.failed or server.returncode:
            raise SystemExit(
                f"{len(load.failed)} seats were lost {load.failed[:1]}, the server ended {server.returncode}"
            )
        waits = sorted(load.waits)
        done = Path(folder) / "done.json"
        return {
            "tables": tables, "seconds": took, "rounds": rounds, "rounds/s": rounds / took, "commands": len(waits),
            "commands/s": len(waits) / took, "refused": load.refused,
            **{f"p{p}": 1000 * waits[min(len(waits) - 1, len(waits) * p // 1000)] for p in (500, 950, 990, 999)},
            "worst": 1000 * waits[-1], "cpu": used / took, "driver": driver / took, "memory": memory,
            "commits": json.loads(done.read_text(encoding="utf-8"))["commits"] if done.exists() else None,
        }  # fmt: skip


# A restart.


async def fill(args: argparse.Namespace) -> None:
    """Twenty tables that play until so many records are stored."""
    from croupier.game.template import new_submission
    from croupier.games import open_game
    from croupier.house import ledger
    from croupier.house.database import Work
    from croupier.house.house import DEMO, House
    from croupier.house.settings import Settings
    from croupier.table.automatic import Crowd

    folder = Path(args.folder)
    house = House.at(folder / "house.db", folder / "key")
    await house.start()
    for seat in range(1, SEATS + 1):
        house.database.store(Work("", 0, entries=ledger.grant(ledger.wallet(f"Player {seat}"), 10**13, "bench")))
    for n in range(20):
        game, edition, _ = DEMO[n % len(DEMO)]
        submission = tomllib.loads(new_submission(open_game(game, edition)))
        await house.open(f"T{n}", f"T{n}", game, edition, Settings(submission=submission, quick=True, inventory=10**10))

    async def play(keeper: Keeper) -> None:
        crowd = Crowd(random.Random(keeper.id), SEATS, skip=0)
        for command, actor in crowd.arrive(keeper.decided):
            await keeper.ask(command, actor)
        while sum(each.stored for each in house.keepers.values()) < args.fill:
            table = keeper.decided
            if table.phase == "betting" and not table.layout:
                for command, actor in list(crowd.wager(table)):
                    await keeper.ask(command, actor)
            elif (said := crowd.decide(table)) is not None:
                await keeper.ask(*said)
            else:
                await asyncio.sleep(0.001)

    await asyncio.gather(*(play(keeper) for keeper in house.keepers.values()))
    (folder / "filled").write_text(str(sum(k.stored + 1 for k in house.keepers.values())), encoding="ascii")
    await asyncio.sleep(3600)


def restart(records: int) -> None:
    """Fill, kill, start, and say how long it took."""
    from urllib.request import urlopen

    with tempfile.TemporaryDirectory() as name:
        folder, began = Path(name), time.perf_counter()
        filling = subprocess.Popen([sys.executable, __file__, "--fill", str(records), "--folder", name])
        while not (folder / "filled").exists():
            time.sleep(0.05)
            if filling.poll() is not None:
                raise SystemExit("the house ended")
        filled = time.perf_counter() - began
        filling.kill()
        filling.wait()
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        began = time.perf_counter()
        serving = subprocess.Popen(
            [Path(sys.executable).parent / "croupier", "serve", "--port", str(port), "--db", folder / "house.db",
             "--key", folder / "key"], stdout=subprocess.DEVNULL,
        )  # fmt: skip
        while True:
            try:
                with urlopen(f"http://127.0.0.1:{port}/readyz"):
                    break
            except OSError:
                time.sleep(0.01)
        took, cpu, memory = time.perf_counter() - began, _cpu(serving.pid), _memory(serving.pid)
        serving.send_signal(signal.SIGTERM)
        serving.wait()
        stored = int((folder / "filled").read_text(encoding="ascii"))
        size = (folder / "house.db").stat().st_size
        print(f"{stored:,} records of 20 tables, {size / 2**20:.0f} MiB, made in {filled:.0f} s and killed")
        print(f"  ready {took:.2f} s after the next start, {cpu:.2f} s of CPU, {memory} MiB")


def _cpu(pid: int) -> float:
    parts = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> int:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM"))


def show(name: str, told: dict[str, Any]) -> None:
    print(f"{name}: {told['tables']} tables x {SEATS} seats, {told['seconds']:.0f} s")
    print(f"  {told['rounds/s']:.1f} rounds/s, {told['commands/s']:.0f} commands/s, {told['refused']} refused")
    print(f"  command to answer: median {told['p500']:.1f} ms, 95% {told['p950']:.1f}, 99% {told['p990']:.1f}, "
          f"99.9% {told['p999']:.1f}, worst {told['worst']:.1f}")  # fmt: skip
    each = 1000 * told["cpu"] / told["rounds/s"]
    print(f"  server: {told['cpu']:.2f} cores, {each:.2f} ms a round, {told['memory']} MiB at most, {told['commits']} "
          f"commits; driver: {told['driver']:.2f} cores", flush=True)  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--every", type=float, default=10.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--fast-tables", type=int, default=40)
    parser.add_argument("--db", default="")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--folder", default="", help=argparse.SUPPRESS)
    parser.add_argument("--restart", type=int, default=0, metavar="RECORDS")
    parser.add_argument("--fill", type=int, default=0, help=argparse.SUPPRESS)
    args = parser.parse_args()
    from croupier.web.server import run

    if args.serve:
        run(serve(args))
        return
    if args.fill:
        run(fill(args))
        return
    if args.restart:
        restart(args.restart)
        return
    found = {}
    if args.tables:
        found["steady"] = run(drive(args, args.tables, args.every, args.seconds))
        show("a round per table every ten seconds", found["steady"])
    if args.fast_tables:
        found["fast"] = run(drive(args, args.fast_tables, 0, args.seconds))
        show("as fast as they can", found["fast"])
    if args.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
