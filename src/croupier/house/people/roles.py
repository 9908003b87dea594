"""Roles: who holds which at which table, and which go together."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from croupier.errors import HouseError
from croupier.house.people.permissions import ROLES
from croupier.house.storage import schema
from croupier.house.storage.seals import ours

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from sqlalchemy import ColumnElement, Row

    from croupier.house.people.permissions import HouseRole
    from croupier.house.storage.database import Database


EVERYWHERE = ""


@dataclass(frozen=True, slots=True)
class Person:
    """Someone who is signed in. `grants` are (role, table); an empty table is every table. A guest has no password.

    Whoever `must_enrol` a second factor holds no role until they have one. `level` is that of the session.
    """

    name: str
    grants: frozenset[tuple[HouseRole, str]]
    password: bool = False
    must_enrol: bool = False
    level: str = field(default="", compare=False)

    def roles(self, table: str = EVERYWHERE) -> frozenset[HouseRole]:
        """The roles held at a table."""
        return _held(self.grants, table)


@lru_cache(maxsize=4096)
def _held(grants: frozenset[tuple[HouseRole, str]], table: str) -> frozenset[HouseRole]:
    return frozenset({role for role, where in grants if where in {EVERYWHERE, table}})


def holds_role(database: Database, name: str, role: HouseRole, table: str) -> bool:
    """Whether somebody with an open account holds a role at a table now."""
    people, grants = schema.people, schema.grants
    here = grants.c.table_id.in_([EVERYWHERE, table])
    return bool(roles_held(database, people.c.name == name, people.c.active, grants.c.role == role, here))


def roles_held(database: Database, *where: ColumnElement[bool]) -> Sequence[Row[Any]]:
    """Roles that the house gave, as rows: person, role, table."""
    people, grants = schema.people, schema.grants
    query = select(grants).join(people, people.c.name == grants.c.person).where(*where)
    with database.read() as connection:
        return ours(database, grants, connection.execute(query))


def is_staff(roles: Iterable[str]) -> bool:
    """Whether any role is more than a player's."""
    return any(role != "player" for role in roles)


def whole(role: str, table: str) -> None:
    """Whoever gives out the roles does so for every table."""
    if role == "administrator" and table:
        raise HouseError("an administrator is the whole house's, not one table's", fault="conflict", field="table")


def alone(roles: set[str]) -> None:
    """Whoever gives out the roles holds no other: no power over money or games."""
    if "administrator" in roles and len(roles) > 1:
        raise HouseError("an administrator holds no other role", fault="conflict", field="role")


def check_role(role: str) -> HouseRole:
    """A role, if it is one."""
    if role not in ROLES:
        raise HouseError(f"{role!r} is none of {', '.join(ROLES)}", fault="conflict", field="role")
    return role
