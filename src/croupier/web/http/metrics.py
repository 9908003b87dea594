"""What a monitor reads, in Prometheus' text: counts, times and lengths. No name, no card, no amount."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING

from fastapi import Request, Response
from fastapi.responses import PlainTextResponse
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from croupier.house.cluster.worker_membership import WorkerMembership
from croupier.web.http.addresses import header, is_loopback, who

if TYPE_CHECKING:
    from pathlib import Path

    from fastapi import FastAPI

    from croupier.house.desk.desk import CommandOutcome, Desk
    from croupier.web.http.logs import LoggedRequest
    from croupier.web.http.operations import Operations
    from croupier.web.other_processes import Others

FORWARDED = (b"x-forwarded-for", b"forwarded", b"via", b"x-real-ip")
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5)
PHASES = ("opening", "shuffling", "betting", "starting", "dealing", "deciding", "settling", "closed")


disable_created_metrics()  # type: ignore[no-untyped-call] # a second series for each, of which no monitor makes use


class Metrics:
    """One registry for one app."""

    def __init__(self, desk: Desk, backups: Path | None = None) -> None:
        self.desk = desk
        self.registry = registry = CollectorRegistry()
        self.commands = Counter(
            "croupier_commands", "Commands answered, by kind and result.", ("command", "result"), registry=registry
        )
        self.answer = Histogram(
            "croupier_command_seconds", "From a command to its answer.", buckets=SECONDS, registry=registry
        )
        self.commits = Counter("croupier_commits", "Transactions stored.", registry=registry)
        self.records = Counter("croupier_records", "Journal lines stored.", registry=registry)
        self.commit = Histogram(
            "croupier_commit_seconds", "To store a transaction.", buckets=SECONDS, registry=registry
        )
        self.queue = Gauge("croupier_queue_length", "Submissions that wait for the disk.", registry=registry)
        self.sockets = Gauge("croupier_sockets", "Open sockets.", registry=registry)
        self.tables = Gauge("croupier_tables", "Tables by phase.", ("phase",), registry=registry)
        self.broken = Gauge("croupier_tables_broken", "Tables that have stopped.", registry=registry)
        self.aside = Gauge("croupier_tables_set_aside", "Tables that are set aside.", registry=registry)
        self.rounds = Counter("croupier_rounds", "Rounds closed.", registry=registry)
        self.refusals = Counter(
            "croupier_refusals", "Commands and requests refused, by code.", ("of", "code"), registry=registry
        )
        self.requests = Counter("croupier_requests", "HTTP requests.", ("method", "status"), registry=registry)
        self.sign_in = Counter("croupier_sign_in_failures", "Sign-ins refused.", registry=registry)
        if backups is not None:
            newest = Gauge(
                "croupier_backup_newest_seconds",
                "When the newest backup was made, in seconds since 1970.",
                registry=registry,
            )
            newest.set_function(lambda: newest_backup(backups))
        self.draining = Gauge("croupier_draining", "1 while the server ends.", registry=registry)
        self.heads = Counter("croupier_heads_sent", "Signed heads delivered to their target.", registry=registry)
        self.heads_failed = Counter("croupier_heads_failures", "Deliveries of heads that failed.", registry=registry)
        self.heads_age = Gauge(
            "croupier_heads_age_seconds", "Since all heads were delivered; 0 without a target.", registry=registry
        )
        self._heads = (0, 0)
        self._known: dict[tuple[str, str], Counter] = {}
        self._closed = {keeper.id: keeper.table.rounds for keeper in desk.house.keepers.values()}
        desk.heard.append(self.hear_command)
        desk.house.database.committed.append(self.hear_commit)

    def hear_command(self, heard: CommandOutcome) -> None:
        """A command was answered."""
        counter = self._known.get((heard.command, heard.result))
        if counter is None:
            counter = self._known[heard.command, heard.result] = self.commands.labels(heard.command, heard.result)
        counter.inc()
        self.answer.observe(heard.seconds)
        if heard.result != "done":
            self.refusals.labels("command", heard.result).inc()

    def hear_commit(self, records: int, seconds: float) -> None:
        """Count a commit."""
        self.commits.inc()
        self.records.inc(records)
        self.commit.observe(seconds)

    def hear_request(self, request: LoggedRequest) -> None:
        """A request was answered."""
        method = request.method if request.method in {"GET", "HEAD", "POST", "PUT", "DELETE"} else "other"
        self.requests.labels(method, str(request.status)).inc()
        if request.status >= 400:
            self.refusals.labels("request", str(request.status)).inc()
        guessed = {
            "/api/session": request.method == "POST" and request.status >= 400,
            "/api/session/second": request.status == 403,
            "/api/session/passkey": request.status == 403,
            "/api/password": request.status == 403,
        }
        if guessed.get(request.path):
            self.sign_in.inc()

    def hear_limit(self, what: str) -> None:
        """A socket met a limit."""
        self.refusals.labels("limit", what).inc()

    def text(self, sockets: int) -> bytes:
        """All of it as it stands now."""
        house = self.desk.house
        keepers = list(house.keepers.values())
        phases = house.keeping.each(lambda keeper: keeper.table.phase)
        for phase in dict.fromkeys((*PHASES, *phases)):
            self.tables.labels(phase).set(phases.count(phase))
        self.broken.set(sum(keeper.broken is not None for keeper in keepers))
        self.aside.set(len(house.keeping.set_aside))
        for keeper in keepers:
            self.rounds.inc(max(0, keeper.table.rounds - self._closed.get(keeper.id, 0)))
            self._closed[keeper.id] = keeper.table.rounds
        sent, failed = house.heads.sent, house.heads.failures
        self.heads.inc(sent - self._heads[0])
        self.heads_failed.inc(failed - self._heads[1])
        self._heads = (sent, failed)
        self.heads_age.set(house.heads.age)
        self.queue.set(house.database.waiting)
        self.sockets.set(sockets)
        self.draining.set(house.draining)
        return generate_latest(self.registry)


def routes(app: FastAPI, desk: Desk) -> None:
    """``/metrics``, for this machine or with the token."""
    metrics: Metrics = app.state.metrics
    operations: Operations = app.state.operations
    others: Others = app.state.others

    @app.get("/metrics", response_class=PlainTextResponse)
    async def read(request: Request) -> Response:
        """Counts and times for a monitor: from this machine, or with the token that the server was given."""
        if not (_may(request, operations) or others.is_ours(request.scope)):
            return PlainTextResponse("the metrics are for this machine, or for whoever has the token\n", 403)
        text = metrics.text(len(app.state.sockets.open)).decode()
        place = desk.house.keeping.owners
        if isinstance(place, WorkerMembership):
            text = together([labelled(text, place.number), *await others.texts(request)])
        return Response(text, media_type=CONTENT_TYPE_PLAIN_0_0_4)


def newest_backup(folder: Path) -> float:
    """When the newest backup of a folder was made; 0 of none. One that failed left no file."""
    try:
        return max((each.stat().st_mtime for each in folder.glob("*.backup") if each.is_file()), default=0.0)
    except OSError:
        return 0.0


def labelled(text: str, process: int) -> str:
    r"""What one process of a server counts, told apart from what the others do.

    >>> labelled('# HELP a b\na_total{c="d"} 1.0\ne 2.0', 7)
    '# HELP a b\na_total{process="7",c="d"} 1.0\ne{process="7"} 2.0'
    """
    return re.sub(r"^(\w+)(?:\{(.*)\})? ", lambda found: _with(process, found[1], found[2]), text, flags=re.MULTILINE)


def _with(process: int, name: str, labels: str | None) -> str:
    return f'{name}{{process="{process}"{"," + labels if labels else ""}}} '


def together(texts: list[str]) -> str:
    """What several processes count, each kind in one place as the format wants it."""
    families: dict[str, list[str]] = {}
    for text in texts:
        for family in re.split(r"^(?=# HELP )", text, flags=re.MULTILINE):
            head, *samples = re.split(r"^(?!#)", family, maxsplit=1, flags=re.MULTILINE)
            families.setdefault(head, []).extend(samples)
    return "".join(head + "".join(samples) for head, samples in families.items())


def _may(request: Request, operations: Operations) -> bool:
    """With a token whoever has it; without one this machine, unless a proxy may stand between."""
    if operations.metrics_token:
        given = request.headers.get("authorization", "")
        return secrets.compare_digest(given.encode(), f"Bearer {operations.metrics_token}".encode())
    if operations.behind or operations.proxies or any(header(request.scope, name) for name in FORWARDED):
        return False
    return is_loopback(who(request.scope, operations.proxies))
