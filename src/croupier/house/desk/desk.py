"""The front desk: what a person asks of the house, checked against the permission table before anything happens."""

from __future__ import annotations

import asyncio
import time
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

import msgspec
from msgspec.structs import replace
from sqlalchemy import select

from croupier.errors import CroupierError, HouseError, NotAllowed
from croupier.house import schema
from croupier.house.authority import actor_of
from croupier.house.dealing import given
from croupier.house.felt import real_cards
from croupier.house.history import Asked, search
from croupier.house.noting import Noting
from croupier.house.people import People
from croupier.house.permissions import COMMANDS, POSTS, WORK, may, tag
from croupier.house.policy import Policy
from croupier.house.requests import Requests
from croupier.house.stretch import rebuilt
from croupier.journal.seen import Seen
from croupier.table import commands

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.house.answers import Answer
    from croupier.house.house import House
    from croupier.house.keeper import Keeper
    from croupier.house.people import Person

GUEST = 90 * 24 * 3_600_000
"""A guest has no password to come back with: the session lasts."""
MOST = 10**12
"""Cents: ten billion dollars."""
_COMMAND = msgspec.json.Decoder(commands.AnyCommand, strict=True)


class Heard(NamedTuple):
    """A command that was answered. `result` is done, or the code of its refusal."""

    command: str
    table: str
    person: str
    result: str
    field: str
    cite: str
    seconds: float


class Desk:
    """One per house."""

    def __init__(self, house: House, *, local: bool = False, policy: Policy | None = None) -> None:
        self.house = house
        self.local = local
        policy = policy or Policy.of_house(money=house.money, local=local)
        self.people = People(house.database, house.clock, key=house.key, policy=policy)
        house.keeping.changed.append(self.people.heard)
        self.heard: list[Callable[[Heard], None]] = []
        self.shut: frozenset[str] = frozenset()
        """Working pages that this house does not have."""
        self.presence = house.keeping.presence
        self.noting = Noting(house.database, house.clock)
        self.requests = Requests(self)

    @property
    def _at_home(self) -> bool:
        """Whether this is one's own machine, where anyone takes a post; never for real money."""
        return self.local and not self.house.is_real

    async def guest(self, name: str, *, device: str = "") -> str:
        """A session for a name that is free, without a password."""
        name = name.strip()
        if self.house.is_real:
            raise HouseError("a real-money house asks everyone to sign in", fault="denied")
        await asyncio.to_thread(self.people.add, name, None)
        await self.house.welcome(name)
        return await asyncio.to_thread(self.people.session, name, lasting=GUEST, device=device)

    def check(self, person: Person, what: str, table: str = "") -> None:
        """Refuse what the permission table does not allow, and note it."""
        if not may(person.roles(table), what):
            self._deny(person, what)

    def check_anywhere(self, person: Person, what: str) -> None:
        """Refuse what someone may do at no table at all."""
        if not may({role for role, _ in person.grants}, what):
            self._deny(person, what)

    def check_player(self, person: Person, what: str, table: str) -> None:
        """Refuse what only a player of this table does for oneself, and note it."""
        if "player" not in person.roles(table):
            self._deny(person, f"{what} at {table}")

    def deny(self, person: Person, what: str, why: str) -> NoReturn:
        """Refuse for a reason other than the permission table, and note it."""
        self.noting.note(person.name, what, why)
        raise HouseError(why, fault="denied")

    @contextmanager
    def recording(self, person: Person, what: str) -> Iterator[None]:
        """Note whatever a check within refuses as not allowed."""
        try:
            yield
        except NotAllowed as error:
            self.noting.note(person.name, what, error.message)
            raise

    def _deny(self, person: Person, what: str) -> NoReturn:
        self.noting.note(person.name, what, "not permitted")
        raise HouseError("this is not yours to do", fault="denied")

    def pages(self, person: Person) -> list[str]:
        """The pages that someone may open, at some table at least; on one's own machine a post is taken on the way."""
        held = {role for role, _ in person.grants}
        if self._at_home:
            held |= set(POSTS)
        return [page for page, what in WORK.items() if page not in self.shut and (not what or may(held, what))]

    def take_post(self, person: Person, role: str) -> None:
        """Go to work in a role, where everyone is at home."""
        if not self._at_home or role not in POSTS:
            self._deny(person, f"post {role}")
        self.people.grant(person.name, role)

    # Tables.

    def lobby(self) -> list[dict[str, Any]]:
        """Every open table in a few words."""
        return [told for told in self.house.keeping.each(_lobby_line) if told is not None]

    def view(self, person: Person, table: str) -> dict[str, Any]:
        """A table as this person may see it."""
        keeper = self.house.keeper(table)
        self.check(person, "watch", table)
        return keeper.views.of(keeper.table, keeper.staff, person.name, deadline=keeper.deadline)

    def told(self, person: Person, table: str) -> bytes:
        """The same as JSON."""
        keeper = self.house.keeper(table)
        self.check(person, "watch", table)
        return keeper.views.told(keeper.table, keeper.staff, person.name, deadline=keeper.deadline)

    def rules(self, table: str) -> dict[str, Any]:
        """What is played at a table, as data for a page: it knows no rule of its own."""
        rules = self.house.keeper(table).rules
        wagers = []
        for wager in rules.offered():
            paytable = rules.tables[wager.id]
            limit = rules.limits.get(wager.id)
            wagers.append({
                "id": wager.id, "name": wager.name, "placed": wager.placed, "cite": str(wager.cite),
                "equals": wager.equals, "paytable": paytable.id, "pays-cite": str(paytable.cite),
                "rows": [{"row": paytable.labels[key], "pays": pay.text} for key, pay in paytable.rows.items()],
                "stakes": list(paytable.progression.wagers) if paytable.progression else None,
                "minimum": limit.minimum if limit else None, "maximum": limit.maximum if limit else None,
                "step": limit.step if limit else None,
            })  # fmt: skip
        game = rules.game
        return {
            "game": game.id, "title": game.name, "edition": game.edition, "status": game.chapter.status,
            "ante": game.ante, "wagers": wagers, "hand-size": game.hand_size, "seats": game.seats,
            "places": [{"id": place.id, "words": place.words} for place in game.places],
            "readings": dict(rules.readings), "submission": dict(rules.submission),
        }  # fmt: skip

    async def command(self, person: Person, table: str, told: dict[str, Any], key: str) -> Answer:
        """Give a command in the role that allows it."""
        answer = await asyncio.shield(self.asked(person, table, msgspec.json.encode(told), key))
        return replace(answer, key=key)

    def asked(self, person: Person, table: str, told: bytes | msgspec.Raw, key: str) -> asyncio.Future[Answer]:
        """The same for whoever does not wait; the answer's key is the one it is stored by."""
        began = time.perf_counter()
        named: list[str] = []
        try:
            coming = self._asked(person, table, told, key, named)
        except CroupierError as error:
            self._hear(named, table, person, began, error)
            raise
        if self.heard:
            coming.add_done_callback(lambda done: self._hear(named, table, person, began, done))
        return coming

    def _hear(
        self, named: list[str], table: str, person: Person, began: float, came: CroupierError | asyncio.Future[Answer]
    ) -> None:
        result, field, cite = "failed", "", ""
        error = came if isinstance(came, CroupierError) else None if came.cancelled() else came.exception()
        if isinstance(error, CroupierError):
            result = error.fault if isinstance(error, HouseError) else error.code
            field, cite = error.field, error.cite or ""
        elif error is None and isinstance(came, asyncio.Future) and not came.cancelled():
            answer = came.result()
            result, field, cite = answer.code if answer.refused else "done", answer.field, answer.cite
        told = Heard(next(iter(named), "none"), table, person.name, result, field, cite, time.perf_counter() - began)
        for hear in self.heard:
            hear(told)

    def _asked(
        self, person: Person, table: str, told: bytes | msgspec.Raw, key: str, named: list[str]
    ) -> asyncio.Future[Answer]:
        keeper = self.house.keeper(table)
        if not key or len(key) > 64:
            raise HouseError("a command has a key of 1 to 64 letters", fault="conflict", field="key")
        try:
            command = _COMMAND.decode(told)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise HouseError(f"not a command: {error}", fault="conflict", field="command") from None
        named.append(tag(command))
        if abs(getattr(command, "amount", 0)) > MOST:
            raise HouseError("no such amount is handled here", fault="conflict", field="amount")
        assert tag(command) in COMMANDS
        stored = sha256(f"{person.name}/{key}".encode()).hexdigest()
        with self.recording(person, f"{tag(command)} at {table}"):
            actor = actor_of(keeper, person, command)
            if actor is None:
                self._deny(person, f"{tag(command)} at {table}")
            return given(keeper, command, actor, stored)

    # Records and history.

    def records(self, keeper: Keeper, person: Person, after: int) -> list[bytes]:
        """The records after a number, as this person is sent them; too far back there is only the view."""
        if after > keeper.stored:
            raise HouseError("the table has no such record yet", fault="conflict", field="after")
        if keeper.recent and after + 1 < keeper.recent[0].n:
            raise HouseError("too far behind; begin with a view", fault="gone", field="after")
        return [sent.to(person.name) for sent in keeper.recent if after < sent.n <= keeper.stored]

    def granted(self, person: Person, what: str, table: str = "") -> set[str] | None:
        """The tables at which someone may see something, None for all; a table that is named must be among them."""
        if table:
            self.known(table)
            self.check(person, what, table)
            return {table}
        if may(person.roles(), what):
            return None
        found = {where for role, where in person.grants if where and may((role,), what)}
        if not found:
            self._deny(person, what)
        return found

    def known(self, table: str) -> None:
        """Refuse what never was a table; one that has closed is still in the books."""
        rows, found = schema.tables, None
        if table.isprintable():
            with self.house.database.read() as connection:
                found = connection.scalar(select(rows.c.id).where(rows.c.id == table))
        if found is None:
            raise HouseError(f"there is no table {table[:60]!r}", fault="unknown", field="table")

    def history(self, person: Person, asked: Asked, player: str = "") -> list[dict[str, Any]]:
        """A person's own rounds, or with the permission to see them another's; latest first, a page at a time."""
        if player and player != person.name:
            only = self.granted(person, "history", asked.table)
            return search(self.house.database, player, asked, only)
        if not may({role for role, _ in person.grants}, "history-own"):
            self._deny(person, "history-own")
        return search(self.house.database, person.name, asked)

    def seats_of(self, person: Person, table: str, number: int) -> tuple[dict[int, str], list[int]]:
        """Who played in a round, and which seats are the person's own; without any, all rounds must be theirs to
        see."""
        self.known(table)
        if not 0 < number < 2**31:
            raise HouseError(f"there is no round {number}", fault="unknown", field="round")
        rows = schema.played
        with self.house.database.read() as connection:
            asked = select(rows.c.seat, rows.c.player).where(rows.c.table_id == table, rows.c.round == number)
            seats = {row.seat: row.player for row in connection.execute(asked)}
        mine = [seat for seat, player in seats.items() if player == person.name]
        if not mine:
            self.check(person, "history", table)
        return seats, mine

    def round(self, person: Person, table: str, number: int) -> dict[str, Any]:
        """A closed round, rebuilt, as far as it was this person's to see."""
        _, mine = self.seats_of(person, table, number)
        found = Seen(rebuilt(self.house.database, table, number), mine or None)
        return {"told": found.told(), "settlement": found.settlement()}

    def journal(self, person: Person, table: str) -> bytes:
        """A table's journal as it is stored."""
        self.known(table)
        self.check(person, "journal", table)
        return b"".join(line for _, line in self.house.database.lines(table))


def _lobby_line(keeper: Keeper) -> dict[str, Any] | None:
    """A table in a few words; None for one that is not shown."""
    if keeper.settings.school or not keeper.table.open:
        return None
    table, rules = keeper.table, keeper.rules
    limit = rules.limits.get(rules.game.ante)
    return {
        "id": keeper.id, "name": keeper.name, "game": rules.game.id, "title": rules.game.name,
        "edition": rules.game.edition, "status": rules.game.chapter.status, "phase": table.phase,
        "round": table.rounds, "seats": rules.game.seats, "taken": dict(table.seats),
        "minimum": limit.minimum if limit is not None else None,
        "maximum": limit.maximum if limit is not None else None,
        "meters": {m: table.accounts.get(f"meter:{m}", 0) for m in table.meters},
        "automatic": keeper.settings.automatic, "real-cards": real_cards(table.cards),
    }  # fmt: skip
