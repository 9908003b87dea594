"""The rows that a house journal demands, one class for each table of the database."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from croupier.table.equipment import Item

SPACE = 1 << 256


@dataclass(slots=True)
class Account:
    """Someone of the register."""

    record: int
    verifier: str
    by: str
    at: int | None
    """When the account was made; not known of one that was adopted."""
    active: bool = True


@dataclass(slots=True)
class Session:
    """A session that was begun."""

    record: int
    level: str
    until: int
    at: int | None


class Reset(NamedTuple):
    """A password that two people had chosen anew by its owner."""

    name: str
    by: str
    second: str
    at: int
    record: int
    until: int
    """Until when the link was good; 0 where it was not told."""


class Invitation(NamedTuple):
    """A link that is open."""

    role: str
    table: str
    by: str
    record: int
    until: int
    """Until when it is good; 0 where it was not told."""


@dataclass(slots=True)
class Codes:
    """Recovery codes, as hashes of what is stored of each, and how many of them are used up at least."""

    record: int
    made: frozenset[str]
    used: int = 0


@dataclass(slots=True)
class Floor:
    """A table of the house. One that was `adopted` was there before the journal."""

    record: int
    name: str
    game: str
    edition: str
    settings: str
    adopted: bool
    at: int


@dataclass(slots=True)
class RequestRow:
    """A request that a second person answers."""

    record: int
    table: str
    kind: str
    told: str
    by: str
    at: int | None
    """When it was made; not known of one that was adopted."""
    key: str = ""
    state: str = "waiting"
    answered_by: str = ""
    answered: tuple[int, int] | None = (0, 0)
    """When it was answered: from the first record that says so to the last; not known of one that was adopted."""


class RelationRow(NamedTuple):
    """What somebody declared of two accounts."""

    related: bool
    by: str
    why: str
    record: int


class SharedHandRow(NamedTuple):
    """A round that a player shows by a link."""

    name: str
    table: str
    round: int
    seat: int
    named: bool
    record: int


@dataclass(slots=True)
class EquipmentRow:
    """A piece of equipment, with what its row says beside the item itself."""

    record: int
    item: Item
    kept: str
    by: str
    second: str
    at: int
    table: str = ""
    state: str = "ready"
    inspected: int = 0
    inspected_by: str = ""
    finding: str = ""
    removed: int = 0
    removed_by: str = ""


@dataclass(slots=True)
class PostingTally:
    """The entries of one account in any order: how many, and the sum of their hashes."""

    count: int = 0
    digest: int = 0

    def add(self, entry: Entry) -> None:
        """One entry more."""
        self.count += 1
        self.digest = (self.digest + int.from_bytes(sha256(repr(entry).encode()).digest(), "big")) % SPACE


Entry = tuple[int, int, str]
"""An account's posting: when, how many cents, what for."""
