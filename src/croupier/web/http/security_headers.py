"""Headers of every answer, the Content-Security-Policy first; a limit for every body; no change for another site."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.web.http import refusals
from croupier.web.http.sessions import same_origin

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fastapi import Request, Response


HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}

MAX_BODY = 64 * 1024
"""A request's body is no longer."""


async def guard(request: Request, go_on: Callable[[Request], Awaitable[Response]]) -> Response:
    """Headers for every answer, a limit for every body, and no change asked for by another site."""
    if int(request.headers.get("content-length") or 0) > MAX_BODY:
        return refusals.plain(413, "too long", HEADERS)
    if "transfer-encoding" in request.headers:
        return refusals.plain(411, "say how long it is", HEADERS)
    if request.method not in {"GET", "HEAD", "OPTIONS"} and not same_origin(request):
        return refusals.plain(403, "asked for by another site", HEADERS)
    answer = await go_on(request)
    for name, value in HEADERS.items():
        answer.headers.setdefault(name, value)
    return answer
