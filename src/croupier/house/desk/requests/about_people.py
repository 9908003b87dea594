"""Requests about people: roles, accounts, identities, relations, invitations and resets."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from sqlalchemy import select

from croupier.errors import HouseError
from croupier.house.desk.requests.kind import Fields, Kind, Stored
from croupier.house.people.permissions import ROLES
from croupier.house.people.relations import declare
from croupier.house.people.roles import alone, whole
from croupier.house.people.signing_in.oidc import Identity, link, linked_before
from croupier.house.storage import schema

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Row

    from croupier.house.desk.requests.approvals import Requests
    from croupier.house.desk.requests.forms import RequestForms
    from croupier.house.people.roles import Person
    from croupier.kit.payload import Json

ADMINISTRATOR = "A second administrator answers it."


class Pair(NamedTuple):
    """The two who do something, and the answer that is stored with it."""

    by: str
    second: str
    answer: Stored

    @property
    def by_both(self) -> Json:
        """As the register is told."""
        return {"by": self.by, "second": self.second, "claims": self.answer.claims, "also": self.answer.said}


class RegisterKind(Kind):
    """What two administrators do in the register, done and answered in one piece."""

    asks: ClassVar[str] = "people"
    approves: ClassVar[tuple[str, ...]] = ("people",)
    answerer: ClassVar[str] = ADMINISTRATOR

    async def carry_out(self, requests: Requests, row: Row[Any], fields: Fields, person: Person) -> None:
        """What the register refuses waits on."""
        answer = requests.answer(row, "approved", person.name, "carried out")
        pair = Pair(row.by, person.name, answer)
        await asyncio.to_thread(self.act, requests, fields, pair)

    def act(self, requests: Requests, fields: Fields, pair: Pair) -> None:
        """Do it in the names of both, with the answer."""
        raise NotImplementedError


class Grant(RegisterKind):
    """A role at work is given."""

    fields: ClassVar[frozenset[str]] = frozenset({"name", "role", "table"})

    async def check(self, requests: Requests, asking: RequestForms, person: Person) -> None:  # noqa: ARG002
        """Refuse a role that is none or is held, and whoever is not there."""
        await asyncio.to_thread(self._check, requests, asking)

    def _check(self, requests: Requests, asking: RequestForms) -> None:
        check_role_asked(requests, asking)
        found = active_person(requests, asking.name)
        if (asking.role, asking.table) in found.grants:
            raise HouseError(f"{asking.name} holds this role already", field="role")
        alone({asking.role, *(role for role, _ in found.grants)})

    def title(self, fields: Fields) -> str:
        """Which role, to whom."""
        return f"Make {fields['name']} {with_article(fields['role'])}"

    def words(self, fields: Fields) -> str:
        """Where."""
        return f"At table {fields['table']} only." if fields["table"] else "At every table."

    def act(self, requests: Requests, fields: Fields, pair: Pair) -> None:
        """Give the role."""
        requests.desk.people.accounts.grant(fields["name"], fields["role"], fields["table"], **pair.by_both)


class Revoke(RegisterKind):
    """An administrator is to be one no longer."""

    fields: ClassVar[frozenset[str]] = frozenset({"name", "role", "table"})

    async def check(self, requests: Requests, asking: RequestForms, person: Person) -> None:  # noqa: ARG002
        """Refuse a role that is not held."""
        found = await asyncio.to_thread(requests.desk.people.accounts.person, asking.name)
        if (asking.role, asking.table) not in found.grants:
            raise HouseError(f"{asking.name} does not hold this role", field="role")

    def title(self, fields: Fields) -> str:
        """Which role, from whom."""
        return f"Take from {fields['name']} the role of {with_article(fields['role'])}"

    def words(self, fields: Fields) -> str:  # noqa: ARG002
        """What follows."""
        return "Their open pages close at once."

    def act(self, requests: Requests, fields: Fields, pair: Pair) -> None:
        """Take the role back."""
        requests.desk.people.accounts.withdraw(fields["name"], fields["role"], fields["table"], **pair.by_both)


class Dismiss(RegisterKind):
    """An administrator's account is closed."""

    fields: ClassVar[frozenset[str]] = frozenset({"name"})

    async def check(self, requests: Requests, asking: RequestForms, person: Person) -> None:  # noqa: ARG002
        """Refuse whoever is not there."""
        await asyncio.to_thread(active_person, requests, asking.name)

    def title(self, fields: Fields) -> str:
        """Whose."""
        return f"Close the account of {fields['name']}"

    def words(self, fields: Fields) -> str:  # noqa: ARG002
        """What follows."""
        return "No sign-in any more; every session ends. It cannot be taken back."

    def act(self, requests: Requests, fields: Fields, pair: Pair) -> None:
        """Close it."""
        requests.desk.people.accounts.dismiss(fields["name"], **pair.by_both)


class Link(RegisterKind):
    """What an OpenID issuer calls someone is to sign in to an account."""

    fields: ClassVar[frozenset[str]] = frozenset({"name", "told"})

    async def check(self, requests: Requests, asking: RequestForms, person: Person) -> None:  # noqa: ARG002
        """Refuse whoever is not there, and what is no identity."""
        await asyncio.to_thread(active_person, requests, asking.name)
        identity_of(asking.told)

    def complete(self, requests: Requests, fields: Fields, table: str) -> Fields:  # noqa: ARG002 - of the house
        """With the other accounts that it is or was linked to."""
        identity = identity_of(fields["told"])
        others = [name for name in linked_before(requests.desk.people, identity) if name != fields["name"]]
        return {**fields, "told": {"issuer": identity.issuer, "subject": identity.subject, "others": others}}

    def title(self, fields: Fields) -> str:
        """Whose account, and whose it is or was."""
        others = fields["told"].get("others", [])
        taken = f", which is or was that of {', '.join(others)}" if others else ""
        return f"Let another identity sign in as {fields['name']}{taken}"

    def words(self, fields: Fields) -> str:
        """Which."""
        identity = identity_of(fields["told"])
        return f"{identity.subject} of {identity.issuer} will be {fields['name']} here."

    def act(self, requests: Requests, fields: Fields, pair: Pair) -> None:
        """Link it."""
        others = fields["told"].get("others", [])
        link(requests.desk.people, fields["name"], identity_of(fields["told"]), others=others, **pair.by_both)


class Relate(RegisterKind):
    """Two accounts are declared one person's or two people's, or a declaration is taken back."""

    fields: ClassVar[frozenset[str]] = frozenset({"name", "told"})

    async def check(self, requests: Requests, asking: RequestForms, person: Person) -> None:  # noqa: ARG002
        """Refuse whoever is not there."""
        for name in self.subjects({"name": asking.name, "told": asking.told}):
            await asyncio.to_thread(active_person, requests, name)
        _declared(asking.told)

    def subjects(self, fields: Fields) -> Sequence[str]:
        """Both."""
        return [fields["name"], str(fields["told"].get("other", ""))]

    def title(self, fields: Fields) -> str:
        """Which."""
        one, other = self.subjects(fields)
        if _declared(fields["told"]) is None:
            return f"Take back what was declared of {one} and {other}"
        return f"Count {one} and {other} as {'one person' if _declared(fields['told']) else 'two people'}"

    def words(self, fields: Fields) -> str:
        """What follows, and why."""
        follows = "Neither may approve" if _declared(fields["told"]) else "Each may approve"
        return f"{follows} what the other asks for. {fields['told'].get('why', '')}".strip()

    def act(self, requests: Requests, fields: Fields, pair: Pair) -> None:
        """Declare it, or take it back."""
        one, other = self.subjects(fields)
        declare(
            requests.house.database,
            one,
            other,
            related=_declared(fields["told"]),
            why=str(fields["told"].get("why", "")),
            at=requests.house.clock(),
            **pair.by_both,
        )


class Unrelate(Relate):
    """Two accounts are to count as two people's, although something speaks against it."""

    async def check(self, requests: Requests, asking: RequestForms, person: Person) -> None:
        """Refuse the opposite, too."""
        if _declared(asking.told):
            raise HouseError("this is asked for as relate", field="told")
        await super().check(requests, asking, person)


def with_article(role: str) -> str:
    """A role as a sentence names somebody who has it."""
    words = role.replace("-", " ")
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}" if words != "surveillance" else "one of surveillance"


def check_role_asked(requests: Requests, asking: RequestForms) -> None:
    """Refuse a role that is none, or for a table that never was."""
    if asking.role not in ROLES:
        raise HouseError(f"{asking.role!r} is none of {', '.join(ROLES)}", field="role")
    whole(asking.role, asking.table)
    if asking.table:
        requests.desk.known(asking.table)


def active_person(requests: Requests, name: str) -> Person:
    """Someone whose account is open."""
    found, rows = requests.desk.people.accounts.person(name), schema.people
    with requests.house.database.read() as connection:
        if not connection.scalar(select(rows.c.active).where(rows.c.name == name)):
            raise HouseError(f"the account of {name} is closed", field="name")
    return found


def _declared(fields: Json) -> bool | None:
    """Whether two accounts are to be declared related, or not, or no more (None)."""
    related = fields.get("related")
    if related is not None and not isinstance(related, bool):
        raise HouseError("related is true, false or null", field="told")
    return related


def identity_of(fields: Json) -> Identity:
    """What an issuer calls someone, from what was sent."""
    issuer, subject = str(fields.get("issuer", "")), str(fields.get("subject", ""))
    if not 0 < len(subject) <= 255 or not 0 < len(issuer) <= 200:
        raise HouseError("an issuer has 1 to 200 letters, a subject 1 to 255", fault="conflict", field="subject")
    return Identity(issuer, subject)
