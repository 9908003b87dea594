"""What a reader of a game lacks."""

from __future__ import annotations


class Missing(Exception):  # noqa: N818 - it names what is not there
    """A reader does not work, and why."""


def expect(holds: bool, what: str) -> None:
    """Say what is missing unless it holds."""
    if not holds:
        raise Missing(what)
