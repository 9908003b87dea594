"""Whose request it is: the session in its cookie, its idempotency key, and whether one of our own pages sent it."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

from fastapi import Cookie, Header, HTTPException

from croupier.house.people.accounts import hashed
from croupier.house.storage.acting_session import ActingSession, acting
from croupier.web.http.logs import asks

if TYPE_CHECKING:
    from starlette.requests import HTTPConnection

    from croupier.house.desk.desk import Desk
    from croupier.house.people.roles import Person

SESSION_COOKIE = "croupier"
Token = Annotated[str | None, Cookie(alias=SESSION_COOKIE)]
IdempotencyKey = Annotated[str, Header(alias="Idempotency-Key")]


async def signed_in(desk: Desk, token: str | None) -> Person:
    """The person whose session a cookie is."""
    person = None if not token else await asyncio.to_thread(desk.people.of, token)
    if person is None:
        raise HTTPException(401, "sign in first")
    asks(person.name)
    acting.set(ActingSession(person.name, hashed(token or ""), person.level == "strong"))
    return person


def same_origin(request: HTTPConnection) -> bool:
    """Whether a request or a socket is asked for by one of the house's own pages, or by no page at all."""
    origin = request.headers.get("origin")
    return origin is None or origin.partition("://")[2] == request.headers.get("host")
