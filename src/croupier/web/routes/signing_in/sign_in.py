"""Signing in, step by step, and out; one's own password, and a new one by a link that two others gave."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from fastapi import Request, Response  # noqa: TC002 - FastAPI reads it

from croupier.errors import HouseError
from croupier.house.desk.desk import GUEST
from croupier.house.people.accounts import hashed
from croupier.house.people.payloads import Session
from croupier.house.people.signing_in.guest_passwords import keep_name
from croupier.house.people.signing_in.passkeys import Site
from croupier.house.people.signing_in.resets import finish_reset, reset_for
from croupier.house.people.signing_in.sessions import idle_request
from croupier.house.people.signing_in.sign_in_throttle import Origin
from croupier.web.http import device_cookies
from croupier.web.http.addresses import shared, who
from croupier.web.http.screens import DONE, Done
from croupier.web.http.sessions import SESSION_COOKIE, Token, signed_in
from croupier.web.routes import payloads
from croupier.web.routes.bodies import LinkBody  # noqa: TC001 - FastAPI reads it
from croupier.web.routes.signing_in import bodies  # noqa: TC001 - FastAPI reads it

if TYPE_CHECKING:
    from collections.abc import Callable

    from fastapi import FastAPI
    from starlette.types import ASGIApp, Receive, Scope, Send

    from croupier.house.desk.desk import Desk
    from croupier.house.people.sign_in import SignIn
    from croupier.web.http.limits.hashing import Hashing
    from croupier.web.http.operations import Operations

P = ParamSpec("P")
T = TypeVar("T")
IDLE = b"x-idle"
"""A page that asks by itself, with nobody there, says so with this header."""


@dataclass(frozen=True, slots=True)
class Entrance:
    """What the sign-in routes need to know of a request, and the cookies they set."""

    desk: Desk
    operations: Operations
    secure: bool
    browsers: device_cookies.Browsers
    hashing: Hashing

    def origin(self, request: Request) -> Origin:
        """Where a request comes from."""
        device = request.cookies.get(device_cookies.DEVICE_COOKIE, "")
        known = not self.desk.local and self.browsers.knows(device)
        return Origin(shared(who(request.scope, self.operations.proxies)), hashed(device) if known else "")

    async def hashed(self, request: Request, name: str, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `work` gives, which hashes a password for a name, or for none. In a browser that has signed in by the
        name before it is the account's turn, and elsewhere the address's: so many a minute, however many cookies."""
        origin = self.origin(request)
        known = await asyncio.to_thread(self.desk.people.recognises, name, origin.device)
        whose = f"name {name}" if known else f"address {origin.address}"
        if origin.device:  # whoever has no cookie of ours was counted by address already
            self.hashing.count(whose)
        return await self.hashing.run(whose, work, *args, **kwargs)

    def site(self, request: Request) -> Site:
        """The page that asks, as a passkey is bound to it."""
        host = request.headers.get("host", "")
        scheme = "https" if self.secure else request.url.scheme
        return Site((request.url.hostname or "").casefold(), f"{scheme}://{host}")

    def new_device(self, request: Request, response: Response) -> Origin:
        """The same origin, of a browser that is known by a cookie from now on. On one's own machine none is."""
        found = self.origin(request)
        if found.device or self.desk.local:
            return found
        token = self.browsers.new()
        self.keep_device(response, token)
        return found._replace(device=hashed(token))

    def keep_device(self, response: Response, token: str) -> None:
        """Let a browser keep what it is known by."""
        response.set_cookie(
            device_cookies.DEVICE_COOKIE,
            token,
            httponly=True,
            samesite="lax",
            secure=self.secure,
            max_age=device_cookies.SECONDS,
        )

    def keep_session(self, response: Response, token: str, hours: int = 12) -> None:
        """Let a browser keep its session."""
        response.set_cookie(
            SESSION_COOKIE, token, httponly=True, samesite="strict", secure=self.secure, max_age=hours * 3600
        )

    def entered(self, response: Response, entry: SignIn) -> payloads.Entered:
        """What a page is told after a step: whose session it is, or which second factors complete it."""
        people = self.desk.people
        self.keep_session(response, entry.token)
        if entry.level == "pending":
            name = people.sessions.pending(entry.token) or ""
            kinds = {
                "totp": people.factors.enrolled(name),
                "passkey": bool(people.passkeys.enrolled(name)),
                "recovery": bool(people.factors.recovery_codes_left(name)),
            }
            return payloads.Entered(name, [kind for kind, there in kinds.items() if there], enrol=False)
        person = people.of(entry.token)
        assert person is not None
        return payloads.Entered(person.name, [], person.must_enrol)


class Activity:
    """Requests that a page makes by itself keep no session open."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Note whether anybody is there."""
        if scope["type"] == "http" and any(name == IDLE for name, _ in scope["headers"]):
            idle_request.set(True)
        await self.app(scope, receive, send)


def routes(app: FastAPI, entrance: Entrance, *, guests: bool) -> None:
    """Sessions and passwords."""
    _sessions(app, entrance, guests=guests)
    _passkeys(app, entrance)
    _passwords(app, entrance)


def _sessions(app: FastAPI, entrance: Entrance, *, guests: bool) -> None:
    desk = entrance.desk
    people = desk.people

    @app.post("/api/session")
    async def sign_in(request: Request, response: Response, body: bodies.SignInBody) -> payloads.Entered:
        """Sign in by name and password; the session is a cookie. Where `second` names any, a second step is due."""
        origin = entrance.new_device(request, response)
        entry = await entrance.hashed(request, body.name, people.first_step, body.name, body.password, origin=origin)
        return await asyncio.to_thread(entrance.entered, response, entry)

    @app.post("/api/session/second")
    async def second(
        request: Request, response: Response, body: bodies.CodeBody, token: Token = None
    ) -> payloads.Entered:
        """The second step: a code of your authenticator, or a recovery code."""
        origin = entrance.new_device(request, response)
        entry = await asyncio.to_thread(people.second_step, token or "", body.code[:64], origin=origin)
        return await asyncio.to_thread(entrance.entered, response, entry)

    @app.post("/api/guest")
    async def guest(request: Request, response: Response, body: bodies.NameBody) -> payloads.Name:
        """Play under a free name without a password, where the house allows guests."""
        if not guests or desk.house.is_real:
            raise HouseError("this house asks everyone to sign in", fault="denied")
        token = await desk.guest(body.name, device=entrance.new_device(request, response).device)
        entrance.keep_session(response, token, GUEST // 3_600_000)
        return payloads.Name(body.name.strip())

    @app.delete("/api/session")
    async def sign_out(response: Response, token: Token = None) -> Done:
        """End the session."""
        if token:
            await asyncio.to_thread(people.sign_out, token)
        response.delete_cookie(SESSION_COOKIE)
        return DONE

    @app.get("/api/session")
    async def session(token: Token = None) -> Session:
        """Who is signed in, with roles and wallet."""
        person = await signed_in(desk, token)
        wallet = await desk.house.welcome(person.name) if "player" in person.roles() else 0
        return Session(
            name=person.name,
            grants=sorted(person.grants),
            wallet=wallet,
            pages=desk.pages(person),
            money=desk.house.money,
            enrol=person.must_enrol,
        )

    @app.post("/api/post")
    async def post(body: bodies.RoleBody, token: Token = None) -> payloads.Post:
        """On one's own machine: go to work in a role. What is asked for under one name is approved under another."""
        person = await signed_in(desk, token)
        await asyncio.to_thread(desk.take_post, person, body.role)
        return payloads.Post(person.name, body.role)


def _passkeys(app: FastAPI, entrance: Entrance) -> None:
    people = entrance.desk.people

    @app.post("/api/session/passkey/options")
    async def options(request: Request, token: Token = None) -> payloads.PasskeyChallenge:
        """What a passkey is to sign, to sign in with it alone or as the second step."""
        name = await asyncio.to_thread(people.sessions.pending, token) if token else None
        made = await asyncio.to_thread(people.passkeys.begin_showing, entrance.site(request), name or "")
        return payloads.PasskeyChallenge(*made)

    @app.post("/api/session/passkey")
    async def passkey(
        request: Request,
        response: Response,
        body: bodies.PasskeyBody,
        token: Token = None,
    ) -> payloads.Entered:
        """Sign in with a passkey: its answer, and the token of what it was to sign."""
        origin = entrance.new_device(request, response)
        entry = await asyncio.to_thread(
            people.show_passkey,
            body.challenge,
            body.passkey,
            entrance.site(request),
            pending=token or "",
            origin=origin,
        )
        return await asyncio.to_thread(entrance.entered, response, entry)


def _passwords(app: FastAPI, entrance: Entrance) -> None:
    desk = entrance.desk

    @app.post("/api/password")
    async def keep(request: Request, body: bodies.PasswordBody, token: Token = None) -> payloads.Name:
        """Keep the name that you play under as a guest: a first password, with which you can come back to it."""
        person = await signed_in(desk, token)
        await entrance.hashed(request, person.name, keep_name, desk.people, person.name, body.password, token or "")
        return payloads.Name(person.name)

    @app.put("/api/password")
    async def password(request: Request, body: bodies.PasswordsBody, token: Token = None) -> payloads.PasswordChanged:
        """Change your own password. Your other sessions end, and their pages close; this one goes on."""
        person = await signed_in(desk, token)
        ended = await entrance.hashed(
            request,
            person.name,
            desk.people.change_password,
            person.name,
            body.old,
            body.new,
            token or "",
            origin=entrance.origin(request),
        )
        words = (
            "No other session was open."
            if not ended
            else "One other session has ended."
            if ended == 1
            else (f"{ended} other sessions have ended.")
        )
        return payloads.PasswordChanged(ended, f"Changed. {words}")

    @app.post("/api/reset/name")
    async def whose(body: LinkBody) -> payloads.Name:
        """Whose new password a one-time link is for. It is not used up by that."""
        return payloads.Name(await asyncio.to_thread(reset_for, desk.people, body.token))

    @app.post("/api/reset")
    async def reset(request: Request, body: bodies.ResetBody) -> payloads.Name:
        """Choose a new password by a one-time link."""
        return payloads.Name(await entrance.hashed(request, "", finish_reset, desk.people, body.token, body.password))
