"""An answer that is long and seldom another: packed, and known by its content, so that nothing comes a second time."""

from __future__ import annotations

import gzip
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
from fastapi import Response

if TYPE_CHECKING:
    from fastapi import Request

KEEP = "private, no-cache"
"""A browser keeps it for this person, and asks whether it is still the same."""


def packed(request: Request, payload: object) -> Response:
    """What is told as JSON; only that it is the same to whoever has it already. Nothing in it may be a secret: how long
    it is when packed says something of what is in it."""
    data = msgspec.json.encode(payload)
    packs = "gzip" in request.headers.get("accept-encoding", "")
    tag = f'"{sha256(data).hexdigest()[:32]}{"-gz" if packs else ""}"'
    headers = {"ETag": tag, "Cache-Control": KEEP, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if packs:
        headers["Content-Encoding"] = "gzip"
    return Response(_pack(data) if packs else data, media_type="application/json", headers=headers)


@lru_cache(maxsize=64)
def _pack(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)
