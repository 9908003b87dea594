"""One's own second factors: listed, added, and removed by showing one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from fastapi import Body, Request

from croupier.errors import HouseError
from croupier.house import enrolment
from croupier.house.enrolment import Proof, Shown
from croupier.web.register import Token, signed_in

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.web.sign_in import Entrance


Told = Annotated[dict[str, Any] | None, Body()]


class Showing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A factor that is shown: a code, or a passkey's answer to a challenge."""

    code: str = ""
    challenge: str = ""
    passkey: dict[str, Any] | None = None

    @property
    def proof(self) -> Proof:
        """What is shown."""
        return Proof(self.code[:64], self.challenge, self.passkey)


class Removal(Showing, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which factor goes, and the one that is shown for it."""

    factor: str
    credential: str = ""


def routes(app: FastAPI, entrance: Entrance) -> None:
    """Everything under /api/factors."""
    desk = entrance.desk
    people = desk.people

    @app.get("/api/factors")
    async def factors(token: Token = None) -> dict[str, Any]:
        """Your second factors, and whether your roles need one."""
        person = await signed_in(desk, token)
        return await asyncio.to_thread(enrolment.factors_of, people, person.name)

    def shown(request: Request, told: dict[str, Any] | None) -> Shown:
        try:
            asked = msgspec.convert(told or {}, Showing)
        except msgspec.ValidationError as error:
            raise HouseError(f"not a second factor: {error}", fault="conflict", field="code") from None
        return Shown(entrance.site(request), entrance.origin(request), asked.proof)

    @app.post("/api/factors/totp/begin")
    async def begin_totp(request: Request, told: Told = None, token: Token = None) -> dict[str, Any]:
        """A key for a new authenticator, as text and as a QR code; it counts from its first code on. Whoever has a
        factor shows it."""
        person, by = await signed_in(desk, token), shown(request, told)
        return (await asyncio.to_thread(enrolment.begin_totp, people, person, token or "", by))._asdict()

    @app.post("/api/factors/totp")
    async def totp(sealed: Annotated[str, Body()], code: Annotated[str, Body()], token: Token = None) -> dict[str, Any]:
        """Add the authenticator by its first code; gives recovery codes, once."""
        person = await signed_in(desk, token)
        codes = await asyncio.to_thread(
            enrolment.confirm_totp, people, person, token or "", sealed=sealed, code=code[:64]
        )
        return {"codes": codes}

    @app.post("/api/factors/passkeys/begin")
    async def begin_passkey(request: Request, told: Told = None, token: Token = None) -> dict[str, Any]:
        """Ask the browser for a new passkey. Whoever has a factor shows it."""
        person, by = await signed_in(desk, token), shown(request, told)
        return (await asyncio.to_thread(enrolment.begin_passkey, people, person, token or "", by))._asdict()

    @app.post("/api/factors/passkeys")
    async def passkey(
        request: Request, challenge: Annotated[str, Body()], passkey: Annotated[dict[str, Any], Body()],
        label: Annotated[str, Body()] = "", token: Token = None,
    ) -> dict[str, Any]:  # fmt: skip
        """Add the passkey that the browser made; gives recovery codes where there are none yet."""
        person = await signed_in(desk, token)
        codes = await asyncio.to_thread(
            enrolment.add_passkey, people, person, token or "", entrance.site(request), token=challenge,
            passkey=passkey, label=label,
        )  # fmt: skip
        return {"codes": codes}

    @app.post("/api/factors/options")
    async def options(request: Request, token: Token = None) -> dict[str, Any]:
        """What a passkey of yours is to sign, to add or remove a factor by it."""
        person = await signed_in(desk, token)
        made = await asyncio.to_thread(people.passkeys.begin_showing, entrance.site(request), person.name)
        return made._asdict()

    @app.post("/api/factors/removal")
    async def remove(request: Request, told: Annotated[dict[str, Any], Body()], token: Token = None) -> dict[str, Any]:
        """Remove a factor by showing one: totp, passkey; or recovery, for new recovery codes."""
        person = await signed_in(desk, token)
        try:
            asked = msgspec.convert(told, Removal)
        except msgspec.ValidationError as error:
            raise HouseError(f"not a removal: {error}", fault="conflict", field="factor") from None
        site, origin = entrance.site(request), entrance.origin(request)
        if asked.factor == "recovery":
            codes = await asyncio.to_thread(
                enrolment.renew_recovery, people, person, site, proof=asked.proof, origin=origin
            )
            return {"codes": codes}
        await asyncio.to_thread(
            enrolment.remove_factor, people, person, asked.factor, site, proof=asked.proof, origin=origin,
            credential=asked.credential,
        )  # fmt: skip
        return {"codes": []}
