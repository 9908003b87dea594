"""How a request is refused: always in the same shape, ``{"error": {"code", "message", "field", "cite", "all"}}``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from croupier.errors import CroupierError, HouseError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import FastAPI, Request

STATUS = {"unknown": 404, "denied": 403, "short": 409, "conflict": 409, "busy": 503, "moved": 421, "storage": 503,
          "closed": 503, "stopped": 503, "set-aside": 503}  # fmt: skip
CODES = {401: "denied", 403: "denied", 404: "unknown", 405: "unknown", 429: "busy"}
"""The code of a refusal that has only a status; of any other it is bad-text."""


def routes(app: FastAPI) -> None:
    """Whatever goes wrong is told by these."""
    app.exception_handler(CroupierError)(_refused)
    app.exception_handler(RequestValidationError)(_wrong)
    app.exception_handler(UnicodeError)(_no_text)
    app.exception_handler(HTTPException)(by_status)


def plain(status: int, message: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """A refusal without more to say."""
    return JSONResponse(said(CODES.get(status, "bad-text"), message), status, dict(headers or {}))


def said(code: str, message: str, field: str = "", **more: object) -> dict[str, Any]:
    """What is sent when one thing is refused."""
    told = {"message": message, "field": field, "cite": None}
    return {"error": {**told, "code": code, "all": [told], **more}}


async def by_status(_: Request, error: Exception) -> JSONResponse:
    """What a route or the framework refused by its status."""
    assert isinstance(error, HTTPException)
    return plain(error.status_code, error.detail, error.headers)


async def _refused(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, CroupierError)
    status = STATUS.get(error.fault, 400) if isinstance(error, HouseError) else 400
    told = [{"message": r.message, "field": r.field, "cite": r.cite} for r in error.refusals]
    code = error.fault if isinstance(error, HouseError) else error.code
    return JSONResponse({"error": {**told[0], "code": code, "all": told}}, status)


async def _wrong(_: Request, error: Exception) -> JSONResponse:
    """What was wrong and where; what was sent is not sent back, as not all of it can be."""
    assert isinstance(error, RequestValidationError)
    told = [
        {"message": each["msg"], "field": ".".join(map(str, each["loc"][1:])), "cite": None} for each in error.errors()
    ]
    return JSONResponse({"error": {**told[0], "code": "bad-text", "all": told}}, 422)


async def _no_text(_: Request, __: Exception) -> JSONResponse:
    return plain(400, "this holds letters that are none")
