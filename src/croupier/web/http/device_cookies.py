"""Browsers that are known again by a cookie which only this house can have made."""

from __future__ import annotations

import hmac
import secrets

DEVICE_COOKIE = "croupier-device"
"""A random value with its code; the house keeps its hash with the names it signed in by."""
SECONDS = 400 * 24 * 3600
"""For so long a browser keeps it."""


class Browsers:
    """Makes the cookies of a house and tells them from invented ones.

    >>> browsers = Browsers(b"a secret")
    >>> token = browsers.new()
    >>> browsers.knows(token), browsers.knows(token[:-1]), browsers.knows("invented"), browsers.knows("")
    (True, False, False, False)
    """

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def new(self) -> str:
        """A cookie for a browser that has none."""
        value = secrets.token_urlsafe(32)
        return f"{value}.{self._code(value)}"

    def knows(self, token: str) -> bool:
        """Whether a cookie was made here."""
        value, _, code = token.rpartition(".")
        return bool(value) and hmac.compare_digest(code.encode(), self._code(value).encode())

    def _code(self, value: str) -> str:
        return hmac.digest(self._secret, value.encode(), "sha256").hex()
