"""How often one may ask: so much per session and per address, far above what a page or a bot needs.

Every limit lets so many through at once and gives them back at a steady rate. What is over it is refused with the time
after which it would not be; nothing is queued, and no more is remembered than `MAX_BUCKETS` of each kind.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, fields
from math import ceil
from typing import TYPE_CHECKING, Any, Self

import msgspec

from croupier.errors import BadText
from croupier.web.http.addresses import cookie, shared, who
from croupier.web.http.device_cookies import DEVICE_COOKIE as BROWSER
from croupier.web.http.limits.buckets import Buckets, OpenConnections, hashed_key, rounded, seconds
from croupier.web.http.limits.socket_meter import FULL, SocketMeter
from croupier.web.http.refusals import refusal
from croupier.web.http.sessions import SESSION_COOKIE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.types import ASGIApp, Receive, Scope, Send

    from croupier.web.http.addresses import Proxies

MEASURE = "croupier.measure"
"""Where a socket finds its `SocketMeter` in its scope."""
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


def _session(scope: Scope) -> bytes | None:
    """The session that a cookie claims, as a hash: it is not looked up, since the address is counted too."""
    return hashed_key(token) if (token := cookie(scope, SESSION_COOKIE)) else None


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
            return self.sign_in.take(hashed_key(browser) if self.knows(browser) else address), "sign-ins"
        if scope["path"] == "/api/guest":
            return self.guests.take(address), "new guests"
        if scope["path"].endswith("/commands"):
            return self.commands.take(session or address), "commands"
        return 0.0, ""


async def _refuse(scope: Scope, send: Send, wait: float, what: str) -> None:
    message = f"too many {what}; ask again in {seconds(wait)}"
    body = msgspec.json.encode(refusal("busy", message, retry=rounded(wait)))
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", str(ceil(wait)).encode()),
    ]
    kind = "websocket.http" if scope["type"] == "websocket" else "http"
    await send({"type": f"{kind}.response.start", "status": 429, "headers": headers})
    await send({"type": f"{kind}.response.body", "body": body})
