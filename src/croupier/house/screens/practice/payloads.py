"""What the practice room answers with."""

from __future__ import annotations

from croupier.house.screens.coach.payloads import ActionRow, ExactNumber
from croupier.house.screens.lab.payloads import ValueWords
from croupier.house.screens.practice.spaced_repetition import Record, StoredAnswer
from croupier.kit.payload import Payload


class PracticeOffer(Payload, frozen=True):
    """Every game with its editions, and an empty record to begin with."""

    games: list[PracticeGame]
    record: Record


class PracticeGame(Payload, frozen=True):
    """A game that can be practised."""

    id: str
    edition: str
    title: str
    place: str
    chapter: str
    status: str
    status_words: str
    unit: str
    steps: list[NearStep]
    score: Score
    setting: bool
    choices: list[PracticeChoice]
    places: list[CardPlace]
    ways: list[ValueWords]
    deck: list[str]
    copies: int


class PracticeChoice(Payload, frozen=True):
    """What the decisions of a game depend on."""

    key: str
    words: str
    ways: list[WayToChoose]


class WayToChoose(Payload, frozen=True):
    """One of the ways."""

    id: str
    words: str


class CardPlace(Payload, frozen=True):
    """Where cards lie that a hand needs."""

    id: str
    count: int
    words: str


class HandClass(Payload, frozen=True):
    """A kind of hand that can be asked for."""

    street: str
    id: str
    words: str


class PracticeOption(Payload, frozen=True):
    """What may be said."""

    id: str
    words: str
    key: str
    cite: str


class RuleWords(Payload, frozen=True):
    """The rule to remember that speaks of a hand."""

    words: str
    note: str


class NearStep(Payload, frozen=True):
    """How near a choice may be."""

    near: int
    words: str


class Score(Payload, frozen=True):
    """A record in words."""

    decisions: str
    right: str
    row: str
    cost: str
    per_hundred: str
    waiting: str


class HandToDecide(Payload, frozen=True):
    """A hand to decide. Its values are not told."""

    ready: bool
    again: str
    kinds: list[HandClass]
    street: str
    cite: str
    cards: list[str]
    community: list[str]
    dealer: list[str]
    dealer_words: str
    dealer_low: list[str]
    hand: str
    setting: bool
    low_hand: int
    options: list[PracticeOption]
    so_far: str
    told: StoredAnswer
    chapter: str


class PracticeAnswer(Payload, frozen=True, kw_only=True):
    """What was chosen beside everything that could have been, and the record with it; `right` is null where nothing was
    chosen."""

    ready: bool
    choice: str
    unit: str
    actions: dict[str, ExactNumber]
    best: str
    reason: str
    rows: list[ActionRow]
    kind: str
    rule: RuleWords
    note: str
    right: bool | None
    verdict: str
    next: str
    record: Record
    score: Score
