"""What the dealer's school receives: steps to pick from, lessons, and how it went."""

from __future__ import annotations

from croupier.house.screens.dealer.payloads.irregularities import Remedied
from croupier.kit.payload import Payload


class SchoolChoice(Payload, frozen=True):
    """A step that can be chosen."""

    step: str
    words: str


class SchoolCase(Payload, frozen=True):
    """A case to decide."""

    words: str
    options: list[str]


class SchoolLater(Payload, frozen=True):
    """When a step that was pressed too early comes."""

    state: str
    cite: str


class SchoolLesson(Payload, frozen=True):
    """What was wrong, and what the law says."""

    pressed: str
    words: str
    cite: str
    law: str


class SchoolSummary(Payload, frozen=True):
    """How a round of the school went."""

    round: int
    right: int
    wrong: int
    missed: list[MissedProvision]


class MissedProvision(Payload, frozen=True):
    """A provision that was missed."""

    cite: str
    words: str
    count: int


class SchoolTold(SchoolLesson, frozen=True):
    """What was wrong, and where the step that was picked has its place."""

    later: SchoolLater | None


class SchoolView(Payload, frozen=True):
    """The steps to pick from in no order, how it went so far, and what was wrong last."""

    choices: list[SchoolChoice]
    right: int
    wrong: int
    missed: list[MissedProvision]
    told: SchoolTold | None
    outcome: Remedied | None
    case: SchoolCase | None
    summary: SchoolSummary | None
