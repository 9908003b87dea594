"""What players send."""

from __future__ import annotations

from croupier.kit.payload import RequestBody


class SeatBody(RequestBody, frozen=True):
    """A seat, and cents to buy in for."""

    seat: int
    amount: int = 0


class CompanyBody(RequestBody, frozen=True):
    """How many automatic players."""

    bots: int


class EmoteBody(RequestBody, frozen=True):
    """A word to the table."""

    emote: str


class SpeedBody(RequestBody, frozen=True):
    """How quickly the cards come: calm, normal or quick."""

    speed: str


class ContributionBody(RequestBody, frozen=True):
    """A player's part of the next seed."""

    contribution: str = ""


class LowBody(RequestBody, frozen=True):
    """The places of the cards that are set low."""

    low: list[int]


class ShareBody(RequestBody, frozen=True):
    """The seat whose hand is shared, and whether its player is named."""

    seat: int = 0
    named: bool = False
