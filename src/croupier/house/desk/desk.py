"""The front desk: what a person asks of the house, checked against the permission table before anything happens."""

from __future__ import annotations

import asyncio
import time
from contextlib import contextmanager
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple, NoReturn

import msgspec
from msgspec.structs import replace
from sqlalchemy import func, select

from croupier.errors import CroupierError, HouseError, NotAllowed
from croupier.house.cloth.felt import table_rules
from croupier.house.desk import payloads
from croupier.house.desk.authority import actor_of
from croupier.house.desk.dealing import give_command
from croupier.house.desk.lobby_line import lobby_line
from croupier.house.desk.requests.approvals import Requests
from croupier.house.people.denial_log import DenialLog
from croupier.house.people.house_settings import MAX_CENTS
from croupier.house.people.permissions import COMMANDS, POSTS, WORK, may, tag
from croupier.house.people.sign_in import People
from croupier.house.people.sign_in_policy import Policy
from croupier.house.storage import schema
from croupier.house.tables.rounds.round_index import RoundQuery, search
from croupier.house.tables.rounds.round_records import opening_of, rebuilt
from croupier.house.tables.views.order_secrecy import reads_orders
from croupier.journal.replay import rules_of
from croupier.journal.round_visibility import Seen
from croupier.table import commands
from croupier.table.in_force import REAL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from croupier.house.cloth.payloads import TableRules
    from croupier.house.house import House
    from croupier.house.people.roles import Person
    from croupier.house.tables.keeping.idempotency_keys import Answer
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.house.tables.views.payloads import PlayedRound, View
    from croupier.kit.payload import Json

GUEST = 90 * 24 * 3_600_000
"""A guest has no password to come back with: the session lasts."""
_COMMAND = msgspec.json.Decoder(commands.AnyCommand, strict=True)


class CommandOutcome(NamedTuple):
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
        self.people = People(house.database, house.clock, key=house.key, policy=policy, passwords=house.passwords)
        house.keeping.changed.append(self.people.heard)
        self.heard: list[Callable[[CommandOutcome], None]] = []
        self.shut: frozenset[str] = frozenset()
        """Working pages that this house does not have."""
        self.presence = house.keeping.presence
        self.noting = DenialLog(house.database, house.clock)
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
        await asyncio.to_thread(self.people.accounts.add, name, None)
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
        self.people.accounts.grant(person.name, role)

    # Tables.

    def lobby(self) -> list[payloads.TableLine]:
        """Every open table in a few words."""
        return [line for line in self.house.keeping.each(lobby_line) if line is not None]

    def view(self, person: Person, table: str) -> View:
        """A table as this person may see it."""
        keeper = self.house.keeper(table)
        self.check(person, "watch", table)
        return keeper.views.of(keeper.table, keeper.staff, person.name, deadline=keeper.deadline)

    def view_json(self, person: Person, table: str) -> bytes:
        """A table as this person may see it, as JSON."""
        keeper = self.house.keeper(table)
        self.check(person, "watch", table)
        return keeper.views.as_json(keeper.table, keeper.staff, person.name, deadline=keeper.deadline)

    def rules(self, table: str) -> TableRules:
        """What is played at a table, as data for a page: it knows no rule of its own."""
        return table_rules(self.house.keeper(table).rules)

    async def command(self, person: Person, table: str, data: Json, key: str) -> Answer:
        """Give a command in the role that allows it."""
        answer = await asyncio.shield(self.submit(person, table, msgspec.json.encode(data), key))
        return replace(answer, key=key)

    def submit(self, person: Person, table: str, command: bytes | msgspec.Raw, key: str) -> asyncio.Future[Answer]:
        """Give a command as JSON; the future's answer has the key that it is stored by."""
        began = time.perf_counter()
        named: list[str] = []
        try:
            coming = self._submit(person, table, command, key, named)
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
        outcome = CommandOutcome(
            next(iter(named), "none"), table, person.name, result, field, cite, time.perf_counter() - began
        )
        for hear in self.heard:
            hear(outcome)

    def _submit(
        self, person: Person, table: str, sent: bytes | msgspec.Raw, key: str, named: list[str]
    ) -> asyncio.Future[Answer]:
        keeper = self.house.keeper(table)
        if not key or len(key) > 64:
            raise HouseError("a command has a key of 1 to 64 letters", fault="conflict", field="key")
        try:
            command = _COMMAND.decode(sent)
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise HouseError(f"not a command: {error}", fault="conflict", field="command") from None
        name = tag(command)
        named.append(name)
        if max(map(abs, _amounts(command))) > MAX_CENTS:
            raise HouseError("no such amount is handled here", fault="conflict", field="amount")
        assert name in COMMANDS
        stored = sha256(f"{person.name}/{key}".encode()).hexdigest()
        with self.recording(person, what := f"{name} at {table}"):
            actor = actor_of(keeper, person, command)
            if actor is None:
                self._deny(person, what)
            return give_command(keeper, command, actor, stored)

    # Records and history.

    def records(self, keeper: Keeper, person: Person, after: int) -> list[bytes]:
        """The records after a number, as this person is sent them; too far back there is only the view."""
        if after > keeper.stored:
            raise HouseError("the table has no such record yet", fault="conflict", field="after")
        if keeper.recent and after + 1 < keeper.recent[0].n:
            raise HouseError("too far behind; begin with a view", fault="gone", field="after")
        orders = reads_orders(person, keeper.id, keeper.rules, real=not keeper.settings.play_money)
        return [sent.to(person.name, orders=orders) for sent in keeper.recent if after < sent.n <= keeper.stored]

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

    def history(self, person: Person, query: RoundQuery, player: str = "") -> list[PlayedRound]:
        """A person's own rounds, or with the permission to see them another's; latest first, a page at a time."""
        if player and player != person.name:
            only = self.granted(person, "history", query.table)
            return search(self.house.database, player, query, only)
        if not may({role for role, _ in person.grants}, "history-own"):
            self._deny(person, "history-own")
        return search(self.house.database, person.name, query)

    def seats_of(self, person: Person, table: str, number: int) -> tuple[dict[int, str], list[int]]:
        """Who played in a round, and which seats are the person's own; without any, all rounds must be theirs to
        see."""
        self.known(table)
        if not 0 < number < 2**31:
            raise HouseError(f"there is no round {number}", fault="unknown", field="round")
        rows = schema.played
        with self.house.database.read() as connection:
            query = select(rows.c.seat, rows.c.player).where(rows.c.table_id == table, rows.c.round == number)
            seats = {row.seat: row.player for row in connection.execute(query)}
        mine = [seat for seat, player in seats.items() if player == person.name]
        if not mine:
            self.check(person, "history", table)
        return seats, mine

    def round(self, person: Person, table: str, number: int) -> payloads.ClosedRound:
        """A closed round, rebuilt, as far as it was this person's to see."""
        _, mine = self.seats_of(person, table, number)
        found = Seen(rebuilt(self.house.database, table, number), mine or None)
        return payloads.ClosedRound(told=found.to_json(), settlement=found.settlement())

    def check_journal(self, person: Person, table: str) -> None:
        """Refuse a journal to whoever may not read it, or not the orders that it opens."""
        self.known(table)
        self.check(person, "journal", table)
        if not self.reads_orders(person, table):
            self._deny(person, "orders")

    def reads_orders(self, person: Person, table: str) -> bool:
        """Whether somebody may read the orders that were opened at a table."""
        opening = opening_of(self.house.database, table)
        return reads_orders(person, table, rules_of(opening), real=opening.money == REAL)

    def journal(self, person: Person, table: str) -> Iterator[bytes]:
        """The lines of a table's journal as they are stored, up to the last one now."""
        self.check_journal(person, table)
        rows, database = schema.records, self.house.database
        with database.read() as connection:
            last = connection.scalar(select(func.max(rows.c.n)).where(rows.c.table_id == table))
        return (line for _, line in database.lines(table, 0, last))


def _amounts(command: commands.Command) -> tuple[int, ...]:
    """Every amount of money that a command names."""
    return (getattr(command, "amount", 0), *getattr(command, "wagers", {}).values())
