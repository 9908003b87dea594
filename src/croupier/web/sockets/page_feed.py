"""A page's socket: the whole table as one person sees it, then what changed of it (or with each change the whole, for
whoever does not ask for ``changes``), and commands the other way."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from croupier.errors import CroupierError, HouseError
from croupier.kit.payload import Json  # noqa: TC001 - msgspec reads it
from croupier.web.http.messages import Answered, NotDone, PageAnswer, PageChanges
from croupier.web.http.translation import translate_json
from croupier.web.sockets.changes import changes
from croupier.web.sockets.page_socket import RESTART, PageSocket, refuse

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from croupier.house.people.roles import Person
    from croupier.house.screens.player.host import Host
    from croupier.house.tables.keeping.idempotency_keys import Answer
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.kit.payload import Payload
    from croupier.web.sockets.page_socket import Sockets


class PageFrame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends: a command with its key."""

    command: Json
    key: str


_ASKED = msgspec.json.Decoder(PageFrame)


class PageFeed(PageSocket):
    """A person's page at a table."""

    def __init__(self, websocket: WebSocket, host: Host, keeper: Keeper, person: Person) -> None:
        super().__init__(websocket, person)
        self.host = host
        self.keeper = keeper
        self._answers: list[bytes] = []
        self._changes = websocket.query_params.get("changes") == "true"
        self._last = b""
        self._shown: Json | None = None

    @classmethod
    def check(cls, host: Host, person: Person, keeper: Keeper) -> None:
        """Refuse whoever may not see this page."""
        host.desk.check(person, "watch", keeper.id)

    def words(self, told: bytes) -> bytes:
        """What the page is sent, in its language."""
        return translate_json(told)

    def view(self) -> Payload:
        """What the page shows now."""
        return self.host.view(self.person, self.keeper.id)

    async def purse(self) -> Payload | None:
        """What comes with the first view, so that a page need not ask for it."""
        with suppress(HouseError):  # without it the page asks
            if "player" in self.person.roles(self.keeper.id):
                return await self.host.purse(self.person, self.keeper.id)
        return None

    async def do(self, told: Json, key: str) -> Answer:
        """What the page asks for."""
        return await self.host.desk.command(self.person, self.keeper.id, told, key)

    async def news(self) -> list[bytes]:
        """The view if it is another, and the answers that came."""
        purse = None if self._last else await self.purse()
        beside = b',"purse":%b' % self.words(msgspec.json.encode(purse)) if purse is not None else b""
        answers, self._answers = self._answers, []
        view = self.words(msgspec.json.encode(self.view()))
        if self.keeper.broken is not None:
            self.stop(RESTART)
        if view == self._last:
            return answers
        self._last = view
        if not self._changes:
            return [b'{"view":%b%b}' % (view, beside), *answers]
        before, self._shown = self._shown, msgspec.json.decode(view)
        if before is None:
            return [b'{"view":%b%b}' % (view, beside), *answers]
        changed = changes(before, self._shown)
        if changed.keys() <= {"clock"} and _same_clock(before, self._shown):
            self._shown = before
            return answers
        return [msgspec.json.encode(PageChanges(changed)), *answers]

    async def heard(self, data: bytes) -> None:
        """A command."""
        key = ""
        try:
            request = _ASKED.decode(data)
            key = request.key
            answer: Answered | NotDone = Answered(await self.do(request.command, request.key))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            answer = NotDone(PageAnswer(key=key, refused=f"not a command: {error}", code="bad-text"))
        except CroupierError as error:
            code = error.fault if isinstance(error, HouseError) else error.code
            answer = NotDone(
                PageAnswer(key=key, refused=error.message, field=error.field, cite=error.cite or "", code=code)
            )
        self._answers.append(self.words(msgspec.json.encode(answer)))
        self.changed.set()


def _same_clock(before: Json, after: Json) -> bool:
    """Whether nothing but time has passed: a page counts that down by itself."""
    one, other = before.get("clock"), after.get("clock")
    if not isinstance(one, dict) or not isinstance(other, dict) or before.get("deadline") != after.get("deadline"):
        return False
    return {**one, "left": 0} == {**other, "left": 0}


async def serve_page(
    sockets: Sockets, host: Host, websocket: WebSocket, person: Person, table: str, kind: type[PageFeed] = PageFeed
) -> None:
    """Hold a page until either side lets go."""
    try:
        keeper = host.house.keeper(table)
        kind.check(host, person, keeper)
    except HouseError as error:
        await refuse(websocket, error)
        return
    page, resting = kind(websocket, host, keeper, person), keeper.running.resting
    keeper.listeners.add(page.hear)
    resting.add(page.hear)
    keeper.leaving.append(page.hear)
    try:
        with sockets.holding(page), host.desk.presence.at(person, "table", table):
            keeper.running.wake()
            await page.run()
    finally:
        keeper.running.wake()  # whoever is waited for may have gone
        keeper.listeners.discard(page.hear)
        resting.discard(page.hear)
        keeper.leaving.remove(page.hear)
