"""How often one may ask: so much per session and per address, far above what a page or a bot needs.

Every limit lets so many through at once and gives them back at a steady rate. What is over it is refused with the time
after which it would not be; nothing is queued, and no more is remembered than `MAX_BUCKETS` of each kind.
"""

from __future__ import annotations

import time
from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, fields
from hashlib import blake2b
from math import ceil
from typing import TYPE_CHECKING, Any, Self

import msgspec

from croupier.errors import BadText
from croupier.web.http.addresses import cookie, shared, who
from croupier.web.http.device_cookies import COOKIE as BROWSER
from croupier.web.http.messages import Error, Failed, NotDone, PageAnswer
from croupier.web.http.refusals import refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from croupier.web.http.addresses import Proxies

MAX_BUCKETS = 20_000
"""Sessions or addresses that a limit remembers; those that have asked for nothing lately are forgotten first."""
GOES_ON = 100
"""Refused commands in a row after which a socket is closed."""
LINES = 128
"""Commands in one frame; whoever sends more does not play."""
MEASURE = "croupier.measure"
"""Where a socket finds its `SocketMeter` in its scope."""
TRY_LATER = 1013
FULL = 10.0
"""Seconds after which whoever has too many sockets open may try again."""
COOKIE = "croupier"
SIGN_IN = frozenset(
    {
        "/api/session",
        "/api/session/second",
        "/api/administrator",
        "/api/invitation",
        "/api/password",
        "/api/reset",
        "/api/reset/name",
        "/api/factors/totp",
        "/api/factors/totp/begin",
        "/api/factors/passkeys/begin",
        "/api/factors/removal",
    }
)
"""Where something could be guessed."""
PASSKEY = "/api/session/passkey"
"""Where nothing can: whoever shows a passkey does not wait for those who guess."""
BEGINS = frozenset({"/api/session/passkey/options", "/api/oidc"})
"""Where something is begun and stored for whoever asks, signed in or not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What a person who plays never meets. An address has ten times what a session has: many may share one."""

    sign_in: int = 20
    """Sign-ins a minute of one browser that has signed in before, and of all others at one address."""
    guests: int = 120
    """New guests a minute from one address."""
    requests: int = 50
    """Requests a second of one session, six seconds' worth at once."""
    connects: int = 120
    """Sockets a minute of one session."""
    sockets: int = 200
    """Sockets of one session that are open at once."""
    commands: int = 100
    """Commands a second of one session on all its sockets, three seconds' worth at once."""
    lab: int = 60
    """Seconds that the lab works for one address in a minute, a minute's worth at once; twice that for everyone."""

    @classmethod
    def read(cls, data: Mapping[str, Any], field: str = "limits") -> Self:
        """Limits from a table of settings.

        >>> Limits.read({"sign-in": 5}).sign_in
        5
        """
        known = [one.name.replace("_", "-") for one in fields(cls)]
        for name, number in data.items():
            if name not in known:
                raise BadText(f"is none of {', '.join(known)}", field=f"{field}.{name}")
            if type(number) is not int or not 1 <= number <= 1_000_000:
                raise BadText("is no whole number from 1 to 1,000,000", field=f"{field}.{name}")
        return cls(**{name.replace("-", "_"): number for name, number in data.items()})


class Buckets:
    """One limit: `rate` a second, `burst` at once, for each key by itself.

    >>> now = [0.0]
    >>> buckets = Buckets(2, 3, clock=lambda: now[0])
    >>> [buckets.take("ann") for _ in range(4)]
    [0.0, 0.0, 0.0, 0.5]
    >>> now[0] = 0.5
    >>> buckets.take("ann")
    0.0
    """

    __slots__ = ("_ahead", "_at", "_clock", "_rate")

    def __init__(self, rate: float, burst: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._ahead = burst / rate
        self._clock = clock
        self._at: dict[object, float] = {}  # when everything taken will have been given back

    def __len__(self) -> int:
        return len(self._at)

    def take(self, key: object, count: int = 1) -> float:
        """Take so many; 0, or the seconds after which there would be enough, and nothing is taken."""
        now = self._clock()
        after = max(now, self._at.get(key, 0.0)) + min(count / self._rate, self._ahead)
        if after - now > self._ahead + 1e-9:
            return after - now - self._ahead
        if key not in self._at and len(self._at) >= MAX_BUCKETS:
            self._forget(now)
        self._at[key] = after
        return 0.0

    def _forget(self, now: float) -> None:
        self._at = {key: at for key, at in self._at.items() if at > now}
        while len(self._at) >= MAX_BUCKETS:
            del self._at[next(iter(self._at))]


class OpenConnections:
    """Sockets that are open: so many of one session, ten times as many of one address.

    >>> held = OpenConnections(1)
    >>> with held.one("here", b"ann"):
    ...     held.full("here", b"ann"), held.full("here", b"bob"), held.full("there", None)
    (True, False, False)
    >>> held.full("here", b"ann")
    False
    """

    __slots__ = ("_held", "_most")

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: Counter[object] = Counter()

    def full(self, address: str, session: bytes | None) -> bool:
        """Whether another is one too many."""
        return self._held[address] >= 10 * self._most or (session is not None and self._held[session] >= self._most)

    @contextmanager
    def one(self, address: str, session: bytes | None) -> Iterator[None]:
        """Count one as long as this lasts."""
        keys: tuple[object, ...] = (address,) if session is None else (address, session)
        self._held.update(keys)
        try:
            yield
        finally:
            self._held.subtract(keys)
            for key in keys:
                if not self._held[key]:
                    del self._held[key]


def _hash(value: str) -> bytes:
    return blake2b(value.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _session(scope: Scope) -> bytes | None:
    """The session that a cookie claims, as a hash: it is not looked up, since the address is counted too."""
    return _hash(token) if (token := cookie(scope, COOKIE)) else None


class RateLimiter:
    """The middleware that holds everyone to the limits. `hear` are told of what sockets are refused."""

    def __init__(
        self,
        app: ASGIApp,
        limits: Limits,
        proxies: Proxies,
        hear: tuple[Callable[[str], None], ...] = (),
        clock: Callable[[], float] = time.monotonic,
        knows: Callable[[str], bool] = lambda _: False,
    ) -> None:
        def minute(number: int) -> Buckets:
            return Buckets(number / 60, number, clock=clock)

        self.app = app
        self.proxies = proxies
        self.hear = hear
        self.knows = knows
        self.sign_in, self.guests = minute(limits.sign_in), minute(limits.guests)
        self.passkeys, self.begins = minute(10 * limits.sign_in), minute(10 * limits.sign_in)
        self.requests = Buckets(limits.requests, 6 * limits.requests, clock=clock)
        self.requests_there = Buckets(10 * limits.requests, 60 * limits.requests, clock=clock)
        self.connects, self.connects_there = minute(limits.connects), minute(10 * limits.connects)
        self.commands = Buckets(limits.commands, 3 * limits.commands, clock=clock)
        self.open = OpenConnections(limits.sockets)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let through what is within the limits."""
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        address = shared(who(scope, self.proxies))
        session = _session(scope)
        wait, what = self._wait(scope, address, session)
        if wait:
            await _refuse(scope, send, wait, what)
            if scope["type"] == "websocket":
                self.tell(what)
        elif scope["type"] == "websocket":
            measure = SocketMeter(self, session or address, receive, send, page=scope["path"].endswith("/page"))
            scope.setdefault("extensions", {})[MEASURE] = measure
            with self.open.one(address, session):
                await self.app(scope, measure.receive, send)
        else:
            await self.app(scope, receive, send)

    def tell(self, what: str) -> None:
        """A socket was refused."""
        for hear in self.hear:
            hear(what)

    def _wait(self, scope: Scope, address: str, session: bytes | None) -> tuple[float, str]:  # noqa: PLR0911 - one answer for each limit
        if scope["type"] == "websocket":
            if self.open.full(address, session):
                return FULL, "open connections"
            wait = self.connects_there.take(address) or (self.connects.take(session) if session else 0.0)
            return wait, "connections"
        wait = self.requests_there.take(address) or (self.requests.take(session) if session else 0.0)
        if not wait and scope["path"] in BEGINS:
            return self.begins.take(address), "sign-ins"
        if wait or scope["method"] not in {"POST", "PUT"}:
            return wait, "requests"
        if scope["path"] == PASSKEY:
            return self.passkeys.take(address), "sign-ins"
        if scope["path"] in SIGN_IN:
            browser = cookie(scope, BROWSER)
            return self.sign_in.take(_hash(browser) if self.knows(browser) else address), "sign-ins"
        if scope["path"] == "/api/guest":
            return self.guests.take(address), "new guests"
        if scope["path"].endswith("/commands"):
            return self.commands.take(session or address), "commands"
        return 0.0, ""


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
        message, retry = f"too many commands; ask again in {_seconds(wait)}", _rounded(wait)
        if self._page:
            return NotDone(PageAnswer(key=key, refused=message, code="busy", retry=retry))
        return Failed(Error("busy", message, key=key, retry=retry))


class _Key(msgspec.Struct):
    key: str = ""


_KEY = msgspec.json.Decoder(_Key)


async def _refuse(scope: Scope, send: Send, wait: float, what: str) -> None:
    message = f"too many {what}; ask again in {_seconds(wait)}"
    body = msgspec.json.encode(refusal("busy", message, retry=_rounded(wait)))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", str(ceil(wait)).encode()),
    ]
    kind = "websocket.http" if scope["type"] == "websocket" else "http"
    await send({"type": f"{kind}.response.start", "status": 429, "headers": headers})
    await send({"type": f"{kind}.response.body", "body": body})


def _rounded(wait: float) -> float:
    return ceil(wait * 100) / 100


def _seconds(wait: float) -> str:
    seconds = ceil(wait)
    return "a second" if seconds == 1 else f"{seconds} seconds"
