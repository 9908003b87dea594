"""Requests for a one-time link: an invitation, or a password chosen anew."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, ClassVar

from croupier.errors import HouseError
from croupier.house.desk.requests.about_people import RegisterKind, active_person, check_role_asked, with_article
from croupier.house.people.signing_in.resets import begin_reset

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Row

    from croupier.house.desk.requests.approvals import Requests
    from croupier.house.desk.requests.forms import RequestForms
    from croupier.house.desk.requests.kind import Fields
    from croupier.house.people.roles import Person


class LinkKind(RegisterKind):
    """What ends in a one-time link: approved by a second administrator, made when it is collected."""

    collected: ClassVar[bool] = True

    async def carry_out(self, requests: Requests, row: Row[Any], fields: Fields, person: Person) -> None:  # noqa: ARG002
        """Approve; the link is made when it is collected."""
        note = f"the link waits for {self.collector(row) or person.name}"
        await requests.store(requests.answer(row, "approved", person.name, note))


class Invitation(LinkKind):
    """Someone is invited to a role at work."""

    fields: ClassVar[frozenset[str]] = frozenset({"role", "table"})

    async def check(self, requests: Requests, asking: RequestForms, person: Person) -> None:  # noqa: ARG002
        """Refuse a role that is none."""
        await asyncio.to_thread(check_role_asked, requests, asking)

    def title(self, fields: Fields) -> str:
        """To which role."""
        return f"Invite {with_article(fields['role'])}"

    def words(self, fields: Fields) -> str:
        """Where, and how."""
        where = f"At table {fields['table']} only" if fields["table"] else "At every table"
        return f"{where}, by a link that works once within the hour after it is collected."

    def subjects(self, fields: Fields) -> Sequence[str]:  # noqa: ARG002
        """Nobody yet."""
        return []

    def collect(self, requests: Requests, row: Row[Any], fields: Fields) -> str:
        """The link."""
        made = requests.desk.people.accounts.invite(fields["role"], fields["table"], by=row.by, second=row.answered_by)
        return f"/invitation#token={made}"


class Reset(LinkKind):
    """Someone who lost a password or second factor gets a link to set them anew."""

    fields: ClassVar[frozenset[str]] = frozenset({"name", "words", "told"})

    async def check(self, requests: Requests, asking: RequestForms, person: Person) -> None:  # noqa: ARG002
        """Refuse whoever is not there, or has no password."""
        found = await asyncio.to_thread(active_person, requests, asking.name)
        if not found.password:
            raise HouseError("a guest has no password", field="name")

    def title(self, fields: Fields) -> str:
        """Whose."""
        what = "the password and the second factors" if _factors(fields) else "the password"
        return f"Reset {what} of {fields['name']}"

    def words(self, fields: Fields) -> str:
        """How, and why."""
        why = f" Reason: {fields['words']}" if fields["words"] else ""
        return f"By a link that works once within the hour after it is collected; their sessions end then.{why}"

    def collector(self, row: Row[Any]) -> str:
        """Whoever approved: nobody gets a link to another's account by asking for it."""
        return str(row.answered_by)

    def collect(self, requests: Requests, row: Row[Any], fields: Fields) -> str:
        """The link."""
        people = requests.desk.people
        token = begin_reset(people, fields["name"], by=row.by, second=row.answered_by, factors=_factors(fields))
        return f"/reset#token={token}"


def _factors(fields: Fields) -> bool:
    """Whether the second factors go too."""
    return bool((fields.get("told") or {}).get("factors"))
