"""What pages receive of how a round ended."""

from __future__ import annotations

from croupier.house.cloth.payloads.hands import Dice
from croupier.kit.payload import Payload


class ResultSeat(Payload, frozen=True):
    """How a round ended for one seat."""

    player: str
    yours: bool
    cards: list[str]
    low: str
    wild: dict[str, str]
    order: list[int]
    folded: bool
    hand: str
    lines: list[ResultLine]
    settled: bool
    net: str
    sign: int
    words: str


class RoundResult(Payload, frozen=True):
    """A round for a page: each seat's lines, the cards that were turned up, and one's own."""

    round: int
    closed: bool
    void: bool
    seats: dict[int, ResultSeat]
    places: dict[str, list[str]]
    dealer_low: str
    dealer: str
    dice: Dice | None


class ResultLine(Payload, frozen=True):
    """What became of one wager."""

    wager: str
    label: str
    stake: str
    reason: str
    result: str
    row: str
    cite: str
    paid: str
    net: str
    sign: int
    brief: str
    chips: list[int]
