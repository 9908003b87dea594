"""Who asks, and the register of people that an administrator keeps."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import parse_qs

import msgspec
from fastapi import Body, Cookie, Header, HTTPException, Request

from croupier.errors import HouseError
from croupier.house import oidc
from croupier.house.accounts import hashed, is_staff
from croupier.house.acting import Acting, acting
from croupier.house.house_settings import in_words, settings_of
from croupier.house.people import alone, whole
from croupier.house.permissions import ROLES
from croupier.house.register import role_words, told, where
from croupier.house.relations import declare
from croupier.house.request_of_house import identity_of
from croupier.web.logs import asks

if TYPE_CHECKING:
    from fastapi import FastAPI
    from starlette.requests import HTTPConnection

    from croupier.house.desk import Desk
    from croupier.house.people import Person

COOKIE = "croupier"
TWO = 2
ALONE = (
    "You are the only administrator. Roles at work are given by two: what you ask for waits until there is a second. "
    "Start the server again: it prints a one-time link for another administrator, which works within the hour."
)
Token = Annotated[str | None, Cookie(alias=COOKIE)]
Key = Annotated[str, Header(alias="Idempotency-Key")]


async def signed_in(desk: Desk, token: str | None) -> Person:
    """The person whose session a cookie is."""
    person = None if not token else await asyncio.to_thread(desk.people.of, token)
    if person is None:
        raise HTTPException(401, "sign in first")
    asks(person.name)
    acting.set(Acting(person.name, hashed(token or ""), person.level == "strong"))
    return person


def same_origin(request: HTTPConnection) -> bool:
    """Whether a request or a socket is asked for by one of the house's own pages, or by no page at all."""
    origin = request.headers.get("origin")
    return origin is None or origin.partition("://")[2] == request.headers.get("host")


class Accepted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation, and under which name and password it is accepted."""

    token: str
    name: str
    password: str


def register(app: FastAPI, desk: Desk) -> None:
    """The routes of the register."""
    people = desk.people

    async def administrator(token: str | None) -> Person:
        person = await signed_in(desk, token)
        desk.check(person, "people")
        return person

    def not_oneself(person: Person, name: str, why: str = "nobody changes their own roles") -> None:
        if person.name == name:
            desk.deny(person, f"people: {name}", why)

    async def two_people(role: str) -> bool:
        """Whether a role is given, or an administrator dismissed, by two administrators."""
        return role in ROLES and role != "player" and (
            await asyncio.to_thread(settings_of, desk.house.database)).two_people  # fmt: skip

    async def at_work(*names: str) -> bool:
        """Whether any of these people holds a role at work."""
        found = [await asyncio.to_thread(people.person, name) for name in names]
        return any(is_staff(role for role, _ in one.grants) for one in found)

    async def asked(person: Person, told: dict[str, Any], key: str = "") -> dict[str, Any]:
        made = await desk.requests.ask(person, told, key)
        return {"request": made["id"], "state": made["state"], "title": made["title"], **told}

    def called(table: str) -> str:
        return where(desk.house.database, table)

    @app.post("/api/administrator")
    async def accept(request: Request) -> dict[str, Any]:
        """Register by a one-time link, the administrator's of the first start or an invitation: token, name, password.

        JSON, or a form of the same fields.
        """
        asked = _accepted(await request.body(), request.headers.get("content-type", ""))
        await asyncio.to_thread(people.accept, asked.token, asked.name, asked.password)
        return {"name": asked.name.strip()}

    @app.get("/api/register")
    async def page(search: str = "", person: str = "", token: Token = None) -> dict[str, Any]:
        """The register as its page shows it: the people that a search finds, one in full, and the permission table."""
        who = await administrator(token)
        page = await asyncio.to_thread(told, desk.house.database, desk.house.clock(), who, search[:80], person)
        return page | await asyncio.to_thread(_two_administrators, desk, who)

    @app.post("/api/invitation")
    async def invitation(token: Annotated[str, Body(embed=True)]) -> dict[str, Any]:
        """What a one-time link is for: a role, and the table at which it will be held. It is not used up by that."""
        role, table = await asyncio.to_thread(people.invited, token)
        return {"role": role, "words": role_words(role), "where": await asyncio.to_thread(called, table)}

    @app.post("/api/invitations")
    async def invite(
        role: Annotated[str, Body()], table: Annotated[str, Body()] = "", key: Key = "", token: Token = None
    ) -> dict[str, Any]:
        """A link with which one person registers in a role, at one table or at all, within the hour; any earlier one
        for the same is void. For a role at work a second administrator approves first (`request`)."""
        person = await administrator(token)
        if table:
            await asyncio.to_thread(desk.known, table)
        if await two_people(role):
            return await asked(person, {"kind": "invitation", "role": role, "table": table}, key)
        made = await asyncio.to_thread(lambda: people.invite(role, table, by=person.name))
        return {"role": role, "table": table, "words": role_words(role),
                "where": await asyncio.to_thread(called, table), "link": f"/invitation#token={made}"}  # fmt: skip

    @app.get("/api/people")
    async def everyone(token: Token = None) -> list[dict[str, Any]]:
        """The register: names with their roles, each for a table or for all."""
        await administrator(token)
        found = await asyncio.to_thread(people.everyone)
        return [{"name": person.name, "grants": sorted(person.grants)} for person in found]

    @app.post("/api/people")
    async def add(
        name: Annotated[str, Body()],
        password: Annotated[str, Body()],
        roles: Annotated[list[str] | None, Body()] = None,
        table: Annotated[str, Body()] = "",
        token: Token = None,
    ) -> dict[str, Any]:
        """Register someone with roles at one table or at all: a player, unless told otherwise. Roles at work wait for a
        second administrator (`requests`); the account has none until then."""
        person = await administrator(token)
        if table:
            await asyncio.to_thread(desk.known, table)
        wanted = roles or ["player"]
        alone(set(wanted))
        for role in wanted:
            whole(role, table)
        later = [role for role in dict.fromkeys(wanted) if await two_people(role)]
        at_once = [(role, table) for role in wanted if role not in later]
        await asyncio.to_thread(lambda: people.add(name, password, at_once, by=person.name))
        name = name.strip()
        made = [await asked(person, {"kind": "grant", "name": name, "role": role, "table": table}) for role in later]
        return {"name": name, "requests": [one["request"] for one in made]}

    @app.put("/api/people/{name}/roles/{role}")
    async def grant(name: str, role: str, table: str = "", key: Key = "", token: Token = None) -> dict[str, Any]:
        """Give a role, at one table or at all; a role at work when a second administrator has approved (`request`)."""
        person = await administrator(token)
        not_oneself(person, name)
        if table:
            await asyncio.to_thread(desk.known, table)
        if await two_people(role):
            return await asked(person, {"kind": "grant", "name": name, "role": role, "table": table}, key)
        await asyncio.to_thread(lambda: people.grant(name, role, table, by=person.name))
        return {"name": name, "role": role, "table": table}

    @app.delete("/api/people/{name}/roles/{role}")
    async def withdraw(name: str, role: str, table: str = "", key: Key = "", token: Token = None) -> dict[str, Any]:
        """Take a role back; the person's open sockets close at once. An administrator's waits for a second one."""
        person = await administrator(token)
        not_oneself(person, name)
        if role == "administrator" and await two_people(role):
            return await asked(person, {"kind": "revoke", "name": name, "role": role, "table": table}, key)
        await asyncio.to_thread(lambda: people.withdraw(name, role, table, by=person.name))
        return {"name": name, "role": role, "table": table}

    @app.delete("/api/people/{name}/lock")
    async def lift(name: str, token: Token = None) -> dict[str, Any]:
        """Lift someone's lock-out, and count wrong passwords anew; `lifted` says whether there was one."""
        person = await administrator(token)
        not_oneself(person, name, "nobody lifts their own lock-out")
        return {"name": name, "lifted": await asyncio.to_thread(people.lift, name, by=person.name)}

    @app.delete("/api/people/{name}")
    async def dismiss(name: str, key: Key = "", token: Token = None) -> dict[str, Any]:
        """End someone's sessions and sockets for good; an administrator's when a second one has approved."""
        person = await administrator(token)
        not_oneself(person, name)
        found = await asyncio.to_thread(people.person, name)
        if "administrator" in found.roles() and await two_people("administrator"):
            return await asked(person, {"kind": "dismiss", "name": name}, key)
        await asyncio.to_thread(lambda: people.dismiss(name, by=person.name))
        return {"name": name}

    @app.put("/api/people/{name}/relations/{other}")
    async def relate(
        name: str, other: str, related: Annotated[bool | None, Body()], why: Annotated[str, Body()] = "",
        key: Key = "", token: Token = None,
    ) -> dict[str, Any]:  # fmt: skip
        """Declare that two accounts are one person's, or that they are not; null takes the declaration back. What would
        let them approve for each other, or keeps people at work from it, waits for a second administrator (`request`).
        """
        person = await administrator(token)
        for each in (name, other):
            not_oneself(person, each, "nobody declares this of their own account")
        if (not related or await at_work(name, other)) and await two_people("administrator"):
            told, kind = {"other": other, "related": related, "why": why}, "relate" if related else "unrelate"
            return await asked(person, {"kind": kind, "name": name, "told": told}, key)
        await asyncio.to_thread(
            declare, desk.house.database, name, other, related=related, by=person.name, at=people.clock(), why=why
        )
        return {"name": name, "other": other, "related": related}

    @app.put("/api/people/{name}/identity")
    async def link(
        name: str, issuer: Annotated[str, Body()], subject: Annotated[str, Body()], key: Key = "", token: Token = None
    ) -> dict[str, Any]:
        """Let what an OpenID issuer calls someone sign in to an account; `subject` is shown to whoever tries. A
        second administrator approves first (`request`)."""
        person = await administrator(token)
        not_oneself(person, name, "nobody links their own account")
        identity = identity_of({"issuer": issuer, "subject": subject})
        if await two_people("administrator"):
            told = {"issuer": issuer, "subject": subject}
            return await asked(person, {"kind": "identity", "name": name, "told": told}, key)
        await asyncio.to_thread(oidc.link, people, name, identity, by=person.name)
        return {"name": name, "issuer": issuer, "subject": subject}

    @app.delete("/api/people/{name}/identity")
    async def unlink(name: str, issuer: str, subject: str, token: Token = None) -> dict[str, Any]:
        """Take such a link back."""
        person = await administrator(token)
        not_oneself(person, name, "nobody links their own account")
        await asyncio.to_thread(oidc.unlink, people, name, oidc.Identity(issuer, subject), by=person.name)
        return {"name": name}


def _two_administrators(desk: Desk, person: Person) -> dict[str, Any]:
    """What waits for an administrator, and whether there are two; the house's settings."""
    settings = settings_of(desk.house.database)
    lonely = settings.two_people and desk.people.number_of("administrator") < TWO
    return {"requests": desk.requests.of(person), "settings": in_words(settings), "lonely": ALONE if lonely else ""}


def _accepted(body: bytes, kind: str) -> Accepted:
    try:
        if kind.startswith("application/x-www-form-urlencoded"):
            fields = {name: found[-1] for name, found in parse_qs(body.decode()).items()}
            return msgspec.convert(fields, Accepted)
        return msgspec.json.decode(body, type=Accepted)
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
        raise HouseError(f"token, name and password are needed: {error}", field="token") from None
