"""A page's socket: the whole table as one person sees it, then what changed of it (or with each change the whole, for
whoever does not ask for ``changes``), and commands the other way."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from croupier.errors import CroupierError, HouseError
from croupier.web.changes import changes
from croupier.web.page_socket import RESTART, PageSocket, refuse

if TYPE_CHECKING:
    from starlette.websockets import WebSocket

    from croupier.house.answers import Answer
    from croupier.house.host import Host
    from croupier.house.keeper import Keeper
    from croupier.house.people import Person
    from croupier.web.page_socket import Sockets


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a page sends: a command with its key."""

    command: dict[str, Any]
    key: str


_ASKED = msgspec.json.Decoder(Asked)


class Page(PageSocket):
    """A person's page at a table."""

    def __init__(self, websocket: WebSocket, host: Host, keeper: Keeper, person: Person) -> None:
        super().__init__(websocket, person)
        self.host = host
        self.keeper = keeper
        self._answers: list[bytes] = []
        self._changes = websocket.query_params.get("changes") == "true"
        self._last = b""
        self._shown: dict[str, Any] | None = None

    @classmethod
    def check(cls, host: Host, person: Person, keeper: Keeper) -> None:
        """Refuse whoever may not see this page."""
        host.desk.check(person, "watch", keeper.id)

    def view(self) -> dict[str, Any]:
        """What the page shows now."""
        return self.host.view(self.person, self.keeper.id)

    async def do(self, told: dict[str, Any], key: str) -> Answer:
        """What the page asks for."""
        return await self.host.desk.command(self.person, self.keeper.id, told, key)

    async def news(self) -> list[bytes]:
        """The view if it is another, and the answers that came."""
        answers, self._answers = self._answers, []
        view = msgspec.json.encode(self.view())
        if self.keeper.broken is not None:
            self.stop(RESTART)
        if view == self._last:
            return answers
        self._last = view
        if not self._changes:
            return [b'{"view":%b}' % view, *answers]
        before, self._shown = self._shown, msgspec.json.decode(view)
        if before is None:
            return [b'{"view":%b}' % view, *answers]
        told = changes(before, self._shown)
        if told.keys() <= {"clock"} and _same_clock(before, self._shown):
            self._shown = before
            return answers
        return [msgspec.json.encode({"changes": told}), *answers]

    async def heard(self, data: bytes) -> None:
        """A command."""
        key = ""
        try:
            asked = _ASKED.decode(data)
            key = asked.key
            told: dict[str, Any] = {"answer": await self.do(asked.command, asked.key)}
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            told = {"answer": {"key": key, "refused": f"not a command: {error}", "code": "bad-text"}}
        except CroupierError as error:
            code = error.fault if isinstance(error, HouseError) else error.code
            told = {"answer": {"key": key, "refused": error.message, "field": error.field, "cite": error.cite or "",
                               "code": code}}  # fmt: skip
        self._answers.append(msgspec.json.encode(told))
        self.changed.set()


def _same_clock(before: dict[str, Any], after: dict[str, Any]) -> bool:
    """Whether nothing but time has passed: a page counts that down by itself."""
    one, other = before.get("clock"), after.get("clock")
    if not isinstance(one, dict) or not isinstance(other, dict) or before.get("deadline") != after.get("deadline"):
        return False
    return {**one, "left": 0} == {**other, "left": 0}


async def serve(
    sockets: Sockets, host: Host, websocket: WebSocket, person: Person, table: str, kind: type[Page] = Page
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
