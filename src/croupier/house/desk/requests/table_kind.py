"""A kind of request that is of one table: what is refused there, and how its steps are stored with the answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from croupier.errors import HouseError
from croupier.house.desk.authority import APART, seated
from croupier.house.desk.requests.kind import Fields, Kind
from croupier.house.people.permissions import role_for
from croupier.table import Actor

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Row

    from croupier.house.desk.requests.approvals import Requests
    from croupier.house.desk.requests.forms import RequestForms
    from croupier.house.journal.events import HouseEvent
    from croupier.house.people.roles import Person
    from croupier.house.tables.keeping.keeper import Keeper
    from croupier.house.tables.keeping.pending_writes import Step
    from croupier.house.tables.keeping.table_writer import Entry
    from croupier.table.commands import Command


class TableKind(Kind):
    """What is asked for at one table that is open."""

    at_table: ClassVar[bool] = True

    async def check(self, requests: Requests, asking: RequestForms, person: Person) -> None:
        """Refuse at a table that is closed or a school's, and whoever sits there."""
        keeper = requests.house.keeper(asking.table)
        if not keeper.table.open:
            raise HouseError("the table is closed", field="table")
        if keeper.settings.school:
            raise HouseError(
                "a school has no floorperson; its table is the learner's alone", fault="conflict", field="table"
            )
        if self.needs_second and seated(keeper, person.name):
            requests.desk.deny(person, f"ask for {asking.kind} at {asking.table}", APART)
        self.check_table(keeper, asking, person)

    def check_table(self, keeper: Keeper, asking: RequestForms, person: Person) -> None:
        """Refuse what this table would."""

    def subjects(self, fields: Fields) -> Sequence[str]:  # noqa: ARG002 - of a table, whoever sits there is kept apart
        """Nobody by name."""
        return []

    async def commit(
        self,
        requests: Requests,
        row: Row[Any],
        person: Person,
        steps: Sequence[Step],
        said: Sequence[HouseEvent] = (),
        entries: Sequence[Entry] = (),
    ) -> None:
        """Store what was approved with the answer, and the house's own `entries` of it, all or nothing."""
        keeper = requests.keeper(row)
        answer = requests.answer(row, "approved", person.name, "carried out")
        await keeper.commit(steps, claims=answer.claims, said=[*said, *answer.said], entries=entries)
        keeper.running.wake()


def approver(person: Person, row: Row[Any], command: Command) -> Actor:
    """Whoever approves, in the role that gives the order."""
    role = role_for(person.roles(row.table_id), command)
    assert role is not None
    return Actor(role, person.name)  # type: ignore[arg-type]
