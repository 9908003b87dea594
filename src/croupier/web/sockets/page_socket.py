"""Sockets of pages: whose they are, what they are sent and say, and how each is closed."""

from __future__ import annotations

import asyncio
import time
from abc import ABC, abstractmethod
from collections import deque
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol

from starlette.websockets import WebSocketDisconnect

from croupier.errors import HouseError
from croupier.house.people.signing_in.sessions import RENEWED, idle_request
from croupier.web.http.sessions import SESSION_COOKIE, same_origin

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator, Sequence

    from starlette.websockets import WebSocket

    from croupier.house.people.roles import Person
    from croupier.house.people.sign_in import People
    from croupier.house.people.signing_in.sessions import Change

SIGN_IN, DENIED, UNKNOWN, SLOW, RESTART = 4401, 4403, 4404, 4408, 1012
"""Why a socket is closed: after RESTART and SLOW come back."""
CLOSED = {
    "unknown": UNKNOWN,
    "set-aside": UNKNOWN,
    "moved": RESTART,
    "storage": RESTART,
    "closed": RESTART,
    "stopped": RESTART,
}
"""How one is closed by what the house refused; a table that is being taken up is worth coming back for."""
REMEMBERED = 1000
"""Changes of people that are remembered for sockets which are being admitted."""
PATIENCE = 10.0
"""Seconds that a page has to take what was sent."""


async def refuse(websocket: WebSocket, error: HouseError) -> None:
    """Close a socket that was accepted, and say why."""
    await websocket.close(CLOSED.get(error.fault, DENIED), error.message)


async def until_one_ends(*doing: Coroutine[Any, Any, None]) -> None:
    """Do several things at once until one is over; the others end with it."""
    tasks = [asyncio.create_task(one) for one in doing]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


class Held(Protocol):
    """A socket that is open."""

    websocket: WebSocket
    person: Person
    loop: asyncio.AbstractEventLoop

    def stop(self, code: int) -> None:
        """Let go of it."""


class Sockets:
    """Every open socket of this process."""

    def __init__(self, people: People) -> None:
        self.open: set[Held] = set()
        self.people = people
        self._changes: deque[tuple[int, Change]] = deque(maxlen=REMEMBERED)
        self._count = 0
        people.changed.append(self.hear)

    async def admit(self, websocket: WebSocket) -> Person | None:
        """Accept a socket and say whose it is; one that is nobody's, or another site's, is closed."""
        token = websocket.cookies.get(SESSION_COOKIE)
        person, until, code, why = None, 0, SIGN_IN, ""
        websocket.state.since = self._count
        try:
            found = None if not token else await asyncio.to_thread(self.people.until, token)
            person, until = found or (None, 0)
        except HouseError as error:  # nothing can be read now
            code, why = RESTART, error.fault
        websocket.state.until = until
        websocket.state.active = self._renewing(token or "")
        await websocket.accept()
        if person is not None and not same_origin(websocket):
            person, code = None, DENIED
        if person is None:
            await websocket.close(code, why)
        return person

    @contextmanager
    def holding(self, socket: Held) -> Iterator[None]:
        """It is open as long as this lasts and its session does; what changed since it was admitted counts."""
        self.open.add(socket)
        state = socket.websocket.state
        over = _Expiry(self.people, socket)
        if any(count > state.since and _ends(change, socket) for count, change in tuple(self._changes)):
            socket.stop(SIGN_IN)
        try:
            yield
        finally:
            over.cancel()
            self.open.discard(socket)

    def _renewing(self, token: str) -> Callable[[], None]:
        """What a socket does when its client says something: somebody is there."""
        last = time.monotonic()

        def active() -> None:
            nonlocal last
            now = time.monotonic()
            if now - last >= RENEWED / 1000:
                last = now
                with suppress(HouseError):  # the database is closing
                    self.people.sessions.renew(token)

        return active

    def hear(self, change: Change) -> None:
        """Close the sockets of someone whose roles or sessions changed; they sign in anew."""
        self._count += 1
        self._changes.append((self._count, change))
        for socket in self.open.copy():
            if _ends(change, socket):
                socket.loop.call_soon_threadsafe(socket.stop, SIGN_IN)

    def close(self) -> None:
        """The server goes down; whoever is here comes back when it does."""
        for socket in self.open.copy():
            socket.stop(RESTART)


class _Expiry:
    """Closes a socket when its session is over; one in which something happened meanwhile is looked at again."""

    def __init__(self, people: People, socket: Held) -> None:
        self._people = people
        self._socket = socket
        self._looking: asyncio.Task[None] | None = None
        self._timer = self._after(socket.websocket.state.until)

    def cancel(self) -> None:
        """The socket is closed."""
        self._timer.cancel()
        if self._looking is not None:
            self._looking.cancel()

    def _after(self, until: int) -> asyncio.TimerHandle:
        return self._socket.loop.call_later((until - self._people.clock()) / 1000, self._look)

    def _look(self) -> None:
        self._looking = self._socket.loop.create_task(self._decide())

    async def _decide(self) -> None:
        idle_request.set(True)
        try:
            found = await asyncio.to_thread(self._people.until, self._socket.websocket.cookies.get(SESSION_COOKIE, ""))
        except HouseError:
            self._socket.stop(RESTART)
            return
        if found is None:
            self._socket.stop(SIGN_IN)
        else:
            self._timer = self._after(found[1])


def _ends(change: Change, socket: Held) -> bool:
    return change.ends(socket.person.name, socket.websocket.cookies.get(SESSION_COOKIE, ""))


class PageSocket(ABC):
    """A person's page: news whenever something `changed`. What changes while it is being sent is in the next."""

    again: float | None = None
    """Seconds after which it looks for news although it heard of none."""
    calm = 0.0
    """Seconds in which changes are gathered."""

    def __init__(self, websocket: WebSocket, person: Person) -> None:
        self.websocket = websocket
        self.person = person
        self.loop = asyncio.get_running_loop()
        self.closing = 0
        self.changed = asyncio.Event()

    @abstractmethod
    async def news(self) -> Sequence[bytes]:
        """What the page is to be sent now."""

    async def heard(self, data: bytes) -> None:  # noqa: B027 - most pages only look
        """Handle a message of the page."""

    async def run(self, *beside: Coroutine[Any, Any, None]) -> None:
        """Send and hear until either side lets go."""
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):  # it reads too slowly, or has gone
            await until_one_ends(self._write(), self._read(), *beside)

    def stop(self, code: int) -> None:
        """Let go of the page."""
        self.closing = self.closing or code
        self.changed.set()

    def hear(self, *_: object) -> None:
        """Send news soon: something changed."""
        self.changed.set()

    async def _write(self) -> None:
        while not self.closing:
            self.changed.clear()
            try:
                news = await self.news()
            except HouseError as error:  # the table went elsewhere, or nothing can be read now
                self.stop(CLOSED.get(error.fault, DENIED))
                break
            async with asyncio.timeout(PATIENCE):
                for message in news:
                    await self.websocket.send_text(message.decode())
            with suppress(TimeoutError):
                async with asyncio.timeout(self.again):
                    await self.changed.wait()
            if self.calm and not self.closing:
                await asyncio.sleep(self.calm)
        async with asyncio.timeout(PATIENCE):
            await self.websocket.close(self.closing)

    async def _read(self) -> None:
        while (message := await self.websocket.receive())["type"] != "websocket.disconnect":
            if self.closing:  # whoever is let go says no more, however long they take to read what they were sent
                continue
            self.websocket.state.active()
            text = message.get("text")
            await self.heard(text.encode("utf-8", "replace") if text is not None else message.get("bytes") or b"")
