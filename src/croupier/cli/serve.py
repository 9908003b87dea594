"""``croupier serve``."""

from __future__ import annotations

import os
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.serve_processes import serve_alone, serve_several
from croupier.cli.serve_settings import OIDC_SECRET, configured, data_folder, issuer_of, operations_of, timeouts_of
from croupier.errors import BadText, HouseError

if TYPE_CHECKING:
    import socket

    from croupier.web.house_process import Run

PACE, BETTING, DECISION = 0.35, 12.0, 25.0
MAX_PROCESSES = 64
"""Processes that share one file; they store one after the other, so more would only wait."""


def serve(  # noqa: C901, PLR0912 - every option that was told is read here
    context: typer.Context,
    host: Annotated[str, typer.Option(envvar="CROUPIER_HOST", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(envvar="CROUPIER_PORT", help="The port; 0 takes a free one.")] = 8000,
    db: Annotated[
        str | None,
        typer.Option(
            envvar="CROUPIER_DB",
            metavar="PATH|URL",
            help="An SQLite file, or postgresql://…; croupier.db in the user's data folder.",
        ),
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option(
            envvar="CROUPIER_KEY",
            metavar="FILE",
            help="The key that signs the journals; house.key in the user's data folder. A new file gets a new key.",
        ),
    ] = None,
    guests: Annotated[
        bool, typer.Option("--guests/--no-guests", envvar="CROUPIER_GUESTS", help="Let anyone play under a free name.")
    ] = True,
    demo: Annotated[
        bool, typer.Option("--demo/--no-demo", envvar="CROUPIER_DEMO", help="Open the demo floor at the first start.")
    ] = True,
    pace: Annotated[
        float, typer.Option(envvar="CROUPIER_PACE", help="Seconds after each step that people watch, on a new floor.")
    ] = PACE,
    betting: Annotated[
        float, typer.Option(envvar="CROUPIER_BETTING", help="Seconds for wagers, on a new floor.")
    ] = BETTING,
    decision: Annotated[
        float, typer.Option(envvar="CROUPIER_DECISION", help="Seconds for a decision, on a new floor.")
    ] = DECISION,
    grace: Annotated[
        float, typer.Option(envvar="CROUPIER_GRACE", help="Seconds that rounds in play have to finish at the end.")
    ] = 30.0,
    secure: Annotated[
        bool, typer.Option("--secure", envvar="CROUPIER_SECURE", help="Cookies over HTTPS only, behind a proxy.")
    ] = False,
    proxy: Annotated[
        str,
        typer.Option(
            envvar="CROUPIER_PROXY",
            metavar="ADDRESS,…",
            help="Proxies whose X-Forwarded-For is believed: loopback, addresses, networks. Nobody's by default.",
        ),
    ] = "",
    limits: Annotated[
        bool,
        typer.Option("--limits/--no-limits", envvar="CROUPIER_LIMITS", help="Refuse what nobody who plays asks for."),
    ] = True,
    metrics_token: Annotated[
        str,
        typer.Option(
            envvar="CROUPIER_METRICS_TOKEN",
            metavar="TOKEN",
            help="Who has it may read /metrics from anywhere; without it this machine may, unless behind a proxy.",
        ),
    ] = "",
    log: Annotated[
        str, typer.Option(envvar="CROUPIER_LOG", metavar="text|json", help="How standard error is written.")
    ] = "text",
    address: Annotated[
        str,
        typer.Option(
            envvar="CROUPIER_ADDRESS",
            metavar="URL",
            help="Where other processes on the same PostgreSQL reach this one; where it listens, unless told.",
        ),
    ] = "",
    processes: Annotated[
        int,
        typer.Option(
            envvar="CROUPIER_PROCESSES",
            metavar="N",
            help="Processes that share the tables of an SQLite file, for machines with several cores.",
        ),
    ] = 1,
    money: Annotated[
        str,
        typer.Option(
            envvar="CROUPIER_MONEY",
            metavar="play|real",
            help="What a new house plays for, for good: play money unless told. An old house must be of this kind.",
        ),
    ] = "",
    heads_to: Annotated[
        str,
        typer.Option(
            envvar="CROUPIER_HEADS_TO",
            metavar="TARGET",
            help="Where the signed heads of all journals are sent: file:PATH, http(s)://…, syslog://HOST:PORT.",
        ),
    ] = "",
    heads_every: Annotated[
        float, typer.Option(envvar="CROUPIER_HEADS_EVERY", help="Seconds between two times that heads are sent.")
    ] = 60.0,
    second_factor: Annotated[
        str | None,
        typer.Option(
            envvar="CROUPIER_SECOND_FACTOR",
            metavar="ROLE,…|none",
            help="Roles that are held with a second factor only; of real money all at work but dealers, unless told.",
        ),
    ] = None,
    oidc: Annotated[
        str, typer.Option(envvar="CROUPIER_OIDC", metavar="ISSUER", help="An OpenID issuer at which people sign in.")
    ] = "",
    oidc_client: Annotated[
        str, typer.Option(envvar="CROUPIER_OIDC_CLIENT", metavar="ID", help="What this house is called there.")
    ] = "",
    oidc_secret_file: Annotated[
        Path | None,
        typer.Option(
            envvar="CROUPIER_OIDC_SECRET_FILE",
            metavar="FILE",
            help=f"The client's secret there; or the variable {OIDC_SECRET}.",
        ),
    ] = None,
    lab: Annotated[
        bool, typer.Option("--lab/--no-lab", envvar="CROUPIER_LAB", help="Let anyone ask the lab for figures.")
    ] = True,
    backups: Annotated[
        Path | None,
        typer.Option(
            envvar="CROUPIER_BACKUPS",
            metavar="FOLDER",
            help="Where backups are put: the metrics say how old the newest is.",
        ),
    ] = None,
    config: Annotated[  # noqa: ARG001 - read before everything else
        Path | None,
        typer.Option(
            envvar="CROUPIER_CONFIG",
            metavar="FILE",
            is_eager=True,
            callback=configured,
            help="A TOML file with any of these settings; flags and variables go before it.",
        ),
    ] = None,
) -> None:
    """Run the house: many tables for many people, every record stored before anyone sees it.

    The first start prints one-time links for two administrators and opens one table of each game with an automatic
    dealer and play money. A real-money house (--money real) begins with no table, no guests and no money given away.
    Ctrl-C lets the rounds in play finish; again ends at once. What is left goes on at the next start.

    Example: croupier serve --port 8000 --db croupier.db
    """
    if processes != 1:
        _several_can(processes)
    from croupier.house.cluster.ownership import is_address
    from croupier.house.journal.head_targets import target_of
    from croupier.house.storage.engine import url_of
    from croupier.house.storage.file_lock import hold
    from croupier.house.storage.house_facts import MONEY
    from croupier.web.house_process import Run
    from croupier.web.http.logs import LOG_FORMATS, begin
    from croupier.web.uvicorn_server import run as run_loop

    if money not in {"", *MONEY}:
        raise BadText(f"{money!r} is none of {', '.join(MONEY)}", field="money")
    if log not in LOG_FORMATS:
        raise BadText(f"{log!r} is none of {', '.join(LOG_FORMATS)}", field="log")
    if heads_to:
        target_of(heads_to)
    if not heads_every >= 1:
        raise BadText("heads are sent once a second at most", field="heads-every")
    operations = replace(
        operations_of(context, proxy, metrics_token, limits=limits, secure=secure),
        second_factor=second_factor,
        timeouts=timeouts_of(context, second_factor),
        issuer=issuer_of(oidc, oidc_client, oidc_secret_file),
        lab=lab,
        backups=backups,
    )
    where: str | Path = db if db is not None else data_folder() / "croupier.db"
    signing = key if key is not None else data_folder() / "house.key"
    url = url_of(where)
    embedded, file = url.startswith("sqlite"), url.removeprefix("sqlite:///")
    if embedded and file in {url, "", ":memory:"}:
        raise BadText("a house is kept in a file, not in memory", field="db")
    if not decision > 0:
        raise BadText("a player has some time for a decision: more than 0 seconds", field="decision")
    if address and not is_address(address):
        raise BadText("is no http:// or https:// address with a host and perhaps a port", field="address")
    if processes > 1 and not embedded:
        raise BadText("on PostgreSQL start a server for each, with a port of its own", field="processes")
    floor = {"pace": pace, "betting_seconds": betting, "decision_seconds": decision} if demo else None
    run = Run(
        where=where,
        key=signing,
        money=money,
        floor=floor,
        operations=operations,
        guests=guests,
        secure=secure,
        grace=grace,
        reached=address,
        log=log,
        heads_to=heads_to,
        heads_every=heads_every,
    )
    with ExitStack() as at_the_end:
        listening = at_the_end.enter_context(listen(host, port))
        held = -1
        if embedded:
            held = hold(Path(file))
            at_the_end.callback(os.close, held)
        at_the_end.callback(begin(log))
        if processes == 1:
            code = run_loop(serve_alone(run, listening))
        else:
            _prepare(run)
            code = run_loop(serve_several(run, listening, held, processes))
    if code:
        raise typer.Exit(code)


def _several_can(processes: int) -> None:
    """Whether this system lets processes share a server; one of them imports everything for all, beginning now."""
    import multiprocessing
    import socket

    if not 1 <= processes <= MAX_PROCESSES:
        raise BadText(f"{processes} is not from 1 to {MAX_PROCESSES}", field="processes")
    if not hasattr(socket, "send_fds") or "forkserver" not in multiprocessing.get_all_start_methods():
        raise BadText("this system cannot hand connections from one process to another", field="processes")
    from multiprocessing import forkserver

    multiprocessing.get_context("forkserver").set_forkserver_preload(["croupier.web.workers.worker"])
    forkserver.ensure_running()


def _prepare(run: Run) -> None:
    """What could be wrong with the key and the database is said once, before any process begins."""
    from croupier.house.house import House
    from croupier.house.storage.house_facts import choose_money

    house = House.at(run.where, run.key)
    house.database.migrate()
    choose_money(house.database, house.clock(), run.money)
    house.database.close()


def listen(host: str, port: int) -> socket.socket:
    """A socket on an address, or a message that says why there is none."""
    import socket

    if not 0 <= port <= 65_535:  # some systems would take what is left of it after division
        raise HouseError(f"{port} is no port; they go from 0 to 65535", fault="storage", field="port")
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with ExitStack() as unless_it_listens:
            listening = unless_it_listens.enter_context(socket.socket(family, kind))
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen(2048)
            unless_it_listens.pop_all()
    except (OSError, OverflowError) as error:
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise HouseError(f"cannot listen at {host}, port {port}: {why}", fault="storage", field="port") from None
    return listening
