"""Spaced repetition: kinds of hands that somebody got wrong come again, sooner or later by how often they were right
since.

Every kind that was missed lies in one of a few boxes. A mistake puts it into the first, a right answer when it is due
one box further, and past the last it is learnt. A box is a number of decisions until the kind is due again: whoever
practises little is not behind when they come back.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Annotated

import msgspec

from croupier.errors import BadText

BOXES = (2, 5, 12, 30)
"""Decisions until a kind comes again, by its box."""
MAX_KEPT = 200
"""Kinds that a record may hold; no game has as many."""
COUNT = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
TEXT = Annotated[str, msgspec.Meta(max_length=80)]
_COST = re.compile(r"[0-9]{1,400}(?:/[0-9]{1,400})?")
"""A sum of costs as it was told: an exponent would be a number of as many digits as it says."""


class StoredAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is seen when a decision is due, as the contract writes it, with the decisions so far beside each other."""

    cards: TEXT = ""
    community: TEXT = ""
    dealer: TEXT = ""
    decisions: TEXT = ""


class Missed(msgspec.Struct, frozen=True):
    """A kind of hand that was missed: its box, at which decision it is due, and the hand itself."""

    box: Annotated[int, msgspec.Meta(ge=0, lt=len(BOXES))]
    due: COUNT
    hand: StoredAnswer


class Record(msgspec.Struct, frozen=True):
    """What somebody has done in a game: decisions, how many were best, how many the last of them in a row, and what the
    others cost in antes. Whoever practises keeps it, and sends it with what it is asked for."""

    decisions: COUNT = 0
    right: COUNT = 0
    row: COUNT = 0
    cost: str = "0"
    missed: Annotated[dict[TEXT, Missed], msgspec.Meta(max_length=MAX_KEPT)] = {}


def read_record(data: object) -> Record:
    """A record that was sent, if it is one."""
    try:
        found = msgspec.convert(data, Record)
        spent(found)
    except (msgspec.ValidationError, ValueError, ZeroDivisionError) as error:
        raise BadText(f"not a record of practice: {error}", field="record") from None
    if max(found.right, found.row) > found.decisions:
        raise BadText("not a record of practice: more right than decided", field="record")
    return found


def spent(record: Record) -> Fraction:
    """What the mistakes have cost together, in antes."""
    return Fraction(record.cost if _COST.fullmatch(record.cost) else "")


def due(record: Record) -> str | None:
    """The kind that has waited longest for its turn; nothing while none is due."""
    waiting = {kind: each for kind, each in record.missed.items() if each.due <= record.decisions}
    return min(waiting, key=lambda kind: (waiting[kind].due, kind), default=None)


def answered(record: Record, kind: str, hand: StoredAnswer, cost: Fraction) -> Record:
    """The record after another decision; a cost is a mistake. A right answer before its time teaches nothing, and moves
    nothing."""
    now = record.decisions + 1
    missed = dict(record.missed)
    before = missed.get(kind)
    if cost:
        missed[kind] = Missed(0, now + BOXES[0], hand)
    elif before is not None and before.due <= record.decisions:
        del missed[kind]
        if before.box + 1 < len(BOXES):
            missed[kind] = Missed(before.box + 1, now + BOXES[before.box + 1], before.hand)
    right = not cost
    return Record(now, record.right + right, record.row + 1 if right else 0, str(spent(record) + cost), missed)
