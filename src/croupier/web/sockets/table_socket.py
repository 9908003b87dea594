"""One socket per person and table: records in order with their numbers, views, answers."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace
from starlette.websockets import WebSocketDisconnect

from croupier.errors import CroupierError, HouseError
from croupier.house.tables.views.order_secrecy import reads_orders
from croupier.web.http.limits.rate_limiter import MEASURE
from croupier.web.http.limits.socket_meter import TRY_LATER
from croupier.web.http.messages import Error, Failed
from croupier.web.sockets.page_socket import RESTART, SLOW, refuse
from croupier.web.sockets.transport import transport_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import WebSocket

    from croupier.house.desk.desk import Desk
    from croupier.house.people.roles import Person
    from croupier.house.tables.keeping.idempotency_keys import Answer
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.house.tables.views.sent_views import ViewPiece
    from croupier.kit.payload import Payload
    from croupier.web.http.limits.socket_meter import SocketMeter
    from croupier.web.sockets.page_socket import Sockets

BEHIND = 2000
"""Messages that may wait for a slow reader before it is let go; it resumes where it was."""
PATIENCE = 5.0
"""Seconds that a reader has for what was sent before."""
VIEW_DELAY = 0.2
"""Seconds after which a view follows a change that asks nothing new of anybody."""
MESSAGES_PER_FRAME = 64
"""So many messages make one frame, however long they are."""
FRAME = 32 * 1024
"""Messages are joined to frames of about so many letters, for a client that asks for it."""
MOST_WAITING = 16
"""Commands of one socket that may wait for the disk at a time."""


class CommandFrame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a client sends: a command with its key."""

    command: msgspec.Raw
    key: str


_ASKED = msgspec.json.Decoder(CommandFrame)
_encode = msgspec.json.Encoder().encode
_WALLET = b'"buy-in"'


async def serve_table(
    sockets: Sockets,
    desk: Desk,
    websocket: WebSocket,
    person: Person,
    table: str,
    after: int,
    *,
    together: bool = False,
) -> None:
    """Hold a socket until either side lets go."""
    try:
        keeper = desk.house.keeper(table)
        desk.check(person, "watch", table)
    except HouseError as error:
        await refuse(websocket, error)
        return
    socket = TableSocket(websocket, desk, keeper, person, together=together)
    try:
        with sockets.holding(socket), desk.presence.at(person, "table", table):
            await socket.run(after)
    finally:
        keeper.running.wake()  # whoever is waited for may have gone


class TableSocket:
    """A person at a table."""

    def __init__(
        self, websocket: WebSocket, desk: Desk, keeper: Keeper, person: Person, *, together: bool = False
    ) -> None:
        self.websocket = websocket
        self.transport = transport_of(websocket)
        self._active: Callable[[], None] = websocket.state.active
        self.measure: SocketMeter | None = websocket.scope.get("extensions", {}).get(MEASURE)
        self.desk = desk
        self.keeper = keeper
        self.person = person
        self.together = together
        self.loop = asyncio.get_running_loop()
        self.out: deque[bytes] = deque()
        self.closing = 0
        self._over: asyncio.Future[None] = self.loop.create_future()
        self._flushing = False
        self._impatient: asyncio.TimerHandle | None = None
        self._aborted = False
        self._heard: deque[bytes] = deque()
        self._asking = 0
        self._alone = False
        self._later: asyncio.TimerHandle | None = None
        self._asks: object = None

    async def run(self, after: int) -> None:
        """Send what was missed, then what comes; hear commands meanwhile."""
        if after >= 0 and not self.closing:
            try:
                self.out.extend(self.desk.records(self.keeper, self.person, after))
            except HouseError as error:
                self._put(Failed(Error(error.fault, error.message)))
        keeper = self.keeper
        keeper.listeners.add(self._hear)
        keeper.running.resting.add(self._rest)
        keeper.leaving.append(self._left)
        self.transport.take(self._read, self._flush)
        self._view()
        if keeper.broken is not None:
            self.stop(RESTART)
        leaving = asyncio.create_task(self._until_gone())
        try:
            await asyncio.wait((leaving, self._over), return_when=asyncio.FIRST_COMPLETED)
            if self.closing and not leaving.done() and not self._aborted:
                async with asyncio.timeout(PATIENCE):
                    await self.transport.flush()
                    await self.websocket.close(self.closing)
        finally:
            self.transport.let_go()
            keeper.listeners.discard(self._hear)
            keeper.running.resting.discard(self._rest)
            keeper.leaving.remove(self._left)
            for timer in (self._later, self._impatient):
                if timer is not None:
                    timer.cancel()
            leaving.cancel()
            await asyncio.gather(leaving, return_exceptions=True)

    def stop(self, code: int) -> None:
        """Let go of the client when what waits for it is sent."""
        self.closing = self.closing or code
        self._flush_soon()

    def _left(self, _: Keeper) -> None:
        self.stop(RESTART)

    # What is sent.

    def _put(self, told: Payload) -> None:
        self.out.append(_encode(told) + b"\n")
        self._flush_soon()

    def _hear(self, piece: ViewPiece) -> None:
        if self.closing:
            return
        if len(self.out) > BEHIND:
            self.out.clear()
            self.stop(SLOW)
            return
        keeper = self.keeper
        orders = not piece.opens or reads_orders(
            self.person, keeper.id, keeper.rules, real=not keeper.settings.play_money
        )
        self.out.extend(piece.to(self.person.name, orders=orders))
        if not self.together:
            self._flush_soon()
        elif self._later is None:  # they go with the view that follows, or by themselves a little later
            self._later = self.loop.call_later(VIEW_DELAY, self._view)

    def _rest(self) -> None:
        """The table waits: a view at once when it asks something new of this person, and otherwise soon."""
        asks = self.keeper.views.asks(self.keeper.table).get(self.person.name)
        if asks is not None and asks != self._asks:
            self._asks = asks
            self._view()
        elif self._later is None:
            self._later = self.loop.call_later(VIEW_DELAY, self._view)

    def _view(self) -> None:
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if self.closing or len(self.out) > BEHIND:
            return
        view = self.desk.view_json(self.person, self.keeper.id)
        self.out.append(b'{"view":%b,"n":%d}\n' % (view, self.keeper.stored))
        self._flush_soon()

    def _flush_soon(self) -> None:
        """With whatever else comes before the loop goes round."""
        if not self._flushing:
            self._flushing = True
            self.loop.call_soon(self._flush)

    def _flush(self) -> None:
        """Everything in order; a reader who takes nothing for too long is let go without ceremony."""
        self._flushing = False
        if self._impatient is not None and self.transport.is_writable:
            self._impatient.cancel()
            self._impatient = None
        while self.out and self.transport.is_writable:
            self.transport.put(self._frames())
        if self.out and self._impatient is None:
            self._impatient = self.loop.call_later(PATIENCE, self._abort)
        if self.closing and not self.out and not self._over.done():
            self._over.set_result(None)

    def _abort(self) -> None:
        self._aborted = True
        self.transport.abort()
        if not self._over.done():
            self._over.set_result(None)

    def _frames(self) -> list[bytes]:
        if self.together and len(self.out) <= MESSAGES_PER_FRAME:
            frame = b"".join(self.out)
            self.out.clear()
            return [frame]
        lines, size = [], 0
        while self.out and size < FRAME:
            lines.append(self.out.popleft())
            size += len(lines[-1])
        return [b"".join(lines)] if self.together else lines

    # What is heard.

    async def _until_gone(self) -> None:
        with contextlib.suppress(WebSocketDisconnect):
            while (message := await self.websocket.receive())["type"] != "websocket.disconnect":
                text = message.get("text")
                self._read(text.encode() if text is not None else message.get("bytes") or b"")
                await self.transport.readable()

    def _read(self, data: bytes) -> None:
        if self.closing:  # whoever is let go says no more here, however long they take to read what they were sent
            return
        if self.measure is not None and (over := self.measure.over(data)):
            for message in over:
                self._put(message)
            if self.measure.goes_on:
                self.stop(TRY_LATER)
            return
        self._active()
        self._heard.extend(data.splitlines() if self.together else (data,))
        self._go_on()

    def _go_on(self) -> None:
        """Take commands up in their turn without waiting for the disk; one that touches the wallet has it to itself."""
        while self._heard and not self._alone and self._asking < MOST_WAITING and not self.closing:
            alone = _WALLET in self._heard[0]
            if alone and self._asking:
                break
            self._answer(self._heard.popleft(), alone=alone)
        if self._heard:
            self.transport.pause_reading()
        else:
            self.transport.resume_reading()

    def _answer(self, data: bytes, *, alone: bool) -> None:
        key = ""
        try:
            request = _ASKED.decode(data)
            key = request.key
            if not bytes(request.command).startswith(b"{"):
                raise msgspec.ValidationError("Expected `object` - at `$.command`")
            coming = self.desk.submit(self.person, self.keeper.id, request.command, key)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._put(Failed(Error("bad-text", f"not a command: {error}", key=key)))
            return
        except CroupierError as error:
            self._put(_refusal(error, key))
            return
        self._asking += 1
        self._alone = alone
        coming.add_done_callback(partial(self._answered, key))

    def _answered(self, key: str, coming: asyncio.Future[Answer]) -> None:
        self._asking -= 1
        self._alone = False
        if coming.cancelled():
            return
        error = coming.exception()
        if error is None:
            self.out.append(b'{"answer":%b}\n' % _encode(replace(coming.result(), key=key)))
            self._flush_soon()
        elif isinstance(error, CroupierError):
            self._put(_refusal(error, key))
        else:
            raise error
        if self._heard:
            self._go_on()


def _refusal(error: CroupierError, key: str) -> Failed:
    code = error.fault if isinstance(error, HouseError) else error.code
    return Failed(Error(code, error.message, error.field, key))
