"""The other processes of the house: what is asked of them, and how each knows that the other is one of them."""

from __future__ import annotations

import asyncio
import hmac
import sys
import time
from hashlib import sha256
from secrets import compare_digest
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from urllib.parse import quote, unquote

import httpx
import msgspec
from starlette.responses import Response

from croupier.errors import HouseError
from croupier.language import ENGLISH, current_language
from croupier.web.http.addresses import cookie, header, who
from croupier.web.http.sessions import SESSION_COOKIE

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping

    from starlette.requests import HTTPConnection, Request
    from starlette.types import Message, Scope, Send

    from croupier.house.house import House
    from croupier.web.http.addresses import Proxies


MARK = "x-croupier-forwarded"
"""What was forwarded once is not forwarded again. Its value is a time and a code that only a process with the house's
key can make, for this request and this client; whoever sends another is refused."""


SKEW = 300
"""Seconds by which the clocks of two machines may differ."""


CLIENT = "x-croupier-client"
"""Who asked, by the word of the process that forwards."""


SESSION = "x-croupier-session"
"""The token of the session they ask in, sealed with the house's key; cookies themselves are not forwarded."""


LANGUAGE = "accept-language"
"""The language they are answered in; the cookie that says it is not forwarded either."""


ANSWERED = "x-croupier-answered"
"""What an answer is known by: a code that only a process with the house's key can make, of the mark it answers."""


MOVED = "the table is being taken up anew; ask again"


ASK_INTERVAL = 1.0
"""Seconds between two questions of the same page."""


_AS_MANY = httpx.Limits(max_connections=None, max_keepalive_connections=100)
"""As many questions at once as come: whoever does not take an answer holds its connection until they are let go, and
nobody else waits for it."""


DIGITS = 12
"""Of a time in seconds, at most."""


class TableRow(Protocol):
    """A table in a list."""

    @property
    def id(self) -> str:
        """Its id."""


T = TypeVar("T")


A_Table = TypeVar("A_Table", bound=TableRow)


class Others:
    """The other processes of a house."""

    def __init__(self, house: House, proxies: Proxies) -> None:
        self.house = house
        self.proxies = proxies
        self._secret = house.key.secret(b"forwarding")
        self._lock = house.key.lock().of("forwarded session")
        self.client = httpx.AsyncClient(timeout=httpx.Timeout(30, connect=2), limits=_AS_MANY, trust_env=False)

    async def ask(self, asking: HTTPConnection, kind: type[T], question: str = "") -> list[T]:
        """What each of the others answers to the same question; one that does not answer has nothing to say."""
        return [msgspec.json.decode(answer.content, type=kind) for answer in await self._ask(asking, question)]

    def tables(self, own: Iterable[A_Table], others: Iterable[Iterable[A_Table]]) -> list[A_Table]:
        """One's own tables and those that the others tell of, in the order in which they were opened."""
        known = self.house.keeping.known
        every = {table.id: table for tables_there in others for table in tables_there}
        every |= {table.id: table for table in own}
        return sorted(every.values(), key=lambda table: (known.get(table.id, sys.maxsize), table.id))

    async def texts(self, asking: HTTPConnection) -> list[str]:
        """The same for what is no JSON."""
        return [answer.text for answer in await self._ask(asking, "")]

    async def _ask(self, asking: HTTPConnection, question: str) -> list[httpx.Response]:
        owners = self.house.keeping.owners
        if owners is None or (asking.scope["type"] == "http" and MARK in asking.headers):
            return []
        query = f"?{asking.url.query}" if asking.url.query else ""
        path = question or asking.url.path + query
        headers = self.marked(asking.scope, "GET", path.partition("?")[0])
        requests = [
            self.client.get(f"{address}{path}", headers=headers, timeout=2) for address in sorted(owners.addresses)
        ]
        answers = await asyncio.gather(*requests, return_exceptions=True)
        return [
            a
            for a in answers
            if isinstance(a, httpx.Response)
            and a.status_code == httpx.codes.OK
            and self.answers(headers, a.headers.get(ANSWERED, ""))
        ]

    async def instead(self, request: Request, table: str) -> Response | None:
        """The answer of the process that keeps a table, if that is another one."""
        address = "" if not table or MARK in request.headers else await self.house.keeping.where(table)
        if not address:
            return None
        headers = self.marked(request.scope, request.method, request.url.path)
        headers |= {name: value for name in ("Content-Type", "Idempotency-Key") if (value := request.headers.get(name))}
        try:
            answer = await self.client.request(
                request.method, f"{address}{request.url.path}", headers=headers, content=await request.body()
            )
        except httpx.HTTPError:
            raise HouseError(MOVED, fault="moved", field="table") from None
        if not self.answers(headers, answer.headers.get(ANSWERED, "")):
            raise HouseError(MOVED, fault="moved", field="table")
        return Response(answer.content, answer.status_code, media_type="application/json")

    def marked(self, scope: Scope, method: str, path: str) -> dict[str, str]:
        """Headers to ask something in the name of whoever asks here."""
        token, client = cookie(scope, SESSION_COOKIE), who(scope, self.proxies)
        session = self._lock.seal(token.encode("utf-8", "surrogatepass")) if token else ""
        now = int(time.time())
        mark = f"{now}.{code(self._secret, now, method, path, client, session)}"
        headers = {MARK: mark, CLIENT: client} | ({SESSION: session} if session else {})
        return headers | ({LANGUAGE: language} if (language := current_language.get()) != ENGLISH else {})

    def is_ours(self, scope: Scope) -> bool:
        """Whether another process of this house asks, in somebody's name."""
        at, _, given = header(scope, MARK.encode()).partition(".")
        if not at.isdecimal() or len(at) > DIGITS or abs(time.time() - int(at)) > SKEW:
            return False
        path = scope.get("raw_path", b"").decode("latin-1") or quote(scope["path"])
        asks = header(scope, CLIENT.encode()), header(scope, SESSION.encode())
        wanted = code(self._secret, int(at), scope.get("method", "GET"), path, *asks)
        return compare_digest(given.encode(), wanted.encode())

    def taken(self, scope: Scope) -> Scope:
        """What another process of this house forwarded, as if whoever asks there had come here."""
        sealed = header(scope, SESSION.encode())
        headers = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
        if sealed:
            headers.append((b"cookie", b"%b=%b" % (SESSION_COOKIE.encode(), self._lock.open(sealed))))
        return {**scope, "headers": headers, "client": (header(scope, CLIENT.encode()), 0)}

    def answering(self, scope: Scope, send: Send) -> Send:
        """Let whoever forwarded know that a process of this house answers."""
        shown = ANSWERED.encode(), self._answer(header(scope, MARK.encode())).encode()

        async def sending(message: Message) -> None:
            if message["type"] in {"http.response.start", "websocket.accept"}:
                message = {**message, "headers": [*message.get("headers", ()), shown]}
            await send(message)

        return sending

    def answers(self, parameters: Mapping[str, str], shown: str) -> bool:
        """Whether a process of this house answered what was asked with these headers."""
        return compare_digest(shown.encode(), self._answer(parameters[MARK]).encode())

    def _answer(self, mark: str) -> str:
        return hmac.new(self._secret, f"answered {mark}".encode(), sha256).hexdigest()

    def following(
        self, page: HTTPConnection, question: Callable[[], str], kind: type[T], hear: Callable[[list[T]], None]
    ) -> Iterator[Coroutine[Any, Any, None]]:
        """Where there are others: ask them again and again what a page shows of them."""

        async def follow() -> None:
            while True:
                hear(await self.ask(page, kind, question()))
                await asyncio.sleep(ASK_INTERVAL)

        if self.house.keeping.owners is not None:
            yield follow()


def code(secret: bytes, at: int, method: str, path: str, client: str, session: str = "") -> str:
    """What a request that is forwarded at a time is known by."""
    text = "\n".join((str(at), method, unquote(path), client, session))
    return hmac.new(secret, text.encode(), sha256).hexdigest()
