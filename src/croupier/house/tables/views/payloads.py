"""A table as one person may see it, and a person's rounds, as programs and pages receive them."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.kit.payload import Payload


class Option(Payload, frozen=True):
    """What you may say at your turn, and what it costs in cents."""

    id: str
    cost: int | UnsetType = UNSET
    wager: str | UnsetType | None = UNSET
    cite: str | UnsetType = UNSET


class Due(Payload, frozen=True):
    """The step that is due, by whom, and the seats that are `waiting` to decide."""

    step: str
    words: str
    cite: str
    by: tuple[str, ...]
    seat: int | None
    waiting: list[int]
    options: list[Option]


class Seat(Payload, frozen=True):
    """A betting position. Wagers are cents; a card that you may not see is empty."""

    player: str | None
    yours: bool
    wagers: dict[str, int]
    cards: list[str]
    chips: int | UnsetType = UNSET
    closed: list[str] | UnsetType = UNSET
    decisions: list[str] | UnsetType = UNSET
    folded: bool | UnsetType = UNSET
    racked: bool | UnsetType = UNSET
    gone: bool | UnsetType = UNSET


class Pack(Payload, frozen=True):
    """The cards that are left, and the house's commitment to its seed of their order."""

    left: int
    size: int
    commitment: str


class CommonView(Payload, frozen=True):
    """What everyone sees alike of a table."""

    table: str
    game: str
    edition: str
    phase: str
    round: int
    void: bool
    due: Due | None
    places: dict[str, list[str]]
    dealer_low: str
    start: str
    meters: dict[str, int]
    inventory: int
    dealer: str
    way: str
    pack: Pack


class View(CommonView, frozen=True):
    """A table as you may see it. `deadline` is in milliseconds since 1970, `places` hold the dealer's and common
    cards."""

    deadline: int | None
    chips: int | None
    seats: dict[int, Seat | None]


class PlayedRound(Payload, frozen=True):
    """A round that a person played at a seat, in cents; `cursor` is where the next page begins."""

    table: str
    round: int
    seat: int
    staked: int
    net: int
    at: int
    name: str
    game: str
    cursor: str


class SetAsideNotice(Payload, frozen=True):
    """The notice for the floor and the administrator."""

    table: str
    name: str
    why: str
    since: int
    next: str
