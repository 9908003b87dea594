"""People: sign-in, sessions, and the roles they hold at which table."""

from __future__ import annotations

import secrets
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import delete, func, insert, select, update

from croupier.errors import HouseError
from croupier.house import schema
from croupier.house.advisory import CHANNEL
from croupier.house.house_events import Invited, PersonDismissed, RoleGranted, RoleWithdrawn
from croupier.house.names import proper, read
from croupier.house.permissions import ROLES
from croupier.house.work import Work

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from sqlalchemy import Executable, Row, Update

    from croupier.house.database import Database
    from croupier.house.permissions import HouseRole

SHORTEST_SECRET = 8
FAILURES = 5
LOCKED = 60_000
SESSION = 12 * 3_600_000
EVERYWHERE = ""
NONE = "!"
"""In place of a password's hash: none fits."""

INVITATION = 3_600_000
_WRONG = "name or password is wrong"
AUTOMATIC = ("Dealer", "Floor")
"""The names under which the automatic dealer and floorperson stand in journals."""

_HASHER = PasswordHasher()


@cache
def _nobody() -> str:
    """Checked when there is no such person, so that a guess takes as long either way."""
    return _HASHER.hash(secrets.token_hex(16))


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who is signed in. `grants` are (role, table); an empty table is every table. A guest has no password."""

    name: str
    grants: frozenset[tuple[HouseRole, str]]
    password: bool = False

    def roles(self, table: str = EVERYWHERE) -> frozenset[HouseRole]:
        """The roles held at a table."""
        return _held(self.grants, table)


@lru_cache(maxsize=4096)
def _held(grants: frozenset[tuple[HouseRole, str]], table: str) -> frozenset[HouseRole]:
    return frozenset({role for role, where in grants if where in {EVERYWHERE, table}})


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


class People:
    """The house's register. `changed` hear of everyone whose roles or sessions changed."""

    def __init__(self, database: Database, clock: Callable[[], int]) -> None:
        self.database = database
        self.clock = clock
        self.changed: list[Callable[[Change], None]] = []

    # The register.

    def add(
        self,
        name: str,
        secret: str | None,
        grants: Iterable[tuple[str, str]] = (("player", EVERYWHERE),),
        *,
        claims: Sequence[Executable] = (),
        by: str = "",
    ) -> None:
        """Register someone; without a password there is no sign-in, only the session one begins with.

        `by` made the account. `claims` must each change a row of the register at the same time.
        """
        name, grants = proper(name), tuple(grants)
        alone({role for role, _ in grants})
        if secret is not None:
            _long_enough(secret, "password")
        rows = [(schema.grants, {"person": name, "role": _role(role), "table_id": table}) for role, table in grants]
        kept = NONE if secret is None else _HASHER.hash(secret)
        row = {"name": name, "secret": kept, "failures": 0, "locked_until": 0, "made": self.clock(), "active": True,
               "made_by": by}  # fmt: skip
        try:
            self.database.store(Work("", self.clock(), before=[(schema.people, row)], rows=rows, claims=claims))
        except HouseError as error:
            if error.fault != "conflict":
                raise
            raise HouseError(f"there is a {name!r} already", fault="conflict", field="name") from None

    def like_another(self, name: str) -> bool:
        """Whether a name reads like that of someone with a password, or of the automatic staff."""
        rows, wanted = schema.people, read(name)
        with self.database.read() as connection:
            known = connection.scalars(select(rows.c.name).where(rows.c.secret != NONE, rows.c.name != name)).all()
        return wanted in {read(other) for other in (*known, *AUTOMATIC)}

    def grant(self, name: str, role: str, table: str = EVERYWHERE, *, by: str = "") -> None:
        """Give a role."""
        held = self.person(name).grants
        if (_role(role), table) in held:
            return
        whole(role, table)
        alone({role, *(other for other, _ in held)})
        row = {"person": name, "role": role, "table_id": table}
        said = RoleGranted(by=by, name=name, role=role, table=table)
        self.database.store(Work("", self.clock(), rows=[(schema.grants, row)], said=[said]))

    def withdraw(self, name: str, role: str, table: str = EVERYWHERE, *, by: str = "") -> None:
        """Take a role back; open sockets of the person hear of it at once."""
        self.person(name)
        rows = schema.grants
        gone = delete(rows).where(rows.c.person == name, rows.c.role == _role(role), rows.c.table_id == table)
        said = RoleWithdrawn(by=by, name=name, role=role, table=table)
        self.database.store(Work("", self.clock(), doing=[gone], said=[said]))
        self._tell(Change(name))

    def dismiss(self, name: str, *, by: str = "") -> None:
        """No more sign-in, and every session ends."""
        self.person(name)
        people, sessions = schema.people, schema.sessions
        doing = [update(people).where(people.c.name == name).values(active=False),
                 delete(sessions).where(sessions.c.person == name)]  # fmt: skip
        self.database.store(Work("", self.clock(), doing=doing, said=[PersonDismissed(by=by, name=name)]))
        self._tell(Change(name))

    def person(self, name: str) -> Person:
        """Someone with the roles held now."""
        with self.database.read() as connection:
            secret = connection.scalar(select(schema.people.c.secret).where(schema.people.c.name == name))
            if secret is None:
                raise HouseError(f"nobody is called {name!r}", fault="unknown", field="name")
            rows = connection.execute(select(schema.grants).where(schema.grants.c.person == name)).all()
        return Person(name, frozenset((row.role, row.table_id) for row in rows), secret != NONE)

    def everyone(self) -> list[Person]:
        """The whole register."""
        held: dict[str, set[tuple[HouseRole, str]]] = {}
        with self.database.read() as connection:
            people = connection.execute(select(schema.people).order_by(schema.people.c.name)).all()
            for row in connection.execute(select(schema.grants)):
                held.setdefault(row.person, set()).add((row.role, row.table_id))
        return [Person(row.name, frozenset(held.get(row.name, ())), row.secret != NONE) for row in people]

    def lift(self, name: str) -> bool:
        """End a lock-out, and count wrong passwords anew; whether there was one."""
        rows, at = schema.people, self.clock()
        with self.database.read() as connection:
            until = connection.scalar(select(rows.c.locked_until).where(rows.c.name == name))
        if until is None:
            raise HouseError(f"nobody is called {name!r}", fault="unknown", field="name")
        locked = rows.c.name == name, rows.c.locked_until > at
        self.database.store(Work("", at, doing=[update(rows).where(*locked).values(failures=0, locked_until=0)]))
        return bool(until > at)

    def invite(self, role: str, table: str = EVERYWHERE, *, by: str = "", beside: bool = False) -> str:
        """A token with which one person may register in a role within the hour; any earlier one for it is void, unless
        this one is made `beside` it."""
        whole(_role(role), table)
        token, at, rows = secrets.token_urlsafe(32), self.clock(), schema.invitations
        row = {"token": hashed(token), "role": role, "table_id": table, "until": at + INVITATION, "by": by}
        void = [] if beside else [delete(rows).where(rows.c.role == role, rows.c.table_id == table)]
        said = Invited(by=by, role=role, table=table, token=hashed(token))
        self.database.store(Work("", at, doing=[*void, insert(rows).values(row)], said=[said]))
        return token

    def invited(self, token: str) -> tuple[HouseRole, str]:
        """The role and the table that an open invitation is for."""
        rows = schema.invitations
        asked = select(rows).where(rows.c.token == hashed(token), rows.c.until > self.clock())
        with self.database.read() as connection:
            row = connection.execute(asked).first()
        if row is None:
            raise HouseError("this link was used already, or its hour is over", fault="denied", field="token")
        return row.role, row.table_id

    def accept(self, token: str, name: str, secret: str) -> None:
        """Register by an invitation, which is used up by it."""
        rows, grant = schema.invitations, self.invited(token)
        with self.database.read() as connection:
            by = connection.scalar(select(rows.c.by).where(rows.c.token == hashed(token)))
        self.add(name, secret, [grant], claims=[delete(rows).where(rows.c.token == hashed(token))], by=by or "")

    def has(self, role: str) -> bool:
        """Whether anyone holds a role."""
        with self.database.read() as connection:
            return connection.scalar(select(schema.grants.c.person).where(schema.grants.c.role == role)) is not None

    def number_of(self, role: str) -> int:
        """How many people with an open account hold a role."""
        grants, people = schema.grants, schema.people
        asked = select(func.count(grants.c.person.distinct())).where(
            grants.c.role == role, grants.c.person == people.c.name, people.c.active
        )
        with self.database.read() as connection:
            return int(connection.scalar(asked) or 0)

    # Sign-in.

    def sign_in(self, name: str, secret: str) -> str:
        """A session token for name and password. Five wrong ones lock the name for a minute, and longer each time."""
        row = self._verified(name, secret, _WRONG)
        with _instead(_WRONG):  # changed or closed meanwhile
            return self.session(name, claims=[_unchanged(row).values(failures=0)])

    def change_password(self, name: str, old: str, new: str, token: str) -> int:
        """Give oneself another password. Every session but the one of this token ends; how many did."""
        if not self.person(name).password:
            raise HouseError("a guest has no password to change", fault="conflict")
        _long_enough(new, "new")
        if new == old:
            raise HouseError("the new password is the old one", fault="conflict", field="new")
        row = self._verified(name, old, "the old password is wrong", "old")
        rows, at = schema.sessions, self.clock()
        others = rows.c.person == name, rows.c.token != hashed(token)
        with self.database.read() as connection:
            ended = connection.scalar(select(func.count()).where(*others, rows.c.until > at))
        claim = _unchanged(row).values(secret=_HASHER.hash(new), failures=0)
        with _instead("the password was changed meanwhile", "old"):
            self.database.store(Work("", at, claims=[claim], doing=[delete(rows).where(*others)]))
        self._tell(Change(name, kept=hashed(token)))
        return int(ended or 0)

    def _verified(self, name: str, secret: str, wrong: str, field: str = "") -> Row[Any]:
        """The entry that name and password fit; what does not fit is counted."""
        rows, at = schema.people, self.clock()
        with self.database.read() as connection:
            row = connection.execute(select(rows).where(rows.c.name == name)).first()
        locked = row is not None and row.locked_until > at
        try:
            _HASHER.verify(row.secret if row is not None else _nobody(), secret)
            right = row is not None and row.active and not locked
        except (VerificationError, InvalidHashError):
            right = False
        if row is None or not right:
            if row is not None and not locked:
                self._failed(name, row.failures + 1, at)
            raise HouseError("too many wrong passwords; wait a while" if locked else wrong, fault="denied", field=field)
        return row

    def _failed(self, name: str, failures: int, at: int) -> None:
        rows = schema.people
        until = at + LOCKED * 2 ** (failures // FAILURES - 1) if failures % FAILURES == 0 else 0
        doing = [update(rows).where(rows.c.name == name).values(failures=failures, locked_until=until)]
        self.database.store(Work("", at, doing=doing))

    def session(self, name: str, *, lasting: int = SESSION, claims: Sequence[Executable] = ()) -> str:
        """A new session's token; only its hash is kept."""
        token = secrets.token_urlsafe(32)
        at = self.clock()
        row = {"token": hashed(token), "person": name, "made": at, "until": at + lasting}
        self.database.store(Work("", at, rows=[(schema.sessions, row)], claims=claims))
        return token

    def of(self, token: str) -> Person | None:
        """Whose session a token is, if it still is one."""
        found = self.until(token)
        return None if found is None else found[0]

    def until(self, token: str) -> tuple[Person, int] | None:
        """The same, and when it is over."""
        rows = schema.sessions
        with self.database.read() as connection:
            asked = select(rows.c.person, rows.c.until).where(
                rows.c.token == hashed(token), rows.c.until > self.clock()
            )
            row = connection.execute(asked).first()
        return None if row is None else (self.person(row.person), row.until)

    def sign_out(self, token: str) -> None:
        """End a session; what is open by it closes."""
        rows, session = schema.sessions, hashed(token)
        with self.database.read() as connection:
            name = connection.scalar(select(rows.c.person).where(rows.c.token == session))
        if name is not None:
            self.database.store(Work("", self.clock(), doing=[delete(rows).where(rows.c.token == session)]))
            self._tell(Change(name, ended=session))

    def _tell(self, change: Change) -> None:
        self.heard(str(change))
        self.database.notify(CHANNEL, str(change))

    def heard(self, words: str) -> None:
        """Somebody's roles or sessions changed, here or at another process of the house."""
        change = Change.read(words)
        for hear in self.changed:
            hear(change)


def hashed(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode()).hexdigest()


def _unchanged(row: Row[Any]) -> Update:
    """A change of someone's entry, if it is still as it was read."""
    rows = schema.people
    return update(rows).where(rows.c.name == row.name, rows.c.secret == row.secret, rows.c.active)


@contextmanager
def _instead(words: str, field: str = "") -> Iterator[None]:
    """What is denied is denied in these words."""
    try:
        yield
    except HouseError as error:
        if error.fault != "denied":
            raise
        raise HouseError(words, fault="denied", field=field) from None


def _long_enough(secret: str, field: str) -> None:
    if len(secret) < SHORTEST_SECRET:
        raise HouseError(f"a password has {SHORTEST_SECRET} letters or more", fault="conflict", field=field)


def whole(role: str, table: str) -> None:
    """Whoever gives out the roles does so for every table."""
    if role == "administrator" and table:
        raise HouseError("an administrator is the whole house's, not one table's", fault="conflict", field="table")


def alone(roles: set[str]) -> None:
    """Whoever gives out the roles holds no other: no power over money or games."""
    if "administrator" in roles and len(roles) > 1:
        raise HouseError("an administrator holds no other role", fault="conflict", field="role")


def _role(role: str) -> HouseRole:
    if role not in ROLES:
        raise HouseError(f"{role!r} is none of {', '.join(ROLES)}", fault="conflict", field="role")
    return role
