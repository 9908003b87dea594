"""What the desk answers programs and working pages with."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.house.cloth.payloads import Amount
from croupier.kit.payload import Json, Payload


class ClosedRound(Payload, frozen=True):
    """A closed round, rebuilt, as far as it was this person's to see."""

    told: Json | None
    settlement: Json


class TableLine(Payload, frozen=True):
    """A table of the lobby in a few words."""

    id: str
    name: str
    game: str
    title: str
    edition: str
    status: str
    phase: str
    round: int
    seats: int
    taken: dict[int, str]
    minimum: int | None
    maximum: int | None
    meters: dict[str, int]
    automatic: bool
    real_cards: str


class ClaimLine(Payload, frozen=True):
    """An open claim against a player."""

    name: str
    player: str
    round: int
    amount: str
    cite: str


class OrderChoice(Payload, frozen=True, kw_only=True):
    """An order or a report that the floor may give, or why it is refused."""

    id: str
    title: str
    words: str
    cite: str
    refused: str
    approved: bool
    blank: str
    key: str
    picks: list[Amount]
    reason: bool | UnsetType = UNSET
    choices: list[OrderTarget]


class OrderTarget(Payload, frozen=True):
    """What an order may be about."""

    value: str | int
    label: str
    words: str


class RequestsView(Payload, frozen=True):
    """What waits where someone asks or approves and is not too old, oldest first, and what was answered last."""

    waiting: list[RequestLine]
    answered: list[RequestLine]


class RequestLine(Payload, frozen=True):
    """A request, as somebody may see and answer it."""

    id: int
    table: str
    name: str
    game: str
    edition: str
    kind: str
    about: str
    amount: int
    title: str
    words: str
    by: str
    at: int
    state: str
    answered_by: str
    answered_at: int
    note: str
    mine: bool
    may: bool
    why: str
    collect: bool


class CageMove(Payload, frozen=True):
    """Money that was moved at the cage, or waits for a second person."""

    kind: str
    name: str
    amount: int
    by: str
    at: int
    request: int
    state: str
    words: str


class CollectedRequest(RequestLine, frozen=True):
    """A request whose link was collected."""

    link: str


class FloorFigure(Payload, frozen=True):
    """A figure at the head of a page."""

    words: str
    value: str
    note: str


class LabelText(Payload, frozen=True):
    """A label, and what stands there."""

    label: str
    text: str


class OpenableGame(Payload, frozen=True):
    """A game that may be opened, with a submission to begin with; or why it may not."""

    game: str
    edition: str
    title: str
    status: str
    status_words: str
    standing: str
    refused: str
    submission: str


class TableId(Payload, frozen=True):
    """A table's id."""

    table: str
