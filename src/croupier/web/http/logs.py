"""What happened, a line each on standard error: JSON for machines, text for people.

Requests that change something, refusals, failures and recoveries, starts and ends, migrations. What a table did is in
its journal and not here. No line holds a card, a token, a password or a seed: messages that quote a command are cut.
"""

from __future__ import annotations

import logging
import queue
import re
import sys
import threading
import time
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple, TextIO

import msgspec

from croupier.web.http.addresses import who

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from croupier.house.desk.desk import CommandOutcome
    from croupier.kit.payload import Json
    from croupier.web.http.addresses import Proxies

LOG = logging.getLogger("croupier")
MOST_LINES_WAITING = 10_000
"""Lines that may wait for whoever reads them; the rest is lost and counted, and no table waits for it."""
MAX_LOG_TEXT = 4_000
LOG_FORMATS = ("text", "json")
READING = frozenset({"GET", "HEAD", "OPTIONS"})
ORDINARY = frozenset({400, 401, 404, 405, 409, 422})
"""What a reader may be told without anything being wrong."""
_asks: ContextVar[list[str] | None] = ContextVar("asks", default=None)
_QUOTED = re.compile(r"\b[A-Z]\w*\(")


def safe(text: str) -> str:
    """A message without the commands it quotes.

    >>> safe("the staff could not Perform(step='turn', cards='As'): it is not due")
    'the staff could not Perform(…): it is not due'
    """
    return "\n".join(map(_unquoted, text.split("\n")))[:MAX_LOG_TEXT]


def _unquoted(line: str) -> str:
    """A line without what stands from the first command on to the last bracket; each letter is looked at once, whoever
    wrote it."""
    end = line.rfind(")")
    found = _QUOTED.search(line, 0, max(0, end))
    return line if found is None else f"{line[: found.end()]}…{line[end:]}"


def _trace(text: str) -> str:
    """The same of a trace, whose end says what went wrong: where it is long its middle is left out."""
    text = "\n".join(map(_unquoted, text.split("\n")))
    if len(text) <= MAX_LOG_TEXT:
        return text
    return f"{text[: MAX_LOG_TEXT // 4]}\n  …\n{text[MAX_LOG_TEXT // 4 - MAX_LOG_TEXT :]}"


def _values(record: logging.LogRecord) -> Json:
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    values = {"time": at, "level": record.levelname.lower(), "what": safe(record.getMessage())}
    values |= {
        key: safe(value) if isinstance(value, str) else value for key, value in getattr(record, "told", {}).items()
    }
    if record.exc_info:
        values["trace"] = _trace(logging.Formatter().formatException(record.exc_info))
    return values


class JsonFormatter(logging.Formatter):
    """An object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        return msgspec.json.encode(_values(record), enc_hook=str).decode()


class TextFormatter(logging.Formatter):
    """Time, level, what, and the rest as words."""

    def format(self, record: logging.LogRecord) -> str:
        """The line."""
        values = _values(record)
        trace = values.pop("trace", "")
        words = [f"{key}={_word(value)}" for key, value in list(values.items())[3:]]
        line = " ".join([values["time"], f"{values['level']:<7}", _one_line(values["what"]), *words])
        return f"{line}\n{trace}" if trace else line


def _one_line(text: str) -> str:
    return text if text.isprintable() else msgspec.json.encode(text).decode()


def _word(value: object) -> str:
    text = str(value)
    return text if text and text.isprintable() and " " not in text else msgspec.json.encode(text).decode()


class Outbox(logging.Handler):
    """Writes in a thread of its own, so that a reader who stops reading stops nobody else."""

    def __init__(self, stream: TextIO) -> None:
        super().__init__()
        self._stream = stream
        self._lines: queue.Queue[str | None] = queue.Queue(MOST_LINES_WAITING)
        self._lost = 0
        self._thread = threading.Thread(target=self._write, name="log", daemon=True)
        self._thread.start()

    def emit(self, record: logging.LogRecord) -> None:
        """Put a line where it will be written."""
        try:
            self._lines.put_nowait(self.format(record))
        except queue.Full:
            self._lost += 1

    def close(self) -> None:
        """Write what waits, if anyone reads it."""
        try:
            self._lines.put(None, timeout=1)
        except queue.Full:
            return
        self._thread.join(2)
        super().close()

    def _write(self) -> None:
        while (line := self._lines.get()) is not None:
            lost, self._lost = self._lost, 0
            if lost:
                line = f"{self.format(_record(f'{lost} lines lost'))}\n{line}"
            try:
                self._stream.write(line + "\n")
                if self._lines.empty():
                    self._stream.flush()
            except (OSError, ValueError):  # nobody reads any more
                return


def _record(what: str) -> logging.LogRecord:
    return LOG.makeRecord(LOG.name, logging.WARNING, "", 0, what, (), None)


def begin(kind: str, stream: TextIO | None = None) -> Callable[[], None]:
    """Log to standard error from now on; what ends it."""
    out = Outbox(stream if stream is not None else sys.stderr)
    out.setFormatter(JsonFormatter() if kind == "json" else TextFormatter())
    root = logging.getLogger()
    root.addHandler(out)
    level = LOG.level
    LOG.setLevel(logging.INFO)

    def end() -> None:
        root.removeHandler(out)
        LOG.setLevel(level)
        out.close()

    return end


def command(heard: CommandOutcome) -> None:
    """A command that was refused; what was done stands in the journal."""
    if heard.result != "done" and LOG.isEnabledFor(logging.INFO):
        values = {
            "table": heard.table,
            "command": heard.command,
            "person": heard.person,
            "code": heard.result,
            "field": heard.field,
            "cite": heard.cite,
        }
        LOG.info("command refused", extra={"told": {key: value for key, value in values.items() if value}})


def limit(what: str) -> None:
    """A socket met a limit."""
    LOG.warning("socket refused", extra={"told": {"code": "busy", "field": what}})


class LoggedRequest(NamedTuple):
    """A request that was answered."""

    method: str
    path: str
    status: int
    address: str
    person: str
    seconds: float


def asks(person: str) -> None:
    """Say who asks, once that is known; it may be known in another task than where it is told."""
    names = _asks.get()
    if names is not None:
        names.append(person)


def request(logged: LoggedRequest) -> None:
    """A request that changes something, or that nobody should make."""
    if logged.method in READING and (logged.status < 400 or logged.status in ORDINARY):
        return
    level = logging.ERROR if logged.status >= 500 else logging.WARNING if logged.status in {403, 429} else logging.INFO
    if LOG.isEnabledFor(level):
        values = {
            "method": logged.method,
            "path": logged.path,
            "status": logged.status,
            "address": logged.address,
            "person": logged.person,
            "ms": round(1000 * logged.seconds, 1),
        }
        values = {key: value for key, value in values.items() if value != ""}
        LOG.log(level, "request" if logged.status < 400 else "request refused", extra={"told": values})


class Watch:
    """The middleware that tells of every request."""

    def __init__(self, app: ASGIApp, proxies: Proxies, hear: tuple[Callable[[LoggedRequest], None], ...]) -> None:
        self.app = app
        self.proxies = proxies
        self.hear = hear

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let it through and tell what became of it."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 500

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        names: list[str] = []
        _asks.set(names)
        try:
            await self.app(scope, receive, sent)
        finally:
            seconds, person = time.perf_counter() - began, names[-1] if names else ""
            logged = LoggedRequest(scope["method"], scope["path"], status, who(scope, self.proxies), person, seconds)
            for hear in self.hear:
                hear(logged)
