"""Amounts and provisions as every page receives them."""

from __future__ import annotations

from croupier.kit.payload import Payload


class Pile(Payload, frozen=True):
    """An amount as a page shows it on a spot."""

    cents: int
    text: str
    brief: str
    chips: list[int]


class Provision(Payload, frozen=True):
    """A provision of a chapter in our words, with those directly below it."""

    short: str
    words: str
    chapter: str
    status: str
    source: str
    within: list[ProvisionPart]


class ProvisionPart(Payload, frozen=True):
    """A provision directly below another."""

    cite: str
    words: str


class Said(Payload, frozen=True):
    """Words, and the provision that they come from."""

    words: str
    cite: str


class Amount(Payload, frozen=True):
    """An amount in cents, and as it is printed."""

    cents: int
    text: str


class Fact(Payload, frozen=True):
    """Something in words, and its value."""

    words: str
    value: str
