"""What the lobby receives: its tables, the person who looks, and the last rounds."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.kit.payload import Payload


class LobbyPerson(Payload, frozen=True):
    """The person who looks."""

    name: str
    plays: bool
    wallet: str
    cents: int
    worth: str
    pages: list[str]
    own: str
    password: bool
    grants: list[tuple[str, str]]
    poor: bool


class LobbyTable(Payload, frozen=True):
    """A table in the lobby."""

    id: str
    name: str
    game: str
    edition: str
    title: str
    chapter: str
    status: str
    status_words: str
    real_cards: str
    words: str
    shape: str
    fan: tuple[str, ...]
    limits: str
    phase: str
    round: int
    seats: list[LobbySeat]
    taken: int
    meters: list[str]
    yours: int | None
    chips: str
    closed: bool
    go: WayIn | None


class LobbySeat(Payload, frozen=True):
    """A seat in the lobby."""

    seat: int
    name: str


class Wallet(Payload, frozen=True):
    """What is in one's wallet now."""

    wallet: str


class WayIn(Payload, frozen=True):
    """What someone may do at a table: a player, and a stranger who may become one, takes a seat or looks on; staff
    have a page for it, and others none."""

    words: str
    href: str


class Lobby(Payload, frozen=True):
    """The lobby: every table, and what belongs to the person who looks; without one there is no `last`."""

    guests: bool
    money: str
    money_words: str
    person: LobbyPerson | None
    tables: list[LobbyTable]
    last: list[HistoryRound] | UnsetType = UNSET


class HistoryRound(Payload, frozen=True):
    """A round that a person played at a seat, in words; `cursor` is where the next page begins."""

    table: str
    round: int
    seat: int
    staked: str
    net: str
    at: int
    name: str
    game: str
    cursor: str
    sign: int
