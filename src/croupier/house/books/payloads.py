"""The books as programs receive them, and what an export of a table holds."""

from __future__ import annotations

from datetime import date

from msgspec import UNSET, UnsetType

from croupier.journal.orders import CardVerdict
from croupier.journal.record import Head
from croupier.kit.payload import Payload


class Posting(Payload, frozen=True):
    """A posting of the ledger, in cents."""

    id: int
    at: int
    table: str
    record: int
    account: str
    cents: int
    what: str
    money: str


class WagerTally(Payload, frozen=True):
    """What was wagered on a spot, and what players won or lost."""

    count: int
    handle: int
    players_net: int


class ExpectedWin(Payload, frozen=True):
    """The win of what was priced, beside what it should be near."""

    mean: str
    cents: int
    deviation: int
    low: int
    high: int
    widest: list[int]
    confidence: int
    win: int
    z: str | None
    verdict: str
    parts: dict[str, ExpectedPart]
    apart: dict[str, int]
    assumed: list[str]


class ExpectedPart(Payload, frozen=True):
    """The expectation of one wager."""

    count: int
    staked: int
    expected: str
    cents: int


class ReserveDay(Payload, frozen=True):
    """The reserve of a meter on a day."""

    opening: int
    contributed: str
    closing: int
    closing_carry: str
    difference: str
    ledger: int


class MeterMovement(Payload, frozen=True):
    """A change of a meter, and the record that tells it."""

    record: int
    at: int
    what: str
    cents: int
    exact: str
    carry: str


class ExportedFile(Payload, frozen=True):
    """A file of an export."""

    sha256: str
    bytes: int


class LastRecord(Payload, frozen=True):
    """The record that a journal ends with."""

    n: int
    hash: str


class JournalFault(Payload, frozen=True):
    """Where a journal is broken, and how."""

    record: int | None
    offset: int | None
    fault: str
    message: str


class ExportedRules(Payload, frozen=True):
    """The rules that a table was played by."""

    game: str
    title: str
    edition: str
    chapter: str
    status: str
    source: str
    effective: date | None
    ceased: date | None
    wagers: list[ExportedWager]
    readings: list[ExportedReading]


class ExportedWager(Payload, frozen=True):
    """A wager that was offered."""

    wager: str
    name: str
    placed: str
    cite: str
    paytable: str
    pays_cite: str
    rows: list[list[str]]


class ExportedReading(Payload, frozen=True):
    """A reading of the chapter, and the answer in force."""

    reading: str
    question: str
    answer: str
    because: str
    choices: list[str]
    chosen: str | None
    cites: list[str]


class TableDay(Payload, frozen=True):
    """A table's day: drop, fills, inventory, handle, win and hold in cents, and the win that could be expected."""

    table: str
    name: str
    game: str
    edition: str
    standing: str
    effective: str | None
    day: str
    real_cards: str
    records: list[int]
    rounds: int
    void_rounds: int
    opening: int
    drop: int
    fills: int
    credits: int
    cash_outs: int
    closing: int
    handle: int
    returned: int
    to_meters: int
    from_meters: int
    by_hand: int
    win: int
    hold: str | None
    win_of_handle: str | None
    wagers: dict[str, WagerTally]
    balanced: bool
    faults: list[str]
    money: str
    expected: ExpectedWin | UnsetType = UNSET


class MeterReport(Payload, frozen=True, kw_only=True):
    """A meter's day, reconciled to the part of a cent; with its `movements` where they are asked for."""

    table: str
    meter: str
    wager: str
    stake: int
    rate: str
    day: str
    records: list[int]
    opening: int
    opening_carry: str
    seeded: str
    kept: str
    contributed: str
    returned: str
    paid: str
    linked: str
    ordered: str
    closing: int
    closing_carry: str
    difference: str
    ledger: int
    ledger_difference: int
    reserve: ReserveDay
    wins: int
    balanced: bool
    money: str
    movements: list[MeterMovement] | UnsetType = UNSET
    game: str
    edition: str
    standing: str
    effective: str | None


class ExportedHeads(Payload, frozen=True):
    """The signed heads of a journal, and the key they are signed with."""

    journal: str
    key: str
    heads: list[Head]


class Manifest(Payload, frozen=True, kw_only=True):
    """What an export holds: the table, its journal, and the hash of each file."""

    export: str
    version: int
    made_by: str
    table: str
    game: str
    edition: str
    standing: str
    day: str | None
    money: str
    cards: CardVerdict
    real_cards: str
    journal: str
    key: str
    test: bool
    intact: bool
    records: int
    rounds: int
    head: LastRecord
    fault: JournalFault | UnsetType = UNSET
    files: dict[str, ExportedFile]
