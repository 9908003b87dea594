"""Connections that do not finish what they ask are closed: so long for the headers of a request, so long for its body.

uvicorn limits how long a connection may be idle between requests, and not how slowly one may be sent.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Literal

from uvicorn.protocols.http.auto import AutoHTTPProtocol

if TYPE_CHECKING:
    Stage = Literal["head", "body", ""]
    """What of a request is still awaited."""

HEAD = 10.0
"""Seconds in which the headers of a request come, from the first byte on or from the connection's beginning."""
BODY = 20.0
"""Seconds in which its body comes; none is longer than 64 KiB."""
PIECE = 4096
"""Bytes that are read before it is looked at whether the rest is wanted."""
UNHEARD = 64 * 1024
"""Bytes of what is not wanted that may come before the connection is closed."""


class Patient(AutoHTTPProtocol):  # type: ignore[valid-type, misc] # one of two classes of uvicorn's
    """A connection whose requests come in time. What came of one does not lengthen its time. Of a body that does not
    say how long it is nothing is read: it is refused, and reading a million chunks would keep everyone waiting."""

    head_seconds, body_seconds = HEAD, BODY
    _stage: Stage = ""
    _over = False
    _unheard = 0
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Somebody came, and is to ask something."""
        super().connection_made(transport)
        self._await("head")

    def data_received(self, data: bytes) -> None:
        """More of a request came."""
        for start in range(0, len(data), PIECE):
            now: Any = self.transport.get_protocol()
            self._over = self._over or (now is self and self._is_chunked())
            if self._over or self.transport.is_closing():
                self._hear_no_more(len(data) - start)
                break
            piece = data[start : start + PIECE]
            if now is self:
                super().data_received(piece)
            else:  # it has become a socket's
                now.data_received(piece)
        self._await(self._missing())

    def _hear_no_more(self, size: int) -> None:
        self._unheard += size
        if self._unheard > UNHEARD:
            self.transport.abort()

    def _is_chunked(self) -> bool:
        return self._missing() == "body" and any(name == b"transfer-encoding" for name, _ in self.headers)

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self._await("")
        super().connection_lost(exc)

    def _missing(self) -> Stage:
        """What is missing of the request that is being sent; nothing of a socket, which has another protocol."""
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return ""
        cycle: Any = self.cycle
        if cycle is None or cycle.response_complete:
            return "head"
        return "body" if cycle.more_body else ""

    def _await(self, stage: Stage) -> None:
        if stage == self._stage:
            return
        self._stage = stage
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if stage:
            seconds = self.head_seconds if stage == "head" else self.body_seconds
            self._timer = asyncio.get_running_loop().call_later(seconds, self._late)

    def _late(self) -> None:
        if self._missing() == self._stage:
            self.transport.abort()


def patient(head: float, body: float) -> type[Patient]:
    """Connections with so many seconds for headers and for bodies."""
    return type("Patient", (Patient,), {"head_seconds": head, "body_seconds": body})
