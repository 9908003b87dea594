"""The dealer's console: a socket that shows it and takes what its dealer presses, and the same by HTTP; the school."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import msgspec
from fastapi import Header, Request, Response, WebSocket
from msgspec.structs import replace

from croupier.errors import HouseError
from croupier.games import games
from croupier.house.cloth.felt import chapter, real_cards, status
from croupier.house.desk.dealing import Said, Take, Wrong, check_free, do, may_deal
from croupier.house.desk.payloads import TableId
from croupier.house.screens.dealer import payloads
from croupier.house.screens.dealer.console import console
from croupier.house.screens.dealer.irregularities import preview
from croupier.house.screens.dealer.school import Case, Learn, Ready, Remedy, School, school_id
from croupier.house.tables.keeping.dealer_posts import leave_others
from croupier.house.tables.keeping.idempotency_keys import Answer
from croupier.kit.payload import Json  # noqa: TC001 - FastAPI reads it
from croupier.web.http.sessions import Token, signed_in
from croupier.web.routes.staff import bodies  # noqa: TC001 - FastAPI reads it
from croupier.web.sockets.page_feed import PageFeed

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk
    from croupier.house.people.roles import Person
    from croupier.house.screens.player.host import Host
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.web.other_processes import Others

_TOLD = msgspec.json.Decoder(Said | Learn | Case | Remedy | Ready)


class Console:
    """What every console of a house shares."""

    def __init__(self, desk: Desk, app: FastAPI) -> None:
        self.desk = desk
        self._app = app
        self._school: School | None = None

    @property
    def school(self) -> School:
        """The school; its company is that of the rooms."""
        if self._school is None:
            self._school = School(self.desk.house, self._app.state.room.host.company)
        return self._school

    def view(self, keeper: Keeper, person: Person) -> payloads.ConsoleView:
        """A table for its dealer, with the lessons of a school."""
        shown = console(keeper, person.name)
        return replace(shown, school=self.school.view(keeper)) if keeper.settings.school else shown

    async def do(self, keeper: Keeper, person: Person, data: Json, key: str) -> Answer:
        """Take what a dealer pressed."""
        may_deal(self.desk, person, keeper)
        try:
            command = _TOLD.decode(msgspec.json.encode(data))
        except (msgspec.MsgspecError, RecursionError) as error:
            raise HouseError(f"not a command: {error}", fault="conflict", field="command") from None
        if isinstance(command, Learn | Case | Remedy | Ready):
            return await self.school.do(keeper, person, command, key)
        with self.desk.recording(person, f"{command.__struct_config__.tag} at {keeper.id}"):
            if isinstance(command, Take) and self.desk.local:
                at = self.desk.house.clock()
                await asyncio.to_thread(leave_others, keeper.database, person.name, keeper.id, at)
            elif isinstance(command, Take):
                check_free(self.desk.house, keeper, person.name)
            return await do(keeper, person, command, key)

    def tables(self, person: Person) -> payloads.DealerTables:
        """The tables that a person may deal, and the games of the school."""
        keepers = self.desk.house.keepers.values()
        mine = [k for k in keepers if not k.settings.school and "dealer" in person.roles(k.id)]
        return payloads.DealerTables(
            tables=[_tile(keeper) for keeper in mine],
            school=[payloads.SchoolGame(game.id, game.edition, game.layout.table or game.name) for game in games()],
        )


def _tile(keeper: Keeper) -> payloads.DealerTable:
    table, settings, game = keeper.table, keeper.settings, keeper.rules.game
    return payloads.DealerTable(
        id=keeper.id,
        name=keeper.name,
        title=game.name,
        game=game.id,
        edition=game.edition,
        chapter=chapter(keeper.rules),
        status=game.chapter.status,
        status_words=status(keeper.rules),
        seats=f"{len(table.seats)} of {game.seats}",
        phase=table.phase,
        round=table.rounds + 1,
        cards=table.cards,
        real_cards=real_cards(table.cards),
        dealt="Automatic dealer" if settings.automatic else settings.dealer or "A dealer",
    )


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes."""
    shared = Console(desk, app)
    others: Others = app.state.others

    class Open(PageFeed):
        """A console in a browser."""

        @classmethod
        def check(cls, host: Host, person: Person, keeper: Keeper) -> None:  # noqa: ARG003 - the desk is the same
            may_deal(desk, person, keeper)

        def view(self) -> payloads.ConsoleView:
            return shared.view(self.keeper, self.person)

        async def purse(self) -> None:
            """A dealer plays for nobody."""

        async def do(self, data: Json, key: str) -> Answer:
            return await shared.do(self.keeper, self.person, data, key)

        def words(self, data: bytes) -> bytes:
            return data  # a dealer's page is in English

    async def dealer_at(table: str, token: str | None) -> tuple[Person, Keeper]:
        person = await signed_in(desk, token)
        keeper = desk.house.keeper(table)
        may_deal(desk, person, keeper)
        return person, keeper

    @app.get("/api/dealer")
    async def tables(request: Request, token: Token = None) -> payloads.DealerTables:
        """The tables that you may deal, and the games of the school."""
        person = await signed_in(desk, token)
        desk.check_anywhere(person, "deal")
        own = shared.tables(person)
        there = await others.ask(request, payloads.DealerTables)
        return replace(own, tables=others.tables(own.tables, [one.tables for one in there]))

    @app.get("/api/tables/{table}/console")
    async def view(table: str, token: Token = None) -> Annotated[Response, payloads.ConsoleView]:
        """A table as its dealer sees it: order of the round, next step, layout, what is due, irregularities."""
        person, keeper = await dealer_at(table, token)
        return Response(msgspec.json.encode(shared.view(keeper, person)), media_type="application/json")

    @app.post("/api/tables/{table}/console")
    async def pressed(
        table: str,
        data: Annotated[Json, Said | Learn | Case | Remedy | Ready],
        key: Annotated[str | None, Header(alias="Idempotency-Key")] = None,
        token: Token = None,
    ) -> Annotated[Response, Answer]:
        """Press a step, report, take the table or hand it back. The same key with the same words is done once."""
        person, keeper = await dealer_at(table, token)
        answer = await shared.do(keeper, person, data, key or "")
        return Response(msgspec.json.encode(answer), 409 if answer.refused else 200, media_type="application/json")

    @app.get("/api/tables/{table}/irregularities/{irregularity}")
    async def remedy(
        table: str, irregularity: str, seat: int = 0, cards: str = "", device: str = "", token: Token = None
    ) -> payloads.Effects:
        """What a remedy would do, without doing it; refused with the reason if it cannot be now."""
        _, keeper = await dealer_at(table, token)
        return preview(keeper, Wrong(irregularity, seat, cards, device))

    @app.post("/api/school")
    async def school(request: Request, body: bodies.SchoolBody, token: Token = None) -> TableId | Response:
        """Open your school table for a game, or find it where it stood, whichever process keeps it."""
        person = await signed_in(desk, token)
        if not any(role == "dealer" for role, _ in person.grants):
            desk.check(person, "deal")
        known = {one.id: one.edition for one in games()}
        if body.game not in known:
            raise HouseError(f"the school has {', '.join(known)}", fault="unknown", field="game")
        edition = body.edition or known[body.game]
        if (there := await others.instead(request, school_id(person.name, body.game, edition))) is not None:
            return there
        keeper = await shared.school.open(person, body.game, edition)
        return TableId(keeper.id)

    @app.websocket("/api/tables/{table}/dealing")
    async def socket(websocket: WebSocket, table: str) -> None:
        """A console's socket: views as they change, commands with their keys the other way."""
        await app.state.room.hold(websocket, table, Open)
