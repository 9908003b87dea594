"""What is sent of the wagers that a player puts together, and of money and seats that are taken for them."""

from __future__ import annotations

from croupier.house.cloth.payloads import (
    Amount,
    Pile,
)
from croupier.kit.payload import Payload


class MostWager(Payload, frozen=True):
    """The most that a spot takes, or why nothing more."""

    text: str
    refused: str


class DraftView(Payload, frozen=True):
    """The draft for a page: every pile with what refuses it, the sum, and whether it can be placed."""

    spots: dict[str, DraftSpot]
    total: str
    count: int
    ready: bool
    reason: str
    undo: str
    double: str
    most: dict[str, MostWager]
    later: str
    too_little: bool
    rebet: Rebet | None


class DraftSpot(Pile, frozen=True):
    """A pile of a draft, and what refuses it."""

    refused: str
    cite: str


class Rebet(Payload, frozen=True):
    """The wagers of the round before, to bet again."""

    total: str
    count: int
    short: bool
    later: str
    too_little: bool


class Purse(Payload, frozen=True):
    """What a person may buy in for here; at a table that is closed nothing."""

    wallet: str
    poor: bool
    elsewhere: list[str]
    new: bool
    closed: str
    chips: str
    ways: list[Amount]


class Seated(Payload, frozen=True):
    """The seat that was taken."""

    seat: int


class Placed(Payload, frozen=True):
    """What was placed, in all."""

    placed: str


class Company(Payload, frozen=True):
    """Automatic players for the free seats, or none any more."""

    bots: int
