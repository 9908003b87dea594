"""What the page of a table receives: the view said in full, the felt, and one's own seat."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.house.cloth.payloads import (
    Choice,
    DealerHand,
    Dice,
    Fact,
    Felt,
    Question,
    RoundResult,
    Said,
)
from croupier.house.screens.player.payloads.drafts import DraftView  # noqa: TC001 - msgspec reads it
from croupier.house.tables.views.payloads import View
from croupier.kit.payload import Payload


class Emote(Payload, frozen=True):
    """A word to the table."""

    id: str
    words: str


class OwnSeat(Payload, frozen=True):
    """The seat of the person who looks."""

    seat: int
    chips: str
    cents: int
    playing: bool
    placed: bool
    hand: str
    barred: bool
    low: list[int]
    order: list[int]
    wild: dict[str, str]


class Clock(Payload, frozen=True):
    """The time that runs, and what happens when it is over."""

    left: int
    of: int
    words: str
    late: str
    mine: bool


class Readiness(Payload, frozen=True):
    """While the time for wagers runs: how many of those that are waited for are ready, and whether one is oneself."""

    words: str
    you: bool


class MeterText(Payload, frozen=True):
    """A meter as it is shown."""

    id: str
    text: str
    label: str


class TableFelt(Felt, frozen=True):
    """What is played at a table and how its cloth looks."""

    coach: bool
    real_cards: str
    emotes: list[Emote]


class HouseWay(Payload, frozen=True):
    """One's own seven cards by the house way: the places of the two that it sets low, and what they make."""

    places: list[int]
    high: str
    low: str
    short: str
    foul: str
    cite: str
    wild: dict[str, str]


class PlateWager(Payload, frozen=True):
    """A wager before a seat."""

    id: str
    label: str
    cents: int
    text: str
    brief: str
    chips: list[int]
    closed: bool


class Plate(Payload, frozen=True):
    """A seat in a word and a line."""

    name: str
    you: bool
    bot: bool
    bank: str
    say: str
    detail: str
    state: str
    wagers: list[PlateWager]
    emote: str | UnsetType = UNSET


class TableParts(View, frozen=True):
    """A table as a page draws it: the view, said in full."""

    name: str
    you: OwnSeat | None
    turn: list[int]
    ask: Question | None
    still: list[Choice]
    voice: Said
    ready: Readiness | None
    clock: Clock | None
    plates: dict[int, Plate | None]
    dealer_hand: DealerHand
    said_meters: list[MeterText]
    facts: list[Fact]
    dice: Dice | None
    result: RoundResult | None
    draft: DraftView | None
    bots: int


class TablePage(TableParts, frozen=True):
    """A table for the page of one person."""

    plays: bool
    me: str
    guests: bool
