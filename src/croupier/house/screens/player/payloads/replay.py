"""What the replay of a round receives, one's own or a shared one."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.house.archive.payloads import RoundNeighbours, RoundPart, WhyLine
from croupier.house.cloth.payloads import (
    Scene,
)
from croupier.kit.payload import Payload


class ReplayScene(Scene, frozen=True):
    """The cloth after a step, with the tags of wild cards."""

    wild: dict[str, dict[str, str]]


class SharedHand(Payload, frozen=True):
    """A hand that one shares by a link."""

    id: str
    table: str
    round: int
    seat: int
    named: bool
    made: str
    title: str


class ReplayWords(Payload, frozen=True):
    """A step in words, with its provision and the seat that it is about."""

    title: str
    words: str
    cite: str
    seat: int
    part: str
    kind: str


class ReplayStep(ReplayWords, frozen=True):
    """A step with the cloth after it, and why each line was paid that it settled."""

    records: list[int]
    scene: ReplayScene
    why: list[WhyLine]


class Replay(Payload, frozen=True):
    """A closed round with the cloth after each step, for the player of one seat; `own`, `neighbours` and `verdict` are
    for the player alone, and a shared one does not say its `table`."""

    table: str | UnsetType
    round: int
    seat: int
    name: str
    void: bool
    title: str
    game: str
    edition: str
    chapter: str
    status: str
    proposed: bool
    date: str
    records: list[int]
    hand: str
    dealer: str
    cards: list[str]
    net: str
    sign: int
    whole: bool
    parts: list[RoundPart]
    steps: list[ReplayStep]
    own: bool | UnsetType = UNSET
    neighbours: RoundNeighbours | UnsetType = UNSET
    verdict: str | UnsetType = UNSET


class ShareAddress(Payload, frozen=True):
    """Where a shared hand is seen."""

    address: str
