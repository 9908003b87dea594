"""The front desk: what a person asks of the house, checked against the permission table before anything happens."""

from __future__ import annotations

import asyncio
from hashlib import sha256
from io import BytesIO
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import select

from croupier.errors import HouseError
from croupier.house import schema
from croupier.house.database import Work
from croupier.house.people import People
from croupier.house.permissions import APPROVED, COMMANDS, POSTS, WORK, may, role_for, tag
from croupier.journal.reader import records
from croupier.journal.reconstruct import rebuild
from croupier.table import Actor, commands

if TYPE_CHECKING:
    from croupier.house.answers import Answer
    from croupier.house.house import House
    from croupier.house.keeper import Keeper
    from croupier.house.people import Person

PAGE = 50
GUEST = 90 * 24 * 3_600_000
"""A guest has no password to come back with: the session lasts."""
MOST = 10**12
"""Cents: ten billion dollars."""
_COMMAND = msgspec.json.Decoder(commands.AnyCommand, strict=True)


class Desk:
    """One per house."""

    def __init__(self, house: House, *, local: bool = False) -> None:
        self.house = house
        self.local = local
        self.people = People(house.database, house.clock)

    async def guest(self, name: str) -> str:
        """A session for a name that is free, without a password."""
        name = name.strip()
        if name.startswith("Bot "):
            raise HouseError("automatic players are called so", fault="conflict", field="name")
        await asyncio.to_thread(self.people.add, name, None)
        await self.house.welcome(name)
        return await asyncio.to_thread(self.people.session, name, lasting=GUEST)

    def check(self, person: Person, what: str, table: str = "") -> None:
        """Refuse what the permission table does not allow, and note it."""
        if not may(person.roles(table), what):
            self._deny(person, what)

    def _deny(self, person: Person, what: str) -> None:
        row = {"at": self.house.clock(), "person": person.name, "what": what[:200], "why": "not permitted"}
        self.house.database.submit(Work("", self.house.clock(), rows=[(schema.refusals, row)]))
        raise HouseError("this is not yours to do", fault="denied")

    def pages(self, person: Person) -> list[str]:
        """The pages that someone may open, at some table at least; on one's own machine a post is taken on the way."""
        held = {role for role, _ in person.grants}
        if self.local:
            held |= set(POSTS)
        return [page for page, what in WORK.items() if not what or may(held, what)]

    def take_post(self, person: Person, role: str) -> None:
        """Go to work in a role, where everyone is at home."""
        if not self.local or role not in POSTS:
            self._deny(person, f"post {role}")
        self.people.grant(person.name, role)

    # Tables.

    def lobby(self) -> list[dict[str, Any]]:
        """Every table in a few words."""
        told = []
        for keeper in self.house.keepers.values():
            if keeper.settings.school:
                continue
            table, rules = keeper.table, keeper.rules
            limit = rules.limits.get(rules.game.ante)
            told.append({
                "id": keeper.id, "name": keeper.name, "game": rules.game.id, "title": rules.game.name,
                "edition": rules.game.edition, "status": rules.game.chapter.status, "phase": table.phase,
                "round": table.rounds, "seats": rules.game.seats, "taken": dict(table.seats),
                "minimum": limit.minimum if limit is not None else None,
                "maximum": limit.maximum if limit is not None else None,
                "meters": {m: table.accounts.get(f"meter:{m}", 0) for m in table.meters},
                "automatic": keeper.settings.automatic,
            })  # fmt: skip
        return told

    def view(self, person: Person, table: str) -> dict[str, Any]:
        """A table as this person may see it."""
        keeper = self.house.keeper(table)
        self.check(person, "watch", table)
        return keeper.views.of(keeper.table, keeper.staff, person.name, deadline=keeper.deadline)

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
        keeper = self.house.keeper(table)
        if not key or len(key) > 64:
            raise HouseError("a command has a key of 1 to 64 letters", fault="conflict", field="key")
        try:
            command = _COMMAND.decode(msgspec.json.encode(told))
        except (msgspec.MsgspecError, RecursionError) as error:
            raise HouseError(f"not a command: {error}", fault="conflict", field="command") from None
        if abs(getattr(command, "amount", 0)) > MOST:
            raise HouseError("no such amount is handled here", fault="conflict", field="amount")
        role = role_for(person.roles(table), command)
        if role is None or (isinstance(command, commands.Direct) and command.order in APPROVED):
            self._deny(person, f"{tag(command)} at {table}")
        assert role is not None
        assert tag(command) in COMMANDS
        stored = sha256(f"{person.name}/{key}".encode()).hexdigest()
        answer = await keeper.ask(command, Actor(role, person.name), stored)  # type: ignore[arg-type]
        return replace(answer, key=key)

    # Records and history.

    def records(self, keeper: Keeper, person: Person, after: int) -> list[bytes]:
        """The records after a number, as this person is sent them; too far back there is only the view."""
        if after > keeper.stored:
            raise HouseError("the table has no such record yet", fault="conflict", field="after")
        if keeper.recent and after + 1 < keeper.recent[0].n:
            raise HouseError("too far behind; begin with a view", fault="gone", field="after")
        return [sent.to(person.name) for sent in keeper.recent if after < sent.n <= keeper.stored]

    def history(self, person: Person, before: int | None, table: str | None) -> list[dict[str, Any]]:
        """A person's own rounds, latest first, a page at a time."""
        rows = schema.played
        asked = select(rows).where(rows.c.player == person.name).order_by(rows.c.at.desc()).limit(PAGE)
        if before is not None:
            asked = asked.where(rows.c.at < before)
        if table is not None:
            asked = asked.where(rows.c.table_id == table)
        with self.house.database.read() as connection:
            return [{"table": r.table_id, "round": r.round, "seat": r.seat, "staked": r.staked, "net": r.net,
                     "at": r.at} for r in connection.execute(asked)]  # fmt: skip

    def round(self, person: Person, table: str, number: int) -> dict[str, Any]:
        """A closed round, rebuilt."""
        self.house.keeper(table)
        rows = schema.played
        with self.house.database.read() as connection:
            asked = select(rows.c.player).where(rows.c.table_id == table, rows.c.round == number)
            players = set(connection.scalars(asked))
        if person.name not in players:
            self.check(person, "history", table)
        data = b"".join(line for _, line in self.house.database.lines(table))
        found = rebuild(records(BytesIO(data)), number)
        return {"told": found.told(), "settlement": found.settlement()}

    def journal(self, person: Person, table: str) -> bytes:
        """A table's journal as it is stored."""
        self.house.keeper(table)
        self.check(person, "journal", table)
        return b"".join(line for _, line in self.house.database.lines(table))
