"""What one person asks and another approves, of every kind; and what one person does alone within a limit.

Whoever asks cannot approve. Approving carries the request out and answers it in one piece: if it is refused, the
request still waits and says why. Requests have numbers that count on through every process of the house.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import and_, func, insert, or_, select, update

from croupier.errors import CroupierError, HouseError, IllegalAction
from croupier.house import idempotency, schema
from croupier.house.acting import in_session
from croupier.house.asking import fields_of, one_line, read
from croupier.house.authority import APART, check_apart
from croupier.house.cage import AT_CAGE
from croupier.house.claims import OF_CLAIMS
from croupier.house.closing import Last
from croupier.house.house_events import RequestAnswered, RequestMade
from croupier.house.house_settings import DAY, HOUR, settings_of
from croupier.house.permissions import may
from croupier.house.relations import MADE, related, relations
from croupier.house.request_at_table import AT_TABLE
from croupier.house.request_kind import Stored
from croupier.house.request_of_house import OF_HOUSE
from croupier.house.seals import is_ours, ours, sealed
from croupier.house.second_person import ASKER_SITS, OWN, Second
from croupier.house.work import Work
from croupier.table import Actor

if TYPE_CHECKING:
    from sqlalchemy import Executable, Row

    from croupier.house.desk import Desk
    from croupier.house.house_settings import HouseSettings
    from croupier.house.keeper import Keeper
    from croupier.house.people import Person
    from croupier.house.request_kind import Kind, Told

__all__ = ["APART", "KINDS", "Requests"]

KINDS: dict[str, Kind] = {**AT_TABLE, **OF_CLAIMS, **AT_CAGE, **OF_HOUSE}
"""Every kind of request by its name."""
ANSWERED = 20
"""Answered requests that are shown with those that wait."""
MOST_WAITING = 20
"""Requests of one person that wait at a time."""
OPEN = ("waiting", "closing")
_IN_WORDS = {APART: "You sit at this table: another person answers it.",
             OWN: "It concerns you: another person answers it."}  # fmt: skip
ALONE = "alone, within the limit"
"""What is noted of a request that one person may carry out: until it is done it counts against their limit."""
TRIES = 16
"""How often a number is looked for that nobody else has taken meanwhile."""


class Requests:
    """One per house. `turn` counts what changed, for those who watch."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.house = desk.house
        self.turn = 0
        self._one = asyncio.Lock()
        self.house.keeping.taken.append(self._taken_up)

    # Asking.

    async def ask(self, person: Person, told: dict[str, Any], key: str = "", *, keyed: bool = False) -> dict[str, Any]:
        """Ask, once for each key; what would be refused in any case is refused at once, and what is within one person's
        limit is done at once. With `keyed` money needs a key: over a network a request may come twice."""
        asking = read(told, KINDS)
        kind = KINDS[asking.kind]
        keeper = self.house.keeper(asking.table) if kind.at_table else None
        self.desk.check(person, kind.asks, asking.table if kind.at_table else "")
        if keeper is not None and kind.needs_second:
            with self.desk.recording(person, f"ask for {asking.kind} at {asking.table}"):
                check_apart(keeper, person.name)
        if keyed and kind.limited and not key:
            words = "money moves once for each key: send an Idempotency-Key"
            raise HouseError(words, fault="conflict", field="Idempotency-Key")
        fields = fields_of(asking, kind.fields)
        body = idempotency.digest(asking.kind, asking.table, fields)
        stored = idempotency.stored_key(person.name, "request", key) if key else ""
        if stored and (known := await asyncio.to_thread(self._known, stored, body)) is not None:
            return await self._now(known, person)
        if await asyncio.to_thread(self._own, person, kind, fields):
            self.desk.deny(person, f"ask for {asking.kind}: {person.name}", "nobody asks for what concerns themselves")
        await kind.check(self, asking, person)
        table = asking.table if kind.at_table else ""
        async with self._one:
            fields = await asyncio.to_thread(kind.complete, self, fields, table)
            number = await self._make(person, kind, asking.kind, table, fields, (stored, body))
        return await self._now(number, person)

    def _own(self, person: Person, kind: Kind, fields: Told) -> bool:
        """Whether it concerns whoever asks, in person or by another account. An account that an
        administrator has just made is not theirs when they ask for its role."""
        found = relations(self.house.database, person.name, at=self.house.clock())
        theirs = {one.name for one in found if kind.asks != "people" or one.why != {MADE}}
        return not {person.name, *theirs}.isdisjoint(kind.subjects(fields))

    async def _make(
        self, person: Person, kind: Kind, name: str, table: str, fields: Told, key: tuple[str, str]
    ) -> int:  # fmt: skip
        """The request under the next number, or what it asks for done at once; again if another took the number."""
        refused: HouseError | None = None
        for _ in range(TRIES):
            number, alone = await asyncio.to_thread(self._next, person, kind, name, table, fields)
            if not alone:
                await self._make_room(person)
            made = self._made(person, number, name, table, fields, key, alone=alone, done=not kind.at_table)
            try:
                if alone and not kind.at_table:
                    await kind.do_alone(self, person, fields, made)
                else:
                    await self.store(made)
            except HouseError as error:
                if error.fault != "conflict":
                    raise
                refused = error
            else:
                self.turn += 1
                if alone and kind.at_table:
                    await self._carry_out(kind, await asyncio.to_thread(self._row, number), fields, person)
                return number
            if key[0] and (known := await asyncio.to_thread(self._known, *key)) is not None:
                return known
            if await asyncio.to_thread(self._waits_already, person, name, table, fields):
                raise HouseError("you have asked for this already, and it waits", field="kind")
        assert refused is not None
        raise refused

    async def _make_room(self, person: Person) -> None:
        """Refuse whoever has too many requests waiting; those that waited too long make room."""
        rows = schema.requests
        mine = select(rows).where(rows.c.by == person.name, rows.c.state == "waiting")

        def look() -> tuple[list[Row[Any]], int]:
            with self.house.database.read() as connection:
                return ours(self.house.database, rows, connection.execute(mine)), self._since(
                    settings_of(self.house.database)
                )

        found, since = await asyncio.to_thread(look)
        for row in found:
            if row.at < since:
                await self.store(self.answer(row, "withdrawn", person.name, "it waited too long"))
        if sum(row.at >= since for row in found) >= MOST_WAITING:
            words = f"{MOST_WAITING} requests of yours wait already: withdraw one, or wait for an answer"
            raise HouseError(words, field="kind")

    def _since(self, settings: HouseSettings) -> int:
        """What was asked before this time waits no longer."""
        return self.house.clock() - settings.waiting_hours * HOUR

    def _next(self, person: Person, kind: Kind, name: str, table: str, fields: Told) -> tuple[int, bool]:
        """The next number, and whether this is within what the person may still do alone, as of that number. What was
        done by other accounts of theirs counts, and what is about to be, by whichever process."""
        rows, now = schema.requests, self.house.clock()
        theirs = related(self.house.database, person.name, at=now)
        done = and_(rows.c.answered_by == rows.c.by, rows.c.state == "approved")
        begun = and_(rows.c.note == ALONE, rows.c.state == "waiting")
        mine = select(rows.c.told).where(rows.c.kind == name, rows.c.by.in_(theirs), rows.c.at >= now - DAY,
                                         or_(done, begun))  # fmt: skip
        with self.house.database.read() as connection:
            last = connection.scalar(select(func.max(rows.c.id))) or 0
            moved = sum(kind.cents(msgspec.json.decode(text)) for text in connection.scalars(mine))
        limit = settings_of(self.house.database).limit(name, person.roles(table)) if kind.limited else 0
        within = bool(limit) and moved + kind.cents(fields) <= limit
        return last + 1, within and kind.may_alone(fields)

    def _made(
        self, person: Person, number: int, name: str, table: str, fields: Told, key: tuple[str, str], *, alone: bool,
        done: bool,
    ) -> Stored:  # fmt: skip
        """The request of someone who may do it `alone`, and has `done` it when it is stored, or who may not."""
        at, told, done = self.house.clock(), msgspec.json.encode(fields).decode(), alone and done
        row = {"id": number, "table_id": table, "kind": name, "told": told, "by": person.name, "at": at,
               "state": "approved" if done else "waiting", "answered_by": person.name if done else "",
               "answered_at": at if done else 0, "note": ALONE if alone else "",
               "digest": idempotency.digest(person.name, name, table, fields)}  # fmt: skip
        row = sealed(self.house.database, schema.requests, row)
        claims: list[Executable] = [insert(schema.requests).values(row).execution_options(preserve_rowcount=True)]
        if key[0]:
            claims.append(idempotency.answer_row(*key, {"id": number}))
        said: list[Any] = [RequestMade(by=person.name, number=number, table=table, kind=name, told=told, key=key[0])]
        if done:
            said.append(RequestAnswered(by=person.name, number=number, state="approved", note=ALONE))
        elif alone:
            said.append(RequestAnswered(number=number, state="waiting", note=ALONE))
        return Stored(claims, in_session(said))

    def _known(self, stored: str, body: str) -> int | None:
        found = idempotency.known(self.house.database, stored, body)
        return None if found is None else int(found["id"])

    def _waits_already(self, person: Person, name: str, table: str, fields: Told) -> bool:
        rows, digest = schema.requests, idempotency.digest(person.name, name, table, fields)
        asked = select(rows.c.id).where(rows.c.digest == digest, rows.c.state == "waiting")
        with self.house.database.read() as connection:
            return connection.execute(asked).first() is not None

    def _open(self, table: str | None = None) -> list[Row[Any]]:
        rows = schema.requests
        asked = select(rows).where(rows.c.state.in_(OPEN)).order_by(rows.c.id)
        if table is not None:
            asked = asked.where(rows.c.table_id == table)
        with self.house.database.read() as connection:
            return ours(self.house.database, rows, connection.execute(asked))

    # Answering.

    async def approve(self, person: Person, number: int) -> dict[str, Any]:
        """Carry out what was asked. Of two who approve at once one does it, and the other hears so."""
        async with self._one:
            row = await asyncio.to_thread(self._waiting, number)
            kind, told = KINDS[row.kind], msgspec.json.decode(row.told)
            self._check_answers(person, row)
            if why := await asyncio.to_thread(lambda: self._why_not(self._second(person), row)):
                self.desk.deny(person, f"approve request {number}", why)
            self._check_age(row)
            try:
                await self._carry_out(kind, row, told, person)
            finally:
                self.turn += 1
        return await self._now(number, person)

    async def _carry_out(self, kind: Kind, row: Row[Any], told: Told, person: Person) -> None:
        """Do what was asked, or note on the request why not."""
        try:
            await kind.carry_out(self, row, told, person)
        except CroupierError as error:
            if isinstance(error, IllegalAction) or getattr(error, "fault", "") in {"conflict", "short"}:
                await self._note(row, f"Not carried out: {error.refusals[0]}")
            raise

    def _check_answers(self, person: Person, row: Row[Any]) -> None:
        if not _answers(person, row):
            self.desk.check(person, KINDS[row.kind].approves[0], row.table_id)

    def _check_age(self, row: Row[Any]) -> None:
        settings = settings_of(self.house.database)
        if row.at < self._since(settings):
            raise HouseError(
                f"this was asked more than {settings.waiting_hours} hours ago: it is asked for anew", field="id"
            )

    def _second(self, person: Person) -> Second:
        return Second(self.house.database, self.house.clock(), person.name)

    def _why_not(self, second: Second, row: Row[Any]) -> str:
        """Why someone who may approve in general cannot approve this; empty if they can."""
        kind = KINDS[row.kind]
        if not kind.needs_second:
            return "whoever asks cannot approve" if second.name == row.by else ""
        keeper = self.house.keepers.get(row.table_id)
        if keeper is not None and second.name != row.by:
            if second.seated(keeper, second.name):
                return APART
            if second.seated(keeper, row.by):
                return ASKER_SITS
        why = second.why_not(row.by, kind.subjects(msgspec.json.decode(row.told)))
        return why or second.why_asker(row.by, kind.asks, row.table_id)

    def keeper(self, row: Row[Any]) -> Keeper:
        """The keeper of a request's table, which must be able to take an order."""
        keeper = self.house.keeper(row.table_id)
        if keeper.broken is not None:
            raise keeper.broken
        return keeper

    def end(self, keeper: Keeper, row: Row[Any], actor: Actor) -> None:
        """Let a table close after its round, which answers the request."""
        done = self.answer(row, "approved", actor.name, "the table is closed", before="closing")
        keeper.running.closing = True
        keeper.running.last = Last(actor, done.claims, done.said)
        keeper.running.wake()

    def resume(self, table: str | None = None) -> None:
        """After a restart, tables that were to close after their round still are."""
        for row in self._open(table):
            keeper = self.house.keepers.get(row.table_id)
            if row.state == "closing" and keeper is not None:
                self.end(keeper, row, Actor("floorperson", row.answered_by))

    def _taken_up(self, keeper: Keeper) -> None:
        with contextlib.suppress(HouseError):  # if nothing can be read it is taken up again
            self.resume(keeper.id)

    async def refuse(self, person: Person, number: int, note: str = "") -> dict[str, Any]:
        """Say no."""
        one_line(note)
        async with self._one:
            row = await asyncio.to_thread(self._waiting, number)
            self._check_answers(person, row)
            if row.by == person.name:
                self.desk.deny(person, f"refuse request {number}", "whoever asks withdraws")
            subjects = KINDS[row.kind].subjects(msgspec.json.decode(row.told))
            theirs = await asyncio.to_thread(lambda: self._second(person).theirs)
            if not theirs.isdisjoint(subjects):
                self.desk.deny(person, f"refuse request {number}", OWN)
            await self.store(self.answer(row, "refused", person.name, note.strip()))
        return await self._now(number, person)

    async def withdraw(self, person: Person, number: int) -> dict[str, Any]:
        """Take one's own request back."""
        async with self._one:
            row = await asyncio.to_thread(self._waiting, number)
            if row.by != person.name:
                self.desk.deny(person, f"withdraw request {number}", "only whoever asked withdraws")
            await self.store(self.answer(row, "withdrawn", person.name, ""))
        return await self._now(number, person)

    async def collect(self, person: Person, number: int) -> dict[str, Any]:
        """The link that was approved: for its collector, and once."""
        async with self._one:
            row = await asyncio.to_thread(self._row, number)
            kind = KINDS[row.kind]
            if kind.collector(row) != person.name:
                self.desk.deny(person, f"collect request {number}", f"only {kind.collector(row) or row.by} collects")
            self.desk.check(person, kind.asks)
            if not kind.collected or row.state != "approved":
                raise HouseError("there is no link to collect", field="id")
            self._check_age(row)
            await self.store(self.answer(row, "collected", row.answered_by, "the link was made", before="approved"))
            link = await asyncio.to_thread(kind.collect, self, row, msgspec.json.decode(row.told))
        return {**await self._now(number, person), "link": link}

    def answer(self, row: Row[Any], state: str, who: str, note: str, before: str = "waiting") -> Stored:
        """What answers a request, if it is still as it was."""
        rows = schema.requests
        values = {"state": state, "answered_by": who, "answered_at": self.house.clock(), "note": note[:400]}
        values |= {"seal": sealed(self.house.database, rows, {**row._asdict(), **values})["seal"]}
        claim = update(rows).where(rows.c.id == row.id, rows.c.state == before).values(values)
        said = in_session([RequestAnswered(by=who, number=row.id, state=state, note=note[:400])], whoever=True)
        return Stored([claim], said)

    async def store(self, made: Stored) -> None:
        """Store a request, or its answer."""
        work = Work("", self.house.clock(), claims=made.claims, said=made.said)
        await asyncio.wrap_future(self.house.database.submit(work))
        self.turn += 1

    async def _note(self, row: Row[Any], note: str) -> None:
        rows = schema.requests
        claim = update(rows).where(rows.c.id == row.id).values(note=note[:400])
        await self.store(Stored([claim], [RequestAnswered(number=row.id, state=row.state, note=note[:400])]))

    async def _now(self, number: int, person: Person) -> dict[str, Any]:
        return await asyncio.to_thread(lambda: self._told(self._row(number), person, self._second(person)))

    def _row(self, number: int) -> Row[Any]:
        rows = schema.requests
        found = None
        if 0 < number < 2**63:
            with self.house.database.read() as connection:
                found = connection.execute(select(rows).where(rows.c.id == number)).first()
        if found is None:
            raise HouseError(f"there is no request {number}", fault="unknown", field="id")
        if not is_ours(self.house.database, rows, found):
            raise HouseError(f"request {number} is not as somebody made it here: have the house checked",
                             fault="denied", field="id")  # fmt: skip
        return found

    def table(self, number: int) -> str:
        """The table of a request; none for the whole house's."""
        return str(self._row(number).table_id)

    def _waiting(self, number: int) -> Row[Any]:
        row = self._row(number)
        if row.state != "waiting":
            raise _late(row)
        return row

    # Showing.

    def of(self, person: Person) -> dict[str, Any]:
        """What waits where someone asks or approves and is not too old, oldest first, and what was answered last."""
        rows = schema.requests
        asked = select(rows).where(rows.c.state.not_in(OPEN)).order_by(rows.c.answered_at.desc()).limit(5 * ANSWERED)
        with self.house.database.read() as connection:
            done = ours(self.house.database, rows, connection.execute(asked))
        seen = [row for row in done if _sees(person, row)][:ANSWERED]
        second = self._second(person)
        since = self._since(second.settings)
        waiting = [row for row in self._open() if _sees(person, row) and (row.at >= since or row.state != "waiting")]
        return {"waiting": [self._told(row, person, second) for row in waiting],
                "answered": [self._told(row, person, second) for row in seen]}  # fmt: skip

    def _told(self, row: Row[Any], person: Person, second: Second) -> dict[str, Any]:
        keeper = self.house.keepers.get(row.table_id)
        kind, told = KINDS[row.kind], msgspec.json.decode(row.told)
        why = ""
        if row.by == person.name:
            why = "Yours: another person answers it."
        elif not _answers(person, row):
            why = kind.answerer
        elif row.state == "waiting" and (why := self._why_not(second, row)):
            why = _IN_WORDS.get(why, f"{why[0].upper()}{why[1:]}.")
        return {
            "id": row.id, "table": row.table_id, "name": _where(row, keeper),
            "game": keeper.rules.game.id if keeper is not None else "",
            "edition": keeper.rules.game.edition if keeper is not None else "",
            "kind": row.kind, "about": kind.about(told), "amount": kind.cents(told), "title": kind.title(told),
            "words": kind.words(told), "by": row.by, "at": row.at, "state": row.state,
            "answered-by": row.answered_by, "answered-at": row.answered_at, "note": row.note,
            "mine": row.by == person.name, "may": row.state == "waiting" and not why, "why": why,
            "collect": kind.collected and row.state == "approved" and kind.collector(row) == person.name,
        }  # fmt: skip


def _where(row: Row[Any], keeper: Keeper | None) -> str:
    return keeper.name if keeper is not None else row.table_id or "The house"


def _answers(person: Person, row: Row[Any]) -> bool:
    return any(may(person.roles(row.table_id), what) for what in KINDS[row.kind].approves)


def _sees(person: Person, row: Row[Any]) -> bool:
    return row.by == person.name or may(person.roles(row.table_id), KINDS[row.kind].asks) or _answers(person, row)


def _late(row: Row[Any]) -> HouseError:
    words = {"closing": "approved", "refused": "refused", "withdrawn": "withdrawn"}
    return HouseError(f"{row.answered_by} has {words.get(row.state, 'approved')} this already", field="id")
