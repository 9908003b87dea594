"""What the page of one's own results receives, the coach's part of them, and the rows of its sheet."""

from __future__ import annotations

from croupier.kit.payload import Payload


class MyPlay(Payload, frozen=True):
    """Everything that is known without the coach, for one span of time."""

    span: str
    since: str
    rounds: int
    all: PlaySums
    shown: PlaySums
    session: SessionSums
    games: list[GameSums]
    line: list[list[int]]
    ticks: list[Tick]
    best: list[ExtremeRound]
    worst: list[ExtremeRound]


class PlaySums(Payload, frozen=True):
    """What rounds came to."""

    rounds: int
    staked: str
    net: str
    sign: int
    returned: str


class GameSums(Payload, frozen=True):
    """What the rounds of one game came to."""

    game: str
    edition: str
    rounds: int
    staked: str
    net: str
    sign: int
    title: str


class Tick(Payload, frozen=True):
    """A mark of an axis."""

    at: int
    text: str


class ExtremeRound(Payload, frozen=True):
    """A round that won or lost the most."""

    table: str
    round: int
    seat: int
    net: str
    sign: int
    hand: str
    cards: list[str]
    name: str
    title: str
    game: str
    edition: str


class Coached(Payload, frozen=True):
    """Mistakes and their cost, hands by kind, and how the result comes about, of the rounds that were looked at."""

    looked: int
    latest: int
    decisions: int
    wrong: int
    right: str
    parts: ResultParts
    games: dict[str, GameParts]
    mistakes: list[Mistake]
    kinds: list[HandKinds]


class ResultParts(Payload, frozen=True):
    """Result = price + mistakes + luck, each rounded to the cent and luck the rest, so that they add up."""

    net: str
    price: str
    mistakes: str
    luck: str
    sign: int
    luck_sign: int
    price_cents: int


class HandKinds(Payload, frozen=True):
    """Hands of one game by kind."""

    game: str
    edition: str
    title: str
    hands: int
    rows: list[HandKind]


class HandKind(Payload, frozen=True):
    """How many hands were of a kind; `share` is for the length of a bar."""

    kind: str
    many: int
    share: float


class SessionSums(PlaySums, frozen=True):
    """What the rounds of this session came to."""

    minutes: int


class GameParts(ResultParts, frozen=True):
    """How the result of one game comes about."""

    looked: int


class Mistake(Payload, frozen=True):
    """A kind of mistake, what it cost, and the round where it cost the most."""

    words: str
    title: str
    times: int
    cost: str
    share: float
    table: str
    round: int
    seat: int


class MyCoach(Coached, frozen=True):
    """The coach's part of one's results: how many rounds it has not looked at, and what it waits for."""

    left: int
    words: str
    spread_cents: int


class OwnRound(Payload, frozen=True):
    """A round of one's own as a row of a sheet, in cents; `cost` is what the coach found, if it has looked."""

    at: int
    table: str
    game: str
    edition: str
    round: int
    seat: int
    staked: int
    net: int
    hand: str
    cost: int | None
