"""What the coach answers with."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.kit.payload import Payload


class ActionRow(Payload, frozen=True):
    """What an action is worth; a setting is named by its low hand."""

    id: str
    words: str
    low: list[str]
    places: list[int]
    low_words: str
    best: bool
    equal: bool
    house_way: bool
    dollars: str
    antes: str
    exactly: ExactNumber


class CoachTally(Payload, frozen=True):
    """Decisions of a person at a table, and what the mistakes among them cost."""

    hands: int
    decisions: int
    mistakes: int
    cost: str
    per_hand: str
    exactly: str
    last: Verdict | None


class Verdict(Payload, frozen=True):
    """A decision beside the best one that the player had the chips for, and what it cost; a foul setting costs what
    the worst action would."""

    round: int
    chose: str
    best: str
    words: str
    right: bool
    late: bool
    cost: str
    antes: str
    chose_dollars: str
    best_dollars: str
    cents: str


class NotReady(Payload, frozen=True):
    """What is still being counted."""

    ready: bool
    words: str


class ExactNumber(Payload, frozen=True):
    """A number as a fraction, and as a decimal of fifteen significant digits."""

    fraction: str
    decimal: str


class CoachAdvice(Payload, frozen=True, kw_only=True):
    """What every action is worth to a person now, and why those that are closed are."""

    ready: bool
    game: str
    edition: str
    round: int
    seat: int
    unit: str
    note: str
    actions: dict[str, ExactNumber]
    best: str
    reason: str | UnsetType = UNSET
    rows: list[ActionRow]
    recommended: str
    closed: dict[str, str]


class TallyNow(CoachTally, frozen=True):
    """The tally, and whether a decision is still being judged."""

    judging: bool
