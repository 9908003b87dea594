"""What one person at work asks and another approves: fills, credits, closings; and calls for the floorperson.

Whoever asks cannot approve. Approving carries the order out at the table and answers the request in one piece: if the
table refuses, the request still waits and says why.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import select, update

from croupier.errors import CroupierError, HouseError
from croupier.house import schema
from croupier.house.asking import check, one_line, read, title, words_of
from croupier.house.authority import check_apart
from croupier.house.closing import Last, closing
from croupier.house.permissions import may, role_for
from croupier.house.work import Work
from croupier.table import Actor, Direct, step

if TYPE_CHECKING:
    from sqlalchemy import Executable, Row

    from croupier.house.desk import Desk
    from croupier.house.keeper import Keeper
    from croupier.house.people import Person

ANSWERED = 20
"""Answered requests that are shown with those that wait."""
OPEN = ("waiting", "closing")


class Requests:
    """One per house. `turn` counts what changed, for those who watch."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.house = desk.house
        self.turn = 0
        self._one = asyncio.Lock()
        self.house.keeping.taken.append(self._taken_up)

    # Asking.

    async def ask(self, person: Person, told: dict[str, Any]) -> dict[str, Any]:
        """Ask; what the table would refuse in any case is refused at once."""
        asking = read(told)
        keeper = self.house.keeper(asking.table)
        self.desk.check(person, "ask", asking.table)
        with self.desk.recording(person, f"ask for {asking.kind} at {asking.table}"):
            check_apart(keeper, person.name)
        check(keeper, asking, person.name)
        body = msgspec.json.encode({"amount": asking.amount, "words": asking.words.strip()}).decode()
        at = self.house.clock()
        row = {"table_id": asking.table, "kind": asking.kind, "told": body, "by": person.name, "at": at,
               "state": "waiting", "answered_by": "", "answered_at": 0, "note": ""}  # fmt: skip
        async with self._one:
            waiting = await asyncio.to_thread(self._open, asking.table)
            if any(r.by == person.name and r.kind == asking.kind and r.told == body for r in waiting):
                raise HouseError("you have asked for this already, and it waits", field="kind")
            await asyncio.wrap_future(self.house.database.submit(Work("", at, rows=[(schema.requests, row)])))
            self.turn += 1
            made = [r for r in await asyncio.to_thread(self._open, asking.table) if r.by == person.name]
        return self._told(made[-1], person)

    def _open(self, table: str = "") -> list[Row[Any]]:
        rows = schema.requests
        asked = select(rows).where(rows.c.state.in_(OPEN)).order_by(rows.c.id)
        if table:
            asked = asked.where(rows.c.table_id == table)
        with self.house.database.read() as connection:
            return list(connection.execute(asked))

    # Answering.

    async def approve(self, person: Person, number: int) -> dict[str, Any]:
        """Carry out what was asked. Of two who approve at once one does it, and the other hears so."""
        async with self._one:
            row = await asyncio.to_thread(self._waiting, number)
            self.desk.check(person, "approve", row.table_id)
            if row.by == person.name:
                self.desk.deny(person, f"approve request {number}", "whoever asks cannot approve")
            try:
                await self._carry_out(row, person)
            finally:
                self.turn += 1
        return await self._now(number, person)

    async def _carry_out(self, row: Row[Any], person: Person) -> None:
        keeper = self.house.keeper(row.table_id)
        told = msgspec.json.decode(row.told)
        command = Direct(order=row.kind, amount=told["amount"])
        role = role_for(person.roles(row.table_id), command)
        assert role is not None
        with self.desk.recording(person, f"approve request {row.id}"):
            check_apart(keeper, person.name)
        actor = Actor(role, person.name)  # type: ignore[arg-type]
        if row.kind == "call":
            await self._store(self._answer(row.id, "approved", person.name, "on the way"))
            return
        if keeper.broken is not None:
            raise keeper.broken
        try:
            if row.kind == "close":
                await self._close(keeper, row, actor)
                return
            steps = [step(keeper.decided, command, actor, keeper.now())]
        except CroupierError as error:
            note = f"Not carried out: {error.refusals[0]}"
            rows = schema.requests
            await self._store(update(rows).where(rows.c.id == row.id).values(note=note[:400]))
            raise
        await keeper.commit(steps, claims=[self._answer(row.id, "approved", person.name, "carried out")])
        keeper.running.wake()

    async def _close(self, keeper: Keeper, row: Row[Any], actor: Actor) -> None:
        """Close now, or after the round and a reshuffle of the cards that were played."""
        done = self._answer(row.id, "approved", actor.name, "the table is closed")
        if keeper.running.last is not None:
            raise HouseError("the table closes after this round already", field="kind")
        try:
            steps = closing(keeper.decided, actor, keeper.now())
        except CroupierError:
            if not keeper.decided.open:
                raise
            note = "closes after the round, when the cards that were played have been opened"
            await self._store(self._answer(row.id, "closing", actor.name, note))
            self._end(keeper, row.id, actor)
            return
        await keeper.commit(steps, claims=[done])
        keeper.running.wake()

    def _end(self, keeper: Keeper, number: int, actor: Actor) -> None:
        done = self._answer(number, "approved", actor.name, "the table is closed", "closing")
        keeper.running.closing = True
        keeper.running.last = Last(actor, (done,))
        keeper.running.wake()

    def resume(self, table: str = "") -> None:
        """After a restart, tables that were to close after their round still are."""
        for row in self._open(table):
            keeper = self.house.keepers.get(row.table_id)
            if row.state == "closing" and keeper is not None:
                self._end(keeper, row.id, Actor("floorperson", row.answered_by))

    def _taken_up(self, keeper: Keeper) -> None:
        with contextlib.suppress(HouseError):  # if nothing can be read it is taken up again
            self.resume(keeper.id)

    async def refuse(self, person: Person, number: int, note: str = "") -> dict[str, Any]:
        """Say no."""
        one_line(note)
        async with self._one:
            row = await asyncio.to_thread(self._waiting, number)
            self.desk.check(person, "approve", row.table_id)
            if row.by == person.name:
                self.desk.deny(person, f"refuse request {number}", "whoever asks withdraws")
            await self._store(self._answer(number, "refused", person.name, note.strip()))
        return await self._now(number, person)

    async def withdraw(self, person: Person, number: int) -> dict[str, Any]:
        """Take one's own request back."""
        async with self._one:
            row = await asyncio.to_thread(self._waiting, number)
            if row.by != person.name:
                self.desk.deny(person, f"withdraw request {number}", "only whoever asked withdraws")
            await self._store(self._answer(number, "withdrawn", person.name, ""))
        return await self._now(number, person)

    async def _now(self, number: int, person: Person) -> dict[str, Any]:
        return self._told(await asyncio.to_thread(self._row, number), person)

    def _answer(self, number: int, state: str, who: str, note: str, before: str = "waiting") -> Executable:
        rows = schema.requests
        values = {"state": state, "answered_by": who, "answered_at": self.house.clock(), "note": note}
        return update(rows).where(rows.c.id == number, rows.c.state == before).values(values)

    async def _store(self, claim: Executable) -> None:
        await asyncio.wrap_future(self.house.database.submit(Work("", self.house.clock(), claims=[claim])))
        self.turn += 1

    def _row(self, number: int) -> Row[Any]:
        rows = schema.requests
        found = None
        if 0 < number < 2**63:
            with self.house.database.read() as connection:
                found = connection.execute(select(rows).where(rows.c.id == number)).first()
        if found is None:
            raise HouseError(f"there is no request {number}", fault="unknown", field="id")
        return found

    def table(self, number: int) -> str:
        """The table of a request."""
        return str(self._row(number).table_id)

    def _waiting(self, number: int) -> Row[Any]:
        row = self._row(number)
        if row.state != "waiting":
            raise _late(row)
        return row

    # Showing.

    def of(self, person: Person) -> dict[str, Any]:
        """What waits at the tables where someone asks or approves, oldest first, and what was answered last."""
        rows = schema.requests
        asked = select(rows).where(rows.c.state.not_in(OPEN)).order_by(rows.c.answered_at.desc()).limit(5 * ANSWERED)
        with self.house.database.read() as connection:
            done = list(connection.execute(asked))
        seen = [row for row in done if _sees(person, row)][:ANSWERED]
        return {"waiting": [self._told(row, person) for row in self._open() if _sees(person, row)],
                "answered": [self._told(row, person) for row in seen]}  # fmt: skip

    def _told(self, row: Row[Any], person: Person) -> dict[str, Any]:
        keeper = self.house.keepers.get(row.table_id)
        told = msgspec.json.decode(row.told)
        approves = may(person.roles(row.table_id), "approve")
        seated = keeper is not None and person.name in keeper.table.seats.values()
        why = ""
        if row.by == person.name:
            why = "Yours: another person answers it."
        elif not approves:
            why = "A floorperson or shift manager answers it."
        elif seated:
            why = "You sit at this table: another person answers it."
        return {
            "id": row.id, "table": row.table_id, "name": keeper.name if keeper is not None else row.table_id,
            "game": keeper.rules.game.id if keeper is not None else "",
            "edition": keeper.rules.game.edition if keeper is not None else "",
            "kind": row.kind, "amount": told["amount"], "title": title(row.kind, told),
            "words": words_of(row.kind, told), "by": row.by, "at": row.at, "state": row.state,
            "answered-by": row.answered_by, "answered-at": row.answered_at, "note": row.note,
            "mine": row.by == person.name, "may": row.state == "waiting" and not why, "why": why,
        }  # fmt: skip


def _sees(person: Person, row: Row[Any]) -> bool:
    roles = person.roles(row.table_id)
    return may(roles, "ask") or may(roles, "approve")


def _late(row: Row[Any]) -> HouseError:
    words = {"closing": "approved", "approved": "approved", "refused": "refused", "withdrawn": "withdrawn"}
    return HouseError(f"{row.answered_by} has {words.get(row.state, 'answered')} this already", field="id")
