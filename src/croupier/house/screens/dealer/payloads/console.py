"""What the dealer's console receives of a table, and which tables there are."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.house.screens.dealer.payloads.irregularities import IrregularityChoice
from croupier.house.screens.dealer.payloads.school import SchoolView
from croupier.kit.payload import Payload


class ConsoleView(Payload, frozen=True):
    """All that a dealer's page shows of a table."""

    table: str
    name: str
    game: str
    edition: str
    title: str
    chapter: str
    status: str
    status_words: str
    phase: str
    round: int
    cards: str
    real_cards: str
    way: str
    open: bool
    dealt: DealtBy
    order: list[OrderedStep]
    next: NextStep | None
    deck: DeckState
    layout: LayoutTable
    places: list[PlaceCards]
    due: list[DueLine]
    wrongs: list[IrregularityChoice]
    school: SchoolView | None


class DealtBy(Payload, frozen=True):
    """Who deals here, and who is next."""

    automatic: bool
    by: str
    you: bool
    next: str | None
    hand_back: bool


class OrderedStep(Payload, frozen=True):
    """A step of the round's order."""

    id: str
    words: str
    cite: str
    state: str


class DeckState(Payload, frozen=True):
    """The cards that there are, and those that somebody has seen: none can come again."""

    joker: bool
    copies: int
    gone: list[str]
    left: int
    size: int


class LayoutRow(Payload, frozen=True):
    """A seat's row of the layout."""

    seat: int
    player: str
    state: str
    amounts: dict[str, str]
    cards: list[str]


class LayoutTable(Payload, frozen=True):
    """Seats and what lies on each betting area."""

    columns: list[LayoutColumn]
    rows: list[LayoutRow]


class LayoutColumn(Payload, frozen=True):
    """A wager's column of the layout."""

    id: str
    label: str


class PlaceCards(Payload, frozen=True):
    """Cards at a place."""

    id: str
    words: str
    cards: list[str]


class DueLine(Payload, frozen=True):
    """A step that is due or comes later."""

    words: str
    detail: str
    cite: str
    now: bool


class OtherWay(Payload, frozen=True):
    """Something else that a dealer may do now."""

    words: str
    late: int | UnsetType = UNSET
    step: str | UnsetType = UNSET
    value: str | UnsetType = UNSET
    announce: int | UnsetType = UNSET
    decision: str | UnsetType = UNSET


class StepNeeds(Payload, frozen=True):
    """What a dealer has to enter for a step."""

    kind: str
    counts: list[CountNeed] | UnsetType = UNSET
    least: int | UnsetType = UNSET
    most: int | UnsetType = UNSET
    words: str | UnsetType = UNSET
    expect: str | UnsetType = UNSET
    shakes: int | UnsetType = UNSET
    count: int | UnsetType = UNSET
    low: int | UnsetType = UNSET
    to: str | UnsetType = UNSET


class CountNeed(Payload, frozen=True):
    """A place whose cards are counted."""

    place: str
    words: str
    expect: int


class NextStep(Payload, frozen=True, kw_only=True):
    """The step that the law expects, who may take it and what it needs; while bets are open a `note` of the wagers, and
    where a press deals several hands how many (`whole`)."""

    id: str
    words: str
    cite: str
    law: str
    by: list[str]
    yours: bool
    why: str
    more: list[OtherWay]
    needs: StepNeeds
    note: str | UnsetType = UNSET
    why_cite: str | UnsetType = UNSET
    whole: int | UnsetType = UNSET


class DealerTable(Payload, frozen=True):
    """A table that one may deal."""

    id: str
    name: str
    title: str
    game: str
    edition: str
    chapter: str
    status: str
    status_words: str
    seats: str
    phase: str
    round: int
    cards: str
    real_cards: str
    dealt: str


class SchoolGame(Payload, frozen=True):
    """A game of the school."""

    game: str
    edition: str
    name: str


class DealerTables(Payload, frozen=True):
    """The tables that a person may deal, and the games of the school."""

    tables: list[DealerTable]
    school: list[SchoolGame]
