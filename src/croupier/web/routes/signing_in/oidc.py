"""Sign-in at an OpenID issuer: the authorization code flow with PKCE, state and nonce."""

from __future__ import annotations

import asyncio
import re
import secrets
from base64 import urlsafe_b64encode
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode, urlsplit

import httpx
from fastapi import Request, Response
from fastapi.responses import RedirectResponse

from croupier.errors import BadText, HouseError
from croupier.house.people.signing_in import oidc
from croupier.web.http.addresses import is_loopback
from croupier.web.routes import payloads

if TYPE_CHECKING:
    from fastapi import FastAPI

    from croupier.kit.payload import Json
    from croupier.web.routes.signing_in.sign_in import Entrance

BROWSER = "croupier-oidc"
"""What ties an attempt to the browser that began it."""
CALLBACK = "/api/oidc/callback"
ISSUER_TIMEOUT = 10.0
MAX_ANSWER = 256 * 1024
_PAGE = re.compile(r"/[A-Za-z0-9_?=&%./-]*")
"""A page of this house to go on to: no other host, nothing that a browser would read as one."""
_AWAY = "the issuer cannot be reached, or does not answer as one"


@dataclass(frozen=True, slots=True)
class Issuer:
    """Who vouches for people, and what this house is called there. The secret is in no message."""

    issuer: str
    client: str
    secret: str = field(repr=False)

    def __post_init__(self) -> None:
        parts = urlsplit(self.issuer)
        loopback = parts.hostname == "localhost" or is_loopback(parts.hostname or "")
        if parts.scheme != "https" and not (parts.scheme == "http" and loopback):
            raise BadText("an issuer is reached by https", field="oidc")
        if not self.client:
            raise BadText("a client id goes with an issuer", field="oidc-client")


def routes(app: FastAPI, entrance: Entrance, issuer: Issuer | None) -> None:
    """The way there and back, where the house has an issuer."""
    people = entrance.desk.people
    documents = _Documents(issuer) if issuer is not None else None

    @app.get("/api/sign-in")
    async def ways() -> payloads.SignInWays:
        """Where else people may sign in: the issuer's host, or nothing."""
        return payloads.SignInWays(urlsplit(issuer.issuer).netloc if issuer is not None else "")

    @app.get("/api/oidc")
    async def begin(request: Request, next: str = "/") -> Response:  # noqa: A002 - as the lobby calls it
        """Go to the issuer to sign in."""
        if issuer is None or documents is None:
            raise HouseError("this house has no issuer", fault="unknown")
        page = next if _PAGE.fullmatch(next) and "//" not in next else "/"
        browser = secrets.token_urlsafe(32)
        state, attempt = await asyncio.to_thread(oidc.begin, people, browser, page)
        challenge = urlsafe_b64encode(sha256(attempt.verifier.encode()).digest()).rstrip(b"=").decode()
        parameters = {
            "response_type": "code",
            "client_id": issuer.client,
            "scope": "openid",
            "state": state,
            "redirect_uri": _callback(request, entrance),
            "nonce": attempt.nonce,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        where = (await documents.configuration())["authorization_endpoint"]
        answer = RedirectResponse(f"{where}{'&' if '?' in where else '?'}{urlencode(parameters)}", 303)
        answer.set_cookie(
            BROWSER, browser, httponly=True, samesite="lax", secure=entrance.secure, max_age=600, path="/api/oidc"
        )
        return answer

    @app.get(CALLBACK)
    async def callback(request: Request, state: str = "", code: str = "", error: str = "") -> Response:
        """Back from the issuer. What goes wrong is told in the lobby."""
        if issuer is None or documents is None:
            raise HouseError("this house has no issuer", fault="unknown")
        try:
            attempt = await asyncio.to_thread(oidc.claim, people, state, request.cookies.get(BROWSER, ""))
            claims = await documents.exchange("" if error else code, attempt.verifier, _callback(request, entrance))
            identity = await documents.identity(claims, attempt.nonce, people.clock() // 1000)
            answer = Response(status_code=303)
            origin = entrance.new_device(request, answer)
            entry = await asyncio.to_thread(oidc.sign_in, people, identity, origin=origin)
        except HouseError as refused:
            shown = {"refused": refused.refusals[0].message}
            if refused.field == "identity":
                shown["subject"] = identity.subject
            return RedirectResponse(f"/#{urlencode(shown, quote_via=quote)}", 303)
        told_of = await asyncio.to_thread(entrance.entered, answer, entry)
        ahead = urlencode({"second": ",".join(told_of.second), "next": attempt.next}, quote_via=quote)
        answer.headers["Location"] = f"/#{ahead}" if told_of.second else ("/account" if told_of.enrol else attempt.next)
        answer.delete_cookie(BROWSER, path="/api/oidc")
        return answer


def _callback(request: Request, entrance: Entrance) -> str:
    return f"{entrance.site(request).origin}{CALLBACK}"


class _Documents:
    """What an issuer publishes, read once and again when a key is unknown."""

    def __init__(self, issuer: Issuer) -> None:
        self.issuer = issuer
        self._configuration: Json | None = None
        self._keys: Json | None = None

    async def configuration(self) -> Json:
        """Where it is asked for what."""
        if self._configuration is None:
            document = await self._ask("GET", f"{self.issuer.issuer.rstrip('/')}/.well-known/openid-configuration")
            needed = ("authorization_endpoint", "token_endpoint", "jwks_uri")
            if document.get("issuer") != self.issuer.issuer or not all(
                isinstance(document.get(one), str) for one in needed
            ):
                raise HouseError(_AWAY, fault="storage", field="oidc")
            self._configuration = document
        return self._configuration

    async def exchange(self, code: str, verifier: str, callback: str) -> str:
        """The ID token for a code; there is none when somebody turned back."""
        if not code:
            raise HouseError("the sign-in there was not completed", fault="denied", field="oidc")
        where = (await self.configuration())["token_endpoint"]
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": callback,
            "code_verifier": verifier,
            "client_id": self.issuer.client,
        }
        credentials = (quote(self.issuer.client, safe=""), quote(self.issuer.secret, safe=""))
        document = await self._ask("POST", where, data=form, auth=credentials if self.issuer.secret else None)
        token = document.get("id_token")
        if not isinstance(token, str):
            raise HouseError("the sign-in there was not accepted", fault="denied", field="oidc")
        return token

    async def identity(self, token: str, nonce: str, now: int) -> oidc.Identity:
        """Whom an ID token names. Keys may have been replaced since they were read: then once more."""
        fresh = self._keys is None
        while True:
            if self._keys is None:
                self._keys = await self._ask("GET", (await self.configuration())["jwks_uri"])
            try:
                return oidc.verify_id_token(
                    token, self._keys, issuer=self.issuer.issuer, client=self.issuer.client, nonce=nonce, now=now
                )
            except HouseError:
                if fresh:
                    raise
                self._keys, fresh = None, True

    async def _ask(
        self, method: str, where: str, *, data: dict[str, str] | None = None, auth: tuple[str, str] | None = None
    ) -> Json:
        try:
            async with httpx.AsyncClient(timeout=ISSUER_TIMEOUT, follow_redirects=False, trust_env=False) as client:
                answer = await client.request(method, where, data=data, auth=auth)
            document = answer.json() if answer.status_code == 200 and len(answer.content) <= MAX_ANSWER else None
        except (httpx.HTTPError, httpx.InvalidURL, ValueError):
            document = None
        if not isinstance(document, dict):
            raise HouseError(_AWAY, fault="denied", field="oidc")
        return document
