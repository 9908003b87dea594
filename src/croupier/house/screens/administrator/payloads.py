"""What the administrator's page receives: the register of people, and the permission table."""

from __future__ import annotations

from croupier.house.desk.payloads import FloorFigure
from croupier.kit.payload import Payload


class RegisterView(Payload, frozen=True):
    """The page: figures, the people that a search finds, one of them in full, tables, roles and their permissions."""

    figures: list[FloorFigure]
    people: list[PersonLine]
    found: int
    more: str
    chosen: WholePerson | None
    tables: list[TableName]
    roles: list[RoleName]
    permissions: Permissions


class RoleName(Payload, frozen=True):
    """A role, in words."""

    role: str
    words: str


class Permissions(Payload, frozen=True):
    """The permission table, role by role, with what an administrator may do said first."""

    power: str
    approved: str
    roles: list[RoleName]
    parts: list[PermissionPart]


class PermissionPart(Payload, frozen=True):
    """A part of the permission table."""

    title: str
    rows: list[PermissionRow]


class PermissionRow(Payload, frozen=True):
    """A permission, role by role."""

    what: str
    words: str
    cells: list[str]


class TableName(Payload, frozen=True):
    """A table at which a role can be given."""

    id: str
    words: str


class GrantLine(Payload, frozen=True):
    """A role that somebody holds, and where."""

    role: str
    table: str
    words: str
    where: str


class RelationLine(Payload, frozen=True):
    """An account that may be the same person's."""

    name: str
    why: list[str]
    declared: bool
    apart: bool


class IdentityLine(Payload, frozen=True):
    """Where else somebody signs in."""

    issuer: str
    subject: str


class PersonLine(Payload, frozen=True):
    """Somebody of the register; `until` is when a lock ends."""

    name: str
    you: bool
    guest: bool
    state: str
    words: str
    until: int
    grants: list[GrantLine]


class WholePerson(PersonLine, frozen=True):
    """Somebody in full: why a role cannot be given, what closing the account would do, whose person it may be as well,
    where else they sign in and with how many second factors."""

    made: int
    closing: list[str]
    lift: bool
    why: str
    refuses: dict[str, str]
    relations: list[RelationLine]
    identities: list[IdentityLine]
    factors: int
