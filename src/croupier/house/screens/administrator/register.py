"""The register as the administrator's page shows it: who is in it, what they hold where, and what each role may do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import asdict
from sqlalchemy import func, select

from croupier.errors import HouseError
from croupier.house.desk.payloads import FloorFigure
from croupier.house.desk.two_person_commands import ORDERS
from croupier.house.people.passwords import NONE
from croupier.house.people.permissions import COMMANDS, PERMISSION_WORDS, ROLES, ROLES_OF_PAGE, allowed
from croupier.house.people.relations import BROWSER, DECLARED, relations
from croupier.house.people.relations import RELATION_WORDS as WHY
from croupier.house.people.roles import EVERYWHERE, alone, roles_held
from croupier.house.people.signing_in.sign_in_throttle import FAILURES
from croupier.house.screens.administrator import payloads
from croupier.house.storage import schema

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Row

    from croupier.house.people.permissions import HouseRole
    from croupier.house.people.roles import Person
    from croupier.house.storage.database import Database

MAX_PEOPLE = 100
"""People that a page lists at once; a search finds the others."""
OWN_ROLES = "Nobody changes their own roles: another administrator does."


class Entry(NamedTuple):
    """Someone of the register."""

    row: Row[Any]
    grants: list[tuple[HouseRole, str]]
    sessions: int

    @property
    def at_work(self) -> bool:
        """Whether any role is more than a player's."""
        return any(role != "player" for role, _ in self.grants)


def role_words(role: str) -> str:
    """A role's name as people write it."""
    return role.replace("-", " ").capitalize()


def where(database: Database, table: str) -> str:
    """A table as people call it."""
    with database.read() as connection:
        name = connection.scalar(select(schema.tables.c.name).where(schema.tables.c.id == table))
    return _where(table, {table: name or table})


def register_payload(
    database: Database, clock: int, person: Person, search: str = "", chosen: str = ""
) -> payloads.RegisterView:
    """The page: figures, the people that a search finds, one of them in full, tables, roles and their permissions."""
    entries, tables = _read(database, clock)
    names = {table: name for table, (name, _) in tables.items()}
    wanted = search.casefold().split()
    found = [one for one in entries if all(word in _text(one, names) for word in wanted)]
    one = next((entry for entry in entries if entry.row.name == chosen), None)
    return payloads.RegisterView(
        figures=_figures(entries, clock),
        people=[_line(entry, names, clock, person) for entry in found[:MAX_PEOPLE]],
        found=len(found),
        more=f"{len(found) - MAX_PEOPLE:,} more. Type a name to find them." if len(found) > MAX_PEOPLE else "",
        chosen=None if one is None else _whole(database, one, names, clock, person),
        tables=_open(tables),
        roles=[payloads.RoleName(role=role, words=role_words(role)) for role in ROLES],
        permissions=permissions(),
    )


def permissions() -> payloads.Permissions:
    """The permission table, role by role, with what an administrator may do said first."""
    every = {**COMMANDS, **ROLES_OF_PAGE}
    mine = [what for what, roles in every.items() if "administrator" in roles]
    parts = [("At a table", COMMANDS), ("Outside of a table", ROLES_OF_PAGE)]
    return payloads.Permissions(
        power=f"Of {len(every)} permissions an administrator holds {len(mine)}: {', '.join(mine)}. "
        "No money, no wager and no round can be touched or seen from here.",
        approved=f"Orders for two people, of whom one asks and the other approves: {', '.join(sorted(ORDERS))}.",
        roles=[payloads.RoleName(role=role, words=role_words(role)) for role in ROLES],
        parts=[
            payloads.PermissionPart(
                title=title,
                rows=[
                    payloads.PermissionRow(
                        what=what, words=PERMISSION_WORDS.get(what, ""), cells=[allowed(role, what) for role in ROLES]
                    )
                    for what in whats
                ],
            )
            for title, whats in parts
        ],
    )


def _read(database: Database, clock: int) -> tuple[list[Entry], dict[str, tuple[str, bool]]]:
    people, sessions, tables = schema.people, schema.sessions, schema.tables
    held: dict[str, list[tuple[HouseRole, str]]] = {}
    for row in roles_held(database):
        held.setdefault(row.person, []).append((row.role, row.table_id))
    with database.read() as connection:
        query = select(sessions.c.person, func.count()).where(sessions.c.until > clock).group_by(sessions.c.person)
        signed_in = {name: number for name, number in connection.execute(query)}  # noqa: C416 - rows are no pairs
        known = {
            row.id: (row.name, row.closed is None)
            for row in connection.execute(select(tables).order_by(tables.c.name, tables.c.id))
        }
        rows = connection.execute(select(people)).all()
    order = {role: at for at, role in enumerate(ROLES)}
    entries = [
        Entry(
            row,
            sorted(held.get(row.name, ()), key=lambda grant: (order[grant[0]], grant[1])),
            signed_in.get(row.name, 0),
        )
        for row in rows
    ]
    entries.sort(key=_place)
    return entries, known


def _place(one: Entry) -> tuple[bool, bool, bool, str]:
    """Those at work first, then players, guests after the others; closed accounts last."""
    guest = not one.at_work and one.row.secret == NONE
    return not one.row.active, not one.at_work, guest, one.row.name.casefold()


def _open(tables: Mapping[str, tuple[str, bool]]) -> list[payloads.TableName]:
    """Tables at which a role can be given; two of one name are told apart by their ids."""
    found = {table: name for table, (name, is_open) in tables.items() if is_open}
    names = list(found.values())
    return [
        payloads.TableName(id=table, words=name if names.count(name) == 1 else f"{name} ({table})")
        for table, name in found.items()
    ]


def _figures(entries: list[Entry], clock: int) -> list[FloorFigure]:
    active = [one for one in entries if one.row.active]
    counted = (
        ("At work", sum(one.at_work for one in active), "hold more than a player's role"),
        ("Players", sum(not one.at_work for one in active), "guests among them"),
        ("Signed in", sum(one.sessions > 0 for one in active), "a session is open"),
        ("Locked out", sum(one.row.locked_until > clock for one in active), f"{FAILURES} wrong passwords"),
        ("Closed", len(entries) - len(active), "accounts, for good"),
    )
    return [FloorFigure(words=words, value=f"{number:,}", note=note) for words, number, note in counted]


def _state(one: Entry, clock: int) -> tuple[str, str, int]:
    if not one.row.active:
        return "closed", "Closed", 0
    if one.row.locked_until > clock:
        return "locked", "Locked out", one.row.locked_until
    return "active", "Signed in" if one.sessions else "Active", 0


def _where(table: str, names: Mapping[str, str]) -> str:
    return "every table" if table == EVERYWHERE else names.get(table, table)


def _line(one: Entry, names: Mapping[str, str], clock: int, person: Person) -> payloads.PersonLine:
    state, words, until = _state(one, clock)
    return payloads.PersonLine(
        name=one.row.name,
        you=one.row.name == person.name,
        guest=one.row.secret == NONE,
        state=state,
        words=words,
        until=until,
        grants=[
            payloads.GrantLine(role=role, table=table, words=role_words(role), where=_where(table, names))
            for role, table in one.grants
        ],
    )


def _whole(
    database: Database, one: Entry, names: Mapping[str, str], clock: int, person: Person
) -> payloads.WholePerson:
    """Also why a role cannot be given, what closing the account would do, whose person the account may be as well,
    where else they sign in, and with how many second factors."""
    name, number = one.row.name, one.sessions
    ending = "One session ends" if number == 1 else f"{number} sessions end"
    closing = [
        f"{ending}; open pages close within a second." if number else "No session is open.",
        "No sign-in any more, at no table. The name is not given out again.",
        "Chips, money and rounds stay in the books as they are; seats are held as for anyone who is gone.",
        "It cannot be taken back from here.",
    ]
    identities, totp, passkeys = schema.identities, schema.totp, schema.passkeys
    with database.read() as connection:
        query = select(identities).where(identities.c.person == name, identities.c.active)
        linked = connection.execute(query.order_by(identities.c.at)).all()
        factors = [
            connection.scalar(select(func.count()).where(rows.c.person == name)) or 0 for rows in (totp, passkeys)
        ]
    return payloads.WholePerson(
        **asdict(_line(one, names, clock, person)),
        made=one.row.made,
        closing=closing,
        lift=one.row.active and one.row.locked_until > clock and name != person.name,
        why=OWN_ROLES if name == person.name else "This account is closed." if not one.row.active else "",
        refuses={role: why for role in ROLES if (why := _refused(one, role))},
        relations=[
            payloads.RelationLine(
                name=other.name,
                why=[WHY[why] for why in WHY if why in other.why],
                declared=DECLARED in other.why,
                apart=other.why == {BROWSER},
            )
            for other in relations(database, name, at=clock)
        ],
        identities=[payloads.IdentityLine(issuer=row.issuer, subject=row.subject) for row in linked],
        factors=sum(factors),
    )


def _refused(one: Entry, role: HouseRole) -> str:
    try:
        alone({role, *(held for held, _ in one.grants)})
    except HouseError as error:
        return error.refusals[0].message
    return ""


def _text(one: Entry, names: Mapping[str, str]) -> str:
    """What a search looks in."""
    held = (f"{role} {role_words(role)} {_where(table, names)}" for role, table in one.grants)
    closed = "" if one.row.active else "closed"
    return " ".join((one.row.name, *held, closed)).casefold()
