"""Tables that another process of the house keeps: what is asked of them here is asked there, byte for byte.

A process that does not answer is a table that is being taken up anew: HTTP says so with 503, a socket closes with 1012,
and whoever asked comes back. Each side shows the other that it has the house's key; whoever has not reads no cookie,
and what it answers is not believed.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import httpx
from starlette.datastructures import Headers, QueryParams
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from croupier.web.http.addresses import header
from croupier.web.http.refusals import answer as answer_refused
from croupier.web.http.refusals import refusal
from croupier.web.http.sessions import same_origin
from croupier.web.other_processes import ANSWERED, CLIENT, LANGUAGE, MARK, MOVED, SESSION, Others
from croupier.web.sockets.page_socket import DENIED, RESTART, until_one_ends

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send
    from websockets.asyncio.client import ClientConnection


ASKED_OF = (
    "/api/watch/socket",
    "/api/how-to-play",
    "/api/how-to-play/prices",
    "/api/how-to-play/provision",
    "/api/practice/hand",
    "/api/practice/answer",
)
"""Addresses whose question names the table."""
_TABLE = re.compile(r"/api/(?:[a-z-]+/)?tables/([^/]+)(?:/|$)")
_HOP = {"connection", "keep-alive", "transfer-encoding", "upgrade", "content-length", "te", "trailer"}
_NOT_OURS = "this is no process of the house"
_OURS = {CLIENT, MARK, SESSION, LANGUAGE}
_NOT_BACK = {*_HOP, ANSWERED}
_LARGEST = 64 * 1024


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
