"""Who may be the second person: not whoever asked, no account of theirs or made with theirs, nobody it concerns."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import msgspec
from sqlalchemy import select

from croupier.house.desk.authority import seated
from croupier.house.people.house_settings import DAY, settings_of
from croupier.house.people.permissions import may
from croupier.house.people.relations import related
from croupier.house.people.roles import Person, roles_held
from croupier.house.storage import schema

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy import Connection

    from croupier.house.storage.database import Database

ASKER = "whoever asks cannot approve"
ASKER_SITS = "whoever asked sits at the table now, in person or by another account"
SAME = "whoever asked and whoever approves count as one person"
OWN = "nobody approves what concerns themselves"


class Second:
    """Whether somebody may be the second person; each thing is looked up once, however many requests are shown."""

    def __init__(self, database: Database, now: int, name: str) -> None:
        self.database, self.now, self.name = database, now, name
        self.settings = settings_of(database)
        self.seated = cache(seated)
        self._pair = cache(self._why_no_pair)
        self._asker = cache(self._account)
        self._theirs: frozenset[str] | None = None

    def why_not(self, asker: str, subjects: Iterable[str] = ()) -> str:
        """Why they cannot approve what another asked for; empty if they can. `subjects` are those it concerns."""
        return self._pair(asker) or ("" if self.theirs.isdisjoint(subjects) else OWN)

    def why_asker(self, asker: str, permission: str, table: str) -> str:
        """Why what somebody asked for is not carried out any more: their account is closed, or the role is gone."""
        found = self._asker(asker)
        if found is None:
            return ""
        active, person = found
        if not active:
            return f"the account of {asker}, who asked, is closed"
        return "" if may(person.roles(table), permission) else f"{asker} may not ask for this any more"

    def still(self, person: Person) -> Person:
        """Somebody with what they still hold of the roles that they had when they asked or answered: what waits for its
        turn is not done by whoever was let go meanwhile."""
        found = self._asker(person.name)
        if found is None:
            return person
        active, now = found
        return replace(person, grants=person.grants & now.grants if active else frozenset())

    @property
    def theirs(self) -> frozenset[str]:
        """The names that count as theirs."""
        if self._theirs is None:
            self._theirs = related(self.database, self.name, at=self.now)
        return self._theirs

    def _why_no_pair(self, asker: str) -> str:
        if self.name == asker:
            return ASKER
        if why := _same_maker(self.database, self.now, self.settings.same_maker_days, asker, self.name):
            return why
        return "" if self.theirs.isdisjoint(related(self.database, asker, at=self.now)) else SAME

    def _account(self, name: str) -> tuple[bool, Person] | None:
        """Whether an account is open, with the roles held now; None for a name without one, which has no sign-in."""
        rows = schema.people
        with self.database.read() as connection:
            active = connection.scalar(select(rows.c.active).where(rows.c.name == name))
        if active is None:
            return None
        held = roles_held(self.database, rows.c.name == name)
        return bool(active), Person(name, frozenset((row.role, row.table_id) for row in held))


def _same_maker(database: Database, now: int, days: int, one: str, other: str) -> str:
    """Whether one of them made the other's account, or somebody else both, too short a time ago. Whoever asked for a
    role at work counts as having made the account when the role was given."""
    rows, since = schema.people, now - days * DAY
    query = select(rows.c.name, rows.c.made, rows.c.made_by).where(rows.c.name.in_((one, other)))
    makers: dict[str, set[str]] = {one: set(), other: set()}
    with database.read() as connection:
        found = {row.name: row for row in connection.execute(query)}
        granted = _granted(connection, since)
    recent = {name: {by for who, by in granted if who == name} for name in makers}
    for name, row in found.items():
        makers[name] = {row.made_by} - {""}
        recent[name] |= makers[name] if row.made > since else set()
    for made, maker in ((one, other), (other, one)):
        if maker in recent[made]:
            did = f"made the account of {made}" if maker in makers[made] else f"asked for a role of {made}"
            return f"{maker} {did} less than {days} days ago: a third person approves"
    if both := recent[one] & (makers[other] | recent[other]) | recent[other] & makers[one]:
        maker = min(both)
        by_both = maker in makers[one] & makers[other]
        did = f"made the accounts of {one} and {other}" if by_both else f"gave {one} and {other} account or role"
        return f"{maker} {did} less than {days} days ago: a third person approves"
    return ""


def _granted(connection: Connection, since: int) -> list[tuple[str, str]]:
    """Who was given a role at work lately, and who asked for it."""
    rows = schema.requests
    query = select(rows.c.told, rows.c.by).where(
        rows.c.kind == "grant", rows.c.state == "approved", rows.c.answered_at > since
    )
    return [(str(msgspec.json.decode(row.told)["name"]), row.by) for row in connection.execute(query)]
