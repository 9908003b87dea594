"""A client of a house: sign in, sit down, hear every record, give commands that are done once or not at all.

    async with Client("http://127.0.0.1:8000") as client:
        await client.guest("Ann")
        async with client.table("dj-wild") as table:
            await table.command(Sit(player="Ann", seat=1))
            async for message in table:
                ...

A lost connection is taken up again by itself: records go on after the last one that came, byte for byte, and commands
without an answer are asked again under the same key.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from itertools import count
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Self

import httpx
import msgspec
from msgspec.structs import replace
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from croupier.errors import HouseError
from croupier.house.cloth.payloads import TableRules
from croupier.house.desk.payloads import TableLine
from croupier.house.people.payloads import Session
from croupier.house.tables.views.payloads import PlayedRound, View
from croupier.table.commands import Place, PlaceWagers
from croupier.table.seeds import CONTRIBUTION

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from websockets.asyncio.client import ClientConnection

    from croupier.kit.payload import Json
    from croupier.table.commands import Command

COOKIE = "croupier"
RECONNECT_TIMEOUT = 30.0
"""Seconds for which a lost connection is tried again."""
SOON, LATEST = 0.05, 1.0
FINAL = {4401: "denied", 4403: "denied", 4404: "unknown"}
"""Closing codes after which there is no coming back, and the fault each stands for."""
AGAIN = {"busy", "moved", "storage"}
"""Faults of a table that is taken up anew or has too much to do: the command is asked again under its key."""


class Record(msgspec.Struct, frozen=True):
    """A stored record as it was sent: its journal line, with one's own hands where one may look at them from it on."""

    n: int
    line: bytes

    def told(self) -> Json:
        """The record as data."""
        return dict(msgspec.json.decode(self.line))


class Viewed(msgspec.Struct, frozen=True):
    """The table as one sees it after record `n`."""

    n: int
    table: View


class Answer(msgspec.Struct, frozen=True):
    """What became of a command: the record up to which it reached, or why the table refused it."""

    key: str
    n: int = -1
    refused: str = ""
    field: str = ""
    cite: str = ""
    code: str = ""


class _Error(msgspec.Struct, frozen=True):
    code: str
    message: str
    field: str = ""
    key: str = ""


class _Message(msgspec.Struct, frozen=True):
    n: int = -1
    view: View | None = None
    answer: Answer | None = None
    error: _Error | None = None


_decode = msgspec.json.Decoder(_Message).decode


class Client:
    """One person's connection to a house."""

    def __init__(self, url: str, *, patience: float = RECONNECT_TIMEOUT) -> None:
        self.url = url.rstrip("/")
        self.patience = patience
        self.name = ""
        self._http = httpx.AsyncClient(base_url=self.url, timeout=patience)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    @property
    def token(self) -> str:
        """The session's token."""
        return self._http.cookies.get(COOKIE) or ""

    async def guest(self, name: str) -> None:
        """Play under a free name."""
        self.name = (await self._ask("POST", "/api/guest", {"name": name}))["name"]

    async def sign_in(self, name: str, password: str) -> None:
        """Begin a session."""
        self.name = (await self._ask("POST", "/api/session", {"name": name, "password": password}))["name"]

    async def sign_out(self) -> None:
        """End the session."""
        await self._ask("DELETE", "/api/session")

    async def me(self) -> Session:
        """Name, roles and wallet."""
        return msgspec.convert(await self._ask("GET", "/api/session"), Session)

    async def tables(self) -> list[TableLine]:
        """The lobby."""
        return msgspec.convert(await self._ask("GET", "/api/tables"), list[TableLine], strict=False)

    async def rules(self, table: str) -> TableRules:
        """What is played at a table."""
        return msgspec.convert(await self._ask("GET", f"/api/tables/{table}/rules"), TableRules)

    async def rounds(self, **asked: Any) -> list[PlayedRound]:  # noqa: ANN401 - query parameters
        """One's own rounds, latest first."""
        return msgspec.convert(await self._ask("GET", "/api/rounds", query=asked), list[PlayedRound])

    def table(self, id_: str, *, after: int = -1, keep: bool = True) -> Table:
        """A table to sit down at, from the record after `after`. Without `keep` only its latest view is held."""
        return Table(self, id_, after, keep=keep)

    async def _ask(self, method: str, path: str, body: object = None, query: Any = None) -> Any:  # noqa: ANN401 - JSON
        try:
            reply = await self._http.request(method, path, json=body, params=query)
        except httpx.HTTPError as error:
            raise HouseError(f"no house answers at {self.url}: {error}", fault="closed") from None
        if reply.is_error:
            found = reply.json().get("error") or {"message": f"the house answers {reply.status_code}"}
            raise HouseError(found["message"], fault=found.get("code", "denied"), field=found.get("field", ""))
        return msgspec.json.decode(reply.content)


class Table:
    """A table, as one person sees it. `n` is the last record that came, `view` the latest view."""

    def __init__(self, client: Client, id_: str, after: int, *, keep: bool) -> None:
        self.client = client
        self.id = id_
        self.n = after
        self._view: View | None = None
        self.connections = 0
        self._keep = keep
        self._came: deque[Record | Viewed] = deque()
        self._news = asyncio.Event()
        self._changed = asyncio.Event()
        self._asked: dict[str, tuple[bytes, asyncio.Future[Answer]]] = {}
        self._prefix = token_hex(6)
        self._count = count(1)
        self._socket: ClientConnection | None = None
        self._ended: HouseError | None = None
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._hold(), name=f"at {self.id}")
        await self.changed()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._end(HouseError("the table was left", fault="closed"))

    # What one does.

    async def command(self, command: Command, key: str = "") -> Answer:
        """Give a command and wait for its answer, over as many connections as it takes.

        A wager on one's own seat carries random bytes of this client's, its part of the seed of the next shuffle,
        unless the command names its own, or its key.
        """
        if not key:
            command = self._contributing(command)
            key = f"{self._prefix}-{next(self._count)}"
        loop = asyncio.get_running_loop()
        until, wait = loop.time() + self.client.patience, SOON
        while True:
            try:
                return await self._give(command, key)
            except HouseError as error:
                if error.fault not in AGAIN or loop.time() > until:
                    raise
                await asyncio.sleep(wait)
                wait = min(2 * wait, LATEST)

    def _contributing(self, command: Command) -> Command:
        if not isinstance(command, Place | PlaceWagers) or command.contribution:
            return command
        seat = self._view.seats.get(command.seat) if self._view is not None else None
        return replace(command, contribution=token_hex(CONTRIBUTION)) if seat is not None and seat.yours else command

    async def _give(self, command: Command, key: str) -> Answer:
        if self._ended is not None:
            raise self._ended
        data = msgspec.json.encode({"key": key, "command": command})
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._asked[key] = (data, done)
        try:
            await self._send(data)
            return await done
        finally:
            self._asked.pop(key, None)

    async def _send(self, data: bytes) -> None:
        if self._socket is not None:
            with contextlib.suppress(ConnectionClosed):  # asked again on the next connection
                await self._socket.send(data, text=True)

    # What one hears.

    async def __aiter__(self) -> AsyncIterator[Record | Viewed]:
        while True:
            while self._came:
                yield self._came.popleft()
            if self._ended is not None:
                raise self._ended
            self._news.clear()
            await self._news.wait()

    @property
    def view(self) -> View:
        """The latest view; there is one once the table is entered."""
        if self._view is None:
            raise self._ended or HouseError("no view has come yet", fault="closed")
        return self._view

    async def changed(self) -> View:
        """Wait for the next view that has not been waited for."""
        await self._changed.wait()
        self._changed.clear()
        if self._ended is not None:
            raise self._ended
        return self.view

    # The connection.

    async def _hold(self) -> None:
        loop = asyncio.get_running_loop()
        lost, wait = loop.time(), SOON
        while True:
            try:
                async with connect(
                    self._address(),
                    additional_headers={"Cookie": f"{COOKIE}={self.client.token}"},
                    max_size=None,
                    compression=None,
                    proxy=None,
                ) as socket:
                    wait = SOON
                    await self._attend(socket)
            except ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd is not None else 0
                if code in FINAL:
                    return self._end(HouseError(f"let go: {closed.rcvd and closed.rcvd.reason}", fault=FINAL[code]))
                lost = loop.time() if self._socket is not None else lost
            except (OSError, InvalidHandshake, TimeoutError) as error:
                if loop.time() - lost > self.client.patience:
                    return self._end(HouseError(f"the connection is lost: {error}", fault="closed"))
            except HouseError as error:
                return self._end(error)
            except msgspec.MsgspecError as error:
                return self._end(HouseError(f"not a message of a house: {error}", fault="closed"))
            self._socket = None
            await asyncio.sleep(wait)
            wait = min(2 * wait, LATEST)

    def _address(self) -> str:
        scheme, _, rest = self.client.url.partition("://")
        return f"{'wss' if scheme == 'https' else 'ws'}://{rest}/api/tables/{self.id}/socket?after={self.n}&together=1"

    async def _attend(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.connections += 1
        for data, _ in list(self._asked.values()):
            await socket.send(data, text=True)
        while True:
            frame = await socket.recv(decode=False)
            for line in frame.splitlines(keepends=True):
                self._hear(line)

    def _hear(self, line: bytes) -> None:
        message = _decode(line)
        if message.view is not None:
            self.n = message.n if self.n < 0 else self.n
            self._view = message.view
            self._changed.set()
            self._put(Viewed(message.n, message.view))
        elif message.answer is not None:
            self._answer(message.answer.key, message.answer)
        elif message.error is not None:
            self._trouble(message.error)
        else:
            if self.n >= 0 and message.n != self.n + 1:
                raise HouseError(f"record {message.n} came after record {self.n}", fault="gone")
            self.n = message.n
            self._put(Record(message.n, line))

    def _put(self, message: Record | Viewed) -> None:
        if self._keep:
            self._came.append(message)
            self._news.set()

    def _answer(self, key: str, answer: Answer | HouseError) -> None:
        found = self._asked.get(key)
        if found is None or found[1].done():
            return
        if isinstance(answer, HouseError):
            found[1].set_exception(answer)
        else:
            found[1].set_result(answer)

    def _trouble(self, error: _Error) -> None:
        if error.key:
            self._answer(error.key, HouseError(error.message, fault=error.code, field=error.field))
        elif error.code == "gone":  # too far behind: the view that follows is the new beginning
            self.n = -1
        else:
            raise HouseError(error.message, fault=error.code, field=error.field)

    def _end(self, error: HouseError) -> None:
        self._ended = self._ended or error
        for key in list(self._asked):
            self._answer(key, error)
        self._news.set()
        self._changed.set()
