"""Accounts: who is registered, which roles they hold at which table, and by which invitation they came."""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, select, update

from croupier.errors import HouseError
from croupier.house.journal import events as said
from croupier.house.people.passwords import NONE, check_password
from croupier.house.people.roles import EVERYWHERE, Person, alone, check_role, is_staff, roles_held, whole
from croupier.house.storage import schema
from croupier.house.storage.names import proper, refuse_reserved, skeleton
from croupier.house.storage.seals import is_ours, sealed
from croupier.house.storage.transactions import Transaction

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sqlalchemy import Executable

    from croupier.house.people.passwords import Passwords
    from croupier.house.people.permissions import HouseRole
    from croupier.house.storage.database import Database

INVITATION = 3_600_000
NEARLY = "somebody here is called so, or nearly"


class Accounts:
    """The register of accounts. `changed` hears of everyone who lost a role or the account."""

    def __init__(
        self, database: Database, clock: Callable[[], int], passwords: Passwords, changed: Callable[[str], None]
    ) -> None:
        self.database = database
        self.clock = clock
        self.passwords = passwords
        self.changed = changed

    def add(
        self,
        name: str,
        secret: str | None,
        grants: Iterable[tuple[str, str]] = (("player", EVERYWHERE),),
        *,
        claims: Sequence[Executable] = (),
        by: str = "",
        second: str = "",
        invitation: str = "",
        also: Sequence[said.HouseEvent] = (),
    ) -> None:
        """Register someone; without a password there is no sign-in, only the session one begins with.

        `claims` must each change a row of the register at the same time, of which the journal `also` tells. `by` is who
        registers or invited them.
        """
        name, grants = proper(name), tuple((check_role(role), table) for role, table in grants)
        refuse_reserved(name)
        alone({role for role, _ in grants})
        if secret is not None:
            check_password(secret, "password", names=(name, "croupier"), staff=is_staff(role for role, _ in grants))
        rows = [(schema.grants, self._grant_row(name, role, table)) for role, table in grants]
        kept = NONE if secret is None else self.passwords.hash(secret)
        at = self.clock()
        row = {
            "name": name,
            "secret": kept,
            "failures": 0,
            "locked_until": 0,
            "made": at,
            "active": True,
            "made_by": by,
            "skeleton": skeleton(name),
        }
        event = said.PersonAdded(
            name=name,
            grants=grants,
            guest=secret is None,
            invitation=invitation,
            by=by,
            second=second,
            verifier="" if secret is None else hashed(kept),
        )
        before = [(schema.people, sealed(self.database, schema.people, row))]
        work = Transaction("", at, before=before, rows=rows, claims=claims, said=[event, *also])
        try:
            self.database.store(work)
        except HouseError as error:
            if error.fault != "conflict":
                raise
            taken = f"there is a {name!r} already" if self.exists(name) else NEARLY
            raise HouseError(taken, fault="conflict", field="name") from None

    def exists(self, name: str) -> bool:
        """Whether someone is registered by exactly this name."""
        with self.database.read() as connection:
            return connection.scalar(select(schema.people.c.name).where(schema.people.c.name == name)) is not None

    def like_another(self, name: str) -> bool:
        """Whether a name looks like another that is registered, or like the automatic staff's."""
        rows = schema.people
        try:
            refuse_reserved(name)
        except HouseError:
            return True
        with self.database.read() as connection:
            query = select(rows.c.name).where(rows.c.skeleton == skeleton(name), rows.c.name != name)
            return connection.scalar(query) is not None

    def grant(
        self,
        name: str,
        role: str,
        table: str = EVERYWHERE,
        *,
        by: str = "",
        second: str = "",
        claims: Sequence[Executable] = (),
        also: Sequence[said.HouseEvent] = (),
    ) -> None:
        """Give a role. `claims` and `also` as for `add`."""
        held = self.person(name).grants
        if (check_role(role), table) in held:
            return
        whole(role, table)
        alone({role, *(other for other, _ in held)})
        row = self._grant_row(name, role, table)
        event = said.RoleGranted(name=name, role=role, table=table, by=by, second=second)
        self.database.store(
            Transaction("", self.clock(), rows=[(schema.grants, row)], claims=claims, said=[event, *also])
        )

    def withdraw(
        self,
        name: str,
        role: str,
        table: str = EVERYWHERE,
        *,
        by: str = "",
        second: str = "",
        claims: Sequence[Executable] = (),
        also: Sequence[said.HouseEvent] = (),
    ) -> None:
        """Take a role back; open sockets of the person hear of it at once. `claims` and `also` as for `add`."""
        self.person(name)
        rows = schema.grants
        gone = delete(rows).where(rows.c.person == name, rows.c.role == check_role(role), rows.c.table_id == table)
        event = said.RoleWithdrawn(name=name, role=role, table=table, by=by, second=second)
        self.database.store(Transaction("", self.clock(), doing=[gone], claims=claims, said=[event, *also]))
        self.changed(name)

    def dismiss(
        self,
        name: str,
        *,
        by: str = "",
        second: str = "",
        claims: Sequence[Executable] = (),
        also: Sequence[said.HouseEvent] = (),
    ) -> None:
        """No more sign-in, and every session ends. `claims` and `also` as for `add`."""
        self.person(name)
        people, sessions = schema.people, schema.sessions
        doing = [
            update(people).where(people.c.name == name).values(active=False),
            delete(sessions).where(sessions.c.person == name),
        ]
        event = said.PersonDismissed(name=name, by=by, second=second)
        self.database.store(Transaction("", self.clock(), doing=doing, claims=claims, said=[event, *also]))
        self.changed(name)

    def _grant_row(self, name: str, role: str, table: str) -> dict[str, str]:
        return sealed(self.database, schema.grants, {"person": name, "role": role, "table_id": table})

    def person(self, name: str) -> Person:
        """Someone with the roles held now."""
        with self.database.read() as connection:
            secret = connection.scalar(select(schema.people.c.secret).where(schema.people.c.name == name))
        if secret is None:
            raise unknown(name)
        held = roles_held(self.database, schema.people.c.name == name)
        return Person(name, frozenset((row.role, row.table_id) for row in held), secret != NONE)

    def everyone(self) -> list[Person]:
        """The whole register."""
        held: dict[str, set[tuple[HouseRole, str]]] = {}
        for row in roles_held(self.database):
            held.setdefault(row.person, set()).add((row.role, row.table_id))
        with self.database.read() as connection:
            people = connection.execute(select(schema.people).order_by(schema.people.c.name)).all()
        return [Person(row.name, frozenset(held.get(row.name, ())), row.secret != NONE) for row in people]

    def has(self, role: str) -> bool:
        """Whether anyone holds a role."""
        return bool(roles_held(self.database, schema.grants.c.role == role))

    def number_of(self, role: str) -> int:
        """How many people with an open account hold a role."""
        held = roles_held(self.database, schema.grants.c.role == role, schema.people.c.active)
        return len({row.person for row in held})

    # Invitations.

    def invite(
        self,
        role: str,
        table: str = EVERYWHERE,
        *,
        by: str = "",
        second: str = "",
        beside: bool = False,
        claims: Sequence[Executable] = (),
        also: Sequence[said.HouseEvent] = (),
    ) -> str:
        """A token with which one person may register in a role within the hour; any earlier one for it is void, unless
        this one is made `beside` it. `by` invites; `claims` and `also` as for `add`."""
        whole(check_role(role), table)
        token, at, rows = secrets.token_urlsafe(32), self.clock(), schema.invitations
        until = at + INVITATION
        row = sealed(
            self.database, rows, {"token": hashed(token), "role": role, "table_id": table, "until": until, "by": by}
        )
        void = delete(rows).where(rows.c.role == role, rows.c.table_id == table)
        event = said.Invited(
            role=role, table=table, token=hashed(token), beside=beside, until=until, by=by, second=second
        )
        doing: list[Executable] = [insert(rows).values(row)] if beside else [void, insert(rows).values(row)]
        self.database.store(Transaction("", at, doing=doing, claims=claims, said=[event, *also]))
        return token

    def invited(self, token: str) -> tuple[HouseRole, str]:
        """The role and the table that an open invitation is for."""
        return self._invitation(token)[:2]

    def accept(self, token: str, name: str, secret: str) -> None:
        """Register by an invitation, which is used up by it."""
        used = delete(schema.invitations).where(schema.invitations.c.token == hashed(token))
        role, table, by = self._invitation(token)
        self.add(name, secret, [(role, table)], claims=[used], by=by, invitation=hashed(token))

    def _invitation(self, token: str) -> tuple[HouseRole, str, str]:
        rows = schema.invitations
        query = select(rows).where(rows.c.token == hashed(token), rows.c.until > self.clock())
        with self.database.read() as connection:
            row = connection.execute(query).first()
        if row is None or not is_ours(self.database, rows, row):
            raise HouseError("this link was used already, or its hour is over", fault="denied", field="token")
        return row.role, row.table_id, row.by


def hashed(token: str) -> str:
    """What is kept of a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def new_secret(database: Database, name: str, kept: str) -> dict[str, str]:
    """What changes in an account with another password, by the hash that is kept of it."""
    row = sealed(database, schema.people, {"name": name, "secret": kept})
    return {part: row[part] for part in ("secret", "seal") if part in row}


def unknown(name: str) -> HouseError:
    """Why nothing is done with a name that nobody has."""
    return HouseError(f"nobody is called {name!r}", fault="unknown", field="name")
