"""A kind of request: who asks and who approves, what is refused at once, what it means, and how it is carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from croupier.kit.payload import Json

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Executable, Row

    from croupier.house.desk.requests.approvals import Requests
    from croupier.house.desk.requests.forms import RequestForms
    from croupier.house.journal.events import HouseEvent
    from croupier.house.people.roles import Person

Fields = Json
"""What is stored of a request, by field."""


class Stored(NamedTuple):
    """What must be stored together with what is carried out, and what the house's journal says of it."""

    claims: Sequence[Executable]
    said: Sequence[HouseEvent]


class Kind:
    """One kind. `asks` and `approves` are permissions, at the table or for the whole house; any of the latter does.

    What is `limited` is done by one person alone as far as the house's settings let their role, and `most_alone` times
    in 24 hours where there is such a number. With `needs_second` off whoever did not ask may answer. What is
    `collected` ends in a link, made when its `collector` collects it.
    """

    fields: ClassVar[frozenset[str]] = frozenset()
    asks: ClassVar[str] = "ask"
    approves: ClassVar[tuple[str, ...]] = ("approve",)
    at_table: ClassVar[bool] = False
    limited: ClassVar[bool] = False
    most_alone: ClassVar[int] = 0
    needs_second: ClassVar[bool] = True
    collected: ClassVar[bool] = False
    answerer: ClassVar[str] = "A floorperson or shift manager answers it."

    async def check(self, requests: Requests, asking: RequestForms, person: Person) -> None:
        """Refuse at once what no approval could carry out."""

    def complete(self, requests: Requests, fields: Fields, table: str) -> Fields:  # noqa: ARG002 - most need nothing
        """What was asked with what the house chooses or knows itself."""
        return fields

    def about(self, fields: Fields) -> str:
        """The person or the table that it is about, by name or id."""
        return str(fields.get("name", ""))

    def title(self, fields: Fields) -> str:
        """The request in a few words: ``Fill, $2,500.00``."""
        raise NotImplementedError

    def words(self, fields: Fields) -> str:
        """What follows from it."""
        raise NotImplementedError

    def subjects(self, fields: Fields) -> Sequence[str]:
        """The people whose wallet, role or account it concerns: none of them asks for it or approves it."""
        return [fields["name"]] if fields.get("name") else []

    def cents(self, fields: Fields) -> int:
        """The amount that counts against what one person may do alone."""
        return int(fields.get("amount", 0))

    def may_alone(self, fields: Fields) -> bool:  # noqa: ARG002 - most go by the amount only
        """Whether one person may do it alone at all, within the limit."""
        return True

    async def do_alone(self, requests: Requests, person: Person, fields: Fields, stored: Stored) -> None:
        """Do at once what is within one person's limit, with the request that says so."""
        raise NotImplementedError

    async def carry_out(self, requests: Requests, row: Row[Any], fields: Fields, person: Person) -> None:
        """Do what was approved by a person, and answer the request in one piece."""
        raise NotImplementedError

    def collector(self, row: Row[Any]) -> str:
        """Who is given the link."""
        return str(row.by)

    def collect(self, requests: Requests, row: Row[Any], fields: Fields) -> str:
        """Make the link that was approved."""
        raise NotImplementedError
