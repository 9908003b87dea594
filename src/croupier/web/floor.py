"""The floor's screen: tables at a glance, the floor's steps and orders, and tables to open."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec
from fastapi import Body, Header, Request, WebSocket

from croupier.errors import HouseError, IllegalAction
from croupier.house.facts import WORDS
from croupier.house.glance import day, glance, joined
from croupier.house.house_settings import in_words, settings_of
from croupier.house.opening import choices
from croupier.house.two_person import needs_second
from croupier.table import Report
from croupier.web.floor_socket import serve
from croupier.web.register import Token, signed_in

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk import Desk
    from croupier.house.people import Person
    from croupier.web.forward import Others

Key = Annotated[str, Header(alias="Idempotency-Key")]
Short = Annotated[str, msgspec.Meta(max_length=40)]


class Order(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order, and for what: a seat, a player or a new dealer's name, a device."""

    order: Short
    seat: int = 0
    player: Short = ""
    what: Short = ""
    key: str = ""


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of the floorperson's, in the round it was shown for. `value` is what was chosen, or what was counted at
    each place."""

    step: Short
    round: int = 0
    seat: int = 0
    value: Short | Annotated[dict[Short, int], msgspec.Meta(max_length=20)] | None = None
    key: str = ""


class Found(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An irregularity: at which seat, of which device, which card lay open."""

    irregularity: Short
    seat: int = 0
    device: Short = ""
    cards: Short = ""
    key: str = ""


_Told = TypeVar("_Told", Order, Step, Found)


def routes(app: FastAPI, desk: Desk) -> None:
    """Its routes."""
    others: Others = app.state.others

    async def floorperson(token: str | None) -> Person:
        person = await signed_in(desk, token)
        desk.check_anywhere(person, "floor")
        return person

    @app.get("/api/floor/tables")
    async def tables(request: Request, token: Token = None, table: str = "") -> dict[str, Any]:
        """Every table at a glance, what waits for the floorperson, who is at work; one table in full if named."""
        person = await floorperson(token)
        asked = await asyncio.to_thread(desk.requests.of, person)
        return joined(glance(desk, person, table, asked), await others.ask(request))

    @app.get("/api/floor/tables/{table}/day")
    async def today(table: str, token: Token = None) -> dict[str, Any]:
        """What was dropped and won here since midnight."""
        person = await floorperson(token)
        desk.house.keeper(table)
        desk.check(person, "floor", table)
        return await asyncio.to_thread(day, desk, table)

    @app.post("/api/floor/tables/{table}/orders")
    async def order(table: str, told: Annotated[dict[str, Any], Body()], token: Token = None) -> dict[str, Any]:
        """Give an order that is the floor's alone; fills, credits and closings are asked for instead."""
        person = await floorperson(token)
        asked = _read(told, Order)
        command = {"command": "direct", "order": asked.order, "seat": asked.seat, "player": asked.player,
                   "what": asked.what}  # fmt: skip
        return await _give(desk, person, table, command, asked.key)

    @app.post("/api/floor/tables/{table}/steps")
    async def step(table: str, told: Annotated[dict[str, Any], Body()], token: Token = None) -> dict[str, Any]:
        """Take the step that waits for the floorperson."""
        person = await floorperson(token)
        asked = _read(told, Step)
        play = desk.house.keeper(table).decided.play
        if asked.round and (play is None or play.number != asked.round):
            raise HouseError(f"round {asked.round} is over", field="round")
        command = {"command": "perform", "step": asked.step, "seat": asked.seat, "value": asked.value or None}
        return await _give(desk, person, table, command, asked.key)

    @app.post("/api/floor/tables/{table}/irregularities")
    async def report(table: str, told: Annotated[dict[str, Any], Body()], token: Token = None) -> dict[str, Any]:
        """Report what went wrong; the table applies the law's remedy, or a second person is asked for what would undo a
        hand after cards were dealt (`request`)."""
        person = await floorperson(token)
        asked = _read(told, Found)
        report: dict[str, Any] = {"irregularity": asked.irregularity, "seat": asked.seat, "device": asked.device,
                                  "cards": asked.cards}  # fmt: skip
        now = desk.house.keeper(table).decided
        if now.play is not None and needs_second(now, Report(**report)):
            told = {"kind": "report", "table": table, "told": {**report, "round": now.play.number}}
            return {"request": (await desk.requests.ask(person, told, asked.key))["id"]}
        return await _give(desk, person, table, {"command": "report", **report}, asked.key)

    @app.get("/api/house")
    async def the_house(token: Token = None) -> dict[str, Any]:
        """What the house plays for, and its settings: what one person may do alone, in words and in cents."""
        await signed_in(desk, token)
        settings = await asyncio.to_thread(settings_of, desk.house.database)
        return {"money": desk.house.money, "words": WORDS[desk.house.money], "settings": in_words(settings),
                "told": msgspec.to_builtins(settings)}  # fmt: skip

    @app.get("/api/floor/games")
    async def games(token: Token = None) -> list[dict[str, str]]:
        """What may be opened, each with a submission to begin with."""
        desk.check(await floorperson(token), "open-table")
        return await asyncio.to_thread(lambda: choices(desk.house.day() if desk.house.is_real else None))

    @app.post("/api/tables")
    async def open_table(
        told: Annotated[dict[str, Any], Body()], key: Key = "", token: Token = None
    ) -> dict[str, Any]:  # fmt: skip
        """Open a table; a submission that the chapter refuses is refused with every provision. With more inventory than
        you may take alone it waits for a second person (`request`). The same key opens one table."""
        person = await signed_in(desk, token)
        desk.check(person, "open-table")
        made = await desk.requests.ask(person, {"kind": "open", "told": told}, key)
        return {"request": made["id"], "state": made["state"], "id": made["about"], "name": str(told.get("name", ""))}

    @app.websocket("/api/floor/socket")
    async def socket(websocket: WebSocket) -> None:
        """The whole floor again whenever it changes; send {"table": ID} for one table in full."""
        sockets = app.state.sockets
        person = await sockets.admit(websocket)
        if person is not None:
            await serve(sockets, others, desk, websocket, person)


def _read(told: dict[str, Any], kind: type[_Told]) -> _Told:
    try:
        return msgspec.convert(told, kind)
    except msgspec.ValidationError as error:
        raise HouseError(f"not an order: {error}", field="order") from None


async def _give(desk: Desk, person: Person, table: str, command: dict[str, Any], key: str) -> dict[str, Any]:
    answer = await desk.command(person, table, command, key or secrets.token_hex(12))
    if answer.refused:
        raise IllegalAction(answer.refused, field=answer.field, cite=answer.cite or None)
    return {"n": answer.n}
