"""What the lab receives of two submissions side by side."""

from __future__ import annotations

from croupier.house.cloth.payloads import SignRow
from croupier.kit.payload import Payload


class Comparison(Payload, frozen=True):
    """Two submissions side by side."""

    game: str
    names: list[str]
    wagers: list[ComparedWager]
    others: list[ComparedOther]


class ComparedWager(Payload, frozen=True):
    """A wager of two submissions."""

    wager: str
    tables: list[str]
    edges: list[str]
    moved: str
    pays: list[SignRow]


class ComparedOther(Payload, frozen=True):
    """What differs besides the pays."""

    what: str
    values: list[str]
