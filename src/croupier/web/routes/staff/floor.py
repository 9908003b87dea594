"""The floor's screen: tables at a glance, the floor's steps and orders, and tables to open."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Annotated

from fastapi import Request, WebSocket  # noqa: TC002 - FastAPI reads it

from croupier.errors import HouseError, IllegalAction
from croupier.house.desk.opening import Opening, choices
from croupier.house.desk.payloads import OpenableGame  # noqa: TC001 - FastAPI reads it
from croupier.house.desk.two_person_commands import needs_second
from croupier.house.people.house_settings import in_words, settings_of
from croupier.house.screens.floor.overview import day, glance, join_floors
from croupier.house.screens.floor.payloads import FloorDay, FloorView
from croupier.house.storage.house_facts import MONEY_WORDS
from croupier.kit.payload import Json  # noqa: TC001 - FastAPI reads it
from croupier.table import Report
from croupier.web.http.sessions import IdempotencyKey, Token, signed_in
from croupier.web.routes import payloads
from croupier.web.routes.staff import bodies  # noqa: TC001 - FastAPI reads it
from croupier.web.sockets.floor_socket import serve_floor

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk
    from croupier.house.people.roles import Person
    from croupier.web.other_processes import Others


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes."""
    others: Others = app.state.others

    async def floorperson(token: str | None) -> Person:
        person = await signed_in(desk, token)
        desk.check_anywhere(person, "floor")
        return person

    @app.get("/api/floor/tables")
    async def tables(request: Request, token: Token = None, table: str = "") -> FloorView:
        """Every table at a glance, what waits for the floorperson, who is at work; one table in full if named."""
        person = await floorperson(token)
        requests = await asyncio.to_thread(desk.requests.of, person)
        return join_floors(glance(desk, person, table, requests), await others.ask(request, FloorView))

    @app.get("/api/floor/tables/{table}/day")
    async def today(table: str, token: Token = None) -> FloorDay:
        """What was dropped and won here since midnight."""
        person = await floorperson(token)
        desk.house.keeper(table)
        desk.check(person, "floor", table)
        return await asyncio.to_thread(day, desk, table)

    @app.post("/api/floor/tables/{table}/orders")
    async def order(table: str, body: bodies.Order, token: Token = None) -> payloads.OrderGiven:
        """Give an order that is the floor's alone; fills, credits and closings are asked for instead."""
        person = await floorperson(token)
        command = {
            "command": "direct",
            "order": body.order,
            "seat": body.seat,
            "player": body.player,
            "what": body.what,
        }
        return await _give(desk, person, table, command, body.key)

    @app.post("/api/floor/tables/{table}/steps")
    async def step(table: str, body: bodies.Step, token: Token = None) -> payloads.OrderGiven:
        """Take the step that waits for the floorperson."""
        person = await floorperson(token)
        play = desk.house.keeper(table).decided.play
        if body.round and (play is None or play.number != body.round):
            raise HouseError(f"round {body.round} is over", field="round")
        command = {"command": "perform", "step": body.step, "seat": body.seat, "value": body.value or None}
        return await _give(desk, person, table, command, body.key)

    @app.post("/api/floor/tables/{table}/irregularities")
    async def report(table: str, body: bodies.Found, token: Token = None) -> payloads.OrderGiven | payloads.SecondAsked:
        """Report what went wrong; the table applies the law's remedy, or a second person is asked for what would undo a
        hand after cards were dealt (`request`)."""
        person = await floorperson(token)
        report: Json = {
            "irregularity": body.irregularity,
            "seat": body.seat,
            "device": body.device,
            "cards": body.cards,
        }
        now = desk.house.keeper(table).decided
        if now.play is not None and needs_second(now, Report(**report)):
            form = {"kind": "report", "table": table, "told": {**report, "round": now.play.number}}
            return payloads.SecondAsked((await desk.requests.ask(person, form, body.key)).id)
        return await _give(desk, person, table, {"command": "report", **report}, body.key)

    @app.get("/api/house")
    async def the_house(token: Token = None) -> payloads.HouseView:
        """What the house plays for, and its settings: what one person may do alone, in words and in cents."""
        await signed_in(desk, token)
        settings = await asyncio.to_thread(settings_of, desk.house.database)
        return payloads.HouseView(
            money=desk.house.money,
            words=MONEY_WORDS[desk.house.money],
            settings=in_words(settings),
            told=settings,
        )

    @app.get("/api/floor/games")
    async def games(token: Token = None) -> list[OpenableGame]:
        """What may be opened, each with a submission to begin with."""
        desk.check(await floorperson(token), "open-table")
        return await asyncio.to_thread(lambda: choices(desk.house.day() if desk.house.is_real else None))

    @app.post("/api/tables")
    async def open_table(
        data: Annotated[Json, Opening], key: IdempotencyKey = "", token: Token = None
    ) -> payloads.TableAsked:
        """Open a table; a submission that the chapter refuses is refused with every provision. With more inventory than
        you may take alone it waits for a second person (`request`). The same key opens one table."""
        person = await signed_in(desk, token)
        desk.check(person, "open-table")
        made = await desk.requests.ask(person, {"kind": "open", "told": data}, key)
        return payloads.TableAsked(made.id, made.state, made.about, str(data.get("name", "")))

    @app.websocket("/api/floor/socket")
    async def socket(websocket: WebSocket) -> None:
        """The whole floor again whenever it changes; send {"table": ID} for one table in full."""
        sockets = app.state.sockets
        person = await sockets.admit(websocket)
        if person is not None:
            await serve_floor(sockets, others, desk, websocket, person)


async def _give(desk: Desk, person: Person, table: str, command: Json, key: str) -> payloads.OrderGiven:
    answer = await desk.command(person, table, command, key or secrets.token_hex(12))
    if answer.refused:
        raise IllegalAction(answer.refused, field=answer.field, cite=answer.cite or None)
    return payloads.OrderGiven(answer.n)
