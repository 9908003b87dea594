"""How much one socket may send: commands in a frame, frames in a second, refusals in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from croupier.web.http.limits.buckets import rounded, seconds
from croupier.web.http.messages import Error, Failed, NotDone, PageAnswer

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Send

    from croupier.web.http.limits.rate_limiter import RateLimiter
from typing import TYPE_CHECKING

GOES_ON = 100
"""Refused commands in a row after which a socket is closed."""


LINES = 128
"""Commands in one frame; whoever sends more does not play."""


class SocketMeter:
    """What one socket says, less what is over the limit of its session. A socket that hears frames by itself finds it
    in its scope."""

    def __init__(self, gate: RateLimiter, key: object, receive: Receive, send: Send, *, page: bool) -> None:
        self._gate = gate
        self._key = key
        self._receive = receive
        self._send = send
        self._page = page
        self._refused = 0

    @property
    def goes_on(self) -> bool:
        """Whether the other side does not listen: it is let go."""
        return self._refused >= GOES_ON

    def over(self, data: str | bytes) -> list[Failed | NotDone]:
        """The answers to a frame that is over the limit; none to one that may be heard."""
        lines = data.splitlines() if not self._page else [data]
        if len(lines) > LINES:
            self._gate.tell("commands")
            self._refused += GOES_ON
            return [self._busy(b"", FULL)]
        wait = self._gate.commands.take(self._key, max(1, len(lines)))
        if not wait:
            self._refused = 0
            return []
        if not self._refused:
            self._gate.tell("commands")
        self._refused += max(1, len(lines))
        return [self._busy(line, wait) for line in lines or [b""]]

    async def receive(self) -> Message:
        """The next message that may be heard."""
        while True:
            message = await self._receive()
            if message["type"] != "websocket.receive":
                return message
            text = message.get("text")
            refused = self.over(text if text is not None else message.get("bytes") or b"")
            if not refused:
                return message
            for each in refused:
                await self._send({"type": "websocket.send", "text": msgspec.json.encode(each).decode() + "\n"})
            if self.goes_on:
                await self._send({"type": "websocket.close", "code": TRY_LATER, "reason": "too many commands"})
                return {"type": "websocket.disconnect", "code": TRY_LATER}

    def _busy(self, line: str | bytes, wait: float) -> Failed | NotDone:
        try:
            key = _KEY.decode(line).key
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            key = ""
        message, retry = f"too many commands; ask again in {seconds(wait)}", rounded(wait)
        if self._page:
            return NotDone(PageAnswer(key=key, refused=message, code="busy", retry=retry))
        return Failed(Error("busy", message, key=key, retry=retry))


TRY_LATER = 1013


FULL = 10.0
"""Seconds after which whoever has too many sockets open may try again."""


class _Key(msgspec.Struct):
    key: str = ""


_KEY = msgspec.json.Decoder(_Key)
