"""The dealer's console: a socket that shows it and takes what its dealer presses, and the same by HTTP; the school."""

from __future__ import annotations

import asyncio
from operator import itemgetter
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from fastapi import Body, Header, Request, Response, WebSocket

from croupier.errors import HouseError
from croupier.house.console import console
from croupier.house.dealers import leave_others
from croupier.house.dealing import Said, Take, Wrong, check_free, do, may_deal
from croupier.house.felt import chapter, real_cards, status
from croupier.house.house import DEMO
from croupier.house.school import Case, Learn, Ready, Remedy, School
from croupier.house.wrongs import preview
from croupier.web.live import Page
from croupier.web.register import Token, signed_in

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.answers import Answer
    from croupier.house.desk import Desk
    from croupier.house.host import Host
    from croupier.house.keeper import Keeper
    from croupier.house.people import Person
    from croupier.web.forward import Others

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

    def view(self, keeper: Keeper, person: Person) -> dict[str, Any]:
        """A table for its dealer, with the lessons of a school."""
        told = console(keeper, person.name)
        return told | {"school": self.school.view(keeper)} if keeper.settings.school else told

    async def do(self, keeper: Keeper, person: Person, told: dict[str, Any], key: str) -> Answer:
        """Take what a dealer pressed."""
        may_deal(self.desk, person, keeper)
        try:
            asked = _TOLD.decode(msgspec.json.encode(told))
        except (msgspec.MsgspecError, RecursionError) as error:
            raise HouseError(f"not a command: {error}", fault="conflict", field="command") from None
        if isinstance(asked, Learn | Case | Remedy | Ready):
            return await self.school.do(keeper, person, asked, key)
        with self.desk.recording(person, f"{asked.__struct_config__.tag} at {keeper.id}"):
            if isinstance(asked, Take) and self.desk.local:
                at = self.desk.house.clock()
                await asyncio.to_thread(leave_others, keeper.database, person.name, keeper.id, at)
            elif isinstance(asked, Take):
                check_free(self.desk.house, keeper, person.name)
            return await do(keeper, person, asked, key)

    def tables(self, person: Person) -> dict[str, Any]:
        """The tables that a person may deal, and the games of the school."""
        keepers = self.desk.house.keepers.values()
        mine = [k for k in keepers if not k.settings.school and "dealer" in person.roles(k.id)]
        return {
            "tables": [_tile(keeper) for keeper in mine],
            "school": [{"game": game, "edition": edition, "name": name} for game, edition, name in DEMO],
        }


def _tile(keeper: Keeper) -> dict[str, Any]:
    table, settings, game = keeper.table, keeper.settings, keeper.rules.game
    return {
        "id": keeper.id, "name": keeper.name, "title": game.name, "game": game.id, "edition": game.edition,
        "chapter": chapter(keeper.rules), "status": game.chapter.status, "status-words": status(keeper.rules),
        "seats": f"{len(table.seats)} of {game.seats}",
        "phase": table.phase, "round": table.rounds + 1, "cards": table.cards,
        "real-cards": real_cards(table.cards),
        "dealt": "Automatic dealer" if settings.automatic else settings.dealer or "A dealer",
    }  # fmt: skip


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes."""
    shared = Console(desk, app)
    others: Others = app.state.others

    class Open(Page):
        """A console in a browser."""

        @classmethod
        def check(cls, host: Host, person: Person, keeper: Keeper) -> None:  # noqa: ARG003 - the desk is the same
            may_deal(desk, person, keeper)

        def view(self) -> dict[str, Any]:
            return shared.view(self.keeper, self.person)

        async def do(self, told: dict[str, Any], key: str) -> Answer:
            return await shared.do(self.keeper, self.person, told, key)

    async def dealer_at(table: str, token: str | None) -> tuple[Person, Keeper]:
        person = await signed_in(desk, token)
        keeper = desk.house.keeper(table)
        may_deal(desk, person, keeper)
        return person, keeper

    @app.get("/api/dealer")
    async def tables(request: Request, token: Token = None) -> dict[str, Any]:
        """The tables that you may deal, and the games of the school."""
        person = await signed_in(desk, token)
        desk.check_anywhere(person, "deal")
        told = shared.tables(person)
        return told | {"tables": await others.tables(request, told["tables"], itemgetter("tables"))}

    @app.get("/api/tables/{table}/console")
    async def view(table: str, token: Token = None) -> Response:
        """A table as its dealer sees it: order of the round, next step, layout, what is due, irregularities."""
        person, keeper = await dealer_at(table, token)
        return Response(msgspec.json.encode(shared.view(keeper, person)), media_type="application/json")

    @app.post("/api/tables/{table}/console")
    async def pressed(
        table: str,
        told: Annotated[dict[str, Any], Body()],
        key: Annotated[str | None, Header(alias="Idempotency-Key")] = None,
        token: Token = None,
    ) -> Response:
        """Press a step, report, take the table or hand it back. The same key with the same words is done once."""
        person, keeper = await dealer_at(table, token)
        answer = await shared.do(keeper, person, told, key or "")
        return Response(msgspec.json.encode(answer), 409 if answer.refused else 200, media_type="application/json")

    @app.get("/api/tables/{table}/irregularities/{irregularity}")
    async def remedy(
        table: str, irregularity: str, seat: int = 0, cards: str = "", device: str = "", token: Token = None
    ) -> dict[str, Any]:
        """What a remedy would do, without doing it; refused with the reason if it cannot be now."""
        _, keeper = await dealer_at(table, token)
        return preview(keeper, Wrong(irregularity, seat, cards, device))

    @app.post("/api/school")
    async def school(
        game: Annotated[str, Body()], edition: Annotated[str, Body()] = "", token: Token = None
    ) -> dict[str, Any]:
        """Open your school table for a game, or find it where it stood."""
        person = await signed_in(desk, token)
        if not any(role == "dealer" for role, _ in person.grants):
            desk.check(person, "deal")
        known = {name: of for name, of, _ in reversed(DEMO)}
        if game not in known:
            raise HouseError(f"the school has {', '.join(known)}", fault="unknown", field="game")
        keeper = await shared.school.open(person, game, edition or known[game])
        return {"table": keeper.id}

    @app.websocket("/api/tables/{table}/dealing")
    async def socket(websocket: WebSocket, table: str) -> None:
        """A console's socket: views as they change, commands with their keys the other way."""
        await app.state.room.hold(websocket, table, Open)
