"""Surveillance: every table live and read only, search, replay, verification, the dispute report."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import msgspec
from fastapi import Request, Response, WebSocket
from msgspec import UNSET
from msgspec.structs import asdict, replace

from croupier.errors import HouseError
from croupier.house.archive.payloads import FoundRounds, RoundReport, RoundSteps, Verification
from croupier.house.screens.surveillance import payloads
from croupier.house.screens.surveillance.watch import Watch, join_tables
from croupier.web.http.sessions import Token, signed_in
from croupier.web.sockets.page_socket import RESTART, PageSocket, refuse

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk
    from croupier.house.people.roles import Person
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.web.http.limits.worker_threads import WorkerThreads
    from croupier.web.other_processes import Others
    from croupier.web.sockets.page_socket import Sockets

LIST_INTERVAL = 2.0
"""Seconds after which the list is looked at anew, whatever happened."""


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes; each asks for `surveil` at the tables it tells of."""
    watch = Watch(desk)
    sockets: Sockets = app.state.sockets
    others: Others = app.state.others
    reading: WorkerThreads = app.state.reading
    walking: WorkerThreads = app.state.walking

    @app.get("/api/watch/tables")
    async def tables(request: Request, token: Token = None) -> Annotated[Response, list[payloads.WatchedTable]]:
        """Every table you may watch, its state and its alarms."""
        person = await signed_in(desk, token)
        rows = [watch.row(*one) for one in (await asyncio.to_thread(watch.visible, person)).items()]
        return _json(join_tables(rows, await others.ask(request, list[payloads.WatchedTable])))

    @app.get("/api/watch/search")
    async def search(request: Request, token: Token = None) -> Annotated[Response, FoundRounds]:
        """Rounds, newest first: q, number, seat, player, card, paid, wager, void, irregular, late, marked, since,
        until, text, table; after goes on from an answer's next."""
        person = await signed_in(desk, token)
        parameters = {name: value[:4000] for name, value in request.query_params.items()}
        return _json(await walking.run(person, watch.search, person, parameters))

    @app.get("/api/watch/tables/{table}/rounds/{number}")
    async def steps(table: str, number: int, token: Token = None) -> Annotated[Response, RoundSteps]:
        """A closed round record by record, with the cloth after each."""
        person = await signed_in(desk, token)
        return _json(await reading.run(person, watch.steps, person, table, number))

    @app.get("/api/watch/tables/{table}/rounds/{number}/report")
    async def report(table: str, number: int, token: Token = None) -> Annotated[Response, RoundReport]:
        """A closed round for a dispute: every line with its reasons, every record with its hash."""
        person = await signed_in(desk, token)
        return _json(await reading.run(person, watch.report, person, table, number))

    @app.get("/api/watch/tables/{table}/verify")
    async def verified(table: str, token: Token = None) -> Annotated[Response, Verification]:
        """Whether the journal is intact; walks the records that are new since the last time."""
        person = await signed_in(desk, token)
        return _json(await walking.run(person, watch.verify, person, table, anew=False))

    @app.post("/api/watch/tables/{table}/verify")
    async def verify(table: str, token: Token = None) -> Annotated[Response, Verification]:
        """Walk the whole journal anew, from its first record."""
        person = await signed_in(desk, token)
        return _json(await walking.run(person, watch.verify, person, table, anew=True))

    @app.websocket("/api/watch/socket")
    async def socket(websocket: WebSocket, table: str = "") -> None:
        """The list of tables, and one table's cloth and records, whenever they change. Nothing is heard."""
        person = await sockets.admit(websocket)
        if person is None:
            return
        try:
            tables = await asyncio.to_thread(watch.visible, person)
            if table:
                await asyncio.to_thread(watch.check, person, table)
        except HouseError as error:
            await refuse(websocket, error)
            return
        watcher = Watcher(websocket, watch, person, tables, table)
        try:
            with sockets.holding(watcher):
                await watcher.run(
                    *others.following(
                        websocket, lambda: "/api/watch/tables", list[payloads.WatchedTable], watcher.elsewhere
                    )
                )
        finally:
            watcher.leave()


def _json(data: object) -> Response:
    return Response(msgspec.json.encode(data), media_type="application/json")


class Watcher(PageSocket):
    """A person's page: the list of tables, and one of them live."""

    again = 2.0
    calm = 0.05

    def __init__(self, websocket: WebSocket, watch: Watch, person: Person, tables: dict[str, str], table: str) -> None:
        super().__init__(websocket, person)
        self.watch = watch
        self.tables = tables
        self.table = table
        self._looked = self.loop.time()
        self._others: list[list[payloads.WatchedTable]] = []
        self._heard: dict[str, Keeper] = {}
        self._last: dict[str, bytes] = {}
        self._n = -1

    def elsewhere(self, rows: list[list[payloads.WatchedTable]]) -> None:
        """What the other processes say of their tables."""
        if rows != self._others:
            self._others = rows
            self.changed.set()

    def listen(self) -> None:
        """Hear every table's keeper, also one that took a table up anew."""
        for id_ in self.tables:
            keeper, known = self.watch.house.keepers.get(id_), self._heard.get(id_)
            if keeper is known or keeper is None:
                continue
            if known is not None:
                self._leave(known)
            keeper.listeners.add(self.hear)
            keeper.running.resting.add(self.hear)
            keeper.leaving.append(self.hear)
            self._heard[id_] = keeper

    def leave(self) -> None:
        """Hear no more."""
        for keeper in self._heard.values():
            self._leave(keeper)

    def _leave(self, keeper: Keeper) -> None:
        keeper.listeners.discard(self.hear)
        keeper.running.resting.discard(self.hear)
        keeper.leaving.remove(self.hear)

    async def news(self) -> list[bytes]:
        """What changed of the list and of the live table."""
        if self.loop.time() > self._looked + LIST_INTERVAL:  # a table may have been opened or closed
            self.tables = await asyncio.to_thread(self.watch.visible, self.person)
            self._looked = self.loop.time()
        self.listen()
        rows = [self.watch.row(id_, name) for id_, name in self.tables.items()]
        payload = payloads.WatchNews(tables=join_tables(rows, self._others))
        keeper = self.watch.house.keepers.get(self.table)
        if keeper is not None:
            live = self.watch.live(self.table)
            payload = replace(payload, live=live, lines=self.watch.lines(self.table, self._n) or UNSET)
            self._n = live.n
        if (self._heard.get(self.table) if keeper is None else keeper.broken) is not None:
            self.stop(RESTART)  # whoever keeps the table now is asked anew
        parts = {key: msgspec.json.encode(value) for key, value in asdict(payload).items() if value is not UNSET}
        changed = {key: msgspec.Raw(part) for key, part in parts.items() if self._last.get(key) != part}
        self._last |= {key: part for key, part in parts.items() if key != "lines"}
        return [msgspec.json.encode(changed)] if changed else []
