"""What the lab's bench receives of one wager: figures, pays to type in, outcomes, readings, published figures."""

from __future__ import annotations

from msgspec import UNSET, UnsetType, field

from croupier.house.cloth.payloads import Fact, Said
from croupier.kit.payload import Payload


class Figure(Payload, frozen=True):
    """A figure of the lab, and exactly."""

    words: str
    value: str
    note: str
    exactly: str


class PaysRow(Payload, frozen=True):
    """A row of an outcome table: its pays, how often it comes, and what it adds."""

    key: str
    chance: str
    share: str
    bar: float
    label: str
    cells: list[PaysCell | None]


class PaysCell(Payload, frozen=True):
    """A pay that can be typed in, as it is printed and as it is now."""

    row: str
    value: str
    printed: str
    text: str
    label: str
    edited: bool
    count: str


class PaysRest(Payload, frozen=True):
    """What a wager comes to without a pay."""

    label: str
    count: str
    chance: str
    share: str


class OutcomeTable(Payload, frozen=True):
    """A wager's outcome table with the pays to type in."""

    unit: str
    columns: list[str]
    rows: list[PaysRow]
    rest: list[PaysRest]
    counted: str
    shares: str
    goal: str


class MainOutcome(Payload, frozen=True):
    """What a round of the main game comes to, and what was wagered in it."""

    label: str
    net: str
    wagered: str
    count: str
    chance: str
    share: str
    bar: float


class WordsChance(Payload, frozen=True):
    """Something in words, and how often it comes."""

    words: str
    chance: str


class EnvyAdds(Payload, frozen=True):
    """What other players' hands add, and to which stake."""

    rows: list[Fact]
    note: str


class PublishedFigure(Payload, frozen=True):
    """A figure that others have published, beside ours."""

    source: str
    published: str
    ours: str
    word: str
    verdict: str
    why: str
    remark: str


class ReadingWorth(Payload, frozen=True):
    """What each other answer to a reading would do to the figure shown."""

    key: str
    worth: list[AnswerWorth]


class AnswerWorth(Payload, frozen=True):
    """What another answer would do."""

    choice: str
    words: str


class ReadingPrice(Payload, frozen=True):
    """A rejected answer, and a figure that it moves."""

    reading: str
    answer: str
    question: str
    wager: str
    paytable: str
    per: str
    why: str
    unmoved: bool
    return_: str = field(name="return")
    default: str
    moved: str


class TriedPay(Payload, frozen=True):
    """A pay, and what it would come to."""

    pay: str
    text: str
    edge: str
    return_: str = field(name="return")
    nearest: bool


class PayForTarget(Payload, frozen=True):
    """The pays around the one that meets a target: a return for a side wager, an edge for the main game."""

    row: str
    exactly: str | None
    around: list[TriedPay]
    words: str


class Bench(Payload, frozen=True):
    """Everything about one wager but its readings; `outcomes` for the main game as a whole, `pays` for a wager,
    `results` and `decisions` where the main game is played."""

    title: str
    paytable: str
    figures: list[Figure]
    said: str
    edge: str
    what_if: Said | None
    published: list[PublishedFigure]
    meter: list[Fact]
    plays: list[Fact]
    envy: EnvyAdds
    outcomes: list[MainOutcome] | UnsetType = UNSET
    pays: OutcomeTable | UnsetType = UNSET
    results: list[WordsChance] | UnsetType = UNSET
    decisions: list[WordsChance] | UnsetType = UNSET
