"""Connections that do not finish what they ask are closed: so long for the headers of a request, so long for its body.
So are those that take nothing of their answers.

uvicorn limits how long a connection may be idle between requests, and not how slowly one may be sent or answered. This
leans on its internals: `connection_choice.py` says which versions it fits, and what is used elsewhere.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Literal

from uvicorn.protocols.http.auto import AutoHTTPProtocol

from croupier.web.http.connections.connection_choice import BODY, HEAD, TAKES

if TYPE_CHECKING:
    Stage = Literal["head", "body", ""]
    """What of a request is still awaited."""

BODY_PIECE = 4096
"""Bytes that are read before it is looked at whether the rest is wanted."""
UNHEARD = 64 * 1024
"""Bytes of what is not wanted that may come before the connection is closed."""


class TimeoutProtocol(AutoHTTPProtocol):  # type: ignore[valid-type, misc] # one of two classes of uvicorn's
    """A connection whose requests come in time. What came of one does not lengthen its time. Of a body that does not
    say how long it is nothing is read: it is refused, and reading a million chunks would keep everyone waiting."""

    head_seconds, body_seconds, takes_seconds = HEAD, BODY, TAKES
    _taken: tuple[int, int] = (0, 0)
    _drained = 0
    _looking: asyncio.TimerHandle | None = None
    _stage: Stage = ""
    _over = False
    _unheard = 0
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Begin to wait for the headers of a first request."""
        super().connection_made(transport)
        self._await("head")
        self._look_again()

    def _look_again(self) -> None:
        self._looking = asyncio.get_running_loop().call_later(self.takes_seconds, self._look)

    def _look(self) -> None:
        """Whether anything was taken since the last look of what was to be sent then."""
        if self.transport.get_protocol() is not self:  # it has become a socket's, which has a patience of its own
            return
        left, (before, drained) = self.transport.get_write_buffer_size(), self._taken
        if left >= before > 0 and drained == self._drained:
            self.transport.abort()
            return
        self._taken = left, self._drained
        self._look_again()

    def resume_writing(self) -> None:
        """Most of what was to be sent has been taken."""
        self._drained += 1
        super().resume_writing()

    def data_received(self, data: bytes) -> None:
        """Read more of a request, or leave it unread once it is refused."""
        for start in range(0, len(data), BODY_PIECE):
            now: Any = self.transport.get_protocol()
            self._over = self._over or (now is self and self._is_chunked())
            if self._over or self.transport.is_closing():
                self._hear_no_more(len(data) - start)
                break
            piece = data[start : start + BODY_PIECE]
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
        """Stop waiting: the connection is closed."""
        self._await("")
        if self._looking is not None:
            self._looking.cancel()
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


def patient(head: float, body: float, takes: float = TAKES) -> type[TimeoutProtocol]:
    """Connections with so many seconds for headers, for bodies, and for something of an answer to be taken."""
    limits = {"head_seconds": head, "body_seconds": body, "takes_seconds": takes}
    return type("Patient", (TimeoutProtocol,), limits)
