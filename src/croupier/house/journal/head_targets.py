"""Where signed heads are sent: a file, an HTTP server, or a syslog server. One line of JSON for each head."""

from __future__ import annotations

import os
import socket
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Protocol
from urllib.parse import SplitResult, urlsplit

import httpx

from croupier.errors import BadText

if TYPE_CHECKING:
    from collections.abc import Sequence

SEND_TIMEOUT = 10.0
"""Seconds that a target has to take what is sent."""
SYSLOG = 514
PRIORITY = 13 * 8 + 5
"""RFC 5424, 6.2.1: log audit, notice."""
TARGET_FORMS = "file:PATH, http://URL, https://URL, syslog://HOST:PORT or syslog+tcp://HOST:PORT"


class Target(Protocol):
    """Takes heads, all of them or none as far as it can tell; an OSError says why not."""

    def send(self, heads: Sequence[str]) -> None:
        """Send these lines."""


def target_of(text: str) -> Target:
    """The target that a setting names.

    >>> print(target_of("file:heads.jsonl"), target_of("https://keeper:secret@example.org/heads"))
    file:heads.jsonl https://example.org/heads
    """
    url = urlsplit(text)
    try:
        if url.scheme == "file" and url.path and not url.netloc:
            return FileTarget(Path(url.path))
        if url.scheme in {"http", "https"} and url.hostname:
            return HttpTarget(url)
        if url.scheme in {"syslog", "syslog+tcp"} and url.hostname and url.path in {"", "/"}:
            return SyslogTarget(url.hostname, url.port or SYSLOG, tcp=url.scheme.endswith("+tcp"))
    except ValueError:  # a port that is none
        pass
    raise BadText(f"is none of {TARGET_FORMS}", field="heads-to")


@dataclass(frozen=True, slots=True)
class FileTarget:
    """A file that only grows, flushed to its disk each time: a mounted share, or a disk that is written once."""

    path: Path

    def __str__(self) -> str:
        return f"file:{self.path}"

    def send(self, heads: Sequence[str]) -> None:
        """Append; what cannot be written whole leaves nothing."""
        file = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
        try:
            size = _whole_lines(file)
            try:
                rest = memoryview("".join(f"{head}\n" for head in heads).encode())
                while rest:
                    rest = rest[os.write(file, rest) :]
                os.fsync(file)
            except OSError:
                os.ftruncate(file, size)
                raise
        finally:
            os.close(file)


def _whole_lines(file: int) -> int:
    """The size of the file up to its last line break; a line that a crash tore is cut off."""
    size = os.fstat(file).st_size
    tail = os.pread(file, 4096, max(0, size - 4096))
    whole = size - len(tail) + tail.rfind(b"\n") + 1
    if whole < size:
        os.ftruncate(file, whole)
    return whole


@dataclass(frozen=True, slots=True)
class HttpTarget:
    """A server that answers a POST of JSON Lines with 2xx once it has kept them. A name and a password in the URL are
    sent as Basic authorization."""

    url: SplitResult

    def __str__(self) -> str:
        return self.url._replace(netloc=self.url.netloc.rpartition("@")[2]).geturl()

    def send(self, heads: Sequence[str]) -> None:
        """Post them in one request."""
        body = "".join(f"{head}\n" for head in heads).encode()
        try:
            answer = httpx.post(
                self.url.geturl(), content=body, headers={"content-type": "application/x-ndjson"}, timeout=SEND_TIMEOUT
            )
        except httpx.HTTPError as error:
            raise OSError(f"{type(error).__name__}: {error}") from None
        if not answer.is_success:
            raise OSError(f"answered with status {answer.status_code}")


@dataclass(frozen=True, slots=True)
class SyslogTarget:
    """A syslog server: a message of RFC 5424 for each head. By UDP nobody hears whether it came; by TCP each message is
    preceded by its length (RFC 6587, 3.4.1)."""

    host: str
    port: int
    tcp: bool = False

    def __str__(self) -> str:
        return f"syslog{'+tcp' if self.tcp else ''}://{self.host}:{self.port}"

    def send(self, heads: Sequence[str]) -> None:
        """One message after the other."""
        messages = [_message(head) for head in heads]
        if self.tcp:
            with socket.create_connection((self.host, self.port), SEND_TIMEOUT) as connection:
                connection.sendall(b"".join(b"%d %b" % (len(message), message) for message in messages))
            return
        family, kind, _, _, address = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_DGRAM)[0]
        with socket.socket(family, kind) as sending:
            for message in messages:
                sending.sendto(message, address)


def _message(head: str) -> bytes:
    at = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return f"<{PRIORITY}>1 {at} {socket.gethostname() or '-'} croupier {os.getpid()} head - {head}".encode()
