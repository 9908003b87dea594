"""Tables that another process of the house keeps: what is asked of them here is asked there, byte for byte.

A process that does not answer is a table that is being taken up anew: HTTP says so with 503, a socket closes with 1012,
and whoever asked comes back. Each side shows the other that it has the house's key; whoever has not reads no cookie,
and what it answers is not believed.
"""

from __future__ import annotations

import asyncio
import hmac
import re
import sys
import time
from contextlib import suppress
from hashlib import sha256
from secrets import compare_digest
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from urllib.parse import quote, unquote

import httpx
import msgspec
from starlette.datastructures import Headers, QueryParams
from starlette.responses import Response
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from croupier.errors import HouseError
from croupier.language import ENGLISH, current_language
from croupier.web.http.addresses import cookie, header, who
from croupier.web.http.refusals import answer as answer_refused
from croupier.web.http.refusals import refusal
from croupier.web.http.sessions import COOKIE, same_origin
from croupier.web.sockets.page_socket import DENIED, RESTART, until_one_ends

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping

    from starlette.requests import HTTPConnection, Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send
    from websockets.asyncio.client import ClientConnection

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
ASKED_OF = (
    "/api/watch/socket",
    "/api/how-to-play",
    "/api/how-to-play/prices",
    "/api/how-to-play/provision",
    "/api/practice/hand",
    "/api/practice/answer",
)
"""Addresses whose question names the table."""
MOVED = "the table is being taken up anew; ask again"
AGAIN = 1.0
"""Seconds between two questions of the same page."""
_TABLE = re.compile(r"/api/(?:[a-z-]+/)?tables/([^/]+)(?:/|$)")
_HOP = {"connection", "keep-alive", "transfer-encoding", "upgrade", "content-length", "te", "trailer"}
_NOT_OURS = "this is no process of the house"
_OURS = {CLIENT, MARK, SESSION, LANGUAGE}
_NOT_BACK = {*_HOP, ANSWERED}
_LARGEST = 64 * 1024
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
        token, client = cookie(scope, COOKIE), who(scope, self.proxies)
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
            headers.append((b"cookie", b"%b=%b" % (COOKIE.encode(), self._lock.open(sealed))))
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
                await asyncio.sleep(AGAIN)

        if self.house.keeping.owners is not None:
            yield follow()


class Forward:
    """In front of the app."""

    def __init__(self, app: ASGIApp, others: Others) -> None:
        self.app = app
        self.others = others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Here or there."""
        if scope["type"] in {"http", "websocket"} and header(scope, MARK.encode()):
            if not self.others.is_ours(scope):
                await _refuse(scope, receive, send)
                return
            scope, send = self.others.taken(scope), self.others.answering(scope, send)
        address = await self._where(scope)
        if not address:
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await self._socket(WebSocket(scope, receive, send), address)
        else:
            await self._request(scope, receive, send, address)

    async def _where(self, scope: Scope) -> str:
        if scope["type"] not in {"http", "websocket"} or self.others.house.keeping.owners is None:
            return ""
        table = table_asked(scope["path"], scope["query_string"].decode("latin-1"))
        return await self.others.house.keeping.where(table) if table and MARK not in Headers(scope=scope) else ""

    async def _request(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body") or len(body) > _LARGEST:
                break
        query, path = scope["query_string"].decode(), scope.get("raw_path", scope["path"].encode()).decode()
        marked = self.others.marked(scope, scope["method"], path)
        ours = [(k.encode(), v.encode("latin-1")) for k, v in marked.items()]
        headers = [(k, v) for k, v in scope["headers"] if k.decode() not in {*_HOP, *_OURS, "cookie"}] + ours
        url = f"{address}{path}{'?' + query if query else ''}"
        begun = False
        try:
            async with self.others.client.stream(scope["method"], url, headers=headers, content=body) as answer:
                if not self.others.answers(marked, answer.headers.get(ANSWERED, "")):
                    raise httpx.RemoteProtocolError(_NOT_OURS)
                begun = True
                await send(
                    {
                        "type": "http.response.start",
                        "status": answer.status_code,
                        "headers": [
                            (k.lower(), v) for k, v in answer.headers.raw if k.decode().lower() not in _NOT_BACK
                        ],
                    }
                )
                async for part in answer.aiter_raw():
                    await send({"type": "http.response.body", "body": part, "more_body": True})
                await send({"type": "http.response.body", "body": b""})
        except httpx.HTTPError:
            if not begun:  # or the half of an answer ends here, and is seen to be one
                refused = answer_refused(refusal("moved", MOVED, "table"), 503, {"Retry-After": "1"})
                await refused(scope, receive, send)

    async def _socket(self, here: WebSocket, address: str) -> None:
        await here.accept()
        if not same_origin(here):
            await here.close(DENIED)
            return
        url = f"ws{address.removeprefix('http')}{here.url.path}{'?' + here.url.query if here.url.query else ''}"
        marked = self.others.marked(here.scope, "GET", here.url.path)
        try:
            async with connect(url, additional_headers=marked, compression=None, max_size=None, proxy=None) as there:
                shown = there.response.headers.get(ANSWERED, "") if there.response is not None else ""
                if self.others.answers(marked, shown):
                    await _both(here, there)
                else:
                    await here.close(RESTART)
        except (OSError, InvalidHandshake, TimeoutError):
            with suppress(RuntimeError):
                await here.close(RESTART)


def code(secret: bytes, at: int, method: str, path: str, client: str, session: str = "") -> str:
    """What a request that is forwarded at a time is known by."""
    text = "\n".join((str(at), method, unquote(path), client, session))
    return hmac.new(secret, text.encode(), sha256).hexdigest()


async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
    """Nobody but a process of this house asks in somebody's name."""
    answer = answer_refused(refusal("denied", "this was not forwarded by a process of this house", MARK), 403)
    if scope["type"] == "http":
        await answer(scope, receive, send)
        return
    await WebSocket(scope, receive, send).send_denial_response(answer)


def table_asked(path: str, query: str) -> str:
    """The table that something is asked of: it stands in the address, or for some pages in the question.

    >>> table_asked("/api/tables/dj-wild/socket", ""), table_asked("/api/how-to-play", "table=over-under")
    ('dj-wild', 'over-under')
    """
    if path in ASKED_OF:
        return QueryParams(query).get("table", "")
    found = _TABLE.match(path)
    return found[1] if found is not None else ""


async def _both(here: WebSocket, there: ClientConnection) -> None:
    with suppress(WebSocketDisconnect):
        await until_one_ends(_out(here, there), _in(here, there))
    with suppress(RuntimeError, WebSocketDisconnect):
        code = there.close_code
        await here.close(code if code not in {None, 1006} else RESTART, there.close_reason or "")


async def _out(here: WebSocket, there: ClientConnection) -> None:
    """What the page says."""
    with suppress(ConnectionClosed):
        while True:
            message: Any = await here.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            await there.send(text if text is not None else message.get("bytes") or b"")


async def _in(here: WebSocket, there: ClientConnection) -> None:
    """What the table says."""
    with suppress(ConnectionClosed, RuntimeError):
        async for message in there:
            if isinstance(message, str):
                await here.send_text(message)
            else:
                await here.send_bytes(message)
