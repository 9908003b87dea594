"""What one person asks and another approves, of every kind; and what one person does alone within a limit.

Whoever asks cannot approve. Approving carries the request out and answers it in one piece: if it is refused, the
request still waits and says why. Requests have numbers that count on through every process of the house.
"""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import asdict
from sqlalchemy import select

from croupier.errors import CroupierError, HouseError, IllegalAction
from croupier.house.desk import payloads
from croupier.house.desk.authority import APART, check_apart
from croupier.house.desk.requests.about_house import OF_HOUSE
from croupier.house.desk.requests.at_table import AT_TABLE
from croupier.house.desk.requests.cage import AT_CAGE
from croupier.house.desk.requests.claims import OF_CLAIMS
from croupier.house.desk.requests.forms import fields_of, one_line, read_request
from croupier.house.desk.requests.rows import OPEN, RequestRows
from croupier.house.desk.requests.who_may_approve import ASKER_SITS, OWN, Second
from croupier.house.people.house_settings import settings_of
from croupier.house.people.permissions import may
from croupier.house.people.relations import MADE, relations
from croupier.house.storage import idempotency, schema
from croupier.house.storage.seals import ours
from croupier.house.tables.automatic.closing import LastSteps
from croupier.table import Actor

if TYPE_CHECKING:
    from sqlalchemy import Row

    from croupier.house.desk.desk import Desk
    from croupier.house.desk.requests.kind import Fields, Kind
    from croupier.house.people.roles import Person
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.kit.payload import Json

__all__ = ["APART", "REQUEST_KINDS", "Requests"]

REQUEST_KINDS: dict[str, Kind] = {**AT_TABLE, **OF_CLAIMS, **AT_CAGE, **OF_HOUSE}
"""Every kind of request by its name."""
ANSWERED = 20
"""Answered requests that are shown with those that wait."""
_IN_WORDS = {
    APART: "You sit at this table: another person answers it.",
    OWN: "It concerns you: another person answers it.",
}
TRIES = 16
"""How often a number is looked for that nobody else has taken meanwhile."""


class Requests(RequestRows):
    """One per house."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.house)
        self.desk = desk
        self._one = asyncio.Lock()
        self.house.keeping.taken.append(self._taken_up)

    # Asking.

    async def ask(self, person: Person, form: Json, key: str = "", *, keyed: bool = False) -> payloads.RequestLine:
        """Ask, once for each key; what would be refused in any case is refused at once, and what is within one person's
        limit is done at once. With `keyed` money needs a key: over a network a request may come twice."""
        asking = read_request(form, REQUEST_KINDS)
        kind = REQUEST_KINDS[asking.kind]
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
            self.desk.check(await asyncio.to_thread(self._still, person), kind.asks, table)
            fields = await asyncio.to_thread(kind.complete, self, fields, table)
            number = await self._make(person, kind, asking.kind, table, fields, (stored, body))
        return await self._now(number, person)

    def _own(self, person: Person, kind: Kind, fields: Fields) -> bool:
        """Whether it concerns whoever asks, in person or by another account. An account that an
        administrator has just made is not theirs when they ask for its role."""
        found = relations(self.house.database, person.name, at=self.house.clock())
        theirs = {one.name for one in found if kind.asks != "people" or one.why != {MADE}}
        return not {person.name, *theirs}.isdisjoint(kind.subjects(fields))

    async def _make(
        self, person: Person, kind: Kind, name: str, table: str, fields: Fields, key: tuple[str, str]
    ) -> int:
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

    # Answering.

    async def approve(self, person: Person, number: int) -> payloads.RequestLine:
        """Carry out what was asked. Of two who approve at once one does it, and the other hears so."""
        async with self._one:
            row = await asyncio.to_thread(self._waiting, number)
            kind, fields = REQUEST_KINDS[row.kind], msgspec.json.decode(row.told)
            self._check_answers(await asyncio.to_thread(self._still, person), row)
            if why := await asyncio.to_thread(lambda: self._why_not(self._second(person), row)):
                self.desk.deny(person, f"approve request {number}", why)
            self._check_age(row)
            try:
                await self._carry_out(kind, row, fields, person)
            finally:
                self.turn += 1
        return await self._now(number, person)

    async def _carry_out(self, kind: Kind, row: Row[Any], fields: Fields, person: Person) -> None:
        """Do what was asked, or note on the request why not."""
        try:
            await kind.carry_out(self, row, fields, person)
        except CroupierError as error:
            if isinstance(error, IllegalAction) or getattr(error, "fault", "") in {"conflict", "short"}:
                await self._note(row, f"Not carried out: {error.refusals[0]}")
            raise

    def _check_answers(self, person: Person, row: Row[Any]) -> None:
        if not _answers(person, row):
            self.desk.check(person, REQUEST_KINDS[row.kind].approves[0], row.table_id)

    def _check_age(self, row: Row[Any]) -> None:
        settings = settings_of(self.house.database)
        if row.at < self._since(settings):
            raise HouseError(
                f"this was asked more than {settings.waiting_hours} hours ago: it is asked for anew", field="id"
            )

    def _still(self, person: Person) -> Person:
        return self._second(person).still(person)

    def _second(self, person: Person) -> Second:
        return Second(self.house.database, self.house.clock(), person.name)

    def _why_not(self, second: Second, row: Row[Any]) -> str:
        """Why someone who may approve in general cannot approve this; empty if they can."""
        kind = REQUEST_KINDS[row.kind]
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
        keeper.running.last = LastSteps(actor, done.claims, done.said)
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

    async def refuse(self, person: Person, number: int, note: str = "") -> payloads.RequestLine:
        """Say no."""
        one_line(note)
        async with self._one:
            row = await asyncio.to_thread(self._waiting, number)
            self._check_answers(await asyncio.to_thread(self._still, person), row)
            if row.by == person.name:
                self.desk.deny(person, f"refuse request {number}", "whoever asks withdraws")
            subjects = REQUEST_KINDS[row.kind].subjects(msgspec.json.decode(row.told))
            theirs = await asyncio.to_thread(lambda: self._second(person).theirs)
            if not theirs.isdisjoint(subjects):
                self.desk.deny(person, f"refuse request {number}", OWN)
            await self.store(self.answer(row, "refused", person.name, note.strip()))
        return await self._now(number, person)

    async def withdraw(self, person: Person, number: int) -> payloads.RequestLine:
        """Take one's own request back."""
        async with self._one:
            row = await asyncio.to_thread(self._waiting, number)
            if row.by != person.name:
                self.desk.deny(person, f"withdraw request {number}", "only whoever asked withdraws")
            await self.store(self.answer(row, "withdrawn", person.name, ""))
        return await self._now(number, person)

    async def collect(self, person: Person, number: int) -> payloads.CollectedRequest:
        """The link that was approved: for its collector, and once."""
        async with self._one:
            row = await asyncio.to_thread(self._row, number)
            kind = REQUEST_KINDS[row.kind]
            if kind.collector(row) != person.name:
                self.desk.deny(person, f"collect request {number}", f"only {kind.collector(row) or row.by} collects")
            self.desk.check(await asyncio.to_thread(self._still, person), kind.asks)
            if not kind.collected or row.state != "approved":
                raise HouseError("there is no link to collect", field="id")
            self._check_age(row)
            await self.store(self.answer(row, "collected", row.answered_by, "the link was made", before="approved"))
            link = await asyncio.to_thread(kind.collect, self, row, msgspec.json.decode(row.told))
        return payloads.CollectedRequest(**asdict(await self._now(number, person)), link=link)

    async def _now(self, number: int, person: Person) -> payloads.RequestLine:
        return await asyncio.to_thread(lambda: self._line(self._row(number), person, self._second(person)))

    # Showing.

    def of(self, person: Person) -> payloads.RequestsView:
        """What waits where someone asks or approves and is not too old, oldest first, and what was answered last."""
        rows = schema.requests
        query = select(rows).where(rows.c.state.not_in(OPEN)).order_by(rows.c.answered_at.desc()).limit(5 * ANSWERED)
        with self.house.database.read() as connection:
            done = ours(self.house.database, rows, connection.execute(query))
        seen = [row for row in done if _sees(person, row)][:ANSWERED]
        second = self._second(person)
        since = self._since(second.settings)
        waiting = [row for row in self._open() if _sees(person, row) and (row.at >= since or row.state != "waiting")]
        return payloads.RequestsView(
            waiting=[self._line(row, person, second) for row in waiting],
            answered=[self._line(row, person, second) for row in seen],
        )

    def _line(self, row: Row[Any], person: Person, second: Second) -> payloads.RequestLine:
        keeper = self.house.keepers.get(row.table_id)
        kind, fields = REQUEST_KINDS[row.kind], msgspec.json.decode(row.told)
        why = ""
        if row.by == person.name:
            why = "Yours: another person answers it."
        elif not _answers(person, row):
            why = kind.answerer
        elif row.state == "waiting" and (why := self._why_not(second, row)):
            why = _IN_WORDS.get(why, f"{why[0].upper()}{why[1:]}.")
        return payloads.RequestLine(
            id=row.id,
            table=row.table_id,
            name=_where(row, keeper),
            game=keeper.rules.game.id if keeper is not None else "",
            edition=keeper.rules.game.edition if keeper is not None else "",
            kind=row.kind,
            about=kind.about(fields),
            amount=kind.cents(fields),
            title=kind.title(fields),
            words=kind.words(fields),
            by=row.by,
            at=row.at,
            state=row.state,
            answered_by=row.answered_by,
            answered_at=row.answered_at,
            note=row.note,
            mine=row.by == person.name,
            may=row.state == "waiting" and not why,
            why=why,
            collect=kind.collected and row.state == "approved" and kind.collector(row) == person.name,
        )


def _where(row: Row[Any], keeper: Keeper | None) -> str:
    return keeper.name if keeper is not None else row.table_id or "The house"


def _answers(person: Person, row: Row[Any]) -> bool:
    return any(may(person.roles(row.table_id), what) for what in REQUEST_KINDS[row.kind].approves)


def _sees(person: Person, row: Row[Any]) -> bool:
    return (
        row.by == person.name or may(person.roles(row.table_id), REQUEST_KINDS[row.kind].asks) or _answers(person, row)
    )
