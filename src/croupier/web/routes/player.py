"""What the pages ask for: the floor, seats, drafts of wagers, settings, reasons, company."""

from __future__ import annotations

import asyncio
from operator import itemgetter
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from fastapi import Body, Cookie, Header, HTTPException, Request, Response, WebSocket

from croupier.errors import HouseError
from croupier.house.drafts import Change
from croupier.house.host import Host
from croupier.web.books import Search  # noqa: TC001 - FastAPI reads it
from croupier.web.live import Page, serve
from croupier.web.logs import asks
from croupier.web.packed import packed

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk import Desk
    from croupier.house.people import Person
    from croupier.web.forward import Others
    from croupier.web.page_socket import Sockets
    from croupier.web.worker_threads import WorkerThreads

Token = Annotated[str | None, Cookie(alias="croupier")]
Key = Annotated[str, Header(alias="Idempotency-Key")]


class Room:
    """The pages' side of a house. `start` and `stop` with the server."""

    def __init__(self, app: FastAPI, desk: Desk, sockets: Sockets, others: Others, *, guests: bool) -> None:
        self.others = others
        self.host = Host(desk, guests=guests)
        self.sockets = sockets
        self.reading: WorkerThreads = app.state.reading
        self._floor(app)
        self._seats(app)
        self._wagers(app)
        self._hands(app)
        self._socket(app)

    def start(self) -> None:
        """Automatic players who still sit somewhere play on, also at a table that is taken up later."""
        self.host.company.resume()
        self.host.house.keeping.taken.append(lambda keeper: self.host.company.resume(keeper.id))

    async def stop(self) -> None:
        """Let go of every automatic player."""
        await self.host.company.stop()

    async def _person(self, token: str | None) -> Person:
        person = await self._maybe(token)
        if person is None:
            raise HTTPException(401, "sign in first")
        asks(person.name)
        return person

    async def _maybe(self, token: str | None) -> Person | None:
        return None if not token else await asyncio.to_thread(self.host.desk.people.of, token)

    def _floor(self, app: FastAPI) -> None:
        @app.get("/api/floor")
        async def floor(request: Request, token: Token = None) -> dict[str, Any]:
            """The lobby: every table, and who is looking."""
            person = await self._maybe(token)
            told = await self.host.floor(person)
            return told | {"tables": await self.others.tables(request, told["tables"], itemgetter("tables"))}

        @app.post("/api/play-money")
        async def play_money(key: Key = "", token: Token = None) -> dict[str, Any]:
            """More play money, for those who have run out of it; once for each key."""
            return await self.host.play_money(await self._person(token), key)

        @app.get("/api/history")
        async def history(asked: Search, player: str = "", token: Token = None) -> list[dict[str, Any]]:
            """Rounds in words, latest first: your own, or with the permission `history` another player's."""
            person = await self._person(token)
            return await self.reading.run(person, self.host.rounds, person, asked, player)

    def _seats(self, app: FastAPI) -> None:
        @app.get("/api/tables/{table}/felt")
        async def felt(request: Request, table: str, token: Token = None) -> Response:
            """What is played here and how the table is laid out."""
            await self._person(token)
            return packed(request, self.host.rules(table))

        @app.get("/api/tables/{table}/provision")
        async def provision(table: str, cite: str, token: Token = None) -> dict[str, Any]:
            """A provision of this table's chapter in our words."""
            await self._person(token)
            return self.host.provision(table, cite)

        @app.get("/api/tables/{table}/purse")
        async def purse(table: str, token: Token = None) -> dict[str, Any]:
            """What you may buy in for."""
            return await self.host.purse(await self._person(token), table)

        @app.post("/api/tables/{table}/seat")
        async def sit(
            table: str, seat: Annotated[int, Body()], amount: Annotated[int, Body()] = 0, key: Key = "",
            token: Token = None,
        ) -> dict[str, Any]:  # fmt: skip
            """Sit down and buy in, or buy in again; once for each key, which is needed."""
            if not 0 <= amount <= 10**9:
                raise HouseError("no such amount is handled here", field="amount")
            return await self.host.sit(await self._person(token), table, seat, amount, key)

        @app.delete("/api/tables/{table}/seat")
        async def leave(table: str, key: Key = "", token: Token = None) -> dict[str, Any]:
            """Get up and take your chips; once for each key, which is needed."""
            return await self.host.leave(await self._person(token), table, key)

        @app.post("/api/tables/{table}/company")
        async def company(table: str, bots: Annotated[int, Body(embed=True)], token: Token = None) -> dict[str, Any]:
            """Automatic players for the free seats; 0 asks them to get up."""
            return await self.host.fill(await self._person(token), table, max(0, min(bots, 6)))

        @app.post("/api/tables/{table}/emote")
        async def emote(table: str, emote: Annotated[str, Body(embed=True)], token: Token = None) -> dict[str, Any]:
            """A word to the table, one of the `emotes` of its felt; shown for a moment and kept nowhere."""
            self.host.say(await self._person(token), table, emote)
            return {}

    def _wagers(self, app: FastAPI) -> None:
        @app.post("/api/tables/{table}/draft")
        async def draft(table: str, change: Annotated[dict[str, Any], Body()], token: Token = None) -> dict[str, Any]:
            """Change the draft of your next wagers."""
            person = await self._person(token)
            try:
                asked = msgspec.convert(change, Change)
            except msgspec.ValidationError as error:
                raise HouseError(f"not a change: {error}", field="change") from None
            return self.host.change(person, table, asked)

        @app.post("/api/tables/{table}/wagers")
        async def place(
            table: str, contribution: Annotated[str, Body(embed=True)] = "", token: Token = None
        ) -> dict[str, Any]:
            """Place the draft, all of it or nothing. `contribution` is your browser's part of the next order's seed."""
            return await self.host.place(await self._person(token), table, contribution)

        @app.delete("/api/tables/{table}/wagers")
        async def take_back(table: str, token: Token = None) -> dict[str, Any]:
            """Take your wagers back while the betting is open."""
            return await self.host.take_back(await self._person(token), table)

        @app.post("/api/tables/{table}/ready")
        async def ready(table: str, token: Token = None) -> dict[str, Any]:
            """Say that the cards may come; when all have who are there, the time for wagers ends."""
            self.host.ready(await self._person(token), table)
            return {}

        @app.post("/api/tables/{table}/speed")
        async def speed(table: str, speed: Annotated[str, Body(embed=True)], token: Token = None) -> dict[str, Any]:
            """How quickly you want to see the cards come: calm, normal or quick. The calmest wish counts."""
            self.host.speed(await self._person(token), table, speed)
            return {}

    def _hands(self, app: FastAPI) -> None:
        @app.post("/api/tables/{table}/setting")
        async def setting(
            table: str, low: Annotated[list[int], Body(embed=True)], token: Token = None
        ) -> dict[str, Any]:
            """How your seven cards would stand with these two set low."""
            return self.host.judge(await self._person(token), table, low)

        @app.get("/api/tables/{table}/house-way")
        async def house_way(table: str, token: Token = None) -> dict[str, Any]:
            """How the house way sets your seven cards."""
            return self.host.by_house_way(await self._person(token), table)

        @app.get("/api/tables/{table}/rounds/{number}/why")
        async def why(table: str, number: int, token: Token = None) -> Response:
            """Why each amount of your round was paid."""
            person = await self._person(token)
            told = await self.reading.run(person, self.host.why, person, table, number)
            return Response(msgspec.json.encode(told), media_type="application/json")

        @app.get("/api/tables/{table}/rounds/{number}/proof")
        async def proof(table: str, number: int, token: Token = None) -> Response:
            """The journal's lines that prove the cards of your round, as ``/verify`` reads them."""
            person = await self._person(token)
            return Response(
                await self.reading.run(person, self.host.proof, person, table, number), media_type="text/plain"
            )

    def _socket(self, app: FastAPI) -> None:
        @app.websocket("/api/tables/{table}/page")
        async def page(websocket: WebSocket, table: str) -> None:
            """The table as your page shows it, whenever it changes; commands the other way. With ``?changes=true`` the
            whole comes once, and then what changed."""
            await self.hold(websocket, table)

    async def hold(self, websocket: WebSocket, table: str, kind: type[Page] = Page) -> None:
        """Hold a page of some kind for whoever is signed in."""
        person = await self.sockets.admit(websocket)
        if person is not None:
            await serve(self.sockets, self.host, websocket, person, table, kind)
