"""The floor's socket: the whole floor as one person may see it, again whenever something changed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import msgspec

from croupier.errors import HouseError
from croupier.house.screens.floor.overview import glance, join_floors, turn
from croupier.house.screens.floor.payloads import FloorView
from croupier.kit.payload import Payload
from croupier.web.sockets.page_socket import PageSocket, refuse

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from croupier.house.desk.desk import Desk
    from croupier.house.desk.payloads import RequestsView
    from croupier.house.people.roles import Person
    from croupier.web.other_processes import Others
    from croupier.web.sockets.page_socket import Sockets

REQUESTS_INTERVAL = 2.0
"""Seconds after which requests are read again although nobody here changed one."""
NOT_SO = 1007
"""A page said what no page of ours says."""


class Chosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends: the table it shows in full."""

    table: str


class FloorNews(Payload, frozen=True):
    """What a page of the floor is sent."""

    floor: FloorView


_CHOSEN = msgspec.json.Decoder(Chosen)


async def serve_floor(sockets: Sockets, others: Others, desk: Desk, websocket: WebSocket, person: Person) -> None:
    """Hold a page until either side lets go."""
    try:
        desk.check_anywhere(person, "floor")
    except HouseError as error:
        await refuse(websocket, error)
        return
    page = _Page(websocket, desk, person)
    with sockets.holding(page), desk.presence.at(person, "floor"):
        await page.run(*others.following(websocket, page.asks, FloorView, page.elsewhere))


class _Page(PageSocket):
    again = 0.25
    calm = 0.05

    def __init__(self, websocket: WebSocket, desk: Desk, person: Person) -> None:
        super().__init__(websocket, person)
        self.desk = desk
        self.chosen = ""
        self._others: list[FloorView] = []
        self._requests: RequestsView | None = None
        self._read_at = (-1, 0.0)
        self._seen: object = None
        self._last = b""

    def asks(self) -> str:
        """What the other processes are asked for."""
        return f"/api/floor/tables?{urlencode({'table': self.chosen})}"

    def elsewhere(self, told: list[FloorView]) -> None:
        """What they answered."""
        self._others = told

    async def news(self) -> list[bytes]:
        """The floor, if it is another."""
        turned, at = self._read_at
        if turned != self.desk.requests.turn or self.loop.time() - at > REQUESTS_INTERVAL:
            self._read_at = (self.desk.requests.turn, self.loop.time())
            self._requests = await asyncio.to_thread(self.desk.requests.of, self.person)
        now = (turn(self.desk), self.chosen, self._requests, self._others)
        if now == self._seen:
            return []
        self._seen = now
        here = glance(self.desk, self.person, self.chosen, self._requests)
        message = msgspec.json.encode(FloorNews(join_floors(here, self._others)))
        if message == self._last:
            return []
        self._last = message
        return [message]

    async def heard(self, data: bytes) -> None:
        """The table that is shown in full."""
        try:
            self.chosen = _CHOSEN.decode(data).table
        except (msgspec.MsgspecError, UnicodeDecodeError):
            self.stop(NOT_SO)
        self.changed.set()
