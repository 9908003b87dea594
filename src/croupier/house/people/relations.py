"""Relations: which accounts count as one person's, so that one person is not two where two are needed.

Accounts are related when one made or invited the other lately, or a third made both; when one had a part in resetting
the other's password lately, or a third reset both; when they were used in the same browser; when they are or were
linked to the same identity of an OpenID issuer; and when an administrator declared it. A declaration that two are not
related, as of people who share a terminal, outweighs the browser alone.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

from sqlalchemy import delete, insert, or_, select

from croupier.errors import HouseError
from croupier.house.journal.events import RelationChanged
from croupier.house.people.accounts import unknown
from croupier.house.people.sign_in_policy import DAY
from croupier.house.storage import schema
from croupier.house.storage.transactions import Transaction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Connection, Executable

    from croupier.house.journal.events import HouseEvent
    from croupier.house.storage.database import Database

LATELY = 7 * DAY
"""Milliseconds for which an account counts as its maker's, or as theirs who reset its password."""
LONGEST_WHY = 200
MADE, RESET, BROWSER, IDENTITY, DECLARED = "made", "reset", "browser", "identity", "declared"
RELATION_WORDS = {
    MADE: "one made or invited the other, or somebody made both, within a week",
    RESET: "one had the other's password reset, or somebody both, within a week",
    BROWSER: "used in the same browser",
    IDENTITY: "linked to the same identity",
    DECLARED: "declared by an administrator",
}


class Relation(NamedTuple):
    """Another account that counts as the same person's, and why."""

    name: str
    why: frozenset[str]


def related(database: Database, name: str, *, at: int | None = None, within: int = LATELY) -> frozenset[str]:
    """The names that count as the same person's, this one included."""
    return frozenset({name, *(relation.name for relation in relations(database, name, at=at, within=within))})


def relations(database: Database, name: str, *, at: int | None = None, within: int = LATELY) -> list[Relation]:
    """The others of them by name, with the reasons."""
    since = (time.time_ns() // 1_000_000 if at is None else at) - within
    with database.read() as connection:
        found = {
            MADE: _made(connection, name, since),
            RESET: _reset(connection, name, since),
            BROWSER: _by_browser(connection, name),
            IDENTITY: _by_identity(connection, name),
        }
        declared = _declared(connection, name)
    found[BROWSER] -= {other for other, related in declared.items() if not related}
    found[DECLARED] = {other for other, related in declared.items() if related}
    names = sorted(set().union(*found.values()) - {name})
    return [Relation(other, frozenset(why for why, others in found.items() if other in others)) for other in names]


def are_related(database: Database, one: str, other: str, *, at: int | None = None) -> bool:
    """Whether two names count as one person's; a name is related to itself."""
    return other in related(database, one, at=at) or one in related(database, other, at=at)


def declare(
    database: Database,
    one: str,
    other: str,
    *,
    related: bool | None,
    by: str,
    at: int,
    why: str,
    second: str = "",
    claims: Sequence[Executable] = (),
    also: Sequence[HouseEvent] = (),
) -> None:
    """Say that two accounts are one person's, or not, or say nothing any more (None). `claims` must each change a row
    at the same time, of which the journal `also` tells."""
    if one == other:
        raise HouseError("an account is related to itself anyway", fault="conflict", field="other")
    if by in {one, other}:
        raise HouseError("nobody declares this of their own account", fault="denied", field="other")
    rows, people = schema.relations, schema.people
    with database.read() as connection:
        known = set(connection.scalars(select(people.c.name).where(people.c.name.in_([one, other]))))
    for name in (one, other):
        if name not in known:
            raise unknown(name)
    former, latter = sorted((one, other))
    row = {"one": former, "other": latter, "related": related, "by": by, "at": at, "why": why[:LONGEST_WHY]}
    doing = [
        delete(rows).where(rows.c.one == former, rows.c.other == latter),
        *([insert(rows).values(row)] if related is not None else []),
    ]
    event = RelationChanged(one=former, other=latter, related=related, by=by, second=second, why=why[:LONGEST_WHY])
    database.store(Transaction("", at, doing=doing, claims=claims, said=[event, *also]))


def _made(connection: Connection, name: str, since: int) -> set[str]:
    """Whom one made lately; and, of whoever was made lately, the maker and the others that one made lately."""
    rows = schema.people
    lately = rows.c.made > since
    maker = connection.scalar(select(rows.c.made_by).where(rows.c.name == name, lately, rows.c.made_by != ""))
    makers = [name, maker] if maker else [name]
    found = set(connection.scalars(select(rows.c.name).where(rows.c.made_by.in_(makers), lately)))
    return found | ({maker} if maker else set())


def _reset(connection: Connection, name: str, since: int) -> set[str]:
    """Whose link one was given lately; and, of whoever was reset lately, both who did it and whom else they reset.

    Who only asked was given no link, so the account is not theirs, while they are its: else the two who reset one
    account would both count as its owner, and so as one person.
    """
    rows = schema.reset_log
    given = connection.scalars(select(rows.c.person).where(rows.c.second == name, rows.c.at > since))
    mine = connection.execute(select(rows.c.by, rows.c.second).where(rows.c.person == name, rows.c.at > since))
    by = {who for row in mine for who in row}
    same = select(rows.c.person).where(or_(rows.c.by.in_(by), rows.c.second.in_(by)), rows.c.at > since)
    return {*given, *by, *(connection.scalars(same) if by else ())}


def _by_browser(connection: Connection, name: str) -> set[str]:
    rows = schema.devices
    mine = select(rows.c.device).where(rows.c.person == name).scalar_subquery()
    return set(connection.scalars(select(rows.c.person).where(rows.c.device.in_(mine))))


def _by_identity(connection: Connection, name: str) -> set[str]:
    mine, rows = schema.identities.alias("mine"), schema.identities
    query = select(rows.c.person).join(mine, (mine.c.issuer == rows.c.issuer) & (mine.c.subject == rows.c.subject))
    return set(connection.scalars(query.where(mine.c.person == name)))


def _declared(connection: Connection, name: str) -> dict[str, bool]:
    rows = schema.relations
    found = connection.execute(select(rows).where(or_(rows.c.one == name, rows.c.other == name)))
    return {row.other if row.one == name else row.one: row.related for row in found}
