"""Surveillance: every table live and read only, search, replay, verification, the dispute report."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import msgspec
from fastapi import Request, Response, WebSocket
from starlette.websockets import WebSocketDisconnect

from croupier.errors import HouseError
from croupier.house.watch import Watch
from croupier.web.live import DENIED, PATIENCE, RESTART, SIGN_IN, UNKNOWN
from croupier.web.register import COOKIE, Token, signed_in

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk import Desk
    from croupier.house.keeper import Keeper
    from croupier.house.people import Person

AGAIN = 2.0
"""Seconds after which the list is looked at anew, whatever happened."""
CALM = 0.05
"""Seconds in which changes are gathered before they are sent."""


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes; each asks for `surveil` at the tables it tells of."""
    watch = Watch(desk)
    watchers = Watchers(watch)
    app.state.watch = watchers

    @app.get("/api/watch/tables")
    async def tables(token: Token = None) -> Response:
        """Every table you may watch, its state and its alarms."""
        person = await signed_in(desk, token)
        return _json([watch.row(*one) for one in (await asyncio.to_thread(watch.visible, person)).items()])

    @app.get("/api/watch/search")
    async def search(request: Request, token: Token = None) -> Response:
        """Rounds, newest first: q, number, seat, player, card, paid, wager, void, irregular, late, marked, since,
        until, text, table; after goes on from an answer's next."""
        person = await signed_in(desk, token)
        asked = {name: value[:4000] for name, value in request.query_params.items()}
        return _json(await asyncio.to_thread(watch.search, person, asked))

    @app.get("/api/watch/tables/{table}/rounds/{number}")
    async def steps(table: str, number: int, token: Token = None) -> Response:
        """A closed round record by record, with the cloth after each."""
        person = await signed_in(desk, token)
        return _json(await asyncio.to_thread(watch.steps, person, table, number))

    @app.get("/api/watch/tables/{table}/rounds/{number}/report")
    async def report(table: str, number: int, token: Token = None) -> Response:
        """A closed round for a dispute: every line with its reasons, every record with its hash."""
        person = await signed_in(desk, token)
        return _json(await asyncio.to_thread(watch.report, person, table, number))

    @app.get("/api/watch/tables/{table}/verify")
    async def verified(table: str, token: Token = None) -> Response:
        """Whether the journal is intact; walks the records that are new since the last time."""
        person = await signed_in(desk, token)
        return _json(await asyncio.to_thread(watch.verify, person, table, anew=False))

    @app.post("/api/watch/tables/{table}/verify")
    async def verify(table: str, token: Token = None) -> Response:
        """Walk the whole journal anew, from its first record."""
        person = await signed_in(desk, token)
        return _json(await asyncio.to_thread(watch.verify, person, table, anew=True))

    @app.websocket("/api/watch/socket")
    async def socket(websocket: WebSocket, table: str = "") -> None:
        """The list of tables, and one table's cloth and records, whenever they change. Nothing is heard."""
        token = websocket.cookies.get(COOKIE)
        person = None if not token else await asyncio.to_thread(desk.people.of, token)
        await websocket.accept()
        origin = websocket.headers.get("origin")
        if person is None or (origin and origin.partition("://")[2] != websocket.headers.get("host")):
            await websocket.close(SIGN_IN if person is None else DENIED)
            return
        await watchers.serve(websocket, person, table)


def _json(told: object) -> Response:
    return Response(msgspec.json.encode(told), media_type="application/json")


class Watchers:
    """Every page that watches."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.open: set[Watcher] = set()
        watch.desk.people.revoked.append(self.revoke)

    async def serve(self, websocket: WebSocket, person: Person, table: str) -> None:
        """Hold a page until either side lets go."""
        try:
            tables = await asyncio.to_thread(self.watch.visible, person)
            if table:
                await asyncio.to_thread(self.watch.check, person, table)
        except HouseError as error:
            await websocket.close(UNKNOWN if error.fault == "unknown" else DENIED, error.message)
            return
        watcher = Watcher(websocket, self.watch, person, tables, table)
        self.open.add(watcher)
        try:
            await watcher.run()
        finally:
            self.open.discard(watcher)

    def revoke(self, name: str) -> None:
        """Somebody's roles changed: sign-in decides anew."""
        for watcher in self.open.copy():
            if watcher.person.name == name:
                watcher.loop.call_soon_threadsafe(watcher.stop, SIGN_IN)


class Watcher:
    """A person's page. What changes while something is being sent is in the next message."""

    def __init__(self, websocket: WebSocket, watch: Watch, person: Person, tables: dict[str, str], table: str) -> None:
        self.websocket = websocket
        self.watch = watch
        self.person = person
        self.tables = tables
        self.table = table
        self.loop = asyncio.get_running_loop()
        self.closing = 0
        self._changed = asyncio.Event()
        self._heard: dict[str, Keeper] = {}

    async def run(self) -> None:
        """Send what changes, and wait for the other side to go."""
        tasks = [asyncio.create_task(self._write()), asyncio.create_task(self._read())]
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for keeper in self._heard.values():
                keeper.listeners.discard(self._hear)
                keeper.running.resting.discard(self._hear)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def stop(self, code: int) -> None:
        """Let go of the page."""
        self.closing = self.closing or code
        self._changed.set()

    def _hear(self, *_: object) -> None:
        self._changed.set()

    def _listen(self) -> None:
        """Hear every table's keeper, also one that took a table up anew."""
        for id_ in self.tables:
            keeper, known = self.watch.house.keepers.get(id_), self._heard.get(id_)
            if keeper is known or keeper is None:
                continue
            if known is not None:
                known.listeners.discard(self._hear)
                known.running.resting.discard(self._hear)
            keeper.listeners.add(self._hear)
            keeper.running.resting.add(self._hear)
            self._heard[id_] = keeper

    async def _write(self) -> None:
        last: dict[str, bytes] = {}
        n, looked = -1, self.loop.time()
        while True:
            self._changed.clear()
            self._listen()
            told: dict[str, Any] = {"tables": [self.watch.row(id_, name) for id_, name in self.tables.items()]}
            if self.table and self.table in self.watch.house.keepers:
                told["live"] = self.watch.live(self.table)
                told["lines"] = self.watch.lines(self.table, n)
                n = told["live"]["n"]
            news = {key: value for key, value in told.items() if key != "lines" or value}
            parts = {key: msgspec.json.encode(value) for key, value in news.items()}
            changed = {key: msgspec.Raw(part) for key, part in parts.items() if last.get(key) != part}
            last |= {key: part for key, part in parts.items() if key != "lines"}
            async with asyncio.timeout(PATIENCE):
                if changed:
                    await self.websocket.send_text(msgspec.json.encode(changed).decode())
                if self.closing:
                    await self.websocket.close(self.closing)
                    return
                keeper = self.watch.house.keepers.get(self.table)
                if keeper is not None and keeper.broken is not None:
                    await self.websocket.close(RESTART)
                    return
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), AGAIN)
            if not self.closing:
                await asyncio.sleep(CALM)
            if self.loop.time() > looked + AGAIN:  # a table may have been opened or closed
                self.tables, looked = await asyncio.to_thread(self.watch.visible, self.person), self.loop.time()

    async def _read(self) -> None:
        with contextlib.suppress(WebSocketDisconnect):
            while (await self.websocket.receive())["type"] != "websocket.disconnect":
                pass
