"""How a request is refused: always in the same shape, ``{"error": {"code", "message", "field", "cite", "all"}}``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from msgspec import UNSET, UnsetType
from starlette.exceptions import HTTPException

from croupier.errors import CroupierError, HouseError
from croupier.web.http.messages import Refusal, RefusalPart, Refused

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import FastAPI, Request

STATUS = {
    "unknown": 404,
    "denied": 403,
    "short": 409,
    "conflict": 409,
    "busy": 503,
    "moved": 421,
    "storage": 503,
    "closed": 503,
    "stopped": 503,
    "set-aside": 503,
}
CODES = {401: "denied", 403: "denied", 404: "unknown", 405: "unknown", 429: "busy"}
"""The code of a refusal that has only a status; of any other it is bad-text."""


def routes(app: FastAPI) -> None:
    """Whatever goes wrong is told by these."""
    app.exception_handler(CroupierError)(_refused)
    app.exception_handler(RequestValidationError)(_wrong)
    app.exception_handler(UnicodeError)(_no_text)
    app.exception_handler(HTTPException)(by_status)


def plain(status: int, message: str, headers: Mapping[str, str] | None = None) -> Response:
    """A refusal without more to say."""
    return answer(refusal(CODES.get(status, "bad-text"), message), status, headers)


def answer(refused: Refused, status: int, headers: Mapping[str, str] | None = None) -> Response:
    """A refusal as it is sent."""
    return Response(msgspec.json.encode(refused), status, headers, media_type="application/json")


def refusal(code: str, message: str, field: str = "", retry: float | UnsetType = UNSET) -> Refused:
    """What is sent when one thing is refused."""
    return _every(code, [RefusalPart(message, field, None)], retry)


def _every(code: str, parts: list[RefusalPart], retry: float | UnsetType = UNSET) -> Refused:
    first = parts[0]
    return Refused(Refusal(first.message, first.field, first.cite, code, parts, retry))


async def by_status(_: Request, error: Exception) -> Response:
    """What a route or the framework refused by its status."""
    assert isinstance(error, HTTPException)
    return plain(error.status_code, error.detail, error.headers)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, CroupierError)
    status = STATUS.get(error.fault, 400) if isinstance(error, HouseError) else 400
    parts = [RefusalPart(r.message, r.field, r.cite) for r in error.refusals]
    code = error.fault if isinstance(error, HouseError) else error.code
    return answer(_every(code, parts), status)


async def _wrong(_: Request, error: Exception) -> Response:
    """What was wrong and where; what was sent is not sent back, as not all of it can be."""
    assert isinstance(error, RequestValidationError)
    parts = [RefusalPart(each["msg"], ".".join(map(str, each["loc"][1:])), None) for each in error.errors()]
    return answer(_every("bad-text", parts), 422)


async def _no_text(_: Request, __: Exception) -> Response:
    return plain(400, "this holds letters that are none")
