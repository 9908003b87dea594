"""What pages receive of a replayed round: the cloth after a record, and the record in words."""

from __future__ import annotations

from croupier.house.cloth.payloads.hands import Dice
from croupier.kit.payload import Payload


class Scene(Payload, frozen=True):
    """The cloth after a record, for a page that replays a round."""

    round: int
    closed: bool
    void: bool
    focus: int
    hand: int
    spots: list[SceneSpot]
    places: list[ScenePlace]
    seats: list[SceneSeat]
    dice: Dice | None
    rack: str


class ScenePlace(Payload, frozen=True):
    """Cards that are nobody's, or the dealer's."""

    id: str
    words: str
    cards: list[str]
    count: int
    slots: list[str]
    low: int
    racked: bool


class SceneSpot(Payload, frozen=True):
    """A spot of the cloth that a round is replayed on."""

    id: str
    label: str
    shape: str


class SceneWager(SceneSpot, frozen=True):
    """A wager on its spot, and what became of it."""

    text: str
    chips: str
    settled: bool
    net: str
    sign: int


class SceneSeat(Payload, frozen=True):
    """A betting position."""

    seat: int
    player: str
    cards: list[str]
    low: int
    hand: str
    say: str
    playing: bool
    turn: bool
    out: bool
    settled: bool
    sign: int
    wagers: list[SceneWager]


class RecordLine(Payload, frozen=True):
    """A record as the journal's list shows it."""

    n: int
    time: str
    event: str
    what: str
    hash: str
    kind: str


class RecordWords(Payload, frozen=True):
    """What a record says of one act, with its provisions."""

    who: str
    words: str
    cites: list[str]
