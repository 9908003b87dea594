"""What is sent with requests of more than one screen; the rest stands with the routes that take it."""

from __future__ import annotations

from croupier.kit.payload import RequestBody


class LinkBody(RequestBody, frozen=True):
    """The token of a one-time link."""

    token: str
