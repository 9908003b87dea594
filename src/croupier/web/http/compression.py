"""What is long comes packed; what is seldom another is known by its content, so that nothing comes a second time."""

from __future__ import annotations

import gzip
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING

import brotli
import msgspec
from fastapi import Response

if TYPE_CHECKING:
    from fastapi import Request

CODINGS = ("br", "gzip")
"""The smallest first. Browsers take `br` only where nobody between could spoil it: over HTTPS and on localhost."""
KEPT, SENT = 11, 9
"""How hard brotli tries with what is packed once and kept, and with what is packed for an answer."""
KEEP = "private, no-cache"
"""A browser keeps it for this person, and asks whether it is still the same."""


def coding(accepted: str) -> str:
    """The best that whoever asks takes, by their `Accept-Encoding`; empty if none."""
    parts = (part.replace(" ", "").lower() for part in accepted.split(","))
    taken = {part.partition(";")[0] for part in parts if not part.endswith((";q=0", ";q=0.0"))}
    return next((one for one in CODINGS if one in taken), "")


def pack(data: bytes, by: str, effort: int = SENT) -> bytes:
    """These bytes in one of the codings, or as they are."""
    if by == "br":
        return bytes(brotli.compress(data, quality=effort))
    return gzip.compress(data, 9, mtime=0) if by else data


def marked(tag: str, by: str) -> str:
    """The mark of content in a coding: an `ETag`."""
    return f'"{tag}-{by}"' if by else f'"{tag}"'


def packed(request: Request, payload: object) -> Response:
    """What is told as JSON; only that it is the same to whoever has it already. Nothing in it may be a secret: how long
    it is when packed says something of what is in it."""
    data = msgspec.json.encode(payload)
    by = coding(request.headers.get("accept-encoding", ""))
    tag = marked(sha256(data).hexdigest()[:32], by)
    headers = {"ETag": tag, "Cache-Control": KEEP, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    if by:
        headers["Content-Encoding"] = by
    return Response(_packed(data, by), media_type="application/json", headers=headers)


_packed = lru_cache(maxsize=64)(pack)
