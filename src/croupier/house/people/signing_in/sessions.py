"""Sessions: whose a token is, for how long, and what it opens.

A session at the level `pending` waits for a second step and opens nothing; `single` was begun in one step, `strong`
with a second factor. Whoever holds a role that needs one holds it in strong sessions only.
"""

from __future__ import annotations

import secrets
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import delete, false, select, update
from sqlalchemy.dialects import postgresql, sqlite

from croupier.house.journal import events as said
from croupier.house.people.accounts import hashed
from croupier.house.people.passwords import NONE
from croupier.house.people.roles import Person, roles_held
from croupier.house.people.sign_in_policy import MINUTE
from croupier.house.storage import schema
from croupier.house.storage.seals import is_ours, sealed
from croupier.house.storage.transactions import Transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sqlalchemy import Executable, Row

    from croupier.house.people.sign_in_policy import Policy
    from croupier.house.storage.database import Database

Level = Literal["pending", "single", "strong"]
PENDING = 5 * MINUTE
"""Milliseconds for the second step."""
RENEWED = MINUTE
"""Activity is written down no more often than this."""
CLOCK_DIFFERENCE = 10 * MINUTE
"""The clocks of two processes differ no more."""
_PERSON = schema.people.c.name
idle_request: ContextVar[bool] = ContextVar("idle_request", default=False)
"""Whether a page asks by itself, without anybody there: that keeps no session open."""


@dataclass(frozen=True, slots=True)
class Change:
    """Somebody's roles or sessions changed. All sessions end, or all but the one `kept`, or the one `ended` alone."""

    name: str
    kept: str = ""
    ended: str = ""

    def ends(self, name: str, token: str) -> bool:
        """Whether what is open by this name and token is over."""
        if name != self.name:
            return False
        return hashed(token) == self.ended if self.ended else hashed(token) != self.kept

    def __str__(self) -> str:
        return f"{self.name}/{self.ended}" if self.ended else f"{self.name}:{self.kept}" if self.kept else self.name

    @classmethod
    def read(cls, words: str) -> Change:
        """What another process of the house said.

        >>> Change.read(str(Change("Ann", kept="ab"))), Change.read(str(Change("Ann", ended="cd")))
        (Change(name='Ann', kept='ab', ended=''), Change(name='Ann', kept='', ended='cd'))
        """
        name, mark, ended = words.partition("/")
        if mark:
            return cls(name, ended=ended)
        name, _, kept = words.partition(":")
        return cls(name, kept=kept)


class Sessions:
    """Every session of a house."""

    def __init__(self, database: Database, clock: Callable[[], int], policy: Policy) -> None:
        self.database = database
        self.clock = clock
        self.policy = policy

    def begin(
        self,
        person: Person,
        *,
        how: str,
        level: Level = "single",
        lasting: int | None = None,
        device: str = "",
        digest: str = "",
        step: int = 0,
        claims: Sequence[Executable] = (),
        doing: Sequence[Executable] = (),
    ) -> str:
        """A new session's token; only its hash is kept. `device` is the hash of the browser's cookie, `digest` that of
        what they were recognised by, `step` the number of a time code."""
        token, at = secrets.token_urlsafe(32), self.clock()
        if lasting is None:
            roles = {role for role, _ in person.grants}
            lasting = PENDING if level == "pending" else self.policy.timeout(roles, guest=not person.password).absolute
        until = at + lasting
        row = {"token": hashed(token), "person": person.name, "made": at, "until": until, "level": level, "seen": at}
        device = "" if level == "pending" else device
        event = said.SignedIn(
            name=person.name,
            how=how,
            session=hashed(token),
            level=level,
            by=person.name,
            until=until,
            digest=digest,
            device=device,
            step=step,
        )
        if device:
            doing = [*doing, *self._seen_on(device, person.name, at)]
        rows = [(schema.sessions, sealed(self.database, schema.sessions, row))]
        self.database.store(Transaction("", at, rows=rows, claims=claims, doing=doing, said=[event]))
        return token

    def of(self, token: str) -> tuple[Person, int] | None:
        """Whose session a token is, and when it is over if nothing happens until then."""
        row = self._row(token)
        if row is None or row.level == "pending":
            return None
        held = frozenset((one.role, one.table_id) for one in roles_held(self.database, row.person == _PERSON))
        person = Person(row.person, held, row.secret != NONE, level=row.level)
        at, roles = self.clock(), {role for role, _ in person.grants}
        limit = self.policy.timeout(roles, guest=not person.password)
        seen = max(row.seen, row.made)
        if (
            seen > at + CLOCK_DIFFERENCE
        ):  # nobody was active in times to come: what is sealed counts, should the clock be set back
            seen = row.made
        if at >= min(row.until, row.made + limit.absolute, seen + limit.idle):
            return None
        if at - seen >= RENEWED and not idle_request.get():
            self.renew(token)
            seen = at
        if row.level != "strong" and self.policy.needs_second(roles):
            person = replace(person, grants=frozenset(), must_enrol=True)
        return person, min(row.until, row.made + limit.absolute, seen + limit.idle)

    def pending(self, token: str) -> str | None:
        """Whose second step is due."""
        row = self._row(token)
        return row.person if row is not None and row.level == "pending" else None

    def level(self, token: str) -> Level | None:
        """The level of a session that is open."""
        row = self._row(token)
        return None if row is None else row.level

    def renew(self, token: str) -> None:
        """Someone is there: the time without activity begins anew. Nobody waits until it is written down."""
        rows = schema.sessions
        renewed = update(rows).where(rows.c.token == hashed(token)).values(seen=self.clock())
        self.database.submit(Transaction("", self.clock(), doing=[renewed], idle=True))

    def strengthened(self, token: str) -> Executable:
        """A session in which a second factor was shown."""
        rows, row = schema.sessions, self._row(token)
        if row is None:
            return update(rows).where(false()).values(level="strong")
        strong = sealed(self.database, rows, {**row._asdict(), "level": "strong"})
        return update(rows).where(rows.c.token == row.token).values(level="strong", seal=strong["seal"])

    def end(self, token: str) -> str | None:
        """End a session; whose it was."""
        rows, session = schema.sessions, hashed(token)
        with self.database.read() as connection:
            name = connection.scalar(select(rows.c.person).where(rows.c.token == session))
        if name is not None:
            gone = delete(rows).where(rows.c.token == session)
            event = said.SignedOut(name=name, session=session, by=name)
            self.database.store(Transaction("", self.clock(), doing=[gone], said=[event]))
        return name

    def _row(self, token: str) -> Row[Any] | None:
        rows, people = schema.sessions, schema.people
        query = (
            select(rows, people.c.secret)
            .join(people, people.c.name == rows.c.person)
            .where(rows.c.token == hashed(token), rows.c.until > self.clock(), people.c.active)
        )
        with self.database.read() as connection:
            row = connection.execute(query).first()
        return row if is_ours(self.database, rows, row) else None

    def _seen_on(self, device: str, name: str, at: int) -> list[Executable]:
        """A browser by which someone signed in: it is known from now on."""
        rows = schema.devices
        dialect: Any = sqlite if self.database.is_sqlite else postgresql
        put = dialect.insert(rows).values(device=device, person=name, first=at, last=at)
        return [put.on_conflict_do_update(index_elements=[rows.c.device, rows.c.person], set_={"last": at})]
