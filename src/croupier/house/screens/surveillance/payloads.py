"""What surveillance receives: tables in a line, a live cloth, records, rounds that were found."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.house.cloth.payloads import RecordLine, Said, Scene
from croupier.house.desk.payloads import LabelText
from croupier.kit.payload import Payload


class LiveTable(Payload, frozen=True):
    """A table's cloth now, and the dealer's line."""

    table: str
    words: str
    scene: Scene
    voice: Said
    rounds: int
    n: int
    meters: list[LabelText]
    alarms: list[Said]


class WatchedTable(Payload, frozen=True, kw_only=True):
    """A table that one may watch, in a line with its alarms; `real-cards` where its journal can be read."""

    id: str
    name: str
    title: str
    game: str
    edition: str
    chapter: str
    status: str
    proposed: bool
    real_cards: str | UnsetType = UNSET
    words: str
    live: bool
    round: int
    alarms: list[Said]


class WatchNews(Payload, frozen=True):
    """What changed of the list of tables, of the live table, and the records that are new."""

    tables: list[WatchedTable] | UnsetType = UNSET
    live: LiveTable | UnsetType = UNSET
    lines: list[RecordLine] | UnsetType = UNSET
