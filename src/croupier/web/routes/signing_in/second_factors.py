"""One's own second factors: listed, added, and removed by showing one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from fastapi import Request  # noqa: TC002 - FastAPI reads it

from croupier.house.people.payloads import SecondFactors  # noqa: TC001 - FastAPI reads it
from croupier.house.people.signing_in import enrolment
from croupier.house.people.signing_in.enrolment import Shown
from croupier.web.http.sessions import Token, signed_in
from croupier.web.routes import payloads
from croupier.web.routes.signing_in import bodies  # noqa: TC001 - FastAPI reads it

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.web.routes.signing_in.sign_in import Entrance


def routes(app: FastAPI, entrance: Entrance) -> None:
    """Everything under /api/factors."""
    desk = entrance.desk
    people = desk.people

    @app.get("/api/factors")
    async def factors(token: Token = None) -> SecondFactors:
        """Your second factors, and whether your roles need one."""
        person = await signed_in(desk, token)
        return await asyncio.to_thread(enrolment.factors_of, people, person.name)

    def shown(request: Request, body: bodies.ShownFactor) -> Shown:
        return Shown(entrance.site(request), entrance.origin(request), body.proof)

    @app.post("/api/factors/totp/begin")
    async def begin_totp(request: Request, body: bodies.ShownFactor, token: Token = None) -> payloads.Authenticator:
        """A key for a new authenticator, as text and as a QR code; it counts from its first code on. Whoever has a
        factor shows it."""
        person, by = await signed_in(desk, token), shown(request, body)
        return payloads.Authenticator(*await asyncio.to_thread(enrolment.begin_totp, people, person, token or "", by))

    @app.post("/api/factors/totp")
    async def totp(body: bodies.NewAuthenticator, token: Token = None) -> payloads.RecoveryCodes:
        """Add the authenticator by its first code; gives recovery codes, once."""
        person = await signed_in(desk, token)
        codes = await asyncio.to_thread(
            enrolment.confirm_totp, people, person, token or "", sealed=body.sealed, code=body.code[:64]
        )
        return payloads.RecoveryCodes(codes)

    @app.post("/api/factors/passkeys/begin")
    async def begin_passkey(
        request: Request, body: bodies.ShownFactor, token: Token = None
    ) -> payloads.PasskeyChallenge:
        """Ask the browser for a new passkey. Whoever has a factor shows it."""
        person, by = await signed_in(desk, token), shown(request, body)
        made = await asyncio.to_thread(enrolment.begin_passkey, people, person, token or "", by)
        return payloads.PasskeyChallenge(*made)

    @app.post("/api/factors/passkeys")
    async def passkey(
        request: Request,
        body: bodies.NewPasskeyBody,
        token: Token = None,
    ) -> payloads.RecoveryCodes:
        """Add the passkey that the browser made; gives recovery codes where there are none yet."""
        person = await signed_in(desk, token)
        codes = await asyncio.to_thread(
            enrolment.add_passkey,
            people,
            person,
            token or "",
            entrance.site(request),
            token=body.challenge,
            passkey=body.passkey,
            label=body.label,
        )
        return payloads.RecoveryCodes(codes)

    @app.post("/api/factors/options")
    async def options(request: Request, token: Token = None) -> payloads.PasskeyChallenge:
        """What a passkey of yours is to sign, to add or remove a factor by it."""
        person = await signed_in(desk, token)
        made = await asyncio.to_thread(people.passkeys.begin_showing, entrance.site(request), person.name)
        return payloads.PasskeyChallenge(*made)

    @app.post("/api/factors/removal")
    async def remove(request: Request, body: bodies.FactorRemoval, token: Token = None) -> payloads.RecoveryCodes:
        """Remove a factor by showing one: totp, passkey; or recovery, for new recovery codes."""
        person = await signed_in(desk, token)
        site, origin = entrance.site(request), entrance.origin(request)
        if body.factor == "recovery":
            codes = await asyncio.to_thread(
                enrolment.renew_recovery, people, person, site, proof=body.proof, origin=origin
            )
            return payloads.RecoveryCodes(codes)
        await asyncio.to_thread(
            enrolment.remove_factor,
            people,
            person,
            body.factor,
            site,
            proof=body.proof,
            origin=origin,
            credential=body.credential,
        )
        return payloads.RecoveryCodes([])
