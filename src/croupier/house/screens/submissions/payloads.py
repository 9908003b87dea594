"""What the form of a Rules Submission receives."""

from __future__ import annotations

from msgspec import UNSET, UnsetType, field

from croupier.kit.payload import Json, Payload


class SubmissionChapter(Payload, frozen=True):
    """A chapter that a submission can be written for."""

    game: str
    edition: str
    name: str
    status: str
    cite: str
    source: str
    effective: str
    standing: str


class PermittedReading(Payload, frozen=True):
    """A reading that a submission may choose."""

    key: str
    question: str
    answer: str
    because: str
    rejected: list[str]
    choices: list[str]
    cites: list[str]


class PermittedWager(Payload, frozen=True):
    """A wager of the chapter."""

    id: str
    name: str
    key: str | None
    placed: str
    cite: str
    words: str
    equals: str | None
    limited: bool


class PermittedPaytables(Payload, frozen=True):
    """The paytables that a wager may be offered with."""

    key: str | None
    name: str
    together: list[str]
    optional: bool
    cite: str
    words: str
    pays: str
    tables: list[PermittedTable]


class PermittedTable(Payload, frozen=True):
    """A paytable."""

    id: str
    rows: list[list[str]]
    takes: list[str]
    seeds: list[str]
    rate: str


class FieldRefusal(Payload, frozen=True):
    """What is refused in a form."""

    field: str
    message: str
    cite: str | None


class CheckedSubmission(Payload, frozen=True):
    """The file that a submission makes, and everything that is refused in it."""

    accepted: bool
    refusals: list[FieldRefusal]
    toml: str
    file: str
    offered: list[OfferedPaytable] | UnsetType = UNSET


class OfferedPaytable(Payload, frozen=True):
    """A paytable that an accepted submission offers."""

    wager: str
    paytable: str
    cite: str


class ReadSubmission(Payload, frozen=True):
    """A submission from its file. Comments that are not ours are kept as notes."""

    submission: Json
    notes: list[str]


class MainFigures(Payload, frozen=True):
    """The figures of the main game."""

    edge: str
    exact: str
    return_: str = field(name="return")
    risk: str
    wager: str
    unit: str
    at: str
    wins: str


class WagerFigures(Payload, frozen=True, kw_only=True):
    """The figures of a wager under one paytable."""

    edge: str
    exact: str | UnsetType = UNSET
    return_: str = field(name="return")
    note: str
    wins: str | UnsetType = UNSET
    long_run: str | UnsetType = UNSET
    long_edge: str | UnsetType = UNSET
    players: dict[str, str] | UnsetType = UNSET


class PermittedChoice(Payload, frozen=True, kw_only=True):
    """A choice that the chapter leaves open, and how it is asked for: `kind`, and with some kinds the values, the
    shipped lists or the hands."""

    key: str
    cite: str
    words: str
    kind: str
    values: list[str | int] | UnsetType = UNSET
    lists: dict[str, list[Json]] | UnsetType = UNSET
    hands: list[list[str]] | UnsetType = UNSET
    new: Json | UnsetType = UNSET
    law: str
    required: bool
    example: str
    default: str | int | None


class PermittedForm(SubmissionChapter, frozen=True):
    """What a chapter permits, each with its provision and our words; a form knows nothing else."""

    wagers: list[PermittedWager]
    paytables: list[PermittedPaytables]
    choices: list[PermittedChoice]
    readings: list[PermittedReading]
    seats: int
    seats_cite: str
    new: Json


class SubmissionFigures(Payload, frozen=True):
    """The figures of a chapter under the choices that change them."""

    main: MainFigures
    tables: dict[str, dict[str, WagerFigures]]
    choices: dict[str, dict[str, WagerFigures]]
