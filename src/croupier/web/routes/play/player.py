"""What the pages ask for: the floor, seats, drafts of wagers, settings, reasons, company."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import msgspec
from fastapi import HTTPException, Request, Response, WebSocket
from msgspec.structs import replace

from croupier.errors import HouseError
from croupier.house.archive.payloads import Explanation
from croupier.house.cloth.payloads import Provision, Setting  # noqa: TC001 - FastAPI reads it
from croupier.house.screens.player import hand_setting, payloads
from croupier.house.screens.player.drafts import Change  # noqa: TC001 - FastAPI reads it
from croupier.house.screens.player.host import Host
from croupier.web.http.compression import packed
from croupier.web.http.logs import asks
from croupier.web.http.screens import DONE, Done
from croupier.web.http.sessions import IdempotencyKey, Token  # noqa: TC001 - FastAPI reads it
from croupier.web.routes.play import bodies  # noqa: TC001 - FastAPI reads it
from croupier.web.routes.queries import Search  # noqa: TC001 - FastAPI reads it
from croupier.web.sockets.page_feed import PageFeed, serve_page

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk
    from croupier.house.people.roles import Person
    from croupier.web.http.limits.worker_threads import WorkerThreads
    from croupier.web.other_processes import Others
    from croupier.web.sockets.page_socket import Sockets


class PlayerRoutes:
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
        async def floor(request: Request, token: Token = None) -> payloads.Lobby | Response:
            """The lobby: every table, and who is looking. A stranger's has nothing of anybody's, and comes packed."""
            person = await self._maybe(token)
            lobby = await self.host.lobby.view(person)
            there = await self.others.ask(request, payloads.Lobby)
            made = replace(lobby, tables=self.others.tables(lobby.tables, [one.tables for one in there]))
            return packed(request, made) if person is None else made

        @app.post("/api/play-money")
        async def play_money(key: IdempotencyKey = "", token: Token = None) -> payloads.Wallet:
            """More play money, for those who have run out of it; once for each key."""
            return await self.host.lobby.play_money(await self._person(token), key)

        @app.get("/api/history")
        async def history(query: Search, player: str = "", token: Token = None) -> list[payloads.HistoryRound]:
            """Rounds in words, latest first: your own, or with the permission `history` another player's."""
            person = await self._person(token)
            return await self.reading.run(person, self.host.lobby.rounds, person, query, player)

    def _seats(self, app: FastAPI) -> None:
        @app.get("/api/tables/{table}/felt")
        async def felt(request: Request, table: str, token: Token = None) -> Annotated[Response, payloads.TableFelt]:
            """What is played here and how the table is laid out."""
            await self._person(token)
            return packed(request, self.host.rules(table))

        @app.get("/api/tables/{table}/provision")
        async def provision(table: str, cite: str, token: Token = None) -> Provision:
            """A provision of this table's chapter in our words."""
            await self._person(token)
            return self.host.provision(table, cite)

        @app.get("/api/tables/{table}/purse")
        async def purse(table: str, token: Token = None) -> payloads.Purse:
            """What you may buy in for."""
            return await self.host.purse(await self._person(token), table)

        @app.post("/api/tables/{table}/seat")
        async def sit(
            table: str,
            body: bodies.SeatBody,
            key: IdempotencyKey = "",
            token: Token = None,
        ) -> payloads.Seated:
            """Sit down and buy in, or buy in again; once for each key, which is needed."""
            if not 0 <= body.amount <= 10**9:
                raise HouseError("no such amount is handled here", field="amount")
            return await self.host.sit(await self._person(token), table, body.seat, body.amount, key)

        @app.delete("/api/tables/{table}/seat")
        async def leave(table: str, key: IdempotencyKey = "", token: Token = None) -> payloads.Wallet:
            """Get up and take your chips; once for each key, which is needed."""
            return await self.host.leave(await self._person(token), table, key)

        @app.post("/api/tables/{table}/company")
        async def company(table: str, body: bodies.CompanyBody, token: Token = None) -> payloads.Company:
            """Automatic players for the free seats; 0 asks them to get up."""
            return await self.host.fill(await self._person(token), table, max(0, min(body.bots, 6)))

        @app.post("/api/tables/{table}/emote")
        async def emote(table: str, body: bodies.EmoteBody, token: Token = None) -> Done:
            """A word to the table, one of the `emotes` of its felt; shown for a moment and kept nowhere."""
            self.host.say(await self._person(token), table, body.emote)
            return DONE

    def _wagers(self, app: FastAPI) -> None:
        @app.post("/api/tables/{table}/draft")
        async def draft(table: str, change: Change, token: Token = None) -> payloads.DraftView:
            """Change the draft of your next wagers."""
            return self.host.change(await self._person(token), table, change)

        @app.post("/api/tables/{table}/wagers")
        async def place(
            table: str,
            body: bodies.ContributionBody,
            key: IdempotencyKey = "",
            token: Token = None,
        ) -> payloads.Placed:
            """Place the draft, all of it or nothing; once for each key, which is needed. `contribution` is your
            browser's part of the next order's seed."""
            return await self.host.place(await self._person(token), table, body.contribution, key)

        @app.delete("/api/tables/{table}/wagers")
        async def take_back(table: str, key: IdempotencyKey = "", token: Token = None) -> Done:
            """Take your wagers back while the betting is open; once for each key, which is needed."""
            await self.host.take_back(await self._person(token), table, key)
            return DONE

        @app.post("/api/tables/{table}/ready")
        async def ready(table: str, token: Token = None) -> Done:
            """Say that the cards may come; when all have who are there, the time for wagers ends."""
            self.host.ready(await self._person(token), table)
            return DONE

        @app.post("/api/tables/{table}/speed")
        async def speed(table: str, body: bodies.SpeedBody, token: Token = None) -> Done:
            """How quickly you want to see the cards come: calm, normal or quick. The calmest wish counts."""
            self.host.speed(await self._person(token), table, body.speed)
            return DONE

    def _hands(self, app: FastAPI) -> None:
        @app.post("/api/tables/{table}/setting")
        async def setting(table: str, body: bodies.LowBody, token: Token = None) -> Setting:
            """How your seven cards would stand with these two set low."""
            return hand_setting.judge(self.host.desk, await self._person(token), table, body.low)

        @app.get("/api/tables/{table}/house-way")
        async def house_way(table: str, token: Token = None) -> payloads.HouseWay:
            """How the house way sets your seven cards."""
            return hand_setting.by_house_way(self.host.desk, await self._person(token), table)

        @app.get("/api/tables/{table}/rounds/{number}/why")
        async def why(table: str, number: int, token: Token = None) -> Annotated[Response, Explanation]:
            """Why each amount of your round was paid."""
            person = await self._person(token)
            explained = await self.reading.run(person, self.host.why, person, table, number)
            return Response(msgspec.json.encode(explained), media_type="application/json")

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

    async def hold(self, websocket: WebSocket, table: str, kind: type[PageFeed] = PageFeed) -> None:
        """Hold a page of some kind for whoever is signed in."""
        person = await self.sockets.admit(websocket)
        if person is not None:
            await serve_page(self.sockets, self.host, websocket, person, table, kind)
