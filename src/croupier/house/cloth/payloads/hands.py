"""What pages receive of hands, of the choices of whoever is asked, and of dice."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.kit.payload import Payload


class Setting(Payload, frozen=True):
    """A setting by the places of its low cards: both hands in words, and whether it is foul."""

    high: str
    low: str
    short: str
    foul: str
    cite: str
    wild: dict[str, str]


class DealerHand(Payload, frozen=True):
    """The dealer's hand, or hands, once every card lies face up."""

    text: str
    high: list[str] | UnsetType = UNSET
    low: list[str] | UnsetType = UNSET
    high_text: str | UnsetType = UNSET
    low_text: str | UnsetType = UNSET
    wild: dict[str, str] | UnsetType = UNSET


class OptionCommand(Payload, frozen=True):
    """The command that says a choice."""

    command: str
    step: str | UnsetType = UNSET
    value: str | int | UnsetType = UNSET
    seat: int | UnsetType = UNSET
    decision: str | UnsetType = UNSET


class Question(Payload, frozen=True):
    """What this person is asked now, if anything; each option carries the command that says it."""

    seat: int
    step: str
    options: list[Choice]
    setting: bool
    late: str
    cite: str
    last: bool


class Choice(Payload, frozen=True):
    """A choice with its price and consequence, or the reason why it is closed."""

    id: str
    words: str
    detail: str
    cite: str
    command: OptionCommand
    key: str
    main: bool
    refused: str
    wager: str


class Dice(Payload, frozen=True):
    """What three dice showed, and the position that it counts from."""

    dice: list[int]
    total: int | None
    position: str
    cite: str | UnsetType = UNSET
