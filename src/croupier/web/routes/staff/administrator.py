"""The register of people that an administrator keeps."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

import msgspec
from fastapi import Request  # noqa: TC002 - FastAPI reads it
from msgspec.structs import asdict

from croupier.errors import HouseError
from croupier.house.desk.requests.about_people import identity_of
from croupier.house.people.house_settings import in_words, settings_of
from croupier.house.people.permissions import ROLES
from croupier.house.people.relations import declare
from croupier.house.people.roles import alone, is_staff, whole
from croupier.house.people.signing_in import oidc
from croupier.house.screens.administrator.register import register_payload, role_words, where
from croupier.web.http.sessions import IdempotencyKey, Token, signed_in
from croupier.web.routes import payloads
from croupier.web.routes.bodies import LinkBody  # noqa: TC001 - FastAPI reads it
from croupier.web.routes.staff import bodies  # noqa: TC001 - FastAPI reads it

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.house.desk.desk import Desk
    from croupier.house.people.roles import Person
    from croupier.house.screens.administrator.payloads import RegisterView
    from croupier.kit.payload import Json
    from croupier.web.routes.signing_in.sign_in import Entrance

TWO = 2
LONELY = (
    "You are the only administrator. Roles at work are given by two: what you ask for waits until there is a second. "
    "Start the server again: it prints a one-time link for another administrator, which works within the hour."
)


class Accepted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An invitation, and under which name and password it is accepted."""

    token: str
    name: str
    password: str


def routes(app: FastAPI, desk: Desk) -> None:
    """The routes of the register."""
    people = desk.people
    entrance: Entrance = app.state.entrance

    async def administrator(token: str | None) -> Person:
        person = await signed_in(desk, token)
        desk.check(person, "people")
        return person

    def not_oneself(person: Person, name: str, why: str = "nobody changes their own roles") -> None:
        if person.name == name:
            desk.deny(person, f"people: {name}", why)

    async def two_people(role: str) -> bool:
        """Whether a role is given, or an administrator dismissed, by two administrators."""
        return (
            role in ROLES
            and role != "player"
            and (await asyncio.to_thread(settings_of, desk.house.database)).two_people
        )

    async def at_work(*names: str) -> bool:
        """Whether any of these people holds a role at work."""
        found = [await asyncio.to_thread(people.accounts.person, name) for name in names]
        return any(is_staff(role for role, _ in one.grants) for one in found)

    async def make_request(person: Person, form: Json, key: str = "") -> payloads.RequestMade:
        made = await desk.requests.ask(person, form, key)
        return payloads.RequestMade(request=made.id, state=made.state, title=made.title, **form)

    def called(table: str) -> str:
        return where(desk.house.database, table)

    @app.post("/api/administrator")
    async def accept(request: Request) -> payloads.Name:
        """Register by a one-time link, the administrator's of the first start or an invitation: token, name, password.

        JSON, or a form of the same fields.
        """
        accepted = _accepted(await request.body(), request.headers.get("content-type", ""))
        await entrance.hashed(request, "", people.accounts.accept, accepted.token, accepted.name, accepted.password)
        return payloads.Name(accepted.name.strip())

    @app.get("/api/register")
    async def page(search: str = "", person: str = "", token: Token = None) -> payloads.RegisterPage:
        """The register as its page shows it: the people that a search finds, one in full, and the permission table."""
        who = await administrator(token)
        shown = await asyncio.to_thread(
            register_payload, desk.house.database, desk.house.clock(), who, search[:80], person
        )
        return await asyncio.to_thread(_two_administrators, desk, who, shown)

    @app.post("/api/invitation")
    async def invitation(body: LinkBody) -> payloads.InvitedTo:
        """What a one-time link is for: a role, and the table at which it will be held. It is not used up by that."""
        role, table = await asyncio.to_thread(people.accounts.invited, body.token)
        return payloads.InvitedTo(role, role_words(role), await asyncio.to_thread(called, table))

    @app.post("/api/invitations")
    async def invite(
        body: bodies.InvitationBody, key: IdempotencyKey = "", token: Token = None
    ) -> payloads.InvitationLink | payloads.RequestMade:
        """A link with which one person registers in a role, at one table or at all, within the hour; any earlier one
        for the same is void. For a role at work a second administrator approves first (`request`)."""
        person = await administrator(token)
        if body.table:
            await asyncio.to_thread(desk.known, body.table)
        if await two_people(body.role):
            return await make_request(person, {"kind": "invitation", "role": body.role, "table": body.table}, key)
        made = await asyncio.to_thread(lambda: people.accounts.invite(body.role, body.table, by=person.name))
        return payloads.InvitationLink(
            role=body.role,
            table=body.table,
            words=role_words(body.role),
            where=await asyncio.to_thread(called, body.table),
            link=f"/invitation#token={made}",
        )

    @app.get("/api/people")
    async def everyone(token: Token = None) -> list[payloads.PersonGrants]:
        """The register: names with their roles, each for a table or for all."""
        await administrator(token)
        found = await asyncio.to_thread(people.accounts.everyone)
        return [payloads.PersonGrants(person.name, sorted(person.grants)) for person in found]

    @app.post("/api/people")
    async def add(
        body: bodies.NewPerson,
        token: Token = None,
    ) -> payloads.PersonAdded:
        """Register someone with roles at one table or at all: a player, unless told otherwise. Roles at work wait for a
        second administrator (`requests`); the account has none until then."""
        person = await administrator(token)
        if body.table:
            await asyncio.to_thread(desk.known, body.table)
        wanted = body.roles or ["player"]
        alone(set(wanted))
        for role in wanted:
            whole(role, body.table)
        later = [role for role in dict.fromkeys(wanted) if await two_people(role)]
        at_once = [(role, body.table) for role in wanted if role not in later]
        whose = f"name {person.name}"
        await entrance.hashing.run(whose, people.accounts.add, body.name, body.password, at_once, by=person.name)
        name = body.name.strip()
        made = [
            await make_request(person, {"kind": "grant", "name": name, "role": role, "table": body.table})
            for role in later
        ]
        return payloads.PersonAdded(name, [one.request for one in made])

    @app.put("/api/people/{name}/roles/{role}")
    async def grant(
        name: str, role: str, table: str = "", key: IdempotencyKey = "", token: Token = None
    ) -> payloads.RoleChanged | payloads.RequestMade:
        """Give a role, at one table or at all; a role at work when a second administrator has approved (`request`)."""
        person = await administrator(token)
        not_oneself(person, name)
        if table:
            await asyncio.to_thread(desk.known, table)
        if await two_people(role):
            return await make_request(person, {"kind": "grant", "name": name, "role": role, "table": table}, key)
        await asyncio.to_thread(lambda: people.accounts.grant(name, role, table, by=person.name))
        return payloads.RoleChanged(name, role, table)

    @app.delete("/api/people/{name}/roles/{role}")
    async def withdraw(
        name: str, role: str, table: str = "", key: IdempotencyKey = "", token: Token = None
    ) -> payloads.RoleChanged | payloads.RequestMade:
        """Take a role back; the person's open sockets close at once. An administrator's waits for a second one."""
        person = await administrator(token)
        not_oneself(person, name)
        if role == "administrator" and await two_people(role):
            return await make_request(person, {"kind": "revoke", "name": name, "role": role, "table": table}, key)
        await asyncio.to_thread(lambda: people.accounts.withdraw(name, role, table, by=person.name))
        return payloads.RoleChanged(name, role, table)

    @app.delete("/api/people/{name}/lock")
    async def lift(name: str, token: Token = None) -> payloads.LockLifted:
        """Lift someone's lock-out, and count wrong passwords anew; `lifted` says whether there was one."""
        person = await administrator(token)
        not_oneself(person, name, "nobody lifts their own lock-out")
        return payloads.LockLifted(name, await asyncio.to_thread(people.lift, name, by=person.name))

    @app.delete("/api/people/{name}")
    async def dismiss(name: str, key: IdempotencyKey = "", token: Token = None) -> payloads.Name | payloads.RequestMade:
        """End someone's sessions and sockets for good; an administrator's when a second one has approved."""
        person = await administrator(token)
        not_oneself(person, name)
        found = await asyncio.to_thread(people.accounts.person, name)
        if "administrator" in found.roles() and await two_people("administrator"):
            return await make_request(person, {"kind": "dismiss", "name": name}, key)
        await asyncio.to_thread(lambda: people.accounts.dismiss(name, by=person.name))
        return payloads.Name(name)

    @app.put("/api/people/{name}/relations/{other}")
    async def relate(
        name: str,
        other: str,
        body: bodies.RelationBody,
        key: IdempotencyKey = "",
        token: Token = None,
    ) -> payloads.RelationDeclared | payloads.RequestMade:
        """Declare that two accounts are one person's, or that they are not; null takes the declaration back. What would
        let them approve for each other, or keeps people at work from it, waits for a second administrator (`request`).
        """
        person = await administrator(token)
        for each in (name, other):
            not_oneself(person, each, "nobody declares this of their own account")
        if (not body.related or await at_work(name, other)) and await two_people("administrator"):
            relation, kind = (
                {"other": other, "related": body.related, "why": body.why},
                "relate" if body.related else "unrelate",
            )
            return await make_request(person, {"kind": kind, "name": name, "told": relation}, key)
        await asyncio.to_thread(
            declare,
            desk.house.database,
            name,
            other,
            related=body.related,
            by=person.name,
            at=people.clock(),
            why=body.why,
        )
        return payloads.RelationDeclared(name, other, body.related)

    @app.put("/api/people/{name}/identity")
    async def link(
        name: str,
        body: bodies.IdentityBody,
        key: IdempotencyKey = "",
        token: Token = None,
    ) -> payloads.IdentityLinked | payloads.RequestMade:
        """Let what an OpenID issuer calls someone sign in to an account; `subject` is shown to whoever tries. A
        second administrator approves first (`request`)."""
        person = await administrator(token)
        not_oneself(person, name, "nobody links their own account")
        identity = identity_of({"issuer": body.issuer, "subject": body.subject})
        if await two_people("administrator"):
            issued = {"issuer": body.issuer, "subject": body.subject}
            return await make_request(person, {"kind": "identity", "name": name, "told": issued}, key)
        await asyncio.to_thread(oidc.link, people, name, identity, by=person.name)
        return payloads.IdentityLinked(name, body.issuer, body.subject)

    @app.delete("/api/people/{name}/identity")
    async def unlink(name: str, issuer: str, subject: str, token: Token = None) -> payloads.Name:
        """Take such a link back."""
        person = await administrator(token)
        not_oneself(person, name, "nobody links their own account")
        await asyncio.to_thread(oidc.unlink, people, name, oidc.Identity(issuer, subject), by=person.name)
        return payloads.Name(name)


def _two_administrators(desk: Desk, person: Person, shown: RegisterView) -> payloads.RegisterPage:
    """What waits for an administrator, and whether there are two; the house's settings."""
    settings = settings_of(desk.house.database)
    lonely = settings.two_people and desk.people.accounts.number_of("administrator") < TWO
    return payloads.RegisterPage(
        **asdict(shown),
        requests=desk.requests.of(person),
        settings=in_words(settings),
        lonely=LONELY if lonely else "",
    )


def _accepted(body: bytes, kind: str) -> Accepted:
    try:
        if kind.startswith("application/x-www-form-urlencoded"):
            fields = {name: found[-1] for name, found in parse_qs(body.decode()).items()}
            return msgspec.convert(fields, Accepted)
        return msgspec.json.decode(body, type=Accepted)
    except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
        raise HouseError(f"token, name and password are needed: {error}", field="token") from None
