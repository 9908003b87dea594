"""What pages receive of what is printed on a table and the sign beside it."""

from __future__ import annotations

from croupier.house.cloth.payloads.words import Amount, Said
from croupier.kit.payload import Json, Payload


class OfferedWager(Payload, frozen=True):
    """A wager that is offered, with its paytable and limits."""

    id: str
    name: str
    placed: str
    cite: str
    equals: str | None
    paytable: str
    pays_cite: str
    rows: list[PaytableRow]
    stakes: list[int] | None
    minimum: int | None
    maximum: int | None
    step: int | None


class PaytableRow(Payload, frozen=True):
    """A row of a paytable."""

    row: str
    pays: str


class TableRules(Payload, frozen=True):
    """What is played at a table, as data for a page: it knows no rule of its own."""

    game: str
    title: str
    edition: str
    status: str
    ante: str
    wagers: list[OfferedWager]
    hand_size: int
    low_hand: int
    seats: int
    places: list[PlaceName]
    readings: dict[str, str]
    submission: Json


class PlaceName(Payload, frozen=True):
    """A place for cards, in words."""

    id: str
    words: str


class Felt(TableRules, frozen=True):
    """Everything that is printed on the table and the sign beside it."""

    words: str
    chapter: str
    status_words: str
    source: str
    says: list[Said]
    limits: str
    chips: list[Amount]
    spots: list[Spot]
    areas: list[Area]
    shape: str
    seat_areas: list[str]
    two_hands: bool
    signs: list[Sign]


class Area(Payload, frozen=True):
    """A place for cards on the cloth."""

    id: str
    words: str
    cite: str
    count: int
    slots: list[str]


class Spot(Payload, frozen=True):
    """A spot for one wager."""

    id: str
    name: str
    label: str
    placed: str
    shape: str
    tiny: str
    equals: str | None
    note: str
    cite: str


class Sign(Payload, frozen=True):
    """A wager's payouts as the chapter prints them: a column for each half of a table that has two, and for envy."""

    id: str
    name: str
    label: str
    table: str
    named: bool
    cite: str
    columns: list[str]
    rows: list[SignRow]
    even: bool


class SignRow(Payload, frozen=True):
    """A row of a sign: a hand, and what it pays in each column."""

    row: str
    pays: list[str]
