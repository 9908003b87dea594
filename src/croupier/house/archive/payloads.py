"""What the archive answers with: why a round was paid as it was, what was found, what a dispute is about."""

from __future__ import annotations

from msgspec import UNSET, UnsetType, field

from croupier.house.cloth.payloads import RecordLine, RecordWords, Scene
from croupier.kit.payload import Json, Payload


class Explanation(Payload, frozen=True):
    """A closed round as somebody may see it; `seats` are those whose lines are explained."""

    round: int
    title: str
    chapter: str
    status: str
    void: bool
    records: list[int]
    seats: dict[int, WhySeat]
    places: dict[str, str]
    hands: dict[str, str]
    wild: dict[str, dict[str, str]]
    players: dict[str, str]
    steps: list[ExplainedStep]


class ExplainedStep(Payload, frozen=True):
    """A step of a round in words."""

    n: int
    who: str
    words: str
    cite: str


class WhySeat(Payload, frozen=True):
    """Why a seat was paid what it was."""

    player: str
    cards: str
    never_shown: bool
    hand: str
    dealer: str
    notes: list[str]
    net: str
    sign: int
    lines: list[WhyLine]


class WhyRow(Payload, frozen=True):
    """A row of a paytable, and whether it was hit."""

    row: str
    pays: str
    hit: bool


class WhyLine(Payload, frozen=True):
    """Why one wager was paid what it was."""

    wager: str
    counts: str
    name: str
    label: str
    net: str
    sign: int
    words: str
    cite: str
    rows: list[WhyRow]
    pays_cite: str
    pays_words: str
    sums: list[str]
    reading: str


class RoundPart(Payload, frozen=True):
    """Where a part of a round begins."""

    at: int
    words: str


class RoundSteps(Payload, frozen=True):
    """The records of a closed round with the cloth after each."""

    table: str
    round: int
    void: bool
    title: str
    chapter: str
    date: str
    records: list[int]
    parts: list[RoundPart]
    neighbours: RoundNeighbours
    steps: list[RecordStep]


class RoundNeighbours(Payload, frozen=True):
    """The closed rounds before and after."""

    before: int | None
    after: int | None


class ReportHead(Payload, frozen=True):
    """The head that a round's records end with."""

    n: int
    hash: str
    signed: int


class DisputedHand(Payload, frozen=True):
    """Cards of a seat: how many were shown, and how many came from a sealed order."""

    cards: str
    shown: int
    sealed: int


class RackedCards(Payload, frozen=True):
    """Cards that lie in the discard rack."""

    what: str
    cards: str


class RecordText(Payload, frozen=True):
    """A record as it is stored; no line of one that is withheld."""

    n: int
    at: int
    hash: str
    what: str
    line: str | None


class ChainProof(Payload, frozen=True):
    """Whether the records chain to a head that was signed after the round, and from which record on that was read."""

    intact: bool
    from_: int = field(name="from")
    record: int | UnsetType | None = UNSET
    fault: str | UnsetType = UNSET
    message: str | UnsetType = UNSET
    to: int | UnsetType = UNSET
    whole: bool | UnsetType = UNSET
    key: str | UnsetType = UNSET
    head: SignedHead | UnsetType | None = UNSET


class SignedHead(Payload, frozen=True):
    """A head that was signed."""

    n: int
    hash: str
    signature: str


class DisputedRules(Payload, frozen=True):
    """By which rules a round was played."""

    game: str
    edition: str
    chapter: str
    status: str
    submission: Json
    readings: dict[str, str]
    version: str
    cards: str
    real_cards: str


class FoundRounds(Payload, frozen=True):
    """A page of rounds, newest first; `next` is where to go on, nothing at the end."""

    sought: str
    rounds: list[FoundRound]
    looked: int
    scan: str
    next: str


class FoundNote(Payload, frozen=True):
    """What was found in a round."""

    words: str
    cite: str
    n: int


class FoundRound(Payload, frozen=True):
    """A round that was found."""

    table: str
    name: str
    round: int
    at: int
    time: str
    void: bool
    notes: tuple[FoundNote, ...]
    seats: list[str]


class RecordStep(RecordLine, frozen=True):
    """A record of a round, in sentences and with the cloth after it."""

    seat: int
    tells: list[RecordWords]
    scene: Scene


class ReportLine(RecordLine, frozen=True):
    """A record of a round with its whole hash, in sentences."""

    tells: list[RecordWords]


class RoundReport(Explanation, frozen=True):
    """A round for a dispute: every line with hand, case, provision and arithmetic, and every record with its hash."""

    table: str
    name: str
    edition: str
    real_cards: str
    submission: dict[str, str]
    readings: dict[str, str]
    began: str
    closed: str
    lines: list[ReportLine]
    head: ReportHead
    opened: list[int]
    differences: list[str]
    older_steps: list[str]
    unsettled: str


class DisputeStep(Payload, frozen=True):
    """An act of a round: the record, who, in which role, and in words."""

    n: int
    at: int
    time: str
    by: str
    name: str
    who: str
    words: str
    cite: str


class Dispute(Payload, frozen=True):
    """A closed round as an exhibit: the explanation, every record, and whether the chain holds."""

    round: int
    title: str
    chapter: str
    status: str
    void: bool
    records: list[RecordText]
    seats: dict[int, WhySeat]
    places: dict[str, str]
    hands: dict[str, DisputedHand]
    wild: dict[str, dict[str, str]]
    players: dict[str, str]
    steps: list[DisputeStep]
    table: str
    began: int
    closed_at: int
    rack: list[RackedCards]
    differences: list[str]
    agrees: bool
    older_steps: list[str]
    unsettled: str
    proof: ChainProof
    submission: DisputedRules


class Verification(Payload, frozen=True, kw_only=True):
    """The state of a table's verification: walking, intact or broken, and where."""

    table: str
    records: int
    of: int
    head: str
    hash: str
    walked: int
    state: str
    percent: int | UnsetType = UNSET
    title: str
    record: int | UnsetType = UNSET
    words: str
    more: str | UnsetType = UNSET
    cards: str | UnsetType = UNSET
    safe: str | UnsetType = UNSET
    where: str | UnsetType = UNSET
