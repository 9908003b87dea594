"""What the page on how to play a game receives: lessons, the chart of hands, paytables and prices."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.house.cloth.payloads import (
    SignRow,
)
from croupier.house.screens.lab.payloads import HouseWayRules, ShortRule
from croupier.kit.payload import Payload


class HowToPlay(Payload, frozen=True):
    """The page, but for what must be worked out."""

    game: str
    edition: str
    title: str
    words: str
    chapter: str
    status: str
    proposed: bool
    lessons: list[Lesson]
    chart: HandChart | None
    tables: list[PaytableSign]
    even: list[str]


class Lesson(Payload, frozen=True):
    """A step of a first round."""

    title: str
    words: str
    cite: str
    when: str
    of: str
    spots: list[LessonSpot]
    hands: list[LessonHand]
    answers: list[LessonAnswer]


class LessonSpot(Payload, frozen=True):
    """A spot that a step speaks of."""

    label: str
    note: str


class LessonAnswer(Payload, frozen=True):
    """What one may say."""

    words: str
    note: str


class LessonHand(Payload, frozen=True):
    """Cards, those that are wild marked; a whole hand is called by its name."""

    note: str
    cards: list[LessonCard]


class LessonCard(Payload, frozen=True):
    """A card of an example."""

    face: str
    wild: bool


class HandChart(Payload, frozen=True):
    """The hands, best first, each with an example and what every wager pays for it; rows of a paytable that are no
    hand of the ranking stand after the hand that they follow there."""

    columns: list[ChartColumn]
    rows: list[ChartRow]
    cite: str


class ChartColumn(Payload, frozen=True):
    """A wager of the chart."""

    wager: str
    label: str
    half: str
    main: bool
    table: str
    note: str
    cite: str


class ChartRow(Payload, frozen=True):
    """A hand of the chart, and what each wager pays for it."""

    hand: str
    example: list[LessonCard]
    pays: list[str]


class HowToPlayPrices(Payload, frozen=True):
    """What the house expects to keep of each wager, and rules to play the main game by."""

    main: MainEdge
    edges: dict[str, str]
    strategy: ShortStrategy


class MainEdge(Payload, frozen=True):
    """What the house expects to keep of the main game."""

    edge: str
    of: str


class PaytableSign(Payload, frozen=True):
    """A wager's payouts, beside the chart of hands."""

    id: str
    label: str
    columns: list[str]
    rows: list[SignRow]
    cite: str
    table: str
    note: str


class ShortStrategy(Payload, frozen=True):
    """Rules to play the main game by, and their cost, where they are known; else the house's own way."""

    rules: list[ShortRule] | UnsetType = UNSET
    cost: str | UnsetType = UNSET
    house: HouseWayRules | UnsetType = UNSET
