"""The rows of requests: read, made and answered; numbers, keys, and how long and how many may wait."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import and_, func, insert, or_, select, update

from croupier.errors import HouseError
from croupier.house.desk.requests.kind import Stored
from croupier.house.journal.events import RequestAnswered, RequestMade
from croupier.house.people.house_settings import DAY, HOUR, settings_of
from croupier.house.people.relations import related
from croupier.house.storage import idempotency, schema
from croupier.house.storage.acting_session import in_session
from croupier.house.storage.seals import is_ours, ours, sealed
from croupier.house.storage.transactions import Transaction

if TYPE_CHECKING:
    from sqlalchemy import Executable, Row

    from croupier.house.desk.requests.kind import Fields, Kind
    from croupier.house.house import House
    from croupier.house.people.house_settings import HouseSettings
    from croupier.house.people.roles import Person

MOST_WAITING = 20
"""Requests of one person that wait at a time."""
MEANWHILE = 60_000
"""Milliseconds for which a request that waited too long is left alone: another process may be carrying it out."""
OPEN = ("waiting", "closing")
ALONE_NOTE = "alone, within the limit"
"""What is noted of a request that one person may carry out: until it is done it counts against their limit."""


class RequestRows:
    """The requests of a house as its database has them. `turn` counts what changed, for those who watch."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.turn = 0

    def _row(self, number: int) -> Row[Any]:
        rows = schema.requests
        found = None
        if 0 < number < 2**63:
            with self.house.database.read() as connection:
                found = connection.execute(select(rows).where(rows.c.id == number)).first()
        if found is None:
            raise HouseError(f"there is no request {number}", fault="unknown", field="id")
        if not is_ours(self.house.database, rows, found):
            raise HouseError(
                f"request {number} is not as somebody made it here: have the house checked", fault="denied", field="id"
            )
        return found

    def table(self, number: int) -> str:
        """The table of a request; none for the whole house's."""
        return str(self._row(number).table_id)

    def _waiting(self, number: int) -> Row[Any]:
        row = self._row(number)
        if row.state != "waiting":
            raise _late(row)
        return row

    def _open(self, table: str | None = None) -> list[Row[Any]]:
        rows = schema.requests
        query = select(rows).where(rows.c.state.in_(OPEN)).order_by(rows.c.id)
        if table is not None:
            query = query.where(rows.c.table_id == table)
        with self.house.database.read() as connection:
            return ours(self.house.database, rows, connection.execute(query))

    def _known(self, stored: str, body: str) -> int | None:
        found = idempotency.known(self.house.database, stored, body)
        return None if found is None else int(found["id"])

    def _waits_already(self, person: Person, name: str, table: str, fields: Fields) -> bool:
        rows, digest = schema.requests, idempotency.digest(person.name, name, table, fields)
        query = select(rows.c.id).where(rows.c.digest == digest, rows.c.state == "waiting")
        with self.house.database.read() as connection:
            return connection.execute(query).first() is not None

    def _since(self, settings: HouseSettings) -> int:
        """What was asked before this time waits no longer."""
        return self.house.clock() - settings.waiting_hours * HOUR

    def _next(self, person: Person, kind: Kind, name: str, table: str, fields: Fields) -> tuple[int, bool]:
        """The next number, and whether this is within what the person may still do alone, as of that number. What was
        done by other accounts of theirs counts, and what is about to be, by whichever process."""
        rows, now = schema.requests, self.house.clock()
        theirs = related(self.house.database, person.name, at=now)
        done = and_(rows.c.answered_by == rows.c.by, rows.c.state == "approved")
        begun = and_(rows.c.note == ALONE_NOTE, rows.c.state == "waiting")
        mine = select(rows.c.told).where(
            rows.c.kind == name, rows.c.by.in_(theirs), rows.c.at >= now - DAY, or_(done, begun)
        )
        with self.house.database.read() as connection:
            last = connection.scalar(select(func.max(rows.c.id))) or 0
            moved = [kind.cents(msgspec.json.decode(text)) for text in connection.scalars(mine)]
        settings = settings_of(self.house.database)
        limit = settings.limit(name, person.roles(table)) if kind.limited else 0
        within = bool(limit) and sum(moved) + kind.cents(fields) <= limit
        if kind.most_alone and settings.two_people:
            within = within and len(moved) < kind.most_alone
        return last + 1, within and kind.may_alone(fields)

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
            if row.at < since - MEANWHILE:
                await self.store(self.answer(row, "withdrawn", person.name, "it waited too long"))
        if sum(row.at >= since for row in found) >= MOST_WAITING:
            words = f"{MOST_WAITING} requests of yours wait already: withdraw one, or wait for an answer"
            raise HouseError(words, field="kind")

    def _made(
        self,
        person: Person,
        number: int,
        name: str,
        table: str,
        fields: Fields,
        key: tuple[str, str],
        *,
        alone: bool,
        done: bool,
    ) -> Stored:
        """The request of someone who may do it `alone`, and has `done` it when it is stored, or who may not."""
        at, content, done = self.house.clock(), msgspec.json.encode(fields).decode(), alone and done
        row = {
            "id": number,
            "table_id": table,
            "kind": name,
            "told": content,
            "by": person.name,
            "at": at,
            "state": "approved" if done else "waiting",
            "answered_by": person.name if done else "",
            "answered_at": at if done else 0,
            "note": ALONE_NOTE if alone else "",
            "digest": idempotency.digest(person.name, name, table, fields),
        }
        row = sealed(self.house.database, schema.requests, row)
        claims: list[Executable] = [insert(schema.requests).values(row).execution_options(preserve_rowcount=True)]
        if key[0]:
            claims.append(idempotency.answer_row(*key, {"id": number}))
        said: list[Any] = [RequestMade(by=person.name, number=number, table=table, kind=name, told=content, key=key[0])]
        if done:
            said.append(RequestAnswered(by=person.name, number=number, state="approved", note=ALONE_NOTE))
        elif alone:
            said.append(RequestAnswered(number=number, state="waiting", note=ALONE_NOTE))
        return Stored(claims, in_session(said))

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
        work = Transaction("", self.house.clock(), claims=made.claims, said=made.said)
        await asyncio.wrap_future(self.house.database.submit(work))
        self.turn += 1

    async def _note(self, row: Row[Any], note: str) -> None:
        rows = schema.requests
        claim = update(rows).where(rows.c.id == row.id).values(note=note[:400])
        await self.store(Stored([claim], [RequestAnswered(number=row.id, state=row.state, note=note[:400])]))


def _late(row: Row[Any]) -> HouseError:
    words = {"closing": "approved", "refused": "refused", "withdrawn": "withdrawn"}
    return HouseError(f"{row.answered_by} has {words.get(row.state, 'approved')} this already", field="id")
